mod border;
mod exchange;
mod frame;
mod lines;
mod paint;
mod shift;
mod tidy;

use super::*;
use crate::mask::PixelFormat;
use crate::{
    By, ContinentId, MaskFile, Names, Neighbour, TerritoryId, Translation, Way, author, keys,
};

/// A map of which each letter is a territory, `.` the sea: ids in the order of letters,
/// linked where they touch.
fn map(rows: &[&str]) -> (Draft, Regions) {
    let mut letters: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.retain(|&letter| letter != b'.');
    let colours = keys::distinct(letters.len(), &[Rgb::WHITE]);
    let colour = |letter: u8| match letters.iter().position(|&other| other == letter) {
        Some(at) => colours[at],
        None => Rgb::WHITE,
    };
    let pixels: Vec<u8> = rows
        .iter()
        .flat_map(|row| row.bytes().flat_map(|letter| colour(letter).0))
        .collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let regions = Regions::from_pixels(width, height, &PixelFormat::RGB, &pixels).unwrap();
    let mut draft = Draft::new();
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        background: vec![Rgb::WHITE],
        separator: Vec::new(),
        gap: Some(0),
    });
    for (id, (&letter, &colour)) in letters.iter().zip(&colours).enumerate() {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id as u16));
        territory.name = Names::plain(char::from(letter).to_string());
        territory.colour = Some(colour);
        territory.continent = Some(ContinentId(3));
        draft.territories.push(territory);
    }
    let survey = Survey::new(&regions, &draft);
    for (place, letter) in letters.iter().enumerate() {
        let ids = survey.parts_that_matter(&regions, place).iter().copied();
        let found = crate::mask::pivots(&regions, ids).into_iter();
        draft.territories[place].pivots = found.map(|pivot| pivot.at).collect();
        assert!(!draft.territories[place].pivots.is_empty(), "{letter}");
    }
    for (a, b, _) in survey.contacts() {
        let link = Neighbour::land(TerritoryId(b as u16));
        draft.territories[a].neighbours.push(link);
    }
    (draft, regions)
}

/// Applies it; afterwards the inverse must give the old draft back.
fn apply(draft: &mut Draft, redrawn: &Redrawn) {
    let old = draft.clone();
    let undo = draft.apply(redrawn.edit.clone()).unwrap();
    let mut again = draft.clone();
    again.apply(undo).unwrap();
    assert_eq!(again, old);
}

fn links(draft: &Draft) -> Vec<(u16, u16, By, Way)> {
    let mut links: Vec<_> = draft
        .links()
        .map(|(from, n)| (from.id.unwrap().0, n.to.0, n.by, n.way))
        .collect();
    links.sort_unstable();
    links
}

/// Every pivot stands on its own territory, one in each part.
fn check(draft: &Draft, regions: &Regions) {
    let survey = Survey::new(regions, draft);
    for (at, territory) in draft.territories.iter().enumerate() {
        let mut parts: Vec<_> = territory
            .pivots
            .iter()
            .map(|pivot| regions.region_at(pivot.x, pivot.y).unwrap())
            .collect();
        parts.sort_unstable();
        let mut own = survey.parts_that_matter(regions, at).to_vec();
        own.sort_unstable();
        assert_eq!(parts, own, "{:?}", territory.name);
    }
}

const FOUR: [&str; 8] = [
    "aaaaaaaaaaaa....",
    "aaaaaaaaaaaa....",
    "bbbbbbbbbbbb..dd",
    "bbbbbbbbbbbb..dd",
    "bbbbbbbbbbbb..dd",
    "bbbbbbbbbbbb..dd",
    "cccccccccccc....",
    "cccccccccccc....",
];

fn key(draft: &Draft, id: u16) -> TerritoryKey {
    draft.territory_by_id(TerritoryId(id)).unwrap().key
}

