use super::*;
use crate::PixelFormat;

/// Links between the digits of a drawing; `.` is water, `#` a wall, `-` a
/// line. Every character is `scale` × `scale` pixels.
fn links(rows: &[&str], scale: usize, options: SeaOptions) -> Vec<SeaLink> {
    let mut pixels = Vec::new();
    for row in rows {
        let row: Vec<u8> = row.bytes().flat_map(|c| vec![c; scale]).collect();
        pixels.extend(row.repeat(scale));
    }
    let (width, height) = (rows[0].len() * scale, rows.len() * scale);
    let format = PixelFormat::grey(8, None);
    let regions = Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();
    let ground = |id| match regions.get(id).colour.0[0] {
        b'.' => Ground::Water,
        b'#' => Ground::Wall,
        b'-' => Ground::Line,
        digit => Ground::Land(usize::from(digit - b'0')),
    };
    sea_links(&regions, &options, ground, |_, _| false)
}

fn pairs(links: &[SeaLink]) -> Vec<(usize, usize)> {
    links.iter().map(|link| (link.a, link.b)).collect()
}

const NEAR: SeaOptions = SeaOptions {
    reach: Some(6.0),
    gap: 0,
    sea_parts: true,
    wrap: Wrap {
        horizontal: false,
        vertical: false,
    },
};

#[test]
fn the_nearest_come_first_and_none_crosses_a_third() {
    let found = links(
        &[
            "............",
            "0..1....3..2",
            "0..1....3..2",
            "0..1....3..2",
        ],
        1,
        NEAR,
    );
    // 0 and 3 see each other over 1 only by a way round it that is too long.
    assert_eq!(pairs(&found), [(0, 1), (2, 3), (1, 3)]);
    assert!((found[0].distance - 2.0).abs() < 1e-9, "{found:?}");
    assert!((found[2].distance - 4.0).abs() < 1e-9, "{found:?}");
    assert_eq!((found[0].from.x, found[0].to.x), (0, 3));
}

#[test]
fn a_route_around_a_corner_has_its_true_length() {
    let found = links(&["0.......", ".######.", "........", "#######1"], 1, NEAR);
    assert_eq!(pairs(&found), [(0, 1)]);
    let options = SeaOptions {
        reach: Some(12.0),
        ..NEAR
    };
    let far = links(
        &["0.......", ".######.", "........", "#######1"],
        1,
        options,
    );
    assert!((7.0..=10.0).contains(&far[0].distance), "{far:?}");
}

#[test]
fn joined_edges_are_crossed() {
    let rows = ["..........", ".0......1.", ".........."];
    let wrap = Wrap {
        horizontal: true,
        vertical: false,
    };
    let round = links(&rows, 1, SeaOptions { wrap, ..NEAR });
    assert!(
        round[0].wraps && (round[0].distance - 2.0).abs() < 1e-9,
        "{round:?}"
    );
    let straight = links(&rows, 1, NEAR);
    assert!(!straight[0].wraps && (straight[0].distance - 6.0).abs() < 1e-9);
}

#[test]
fn a_remote_part_gets_its_shortest_link() {
    let found = links(&["0.1....................2"], 1, NEAR);
    assert_eq!(pairs(&found), [(0, 1), (1, 2)]);
}

#[test]
fn drawn_coasts_and_white_borders_are_not_water() {
    // A line around the coast belongs to the land.
    let found = links(&["00-....-11"], 1, SeaOptions { gap: 1, ..NEAR });
    assert_eq!(pairs(&found), [(0, 1)]);
    assert!((found[0].distance - 6.0).abs() < 1e-9, "{found:?}");
    // The strip between 0 and 1 is a border; it leads from 2 to nobody.
    let found = links(
        &["000.111", "000.111", "000.111", "......."],
        1,
        SeaOptions { gap: 1, ..NEAR },
    );
    assert_eq!(pairs(&found), [(0, 1)]);
}

/// Four lands between thick lines, the last two on a strait of two pixels whose coasts are lined as
/// thickly.
const LINED: [&str; 13] = [
    "00000---1111",
    "00000---1111",
    "00000---1111",
    "------------",
    "------------",
    "------------",
    "22222---3333",
    "22222---3333",
    "------------",
    "............",
    "............",
    "------------",
    "444444444444",
];

#[test]
fn thick_lines_between_lands_are_not_water() {
    let lined = SeaOptions {
        gap: 3,
        sea_parts: false,
        ..NEAR
    };
    for scale in [1, 4] {
        let options = SeaOptions {
            gap: lined.gap * scale as u32,
            reach: Some(6.0 * scale as f64),
            ..lined
        };
        let mut found = links(&LINED, scale, options);
        found.sort_by_key(|link| (link.a, link.b));
        assert_eq!(pairs(&found), [(2, 4), (3, 4)]);
        // From a line that belongs to the coast, the way to its land may be oblique.
        let across = 4.0..4.5;
        let is_across = |link: &SeaLink| across.contains(&(link.distance / scale as f64));
        assert!(found.iter().all(is_across), "{found:?}");
    }
}

#[test]
fn no_ship_passes_between_lands_that_meet_at_a_line() {
    // 0 and 3 lie at the ends of the line between 1 and 2.
    let rows = [
        "0000000000",
        "----------",
        "----------",
        "----------",
        "1111---222",
        "1111---222",
        "1111---222",
        "----------",
        "----------",
        "----------",
        "3333333333",
    ];
    let options = SeaOptions {
        gap: 3,
        sea_parts: false,
        reach: Some(20.0),
        ..NEAR
    };
    assert_eq!(pairs(&links(&rows, 1, options)), []);
    assert_eq!(
        pairs(&links(&rows, 3, SeaOptions { gap: 9, ..options })),
        []
    );
}

#[test]
fn straits_beside_lines_are_water() {
    let lined = SeaOptions {
        gap: 3,
        sea_parts: false,
        ..NEAR
    };
    // The lines of two coasts meet.
    let rows = ["00------11", "00------11", ".........."];
    assert_eq!(pairs(&links(&rows, 1, lined)), [(0, 1)]);
    let rows = ["000.111", "000.111", "000.111"];
    assert_eq!(pairs(&links(&rows, 1, lined)), [(0, 1)]);
    let unlined = SeaOptions {
        sea_parts: true,
        ..lined
    };
    assert_eq!(pairs(&links(&rows, 1, unlined)), []);
}

#[test]
fn a_link_leaves_the_land_and_not_the_line_along_it() {
    let options = SeaOptions {
        gap: 4,
        sea_parts: false,
        reach: Some(12.0),
        ..NEAR
    };
    let found = links(&["00----..----11"], 1, options);
    let link = found[0];
    assert_eq!((link.from.x, link.to.x), (1, 12));
    assert!((link.distance - 10.0).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_coarse_grid_finds_the_same_pixels() {
    let rows = ["0....1", "0....1"];
    let fine = links(&rows, 1, NEAR);
    let options = SeaOptions {
        reach: Some(2_000.0),
        ..NEAR
    };
    let coarse = links(&rows, 300, options);
    assert_eq!(pairs(&coarse), pairs(&fine));
    assert!((coarse[0].distance - 1200.0).abs() < 1e-9, "{coarse:?}");
}
