//! The sentences of a report: all texts of `balance` outside tables.

use std::fmt::Write;

use marchland_game::conquest::balance::told::{points, share as percent};
use marchland_game::conquest::balance::{Figure, Section};
use marchland_game::list;

use super::count;
use super::limits::{self, Percent, Standing, Verdict};
use super::part::{Part, Request};

const NOTHING: &str = "what differs between places, continents and territories may be luck, or is \
                       too little to matter";
const ENOUGH: &str = "it takes ten deals, each of which is played as often as there are players";
pub(super) const METHOD: &str = "\
Bots of one kind play each other. Every deal is played as often as there are players, so that each \
hand is played from each place in the order of play. Figures are means over deals. ± is half of \
the 95 % interval by Student's t distribution, or by Wilson where games are counted one by one; an \
interval that reaches farther to one side is given from its low to its high end. \
“Due to map” is what a place wins more than on the bundled world with the same bots; the rest is due \
to the rules. A player holds a continent in a round who begins a turn of it with all its territories, \
and so collects its bonus. “Held” is a share of the games that last to the end of the round, whose \
number is beside it: games that last long differ from others, so the figures of later rounds are of other \
games. “Holder wins” is a share of the games in which the continent is held. “More than usual” compares the holders of a continent with all players at \
their places; “more than as strong” with those at the same place who had as many \
rivals with more units, but not the continent. What a territory adds is judged by the deal, which is \
random, so that nothing else differs. A bonus “fits” if it differs from (territories + 2 × border \
territories) / 3, rounded down and at least 1, by no more than half of that, rounded up. On average, at most one in twenty of the findings is luck \
(Benjamini and Hochberg 1995). All this holds for these bots: people may play otherwise.";
pub(super) const LAYERS: &str = "The fuller the colour, the larger the figure: orange stands for more, purple for less; \
                                 what may be luck has no colour. The more battles cross a link, the wider it is. Point at a territory \
                                 to see its name and its figure; the tables have all.";
pub(super) const WATCHED: &str = "\
The run was to end when the intervals were narrow enough, so all of them are ones that hold while one looks: \
those of wins by place after Waudby-Smith and Ramdas (2024), the others \
after Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), and what stands out by e-values \
(Wang and Ramdas 2022).";

/// That nothing stands out, or that there are too few games to tell.
pub(super) fn nothing(sections: &[Section]) -> String {
    let (known, few): (Vec<&Section>, Vec<&Section>) = sections
        .iter()
        .partition(|section| limits::is_known(section));
    let players = |of: &[&Section]| {
        let players: Vec<String> = of.iter().map(|s| s.players.to_string()).collect();
        list(&players)
    };
    if few.is_empty() {
        format!("Nothing stands out: {NOTHING}.")
    } else if known.is_empty() {
        format!("These are too few games to tell what stands out: {ENOUGH}.")
    } else {
        format!(
            "With {} players, nothing stands out: {NOTHING}. With {}, there are too few games to tell: \
             {ENOUGH}.",
            players(&known),
            players(&few)
        )
    }
}

/// The summary for one number of players, regardless of what stands out. Says nothing of what is
/// not known from so few games.
pub(super) fn summary(section: &Section, is_world: bool) -> String {
    let first = &section.places[0];
    let mut out = format!(
        "With {} players, {}: ",
        section.players,
        count(section.games, "game")
    );
    if first.won.is_some() {
        let _ = write!(
            out,
            "the first in the order of play wins {} of games (equal shares would be {:.1}\u{a0}%)",
            percent(first.won),
            100.0 * first.even
        );
        if !is_world && first.world.is_some() {
            let beyond = points(first.beyond_world);
            let is_clear = |figure: Figure| figure.low > 0.0 || figure.high < 0.0;
            let due = if first.beyond_world.is_some_and(is_clear) {
                format!(", so {beyond} points are due to this map")
            } else {
                format!("; the difference of {beyond} points may be luck")
            };
            let _ = write!(
                out,
                "; on the bundled world it wins {}{due}",
                percent(first.world)
            );
        }
        out.push('.');
    } else {
        out.push_str("how often the first in the order of play wins is known from ten deals on.");
    }
    let course = &section.course;
    let _ = write!(
        out,
        " Half of the games last {} to {} rounds",
        course.quantiles[1], course.quantiles[3],
    );
    if course.unfinished.is_some() {
        let _ = write!(out, "; {} did not end", percent(course.unfinished));
    }
    out.push('.');
    let leader = course.by_rank[0].first().copied().flatten();
    if leader.is_some() {
        let leader = percent(leader);
        let _ = write!(
            out,
            " The player with the most units after 3 rounds wins {leader}."
        );
    }
    if section.luck.explained.is_some() {
        let explained = percent(section.luck.explained);
        let _ = write!(out, " The deal explains {explained} of the outcome.");
    }
    out
}

