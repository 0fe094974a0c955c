//! The bar at the top: file, undo and redo, what to do next, what is shown.

use iced::widget::{button, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut_short;
use marchland_ui::focus::reachable;
use marchland_ui::parts::{bar_of, body, divider, icon, icon_button, labelled, theme_button, tip};
use marchland_ui::theme::{self, size, space as gap};

use super::Frame;
use crate::bench::next_step::{self, Step};
use crate::bench::{Bench, Message};
use crate::commands::Command;
use crate::files::Part;
use crate::notices::{About, Notice};
use crate::scenery::{Ground, Layers};
use crate::texts;

pub(super) fn view<'a>(bench: &'a Bench, frame: Frame<'a>) -> Element<'a, Message> {
    let command = |command| Some(Message::Do(command));
    let (undo, redo) = bench.document.steps();
    let saved = bench.document.is_saved();
    let file = row![
        icon_button(
            Icon::FilePlus,
            texts::DRAW_MAP,
            "Ctrl+N",
            command(Command::New),
            false
        ),
        icon_button(
            Icon::FolderOpen,
            texts::OPEN_MAP,
            "Ctrl+O",
            command(Command::Open),
            false
        ),
        icon_button(
            Icon::Save,
            if frame.savable {
                texts::SAVE
            } else {
                texts::SAVE_AS
            },
            "Ctrl+S",
            (!saved || !frame.savable).then_some(Message::Do(Command::Save)),
            false,
        ),
    ];
    let steps = row![
        icon_button(
            Icon::Undo2,
            undo.map_or(texts::NOTHING_TO_UNDO.to_owned(), texts::undo),
            "Ctrl+Z",
            undo.and(command(Command::Undo)),
            false,
        ),
        icon_button(
            Icon::Redo2,
            redo.map_or(texts::NOTHING_TO_REDO.to_owned(), texts::redo),
            "Ctrl+Shift+Z",
            redo.and(command(Command::Redo)),
            false,
        ),
    ];
    let name = bench.document.draft().name.text.as_deref();
    let title = row![
        cut_short(name.unwrap_or(texts::UNNAMED_MAP), theme::plain_text),
        body(if saved { "" } else { "●" }).style(theme::accent),
    ]
    .spacing(6)
    .align_y(Center);
    let title = tip(title, frame.title, "", tooltip::Position::Bottom);
    let content = row![
        file,
        divider(),
        steps,
        divider(),
        container(title)
            .padding([0.0, gap::S])
            .width(Fill)
            .clip(true),
        next(bench),
        space().width(gap::XS),
        tip(
            labelled(
                Icon::Play,
                texts::PLAY,
                command(Command::PlayTest),
                theme::secondary,
            ),
            texts::PLAY_HINT,
            "F5",
            tooltip::Position::Bottom,
        ),
        space().width(gap::S),
        grounds(bench),
        layers(bench),
        divider(),
        theme_button(
            frame.mode,
            texts::TOGGLE_THEME,
            Message::Do(Command::ToggleTheme)
        ),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// The strip below the bar that says what is wrong with the map's files.
pub(super) fn notice(notice: &Notice) -> Element<'_, Message> {
    let way = |symbol, what, message| labelled(symbol, what, Some(message), theme::secondary);
    let locate = |part| way(Icon::FileSearch, texts::LOCATE, Message::Locate(part));
    let ways = match notice.about {
        About::Missing(part) => vec![locate(part)],
        About::File | About::Twice => vec![way(
            Icon::Save,
            texts::SAVE_AS,
            Message::Do(Command::SaveAs),
        )],
        About::Gone => vec![
            locate(Part::Mask),
            way(Icon::Save, texts::SAVE, Message::Do(Command::Save)),
        ],
        About::Repainted => vec![
            way(Icon::Archive, texts::KEEP_MINE, Message::KeepMask),
            tip(
                way(
                    Icon::RefreshCw,
                    texts::RELOAD_MASK,
                    Message::Do(Command::Reload),
                ),
                texts::RELOAD_MASK_HINT,
                "Ctrl+R",
                tooltip::Position::Bottom,
            ),
        ],
    };
    let line = row![
        icon(Icon::TriangleAlert).style(theme::warn),
        container(body(&notice.text)).width(Fill),
    ]
    .extend(ways)
    .spacing(gap::S)
    .align_y(Center);
    container(line)
        .padding([gap::XS, gap::M])
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// What is still to be done, and the way there.
fn next(bench: &Bench) -> Element<'_, Message> {
    let step = next_step::of(bench);
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
        .style(theme::secondary)
        .on_press_maybe(next_step::message(&step));
    let button = reachable(button, true);
    tip(button, hint, "", tooltip::Position::Bottom)
}

fn grounds(bench: &Bench) -> Element<'_, Message> {
    let shown = bench.view.layers;
    let choices = Ground::ALL.into_iter().map(|ground| {
        let (symbol, what) = match ground {
            Ground::Continents => (Icon::Palette, texts::GROUND_CONTINENTS),
            Ground::Keys => (Icon::Key, texts::GROUND_KEYS),
            Ground::Picture => (Icon::Image, texts::GROUND_PICTURE),
        };
        let there = ground != Ground::Picture || bench.has_picture();
        let what = if there { what } else { texts::NO_PICTURE };
        let layers = Layers { ground, ..shown };
        let message = there.then_some(Message::Layers(layers));
        icon_button(symbol, what, "", message, shown.ground == ground)
    });
    row(choices).into()
}

fn layers(bench: &Bench) -> Element<'_, Message> {
    let shown = bench.view.layers;
    let toggle = |symbol, what, is: bool, layers| {
        icon_button(symbol, what, "", Some(Message::Layers(layers)), is)
    };
    row![
        divider(),
        toggle(
            Icon::Type,
            texts::LAYER_NAMES,
            shown.names,
            Layers {
                names: !shown.names,
                ..shown
            }
        ),
        toggle(
            Icon::Spline,
            texts::LAYER_LINKS,
            shown.links,
            Layers {
                links: !shown.links,
                ..shown
            }
        ),
        toggle(
            Icon::TriangleAlert,
            texts::LAYER_ISSUES,
            shown.issues,
            Layers {
                issues: !shown.issues,
                ..shown
            }
        ),
        toggle(
            Icon::CircleDot,
            texts::LAYER_BADGES,
            shown.badges,
            Layers {
                badges: !shown.badges,
                ..shown
            }
        ),
    ]
    .align_y(Center)
    .into()
}

/// What a step is called, and how one does it.
fn words(step: Step) -> (String, &'static str) {
    match step {
        Step::Draw => (texts::STEP_DRAW.into(), texts::STEP_DRAW_HINT),
        Step::Name(n) => (texts::step_name(n), texts::STEP_NAME_HINT),
        Step::Decide(n) => (texts::step_decide(n), texts::STEP_DECIDE_HINT),
        Step::Group(n) => (texts::step_group(n), texts::STEP_GROUP_HINT),
        Step::NameMap => (texts::STEP_NAME_MAP.into(), texts::STEP_NAME_MAP_HINT),
        Step::Mend(n) => (texts::step_mend(n), texts::STEP_MEND_HINT),
        Step::Ready => (texts::STEP_READY.into(), texts::STEP_READY_HINT),
    }
}
