//! What somebody who runs a server may want to know.

use std::fmt;
use std::sync::Arc;

use super::Origin;
use crate::play::Player;
use crate::protocol::command::{LoginError, LogoutReason};
use crate::protocol::{Name, Text};

/// Takes events, of a table if they are of one.
///
/// It is called while the table is locked: whatever takes time has to be done
/// elsewhere.
pub type Reporter = Arc<dyn Fn(Option<&Name>, &AuditEvent) + Send + Sync>;

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// The seat.
    pub player: Player,
    /// Who sits there.
    pub name: Name,
}

impl fmt::Display for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (player {})", self.name, self.player)
    }
}

/// What happened that is worth telling who runs the server.
///
/// Nothing secret is in it, and all text that clients made up is printable
/// ASCII without spaces: it can be written to a terminal or a log as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditEvent {
    /// A client opened a table.
    Opened {
        /// What it is played on.
        setup: String,
        /// For how many.
        players: u8,
        /// The client's address.
        from: Option<Origin>,
    },
    /// Somebody sat down.
    SatDown {
        /// Who.
        who: Seated,
        /// Whether the client knows version 0.3.
        extended: bool,
        /// The client's address.
        from: Option<Origin>,
    },
    /// Before the game a seat is free again.
    GaveUp {
        /// Who sat there.
        who: Seated,
        /// What became of the player.
        why: &'static str,
    },
    /// A player's connection is lost; the seat is kept.
    Lost {
        /// Whose.
        who: Seated,
    },
    /// A player has taken the seat again.
    CameBack {
        /// Who.
        who: Seated,
        /// The client's address.
        from: Option<Origin>,
    },
    /// A game began.
    Begun {
        /// What it is played on.
        setup: String,
        /// Who plays, in the order of play.
        order: Vec<Name>,
    },
    /// A player's turns are skipped from now on.
    Absent {
        /// Whose.
        who: Seated,
        /// Why.
        why: LogoutReason,
    },
    /// An absent player plays again.
    Present {
        /// Who.
        who: Seated,
    },
    /// A player has given the game up.
    Resigned {
        /// Who.
        who: Seated,
    },
    /// A game is over.
    Over {
        /// The winner; nobody after a draw.
        winner: Option<Seated>,
    },
    /// The journal of a game cannot be written, or is written again.
    Journal {
        /// What the players are told.
        how: String,
    },
    /// A table that nobody came back to is gone.
    Abandoned,
    /// Somebody could not sit down.
    NotSeated {
        /// The name that was asked for.
        name: Text,
        /// Why not.
        why: LoginError,
        /// The client's address.
        from: Option<Origin>,
    },
    /// Somebody wanted a seat again with a token that is not the player's.
    BadToken {
        /// The seat.
        player: Player,
        /// The client's address.
        from: Option<Origin>,
    },
    /// The server closes a connection.
    SentAway {
        /// Why.
        why: &'static str,
        /// The client's address.
        from: Option<Origin>,
    },
    /// The server does not take a connection.
    TurnedAway {
        /// Why.
        why: &'static str,
        /// The client's address.
        from: Option<Origin>,
    },
}

impl fmt::Display for AuditEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opened {
                setup,
                players,
                from,
            } => {
                write!(f, "opened on {setup} for {players}{}", From(*from))
            }
            Self::SatDown {
                who,
                extended,
                from,
            } => {
                let version = if *extended { "0.3" } else { "0.2" };
                write!(f, "{who} sits down{}, version {version}", From(*from))
            }
            Self::GaveUp { who, why } => write!(f, "{who} {why}: the seat is free"),
            Self::Lost { who } => write!(f, "{who} has lost the connection"),
            Self::CameBack { who, from } => write!(f, "{who} has the seat again{}", From(*from)),
            Self::Begun { setup, order } => {
                let order: Vec<&str> = order.iter().map(Name::as_str).collect();
                write!(f, "a game begins on {setup}: {}", order.join(", "))
            }
            Self::Absent { who, why } => {
                let why = match why {
                    LogoutReason::Left => "has left",
                    LogoutReason::Kicked => "took too long",
                };
                write!(f, "{who} {why}: the turns are skipped")
            }
            Self::Present { who } => write!(f, "{who} plays again"),
            Self::Resigned { who } => write!(f, "{who} gives up"),
            Self::Over { winner: Some(who) } => write!(f, "{who} has won"),
            Self::Over { winner: None } => f.write_str("the game is over, nobody has won"),
            Self::Journal { how } => f.write_str(how),
            Self::Abandoned => f.write_str("closed: nobody has come back"),
            Self::NotSeated { name, why, from } => {
                write!(f, "{} cannot sit down{}: {why}", name.as_str(), From(*from))
            }
            Self::BadToken { player, from } => write!(
                f,
                "the seat of player {player} is asked for with a wrong token{}",
                From(*from)
            ),
            Self::SentAway { why, from } => {
                write!(f, "a client is sent away{}: {why}", From(*from))
            }
            Self::TurnedAway { why, from } => {
                write!(f, "a connection is not taken{}: {why}", From(*from))
            }
        }
    }
}

/// `, from 192.0.2.1`, as far as it is known.
struct From(Option<Origin>);

impl fmt::Display for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(origin) => write!(f, ", from {origin}"),
            None => Ok(()),
        }
    }
}
