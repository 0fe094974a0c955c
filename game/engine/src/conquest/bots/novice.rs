//! The strategy *novice*: knows the rules, and little more.

use std::sync::Arc;

use super::standard::Config;
use super::{Attack, Free, Own, Standard, Strategy, Transfer, View};
use crate::conquest::rules::{Dice, SeededDice, Set};

/// A player for beginners to beat.
///
/// It scatters a third of its units over its borders, attacks what a slightly more careful
/// *standard* would attack, sometimes ends its turn too soon, and trades sets only when it must.
#[derive(Debug)]
pub struct Novice {
    /// Chooses what to attack.
    teacher: Standard,
    dice: SeededDice,
}

/// One unit in this many goes to a random border territory.
const SCATTERED: u32 = 3;

/// Before one roll in this many, it stops attacking for the turn. This weakens it most: at one in
/// eight it wins 2 games of 100 against *standard*, at one in 32 it wins 20.
const CONTENT: u32 = 32;

/// The smallest chance to win with which it attacks; *standard* takes 0.6.
const CAREFUL: f64 = 0.65;

impl Novice {
    /// A player; the same seed plays the same way.
    pub fn new(seed: u64) -> Self {
        let mut dice = SeededDice::new(seed);
        let mut config = Config::default();
        config.min_probability_attack = CAREFUL;
        Self {
            teacher: Standard::configured(Arc::new(config), dice.seed()),
            dice,
        }
    }
}

impl Strategy for Novice {
    fn name(&self) -> &'static str {
        "novice"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        self.teacher.claim(view)
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        let advice = self.teacher.place(view).map(|(own, _)| (own, 1));
        if self.dice.below(SCATTERED) > 0 {
            return advice;
        }
        let border: Vec<Own<'_>> = view
            .own()
            .filter(|own| view.is_border(own.territory()))
            .collect();
        let count = border.len() as u32;
        if count == 0 {
            return advice;
        }
        let at = self.dice.below(count) as usize;
        Some((border[at], 1))
    }

    fn trade(&mut self, _view: &View<'_>) -> Option<Set> {
        None
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        if self.dice.below(CONTENT) == 0 {
            return None;
        }
        self.teacher.attack(view)
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        self.teacher.occupy(view, most)
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        self.teacher.fortify(view)
    }
}
