//! The sheet of another size that is asked for.

use iced::widget::{column, container, row, space, text::Wrapping};
use iced::{Center, Element, Fill};
use marchland_ui::parts::{body, caption, heading, input, tick, worded};
use marchland_ui::theme::{self, space as gap};

use crate::bench::{Bench, Message, Resize, ids};
use crate::sheets::{NewSheet, Resizing};
use crate::texts;

/// Asks for it, if it is asked for.
pub(super) fn view(bench: &Bench) -> Option<Element<'_, Message>> {
    let wish = bench.resizing()?;
    let set = |wish: Resizing| Message::Sheet(Resize::Set(wish));
    let number = |label: &'static str, id: &'static str, value: &str, make: Make| {
        let own = wish.clone();
        let field = input("", value, move |text| set(make(own.clone(), text)))
            .id(id)
            .on_submit(Message::Sheet(Resize::Confirm))
            .width(76);
        row![caption(label).width(96), field]
            .spacing(gap::S)
            .align_y(Center)
    };
    let size = column![
        number(
            texts::SHEET_WIDTH,
            ids::SHEET_WIDTH,
            &wish.size.width,
            |wish, width| {
                let size = NewSheet { width, ..wish.size };
                Resizing { size, ..wish }
            }
        ),
        number(
            texts::SHEET_HEIGHT,
            ids::SHEET_HEIGHT,
            &wish.size.height,
            |wish, height| {
                let size = NewSheet {
                    height,
                    ..wish.size
                };
                Resizing { size, ..wish }
            }
        ),
    ]
    .spacing(gap::S);
    let place = column![
        number(
            texts::SHEET_LEFT,
            ids::SHEET_LEFT,
            &wish.left,
            |wish, left| { Resizing { left, ..wish } }
        ),
        number(texts::SHEET_TOP, ids::SHEET_TOP, &wish.top, |wish, top| {
            Resizing { top, ..wish }
        }),
    ]
    .spacing(gap::S);
    let own = wish.clone();
    let stretched = tick(texts::STRETCH, wish.stretched, Wrapping::None, move |on| {
        set(Resizing {
            stretched: on,
            ..own.clone()
        })
    });
    let mut sizes = row![size].spacing(gap::L);
    if !wish.stretched {
        sizes = sizes.push(place);
    }
    let mut lines = column![
        row![
            heading(texts::RESIZE_TITLE),
            space().width(Fill),
            worded(
                texts::CROP,
                Some(Message::Sheet(Resize::Crop)),
                theme::secondary
            ),
        ]
        .align_y(Center),
        sizes,
        stretched,
    ]
    .spacing(gap::S);
    if wish.frame().is_none() {
        let (least, most) = (*NewSheet::SIDES.start(), *NewSheet::SIDES.end());
        lines = lines.push(body(texts::sides(least, most)).style(theme::bad));
    }
    let ready = wish.frame().map(|_| Message::Sheet(Resize::Confirm));
    lines = lines.push(
        row![
            super::drawing::answer(texts::RESIZE_DO, "Enter", ready, theme::primary),
            super::drawing::answer(
                texts::CANCEL,
                "Esc",
                Some(Message::Sheet(Resize::Cancel)),
                theme::plain
            ),
        ]
        .spacing(gap::S),
    );
    let card = container(lines)
        .padding(gap::M)
        .width(420)
        .style(theme::raised);
    Some(card.into())
}

type Make = fn(Resizing, String) -> Resizing;
