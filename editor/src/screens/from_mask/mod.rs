//! A new map from a mask: what was recognised, for the author to confirm.

mod guesses;
mod make;
mod review;
mod view;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Size;
use marchland_board::{self as board, Framing, Mark, Plot, Scene, mix};
use marchland_maps::mask::{Figures, Guess, Recognition, Regions, RepairOptions, Rgba, Role};
use marchland_maps::propose::Survey;
use marchland_maps::{Draft, MaskFile, Rgb, Severity};
use marchland_ui::focus::beside;
use marchland_ui::theme::Mode;
use marchland_ui::zoom::Sight;

pub use self::make::{Cleaned, Failure, Order, Read, clean, read};
pub use self::review::{Message as Answer, Review, Row};
pub use self::view::view;
use crate::commands::Command;
use crate::files::Stamp;
use crate::jobs::Parcel;

/// The row that is picked out, by which it is found to be scrolled to.
pub(crate) const PICKED: &str = "picked";

/// What a colour can be, in the order they are offered.
const ROLES: [Role; 4] = [
    Role::Territory,
    Role::Background,
    Role::Separator,
    Role::Stray,
];

/// What a cleaned mask brings to the screen.
#[derive(Debug)]
struct Repaired {
    figures: Figures,
    review: Review,
    before: Option<[Scene; 2]>,
    shows_before: bool,
    png: Arc<[u8]>,
}

/// The screen's state.
#[derive(Debug)]
pub struct FromMask {
    repaired: Option<Repaired>,
    /// The same mask cleaned up, or as its file has it: whichever is not shown.
    other: Option<Box<FromMask>>,
    said: Said,
    path: PathBuf,
    /// The state of the file that was read.
    seen: Option<Stamp>,
    regions: Arc<Regions>,
    recognition: Recognition,
    survey: Survey,
    scenes: [Scene; 2],
    framing: Framing,
    board_size: Size,
    /// The order in which the colours are listed, whatever is made of them.
    order: Vec<usize>,
    /// The colour whose row is picked out.
    picked: Option<Rgba>,
    /// How often the mask was asked to be looked at anew, and whether it is being
    /// looked at.
    asked: u64,
    looking: bool,
}

/// What the author has said of a mask, whether it is cleaned up or not.
#[derive(Debug, Clone, Default)]
struct Said {
    roles: HashMap<Rgba, Role>,
    gap: Option<u32>,
}

