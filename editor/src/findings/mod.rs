//! What is wrong with the map: everything the validator finds, filtered, walked
//! through, and repaired.
//!
//! State only; the looking is done in [`look`], when it is done in [`live`],
//! what a repair would change is worked out in [`preview`].

mod about;
mod filter;
pub mod live;
pub mod look;
mod offers;
pub mod preview;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashSet;

use marchland_board::Rect;
use marchland_maps::{ContinentKey, TerritoryKey};
use marchland_validator::{Counts, Entity, Finding, Fix, Safety, Severity, Waiver};

pub use filter::Filter;
pub use offers::{Offer, Offers};

use crate::texts;
use about::About;
use look::Outcome;
use preview::Preview;

/// Something that happened to the findings.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Show findings of this severity, or no longer.
    Severity(Severity),
    /// Show what is let be, or no longer.
    Waived,
    /// Show only what is in view.
    InView(bool),
    /// Show only what matches this.
    Text(String),
    /// Take everything through the filter.
    ShowAll,
    /// The list was scrolled so far, in logical pixels.
    Scrolled(f32),
    /// Go to a finding: bring it into sight and select what it is about.
    Go(String),
    /// Go to a finding and open the list at it, without moving the map.
    Open(String),
    /// List what can be done about a finding.
    Offer(String),
    /// Go to a finding, open the list at it, and say why it is one.
    Why(String),
    /// Go to the first error.
    FirstError,
    /// The pointer is on a finding, or on none.
    Hover(Option<String>),
    /// The pointer is on the button of a repair, or on none: the finding's id
    /// and the repair's place among its repairs.
    Peek(Option<(String, usize)>),
    /// Make a repair.
    Mend(String, usize),
    /// Show what the rule of the chosen finding means, or no longer.
    Explain(bool),
    /// Show the safe repairs as a list with ticks, or no longer.
    Batch(bool),
    /// Tick a repair of that list, or no longer.
    Tick(String),
    /// Tick all of them, or none.
    TickAll(bool),
    /// Make those that are ticked.
    MendTicked,
    /// Start giving a reason to let the chosen finding be, or stop.
    Waive(bool),
    /// The reason as it is typed.
    Reason(String),
    /// Let the chosen finding be.
    WaiveDone,
    /// Take the waiver of a finding back.
    Unwaive(String),
    /// The pointer is on what is on offer at this place of the list of offers.
    Point(usize),
    /// Take what is on offer at this place of the list of offers.
    Take(usize),
}

/// Safe repairs, listed to be ticked.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    unticked: HashSet<String>,
    /// The line that keys have gone to.
    at: Option<usize>,
    /// They are being worked out.
    pub working: bool,
}

/// The findings of one map and how they are shown.
#[derive(Debug, Default)]
pub struct Findings {
    outcome: Option<Outcome>,
    /// Where on the mask each of them is, if anywhere.
    places: Vec<Option<Rect>>,
    about: About,
    filter: Filter,
    /// Indices of those that are listed.
    rows: Vec<usize>,
    chosen: Option<String>,
    /// The row of the chosen one, or where it was: walking goes on from there.
    at: Option<usize>,
    hovered: Option<String>,
    peeked: Option<(String, usize)>,
    preview: Option<Preview>,
    /// A repair that was asked for while the findings were out of date: the
    /// finding's id and the repair's title.
    pending: Option<(String, String)>,
    explaining: bool,
    reason: Option<String>,
    batch: Option<Batch>,
    offers: Option<Offers>,
    scrolled: f32,
}

impl Findings {
    // ---- what there is ---------------------------------------------------

    /// What was found; `None` before the first look is done.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// All findings, in the order of the file.
    pub fn all(&self) -> &[Finding] {
        self.outcome
            .as_ref()
            .map_or(&[], |outcome| &outcome.report.findings)
    }

    /// How many there are of each kind.
    pub fn counts(&self) -> Counts {
        self.outcome
            .as_ref()
            .map_or_else(Counts::default, |outcome| outcome.report.counts())
    }

