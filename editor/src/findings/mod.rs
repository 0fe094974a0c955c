//! The findings of the validator: filtered, navigated, fixed.
//!
//! State only: [`look`] runs a check, [`live`] schedules it, and [`preview`] computes the effect
//! of a fix.

mod about;
mod filter;
pub mod live;
pub mod look;
mod offers;
pub mod preview;
#[cfg(test)]
mod tests;
mod to_do;

use std::cmp::Reverse;
use std::collections::HashSet;

use marchland_board::Rect;
use marchland_maps::{ContinentKey, TerritoryKey};
use marchland_validator::{Counts, Entity, Finding, Fix, Safety, Severity, Waiver};

pub use filter::Filter;
pub use offers::{Offer, Offers};

use crate::stepping::step;
use crate::texts;
use about::About;
use look::Outcome;
use preview::Preview;

#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Toggle findings of this severity.
    Severity(Severity),
    /// Toggle findings that only say that the map is unfinished.
    ToDo,
    /// Toggle waived findings.
    Waived,
    /// Show only findings in view.
    InView(bool),
    /// Show only findings that match this text.
    Text(String),
    /// Clear the filter.
    ShowAll,
    /// The list was scrolled to this offset, in logical pixels.
    Scrolled(f32),
    /// Go to a finding: show and select its subject.
    Go(String),
    /// Select a finding in the list without moving the map.
    Open(String),
    /// List the fixes of a finding.
    Offer(String),
    /// Select a finding in the list and explain its rule.
    Why(String),
    FirstError,
    /// The pointer is over a finding, or none.
    Hover(Option<String>),
    /// The pointer is over a fix button, or none: the finding's id and the index of the fix.
    Peek(Option<(String, usize)>),
    Fix(String, usize),
    /// Show or hide the explanation of the rule.
    Explain(bool),
    /// Show or hide the list of safe fixes.
    Batch(bool),
    Tick(String),
    TickAll(bool),
    FixTicked,
    /// Start or cancel a waiver.
    Waive(bool),
    /// The reason as typed.
    Reason(String),
    /// Waive the selected finding.
    WaiveDone,
    Unwaive(String),
    /// The pointer is over this entry of the fixes list.
    Point(usize),
    /// Apply this entry of the fixes list.
    Take(usize),
}

/// The list of safe fixes.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    unticked: HashSet<String>,
    /// The line selected by keys.
    at: Option<usize>,
    /// The fixes are being prepared.
    pub working: bool,
}

/// The findings of a map and the state of their panel.
#[derive(Debug, Default)]
pub struct Findings {
    outcome: Option<Outcome>,
    counts: Counts,
    /// The number of those that only say that the map is unfinished.
    to_do: usize,
    /// The place of each finding on the mask.
    places: Vec<Option<Rect>>,
    about: About,
    filter: Filter,
    /// Indices of the listed findings.
    rows: Vec<usize>,
    chosen: Option<String>,
    /// The row of the selected finding, or its last row, where navigation continues.
    at: Option<usize>,
    hovered: Option<String>,
    peeked: Option<(String, usize)>,
    preview: Option<Preview>,
    /// A fix requested while the findings were out of date: the finding's id and the fix's title.
    pending: Option<(String, String)>,
    /// Whether the rule of the selected finding is explained.
    pub explaining: bool,
    /// The reason for a waiver of the selected finding as typed, once started.
    pub reason: Option<String>,
    batch: Option<Batch>,
    /// The list of what can be done about an issue by keys, while open.
    pub offers: Option<Offers>,
    /// Scroll offset of the open list, in logical pixels.
    pub scrolled: f32,
    /// The last check panicked.
    pub is_broken: bool,
}

impl Findings {
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// All findings in file order.
    pub fn all(&self) -> &[Finding] {
        self.outcome
            .as_ref()
            .map_or(&[], |outcome| &outcome.report.findings)
    }

    /// Counts by severity, without those that only say that the map is unfinished.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of findings that only say that the map is unfinished, without waived ones.
    pub fn to_do(&self) -> usize {
        self.to_do
    }

    /// Whether a finding only says that the map is unfinished.
    pub fn is_to_do(&self, finding: &Finding) -> bool {
        let outcome = self.outcome.as_ref();
        outcome.is_some_and(|outcome| outcome.to_do.has(finding))
    }

    /// The first error that keeps the map from being played, mistakes before what is missing.
    pub fn first_error(&self) -> Option<&Finding> {
        let all = self.all().iter();
        let errors = all.filter(|f| f.severity == Severity::Error && f.waived.is_none());
        errors.min_by_key(|finding| self.is_to_do(finding))
    }

    /// Whether they belong to this revision of the document.
    pub fn is_fresh(&self, revision: u64) -> bool {
        self.outcome
            .as_ref()
            .is_some_and(|outcome| outcome.revision == revision)
    }

    pub fn get(&self, id: &str) -> Option<&Finding> {
        self.all().iter().find(|finding| finding.id == id)
    }