/// What can be asked for here.
#[derive(Debug, Clone)]
pub enum Message {
    /// The preview was moved, or pointed at.
    Board(board::Event),
    /// The preview came to have this size.
    BoardSize(Size),
    /// Pick a colour's row out.
    Pick(Rgba),
    /// The mask was looked at anew.
    Looked(Parcel<Seen>),
    /// A colour is this.
    Role(Rgba, Role),
    /// Lines are at most so wide.
    Gap(u16),
    /// Clean the mask up, as the review wants it.
    Clean,
    /// What the author thinks of what cleaning up has made one.
    Review(Answer),
    /// Take the mask as its file has it, or cleaned up after all.
    Swap,
    /// Show the picture as it was, or the clean mask.
    Before(bool),
    /// What a key asks for.
    Do(Command),
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
            seen,
            regions,
            recognition,
        } = read;
        let (survey, scenes) = look(&regions, &recognition);
        Self {
            order: order(&recognition),
            repaired: None,
            other: None,
            said: Said::default(),
            path,
            seen,
            regions,
            recognition,
            survey,
            scenes,
            framing: Framing::Whole,
            board_size: Size::new(800.0, 700.0),
            picked: None,
            asked: 0,
            looking: false,
        }
    }

    /// Shows a mask that was cleaned up.
    pub fn cleaned(cleaned: Cleaned) -> Self {
        let Cleaned {
            read,
            figures,
            review,
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
            review,
            before,
            shows_before: false,
            png: png.into(),
        });
        screen
    }

    /// Takes the place of `before`, the same mask cleaned up otherwise or not at all:
    /// what was said and looked at there stays.
    pub fn follow(&mut self, mut before: Self) -> Option<Effect> {
        let effect = self.resume(&before);
        let then = before.repaired.take();
        if let (Some(now), Some(then)) = (&mut self.repaired, then) {
            now.review.follow(then.review);
            self.other = before.other;
        } else {
            self.other = Some(Box::new(before));
        }
        effect
    }

    /// Goes on where `before` was left.
    fn resume(&mut self, before: &Self) -> Option<Effect> {
        (self.framing, self.board_size) = (before.framing, before.board_size);
        let is_there = |colour: &Rgba| self.recognition.guess(*colour).is_some();
        self.picked = before.picked.filter(is_there);
        self.said.clone_from(&before.said);
        // A look that was under way when this was left was not waited for.
        let mut changed = std::mem::take(&mut self.looking);
        for guess in &mut self.recognition.guesses {
            if let Some(&role) = self.said.roles.get(&guess.colour) {
                changed |= std::mem::replace(&mut guess.role, role) != role;
            }
        }
        if let Some(gap) = self.said.gap {
            changed |= std::mem::replace(&mut self.recognition.gap, gap) != gap;
        }
        if changed { self.look_again() } else { None }
    }

    /// What came of cleaning the mask up, if it is shown cleaned up.
    pub fn review(&self) -> Option<&Review> {
        self.repaired.as_ref().map(|repaired| &repaired.review)
    }

    /// What the mask is to be cleaned up with.
    pub fn repair_options(&self) -> RepairOptions {
        self.review().map(Review::wanted).unwrap_or_default()
    }

    /// Whether the mask is to be cleaned up again before a map is made of it.
    pub fn is_behind(&self) -> bool {
        self.review().is_some_and(Review::is_behind)
    }

    /// Drops the nearest thing that can be dropped without leaving: the place that is
    /// looked at, then the colour that is picked. Whether there was one.
    pub fn step_back(&mut self) -> bool {
        let review = self.repaired.as_mut().map(|repaired| &mut repaired.review);
        if review.is_some_and(Review::look_away) {
            self.mark();
            return true;
        }
        self.picked.take().is_some()
    }

    /// Whether the author has said anything that would go with the screen.
    pub fn is_worked_on(&self) -> bool {
        let others = self.other.as_ref().and_then(|other| other.review());
        let mut reviews = self.review().into_iter().chain(others);
        !self.said.roles.is_empty() || self.said.gap.is_some() || reviews.any(Review::is_said)
    }

    /// Which file the mask comes from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Changes the state; what is to follow comes back.
    pub fn update(&mut self, message: Message) -> Option<Effect> {
        match message {
            Message::Board(board::Event::Moved(framing)) => self.framing = framing,
            Message::Board(board::Event::Pressed(at, _)) => {
                let region = (at.x >= 0.0 && at.y >= 0.0)
                    .then(|| self.regions.region_at(at.x as u32, at.y as u32));
                self.picked = region.flatten().map(|id| self.regions.get(id).colour);
                return self.picked.map(|_| Effect::ShowPicked);
            }
            Message::BoardSize(size) => self.board_size = size,
            Message::Pick(colour) => self.picked = Some(colour),
            Message::Role(colour, role) => return self.set_role(colour, role),
            Message::Gap(gap) => {
                self.recognition.gap = u32::from(gap);
                self.said.gap = Some(self.recognition.gap);
                return self.look_again();
            }
            Message::Before(shows) => {
                if let Some(repaired) = &mut self.repaired {
                    repaired.shows_before = shows;
                }
            }
            Message::Review(answer) => self.on_answer(answer),
            Message::Swap => {
                let mut other = self.other.take()?;
                std::mem::swap(self, &mut other);
                let effect = self.resume(&other);
                self.other = Some(other);
                return effect;
            }
            Message::Looked(parcel) => return self.looked(parcel.open()?),
            Message::Do(command) => return self.on_command(command),
            Message::Board(_) | Message::Clean | Message::Create | Message::Cancel => {}
        }
        None
    }

    fn on_answer(&mut self, answer: Answer) {
        /// Logical pixels for one of the mask, at least, where a place is shown.
        const NEAR: f64 = 4.0;
        let scale = self.zoom().max(NEAR);
        let Some(repaired) = &mut self.repaired else {
            return;
        };
        if let ControlFlow::Break(place) = repaired.review.update(answer) {
            // There one sees what it was.
            repaired.shows_before = repaired.before.is_some();
            self.framing = Framing::Centred {
                x: f64::from(place.x) + 0.5,
                y: f64::from(place.y) + 0.5,
                scale,
            };
        }
        self.mark();
    }

    /// Marks the place that is looked at.
    fn mark(&mut self) {
        let Some(repaired) = &mut self.repaired else {
            return;
        };
        let mark = repaired.review.looked_at().map(|(of, _, at)| Mark {
            at: (f64::from(at.x) + 0.5, f64::from(at.y) + 0.5),
            around: None,
            severity: Severity::Info,
            strong: true,
            of,
        });
        let marks: Vec<Mark> = mark.into_iter().collect();
        let before = repaired.before.iter_mut().flatten();
        for scene in self.scenes.iter_mut().chain(before) {
            scene.set_overlay(Vec::new(), marks.clone());
        }
    }

    fn set_role(&mut self, colour: Rgba, role: Role) -> Option<Effect> {
        self.picked = Some(colour);
        self.said.roles.insert(colour, role);
        let guesses = &mut self.recognition.guesses;
        let guess = guesses.iter_mut().find(|guess| guess.colour == colour)?;
        if guess.role == role {
            return None;
        }
        guess.role = role;
        self.look_again()
    }

    fn on_command(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Zoom(step) => {
                self.framing = self.sight().after(step);
                None
            }
            Command::Nudge(0, by) => {
                let colours: Vec<Rgba> = self.listed().map(|guess| guess.colour).collect();
                self.picked = beside(&colours, self.picked.as_ref(), by > 0).or(self.picked);
                self.picked.map(|_| Effect::ShowPicked)
            }
            Command::Nudge(by, _) => {
                let colour = self.picked?;
                let now = self.recognition.guess(colour)?.role;
                self.set_role(colour, beside(&ROLES, Some(&now), by > 0)?)
            }
            Command::ShowSelection => {
                let index = self.picked.and_then(|colour| self.plot_of(colour));
                let around = index.and_then(|plot| self.scenes[0].bounds_of(plot));
                self.framing = around.map_or(Framing::Whole, Framing::Around);
                None
            }
            _ => None,
        }
    }

    fn sight(&self) -> Sight {
        Sight {
            framing: self.framing,
            map: (self.regions.width(), self.regions.height()),
            view: self.board_size,
        }
    }

    /// Which part of the mask is seen.
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// Logical pixels for one pixel of the mask.
    pub fn zoom(&self) -> f64 {
        self.sight().scale()
    }

    /// Whether the mask is being looked at anew.
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// The colour whose row is picked out.
    pub fn picked(&self) -> Option<Rgba> {
        self.picked
    }

    /// What the colours are taken for.
    pub fn recognition(&self) -> &Recognition {
        &self.recognition
    }

    /// How many pairs of territories touch, as far as is known by now.
    pub fn touching(&self) -> usize {
        self.survey.contacts().len()
    }

    /// The colours in the order they are listed.
    fn listed(&self) -> impl Iterator<Item = &Guess> {
        let guesses = &self.recognition.guesses;
        self.order.iter().filter_map(|&at| guesses.get(at))
    }

    /// The place of a colour among the plots of the preview.
    fn plot_of(&self, colour: Rgba) -> Option<usize> {
        let lands = self.recognition.of_role(Role::Territory);
        let mut lands = lands.filter(|guess| guess.colour.alpha() == u8::MAX);
        lands.position(|guess| guess.colour == colour)
    }

    /// Has the mask looked at anew, now or once the look that is under way is
    /// done: the latest wish counts.
    fn look_again(&mut self) -> Option<Effect> {
        self.asked += 1;
        if std::mem::replace(&mut self.looking, true) {
            return None;
        }
        Some(Effect::Look(self.looking()))
    }

    fn looking(&self) -> Looking {
        Looking {
            number: self.asked,
            regions: Arc::clone(&self.regions),
            recognition: self.recognition.clone(),
        }
    }

    fn looked(&mut self, seen: Seen) -> Option<Effect> {
        if !Arc::ptr_eq(&seen.regions, &self.regions) {
            // Of a mask that was shown before.
            return None;
        }
        (self.survey, self.scenes) = (seen.survey, seen.scenes);
        self.mark();
        if seen.number == self.asked {
            self.looking = false;
            return None;
        }
        Some(Effect::Look(self.looking()))
    }

    /// Whether there is a map to be made, of the mask as the author wants it.
    pub fn is_ready(&self) -> bool {
        self.count(Role::Territory) > 0 && !self.is_behind()
    }

    /// What is needed to make the map, on another thread.
    pub fn order(&self) -> Order {
        Order {
            path: self.path.clone(),
            seen: self.seen,
            regions: Arc::clone(&self.regions),
            recognition: self.recognition.clone(),
            clean: self.repaired.as_ref().map(|of| Arc::clone(&of.png)),
        }
    }

    fn count(&self, role: Role) -> usize {
        self.recognition.of_role(role).count()
    }
}

