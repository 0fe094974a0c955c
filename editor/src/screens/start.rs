//! The start screen: new map, open, recent and bundled maps.

use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

use iced::widget::{Container, button, column, container, image, row, space, tooltip};
use iced::{Center, Element, Fill, Length};
use lucide_icons::Icon;
use marchland_maps::bundled::{self, Bundled};
use marchland_maps::folder::{Folder, OpenError};
use marchland_maps::xml;
use marchland_ui::cut::{cut, cut_at};
use marchland_ui::focus::pressable;
use marchland_ui::parts::{
    body, caption, heading, icon, icon_button, keycap, list, sized, theme_button, tip, worded,
};
use marchland_ui::theme::{self, Mode, size, space as gap};

use crate::commands::Command;
use crate::jobs::Job;
use crate::recent::{self, Recent};
use crate::recovery::{self, Orphan};
use crate::{files, texts};

/// Width of a bundled map's card, in logical pixels.
const WIDTH: f32 = 211.0;
/// Height of its picture.
const HEIGHT: f32 = 116.0;
/// Width of a recent map's thumbnail.
const THUMB_WIDTH: f32 = 72.0;
/// Height of a recent map's thumbnail.
const THUMB_HEIGHT: f32 = 40.0;

#[derive(Debug, Clone)]
pub struct Sample {
    pub map: &'static Bundled,
    pub name: String,
    /// Territories and continents.
    pub counts: (usize, usize),
    pub picture: Option<image::Handle>,
}

/// State remembered between runs.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// Recovery copies.
    pub orphans: Vec<Orphan>,
    pub recents: Vec<Card>,
    /// Why the list of recent maps is missing.
    pub note: Option<String>,
}

/// A recent map.
#[derive(Debug, Clone)]
pub struct Card {
    pub recent: Recent,
    /// A thumbnail.
    pub picture: Option<image::Handle>,
    /// Whether its file exists.
    pub there: bool,
}

#[derive(Debug, Clone)]
pub enum Message {
    Do(Command),
    /// Open a bundled map.
    Sample(&'static Bundled),
    Recent(String),
    Locate(String),
    /// Remove from the recent maps.
    Forget(String),
    /// Compare a recovery copy with its file.
    Compare(Orphan),
    Recover(Orphan),
    Discard(Orphan),
    Cancel,
}

/// The bundled maps with thumbnails, which are read the first time.
pub fn samples() -> &'static [Sample] {
    static SAMPLES: LazyLock<Vec<Sample>> =
        LazyLock::new(|| bundled::ALL.iter().map(sample).collect());
    &SAMPLES
}

fn sample(map: &'static Bundled) -> Sample {
    let draft = xml::read(map.xml).draft;
    let [width, height] = [WIDTH, HEIGHT].map(|side| (side * 2.0) as u32);
    let picture = files::shrink(Cursor::new(map.image), width, height);
    Sample {
        map,
        name: texts::map_name(draft.name.text.as_deref()).to_owned(),
        counts: (draft.territories.len(), draft.continents.len()),
        picture: picture.map(|pixels| image::Handle::from_rgba(width, height, pixels)),
    }
}

/// Reads recovery copies, and recent maps with thumbnails.
pub fn shelf(state: &Path) -> Shelf {
    let (list, note) = match recent::read(state) {
        Ok(list) => (list, None),
        Err(error) => (Vec::new(), Some(texts::no_recents(&error.to_string()))),
    };
    let [width, height] = [THUMB_WIDTH, THUMB_HEIGHT].map(|side| (side * 2.0) as u32);
    let cards = list.into_iter().map(|recent| {
        let opened = Folder::open(&recent.path);
        let picture = opened.as_ref().ok().and_then(|(folder, reading)| {
            let pixels = files::thumbnail(folder, &reading.draft, width, height)?;
            Some(image::Handle::from_rgba(width, height, pixels))
        });
        Card {
            // Opening the map will resolve an interrupted save.
            there: matches!(&opened, Ok(_) | Err(OpenError::CutOff(_))),
            picture,
            recent,
        }
    });
    Shelf {
        recents: cards.collect(),
        note,
        orphans: recovery::orphans(&recovery::folder(state)),
    }
}

pub fn view<'a>(
    samples: Option<&'a [Sample]>,
    shelf: &'a Shelf,
    job: Option<&'a Job>,
    mode: Mode,
) -> Element<'a, Message> {
    let toggle = Command::ToggleTheme;
    let head = row![
        column![
            sized(texts::PRODUCT, size::DISPLAY),
            body(texts::TAGLINE).style(theme::muted),
        ]
        .spacing(gap::XS)
        .width(Fill),
        theme_button(mode, toggle.words(), Message::Do(toggle)),
    ];
    let busy = job.is_some();
    let new = row![
        action(Icon::Brush, Command::New, texts::DRAW_MAP_HINT, busy),
        action(
            Icon::FilePlus,
            Command::NewFromMask,
            texts::NEW_MAP_HINT,
            busy
        ),
    ]
    .spacing(gap::L);
    let ready = row![
        action(
            Icon::Dices,
            Command::Generate,
            texts::GENERATE_MAP_HINT,
            busy
        ),
        action(Icon::FolderOpen, Command::Open, texts::OPEN_MAP_HINT, busy),
    ]
    .spacing(gap::L);
    let lower: Element<'_, Message> = match (job, samples) {
        (Some(job), _) => under_way(job),
        (None, None) => caption(texts::LOOKING_FOR_SAMPLES).into(),
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
    let mut content = column![head].spacing(gap::XXL).width(900);
    if !busy && !shelf.orphans.is_empty() {
        content = content.push(left_behind(&shelf.orphans));
    }
    content = content.push(column![new, ready].spacing(gap::L));
    if !busy && (shelf.note.is_some() || !shelf.recents.is_empty()) {
        content = content.push(recents(shelf));
    }
    content = content.push(lower);
    let page = container(content).padding(gap::XXL).center_x(Fill);
    container(list(page, "start").height(Fill))
        .style(theme::ground)
        .width(Fill)
        .height(Fill)
        .into()
}

