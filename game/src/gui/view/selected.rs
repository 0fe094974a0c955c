//! The territory that is looked at.

use iced::widget::text::{Text, Wrapping};
use iced::widget::{column, container, row};
use iced::{Center, Element};
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::parts::{body, caption, changing};

use super::emblem;
use crate::conquest::narrator::place;
use crate::conquest::rules::State;
use crate::gui::log::called;
use crate::gui::map_view::colour_of;
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
    let owner = holding.owner.map(|owner| called(session.model(), owner));
    let sign = holding
        .owner
        .map(|owner| (owner.index(), colour_of(state, owner)));
    let pencil = session.pencilled(at);
    let line = |text: fn(String) -> Text<'a>, words: String| {
        let text = text(words.clone()).wrapping(Wrapping::None);
        changing(text, &words).clip(true)
    };
    let holding = texts::holding(owner.as_deref(), holding.units, pencil);
    let continent = texts::continent(&name, continent.bonus, own, continent.members.len());
    column![
        line(body, place(map, at)),
        row![emblem::owner(sign, 18), line(body, holding)]
            .spacing(6)
            .align_y(Center),
        line(caption, continent),
    ]
    .spacing(2)
    .height(54)
    .into()
}
