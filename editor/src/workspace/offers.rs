//! Fixes by keyboard: a list with previews.

use marchland_validator::Finding;

use super::{Effect, Workspace};
use crate::commands::Command;
use crate::findings::{self, Message, Offer, Offers};
use crate::texts;

impl Workspace {
    /// Opens or closes the list of fixes for the current issue and the selection.
    pub(super) fn offer(&mut self) -> Vec<Effect> {
        if self.findings.offers.is_some() {
            self.close_offers();
            return Vec::new();
        }
        let at_hand = self.at_hand();
        let batch = self.findings.safe().count() > 1;
        let Some(offers) = Offers::about(at_hand.iter().copied(), batch) else {
            let text = if !self.is_checked() {
                self.findings.why_unchecked()
            } else if self.document.selection().is_empty() {
                texts::NO_ISSUE_CHOSEN
            } else {
                texts::NO_ISSUE_HERE
            };
            return vec![Effect::Say(text.into())];
        };
        self.findings.show_batch(false);
        self.findings.offers = Some(offers);
        self.show_offered();
        Vec::new()
    }

    /// The current issue, unless the selection has changed since, then those of the selection.
    fn at_hand(&self) -> Vec<&Finding> {
        let selection = self.document.selection();
        let chosen = self.findings.chosen().filter(|finding| {
            let (territories, continents) = findings::culprits(finding);
            let selected = |key: &_| selection.contains(*key);
            selection.is_empty()
                || territories.iter().any(selected)
                || continents
                    .iter()
                    .any(|key| selection.continent() == Some(*key))
        });
        let others = self.of_selection().into_iter();
        let others = others.filter(|other| chosen.is_none_or(|chosen| chosen.id != other.id));
        chosen.into_iter().chain(others).collect()
    }

    /// The selection's issues that are not waived, the worst first; the map's if nothing is
    /// selected.
    pub fn of_selection(&self) -> Vec<&Finding> {
        let selection = self.document.selection();
        if let Some(continent) = selection.continent() {
            return self.findings.about_continent(continent).collect();
        }
        if selection.is_empty() {
            return self.findings.about_map().collect();
        }
        self.findings.about_territories(selection.territories())
    }

    /// Handles a command while a list of fixes is open; `None` if it keeps its usual meaning.
    pub(super) fn on_offers(&mut self, command: Command) -> Option<Vec<Effect>> {
        if self.findings.offers.is_some() {
            match command {
                Command::Nudge(0, by) => {
                    if let Some(offers) = self.findings.offers.as_mut() {
                        offers.step(by.signum() as isize);
                    }
                    self.show_offered();
                }
                Command::Confirm => {
                    let at = self.findings.offers.as_ref().map_or(0, Offers::at);
                    return Some(self.take_offer(at));
                }
                Command::Pick(at) => return Some(self.take_offer(usize::from(at))),
                Command::Fixes | Command::Cancel => self.close_offers(),
                other if other.passes_fixes() => {
                    self.close_offers();
                    return None;
                }
                _ => {}
            }
            return Some(Vec::new());
        }
        if self.findings.batch().is_some() {
            match command {
                Command::Nudge(0, by) => {
                    let at = self.findings.step_batch(by.signum() as isize);
                    self.peek(at);
                    return Some(self.bring_line_into_sight());
                }
                Command::Tick => {
                    if let Some((id, _)) = self.findings.in_batch() {
                        self.findings.tick(&id);
                    }
                }
                Command::Confirm => return Some(self.on_issue(Message::FixTicked)),
                _ => return None,
            }
            return Some(Vec::new());
        }
        None
    }

    pub(super) fn take_offer(&mut self, at: usize) -> Vec<Effect> {
        let offers = self.findings.offers.as_mut();
        let Some(offers) = offers.filter(|offers| at < offers.list().len()) else {
            return Vec::new();
        };
        let (id, offer) = offers.list()[at].clone();
        self.close_offers();
        match offer {
            Offer::Fix(at) => self.on_issue(Message::Fix(id, at)),
            Offer::Why => self.on_issue(Message::Why(id)),
            Offer::Batch => {
                self.view.issues_open = true;
                self.on_issue(Message::Batch(true))
            }
            Offer::Waive => {
                let mut effects = self.open_at(&id);
                effects.extend(self.on_issue(Message::Waive(true)));
                effects
            }
        }
    }

    pub(super) fn point_at_offer(&mut self, at: usize) {
        let offers = self.findings.offers.as_mut();
        if offers.is_some_and(|offers| offers.choose(at)) {
            self.show_offered();
        }
    }

    pub(super) fn close_offers(&mut self) {
        self.findings.offers = None;
        self.peek(None);
    }

    /// Previews the highlighted fix on the map.
    fn show_offered(&mut self) {
        let chosen = self
            .findings
            .offers
            .as_ref()
            .map(|offers| offers.chosen().clone());
        self.peek(match chosen {
            Some((id, Offer::Fix(at))) => Some((id, at)),
            _ => None,
        });
    }
}
