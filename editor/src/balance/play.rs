//! Plays the games and searches for bonuses, on a thread of its own.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use marchland_game::conquest::balance::{
    Counted, Figure, Finding, Fit, Layout, Looks, Proposal, Run, Search, Section, Stage, Subject,
    Trial, findings, flags, section,
};
use marchland_game::conquest::bots::{Stop, StrategyKind};
use marchland_game::conquest::rules::StartError;
use marchland_game::gui::game::message_of;
use marchland_maps::{ContinentKey, Draft, MIN_PLAYERS, Map, TerritoryKey, bundled, canonical};

use super::SHARP;
use super::figures::{Figures, Setup, WhatIf};

/// Games continue until the figures are this precise.
const ENOUGH: f64 = 0.01;
const MOST_DEALS: u64 = 1_000_000;
/// Fewer deals give no figures.
const LEAST_DEALS: u64 = 10;
/// Turns after which a game is abandoned.
const MOST_TURNS: u32 = 2_000;
/// Deals per batch while a later series catches up.
const CATCH_UP: u64 = 128;
/// Least time between two updates, and the share of new deals that triggers one.
const APART: (Duration, u64) = (Duration::from_millis(250), 12);

/// An order for the thread.
#[derive(Debug)]
pub struct Order {
    pub(super) number: u64,
    pub(super) work: Work,
    pub(super) draft: Draft,
    pub(super) revision: u64,
    pub(super) setup: Setup,
    /// Continents whose bonus is found to be wrong, for the search.
    pub(super) doubted: Vec<usize>,
    pub(super) kept: Vec<Arc<PlayedGames>>,
    pub(super) worlds: Worlds,
    pub(super) stop: Stop,
    /// The most deals to play.
    pub(super) most: u64,
    /// Whether it runs at the lowest priority.
    pub(super) steps_back: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    Games,
    Bonuses,
}

/// News from the thread; [`News::Ended`] is always the last.
#[derive(Debug)]
pub enum News {
    /// Why the draft cannot be played, in the validator's words, and the most players that could
    /// play it if there are too many.
    Refused(Vec<String>, Option<usize>),
    /// Figures so far.
    Figures(Box<Figures>),
    /// Steps of the search done, and their number.
    Step(u32, u32),
    Proposed(Vec<(ContinentKey, Proposal)>),
    Ended(Ended),
}

#[derive(Debug, Default)]
pub struct Ended {
    /// The games played, to resume from.
    pub(super) kept: Option<Arc<PlayedGames>>,
    /// Whether no more work is left or possible.
    pub(super) is_done: bool,
    /// The panic message.
    pub(super) failed: Option<String>,
}

/// The games played on a map; also used for maps that play the same.
#[derive(Debug, Clone)]
pub(super) struct PlayedGames {
    pub(super) digest: String,
    pub(super) setup: Setup,
    run: Run,
    other: Option<(WhatIfs, Run)>,
}

/// A continent's id and its alternative bonus.
type WhatIfs = (usize, u16);

/// Games on the bundled world, the baseline for other maps. Edits do not affect it.
pub(super) type Worlds = Arc<Mutex<HashMap<Setup, Run>>>;

struct Frozen {
    map: Arc<Map>,
    digest: String,
    territories: Arc<[TerritoryKey]>,
    continents: Arc<[ContinentKey]>,
}

impl Frozen {
    fn of(draft: &Draft) -> Result<Self, Vec<String>> {
        let map = Map::try_from(draft);
        let map =
            map.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let mut territories: Vec<_> = draft.territories.iter().map(|t| (t.id, t.key)).collect();
        let mut continents: Vec<_> = draft.continents.iter().map(|c| (c.id, c.key)).collect();
        territories.sort_unstable();
        continents.sort_unstable();
        Ok(Self {
            digest: canonical::digest(&map),
            map: Arc::new(map),
            territories: territories.into_iter().map(|(_, key)| key).collect(),
            continents: continents.into_iter().map(|(_, key)| key).collect(),
        })
    }
}

