//! The territory that is looked at.

use iced::widget::text::Wrapping;
use iced::widget::{column, container, row};
use iced::{Center, Element};
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::cut::{cut, cut_at};
use marchland_ui::parts::{caption, changing};
use marchland_ui::theme::{self, size, space as gap};

use super::emblem;
use crate::conquest::narrator::place;
use crate::conquest::rules::State;
use crate::gui::log::called;
use crate::gui::session::Session;
use crate::gui::table::Message;
use crate::gui::texts;

/// The territory under the pointer, or the selected one.
pub(super) fn selected<'a>(session: &'a Session, state: &'a State) -> Element<'a, Message> {
    let at: Option<TerritoryId> = session.hovered().or(session.selected());
    let Some(at) = at else {
        return container(caption(texts::NO_SELECTION)).height(54).into();
    };
    let map = session.map();
    let territory = map.territory(at);
    let continent = map.continent(territory.continent);
    let me = session.me();
    let members = continent.members.iter();
    let own = me.map(|me| members.filter(|&&t| state.owns(me, t)).count());
    let name = plain(continent.name.text.as_deref().unwrap_or("?")).into_owned();
    let holding = state.holding(at);
    let sign = emblem::owner(state, holding.owner, 18);
    let owner = holding.owner.map(|owner| called(session.model(), owner));
    let pencil = session.pencilled(at);
    let holding = texts::holding(owner.as_deref(), holding.units, pencil);
    let numbers = texts::of_continent(continent.bonus, own, continent.members.len());
    let title = place(map, at);
    column![
        changing(cut(&*title, theme::plain_text), &title),
        row![sign, changing(cut(&*holding, theme::plain_text), &holding)]
            .spacing(6)
            .align_y(Center),
        row![
            // The rest of the line is for the numbers.
            changing(cut_at(&*name, size::CAPTION, theme::muted), &name).max_width(180),
            changing(caption(numbers.clone()).wrapping(Wrapping::None), &numbers),
        ]
        .spacing(gap::XS),
    ]
    .spacing(2)
    .height(54)
    .into()
}
