//! Balance of the draft, estimated from games of bots on a background thread. Changes nothing of
//! the map.

mod figures;
mod heat;
mod play;

use std::sync::Arc;
use std::time::Duration;

use marchland_game::conquest::balance::doubted;
use marchland_game::conquest::bots::{Stop, StrategyKind};
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};

pub use figures::{Figures, Offer, Setup, Stopped, WhatIf};
pub use heat::{Heat, Layer, Shade};
pub use play::{News, Order};

use crate::document::Document;
use crate::jobs::{Parcel, fresh_number};
use play::{Ended, PlayedGames, Work, Worlds};

pub const PAUSE: Duration = Duration::from_millis(150);
/// New figures replace old ones when they are as precise as these, or this precise.
pub const SHARP: f64 = 0.02;
/// States of the draft whose games are kept for undo.
const MOST_KEPT: usize = 4;

#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    Players(u8),
    Bot(StrategyKind),
    /// The seed as typed.
    Seed(String),
    /// Play with the typed seed, if it is valid.
    SeedEntered,
    /// The same; an invalid one is dropped.
    SeedLeft,
    /// Pause or resume.
    Pause,
    Layer(Option<Layer>),
    /// Search for better bonuses.
    Propose,
    /// Reject the proposal, cancel the search, or drop the note that it was stopped.
    Leave,
    /// Accept the proposal.
    Apply,
    /// No edit since this pause began.
    Due(u64),
    /// From the thread.
    News(u64, Parcel<News>),
}

/// Work for the application.
#[derive(Debug)]
pub enum Wish {
    /// Send [`Message::Due`] with this number after [`PAUSE`].
    Pause(u64),
    /// Run this order on a thread.
    Play(Box<Order>),
}

/// Progress of figures that are not shown yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Next {
    pub games: u64,
    /// The widest half-interval.
    pub half: f64,
}

#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
#[derive(Debug, Default)]
pub struct Balance {
    pub open: bool,
    paused: bool,
    setup: Setup,
    seed: Option<String>,
    layer: Option<Layer>,
    heat: Option<Arc<Heat>>,
    shown: Option<Figures>,
    next: Option<Next>,
    /// Why the draft cannot be played.
    trouble: Vec<String>,
    /// The most players that could play it, if that is why.
    most_players: Option<usize>,
    failed: Option<String>,
    offer: Option<Offer>,
    /// Steps of the search done, and their number.
    seeking: Option<(u32, u32)>,
    /// Why the last search was stopped.
    stopped: Option<Stopped>,
    /// The revision and set-up being played.
    state: Option<(u64, Setup)>,
    due: bool,
    /// Number of the latest pause.
    latest: u64,
    /// Nothing more to play in this state.
    rests: bool,
    running: Option<(u64, Stop)>,
    kept: Vec<Arc<PlayedGames>>,
    worlds: Worlds,
}

impl Balance {
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The seed as typed.
    pub fn seed(&self) -> String {
        self.seed
            .clone()
            .unwrap_or_else(|| self.setup.seed.to_string())
    }

