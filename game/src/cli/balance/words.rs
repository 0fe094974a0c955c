//! The sentences of a report: all texts of `balance` outside tables.

use marchland_game::conquest::balance::{Flag, Kind, Section};

use super::count;
use super::limits::{Standing, Verdict};
use super::tables::{percent, points};

pub(super) const NOTHING: &str = "Nothing stands out: what differs between places, continents and \
                                  territories may be luck, or is too little to matter.";
pub(super) const METHOD: &str = "\
Bots of one kind play each other. Every deal is played as often as there are players, so that each \
hand is played from each place in the order of play; figures are means over deals, and ± is half of \
the interval of 95 % by Student's t distribution, or after Wilson where games are counted one by one. \
“The map's part” is what a place wins more than on the bundled world by the same bots: the rest is the \
rules' doing. A continent is held in a round by who begins a turn of it with all of it, and so collects \
its bonus. “More than usual” compares the holders of a continent with all players at \
their places; “more than as strong” with those at the same place who had as many \
rivals with more units, but not the continent. What a territory adds is judged by the deal, which is \
drawn, so that nothing else differs. Of what is said to stand out at most one in twenty is luck \
(Benjamini and Hochberg 1995). It holds for these bots: people may play otherwise.";
pub(super) const LAYERS: &str = "The fuller the colour, the more happens there: the warm one stands for more, the \
                                 cold one for less; what may be luck has none. Links are the wider the more battles cross them. A territory \
                                 under the pointer tells its figure; the tables have all.";
pub(super) const WATCHED: &str = "\
The run ended when the intervals were narrow enough, so all of them are ones that hold while one looks: \
those of wins by place and of continents in the third round after Waudby-Smith and Ramdas (2024), the others \
after Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), and what stands out by e-values \
(Wang and Ramdas 2022).";

/// `first`, `second`, `no. 7`.
pub(super) fn place(at: usize) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth"];
    names
        .get(at)
        .map_or_else(|| format!("no. {}", at + 1), |name| (*name).to_owned())
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

pub(super) fn flag(section: &Section, flag: &Flag) -> String {
    let with = format!("with {} players", section.players);
    let continent = section.continents.get(flag.subject);
    let name = || continent.map_or_else(String::new, |continent| continent.name.clone());
    let bonus = || {
        continent.map_or_else(String::new, |c| {
            format!(
                "its bonus is {}, and continents like it have {:.1} elsewhere",
                c.bonus, c.formula
            )
        })
    };
    let effect = flag.effect;
    match flag.kind {
        Kind::Seat => format!(
            "{}, the {} in the order of play wins {} of games, {} points more than on the bundled world.",
            capital(&with),
            place(flag.subject),
            percent(section.places[flag.subject].won),
            points(effect),
        ),
        Kind::Easy => {
            let mark = continent.and_then(|continent| continent.marks.first());
            format!(
                "{} is too easy to hold: {with} somebody collects its bonus in the third round in {} of games, \
                 and wins {} points more of them than usual ({}).",
                name(),
                percent(effect),
                points(mark.and_then(|mark| mark.lift)),
                bonus(),
            )
        }
        Kind::Dead => format!(
            "{} is dead: {with} its bonus is collected in the third round in {} of games ({}).",
            name(),
            percent(effect),
            bonus(),
        ),
        Kind::Strong => format!(
            "To begin in {} helps: {with} each of its territories adds {} points to the chance to \
             win ({}).",
            name(),
            points(effect),
            bonus(),
        ),
        Kind::Weak => format!(
            "To begin in {} is a burden: {with} each of its territories changes the chance to win by {} points \
             ({}).",
            name(),
            points(effect),
            bonus(),
        ),
        Kind::Start => format!(
            "{} matters: {with}, who begins there wins {} points more than usual.",
            section.territories[flag.subject].name,
            points(effect),
        ),
    }
}

/// The summary for one number of players, regardless of what stands out.
pub(super) fn summary(section: &Section, is_world: bool) -> String {
    let first = &section.places[0];
    let beside = match (is_world, first.world) {
        (true, _) => ", which is the rules' doing as far as it is not the board's".to_owned(),
        (false, Some(_)) => format!(
            " ({} on the bundled world, so that {} points are the map's doing)",
            percent(first.world),
            points(first.beyond_world)
        ),
        (false, None) => String::new(),
    };
    let course = &section.course;
    let explained = section.luck.explained.unwrap_or_default();
    format!(
        "With {} players, {}: the first in the order of play wins {} of games, where {:.1} % were \
         even{beside}. Half of the games last {} to {} rounds; {} did not end. The leader after 3 rounds \
         wins {}. The deal explains {:.1} % of the outcome.",
        section.players,
        count(section.games, "game"),
        percent(first.won),
        100.0 * first.even,
        course.quantiles[1],
        course.quantiles[3],
        percent(course.unfinished),
        percent(course.by_rank[0].first().copied().flatten()),
        100.0 * explained,
    )
}

pub(super) fn verdict(verdict: &Verdict) -> String {
    let Verdict {
        option,
        limit,
        players,
        subject,
        figure,
        standing,
    } = verdict;
    let is_least = *option == "min-held";
    let found = match standing {
        Standing::Passed if is_least => "is not reached",
        Standing::Passed => "is exceeded",
        Standing::Undecided if is_least => "may not be reached: more games would tell",
        Standing::Undecided => "may be exceeded: more games would tell",
        Standing::Kept => "is kept",
        Standing::Unknown => "cannot be judged",
    };
    match figure {
        Some(_) => format!(
            "`{option}` of {limit} % {found}: {subject} with {players} players, {}.",
            percent(*figure)
        ),
        None if *standing == Standing::Unknown => {
            format!("`{option}` of {limit} % {found}: {subject}.")
        }
        None => format!("`{option}` {found}: {subject}."),
    }
}

/// The first line: the map and what was played.
pub(super) fn title(
    name: &str,
    territories: usize,
    continents: usize,
    bots: &str,
    seed: u64,
) -> String {
    format!(
        "Balance of {name}: {territories} territories, {}; bots {bots}, seed {seed}",
        count(continents as u64, "continent")
    )
}
