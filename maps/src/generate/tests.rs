use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::*;
use crate::{By, xml};

fn on(_: &str, _: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn small(seed: u64, territories: u16) -> Plan {
    let mut plan = Plan::new(seed, territories);
    plan.size = (plan.size.0 / 2, plan.size.1 / 2);
    plan
}

/// The shape of a map: who is linked with whom, and how.
fn links(made: &Generated) -> Vec<(u16, u16, By)> {
    let links = made.draft.links();
    links
        .filter_map(|(from, to)| Some((from.id?.0, to.to.0, to.by)))
        .collect()
}

#[test]
fn the_same_plan_makes_the_same_bytes_everywhere() {
    let plan = small(3, 20);
    let made = generate(&plan, &mut on).unwrap();
    let digest = |bytes: &[u8]| {
        let digest = Sha256::digest(bytes);
        u64::from_be_bytes(digest[..8].try_into().unwrap())
    };
    let labels: Vec<u8> = made
        .grid
        .cells()
        .iter()
        .flat_map(|l| l.to_le_bytes())
        .collect();
    let text = xml::write(&made.draft);
    // Held fast: a machine that comes to something else fails here.
    assert_eq!(
        [digest(&labels), digest(text.as_bytes())].map(|digest| format!("{digest:016x}")),
        ["438330b416f8fb37", "44903f55168b88e4"],
    );
    let again = generate(&plan, &mut on).unwrap();
    assert_eq!(xml::write(&again.draft), text);
    assert_eq!(again.grid, made.grid);
    let other = generate(&small(4, 20), &mut on).unwrap();
    assert_ne!(other.grid, made.grid);
}

#[test]
fn maps_are_complete_fair_and_described() {
    let plan = small(1, 42);
    let made = generate(&plan, &mut on).unwrap();
    let draft = &made.draft;
    assert_eq!(crate::Map::try_from(draft).map(|map| map.len()), Ok(42));
    assert_eq!(draft.continents.len(), 6);
    assert_eq!(draft.description, Some(plan.to_string()));
    let mut changed = draft.clone();
    let begun = begun_with(draft).expect("a generated map");
    changed.apply(begun).unwrap();
    let said = format!("Begun with {plan}");
    assert_eq!(
        (changed.description.clone(), changed.author.clone()),
        (Some(said), None)
    );
    assert_eq!(begun_with(&changed), None, "said once");
    let mut areas: BTreeMap<u16, usize> = BTreeMap::new();
    for &label in made.grid.cells() {
        *areas.entry(label).or_default() += 1;
    }
    let sea = areas.remove(&Grid::SEA).unwrap();
    let land: usize = areas.values().sum();
    let share = 100 * land / (land + sea);
    assert!((30..=42).contains(&share), "{share} % are land");
    for (label, area) in areas {
        let share = 100 * area * 42 / land;
        assert!(
            (30..=260).contains(&share),
            "{label} has {share} % of the mean"
        );
    }
    let sea_links = links(&made)
        .iter()
        .filter(|(.., by)| *by == By::Sea)
        .count();
    assert!(sea_links > 4, "{sea_links} links by sea");
}

#[test]
fn nothing_is_left_to_decide() {
    let mut count = [0; 3];
    // On both maps some touch at a corner; on the second, two of these are linked by sea.
    for plan in [Plan::new(77, 42), small(2, 42)] {
        let Generated { draft, grid, .. } = generate(&plan, &mut on).unwrap();
        for (a, b) in tidy::touching(&grid).into_keys() {
            let [a, b] = [a, b].map(TerritoryId);
            let by = draft.can_go(a, b);
            assert_ne!(by.is_some(), draft.is_closed(a, b), "{a} and {b}");
            count[by.map_or(2, |by| usize::from(by == By::Sea))] += 1;
        }
    }
    assert!(count[0] > 100 && count[1] > 0 && count[2] > 0, "{count:?}");
}

#[test]
fn a_preview_shows_the_map() {
    let plan = Plan::new(2, 20);
    let made = generate(&plan, &mut on).unwrap();
    let seen = preview(&plan, 480, &mut on).unwrap();
    assert_eq!(seen.grid.width(), 480);
    let names = |made: &Generated| {
        let names = made.draft.territories.iter().map(|t| t.name.clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&seen), names(&made));
    assert_eq!(links(&seen), links(&made));
    let (across, down) = (made.grid.width(), made.grid.height());
    let places = (0..200).map(|at| {
        (
            f64::from(at * 37 % 101) / 101.0,
            f64::from(at * 53 % 97) / 97.0,
        )
    });
    let same = places.filter(|&(x, y)| {
        let label = |grid: &Grid| {
            let (x, y) = (x * grid.width() as f64, y * grid.height() as f64);
            grid.row(y as usize)[x as usize]
        };
        label(&seen.grid) == label(&made.grid)
    });
    assert!(same.count() > 190, "of {across}x{down}");
}

#[test]
fn impossible_plans_suggest_alternatives() {
    let usual = Plan::new(1, 42);
    assert_eq!(usual.check(), Ok(()));
    let refused = |change: fn(&mut Plan)| {
        let mut plan = usual;
        change(&mut plan);
        let error = generate(&plan, &mut |_, _| panic!("nothing is begun")).unwrap_err();
        error.to_string()
    };
    for (told, expected) in [
        (
            refused(|plan| plan.territories = 7),
            "a map is made of 12 to 500 territories, not of 7",
        ),
        (
            refused(|plan| plan.continents = 11),
            "42 territories make 2 to 10 continents, not 11",
        ),
        (
            refused(|plan| plan.land = 60),
            "25 to 50 % of a map are land, not 60 %",
        ),
        (
            refused(|plan| plan.size = (9000, 4000)),
            "9000x4000 pixels are too many: a side has at most 8192",
        ),
        (
            refused(|plan| plan.size = (4000, 1000)),
            "4000x1000 is not a shape for a map: one side is more than three times the other",
        ),
        (
            refused(|plan| plan.size = (320, 180)),
            "320x180 pixels are too few for 42 territories; take 592x336, or more land",
        ),
    ] {
        assert_eq!(told, expected);
    }
    for territories in [12, 13, 20, 300, 500] {
        let plan = Plan::new(1, territories);
        assert_eq!(plan.check(), Ok(()), "{plan}");
        assert_eq!(plan.members(5).iter().sum::<u32>(), u32::from(territories));
    }
}

#[test]
fn generation_can_be_cancelled_at_any_step() {
    let plan = small(1, 12);
    let mut steps = 0;
    generate(&plan, &mut |_, _| {
        steps += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    for last in [0, steps / 2, steps - 1] {
        let mut left = last;
        let stopped = generate(&plan, &mut |_, _| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        assert!(
            matches!(stopped, Err(GenerateError::Cancelled)),
            "after {last}"
        );
    }
}
