//! Findings in sentences, the same for the command line and the editor.

use super::findings::{Finding, Fit, Subject};
use super::report::{Continent, Figure, Flag, Kind, Section};

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

/// A value with its margin of error, with as many decimals as make sense.
fn plus_minus(value: f64, reach: f64, signed: bool) -> String {
    let decimals = match reach {
        reach if reach >= 0.95 => 0,
        reach if reach >= 0.095 => 1,
        _ => 2,
    };
    // No minus sign before zero.
    let value = if value.abs() < 0.5 * 0.1_f64.powi(decimals) {
        0.0
    } else {
        value
    };
    let decimals = decimals as usize;
    let text = if signed {
        format!("{value:+.decimals$}").replace('-', "−")
    } else {
        format!("{value:.decimals$}")
    };
    format!("{text} ± {reach:.decimals$}")
}

/// `83 ± 2 %`.
pub fn share(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| {
            let [value, reach] = [f.value, f.reach()].map(|share| 100.0 * share);
            format!("{} %", plus_minus(value, reach, false))
        },
    )
}

/// `+12 ± 3`, in percentage points.
pub fn points(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| plus_minus(100.0 * f.value, 100.0 * f.reach(), true),
    )
}

/// `8.1 ± 0.7`.
pub fn amount(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || UNKNOWN.to_owned(),
        |f| plus_minus(f.value, f.reach(), false),
    )
}

/// `first`, `second`, `no. 7`: a place from 0.
pub fn place(at: usize) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let name = names.get(at).map(|name| (*name).to_owned());
    name.unwrap_or_else(|| format!("no. {}", at + 1))
}

/// `A`, `A and B`, `A, B and C`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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
                    "The player dealt it wins more often than usual by {}.",
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
    let won = |flag: &Flag| {
        let section = sections.iter().find(|s| s.players == flag.players);
        let won = section.and_then(|s| s.places.get(at)?.won);
        format!("{} of games", share(won))
    };
    (
        format!(
            "The {} in the order of play wins {more} often than on the bundled world.",
            place(at)
        ),
        format!(
            "It wins {}; the difference is {}.",
            by_players(&finding.flags, won),
            by_players(&finding.flags, effect),
        ),
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
    let structure = format!("its {territories} territories, {borders} of them at its border");
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
    }
    if finding.fit == Fit::Fits {
        rest.push(format!(
            "Its bonus is {bonus}; {least} to {most} would fit {structure}."
        ));
    }
    (head, rest.join(" "))
}

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
                let won = others.filter_map(|c| Some(c.marks.first()?.won?.value));
                let won: Vec<f64> = won.collect();
                let mean = won.iter().sum::<f64>() / won.len().max(1) as f64;
                format!("{:.0} %", 100.0 * mean)
            };
            format!(
                "The player who holds it in round 3 wins {}; holders of other continents win {}.",
                by_players(flags, |flag| games(mark(flag).and_then(|mark| mark.won))),
                list(&flags.iter().map(others).collect::<Vec<_>>()),
            )
        }
        Kind::Easy => format!(
            "It is held in round 3 in {}, and its holder wins more often than usual by {}.",
            by_players(flags, |flag| games(flag.effect)),
            by_players(flags, |flag| {
                format!("{} points", points(mark(flag).and_then(|mark| mark.lift)))
            }),
        ),
        Kind::Dead => format!(
            "It is held in round 3 in {}.",
            by_players(flags, |flag| games(flag.effect))
        ),
        _ => format!(
            "Starting with one of its territories changes the chance to win by {}.",
            by_players(flags, effect)
        ),
    }
}

/// What follows, one sentence for continents or territories that are good or bad.
fn follows(sections: &[Section], all: &[Finding]) -> Vec<String> {
    let mut told = Vec::new();
    for (continents, is_more) in [(false, true), (true, true), (true, false), (false, false)] {
        let is = |f: &&Finding| {
            matches!(f.subject, Subject::Continent(_)) == continents && f.is_more == is_more
        };
        let same: Vec<&Finding> = all.iter().filter(is).collect();
        if same.is_empty() {
            continue;
        }
        let name = |finding: &&Finding| {
            let section = sections.first();
            match finding.subject {
                Subject::Continent(at) => section.map(|s| s.continents[at].name.clone()),
                Subject::Territory(at) => section.map(|s| s.territories[at].name.clone()),
                Subject::Place(at) => Some(place(at)),
            }
        };
        let names: Vec<String> = same.iter().filter_map(name).collect();
        let effects = same.iter().flat_map(|finding| &finding.flags);
        let effects = effects.filter_map(|flag| Some(100.0 * flag.effect?.value));
        let small = |a: f64, b: f64| if a.abs() < b.abs() { a } else { b };
        let large = |a: f64, b: f64| if a.abs() > b.abs() { a } else { b };
        let (least, most) = (
            effects.clone().fold(f64::INFINITY, small),
            effects.fold(0.0, large),
        );
        let signed = |value: f64| format!("{value:+.0}").replace('-', "−");
        let range = if signed(least) == signed(most) {
            signed(most)
        } else {
            format!("{} to {}", signed(least), signed(most))
        };
        told.push(format!(
            "{} {} {} to start {} ({range} points for each territory).",
            list(&names),
            if names.len() == 1 { "is" } else { "are" },
            quality(is_more),
            if continents { "in" } else { "with" },
        ));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_as_many_decimals_as_make_sense() {
        let figure = |value: f64, reach: f64| {
            Some(Figure {
                value,
                low: value - reach,
                high: value + reach,
            })
        };
        assert_eq!(share(figure(0.834, 0.021)), "83 ± 2 %");
        assert_eq!(share(figure(0.834, 0.004)), "83.4 ± 0.4 %");
        assert_eq!(points(figure(-0.051, 0.02)), "−5 ± 2");
        assert_eq!(points(figure(-0.001, 0.02)), "+0 ± 2");
        assert_eq!(share(None), "–");
    }
}
