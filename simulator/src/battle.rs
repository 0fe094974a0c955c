//! A battle: the dice rules and the law of every round.

use crate::{
    choice::{Choice, Prospect, Recent, worth},
    round::{RoundLaw, SeenThrow, seen_throws},
    rules::{Defence, DiceRules, RulesError},
};

/// Dice rules and the law of every round: the entry point for all odds.
///
/// Making one takes some microseconds for ordinary dice, so keep it. Throughout
/// the crate, *attackers* are the units that may attack; the unit that has to stay
/// behind in the attacking territory is not counted.
///
/// ```
/// use marchland_simulator::Battle;
///
/// let odds = Battle::classic().odds(10, 10);
/// assert!((odds.win - 0.567_592_872_135).abs() < 1e-12);
/// assert!((odds.attackers_lost - 7.307_799_511).abs() < 1e-9);
/// ```
#[derive(Debug, Clone)]
pub struct Battle {
    rules: DiceRules,
    /// Row `x - 1`, column `y - 1`: the law of x attacking against y defending dice.
    laws: Vec<RoundLaw>,
    /// `seen[x - 1]`: all throws of x attacking dice; empty unless the defender
    /// chooses after seeing them.
    seen: Vec<Vec<SeenThrow>>,
    /// `choices[x - 1]`: the defender's choice against x attacking dice; empty unless
    /// the rules leave one.
    choices: Vec<Choice>,
}

impl Battle {
    /// Maximum number of units on a side.
    pub const MAX_UNITS: usize = 10_000;

    /// Computes the round laws of `rules`.
    ///
    /// # Errors
    /// If the rules exceed the limits of [`DiceRules`].
    pub fn new(rules: DiceRules) -> Result<Self, RulesError> {
        rules.check()?;
        let laws: Vec<RoundLaw> = (1..=rules.attacker_dice)
            .flat_map(|x| {
                (1..=rules.defender_dice)
                    .map(move |y| RoundLaw::of_dice(x, y, rules.sides, rules.ties))
            })
            .collect();
        let seen: Vec<Vec<SeenThrow>> = match rules.defence {
            Defence::All | Defence::Blind => Vec::new(),
            Defence::Seen => (1..=rules.attacker_dice)
                .map(|x| seen_throws(x, rules))
                .collect(),
        };
        let choices = match rules.defence {
            Defence::All => Vec::new(),
            Defence::Blind => laws
                .chunks_exact(usize::from(rules.defender_dice))
                .zip(1..)
                .map(|(laws, x)| Choice::blind(x, laws))
                .collect(),
            Defence::Seen => (seen.iter().zip(1..))
                .map(|(throws, x)| Choice::seen(x, throws))
                .collect(),
        };
        Ok(Self {
            rules,
            laws,
            seen,
            choices,
        })
    }

    /// A battle by [`DiceRules::CLASSIC`].
    #[expect(
        clippy::missing_panics_doc,
        reason = "the classic rules are within the limits"
    )]
    pub fn classic() -> Self {
        Self::new(DiceRules::CLASSIC).expect("the classic rules can be played")
    }

    /// The rules it was made with.
    pub fn rules(&self) -> &DiceRules {
        &self.rules
    }

    /// Maximum number of units on a side under these rules: [`Battle::MAX_UNITS`],
    /// or fewer where the defender has to weigh a choice in every state (3000 for
    /// two six-sided dice), so that every answer takes at most some seconds.
    pub fn most_units(&self) -> usize {
        let weighed = match self.rules.defence {
            Defence::All => return Self::MAX_UNITS,
            Defence::Blind => usize::from(self.rules.defender_dice),
            Defence::Seen => {
                self.seen.iter().map(Vec::len).max().unwrap_or(1)
                    * usize::from(self.rules.defender_dice)
            }
        };
        (2_000_000_000 / weighed).isqrt().min(3_000)
    }

    /// Panics on battles that would take too long or too much memory.
    pub(crate) fn assert_fits(&self, attackers: usize, defenders: usize) {
        let most = self.most_units();
        assert!(
            attackers <= most && defenders <= most,
            "{attackers} against {defenders} units, more than {most} on a side"
        );
    }

    /// The law of a round between `attackers` and `defenders` units in which both
    /// sides throw as many dice as they may.
    ///
    /// # Panics
    /// If either side has no unit.
    pub fn round(&self, attackers: usize, defenders: usize) -> &RoundLaw {
        assert!(
            attackers > 0 && defenders > 0,
            "a round needs a unit on each side"
        );
        let (x, y) = self.rules.dice(attackers, defenders);
        self.law(x, y)
    }

    /// The law of `x` against `y` dice, both within the rules.
    pub(crate) fn law(&self, x: usize, y: usize) -> &RoundLaw {
        &self.laws[(x - 1) * usize::from(self.rules.defender_dice) + (y - 1)]
    }

    /// The defender's choice against `x` attacking dice, if the rules leave one.
    pub(crate) fn choice(&self, x: usize) -> Option<&Choice> {
        self.choices.get(x - 1)
    }

    /// Calls `each(attackers lost, defenders lost, chance)` for the outcomes of
    /// a round between `a` and `d` units, both at least 1. An outcome may occur
    /// more than once; the chances sum to 1. A defender with a choice weighs the
    /// attacker's prospects after the round, `next(attackers lost, defenders
    /// lost)`.
    #[inline]
    pub(crate) fn outcomes(
        &self,
        a: usize,
        d: usize,
        next: impl Fn(usize, usize) -> Prospect,
        recent: &mut Recent,
        mut each: impl FnMut(usize, usize, f64),
    ) {
        let (x, y) = self.rules.dice(a, d);
        if let Some(choice) = self.choice(x) {
            let [win, _] = next(1, 0);
            let likely = win > 0.5;
            let next = |lost, killed| worth(next(lost, killed), likely);
            for outcome in choice.outcomes(y, next, recent) {
                each(outcome.lost, outcome.killed, outcome.chance);
            }
            return;
        }
        let law = self.law(x, y);
        for (lost, chance) in law.chances().iter().enumerate() {
            each(lost, law.pairs() - lost, *chance);
        }
    }

    /// All throws of `x` attacking dice; empty unless the defender sees them.
    pub(crate) fn seen(&self, x: usize) -> &[SeenThrow] {
        &self.seen[x - 1]
    }
}
