//! Questions that must be answered before anything else.

use std::path::PathBuf;

use iced::widget::{column, container, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::dialog;
use marchland_ui::parts::{body, caption, heading, input, labelled, list, worded};
use marchland_ui::theme::{self, space as gap};

use crate::files::Part;
use crate::generating::{self, Generating};
use crate::names::Listed;
use crate::recovery::Orphan;
use crate::screens::{generate, keys};
use crate::sheets::NewSheet;
use crate::texts;

pub(crate) const PATH: &str = "path";
const WIDTH: &str = "width";
const HEIGHT: &str = "height";

/// What the user is asked before anything else goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// For a path.
    Path(PathDialog),
    /// How large the sheet of a new map is to be, or what it is to be made of.
    New(NewSheet),
    /// What a map out of nothing is to be like.
    Generate,
    /// Names that were copied: are these meant? With what the territories are called now.
    Names(Listed, Vec<String>),
    /// All keys, to be read.
    Keys,
    /// The map is not saved: what about it, before `then`?
    Unsaved(Then),
    /// Another program has changed the file that was to be saved, before
    /// something else.
    ChangedOutside(Option<Then>),
    /// The map could not be saved.
    NotSaved {
        /// Which file, and why.
        error: String,
        /// Where it was to be written.
        target: Target,
        /// What was to follow.
        then: Option<Then>,
    },
    /// The map is being saved; then this follows.
    Waiting(Then),
    /// Changes of the map were left behind: are they to be recovered?
    Recover(Orphan, Compared),
    /// Are they to be thrown away?
    Discard(Orphan),
    /// What was said of a mask's colours goes with its screen: leave it?
    LeaveMask,
}

/// A question for a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathDialog {
    /// What the path that is typed is for.
    pub purpose: Purpose,
    /// What is typed so far.
    pub path: String,
    /// Why the path was refused.
    pub error: Option<String>,
    /// The system's own dialog is not to be had.
    pub no_browser: bool,
    /// What comes once the map is saved.
    pub then: Option<Then>,
    /// The map opened last that is not there any more, to be replaced.
    pub instead: Option<String>,
    /// The path is being worked on.
    pub busy: bool,
    /// What is there is to be written over.
    pub over: bool,
}

/// In what a copy of unsaved work differs from the map's file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Compared {
    /// Nobody has asked.
    #[default]
    No,
    /// It is being looked at.
    Looking,
    /// In this, in words.
    Told(String),
}

/// Where to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Where the map is.
    Here,
    /// There, too, over what another program wrote meanwhile.
    Over,
    /// Into this folder.
    Folder(PathBuf),
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
    /// A file for a picture of the map.
    Export,
    /// A file of the map that is missing.
    Locate(Part),
    /// A picture to draw after.
    Trace,
}

/// What to do once the map on the workbench is dealt with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Close the window.
    Close,
    /// Ask for a map to open.
    AskOpen,
    /// Ask what a new map is to begin with.
    AskNew,
    /// Ask for a mask.
    AskMask,
    /// Ask what a map out of nothing is to be like.
    AskGenerate,
    /// Go to the start screen.
    Home,
    /// Open this map or mask.
    Open(PathBuf),
}

/// What the user answered to a [`Dialog`].
#[derive(Debug, Clone)]
pub enum Message {
    /// The path as it is typed.
    Path(String),
    /// The size of a sheet as it is typed, or chosen.
    Sheet(NewSheet),
    /// About a map out of nothing.
    Generate(generating::Message),
    /// A mask instead of an empty sheet.
    FromMask,
    /// An empty sheet with a picture under it, to draw after.
    Trace,
    /// Ask the system's own dialog.
    Browse,
    /// The system's own dialog came back, perhaps at once.
    Browsed {
        /// What was chosen.
        path: Option<PathBuf>,
        /// It came back so fast that nobody can have seen it.
        at_once: bool,
    },
    /// Go ahead with the path.
    Confirm,
    /// Save the map, then go on.
    Save,
    /// Do without saving.
    Discard,
    /// Write over what another program wrote.
    Overwrite,
    /// Show what another program wrote.
    Reload,
    /// Try once more.
    Again,
    /// Recover what was left behind.
    Recover,
    /// Say first in what it differs from the file.
    Compare,
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
            instead: None,
            busy: false,
            over: false,
        }
    }

    fn is_ready(&self) -> bool {
        !self.path.trim().is_empty() && !self.busy
    }
}

