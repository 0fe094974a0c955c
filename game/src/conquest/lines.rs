//! The lines of the game, one row each: what happens, what players do, and the whole
//! state.
//!
//! Events and actions are values of the rules; here stands how they are written. The
//! lines of the state are types of their own, because they are only a state together.

use std::fmt;

use marchland_maps::TerritoryId;

use super::rules::{
    Action, AreaVariant, Card, Cards, Event, Phase, Player, Roll, Set, SetVariant, Status,
    TurnOrder,
};
use crate::protocol::command::{Command, commands};
use crate::protocol::message::{self, direction, displayed};
use crate::protocol::{
    Args, Digest, Field, Flag, Name, ParseError, ServerMessage, Text, named, numbered, numbers,
};

/// Declares how values are written, a row each: the version that brought the line, its
/// word, and the value with its arguments in the order in which they stand in the line.
/// A value that is `silent` has no line.
macro_rules! lines {
    (
        $type:ident:
        $($version:literal $word:literal $variant:ident $(($one:ident))? $({ $($field:ident),+ })?;)+
        $(silent $($silent:ident),+;)?
    ) => {
        impl $type {
            /// The first words of their lines.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// Reads the arguments of a line; nothing if it is of something else.
            fn read_arguments(
                word: &str,
                args: &mut Args<'_>,
            ) -> Result<Option<Self>, ParseError> {
                Ok(Some(match word {
                    $($word => Self::$variant
                        $(({
                            let $one = args.take()?;
                            $one
                        }))?
                        $({ $($field: args.take()?),+ })?,)+
                    _ => return Ok(None),
                }))
            }

            fn word(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $word,)+
                    $($(Self::$silent { .. } => "",)+)?
                }
            }

            /// Appends the arguments, a space before each.
            fn write_arguments(&self, line: &mut String) {
                match self {
                    $(Self::$variant $(($one))? $({ $($field),+ })? => {
                        $($one.put(line);)?
                        $($($field.put(line);)+)?
                    })+
                    $($(Self::$silent { .. })|+ => {})?
                }
            }

            /// Whether only version 0.3 knows its line.
            pub fn is_extension(&self) -> bool {
                match self {
                    $(Self::$variant { .. } => $version > 0.2,)+
                    $($(Self::$silent { .. })|+ => false,)?
                }
            }
        }

        #[cfg(test)]
        impl $crate::protocol::samples::Sample for $type {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use $crate::protocol::samples::argument;
                use proptest::strategy::{Just, Strategy, Union};
                Union::new([$(
                    (Just(()), $(argument(stringify!($one)),)? $($(argument(stringify!($field)),)+)?)
                        .prop_map(|((), $($one,)? $($($field,)+)?)| {
                            Self::$variant $(($one))? $({ $($field),+ })?
                        })
                        .boxed(),
                )+])
                .boxed()
            }
        }
    };
}

// What happens, told by the server.
lines! {
    Event:
    0.2 "ORDER"           OrderDrawn(order);
    0.2 "START-PHASE"     PhaseStarted(phase);
    0.2 "START-ROUND"     TurnStarted(player);
    0.2 "REINFORCEMENTS"  UnitsGained { player, units };
    0.2 "REINFORCE"       Reinforced { player, territory, units };
    0.2 "CARDS-EXCHANGE"  SetTraded { player, set };
    0.2 "ATTACK"          Attacked { player, from, target, units };
    0.2 "DEFEND"          Defended { player, territory, units };
    0.2 "DICE-ROLL"       Rolled(roll);
    0.2 "TRANSFER"        Transferred { player, from, to, units };
    0.2 "CARDS-ACQUIRED"  CardsAcquired { player, cards };
    0.2 "PLAYER-DEFEATED" Defeated { player, by };
    0.3 "DEBUG-AREA"      AreaSet { territory, owner, units };
    // The table tells these two: `LOGOUT` and `REGISTERED-PLAYER`.
    silent Left, Returned;
}

