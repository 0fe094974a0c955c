//! What is said when a game at a server ends early.

use std::process::ExitCode;

use marchland_game::client::OtherGame;
use marchland_game::client::net::ClientError;
use marchland_game::protocol::command::LoginError;

/// How a command's options are named that may help when a server says no.
pub(super) struct Advice {
    pub(super) name: &'static str,
    pub(super) map: &'static str,
}

/// The exit code of a game that was played, or why it was not and what may
/// help: what the server said is told here and is exit code 1, the rest is an
/// error.
pub(super) fn ended<T>(game: Result<T, ClientError>, advice: &Advice) -> anyhow::Result<ExitCode> {
    let Err(error) = game else {
        return Ok(ExitCode::SUCCESS);
    };
    let hint = match &error {
        ClientError::Login(LoginError::BadName | LoginError::NameInUse) => advice.name,
        ClientError::Login(LoginError::TooManyPlayers) => {
            "try later, or join another table with --table (--list shows all) or open one with \
             --create"
        }
        ClientError::OtherGame(OtherGame::Map { .. }) => advice.map,
        ClientError::OtherGame(OtherGame::Rules { .. }) => {
            "--game takes the one that is played there"
        }
        ClientError::Refused(_) => "--list shows the tables that there are",
        ClientError::NoTables => "without --table and --create you join the one that it has",
        _ => return Err(error.into()),
    };
    eprintln!("marchland-game: {error}; {hint}");
    Ok(ExitCode::from(1))
}
