//! Extras beyond the report: changes since an old version, and proposed bonuses.

use std::ops::ControlFlow;
use std::sync::Arc;

use marchland_game::conquest::balance::{
    Change, Finding, Proposal, Search, Stage, against, doubted,
};
use marchland_maps::diff::{Change as Edit, Version, compare};
use marchland_maps::{Map, xml};

use super::part::Part;
use super::{Runner, players, progress};
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

/// An old version of the map.
pub(super) struct Old {
    map: Arc<Map>,
    text: String,
}

/// What differs between the files of two versions and may change how the map plays.
fn edits(old: &str, new: &str) -> Vec<Edit> {
    let [old, new] = [old, new].map(|text| xml::read(text.as_bytes()).draft);
    let version = |draft| Version { draft, mask: None };
    let mut edits = compare(version(&old), version(&new));
    edits.retain(Edit::may_change_play);
    edits
}

/// What the search for bonuses is doing.
fn told(stage: Stage) -> String {
    match stage {
        Stage::Trying(step, of) => {
            format!(
                "looking for bonuses: step {} of at most {of}",
                of.min(step + 1)
            )
        }
        Stage::Comparing(played, all) => {
            format!("comparing old and new bonuses: {played} of {all} games")
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Found {
    /// The old version, as named by the user.
    pub(super) against: Option<std::path::PathBuf>,
    /// What differs from it in the file.
    pub(super) edits: Vec<Edit>,
    pub(super) changes: Option<Vec<Change>>,
    pub(super) proposals: Option<Vec<Proposal>>,
}

impl Extras {
    /// Loads the old version, which must have room for all `players`; called before anything is
    /// played.
    pub(super) fn old(&self, players: &[u8]) -> anyhow::Result<Option<Old>> {
        let old = |path| {
            let map = maps::load(path)?;
            players::fit(players, path, &map)?;
            Ok(Old {
                map,
                text: maps::text(path)?,
            })
        };
        self.against.as_deref().map(old).transpose()
    }

    /// What was asked for and is not there, because it was stopped, in sentences.
    pub(super) fn left_out(&self, found: &Found) -> Vec<&'static str> {
        let against = self.against.is_some() && found.changes.is_none();
        let suggest = self.suggest && found.proposals.is_none();
        let both = [
            against.then_some("The old version was not compared."),
            suggest.then_some("No bonuses are proposed."),
        ];
        both.into_iter().flatten().collect()
    }

    /// Plays the requested extras with as many deals as the report, given what it found. Leaves out
    /// those that were stopped.
    pub(super) fn run(
        &self,
        runner: &Runner<'_>,
        map: &Arc<Map>,
        old: Option<Old>,
        part: &Part,
        findings: &[Finding],
    ) -> anyhow::Result<Found> {
        let (mut found, progress) = (Found::default(), progress());
        let played = part.request.players.iter().zip(&part.sections);
        if let Some(Old { map: old, text }) = old {
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
                found.edits = edits(&text, &part.request.text);
            }
        }
        if self.suggest && !runner.stop.is_asked() {
            let most = played.map(|(_, section)| section.map.deals).max();
            let deals = most.unwrap_or_default();
            let search = Search {
                trials: (part.request.players.iter())
                    .map(|&players| runner.trial(map, players))
                    .collect(),
                doubted: doubted(findings),
                steps: STEPS,
                deals: (deals / 4).max(LEAST),
                judged: deals.max(LEAST),
            };
            let mut on = |stage| progress.set_message(told(stage));
            on(Stage::Trying(0, STEPS));
            found.proposals = search.run(map, runner.threads, &runner.stop, &mut on)?;
        }
        progress.finish_and_clear();
        Ok(found)
    }
}
