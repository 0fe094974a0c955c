//! The inspector of the map.

use iced::Element;
use iced::widget::{column, row, text};
use marchland_maps::Wrap;
use marchland_ui::parts::{self, body, caption, field, heading, input, sample, slide};
use marchland_ui::theme::{self, space as gap};

use super::issues;
use crate::texts;
use crate::workspace::ids::NAME;
use crate::workspace::{Change, Message, Workspace};

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    let change = Message::Inspect;
    let held = |value: &Option<String>| value.clone().unwrap_or_default();
    let (width, height) = workspace.scene().size();
    let mask = draft.mask.clone().unwrap_or_default();
    let diameter = draft.badge_size();
    let wrap = draft.wrap;
    let tick = |label, on: bool, set: fn(&mut Wrap, bool)| {
        parts::tick(label, on, text::Wrapping::default(), move |on| {
            let mut wrap = wrap;
            set(&mut wrap, on);
            change(Change::Wrap(wrap))
        })
    };
    let swatches = |colours: &[marchland_maps::Rgb]| {
        let all = colours.iter().take(8).map(|&colour| sample(colour));
        if colours.is_empty() {
            Element::from(body(texts::NONE).style(theme::muted))
        } else {
            column(all).spacing(gap::XS).into()
        }
    };
    column![
        column![
            heading(texts::THE_MAP),
            caption(texts::mask_line(&mask.file, width, height)),
        ]
        .spacing(1),
        field(
            texts::NAME,
            input(texts::MAP_NAME_HINT, &held(&draft.name.text), move |t| {
                change(Change::MapName(t))
            })
            .id(NAME)
        ),
        field(
            texts::AUTHOR,
            input("", &held(&draft.author), move |t| change(Change::Author(t)))
        ),
        field(
            texts::LICENCE,
            input(texts::LICENCE_HINT, &held(&draft.licence), move |t| change(
                Change::Licence(t)
            ))
        ),
        field(
            texts::DESCRIPTION,
            input("", &held(&draft.description), move |t| change(
                Change::Description(t)
            ))
        ),
        field(
            texts::BADGE,
            row![
                slide(8..=80, diameter, move |d| change(Change::BadgeDiameter(d))),
                body(texts::pixels(diameter)),
            ]
            .spacing(gap::S)
        ),
        field(texts::BACKGROUND, swatches(&mask.background)),
        field(texts::SEPARATOR, swatches(&mask.separator)),
        tick(texts::WRAP_HORIZONTAL, wrap.horizontal, |wrap, on| {
            wrap.horizontal = on;
        }),
        tick(texts::WRAP_VERTICAL, wrap.vertical, |wrap, on| {
            wrap.vertical = on;
        }),
        issues::view(workspace),
    ]
    .spacing(gap::S)
    .into()
}
