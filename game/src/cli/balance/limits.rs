//! Verdicts on the limits that were set.

use marchland_game::conquest::balance::{Figure, Flag, Section};
use serde::Serialize;

use super::count;
use super::settings::{Limits, OfFlags};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Verdict {
    pub(super) option: &'static str,
    /// In percent; for `flags`, the number allowed.
    pub(super) limit: f64,
    pub(super) players: usize,
    /// The subject that comes closest to the limit, or exceeds it most.
    pub(super) subject: String,
    pub(super) figure: Option<Figure>,
    pub(super) standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Standing {
    /// The whole interval lies beyond the limit.
    Passed,
    /// The limit lies within the interval.
    Undecided,
    Kept,
    /// There is no figure to compare with the limit.
    Unknown,
}

/// The verdict on each limit that was set, by the figure that goes furthest. The bundled world
/// does not differ from itself.
pub(super) fn verdicts(
    limits: &Limits,
    sections: &[Section],
    flags: &[Flag],
    is_world: bool,
) -> Vec<Verdict> {
    type Figures = Vec<(usize, String, Figure)>;
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
            let beyond = place.beyond_world.or(is_world.then_some(none));
            seats.extend(beyond.map(|figure| (players, format!("place {}", place.place), figure)));
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
    let mut verdicts = Vec::new();
    let mut most = |option, limit: Option<f64>, figures: Figures, low: bool| {
        let sign = if low { -1.0 } else { 1.0 };
        let Some(limit) = limit else { return };
        // Compare the near ends of the intervals, so that no figure hides one that certainly
        // exceeds the limit.
        let certain = |figure: &Figure| if low { -figure.high } else { figure.low };
        let worst = figures
            .into_iter()
            .max_by(|a, b| certain(&a.2).total_cmp(&certain(&b.2)));
        let Some((players, subject, figure)) = worst else {
            let subject = if option == "max-seat" {
                "places are compared with those of the bundled world, which was not played often \
                 enough"
            } else {
                "no figure is known; more games would tell"
            };
            verdicts.push(Verdict {
                option,
                limit,
                players: 0,
                subject: subject.to_owned(),
                figure: None,
                standing: Standing::Unknown,
            });
            return;
        };
        let bound = limit / 100.0 * sign;
        let reach = if low { -figure.low } else { figure.high };
        let standing = match (certain(&figure) > bound, reach > bound) {
            (true, _) => Standing::Passed,
            (false, true) => Standing::Undecided,
            (false, false) => Standing::Kept,
        };
        verdicts.push(Verdict {
            option,
            limit,
            players,
            subject,
            figure: Some(figure),
            standing,
        });
    };
    most("max-seat", limits.max_seat, seats, false);
    most("max-held", limits.max_held, held, false);
    most("min-held", limits.min_held, least, true);
    most("max-lift", limits.max_lift, lift, false);
    most("max-unfinished", limits.max_unfinished, unfinished, false);
    if limits.flags == Some(OfFlags::Error) {
        verdicts.push(Verdict {
            option: "flags",
            limit: 0.0,
            players: 0,
            subject: count(flags.len() as u64, "flag"),
            figure: None,
            standing: if flags.is_empty() {
                Standing::Kept
            } else {
                Standing::Passed
            },
        });
    }
    verdicts
}
