//! A new map from a mask: what was recognised, for the author to confirm.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::widget::{button, column, container, pick_list, row, slider, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_board::{self as board, Board, Framing, Picture, Plot, Scene, mix};
use marchland_maps::folder::check_path;
use marchland_maps::mask::{
    Figures, Guess, MaskError, Recognition, Regions, RepairOptions, Rgba, Role, View, repair,
};
use marchland_maps::propose::{self, Survey};
use marchland_maps::{Draft, MaskFile, Rgb, Wrap};

use crate::document::Document;
use crate::files::{self, Home, Place, Watch};
use crate::land::Land;
use crate::parts::{body, caption, heading, icon, labelled, list, swatch, worded};
use crate::texts;
use crate::theme::{self, Mode, size, space as gap};

/// A mask as it was read.
#[derive(Debug)]
pub struct Read {
    path: PathBuf,
    regions: Arc<Regions>,
    recognition: Recognition,
}

/// Why no map can be made of a picture.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct Failure {
    path: PathBuf,
    #[source]
    error: MaskError,
}

/// Reads a mask and recognises its colours.
///
/// # Errors
/// [`Failure`], also if `watch` broke off.
pub fn read(path: &Path, watch: Watch<'_>) -> Result<Read, Failure> {
    let regions = files::read_mask(path, watch).map_err(|error| Failure {
        path: path.to_owned(),
        error,
    })?;
    let recognition = Recognition::of(&regions);
    Ok(Read {
        path: path.to_owned(),
        regions: Arc::new(regions),
        recognition,
    })
}

impl Failure {
    /// Whether cleaning the picture up may make a mask of it.
    pub fn calls_for_repair(&self) -> bool {
        self.error.calls_for_repair()
    }

    /// Which file it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A mask that was cleaned up.
#[derive(Debug)]
pub struct Cleaned {
    read: Read,
    figures: Figures,
    /// The picture as it was, unless it is too large to be shown beside.
    before: Option<Picture>,
    png: Vec<u8>,
}

/// Cleans a picture up and recognises its colours. The file stays as it is.
///
/// # Errors
/// What is in the way, in a sentence.
pub fn clean(path: &Path, watch: Watch<'_>) -> Result<Cleaned, String> {
    /// Pixels up to which the picture as it was is kept for comparison.
    const MOST: u64 = 1 << 25;
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let file = std::fs::File::open(path).map_err(|error| failed(&error))?;
    let options = RepairOptions::default();
    let mut watch = |share: f64| watch(share as f32);
    let repair = repair(std::io::BufReader::new(file), &options, &mut watch)
        .map_err(|error| failed(&error))?;
    let mut png = Vec::new();
    repair
        .mask
        .write_png(&mut png)
        .map_err(|error| failed(&error))?;
    let view = View::whole(&repair.mask);
    let before = (repair.figures.pixels <= MOST)
        .then(|| {
            let mut pixels = vec![[0; 4]; view.width * view.height];
            repair.paint_before(&view, &mut pixels);
            Picture::new(view.width as u32, view.height as u32, pixels.into(), 0.0)
        })
        .flatten();
    Ok(Cleaned {
        figures: repair.figures,
        read: Read {
            path: path.to_owned(),
            recognition: Recognition::of(&repair.mask),
            regions: Arc::new(repair.mask),
        },
        before,
        png,
    })
}

/// What a cleaned mask brings to the screen.
#[derive(Debug)]
struct Repaired {
    figures: Figures,
    before: Option<[Scene; 2]>,
    shows_before: bool,
    png: Arc<[u8]>,
}

/// The screen's state.
#[derive(Debug)]
pub struct FromMask {
    repaired: Option<Repaired>,
    path: PathBuf,
    regions: Arc<Regions>,
    recognition: Recognition,
    survey: Survey,
    scenes: [Scene; 2],
    framing: Framing,
}

/// What can be asked for here.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    /// The preview was moved, or pointed at.
    Board(board::Event),
    /// A colour is this.
    Role(Rgba, Role),
    /// Lines are at most so wide.
    Gap(u16),
    /// Clean the mask up.
    Clean,
    /// Show the picture as it was, or the clean mask.
    Before(bool),
    /// Make the map.
    Create,
    /// Back to the start.
    Cancel,
}

