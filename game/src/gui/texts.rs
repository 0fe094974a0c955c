//! All that the window says.

#[cfg(feature = "net")]
pub(super) mod dots;
#[cfg(feature = "net")]
pub(super) mod lobby;

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use marchland_files::plain;
use marchland_maps::{Map, TerritoryId};

use crate::conquest::bots::StrategyKind;
use crate::conquest::narrator::{self, Cast, place};
use crate::conquest::rules::{Card, Phase, Player, Set, SetVariant, State, Status};

pub(super) const PRODUCT: &str = "Marchland";
pub(super) const TAGLINE: &str = "Play the maps you made";
pub(super) const LOADING: &str = "Opening the game …";

// The start.
pub(super) const PLAY: &str = "Play";
pub(super) const CONQUEST: &str = "Conquest";
pub(super) const MAP: &str = "Map";
pub(super) const OTHER_MAP: &str = "Another map …";
pub(super) const MAP_PATH: &str = "Folder of a map";
pub(super) const PLAYERS: &str = "Players";
pub(super) const RULES: &str = "Rules";
pub(super) const SEED: &str = "Seed";
pub(super) const SEED_HINT: &str = "The same seed and the same moves give the same game.";
pub(super) const SEED_WRONG: &str = "A whole number, please.";
pub(super) const SHUFFLE: &str = "Another seed";
pub(super) const YOU: &str = "You";
pub(super) const CONTINUE: &str = "Continue";
pub(super) const AT_SERVER: &str = "At a server";
pub(super) const ADDRESS: &str = "Address, as games.example.org";
pub(super) const NAME: &str = "Your name";
pub(super) const JOIN: &str = "Join";
pub(super) const AT_TABLE: &str = "At the table";
pub(super) const GATHERING: &str = "The game begins when all have come and are ready.";
pub(super) const ADD_OPPONENT: &str = "Add an opponent";
pub(super) const REMOVE_OPPONENT: &str = "Take away";
pub(super) const DEALT_AREAS: &str = "Deal the territories";
pub(super) const CHOSEN_AREAS: &str = "Otherwise the players choose them in turn.";
pub(super) const NEUTRAL: &str = "A neutral third force";
pub(super) const NEUTRAL_HINT: &str = "It holds a third of the map in a game of two.";

// The board.
pub(super) const LEAVE: &str = "Leave";
pub(super) const HELP: &str = "Keys";
pub(super) const THEME: &str = "Light or dark";
pub(super) const NAMES: &str = "Names";
pub(super) const LINKS: &str = "Links";
pub(super) const HATCH: &str = "Land hatched by owner";
pub(super) const STEP_BACK: &str = "One action back";
pub(super) const FIRST: &str = "To the beginning";
pub(super) const LAST: &str = "To the end";
pub(super) const A_SECOND: &str = "actions a second";
pub(super) const UNFINISHED: &str = "The record ends here, before the game did.";
pub(super) const STEP: &str = "One action";
pub(super) const NEXT_TURN: &str = "To the next turn";
pub(super) const PAUSE: &str = "Let the picture stand still";
pub(super) const GO_ON: &str = "Go on";
pub(super) const CLOSER: &str = "Closer";
pub(super) const FARTHER: &str = "Farther away";
pub(super) const WHOLE: &str = "The whole map";
pub(super) const GENERAL: &str = "General";
pub(super) const EVERYBODY: &str = "Players";
pub(super) const DEBUG: &str = "Debug";
pub(super) const LOG: &str = "Log";
pub(super) const CHAT: &str = "Chat";
pub(super) const CLOCK_HINT: &str = "What is left of the turn; then + what may be used beyond it";
pub(super) const SPEED: &str = "How long actions are shown";
pub(super) const FIND: &str = "Find a territory";
pub(super) const NOTHING_YET: &str = "Nothing has happened yet.";
pub(super) const NOTHING_SAID: &str = "Nobody has said anything.";
pub(super) const SAY: &str = "Say something to everybody";
pub(super) const SEND: &str = "Send";
pub(super) const UNSAYABLE: &str = "Messages are plain ASCII, of 100 characters at most.";
pub(super) const NO_LAND: &str = "The map has no land to show";
pub(super) const UNPLACED: &str = "to place";
pub(super) const DICE: &str = "Dice";
pub(super) const CARDS: &str = "Cards";
pub(super) const NO_CARDS: &str = "None yet. A conquest brings one at the end of the turn.";
pub(super) const NO_SELECTION: &str = "Click a territory to see whose it is.";
pub(super) const NAMES_HIDDEN: &str = "Names without room here: ";
pub(super) const ATTACK: &str = "Attack";
pub(super) const REINFORCE: &str = "Reinforce";
pub(super) const TRANSFER: &str = "Transfer";
pub(super) const EXCHANGE: &str = "Exchange";
pub(super) const END_TURN: &str = "End turn";
pub(super) const AUTOPLAY: &str = "Autoplay";
pub(super) const AUTOPLAY_HINT: &str = "The computer plays for you, from the next action on.";
pub(super) const ASK_DEFENCE: &str = "Ask how many defend";
pub(super) const ASK_DEFENCE_HINT: &str = "Otherwise as many as can.";
pub(super) const TERRITORIES: &str = "Territories";
pub(super) const UNITS: &str = "Units on the map";
pub(super) const HAND: &str = "Cards in the hand";
pub(super) const INCOME: &str = "Units that a turn brings";
pub(super) const CONTINENTS: &str = "Continents";
pub(super) const OUT: &str = "out";
pub(super) const GONE: &str = "away";
pub(super) const EVALUATE: &str = "Evaluate";
pub(super) const EVALUATE_HINT: &str =
    "What each position is worth, as the strategy Standard sees it.";
