//! Everything that can be done by a key, in one list.

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_ui::zoom::Zoom;

use crate::tools::ToolKind;

/// Something the user can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Start a map: an empty sheet, or a mask.
    New,
    /// Start a map from a mask.
    NewFromMask,
    /// Make a map out of nothing.
    Generate,
    /// Open a map.
    Open,
    /// Writes the map into its file.
    Save,
    /// Save under another name.
    SaveAs,
    /// Take the mask as another program has painted it.
    Reload,
    /// Take the last step back.
    Undo,
    /// Make the step again.
    Redo,
    /// Take up a tool.
    Tool(ToolKind),
    /// Edit the name of what is selected.
    Rename,
    /// The next problem.
    NextProblem,
    /// The problem before.
    PreviousProblem,
    /// Show or hide the problems.
    ToggleProblems,
    /// Show or hide how the map plays.
    ToggleBalance,
    /// What can be done about the problem at hand.
    Fixes,
    /// Take what is chosen in a list.
    Confirm,
    /// Closer, farther, or all of the map.
    Zoom(Zoom),
    /// What is selected.
    ShowSelection,
    /// Move the pivot by so many pixels.
    Nudge(i32, i32),
    /// Link the proposed neighbours.
    Accept,
    /// Shut the border of the proposed neighbours.
    Reject,
    /// Link all neighbours that are proposed.
    AcceptAll,
    /// Take what is selected out of the map.
    Delete,
    /// Select all territories.
    SelectAll,
    /// Find a territory.
    Find,
    /// Drop what was begun, then what is selected.
    Cancel,
    /// Light or dark.
    ToggleTheme,
    /// A game on the map; back to editing.
    PlayTest,
    /// The last play-test again, from its beginning.
    PlayAgain,
    /// Tick what is chosen in a list.
    Tick,
    /// Go to the next thing that the keyboard can reach.
    FocusNext,
    /// Go to the one before.
    FocusPrevious,
    /// What is still to be done, one thing at a time.
    NextStep,
    /// Select the territory that is so many further in the outline, besides
    /// those that are selected or instead of them.
    Walk(i8, bool),
    /// Make a continent of what is selected.
    Group,
    /// A wider brush, or a narrower one.
    Wider(bool),
    /// Make one territory of those that are selected.
    Merge,
    /// Divide the selected territory.
    Divide,
    /// Take the thing of this index of a list.
    Pick(u8),
}

impl Command {
    /// Whether it means the same on every screen.
    pub fn is_of_the_application(self) -> bool {
        matches!(
            self,
            Self::New
                | Self::NewFromMask
                | Self::Generate
                | Self::Open
                | Self::Save
                | Self::SaveAs
                | Self::Reload
                | Self::ToggleTheme
                | Self::PlayTest
                | Self::PlayAgain
        )
    }

    /// What a key means that no widget wanted.
    pub fn from_key(key: &Key, modifiers: Modifiers) -> Option<Self> {
        let (command, shift) = (modifiers.command(), modifiers.shift());
        let step = if shift { 10 } else { 1 };
        Some(match key.as_ref() {
            Key::Character(c) => match (c.to_lowercase().as_str(), command, shift) {
                ("n", true, false) => Self::New,
                ("n", true, true) => Self::NewFromMask,
                ("g", true, _) => Self::Generate,
                ("o", true, _) => Self::Open,
                ("s", true, false) => Self::Save,
                ("s", true, true) => Self::SaveAs,
                ("r", true, _) => Self::Reload,
                ("z", true, false) => Self::Undo,
                ("z", true, true) | ("y", true, _) => Self::Redo,
                ("a", true, _) => Self::SelectAll,
                ("p" | "f", true, _) => Self::Find,
                ("0", true, _) => Self::Zoom(Zoom::Actual),
                ("+" | "=", _, _) => Self::Zoom(Zoom::In),
                ("-" | "_", _, _) => Self::Zoom(Zoom::Out),
                ("!", false, _) | ("1", false, true) => Self::Zoom(Zoom::Whole),
                ("v", false, false) => Self::Tool(ToolKind::Select),
                ("p", false, false) => Self::Tool(ToolKind::Pivot),
                ("l", false, false) => Self::Tool(ToolKind::Link),
                ("c", false, false) => Self::Tool(ToolKind::Continent),
                ("o", false, false) => Self::Tool(ToolKind::Odds),
                ("b", false, true) => Self::ToggleBalance,
                ("b", false, false) => Self::Tool(ToolKind::Brush),
                ("a", false, false) => Self::Tool(ToolKind::Area),
                ("k", false, false) => Self::Tool(ToolKind::Cut),
                ("f", false, false) => Self::Tool(ToolKind::Fill),
                ("m", false, false) => Self::Merge,
                ("d", false, false) => Self::Divide,
                ("[", false, _) => Self::Wider(false),
                ("]", false, _) => Self::Wider(true),
                ("z", false, false) => Self::ShowSelection,
                ("y", false, false) => Self::Accept,
                ("y", false, true) => Self::AcceptAll,
                ("n", false, false) => Self::Reject,
                ("g", false, false) => Self::Group,
                ("i", false, false) => Self::ToggleProblems,
                (".", true, _) => Self::Fixes,
                (digit, false, false) => {
                    let digit = digit.parse::<u8>().ok()?;
                    Self::Pick(digit.checked_sub(1)?)
                }
                _ => return None,
            },
            Key::Named(named) => match named {
                Named::F2 => Self::Rename,
                Named::F5 if shift => Self::PlayAgain,
                Named::F5 => Self::PlayTest,
                Named::Space => Self::Tick,
                Named::Tab if shift => Self::FocusPrevious,
                Named::Tab => Self::FocusNext,
                Named::Enter if command => Self::NextStep,
                Named::Enter => Self::Confirm,
                Named::PageDown => Self::Walk(1, shift),
                Named::PageUp => Self::Walk(-1, shift),
                Named::F8 if shift => Self::PreviousProblem,
                Named::F8 => Self::NextProblem,
                Named::Escape => Self::Cancel,
                Named::Delete => Self::Delete,
                Named::ArrowLeft => Self::Nudge(-step, 0),
                Named::ArrowRight => Self::Nudge(step, 0),
                Named::ArrowUp => Self::Nudge(0, -step),
                Named::ArrowDown => Self::Nudge(0, step),
                _ => return None,
            },
            Key::Unidentified => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_they_should() {
        let character =
            |c: &str, modifiers| Command::from_key(&Key::Character(c.into()), modifiers);
        assert_eq!(character("z", Modifiers::CTRL), Some(Command::Undo));
        assert_eq!(
            character("Z", Modifiers::CTRL | Modifiers::SHIFT),
            Some(Command::Redo)
        );
        assert_eq!(
            character("z", Modifiers::empty()),
            Some(Command::ShowSelection)
        );
        assert_eq!(
            character("!", Modifiers::SHIFT),
            Some(Command::Zoom(Zoom::Whole))
        );
        let arrow = Key::Named(Named::ArrowUp);
        assert_eq!(
            Command::from_key(&arrow, Modifiers::SHIFT),
            Some(Command::Nudge(0, -10))
        );
    }
}
