//! The questions a strategy answers.

use super::{Attack, Free, Own, Transfer, View};
use crate::conquest::rules::{Battle, Set};

/// A way to play.
///
/// Each question is asked only when there is something to choose. A number of
/// units out of range becomes the nearest in range. A strategy that
/// thinks for longer than a few milliseconds checks [`View::is_stopped`]
/// meanwhile, so that a game can be broken off while it thinks.
pub trait Strategy: Send {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Which free territory to claim; there is at least one.
    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>>;

    /// Where to place how many units; there is at least one.
    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)>;

    /// Which set to trade, if any; there is at least one. If the trade is compulsory, `None` means the
    /// first.
    fn trade(&mut self, view: &View<'_>) -> Option<Set>;

    /// What to attack next, with how many units, if anything.
    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)>;

    /// How many units to defend with. Fewer never have better odds.
    fn defend(&mut self, view: &View<'_>, battle: Battle) -> u8 {
        let _ = (view, battle);
        2
    }

    /// How many more units, up to `most`, move into the conquest.
    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32;

    /// The fortifying transfer, if any.
    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)>;
}
