//! Games between computer players only.

use thiserror::Error;

use super::{Bot, Game, Outbox, Refused, RuleSet, SeededDice, SetupError};

/// Why a game between computer players failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BotGameError {
    /// The set-up is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot begin.
    #[error("the game cannot begin: {0}")]
    Start(Refused),
    /// A computer player made an illegal move.
    #[error("the computer player {name} says {line:?}: {why}")]
    Move {
        /// The name of the computer player.
        name: String,
        /// The line it sent.
        line: String,
        /// Why the game refused it.
        why: Refused,
    },
}

/// Plays a game between the named computer players, one per seat, to its end without a table,
/// and returns the finished game.
///
/// # Errors
/// If the set-up is invalid, a name is unknown, or a player makes an illegal move.
pub fn play_out(
    rules: &dyn RuleSet,
    setup: Option<&str>,
    names: &[&str],
    dice: &mut SeededDice,
) -> Result<Box<dyn Game>, BotGameError> {
    let mut game = rules.open(setup, names.len() as u8)?;
    let unknown = |name: &str| SetupError(format!("there is no computer player {name}"));
    let bots = names.iter().map(|name| {
        let bot = rules.bot(name, dice.seed());
        bot.ok_or_else(|| unknown(name))
    });
    let mut bots: Vec<Box<dyn Bot>> = bots.collect::<Result<_, _>>()?;
    let mut told = Outbox::default();
    game.begin(dice, &mut told).map_err(BotGameError::Start)?;
    while let Some(player) = game.to_act() {
        told.clear();
        let line = bots[player.index()].act(game.as_ref(), player);
        let line = line.unwrap_or_default();
        let done = game.act(player, &line, dice, &mut told);
        done.map_err(|why| BotGameError::Move {
            name: names[player.index()].to_owned(),
            line,
            why,
        })?;
    }
    Ok(game)
}
