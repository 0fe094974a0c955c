use super::*;

/// Twice the signed area of a ring.
fn twice_area(ring: &[[f32; 2]]) -> f32 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

#[test]
fn rings_enclose_what_the_pixels_do() {
    // A disc, split by a slanted border, with a lake in one half.
    let label = |x: i32, y: i32| match (x - 40).pow(2) + (y - 40).pow(2) {
        d if d > 900 => 0,
        _ if (x - 55).pow(2) + (y - 40).pow(2) < 64 => 0,
        _ if 2 * x + y < 120 => 1,
        _ => 2,
    };
    let cells: Vec<u16> = (0..80 * 80).map(|at| label(at % 80, at / 80)).collect();
    let grid = Grid::from_cells(80, 80, false, cells.clone());
    let contours = Contours::trace(&grid, 0);
    for wanted in [vec![1], vec![2], vec![1, 2]] {
        let rings = contours.rings(|label| wanted.contains(&label));
        let area: f32 = rings.iter().map(|ring| twice_area(ring)).sum::<f32>().abs() / 2.0;
        let pixels = cells.iter().filter(|label| wanted.contains(label)).count() as f32;
        assert!(
            (area - pixels).abs() < 0.02 * pixels,
            "{wanted:?}: {area} for {pixels}"
        );
    }
    // The lake and the outer coast of 2, the border, the coast of 1.
    let between = |pair| {
        contours
            .arcs
            .iter()
            .filter(|arc| arc.between == pair)
            .count()
    };
    assert_eq!(
        (between((0, 1)), between((0, 2)), between((1, 2))),
        (1, 2, 1)
    );
}

#[test]
fn lines_are_smooth() {
    // A slanted coast: the staircase must be gone.
    let cells: Vec<u16> = (0..60 * 60)
        .map(|at| u16::from((at % 60) > 2 * (at / 60) / 3))
        .collect();
    let contours = Contours::trace(&Grid::from_cells(60, 60, false, cells), 0);
    let coast = contours
        .arcs
        .iter()
        .find(|arc| arc.between == (0, 1))
        .expect("a coast");
    let inner = coast.points.iter().filter(|p| p[1] > 6.0 && p[1] < 54.0);
    for [x, y] in inner {
        let off = (x - 2.0 * y / 3.0).abs();
        assert!(off < 1.1, "{x} {y}");
    }
    assert!(
        coast.points.len() < 60,
        "nearly straight lines need few points"
    );
}
