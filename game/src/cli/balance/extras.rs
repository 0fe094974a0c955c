//! Extras beyond the report: changes since an old version, and proposed bonuses.

use std::ops::ControlFlow;
use std::sync::Arc;

use marchland_game::conquest::balance::{Change, Proposal, Search, against};
use marchland_maps::Map;

use super::part::Part;
use super::{Runner, progress};
use crate::cli::{count, maps};

/// Maximum number of steps of the search for bonuses.
const STEPS: u32 = 24;
/// Minimum deals per step, which otherwise has a quarter of the report's: fewer give no information
/// about a continent.
const LEAST: u64 = 20;

/// What is asked for.
#[derive(Debug, Default, clap::Args)]
#[group(skip)]
pub(super) struct Extras {
    /// Also play another version of the map with the same deals and dice, and report what
    /// differs, the most certain first
    #[arg(long, value_name = "OLD", conflicts_with = "shard")]
    pub(super) against: Option<std::path::PathBuf>,
    /// Propose the smallest change of bonuses that repairs what stands out; takes about four
    /// times as long if one bonus is wrong, and longer if many are
    #[arg(long, conflicts_with = "shard")]
    pub(super) suggest: bool,
}

#[derive(Debug, Default)]
pub(super) struct Found {
    /// The old version, as named by the user.
    pub(super) against: Option<std::path::PathBuf>,
    pub(super) changes: Option<Vec<Change>>,
    pub(super) proposals: Option<Vec<Proposal>>,
}

impl Extras {
    /// Loads the old version; called before anything is played.
    pub(super) fn old(&self) -> anyhow::Result<Option<Arc<Map>>> {
        self.against.as_deref().map(maps::load).transpose()
    }

    /// Plays the requested extras with as many deals as the report. Leaves out those that were
    /// stopped.
    pub(super) fn run(
        &self,
        runner: &Runner<'_>,
        map: &Arc<Map>,
        old: Option<Arc<Map>>,
        part: &Part,
    ) -> anyhow::Result<Found> {
        let (mut found, progress) = (Found::default(), progress());
        let played = part.request.players.iter().zip(&part.sections);
        if let Some(old) = old {
            let mut changes = Vec::new();
            for (&players, section) in played.clone() {
                let new = runner.trial(map, players);
                let old = runner.trial(&old, players);
                let deals = section.map.deals;
                let mut on = |done: u64| {
                    progress.set_message(format!(
                        "{players} players against the old version: {} of {}",
                        count(done * u64::from(players), "game"),
                        deals * u64::from(players)
                    ));
                    ControlFlow::Continue(())
                };
                let of = against(&new, &old, 0..deals, runner.threads, &runner.stop, &mut on)?;
                changes.extend(of);
            }
            if !runner.stop.is_asked() {
                found.changes = Some(changes);
                found.against.clone_from(&self.against);
            }
        }
        if self.suggest && !runner.stop.is_asked() {
            let most = played.map(|(_, section)| section.map.deals).max();
            let deals = most.unwrap_or_default();
            let search = Search {
                trials: (part.request.players.iter())
                    .map(|&players| runner.trial(map, players))
                    .collect(),
                steps: STEPS,
                deals: (deals / 4).max(LEAST),
                judged: deals.max(LEAST),
            };
            let mut on = |step, of| progress.set_message(format!("bonuses: step {step} of {of}"));
            found.proposals = search.run(map, runner.threads, &runner.stop, &mut on)?;
        }
        progress.finish_and_clear();
        Ok(found)
    }
}