    /// Whether they are about the document as it is after so many changes.
    pub fn is_fresh(&self, revision: u64) -> bool {
        self.outcome
            .as_ref()
            .is_some_and(|outcome| outcome.revision == revision)
    }

    /// The finding with this id.
    pub fn get(&self, id: &str) -> Option<&Finding> {
        self.all().iter().find(|finding| finding.id == id)
    }

    /// Where on the mask a finding is; `None` if it has no place there.
    pub fn place_of(&self, id: &str) -> Option<Rect> {
        let at = self.all().iter().position(|finding| finding.id == id)?;
        *self.places.get(at)?
    }

    /// Those about a territory that are not let be, the worst first.
    pub fn about_territory(&self, key: TerritoryKey) -> impl Iterator<Item = &Finding> {
        let places = self.about.territory(key).iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// Those about a continent that are not let be, the worst first.
    pub fn about_continent(&self, key: ContinentKey) -> impl Iterator<Item = &Finding> {
        let places = self.about.continent(key).iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// Those about neither territories nor continents that are not let be, the
    /// worst first.
    pub fn about_map(&self) -> impl Iterator<Item = &Finding> {
        let places = self.about.map().iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// How bad the worst is that is found about a territory, if it is more than
    /// a note.
    pub fn flaw_of(&self, key: TerritoryKey) -> Option<Severity> {
        self.about.flaw(key)
    }

    /// Findings and where they are.
    pub fn placed(&self) -> impl Iterator<Item = (&Finding, Option<Rect>)> {
        self.all().iter().zip(self.places.iter().copied())
    }

    // ---- the list ----------------------------------------------------------

    /// Which of them are listed.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none is listed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The finding in a row of the list.
    pub fn row(&self, at: usize) -> Option<&Finding> {
        self.all().get(*self.rows.get(at)?)
    }

    /// The row of the chosen finding, if it is listed.
    pub fn chosen_row(&self) -> Option<usize> {
        let chosen = self.chosen.as_deref()?;
        let all = self.all();
        self.rows.iter().position(|&at| all[at].id == chosen)
    }

    /// The finding that was gone to last.
    pub fn chosen(&self) -> Option<&Finding> {
        self.get(self.chosen.as_deref()?)
    }

    /// The finding that the pointer is on.
    pub fn hovered(&self) -> Option<&Finding> {
        self.get(self.hovered.as_deref()?)
    }

    /// What the repair would change whose button the pointer is on.
    pub fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The repair whose button the pointer is on.
    pub fn peeked(&self) -> Option<&Fix> {
        let (id, at) = self.peeked.as_ref()?;
        self.get(id)?.fixes.get(*at)
    }

    /// Whether the rule of the chosen finding is explained.
    pub fn is_explaining(&self) -> bool {
        self.explaining
    }

    /// The reason that is being typed to let the chosen finding be.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// How far the list is scrolled, in logical pixels.
    pub fn scrolled(&self) -> f32 {
        self.scrolled
    }

    // ---- safe repairs ------------------------------------------------------

    /// The list of safe repairs, while it is shown.
    pub fn batch(&self) -> Option<&Batch> {
        self.batch.as_ref()
    }

    /// Every finding that has a safe repair, with that repair and its place.
    pub fn safe(&self) -> impl Iterator<Item = (&Finding, usize, &Fix)> {
        let open = self.all().iter().filter(|f| f.waived.is_none());
        open.filter_map(|finding| {
            let usable = |fix: &Fix| fix.safety == Safety::Safe && fix.disabled.is_none();
            let at = finding.fixes.iter().position(usable)?;
            Some((finding, at, &finding.fixes[at]))
        })
    }

    /// Whether the safe repair of a finding is ticked.
    pub fn is_ticked(&self, id: &str) -> bool {
        self.batch
            .as_ref()
            .is_some_and(|batch| !batch.unticked.contains(id))
    }

    /// The ticked repairs: ids of findings with titles.
    pub fn ticked(&self) -> HashSet<(String, String)> {
        self.safe()
            .filter(|(finding, ..)| self.is_ticked(&finding.id))
            .map(|(finding, _, fix)| (finding.id.clone(), fix.title.clone()))
            .collect()
    }

    // ---- changes -----------------------------------------------------------

    /// Takes what was found; `places` says where on the mask each finding is,
    /// and `view` what is seen of the mask. A repair that was asked for
    /// meanwhile comes back, if it is still on offer.
    pub fn take(
        &mut self,
        outcome: Outcome,
        places: Vec<Option<Rect>>,
        view: Option<Rect>,
    ) -> Option<(String, usize)> {
        self.about = About::new(&outcome.report.findings);
        self.outcome = Some(outcome);
        self.places = places;
        // What was on offer may be no more.
        if self.offers.take().is_some() {
            self.peek(None);
        }
        self.list(view);
        for id in [&mut self.chosen, &mut self.hovered] {
            let gone = |id: &String| {
                let outcome = self.outcome.as_ref();
                outcome.is_none_or(|o| o.report.findings.iter().all(|f| f.id != *id))
            };
            if id.as_ref().is_some_and(gone) {
                *id = None;
            }
        }
        if self.chosen.is_none() {
            self.explaining = false;
            self.reason = None;
        }
        if self.peeked().is_none() {
            self.peeked = None;
            self.preview = None;
        }
        if self.safe().next().is_none() {
            self.batch = None;
        } else if let Some(batch) = &mut self.batch {
            batch.working = false;
        }
        let (id, title) = self.pending.take()?;
        let fixes = &self.get(&id)?.fixes;
        let at = fixes.iter().position(|fix| fix.title == title)?;
        Some((id, at))
    }

    /// Lists anew what passes the filter; called when findings, filter or what
    /// is in view have changed.
    pub fn list(&mut self, view: Option<Rect>) {
        let filter = &self.filter;
        let placed = self.outcome.iter().flat_map(|o| &o.report.findings);
        let placed = placed.zip(&self.places).enumerate();
        let mut rows: Vec<_> = placed
            .filter(|(_, (finding, place))| filter.lets(finding, **place, view))
            .map(|(at, (finding, _))| (finding.waived.is_some(), Reverse(finding.severity), at))
            .collect();
        // The worst first, each kind in the order of the file; what is let be comes
        // last.
        rows.sort_unstable();
        self.rows = rows.into_iter().map(|(.., at)| at).collect();
        self.at = self.chosen_row().or(self.at);
    }

    /// Changes the filter; [`Findings::list`] is to follow.
    pub fn filter_by(&mut self, message: &Message) {
        match message {
            Message::Severity(severity) => {
                let was_hidden = self.filter.hidden.remove(severity);
                self.filter
                    .hidden
                    .extend((!was_hidden).then_some(*severity));
            }
            Message::Waived => self.filter.waived = !self.filter.waived,
            Message::InView(on) => self.filter.in_view = *on,
            Message::Text(text) => self.filter.text.clone_from(text),
            Message::ShowAll => self.filter = Filter::default(),
            _ => {}
        }
    }

    /// Chooses a finding; whether it is there.
    pub fn choose(&mut self, id: &str) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        if self.chosen.as_deref() != Some(id) {
            self.reason = None;
        }
        self.chosen = Some(id.to_owned());
        self.at = self.chosen_row().or(self.at);
        true
    }

    /// The id of the next listed finding, or of the one before, round the end.
    pub fn step(&self, by: isize) -> Option<String> {
        let count = self.rows.len() as isize;
        if count == 0 {
            return None;
        }
        let at = match (self.chosen_row(), self.at) {
            (Some(at), _) => (at as isize + by).rem_euclid(count),
            // The chosen one is gone: what moved up to its place is the next.
            (None, Some(at)) if by > 0 => (at as isize).rem_euclid(count),
            (None, Some(at)) => (at as isize - 1).rem_euclid(count),
            (None, None) if by > 0 => 0,
            (None, None) => count - 1,
        };
        self.row(at as usize).map(|finding| finding.id.clone())
    }

    /// The pointer is on a finding, or on none.
    pub fn hover(&mut self, id: Option<String>) {
        self.hovered = id;
    }

    /// The pointer is on the button of a repair, or on none; whether that is
    /// news.
    pub fn peek(&mut self, at: Option<(String, usize)>) -> bool {
        if self.peeked == at {
            return false;
        }
        self.peeked = at;
        self.preview = None;
        true
    }

    /// Keeps what the repair under the pointer would change.
    pub fn show_preview(&mut self, preview: Option<Preview>) {
        self.preview = preview;
    }

    /// Remembers a repair until the findings are up to date again.
    pub fn postpone(&mut self, id: &str, title: &str) {
        self.pending = Some((id.to_owned(), title.to_owned()));
    }

    /// Shows what the rule means, or no longer.
    pub fn explain(&mut self, on: bool) {
        self.explaining = on;
    }

    /// Starts typing a reason, goes on, or stops.
    pub fn give_reason(&mut self, reason: Option<String>) {
        self.reason = reason;
    }

    /// The list was scrolled.
    pub fn scroll(&mut self, to: f32) {
        self.scrolled = to;
    }

    /// Shows the safe repairs, all ticked, or no longer.
    pub fn show_batch(&mut self, on: bool) {
        // The two lists are scrolled each for itself.
        if self.batch.is_some() != on {
            self.scrolled = 0.0;
        }
        self.batch = on.then(Batch::default);
    }

    /// Ticks the safe repair of a finding, or no longer.
    pub fn tick(&mut self, id: &str) {
        if let Some(batch) = &mut self.batch
            && !batch.unticked.remove(id)
        {
            batch.unticked.insert(id.to_owned());
        }
    }

    /// Goes to the next line of the list of safe repairs, or to the one before,
    /// round the end: the finding's id and the repair's place.
    pub fn step_batch(&mut self, by: isize) -> Option<(String, usize)> {
        let count = self.safe().count() as isize;
        let batch = self.batch.as_mut().filter(|_| count > 0)?;
        let next = match batch.at {
            Some(at) => (at as isize + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        batch.at = Some(next as usize);
        self.in_batch()
    }

    /// The line of the list of safe repairs that keys have gone to.
    pub fn batch_line(&self) -> Option<usize> {
        self.batch.as_ref()?.at
    }

    /// The line that keys have gone to: the finding's id and the repair's place.
    pub fn in_batch(&self) -> Option<(String, usize)> {
        let at = self.batch.as_ref()?.at?;
        let (finding, fix, _) = self.safe().nth(at)?;
        Some((finding.id.clone(), fix))
    }

    /// Ticks all safe repairs, or none.
    pub fn tick_all(&mut self, on: bool) {
        let all: HashSet<String> = self.safe().map(|(f, ..)| f.id.clone()).collect();
        if let Some(batch) = &mut self.batch {
            batch.unticked = if on { HashSet::new() } else { all };
        }
    }

    /// Says whether the ticked repairs are being worked out.
    pub fn work(&mut self, on: bool) {
        if let Some(batch) = &mut self.batch {
            batch.working = on;
        }
    }

    /// The waiver that would let the chosen finding be, for the reason typed;
    /// `None` if there is no reason.
    pub fn waiver(&self) -> Option<Waiver> {
        let reason = self.reason.as_deref()?.trim();
        let finding = self.chosen()?;
        (!reason.is_empty()).then(|| Waiver::of(finding, reason))
    }
}

/// Why a finding cannot be let be, though the map can be.
pub fn unwaivable(finding: &Finding) -> Option<&'static str> {
    let about_settings = finding.file == marchland_validator::File::Settings;
    about_settings.then_some(texts::WAIVE_SETTINGS)
}

/// The territories and continents that a finding is about, the culprits first.
pub fn culprits(finding: &Finding) -> (Vec<TerritoryKey>, Vec<ContinentKey>) {
    let (mut territories, mut continents) = (Vec::new(), Vec::new());
    for entity in &finding.about {
        match entity {
            Entity::Territory(key, _) => territories.push(*key),
            Entity::Continent(key, _) => continents.push(*key),
            _ => {}
        }
    }
    if territories.is_empty() {
        territories.extend(finding.territory());
    }
    (territories, continents)
}
