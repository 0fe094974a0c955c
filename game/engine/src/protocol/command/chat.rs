//! `CHAT PUBLIC <player-id> <message>` and
//! `CHAT PRIVATE <player-id> <recipient-id> <message>`

use super::Command;
use crate::play::Player;
use crate::protocol::token::{Args, Field, ParseError};

/// A chat message between players, forwarded unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// The sender.
    pub player: Player,
    /// The recipients.
    pub to: To,
    /// Printable ASCII, not empty, without leading or trailing spaces.
    pub message: String,
}

/// The recipients of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// Everybody at the table.
    All,
    /// One player.
    One(Player),
}

impl Chat {
    /// The maximum length in bytes, so that the line fits whoever the recipient is.
    pub const LONGEST: usize = 100;

    /// A typed message as it can be sent: characters beyond ASCII are spelled in it, so that
    /// `Žižka` becomes `Zizka`. `None` if that is empty or too long.
    pub fn sendable(typed: &str) -> Option<String> {
        let spelled = deunicode::deunicode(typed.trim());
        let printable: String = spelled.chars().filter(|c| matches!(c, ' '..='~')).collect();
        let message = printable.trim();
        (1..=Self::LONGEST)
            .contains(&message.len())
            .then(|| message.to_owned())
    }
}

impl Command for Chat {
    const NAME: &'static str = "CHAT";
    const IS_EXTENSION: bool = false;

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        const KIND: &str = "PUBLIC or PRIVATE";
        let kind = args.word().ok_or(ParseError::Missing(KIND))?;
        let player = args.take()?;
        let to = match kind {
            "PUBLIC" => To::All,
            "PRIVATE" => To::One(args.take()?),
            other => return Err(ParseError::bad(other, KIND)),
        };
        let message = match args.rest() {
            "" => return Err(ParseError::Missing("the message")),
            text => text.to_owned(),
        };
        Ok(Self {
            player,
            to,
            message,
        })
    }

    fn write(&self, line: &mut String) {
        match self.to {
            To::All => {
                line.push_str(" PUBLIC");
                self.player.put(line);
            }
            To::One(recipient) => {
                line.push_str(" PRIVATE");
                self.player.put(line);
                recipient.put(line);
            }
        }
        self.message.put(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_spelled_in_ascii() {
        let sent = |typed: &str| Chat::sendable(typed);
        assert_eq!(sent("  Well met! "), Some("Well met!".to_owned()));
        assert_eq!(
            sent("Dobrý den, Žižko"),
            Some("Dobry den, Zizko".to_owned())
        );
        assert_eq!(sent("a\tb\u{7}"), Some("ab".to_owned()));
        assert_eq!(sent(" \u{301} "), None);
        assert_eq!(sent(&"x".repeat(100)), Some("x".repeat(100)));
        assert_eq!(sent(&"x".repeat(101)), None);
        // Each is spelled in two letters.
        assert_eq!(sent(&"ß".repeat(51)), None);
    }
}