    /// Whether the typed seed is valid.
    pub fn is_seed(&self) -> bool {
        self.seed
            .as_ref()
            .is_none_or(|seed| seed.parse::<u64>().is_ok())
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether enough games were played, or none can be.
    pub fn rests(&self) -> bool {
        self.rests
    }

    pub fn shown(&self) -> Option<&Figures> {
        self.shown.as_ref()
    }

    /// Whether the figures are of the current draft and set-up.
    pub fn is_fresh(&self) -> bool {
        let shown = self.shown.as_ref().map(|f| (f.revision, f.setup));
        shown.is_some() && shown == self.state
    }

    /// Progress of figures that are not shown yet.
    pub fn next(&self) -> Option<Next> {
        self.next
    }

    /// Why the draft cannot be played.
    pub fn trouble(&self) -> &[String] {
        &self.trouble
    }

    /// The most players that could play the draft, if more were chosen.
    pub fn most_players(&self) -> Option<usize> {
        self.most_players
    }

    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Steps of the search done, and their number.
    pub fn seeking(&self) -> Option<(u32, u32)> {
        self.seeking
    }

    /// Why the last search was stopped, unless it was cancelled.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// The proposal for this revision of the draft and this set-up.
    pub fn offer(&self, revision: u64) -> Option<&Offer> {
        let offer = self.offer.as_ref();
        offer.filter(|offer| (offer.revision, offer.setup) == (revision, self.setup))
    }

    pub fn layer(&self) -> Option<Layer> {
        self.layer
    }

    /// The heat map, while the panel is open and figures are known.
    pub fn heat(&self) -> Option<&Arc<Heat>> {
        self.heat.as_ref().filter(|_| self.open)
    }

    /// Applies a message; [`Message::Apply`] is handled by the workspace.
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Players(players) => {
                self.setup.players = players.clamp(MIN_PLAYERS, MAX_PLAYERS);
            }
            Message::Bot(bot) => self.setup.bot = bot,
            Message::Seed(text) => {
                let digits = text.chars().filter(char::is_ascii_digit).take(20);
                self.seed = Some(digits.collect());
            }
            Message::SeedEntered => self.take_seed(),
            Message::SeedLeft => {
                self.take_seed();
                self.seed = None;
            }
            Message::Pause => self.paused = !self.paused,
            Message::Layer(layer) => {
                self.layer = layer;
                self.shade();
            }
            Message::Propose => {
                self.offer = None;
                self.stopped = None;
                self.seeking = Some((0, 0));
                self.halt();
            }
            Message::Leave => self.leave(),
            Message::Apply => {}
            Message::Due(number) => self.due |= number == self.latest,
            Message::News(number, parcel) => {
                let is_ours = self.running.as_ref().is_some_and(|(own, _)| *own == number);
                if let Some(news) = parcel.open().filter(|_| is_ours) {
                    self.hear(news);
                }
            }
        }
    }

    /// Plays with the typed seed, if it is valid.
    fn take_seed(&mut self) {
        let typed = self.seed.as_ref().and_then(|seed| seed.parse().ok());
        if let Some(seed) = typed {
            self.setup.seed = seed;
            self.seed = None;
        }
    }

    /// Drops the proposal, or cancels the search.
    pub fn leave(&mut self) {
        self.offer = None;
        self.stopped = None;
        if self.seeking.take().is_some() {
            self.halt();
        }
    }

    /// Asks the thread to stop; it reports when it has.
    fn halt(&self) {
        if let Some((_, stop)) = &self.running {
            stop.ask();
        }
    }

    fn hear(&mut self, news: News) {
        // A stopped order may be about another state. Figures tell of which.
        let is_stopped = self
            .running
            .as_ref()
            .is_some_and(|(_, stop)| stop.is_asked());
        match news {
            News::Refused(..) | News::Step(..) | News::Proposed(_) if is_stopped => {}
            News::Refused(why, most_players) => {
                self.trouble = why;
                self.most_players = most_players;
            }
            News::Figures(figures) => self.take(*figures),
            News::Step(step, of) => {
                self.seeking = self.seeking.map(|_| (step, of));
            }
            News::Proposed(bonuses) => {
                if let (Some((revision, setup)), Some(_)) = (self.state, self.seeking.take()) {
                    self.offer = Some(Offer {
                        revision,
                        setup,
                        bonuses,
                    });
                }
            }
            News::Ended(Ended {
                kept,
                is_done,
                failed,
            }) => {
                self.running = None;
                if let Some(kept) = kept {
                    self.kept
                        .retain(|old| (&old.digest, old.setup) != (&kept.digest, kept.setup));
                    self.kept.push(kept);
                    let spare = self.kept.len().saturating_sub(MOST_KEPT);
                    self.kept.drain(..spare);
                }
                if !is_stopped {
                    self.rests |= is_done;
                    self.seeking = None;
                    self.failed = failed;
                }
            }
        }
    }

    /// Shows figures, unless the current ones are more precise.
    fn take(&mut self, figures: Figures) {
        if self.state != Some((figures.revision, figures.setup)) {
            return;
        }
        self.no_trouble();
        let sharper = self.shown.as_ref().filter(|shown| {
            let is_old = shown.revision != figures.revision;
            is_old && shown.setup == figures.setup && figures.half > shown.half.max(SHARP)
        });
        if sharper.is_some() {
            self.next = Some(Next {
                games: figures.section.games,
                half: figures.half,
            });
            return;
        }
        self.next = None;
        self.shown = Some(figures);
        self.shade();
    }

    fn no_trouble(&mut self) {
        self.trouble.clear();
        self.most_players = None;
    }

    fn shade(&mut self) {
        let is_old = !self.is_fresh();
        let heat = self.layer.zip(self.shown.as_ref());
        let heat = heat.map(|(layer, figures)| {
            let mut heat = Heat::of(figures, layer);
            heat.is_old = is_old;
            heat
        });
        if heat.as_ref() != self.heat.as_deref() {
            self.heat = heat.map(Arc::new);
        }
    }

    /// Called after every message: restarts after an edit or a new set-up. `seen` is whether the
    /// panel is visible if open.
    pub fn follow(&mut self, document: &Document, seen: bool) -> Option<Wish> {
        let state = (document.revision(), self.setup);
        if self.state != Some(state) && self.seeking.take().is_some() {
            let is_edit = self.state.is_none_or(|before| before.0 != state.0);
            self.stopped = Some(if is_edit {
                Stopped::Edited
            } else {
                Stopped::OtherSetup
            });
        }
        // A search goes on behind a closed panel; games do not.
        if !(seen && self.open) && self.seeking.is_none() {
            self.halt();
            // Restart at once when it opens again.
            self.state = None;
            self.seed = None;
            return None;
        }
        if self.state != Some(state) {
            let is_first = self.state.is_none();
            self.state = Some(state);
            self.halt();
            self.next = None;
            self.rests = false;
            self.failed = None;
            self.no_trouble();
            self.shade();
            self.due = is_first;
            self.latest = fresh_number();
            if !is_first {
                return Some(Wish::Pause(self.latest));
            }
        }
        let wanted = self.seeking.is_some() || !self.paused && !self.rests;
        if !wanted {
            self.halt();
            return None;
        }
        if !self.due || self.running.is_some() {
            return None;
        }
        let order = self.order(document, u64::MAX);
        Some(Wish::Play(Box::new(order)))
    }

    /// Continents whose bonus is found to be wrong in this state of the draft.
    fn doubted(&self) -> Vec<usize> {
        let shown = self.shown.as_ref().filter(|_| self.is_fresh());
        shown.map_or_else(Vec::new, |figures| doubted(&figures.findings))
    }

    fn order(&mut self, document: &Document, most: u64) -> Order {
        let order = Order {
            number: fresh_number(),
            work: if self.seeking.is_some() {
                Work::Bonuses
            } else {
                Work::Games
            },
            draft: document.draft().clone(),
            revision: document.revision(),
            setup: self.setup,
            doubted: self.doubted(),
            kept: self.kept.clone(),
            worlds: Arc::clone(&self.worlds),
            stop: Stop::default(),
            most,
            steps_back: false,
        };
        self.running = Some((order.number, order.stop.clone()));
        order
    }

    /// Plays at most `deals` deals, or searches for bonuses, on this thread, for screenshots and
    /// tests.
    pub fn play_now(&mut self, document: &Document, deals: u64) {
        self.state = Some((document.revision(), self.setup));
        self.no_trouble();
        self.shade();
        let order = self.order(document, deals);
        let mut news = Vec::new();
        order.carry_out(&mut |one| {
            news.push(one);
            true
        });
        for one in news {
            self.hear(one);
        }
        // The limit of deals does not mean that enough is known.
        self.rests &= !self.trouble.is_empty();
        self.due = true;
    }
}

impl Drop for Balance {
    fn drop(&mut self) {
        self.halt();
    }
}

#[cfg(test)]
mod tests;
