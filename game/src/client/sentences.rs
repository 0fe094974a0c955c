//! Sentences for events common to all games.

use crate::play::Player;
use crate::protocol::command::{ErrorCode, LogoutReason, To};
use crate::protocol::{Name, ServerMessage};

/// What a player is told whose turn the server has ended.
pub(crate) const TIME_UP: &str = "Your time is up; the server ended your turn.";

/// The text with a full stop, unless it ends a sentence already.
pub(crate) fn ended(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?', '…']) {
        ""
    } else {
        "."
    };
    format!("{text}{end}")
}

/// The text as a sentence: with a capital letter, and ended. Not for one that begins with a path.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let begun: String = first.chain(letters).collect();
    if begun.is_empty() {
        begun
    } else {
        ended(&begun)
    }
}

/// What a player without a name is called, and addressed by in the second person.
const YOU: &str = "You";

/// Whether a sentence addresses a player of this name; `own` if it is told to that player.
pub(super) fn is_addressed(name: Option<&Name>, own: bool) -> bool {
    own && name.is_some_and(|name| name.as_str() == YOU)
}

/// A player at the beginning of a sentence; `own` if it is told to that player.
pub(super) fn subject(player: Player, name: Option<&Name>, own: bool) -> String {
    match name {
        // To others, You is a name like any other.
        Some(name) if name.as_str() == YOU && !own => format!("player {name}"),
        Some(name) => name.to_string(),
        None => format!("player {player}"),
    }
}

/// How players are named in sentences.
pub(crate) struct PlayerNames<'a> {
    pub(crate) called: &'a dyn Fn(Player) -> String,
    /// Whether a player is addressed: *you have*, not *Ann has*.
    pub(crate) second: &'a dyn Fn(Player) -> bool,
    /// Whether a player is already known to be at the table.
    pub(crate) here: &'a dyn Fn(Player) -> bool,
    /// Whether a player has left the running game.
    pub(crate) absent: &'a dyn Fn(Player) -> bool,
    /// Whether the game has begun.
    pub(crate) begun: bool,
}

impl PlayerNames<'_> {
    /// The player with the matching form of a verb.
    pub(crate) fn does(&self, player: Player, third: &str, you: &str) -> String {
        let verb = if (self.second)(player) { you } else { third };
        format!("{} {verb}", (self.called)(player))
    }

    /// The lines about turns, which are the same in all games.
    pub(crate) fn turns(&self, line: &str) -> Option<String> {
        let player = |word: &str| Player::new(word.parse().ok()?);
        if let Some(order) = line.strip_prefix("ORDER ") {
            let names: Option<Vec<String>> = order
                .split(' ')
                .map(|word| Some((self.called)(player(word)?)))
                .collect();
            return Some(format!("Order of play: {}.", names?.join(", ")));
        }
        let player = player(line.strip_prefix("START-ROUND ")?)?;
        Some(if (self.second)(player) {
            "-- Your turn".to_owned()
        } else {
            format!("-- {}'s turn", (self.called)(player))
        })
    }
}

/// A common message as a sentence; `None` for messages only programs need.
pub(crate) fn common(answer: &ServerMessage, cast: &PlayerNames<'_>) -> Option<String> {
    Some(match answer {
        ServerMessage::RegisteredPlayer(told) if !(cast.here)(told.player) => {
            format!("{} is here (player {}).", told.name, told.player)
        }
        // A returning client receives all players again.
        ServerMessage::RegisteredPlayer(told) if (cast.absent)(told.player) => {
            format!("{} back.", cast.does(told.player, "is", "are"))
        }
        ServerMessage::Logout(told) => match told.reason {
            LogoutReason::Left => format!("{} left.", cast.does(told.player, "has", "have")),
            // Before the game, by the host or because they were not ready in time.
            LogoutReason::Kicked if !cast.begun => {
                format!("{} removed.", cast.does(told.player, "was", "were"))
            }
            // By the clock, or by the host, who can only remove players that do not act.
            LogoutReason::Kicked => format!("{} too long.", cast.does(told.player, "took", "took")),
        },
        ServerMessage::Lost(told) => {
            let lost = cast.does(told.player, "has", "have");
            match told.seconds {
                0 => format!("{lost} lost the connection; the game waits."),
                1 => format!("{lost} lost the connection; 1 second to come back."),
                seconds => format!("{lost} lost the connection; {seconds} seconds to come back."),
            }
        }
        ServerMessage::Back(told) => format!("{} back.", cast.does(told.player, "is", "are")),
        ServerMessage::Resign(told) => {
            format!("{} resigned.", cast.does(told.player, "has", "have"))
        }
        ServerMessage::Mute(told) => format!("{} is muted.", (cast.called)(told.other)),
        ServerMessage::Unmute(told) => {
            format!("{} is no longer muted.", (cast.called)(told.other))
        }
        ServerMessage::GameOver(told) => format!("{} won.", cast.does(told.winner, "has", "have")),
        ServerMessage::NoWinner(_) => "The game is drawn.".to_owned(),
        ServerMessage::Scores(told) => {
            let players = Player::first(told.points.len());
            let scores = players.zip(&told.points).map(|(player, points)| {
                let name = (cast.called)(player);
                format!("{name} {points}")
            });
            format!("Points: {}.", scores.collect::<Vec<_>>().join(", "))
        }
        ServerMessage::Chat(chat) => {
            let to = match chat.to {
                To::All => "",
                To::One(_) => " (to you alone)",
            };
            format!("{}{to}: {}", (cast.called)(chat.player), chat.message)
        }
        ServerMessage::Error(told) if told.code == ErrorCode::Closing as u32 => {
            format!("The server closes the connection: {}.", told.text)
        }
        ServerMessage::Error(told) if told.is_about_journal() => {
            format!("The server reports: {}.", told.text)
        }
        ServerMessage::Error(told) if told.code == ErrorCode::BadToken as u32 => {
            "The server does not know your seat: the game is over, or the server was restarted."
                .to_owned()
        }
        ServerMessage::Error(told) if told.is_time_up() => TIME_UP.to_owned(),
        ServerMessage::Error(told) => {
            format!("The server refuses: {} (code {}).", told.text, told.code)
        }
        _ => return None,
    })
}
