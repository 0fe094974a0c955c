use proptest::prelude::*;

use super::*;

fn size() -> impl Strategy<Value = Size> {
    let side = MIN_BOXES..=MAX_BOXES;
    (side.clone(), side).prop_map(|(columns, rows)| Size::new(columns, rows).unwrap())
}

#[test]
fn a_side_between_two_boxes_can_close_both() {
    let mut board = Board::new("2".parse().unwrap());
    let middle = Side { x: 2, y: 1 };
    for side in around(0, 0).into_iter().chain(around(1, 0)) {
        if side != middle && board.drawn_by(side).is_none() {
            assert_eq!(board.draw(0, side), Ok(0));
        }
    }
    assert_eq!(board.draw(1, middle), Ok(2));
    assert_eq!((board.score(0), board.score(1)), (0, 2));
    assert_eq!(board.draw(0, middle), Err(Illegal::Drawn(middle)));
    for (x, y) in [(0, 0), (1, 1), (5, 0), (0, 5), (255, 0)] {
        let side = Side { x, y };
        assert_eq!(board.draw(0, side), Err(Illegal::NoSide(side)));
    }
}

#[test]
fn sizes() {
    assert_eq!("5".parse::<Size>().unwrap().to_string(), "5x5");
    assert_eq!("12x2".parse::<Size>().unwrap().boxes(), 24);
    for bad in ["1", "13", "5x", "x5", "5x5x5", "-3", "", "256"] {
        assert_eq!(bad.parse::<Size>(), Err(BoardError), "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Drawn in any order, every side once, each box is somebody's.
    #[test]
    fn every_game_fills_the_board(size in size(), order in any::<prop::sample::Index>(), step in 1..97usize) {
        let mut board = Board::new(size);
        let mut sides: Vec<Side> = board.free().collect();
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        prop_assert_eq!(sides.len(), columns * (rows + 1) + rows * (columns + 1));
        let (mut player, mut at, mut closed) = (0, order.index(sides.len()), 0);
        while !sides.is_empty() {
            prop_assert!(!board.is_full());
            at = (at + step) % sides.len();
            let side = sides.swap_remove(at);
            let boxes = board.draw(player, side).unwrap();
            prop_assert!(boxes <= 2);
            closed += boxes;
            if boxes == 0 {
                player = 1 - player;
            }
        }
        prop_assert!(board.is_full());
        prop_assert_eq!(closed, size.boxes());
        prop_assert_eq!((board.score(0) + board.score(1)) as usize, size.boxes());
    }
}

/// Records and servers may tell of a box that has an owner before its sides are drawn.
#[test]
fn a_box_that_has_an_owner_already_can_be_closed() {
    let mut board = Board::new("2".parse().unwrap());
    for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
        board.set(x, y, 0);
    }
    let sides: Vec<Side> = board.free().collect();
    let closed = sides.into_iter().map(|side| {
        assert!(!board.is_full());
        board.draw(1, side).unwrap()
    });
    assert_eq!(closed.sum::<usize>(), 4);
    assert!(board.is_full());
}
