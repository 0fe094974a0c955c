//! All texts of the window.

mod clock;
#[cfg(feature = "net")]
pub(super) mod dots;
mod keys;
#[cfg(feature = "net")]
pub(super) mod lobby;
mod maps;
#[cfg(feature = "net")]
pub(super) mod past;
pub(super) mod rules;

pub(super) use clock::{CLOCK_HINT, clock, waiting};
pub(super) use keys::{KEYS, Keys, POINTER, POINTER_HEAD, RECORD, WATCHING};
#[cfg(feature = "net")]
pub(super) use maps::IMAGE_HIDDEN;
pub(super) use maps::{no_map_of_record, not_in_mask, not_playable, other_record, without_image};

use std::borrow::Cow;
use std::fmt::Display;

use marchland_maps::{Map, TerritoryId};

use super::link::Failure;
use crate::conquest::bots::StrategyKind;
use crate::conquest::narrator::{self, Cast, place};
use crate::conquest::rules::{Card, Phase, Player, Set, SetVariant, State, Status};

pub(super) const PRODUCT: &str = "Marchland";
pub(super) const TAGLINE: &str = "Play your own maps";
pub(super) const LOADING: &str = "Loading …";

// The start.
pub(super) const PLAY: &str = "Play";
pub(super) const CONQUEST: &str = "Conquest";
pub(super) const MAP: &str = "Map";
pub(super) const OTHER_MAP: &str = "Open map";
pub(super) const MAP_PATH: &str = "Map folder";
pub(super) const PLAYERS: &str = "Players";
pub(super) const RULES: &str = "Rules";
pub(super) const SEED: &str = "Seed";
pub(super) const SEED_HINT: &str = "The same seed and the same moves give the same game.";
pub(super) const SEED_WRONG: &str = "Enter a whole number below 2 to the power of 64.";
pub(super) const SHUFFLE: &str = "New seed";
/// What a person is called who gives no name, as in games of their own.
pub(super) const YOU: &str = "You";
pub(super) const AT_SERVER: &str = "Network game";
pub(super) const ADDRESS: &str = "Server address, e.g. games.example.org";
pub(super) const NAME: &str = "Your name";
pub(super) const JOIN: &str = "Join";
pub(super) const AT_TABLE: &str = "At the table";
pub(super) const ADD_OPPONENT: &str = "Add opponent";
pub(super) const REMOVE_OPPONENT: &str = "Remove opponent";
pub(super) const NO_MORE_OPPONENTS: &str = "There is no room for more players.";
pub(super) const DEALT_AREAS: &str = "Deal the territories";
pub(super) const CHOSEN_AREAS: &str = "If off, the players claim them in turn.";
pub(super) const NEUTRAL: &str = "Neutral third force";
pub(super) const NEUTRAL_HINT: &str = "It holds a third of the map in a game for two.";

// Before the game.
pub(super) const READY: &str = "Ready";
pub(super) const READY_MARK: &str = "ready";
pub(super) const NOT_READY: &str = "not ready";

// The board.
pub(super) const LEAVE: &str = "Leave";
pub(super) const RETRY: &str = "Try again";
pub(super) const HELP: &str = "Controls";
pub(super) const THEME: &str = "Light or dark";
pub(super) const SCALE: &str = "Interface size";
pub(super) const NAMES: &str = "Names";
pub(super) const LINKS: &str = "Links";
pub(super) const HATCH: &str = "Player patterns";
pub(super) const IMAGE: &str = "Map image";
pub(super) const STEP_BACK: &str = "Back one action";
pub(super) const FIRST: &str = "To the start";
pub(super) const LAST: &str = "To the end";
pub(super) const A_SECOND: &str = "actions a second";
pub(super) const YOU_ARE_AWAY: &str =
    "You took too long: your turns are skipped. Write a message (C) to play on.";
