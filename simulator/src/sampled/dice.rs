//! Battles with real dice: every die of every round is rolled, sorted and
//! compared. The reference for the faster methods, which know only the law of
//! the round.

use rand::Rng;

use super::Tally;
use crate::{
    battle::Battle,
    defender::Defender,
    rules::{Defence, DiceRules, Ties},
};

pub(super) struct Dice<'b> {
    rules: &'b DiceRules,
    defender: Defender<'b>,
    /// As many dice as one random number gives, and how many numbers there are
    /// that mean a throw of so many; the few above are drawn again.
    in_a_word: u32,
    words: u64,
}

impl<'b> Dice<'b> {
    pub(super) fn new(battle: &'b Battle, units: usize) -> Self {
        let rules = battle.rules();
        let sides = u64::from(rules.sides);
        let in_a_word = u64::MAX.ilog(sides);
        let throws = sides.pow(in_a_word);
        Self {
            rules,
            defender: Defender::new(battle, units, units, 0),
            in_a_word,
            words: u64::MAX / throws * throws,
        }
    }

    pub(super) fn fight(
        &self,
        attackers: usize,
        defenders: usize,
        battles: u64,
        rng: &mut impl Rng,
    ) -> Tally {
        let mut cup = Cup {
            dice: self,
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
                cup.throw(attack);
                let dice = if self.rules.defence == Defence::Seen {
                    self.defender.answer_to(attack, a, d)
                } else {
                    blind
                };
                let defence = &mut defence[..dice];
                cup.throw(defence);
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

/// Dice to throw, several from one random number.
struct Cup<'d, R> {
    dice: &'d Dice<'d>,
    word: u64,
    left: u32,
    rng: &'d mut R,
}

impl<R: Rng> Cup<'_, R> {
    /// Throws the dice and sorts them from the highest down.
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

    /// A die, from 1.
    fn one(&mut self) -> u8 {
        while self.left == 0 {
            self.word = self.rng.next_u64();
            if self.word < self.dice.words {
                self.left = self.dice.in_a_word;
            }
        }
        self.left -= 1;
        let sides = u64::from(self.dice.rules.sides);
        let die = self.word % sides;
        self.word /= sides;
        die as u8 + 1
    }
}
