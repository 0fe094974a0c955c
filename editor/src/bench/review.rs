//! Neighbours that the mask suggests: accepted, rejected, or asked about one by
//! one.

use super::{Bench, Effect, Message, Tab};
use crate::proposals::{self, Proposal};
use crate::texts;

impl Bench {
    /// Links by sea that are proposed at most.
    pub const MOST_ACROSS: usize = 60;

    /// The proposal that is being asked about, and its place in the list.
    /// Links by sea have no place.
    pub fn asked(&self) -> Option<(Option<usize>, Proposal)> {
        let asked = self.review?;
        let place = self.place_of(asked);
        (place.is_some() || self.across.contains(&asked)).then_some((place, asked))
    }

    /// Links by sea that were looked for and not decided on yet.
    pub fn across(&self) -> &[Proposal] {
        &self.across
    }

    /// Takes links by sea that were looked for.
    pub fn found_across(&mut self, across: Vec<Proposal>) -> Vec<Effect> {
        self.across = across;
        if self.across.is_empty() {
            return vec![Effect::Say(texts::NOTHING_ACROSS.into())];
        }
        Vec::new()
    }

    /// Messages about proposed neighbours.
    pub(super) fn on_proposals(&mut self, message: &Message) -> Vec<Effect> {
        match *message {
            Message::AcceptAll => {
                let all = self.document.proposals().to_vec();
                let edit = proposals::accept_all(self.document.draft(), &all);
                self.review = None;
                let count = all.len();
                let made = self.document.make(texts::link_all(count), edit, None);
                self.settle_review();
                return Self::report(made, || Some(texts::linked_all(count)));
            }
            Message::Accept(proposal) => {
                self.answer(proposal, true);
            }
            Message::Reject(proposal) => {
                self.answer(proposal, false);
            }
            Message::Review(on) => {
                let first = self.document.proposals().first();
                self.review = first.copied().filter(|_| on);
                self.show_asked();
                if !on {
                    self.stop_review();
                }
            }
            Message::LookAcross => return vec![Effect::LookAcross],
            Message::Skip => {
                let list = self.document.proposals();
                let at = self.asked().and_then(|(place, _)| place);
                let next = at.map_or(0, |at| (at + 1) % list.len().max(1));
                self.review = list.get(next).copied();
                self.show_asked();
            }
            Message::ShowProposal(proposal) => {
                self.review = Some(proposal);
                self.show_asked();
            }
            _ => {}
        }
        Vec::new()
    }

    pub(super) fn answer(&mut self, proposal: Proposal, yes: bool) {
        let draft = self.document.draft();
        let (a, b) = (proposal.a, proposal.b);
        let [a, b] = [a, b].map(|key| texts::territory_name(draft, key));
        let (name, edit) = if yes {
            (
                texts::link(&a, &b, proposal.by),
                proposals::accept(draft, &proposal),
            )
        } else {
            (texts::shut(&a, &b), proposals::reject(draft, &proposal))
        };
        let place = self.place_of(proposal);
        let reviewing = self.review.is_some();
        self.across.retain(|other| *other != proposal);
        // A proposal is of this draft, so its edit fits.
        if self.document.make(name, edit, None).is_ok() && reviewing {
            // On to the one that has moved up to its place.
            let list = self.document.proposals();
            let next = place.map(|at| at.min(list.len().saturating_sub(1)));
            self.review = next.and_then(|at| list.get(at)).copied();
            self.show_asked();
        }
        self.settle_review();
    }

    /// Goes back to where the review began, once it is over, and to the
    /// outline, once nothing is left to decide on.
    fn settle_review(&mut self) {
        if self.review.is_none() {
            if let Some(framing) = self.before_review.take() {
                self.view.framing = framing;
            }
            if self.document.proposals().is_empty() && self.across.is_empty() {
                self.view.tab = Tab::Outline;
            }
        }
    }

    fn place_of(&self, proposal: Proposal) -> Option<usize> {
        self.document
            .proposals()
            .iter()
            .position(|other| *other == proposal)
    }

    pub(super) fn stop_review(&mut self) {
        self.review = None;
        if let Some(framing) = self.before_review.take() {
            self.view.framing = framing;
        }
    }

    fn show_asked(&mut self) {
        if let Some((_, proposal)) = self.asked() {
            self.before_review.get_or_insert(self.view.framing);
            self.frame(&[proposal.a, proposal.b]);
        }
    }
}
