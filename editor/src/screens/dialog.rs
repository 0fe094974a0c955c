//! What modal dialogs look like.

use std::path::Path;

use iced::widget::{column, container, row};
use iced::{Center, Element, Fill, Padding};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::dialog;
use marchland_ui::parts::{body, caption, heading, input, labelled, list, worded};
use marchland_ui::theme::{self, space as gap};

use super::{generate, keys};
use crate::comparing::Differences;
use crate::dialogs::{AfterMask, Compared, Dialog, Message, PATH, PathDialog, Purpose, Then};
use crate::files::Part;
use crate::generating::Generating;
use crate::names::Listed;
use crate::recovery::Orphan;
use crate::sheets::NewSheet;
use crate::texts;

const WIDTH: &str = "width";
const HEIGHT: &str = "height";

#[derive(Debug, Clone, Copy)]
pub(crate) struct DialogContext<'a> {
    /// Discarded changes can be recovered.
    pub(crate) keeps: bool,
    pub(crate) name: &'a str,
    /// Its file, or what it was made from.
    pub(crate) file: &'a str,
    pub(crate) is_saved: bool,
    /// It can be saved in place.
    pub(crate) is_savable: bool,
    pub(crate) generating: &'a Generating,
}

/// A dialog over the dimmed screen.
pub(crate) fn view<'a>(dialog: &'a Dialog, map: DialogContext<'a>) -> Element<'a, Message> {
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
        Dialog::ChangedOutside(_) => changed(map.keeps, map.is_savable),
        Dialog::Repainted(after) => repainted(after),
        Dialog::NotSaved { hint, .. } => not_saved(hint),
        Dialog::Waiting(then) => waiting(then),
        Dialog::Recover(orphan, compared) => recover(orphan, compared),
        Dialog::Discard(orphan) => discard(orphan),
        Dialog::Differences(path, differences) => differs(path, differences),
        Dialog::LeaveMask(_) => leave_mask(),
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
            texts::FROM_FILE_TITLE,
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
                texts::EXPORT_NOW
            },
            Icon::Image,
        ),
        Purpose::Domination => (
            texts::DOMINATION_TITLE,
            texts::DOMINATION_HINT,
            texts::EXPORT_NOW,
            Icon::FolderOutput,
        ),
        Purpose::Trace => (
            texts::TRACE_TITLE,
            texts::TRACE_HINT,
            texts::SHOW_PICTURE,
            Icon::Image,
        ),
        Purpose::Compare => (
            texts::COMPARE_TITLE,
            texts::COMPARE_HINT,
            texts::COMPARE,
            Icon::FileDiff,
        ),
        Purpose::SaveAs => (texts::SAVE_TITLE, texts::SAVE_HINT, texts::SAVE, Icon::Save),
        Purpose::DrawPicture => (
            texts::DRAW_IMAGE,
            texts::DRAW_IMAGE_HINT,
            texts::SAVE,
            Icon::Save,
        ),
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
        .on_submit(Message::Confirm)
        .style(theme::checked_input(dialog.error.is_some()));
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
    let ready = dialog.is_ready().then_some(Message::Confirm);
    let go = labelled(symbol, go, ready, theme::primary);
    content.push(dialog::answers(None, [cancel(), go])).into()
}

fn cancel<'a>() -> Element<'a, Message> {
    worded(texts::CANCEL, Some(Message::Cancel), theme::secondary)
}

fn new(sheet: &NewSheet) -> Element<'_, Message> {
    let side = |value: &str, id: &'static str, change: fn(&mut NewSheet, String)| {
        let sheet = sheet.clone();
        let set = move |text| {
            let mut sheet = sheet.clone();
            change(&mut sheet, text);
            Message::Sheet(sheet)
        };
        let is_wrong = value
            .trim()
            .parse()
            .map_or(true, |side| !NewSheet::SIDES.contains(&side));
        input("", value, set)
            .id(id)
            .on_submit(Message::Confirm)
            .width(84)
            .style(theme::checked_input(is_wrong))
    };
    let sizes = NewSheet::SIZES.into_iter().zip(texts::SHEET_SIZES);
    let sizes = sizes.map(|(size, name)| {
        let style = theme::switch(sheet.size() == Some(size));
        worded(name, Some(Message::Sheet(NewSheet::of(size))), style)
    });
    let width = side(&sheet.width, WIDTH, |sheet, width| sheet.width = width);
    let height = side(&sheet.height, HEIGHT, |sheet, height| sheet.height = height);
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
    let trace = sheet.size().map(|_| Message::Trace);
    let apart = [
        worded(texts::FROM_MASK, Some(Message::FromMask), theme::secondary),
        worded(texts::TRACE_NEW, trace, theme::secondary),
    ];
    let begin = sheet.size().map(|_| Message::Confirm);
    let begin = labelled(Icon::Brush, texts::BEGIN_DRAWING, begin, theme::primary);
    content
        .push(dialog::answers(apart, [cancel(), begin]))
        .into()
}

