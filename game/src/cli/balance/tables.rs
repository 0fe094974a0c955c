//! The figures of a report as tables, which every format shows in its own way.

use marchland_game::conquest::balance::{Figure, MARKS, Section};

/// Rows of text under column heads.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// `83.0 ± 0.7 %`.
pub(super) fn percent(figure: Option<Figure>) -> String {
    figure.map_or_else(nothing, |f| {
        format!("{:.1} ± {:.1} %", 100.0 * f.value, 100.0 * f.half())
    })
}

/// `+8.1 ± 0.7`.
pub(super) fn points(figure: Option<Figure>) -> String {
    figure.map_or_else(nothing, |f| {
        format!("{:+.1} ± {:.1}", 100.0 * f.value, 100.0 * f.half())
    })
}

/// `8.1 ± 0.7`.
pub(super) fn number(figure: Option<Figure>) -> String {
    figure.map_or_else(nothing, |f| format!("{:.2} ± {:.2}", f.value, f.half()))
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
    let mut tables = vec![places(section, &with), course(section, &with)];
    tables.push(held(section, &with));
    tables.push(worth(section, &with));
    tables.push(territories(section, &with));
    tables.push(links(section, &with));
    tables
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
        title: format!("{with}: places in the order of play"),
        heads: words([
            "place",
            "wins",
            "even",
            "on the world",
            "the map's part",
            "first to go",
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
            "rounds: 5, 25, 50, 75, 95 % of games have at most",
            &format!("{q5}, {q25}, {q50}, {q75}, {q95}"),
        ]),
        words(["games that did not end", &percent(course.unfinished)]),
        words(["changes of the lead in a game", &number(course.leads)]),
    ];
    for ((mark, behind), ranks) in MARKS.iter().zip(&course.from_behind).zip(&course.by_rank) {
        rows.push(words([
            &format!("won by another than the leader after {mark} rounds"),
            &percent(*behind),
        ]));
        let ranks: Vec<String> = ranks.iter().map(|rank| percent(*rank)).collect();
        rows.push(words([
            &format!("wins by rank after {mark} rounds, the strongest first"),
            &ranks.join(", "),
        ]));
    }
    let explained = section.luck.explained;
    rows.push(words([
        "share of the outcome that the deal explains",
        &explained.map_or_else(nothing, |share| format!("{:.1} %", 100.0 * share)),
    ]));
    rows.push(words([
        "continents dealt whole in a game (exact)",
        &format!("{:.4}", section.luck.dealt),
    ]));
    Table {
        title: format!("{with}: how games go"),
        heads: words(["what", "figure"]),
        rows,
    }
}

fn held(section: &Section, with: &str) -> Table {
    let mut rows = Vec::new();
    for continent in &section.continents {
        for mark in &continent.marks {
            let places = mark
                .by_place
                .iter()
                .map(|share| format!("{:.0}", 100.0 * share));
            rows.push(vec![
                continent.name.clone(),
                mark.round.to_string(),
                percent(mark.held),
                places.collect::<Vec<_>>().join(", "),
                percent(mark.won),
                points(mark.lift),
                points(mark.lift_as_strong),
            ]);
        }
    }
    Table {
        title: format!("{with}: continents that are held"),
        heads: words([
            "continent",
            "round",
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
            format!("{:.1}", continent.formula),
            format!("{} ({})", continent.territories, continent.borders),
            number(continent.taken),
            number(continent.collected),
            kept.map_or_else(nothing, |kept| format!("{kept:.2}")),
            points(continent.lift_begun),
            format!("{:.4} %", 100.0 * continent.dealt),
        ]
    });
    Table {
        title: format!("{with}: what continents are worth"),
        heads: words([
            "continent",
            "bonus",
            "formula",
            "territories (borders)",
            "taken a game",
            "collected a game",
            "a taking",
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
        title: format!("{with}: territories"),
        heads: words([
            "id",
            "territory",
            "continent",
            "battles",
            "conquests",
            "who begins there",
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
        title: format!("{with}: links, the busiest and the quietest"),
        heads: words(["link", "battles", "conquests"]),
        rows: rows.collect(),
    }
}