// What players do, after the word the player who does it: see `Request`.
lines! {
    Action:
    0.2 "REINFORCE"      Reinforce { territory, units };
    0.2 "CARDS-EXCHANGE" Trade(set);
    0.2 "ATTACK"         Attack { from, target, units };
    0.2 "DEFEND"         Defend { territory, units };
    0.2 "TRANSFER"       Transfer { from, to, units };
    0.2 "END-ROUND"      EndTurn;
}

commands! {
    /// The map in play: its id, its number of areas, and the digest of its canonical form.
    0.3 "MAP" Map { id: Text, areas: u32, digest: Digest }
    /// The state follows, up to `STATE-END`.
    0.3 "STATE-BEGIN" StateBegin {}
    /// The variants of the rules, whether there is a neutral third force, and how many
    /// sets everybody has traded so far.
    0.3 "STATE-RULES" StateRules { areas: AreaVariant, sets: SetVariant, neutral: Flag, traded: u32 }
    /// The order of play, as `ORDER` told it.
    0.3 "STATE-ORDER" StateOrder { order: TurnOrder }
    /// A player, or the neutral force, with the number of its cards.
    0.3 "STATE-PLAYER" StatePlayer { player: Player, name: Name, cards: u32, status: Status }
    /// An area; free ones are left out.
    0.3 "STATE-AREA" StateArea { area: TerritoryId, owner: Player, units: u32 }
    /// Units of a player that wait to be placed; left out when there are none.
    0.3 "STATE-UNPLACED" StateUnplaced { player: Player, units: u32 }
    /// The asker's own cards; more than fit into a line come in several.
    0.3 "STATE-CARDS" StateCards { cards: Open }
    /// The discard pile, by type of card.
    0.3 "STATE-DISCARD" StateDiscard { infantry: u32, cavalry: u32, artillery: u32, wild: u32 }
    /// Whose turn it is, the units which that player has to place, and how far the turn
    /// is; left out before the start.
    0.3 "STATE-TURN" StateTurn { phase: Phase, player: Player, unplaced: u32, step: StateStep }
    /// What `STATE-TURN` says with its step, in full: whether an area was conquered this
    /// turn, so that a card will come; whether a defeat lifted the hand above 5, so that
    /// sets must be traded; from where and to where the attack or conquest at hand goes,
    /// 0 if there is none; the units that attack, and those that defend once that is
    /// answered, else 0.
    0.3 "STATE-MOMENT" StateMoment { conquered: Flag, spoils: Flag, from: TerritoryId, target: TerritoryId, attackers: u8, defenders: u8 }
    /// The state is complete.
    0.3 "STATE-END" StateEnd {}
}

/// How far a turn is, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateStep {
    /// Between two turns.
    Idle,
    /// An area is to be claimed.
    Claim,
    /// An area was claimed: only the end of the turn is left.
    Claimed,
    /// At least one initial unit is to be placed.
    Settle,
    /// More may be placed, or the turn ended.
    Settled,
    /// Units are placed and sets traded.
    Place,
    /// Attacks, then the transfer.
    Attack,
    /// An attack waits for its answer.
    Defend,
    /// More units may follow a conquest.
    Occupy,
    /// Sets are traded after a defeat.
    Spoils,
    /// Units were moved: only the end of the turn is left.
    Fortified,
}

direction! {
    /// A line of the whole state.
    StateLine: StateBegin, StateRules, StateOrder, StatePlayer, StateArea, StateUnplaced,
    StateCards, StateDiscard, StateTurn, StateMoment, StateEnd
}

direction! {
    /// What the server says: the lines of every table and those of the game.
    Reply: Map; and ServerMessage, Event, StateLine
}

impl Reply {
    /// The event that it tells, if it tells one.
    ///
    /// `REGISTERED-PLAYER` is the return of a player, which changes nothing for
    /// one who was never away.
    pub fn event(&self) -> Option<Event> {
        match self {
            Self::Event(event) => Some(*event),
            Self::ServerMessage(ServerMessage::Logout(told)) => Some(Event::Left(told.player)),
            Self::ServerMessage(ServerMessage::RegisteredPlayer(told)) => {
                Some(Event::Returned(told.player))
            }
            _ => None,
        }
    }
}

