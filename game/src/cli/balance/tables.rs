//! The figures of a report as tables, which every format shows in its own way.

use marchland_game::conquest::balance::told::{AMOUNT, POINTS, SHARE};
use marchland_game::conquest::balance::{Figure, MARKS, Section};

/// What a table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    Extras,
    Places,
    Course,
    Continents,
    Territories,
    Links,
}

/// Rows of text under column heads.
pub(super) struct Table {
    pub(super) about: About,
    /// The number of first columns that say what a row is about.
    pub(super) keys: usize,
    pub(super) title: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// `83.0 ± 0.7 %`, or `97.8 % (93.6 to 100.0)`.
pub(super) fn percent(figure: Option<Figure>) -> String {
    SHARE.cell(figure, 1)
}

/// `+8.1 ± 0.7`.
pub(super) fn points(figure: Option<Figure>) -> String {
    POINTS.cell(figure, 1)
}

/// `8.12 ± 0.71`.
pub(super) fn number(figure: Option<Figure>) -> String {
    AMOUNT.cell(figure, 2)
}

/// `1 to 5`.
pub(super) fn range([least, most]: [u16; 2]) -> String {
    format!("{least} to {most}")
}

pub(super) fn nothing() -> String {
    "–".to_owned()
}

pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// The tables for one number of players.
pub(super) fn tables(section: &Section) -> Vec<Table> {
    let with = format!("{} players", section.players);
    [held, worth, places, course, ranks, territories, links]
        .map(|table| table(section, &with))
        .into()
}

fn places(section: &Section, with: &str) -> Table {
    let rows = section.places.iter().map(|place| {
        vec![
            place.place.to_string(),
            percent(place.won),
            format!("{:.1} %", 100.0 * place.even),
            percent(place.world),
            points(place.beyond_world),
            percent(place.first_out),
        ]
    });
    Table {
        about: About::Places,
        keys: 1,
        title: format!("{with}: places in the order of play"),
        heads: words([
            "place",
            "wins",
            "even",
            "bundled world",
            "due to map",
            "defeated first",
        ]),
        rows: rows.collect(),
    }
}

fn course(section: &Section, with: &str) -> Table {
    let course = &section.course;
    let [q5, q25, q50, q75, q95] = course.quantiles;
    let mut rows = vec![
        words(["rounds of a game, on average", &number(course.rounds)]),
        words([
            "rounds within which 5, 25, 50, 75, 95 % of games end",
            &format!("{q5}, {q25}, {q50}, {q75}, {q95}"),
        ]),
        words(["games that did not end", &percent(course.unfinished)]),
        words(["changes of the lead in a game", &number(course.leads)]),
    ];
    for (mark, behind) in MARKS.iter().zip(&course.from_behind) {
        rows.push(words([
            &format!("not won by the player with most units after {mark} rounds"),
            &percent(*behind),
        ]));
    }
    let explained = section.luck.explained;
    rows.push(words([
        "share of the outcome that the deal explains",
        &percent(explained),
    ]));
    rows.push(words([
        "continents dealt whole to a player in 100 games (exact)",
        &format!("{:.2}", 100.0 * section.luck.dealt),
    ]));
    Table {
        about: About::Course,
        keys: 1,
        title: format!("{with}: how games go"),
        heads: words(["what", "figure"]),
        rows,
    }
}

/// Players are out by then in many games, so that the shares of a column are not of the same games.
fn ranks(section: &Section, with: &str) -> Table {
    let by_rank = &section.course.by_rank;
    let rows = (0..section.players).map(|rank| {
        let shares = by_rank.iter().map(|ranks| percent(ranks[rank]));
        std::iter::once((rank + 1).to_string())
            .chain(shares)
            .collect()
    });
    let heads = MARKS.iter().map(|mark| format!("after round {mark}"));
    Table {
        about: About::Course,
        keys: 1,
        title: format!(
            "{with}: wins by rank in units, among games with so many players left after the round"
        ),
        heads: std::iter::once("rank".to_owned()).chain(heads).collect(),
        rows: rows.collect(),
    }
}

fn held(section: &Section, with: &str) -> Table {
    let mut rows = Vec::new();
    for continent in &section.continents {
        for mark in &continent.marks {
            let places = mark.by_place.iter();
            let places = places.map(|share| format!("{:.0}", 100.0 * share));
            let places = places.collect::<Vec<_>>().join(", ");
            rows.push(vec![
                continent.name.clone(),
                mark.round.to_string(),
                mark.games.to_string(),
                percent(mark.held),
                // Of as few as tell nothing about who wins.
                if mark.won.is_none() {
                    nothing()
                } else {
                    places
                },
                percent(mark.won),
                points(mark.lift),
                points(mark.lift_as_strong),
            ]);
        }
    }
    Table {
        about: About::Continents,
        keys: 2,
        title: format!(
            "{with}: continents that are held, among the games that last to the end of the round"
        ),
        heads: words([
            "continent",
            "round",
            "games",
            "held",
            "by place, %",
            "holder wins",
            "more than usual",
            "more than as strong",
        ]),
        rows,
    }
}

fn worth(section: &Section, with: &str) -> Table {
    let rows = section.continents.iter().map(|continent| {
        let kept = continent.kept;
        vec![
            continent.name.clone(),
            continent.bonus.to_string(),
            range(continent.fitting),
            format!("{} ({})", continent.territories, continent.borders),
            number(continent.taken),
            number(continent.collected),
            kept.map_or_else(nothing, |kept| format!("{kept:.2}")),
            points(continent.lift_begun),
            format!("{:.4} %", 100.0 * continent.dealt),
        ]
    });
    Table {
        about: About::Continents,
        keys: 1,
        title: format!("{with}: what continents are worth"),
        heads: words([
            "continent",
            "bonus",
            "fits",
            "territories (borders)",
            "taken per game",
            "collected per game",
            "collected each time",
            "a territory dealt adds",
            "dealt whole",
        ]),
        rows: rows.collect(),
    }
}

fn territories(section: &Section, with: &str) -> Table {
    let rows = section.territories.iter().map(|territory| {
        let continent = section.continents.get(territory.continent);
        vec![
            territory.id.to_string(),
            territory.name.clone(),
            continent.map_or_else(nothing, |continent| continent.name.clone()),
            number(territory.battles),
            number(territory.conquests),
            points(territory.lift),
        ]
    });
    Table {
        about: About::Territories,
        keys: 2,
        title: format!("{with}: territories"),
        heads: words([
            "id",
            "territory",
            "continent",
            "battles",
            "conquests",
            "owner at the start wins",
        ]),
        rows: rows.collect(),
    }
}

/// The number of links listed with the most battles, and with the fewest.
const LINKS: usize = 10;

fn links(section: &Section, with: &str) -> Table {
    let name = |at: usize| section.territories[at].name.clone();
    let mut links: Vec<_> = section.links.iter().collect();
    links.sort_by(|a, b| b.battles.total_cmp(&a.battles));
    if links.len() > 2 * LINKS {
        links.drain(LINKS..links.len() - LINKS);
    }
    let rows = links.into_iter().map(|link| {
        vec![
            format!("{} – {}", name(link.between[0]), name(link.between[1])),
            format!("{:.2}", link.battles),
            format!("{:.2}", link.conquests),
        ]
    });
    Table {
        about: About::Links,
        keys: 1,
        title: format!("{with}: links, the busiest and the quietest"),
        heads: words(["link", "battles", "conquests"]),
        rows: rows.collect(),
    }
}