pub(super) const RESIGNED: &str = "You have resigned. You can watch the game or leave.";
pub(super) const UNFINISHED: &str = "The record ends before the game does.";
pub(super) const STEP: &str = "Forward one action";
pub(super) const NEXT_TURN: &str = "Next turn";
pub(super) const PAUSE: &str = "Pause";
pub(super) const GO_ON: &str = "Resume";
pub(super) const WATCH_AGAIN: &str = "Watch again";
pub(super) const CLOSER: &str = "Zoom in";
pub(super) const FARTHER: &str = "Zoom out";
pub(super) const WHOLE: &str = "Whole map";
pub(super) const GENERAL: &str = "General";
pub(super) const EVERYBODY: &str = "Players";
pub(super) const DEBUG: &str = "Debug";
pub(super) const LOG: &str = "Log";
pub(super) const CHAT: &str = "Chat";
pub(super) const SPEED: &str = "Speed";
pub(super) const FIND: &str = "Find a territory";
pub(super) const NONE_FOUND: &str = "No territory matches.";
pub(super) const NOTHING_YET: &str = "Nothing has happened yet.";
pub(super) const NOTHING_SAID: &str = "No messages yet.";
pub(super) const ONLY_PLAYERS_WRITE: &str =
    "Only players can write. Letters typed here are shortcuts.";
pub(super) const SAY: &str = "Message to everybody";
pub(super) const SEND: &str = "Send";
pub(super) const UNSAYABLE: &str = "Messages have up to 100 characters.";
pub(super) const NOT_PLAYABLE: &str = "No game is possible on this map";
pub(super) const UNPLACED: &str = "to place";
pub(super) const DICE: &str = "Dice";
pub(super) const LOSSES_HINT: &str = "Units lost by the attacker and by the defender";
pub(super) const CARDS: &str = "Cards";
pub(super) const NO_CARDS: &str =
    "None yet. Conquer a territory to get a card at the end of your turn.";
pub(super) const NO_SELECTION: &str = "Click a territory for details.";
pub(super) const NAMES_HIDDEN: &str = "Hidden names: ";
pub(super) const ATTACK: &str = "Attack";
pub(super) const CLAIM: &str = "Claim";
pub(super) const REINFORCE: &str = "Reinforce";
pub(super) const TRANSFER: &str = "Transfer";
pub(super) const TRADE: &str = "Trade cards";
pub(super) const END_TURN: &str = "End turn";
pub(super) const AUTOPLAY: &str = "Autoplay";
pub(super) const AUTOPLAY_HINT: &str = "The computer plays for you from the next action on.";
pub(super) const ASK_DEFENCE: &str = "Ask me how to defend";
pub(super) const ASK_DEFENCE_HINT: &str = "If off, as many units as possible defend.";
pub(super) const ALL_FOLLOW: &str = "Move all after a conquest";
pub(super) const ALL_FOLLOW_HINT: &str = "Propose to move all units into a conquered territory. If off, none are proposed where the origin borders an enemy.";
pub(super) const TERRITORIES: &str = "Territories";
pub(super) const UNITS: &str = "Units on the map";
pub(super) const HAND: &str = "Cards in hand";
pub(super) const INCOME: &str = "Units per turn";
pub(super) const CONTINENTS: &str = "Continents";
pub(super) const OUT: &str = "defeated";
pub(super) const GONE: &str = "away";
pub(super) const SLOW: &str = "took too long";
pub(super) const LOST_CONNECTION: &str = "no connection";
pub(super) const EVALUATE: &str = "Evaluate";
pub(super) const EVALUATE_HINT: &str = "What each position is worth to a Normal computer player.";
pub(super) const VALUE_HEADS: [&str; 6] = ["Land", "Cont.", "Joined", "Front", "Inland", "Value"];
#[cfg(feature = "net")]
pub(super) use crate::client::ended;
pub(super) use crate::client::{TIME_UP, sentence};
pub(super) const PENCIL_LOST: &str = "The turn ended before your pencilled units were sent.";
pub(super) const NEUTRAL_DEALT: &str = "The neutral force gets its territories.";
pub(super) const DEALT: &str = "The territories are dealt.";
pub(super) const SILENT: &str = "the game thread ended";

