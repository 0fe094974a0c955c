//! The view of the mask screen.

use iced::widget::{button, column, container, mouse_area, row, sensor, space, stack, tooltip};
use iced::{Center, Element, Fill, mouse};
use lucide_icons::Icon;
use marchland_board::{Board, Highlight};
use marchland_maps::mask::{Figures, Guess, Role, Sloppiness};
use marchland_ui::parts::{
    body, by_word, caption, heading, icon, labelled, list, sized, slide, swatch, tip, worded,
};
use marchland_ui::theme::{self, Mode, size, space as gap};
use marchland_ui::zoom;

use super::{FromMask, Message, PICKED, ROLES, Repaired, guesses};
use crate::commands::Command;
use crate::texts;

pub fn view(screen: &FromMask, mode: Mode, pixel_ratio: f32) -> Element<'_, Message> {
    let before = screen.repaired.as_ref().filter(|of| of.shows_before);
    let scenes = before.and_then(|of| of.before.as_ref());
    let scene = &scenes.unwrap_or(&screen.scenes)[usize::from(mode == Mode::Dark)];
    let picked = screen.picked.filter(|_| before.is_none());
    let picked = picked.and_then(|colour| screen.plot_of(colour));
    // Separators may have no plot.
    let picked = picked.filter(|plot| scene.bounds_of(*plot).is_some());
    let accent = mode.board().accent;
    let highlights = picked.map(|plot| Highlight {
        plots: vec![plot],
        veil: accent.scale_alpha(0.25),
        edge: accent,
        reach: 2.0,
    });
    let board = Board::new(scene, Message::Board)
        .framing(screen.framing)
        .highlights(highlights.into_iter().collect())
        .interaction(mouse::Interaction::Pointer)
        .pixel_ratio(pixel_ratio);
    // A new mask reports the size of its board.
    let board = sensor(board)
        .key(std::sync::Arc::as_ptr(&screen.read.regions).addr())
        .on_show(Message::BoardSize)
        .on_resize(Message::BoardSize);
    let zoom = zoom::bar(screen.zoom(), texts::ZOOM, |step| {
        Message::Do(Command::Zoom(step))
    });
    let zoom = container(zoom)
        .padding(gap::M)
        .align_right(Fill)
        .align_bottom(Fill);
    let board = stack![board, zoom];
    let panel = container(panel(screen)).width(400).height(Fill);
    row![board, marchland_ui::parts::down(), panel].into()
}

fn panel(screen: &FromMask) -> Element<'_, Message> {
    let name = screen
        .read
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let (width, height) = (screen.read.regions.width(), screen.read.regions.height());
    let stray = screen.count(Role::Stray);
    let head = column![
        sized(texts::MASK_TITLE, size::TITLE),
        caption(texts::picture_size(&name, width, height)),
    ]
    .spacing(gap::XS);
    let found = column![
        heading(texts::regions_title(screen.read.regions.len())),
        body(texts::colours_found(
            screen.count(Role::Territory),
            screen.count(Role::Background),
            screen.count(Role::Separator),
            stray,
        )),
    ]
    .spacing(gap::XS);
    let mut content = column![head, found].spacing(gap::L);
    if let Some(first) = screen.read.regions.merged().first() {
        let merged = screen.read.regions.merged().len();
        content = content.push(warned(texts::colours_merged(merged, first.rgb())));
    }
    if let Some(repaired) = &screen.repaired {
        content = content
            .push(clean_report(repaired, screen.other.is_some()))
            .push(guesses::view(&repaired.review));
    } else if screen.other.is_some() {
        content = content.push(original());
    } else if stray > 0 {
        content = content.push(dirty(stray));
    }
    content = content.push(gap_slider(screen)).push(colours(screen));
    let message = screen.is_ready().then_some(Message::Create);
    // Highlight the one next action.
    let is_next = screen.repaired.is_some() || screen.other.is_some() || stray == 0;
    let style = if is_next {
        theme::primary
    } else {
        theme::secondary
    };
    let mut create = labelled(Icon::Check, texts::CREATE, message, style);
    if screen.is_behind() {
        create = tip(create, texts::CLEAN_FIRST, "", tooltip::Position::Top);
    }
    let actions = row![
        worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
        space().width(Fill),
        create,
    ];
    column![
        list(container(content).padding(gap::XL), "mask report").height(Fill),
        marchland_ui::parts::across(),
        container(actions).padding([gap::L, gap::XL]),
    ]
    .into()
}

fn dirty<'a>(stray: usize) -> Element<'a, Message> {
    let clean = (texts::CLEAN_UP, Message::Clean);
    offer(texts::REPAIR_TITLE, texts::repair_hint(stray), clean)
}

/// Says that the original mask is shown although a cleaned one exists.
fn original<'a>() -> Element<'a, Message> {
    let swap = (texts::USE_CLEANED, Message::Swap);
    offer(texts::ORIGINAL, texts::ORIGINAL_HINT.to_owned(), swap)
}

