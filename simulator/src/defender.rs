//! What the defender throws in every state of a battle.

use crate::{
    battle::Battle,
    round::{RoundLaw, SeenThrow},
    rules::Defence,
};

/// A defender who plays by the rules of `battle`, and as well as they allow.
///
/// Where the rules leave a choice, the defender takes the number of dice that
/// keeps the attacker's chance to win the battle lowest, and of equally good
/// ones the greatest. The chances are those of the battle at hand, with the
/// attacker breaking off at `stop_at` units or fewer.
pub(crate) struct Defender<'b> {
    battle: &'b Battle,
    /// Chances to win, `(attackers + 1) * (defenders + 1)` cells by rows; only
    /// where there is a choice.
    win: Option<Vec<f64>>,
    stride: usize,
}

impl<'b> Defender<'b> {
    /// Prepares for battles of up to `attackers` against `defenders`.
    pub(crate) fn new(
        battle: &'b Battle,
        attackers: usize,
        defenders: usize,
        stop_at: usize,
    ) -> Self {
        let stride = defenders + 1;
        let mut defender = Self {
            battle,
            win: None,
            stride,
        };
        if battle.rules().defence == Defence::All {
            return defender;
        }
        let mut win = vec![0.0; (attackers + 1) * stride];
        for a in 1..=attackers {
            win[a * stride] = 1.0;
            for d in 1..stride {
                if a > stop_at {
                    let (x, y) = defender.dice(a, d);
                    win[a * stride + d] = match battle.rules().defence {
                        Defence::All => unreachable!("handled above"),
                        Defence::Blind => (1..=y)
                            .map(|dice| chance_after(battle.law(x, dice), &win, stride, a, d))
                            .fold(f64::INFINITY, f64::min),
                        Defence::Seen => battle
                            .seen(x)
                            .iter()
                            .map(|throw| {
                                throw.chance
                                    * throw.laws[..y]
                                        .iter()
                                        .map(|law| chance_after(law, &win, stride, a, d))
                                        .fold(f64::INFINITY, f64::min)
                            })
                            .sum(),
                    };
                }
            }
        }
        defender.win = Some(win);
        defender
    }

    /// The chances to win it weighs, if it has a choice, by rows of
    /// `defenders + 1` cells.
    pub(crate) fn win_grid(&self) -> Option<&[f64]> {
        self.win.as_deref()
    }

    /// Most dice each side may throw.
    fn dice(&self, a: usize, d: usize) -> (usize, usize) {
        let rules = self.battle.rules();
        (
            a.min(usize::from(rules.attacker_dice)),
            d.min(usize::from(rules.defender_dice)),
        )
    }

    /// Calls `each(attackers lost, defenders lost, chance)` for the outcomes of
    /// a round between `a` and `d` units, both at least 1. An outcome may come
    /// more than once; the chances sum to 1.
    #[inline]
    pub(crate) fn outcomes(&self, a: usize, d: usize, mut each: impl FnMut(usize, usize, f64)) {
        let (x, y) = self.dice(a, d);
        let mut all_of = |law: &RoundLaw, weight: f64| {
            let pairs = law.pairs();
            for (lost, chance) in law.chances().iter().enumerate() {
                each(lost, pairs - lost, weight * chance);
            }
        };
        match (self.battle.rules().defence, &self.win) {
            (Defence::Blind, Some(win)) => {
                let dice = best(
                    (1..=y).map(|dice| self.battle.law(x, dice)),
                    win,
                    self.stride,
                    a,
                    d,
                );
                all_of(self.battle.law(x, dice), 1.0);
            }
            (Defence::Seen, Some(_)) => {
                for throw in self.battle.seen(x) {
                    all_of(&throw.laws[self.answer(throw, a, d) - 1], throw.chance);
                }
            }
            _ => all_of(self.battle.law(x, y), 1.0),
        }
    }

    /// Dice thrown where the defender chooses before anything is seen.
    pub(crate) fn blind_dice(&self, a: usize, d: usize) -> usize {
        let (x, y) = self.dice(a, d);
        match &self.win {
            Some(win) => best(
                (1..=y).map(|dice| self.battle.law(x, dice)),
                win,
                self.stride,
                a,
                d,
            ),
            None => y,
        }
    }

    /// Dice thrown in answer to the attacker's dice, sorted from the highest
    /// down, where the defender chooses after seeing them.
    pub(crate) fn answer_to(&self, attack: &[u8], a: usize, d: usize) -> usize {
        let throws = self.battle.seen(attack.len());
        let shown = &attack[..throws[0].shown.len()];
        let throw = throws.binary_search_by(|throw| throw.shown.as_slice().cmp(shown));
        self.answer(&throws[throw.expect("every throw is listed")], a, d)
    }

    /// Dice thrown in answer to what the attacker shows.
    fn answer(&self, throw: &SeenThrow, a: usize, d: usize) -> usize {
        let (_, y) = self.dice(a, d);
        match &self.win {
            Some(win) => best(throw.laws[..y].iter(), win, self.stride, a, d),
            None => y,
        }
    }
}

/// The attacker's chance to win the battle after a round by `law`.
fn chance_after(law: &RoundLaw, win: &[f64], stride: usize, a: usize, d: usize) -> f64 {
    let pairs = law.pairs();
    law.chances()
        .iter()
        .enumerate()
        .map(|(lost, chance)| chance * win[(a - lost) * stride + d - (pairs - lost)])
        .sum()
}

/// Which of the laws for 1, 2, ... dice is best for the defender, the last of
/// equals.
fn best<'l>(
    laws: impl Iterator<Item = &'l RoundLaw>,
    win: &[f64],
    stride: usize,
    a: usize,
    d: usize,
) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (index, law) in laws.enumerate() {
        let chance = chance_after(law, win, stride, a, d);
        if chance <= best.0 {
            best = (chance, index + 1);
        }
    }
    best.1
}
