//! The review of proposed neighbours.

use marchland_board::Framing;

use super::{Effect, Message, Tab, Workspace};
use crate::proposals::{self, Across, Proposal};
use crate::texts;

/// State of the review, and proposals by sea; the document has those by land.
#[derive(Debug, Default)]
pub(super) struct Review {
    pub(super) asked: Option<Proposal>,
    /// Links by sea found.
    found: Across,
    /// The undecided ones at this revision.
    open: (u64, Across),
    before: Option<Framing>,
}

impl Workspace {
    /// The most links by sea proposed.
    pub const MOST_ACROSS: usize = 60;

    /// The proposal under review and its index in [`Workspace::open_proposals`].
    pub fn asked(&self) -> Option<(usize, Proposal)> {
        let asked = self.review.asked?;
        Some((self.place_of(asked)?, asked))
    }

    /// All undecided proposals: by land, then by sea.
    pub fn open_proposals(&self) -> impl Iterator<Item = &Proposal> {
        self.document.proposals().iter().chain(self.across())
    }

    /// Undecided proposals by sea.
    pub fn across(&self) -> &[Proposal] {
        &self.review.open.1.nearest
    }

    /// Undecided proposals by sea that an author would accept.
    pub fn likely_across(&self) -> &[Proposal] {
        &self.review.open.1.likely
    }

    /// Takes the result of the search for links by sea.
    pub fn found_across(&mut self, across: Across) -> Vec<Effect> {
        self.review.found = across;
        self.review.open = Default::default();
        self.follow_across();
        if self.across().is_empty() {
            return vec![Effect::Say(texts::NOTHING_ACROSS.into())];
        }
        Vec::new()
    }

    /// Drops proposals by sea that were decided.
    pub(super) fn follow_across(&mut self) {
        let revision = self.document.revision();
        if self.review.open.0 != revision {
            let (draft, graph) = (self.document.draft(), self.document.graph());
            let open = self.review.found.undecided(draft, graph);
            self.review.open = (revision, open);
        }
    }

    /// Handles messages about proposals.
    pub(super) fn on_proposals(&mut self, message: &Message) -> Vec<Effect> {
        match *message {
            Message::AcceptAll => return self.accept_all(),
            Message::AcceptLikely => {
                let likely = self.likely_across().to_vec();
                return self.link_all(&likely);
            }
            Message::Accept(proposal) => {
                self.answer(proposal, true);
            }
            Message::Reject(proposal) => {
                self.answer(proposal, false);
            }
            Message::Review(true) => self.begin_review(),
            Message::Review(false) => self.stop_review(),
            Message::LookAcross => {
                self.view.tab = Tab::Proposals;
                return vec![Effect::LookAcross];
            }
            Message::Skip => self.skip(true),
            Message::ShowProposal(proposal) => {
                self.review.asked = Some(proposal);
                self.show_asked();
            }
            _ => {}
        }
        Vec::new()
    }

    /// Starts the review.
    fn begin_review(&mut self) {
        self.view.tab = Tab::Proposals;
        let first = self.open_proposals().next().copied();
        self.review.asked = first;
        self.show_asked();
    }

    /// Links all proposals by land if they are listed; else lists them first.
    pub(super) fn accept_all(&mut self) -> Vec<Effect> {
        let all = self.document.proposals().to_vec();
        let is_seen = self.view.tab == Tab::Proposals;
        self.view.tab = Tab::Proposals;
        if all.is_empty() || !is_seen {
            return Vec::new();
        }
        self.link_all(&all)
    }

    /// Links these pairs in one step.
    fn link_all(&mut self, all: &[Proposal]) -> Vec<Effect> {
        let edit = proposals::accept_all(self.document.draft(), all);
        self.review.asked = None;
        let count = all.len();
        let made = self.document.make(texts::link_all(count), edit, None);
        self.follow_across();
        self.settle_review();
        Self::report(made, || Some(texts::linked_all(count)))
    }

    /// Answers the proposal under review; starts the review if there is none.
    pub(super) fn decide(&mut self, yes: bool) {
        match self.asked() {
            Some((_, proposal)) => self.answer(proposal, yes),
            None => self.begin_review(),
        }
    }

    /// Goes to the next or previous proposal, wrapping around.
    pub(super) fn skip(&mut self, next: bool) {
        let list: Vec<_> = self.open_proposals().copied().collect();
        let count = list.len().max(1);
        let by = if next { 1 } else { count - 1 };
        let to = self.asked().map_or(0, |(at, _)| (at + by) % count);
        self.review.asked = list.get(to).copied();
        self.show_asked();
    }

    fn answer(&mut self, proposal: Proposal, yes: bool) {
        let draft = self.document.draft();
        let (a, b) = (proposal.a, proposal.b);
        let [a, b] = [a, b].map(|key| texts::territory_name(draft, key));
        let (name, edit) = if yes {
            (
                texts::link(&a, &b, proposal.by),
                proposals::accept(draft, &proposal),
            )
        } else {
            (texts::decline(&a, &b), proposals::reject(draft, &proposal))
        };
        let place = self.place_of(proposal);
        let reviewing = self.review.asked.is_some();
        // Fits, since the proposal is of this draft.
        if self.document.make(name, edit, None).is_ok() && reviewing {
            self.follow_across();
            // Continue with the one that moved to its index.
            let list: Vec<_> = self.open_proposals().copied().collect();
            let next = place.map(|at| at.min(list.len().saturating_sub(1)));
            self.review.asked = next.and_then(|at| list.get(at)).copied();
            self.show_asked();
        }
        self.settle_review();
    }

    /// Ends the review: restores the view, and the outline if nothing is left.
    fn settle_review(&mut self) {
        if self.review.asked.is_none() {
            if let Some(framing) = self.review.before.take() {
                self.view.framing = framing;
            }
            if self.open_proposals().next().is_none() {
                self.view.tab = Tab::Outline;
            }
        }
    }

    fn place_of(&self, proposal: Proposal) -> Option<usize> {
        self.open_proposals().position(|other| *other == proposal)
    }

    pub(super) fn stop_review(&mut self) {
        self.review.asked = None;
        if let Some(framing) = self.review.before.take() {
            self.view.framing = framing;
        }
    }

    fn show_asked(&mut self) {
        if let Some((_, proposal)) = self.asked() {
            self.review.before.get_or_insert(self.view.framing);
            self.frame(&[proposal.a, proposal.b]);
        }
    }
}
