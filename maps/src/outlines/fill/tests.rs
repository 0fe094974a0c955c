use super::*;

fn area(rings: &[&[[i32; 2]]], rule: FillRule) -> PixelArea {
    let rings = rings.iter().map(|ring| ring.to_vec()).collect();
    PixelArea { rings, rule }
}

fn drawn(areas: &[PixelArea], width: u32, height: u32) -> Vec<String> {
    let mut grid = Grid::new(width, height, false);
    let labelled = areas.iter().enumerate().map(|(i, a)| (i as u16 + 1, a));
    fill(&mut grid, labelled).expect("few crossings");
    let row = |y| {
        let cells = grid.row(y).iter();
        cells
            .map(|&c| char::from(b".abcdefgh"[c as usize]))
            .collect()
    };
    (0..height as usize).map(row).collect()
}

#[test]
fn a_shared_slanted_edge_leaves_no_gap_and_no_overlap() {
    let (a, b) = (
        [[0, 0], [900, 0], [300, 1024], [0, 1024]],
        [[1280, 0], [900, 0], [300, 1024], [1280, 1024]],
    );
    let areas = [
        area(&[&a], FillRule::EvenOdd),
        area(&[&b], FillRule::EvenOdd),
    ];
    let both = drawn(&areas, 5, 4);
    assert_eq!(both, ["aaabb", "aaabb", "aabbb", "abbbb"]);
    assert_eq!(
        drawn(&areas[..1], 5, 4),
        ["aaa..", "aaa..", "aa...", "a...."]
    );
}

#[test]
fn holes_by_either_rule() {
    let outer = [[0, 0], [1280, 0], [1280, 1280], [0, 1280]];
    let inner = [[256, 256], [1024, 256], [1024, 1024], [256, 1024]];
    let mut turned = inner;
    turned.reverse();
    let ring = ["aaaaa", "a...a", "a...a", "a...a", "aaaaa"];
    assert_eq!(
        drawn(&[area(&[&outer, &inner], FillRule::EvenOdd)], 5, 5),
        ring
    );
    assert_eq!(
        drawn(&[area(&[&outer, &turned], FillRule::NonZero)], 5, 5),
        ring
    );
    assert_eq!(
        drawn(&[area(&[&outer, &inner], FillRule::NonZero)], 5, 5),
        ["aaaaa"; 5]
    );
}

#[test]
fn areas_are_clipped() {
    let far = [
        [-100_000, -100_000],
        [100_000, -100_000],
        [100_000, 300],
        [-100_000, 300],
    ];
    assert_eq!(
        drawn(&[area(&[&far], FillRule::NonZero)], 3, 3),
        ["aaa", "...", "..."]
    );
}
