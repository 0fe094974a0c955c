use super::*;
use crate::Point;

/// A chequerboard of territories of `side` pixels, a badge in the middle of
/// each.
fn board(columns: u32, rows: u32, side: u32, names: &[&str]) -> (Draft, Plan) {
    let mut draft = Draft::new();
    draft.badge_diameter = Some(12);
    for i in 0..columns * rows {
        let mut territory = draft.fresh_territory();
        let name = names[i as usize % names.len()];
        if !name.is_empty() {
            territory.name = Names::plain(name);
        }
        let [x, y] = [i % columns, i / columns].map(|at| at * side + side / 2);
        territory.pivots.push(Point { x, y });
        draft.territories.push(territory);
    }
    let (width, height) = (columns * side, rows * side);
    let cells = (0..width * height)
        .map(|at| (at % width / side + at / width / side * columns + 1) as u16)
        .collect();
    let grid = Grid::from_cells(width, height, false, cells);
    (draft, Plan::of_grid(&grid))
}

fn apart(a: Area, b: Area) -> bool {
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
}

#[test]
fn labels_keep_off_each_other_and_off_all_badges() {
    let names = ["Bosnia and Herzegovina", "Peru", "Západní Austrálie"];
    let (draft, plan) = board(9, 7, 100, &names);
    let mut lettering = Lettering::new(&draft, &plan, None);
    let arrangement = lettering.arrange();
    assert_eq!(arrangement.omitted, []);
    let placed = arrangement.placed.iter();
    let placed: Vec<Area> = placed.map(|(label, place)| label.area(*place)).collect();
    for (i, &one) in placed.iter().enumerate() {
        assert!(one.left >= 0.0 && one.right <= 900.0);
        assert!(one.top >= 0.0 && one.bottom <= 700.0);
        assert!(placed[..i].iter().all(|&other| apart(one, other)));
        for [x, y] in draft.territories.iter().filter_map(badge_place) {
            let (dx, dy) = (
                x - x.clamp(one.left, one.right),
                y - y.clamp(one.top, one.bottom),
            );
            assert!(dx.hypot(dy) >= 6.0, "a badge is covered");
        }
    }
}

#[test]
fn missing_labels_are_reported() {
    let (mut draft, plan) = board(5, 1, 60, &["A", "日本", "", "B", "C"]);
    draft.territories[3].pivots.clear();
    let mut lettering = Lettering::new(&draft, &plan, None);
    assert_eq!(
        lettering.labels().1,
        [
            (1, Unlabelled::Letters),
            (2, Unlabelled::Nameless),
            (3, Unlabelled::Placeless)
        ]
    );
    // Twelve pixels for every name of sixty letters.
    let long = "A name far longer than the land it should be written upon";
    let (draft, plan) = board(10, 10, 12, &[long]);
    let mut lettering = Lettering::new(&draft, &plan, None);
    let omitted = lettering.labels().1;
    assert!(omitted.len() > 90 && omitted.iter().all(|o| o.1 == Unlabelled::Room));
}

/// Two islands in a wide sea. On all four sides of the first something is in the way, and
/// only between these a line can lead to its name; the second has room.
#[test]
fn names_without_room_get_a_line_to_their_badge() {
    let (mut draft, _) = board(2, 1, 14, &["Gondwana the Great", "Rodinia"]);
    let mut cells = vec![Grid::SEA; 400 * 300];
    for (at, territory) in draft.territories.iter_mut().enumerate() {
        let x = 193 + 150 * at as u32;
        territory.pivots = vec![Point { x: x + 7, y: 150 }];
        for row in 143..157 {
            let start = (row * 400 + x) as usize;
            cells[start..start + 14].fill(at as u16 + 1);
        }
    }
    let plan = Plan::of_grid(&Grid::from_cells(400, 300, false, cells));
    let mut lettering = Lettering::new(&draft, &plan, None);
    for [left, top, right, bottom] in [
        [194.0, 126.0, 207.0, 138.0],
        [194.0, 163.0, 207.0, 175.0],
        [176.0, 144.0, 188.0, 157.0],
        [213.0, 144.0, 225.0, 157.0],
    ] {
        lettering.room.take(Area {
            left,
            top,
            right,
            bottom,
        });
    }
    let arrangement = lettering.arrange();
    assert_eq!(arrangement.omitted, []);
    let [[from, to]] = arrangement.lines[..] else {
        panic!("{:?}", arrangement.lines);
    };
    let away = |[x, y]: [f32; 2]| (x - 200.5).hypot(y - 150.5);
    assert!((away(from) - 6.0).abs() < 0.1, "{from:?} is not the badge");
    assert!(away(to) > 12.0, "{to:?} is beside it");
    let (led, place) = arrangement.placed.last().unwrap();
    let box_of_name = led.area(*place);
    let near = |at: f32, low: f32, high: f32| (low - 0.1..=high + 0.1).contains(&at);
    assert!(near(to[0], box_of_name.left, box_of_name.right));
    assert!(near(to[1], box_of_name.top, box_of_name.bottom));
}

#[test]
fn a_larger_picture_has_room_for_more_names() {
    let long = "A name far longer than its land";
    let (draft, plan) = board(10, 10, 40, &[long]);
    let omitted = |scale| {
        Lettering::scaled(&draft, &plan, None, scale)
            .labels()
            .1
            .len()
    };
    let [small, large] = [1.0, 4.0].map(omitted);
    assert!(large < small / 2, "{small}, {large}");
}

#[test]
fn long_names_are_broken_where_that_makes_them_narrow() {
    let ways = breaks("Bosnia and Herzegovina");
    let lines: Vec<_> = ways.iter().map(|way| &way.lines[..]).collect();
    assert_eq!(lines[0], ["Bosnia and Herzegovina"]);
    assert_eq!(lines[1], ["Bosnia and", "Herzegovina"]);
    assert_eq!(lines[2], ["Bosnia", "and", "Herzegovina"]);
    assert!(ways[1].width < ways[0].width / 1.6);
    for way in &ways {
        let widths = way.lines.iter().map(|line| letters::width(line, 1.0));
        assert!((way.width - widths.fold(0.0, f32::max)).abs() < 1e-3);
    }
    assert_eq!(breaks("Peru").len(), 1);
}
