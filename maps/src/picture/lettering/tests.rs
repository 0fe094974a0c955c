use super::*;

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
fn what_has_no_label_is_told() {
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

/// Four small lands in a wide sea: beside the badges there is room for no name.
#[test]
fn names_without_room_are_led_to_their_badges() {
    let names = ["Gondwana the Great", "Laurasia", "Pangaea", "Rodinia"];
    let (mut draft, _) = board(2, 2, 14, &names);
    let mut cells = vec![Grid::SEA; 400 * 300];
    for (at, territory) in draft.territories.iter_mut().enumerate() {
        let [x, y] = [190 + at as u32 % 2 * 14, 140 + at as u32 / 2 * 14];
        territory.pivots = vec![Point { x: x + 7, y: y + 7 }];
        for row in y..y + 14 {
            let start = (row * 400 + x) as usize;
            cells[start..start + 14].fill(at as u16 + 1);
        }
    }
    let plan = Plan::of_grid(&Grid::from_cells(400, 300, false, cells));
    let mut lettering = Lettering::new(&draft, &plan, None);
    // Nothing may stand right beside them.
    for [left, top, right, bottom] in [
        [176.0, 120.0, 232.0, 138.0],
        [176.0, 172.0, 232.0, 190.0],
        [178.0, 143.0, 186.0, 152.0],
        [178.0, 156.0, 186.0, 165.0],
        [222.0, 143.0, 230.0, 152.0],
        [222.0, 156.0, 230.0, 165.0],
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
    assert_eq!(arrangement.placed.len(), 4);
    assert_eq!(arrangement.lines.len(), 4);
    let placed = arrangement.placed.iter();
    let placed: Vec<Area> = placed.map(|(label, place)| label.area(*place)).collect();
    for (i, &one) in placed.iter().enumerate() {
        assert!(placed[..i].iter().all(|&other| apart(one, other)));
    }
    for [from, to] in arrangement.lines {
        for step in 1..=20_u8 {
            let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * f32::from(step) / 20.0);
            for [x, y] in draft.territories.iter().filter_map(badge_place) {
                assert!((at[0] - x).hypot(at[1] - y) > 5.9, "through a badge");
            }
        }
    }
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