impl Event {
    pub(crate) fn read(word: &str, args: &mut Args<'_>) -> Result<Option<Self>, ParseError> {
        Self::read_arguments(word, args)
    }

    /// Appends its line, without its end.
    pub fn write(&self, line: &mut String) {
        line.push_str(self.word());
        self.write_arguments(line);
    }
}

/// What a player wants to do: the line that asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The player who does it, or whom it befalls.
    pub player: Player,
    /// What the player wants to do.
    pub action: Action,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// Why it does not ask for an action.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        message::parse(line, |word, args| {
            if !Action::NAMES.contains(&word) {
                return Ok(None);
            }
            let player = args.take()?;
            let action = Action::read_arguments(word, args)?;
            Ok(action.map(|action| Self { player, action }))
        })
    }

    /// Appends the line, without its end.
    pub fn write(&self, line: &mut String) {
        line.push_str(self.action.word());
        self.player.put(line);
        self.action.write_arguments(line);
    }
}

displayed!(Request);

numbers! {
    TerritoryId, "an area id, 0 to 65535", |id| Some(Self(id));
}
numbered!(Card, "a card, 0 to 3": Infantry, Cavalry, Artillery, Wild);
numbered!(Phase, "a phase, 0 to 2": Claiming, Reinforcing, Playing);
numbered!(AreaVariant, "a variant, 0 or 1": Chosen, Dealt);
numbered!(SetVariant, "a variant, 0 or 1": Growing, Constant);
named!(
    Status, "active, absent, neutral or defeated":
    "active" Active, "absent" Absent, "neutral" Neutral, "defeated" Defeated,
);
named!(
    StateStep, "a step of a turn":
    "idle" Idle, "claim" Claim, "claimed" Claimed, "settle" Settle, "settled" Settled,
    "place" Place, "attack" Attack, "defend" Defend, "occupy" Occupy, "spoils" Spoils,
    "fortified" Fortified,
);

/// Three cards, in any order.
impl Field for Set {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let said = args.ahead();
        let set = Self::new([args.take()?, args.take()?, args.take()?]);
        set.map_err(|_| ParseError::bad(said, "a set: three alike or three different"))
    }

    fn put(&self, line: &mut String) {
        for card in self.cards() {
            card.put(line);
        }
    }
}

/// Three dice of the attacker, two of the defender.
impl Field for Roll {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let said = args.ahead();
        let attack = [args.take()?, args.take()?, args.take()?];
        let roll = Self::new(attack, [args.take()?, args.take()?]);
        roll.map_err(|_| ParseError::bad(said, "a roll of dice, each side's highest first"))
    }

    fn put(&self, line: &mut String) {
        for die in self.attack().into_iter().chain(self.defence()) {
            die.put(line);
        }
    }
}

/// Cards that fit into one line.
pub(super) const MOST_CARDS: usize = 50;

/// Up to `most` cards.
fn take_cards(args: &mut Args<'_>, most: usize) -> Result<Vec<Card>, ParseError> {
    let mut cards = Vec::new();
    while args.end().is_err() && cards.len() < most {
        cards.push(args.take()?);
    }
    Ok(cards)
}

/// Their number, then all of them, or none if they are face down.
impl Field for Cards {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let count: u8 = args.take()?;
        let open = take_cards(args, count.into())?;
        match open.len() {
            0 => Ok(Self::hidden(count.into())),
            n if n == usize::from(count) => Ok(open.into_iter().collect()),
            _ => Err(ParseError::Missing("a card, 0 to 3")),
        }
    }

    fn put(&self, line: &mut String) {
        self.len().put(line);
        for card in self.iter() {
            card.put(line);
        }
    }
}

/// Open cards, to the end of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open(pub Cards);

impl Field for Open {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        Ok(Self(take_cards(args, MOST_CARDS)?.into_iter().collect()))
    }

    fn put(&self, line: &mut String) {
        for card in self.0.iter() {
            card.put(line);
        }
    }
}

#[cfg(test)]
mod tests;
