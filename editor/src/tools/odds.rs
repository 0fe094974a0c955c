//! Picks a battle: click the attacker, then its targets.

use super::{Behaviour, Gesture, Scope, Spot};
use crate::action::Action;

/// Picks the territories of a battle; the odds are computed elsewhere.
#[derive(Debug, Default)]
pub(super) struct OddsTool {
    press: Option<Spot>,
}

impl Behaviour for OddsTool {
    fn feed(&mut self, gesture: Gesture, _: Scope<'_>) -> Vec<Action> {
        match gesture {
            Gesture::Press(spot, _) => self.press = Some(spot),
            Gesture::Release(end) => {
                let Some(start) = self.press.take() else {
                    return Vec::new();
                };
                return match (start.over, end.over) {
                    (Some(from), Some(to)) if from != to && end.dragged_from(&start) => {
                        vec![Action::AimFrom(from, to)]
                    }
                    (Some(key), _) if !end.dragged_from(&start) => vec![Action::Aim(key)],
                    _ => Vec::new(),
                };
            }
            _ => {}
        }
        Vec::new()
    }

    fn cancel(&mut self) -> Vec<Action> {
        vec![Action::AimBack]
    }

    fn abort(&mut self) -> Option<Vec<Action>> {
        self.press.take().map(|_| Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Harness, at_sea, on};
    use super::super::{Gesture, ToolKind};
    use crate::action::Action;

    #[test]
    fn clicks_aim_and_drags_aim_from() {
        let mut harness = Harness::new(ToolKind::Odds, 4);
        let before = harness.draft.clone();
        let key = |at: usize| before.territories[at].key;
        harness.click(on(&before, 1));
        harness.drag(&[on(&before, 1), at_sea(), on(&before, 2)]);
        harness.click(at_sea());
        harness.drag(&[on(&before, 1), at_sea()]);
        harness.feed(Gesture::Press(on(&before, 0), 1));
        harness.feed(Gesture::Cancel);
        harness.feed(Gesture::Release(on(&before, 0)));
        harness.feed(Gesture::Cancel);
        assert_eq!(
            harness.actions,
            [
                Action::Aim(key(1)),
                Action::AimFrom(key(1), key(2)),
                Action::AimBack
            ]
        );
        assert_eq!(harness.draft, before, "the map is only looked at");
    }
}
