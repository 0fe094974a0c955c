//! The sentences of a report: all texts of `balance` outside tables.

use marchland_game::conquest::balance::told::{points, share as percent};
use marchland_game::conquest::balance::{Figure, Section};

use super::count;
use super::limits::{Standing, Verdict};

pub(super) const NOTHING: &str = "Nothing stands out: what differs between places, continents and \
                                  territories may be luck, or is too little to matter.";
pub(super) const METHOD: &str = "\
Bots of one kind play each other. Every deal is played as often as there are players, so that each \
hand is played from each place in the order of play. Figures are means over deals. ± is half of \
the 95 % interval by Student's t distribution, or by Wilson where games are counted one by one. \
“Due to map” is what a place wins more than on the bundled world with the same bots; the rest is due \
to the rules. A player holds a continent in a round who begins a turn of it with all its territories, \
and so collects its bonus. “More than usual” compares the holders of a continent with all players at \
their places; “more than as strong” with those at the same place who had as many \
rivals with more units, but not the continent. What a territory adds is judged by the deal, which is \
random, so that nothing else differs. A bonus “fits” within a range around (territories + 2 × border \
territories) / 3. On average, at most one in twenty of the findings is luck \
(Benjamini and Hochberg 1995). All this holds for these bots: people may play otherwise.";
pub(super) const LAYERS: &str = "The fuller the colour, the larger the figure: orange stands for more, purple for less; \
                                 what may be luck has no colour. The more battles cross a link, the wider it is. Point at a territory \
                                 to see its figure; the tables have all.";
pub(super) const WATCHED: &str = "\
The run ended when the intervals were narrow enough, so all of them are ones that hold while one looks: \
those of wins by place and of continents in the third round after Waudby-Smith and Ramdas (2024), the others \
after Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), and what stands out by e-values \
(Wang and Ramdas 2022).";

/// The summary for one number of players, regardless of what stands out.
pub(super) fn summary(section: &Section, is_world: bool) -> String {
    let first = &section.places[0];
    let beside = match (is_world, first.world) {
        (false, Some(_)) => format!(
            "; on the bundled world it wins {}, so {} points are due to this map",
            percent(first.world),
            points(first.beyond_world)
        ),
        (true, _) | (false, None) => String::new(),
    };
    let course = &section.course;
    let explained = section.luck.explained.unwrap_or_default();
    format!(
        "With {} players, {}: the first in the order of play wins {} of games (equal shares would be \
         {:.1} %){beside}. Half of the games last {} to {} rounds; {} did not end. The player with the \
         most units after 3 rounds wins {}. The deal explains {:.1} % of the outcome.",
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
        Some(figure) => format!(
            "`{option}` of {limit} % {found}: {subject} with {players} players, {}.",
            interval(*figure)
        ),
        None if *standing == Standing::Unknown => {
            format!("`{option}` of {limit} % {found}: {subject}.")
        }
        None => format!("`{option}` {found}: {subject}."),
    }
}

/// The figure and the whole interval, whose ends are compared with a limit.
fn interval(figure: Figure) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|share| 100.0 * share);
    format!("{value:.1} % (95 % interval: {low:.1} to {high:.1} %)")
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