pub(super) const VALUE_HEADS: [&str; 6] = ["Land", "Cont.", "Joined", "Front", "Inland", "Value"];
pub(super) const PENCIL_LOST: &str = "The turn is over: what was pencilled in was not sent.";
pub(super) const DEALT: &str = "The territories are dealt.";
pub(super) const SILENT: &str = "the game's thread has ended";

// Cards on the map.
pub(super) const UNTIL_DECIDED: &str = "Until decided";
pub(super) const UNTIL: &str = "Until";
pub(super) const ARE_LEFT: &str = "are left";
pub(super) const CLOSE: &str = "Not now";
pub(super) const AGAINST: &str = "against";
pub(super) const NONE: &str = "None";
pub(super) const ALL: &str = "All";
pub(super) const FOLLOW: &str = "How many follow?";
pub(super) const MOVE: &str = "How many move?";
pub(super) const DEFEND: &str = "You are attacked: defend with";
pub(super) const MOVE_WHERE: &str = "Click where the units are to go.";

// Why not.
pub(super) const NOT_BEGUN: &str = "The game has not begun yet.";
pub(super) const OVER: &str = "The game is over.";
pub(super) const UNDER_WAY: &str = "One moment: something is under way.";
pub(super) const COMPUTER_PLAYS: &str = "The computer plays for you.";
pub(super) const NOTHING_TO_PLACE: &str = "You have no units to place.";
pub(super) const NOTHING_TO_ATTACK: &str =
    "Nothing can be attacked: no neighbour of yours with more than one unit.";
pub(super) const SAY_HOW_MANY: &str = "Say how many follow; with Esc nobody does.";
pub(super) const NOTHING_TO_MOVE: &str = "No units can move: one must stay everywhere.";
pub(super) const NOTHING_TO_UNDO: &str = "There is nothing to take back: what was sent stays.";
pub(super) const NO_SET: &str = "You hold no set: three cards alike, or three different ones.";
pub(super) const FIRST_UNITS: &str = "The first units are placed; battles come later.";

