//! The first screen: start a map, open one, or try a bundled one.

use std::path::PathBuf;

use iced::widget::{button, column, container, image, row, space, text};
use iced::{Center, Element, Fill, Length};
use lucide_icons::Icon;
use marchland_maps::folder::Folder;

use crate::jobs::Job;
use crate::parts::{body, caption, heading, icon, keycap, list, worded};
use crate::theme::{self, size, space as gap};
use crate::{files, texts};

/// Width of a bundled map's picture, in logical pixels.
const WIDTH: f32 = 211.0;
/// Its height.
const HEIGHT: f32 = 116.0;

/// A bundled map on the start screen.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its folder.
    pub path: PathBuf,
    /// What it is called.
    pub name: String,
    /// Territories and continents.
    pub counts: (usize, usize),
    /// A small picture of it.
    pub picture: Option<image::Handle>,
}

/// What can be asked for here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A new map from a mask.
    New,
    /// Open a map.
    Open,
    /// Open this bundled map.
    Sample(PathBuf),
    /// Call the work under way off.
    Cancel,
}

/// Reads the bundled maps, pictures and all; a map that cannot be read is left
/// out. The world comes first.
pub fn samples() -> Vec<Sample> {
    let mut list: Vec<_> = files::bundled()
        .into_iter()
        .filter_map(|path| {
            let (folder, reading) = Folder::open(&path).ok()?;
            let draft = reading.draft;
            let [width, height] = [WIDTH, HEIGHT].map(|side| (side * 2.0) as u32);
            let picture = files::thumbnail(&folder, &draft, width, height)
                .map(|pixels| image::Handle::from_rgba(width, height, pixels));
            Some(Sample {
                name: draft
                    .name
                    .text
                    .clone()
                    .unwrap_or_else(|| texts::UNNAMED_MAP.into()),
                counts: (draft.territories.len(), draft.continents.len()),
                path,
                picture,
            })
        })
        .collect();
    list.sort_by_key(|sample| !sample.path.ends_with("world"));
    list
}

/// The screen; `job` is what is being read.
pub fn view<'a>(samples: Option<&'a [Sample]>, job: Option<&'a Job>) -> Element<'a, Message> {
    let head = column![
        text(texts::PRODUCT).size(size::DISPLAY),
        body(texts::TAGLINE).style(theme::muted),
    ]
    .spacing(gap::XS);
    let busy = job.is_some();
    let actions = row![
        action(
            Icon::FilePlus,
            texts::NEW_MAP,
            texts::NEW_MAP_HINT,
            "Ctrl+N",
            (!busy).then_some(Message::New)
        ),
        action(
            Icon::FolderOpen,
            texts::OPEN_MAP,
            texts::OPEN_MAP_HINT,
            "Ctrl+O",
            (!busy).then_some(Message::Open)
        ),
    ]
    .spacing(gap::L);
    let lower: Element<'_, Message> = match (job, samples) {
        (Some(job), _) => under_way(job),
        (None, None) => caption(texts::LOOKING_FOR_SAMPLES).into(),
        (None, Some([])) => caption(texts::NO_SAMPLES).into(),
        (None, Some(samples)) => {
            let cards = samples.iter().map(card);
            column![
                heading(texts::SAMPLES),
                row(cards).spacing(gap::L).wrap().vertical_spacing(gap::L),
            ]
            .spacing(gap::M)
            .into()
        }
    };
    let content = column![head, actions, lower].spacing(gap::XXL).width(900);
    let page = container(content).padding(gap::XXL).center_x(Fill);
    container(list(page, "start").height(Fill))
        .style(theme::ground)
        .width(Fill)
        .height(Fill)
        .into()
}

fn action<'a>(
    symbol: Icon,
    title: &'a str,
    hint: &'a str,
    key: &'a str,
    message: Option<Message>,
) -> Element<'a, Message> {
    let badge = container(icon(symbol).size(22.0).style(theme::accent))
        .center(44)
        .style(theme::well);
    let face = row![
        badge,
        column![
            row![heading(title), space().width(Fill), keycap(key)].align_y(Center),
            caption(hint)
        ]
        .spacing(gap::XS)
        .width(Fill),
    ]
    .spacing(gap::M)
    .align_y(Center);
    button(face)
        .width(Fill)
        .padding(gap::L)
        .style(theme::card_button)
        .on_press_maybe(message)
        .into()
}

fn card(sample: &Sample) -> Element<'_, Message> {
    let picture: Element<'_, Message> = match &sample.picture {
        Some(handle) => image(handle.clone())
            .width(Fill)
            .height(HEIGHT)
            .content_fit(iced::ContentFit::Fill)
            .into(),
        None => container(icon(Icon::Map).size(32.0).style(theme::muted))
            .center(Fill)
            .into(),
    };
    let picture = container(picture)
        .width(Fill)
        .height(HEIGHT)
        .clip(true)
        .style(theme::well);
    let (territories, continents) = sample.counts;
    let words = column![
        body(&sample.name).wrapping(text::Wrapping::None),
        caption(texts::sample(territories, continents)),
    ]
    .spacing(2);
    button(column![
        picture,
        container(words).padding([gap::S, gap::M]).clip(true)
    ])
    .width(Length::Fixed(WIDTH + 2.0))
    .padding(1)
    .style(theme::card_button)
    .on_press(Message::Sample(sample.path.clone()))
    .into()
}

/// Work that is under way, with a way to call it off.
pub fn under_way(job: &Job) -> Element<'_, Message> {
    container(
        column![
            heading(&job.what),
            iced::widget::progress_bar(0.0..=1.0, job.progress)
                .girth(6)
                .style(theme::progress),
            row![
                caption(format!("{:.0} %", job.progress * 100.0)),
                space().width(Fill),
                worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
            ]
            .align_y(Center),
        ]
        .spacing(gap::M),
    )
    .padding(gap::XL)
    .width(Fill)
    .style(theme::card)
    .into()
}
