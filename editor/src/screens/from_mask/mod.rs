//! The screen that turns a mask into a map: classified colours for the user to confirm.

mod guesses;
mod make;
mod review;
mod view;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use iced::Size;
use marchland_board::{self as board, Framing, Mark, Plot, Scene, mix};
use marchland_maps::mask::{Figures, Guess, Recognition, Regions, RepairOptions, Rgba, Role};
use marchland_maps::propose::Survey;
use marchland_maps::{Draft, MaskFile, Rgb, Severity};
use marchland_ui::focus::beside;
use marchland_ui::theme::Mode;
use marchland_ui::zoom::Viewport;

pub use self::make::{Cleaned, Failure, Order, Read, clean, read};
pub use self::review::{Message as Answer, Review, Row};
pub use self::view::view;
use crate::commands::Command;
use crate::jobs::Parcel;

/// Id of the selected row, for scrolling.
pub(crate) const PICKED: &str = "picked";

/// The roles in menu order.
const ROLES: [Role; 4] = [
    Role::Territory,
    Role::Background,
    Role::Separator,
    Role::Stray,
];

/// State of a cleaned mask.
#[derive(Debug)]
struct Repaired {
    figures: Figures,
    review: Review,
    before: Option<[Scene; 2]>,
    shows_before: bool,
    png: Arc<[u8]>,
}

#[derive(Debug)]
pub struct FromMask {
    repaired: Option<Repaired>,
    /// The other version of the mask, cleaned or original.
    other: Option<Box<FromMask>>,
    choices: Choices,
    /// The mask, with the roles that the user has chosen.
    read: Read,
    survey: Survey,
    scenes: [Scene; 2],
    framing: Framing,
    board_size: Size,
    /// The order of the colour list.
    order: Vec<usize>,
    /// The selected colour.
    picked: Option<Rgba>,
    /// Counts requests to analyse the mask, and whether one is running.
    asked: u64,
    looking: bool,
}

/// The user's choices, shared by both versions.
#[derive(Debug, Clone, Default)]
struct Choices {
    roles: HashMap<Rgba, Role>,
    gap: Option<u32>,
}

#[derive(Debug, Clone)]
pub enum Message {
    /// From the preview.
    Board(board::Event),
    BoardSize(Size),
    Pick(Rgba),
    /// An analysis ended.
    Looked(Parcel<Seen>),
    Role(Rgba, Role),
    /// Set the separator width.
    Gap(u16),
    /// Clean up with the review's settings.
    Clean,
    /// From the review of merged colours.
    Review(Answer),
    /// Switch between the cleaned and the original mask.
    Swap,
    /// Show the picture before or after cleaning.
    Before(bool),
    Do(Command),
    Create,
    Cancel,
}

impl FromMask {
    pub fn new(read: Read) -> Self {
        let (survey, scenes) = look(&read.regions, &read.recognition);
        Self {
            order: order(&read.recognition),
            repaired: None,
            other: None,
            choices: Choices::default(),
            read,
            survey,
            scenes,
            framing: Framing::Whole,
            board_size: Size::new(800.0, 700.0),
            picked: None,
            asked: 0,
            looking: false,
        }
    }

