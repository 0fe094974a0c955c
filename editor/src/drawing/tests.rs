use super::*;
use crate::document::Document;
use crate::files;
use marchland_maps::divide::Style;
use marchland_maps::mask::{Regions, Rgba, Sheet, capsule, polygon};
use marchland_maps::propose::{CORNER, Survey};
use marchland_maps::redraw::{self, Placing, Pose};
use marchland_maps::{By, Draft, Rgb, xml};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Move {
    Stroke((u8, u8), (u8, u8), u8, u8),
    Around((u8, u8), (u8, u8), bool),
    Cut((u8, u8), (u8, u8)),
    Fill((u8, u8), Option<u8>, u16),
    Merge(u8, u8),
    Divide(u8, u8),
    Shift(Vec<u8>, (i32, i32), (u8, bool), u16, (bool, bool)),
    Push((u8, u8), (u8, u8), u8),
    Bend((u8, u8), u8, u16),
    Exchange(u8, u8),
    NewColours,
    Tidy(u16),
    Resize((i32, i32), (u32, u32), bool),
    Rename(u8, u16),
    Undo,
    Redo,
}

const SIDE: u32 = 96;

fn place() -> impl Strategy<Value = (u8, u8)> {
    (0..SIDE as u8, 0..SIDE as u8)
}

fn twins() -> impl Strategy<Value = Option<Symmetry>> {
    let all = vec![Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn];
    prop::option::weighted(0.25, prop::sample::select(all))
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        4 => (place(), place(), 1_u8..20, 0_u8..6)
            .prop_map(|(a, b, radius, paint)| Move::Stroke(a, b, radius, paint)),
        2 => (place(), place(), any::<bool>()).prop_map(|(a, b, sea)| Move::Around(a, b, sea)),
        2 => (place(), place()).prop_map(|(a, b)| Move::Cut(a, b)),
        1 => (place(), prop::option::of(any::<u8>()), prop::sample::select(vec![0, 0, 3, 12, 40]))
            .prop_map(|(at, into, gap)| Move::Fill(at, into, gap)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(a, b)| Move::Merge(a, b)),
        1 => (any::<u8>(), 2_u8..4).prop_map(|(of, parts)| Move::Divide(of, parts)),
        2 => (
            prop::collection::vec(any::<u8>(), 1..3),
            (-60..60_i32, -60..60_i32),
            (0_u8..4, any::<bool>()),
            prop::sample::select(vec![50_u16, 100, 100, 150]),
            any::<(bool, bool)>(),
        )
            .prop_map(|(who, by, lie, scale, how)| Move::Shift(who, by, lie, scale, how)),
        2 => (place(), place(), 4_u8..40).prop_map(|(a, b, size)| Move::Push(a, b, size)),
        1 => (place(), any::<u8>(), 4_u16..64).prop_map(|(at, how, size)| Move::Bend(at, how, size)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(a, b)| Move::Exchange(a, b)),
        1 => Just(Move::NewColours),
        1 => (0..33_u16).prop_map(Move::Tidy),
        1 => ((-20..20_i32, -20..20_i32), (64..110_u32, 64..110_u32), any::<bool>())
            .prop_map(|(at, size, stretched)| Move::Resize(at, size, stretched)),
        1 => (any::<u8>(), any::<u16>()).prop_map(|(of, name)| Move::Rename(of, name)),
        1 => Just(Move::Undo),
        1 => Just(Move::Redo),
    ]
}