impl Dialog {
    /// What Enter answers: the main button, if it can be pressed and takes
    /// nothing away.
    pub(crate) fn main(&self) -> Option<Message> {
        match self {
            Self::Path(dialog) => dialog.is_ready().then_some(Message::Confirm),
            Self::New(sheet) => sheet.size().map(|_| Message::Confirm),
            Self::Generate => Some(Message::Generate(generating::Message::Use)),
            Self::Unsaved(_) | Self::ChangedOutside(_) | Self::NotSaved { .. } => {
                Some(Message::Save)
            }
            Self::Recover(..) => Some(Message::Recover),
            Self::Names(listed, _) => (!listed.names.is_empty()).then_some(Message::Confirm),
            Self::Keys => Some(Message::Cancel),
            Self::Waiting(_) | Self::Discard(_) | Self::LeaveMask => None,
        }
    }
}

/// What dialogs speak of besides what they ask.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// What is given up here can be recovered.
    pub(crate) keeps: bool,
    /// What the map is called that is open.
    pub(crate) name: &'a str,
    /// Its file, or what it was made of.
    pub(crate) file: &'a str,
    pub(crate) is_saved: bool,
    /// The map out of nothing that is wished for.
    pub(crate) generating: &'a Generating,
}

/// A dialog over the screen behind it, which steps back.
pub(crate) fn view<'a>(dialog: &'a Dialog, map: About<'a>) -> Element<'a, Message> {
    let content = match dialog {
        Dialog::Path(dialog) => path(dialog),
        Dialog::New(sheet) => new(sheet),
        Dialog::Generate => {
            let content = generate::view(map.generating).map(Message::Generate);
            return dialog::wide(content, generate::WIDTH, Message::Cancel);
        }
        Dialog::Keys => {
            let content = keys::view(Message::Cancel);
            return dialog::wide(content, keys::WIDTH, Message::Cancel);
        }
        Dialog::Names(listed, now) => names(listed, now),
        Dialog::Unsaved(then) => unsaved(then, map),
        Dialog::ChangedOutside(_) => changed(map.keeps),
        Dialog::NotSaved { error, .. } => not_saved(error),
        Dialog::Waiting(then) => waiting(then),
        Dialog::Recover(orphan, compared) => recover(orphan, compared),
        Dialog::Discard(orphan) => discard(orphan),
        Dialog::LeaveMask => leave_mask(),
    };
    dialog::over(content, Message::Cancel)
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
        Purpose::Export => (
            texts::EXPORT_TITLE,
            texts::EXPORT_HINT,
            if dialog.over {
                texts::OVERWRITE
            } else {
                texts::DRAW_PICTURE
            },
            Icon::Image,
        ),
        Purpose::Trace => (
            texts::TRACE_TITLE,
            texts::TRACE_HINT,
            texts::SHOW_PICTURE,
            Icon::Image,
        ),
        Purpose::SaveAs => (texts::SAVE_TITLE, texts::SAVE_HINT, texts::SAVE, Icon::Save),
        Purpose::Locate(Part::Mask) => (
            texts::LOCATE_MASK,
            texts::LOCATE_MASK_HINT,
            texts::USE_FILE,
            Icon::FileSearch,
        ),
        Purpose::Locate(Part::Picture) => (
            texts::LOCATE_PICTURE,
            texts::LOCATE_PICTURE_HINT,
            texts::USE_FILE,
            Icon::FileSearch,
        ),
    };
    let go = if dialog.busy { texts::SAVING } else { go };
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
    content
        .push(
            row![
                space().width(Fill),
                worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
                labelled(
                    symbol,
                    go,
                    dialog.is_ready().then_some(Message::Confirm),
                    theme::primary
                ),
            ]
            .spacing(gap::S),
        )
        .into()
}

