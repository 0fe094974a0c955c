//! Findings in sentences, the same for the command line and the editor.

use std::fmt::Write as _;

use super::findings::{Finding, Fit, Subject};
use super::report::{Continent, Figure, Flag, Kind, Section};
use super::suggest::Proposal;
use crate::list;

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What is wrong, as one sentence.
    pub head: String,
    /// The figures that show it, in sentences.
    pub rest: String,
    /// What probably follows from it, each a sentence.
    pub follows: Vec<String>,
}

impl Told {
    /// A sentence with nothing to add.
    pub fn plain(head: String) -> Self {
        Self {
            head,
            rest: String::new(),
            follows: Vec::new(),
        }
    }

    /// The head and the figures.
    pub fn line(&self) -> String {
        format!("{} {}", self.head, self.rest).trim_end().to_owned()
    }
}

const UNKNOWN: &str = "–";
/// What stands before a consequence.
pub const FOLLOWS: &str = "Probably follows from it:";

/// How a kind of figure is shown.
///
/// An interval that reaches about as far to both sides is shown by ±, any other from its low to its
/// high end: with ± one of them would be wrong. Spaces within a figure do not break.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    factor: f64,
    unit: &'static str,
    is_signed: bool,
    /// The range of possible values.
    least: f64,
    most: f64,
}

/// Shares from 0 to 1, in percent: `83.4 ± 2.1 %`, `0.0 % (0.0 to 0.6)`.
pub const SHARE: Form = Form {
    factor: 100.0,
    unit: "\u{a0}%",
    is_signed: false,
    least: 0.0,
    most: 1.0,
};
/// Differences of shares, in percentage points: `+8.1 ± 0.7`.
pub const POINTS: Form = Form {
    unit: "",
    is_signed: true,
    least: f64::NEG_INFINITY,
    most: f64::INFINITY,
    ..SHARE
};
/// Differences of numbers: `+8.1 ± 0.7`.
pub const CHANGE: Form = Form {
    factor: 1.0,
    ..POINTS
};
/// Numbers: `8.1 ± 0.7`.
pub const AMOUNT: Form = Form {
    is_signed: false,
    ..CHANGE
};

impl Form {
    /// A figure in a column, with a fixed number of decimals; `–` if it is not known.
    pub fn cell(self, figure: Option<Figure>, decimals: usize) -> String {
        figure.map_or_else(|| UNKNOWN.to_owned(), |figure| self.shown(figure, decimals))
    }

    /// A figure in a sentence, with as many decimals as make sense.
    fn words(self, figure: Option<Figure>) -> String {
        let reach = figure.map_or(0.0, |figure| self.factor * figure.reach());
        let decimals = match reach {
            reach if reach >= 9.95 => 0,
            reach if reach >= 0.095 => 1,
            _ => 2,
        };
        self.cell(figure, decimals)
    }

    fn shown(self, figure: Figure, decimals: usize) -> String {
        let Self { factor, unit, .. } = self;
        let number = |value: f64| self.number(factor * value, decimals);
        if self.is_even(figure) {
            let reach = factor * figure.reach();
            format!(
                "{}\u{a0}±\u{a0}{reach:.decimals$}{unit}",
                number(figure.value)
            )
        } else {
            format!(
                "{}{unit} ({}\u{a0}to\u{a0}{})",
                number(figure.value),
                number(figure.low),
                number(figure.high)
            )
        }
    }

    fn number(self, value: f64, decimals: usize) -> String {
        // No sign before zero.
        if value.abs() < 0.5 * 0.1_f64.powi(decimals as i32) {
            format!("{:.decimals$}", 0.0)
        } else if self.is_signed {
            format!("{value:+.decimals$}").replace('-', "−")
        } else {
            format!("{value:.decimals$}").replace('-', "−")
        }
    }

    /// Whether ± describes the interval: its ends are equally far, to a tenth of its width, and the
    /// farther distance leads to nothing impossible on either side.
    fn is_even(self, figure: Figure) -> bool {
        /// Only a rounding error.
        const TINY: f64 = 1e-9;
        let Figure { value, low, high } = figure;
        let (down, up, reach) = (value - low, high - value, figure.reach());
        (up - down).abs() <= 0.1 * (high - low) + TINY
            && value - reach >= self.least - TINY
            && value + reach <= self.most + TINY
    }
}

