//! The rule set.

use super::bots::{DotsBot, Kind};
use super::{DotsGame, ID, Size};
use crate::play::{Bot, Game, RuleSet, SetupError};

/// Dots and Boxes; a set-up is the size of a board.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dots;

impl RuleSet for Dots {
    fn id(&self) -> &'static str {
        ID
    }

    fn commands(&self) -> &'static [&'static str] {
        &["DRAW"]
    }

    fn open(&self, setup: Option<&str>, players: u8) -> Result<Box<dyn Game>, SetupError> {
        let size = setup.map_or(Ok(Size::default()), str::parse);
        let size = size.map_err(|why| SetupError(why.to_string()))?;
        if !(2..=6).contains(&players) {
            return Err(SetupError("this game takes 2 to 6 players".to_owned()));
        }
        Ok(Box::new(DotsGame::new(size, players)))
    }

    fn bots(&self) -> &'static [&'static str] {
        &["random", "greedy", "chains"]
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        &[("normal", "greedy"), ("hard", "chains")]
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let at = self.bots().iter().position(|known| *known == name)?;
        let kind = [Kind::Random, Kind::Greedy, Kind::Chains][at];
        Some(Box::new(DotsBot::new(kind, seed)))
    }
}