// The end.
pub(super) const AGAIN: &str = "Again";
pub(super) const SAME_SEED: &str = "Same seed";
pub(super) const OTHER_GAME: &str = "Another game";
pub(super) const TO_LOBBY: &str = "To the lobby";
pub(super) const REPLAY: &str = "Replay";
pub(super) const REPLAY_HINT: &str = "A record of yours …";
pub(super) const TAKEN: &str = "Taken";
pub(super) const TAKEN_HINT: &str = "Territories taken from others";
pub(super) const LOST: &str = "Lost";
pub(super) const LOST_HINT: &str = "Units lost by dice";
pub(super) const EXPECTED: &str = "Expected";
pub(super) const EXPECTED_HINT: &str = "Units that such throws cost on average";
pub(super) const LUCK: &str = "Luck";
pub(super) const LUCK_HINT: &str =
    "Of all ways in which the same throws could have fallen, so many cost more. 50 % is even.";
pub(super) const LOOK: &str = "Look at the map";
pub(super) const STOPPED: &str = "The game has ended";
pub(super) const NEVER_BEGUN: &str = "The game did not begin";

/// The keys, by what they are about: caps, and what they do.
pub(super) const KEYS: &[(&str, &[(&str, &str)])] = &[
    (
        "Your turn",
        &[
            (
                "A",
                "attack from the chosen territory; again: the next target",
            ),
            ("R", "place a unit there"),
            ("T", "move units from there to where you click"),
            ("X", "exchange the best set of cards"),
            ("E", "end the turn"),
            ("Enter", "the filled button"),
            ("U", "take back what is pencilled in"),
            ("Esc", "leave off: always the nearest thing"),
        ],
    ),
    (
        "A battle",
        &[
            (
                "1 2 3",
                "with so many units, once; else a number for the next click",
            ),
            ("B", "until it is decided"),
            ("L", "until so many are left: type the number"),
        ],
    ),
    (
        "The map",
        &[
            ("← → ↑ ↓", "the neighbour that lies that way"),
            (
                "N Shift+N",
                "the next territory that can act, the one before",
            ),
            ("Space Shift+Space", "click there; with all that can be"),
            (
                "+ - Ctrl+0 Shift+1",
                "closer, farther, actual size, whole map",
            ),
            ("Ctrl+F", "find a territory"),
            ("M K Y", "names, links, a hatch for each owner"),
        ],
    ),
    (
        "The window",
        &[
            ("Alt+1 Alt+2 Alt+3", "the panels at the right"),
            ("Alt+4 Alt+5", "log, chat"),
            ("C", "write to the others"),
            ("V", "evaluate the position"),
            ("O", "autoplay"),
            ("P", "let the picture stand still"),
            ("[ ]", "show actions longer, shorter"),
            ("Ctrl+D H", "light or dark, strong contrasts"),
            ("Tab Shift+Tab", "the next button, the one before"),
            ("?", "this list"),
        ],
    ),
];

/// The same for who only watches.
pub(super) const WATCHING: &[(&str, &[(&str, &str)])] = &[
    (
        "The game",
        &[
            ("Space", "stand still, go on"),
            ("→ Shift+→", "one action, all up to the next turn"),
            (
                "1 2 3 4 5",
                "2, 10, 50, 500 actions a second, or all at once",
            ),
        ],
    ),
    (
        "A record",
        &[
            ("← Shift+←", "one action back, to the turn before"),
            ("Home End", "to its beginning, to its end"),
        ],
    ),
    (
        "The window",
        &[
            (
                "+ - Ctrl+0 Shift+1",
                "closer, farther, actual size, whole map",
            ),
            ("M K Y", "names, links, a hatch for each owner"),
            ("Ctrl+F", "find a territory"),
            ("Alt+2 Alt+3", "the panels at the right"),
            ("V", "evaluate the position"),
            ("Ctrl+D H", "light or dark, strong contrasts"),
            ("Tab Shift+Tab", "the next button, the one before"),
            ("Esc", "back"),
            ("?", "this list"),
        ],
    ),
];

pub(super) const POINTER_HEAD: &str = "The pointer";
/// What the pointer does, for the same list.
pub(super) const POINTER: &[(&str, &str)] = &[
    ("Click", "place one; or pick out, and then what to attack"),
    ("Right click", "one fewer; or attack until it is decided"),
    ("Wheel", "more or fewer; beside your land closer or farther"),
    ("Shift+click", "place all"),
    ("Drag", "attack, or move units"),
    ("Shift+drag", "move all"),
];