fn new(sheet: &NewSheet) -> Element<'_, Message> {
    let side = |value: &str, id: &'static str, make: fn(&NewSheet, String) -> NewSheet| {
        let sheet = sheet.clone();
        let side = input("", value, move |text| Message::Sheet(make(&sheet, text)))
            .id(id)
            .on_submit(Message::Confirm)
            .width(84);
        let is_wrong = value
            .trim()
            .parse()
            .map_or(true, |side| !NewSheet::SIDES.contains(&side));
        if is_wrong {
            side.style(theme::wrong_input)
        } else {
            side
        }
    };
    let sizes = NewSheet::SIZES.into_iter().zip(texts::SHEET_SIZES);
    let sizes = sizes.map(|(size, name)| {
        let style = if sheet.size() == Some(size) {
            theme::primary
        } else {
            theme::secondary
        };
        worded(name, Some(Message::Sheet(NewSheet::of(size))), style)
    });
    let width = side(&sheet.width, WIDTH, |sheet, width| NewSheet {
        width,
        ..sheet.clone()
    });
    let height = side(&sheet.height, HEIGHT, |sheet, height| NewSheet {
        height,
        ..sheet.clone()
    });
    let mut content = column![
        heading(texts::NEW_TITLE),
        caption(texts::NEW_HINT),
        row(sizes).spacing(gap::S),
        row![
            width,
            body("×"),
            height,
            body(texts::PIXELS).style(theme::muted)
        ]
        .spacing(gap::S)
        .align_y(Center),
    ]
    .spacing(gap::M);
    if sheet.size().is_none() {
        let (least, most) = (*NewSheet::SIDES.start(), *NewSheet::SIDES.end());
        content = content.push(body(texts::sides(least, most)).style(theme::bad));
    }
    content
        .push(
            row![
                worded(texts::FROM_MASK, Some(Message::FromMask), theme::secondary),
                worded(
                    texts::TRACE_NEW,
                    sheet.size().map(|_| Message::Trace),
                    theme::secondary
                ),
                space().width(Fill),
                worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
                labelled(
                    Icon::Brush,
                    texts::BEGIN_DRAWING,
                    sheet.size().map(|_| Message::Confirm),
                    theme::primary
                ),
            ]
            .spacing(gap::S),
        )
        .into()
}

fn names<'a>(listed: &'a Listed, now: &'a [String]) -> Element<'a, Message> {
    /// Lines that are shown.
    const MOST: usize = 200;
    let lines = listed.names.iter().zip(now).take(MOST);
    let lines = lines.map(|(of, now)| {
        let name = texts::name_in(&of.name, of.lang.as_deref());
        row![
            container(cut(now, theme::muted)).width(Fill),
            body("→").style(theme::muted),
            container(cut(name, theme::plain_text)).width(Fill),
        ]
        .spacing(gap::S)
        .into()
    });
    let mut lines = column(lines).spacing(gap::XS).padding([0.0, gap::M]);
    if let Some(more) = listed.names.len().checked_sub(MOST + 1) {
        lines = lines.push(caption(texts::and_more(more + 1)));
    }
    if listed.left > 0 {
        lines = lines.push(body(texts::names_left(listed.left)).style(theme::warn));
    }
    let count = listed.territories();
    column![
        heading(texts::PASTE_NAMES),
        caption(texts::NAMES_HINT),
        list(lines, "names").height(280),
        row![
            space().width(Fill),
            worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
            labelled(
                Icon::Check,
                texts::name_these(count),
                (count > 0).then_some(Message::Confirm),
                theme::primary
            ),
        ]
        .spacing(gap::S),
    ]
    .spacing(gap::M)
    .into()
}

