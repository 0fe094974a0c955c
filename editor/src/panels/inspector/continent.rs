//! The inspector of a continent.

use iced::widget::{button, column, container, row, space};
use iced::{Element, Fill};
use lucide_icons::Icon;
use marchland_maps::Continent;
use marchland_maps::bonus::Extent;
use marchland_ui::cut::cut;
use marchland_ui::focus::pressable;
use marchland_ui::palette;
use marchland_ui::parts::{
    body, caption, field, input, labelled, row_button, tall_field, to_color,
};
use marchland_ui::theme::{self, space as gap};

use super::{head, issues};
use crate::texts;
use crate::workspace::ids::{BONUS, NAME};
use crate::workspace::{Change, Message, Workspace};

pub(super) fn view<'a>(workspace: &'a Workspace, of: &'a Continent) -> Element<'a, Message> {
    let key = of.key;
    let draft = workspace.document.draft();
    let change = Message::Inspect;
    let extent = of.id.map(|id| Extent::of(draft, id));
    let extended = extent.as_ref();
    let extended = extended.map(|of| texts::continent_extent(of.territories, of.borders));
    let extended = extended.unwrap_or_default();
    let name = of.name.text.as_deref().unwrap_or_default();
    let name = input(texts::NAME_HINT, name, move |text| {
        change(Change::ContinentName(key, text))
    })
    .id(NAME)
    .on_submit(change(Change::ContinentNameDone));
    let wrong = workspace.view.wrong_bonus.as_ref();
    let wrong = wrong.filter(|(whose, _)| *whose == key);
    let worth = match wrong {
        Some((_, typed)) => typed.clone(),
        None => of.bonus.map(|n| n.to_string()).unwrap_or_default(),
    };
    let worth = input(texts::BONUS_HINT, &worth, move |text| {
        change(Change::Bonus(key, text))
    })
    .id(BONUS)
    .style(theme::checked_input(wrong.is_some()));
    let mut bonus = column![worth].spacing(2);
    if wrong.is_some() {
        let range = texts::bonus_range(marchland_maps::limits::MAX_BONUS, of.bonus);
        bonus = bonus.push(caption(range).style(theme::bad));
    } else if let Some(extent) = extent.filter(|e| e.territories > 0) {
        bonus = bonus.push(caption(texts::expected_bonus(&extent.fitting())));
    }
    let graph = workspace.document.graph();
    let members = of.id.map_or(&[][..], |id| graph.members(id));
    let list = members.iter().map(|&at| {
        let key = draft.territories[at].key;
        let label = cut(texts::territory_name(draft, key), theme::plain_text);
        row_button(container(label).center_y(Fill), 26.0, 6.0, false)
            .on_press(Message::Reveal(key))
            .into()
    });
    let brush = workspace.tool().brush().is_some() && workspace.tool().brush() == of.id;
    column![
        head(of.colour, texts::continent_name(of), extended),
        field(texts::NAME, name),
        tall_field(texts::BONUS, bonus),
        tall_field(texts::COLOUR, colours(of)),
        labelled(
            Icon::Paintbrush,
            if brush { texts::PAINTING } else { texts::PAINT },
            (!brush).then_some(change(Change::Paint(key))),
            theme::secondary
        ),
        issues::view(workspace),
        row![
            body(texts::MEMBERS).width(Fill),
            caption(members.len().to_string())
        ],
        column(list).spacing(1),
        labelled(
            Icon::Trash2,
            texts::REMOVE_CONTINENT,
            Some(change(Change::Remove)),
            theme::danger
        ),
    ]
    .spacing(gap::S)
    .into()
}

fn colours(of: &Continent) -> Element<'_, Message> {
    let key = of.key;
    let choices = palette::CONTINENTS.into_iter().map(|colour| {
        let is = of.colour == Some(colour);
        let fill = to_color(colour);
        let choice = button(space().width(20).height(20)).padding(0).style(
            move |theme: &iced::Theme, status| {
                let tokens = theme::tokens(theme);
                let touched = matches!(status, button::Status::Hovered | button::Status::Pressed);
                button::Style {
                    background: Some(fill.into()),
                    border: iced::Border {
                        color: if is || touched {
                            tokens.text
                        } else {
                            tokens.edge
                        },
                        width: if is { 2.5 } else { 1.0 },
                        radius: 4.0.into(),
                    },
                    ..button::Style::default()
                }
            },
        );
        let message = Message::Inspect(Change::ContinentColour(key, colour));
        pressable(choice, Some(message))
    });
    container(row(choices).spacing(4).wrap())
        .padding([5.0, 0.0])
        .into()
}
