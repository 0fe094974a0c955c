//! The number of dice that the defender throws in every state of a battle.

use crate::{
    battle::Battle,
    choice::{DECIDED, Prospect, Recent, worth},
    round::RoundLaw,
    rules::Defence,
};

/// A defender who plays optimally by the rules of `battle`.
///
/// Where the rules leave a choice, the defender throws the number of dice that
/// minimises the attacker's chance to win the battle, or the greatest of several
/// equally good numbers. The attacker breaks off at `stop_at` units or fewer.
pub(crate) struct Defender<'b> {
    battle: &'b Battle,
    /// `(attackers + 1) * (defenders + 1)` cells by rows; empty without a choice.
    prospects: Vec<Prospect>,
    stride: usize,
}

impl<'b> Defender<'b> {
    /// Prepares battles of up to `attackers` against `defenders` units.
    pub(crate) fn new(
        battle: &'b Battle,
        attackers: usize,
        defenders: usize,
        stop_at: usize,
    ) -> Self {
        let stride = defenders + 1;
        let mut defender = Self {
            battle,
            prospects: Vec::new(),
            stride,
        };
        if battle.rules().defence == Defence::All {
            return defender;
        }
        let [won, lost] = DECIDED;
        let mut recent = Recent::default();
        defender.prospects = vec![lost; (attackers + 1) * stride];
        for a in 1..=attackers {
            defender.prospects[a * stride] = won;
            for d in 1..stride {
                if a <= stop_at {
                    continue;
                }
                let mut sum = [0.0; 2];
                let next = |lost, killed| defender.after(a, d, lost, killed);
                battle.outcomes(a, d, next, &mut recent, |lost, killed, chance| {
                    let [win, not] = next(lost, killed);
                    sum = [sum[0] + chance * win, sum[1] + chance * not];
                });
                defender.prospects[a * stride + d] = sum;
            }
        }
        defender
    }

    /// The prospect after a round of `a` against `d` units.
    #[inline]
    fn after(&self, a: usize, d: usize, lost: usize, killed: usize) -> Prospect {
        self.prospects[(a - lost) * self.stride + d - killed]
    }

    /// Passes the outcomes of a round to `each`; see [`Battle::outcomes`].
    #[inline]
    pub(crate) fn outcomes(
        &self,
        a: usize,
        d: usize,
        recent: &mut Recent,
        each: impl FnMut(usize, usize, f64),
    ) {
        let next = |lost, killed| self.after(a, d, lost, killed);
        self.battle.outcomes(a, d, next, recent, each);
    }

    /// The number of dice chosen before the attacker's throw.
    pub(crate) fn blind_dice(&self, a: usize, d: usize) -> usize {
        let (x, y) = self.battle.rules().dice(a, d);
        self.best((1..=y).map(|dice| self.battle.law(x, dice)), a, d)
    }

    /// The number of dice chosen after the attacker's throw, `attack` in descending
    /// order.
    pub(crate) fn answer_to(&self, attack: &[u8], a: usize, d: usize) -> usize {
        let throws = self.battle.seen(attack.len());
        let shown = &attack[..throws[0].shown.len()];
        let throw = throws.binary_search_by(|throw| throw.shown.as_slice().cmp(shown));
        let (_, y) = self.battle.rules().dice(a, d);
        let laws = &throws[throw.expect("every throw is listed")].laws;
        self.best(laws[..y].iter(), a, d)
    }

    /// The number of dice whose law, out of `laws` for 1, 2, ... dice, is best for
    /// the defender; the last of equals.
    fn best<'l>(&self, laws: impl Iterator<Item = &'l RoundLaw>, a: usize, d: usize) -> usize {
        let [win, _] = self.after(a, d, 1, 0);
        let mut best = (f64::INFINITY, 0);
        for (law, dice) in laws.zip(1..) {
            let value = (law.chances().iter().enumerate())
                .map(|(lost, chance)| {
                    chance * worth(self.after(a, d, lost, law.pairs() - lost), win > 0.5)
                })
                .sum();
            if value <= best.0 {
                best = (value, dice);
            }
        }
        best.1
    }
}