#[cfg(target_os = "linux")]
fn step_back() -> bool {
    // 19 is the lowest priority; child threads inherit it.
    rustix::process::nice(19).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn step_back() -> bool {
    false
}

impl Order {
    /// Lowers the priority of this thread and its children and lets the games use all cores. Only
    /// Linux supports this for single threads; elsewhere it does nothing.
    pub fn step_back(&mut self) {
        self.steps_back = step_back();
    }

    /// All cores, or all but one for the interface.
    fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let spared = usize::from(!self.steps_back);
        cores.saturating_sub(spared).max(1)
    }

    /// Identifies its news.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Runs the order; `tell` returns whether anybody listens. Catches panics.
    pub fn carry_out(&self, tell: &mut dyn FnMut(News) -> bool) {
        let done = catch_unwind(AssertUnwindSafe(|| self.work(tell)));
        let ended = match done {
            Ok(Ok(ended)) => ended,
            Ok(Err(error)) => {
                let most = match error {
                    StartError::TooManyPlayers { territories, .. } => Some(territories),
                    StartError::Started => None,
                };
                let most = most.filter(|most| *most >= usize::from(MIN_PLAYERS));
                tell(News::Refused(vec![error.to_string()], most));
                Ended {
                    is_done: true,
                    ..Ended::default()
                }
            }
            Err(panic) => Ended {
                is_done: true,
                failed: Some(message_of(&*panic).to_owned()),
                ..Ended::default()
            },
        };
        tell(News::Ended(ended));
    }

    fn work(&self, tell: &mut dyn FnMut(News) -> bool) -> Result<Ended, StartError> {
        let frozen = match Frozen::of(&self.draft) {
            Ok(frozen) => frozen,
            Err(problems) => {
                tell(News::Refused(problems, None));
                return Ok(Ended {
                    is_done: true,
                    ..Ended::default()
                });
            }
        };
        match self.work {
            Work::Games => self.games(&frozen, tell),
            Work::Bonuses => self.bonuses(&frozen, tell),
        }
    }

    fn trial(&self, map: &Arc<Map>) -> Trial {
        Trial {
            map: Arc::clone(map),
            players: self.setup.players,
            bot: self.setup.bot.into(),
            seed: self.setup.seed,
            most_turns: MOST_TURNS,
            neutral: true,
        }
    }

    /// Plays until enough is known or it is stopped.
    fn games(
        &self,
        frozen: &Frozen,
        tell: &mut dyn FnMut(News) -> bool,
    ) -> Result<Ended, StartError> {
        let trial = self.trial(&frozen.map);
        let before = self.kept.iter();
        let mut before = before.filter(|k| k.digest == frozen.digest && k.setup == self.setup);
        let mut kept = before.next_back().map_or_else(
            || PlayedGames {
                digest: frozen.digest.clone(),
                setup: self.setup,
                run: trial.begin(0),
                other: None,
            },
            |kept| PlayedGames::clone(kept),
        );
        let world = bundled::world();
        let is_world = canonical::digest(&world) == frozen.digest;
        let beside = (!is_world).then(|| self.trial(&world));
        let mut there = beside.as_ref().map(|trial| {
            let known = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
            known
                .get(&self.setup)
                .cloned()
                .unwrap_or_else(|| trial.begin(0))
        });
        let mut told: Option<(Instant, u64)> = None;
        let mut is_sharp = false;
        let most = self.most.min(MOST_DEALS);
        let is_enough = loop {
            let deals = kept.run.tally.deals;
            let mut is_enough = deals >= most;
            let is_due = told.is_none_or(|(at, last)| {
                is_enough || at.elapsed() >= APART.0 && (deals - last) * APART.1 >= last
            });
            if is_due && deals >= LEAST_DEALS {
                told = Some((Instant::now(), deals));
                let figures = self.figures(frozen, &kept, there.as_ref(), is_world);
                is_enough |= figures.half <= ENOUGH;
                is_sharp = figures.half <= SHARP;
                let wanted = other_bonus(&figures, kept.other.as_ref().map(|other| other.0));
                if wanted != kept.other.as_ref().map(|other| other.0) {
                    kept.other = wanted.map(|what| (what, trial.begin(0)));
                }
                if !tell(News::Figures(Box::new(figures))) {
                    break false;
                }
            }
            if is_enough || self.stop.is_asked() {
                break is_enough;
            }
            self.play(&trial, &mut kept.run, most, true)?;
            // Until the draft's figures are precise, the baseline gets half as many deals, so the
            // draft gets half of the time and not a third.
            let played = kept.run.tally.deals;
            let beside_it = if is_sharp { played } else { played / 2 };
            if let (Some(trial), Some(run)) = (&beside, &mut there) {
                self.catch_up(trial, run, beside_it)?;
            }
            if let Some(((continent, bonus), run)) = &mut kept.other {
                let mut bonuses: Vec<u16> =
                    frozen.map.continents().iter().map(|c| c.bonus).collect();
                bonuses[*continent] = *bonus;
                let trial = self.trial(&Arc::new(frozen.map.with_bonuses(&bonuses)));
                self.catch_up(&trial, run, beside_it)?;
            }
        };
        if let Some(run) = there {
            let mut known = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(self.setup, run);
        }
        Ok(Ended {
            kept: Some(Arc::new(kept)),
            is_done: is_enough,
            failed: None,
        })
    }

    fn catch_up(&self, trial: &Trial, run: &mut Run, to: u64) -> Result<(), StartError> {
        let end = to.min(run.tally.deals + CATCH_UP);
        self.play(trial, run, end, false)
    }

    fn play(
        &self,
        trial: &Trial,
        run: &mut Run,
        end: u64,
        one_batch: bool,
    ) -> Result<(), StartError> {
        let mut on = |_: &Run| {
            if one_batch {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        trial.go_on(run, end, self.threads(), &self.stop, &mut on)
    }

    fn figures(
        &self,
        frozen: &Frozen,
        kept: &PlayedGames,
        there: Option<&Run>,
        is_world: bool,
    ) -> Figures {
        let players = usize::from(self.setup.players);
        let (layout, world) = (
            Layout::new(&frozen.map, players),
            Layout::new(&bundled::world(), players),
        );
        let there: Option<Counted<'_>> = there
            .filter(|run| run.tally.deals >= LEAST_DEALS)
            .map(|run| (&world, &run.tally));
        let tally = &kept.run.tally;
        let flags = flags(&frozen.map, &[((&layout, tally), there, Looks::Often)]);
        let what_if = kept.other.as_ref().and_then(|((at, bonus), run)| {
            let seen = section(&frozen.map, &layout, &run.tally, None, Looks::Often);
            Some(WhatIf {
                continent: *at,
                bonus: *bonus,
                figures: seen.continents.into_iter().nth(*at)?,
            })
        });
        let section = section(&frozen.map, &layout, tally, there, Looks::Often);
        Figures {
            revision: self.revision,
            setup: self.setup,
            half: widest(&section),
            findings: findings(std::slice::from_ref(&section), &flags),
            section,
            what_if,
            is_world,
            territories: Arc::clone(&frozen.territories),
            continents: Arc::clone(&frozen.continents),
        }
    }

    fn bonuses(
        &self,
        frozen: &Frozen,
        tell: &mut dyn FnMut(News) -> bool,
    ) -> Result<Ended, StartError> {
        // Strong bots think a hundred times as long.
        let (steps, deals, judged) = match self.setup.bot {
            StrategyKind::Planner => (24, 40, 80),
            _ => (24, 400, 800),
        };
        let least = |deals: u64| deals.min(self.most.max(LEAST_DEALS));
        let search = Search {
            trials: vec![self.trial(&frozen.map)],
            doubted: self.doubted.clone(),
            steps,
            deals: least(deals),
            judged: least(judged),
        };
        let mut on = |stage| {
            if let Stage::Trying(step, of) = stage {
                tell(News::Step(step, of));
            }
        };
        let found = search.run(&frozen.map, self.threads(), &self.stop, &mut on)?;
        if let Some(found) = found {
            let keys = frozen.continents.iter().copied();
            tell(News::Proposed(keys.zip(found).collect()));
        }
        Ok(Ended::default())
    }
}

/// The widest half-interval of wins by place and of continents held in round 3.
fn widest(section: &Section) -> f64 {
    let held = section.continents.iter().filter_map(|c| c.marks.first());
    let figures = section.places.iter().map(|place| place.won);
    let figures = figures.chain(held.map(|mark| mark.held));
    let reach = figures.map(|figure| figure.map_or(1.0, Figure::reach));
    reach.fold(0.0, f64::max)
}

/// The alternative bonus to try for the first continent that stands out, those first whose own bonus is
/// the cause: the one that suits it if its own does not fit, or else one less or one more, if that fits. A
/// running trial continues while it has a reason.
pub(super) fn other_bonus(figures: &Figures, now: Option<WhatIfs>) -> Option<WhatIfs> {
    let is_cause = |finding: &&Finding| finding.fit != Fit::Fits;
    let causes = figures.findings.iter().any(|finding| is_cause(&finding));
    let found = figures.findings.iter();
    let found = found.filter(|finding| is_cause(finding) || !causes);
    let tries = found.filter_map(|finding| {
        let Subject::Continent(at) = finding.subject else {
            return None;
        };
        let continent = figures.section.continents.get(at)?;
        let other = match (finding.fit, finding.is_more) {
            (Fit::TooBig | Fit::TooSmall, _) => continent.suitable,
            (Fit::Fits, true) => continent.bonus.checked_sub(1)?,
            (Fit::Fits, false) => continent.bonus.checked_add(1)?,
        };
        let [least, most] = continent.fitting;
        (least..=most).contains(&other).then_some((at, other))
    });
    let tries: Vec<WhatIfs> = tries.collect();
    now.filter(|now| tries.contains(now))
        .or(tries.first().copied())
}
