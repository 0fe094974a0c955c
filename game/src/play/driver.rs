//! Games of computer players alone, whatever they play.

use thiserror::Error;

use super::{Bot, Game, Outbox, Refused, RuleSet, SeededDice, SetupError};

/// Why a game of computer players cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BotGameError {
    /// It cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It cannot begin.
    #[error("the game cannot begin: {0}")]
    Start(Refused),
    /// A computer player says what it may not.
    #[error("the computer player {name} says {line:?}: {why}")]
    Move {
        /// Its name.
        name: String,
        /// What it says.
        line: String,
        /// Why it may not.
        why: Refused,
    },
}

/// Plays a game between computer players, by their names seat by seat, to its end,
/// without a table. Gives the game as it ended.
///
/// # Errors
/// If there is no such game, or one of its players cannot play it.
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
