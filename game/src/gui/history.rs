//! The history of a game: shares by turn, defeats, losses and luck.

use std::sync::OnceLock;

use marchland_simulator::{RoundLaw, Ties};

use super::link::Step;
use super::log::begins_late;
use crate::conquest::Reply;
use crate::conquest::rules::{Event, MAX_SEATS, Phase, Player, Roll, State};
use crate::statistics::tail;

/// The beginning of a turn of the game proper, or the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The number of steps before it.
    pub at: usize,
    /// Territories by seat.
    pub shares: [u32; MAX_SEATS],
}

/// The defeat of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defeat {
    /// The number of steps before it.
    pub at: usize,
    /// The defeated player.
    pub player: Player,
}

/// The conquests and losses of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Territories conquered.
    pub conquests: u32,
    /// Units lost to dice.
    pub lost: u32,
    /// Numbers of throws by role (attacker, defender), dice of the attacker, dice of the defender.
    throws: [[[u32; 2]; 3]; 2],
}

/// The history of a game so far.
#[derive(Debug, Clone, Default)]
pub struct History {
    steps: usize,
    turns: Vec<Turn>,
    defeats: Vec<Defeat>,
    /// Whether the last entry of `turns` is the end.
    is_over: bool,
    /// Whether turns came before the first one.
    is_late: bool,
    tallies: [Tally; MAX_SEATS],
}

impl History {
    /// An empty history that begins after so many steps.
    pub fn after(steps: usize) -> Self {
        Self {
            steps,
            ..Self::default()
        }
    }

    /// Turns of the game proper.
    pub fn played(&self) -> u32 {
        (self.turns.len() - usize::from(self.is_over)) as u32
    }

    /// Whether turns came before the first one that was told.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// The number of steps so far.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The turns of the game proper, then its end once reached.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The defeats, in order.
    pub fn defeats(&self) -> &[Defeat] {
        &self.defeats
    }

    /// The conquests and losses of a player.
    pub fn tally(&self, player: Player) -> &Tally {
        &self.tallies[player.index()]
    }

    /// Adds a step.
    pub fn tell(&mut self, step: &Step) {
        self.steps += 1;
        self.is_late |= self.turns.is_empty() && begins_late(step);
        let (Reply::Event(event), Some(after)) = (&step.line, step.after.state()) else {
            return;
        };
        match *event {
            Event::TurnStarted(_) if after.phase() == Some(Phase::Playing) => self.turn(after),
            Event::Rolled(roll) => {
                if let Some(before) = step.before.state() {
                    self.throw(roll, before, after);
                }
            }
            Event::Defeated { player, .. } => {
                self.defeats.push(Defeat {
                    at: self.steps,
                    player,
                });
                if after.winner().is_some() {
                    self.is_over = true;
                    self.turn(after);
                }
            }
            _ => {}
        }
    }

    fn turn(&mut self, state: &State) {
        let mut shares = [0; MAX_SEATS];
        for owner in state.holdings().iter().filter_map(|holding| holding.owner) {
            shares[owner.index()] += 1;
        }
        self.turns.push(Turn {
            at: self.steps,
            shares,
        });
    }

    fn throw(&mut self, roll: Roll, before: &State, after: &State) {
        let (Some(battle), Some(attacker)) = (before.battle(), before.turn()) else {
            return;
        };
        let Some(defender) = before.holding(battle.target).owner else {
            return;
        };
        let (dice, losses) = (roll.thrown(), roll.losses());
        for (role, (player, lost)) in [(attacker, losses.0), (defender, losses.1)]
            .into_iter()
            .enumerate()
        {
            let tally = &mut self.tallies[player.index()];
            tally.lost += lost;
            // A roll has at least one die on each side.
            tally.throws[role][usize::from(dice.0) - 1][usize::from(dice.1) - 1] += 1;
        }
        if after.owns(attacker, battle.target) {
            self.tallies[attacker.index()].conquests += 1;
        }
    }
}

/// The luck of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    /// The mean losses of such throws.
    pub expected: f64,
    /// The chance that such throws cost more, plus half the chance that they cost the same; 0.5 is
    /// even.
    pub percentile: f64,
}

impl Tally {
    /// The most throws for which the exact distribution is computed.
    const EXACT: u32 = 200;

    /// The luck of the player; `None` before the first throw.
    pub fn luck(&self) -> Option<Luck> {
        let kinds = self.kinds();
        let throws: u32 = kinds.iter().map(|(count, _)| count).sum();
        if throws == 0 {
            return None;
        }
        let (mut expected, mut variance) = (0.0, 0.0);
        for &(count, law) in &kinds {
            let moment = |power: i32| -> f64 {
                let terms = law.iter().enumerate();
                terms.map(|(lost, p)| p * (lost as f64).powi(power)).sum()
            };
            expected += f64::from(count) * moment(1);
            variance += f64::from(count) * (moment(2) - moment(1).powi(2));
        }
        let percentile = if throws > Self::EXACT {
            // The sum of so many throws is close to normal.
            tail((f64::from(self.lost) - expected) / f64::sqrt(variance))
        } else {
            let mut sums = vec![1.0];
            for &(count, law) in &kinds {
                for _ in 0..count {
                    sums = joined(&sums, law);
                }
            }
            let lost = self.lost as usize;
            let more: f64 = sums.iter().skip(lost + 1).sum();
            more + sums.get(lost).unwrap_or(&0.0) / 2.0
        };
        Some(Luck {
            expected,
            percentile: percentile.clamp(0.0, 1.0),
        })
    }

