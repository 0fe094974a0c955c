//! The odds panel's part of the workspace.

use marchland_maps::TerritoryKey;

use super::{Effect, Workspace};
use crate::action::Action;
use crate::odds::{self, Camp, Odds, Refusal};
use crate::texts;
use crate::tools::ToolKind;

impl Workspace {
    pub fn odds(&self) -> &Odds {
        &self.odds
    }

    pub(super) fn is_weighing(&self) -> bool {
        self.tool_state.tool.kind() == ToolKind::Odds
    }

    /// The battle for the scene, while the odds tool is active.
    pub(super) fn camps(&self) -> Vec<Camp> {
        if self.is_weighing() {
            self.odds.camps().collect()
        } else {
            Vec::new()
        }
    }

    pub(super) fn on_odds(&mut self, message: odds::Message) -> Vec<Effect> {
        let tried = self.odds.update(message, self.document.draft());
        self.refused(tried)
    }

    /// Handles an action of the odds tool.
    pub(super) fn aim(&mut self, action: &Action) -> Vec<Effect> {
        let draft = self.document.draft();
        let tried = match *action {
            Action::Aim(key) => self.odds.click(draft, key),
            Action::AimFrom(from, to) => self.odds.draw(draft, from, to),
            _ => {
                if !self.odds.back() {
                    self.take_tool(ToolKind::Select);
                }
                Ok(())
            }
        };
        self.refused(tried)
    }

    /// Takes the selection as the attacker, if there is none yet.
    pub(super) fn begin_weighing(&mut self) {
        if let (None, Some(key)) = (self.odds.attacker(), self.document.selection().territory()) {
            // A first attacker is never refused.
            let _ = self.odds.click(self.document.draft(), key);
        }
    }

    /// Called after every message: updates the battle and answers it, or returns a question for a
    /// thread.
    pub(super) fn reckon(&mut self) -> Option<Effect> {
        if !self.is_weighing() {
            return None;
        }
        self.odds.follow(self.document.draft());
        self.odds.reckon().map(Effect::Reckon)
    }

    fn refused(&self, tried: Result<(), Refusal>) -> Vec<Effect> {
        let name = |key: TerritoryKey| texts::territory_name(self.document.draft(), key);
        let why = match tried {
            Ok(()) => return Vec::new(),
            Err(Refusal::NoNeighbours { from, to }) => {
                texts::odds_no_neighbours(&name(from), &name(to))
            }
            Err(Refusal::Shut { from, to }) => texts::odds_shut(&name(from), &name(to)),
            Err(Refusal::OneWay { from, to }) => texts::odds_one_way(&name(from), &name(to)),
            Err(Refusal::NoId(key)) => texts::odds_no_id(&name(key)),
            Err(Refusal::TooLong) => texts::odds_too_long(Odds::MOST_TARGETS),
        };
        vec![Effect::Say(why)]
    }
}
