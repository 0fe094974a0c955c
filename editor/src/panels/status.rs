//! The line at the bottom: counts, pointer, zoom, whether it is saved.

use iced::widget::{container, row, space, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;

use crate::bench::{Bench, Message};
use crate::parts::{caption, icon, swatch};
use crate::texts;
use crate::theme::{self, space as gap};

pub(super) fn view(bench: &Bench) -> Element<'_, Message> {
    let draft = bench.document.draft();
    let counts = texts::counts(
        draft.territories.len(),
        draft.continents.len(),
        draft.links().count(),
    );
    let mut line = row![caption(counts)]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill);
    line = line.push(space().width(Fill));
    if let Some((pixel, colour)) = bench.pointer_pixel() {
        let over = bench.hovered().and_then(|spot| spot.over);
        let name = over
            .map(|key| texts::territory_name(draft, key))
            .unwrap_or_default();
        line = line.push(caption(format!("{}, {}", pixel.x, pixel.y)));
        if let Some(colour) = colour {
            line = line
                .push(swatch(colour, 11.0))
                .push(caption(colour.to_string()));
        }
        line = line.push(
            container(caption(name).wrapping(text::Wrapping::None))
                .max_width(220)
                .clip(true),
        );
        line = line.push(space().width(gap::L));
    }
    let (symbol, word) = if bench.document.is_saved() {
        (Icon::Check, texts::SAVED)
    } else {
        (Icon::Pencil, texts::NOT_SAVED)
    };
    line = line
        .push(icon(symbol).size(13.0).style(theme::muted))
        .push(caption(word));
    container(line)
        .height(26)
        .width(Fill)
        .padding([0.0, gap::M])
        .style(theme::panel)
        .into()
}
