//! Replies to a person who types into a bare connection.
//!
//! Version 0.2 has no reply to an unknown command, and its clients never get one. Input that
//! no such client sends must come from a person.

use std::time::Duration;

/// The reply to `HELP`, to `?`, and to an empty first line. A connection that has not sat down
/// or watched after `login` is closed. `commands` are those of each game, with its name.
pub(super) fn help(
    login: Duration,
    commands: impl Iterator<Item = (&'static str, &'static [&'static str])>,
) -> impl Iterator<Item = String> {
    let login = format!(
        "Do so, or SPECTATE, within {} seconds; a connection that does neither is closed.",
        login.as_secs()
    );
    let commands =
        commands.map(|(game, words)| format!("The commands of {game}: {}", words.join(", ")));
    let [first, second, rest @ ..] = HELP.map(str::to_owned);
    let begin = [first, login, second].into_iter();
    begin.chain(commands).chain(rest)
}

const HELP: [&str; 4] = [
    "This is a game server. Commands are in capitals. Sit down with LOGIN and a name: LOGIN ada",
    "LOGIN-ACK OK 2 means that you are player 2. Say READY 2; the game begins when all are ready.",
    "HELLO 0.3 telnet as the first line: reasons for refusals, LIST, CREATE, JOIN, SPECTATE, STATE",
    "marchland-game play --host HOST is far more comfortable; docs/protocol.md has all commands.",
];

/// Who sent a line that is not a command, judging by its first word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sender {
    /// A program that speaks the protocol.
    Client,
    /// A person asking for help.
    NeedsHelp,
    /// A person who did not use capitals.
    Person,
}

/// Classifies the sender of a word.
pub(super) fn sender(word: &str) -> Sender {
    if word == "?" || word.eq_ignore_ascii_case("help") {
        Sender::NeedsHelp
    } else if word.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Sender::Person
    } else {
        Sender::Client
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::MAX_LINE;
    use crate::protocol::command::Error;

    #[test]
    fn people_are_told_from_programs() {
        assert_eq!(sender("?"), Sender::NeedsHelp);
        assert_eq!(sender("help"), Sender::NeedsHelp);
        assert_eq!(sender("login"), Sender::Person);
        assert_eq!(sender("GET"), Sender::Client);
        assert_eq!(sender("STATE-AREA"), Sender::Client);
        let games: [(_, &[_]); 2] = [("chess", &["MOVE", "CASTLE"]), ("go", &["PLACE"])];
        let lines: Vec<String> = help(Duration::from_secs(60), games.into_iter()).collect();
        assert!(lines[1].contains("60 seconds"), "{lines:?}");
        assert_eq!(lines[3], "The commands of chess: MOVE, CASTLE");
        assert_eq!(lines[4], "The commands of go: PLACE");
        for line in lines {
            assert!(
                line.len() <= Error::LONGEST && Error::LONGEST < MAX_LINE,
                "{line}"
            );
        }
    }
}
