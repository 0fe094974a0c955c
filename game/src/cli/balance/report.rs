//! The content of a report, independent of its format.

use std::fmt::Write;

use marchland_game::conquest::balance::told::{FOLLOWS, Told, tell};
use marchland_game::conquest::balance::{
    Change, Counted, Finding, Flag, Layout, Looks, Proposal, Section, Watched, findings, flags,
    section,
};
use marchland_maps::{Map, bundled, canonical};
use serde::{Serialize, Serializer};

use super::extras::Found;
use super::limits::{Verdict, verdicts};
use super::outlines::Outlines;
use super::part::Part;
use super::{changes, words};
use crate::cli::shell::quoted;

const VERSION: u32 = 1;

/// The report of a run. Its JSON follows `game/schema/balance-1.json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    version: u32,
    tool: Tool,
    /// The command that plays the same games again.
    pub(super) command: String,
    pub(super) map: About,
    pub(super) bots: String,
    pub(super) seed: u64,
    /// Sentences about what stands out, and a summary.
    #[serde(serialize_with = "flat")]
    pub(super) words: Vec<Told>,
    /// What stands out.
    #[serde(skip)]
    pub(super) findings: Vec<Finding>,
    pub(super) flags: Vec<Flag>,
    pub(super) limits: Vec<Verdict>,
    /// Changes since the old version, if one was given; the most certain first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changes: Option<Vec<Change>>,
    /// The proposed bonuses, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proposals: Option<Vec<Proposal>>,
    pub(super) sections: Vec<Section>,
    /// Whether the width of the intervals ended the run.
    pub(super) watched: bool,
    /// The positions of territories, by id.
    #[serde(skip)]
    pub(super) sites: Vec<Site>,
    /// Their outlines, if wanted and if there is a mask.
    #[serde(skip)]
    pub(super) outlines: Option<Outlines>,
    /// Whether the map's left and right edges are joined.
    #[serde(skip)]
    pub(super) joined: bool,
}

/// Each sentence with what follows from it, as strings.
fn flat<S: Serializer>(words: &[Told], serializer: S) -> Result<S::Ok, S::Error> {
    let lines = words.iter().flat_map(|told| {
        let follows = told.follows.iter().map(|one| format!("{FOLLOWS} {one}"));
        std::iter::once(told.line()).chain(follows)
    });
    let lines = lines.map(|line| line.replace('\u{a0}', " "));
    serializer.collect_seq(lines)
}

/// The position of a territory on the mask, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Debug, Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct About {
    id: String,
    name: String,
    digest: String,
    territories: usize,
    continents: usize,
}

impl Report {
    /// The report of everything that was played, all parts merged.
    pub(super) fn of(map: &Map, part: &Part, watched: &[Watched], found: Found) -> Self {
        let request = &part.request;
        let world = bundled::world();
        let layouts = |map: &Map| -> Vec<Layout> {
            let players = request.players.iter();
            players.map(|&n| Layout::new(map, n.into())).collect()
        };
        let (layouts, worlds) = (layouts(map), layouts(&world));
        let beside = |at: usize| -> Option<Counted<'_>> {
            part.sections[at]
                .world
                .as_ref()
                .map(|tally| (&worlds[at], tally))
        };
        let all = part.sections.iter().zip(&layouts).enumerate();
        let sections: Vec<Section> = all
            .clone()
            .map(|(at, (counted, layout))| {
                let looks = watched.get(at).map_or(Looks::Once, Looks::Until);
                section(map, layout, &counted.map, beside(at), looks)
            })
            .collect();
        let tested: Vec<_> = all
            .map(|(at, (counted, layout))| ((layout, &counted.map), beside(at)))
            .collect();
        let flags = flags(&tested, !watched.is_empty());
        let is_world = canonical::digest(map) == canonical::digest(&world);
        let findings = findings(&sections, &flags);
        let said = findings.iter().map(|finding| tell(&sections, finding));
        let mut sentences: Vec<Told> = said.collect();
        if sentences.is_empty() {
            sentences.push(Told::plain(words::NOTHING.to_owned()));
        }
        let mut command = request.command(&part.sections);
        let Found {
            against,
            changes,
            proposals,
        } = found;
        if let Some(list) = &changes {
            let told = changes::told(list).into_iter().map(Told::plain);
            sentences.splice(0..0, told);
        }
        if let Some(old) = against {
            let _ = write!(command, " --against {}", quoted(&old.display().to_string()));
        }
        if proposals.is_some() {
            command += " --suggest";
        }
        let proposed = proposals.as_deref().map(changes::proposed);
        let summaries = sections
            .iter()
            .map(|section| words::summary(section, is_world));
        sentences.extend(proposed.into_iter().chain(summaries).map(Told::plain));
        let limits = verdicts(&request.limits, &sections, &flags, is_world);
        Self {
            version: VERSION,
            tool: Tool {
                name: "marchland-game",
                version: env!("CARGO_PKG_VERSION"),
            },
            command,
            map: About {
                id: map.id().to_owned(),
                name: map.name().label("map", None, 0),
                digest: canonical::digest(map),
                territories: map.len(),
                continents: map.continents().len(),
            },
            bots: request.bots.clone(),
            seed: request.seed,
            words: sentences,
            findings,
            flags,
            limits,
            changes,
            proposals,
            sections,
            watched: !watched.is_empty(),
            sites: map
                .territories()
                .iter()
                .map(|territory| Site {
                    x: f64::from(territory.badge.x),
                    y: f64::from(territory.badge.y),
                })
                .collect(),
            outlines: None,
            joined: map.wrap().horizontal,
        }
    }

    /// The first line.
    pub(super) fn title(&self) -> String {
        let About {
            name,
            territories,
            continents,
            ..
        } = &self.map;
        words::title(name, *territories, *continents, &self.bots, self.seed)
    }

    /// Whether a limit is exceeded, or cannot be judged.
    pub(super) fn fails(&self) -> bool {
        self.limits.iter().any(|limit| limit.standing.fails())
    }
}