    pub fn cleaned(cleaned: Cleaned) -> Self {
        let Cleaned {
            read,
            figures,
            review,
            before,
            png,
        } = cleaned;
        let mut screen = Self::new(read);
        // Everything is background, so no borders are drawn.
        let regions = Arc::clone(&screen.read.regions);
        let all: Vec<Rgb> = regions.iter().map(|(_, r)| r.colour.rgb()).collect();
        let before = before.map(|picture| {
            [Mode::Light, Mode::Dark].map(|mode| {
                let regions = Some(Arc::clone(&regions));
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

    /// Replaces `before`, the same mask with other cleaning; keeps the user's choices and view.
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

    /// Continues from `before`.
    fn resume(&mut self, before: &Self) -> Option<Effect> {
        (self.framing, self.board_size) = (before.framing, before.board_size);
        let is_there = |colour: &Rgba| self.read.recognition.guess(*colour).is_some();
        self.picked = before.picked.filter(is_there);
        self.choices.clone_from(&before.choices);
        // A running analysis of the other version was not waited for.
        let mut changed = std::mem::take(&mut self.looking);
        for guess in &mut self.read.recognition.guesses {
            if let Some(&role) = self.choices.roles.get(&guess.colour) {
                changed |= std::mem::replace(&mut guess.role, role) != role;
            }
        }
        if let Some(gap) = self.choices.gap {
            changed |= std::mem::replace(&mut self.read.recognition.gap, gap) != gap;
        }
        if changed { self.look_again() } else { None }
    }

    /// The review, if the mask is shown cleaned.
    pub fn review(&self) -> Option<&Review> {
        self.repaired.as_ref().map(|repaired| &repaired.review)
    }

    /// The wanted cleaning options.
    pub fn repair_options(&self) -> RepairOptions {
        self.review().map(Review::wanted).unwrap_or_default()
    }

    /// Whether the mask must be cleaned again before a map is made.
    pub fn is_behind(&self) -> bool {
        self.review().is_some_and(Review::is_behind)
    }

    /// Closes the shown place, then the selected colour; returns whether there was one.
    pub fn step_back(&mut self) -> bool {
        let review = self.repaired.as_mut().map(|repaired| &mut repaired.review);
        if review.is_some_and(Review::look_away) {
            self.mark();
            return true;
        }
        self.picked.take().is_some()
    }

    /// Whether the user made choices that would be lost.
    pub fn is_worked_on(&self) -> bool {
        let others = self.other.as_ref().and_then(|other| other.review());
        let mut reviews = self.review().into_iter().chain(others);
        !self.choices.roles.is_empty()
            || self.choices.gap.is_some()
            || reviews.any(Review::is_changed)
    }

    pub fn path(&self) -> &Path {
        &self.read.path
    }

    pub fn update(&mut self, message: Message) -> Option<Effect> {
        match message {
            Message::Board(board::Event::Moved(framing)) => self.framing = framing,
            Message::Board(board::Event::Pressed(at, _)) => {
                let region = (at.x >= 0.0 && at.y >= 0.0)
                    .then(|| self.read.regions.region_at(at.x as u32, at.y as u32));
                self.picked = region.flatten().map(|id| self.read.regions.get(id).colour);
                return self.picked.map(|_| Effect::ShowPicked);
            }
            Message::BoardSize(size) => self.board_size = size,
            Message::Pick(colour) => self.picked = Some(colour),
            Message::Role(colour, role) => return self.set_role(colour, role),
            Message::Gap(gap) => {
                self.read.recognition.gap = u32::from(gap);
                self.choices.gap = Some(self.read.recognition.gap);
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
            Message::Looked(parcel) => return self.looked(parcel.open()),
            Message::Do(command) => return self.on_command(command),
            Message::Board(_) | Message::Clean | Message::Create | Message::Cancel => {}
        }
        None
    }

    fn on_answer(&mut self, answer: Answer) {
        /// The least scale at which a place is shown, in logical pixels per pixel.
        const NEAR: f64 = 4.0;
        let scale = self.zoom().max(NEAR);
        let Some(repaired) = &mut self.repaired else {
            return;
        };
        if let ControlFlow::Break(place) = repaired.review.update(answer) {
            // Show what the place looked like.
            repaired.shows_before = repaired.before.is_some();
            self.framing = Framing::Centred {
                x: f64::from(place.x) + 0.5,
                y: f64::from(place.y) + 0.5,
                scale,
            };
        }
        self.mark();
    }

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
        self.choices.roles.insert(colour, role);
        let guesses = &mut self.read.recognition.guesses;
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
                self.framing = self.viewport().after(step);
                None
            }
            Command::Nudge(0, by) => {
                let colours: Vec<Rgba> = self.listed().map(|guess| guess.colour).collect();
                self.picked = beside(&colours, self.picked.as_ref(), by > 0).or(self.picked);
                self.picked.map(|_| Effect::ShowPicked)
            }
            Command::Nudge(by, _) => {
                let colour = self.picked?;
                let now = self.read.recognition.guess(colour)?.role;
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

    fn viewport(&self) -> Viewport {
        Viewport {
            framing: self.framing,
            map: (self.read.regions.width(), self.read.regions.height()),
            view: self.board_size,
        }
    }

    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// Logical pixels per pixel of the mask.
    pub fn zoom(&self) -> f64 {
        self.viewport().scale()
    }

    pub fn is_looking(&self) -> bool {
        self.looking
    }

    pub fn picked(&self) -> Option<Rgba> {
        self.picked
    }

    pub fn recognition(&self) -> &Recognition {
        &self.read.recognition
    }

    /// How many pairs of territories touch, as far as known.
    pub fn touching(&self) -> usize {
        self.survey.contacts().len()
    }

    /// The colours in list order.
    fn listed(&self) -> impl Iterator<Item = &Guess> {
        let guesses = &self.read.recognition.guesses;
        self.order.iter().filter_map(|&at| guesses.get(at))
    }

    /// The plot of a colour in the preview.
    fn plot_of(&self, colour: Rgba) -> Option<usize> {
        let lands = self.read.recognition.of_role(Role::Territory);
        let mut lands = lands.filter(|guess| guess.colour.alpha() == u8::MAX);
        lands.position(|guess| guess.colour == colour)
    }

    /// Requests an analysis, now or after the running one; the latest request counts.
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
            regions: Arc::clone(&self.read.regions),
            recognition: self.read.recognition.clone(),
        }
    }

    fn looked(&mut self, seen: Option<Seen>) -> Option<Effect> {
        let Some(seen) = seen else {
            // The next choice asks again.
            self.looking = false;
            return Some(Effect::BrokeDown);
        };
        if !Arc::ptr_eq(&seen.regions, &self.read.regions) {
            // From a mask that was shown before.
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

    /// Whether a map can be made.
    pub fn is_ready(&self) -> bool {
        self.count(Role::Territory) > 0 && !self.is_behind()
    }

    /// The order to make the map, for another thread.
    pub fn order(&self) -> Order {
        Order {
            read: self.read.clone(),
            clean: self.repaired.as_ref().map(|of| Arc::clone(&of.png)),
        }
    }

    fn count(&self, role: Role) -> usize {
        self.read.recognition.of_role(role).count()
    }
}

/// Order of the list: colours with unclear roles, then territories, then stray colours.
fn order(recognition: &Recognition) -> Vec<usize> {
    /// Below this confidence a guess should be checked.
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

#[derive(Debug)]
pub enum Effect {
    /// Scroll to the selected row.
    ShowPicked,
    /// Analyse the mask on another thread.
    Look(Looking),
    /// The analysis panicked, which is a bug.
    BrokeDown,
}

#[derive(Debug)]
pub struct Looking {
    number: u64,
    regions: Arc<Regions>,
    recognition: Recognition,
}

#[derive(Debug)]
pub struct Seen {
    number: u64,
    regions: Arc<Regions>,
    survey: Survey,
    scenes: [Scene; 2],
}

impl Looking {
    /// Analyses the mask, in time linear in its runs.
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

/// Contacts and scenes, light and dark, of the mask with these roles.
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
