//! Questions that must be answered before anything else.

use iced::widget::{column, container, mouse_area, opaque, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;

use crate::parts::{body, caption, heading, input, labelled, worded};
use crate::texts;
use crate::theme::{self, space as gap};

/// The field a path is typed into.
pub(crate) const PATH: &str = "path";

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// For a path.
    Path(PathDialog),
    /// The map is not saved: what about it, before `then`?
    Unsaved(Then),
    /// Another program has changed the file.
    ChangedOutside,
}

/// A question for a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathDialog {
    /// What for.
    pub purpose: Purpose,
    /// What is typed so far.
    pub path: String,
    /// Why the path was refused.
    pub error: Option<String>,
    /// The system's own dialog is not to be had.
    pub no_browser: bool,
    /// What comes once the map is saved.
    pub then: Option<Then>,
}

/// What a path is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A map to open.
    Open,
    /// A mask to make a map from.
    Mask,
    /// A folder to save into.
    SaveAs,
}

/// What to do once the map on the workbench is dealt with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Close the window.
    Close,
    /// Ask for a map to open.
    AskOpen,
    /// Ask for a mask.
    AskMask,
}

/// An answer.
#[derive(Debug, Clone)]
pub enum Message {
    /// The path as it is typed.
    Path(String),
    /// Ask the system's own dialog.
    Browse,
    /// The system's own dialog came back, perhaps at once.
    Browsed {
        /// What was chosen.
        path: Option<std::path::PathBuf>,
        /// It came back so fast that nobody can have seen it.
        at_once: bool,
    },
    /// Go ahead with the path.
    Confirm,
    /// Save first.
    Save,
    /// Do without saving.
    Discard,
    /// Write over what another program wrote.
    Overwrite,
    /// Drop the question.
    Cancel,
}

impl PathDialog {
    /// Asks for a path, with a first proposal.
    pub fn new(purpose: Purpose, path: impl Into<String>) -> Self {
        Self {
            purpose,
            path: path.into(),
            error: None,
            no_browser: false,
            then: None,
        }
    }
}

/// A dialog over the screen behind it, which steps back.
pub(crate) fn view(dialog: &Dialog) -> Element<'_, Message> {
    let content = match dialog {
        Dialog::Path(dialog) => path(dialog),
        Dialog::Unsaved(then) => unsaved(then),
        Dialog::ChangedOutside => changed(),
    };
    let card = container(content)
        .padding(gap::XL)
        .width(520)
        .style(theme::raised);
    let around = container(opaque(card)).center(Fill).style(theme::veil);
    opaque(mouse_area(around).on_press(Message::Cancel))
}

fn path(dialog: &PathDialog) -> Element<'_, Message> {
    let (title, hint, go, symbol) = match dialog.purpose {
        Purpose::Open => (
            texts::OPEN_TITLE,
            texts::OPEN_HINT,
            texts::OPEN,
            Icon::FolderOpen,
        ),
        Purpose::Mask => (
            texts::MASK_TITLE,
            texts::MASK_HINT,
            texts::READ_MASK,
            Icon::FilePlus,
        ),
        Purpose::SaveAs => (texts::SAVE_TITLE, texts::SAVE_HINT, texts::SAVE, Icon::Save),
    };
    let field = input(texts::PATH_HINT, &dialog.path, Message::Path)
        .id(PATH)
        .on_submit(Message::Confirm);
    let field = if dialog.error.is_some() {
        field.style(theme::wrong_input)
    } else {
        field
    };
    let mut content = column![
        heading(title),
        caption(hint),
        row![
            container(field).width(Fill),
            worded(texts::BROWSE, Some(Message::Browse), theme::secondary)
        ]
        .spacing(gap::S)
        .align_y(Center),
    ]
    .spacing(gap::M);
    if let Some(error) = &dialog.error {
        content = content.push(body(error).style(theme::bad));
    } else if dialog.no_browser {
        content = content.push(caption(texts::NO_BROWSER));
    }
    let ready = !dialog.path.trim().is_empty();
    content
        .push(
            row![
                space().width(Fill),
                worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
                labelled(
                    symbol,
                    go,
                    ready.then_some(Message::Confirm),
                    theme::primary
                ),
            ]
            .spacing(gap::S),
        )
        .into()
}

fn unsaved<'a>(then: &Then) -> Element<'a, Message> {
    let without = match then {
        Then::Close => texts::CLOSE_UNSAVED,
        Then::AskOpen | Then::AskMask => texts::GO_ON_UNSAVED,
    };
    column![
        heading(texts::UNSAVED_TITLE),
        body(texts::UNSAVED_HINT).style(theme::muted),
        row![
            worded(without, Some(Message::Discard), theme::danger),
            space().width(Fill),
            worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
            labelled(Icon::Save, texts::SAVE, Some(Message::Save), theme::primary),
        ]
        .spacing(gap::S),
    ]
    .spacing(gap::M)
    .into()
}

fn changed<'a>() -> Element<'a, Message> {
    column![
        heading(texts::CHANGED_TITLE),
        body(texts::CHANGED_HINT).style(theme::muted),
        row![
            worded(texts::OVERWRITE, Some(Message::Overwrite), theme::danger),
            space().width(Fill),
            worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
            labelled(
                Icon::Save,
                texts::SAVE_AS,
                Some(Message::Save),
                theme::primary
            ),
        ]
        .spacing(gap::S),
    ]
    .spacing(gap::M)
    .into()
}