#[test]
fn a_line_splits_and_links_follow_contacts() {
    let (mut draft, regions) = map(&FOUR);
    let sea = author::link(&draft, TerritoryId(3), TerritoryId(1), By::Sea, Way::One);
    draft.apply(sea).unwrap();
    let closed = author::close_border(&draft, TerritoryId(2), TerritoryId(1));
    draft.apply(closed).unwrap();
    let b = key(&draft, 1);
    let line = [Point::new(4, 0), Point::new(4, 7)];
    let redrawn = split(&draft, &regions, b, &line).unwrap();
    apply(&mut draft, &redrawn);
    check(&draft, &redrawn.regions);
    let (old, new) = (&draft.territories[1], &draft.territories[4]);
    assert_eq!(
        (
            old.id,
            old.name.text.as_deref(),
            new.id,
            new.name.text.as_deref()
        ),
        (
            Some(TerritoryId(1)),
            Some("b"),
            Some(TerritoryId(4)),
            Some("b 2")
        )
    );
    assert_eq!(new.continent, Some(ContinentId(3)));
    assert_ne!(old.colour, new.colour);
    // The larger, eastern part is the nearest to d, and has the id.
    assert_eq!(
        links(&draft),
        [
            (0, 1, By::Land, Way::Both),
            (0, 4, By::Land, Way::Both),
            (1, 4, By::Land, Way::Both),
            (3, 1, By::Sea, Way::One),
        ]
    );
    assert_eq!(
        draft.territories[2].closed,
        [TerritoryId(1), TerritoryId(4)]
    );
}

/// Names that differ only in white space are the same to players.
#[test]
fn parts_get_names_that_are_free() {
    for (name, taken, part) in [
        ("b  c", "B C 2", Some("b  c 3")),
        ("b", "a", Some("b 2")),
        (" ", "a", None),
    ] {
        let (mut draft, regions) = map(&FOUR);
        draft.territories[0].name = Names::plain(taken);
        draft.territories[1].name = Names::plain(name);
        let line = [Point::new(4, 0), Point::new(4, 7)];
        let b = key(&draft, 1);
        let redrawn = split(&draft, &regions, b, &line).unwrap();
        apply(&mut draft, &redrawn);
        assert_eq!(draft.territories[4].name.text.as_deref(), part);
    }
}

#[test]
fn ends_snap_and_what_does_not_cut_is_refused() {
    let (draft, regions) = map(&FOUR);
    let b = key(&draft, 1);
    let with = |line: &[(u32, u32)]| {
        let line: Vec<Point> = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
        split(&draft, &regions, b, &line).map(|redrawn| redrawn.touched.len())
    };
    assert_eq!(with(&[(6, 3), (6, 4)]).unwrap(), 2, "both ends go on");
    assert!(matches!(
        with(&[(13, 0), (13, 7)]),
        Err(RedrawError::Missed)
    ));
    assert!(matches!(
        with(&[(2, 0), (99, 7)]),
        Err(RedrawError::OffMask(_))
    ));
    // Fewer than nine pixels are no part.
    assert!(with(&[(1, 0), (1, 7)]).is_err());
}

#[test]
fn slivers_join_the_part_beside_them() {
    let sea = ".".repeat(64);
    let land = format!("..{}..", "a".repeat(60));
    let rows = [vec![&*sea; 2], vec![&*land; 40], vec![&*sea; 2]].concat();
    let (draft, regions) = map(&rows);
    let a = key(&draft, 0);
    let cut = |line: &[(u32, u32)]| {
        let line: Vec<Point> = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
        split(&draft, &regions, a, &line).unwrap()
    };
    // Off the corner, and then through the middle.
    let redrawn = cut(&[(0, 9), (9, 0), (25, 0), (25, 43)]);
    assert_eq!((redrawn.touched.len(), redrawn.slivers), (2, 1));
    let colour = |x, y| {
        let regions = &redrawn.regions;
        regions.get(regions.region_at(x, y).unwrap()).colour
    };
    // The left part is the smaller one.
    assert_eq!(colour(2, 2), colour(20, 20));
    assert_ne!(colour(2, 2), colour(40, 20));
    // One of the two largest is always a part.
    let redrawn = cut(&[(0, 9), (9, 0)]);
    assert_eq!((redrawn.touched.len(), redrawn.slivers), (2, 0));
    let redrawn = cut(&[(0, 10), (10, 0), (54, 0), (63, 9)]);
    assert_eq!((redrawn.touched.len(), redrawn.slivers), (2, 1));
    // Dirt is not counted.
    let redrawn = cut(&[(0, 6), (6, 0), (25, 0), (25, 43)]);
    assert_eq!((redrawn.touched.len(), redrawn.slivers), (2, 0));
}