// Cards on the map.
pub(super) const UNTIL_DECIDED: &str = "Until decided";
pub(super) const ONCE: &str = "Attack once with";
pub(super) const UNTIL: &str = "Stop at";
pub(super) const ARE_LEFT: &str = "units";
pub(super) const CLOSE: &str = "Close";
pub(super) const CANCEL: &str = "Cancel";
pub(super) const AGAINST: &str = "vs";
pub(super) const NONE: &str = "None";
pub(super) const ALL: &str = "All";
pub(super) const FOLLOW: &str = "How many units follow?";
pub(super) const MOVE: &str = "How many units move?";
pub(super) const DEFEND: &str = "Defend with";
pub(super) const MOVE_WHERE: &str = "Click the territory to move to.";

// Why not.
pub(super) const NOT_BEGUN: &str = "The game has not started yet.";
pub(super) const OVER: &str = "The game is over.";
pub(super) const UNDER_WAY: &str = "One moment …";
pub(super) const NO_CONNECTION: &str = "Waiting for the connection";
pub(super) const COMPUTER_PLAYS: &str = "The computer is playing for you.";
pub(super) const NOTHING_TO_PLACE: &str = "You have no units to place.";
pub(super) const NOTHING_TO_ATTACK: &str =
    "You have no territory with two or more units next to an enemy.";
pub(super) const SAY_HOW_MANY: &str = "Choose how many units follow, or press Esc for none.";
pub(super) const NOTHING_TO_MOVE: &str = "No units can move: one must stay in each territory.";
pub(super) const NOTHING_TO_UNDO: &str = "There is nothing to undo: what was sent stays.";
pub(super) const NO_SET: &str = "You have no set: three cards alike, or three different ones.";
pub(super) const FIRST_UNITS: &str = "Battles start once the first units are placed.";

// The end.
pub(super) const AGAIN: &str = "Play again";
pub(super) const AGAIN_HINT: &str = "The same map, players and rules, with other chance";
pub(super) const LOG_BEGINS: &str =
    "The log begins here: the server does not tell what was played before.";
pub(super) const REMATCH: &str = "Rematch";
pub(super) const REMATCH_HINT: &str = "A new table of the same name, with the same rules and your \
     computer players. Whoever wants to play again joins it.";
pub(super) const SAME_SEED: &str = "Same seed";
pub(super) const SAME_SEED_HINT: &str =
    "The same map, players, rules and chance: the game starts as this one did";
pub(super) const OTHER_GAME: &str = "New game";
pub(super) const LEAVE_HINT: &str = "Leave this game, to choose another one";
pub(super) const TO_LOBBY: &str = "Back to lobby";
pub(super) const REPLAY: &str = "Replay";
pub(super) const TAKEN: &str = "Taken";
pub(super) const TAKEN_HINT: &str = "Territories taken from others";
pub(super) const LOST: &str = "Lost";
pub(super) const LOST_HINT: &str = "Units lost to dice";
pub(super) const EXPECTED: &str = "Expected";
pub(super) const EXPECTED_HINT: &str = "Units that such throws cost on average";
pub(super) const LUCK: &str = "Luck";
pub(super) const LUCK_HINT: &str =
    "How many of all outcomes of the same throws would have cost more; 50 % is even.";
pub(super) const COUNTED_LATE: &str =
    "Counted since you joined or came back: the server does not tell what was played before.";
pub(super) const COUNTED_IN_PART: &str =
    "Not counted is what was played while the connection was lost.";
pub(super) const LOOK: &str = "View map";
pub(super) const RESULT: &str = "Result";
pub(super) const STOPPED: &str = "The game has ended";
/// For others it may go on.
const STOPPED_HERE: &str = "The game stops here";
const NEVER_BEGUN: &str = "The game did not start";
/// It may be running.
const NOT_SEATED: &str = "You are not at the table";

/// The heading of a failure in a game that has `begun` here or not.
pub(super) fn stopped(begun: bool, failure: &Failure) -> &'static str {
    match begun {
        true => STOPPED_HERE,
        false if failure.name_in_use => NOT_SEATED,
        false => NEVER_BEGUN,
    }
}

