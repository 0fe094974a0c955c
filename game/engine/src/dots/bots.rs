//! Computer players of Dots and Boxes.

mod chains;
mod coins;
#[cfg(test)]
mod tests;

use self::coins::Coins;
use super::{Board, DotsGame, Drawn, Side};
use crate::play::{Bot, Dice, Game, Player, SeededDice};

/// A strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Draws a random free side.
    Random,
    /// Takes what it can, and otherwise gives away as little as possible.
    Greedy,
    /// Counts chains, and double-crosses.
    Chains,
}

/// A computer player.
#[derive(Debug)]
pub(super) struct DotsBot {
    kind: Kind,
    dice: SeededDice,
}

impl DotsBot {
    /// Creates a computer player.
    pub(super) fn new(kind: Kind, seed: u64) -> Self {
        let dice = SeededDice::new(seed);
        Self { kind, dice }
    }

    /// The side to draw next; `None` on a full board.
    ///
    /// Cost: on the largest board some hundred microseconds for *greedy*, which plays out
    /// what each side gives away; at most 2,048 endgames for *chains*.
    pub(super) fn choose(&mut self, board: &Board) -> Option<Side> {
        let coins = Coins::new(board);
        coins.open().next()?;
        let mut one_of =
            |strings: &[usize]| strings[self.dice.below(strings.len() as u32) as usize];
        let string = match self.kind {
            Kind::Random => one_of(&coins.open().collect::<Vec<_>>()),
            Kind::Greedy => one_of(&greediest(&coins)),
            Kind::Chains => chains::choose(&coins, one_of),
        };
        Some(coins.side(string))
    }
}

impl Bot for DotsBot {
    fn act(&mut self, game: &dyn Game, me: Player) -> Option<String> {
        let game: &DotsGame = game.as_any().downcast_ref()?;
        let side = self.choose(game.board())?;
        let mut line = String::new();
        Drawn { player: me, side }.write(&mut line);
        Some(line)
    }
}

/// The strings that take the most coins at once; if none takes any, those that give away the
/// fewest.
fn greediest(coins: &Coins) -> Vec<usize> {
    let gain = |string: usize| match coins.takes(string) {
        0 if coins.is_safe(string) => 0,
        0 => -(coins.gives(string) as i32),
        taken => taken as i32,
    };
    let gains: Vec<(usize, i32)> = coins.open().map(|string| (string, gain(string))).collect();
    let most = gains.iter().map(|(_, gain)| *gain).max();
    let best = gains.into_iter().filter(|(_, gain)| Some(*gain) == most);
    best.map(|(string, _)| string).collect()
}