/// What a stop left out of a run; `extras` are sentences about what else it did.
pub(super) fn missing(request: &Request, part: &Part, extras: &[&str]) -> String {
    let played = part.sections.iter().zip(&part.request.players);
    let mut is_whole = true;
    let games = played.map(|(section, &players)| {
        let games = section.map.deals * u64::from(players);
        is_whole &= request.games.is_some_and(|asked| games >= asked);
        let of = request.games.filter(|&asked| games < asked);
        let of = of.map_or_else(String::new, |asked| format!(" of {asked}"));
        format!("{games}{of} games with {players} players")
    });
    let games = list(&games.collect::<Vec<_>>());
    let rest = request.players.iter().skip(part.sections.len());
    let rest: Vec<String> = rest.map(u8::to_string).collect();
    let mut told = if is_whole && rest.is_empty() {
        "Stopped early, but after all games on this map.".to_owned()
    } else {
        format!("Stopped early: this is of {games}.")
    };
    if !rest.is_empty() {
        let _ = write!(
            told,
            " Nothing was played with {} players, because numbers of players have their turn one \
             after the other.",
            list(&rest)
        );
    }
    let compared = part.sections.iter().filter(|s| s.world.is_some()).count();
    if request.world && compared < part.sections.len() {
        let some = if compared > 0 { "not all" } else { "nothing" };
        let _ = write!(
            told,
            " The bundled world was not played to the end, so {some} is compared with it."
        );
    }
    for one in extras {
        let _ = write!(told, " {one}");
    }
    told
}

/// Subjects that a sentence about a limit names.
const TOLD: usize = 6;

/// A sentence for each limit: first those that fail the run, then the others.
pub(super) fn verdicts(verdicts: &[Verdict]) -> (Vec<String>, Vec<String>) {
    let (mut failed, mut others) = (Vec::new(), Vec::new());
    let is_known = |verdict: &Verdict| verdict.standing != Standing::Unknown;
    let are_one = |a: &Verdict, b: &Verdict| a.option == b.option && is_known(a) == is_known(b);
    for of_limit in verdicts.chunk_by(are_one) {
        let list = if of_limit[0].standing.fails() {
            &mut failed
        } else {
            &mut others
        };
        list.push(told(of_limit));
    }
    (failed, others)
}

/// The sentence of all verdicts on a limit, of which there are several if it is exceeded by several
/// subjects.
fn told(all: &[Verdict]) -> String {
    let first = &all[0];
    let found = match first.standing {
        Standing::Exceeded => "is exceeded",
        Standing::Missed => "is not reached",
        Standing::Undecided if first.is_at_the_end() => {
            "may be exceeded, and no number of games excludes it"
        }
        Standing::Undecided if first.option == limits::MIN_HELD => {
            "may not be reached, more games would tell"
        }
        Standing::Undecided => "may be exceeded, more games would tell",
        Standing::Kept => "is kept",
        Standing::Unknown => "cannot be judged",
    };
    let option = first.option;
    let unit = if limits::is_in_points(option) {
        " points"
    } else {
        "\u{a0}%"
    };
    let limit = first.limit.map_or_else(String::new, |Percent(percent)| {
        let one = percent.to_string() == "1";
        let unit = if one {
            unit.trim_end_matches('s')
        } else {
            unit
        };
        format!(" of {percent}{unit}")
    });
    let subject = |verdict: &Verdict| match (verdict.players, verdict.figure) {
        (Some(players), Some(figure)) => format!(
            "{} with {players} players, {}",
            verdict.subject,
            interval(figure, unit)
        ),
        _ => verdict.subject.clone(),
    };
    let subjects: Vec<String> = all.iter().take(TOLD).map(subject).collect();
    let more = match all.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; and {more} more, which the tables and the JSON report have"),
    };
    format!("`{option}`{limit} {found}: {}{more}.", subjects.join("; "))
}