pub(super) fn percent(percent: u16) -> String {
    format!("{percent} %")
}

/// The window is too small for the chosen size of the interface.
pub(super) fn no_room_for_scale(shown: u16) -> String {
    format!("{SCALE}: this window has room for {shown} %")
}

pub(super) fn broke_down(why: &str) -> String {
    format!("The game crashed ({why}). This is a bug; please report it.")
}

pub(super) fn no_start(why: &dyn Display) -> String {
    format!("The game cannot start: {why}.")
}

/// The position in a record, which may begin `late`: after some turns.
pub(super) fn turn_of_all(turn: u32, of: u32, late: bool) -> String {
    if late {
        format!("turn {turn} of {of} recorded ones")
    } else {
        format!("turn {turn} of {of}")
    }
}

pub(super) fn no_table(why: &dyn Display) -> String {
    format!("This machine cannot open a table: {why}.")
}

/// What a table waits for before its game, and how many of the `wanted` seats are taken, if that is
/// known.
pub(super) fn gathering(seated: usize, wanted: Option<u8>) -> String {
    let waits = "The game starts when everybody is here and ready.";
    match wanted {
        Some(wanted) => format!("{seated} of {wanted} seats are taken. {waits}"),
        None => waits.to_owned(),
    }
}

/// What helps if a name is in use.
pub(super) const OTHER_NAME: &str = "Enter another name. If the seat is yours, come back in the \
     window where you sat down, or on that computer: what proves that it is yours is kept there.";

/// A refusal because of another map, and what helps.
pub(super) fn play_on_theirs(said: &str, map: &str) -> String {
    format!("{said} Choose the map {map} on the start screen and join again.")
}

/// Who is to choose with how many units to defend.
pub(super) fn defends(name: &str) -> String {
    format!("{name} chooses how many units defend.")
}

/// The match that is shown, of all.
pub(super) fn found(nth: usize, of: usize) -> String {
    match of {
        0 => NONE_FOUND.to_owned(),
        1 => "1 match".to_owned(),
        of => format!("{nth} of {of} matches · Enter: next"),
    }
}

pub(super) fn nameless(player: Player) -> String {
    format!("player {player}")
}

pub(super) fn no_address(address: &str) -> String {
    format!("“{address}” is not an address; write games.example.org or 10.0.0.2:50123.")
}

/// The connection is lost and was tried so many times.
pub(super) fn away(tries: u32) -> String {
    match tries {
        0 => "Connection lost.".to_owned(),
        tries => format!("Connection lost; trying again, attempt {tries}."),
    }
}

/// The heading of a turn in the log, with its number if that is known.
pub(super) fn turn(number: Option<u32>, cast: &impl Cast, player: Player) -> String {
    let number = number.map_or(String::new(), |number| format!(" {number}"));
    if cast.is_you(player) {
        format!("Turn{number}: you")
    } else {
        format!("Turn{number}: {}", cast.subject(player))
    }
}

/// The title on the own turn.
pub(super) fn your_turn(map: &str) -> String {
    title(&format!("Your turn – {map}"))
}

/// A message with characters that the protocol does not have, as the others read it.
pub(super) fn sent_as(message: &str) -> String {
    format!("Sent as: {message}")
}

pub(super) fn title(map: &str) -> String {
    format!("{map} – {PRODUCT}")
}

/// The chat tab with unread messages.
pub(super) fn unread(lines: usize) -> String {
    format!("{CHAT} ({lines})")
}

pub(super) fn turn_of(name: &str) -> String {
    format!("It is {name}'s turn.")
}

pub(super) fn no_more_than(there: u32) -> String {
    format!("Only {} there now.", narrator::units(there))
}

pub(super) fn nowhere_from(map: &Map, target: TerritoryId) -> String {
    format!(
        "None of your territories can attack {}.",
        place(map, target)
    )
}