fn op(draft: &Draft, land: &Regions, made: &Move) -> Option<DrawOp> {
    let float = |(x, y): (u8, u8)| (f64::from(x), f64::from(y));
    let pixel = |(x, y): (u8, u8)| Point::new(x.into(), y.into());
    let pick = |n: u8| {
        let all = &draft.territories;
        (!all.is_empty()).then(|| all[usize::from(n) % all.len()].key)
    };
    Some(match *made {
        Move::Stroke(from, to, radius, paint) => {
            let (paint, over) = match paint {
                0 => (Paint::Sea, Over::All),
                1 => (Paint::New, Over::All),
                2 | 3 => (Paint::New, Over::Sea),
                4 => (Paint::Land(pick(from.0)?), Over::Sea),
                _ => (Paint::Land(pick(from.0)?), Over::All),
            };
            let drawn = capsule(float(from), float(to), radius.into(), SIDE);
            let pixels = vec![Arc::from(drawn)];
            DrawOp::Paint(Shade {
                pixels,
                paint,
                over,
            })
        }
        Move::Around(a, b, sea) => {
            let ((x0, y0), (x1, y1)) = (float(a), float(b));
            let drawn = polygon(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], SIDE);
            let paint = if sea { Paint::Sea } else { Paint::New };
            let over = if sea { Over::All } else { Over::Slits };
            let pixels = vec![Arc::from(drawn)];
            DrawOp::Paint(Shade {
                pixels,
                paint,
                over,
            })
        }
        Move::Cut(a, b) => DrawOp::Cut {
            line: vec![pixel(a), pixel(b)],
            only: Vec::new(),
        },
        Move::Fill(at, into, gap) => DrawOp::Fill {
            at: pixel(at),
            into: into.and_then(pick),
            gap,
        },
        Move::Merge(a, b) => DrawOp::Merge(vec![pick(a)?, pick(b)?]),
        Move::Divide(of, parts) => DrawOp::Divide {
            key: pick(of)?,
            how: redraw::Division {
                parts: parts.into(),
                style: Style::Natural,
                seed: u64::from(of),
            },
        },
        Move::Shift(ref who, by, (turns, mirrored), scale, (copy, at_sea)) => {
            let mut keys: Vec<_> = who.iter().map(|&of| pick(of)).collect::<Option<_>>()?;
            keys.dedup();
            let pose = (0..turns).fold(Pose::default(), |pose, _| pose.turned(true));
            let pose = if mirrored { pose.mirrored(true) } else { pose };
            let how = Placing { by, pose, scale };
            let over = if at_sea { Over::Sea } else { Over::All };
            let shown = Vec::new();
            DrawOp::Move {
                moved: vec![(keys, how)],
                over,
                copy,
                shown,
            }
        }
        Move::Push(from, to, size) => DrawOp::Push {
            push: Push::new(float(from), float(to), size.into())?,
            shown: Vec::new(),
        },
        Move::Bend(at, how, size) => {
            let border = redraw::Border::near(land, float(at), 30.0, None)?;
            let how = match how % 3 {
                0 => Reshape::Straighten,
                1 => Reshape::Smooth,
                _ => Reshape::Roughen(how.into()),
            };
            DrawOp::Reshape {
                at: border.middle(),
                between: border.colours(),
                how,
                size,
            }
        }
        Move::Exchange(a, b) => DrawOp::Exchange(pick(a)?, pick(b)?),
        Move::NewColours => DrawOp::NewColours,
        Move::Tidy(gap) => DrawOp::Tidy(gap),
        Move::Resize((left, top), (width, height), stretched) => DrawOp::Resize(redraw::Frame {
            left,
            top,
            width,
            height,
            stretched,
        }),
        Move::Rename(..) => return None,
        Move::Undo => DrawOp::Undo,
        Move::Redo => DrawOp::Redo,
    })
}

/// Applies an operation as the workspace does; returns whether it was done.
fn draw(document: &mut Document, op: &DrawOp) -> bool {
    let forth = matches!(op, DrawOp::Redo);
    if matches!(op, DrawOp::Undo | DrawOp::Redo) && document.drawn_step(forth).is_none() {
        let step = if forth {
            document.redo()
        } else {
            document.undo()
        };
        return step.is_some();
    }
    let order = Order::new(op.clone(), document).expect("a mask");
    let done = order.carry_out();
    assert_eq!(done.revision, document.revision());
    let ready = match done.outcome {
        Ok(ready) => ready,
        // An operation computed from a draft fits that draft.
        Err(Refusal::Edit(error)) => panic!("{error} after {op:?}"),
        Err(_) => return false,
    };
    match op {
        DrawOp::Undo | DrawOp::Redo => {
            document.step_drawn(forth, ready.land).expect("a step");
        }
        _ => {
            let change = ready.change;
            let made = document.make_drawn(ready.name, change.draft, &change.sheet, ready.land);
            assert_eq!(made, Ok(0));
        }
    }
    true
}

