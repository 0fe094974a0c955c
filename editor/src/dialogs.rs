//! Modal dialogs: what they ask, and the answers. `screens::dialog` draws them.

use std::path::PathBuf;

use crate::comparing::Differences;
use crate::files::Part;
use crate::generating;
use crate::jobs::fresh_number;
use crate::names::Listed;
use crate::recovery::Orphan;
use crate::screens::generate;
use crate::sheets::NewSheet;

pub(crate) const PATH: &str = "path";

#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    Path(PathDialog),
    /// The size of a new sheet, or another way to start a map.
    New(NewSheet),
    Generate,
    /// Names from the clipboard, with the current names.
    Names(Listed, Vec<String>),
    Keys,
    /// Save before `then`?
    Unsaved(Then),
    /// Another program has changed the file to be saved.
    ChangedOutside(Option<Then>),
    /// Another program has changed the mask that was drawn on here.
    Repainted(AfterMask),
    NotSaved {
        /// The error and what to do.
        hint: String,
        target: Target,
        then: Option<Then>,
    },
    /// Waits for the running save, then continues.
    Waiting(Then),
    /// Recover this copy?
    Recover(Orphan, Compared),
    /// Discard this copy?
    Discard(Orphan),
    /// How the map differs from the version at this path.
    Differences(PathBuf, Differences),
    /// Leave the mask screen, lose its choices and continue?
    LeaveMask(Option<Then>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathDialog {
    /// Tells it from others: the system's file dialog may answer late.
    pub number: u64,
    pub purpose: Purpose,
    pub path: String,
    /// Why the path was rejected.
    pub error: Option<String>,
    /// The system's file dialog is unavailable.
    pub no_browser: bool,
    /// Runs after saving.
    pub then: Option<Then>,
    /// The missing recent map that this path replaces.
    pub instead: Option<String>,
    /// Work on the path is running.
    pub busy: bool,
    /// Overwrite an existing file.
    pub over: bool,
}

/// How a recovery copy differs from its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Compared {
    /// Not compared yet.
    #[default]
    No,
    /// Comparing.
    Looking,
    /// The differences, if there is a file, or why it cannot be compared.
    Told(Result<Option<Differences>, String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The map's own file.
    Here,
    /// The map's own file, despite changes by another program.
    Over,
    /// A new folder.
    Folder(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Mask,
    SaveAs,
    /// To save a map without a folder, so that its image can be drawn there.
    DrawPicture,
    Export,
    Domination,
    Locate(Part),
    Trace,
    Compare,
}

/// What follows once it is decided which mask to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AfterMask {
    Nothing,
    /// Save, then continue.
    Save(Target, Option<Then>),
}

/// What follows once the open map is saved or discarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    Close,
    AskOpen,
    AskNew,
    AskMask,
    AskGenerate,
    Home,
    Open(PathBuf),
}

/// An answer to a [`Dialog`].
#[derive(Debug, Clone)]
pub enum Message {
    /// The path as typed.
    Path(String),
    /// The sheet size as typed or chosen.
    Sheet(NewSheet),
    Generate(generating::Message),
    /// Use a mask instead of an empty sheet.
    FromMask,
    /// Use an empty sheet with a picture to trace.
    Trace,
    /// Open the system's file dialog.
    Browse,
    /// The system's file dialog returned.
    Browsed {
        /// The number of the dialog that asked.
        number: u64,
        path: Option<PathBuf>,
        /// Too fast for a person: there is no such dialog.
        at_once: bool,
    },
    Confirm,
    /// Save, then continue.
    Save,
    /// Discard the changes and go on.
    Discard,
    Overwrite,
    /// Load what another program wrote.
    Reload,
    /// Keep the own mask under another name.
    KeepMask,
    /// Retry.
    Again,
    Recover,
    /// Compare with the file.
    Compare,
    Cancel,
}

impl PathDialog {
    /// A dialog with a proposed path.
    pub fn new(purpose: Purpose, path: impl Into<String>) -> Self {
        Self {
            number: fresh_number(),
            purpose,
            path: path.into(),
            error: None,
            no_browser: false,
            then: None,
            instead: None,
            busy: false,
            over: false,
        }
    }

    /// Takes another path. What was said about the former one no longer holds.
    pub(crate) fn set_path(&mut self, path: String) {
        self.path = path;
        self.error = None;
        self.over = false;
    }

    pub(crate) fn is_ready(&self) -> bool {
        !self.path.trim().is_empty() && !self.busy
    }
}

impl Dialog {
    /// The answer of Enter: the main button, if enabled and not destructive.
    pub(crate) fn main(&self) -> Option<Message> {
        match self {
            Self::Path(dialog) => dialog.is_ready().then_some(Message::Confirm),
            Self::New(sheet) => sheet.size().map(|_| Message::Confirm),
            Self::Generate => Some(Message::Generate(generating::Message::Use)),
            Self::Unsaved(_) | Self::ChangedOutside(_) | Self::NotSaved { .. } => {
                Some(Message::Save)
            }
            Self::Repainted(_) => Some(Message::KeepMask),
            Self::Recover(..) => Some(Message::Recover),
            Self::Names(listed, _) => (!listed.names.is_empty()).then_some(Message::Confirm),
            Self::Keys | Self::Differences(..) => Some(Message::Cancel),
            Self::Waiting(_) | Self::Discard(_) | Self::LeaveMask(_) => None,
        }
    }

    /// The field that has the focus at first, and whether its text is selected.
    pub(crate) fn field(&self) -> Option<(&'static str, bool)> {
        match self {
            Self::Path(_) => Some((PATH, false)),
            Self::Generate => Some((generate::SEED, true)),
            _ => None,
        }
    }
}