    /// For each kind of throw that occurred: how often, and the chances to lose 0, 1, 2 units.
    fn kinds(&self) -> Vec<(u32, &'static [f64])> {
        static LAWS: OnceLock<Vec<Vec<f64>>> = OnceLock::new();
        let laws = LAWS.get_or_init(|| {
            let dice = (1..=3_u8).flat_map(|a| (1..=2_u8).map(move |d| (a, d)));
            let attacker: Vec<Vec<f64>> = dice
                .map(|(a, d)| {
                    RoundLaw::of_dice(a, d, 6, Ties::Defender)
                        .chances()
                        .to_vec()
                })
                .collect();
            // The defender loses what the attacker does not.
            let other = |law: &Vec<f64>| law.iter().rev().copied().collect();
            let defender: Vec<Vec<f64>> = attacker.iter().map(other).collect();
            [attacker, defender].concat()
        });
        let counts = self.throws.iter().flatten().flatten();
        let kinds = counts.zip(laws).map(|(&count, law)| (count, &**law));
        kinds.filter(|&(count, _)| count > 0).collect()
    }
}

/// The distribution of the sum of two independent losses.
fn joined(sums: &[f64], law: &[f64]) -> Vec<f64> {
    let mut joined = vec![0.0; sums.len() + law.len() - 1];
    for (at, sum) in sums.iter().enumerate() {
        for (more, chance) in law.iter().enumerate() {
            joined[at + more] += sum * chance;
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::gui::game::{Setup, start};
    use crate::gui::ground::Ground;
    use crate::gui::link::News;

    fn tally(role: usize, attack: usize, defence: usize, throws: u32, lost: u32) -> Tally {
        let mut tally = Tally {
            lost,
            ..Tally::default()
        };
        tally.throws[role][attack - 1][defence - 1] = throws;
        tally
    }

    #[test]
    fn luck_is_what_the_dice_say() {
        assert_eq!(Tally::default().luck(), None);
        // One die against one: the attacker loses 21 of 36.
        for (lost, role, percentile) in [
            (1, 0, 21.0 / 72.0),
            (0, 0, 21.0 / 36.0 + 15.0 / 72.0),
            (0, 1, 15.0 / 36.0 + 21.0 / 72.0),
        ] {
            let luck = tally(role, 1, 1, 1, lost).luck().unwrap();
            assert!((luck.percentile - percentile).abs() < 1e-12, "{luck:?}");
        }
        let luck = tally(0, 3, 2, 100, 60).luck().unwrap();
        let expected = 100.0 * (2611.0 + 2.0 * 2275.0) / 7776.0;
        assert!((luck.expected - expected).abs() < 1e-9);
        assert!(luck.percentile > 0.999, "they cost about 92");
        // What is worked out and what is taken as normal agree.
        for lost in [168, 184, 200] {
            let exact = tally(0, 3, 2, Tally::EXACT, lost).luck().unwrap();
            let z = (exact.expected - f64::from(lost)) / deviation(Tally::EXACT);
            let about = tail(-z);
            assert!((exact.percentile - about).abs() < 2e-3, "{exact:?} {about}");
        }
        assert!((tail(0.0) - 0.5).abs() < 1e-7 && (tail(1.96) - 0.025).abs() < 1e-4);
    }

    fn deviation(throws: u32) -> f64 {
        let (one, two) = (2611.0 / 7776.0, 2275.0 / 7776.0);
        let mean: f64 = one + 2.0 * two;
        (f64::from(throws) * (one + 4.0 * two - mean * mean)).sqrt()
    }

    #[test]
    fn a_game_is_told_turn_by_turn() {
        let ground = Ground::read(Path::new("czechia")).unwrap();
        let setup = Setup::new(ground.map().len(), 3);
        let (_link, news) = start(Arc::clone(ground.map()), setup);
        let (mut history, mut lost) = (History::default(), 0);
        let (mut end, mut conquests) = (None, 0);
        'game: loop {
            for news in news.recv().unwrap() {
                let News::Step(step) = news else { break 'game };
                if let Reply::Event(Event::Rolled(roll)) = step.line {
                    lost += roll.losses().0 + roll.losses().1;
                    let owners = |step: &Step, after: bool| -> Vec<_> {
                        let model = if after { &step.after } else { &step.before };
                        let holdings = model.state().unwrap().holdings().iter();
                        holdings.map(|holding| holding.owner).collect()
                    };
                    conquests += u32::from(owners(&step, false) != owners(&step, true));
                }
                history.tell(&step);
                end = Some(step);
            }
        }
        let state = end.unwrap().after.state().unwrap().clone();
        let all = || state.players().map(|player| history.tally(player));
        assert_eq!(all().map(|tally| tally.lost).sum::<u32>(), lost);
        assert_eq!(all().map(|tally| tally.conquests).sum::<u32>(), conquests);
        let expected: f64 = all().map(|tally| tally.luck().unwrap().expected).sum();
        assert!(
            (expected - f64::from(lost)).abs() < 1e-6,
            "a throw costs what it costs"
        );
        let turns = history.turns();
        assert!(turns.len() > 3 && turns.is_sorted_by_key(|turn| turn.at));
        let territories = ground.map().len() as u32;
        assert!(
            turns
                .iter()
                .all(|turn| turn.shares.iter().sum::<u32>() == territories)
        );
        let winner = state.winner().unwrap();
        assert_eq!(turns.last().unwrap().shares[winner.index()], territories);
        assert_eq!(history.defeats().len(), state.players().count() - 1);
    }
}
