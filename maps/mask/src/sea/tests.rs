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