/// `83.4 ± 2.1 %`, or `97.8 % (93.6 to 100.0)`.
pub fn share(figure: Option<Figure>) -> String {
    SHARE.words(figure)
}

/// `+12.1 ± 3.4`, in percentage points.
pub fn points(figure: Option<Figure>) -> String {
    POINTS.words(figure)
}

/// `8.1 ± 0.7`.
pub fn amount(figure: Option<Figure>) -> String {
    AMOUNT.words(figure)
}

/// `first`, `second`, `no. 7`: a place from 0.
pub fn place(at: usize) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let name = names.get(at).map(|name| (*name).to_owned());
    name.unwrap_or_else(|| format!("no. {}", at + 1))
}

/// The name of what a finding is about.
pub fn subject(sections: &[Section], finding: &Finding) -> String {
    let section = sections.first();
    let name = match finding.subject {
        Subject::Continent(at) => section.map(|s| s.continents[at].name.clone()),
        Subject::Territory(at) => section.map(|s| s.territories[at].name.clone()),
        Subject::Place(at) => Some(format!("place {}", at + 1)),
    };
    name.unwrap_or_default()
}

/// One finding in words.
pub fn tell(sections: &[Section], finding: &Finding) -> Told {
    let (head, rest) = match finding.subject {
        Subject::Place(at) => place_told(sections, finding, at),
        Subject::Territory(at) => {
            let name = sections.first().map(|s| s.territories[at].name.clone());
            let name = name.unwrap_or_default();
            let quality = quality(finding.is_more);
            (
                format!("{name} is {quality} to start with."),
                format!(
                    "Starting with it changes the chance to win by {}.",
                    by_players(&finding.flags, effect),
                ),
            )
        }
        Subject::Continent(at) => continent_told(sections, finding, at),
    };
    Told {
        head,
        rest,
        follows: follows(sections, &finding.follows),
    }
}

fn quality(is_more: bool) -> &'static str {
    if is_more { "good" } else { "bad" }
}

/// `+12 ± 3 points`.
fn effect(flag: &Flag) -> String {
    format!("{} points", points(flag.effect))
}

/// The figures of flags with their numbers of players: `3 % with 2 players and 4 % with 3`.
fn by_players(flags: &[Flag], figure: impl Fn(&Flag) -> String) -> String {
    let told = flags.iter().enumerate().map(|(nth, flag)| {
        let unit = if nth == 0 { " players" } else { "" };
        format!("{} with {}{unit}", figure(flag), flag.players)
    });
    list(&told.collect::<Vec<_>>())
}

fn place_told(sections: &[Section], finding: &Finding, at: usize) -> (String, String) {
    let more = if finding.is_more { "more" } else { "less" };
    let section = |flag: &Flag| sections.iter().find(|s| s.players == flag.players);
    let won = |flag: &Flag| {
        let won = section(flag).and_then(|s| s.places.get(at)?.won);
        format!("{} of games", share(won))
    };
    let mut rest = format!(
        "It wins {}; the difference is {}.",
        by_players(&finding.flags, won),
        by_players(&finding.flags, effect),
    );
    for flag in &finding.flags {
        if let Some([own, usual]) = section(flag).and_then(|s| s.own_initial_units) {
            let _ = write!(
                rest,
                " With {} players, the map gives each {own} initial units instead of the usual {usual}, \
                 which may be the cause.",
                flag.players
            );
        }
    }
    (
        format!(
            "The {} in the order of play wins {more} often than on the bundled world.",
            place(at)
        ),
        rest,
    )
}

