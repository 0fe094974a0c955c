//! Options of the tracing picture.

use iced::widget::{column, container, row, space, text::Wrapping};
use iced::{Center, Element};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, icon_button, labelled, slide, tick, worded};
use marchland_ui::theme::{self, space as gap};

use crate::commands::Command;
use crate::texts;
use crate::trace::Place;
use crate::workspace::{Message, TraceChange, Workspace};

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let change = |change| Message::Trace(change);
    let Some(trace) = workspace.trace() else {
        return labelled(
            Icon::Image,
            texts::CHOOSE_TRACE,
            Some(change(TraceChange::Choose)),
            theme::primary,
        );
    };
    let place = trace.place;
    let put = move |place: Place| Message::Trace(TraceChange::Place(place));
    let opacity = slide(0..=100, place.opacity, move |opacity| {
        put(Place { opacity, ..place })
    });
    let shown = tick(
        texts::SHOW_TRACE,
        place.shown,
        Wrapping::None,
        move |shown| put(Place { shown, ..place }),
    );
    let size = |symbol, what, larger| {
        let message = Some(change(TraceChange::Scale(larger)));
        let key = Command::Wider(larger).key();
        icon_button(symbol, what, key, message, false)
    };
    let percent = format!("{:.0} %", place.scale * 100.0);
    let name = trace.file.file_name().unwrap_or_default().to_string_lossy();
    let seen = row![
        caption(texts::TRACE_SEEN),
        container(opacity).width(140),
        container(body(format!("{} %", place.opacity))).width(48),
        shown,
    ];
    let large = row![
        caption(texts::LAND_SIZE),
        size(Icon::Minus, texts::SMALLER_LAND, false),
        container(body(percent)).center_x(56),
        size(Icon::Plus, texts::LARGER_LAND, true),
        space().width(gap::S),
        worded(
            texts::FIT_TRACE,
            Some(change(TraceChange::Fit)),
            theme::secondary
        ),
    ];
    column![
        row![
            seen.spacing(gap::S).align_y(Center),
            large.spacing(gap::XS).align_y(Center),
        ]
        .spacing(gap::L)
        .align_y(Center)
        .wrap(),
        row![
            worded(
                texts::OTHER_TRACE,
                Some(change(TraceChange::Choose)),
                theme::secondary
            ),
            worded(
                texts::REMOVE_TRACE,
                Some(change(TraceChange::Remove)),
                theme::secondary
            ),
            caption(name.chars().take(32).collect::<String>()),
        ]
        .spacing(gap::S)
        .align_y(Center),
    ]
    .spacing(gap::S)
    .into()
}