impl FromMask {
    /// Shows a mask that was read.
    pub fn new(read: Read) -> Self {
        let Read {
            path,
            regions,
            recognition,
        } = read;
        let (survey, scenes) = look(&regions, &recognition);
        Self {
            repaired: None,
            path,
            regions,
            recognition,
            survey,
            scenes,
            framing: Framing::Whole,
        }
    }

    /// Shows a mask that was cleaned up.
    pub fn cleaned(cleaned: Cleaned) -> Self {
        let Cleaned {
            read,
            figures,
            before,
            png,
        } = cleaned;
        let mut screen = Self::new(read);
        // All of it is background, so that no borders are drawn on it.
        let all: Vec<Rgb> = screen.regions.iter().map(|(_, r)| r.colour.rgb()).collect();
        let before = before.map(|picture| {
            [Mode::Light, Mode::Dark].map(|mode| {
                let regions = Some(Arc::clone(&screen.regions));
                Scene::new(regions, Vec::new(), &all, &[], mode.board())
                    .with_picture(Some(picture.clone()))
            })
        });
        screen.repaired = Some(Repaired {
            figures,
            before,
            shows_before: false,
            png: png.into(),
        });
        screen
    }

    /// Which file the mask comes from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Changes the state.
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Board(board::Event::Moved(framing)) => self.framing = framing,
            Message::Role(colour, role) => {
                let guesses = &mut self.recognition.guesses;
                if let Some(guess) = guesses.iter_mut().find(|guess| guess.colour == colour) {
                    guess.role = role;
                    (self.survey, self.scenes) = look(&self.regions, &self.recognition);
                }
            }
            Message::Gap(gap) => {
                self.recognition.gap = u32::from(gap);
                self.survey.set_gap(&self.regions, u32::from(gap));
            }
            Message::Before(shows) => {
                if let Some(repaired) = &mut self.repaired {
                    repaired.shows_before = shows;
                }
            }
            Message::Board(_) | Message::Clean | Message::Create | Message::Cancel => {}
        }
    }

    /// What is needed to make the map, on another thread.
    pub fn order(&self) -> Order {
        Order {
            path: self.path.clone(),
            regions: Arc::clone(&self.regions),
            recognition: self.recognition.clone(),
            clean: self.repaired.as_ref().map(|of| Arc::clone(&of.png)),
        }
    }

    /// Makes the map here and now.
    pub fn create(&self) -> (Document, Home) {
        self.order().make()
    }

    fn count(&self, role: Role) -> usize {
        self.recognition.of_role(role).count()
    }
}

/// A map to be made of a mask.
#[derive(Debug)]
pub struct Order {
    path: PathBuf,
    regions: Arc<Regions>,
    recognition: Recognition,
    /// The PNG of a mask that was cleaned up.
    clean: Option<Arc<[u8]>>,
}

impl Order {
    /// Makes the map: territories with pivots, neighbours as proposals.
    pub fn make(&self) -> (Document, Home) {
        let name = self
            .path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name.filter(|name| check_path(name).is_ok());
        let mut name = name.unwrap_or_else(|| "mask.png".to_owned());
        if self.clean.is_some() {
            // Beside the author's own file, should the map come to live there.
            let stem = Path::new(&name).file_stem().unwrap_or_default();
            name = format!("{}-clean.png", stem.to_string_lossy());
        }
        let mut draft = propose::draft(&self.regions, &self.recognition, &name, Wrap::default());
        for territory in &mut draft.territories {
            // Neighbours are proposed on the workbench, where each can be seen.
            territory.neighbours.clear();
        }
        let land = Land::new(Arc::clone(&self.regions));
        let document = Document::new(draft, Some(land), false);
        let place = match &self.clean {
            Some(png) => Place::Memory(Arc::clone(png)),
            None => Place::Disk(self.path.clone()),
        };
        let home = Home::made_of(self.path.clone(), vec![(name, place)]);
        (document, home)
    }
}

