//! The balance panel's part of the workspace.

use marchland_maps::{ContinentField, ContinentKey, Edit};

use super::{Effect, Workspace};
use crate::balance::{Balance, Message, Wish};
use crate::texts;

impl Workspace {
    pub fn balance(&self) -> &Balance {
        &self.balance
    }

    /// Opens or closes the panel, which shares its place with the issues panel.
    pub(super) fn show_balance(&mut self, open: bool) {
        self.balance.open = open;
        if open {
            self.view.issues_open = false;
        }
    }

    pub(super) fn on_balance(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Apply => self.apply_bonuses(),
            other => {
                self.balance.update(other);
                Vec::new()
            }
        }
    }

    /// Applies the proposed bonuses as one step.
    fn apply_bonuses(&mut self) -> Vec<Effect> {
        self.settle();
        let Some(offer) = self.balance.offer(self.document.revision()) else {
            return vec![Effect::Say(texts::MAP_MOVED_ON.into())];
        };
        let changed = offer.bonuses.iter().filter(|(_, p)| p.proposed != p.bonus);
        let edit =
            |key: ContinentKey, bonus| Edit::Continent(key, ContinentField::Bonus(Some(bonus)));
        let edits: Vec<_> = changed.map(|(key, p)| edit(*key, p.proposed)).collect();
        let text = texts::balance_applied(offer);
        self.balance.leave();
        if edits.is_empty() {
            return Vec::new();
        }
        let made = self
            .document
            .make(texts::BALANCE_CHANGED, Edit::batch(edits), None);
        Self::report(made, || Some(text))
    }

    /// Called after every message: the games follow the draft while the panel is visible.
    pub fn follow_balance(&mut self, seen: bool) -> Option<Wish> {
        self.balance.follow(&self.document, seen)
    }

    /// Plays at most `deals` deals on this thread, for screenshots and tests.
    pub fn play_now(&mut self, deals: u64) {
        self.balance.play_now(&self.document, deals);
    }
}
