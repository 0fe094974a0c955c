//! The menu bar, the toolbar below it, and notices.

use iced::widget::{button, column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut_short;
use marchland_ui::focus::pressable;
use marchland_ui::parts::{
    bar_of, body, divider, icon, icon_button, labelled, theme_button, tip, worded,
};
use marchland_ui::theme::{self, size, space as gap};

use super::{Frame, press};
use crate::commands::Command;
use crate::files::Part;
use crate::notices::{Notice, NoticeChange, Subject};
use crate::scenery::{Ground, Layer};
use crate::screens::chooser;
use crate::texts;
use crate::workspace::next_step::{self, Step};
use crate::workspace::{Effect, Message, Workspace};

/// Diameter of the dot of an unsaved map, in logical pixels.
const DOT: f32 = 8.0;

/// Menus, map name and theme button.
pub(super) fn menus<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    let saved = workspace.document.is_saved();
    let name = workspace.document.draft().name.text.as_deref();
    let title = row![
        cut_short(name.unwrap_or(texts::UNNAMED_MAP), theme::plain_text),
        (!saved).then(|| container(space()).width(DOT).height(DOT).style(theme::dot)),
    ]
    .spacing(6)
    .align_y(Center);
    let title = tip(title, frame.title, "", tooltip::Position::Bottom);
    let line = row![
        chooser::bar(None, |menu| Message::Do(Command::Menu(menu))),
        container(title)
            .padding([0.0, gap::M])
            .center_x(Fill)
            .clip(true),
        theme_button(
            frame.mode,
            Command::ToggleTheme.words(),
            Message::Do(Command::ToggleTheme)
        ),
    ]
    .align_y(Center);
    container(line)
        .padding(chooser::BESIDE)
        .height(chooser::BAR)
        .width(Fill)
        .into()
}

pub(super) fn view<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    let (undo, redo) = workspace.document.steps();
    let saved = workspace.document.is_saved();
    let file = row![
        press(Icon::FilePlus, texts::DRAW_MAP, Command::New, true),
        press(Icon::FolderOpen, texts::OPEN_MAP, Command::Open, true),
        press(
            Icon::Save,
            if frame.savable {
                texts::SAVE
            } else {
                texts::SAVE_AS
            },
            Command::Save,
            !saved || !frame.savable
        ),
    ];
    let steps = row![
        press(
            Icon::Undo2,
            undo.map_or(texts::NOTHING_TO_UNDO.to_owned(), texts::undo),
            Command::Undo,
            undo.is_some()
        ),
        press(
            Icon::Redo2,
            redo.map_or(texts::NOTHING_TO_REDO.to_owned(), texts::redo),
            Command::Redo,
            redo.is_some()
        ),
    ];
    let content = row![
        file,
        divider(),
        steps,
        space().width(Fill),
        next(workspace),
        space().width(gap::XS),
        tip(
            labelled(
                Icon::Play,
                Command::PlayTest.words(),
                Some(Message::Do(Command::PlayTest)),
                theme::secondary,
            ),
            texts::PLAY_HINT,
            Command::PlayTest.key(),
            tooltip::Position::Bottom,
        ),
        space().width(gap::S),
        grounds(workspace),
        divider(),
        layers(workspace),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// A notice about the map's files.
pub(super) fn notice(notice: &Notice) -> Element<'_, Message> {
    let way = |symbol, what, message| labelled(symbol, what, Some(message), theme::secondary);
    let ask = |symbol, what, effect| way(symbol, what, Message::Ask(effect));
    let locate = |part| ask(Icon::FileSearch, texts::LOCATE, Effect::Locate(part));
    let hinted = |way, hint, key| tip(way, hint, key, tooltip::Position::Bottom);
    let ways = match notice.about {
        Subject::Missing(part) => vec![locate(part)],
        Subject::File | Subject::Twice => vec![way(
            Icon::Save,
            texts::SAVE_AS,
            Message::Do(Command::SaveAs),
        )],
        Subject::Rewritten => vec![
            ask(Icon::FileDiff, texts::COMPARE, Effect::CompareFile),
            hinted(
                ask(Icon::RefreshCw, texts::RELOAD, Effect::ReloadMap),
                texts::RELOAD_HINT,
                "",
            ),
        ],
        Subject::Gone => vec![
            locate(Part::Mask),
            way(Icon::Save, texts::SAVE, Message::Do(Command::Save)),
        ],
        Subject::OldPicture => vec![
            hinted(
                ask(Icon::Archive, texts::KEEP_PICTURE, Effect::KeepPicture),
                texts::KEEP_PICTURE_HINT,
                "",
            ),
            hinted(
                ask(Icon::Image, texts::DRAW_ANEW, Effect::DrawPicture),
                texts::DRAW_ANEW_HINT,
                "",
            ),
        ],
        Subject::Repainted => {
            let reload = Message::Do(Command::Reload);
            let reload = way(Icon::RefreshCw, texts::RELOAD_MASK, reload);
            vec![
                ask(Icon::Archive, texts::KEEP_MINE, Effect::KeepMask),
                hinted(reload, texts::RELOAD_MASK_HINT, Command::Reload.key()),
            ]
        }
    };
    let text = match &notice.details {
        Some(details) if details.is_open => column![body(&notice.text), body(&details.text)],
        _ => column![body(&notice.text)],
    };
    let mut line = row![
        icon(Icon::TriangleAlert).style(theme::warn),
        container(text).width(Fill),
    ];
    if notice.details.is_some() {
        let unfold = Effect::Notice(NoticeChange::Unfold(notice.about));
        let unfold = Some(Message::Ask(unfold));
        line = line.push(worded(texts::DETAILS, unfold, theme::secondary));
    }
    line = line.extend(ways);
    if notice.details.is_some() {
        let dismiss = Effect::Notice(NoticeChange::Dismiss(notice.about));
        let dismiss = Some(Message::Ask(dismiss));
        line = line.push(icon_button(Icon::X, texts::DISMISS, "", dismiss, false));
    }
    let line = line.spacing(gap::S).align_y(Center);
    container(line)
        .padding([gap::XS, gap::M])
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// The next step, as a button.
fn next(workspace: &Workspace) -> Element<'_, Message> {
    let step = next_step::of(workspace);
    let (word, hint) = words(step);
    let (symbol, style): (_, fn(&iced::Theme) -> text::Style) = match step {
        Step::Ready => (Icon::CircleCheck, theme::good),
        _ => (Icon::ArrowRight, theme::accent),
    };
    let words = body(word).wrapping(text::Wrapping::None);
    if step == Step::Ready {
        let face = row![icon(symbol).style(style), words.style(style)];
        let face = container(face.spacing(6).align_y(Center)).padding([0.0, 10.0]);
        return tip(face, hint, "", tooltip::Position::Bottom);
    }
    let face = row![icon(symbol).style(style), words]
        .spacing(6)
        .align_y(Center)
        .height(Fill);
    let button = button(face)
        .height(size::CONTROL)
        .padding([0.0, 10.0])
        .style(theme::secondary);
    let button = pressable(button, next_step::message(&step));
    tip(button, hint, "", tooltip::Position::Bottom)
}

