use crate::dots::Size;

use super::*;

fn drawn(board: &Board, rows: usize) -> String {
    let drawing = Drawing {
        board,
        mark: &|player| char::from(b'A' + player.index() as u8),
        paint: &|_, text| text.to_owned(),
    };
    drawing.fit(rows)
}

fn board(size: &str, sides: &[(u8, u8)]) -> Board {
    let mut board = Board::new(size.parse::<Size>().unwrap());
    for (player, &(x, y)) in (0..2).cycle().zip(sides) {
        board.draw(player, Side { x, y }).unwrap();
    }
    board
}

#[test]
fn tall_where_there_is_room_and_low_where_not() {
    let board = board("3x2", &[(1, 0), (0, 1), (2, 1), (1, 2), (5, 4), (4, 3)]);
    let tall = "
    0 1 2 3 4 5 6
  0 ·───·   ·   ·
  1 │ B │
  2 ·───·   ·   ·
  3         │
  4 ·   ·   ·───·";
    assert_eq!(format!("\n{}", drawn(&board, 6)), tall);
    let low = "
       0 1 2 3 4 5 6
     0 .___.   .   .
  1  2 │_B_│   .   .
  3  4 .   .   │___.";
    assert_eq!(format!("\n{}", drawn(&board, 5)), low);
}

/// The largest board with what stands around it on a terminal of 80 columns and 24 rows.
#[test]
fn the_largest_board_fits_into_a_small_terminal() {
    let board = board("12", &[(1, 0), (0, 23), (24, 23), (23, 24)]);
    let low = drawn(&board, 24);
    assert_eq!(low.lines().count(), 14);
    let columns = low.lines().map(|line| line.chars().count());
    assert_eq!(columns.max(), Some(80), "{low}");
    let last = low.lines().last().unwrap();
    assert!(
        last.starts_with(" 23 24 │ ") && last.ends_with(" ._____│"),
        "{last}"
    );
    // Each dot and each side stands below its number.
    let numbers = low.lines().next().unwrap();
    let place = |line: &str, what: &str| {
        let bytes = line.rfind(what).unwrap() + what.len();
        line[..bytes].chars().count()
    };
    assert_eq!(place(numbers, "24"), place(last, "│"));
    assert_eq!(place(numbers, "22"), place(last, "."));
}