/// Invariants after every operation.
fn check(document: &Document, made: &Move) {
    let land = document.land().expect("a mask");
    let regions = land.regions();
    if let Some(sheet) = land.sheet() {
        assert!(*sheet == Sheet::of(regions), "{made:?}");
        assert!(sheet.regions().unwrap() == **regions, "{made:?}");
    }
    let draft = document.draft();
    for (_, region) in regions.iter() {
        let colour = region.colour;
        let is_sea = colour == Rgba::from(Rgb::WHITE);
        let mut own = draft.territories.iter();
        let is_own = own.any(|t| t.colour.map(Rgba::from) == Some(colour));
        assert!(is_sea || is_own, "a stray colour after {made:?}");
        assert!(
            region.area >= 9,
            "a speck of {} after {made:?}",
            region.area
        );
    }
    // The incremental survey equals a survey from scratch.
    let scratch = Survey::with_gap(regions, draft, land.gap(draft));
    let (followed, found): (Vec<_>, Vec<_>) =
        (land.borders().collect(), scratch.contacts().collect());
    assert_eq!(followed, found, "{made:?}");
    for territory in &draft.territories {
        let has_land = territory
            .colour
            .is_some_and(|c| !land.regions_of(c).is_empty());
        assert!(has_land || territory.name.text.is_some(), "{made:?}");
        assert_eq!(territory.pivots.is_empty(), !has_land, "{made:?}");
        for pivot in &territory.pivots {
            let at = regions.region_at(pivot.x, pivot.y).expect("on the sheet");
            assert_eq!(regions.get(at).colour.rgb(), territory.colour.expect("one"));
        }
        for link in &territory.neighbours {
            let other = draft.territory_by_id(link.to);
            assert!(other.is_some(), "a link to nobody after {made:?}");
        }
    }
}

/// Land that touches along more than a corner is linked or closed; land links join touching land.
fn check_links(document: &Document, made: &Move) {
    let (draft, land) = (document.draft(), document.land().expect("a mask"));
    let id = |place: usize| draft.territories[place].id.expect("an id");
    for (a, b, length) in land.borders() {
        let (a, b) = (id(a), id(b));
        let is_settled =
            draft.can_go(a, b).or(draft.can_go(b, a)).is_some() || draft.is_closed(a, b);
        assert!(
            is_settled || length <= CORNER,
            "{a} {b}: {length} after {made:?}"
        );
    }
    for (from, to) in draft.links() {
        let other = draft.territory_by_id(to.to).expect("somebody");
        let touches = land.border(from.key, other.key) > 0;
        assert!(
            touches || to.by == By::Sea,
            "{:?} {to:?} after {made:?}",
            from.id
        );
    }
}

/// Makes moves on an empty sheet with lines up to `gap` pixels wide, checks the links after each, and
/// takes all back.
fn links_follow(all: &[(Move, Option<Symmetry>)], gap: u16) {
    let (empty, home) = files::empty(SIDE, SIDE).unwrap();
    let mut draft = empty.draft().clone();
    draft.mask.as_mut().unwrap().gap = Some(gap);
    let land = crate::land::Land::new(Arc::clone(empty.land().unwrap().regions()));
    let mut document = Document::new(draft, Some(land), true);
    let state = |document: &Document| {
        let regions = Arc::clone(document.land().unwrap().regions());
        (
            document.draft().clone(),
            regions,
            home.source.render(document.draft()),
        )
    };
    let before = state(&document);
    let mut is_known = true;
    for (made, symmetry) in all {
        let (draft, land) = (document.draft(), document.land().unwrap().regions());
        if let Some(op) = op(draft, land, made) {
            let op = match *symmetry {
                Some(symmetry) => Twins::new(symmetry, draft, land).with(op),
                None => op,
            };
            draw(&mut document, &op);
        } else if let Move::Rename(of, name) = *made
            && !draft.territories.is_empty()
        {
            let key = draft.territories[usize::from(of) % draft.territories.len()].key;
            document.rename(key, &format!("Land {name}")).unwrap();
            document.seal();
        }
        check(&document, made);
        // Scaling changes what borders mean.
        is_known &= !matches!(made, Move::Resize(.., true));
        if is_known {
            check_links(&document, made);
        }
    }
    let after = state(&document);
    let mut steps = 0;
    while draw(&mut document, &DrawOp::Undo) {
        steps += 1;
    }
    let undone = state(&document);
    assert_eq!(&undone.0, &before.0);
    assert!(undone.1 == before.1);
    assert_eq!(&undone.2, &before.2);
    assert!(document.is_saved());
    assert!(xml::read(undone.2.as_bytes()).flaws.is_empty());
    // Redo everything that was undone, except the last.
    for _ in 0..steps {
        assert!(draw(&mut document, &DrawOp::Redo));
    }
    let redone = state(&document);
    assert_eq!(redone.0, after.0);
    assert!(redone.1 == after.1);
    assert_eq!(redone.2, after.2);
}

