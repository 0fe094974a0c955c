//! Sampling with dice: every die of every round is rolled, sorted and compared.
//! This is the reference for the split method, which relies on round laws.

use rand::Rng;

use super::Tally;
use crate::{
    battle::Battle,
    defender::Defender,
    rules::{Defence, DiceRules, Ties},
};

pub(super) struct DiceSampler<'b> {
    rules: &'b DiceRules,
    defender: Defender<'b>,
    /// The number of dice that one random number yields.
    dice_per_word: u32,
    /// Random numbers from here on would favour some throws; they are drawn again.
    word_limit: u64,
}

impl<'b> DiceSampler<'b> {
    pub(super) fn new(battle: &'b Battle, units: usize) -> Self {
        let rules = battle.rules();
        let sides = u64::from(rules.sides);
        let dice_per_word = u64::MAX.ilog(sides);
        let throws = sides.pow(dice_per_word);
        Self {
            rules,
            defender: Defender::new(battle, units, units, 0),
            dice_per_word,
            word_limit: u64::MAX / throws * throws,
        }
    }

    pub(super) fn sample(
        &self,
        attackers: usize,
        defenders: usize,
        battles: u64,
        rng: &mut impl Rng,
    ) -> Tally {
        let mut roller = Roller {
            sampler: self,
            word: 0,
            left: 0,
            rng,
        };
        let mut tally = Tally::default();
        let mut attack = [0; DiceRules::MAX_DICE as usize];
        let mut defence = [0; DiceRules::MAX_DICE as usize];
        for _ in 0..battles {
            let (mut a, mut d) = (attackers, defenders);
            while a > 0 && d > 0 {
                let attack = &mut attack[..a.min(usize::from(self.rules.attacker_dice))];
                let blind = match self.rules.defence {
                    Defence::Blind => self.defender.blind_dice(a, d),
                    Defence::All | Defence::Seen => d.min(usize::from(self.rules.defender_dice)),
                };
                roller.throw(attack);
                let dice = if self.rules.defence == Defence::Seen {
                    self.defender.answer_to(attack, a, d)
                } else {
                    blind
                };
                let defence = &mut defence[..dice];
                roller.throw(defence);
                for (attacking, defending) in attack.iter().zip(&*defence) {
                    let lost = match self.rules.ties {
                        Ties::Defender => attacking <= defending,
                        Ties::Attacker => attacking < defending,
                    };
                    a -= usize::from(lost);
                    d -= usize::from(!lost);
                }
            }
            tally.add(a, u64::from(d == 0));
        }
        tally
    }
}

/// Rolls dice, several from one random number.
struct Roller<'d, R> {
    sampler: &'d DiceSampler<'d>,
    word: u64,
    left: u32,
    rng: &'d mut R,
}

impl<R: Rng> Roller<'_, R> {
    /// Throws the dice and sorts them in descending order.
    fn throw(&mut self, dice: &mut [u8]) {
        for thrown in 0..dice.len() {
            let value = self.one();
            let at = dice[..thrown]
                .iter()
                .position(|other| *other < value)
                .unwrap_or(thrown);
            dice.copy_within(at..thrown, at + 1);
            dice[at] = value;
        }
    }

    /// One die, from 1.
    fn one(&mut self) -> u8 {
        while self.left == 0 {
            self.word = self.rng.next_u64();
            if self.word < self.sampler.word_limit {
                self.left = self.sampler.dice_per_word;
            }
        }
        self.left -= 1;
        let sides = u64::from(self.sampler.rules.sides);
        let die = self.word % sides;
        self.word /= sides;
        die as u8 + 1
    }
}
