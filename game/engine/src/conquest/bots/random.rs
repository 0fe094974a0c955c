//! Any legal action.

use super::{Attack, Free, Own, Strategy, Transfer, View};
use crate::conquest::rules::{Battle, Dice, SeededDice, Set};

/// Plays at random; a sparring partner, and an example of a strategy.
#[derive(Debug)]
pub struct Random(SeededDice);

impl Random {
    /// A player; the same seed plays the same way.
    pub fn new(seed: u64) -> Self {
        Self(SeededDice::new(seed))
    }

    fn one<T>(&mut self, items: impl Iterator<Item = T>) -> Option<T> {
        let mut items: Vec<T> = items.collect();
        if items.is_empty() {
            return None;
        }
        let at = self.0.below(items.len() as u32);
        Some(items.swap_remove(at as usize))
    }

    fn up_to(&mut self, most: u32) -> u32 {
        1 + self.0.below(most.max(1))
    }
}

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        self.one(view.free())
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        let own = self.one(view.own())?;
        Some((own, self.up_to(view.unplaced())))
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        let set = self.one(view.sets());
        set.filter(|_| self.0.below(2) == 0)
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        if self.0.below(8) == 0 {
            return None;
        }
        let attack = self.one(view.attacks())?;
        Some((attack, self.up_to(3) as u8))
    }

    fn defend(&mut self, _view: &View<'_>, _battle: Battle) -> u8 {
        self.up_to(2) as u8
    }

    fn occupy(&mut self, _view: &View<'_>, most: u32) -> u32 {
        self.0.below(most + 1)
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        if self.0.below(2) == 0 {
            return None;
        }
        let from = self.one(
            view.own()
                .filter(|own| view.holding(own.territory()).units > 1),
        )?;
        let to = self.one(view.own())?;
        let transfer = view.transfer(from.territory(), to.territory())?;
        Some((transfer, self.up_to(transfer.most())))
    }
}
