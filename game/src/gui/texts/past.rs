//! The texts of saved games and of records.

use marchland_files::plain;

use super::{YOU, dots};
use crate::conquest::bots::StrategyKind;
use crate::replay::End;

pub(in crate::gui) const REMOVE: &str = "Remove";
pub(in crate::gui) const REMOVE_HINT: &str =
    "The game cannot be continued then. Its records are kept.";
pub(in crate::gui) const RECORDS: &str = "Replay a record";

pub(in crate::gui) const HEAD: &str = "Continue a game";

/// A picture was requested of a later position than the record has.
pub(in crate::gui) fn turns_of_record(turns: usize) -> String {
    format!(
        "the record has {turns} turns: --turn is at most {}, for the end",
        turns + 1
    )
}

/// As [`turns_of_record`], for dots.
pub(in crate::gui) fn lines_of_record(lines: usize) -> String {
    format!("the record has {lines} lines: --turn is at most {lines}, for the end")
}

/// A map, or a game and its board, with its turn; `None` before the first.
pub(in crate::gui) fn title(board: &str, turn: Option<u32>) -> String {
    match turn {
        Some(turn) => format!("{board}, turn {turn}"),
        None => format!("{board}, before the first turn"),
    }
}

pub(in crate::gui) fn dots_board(size: &str) -> String {
    format!("{}, {}", dots::TITLE, plain(size).replace('x', " × "))
}

/// The opponents with their levels, which have settings of their own where they have no word.
pub(in crate::gui) fn against(opponents: &[(String, String)], is_dots: bool) -> String {
    let one = |(name, level): &(String, String)| {
        let word = if is_dots {
            dots::bot(level)
        } else {
            let kind = level.parse::<StrategyKind>();
            kind.map_or(level.as_str(), |kind| super::strategy(kind))
        };
        format!("{name} ({word})")
    };
    let all: Vec<String> = opponents.iter().map(one).collect();
    format!("against {}", all.join(", "))
}

/// A saved game that cannot be continued now.
pub(in crate::gui) fn not_continued(title: &str, why: &str) -> String {
    format!("{title} cannot be continued: {why}.")
}

/// The question whether a saved game is to be removed.
pub(in crate::gui) fn remove(title: &str) -> String {
    format!("Remove the saved game {title}?")
}

/// A saved game that was not removed.
pub(in crate::gui) fn not_removed(why: &str) -> String {
    format!("The game was not removed: {why}.")
}

/// A record: the map or board, the players, and how the game ended.
pub(in crate::gui) fn record<'a>(
    board: &str,
    players: impl Iterator<Item = &'a str>,
    end: End<&str>,
) -> String {
    let players = players.collect::<Vec<_>>().join(", ");
    let players = if players.is_empty() {
        players
    } else {
        format!(": {players}")
    };
    let end = match end {
        End::Won(YOU) => " – you won".to_owned(),
        End::Won(winner) => format!(" – {winner} won"),
        End::NobodyWon => " – nobody won".to_owned(),
        End::Unfinished => " – not finished".to_owned(),
    };
    format!("{board}{players}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_say_who_played_and_who_won() {
        let told = |end| record("World", ["You", "Ada"].into_iter(), end);
        assert_eq!(told(End::Won("You")), "World: You, Ada – you won");
        assert_eq!(told(End::Won("Ada")), "World: You, Ada – Ada won");
        assert_eq!(told(End::NobodyWon), "World: You, Ada – nobody won");
        let unnamed = record("World", std::iter::empty(), End::Unfinished);
        assert_eq!(unnamed, "World – not finished");
    }

    #[test]
    fn opponents_are_called_as_where_they_are_chosen() {
        let bots = [
            ("Ada", "hard"),
            ("Ben", "novice"),
            ("Cleo", "planner=a.xml"),
        ];
        let bots = bots.map(|(name, level)| (name.to_owned(), level.to_owned()));
        let told = "against Ada (Hard), Ben (Easy), Cleo (planner=a.xml)";
        assert_eq!(against(&bots, false), told);
        let bots = [("Ada".to_owned(), "greedy".to_owned())];
        assert_eq!(against(&bots, true), "against Ada (Normal)");
        assert_eq!(dots_board("7x4"), "Dots and Boxes, 7 × 4");
        let odd = dots_board("7\u{1b}x4");
        assert!(
            !odd.contains('\u{1b}'),
            "{odd:?}: a record may say anything"
        );
    }
}