/// Recovery copies with their actions.
fn left_behind(orphans: &[Orphan]) -> Element<'_, Message> {
    let rows = orphans.iter().map(|orphan| {
        let about = &orphan.about;
        let whose = about
            .file
            .as_deref()
            .map_or_else(|| texts::NEVER_SAVED.to_owned(), texts::short_path);
        let words = column![
            body(texts::unsaved_of(texts::map_name(about.name.as_deref()))),
            caption(texts::written(orphan.written, &whose)),
        ]
        .spacing(2);
        row![
            icon(Icon::History).style(theme::warn),
            container(words).width(Fill).clip(true),
            worded(
                texts::DISCARD,
                Some(Message::Discard(orphan.clone())),
                theme::secondary
            ),
            match &about.file {
                Some(_) => worded(
                    texts::COMPARE,
                    Some(Message::Compare(orphan.clone())),
                    theme::secondary
                ),
                None => tip(
                    worded(texts::COMPARE, None, theme::secondary),
                    texts::NOT_COMPARED,
                    "",
                    tooltip::Position::Bottom
                ),
            },
            worded(
                texts::RECOVER,
                Some(Message::Recover(orphan.clone())),
                theme::primary
            ),
        ]
        .spacing(gap::M)
        .align_y(Center)
        .into()
    });
    container(column(rows).spacing(gap::M))
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// Recent maps in two columns, or why they are missing.
fn recents(shelf: &Shelf) -> Element<'_, Message> {
    if let Some(note) = &shelf.note {
        return caption(note).into();
    }
    let rows = shelf.recents.chunks(2).map(|pair| {
        let mut line = row![].spacing(gap::L);
        for card in pair {
            line = line.push(recent_card(card));
        }
        if pair.len() == 1 {
            line = line.push(space().width(Fill));
        }
        line.into()
    });
    column![heading(texts::RECENT), column(rows).spacing(gap::S)]
        .spacing(gap::M)
        .into()
}

/// A picture of a map, or an icon of that size if there is none.
fn thumbnail<'a>(picture: Option<&image::Handle>, large: f32) -> Container<'a, Message> {
    let picture: Element<'_, Message> = match picture {
        Some(handle) => image(handle.clone())
            .width(Fill)
            .height(Fill)
            .content_fit(iced::ContentFit::Fill)
            .into(),
        None => container(icon(Icon::Map).size(large).style(theme::muted))
            .center(Fill)
            .into(),
    };
    container(picture).clip(true).style(theme::well)
}

fn recent_card(card: &Card) -> Element<'_, Message> {
    let path = &card.recent.path;
    let picture = thumbnail(card.picture.as_ref(), size::ICON)
        .width(THUMB_WIDTH)
        .height(THUMB_HEIGHT);
    let style = if card.there {
        theme::plain_text
    } else {
        theme::muted
    };
    let name = cut(texts::map_name(card.recent.name.as_deref()), style);
    let place = if card.there {
        texts::short_path(path)
    } else {
        texts::gone(path)
    };
    let words = column![name, cut_at(place, size::CAPTION, theme::muted),].spacing(2);
    let face = row![picture, container(words).width(Fill)]
        .spacing(gap::M)
        .align_y(Center);
    let open = button(face)
        .width(Fill)
        .padding(gap::XS)
        .style(theme::plain);
    let message = card.there.then(|| Message::Recent(path.clone()));
    let mut line = row![pressable(open, message)].align_y(Center);
    if !card.there {
        line = line.push(worded(
            texts::LOCATE,
            Some(Message::Locate(path.clone())),
            theme::secondary,
        ));
    }
    line = line.push(icon_button(
        Icon::X,
        texts::FORGET,
        "",
        Some(Message::Forget(path.clone())),
        false,
    ));
    container(line)
        .width(Fill)
        .padding([0.0, gap::XS])
        .style(theme::card)
        .into()
}

/// A large button for a command.
fn action(symbol: Icon, command: Command, hint: &str, busy: bool) -> Element<'_, Message> {
    let badge = container(icon(symbol).size(22.0).style(theme::accent))
        .center(44)
        .style(theme::well);
    let face = row![
        badge,
        column![
            row![
                heading(command.words()),
                space().width(Fill),
                keycap(command.key())
            ]
            .align_y(Center),
            caption(hint)
        ]
        .spacing(gap::XS)
        .width(Fill),
    ]
    .spacing(gap::M)
    .align_y(Center)
    .height(Fill);
    let card = button(face)
        .width(Fill)
        .height(72)
        .padding([0.0, gap::L])
        .style(theme::card_button);
    pressable(card, (!busy).then_some(Message::Do(command)))
}

fn card(sample: &Sample) -> Element<'_, Message> {
    let picture = thumbnail(sample.picture.as_ref(), 32.0)
        .width(Fill)
        .height(HEIGHT);
    let (territories, continents) = sample.counts;
    let words = column![
        cut(&*sample.name, theme::plain_text),
        caption(texts::sample(territories, continents)),
    ]
    .spacing(2);
    let card = button(column![picture, container(words).padding([gap::S, gap::M])])
        .width(Length::Fixed(WIDTH + 2.0))
        .padding(1)
        .style(theme::card_button);
    pressable(card, Some(Message::Sample(sample.map)))
}

/// A running job with a cancel button.
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
