//! Verdicts on the limits that were set.

use marchland_game::conquest::balance::told::subject;
use marchland_game::conquest::balance::{Figure, Finding, Section};
use marchland_game::list;
use serde::{Serialize, Serializer};

use super::settings::{OfFlags, Settings};

/// A number of percent. In JSON it is a share from 0 to 1, as the figures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Percent(pub(super) f64);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0 / 100.0).serialize(serializer)
    }
}

/// What a subject is to a limit.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Verdict {
    pub(super) option: &'static str,
    /// `flags` has none.
    pub(super) limit: Option<Percent>,
    pub(super) players: Option<usize>,
    pub(super) subject: String,
    pub(super) figure: Option<Figure>,
    pub(super) standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Standing {
    /// The whole interval lies above the limit.
    Exceeded,
    /// The whole interval lies below a limit that must be reached.
    Missed,
    /// The limit lies within the interval.
    Undecided,
    Kept,
    /// There is no figure to compare with the limit.
    Unknown,
}

pub(super) const MIN_HELD: &str = "min-held";

impl Standing {
    /// Whether it makes the run fail.
    pub(super) fn fails(self) -> bool {
        matches!(self, Self::Exceeded | Self::Missed | Self::Unknown)
    }
}

impl Verdict {
    /// Whether the figure and the limit are both 0 or both 100 %: no interval ends there.
    pub(super) fn is_at_the_end(&self) -> bool {
        match (self.limit, self.figure) {
            (Some(Percent(percent)), Some(figure)) => {
                let is_end = percent <= 0.0 || percent >= 100.0;
                is_end && (100.0 * figure.value - percent).abs() < 1e-9
            }
            _ => false,
        }
    }
}

/// Numbers of players, subjects and their figures.
type Figures = Vec<(usize, String, Figure)>;

/// The verdicts on each limit that was set: one for each subject that certainly exceeds it, the
/// farthest first, or if there is none, that of the one which comes closest. The bundled world does
/// not differ from itself.
pub(super) fn verdicts(
    limits: &Settings,
    sections: &[Section],
    findings: &[Finding],
    is_world: bool,
) -> Vec<Verdict> {
    let mut seats: Figures = Vec::new();
    let (mut held, mut least, mut lift, mut unfinished) = (vec![], vec![], vec![], vec![]);
    for section in sections {
        let players = section.players;
        for place in &section.places {
            let none = Figure {
                value: 0.0,
                low: 0.0,
                high: 0.0,
            };
            let uneven = place.unevenness.or(is_world.then_some(none));
            seats.extend(uneven.map(|figure| (players, format!("place {}", place.place), figure)));
        }
        for continent in &section.continents {
            let take = |list: &mut Figures, figure: Option<Figure>| {
                list.extend(figure.map(|figure| (players, continent.name.clone(), figure)));
            };
            take(&mut held, continent.marks[0].held);
            take(&mut least, continent.marks[0].held);
            take(&mut lift, continent.marks[0].lift);
        }
        let share = section.course.unfinished;
        unfinished.extend(share.map(|figure| (players, "games without an end".to_owned(), figure)));
    }
    let all = [
        ("max-seat", limits.max_seat, seats),
        ("max-held", limits.max_held, held),
        (MIN_HELD, limits.min_held, least),
        ("max-lift", limits.max_lift, lift),
        ("max-unfinished", limits.max_unfinished, unfinished),
    ];
    let all = all.into_iter();
    let set = all.filter_map(|(option, limit, figures)| Some((option, limit?, figures)));
    let played: Vec<usize> = sections.iter().map(|section| section.players).collect();
    let mut verdicts: Vec<Verdict> = set
        .flat_map(|(option, limit, figures)| judged(option, limit, figures, &played))
        .collect();
    if limits.flags == Some(OfFlags::Error) {
        let (standing, subject) = if !findings.is_empty() {
            (Standing::Exceeded, names(sections, findings))
        } else if sections.iter().all(is_known) {
            (Standing::Kept, "nothing stands out".to_owned())
        } else {
            let few = "with some numbers of players, too few games were played; more would tell";
            (Standing::Unknown, few.to_owned())
        };
        verdicts.push(Verdict {
            option: "flags",
            limit: None,
            players: None,
            subject,
            figure: None,
            standing,
        });
    }
    verdicts
}

/// Whether there are enough games for figures of them.
pub(super) fn is_known(section: &Section) -> bool {
    section.places.iter().any(|place| place.won.is_some())
}

/// The first few subjects of findings.
fn names(sections: &[Section], findings: &[Finding]) -> String {
    const SOME: usize = 6;
    let some = findings.iter().take(SOME);
    let some: Vec<String> = some.map(|finding| subject(sections, finding)).collect();
    match findings.len().saturating_sub(SOME) {
        0 => some.join(", "),
        more => format!("{} and {more} more", some.join(", ")),
    }
}

/// Whether a limit is one of percentage points.
pub(super) fn is_in_points(option: &str) -> bool {
    matches!(option, "max-seat" | "max-lift")
}

/// The verdicts on a limit in percent for these numbers of players.
fn judged(
    option: &'static str,
    limit: f64,
    mut figures: Figures,
    played: &[usize],
) -> Vec<Verdict> {
    let verdict = |players, subject, figure, standing| Verdict {
        option,
        limit: Some(Percent(limit)),
        players,
        subject,
        figure,
        standing,
    };
    let unknown = if option == "max-seat" {
        "places are compared with those of the bundled world, which was not played often enough"
    } else {
        "no figure is known; more games would tell"
    };
    let is_without = |players: &&usize| !figures.iter().any(|(of, ..)| of == *players);
    let without: Vec<String> = played
        .iter()
        .filter(is_without)
        .map(usize::to_string)
        .collect();
    let unknown = (!without.is_empty()).then(|| {
        let subject = match list(&without) {
            _ if figures.is_empty() => unknown.to_owned(),
            players => format!("with {players} players, {unknown}"),
        };
        verdict(None, subject, None, Standing::Unknown)
    });
    let low = option == MIN_HELD;
    // Compare the near ends of the intervals, so that no figure hides one that certainly
    // exceeds the limit.
    let certain = |figure: &Figure| if low { -figure.high } else { figure.low };
    figures.sort_by(|a, b| certain(&b.2).total_cmp(&certain(&a.2)));
    let bound = limit / if low { -100.0 } else { 100.0 };
    let beyond = figures.iter().filter(|(.., f)| certain(f) > bound).count();
    figures.truncate(beyond.max(1));
    let judged = figures.into_iter().map(|(players, subject, figure)| {
        let reach = if low { -figure.low } else { figure.high };
        let standing = match (certain(&figure) > bound, reach > bound) {
            (true, _) if low => Standing::Missed,
            (true, _) => Standing::Exceeded,
            (false, true) => Standing::Undecided,
            (false, false) => Standing::Kept,
        };
        verdict(Some(players), subject, Some(figure), standing)
    });
    judged.chain(unknown).collect()
}