fn continent_told(sections: &[Section], finding: &Finding, at: usize) -> (String, String) {
    let Some(continent) = sections.first().and_then(|s| s.continents.get(at)) else {
        return Default::default();
    };
    let Continent {
        name,
        bonus,
        suitable,
        fitting: [least, most],
        territories,
        borders,
        ..
    } = continent;
    let has = |kind| finding.flags.iter().any(|flag| flag.kind == kind);
    let structure = match *territories {
        1 => "its single territory".to_owned(),
        _ => format!("its {territories} territories, {borders} of them at its border"),
    };
    let head = match finding.fit {
        Fit::TooBig | Fit::TooSmall => {
            let far = *bonus > 2 * suitable || 2 * bonus < *suitable;
            format!(
                "{name}'s bonus of {bonus} is {}too {}: about {suitable} would fit {structure}.",
                if far { "far " } else { "" },
                if *bonus > *most { "big" } else { "small" },
            )
        }
        Fit::Fits if has(Kind::Easy) => format!("{name} is too easy to hold."),
        Fit::Fits if has(Kind::Decisive) => format!("{name} decides games."),
        Fit::Fits if has(Kind::Dead) => format!("{name} is hardly ever held."),
        Fit::Fits => format!("{name} is {} to start in.", quality(finding.is_more)),
    };
    let mut rest = Vec::new();
    for kinds in finding.flags.chunk_by(|a, b| a.kind == b.kind) {
        rest.push(evidence(sections, at, kinds));
        if kinds[0].kind == Kind::Dead && finding.fit == Fit::TooBig {
            rest.push("Games in which somebody holds it may end before.".to_owned());
        }
    }
    if finding.fit == Fit::Fits {
        rest.push(format!(
            "Its bonus is {bonus}; {least} to {most} would fit {structure}."
        ));
    }
    (head, rest.join(" "))
}

/// The games of which a share is told: those that end earlier say nothing about the round.
const LASTING: &str = "Of the games that last to the end of round 3,";

/// The sentence of a continent's flags of one kind.
fn evidence(sections: &[Section], at: usize, flags: &[Flag]) -> String {
    let section = |flag: &Flag| sections.iter().find(|s| s.players == flag.players);
    let mark = |flag: &Flag| section(flag)?.continents.get(at)?.marks.first();
    let games = |figure| format!("{} of games", share(figure));
    match flags[0].kind {
        Kind::Decisive => {
            let others = |flag: &Flag| {
                let all = section(flag).map_or(&[][..], |s| s.continents.as_slice());
                let others = all.iter().filter(|c| c.id != at);
                let marks = others.filter_map(|c| c.marks.first());
                let held = marks.filter_map(|m| Some((m.held_in as f64, m.won?.value)));
                let (all, won) = held.fold((0.0, 0.0), |(all, won), (games, share)| {
                    (all + games, won + games * share)
                });
                format!("{:.0}\u{a0}%", 100.0 * won / f64::max(all, 1.0))
            };
            format!(
                "The player who holds it in round 3 wins {}; holders of other continents win {}.",
                by_players(flags, |flag| games(mark(flag).and_then(|mark| mark.won))),
                list(&flags.iter().map(others).collect::<Vec<_>>()),
            )
        }
        Kind::Easy => format!(
            "{LASTING} it is held in {}, and its holder wins more often than usual by {}.",
            by_players(flags, |flag| share(flag.effect)),
            by_players(flags, |flag| {
                format!("{} points", points(mark(flag).and_then(|mark| mark.lift)))
            }),
        ),
        Kind::Dead => format!(
            "{LASTING} it is held in {}.",
            by_players(flags, |flag| share(flag.effect))
        ),
        _ => format!(
            "Starting with one of its territories changes the chance to win by {}.",
            by_players(flags, effect)
        ),
    }
}

/// The largest share of games that do not end of which nothing is said.
const UNFINISHED: f64 = 0.05;

/// That games do not end, if many do not: all other figures are then of games cut off.
pub fn unfinished(sections: &[Section]) -> Option<Told> {
    let many = sections.iter().filter_map(|section| {
        let share_of = section.course.unfinished;
        let many = share_of.is_some_and(|figure| figure.value > UNFINISHED);
        many.then(|| format!("{} of games with {}", share(share_of), section.players))
    });
    let many: Vec<String> = many.collect();
    (!many.is_empty()).then(|| Told {
        head: "Many games do not end.".to_owned(),
        rest: format!(
            "After the most turns that are played, there is no winner in {} players, so the other figures \
             tell little.",
            list(&many)
        ),
        follows: Vec::new(),
    })
}