fn grounds(workspace: &Workspace) -> Element<'_, Message> {
    let choices = Ground::ALL.into_iter().map(|ground| {
        let symbol = match ground {
            Ground::Continents => Icon::Palette,
            Ground::Keys => Icon::Key,
            Ground::Picture => Icon::Image,
        };
        let command = Command::Ground(ground);
        let why_not = workspace.why_not(command);
        let message = why_not.is_none().then_some(Message::Do(command));
        let words = why_not.unwrap_or_else(|| command.words().to_owned());
        let is_on = workspace.view.layers.ground == ground;
        icon_button(symbol, words, command.key(), message, is_on)
    });
    row(choices).into()
}

fn layers(workspace: &Workspace) -> Element<'_, Message> {
    let choices = Layer::ALL.into_iter().map(|layer| {
        let symbol = match layer {
            Layer::Names => Icon::Type,
            Layer::Links => Icon::Spline,
            Layer::Issues => Icon::TriangleAlert,
            Layer::Badges => Icon::CircleDot,
        };
        let command = Command::Layer(layer);
        if let Some(why) = workspace.why_not(command) {
            return icon_button(symbol, why, "", None, false);
        }
        let message = Some(Message::Do(command));
        let is_on = workspace.view.layers.shows(layer);
        icon_button(symbol, command.words(), command.key(), message, is_on)
    });
    row(choices).into()
}

fn words(step: Step) -> (String, &'static str) {
    match step {
        Step::Draw => (texts::STEP_DRAW.into(), texts::STEP_DRAW_HINT),
        Step::Name(n) => (texts::step_name(n), texts::STEP_NAME_HINT),
        Step::Decide(n) => (texts::step_decide(n), texts::STEP_DECIDE_HINT),
        Step::Group(n) => (texts::step_group(n), texts::STEP_GROUP_HINT),
        Step::NameMap => (texts::STEP_NAME_MAP.into(), texts::STEP_NAME_MAP_HINT),
        Step::Fix(n) => (texts::step_fix(n), texts::STEP_FIX_HINT),
        Step::Complete(n) => (texts::to_do(n), texts::STEP_FIX_HINT),
        Step::Ready => (texts::STEP_READY.into(), texts::STEP_READY_HINT),
    }
}