/// The name of a limit in backticks with which a sentence begins, and the rest of the sentence.
/// Backticks elsewhere are of names in the map.
pub(super) fn code(sentence: &str) -> Option<(&str, &str)> {
    let parts = sentence.strip_prefix('`')?.split_once('`')?;
    let is_option = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    Some(parts).filter(|(code, _)| is_option(code))
}

/// The figure and the whole interval, whose ends are compared with a limit.
fn interval(figure: Figure, unit: &str) -> String {
    let all = [figure.value, figure.low, figure.high];
    let [value, low, high] = all.map(|share| format!("{:.1}", 100.0 * share).replace('-', "−"));
    format!("{value}{unit} (95\u{a0}% interval: {low} to {high}{unit})")
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

#[cfg(test)]
mod tests {
    use marchland_game::conquest::balance::{Layout, Looks, Tally, section};
    use marchland_maps::bundled;

    use super::super::limits::verdicts as judged;
    use super::super::settings::{OfFlags, Settings};
    use super::*;

    /// What is said of the shares in which three continents are held.
    fn said(held: [[f64; 3]; 3], limits: &Settings) -> (Vec<Verdict>, Vec<String>) {
        let map = bundled::world();
        let layout = Layout::new(&map, 2);
        let mut section = section(&map, &layout, &Tally::new(&layout), None, Looks::Once);
        section.continents.truncate(3);
        section.places[0].won = Some(Figure {
            value: 0.5,
            low: 0.4,
            high: 0.6,
        });
        for (continent, [value, low, high]) in section.continents.iter_mut().zip(held) {
            continent.marks[0].held = Some(Figure { value, low, high });
        }
        let all = judged(limits, &[section], &[], false);
        let (failed, others) = verdicts(&all);
        let said = failed.into_iter().chain(others);
        let said = said.map(|text| text.replace('\u{a0}', " ")).collect();
        (all, said)
    }

    #[test]
    fn all_subjects_beyond_a_limit_are_named() {
        let held = [[0.2, 0.1, 0.3], [0.5, 0.4, 0.6], [0.7, 0.65, 0.75]];
        let limits = Settings {
            max_held: Some(30.0),
            min_held: Some(35.0),
            ..Settings::default()
        };
        let (verdicts, said) = said(held, &limits);
        let standings: Vec<Standing> = verdicts.iter().map(|v| v.standing).collect();
        assert_eq!(
            standings,
            [Standing::Exceeded, Standing::Exceeded, Standing::Missed]
        );
        let names: Vec<&str> = verdicts.iter().map(|v| v.subject.as_str()).collect();
        assert!(
            said[0].starts_with("`max-held` of 30 % is exceeded: "),
            "{said:?}"
        );
        for name in &names[..2] {
            assert!(
                said[0].contains(&format!("{name} with 2 players, ")),
                "{said:?}"
            );
        }
        assert!(
            said[1].starts_with("`min-held` of 35 % is not reached: "),
            "{said:?}"
        );
        // Of the same scale, and by a word that nobody takes for success.
        let json = serde_json::to_value(&verdicts[0]).unwrap();
        assert_eq!(json["standing"], "exceeded");
        assert_eq!(json["limit"], 0.3);
        assert_eq!(json["figure"]["value"], 0.7);
    }

    /// Of one game nothing is known about the deal, and a share may be anything.
    #[test]
    fn a_summary_leaves_out_what_is_not_known() {
        let map = bundled::world();
        let layout = Layout::new(&map, 2);
        let section = section(&map, &layout, &Tally::new(&layout), None, Looks::Once);
        let said = summary(&section, false);
        assert!(
            said.contains(" wins is known from ten deals on. Half of "),
            "{said}"
        );
        for unknown in ["most units", "explains", "did not end", "–"] {
            assert!(!said.contains(unknown), "{said}");
        }
    }

    /// It was said of all numbers of players if one of them was known.
    #[test]
    fn nothing_is_said_to_stand_out_of_too_few_games() {
        let map = bundled::world();
        let section = |players: usize, is_known: bool| {
            let layout = Layout::new(&map, players);
            let mut section = section(&map, &layout, &Tally::new(&layout), None, Looks::Once);
            section.places[0].won = is_known.then_some(Figure {
                value: 0.5,
                low: 0.4,
                high: 0.6,
            });
            section
        };
        let said = nothing(&[section(2, true), section(3, false), section(4, false)]);
        assert!(
            said.starts_with("With 2 players, nothing stands out: "),
            "{said}"
        );
        assert!(
            said.contains(" With 3 and 4, there are too few games to tell: "),
            "{said}"
        );
        let said = nothing(&[section(2, true), section(3, true)]);
        assert!(said.starts_with("Nothing stands out: "), "{said}");
        let said = nothing(&[section(2, false)]);
        assert!(said.starts_with("These are too few games "), "{said}");
    }

    #[test]
    fn the_name_of_a_limit_is_code_and_names_of_a_map_are_not() {
        assert_eq!(code("`max-held` of 5 %"), Some(("max-held", " of 5 %")));
        for none in ["Asia", "a `b`", "`Asia", "`<b>` is good", "`A` is good"] {
            assert_eq!(code(none), None, "{none}");
        }
    }

    #[test]
    fn limits_that_no_number_of_games_can_keep_are_told() {
        let limits = Settings {
            max_held: Some(0.0),
            flags: Some(OfFlags::Error),
            ..Settings::default()
        };
        let (verdicts, told) = said([[0.0, 0.0, 0.01]; 3], &limits);
        let end = "may be exceeded, and no number of games excludes it";
        assert!(told[0].contains(end), "{told:?}");
        assert_eq!(told[1], "`flags` is kept: nothing stands out.");
        let flags = serde_json::to_value(&verdicts[1]).unwrap();
        assert!(flags["limit"].is_null() && flags["players"].is_null());
        let (_, told) = said([[0.01, 0.0, 0.03]; 3], &limits);
        assert!(told[0].contains("more games would tell"), "{told:?}");
    }

    /// It is no stop before the games are over if only the proposal of bonuses was cut off.
    #[test]
    fn a_stop_says_what_is_missing() {
        let part = super::super::part::tests::part(Some(100), &[(2, 50, true), (3, 34, true)]);
        let mut request = part.request.clone();
        let said = missing(&request, &part, &["No bonuses are proposed."]);
        let whole = "Stopped early, but after all games on this map. No bonuses are proposed.";
        assert_eq!(said, whole);
        request.players.push(4);
        let said = missing(&request, &part, &[]);
        let rest = "this is of 100 games with 2 players and 102 games with 3 players. Nothing was \
                    played with 4 players, because";
        assert!(said.contains(rest), "{said}");
        for (world, some) in [(true, "not all"), (false, "nothing")] {
            let games = [(2, 50, world), (3, 10, false)];
            let part = super::super::part::tests::part(Some(100), &games);
            let said = missing(&part.request, &part, &[]);
            let cut = "100 games with 2 players and 30 of 100 games with 3 players.";
            assert!(said.contains(cut), "{said}");
            let compared = format!("so {some} is compared with it.");
            assert!(said.ends_with(&compared), "{said}");
        }
    }
}
