//! The strategy *standard*: no search, but the value of the position and the
//! odds of battles.
//!
//! It makes the attack that raises the value of its position most, weighted by the
//! chance to win, while that chance and the expected survivors are
//! above the limits of its [`Config`]. It claims territories at random.

mod config;
mod evaluator;

pub use config::Config;
pub use evaluator::{Evaluation, evaluate};

use std::sync::Arc;

use marchland_maps::TerritoryId;

use super::{Attack, Free, Own, Strategy, Transfer, View, odds};
use crate::conquest::rules::{Dice, Phase, SeededDice, Set};
use evaluator::gain;

/// A player of the strategy.
#[derive(Debug)]
pub struct Standard {
    config: Arc<Config>,
    dice: SeededDice,
    /// The battle being fought: from where, and what is attacked.
    battle: Option<(TerritoryId, TerritoryId)>,
}

impl Standard {
    /// A player with the default configuration.
    pub fn new(seed: u64) -> Self {
        Self::configured(Arc::new(Config::default()), seed)
    }

    /// A player with a configuration.
    pub fn configured(config: Arc<Config>, seed: u64) -> Self {
        Self {
            config,
            dice: SeededDice::new(seed),
            battle: None,
        }
    }

    /// The chance to win a battle, if the limits allow it to begin or continue.
    fn dares(&self, attackers: u32, defenders: u32) -> Option<f64> {
        let odds = odds(attackers, defenders);
        let left = odds.survivors / f64::from(attackers.max(1));
        let dares = odds.win >= self.config.min_probability_attack
            && left >= self.config.max_loss_ratio_attack;
        dares.then_some(odds.win)
    }

    /// The promise of attacks from a territory with `units` more: the best gain, weighted by the
    /// chance to win.
    fn promise(&self, view: &View<'_>, at: TerritoryId, units: u32) -> f64 {
        let attackers = view.holding(at).units + units - 1;
        let links = view.map().neighbours(at).iter();
        let enemies = links.map(|link| link.to).filter(|&to| !view.is_mine(to));
        let promises = enemies.map(|target| {
            let win = odds(attackers, view.holding(target).units).win;
            win * gain(&self.config, view, target)
        });
        promises.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Enemy units around a territory.
fn threat(view: &View<'_>, at: TerritoryId) -> u32 {
    let links = view.map().neighbours(at).iter();
    let enemies = links.map(|link| link.to).filter(|&to| !view.is_mine(to));
    enemies.map(|to| view.holding(to).units).sum()
}

impl Strategy for Standard {
    fn name(&self) -> &'static str {
        "standard"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        let count = view.free().count() as u32;
        view.free().nth(self.dice.below(count.max(1)) as usize)
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        self.battle = None;
        let settling = view.phase() == Some(Phase::Reinforcing);
        // Initial units go one by one, to answer what the others do.
        let units = if settling { 1 } else { view.unplaced() };
        let mut best = None;
        for own in view.own() {
            let promise = self.promise(view, own.territory(), units);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, own));
            }
        }
        best.map(|(_, own)| (own, units))
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        view.best_set()
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        let mut best = None;
        for attack in view.attacks() {
            let attackers = view.holding(attack.from).units - 1;
            let defenders = view.holding(attack.target).units;
            let Some(win) = self.dares(attackers, defenders) else {
                continue;
            };
            if self.battle == Some((attack.from, attack.target)) {
                return Some((attack, 3));
            }
            let promise = win * gain(&self.config, view, attack.target);
            if promise > 0.0 && best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, attack));
            }
        }
        let (_, attack) = best?;
        self.battle = Some((attack.from, attack.target));
        Some((attack, 3))
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        let Some((from, to)) = view.conquest() else {
            return 0;
        };
        let behind = threat(view, from);
        let ahead = threat(view, to);
        if behind == 0 {
            return most;
        }
        // Shared by the threat to both ends.
        (u64::from(most) * u64::from(ahead) / u64::from(ahead + behind)) as u32
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        let idle = |own: &Own<'_>| {
            view.holding(own.territory()).units > 1 && !view.is_border(own.territory())
        };
        let stack = view.own().filter(idle).max_by_key(|own| {
            let at = own.territory();
            (view.holding(at).units, std::cmp::Reverse(at))
        })?;
        let mut best: Option<(u32, TerritoryId)> = None;
        view.state().walk(view.me(), stack.territory(), |at| {
            let threat = threat(view, at);
            if threat > 0 && best.is_none_or(|(most, _)| threat > most) {
                best = Some((threat, at));
            }
            true
        });
        let transfer = view.transfer(stack.territory(), best?.1)?;
        Some((transfer, transfer.most()))
    }
}
