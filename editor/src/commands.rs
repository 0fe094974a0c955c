//! Everything that can be done, in one table.

pub mod table;

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_ui::zoom::Zoom;

use self::table::{Entry, Menu};
use crate::scenery::{Ground, Layer};
use crate::tools::{Adjust, ToolKind};

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
    /// Name many territories by a list that was copied elsewhere.
    PasteNames,
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
    /// Strong contrasts, or the usual ones.
    ToggleContrast,
    /// Show everything larger, or smaller.
    Larger(bool),
    /// Show everything as large as usual.
    UsualSize,
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
    /// Change what the tool has in hand.
    Adjust(Adjust),
    /// Make one territory of those that are selected.
    Merge,
    /// Draw with other twins, or none.
    Symmetry,
    /// Let another part have what the whole had, or exchange the land of two.
    Exchange,
    /// Put the map onto a sheet of another size.
    Resize,
    /// Let specks and small gaps join what lies around them.
    Tidy,
    /// Give all territories other key colours.
    NewColours,
    /// Invent names and bonuses where there are none.
    Complete,
    /// Let lines that are drawn between territories join what lies on either side.
    Dissolve,
    /// Divide the selected territory.
    Divide,
    /// Take the thing of this index of a list.
    Pick(u8),
    /// Write a picture of the map.
    Export,
    /// To the start screen.
    Home,
    /// All commands, to choose from.
    Palette,
    /// All keys.
    Keys,
    /// Open a menu.
    Menu(Menu),
    /// What the land is coloured by.
    Ground(Ground),
    /// Show or hide a layer.
    Layer(Layer),
    /// Look for territories across water from each other.
    LookAcross,
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
                | Self::ToggleContrast
                | Self::Larger(_)
                | Self::UsualSize
                | Self::PlayTest
                | Self::PlayAgain
                | Self::Home
                | Self::Export
                | Self::Palette
        )
    }

    /// Whether it is no matter of the workbench.
    pub fn is_for_the_window(self) -> bool {
        self.is_of_the_application()
            || matches!(self, Self::Keys | Self::Menu(_) | Self::PasteNames)
    }

    /// What the table says of it.
    pub fn entry(self) -> Option<&'static Entry> {
        table::all().find(|entry| entry.command == self)
    }

    /// What it is called.
    pub fn words(self) -> &'static str {
        self.entry().map_or("", |entry| entry.words)
    }

    /// Its key, as it is written; empty if it has none.
    pub fn key(self) -> &'static str {
        let key = self.entry().and_then(|entry| entry.keys.first());
        key.copied().unwrap_or_default()
    }

    /// What a key means that no widget wanted.
    pub fn from_key(key: &Key, modifiers: Modifiers) -> Option<Self> {
        let mut all = table::all();
        let meant = all.find(|entry| entry.keys.iter().any(|it| is_written(it, key, modifiers)));
        meant.map(|entry| entry.command)
    }
}

/// Whether a key that was pressed is the one that is written like that.
fn is_written(written: &str, key: &Key, modifiers: Modifiers) -> bool {
    // A plus by itself is a key, too.
    let part = |text: &'static str| move |rest: &&str| rest.starts_with(text) && *rest != text;
    let command = Some(written).filter(part("Ctrl+"));
    let rest = command.map_or(written, |rest| &rest["Ctrl+".len()..]);
    let shift = Some(rest).filter(part("Shift+"));
    let rest = shift.map_or(rest, |rest| &rest["Shift+".len()..]);
    if modifiers.command() != command.is_some() {
        return false;
    }
    let same_shift = modifiers.shift() == shift.is_some();
    match key.as_ref() {
        // Which signs need Shift depends on the keyboard.
        Key::Character(c) => {
            let is_sign = !rest.starts_with(char::is_alphanumeric);
            c.to_lowercase() == rest.to_lowercase() && (is_sign || same_shift)
        }
        Key::Named(named) => name_of(named) == Some(rest) && same_shift,
        Key::Unidentified => false,
    }
}

fn name_of(named: Named) -> Option<&'static str> {
    Some(match named {
        Named::F2 => "F2",
        Named::F5 => "F5",
        Named::F8 => "F8",
        Named::F10 => "F10",
        Named::Space => "Space",
        Named::Tab => "Tab",
        Named::Enter => "Enter",
        Named::PageDown => "PageDown",
        Named::PageUp => "PageUp",
        Named::Escape => "Esc",
        Named::Delete => "Delete",
        Named::ArrowLeft => "←",
        Named::ArrowRight => "→",
        Named::ArrowUp => "↑",
        Named::ArrowDown => "↓",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use marchland_ui::zoom::Zoom;

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
        assert_eq!(
            character("P", Modifiers::CTRL | Modifiers::SHIFT),
            Some(Command::Palette)
        );
        let plus = Some(Command::Zoom(Zoom::In));
        assert_eq!(character("+", Modifiers::CTRL), plus);
        assert_eq!(character("+", Modifiers::SHIFT), plus);
        assert_eq!(character("0", Modifiers::empty()), None);
        let arrow = Key::Named(Named::ArrowUp);
        assert_eq!(
            Command::from_key(&arrow, Modifiers::SHIFT),
            Some(Command::Nudge(0, -10))
        );
    }

    #[test]
    fn nothing_stands_in_the_table_twice() {
        let mut commands = HashSet::new();
        let mut keys = HashSet::new();
        for entry in table::all() {
            assert!(commands.insert(entry.command), "{entry:?}");
            assert!(!entry.words.is_empty(), "{entry:?}");
            assert!(entry.keys.iter().all(|key| keys.insert(key)), "{entry:?}");
        }
        assert!(commands.len() > 60, "{}", commands.len());
    }
}
