//! The law of the next round in every state, storing each distinct law once.

use std::collections::HashMap;

use crate::{
    battle::Battle,
    choice::{Outcome, Recent},
    defender::Defender,
    rules::Defence,
};

pub(crate) struct Laws {
    /// The distinct laws: possible outcomes in ascending order of attackers lost.
    pub(crate) distinct: Vec<Vec<Outcome>>,
    /// The maximum numbers of dice, which alone determine the law without a choice.
    dice: (usize, usize),
    /// With a choice, the law of each state by rows of attackers; otherwise empty.
    of_state: Vec<u32>,
    units: usize,
}

impl Laws {
    /// The laws for battles of up to `units` on each side.
    pub(crate) fn new(battle: &Battle, units: usize) -> Self {
        let rules = battle.rules();
        let dice = (
            usize::from(rules.attacker_dice),
            usize::from(rules.defender_dice),
        );
        let defender = Defender::new(battle, units, units, 0);
        let mut recent = Recent::default();
        let mut laws = Self {
            distinct: Vec::new(),
            dice,
            of_state: Vec::new(),
            units,
        };
        if rules.defence == Defence::All {
            for x in 1..=dice.0 {
                for y in 1..=dice.1 {
                    laws.distinct.push(outcomes(&defender, x, y, &mut recent));
                }
            }
            return laws;
        }
        let mut known: HashMap<Vec<(usize, usize, u64)>, u32> = HashMap::new();
        for a in 1..=units {
            for d in 1..=units {
                let law = outcomes(&defender, a, d, &mut recent);
                let key = law
                    .iter()
                    .map(|o| (o.lost, o.killed, o.chance.to_bits()))
                    .collect();
                let index = *known.entry(key).or_insert_with(|| {
                    laws.distinct.push(law);
                    laws.distinct.len() as u32 - 1
                });
                laws.of_state.push(index);
            }
        }
        laws
    }

    /// Index into [`distinct`](Self::distinct) of the law between `a` and `d`
    /// units, both from 1.
    #[inline]
    pub(crate) fn index(&self, a: usize, d: usize) -> usize {
        if self.of_state.is_empty() {
            (a.min(self.dice.0) - 1) * self.dice.1 + d.min(self.dice.1) - 1
        } else {
            self.of_state[(a - 1) * self.units + d - 1] as usize
        }
    }
}

/// The outcomes between `a` and `d` units, with equal outcomes merged.
fn outcomes(defender: &Defender<'_>, a: usize, d: usize, recent: &mut Recent) -> Vec<Outcome> {
    let mut law: Vec<Outcome> = Vec::new();
    defender.outcomes(a, d, recent, |lost, killed, chance| {
        let mut known = law.iter_mut();
        match known.find(|o| (o.lost, o.killed) == (lost, killed)) {
            Some(outcome) => outcome.chance += chance,
            None if chance > 0.0 => law.push(Outcome {
                lost,
                killed,
                chance,
            }),
            None => {}
        }
    });
    law.sort_by_key(|o| (o.lost, o.killed));
    law
}