/// The phase or turn of the game, if its number is known, and its seed.
pub(super) fn moment(phase: Option<Phase>, turns: Option<u32>, seed: Option<u64>) -> String {
    let moment = match phase {
        None => Some("Not started".to_owned()),
        Some(Phase::Claiming) => Some("Claiming".to_owned()),
        Some(Phase::Reinforcing) => Some("First units".to_owned()),
        Some(Phase::Playing) => turns.map(|turns| format!("Turn {}", turns.max(1))),
    };
    let parts: Vec<String> = moment.into_iter().chain(seed.map(seed_of)).collect();
    parts.join(" · ")
}

pub(super) fn seed_of(seed: u64) -> String {
    format!("seed {seed}")
}

/// An error with its cause.
pub(super) fn with_cause(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// The steps of a turn, called as their buttons are.
pub(super) const STEPS: [&str; 4] = [TRADE, REINFORCE, ATTACK, TRANSFER];

/// The next set's worth.
pub(super) fn next_set(state: &State) -> String {
    match state.variants().sets {
        SetVariant::Growing => {
            let worth = Set::all().next();
            let worth = worth.map_or(0, |set| set.worth(SetVariant::Growing, state.sets_traded()));
            format!("Next set: {worth} units")
        }
        SetVariant::Constant => "Sets: 3 to 9 units".to_owned(),
    }
}

/// A continent with its bonus and the number of its territories.
pub(super) fn continent(name: &str, bonus: u16, territories: usize) -> String {
    let noun = if territories == 1 {
        "territory"
    } else {
        "territories"
    };
    format!("{} +{bonus} · {territories} {noun}", isolated(name))
}

/// A continent's bonus and, for a player, the number of own territories.
pub(super) fn of_continent(bonus: u16, own: Option<usize>, of: usize) -> String {
    match own {
        Some(own) => format!("+{bonus} · yours: {own} of {of}"),
        None => format!("+{bonus}"),
    }
}

/// How many territories of a continent each player holds.
pub(super) fn shares(shares: impl Iterator<Item = (String, usize)>) -> String {
    let shares = shares.map(|(name, count)| format!("{} {count}", isolated(&name)));
    shares.collect::<Vec<_>>().join(", ")
}

/// A name before numbers, isolated so that a right-to-left name does not reorder them.
fn isolated(name: &str) -> Cow<'_, str> {
    let is_rtl =
        |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    if name.contains(is_rtl) {
        Cow::Owned(format!("\u{2068}{name}\u{2069}"))
    } else {
        Cow::Borrowed(name)
    }
}

pub(super) fn holding(owner: Option<&str>, units: u32, pencil: u32) -> String {
    match (owner, pencil) {
        (None, _) => "unclaimed".to_owned(),
        (Some(owner), 0) => format!("{owner}, {}", narrator::units(units)),
        (Some(owner), more) => format!("{owner}, {units} + {more} pencilled in"),
    }
}

/// The text of a badge: units with pencilled ones, or their sum where both have no room.
pub(super) fn badge(units: u32, pencil: u32) -> String {
    match (units, pencil) {
        (units, 0) => units.to_string(),
        (0..10, 1..10) => format!("{units}+{pencil}"),
        _ => format!("{}+", units.saturating_add(pencil)),
    }
}

/// No units follow a conquest, and how they still can.
pub(super) fn nobody_follows(map: &Map, from: TerritoryId, to: TerritoryId) -> String {
    let (from, to) = (place(map, from), place(map, to));
    format!("No units follow. To change that, drag from {from} to {to}.")
}

pub(super) fn already_yours(map: &Map, at: TerritoryId) -> String {
    format!("You have {} already.", place(map, at))
}

/// Who attacks, from where and with how many of how many units.
pub(super) fn under_attack(by: &str, map: &Map, from: TerritoryId, there: u32, dice: u8) -> String {
    let from = place(map, from);
    format!(
        "{by} attacks with {dice} of {} from {from}.",
        narrator::units(there)
    )
}

