//! The texts of saved games.

use super::dots;
use crate::conquest::bots::StrategyKind;

/// The heading of so many saved games.
pub(in crate::gui) fn head(games: usize) -> String {
    match games {
        1 => "Continue".to_owned(),
        games => format!("Continue one of {games} games"),
    }
}

/// A map, or a game and its board, with its turn; `None` before the first.
pub(in crate::gui) fn title(board: &str, turn: Option<u32>) -> String {
    match turn {
        Some(turn) => format!("{board}, turn {turn}"),
        None => format!("{board}, before the first turn"),
    }
}

pub(in crate::gui) fn dots_board(size: &str) -> String {
    format!("{}, {}", dots::TITLE, size.replace('x', " × "))
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

/// Why a saved game cannot be continued.
pub(in crate::gui) fn lost(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

/// A saved game that cannot be continued now.
pub(in crate::gui) fn not_continued(title: &str, why: &str) -> String {
    format!("{title} cannot be continued: {why}.")
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