/// What proposed bonuses change, or why there are none.
pub fn proposed<'a>(proposals: impl Iterator<Item = &'a Proposal> + Clone) -> String {
    let spread = |of: fn(&Proposal) -> Option<Figure>| {
        let values = proposals.clone().filter_map(|p| Some(of(p)?.value));
        let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
        let least = values.fold(f64::INFINITY, f64::min);
        (most >= least).then_some(100.0 * (most - least))
    };
    let (Some(before), Some(after)) = (spread(|p| p.before), spread(|p| p.after)) else {
        return "No other bonuses are proposed: too little is known.".to_owned();
    };
    let now = format!(
        "A territory of the best continent to start in is now worth {before:.1} points more than one of \
         the worst"
    );
    let changed = proposals.filter(|p| p.proposed != p.bonus);
    let misfits = changed.clone().filter(|p| {
        let [least, most] = p.fitting;
        !(least..=most).contains(&p.bonus)
    });
    let misfits: Vec<String> = misfits.map(|p| p.name.clone()).collect();
    if changed.count() == 0 {
        format!(
            "No other bonuses are proposed: what stands out is small, or none would certainly help. {now}."
        )
    } else if after < before || misfits.is_empty() {
        format!("{now}; with the proposal, {after:.1}.")
    } else {
        format!(
            "{now}; with the proposal, {after:.1}. This makes starts no more even, but the bonus of {} does \
             not fit its size and borders.",
            list(&misfits)
        )
    }
}

/// What follows, one sentence for continents, territories or places that are good or bad.
fn follows(sections: &[Section], all: &[Finding]) -> Vec<String> {
    let mut told = Vec::new();
    let places = all.iter().filter_map(|finding| match finding.subject {
        Subject::Place(at) => Some((place(at), finding)),
        _ => None,
    });
    let (names, places): (Vec<String>, Vec<&Finding>) = places.unzip();
    if let Some(first) = places.first() {
        told.push(format!(
            "the {} {} {} often ({} points).",
            list(&names),
            if names.len() == 1 { "wins" } else { "win" },
            if first.is_more { "more" } else { "less" },
            range(&places),
        ));
    }
    for (continents, is_more) in [(false, true), (true, true), (true, false), (false, false)] {
        let is = |f: &&Finding| {
            let is_continent = matches!(f.subject, Subject::Continent(_));
            let is_place = matches!(f.subject, Subject::Place(_));
            !is_place && is_continent == continents && f.is_more == is_more
        };
        let same: Vec<&Finding> = all.iter().filter(is).collect();
        if same.is_empty() {
            continue;
        }
        let names = same.iter().map(|finding| subject(sections, finding));
        let names: Vec<String> = names.collect();
        let range = range(&same);
        let each = if continents {
            " for each territory"
        } else {
            ""
        };
        told.push(format!(
            "{} {} {} to start {} ({range} points{each}).",
            list(&names),
            if names.len() == 1 { "is" } else { "are" },
            quality(is_more),
            if continents { "in" } else { "with" },
        ));
    }
    told
}