fn names<'a>(listed: &'a Listed, now: &'a [String]) -> Element<'a, Message> {
    /// Lines shown.
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
    let name = (count > 0).then_some(Message::Confirm);
    let name = labelled(Icon::Check, texts::name_these(count), name, theme::primary);
    column![
        heading(texts::NAMES_TITLE),
        caption(texts::NAMES_HINT),
        list(lines, "names").height(280),
        dialog::answers(None, [cancel(), name]),
    ]
    .spacing(gap::M)
    .into()
}

/// A dialog with Cancel, other answers, and a destructive one set apart.
fn question<'a>(
    title: String,
    hint: String,
    apart: Option<Element<'a, Message>>,
    answers: Vec<Element<'a, Message>>,
) -> Element<'a, Message> {
    let answers = std::iter::once(cancel()).chain(answers).collect();
    dialog::question(title, hint, apart, answers)
}

fn unsaved<'a>(then: &Then, map: DialogContext<'_>) -> Element<'a, Message> {
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

fn changed<'a>(keeps: bool, is_savable: bool) -> Element<'a, Message> {
    let reload = worded(texts::RELOAD, Some(Message::Reload), theme::secondary);
    let overwrite = || worded(texts::OVERWRITE, Some(Message::Overwrite), theme::danger);
    question(
        texts::CHANGED_TITLE.to_owned(),
        texts::changed_hint(keeps, is_savable),
        is_savable.then(overwrite),
        vec![reload, save_as()],
    )
}

fn repainted<'a>(after: &AfterMask) -> Element<'a, Message> {
    let keep = Some(Message::KeepMask);
    let keep = labelled(Icon::Archive, texts::KEEP_MINE, keep, theme::primary);
    let elsewhere = match after {
        AfterMask::Nothing => None,
        AfterMask::Save(..) => {
            let message = Some(Message::Save);
            Some(worded(texts::SAVE_AS, message, theme::secondary))
        }
    };
    question(
        texts::REPAINTED_TITLE.to_owned(),
        texts::REPAINTED_HINT.to_owned(),
        Some(worded(
            texts::RELOAD_MASK,
            Some(Message::Reload),
            theme::danger,
        )),
        elsewhere.into_iter().chain([keep]).collect(),
    )
}

fn not_saved<'a>(hint: &str) -> Element<'a, Message> {
    let again = worded(texts::TRY_AGAIN, Some(Message::Again), theme::secondary);
    question(
        texts::NOT_SAVED_TITLE.to_owned(),
        hint.to_owned(),
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

fn recover<'a>(orphan: &Orphan, compared: &'a Compared) -> Element<'a, Message> {
    let mut content = column![
        heading(texts::RECOVER_TITLE),
        body(texts::recover_hint(orphan.written)).style(theme::muted),
    ];
    content = match compared {
        Compared::No => content,
        Compared::Looking => content.push(caption(texts::COMPARING)),
        Compared::Told(Ok(Some(of))) => content
            .push(caption(texts::COPY_DIFFERENCES))
            .push(differences(of)),
        Compared::Told(Ok(None)) => content.push(body(texts::NOT_COMPARED)),
        Compared::Told(Err(error)) => {
            content.push(body(texts::not_compared(error)).style(theme::bad))
        }
    };
    let compare = (*compared == Compared::No).then_some(Message::Compare);
    let recover = Some(Message::Recover);
    let discard = worded(texts::DISCARD, Some(Message::Discard), theme::danger);
    let others = [
        cancel(),
        worded(texts::COMPARE, compare, theme::secondary),
        labelled(Icon::History, texts::RECOVER, recover, theme::primary),
    ];
    content
        .push(dialog::answers([discard], others))
        .spacing(gap::M)
        .into()
}

fn differs<'a>(path: &Path, of: &'a Differences) -> Element<'a, Message> {
    let close = worded(texts::CLOSE, Some(Message::Cancel), theme::primary);
    column![
        heading(texts::DIFFERENCES),
        caption(texts::differences_hint(&path.display().to_string())),
        differences(of),
        dialog::answers(None, [close]),
    ]
    .spacing(gap::M)
    .into()
}

/// The differences by what they are about.
fn differences(of: &Differences) -> Element<'_, Message> {
    /// Lines shown.
    const MOST: usize = 200;
    let shown = &of.changes[..of.changes.len().min(MOST)];
    let alike = shown.chunk_by(|a, b| a.about == b.about);
    let groups = alike.map(|alike| {
        let lines = alike.iter().map(|change| body(change.to_string()).into());
        let heading = caption(texts::about(alike[0].about)).into();
        let group = std::iter::once(heading).chain(lines);
        column(group).spacing(gap::XS).into()
    });
    // The scrollbar is at the right.
    let mut lines = column(groups)
        .spacing(gap::M)
        .padding(Padding::ZERO.right(gap::M));
    if of.changes.is_empty() {
        lines = lines.push(body(texts::NO_DIFFERENCE));
    }
    if let Some(more) = of.changes.len().checked_sub(MOST + 1) {
        lines = lines.push(caption(texts::and_more(more + 1)));
    }
    if let Some(why) = &of.without_land {
        lines = lines.push(body(texts::without_land(why)).style(theme::warn));
    }
    let lines = list(lines, "differences");
    container(lines).max_height(320).into()
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
