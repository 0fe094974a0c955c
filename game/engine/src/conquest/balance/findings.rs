//! What stands out, as causes with their consequences.
//!
//! A bonus that is too big shows in many flags: its continent is good to start in, each of its
//! territories is, and all other continents are bad to start in. [`findings`] makes one finding of
//! all flags of a continent, for all numbers of players, and puts those that probably follow from
//! another below it.

use super::report::{Flag, Kind, Section};

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A place in the order of play, from 0.
    Place(usize),
    /// A continent by id.
    Continent(usize),
    /// A territory by id.
    Territory(usize),
}

/// How the bonus of a continent that stands out fits its size and borders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It fits, or is not what is wrong.
    Fits,
    /// It is larger than what fits, and the continent is worth too much.
    TooBig,
    /// It is smaller than what fits, and the continent is worth too little.
    TooSmall,
}

/// What stands out about one subject, for all numbers of players together.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is about.
    pub subject: Subject,
    /// Whether the subject is worth too much, not too little.
    pub is_more: bool,
    /// Whether the bonus is the cause.
    pub fit: Fit,
    /// Its flags, by kind and number of players.
    pub flags: Vec<Flag>,
    /// The largest effect on the chance to win, from 0 to 1; 0 if no flag is about that.
    pub size: f64,
    /// What probably follows from it; these have nothing below them.
    pub follows: Vec<Finding>,
}

/// The findings of all flags: first bonuses that do not fit, then the others, the largest first in
/// both.
pub fn findings(sections: &[Section], flags: &[Flag]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for flag in flags {
        let (subject, is_more) = subject(flag);
        let is_more = is_more || ends_games(sections, flags, flag);
        let same = |f: &&mut Finding| (f.subject, f.is_more) == (subject, is_more);
        match found.iter_mut().find(same) {
            Some(finding) => finding.flags.push(flag.clone()),
            None => found.push(Finding {
                subject,
                is_more,
                fit: fit(sections, subject, is_more),
                flags: vec![flag.clone()],
                size: 0.0,
                follows: Vec::new(),
            }),
        }
    }
    for finding in &mut found {
        finding
            .flags
            .sort_by_key(|flag| (order(flag.kind), flag.players));
        let sizes = finding.flags.iter().map(|flag| size(sections, flag));
        finding.size = sizes.fold(0.0, f64::max);
    }
    found.sort_by(|a, b| {
        let fits = |finding: &Finding| finding.fit == Fit::Fits;
        (fits(a).cmp(&fits(b))).then(b.size.total_cmp(&a.size))
    });
    fold(sections, found)
}

/// The ids of the continents whose bonus is found to be the cause.
pub fn doubted(findings: &[Finding]) -> Vec<usize> {
    let doubted = findings.iter().filter(|finding| finding.fit != Fit::Fits);
    let ids = doubted.filter_map(|finding| match finding.subject {
        Subject::Continent(at) => Some(at),
        _ => None,
    });
    ids.collect()
}

/// Puts what probably follows from another finding below it.
fn fold(sections: &[Section], found: Vec<Finding>) -> Vec<Finding> {
    let home = |territory: usize| sections.first().map(|s| s.territories[territory].continent);
    // What one continent gives to the player who begins there it takes from the others.
    let too_big = found.iter().position(|finding| finding.fit == Fit::TooBig);
    // And what one place gains, others lose.
    let place = found
        .iter()
        .position(|finding| matches!(finding.subject, Subject::Place(_)));
    let causes: Vec<Option<usize>> = found
        .iter()
        .map(|finding| {
            let of_home = |continent: usize| {
                let topic = (Subject::Continent(continent), finding.is_more);
                found.iter().position(|f| (f.subject, f.is_more) == topic)
            };
            let only_weak = finding.flags.iter().all(|flag| flag.kind == Kind::Weak);
            match finding.subject {
                Subject::Place(_) => place.filter(|&place| found[place].is_more != finding.is_more),
                Subject::Continent(_) => too_big.filter(|_| only_weak && finding.fit == Fit::Fits),
                Subject::Territory(at) => {
                    let cause = home(at).and_then(of_home);
                    cause.or(too_big.filter(|_| !finding.is_more))
                }
            }
        })
        .collect();
    // The cause of a territory may itself follow from another.
    let root = |at: usize| causes[at].map(|cause| causes[cause].unwrap_or(cause));
    let roots: Vec<Option<usize>> = (0..found.len()).map(root).collect();
    let mut all: Vec<Option<Finding>> = found.into_iter().map(Some).collect();
    for (at, root) in roots.iter().enumerate() {
        if let Some(root) = *root
            && let Some(finding) = all[at].take()
            && let Some(cause) = &mut all[root]
        {
            cause.follows.push(finding);
        }
    }
    all.into_iter().flatten().collect()
}

fn subject(flag: &Flag) -> (Subject, bool) {
    let more = flag.effect.is_some_and(|effect| effect.value > 0.0);
    match flag.kind {
        Kind::Seat => (Subject::Place(flag.subject), more),
        Kind::Easy | Kind::Decisive | Kind::Strong => (Subject::Continent(flag.subject), true),
        Kind::Dead | Kind::Weak => (Subject::Continent(flag.subject), false),
        Kind::Start => (Subject::Territory(flag.subject), more),
    }
}

/// Whether a continent is hardly ever held in the third round though its bonus is larger than what
/// fits, and it is not bad to start in: games in which somebody holds it may be over by then.
fn ends_games(sections: &[Section], flags: &[Flag], flag: &Flag) -> bool {
    let is_weak = |other: &Flag| other.kind == Kind::Weak && other.subject == flag.subject;
    if flags.iter().any(is_weak) {
        return false;
    }
    let continents = sections.first().map(|section| &section.continents);
    let continent = continents.and_then(|continents| continents.get(flag.subject));
    flag.kind == Kind::Dead && continent.is_some_and(|of| of.bonus > of.fitting[1])
}

fn fit(sections: &[Section], subject: Subject, is_more: bool) -> Fit {
    let Subject::Continent(at) = subject else {
        return Fit::Fits;
    };
    let continent = sections.first().and_then(|s| s.continents.get(at));
    match continent.map(|c| (c.bonus, c.fitting)) {
        Some((bonus, [_, most])) if is_more && bonus > most => Fit::TooBig,
        Some((bonus, [least, _])) if !is_more && bonus < least => Fit::TooSmall,
        _ => Fit::Fits,
    }
}

/// The order in which the flags of a finding are told.
fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Decisive => 0,
        Kind::Easy => 1,
        Kind::Dead => 2,
        Kind::Strong | Kind::Weak => 3,
        Kind::Seat | Kind::Start => 4,
    }
}

/// The size of an effect on the chance to win.
fn size(sections: &[Section], flag: &Flag) -> f64 {
    let effect = flag.effect.map(|effect| effect.value.abs());
    match flag.kind {
        Kind::Dead => None,
        Kind::Easy => {
            let section = sections.iter().find(|s| s.players == flag.players);
            let continent = section.and_then(|s| s.continents.get(flag.subject));
            let mark = continent.and_then(|c| c.marks.first());
            mark.and_then(|mark| mark.lift).map(|lift| lift.value.abs())
        }
        _ => effect,
    }
    .unwrap_or_default()
}

#[cfg(test)]
mod tests;