/// How many units a move leaves on its origin, and makes at its destination.
pub(super) fn after_move(map: &Map, from: TerritoryId, to: TerritoryId, after: [u32; 2]) -> String {
    let ([left, there], from, to) = (after, place(map, from), place(map, to));
    format!("Leaves {left} in {from}, makes {there} in {to}.")
}

pub(super) fn attacked_from(map: &Map, from: TerritoryId) -> String {
    format!("from {}", place(map, from))
}

pub(super) fn set(set: Set, worth: u32) -> String {
    let cards = set.cards().map(narrator::card).join(", ");
    format!("{cards}: {worth}")
}

/// How many cards of a type.
pub(super) fn cards(card: Card, count: u16) -> String {
    format!("{count} {}", narrator::card(card))
}

/// A part of what a position is worth.
pub(super) fn value(value: f64) -> String {
    // Adding zero turns -0.0 into 0.0.
    format!("{:.1}", value + 0.0).replace('-', "−")
}

pub(super) fn losses(lost: u32, killed: u32) -> String {
    format!("−{lost} : −{killed}")
}

/// A strategy by its level, or by its name.
pub fn strategy(kind: StrategyKind) -> &'static str {
    match kind {
        StrategyKind::Random => "Random",
        StrategyKind::Novice => "Easy",
        StrategyKind::Standard => "Normal",
        StrategyKind::Planner => "Hard",
        StrategyKind::Expert => "Expert",
    }
}

pub(super) fn sets_rule(sets: SetVariant) -> &'static str {
    match sets {
        SetVariant::Growing => "Sets bring 4, 6, 8 … units",
        SetVariant::Constant => "Sets bring 3, 5, 7 or 9 units",
    }
}

/// Why a player does not play; `lost` is whether the connection is lost, `slow` whether an absent
/// player took too long.
pub(super) fn status(status: Status, lost: bool, slow: bool) -> Option<&'static str> {
    match status {
        Status::Defeated => Some(OUT),
        Status::Absent if slow => Some(SLOW),
        Status::Absent => Some(GONE),
        Status::Active if lost => Some(LOST_CONNECTION),
        Status::Active | Status::Neutral => None,
    }
}

pub(super) fn territories(territories: usize, continents: usize) -> String {
    format!("{territories} territories, {continents} continents")
}

pub(super) fn won(you: bool, name: &str) -> String {
    if you {
        "You have won".to_owned()
    } else if name == YOU {
        // To others a name like any other, as in the log.
        format!("player {name} has won")
    } else {
        format!("{name} has won")
    }
}

/// A draw after so many turns, if that is known.
pub(super) fn drawn(turns: Option<u32>) -> String {
    let Some(turns) = turns else {
        return "A draw".to_owned();
    };
    let (thousands, rest) = (turns / 1000, turns % 1000);
    match thousands {
        0 => format!("A draw after {rest} turns"),
        _ => format!("A draw after {thousands},{rest:03} turns"),
    }
}

pub(super) fn after_turns(turns: u32) -> String {
    match turns {
        1 => "After 1 turn.".to_owned(),
        turns => format!("After {turns} turns."),
    }
}

pub(super) fn recorded(file: &str) -> String {
    format!("Record: {file}")
}

pub(super) const KEPT: &str =
    "The game is saved: continue it from the start screen or with marchland-game play --resume.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_winner_is_told_to_have_won() {
        assert_eq!(won(true, YOU), "You have won");
        assert_eq!(won(false, YOU), "player You has won");
        assert_eq!(won(false, "ada"), "ada has won");
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end() {
        assert_eq!(sentence("it is gone"), "It is gone.");
        assert_eq!(sentence("is it there?"), "Is it there?");
        assert_eq!(sentence(""), "");
    }

    #[test]
    fn numbers_stand_behind_names_from_right_to_left() {
        assert_eq!(continent("Asia", 7, 12), "Asia +7 · 12 territories");
        let isolated = "\u{2068}آسيا\u{2069} +7 · 12 territories";
        assert_eq!(continent("آسيا", 7, 12), isolated);
    }
}