/// What the mask is under these roles: who touches whom, and how it looks in
/// light and in dark surroundings.
fn look(regions: &Arc<Regions>, recognition: &Recognition) -> (Survey, [Scene; 2]) {
    let of = |role| {
        let guesses = recognition
            .of_role(role)
            .filter(|g| g.colour.alpha() == u8::MAX);
        guesses
            .map(|guess| guess.colour.rgb())
            .collect::<Vec<Rgb>>()
    };
    let (background, separator) = (of(Role::Background), of(Role::Separator));
    let mut draft = Draft::new();
    for colour in of(Role::Territory) {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(colour);
        draft.territories.push(territory);
    }
    draft.mask = Some(MaskFile {
        background: background.clone(),
        separator: separator.clone(),
        ..MaskFile::default()
    });
    let survey = Survey::with_gap(regions, &draft, recognition.gap);
    let scenes = [Mode::Light, Mode::Dark].map(|mode| {
        let style = mode.board();
        let plots = draft
            .territories
            .iter()
            .enumerate()
            .map(|(at, territory)| Plot {
                regions: survey.parts().of(at).to_vec(),
                colour: mix(territory.colour.unwrap_or_default(), Rgb::WHITE, 0.12),
                ..Plot::default()
            });
        let regions = Some(Arc::clone(regions));
        Scene::new(regions, plots.collect(), &background, &separator, style)
    });
    (survey, scenes)
}

/// The screen.
pub fn view(screen: &FromMask, mode: Mode, pixel_ratio: f32) -> Element<'_, Message> {
    let before = screen.repaired.as_ref().filter(|of| of.shows_before);
    let scenes = before.and_then(|of| of.before.as_ref());
    let scene = &scenes.unwrap_or(&screen.scenes)[usize::from(mode == Mode::Dark)];
    let board = Board::new(scene, Message::Board)
        .framing(screen.framing)
        .pixel_ratio(pixel_ratio);
    let panel = container(panel(screen))
        .width(400)
        .height(Fill)
        .style(theme::panel);
    row![board, crate::parts::down(), panel].into()
}

fn panel(screen: &FromMask) -> Element<'_, Message> {
    let name = screen
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let (width, height) = (screen.regions.width(), screen.regions.height());
    let stray = screen.count(Role::Stray);
    let head = column![
        heading(texts::MASK_TITLE).size(size::TITLE),
        caption(texts::picture_size(&name, width, height)),
    ]
    .spacing(gap::XS);
    let found = column![
        heading(texts::regions_title(screen.regions.len())),
        body(texts::colours_found(
            screen.count(Role::Territory),
            screen.count(Role::Background),
            screen.count(Role::Separator),
            stray,
        )),
    ]
    .spacing(gap::XS);
    let mut content = column![head, found].spacing(gap::L);
    if let Some(repaired) = &screen.repaired {
        content = content.push(clean_report(repaired));
    } else if stray > 0 {
        content = content.push(dirty(stray));
    }
    content = content.push(gap_slider(screen)).push(colours(screen));
    let actions = row![
        worded(texts::CANCEL, Some(Message::Cancel), theme::secondary),
        space().width(Fill),
        labelled(
            Icon::Check,
            texts::CREATE,
            (screen.count(Role::Territory) > 0).then_some(Message::Create),
            theme::primary
        ),
    ];
    column![
        list(container(content).padding(gap::XL), "mask report").height(Fill),
        crate::parts::across(),
        container(actions).padding(gap::L),
    ]
    .into()
}