/// The smallest and the largest effect, in points: `+3 to +21`.
fn range(findings: &[&Finding]) -> String {
    let effects = findings.iter().flat_map(|finding| &finding.flags);
    let effects = effects.filter_map(|flag| Some(100.0 * flag.effect?.value));
    let small = |a: f64, b: f64| if a.abs() < b.abs() { a } else { b };
    let large = |a: f64, b: f64| if a.abs() > b.abs() { a } else { b };
    let (least, most) = (
        effects.clone().fold(f64::INFINITY, small),
        effects.fold(0.0, large),
    );
    let signed = |value: f64| format!("{value:+.0}").replace('-', "−");
    if signed(least) == signed(most) {
        signed(most)
    } else {
        format!("{} to {}", signed(least), signed(most))
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings::findings;
    use super::*;

    fn figure(value: f64, low: f64, high: f64) -> Figure {
        Figure { value, low, high }
    }

    /// With plain spaces.
    fn plain(text: &str) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn figures_have_as_many_decimals_as_make_sense() {
        let even = |value: f64, reach: f64| Some(figure(value, value - reach, value + reach));
        assert_eq!(share(even(0.834, 0.021)), "83.4\u{a0}±\u{a0}2.1\u{a0}%");
        assert_eq!(plain(&share(even(0.834, 0.0004))), "83.40 ± 0.04 %");
        assert_eq!(plain(&share(even(0.5, 0.25))), "50 ± 25 %");
        // An interval without 0 is not rounded to one with it.
        assert_eq!(plain(&points(even(-0.057, 0.055))), "−5.7 ± 5.5");
        assert_eq!(plain(&points(even(-0.0001, 0.02))), "0.0 ± 2.0");
        assert_eq!(plain(&amount(even(8.13, 0.2))), "8.1 ± 0.2");
        assert_eq!(share(None), "–");
    }

    /// Of the same figure, ± told another end in the words than in the tables.
    #[test]
    fn uneven_intervals_are_told_from_low_to_high() {
        for (value, low, high, told) in [
            (0.0, 0.0, 0.0064, "0.0 % (0.0 to 0.6)"),
            (0.978, 0.936, 1.0, "97.8 % (93.6 to 100.0)"),
            (0.997, 0.991, 0.999, "99.7 % (99.1 to 99.9)"),
            // Almost even, but less than nothing is impossible.
            (0.188, 0.0, 0.399, "18.8 % (0.0 to 39.9)"),
            (0.602, 0.562, 0.641, "60.2 ± 4.0 %"),
        ] {
            assert_eq!(plain(&SHARE.cell(Some(figure(value, low, high)), 1)), told);
        }
        let first = Some(figure(0.0, 0.0, 0.0064));
        assert_eq!(share(first), SHARE.cell(first, 1));
        let below = Some(figure(-0.02, -0.06, -0.01));
        assert_eq!(plain(&points(below)), "−2.0 (−6.0 to −1.0)");
    }

    fn flag(kind: Kind, subject: usize, effect: f64) -> Flag {
        Flag {
            kind,
            players: 3,
            subject,
            effect: Some(figure(effect, effect - 0.01, effect + 0.01)),
            chance: 0.0,
        }
    }

    /// A few games of three on the world.
    fn few() -> Section {
        use crate::conquest::balance::report::{Looks, section};
        use crate::conquest::balance::trial::tests::{played, trial};
        let trial = trial(3);
        let (layout, tally) = (trial.layout(), played(&trial, 0..10, 2));
        section(&trial.map, &layout, &tally, None, Looks::Once)
    }

    /// It was said to win more often by −8 points.
    #[test]
    fn a_bad_territory_is_not_said_to_win_more_often() {
        let sections = [few()];
        let found = findings(&sections, &[flag(Kind::Start, 3, -0.08)]);
        let told = tell(&sections, &found[0]);
        let name = &sections[0].territories[3].name;
        assert_eq!(
            plain(&told.line()),
            format!(
                "{name} is bad to start with. Starting with it changes the chance to win by −8.0 ± 1.0 \
                 points with 3 players."
            )
        );
    }

    /// Of a territory, the points are not "for each territory".
    #[test]
    fn effects_of_territories_are_not_for_each() {
        let mut section = few();
        section.continents[1].bonus = 15;
        let of = section.territories.iter().find(|t| t.continent == 1);
        let flags = [
            flag(Kind::Strong, 1, 0.1),
            flag(Kind::Start, of.unwrap().id, 0.12),
            flag(Kind::Weak, 0, -0.05),
            flag(Kind::Dead, 4, 0.02),
        ];
        let sections = [section];
        let found = findings(&sections, &flags);
        let told: Vec<Told> = found.iter().map(|f| tell(&sections, f)).collect();
        let follows = told[0].follows.join("\n");
        assert!(
            follows.contains("good to start with (+12 points)."),
            "{follows}"
        );
        assert!(
            follows.contains("(−5 points for each territory)."),
            "{follows}"
        );
        let dead = plain(&told[1].line());
        let games = "Of the games that last to the end of round 3, it is held in 2.0 ± 1.0 % with 3 players.";
        assert!(dead.contains(games), "{dead}");
    }
}
