//! The odds of one battle, and of all battles up to a size.

use crate::{
    exact,
    odds::{self, Odds, Stop},
    round::{RoundLaw, SeenThrow, seen_throws},
    rules::{Defence, DiceRules, RulesError},
    table::{Method, Table},
};

/// Dice rules with the law of every round worked out: the place to ask for odds.
///
/// Making one takes some microseconds for ordinary dice; keep it.
/// Everywhere, *attackers* are the units that may attack: the one that has to
/// stay behind in the attacking territory is not counted.
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
    /// Row `x - 1`, column `y - 1`: x attacking against y defending dice.
    laws: Vec<RoundLaw>,
    /// `seen[x - 1]`: what x attacking dice can show; empty unless the defender
    /// chooses after seeing them.
    seen: Vec<Vec<SeenThrow>>,
}

impl Battle {
    /// Most units on a side for which odds are computed.
    pub const MAX_UNITS: usize = 10_000;

    /// Works out the round laws of `rules`.
    ///
    /// # Errors
    /// If the rules are outside the limits of [`DiceRules`].
    pub fn new(rules: DiceRules) -> Result<Self, RulesError> {
        rules.check()?;
        let laws = (1..=rules.attacker_dice)
            .flat_map(|x| {
                (1..=rules.defender_dice)
                    .map(move |y| RoundLaw::of_dice(x, y, rules.sides, rules.ties))
            })
            .collect();
        let seen = match rules.defence {
            Defence::All | Defence::Blind => Vec::new(),
            Defence::Seen => (1..=rules.attacker_dice)
                .map(|x| seen_throws(x, rules))
                .collect(),
        };
        Ok(Self { rules, laws, seen })
    }

    /// The battle with [`DiceRules::CLASSIC`].
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

    /// Most units on a side for which these rules are computed:
    /// [`Battle::MAX_UNITS`], and fewer where a defender has to weigh a choice in
    /// every state (3000 for two dice of six sides), so that no question takes
    /// longer than some seconds.
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

    /// Refuses what would take too long or too much memory.
    pub(crate) fn assert_fits(&self, attackers: usize, defenders: usize) {
        let most = self.most_units();
        assert!(
            attackers <= most && defenders <= most,
            "{attackers} against {defenders} units, more than {most} on a side"
        );
    }

    /// The law of a round between `attackers` and `defenders` units, both at
    /// least 1, each side throwing all the dice it may.
    ///
    /// # Panics
    /// If either side has no unit.
    pub fn round(&self, attackers: usize, defenders: usize) -> &RoundLaw {
        assert!(
            attackers > 0 && defenders > 0,
            "a round needs a unit on each side"
        );
        let x = attackers.min(usize::from(self.rules.attacker_dice));
        let y = defenders.min(usize::from(self.rules.defender_dice));
        self.law(x, y)
    }

    /// The law of `x` against `y` dice, both within the rules.
    pub(crate) fn law(&self, x: usize, y: usize) -> &RoundLaw {
        &self.laws[(x - 1) * usize::from(self.rules.defender_dice) + (y - 1)]
    }

    /// What `x` attacking dice can show to a defender who sees them.
    pub(crate) fn seen(&self, x: usize) -> &[SeenThrow] {
        &self.seen[x - 1]
    }

    /// The odds of a battle fought to the end. Costs about `attackers *
    /// defenders` steps of a nanosecond and keeps a few rows of memory.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds(&self, attackers: usize, defenders: usize) -> Odds {
        odds::odds(self, attackers, defenders, Stop::Decided)
    }

    /// The odds of a battle that the attacker may break off.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units.
    pub fn odds_until(&self, attackers: usize, defenders: usize, stop: Stop) -> Odds {
        odds::odds(self, attackers, defenders, stop)
    }

    /// The exact odds of every battle of up to `units` on each side. Takes
    /// microseconds for 30 units and about a millisecond for 1000; a table
    /// keeps 16 bytes a cell.
    ///
    /// # Panics
    /// If `units` is 0 or more than [`Battle::most_units`].
    pub fn table(&self, units: usize) -> Table {
        assert!(units > 0, "a table of no units");
        self.assert_fits(units, units);
        let mut cells = exact::Exact::new(units);
        cells.solve(self);
        Table::from_exact(self.rules, Method::Exact, cells)
    }
}
