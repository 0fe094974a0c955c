use super::*;
use crate::conquest::balance::told::tell;
use crate::conquest::balance::trial::tests::{played, trial};
use crate::conquest::balance::{Figure, Looks, section};

/// The figures of the world with this bonus of one continent, from games without it.
fn sections(continent: usize, bonus: u16) -> Vec<Section> {
    let of = |players| {
        let trial = trial(players);
        let (layout, tally) = (trial.layout(), played(&trial, 0..10, 2));
        let mut section = section(&trial.map, &layout, &tally, None, Looks::Once);
        section.continents[continent].bonus = bonus;
        section
    };
    vec![of(3), of(4)]
}

fn flag(kind: Kind, players: usize, subject: usize, effect: f64) -> Flag {
    let effect = Figure {
        value: effect,
        low: effect - 0.01,
        high: effect + 0.01,
    };
    Flag {
        kind,
        players,
        subject,
        effect: Some(effect),
        chance: 0.0,
    }
}

fn territory_of(sections: &[Section], continent: usize) -> usize {
    let mut all = sections[0].territories.iter();
    all.find(|t| t.continent == continent).unwrap().id
}

/// One bonus that is too big raises many flags; they are one finding.
#[test]
fn consequences_stand_below_their_cause() {
    let sections = sections(1, 15);
    let [own, other] = [1, 0].map(|continent| territory_of(&sections, continent));
    let flags = [
        flag(Kind::Weak, 3, 0, -0.04),
        flag(Kind::Strong, 3, 1, 0.1),
        flag(Kind::Start, 3, own, 0.12),
        flag(Kind::Seat, 4, 0, 0.03),
        flag(Kind::Weak, 4, 0, -0.05),
        flag(Kind::Strong, 4, 1, 0.11),
        flag(Kind::Start, 4, own, 0.13),
        flag(Kind::Start, 4, other, -0.06),
    ];
    let found = findings(&sections, &flags);
    let subjects: Vec<_> = found.iter().map(|f| (f.subject, f.fit)).collect();
    assert_eq!(
        subjects,
        [
            (Subject::Continent(1), Fit::TooBig),
            (Subject::Place(0), Fit::Fits)
        ]
    );
    let mut below: Vec<_> = found[0]
        .follows
        .iter()
        .map(|f| (f.subject, f.flags.len()))
        .collect();
    below.sort_by_key(|(subject, _)| format!("{subject:?}"));
    let mut known = vec![
        (Subject::Continent(0), 2),
        (Subject::Territory(own), 2),
        (Subject::Territory(other), 1),
    ];
    known.sort_by_key(|(subject, _)| format!("{subject:?}"));
    assert_eq!(below, known);

    let told = tell(&sections, &found[0]);
    let continent = &sections[0].continents[1];
    let start = format!(
        "{}'s bonus of 15 is far too big: about {} would fit its {} territories, ",
        continent.name, continent.suitable, continent.territories
    );
    assert!(told.head.starts_with(&start), "{told:?}");
    assert_eq!(
        told.rest.matches("with 3 players and").count(),
        1,
        "{told:?}"
    );
    let bad = format!(
        "{} is bad to start in (−4 to −5 points for each territory).",
        sections[0].continents[0].name
    );
    assert!(told.follows.contains(&bad), "{told:?}");
}

/// A continent whose bonus fits is no reason to excuse the others.
#[test]
fn findings_without_a_cause_stand_for_themselves_the_largest_first() {
    let sections = sections(1, 2);
    let flags = [
        flag(Kind::Strong, 4, 1, 0.03),
        flag(Kind::Dead, 4, 4, 0.01),
        flag(Kind::Weak, 4, 0, -0.06),
    ];
    let found = findings(&sections, &flags);
    let subjects: Vec<_> = found.iter().map(|f| f.subject).collect();
    let continents = [0, 1, 4].map(Subject::Continent);
    assert_eq!(subjects, continents);
    assert!(found.iter().all(|f| f.follows.is_empty()));
    let told = tell(&sections, &found[1]);
    assert!(told.head.ends_with(" is good to start in."), "{told:?}");
    assert!(told.rest.contains("Its bonus is 2; "), "{told:?}");
}

/// With two players, the second's gain is the first's loss.
#[test]
fn places_that_gain_what_another_loses_are_one_finding() {
    let sections = sections(1, 2);
    let flags = [
        flag(Kind::Seat, 4, 0, -0.2),
        flag(Kind::Seat, 4, 1, -0.03),
        flag(Kind::Seat, 4, 2, 0.05),
        flag(Kind::Seat, 4, 3, 0.18),
    ];
    let found = findings(&sections, &flags);
    let subjects: Vec<_> = found.iter().map(|f| f.subject).collect();
    assert_eq!(subjects, [0, 1].map(Subject::Place));
    let told = tell(&sections, &found[0]);
    let follows = "the fourth and third win more often (+5 to +18 points).";
    assert_eq!(told.follows, [follows]);
}

/// Nothing stood out, though no game had an end.
#[test]
fn games_that_do_not_end_are_told() {
    use crate::conquest::balance::Figure;
    use crate::conquest::balance::told::unfinished;
    let mut sections = sections(1, 2);
    for (value, is_told) in [(0.05, false), (0.06, true), (1.0, true)] {
        let (low, high) = (value, value);
        sections[0].course.unfinished = Some(Figure { value, low, high });
        assert_eq!(unfinished(&sections[..1]).is_some(), is_told);
    }
}

#[test]
fn a_bonus_too_big_for_a_continent_that_is_hardly_held_ends_games_or_does_not_help() {
    let sections = sections(4, 40);
    let dead = flag(Kind::Dead, 2, 4, 0.01);
    let found = findings(&sections, std::slice::from_ref(&dead));
    assert_eq!((found[0].fit, found[0].is_more), (Fit::TooBig, true));
    let weak = flag(Kind::Weak, 3, 4, -0.05);
    let found = findings(&sections, &[dead, weak]);
    assert_eq!((found[0].fit, found[0].is_more), (Fit::Fits, false));
    assert_eq!(found.len(), 1);
}
