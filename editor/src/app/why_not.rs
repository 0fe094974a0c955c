//! Which commands are available on any screen.

use super::{App, Screen};
use crate::commands::Command;
use crate::texts;

impl App {
    /// Why a command is unavailable now, if it is.
    pub fn why_not(&self, command: Command) -> Option<String> {
        let anywhere = matches!(
            command,
            Command::New
                | Command::NewFromMask
                | Command::Generate
                | Command::Open
                | Command::Quit
                | Command::Palette
                | Command::Keys
                | Command::ToggleTheme
                | Command::ToggleContrast
                | Command::UsualSize
        );
        if anywhere {
            return None;
        }
        if let Command::Larger(larger) = command {
            let why = if larger {
                texts::NO_LARGER
            } else {
                texts::NO_SMALLER
            };
            return (!self.may_be_shown(larger)).then(|| why.to_owned());
        }
        let why = match &self.screen {
            Screen::Start => texts::NO_MAP_OPEN,
            Screen::FromMask(_) if command == Command::Home => return None,
            Screen::FromMask(_) => texts::NOT_OF_A_MASK,
            Screen::Workspace(open) => match command {
                Command::Save if open.home.is_savable() && open.workspace.document.is_saved() => {
                    texts::ALL_SAVED
                }
                Command::Export | Command::ExportDomination
                    if open.workspace.document.land().is_none() =>
                {
                    texts::NO_MASK
                }
                Command::PlayTest
                | Command::PlayAgain
                | Command::Home
                | Command::Save
                | Command::SaveAs
                | Command::Export
                | Command::ExportDomination
                | Command::Compare => return None,
                _ if open.playtest.is_some() => texts::NOT_WHILE_PLAYING,
                _ => return open.workspace.why_not(command),
            },
        };
        Some(why.to_owned())
    }
}
