//! The dialog that generates a map.

use iced::widget::{column, container, image, progress_bar, row, space};
use iced::{Center, Element, Fill, Length};
use lucide_icons::Icon;
use marchland_ui::dialog;
use marchland_ui::parts::{
    body, caption, field, heading, icon, icon_button, input, labelled, slide, worded,
};
use marchland_ui::theme::{self, space as gap};

use crate::generating::{Generating, Message, PREVIEW, Wish};
use crate::texts;

pub(crate) const SEED: &str = "seed";
const TERRITORIES: &str = "territories";
/// Width of a typed number, in logical pixels.
const NUMBER: f32 = 64.0;
/// Width of the settings, in logical pixels.
const SETTINGS: f32 = 300.0;
/// Width of the dialog, in logical pixels.
pub(crate) const WIDTH: f32 = SETTINGS + PREVIEW.0 + gap::XL * 3.0;

/// Settings and preview.
pub(crate) fn view(generating: &Generating) -> Element<'_, Message> {
    let cancel = worded(texts::CANCEL, Some(Message::Cancel), theme::secondary);
    let ready = generating.plan().map(|_| Message::Use);
    let ready = labelled(Icon::Check, texts::USE_MAP, ready, theme::primary);
    column![
        heading(texts::GENERATE_TITLE),
        caption(texts::GENERATE_HINT),
        row![
            container(settings(generating.wish())).width(SETTINGS),
            seen(generating),
        ]
        .spacing(gap::XL),
        dialog::answers(None, [cancel, ready]),
    ]
    .spacing(gap::M)
    .into()
}

/// The settings after a change of one of them.
fn set<T>(wish: &Wish, change: fn(&mut Wish, T)) -> impl Fn(T) -> Message + use<T> {
    let wish = wish.clone();
    move |to| {
        let mut wish = wish.clone();
        change(&mut wish, to);
        Message::Wish(wish)
    }
}

fn settings(wish: &Wish) -> Element<'_, Message> {
    let seed = input("", &wish.seed, set(wish, |wish, seed| wish.seed = seed))
        .id(SEED)
        .on_submit(Message::Use)
        .style(theme::checked_input(
            wish.seed.trim().parse::<u64>().is_err(),
        ));
    let another = Some(Message::Another);
    let dice = icon_button(Icon::Dices, texts::ANOTHER_SEED, "", another, false);
    let territories = slide(
        Wish::TERRITORIES,
        wish.territories,
        set(wish, |wish, territories| {
            (wish.territories, wish.wrong_territories) = (territories, None);
        }),
    );
    let number = match &wish.wrong_territories {
        Some(typed) => typed.clone(),
        None => wish.territories.to_string(),
    };
    let number = input(
        "",
        &number,
        set(wish, |wish, text: String| wish.type_territories(&text)),
    )
    .id(TERRITORIES)
    .on_submit(Message::Use)
    .width(NUMBER)
    .style(theme::checked_input(wish.wrong_territories.is_some()));
    let continents = slide(
        wish.continents(),
        wish.chosen_continents(),
        set(wish, |wish, continents| wish.continents = Some(continents)),
    );
    let usual = wish.continents.map(|_| {
        let continents = None;
        Message::Wish(Wish {
            continents,
            ..wish.clone()
        })
    });
    let land = slide(
        Wish::lands(),
        wish.land,
        set(wish, |wish, land| wish.land = land),
    );
    let (across, down) = wish.usual_size();
    let pixels = |value: &str, usual: u32, change: fn(&mut Wish, String)| {
        input(&usual.to_string(), value, set(wish, change)).on_submit(Message::Use)
    };
    let size = row![
        pixels(&wish.width, across, |wish, width| wish.width = width),
        body("×"),
        pixels(&wish.height, down, |wish, height| wish.height = height),
    ]
    .spacing(gap::S)
    .align_y(Center);
    column![
        field(texts::SEED, row![seed, dice].spacing(gap::XS)),
        field(
            texts::MEMBERS,
            row![territories, number].spacing(gap::S).align_y(Center)
        ),
        field(
            texts::CONTINENTS,
            numbered(
                continents,
                wish.chosen_continents().to_string(),
                icon_button(Icon::RotateCcw, texts::AS_USUAL, "", usual, false)
            )
        ),
        field(
            texts::LAND,
            numbered(land, texts::land_share(wish.land), space())
        ),
        field(texts::SHEET, size),
    ]
    .spacing(gap::S)
    .into()
}

/// A slider with its number and an extra element.
fn numbered<'a>(
    slider: Element<'a, Message>,
    number: String,
    more: impl Into<Element<'a, Message>>,
) -> Element<'a, Message> {
    row![
        slider,
        container(body(number)).align_right(40),
        container(more).width(theme::size::CONTROL),
    ]
    .height(theme::size::CONTROL)
    .align_y(Center)
    .into()
}

/// The preview with progress and caption.
fn seen(generating: &Generating) -> Element<'_, Message> {
    let picture: Element<'_, Message> = match generating.preview() {
        Some(preview) => image(preview.picture.clone())
            .width(Fill)
            .height(Fill)
            // It is of earlier settings.
            .opacity(if generating.refused().is_some() {
                0.3
            } else {
                1.0
            })
            .into(),
        None => icon(Icon::Map).size(32.0).style(theme::muted).into(),
    };
    let picture = container(picture)
        .center_x(Length::Fixed(PREVIEW.0))
        .center_y(Length::Fixed(PREVIEW.1))
        .style(theme::well);
    let progress: Element<'_, Message> = match generating.progress() {
        Some(progress) => progress_bar(0.0..=1.0, progress)
            .girth(4)
            .style(theme::progress)
            .into(),
        None => space().height(4).into(),
    };
    let words = match (generating.refused(), generating.preview()) {
        (Some(refused), _) => body(refused).style(theme::bad),
        _ if generating.progress().is_some() => caption(texts::GENERATING),
        (None, Some(preview)) => caption(texts::generated(&preview.name, preview.counts)),
        (None, None) => caption(""),
    };
    // Room for two lines, so that nothing moves.
    let words = container(words).height(36).width(PREVIEW.0);
    column![picture, progress, words].spacing(gap::XS).into()
}
