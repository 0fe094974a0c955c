//! Computes the odds.

use std::ops::{Range, RangeInclusive};

use marchland_simulator::{Battle, Defence, DiceRules, Leg, Need};

/// Units left behind in every conquered territory.
const GARRISON: usize = 1;

/// A question about a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub rules: DiceRules,
    /// Units in the attacking territory; one of them stays.
    pub standing: usize,
    /// Units in each target, in order; at least one target.
    pub defenders: Vec<usize>,
    /// The wanted chance, in per cent.
    pub wanted: u8,
}

/// The odds of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    question: Question,
    /// Chance to take every territory.
    pub win: f64,
    /// Mean number of attackers lost.
    pub attackers_lost: f64,
    /// Mean number of defenders lost.
    pub defenders_lost: f64,
    /// Mean number of units left in the last territory, if it is taken.
    pub survivors: f64,
    /// The targets in order.
    pub legs: Vec<Leg>,
    /// The fewest units that reach the wanted chance, and their chance; `None` if no number does.
    pub need: Option<(usize, f64)>,
    /// `won[k]`: chance to take everything with `k` units in the last territory.
    won: Vec<f64>,
    /// `lost[k]`: chance that `k` defenders remain; for single battles.
    lost: Vec<f64>,
}

/// One or several adjacent outcomes and their chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    pub end: End,
    /// From 0 to 1.
    pub chance: f64,
}

/// An outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Won, with this many units in the last territory.
    Taken(RangeInclusive<usize>),
    /// Lost, with this many defenders left.
    Held(RangeInclusive<usize>),
    /// The campaign fails at the territory with this index.
    Stopped(usize),
}

impl Question {
    /// Steps of some nanoseconds computed at once: they fit into a frame, even unoptimised.
    const QUICK: usize = 400_000;

    /// Whether the computation fits into a frame.
    pub fn is_quick(&self) -> bool {
        self.steps() <= Self::QUICK
    }

    /// An estimate of the states visited.
    fn steps(&self) -> usize {
        let defenders: usize = self.defenders.iter().sum();
        let weight = match self.rules.defence {
            Defence::All => 1,
            Defence::Blind => 8,
            Defence::Seen => 20,
        };
        // The wanted chance seldom takes more than twice the units.
        (self.standing + 2 * defenders + 8) * defenders * weight
    }

    /// Computes the odds.
    pub fn reckon(&self) -> Answer {
        // The presets are within the simulator's limits.
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
    /// Outcomes less likely than this are cut off at both ends.
    const FAINT: f64 = 5e-4;

    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The outcomes from worst to best in about `most` bars; similar ones share a bar. Faint
    /// outcomes at both ends are left out.
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

/// The range of numbers, above none, without faint ones at both ends.
fn stretch(chances: &[f64], faint: f64) -> Range<usize> {
    let mut counts = (1..chances.len()).filter(|&units| chances[units] >= faint);
    let Some(first) = counts.next() else {
        return 0..0;
    };
    first..counts.next_back().unwrap_or(first) + 1
}

/// Sums of chances over `wide` numbers of units each.
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
