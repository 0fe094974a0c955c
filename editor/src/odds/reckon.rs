//! From numbers of units to chances.

use std::ops::{Range, RangeInclusive};

use marchland_simulator::{Battle, Defence, DiceRules, Leg, Need};

/// Units left behind in every territory taken on the way.
const GARRISON: usize = 1;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The dice that the battles are fought with.
    pub rules: DiceRules,
    /// Units standing in the attacking territory; one of them stays.
    pub standing: usize,
    /// Units in each territory attacked, in order; at least one territory.
    pub defenders: Vec<usize>,
    /// The chance, in per cent, that attackers are wanted for.
    pub wanted: u8,
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    question: Question,
    /// Chance to take every territory.
    pub win: f64,
    /// Mean number of attackers lost, however it ends.
    pub attackers_lost: f64,
    /// Mean number of defenders lost, however it ends.
    pub defenders_lost: f64,
    /// Mean number of units standing in the last territory, if it is taken.
    pub survivors: f64,
    /// The territories in order.
    pub legs: Vec<Leg>,
    /// Fewest units standing in the attacking territory that have the chance
    /// wanted, and the chance they have; nothing if no number has it.
    pub need: Option<(usize, f64)>,
    /// `won[k]`: chance to take every territory with `k` units in the last.
    won: Vec<f64>,
    /// `lost[k]`: chance that `k` defenders stay; of a single battle alone.
    lost: Vec<f64>,
}

/// An end, or some that lie side by side, and how likely.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Which of the possible ends this is.
    pub end: End,
    /// How likely, from 0 to 1.
    pub chance: f64,
}

/// How it can end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Taken, with so many units standing in the last territory.
    Taken(RangeInclusive<usize>),
    /// Beaten off, with so many defenders left.
    Held(RangeInclusive<usize>),
    /// A campaign that does not take this one of its territories, from 0.
    Stopped(usize),
}

impl Question {
    /// Steps of some nanoseconds that are taken at once: a frame has time for
    /// so many, even unoptimised.
    const QUICK: usize = 400_000;

    /// Whether the answer takes no longer than a frame of the screen.
    pub fn is_quick(&self) -> bool {
        self.steps() <= Self::QUICK
    }

    /// About how many states are gone through.
    fn steps(&self) -> usize {
        let defenders: usize = self.defenders.iter().sum();
        let weight = match self.rules.defence {
            Defence::All => 1,
            Defence::Blind => 8,
            Defence::Seen => 20,
        };
        // Whoever has the chance wanted has seldom more than twice as many.
        (self.standing + 2 * defenders + 8) * defenders * weight
    }

    /// Works the answer out.
    pub fn reckon(&self) -> Answer {
        // The presets are within the limits of the simulator.
        let battle = Battle::new(self.rules).unwrap_or_else(|_| Battle::classic());
        let attackers = self.standing.saturating_sub(1);
        let campaign = battle.campaign(attackers, &self.defenders, GARRISON);
        let lost = match &campaign.legs[..] {
            [only] => only.held.clone(),
            _ => Vec::new(),
        };
        let wanted = f64::from(self.wanted) / 100.0;
        let need = battle.need(&self.defenders, GARRISON, wanted);
        Answer {
            question: self.clone(),
            win: campaign.win,
            attackers_lost: campaign.attackers_lost,
            defenders_lost: campaign.legs.iter().map(|leg| leg.defenders_lost).sum(),
            survivors: campaign.standing,
            legs: campaign.legs,
            need: need.map(
                |Need {
                     attackers, chance, ..
                 }| (attackers + 1, chance),
            ),
            won: campaign.rest,
            lost,
        }
    }
}

impl Answer {
    /// Ends less likely than this are left out at both sides.
    const FAINT: f64 = 5e-4;

    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The ends from the attacker's worst to the best, in at most about `most`
    /// bars: those that differ by few units share one. Faint ends at both
    /// sides are left out.
    pub fn bars(&self, most: usize) -> Vec<Bar> {
        let mut ends = Vec::new();
        if self.question.defenders.len() > 1 {
            let mut before = 1.0;
            for (leg, of) in self.legs.iter().enumerate() {
                ends.push(Bar {
                    end: End::Stopped(leg),
                    chance: (before - of.taken).max(0.0),
                });
                before = of.taken;
            }
        }
        let won = stretch(&self.won, Self::FAINT);
        let lost = stretch(&self.lost, Self::FAINT);
        let room = most.saturating_sub(ends.len()).max(2);
        let wide = (won.len() + lost.len()).div_ceil(room).max(1);
        let held = share(lost, wide, &self.lost).into_iter().rev();
        ends.extend(held.map(|(units, chance)| Bar {
            end: End::Held(units),
            chance,
        }));
        ends.extend(
            share(won, wide, &self.won)
                .into_iter()
                .map(|(units, chance)| Bar {
                    end: End::Taken(units),
                    chance,
                }),
        );
        ends
    }
}

/// From the first number of units, above none, that is not faint to after the
/// last.
fn stretch(chances: &[f64], faint: f64) -> Range<usize> {
    let mut counts = (1..chances.len()).filter(|&units| chances[units] >= faint);
    let Some(first) = counts.next() else {
        return 0..0;
    };
    first..counts.next_back().unwrap_or(first) + 1
}

/// Sums of chances, `wide` numbers of units in each.
fn share(range: Range<usize>, wide: usize, chances: &[f64]) -> Vec<(RangeInclusive<usize>, f64)> {
    let end = range.end;
    range
        .step_by(wide)
        .map(|from| {
            let to = (from + wide).min(end) - 1;
            (from..=to, chances[from..=to].iter().sum())
        })
        .collect()
}
