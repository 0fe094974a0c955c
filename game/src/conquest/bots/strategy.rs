//! The questions a strategy answers.

use super::{Attack, Free, Own, Transfer, View};
use crate::conquest::rules::{Battle, Set};

/// A way to play.
///
/// Each question is asked only when there is something to choose. Numbers of
/// units that are out of range are taken as the nearest that is not. Whoever
/// thinks for longer than a few milliseconds looks at [`View::is_stopped`]
/// meanwhile: only so can a game be broken off while it thinks.
pub trait Strategy: Send {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Which free territory to claim; there is at least one.
    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>>;

    /// Where to place how many units; there is at least one.
    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)>;

    /// Which set to trade, if any; asked when there is at least one. If a
    /// trade is compulsory, nothing means the first.
    fn trade(&mut self, view: &View<'_>) -> Option<Set>;

    /// What to attack next, with how many units, if anything.
    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)>;

    /// How many units to defend with; the dice never favour fewer.
    fn defend(&mut self, view: &View<'_>, battle: Battle) -> u8 {
        let _ = (view, battle);
        2
    }

    /// How many units, up to `most`, follow those that conquered.
    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32;

    /// The fortifying transfer, if any.
    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)>;
}