/// Two territories linked by sea have grown together before one of them is divided.
#[test]
fn parts_keep_links_by_sea_where_they_touch() {
    let all = [
        Move::Stroke((49, 22), (8, 80), 14, 1),
        Move::Around((32, 70), (0, 0), true),
        Move::Divide(0, 2),
        Move::Stroke((0, 37), (0, 61), 6, 4),
        Move::Push((0, 0), (54, 17), 38),
        Move::Divide(179, 2),
    ];
    links_follow(&all.map(|made| (made, None)), 4);
}

/// Found by the property below.
#[test]
fn a_mirrored_division_links_all_parts() {
    let all = [
        (Move::Around((1, 0), (4, 14), false), None),
        (Move::Stroke((21, 0), (66, 36), 6, 1), None),
        (Move::Stroke((27, 29), (0, 11), 4, 4), None),
        (Move::Divide(55, 2), None),
        (Move::Resize((-13, 5), (108, 69), false), None),
        (Move::Stroke((73, 38), (51, 25), 9, 4), None),
        (Move::Divide(169, 3), Some(Symmetry::HalfTurn)),
    ];
    links_follow(&all, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn links_follow_what_touches_and_undo_restores_all(
        all in prop::collection::vec((moves(), twins()), 1..30),
        gap in prop::sample::select(vec![0, 0, 4]),
    ) {
        links_follow(&all, gap);
    }
}

#[test]
fn an_outdated_order_is_repeated() {
    let (mut document, _) = files::empty(SIDE, SIDE).unwrap();
    let mut queue = Queue::default();
    let stroke = |x: f64| {
        DrawOp::Paint(Shade {
            pixels: vec![Arc::from(capsule((x, 20.0), (x, 60.0), 5.0, SIDE))],
            paint: Paint::New,
            over: Over::Sea,
        })
    };
    queue.push(stroke(20.0));
    queue.push(stroke(60.0));
    let (number, order) = queue.next(&document).expect("the first");
    assert!(queue.next(&document).is_none(), "one at a time");
    document.new_continent(&[]).unwrap();
    let news = queue.done(number, Some(order.carry_out()), &document);
    assert!(matches!(news, OrderResult::Again), "{news:?}");
    for count in 1..=2 {
        let (number, order) = queue.next(&document).expect("again");
        let done = order.carry_out();
        assert!(matches!(
            queue.done(number + 1, None, &document),
            OrderResult::Stale
        ));
        let OrderResult::Ready(_, ready) = queue.done(number, Some(done), &document) else {
            panic!("it is ready");
        };
        let change = ready.change;
        document
            .make_drawn(ready.name, change.draft, &change.sheet, ready.land)
            .unwrap();
        assert_eq!(document.draft().territories.len(), count);
    }
    assert!(!queue.is_busy());
}

#[test]
fn removing_separators_does_not_write_estimates() {
    let mut draft = crate::sketch::row(3);
    let mut mask = draft.mask.take().unwrap();
    mask.separator = vec![crate::sketch::colour(1)];
    draft.mask = Some(mask);
    draft.territories[1].colour = None;
    let before = draft.clone();
    let land = crate::land::Land::new(Arc::new(crate::sketch::mask(3)));
    let mut document = Document::new(draft, Some(land), true);
    assert!(draw(&mut document, &DrawOp::Dissolve));
    let mask = document.draft().mask.clone().unwrap();
    assert_eq!((mask.separator.len(), mask.gap), (0, None));
    assert!(draw(&mut document, &DrawOp::Undo));
    assert_eq!(document.draft(), &before);
}
