//! How the draft plays: games of bots on it while the author draws, and what comes of them.
//! Changes nothing of the map; the games run on a thread of their own.

mod figures;
mod heat;
mod play;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use marchland_game::conquest::bots::{Stop, StrategyKind};
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};

pub use figures::{Figures, Offer, Setup, WhatIf};
pub use heat::{Heat, Layer, Shade};
pub use play::{News, Order};

use crate::document::Document;
use crate::jobs::Parcel;
use play::{Ended, Kept, Work, Worlds};

/// From the last edit to the first game.
pub const PAUSE: Duration = Duration::from_millis(150);
/// Figures are shown instead of old ones when they are as sharp as these, or this sharp.
pub const SHARP: f64 = 0.02;
/// States of the draft of which it is kept what was played, so that undo brings it back.
const MOST_KEPT: usize = 4;

/// What can be done with the panel.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    Players(u8),
    Bot(StrategyKind),
    /// The seed, as it is typed.
    Seed(String),
    /// Pause, or go on.
    Pause,
    /// What the land is shaded by.
    Layer(Option<Layer>),
    /// Look for bonuses.
    Propose,
    /// Leave the bonuses as they are, or off looking for others.
    Leave,
    /// Make the bonuses those that are proposed.
    Apply,
    /// The author has paused.
    Due(u64),
    /// A thread has something to say.
    News(u64, Parcel<News>),
}

/// What is to be done outside.
#[derive(Debug)]
pub enum Wish {
    /// Say [`Message::Due`] with this number after [`PAUSE`].
    Pause(u64),
    /// Carry this out on a thread.
    Play(Box<Order>),
}

/// Figures that are not shown yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Next {
    /// Games played.
    pub games: u64,
    /// Half of the widest interval.
    pub half: f64,
}

/// The panel's state.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says another thing of the games"
)]
#[derive(Debug, Default)]
pub struct Balance {
    open: bool,
    paused: bool,
    setup: Setup,
    seed: Option<String>,
    layer: Option<Layer>,
    heat: Option<Arc<Heat>>,
    shown: Option<Figures>,
    next: Option<Next>,
    /// Why the draft cannot be played.
    trouble: Vec<String>,
    failed: Option<String>,
    offer: Option<Offer>,
    /// How far the search for bonuses is.
    seeking: Option<(u32, u32)>,
    /// What is played, or about to be.
    state: Option<(u64, Setup)>,
    due: bool,
    /// The pause that is waited for.
    latest: u64,
    /// Nothing more is to be played in this state.
    rests: bool,
    running: Option<(u64, Stop)>,
    kept: Vec<Arc<Kept>>,
    worlds: Worlds,
}

impl Balance {
    /// Whether the panel is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Opens or closes it.
    pub fn show(&mut self, open: bool) {
        self.open = open;
    }

    /// What is played.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The seed as it is typed.
    pub fn seed(&self) -> String {
        self.seed
            .clone()
            .unwrap_or_else(|| self.setup.seed.to_string())
    }

    /// Whether what is typed is a seed.
    pub fn is_seed(&self) -> bool {
        self.seed
            .as_ref()
            .is_none_or(|seed| seed.parse::<u64>().is_ok())
    }

    /// Whether it was paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether enough is known, or nothing can be.
    pub fn rests(&self) -> bool {
        self.rests
    }

    /// The figures that are shown.
    pub fn shown(&self) -> Option<&Figures> {
        self.shown.as_ref()
    }

    /// Whether these are of what is played now, and not of what was before.
    pub fn is_fresh(&self) -> bool {
        let shown = self.shown.as_ref().map(|f| (f.revision, f.setup));
        shown.is_some() && shown == self.state
    }

    /// What is known by now of figures that are not shown yet.
    pub fn next(&self) -> Option<Next> {
        self.next
    }

    /// Why the draft cannot be played.
    pub fn trouble(&self) -> &[String] {
        &self.trouble
    }

    /// Why the games broke down.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Steps that the search for bonuses has made, of how many.
    pub fn seeking(&self) -> Option<(u32, u32)> {
        self.seeking
    }

    /// The bonuses that are proposed for this state of the draft.
    pub fn offer(&self, revision: u64) -> Option<&Offer> {
        self.offer
            .as_ref()
            .filter(|offer| offer.revision == revision)
    }

    /// What the land is to be shaded by.
    pub fn layer(&self) -> Option<Layer> {
        self.layer
    }