#[test]
fn far_ends_are_loose_and_a_loop_takes_out_what_it_encloses() {
    let rows = vec!["a".repeat(60); 60];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (mut draft, regions) = map(&rows);
    let a = key(&draft, 0);
    let line = [Point::new(30, 20), Point::new(30, 40)];
    let error = split(&draft, &regions, a, &line).unwrap_err();
    assert!(
        matches!(error, RedrawError::LooseEnd(at) if at == line[0]),
        "{error}"
    );
    let ring = [(5, 5), (25, 5), (25, 25), (5, 25), (5, 5)].map(|(x, y)| Point::new(x, y));
    let redrawn = split(&draft, &regions, a, &ring).unwrap();
    apply(&mut draft, &redrawn);
    check(&draft, &redrawn.regions);
    assert_eq!(draft.territories.len(), 2);
    let inside = redrawn.regions.region_at(15, 15).unwrap();
    assert!((361..=441).contains(&redrawn.regions.get(inside).area));
    // A loop that does not return exactly to its start, and one that does not come near enough.
    let open = |x, y| {
        let ring = [
            (30, 30),
            (50, 30),
            (50, 50),
            (30, 50),
            (x + 1, y - 1),
            (x, y),
        ];
        ring.map(|(x, y)| Point::new(x, y))
    };
    let regions = redrawn.regions;
    let loose = split(&draft, &regions, a, &open(28, 44)).unwrap_err();
    assert!(matches!(loose, RedrawError::LooseEnd(_)), "{loose}");
    let redrawn = split(&draft, &regions, a, &open(24, 36)).unwrap();
    let inside = redrawn.regions.region_at(40, 40).unwrap();
    assert!((361..=560).contains(&redrawn.regions.get(inside).area));
}

#[test]
fn division_fills_gaps_of_ids_and_keeps_what_is_the_largest() {
    let rows = vec![format!("{}{}", "a".repeat(60), "c".repeat(20)); 40];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (mut draft, regions) = map(&rows);
    draft.territories[1].id = Some(TerritoryId(2));
    draft.territories[0].neighbours[0].to = TerritoryId(2);
    let translated = Translation {
        lang: "cs".into(),
        text: "Á".into(),
    };
    draft.territories[0]
        .name
        .translations
        .push(translated.clone());
    let a = key(&draft, 0);
    let mut go_on = |_| ControlFlow::Continue(());
    let how = Division {
        parts: 4,
        style: Style::Natural,
        seed: 9,
    };
    let redrawn = super::divide(&draft, &regions, a, how, (false, false), &mut go_on).unwrap();
    apply(&mut draft, &redrawn);
    check(&draft, &redrawn.regions);
    let ids: Vec<u16> = draft.territories.iter().map(|t| t.id.unwrap().0).collect();
    assert_eq!(ids, [0, 2, 1, 3, 4]);
    assert_eq!(draft.territories[0].name.translations, [translated]);
    // Whatever touches is linked, and nothing else.
    let survey = Survey::new(&redrawn.regions, &draft);
    let touching: Vec<(u16, u16)> = survey
        .contacts()
        .filter(|&(_, _, length)| length > crate::propose::CORNER)
        .map(|(a, b, _)| (ids[a].min(ids[b]), ids[a].max(ids[b])))
        .collect();
    for &(a, b) in &touching {
        let by = draft.can_go(TerritoryId(a), TerritoryId(b));
        assert_eq!(by, Some(By::Land), "{a} {b}");
    }
    assert_eq!(draft.links().count(), touching.len());
}

