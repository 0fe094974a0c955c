//! Replies to a person who types into a bare connection.
//!
//! Version 0.2 has no reply to an unknown command, and its clients never get one. Input that
//! no such client sends must come from a person.

use std::time::Duration;

/// The reply to `HELP`, to `?`, and to an empty first line. A connection that has not sat down
/// or watched after `login` is closed.
pub(super) fn help(login: Duration) -> impl Iterator<Item = String> {
    let login = format!(
        "Do so, or SPECTATE, within {} seconds; a connection that does neither is closed.",
        login.as_secs()
    );
    let [first, rest @ ..] = HELP.map(str::to_owned);
    [first, login].into_iter().chain(rest)
}

const HELP: [&str; 5] = [
    "This is a game server. Commands are in capitals. Sit down with LOGIN and a name: LOGIN ada",
    "LOGIN-ACK OK 2 means that you are player 2. Say READY 2; the game begins when all are ready.",
    "On your turn: REINFORCE, CARDS-EXCHANGE, ATTACK, TRANSFER, END-ROUND; attacked: DEFEND",
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
        let lines: Vec<String> = help(Duration::from_secs(60)).collect();
        assert!(lines[1].contains("60 seconds"), "{lines:?}");
        for line in lines {
            assert!(
                line.len() <= Error::LONGEST && Error::LONGEST < MAX_LINE,
                "{line}"
            );
        }
    }
}
