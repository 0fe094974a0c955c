//! The content of a report, independent of its format.

use std::fmt::Write;

use marchland_game::conquest::balance::told::{FOLLOWS, Told, tell, unfinished};
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
use super::unseen::unseen;
use super::{changes, players, words};
use crate::cli::shell::quoted;

const VERSION: u32 = 1;

/// The report of a run. Its JSON follows `game/schema/balance-1.json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    version: u32,
    tool: Tool,
    /// The command that plays the same games again; several with `&&` if a stop or the time left
    /// numbers of players with different games.
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
    /// Whether the width of the intervals was to end the run; then all of them hold while one looks.
    pub(super) watched: bool,
    /// Whether the run was stopped before it had all that was asked for.
    pub(super) stopped: bool,
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

/// What was played, in figures, and what stands out.
#[derive(Debug)]
pub(super) struct Judged {
    sections: Vec<Section>,
    flags: Vec<Flag>,
    pub(super) findings: Vec<Finding>,
    /// Whether the width of the intervals was to end the run.
    watched: bool,
}

impl Judged {
    /// Judges everything that was played, all parts merged.
    pub(super) fn of(map: &Map, part: &Part, watched: &[Watched]) -> Self {
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
        let tested = all.map(|(at, (counted, layout))| {
            let looks = watched.get(at).map_or(Looks::Once, Looks::Until);
            ((layout, &counted.map), beside(at), looks)
        });
        let tested: Vec<_> = tested.collect();
        let sections = tested
            .iter()
            .map(|&((layout, tally), world, looks)| section(map, layout, tally, world, looks));
        let sections: Vec<Section> = sections.collect();
        let flags = flags(map, &tested);
        Self {
            findings: findings(&sections, &flags),
            sections,
            flags,
            watched: !watched.is_empty(),
        }
    }
}

impl Report {
    /// The report of what was played and found; `missing` says what a stop left out.
    pub(super) fn of(
        map: &Map,
        part: &Part,
        judged: Judged,
        found: Found,
        missing: Option<String>,
    ) -> Self {
        let request = &part.request;
        let Judged {
            sections,
            flags,
            findings,
            watched,
        } = judged;
        let is_world = canonical::digest(map) == canonical::digest(&bundled::world());
        let said = findings.iter().map(|finding| tell(&sections, finding));
        let mut sentences: Vec<Told> = unfinished(&sections).into_iter().chain(said).collect();
        if sentences.is_empty() {
            sentences.push(Told::plain(words::nothing(&sections)));
            sentences.extend(unseen(&sections).map(Told::plain));
        }
        let commands = request.commands(&part.sections);
        let Found {
            against,
            edits,
            changes,
            proposals,
        } = found;
        if let Some(list) = &changes {
            let edited = changes::edited(&edits);
            let told = edited.into_iter().chain(changes::told(list));
            let told = told.map(Told::plain);
            sentences.splice(0..0, told);
        }
        let mut extras = String::new();
        if let Some(old) = against {
            let _ = write!(extras, " --against {}", quoted(&old.display().to_string()));
        }
        if proposals.is_some() {
            extras += " --suggest";
        }
        let commands: Vec<String> = commands.map(|command| command + &extras).collect();
        let command = commands.join(" && ");
        let proposed = proposals.as_deref().map(changes::proposed);
        let summaries = sections
            .iter()
            .map(|section| words::summary(section, is_world));
        let left_out = players::left_out(map);
        let rest = proposed.into_iter().chain(left_out).chain(summaries);
        sentences.extend(rest.map(Told::plain));
        let stopped = missing.is_some();
        sentences.splice(0..0, missing.map(Told::plain));
        let limits = verdicts(&request.limits, &sections, &findings, is_world);
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
            watched,
            stopped,
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