    /// The land in shades, while the panel is open and something is known.
    pub fn heat(&self) -> Option<&Arc<Heat>> {
        self.heat.as_ref().filter(|_| self.open)
    }

    /// Changes the state. [`Message::Apply`] is the workbench's.
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Players(players) => {
                self.setup.players = players.clamp(MIN_PLAYERS, MAX_PLAYERS);
            }
            Message::Bot(bot) => self.setup.bot = bot,
            Message::Seed(text) => {
                let digits = text.chars().filter(char::is_ascii_digit).take(20);
                let text: String = digits.collect();
                self.setup.seed = text.parse().unwrap_or(self.setup.seed);
                self.seed = Some(text);
            }
            Message::Pause => self.paused = !self.paused,
            Message::Layer(layer) => {
                self.layer = layer;
                self.shade();
            }
            Message::Propose => {
                self.offer = None;
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

    /// Drops what is proposed, or being looked for.
    pub fn leave(&mut self) {
        self.offer = None;
        if self.seeking.take().is_some() {
            self.halt();
        }
    }

    /// Asks the thread to end; it says when it has.
    fn halt(&self) {
        if let Some((_, stop)) = &self.running {
            stop.ask();
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Refused(why) => self.trouble = why,
            News::Figures(figures) => self.take(*figures),
            News::Step(step, of) => {
                self.seeking = self.seeking.map(|_| (step, of));
            }
            News::Proposed(bonuses) => {
                if let (Some((revision, _)), Some(_)) = (self.state, self.seeking.take()) {
                    self.offer = Some(Offer { revision, bonuses });
                }
            }
            News::Ended(Ended {
                kept,
                is_done,
                failed,
            }) => {
                let stopped = self.running.take().is_some_and(|(_, stop)| stop.is_asked());
                if let Some(kept) = kept {
                    self.kept
                        .retain(|old| (&old.digest, old.setup) != (&kept.digest, kept.setup));
                    self.kept.push(kept);
                    let spare = self.kept.len().saturating_sub(MOST_KEPT);
                    self.kept.drain(..spare);
                }
                // What was asked to stop may have been about another state.
                if !stopped {
                    self.rests |= is_done;
                    self.seeking = None;
                }
                self.failed = failed;
            }
        }
    }

    /// Shows figures, unless those that are shown are of another state of the draft and
    /// sharper.
    fn take(&mut self, figures: Figures) {
        if self.state != Some((figures.revision, figures.setup)) {
            return;
        }
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

    fn shade(&mut self) {
        let heat = self.layer.zip(self.shown.as_ref());
        let heat = heat.map(|(layer, figures)| Heat::of(figures, layer));
        if heat.as_ref() != self.heat.as_deref() {
            self.heat = heat.map(Arc::new);
        }
    }

    /// Called after everything that happens: an edit, or other players, begin anew. `seen`
    /// while the panel could be seen if it is open.
    pub fn follow(&mut self, document: &Document, seen: bool) -> Option<Wish> {
        if !seen || !self.open {
            self.halt();
            // When it is opened again it begins at once.
            self.state = None;
            self.seeking = None;
            return None;
        }
        let state = (document.revision(), self.setup);
        if self.state != Some(state) {
            let is_first = self.state.is_none();
            self.state = Some(state);
            self.halt();
            self.seeking = None;
            self.next = None;
            self.rests = false;
            self.failed = None;
            self.trouble.clear();
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
            kept: self.kept.clone(),
            worlds: Arc::clone(&self.worlds),
            stop: Stop::default(),
            most,
            steps_back: false,
        };
        self.running = Some((order.number, order.stop.clone()));
        order
    }

    /// Plays so many deals at most, or looks for bonuses, on this thread: for pictures and
    /// tests, where nobody waits.
    pub fn play_now(&mut self, document: &Document, deals: u64) {
        self.state = Some((document.revision(), self.setup));
        self.trouble.clear();
        let order = self.order(document, deals);
        let mut news = Vec::new();
        order.carry_out(&mut |one| {
            news.push(one);
            true
        });
        for one in news {
            self.hear(one);
        }
        // So many deals are not all that there are to play.
        self.rests &= !self.trouble.is_empty();
        self.due = true;
    }
}

impl Drop for Balance {
    fn drop(&mut self) {
        self.halt();
    }
}

/// A number that no other order has, at no other map either: late news must not be taken for
/// those about the map that is open now.
fn fresh_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