fn dirty<'a>(stray: usize) -> Element<'a, Message> {
    let words = column![
        body(texts::REPAIR_TITLE),
        caption(texts::repair_hint(stray)),
    ]
    .spacing(2);
    let face = row![
        icon(Icon::TriangleAlert).style(theme::warn),
        container(words).width(Fill),
        labelled(
            Icon::Sparkles,
            texts::CLEAN_UP,
            Some(Message::Clean),
            theme::primary
        ),
    ];
    container(face.spacing(gap::M).align_y(Center))
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}

/// What cleaning up has done, with a switch to see it before and after.
fn clean_report(repaired: &Repaired) -> Element<'_, Message> {
    let of = &repaired.figures;
    let words = column![
        body(texts::CLEANED),
        caption(texts::cleaned(
            of.colours_before,
            of.colours_after,
            of.changed,
            of.pixels
        )),
    ]
    .spacing(2);
    let mut face = column![
        row![
            icon(Icon::Sparkles).style(theme::good),
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
    container(face)
        .padding(gap::M)
        .width(Fill)
        .style(theme::notice(|tokens| tokens.good))
        .into()
}

fn gap_slider(screen: &FromMask) -> Element<'_, Message> {
    const WIDEST: u16 = 24;
    let now = screen.recognition.gap as u16;
    column![
        row![body(texts::GAP).width(Fill), body(texts::pixels(now))],
        slider(0..=WIDEST, now.min(WIDEST), Message::Gap)
            .style(theme::slide)
            .height(18),
        caption(texts::neighbours_seen(screen.survey.contacts().len())),
    ]
    .spacing(gap::XS)
    .into()
}

/// A role with the name it is listed by.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Choice(Role);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Role::Territory => texts::ROLE_TERRITORY,
            Role::Background => texts::ROLE_BACKGROUND,
            Role::Separator => texts::ROLE_SEPARATOR,
            Role::Stray => texts::ROLE_STRAY,
        })
    }
}

/// The colours, those first that are not plainly territories.
fn colours(screen: &FromMask) -> Element<'_, Message> {
    /// Colours that are listed at most: the rest is dirt.
    const MOST: usize = 200;
    /// Below this a guess is worth a look.
    const SURE: f32 = 0.6;
    let guesses = &screen.recognition.guesses;
    let plain = |guess: &&Guess| guess.role == Role::Territory && guess.confidence >= SURE;
    let stray = |guess: &&Guess| guess.role == Role::Stray;
    let odd = guesses.iter().filter(|g| !plain(g) && !stray(g));
    let plain_ones = guesses.iter().filter(plain);
    let strays = guesses.iter().filter(stray);
    let mut rows = column![heading(texts::COLOURS), caption(texts::COLOURS_HINT)].spacing(gap::S);
    for guess in odd.chain(plain_ones).chain(strays).take(MOST) {
        rows = rows.push(colour(guess));
    }
    if guesses.len() > MOST {
        rows = rows.push(caption(texts::more_colours(guesses.len() - MOST)));
    }
    rows.into()
}

fn colour(guess: &Guess) -> Element<'_, Message> {
    let roles = [
        Role::Territory,
        Role::Background,
        Role::Separator,
        Role::Stray,
    ]
    .map(Choice);
    let of = guess.colour;
    let pick = pick_list(roles, Some(Choice(guess.role)), move |choice| {
        Message::Role(of, choice.0)
    })
    .text_size(size::BODY)
    .padding([5.0, 8.0])
    .width(124)
    .style(theme::pick)
    .menu_style(theme::menu);
    let reason = guess.reasons.first().map(ToString::to_string);
    let words = column![
        body(of.rgb().to_string()),
        caption(reason.unwrap_or_else(|| texts::pixels_of(guess.area))),
    ];
    row![
        swatch(of.rgb(), 22.0),
        container(words).width(Fill).clip(true),
        pick
    ]
    .spacing(gap::M)
    .align_y(Center)
    .into()
}