/// A question with a way out, and other answers; what takes something away apart.
fn question<'a>(
    title: String,
    hint: String,
    apart: Option<Element<'a, Message>>,
    answers: Vec<Element<'a, Message>>,
) -> Element<'a, Message> {
    let cancel = worded(texts::CANCEL, Some(Message::Cancel), theme::secondary);
    let answers = std::iter::once(cancel).chain(answers).collect();
    dialog::question(title, hint, apart, answers)
}

fn unsaved<'a>(then: &Then, map: About<'_>) -> Element<'a, Message> {
    let without = match then {
        Then::Close => texts::CLOSE_UNSAVED,
        _ => texts::GO_ON_UNSAVED,
    };
    let save = labelled(Icon::Save, texts::SAVE, Some(Message::Save), theme::primary);
    question(
        texts::UNSAVED_TITLE.to_owned(),
        texts::unsaved_hint(map.name, map.file, map.is_saved),
        Some(worded(without, Some(Message::Discard), theme::danger)),
        vec![save],
    )
}

fn save_as<'a>() -> Element<'a, Message> {
    let message = Some(Message::Save);
    labelled(Icon::Save, texts::SAVE_AS, message, theme::primary)
}

fn changed<'a>(keeps: bool) -> Element<'a, Message> {
    let reload = worded(texts::RELOAD, Some(Message::Reload), theme::secondary);
    question(
        texts::CHANGED_TITLE.to_owned(),
        texts::changed_hint(keeps),
        Some(worded(
            texts::OVERWRITE,
            Some(Message::Overwrite),
            theme::danger,
        )),
        vec![reload, save_as()],
    )
}

fn not_saved<'a>(error: &str) -> Element<'a, Message> {
    let again = worded(texts::TRY_AGAIN, Some(Message::Again), theme::secondary);
    question(
        texts::NOT_SAVED_TITLE.to_owned(),
        texts::not_saved_hint(error),
        None,
        vec![again, save_as()],
    )
}

fn waiting<'a>(then: &Then) -> Element<'a, Message> {
    let hint = match then {
        Then::Close => texts::WAITING_CLOSE,
        _ => texts::WAITING_OPEN,
    };
    question(texts::SAVING.to_owned(), hint.to_owned(), None, Vec::new())
}

fn recover<'a>(orphan: &Orphan, compared: &Compared) -> Element<'a, Message> {
    let recover = Some(Message::Recover);
    let hint = texts::recover_hint(orphan.written);
    let (hint, compare) = match compared {
        Compared::No => (hint, Some(Message::Compare)),
        Compared::Looking => (format!("{hint}\n\n{}", texts::COMPARING), None),
        Compared::Told(words) => (format!("{hint}\n\n{words}"), None),
    };
    question(
        texts::RECOVER_TITLE.to_owned(),
        hint,
        None,
        vec![
            worded(texts::COMPARE, compare, theme::secondary),
            labelled(Icon::History, texts::RECOVER, recover, theme::primary),
        ],
    )
}

fn discard<'a>(orphan: &Orphan) -> Element<'a, Message> {
    let discard = Some(Message::Discard);
    let name = texts::map_name(orphan.about.name.as_deref());
    question(
        texts::discard_title(name),
        texts::discard_hint(orphan.written),
        None,
        vec![labelled(
            Icon::Trash2,
            texts::DISCARD,
            discard,
            theme::danger,
        )],
    )
}

fn leave_mask<'a>() -> Element<'a, Message> {
    let leave = Some(Message::Discard);
    question(
        texts::LEAVE_MASK_TITLE.to_owned(),
        texts::LEAVE_MASK_HINT.to_owned(),
        None,
        vec![worded(texts::LEAVE_MASK, leave, theme::danger)],
    )
}