/// The places of the colours that are not plainly territories, then of those that
/// are, then of the dirt.
fn order(recognition: &Recognition) -> Vec<usize> {
    /// Below this a guess is worth a look.
    const SURE: f32 = 0.6;
    let guesses = &recognition.guesses;
    let mut order: Vec<usize> = (0..guesses.len()).collect();
    order.sort_by_key(|&at| match &guesses[at] {
        guess if guess.role == Role::Stray => 2,
        guess if guess.role == Role::Territory && guess.confidence >= SURE => 1,
        _ => 0,
    });
    order
}

/// What follows from a message outside of the screen.
#[derive(Debug)]
pub enum Effect {
    /// Scroll the row that is picked out into sight.
    ShowPicked,
    /// Look at the mask anew, on another thread.
    Look(Looking),
}

/// A mask to be looked at anew.
#[derive(Debug)]
pub struct Looking {
    number: u64,
    regions: Arc<Regions>,
    recognition: Recognition,
}

/// A mask that was looked at anew.
#[derive(Debug)]
pub struct Seen {
    number: u64,
    regions: Arc<Regions>,
    survey: Survey,
    scenes: [Scene; 2],
}

impl Looking {
    /// Looks at the mask. Takes time linear in its runs.
    pub fn look(self) -> Seen {
        let (survey, scenes) = look(&self.regions, &self.recognition);
        Seen {
            number: self.number,
            regions: self.regions,
            survey,
            scenes,
        }
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
