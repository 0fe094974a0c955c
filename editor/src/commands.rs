//! All commands of the editor.

pub mod table;

use iced::keyboard::{Key, Modifiers, key::Named};
use marchland_ui::zoom::Zoom;

use self::table::{Entry, Menu};
use crate::scenery::{Ground, Layer};
use crate::tools::{Adjust, ToolKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Open the dialog for an empty sheet.
    New,
    /// Create a map from a mask or another file.
    NewFromMask,
    Generate,
    Open,
    /// Close the window.
    Quit,
    /// Compare the map with another version.
    Compare,
    Save,
    SaveAs,
    /// Reload the mask that another program has changed.
    Reload,
    Undo,
    Redo,
    Tool(ToolKind),
    Rename,
    /// Name territories from the clipboard.
    PasteNames,
    NextIssue,
    PreviousIssue,
    ToggleIssues,
    ToggleBalance,
    /// List the fixes of the current issue.
    Fixes,
    /// Confirm, or finish drawing.
    Confirm,
    /// Drop the last corner of the line being drawn.
    TakeBack,
    Zoom(Zoom),
    ShowSelection,
    /// Move the pivot by this many pixels, or move in a list.
    Nudge(i32, i32),
    Accept,
    /// Close the border of the proposed pair.
    Reject,
    AcceptAll,
    /// Remove the selection from the map.
    Delete,
    SelectAll,
    Find,
    /// Cancel the current action, then clear the selection.
    Cancel,
    ToggleTheme,
    ToggleContrast,
    /// Scale the interface up or down.
    Larger(bool),
    /// Reset the interface scale.
    UsualSize,
    PlayTest,
    /// Restart the last play-test.
    PlayAgain,
    /// Tick the highlighted entry; try another variant.
    Tick,
    FocusNext,
    FocusPrevious,
    NextStep,
    /// Select the territory this many rows on in the outline; `true` extends the selection.
    Walk(i8, bool),
    Group,
    /// Widen or narrow the brush.
    Wider(bool),
    /// Change what the tool is holding.
    Adjust(Adjust),
    Merge,
    /// Cycle the symmetry mode.
    Symmetry,
    /// Swap the land of two territories.
    Exchange,
    Resize,
    /// Merge specks and small gaps into their surroundings.
    Tidy,
    NewColours,
    /// Fill in missing names and bonuses.
    Complete,
    /// Remove the separators of the mask.
    Dissolve,
    Divide,
    /// Choose the entry with this index.
    Pick(u8),
    Export,
    ExportDomination,
    /// Use another file as the map image.
    ChoosePicture,
    /// Draw the map image and save the map.
    DrawPicture,
    /// Take the image from the map; its file stays.
    RemovePicture,
    Home,
    Palette,
    Keys,
    Menu(Menu),
    /// Choose the base colours of the map.
    Ground(Ground),
    Layer(Layer),
    /// Search for links by sea.
    LookAcross,
}

impl Command {
    /// Whether a text field gets the focus in the workspace.
    pub fn focuses_field(self) -> bool {
        matches!(
            self,
            Self::Find | Self::Group | Self::Palette | Self::Rename
        )
    }

    /// Whether it has the same meaning on every screen.
    pub fn is_of_the_application(self) -> bool {
        matches!(
            self,
            Self::New
                | Self::NewFromMask
                | Self::Generate
                | Self::Open
                | Self::Quit
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
                | Self::ExportDomination
                | Self::ChoosePicture
                | Self::DrawPicture
                | Self::RemovePicture
                | Self::Palette
        )
    }

    /// Whether the application handles it, not the workspace.
    pub fn is_for_the_window(self) -> bool {
        self.is_of_the_application()
            || matches!(self, Self::Keys | Self::Menu(_) | Self::PasteNames)
    }

    /// Whether it changes neither the map nor what is being done to it.
    pub fn keeps_map(self) -> bool {
        self.is_for_the_window()
            || matches!(
                self,
                Self::Zoom(_)
                    | Self::ShowSelection
                    | Self::Ground(_)
                    | Self::Layer(_)
                    | Self::ToggleIssues
                    | Self::ToggleBalance
            )
    }

    /// Whether it closes an open list of fixes and is carried out. Words may be typed at the list, so
    /// no key reaches the map that would change it.
    pub fn passes_fixes(self) -> bool {
        self.keeps_map() || matches!(self, Self::Find | Self::NextIssue | Self::PreviousIssue)
    }

    /// Its row in the table.
    pub fn entry(self) -> Option<&'static Entry> {
        table::all().find(|entry| entry.command == self)
    }

    pub fn words(self) -> &'static str {
        self.entry().map_or("", |entry| entry.words)
    }

    /// Its first shortcut; empty if it has none.
    pub fn key(self) -> &'static str {
        let key = self.entry().and_then(|entry| entry.keys.first());
        key.copied().unwrap_or_default()
    }

    /// The command of a key that no widget captured.
    pub fn from_key(key: &Key, modifiers: Modifiers) -> Option<Self> {
        let mut all = table::all();
        let meant = all.find(|entry| entry.keys.iter().any(|it| is_written(it, key, modifiers)));
        meant.map(|entry| entry.command)
    }
}

/// Whether the pressed key matches a written one.
fn is_written(written: &str, key: &Key, modifiers: Modifiers) -> bool {
    // A plus by itself is a key.
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
        // Whether a sign needs Shift depends on the keyboard layout.
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
        Named::Backspace => "Backspace",
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
    fn commands_and_keys_are_unique() {
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