#[test]
fn land_that_lies_mirrored_is_divided_mirrored() {
    const TWINS: [&str; 8] = [
        "..aaaaaa....bbbbbb..",
        ".aaaaaaaa..bbbbbbbb.",
        "aaaaaaa......bbbbbbb",
        "aaaaaaaa....bbbbbbbb",
        "aaaaa..........bbbbb",
        "aaaaaaaa....bbbbbbbb",
        ".aaaaaa......bbbbbb.",
        "..aaaa........bbbb..",
    ];
    let (mut draft, mut regions) = map(&TWINS);
    let how = Division {
        parts: 3,
        style: Style::Natural,
        seed: 5,
    };
    for (id, backwards) in [(0, (false, false)), (1, (true, false))] {
        let key = key(&draft, id);
        let on = &mut |_| ControlFlow::Continue(());
        let redrawn = super::divide(&draft, &regions, key, how, backwards, on).unwrap();
        apply(&mut draft, &redrawn);
        regions = redrawn.regions;
    }
    assert_eq!(draft.territories.len(), 6);
    let mut pairs = std::collections::BTreeMap::new();
    for (x, y) in (0..8).flat_map(|y| (0..20).map(move |x| (x, y))) {
        let [one, other] = [x, 19 - x].map(|x| regions.region_at(x, y).unwrap());
        assert_eq!(*pairs.entry(one).or_insert(other), other, "{x},{y}");
    }
}

#[test]
fn merging_unites_and_leaves_the_id_free() {
    let (mut draft, regions) = map(&FOUR);
    for (from, to, by, way) in [(0, 3, By::Sea, Way::One), (3, 1, By::Sea, Way::One)] {
        let link = author::link(&draft, TerritoryId(from), TerritoryId(to), by, way);
        draft.apply(link).unwrap();
    }
    let shut = author::close_border(&draft, TerritoryId(2), TerritoryId(0));
    draft.apply(shut).unwrap();
    let (a, b) = (key(&draft, 0), key(&draft, 1));
    let redrawn = merge(&draft, &regions, a, b).unwrap();
    apply(&mut draft, &redrawn);
    check(&draft, &redrawn.regions);
    let ids: Vec<u16> = draft.territories.iter().map(|t| t.id.unwrap().0).collect();
    assert_eq!(ids, [1, 2, 3], "the larger keeps its id");
    // Both ways to d are one; to c there is a link, which beats the closed border.
    assert_eq!(
        links(&draft),
        [(1, 2, By::Land, Way::Both), (1, 3, By::Sea, Way::Both)]
    );
    assert!(draft.territories.iter().all(|t| t.closed.is_empty()));
    assert!(matches!(
        merge(&draft, &redrawn.regions, b, b),
        Err(RedrawError::Same)
    ));
    assert!(matches!(
        merge(&draft, &redrawn.regions, a, b),
        Err(RedrawError::NoTerritory)
    ));
}

#[test]
fn corners_of_two_that_become_one_are_a_border() {
    let (mut draft, regions) = map(&[
        "aaaacc..", "aaaacc..", "aaaa....", "bbbb....", "bbbbccc.", "bbbbccc.",
    ]);
    draft.territories[0]
        .neighbours
        .retain(|n| n.to != TerritoryId(2));
    draft.territories[1]
        .neighbours
        .retain(|n| n.to != TerritoryId(2));
    assert_eq!(links(&draft), [(0, 1, By::Land, Way::Both)]);
    let redrawn = merge(&draft, &regions, key(&draft, 0), key(&draft, 1)).unwrap();
    apply(&mut draft, &redrawn);
    assert_eq!(links(&draft), [(0, 2, By::Land, Way::Both)]);
}

#[test]
fn shared_colours_are_refused() {
    let (mut draft, regions) = map(&FOUR);
    draft.territories[2].colour = draft.territories[1].colour;
    let (b, d) = (key(&draft, 1), key(&draft, 3));
    assert!(matches!(
        merge(&draft, &regions, b, d),
        Err(RedrawError::SharedColour)
    ));
    let line = [Point::new(4, 0), Point::new(4, 7)];
    assert!(matches!(
        split(&draft, &regions, b, &line),
        Err(RedrawError::SharedColour)
    ));
}