    /// Where a finding is on the mask.
    pub fn place_of(&self, id: &str) -> Option<Rect> {
        let at = self.all().iter().position(|finding| finding.id == id)?;
        *self.places.get(at)?
    }

    /// Findings about a territory that are not waived, the worst first.
    pub fn about_territory(&self, key: TerritoryKey) -> impl Iterator<Item = &Finding> {
        let places = self.about.territory(key).iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// Findings about any of these territories that are not waived, the worst first, then in file
    /// order.
    pub fn about_territories(&self, keys: &[TerritoryKey]) -> Vec<&Finding> {
        let places = keys.iter().flat_map(|key| self.about.territory(*key));
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        places.dedup();
        let found = places.into_iter().filter_map(|at| self.all().get(at));
        let mut found: Vec<&Finding> = found.collect();
        found.sort_by_key(|finding| Reverse(finding.severity));
        found
    }

    /// Findings about a continent that are not waived, the worst first.
    pub fn about_continent(&self, key: ContinentKey) -> impl Iterator<Item = &Finding> {
        let places = self.about.continent(key).iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// Findings about neither territories nor continents that are not waived, the worst first.
    pub fn about_map(&self) -> impl Iterator<Item = &Finding> {
        let places = self.about.map().iter();
        places.filter_map(|&at| self.all().get(at))
    }

    /// The worst severity of a territory, if more than a note, without what is only missing.
    pub fn flaw_of(&self, key: TerritoryKey) -> Option<Severity> {
        self.about.flaw(key)
    }

    pub fn placed(&self) -> impl Iterator<Item = (&Finding, Option<Rect>)> {
        self.all().iter().zip(self.places.iter().copied())
    }

    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn row(&self, at: usize) -> Option<&Finding> {
        self.all().get(*self.rows.get(at)?)
    }

    /// The row of the selected finding, if listed.
    pub fn chosen_row(&self) -> Option<usize> {
        let chosen = self.chosen.as_deref()?;
        let all = self.all();
        self.rows.iter().position(|&at| all[at].id == chosen)
    }

    pub fn chosen(&self) -> Option<&Finding> {
        self.get(self.chosen.as_deref()?)
    }

    pub fn hovered(&self) -> Option<&Finding> {
        self.get(self.hovered.as_deref()?)
    }

    /// The preview of the fix under the pointer.
    pub fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The fix under the pointer.
    pub fn peeked(&self) -> Option<&Fix> {
        let (id, at) = self.peeked.as_ref()?;
        self.get(id)?.fixes.get(*at)
    }

    /// The list of safe fixes, while open.
    pub fn batch(&self) -> Option<&Batch> {
        self.batch.as_ref()
    }

    /// All findings with a safe fix, the fix and its index.
    pub fn safe(&self) -> impl Iterator<Item = (&Finding, usize, &Fix)> {
        let open = self.all().iter().filter(|f| f.waived.is_none());
        open.filter_map(|finding| {
            let usable = |fix: &Fix| fix.safety == Safety::Safe && fix.disabled.is_none();
            let at = finding.fixes.iter().position(usable)?;
            Some((finding, at, &finding.fixes[at]))
        })
    }

    pub fn is_ticked(&self, id: &str) -> bool {
        self.batch
            .as_ref()
            .is_some_and(|batch| !batch.unticked.contains(id))
    }

    /// The ticked fixes: finding ids and titles.
    pub fn ticked(&self) -> HashSet<(String, String)> {
        self.safe()
            .filter(|(finding, ..)| self.is_ticked(&finding.id))
            .map(|(finding, _, fix)| (finding.id.clone(), fix.title.clone()))
            .collect()
    }

    /// Takes the result of a check; `places` are the findings' places on the mask and `view` is
    /// the visible part. Returns the postponed fix, if it is still offered.
    pub fn take(
        &mut self,
        outcome: Outcome,
        places: Vec<Option<Rect>>,
        view: Option<Rect>,
    ) -> Option<(String, usize)> {
        let findings = &outcome.report.findings;
        self.about = About::new(findings, outcome.to_do);
        self.counts = outcome.report.counts();
        self.to_do = 0;
        for finding in findings {
            if finding.waived.is_none() && outcome.to_do.has(finding) {
                let of = match finding.severity {
                    Severity::Error => &mut self.counts.errors,
                    _ => &mut self.counts.warnings,
                };
                *of -= 1;
                self.to_do += 1;
            }
        }
        self.outcome = Some(outcome);
        self.is_broken = false;
        self.places = places;
        // Entries of the fixes list may be gone.
        if self.offers.take().is_some() {
            self.peek(None);
        }
        self.list(view);
        self.chosen = self.chosen.take().filter(|id| self.get(id).is_some());
        self.hovered = self.hovered.take().filter(|id| self.get(id).is_some());
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

    /// Rebuilds the list after a change of findings, filter or view.
    pub fn list(&mut self, view: Option<Rect>) {
        let rank = |finding: &Finding| match finding.severity {
            _ if finding.waived.is_some() => 4,
            _ if self.is_to_do(finding) => 1,
            Severity::Error => 0,
            Severity::Warning => 2,
            Severity::Info => 3,
        };
        let lets = |finding: &Finding, place: Option<Rect>| {
            let is_to_do = self.is_to_do(finding);
            self.filter.lets(finding, is_to_do, place, view)
        };
        let placed = self.all().iter().zip(&self.places).enumerate();
        let mut rows: Vec<_> = placed
            .filter(|(_, (finding, place))| lets(finding, **place))
            .map(|(at, (finding, _))| (rank(finding), at))
            .collect();
        // The worst first, then in file order.
        rows.sort_unstable();
        self.rows = rows.into_iter().map(|(.., at)| at).collect();
        self.at = self.chosen_row().or(self.at);
    }

    /// Changes the filter; call [`Findings::list`] afterwards.
    pub fn filter_by(&mut self, message: &Message) {
        match message {
            Message::Severity(severity) => {
                let was_hidden = self.filter.hidden.remove(severity);
                self.filter
                    .hidden
                    .extend((!was_hidden).then_some(*severity));
            }
            Message::ToDo => self.filter.hides_to_do = !self.filter.hides_to_do,
            Message::Waived => self.filter.waived = !self.filter.waived,
            Message::InView(on) => self.filter.in_view = *on,
            Message::Text(text) => self.filter.text.clone_from(text),
            Message::ShowAll => self.filter = Filter::default(),
            _ => {}
        }
    }

    /// Selects a finding; returns whether it exists.
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

    /// The id of the next or previous listed finding, wrapping around.
    pub fn step(&self, by: isize) -> Option<String> {
        let (from, by) = match (self.chosen_row(), self.at) {
            // The selected one is gone: the next one has moved to its row.
            (None, Some(at)) if by > 0 => (Some(at), 0),
            (row, at) => (row.or(at), by),
        };
        let to = step(from, by, self.rows.len())?;
        self.row(to).map(|finding| finding.id.clone())
    }

    pub fn hover(&mut self, id: Option<String>) {
        self.hovered = id;
    }

    /// Sets the fix under the pointer; returns whether that changed.
    pub fn peek(&mut self, at: Option<(String, usize)>) -> bool {
        if self.peeked == at {
            return false;
        }
        self.peeked = at;
        self.preview = None;
        true
    }

    pub fn show_preview(&mut self, preview: Option<Preview>) {
        self.preview = preview;
    }

    /// Postpones a fix until the findings are up to date.
    pub fn postpone(&mut self, id: &str, title: &str) {
        self.pending = Some((id.to_owned(), title.to_owned()));
    }

    /// Shows the list of safe fixes with all ticked, or hides it.
    pub fn show_batch(&mut self, on: bool) {
        // Each list has its own scroll offset.
        if self.batch.is_some() != on {
            self.scrolled = 0.0;
        }
        self.batch = on.then(Batch::default);
    }

    pub fn tick(&mut self, id: &str) {
        if let Some(batch) = &mut self.batch
            && !batch.unticked.remove(id)
        {
            batch.unticked.insert(id.to_owned());
        }
    }

    /// Moves to the next or previous safe fix, wrapping around: the finding's id and the fix's
    /// index.
    pub fn step_batch(&mut self, by: isize) -> Option<(String, usize)> {
        let count = self.safe().count();
        let batch = self.batch.as_mut()?;
        batch.at = step(batch.at, by, count);
        self.in_batch()
    }

    /// The safe fix selected by keys.
    pub fn batch_line(&self) -> Option<usize> {
        self.batch.as_ref()?.at
    }

    /// The safe fix selected by keys: the finding's id and the fix's index.
    pub fn in_batch(&self) -> Option<(String, usize)> {
        let at = self.batch.as_ref()?.at?;
        let (finding, fix, _) = self.safe().nth(at)?;
        Some((finding.id.clone(), fix))
    }

    pub fn tick_all(&mut self, on: bool) {
        let all: HashSet<String> = self.safe().map(|(f, ..)| f.id.clone()).collect();
        if let Some(batch) = &mut self.batch {
            batch.unticked = if on { HashSet::new() } else { all };
        }
    }

    /// Why there are no findings for the current map.
    pub fn why_unchecked(&self) -> &'static str {
        if self.is_broken {
            texts::NOT_CHECKED
        } else {
            texts::LOOKING
        }
    }

    /// Sets whether the ticked fixes are being prepared.
    pub fn work(&mut self, on: bool) {
        if let Some(batch) = &mut self.batch {
            batch.working = on;
        }
    }

    /// The waiver for the selected finding with the typed reason; `None` without a reason.
    pub fn waiver(&self) -> Option<Waiver> {
        let reason = self.reason.as_deref()?.trim();
        let finding = self.chosen()?;
        (!reason.is_empty()).then(|| Waiver::of(finding, reason))
    }
}

/// Why this finding cannot be waived, on a map that allows waivers.
pub fn unwaivable(finding: &Finding) -> Option<&'static str> {
    let about_settings = finding.file == marchland_validator::File::Settings;
    about_settings.then_some(texts::WAIVE_SETTINGS)
}

/// The territories and continents a finding is about, the culprits first.
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