pub(super) fn broke_down(why: &str) -> String {
    format!("The game broke down ({why}). That is a mistake in the program; please report it.")
}

pub(super) fn no_start(why: &dyn Display) -> String {
    format!("The game cannot begin: {why}.")
}

pub(super) fn no_runtime(why: &dyn Display) -> String {
    format!("The game cannot start: {why}.")
}

pub(super) fn other_record(file: &dyn Display, why: &dyn Display) -> String {
    format!("{file} was played {why}.")
}

/// The map that a record is of is nowhere to be found.
pub(super) fn no_map_of_record(map: &str) -> String {
    format!(
        "The record is of the map {}, and no map at hand fits it: choose its folder under \
         “{MAP_PATH}” and click the record again.",
        plain(map)
    )
}

/// Where in a record one is.
pub(super) fn turn_of_all(turn: u32, of: u32) -> String {
    format!("turn {turn} of {of}")
}

pub(super) fn no_table(why: &dyn Display) -> String {
    format!("No table can be opened on this machine: {why}.")
}

pub(super) fn not_playable(name: &str, why: &str) -> String {
    if why.is_empty() {
        format!("The map {name} cannot be played.")
    } else {
        format!("The map {name} cannot be played: {why}")
    }
}

/// What helps where another map is played on.
pub(super) fn play_on_theirs(said: &str, map: &str) -> String {
    format!("{said} Choose the map {map} at the start and join from there.")
}

/// The text as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let end = if text.ends_with(['.', '!', '?', '…']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

pub(super) fn nameless(player: Player) -> String {
    format!("player {player}")
}

