//! The lines of the game, one row each: events, actions, and the whole state.
//!
//! Events and actions are types of the rules; this module defines how they are written. The
//! lines of the state are types of their own, because only together they form a state.

use std::fmt;

use marchland_maps::TerritoryId;

use super::rules::{
    Action, AreaVariant, Card, Cards, Event, Phase, Player, Roll, Set, SetVariant, Status,
    TurnOrder, Variants,
};
use crate::protocol::command::{Command, commands};
use crate::protocol::message::{self, direction, displayed};
use crate::protocol::{
    Args, Digest, Field, Flag, Name, ParseError, ServerMessage, Text, named, numbered, numbers,
};

/// Declares how values are written, one per row: the version that introduced the line, its
/// word, and the variant with its arguments in the order of the line. A `silent` variant has
/// no line.
macro_rules! lines {
    (
        $type:ident:
        $($version:literal $word:literal $variant:ident $(($one:ident))? $({ $($field:ident),+ })?;)+
        $(silent $($silent:ident),+;)?
    ) => {
        impl $type {
            /// The words of their lines.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// Parses the arguments of a line; `None` if the word is not one of these.
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

            /// Appends the arguments, each preceded by a space.
            fn write_arguments(&self, line: &mut String) {
                match self {
                    $(Self::$variant $(($one))? $({ $($field),+ })? => {
                        $($one.put(line);)?
                        $($($field.put(line);)+)?
                    })+
                    $($(Self::$silent { .. })|+ => {})?
                }
            }

            /// Whether its line requires version 0.3.
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

// Events, sent by the server.
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
    // The table sends these two, as `LOGOUT` and `REGISTERED-PLAYER`.
    silent Left, Returned;
}

// Actions of players; the player follows the word: see `Request`.
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
    /// The map: its id, its number of areas, and the digest of its canonical form.
    0.3 "MAP" Map { id: Text, areas: u32, digest: Digest }
    /// The beginning of a state, which ends with `STATE-END`.
    0.3 "STATE-BEGIN" StateBegin {}
    /// The variants of the rules, whether there is a neutral force, and the number of sets
    /// traded so far.
    0.3 "STATE-RULES" StateRules { areas: AreaVariant, sets: SetVariant, neutral: Flag, traded: u32 }
    /// The turn order, as in `ORDER`.
    0.3 "STATE-ORDER" StateOrder { order: TurnOrder }
    /// A player, or the neutral force, with the number of its cards.
    0.3 "STATE-PLAYER" StatePlayer { player: Player, name: Name, cards: u32, status: Status }
    /// An area; free ones are omitted.
    0.3 "STATE-AREA" StateArea { area: TerritoryId, owner: Player, units: u32 }
    /// The unplaced units of a player; omitted if there are none.
    0.3 "STATE-UNPLACED" StateUnplaced { player: Player, units: u32 }
    /// The recipient's own cards, in several lines if necessary.
    0.3 "STATE-CARDS" StateCards { cards: Open }
    /// The discard pile, by type of card.
    0.3 "STATE-DISCARD" StateDiscard { infantry: u32, cavalry: u32, artillery: u32, wild: u32 }
    /// The player on turn, its unplaced units, and the step of the turn; omitted before the
    /// start.
    0.3 "STATE-TURN" StateTurn { phase: Phase, player: Player, unplaced: u32, step: StateStep }
    /// Details of the step in `STATE-TURN`: whether an area was conquered this turn, so that
    /// a card will follow; whether a defeat lifted the hand above 5, so that sets must be
    /// traded; origin and target of the current attack or conquest, 0 if there is none; the
    /// attacking units, and the defending units once the attack is answered, else 0.
    0.3 "STATE-MOMENT" StateMoment { conquered: Flag, spoils: Flag, from: TerritoryId, target: TerritoryId, attackers: u8, defenders: u8 }
    /// The state is complete.
    0.3 "STATE-END" StateEnd {}
}

/// The step of a turn, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateStep {
    /// Between two turns.
    Idle,
    /// An area has to be claimed.
    Claim,
    /// An area was claimed: only the end of the turn is left.
    Claimed,
    /// At least one initial unit has to be placed.
    Settle,
    /// More units may be placed, or the turn ended.
    Settled,
    /// Units are placed and sets traded.
    Place,
    /// Attacks, then the transfer.
    Attack,
    /// An attack waits for its defence.
    Defend,
    /// More units may move into a conquered area.
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
    /// What the server sends: the common messages and the lines of the game.
    Reply: Map; and ServerMessage, Event, StateLine
}

impl StateRules {
    /// The line about these variants after so many traded sets.
    pub fn of(variants: Variants, traded: u32) -> Self {
        Self {
            areas: variants.areas,
            sets: variants.sets,
            neutral: Flag(variants.neutral),
            traded,
        }
    }

    /// The variants that it tells.
    pub fn variants(&self) -> Variants {
        Variants {
            areas: self.areas,
            sets: self.sets,
            neutral: self.neutral.0,
        }
    }
}

impl Reply {
    /// The event in this reply, if there is one.
    ///
    /// `REGISTERED-PLAYER` is the return of a player, which changes nothing for a player who
    /// was not away.
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

    /// Appends its line, without a newline.
    pub fn write(&self, line: &mut String) {
        line.push_str(self.word());
        self.write_arguments(line);
    }
}

/// The line with which a player requests an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The player.
    pub player: Player,
    /// The action.
    pub action: Action,
}

impl Request {
    /// Parses a line.
    ///
    /// # Errors
    /// If it does not request an action.
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

    /// Appends the line, without a newline.
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

/// The number of cards that fit into one line.
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

/// Open cards, up to the end of the line.
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
