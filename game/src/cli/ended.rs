//! The exit code and the advice when a game at a server ends early.

use std::process::ExitCode;

use marchland_game::client::OtherGame;
use marchland_game::client::net::ClientError;
use marchland_game::protocol::command::LoginError;

use super::complain;

/// The options of a command that may help when a server refuses.
pub(super) struct Advice {
    pub(super) name: &'static str,
    pub(super) map: &'static str,
}

/// The exit code of a finished game. A refusal by the server is printed with advice and gives
/// exit code 1; other errors are returned.
pub(super) fn ended<T>(game: Result<T, ClientError>, advice: &Advice) -> anyhow::Result<ExitCode> {
    let Err(error) = game else {
        return Ok(ExitCode::SUCCESS);
    };
    let hint = match &error {
        ClientError::Login(LoginError::BadName | LoginError::NameInUse) => advice.name,
        ClientError::Login(LoginError::TooManyPlayers) => {
            "try later, join another table with --table (--list shows all), or open one with \
             --create"
        }
        ClientError::OtherGame(OtherGame::Map { .. }) => advice.map,
        ClientError::OtherGame(OtherGame::Rules { .. }) => {
            "choose the game of the server with --game"
        }
        ClientError::Refused(_) => "--list shows the tables of the server",
        ClientError::NoTables => "without --table and --create you join its only one",
        ClientError::Removed(_) | ClientError::TurnedAway(_) => {
            complain(&error.to_string());
            return Ok(ExitCode::from(1));
        }
        _ => return Err(error.into()),
    };
    complain(&format!("{error}; {hint}"));
    Ok(ExitCode::from(1))
}