/// Why a game that was left cannot be gone on with.
pub(super) fn lost_game(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

/// A game that was left and cannot be gone on with.
pub(super) fn not_continued(what: &str, why: &str) -> String {
    format!("{what}: the game cannot be gone on with: {why}.")
}

pub(super) fn no_address(address: &str) -> String {
    format!("“{address}” is no address: write it as games.example.org or 10.0.0.2:50123.")
}

/// What is left of a turn's time, and beyond it.
pub(super) fn clock(turn: Duration, bank: Duration) -> String {
    let minutes = |time: Duration| {
        let seconds = time.as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    if turn.is_zero() {
        format!("+{}", minutes(bank))
    } else {
        minutes(turn)
    }
}

/// The connection is lost, and was tried so often.
pub(super) fn away(tries: u32) -> String {
    match tries {
        0 => "The connection is lost.".to_owned(),
        tries => format!("The connection is lost; trying again ({tries})."),
    }
}

/// The heading of a turn in the log.
pub(super) fn turn(number: u32, cast: &impl Cast, player: Player) -> String {
    if cast.is_you(player) {
        format!("Turn {number}: yours")
    } else {
        format!("Turn {number}: {}", cast.subject(player))
    }
}

pub(super) fn title(map: &str) -> String {
    format!("{map} – {PRODUCT}")
}

/// The tab of the chat, when something was said that nobody has read.
pub(super) fn unread(lines: usize) -> String {
    format!("{CHAT} ({lines})")
}

pub(super) fn turn_of(name: &str) -> String {
    format!("It is {name}'s turn.")
}

pub(super) fn no_more_than(there: u32) -> String {
    format!("No more than {} there now.", narrator::units(there))
}

pub(super) fn nowhere_from(map: &Map, target: TerritoryId) -> String {
    format!(
        "None of your territories can attack {}.",
        place(map, target)
    )
}

/// Where the game stands.
pub(super) fn moment(phase: Option<Phase>, turns: u32, seed: Option<u64>) -> String {
    let moment = match phase {
        None => "Before the game".to_owned(),
        Some(Phase::Claiming) => "Claiming".to_owned(),
        Some(Phase::Reinforcing) => "First units".to_owned(),
        Some(Phase::Playing) => format!("Turn {}", turns.max(1)),
    };
    match seed {
        Some(at) => format!("{moment} · {}", seed_of(at)),
        None => moment,
    }
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

/// The steps of a turn: trade, place, attack, move.
pub(super) const STEPS: [&str; 4] = ["trade", "place", "attack", "move"];

/// The next set's worth.
pub(super) fn next_set(state: &State) -> String {
    match state.variants().sets {
        SetVariant::Growing => {
            let worth = Set::all().next();
            let worth = worth.map_or(0, |set| set.worth(SetVariant::Growing, state.sets_traded()));
            format!("next set {worth}")
        }
        SetVariant::Constant => "sets 3, 5, 7, 9".to_owned(),
    }
}

/// A continent, and the share of it that is one's own, for who plays.
pub(super) fn continent(name: &str, bonus: u16, own: Option<usize>, of: usize) -> String {
    let name = isolated(name);
    match own {
        Some(own) => format!("{name} +{bonus} · {own} of {of}"),
        None => format!("{name} +{bonus}"),
    }
}

/// A name before numbers: written from right to left, it must not turn them round.
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
        (None, _) => "free".to_owned(),
        (Some(owner), 0) => format!("{owner}, {}", narrator::units(units)),
        (Some(owner), more) => format!("{owner}, {units} + {more} in pencil"),
    }
}

/// Units on a disc, with those in pencil; their sum where there is no room for both.
pub(super) fn badge(units: u32, pencil: u32) -> String {
    match (units, pencil) {
        (units, 0) => units.to_string(),
        (0..10, 1..10) => format!("{units}+{pencil}"),
        _ => format!("{}+", units.saturating_add(pencil)),
    }
}

/// How what was declined can still be had.
pub(super) fn nobody_follows(map: &Map, from: TerritoryId, to: TerritoryId) -> String {
    let (from, to) = (place(map, from), place(map, to));
    format!("Nobody follows. Drag from {from} to {to} if somebody shall.")
}

pub(super) fn border(map: &Map, from: TerritoryId, target: TerritoryId) -> String {
    format!("{} → {}", place(map, from), place(map, target))
}

pub(super) fn set(set: Set, worth: u32) -> String {
    let cards = set.cards().map(narrator::card).join(", ");
    format!("{cards}: {worth}")
}

/// How many cards of a type.
pub(super) fn cards(card: Card, count: u16) -> String {
    format!("{count} {}", narrator::card(card))
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
        SetVariant::Growing => "Sets grow: 4, 6, 8 …",
        SetVariant::Constant => "Sets are worth 3, 5, 7, 9",
    }
}

pub(super) fn status(status: Status) -> Option<&'static str> {
    match status {
        Status::Defeated => Some(OUT),
        Status::Absent => Some(GONE),
        Status::Active | Status::Neutral => None,
    }
}

pub(super) fn territories(territories: usize, continents: usize) -> String {
    format!("{territories} territories, {continents} continents")
}

pub(super) fn won(you: bool, name: &str) -> String {
    if you {
        "You have won".to_owned()
    } else {
        format!("{name} has won")
    }
}

pub(super) fn drawn(turns: u32) -> String {
    let (thousands, rest) = (turns / 1000, turns % 1000);
    match thousands {
        0 => format!("Nobody has won after {rest} turns"),
        _ => format!("Nobody has won after {thousands},{rest:03} turns"),
    }
}

pub(super) fn after_turns(turns: u32) -> String {
    match turns {
        1 => "After 1 turn.".to_owned(),
        turns => format!("After {turns} turns."),
    }
}

pub(super) fn recorded(file: &str) -> String {
    format!("The record: {file}")
}

pub(super) const KEPT: &str = "The game is kept: marchland-game play --resume goes on with it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_names_from_right_to_left() {
        assert_eq!(continent("Asia", 7, Some(3), 12), "Asia +7 · 3 of 12");
        let isolated = "\u{2068}آسيا\u{2069} +7 · 3 of 12";
        assert_eq!(continent("آسيا", 7, Some(3), 12), isolated);
    }
}
