//! Weigh battles: click the attacker, then its target, then where it goes on.

use super::{Gesture, Spot};
use crate::action::Action;

/// Aims. Clicks and drags say which territories fight; the tool itself knows
/// nothing of the battle.
#[derive(Debug, Default)]
pub struct OddsTool {
    press: Option<Spot>,
}

impl OddsTool {
    pub(super) fn feed(&mut self, gesture: Gesture) -> Vec<Action> {
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
            Gesture::Cancel => return vec![Action::AimBack],
            Gesture::Abort
            | Gesture::Finish
            | Gesture::Adjust(_)
            | Gesture::Drag(_)
            | Gesture::Hover(_) => {}
        }
        Vec::new()
    }

    pub(super) fn abort(&mut self) -> Option<Vec<Action>> {
        self.press.take().map(|_| Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, at_sea, on};
    use super::super::{Gesture, ToolKind};
    use crate::action::Action;

    #[test]
    fn clicks_aim_and_drags_aim_from() {
        let mut bench = Bench::new(ToolKind::Odds, 4);
        let before = bench.draft.clone();
        let key = |at: usize| before.territories[at].key;
        bench.click(on(&before, 1));
        bench.drag(&[on(&before, 1), at_sea(), on(&before, 2)]);
        bench.click(at_sea());
        bench.drag(&[on(&before, 1), at_sea()]);
        bench.feed(Gesture::Press(on(&before, 0), 1));
        bench.feed(Gesture::Cancel);
        bench.feed(Gesture::Release(on(&before, 0)));
        bench.feed(Gesture::Cancel);
        assert_eq!(
            bench.said,
            [
                Action::Aim(key(1)),
                Action::AimFrom(key(1), key(2)),
                Action::AimBack
            ]
        );
        assert_eq!(bench.draft, before, "the map is only looked at");
    }
}