fn warned<'a>(text: String) -> Element<'a, Message> {
    let sign = icon(Icon::TriangleAlert).style(theme::warn);
    container(row![sign, caption(text).width(Fill)].spacing(gap::M))
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// Offers to clean the mask up.
fn offer<'a>(
    title: &'a str,
    hint: String,
    (way, message): (&'a str, Message),
) -> Element<'a, Message> {
    let face = row![
        icon(Icon::TriangleAlert).style(theme::warn),
        column![body(title), caption(hint)].spacing(2).width(Fill),
        labelled(Icon::Sparkles, way, Some(message), theme::primary),
    ];
    container(face.spacing(gap::M).align_y(Center))
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// The result of cleaning, with a before/after switch.
fn clean_report(repaired: &Repaired, has_original: bool) -> Element<'_, Message> {
    let of = &repaired.figures;
    let words = column![
        body(texts::CLEANED),
        caption(texts::cleaned(
            of.colours_before,
            of.colours_after,
            of.changed,
            of.pixels
        )),
    ];
    let mut concerns = concerns(of);
    if !has_original {
        concerns.push(texts::NO_ORIGINAL.to_owned());
    }
    let is_sure = concerns.is_empty();
    let words = words.extend(concerns.into_iter().map(|text| caption(text).into()));
    let words = words.spacing(2);
    let mut face = column![
        row![
            if is_sure {
                icon(Icon::Sparkles).style(theme::good)
            } else {
                icon(Icon::TriangleAlert).style(theme::warn)
            },
            container(words).width(Fill)
        ]
        .spacing(gap::M)
        .align_y(Center)
    ]
    .spacing(gap::S);
    if repaired.before.is_some() {
        let side = |label, before: bool| {
            let is = repaired.shows_before == before;
            button(container(body(label)).center(Fill))
                .width(Fill)
                .height(size::CONTROL)
                .padding(0)
                .style(theme::chosen(is))
                .on_press(Message::Before(before))
        };
        face = face.push(row![side(texts::BEFORE, true), side(texts::AFTER, false)]);
    }
    if has_original {
        let swap = Some(Message::Swap);
        face = face.push(worded(texts::USE_ORIGINAL, swap, theme::secondary));
    }
    container(face)
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(if is_sure {
            |tokens| tokens.good
        } else {
            |tokens| tokens.warn
        }))
        .into()
}

/// What the user should check after cleaning.
fn concerns(of: &Figures) -> Vec<String> {
    let mut lines = Vec::new();
    if of.is_hardly_a_mask() {
        lines.push(texts::HARDLY_A_MASK.to_owned());
    }
    if of.sloppiness == Sloppiness::Blurred {
        lines.push(texts::BLURRED.to_owned());
    }
    if let Some((area, at)) = of.doubtful.largest {
        lines.push(texts::doubtful(of.doubtful.pieces, area, at));
    }
    lines
}

fn gap_slider(screen: &FromMask) -> Element<'_, Message> {
    const WIDEST: u16 = 24;
    let now = screen.read.recognition.gap as u16;
    column![
        row![body(texts::GAP).width(Fill), body(texts::pixels(now))],
        slide(0..=WIDEST, now, Message::Gap),
        caption(if screen.looking {
            texts::LOOKING.to_owned()
        } else {
            texts::neighbours_seen(screen.touching())
        }),
    ]
    .spacing(gap::XS)
    .into()
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Territory => texts::ROLE_TERRITORY,
        Role::Background => texts::ROLE_BACKGROUND,
        Role::Separator => texts::ROLE_SEPARATOR,
        Role::Stray => texts::ROLE_STRAY,
    }
}

/// The colour list: unclear roles first.
fn colours(screen: &FromMask) -> Element<'_, Message> {
    /// The most colours listed; the rest is stray.
    const MOST: usize = 200;
    let count = screen.read.recognition.guesses.len();
    let mut rows = column![heading(texts::COLOURS), caption(texts::COLOURS_HINT)].spacing(2);
    let picked = |guess: &&Guess| Some(guess.colour) == screen.picked;
    // A colour selected in the preview is always listed.
    let late = screen.listed().skip(MOST).filter(picked);
    for guess in screen.listed().take(MOST).chain(late) {
        rows = rows.push(colour(guess, picked(&guess)));
    }
    if count > MOST {
        rows = rows.push(caption(texts::and_more(count - MOST)));
    }
    rows.into()
}

fn colour(guess: &Guess, is_picked: bool) -> Element<'_, Message> {
    let of = guess.colour;
    let pick = by_word(&ROLES, role_word, Some(guess.role), "", 124, move |role| {
        Message::Role(of, role)
    });
    let reason = guess.reasons.first();
    let reason = reason.map(|reason| texts::capital(&reason.to_string()));
    let words = column![
        body(of.rgb().to_string()),
        caption(reason.unwrap_or_else(|| texts::pixels(guess.area))),
    ];
    let line = row![
        swatch(of.rgb(), 22.0),
        container(words).width(Fill).clip(true),
        pick
    ]
    .spacing(gap::M)
    .align_y(Center);
    let mut line = container(line).padding([gap::XS, gap::S]);
    if is_picked {
        line = line.id(PICKED).style(theme::picked);
    }
    mouse_area(line).on_press(Message::Pick(of)).into()
}
