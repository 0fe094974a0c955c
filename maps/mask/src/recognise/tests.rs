use super::*;
use crate::PixelFormat;

/// A mask of blocks: each character of `rows` is a square of `side` pixels of that grey, with lines
/// of `line` black pixels between different ones.
fn blocks(rows: &[&str], side: usize, line: usize) -> Recognition {
    let (width, height) = (rows[0].len() * side, rows.len() * side);
    let at = |x: usize, y: usize| rows[y / side].as_bytes()[x / side];
    let mut pixels = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let differs = |dx, dy| x >= dx && y >= dy && at(x - dx, y - dy) != at(x, y);
            // Squares are larger than lines are wide, so one pixel at each end tells.
            let is_line = [(line, 0), (0, line), (line, line)];
            let is_line = is_line.into_iter().any(|(dx, dy)| differs(dx, dy));
            pixels.push(if is_line { 0 } else { at(x, y) });
        }
    }
    let format = PixelFormat::grey(8, None);
    Recognition::of(&Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap())
}

fn roles(recognition: &Recognition, role: Role) -> Vec<u8> {
    recognition.of_role(role).map(|g| g.colour.0[0]).collect()
}

/// The sea of these masks is white.
const ISLAND: [&str; 5] = [
    "\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}",
    "\u{7f}AABB\u{7f}\u{7f}",
    "\u{7f}CCBD\u{7f}\u{7f}",
    "\u{7f}CEED\u{7f}\u{7f}",
    "\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}",
];

#[test]
fn the_sea_lies_around_the_land() {
    let recognition = blocks(&ISLAND, 20, 0);
    assert_eq!(roles(&recognition, Role::Background), [0x7f]);
    assert_eq!(roles(&recognition, Role::Territory).len(), 5);
    assert_eq!(recognition.gap, 0);
    assert!(!recognition.calls_for_repair());
    let sea = recognition.guess(Rgba([0x7f, 0x7f, 0x7f, 255])).unwrap();
    assert!(sea.confidence > 0.6 && !sea.reasons.is_empty(), "{sea:?}");
}

#[test]
fn lines_are_told_from_land() {
    for (side, line) in [(20, 1), (20, 2), (20, 3), (60, 8), (90, 11), (120, 24)] {
        let recognition = blocks(&ISLAND, side, line);
        assert_eq!(roles(&recognition, Role::Separator), [0], "{line} px");
        assert_eq!(roles(&recognition, Role::Background), [0x7f], "{line} px");
        assert_eq!(recognition.gap, line as u32);
    }
}

#[test]
fn wide_lines_in_the_colour_of_the_sea_are_told_of() {
    for line in [8, 11, 20, 40] {
        let mut pixels = Vec::new();
        let side = 8 * line;
        for y in 0..3 * side {
            for x in 0..5 * side {
                let is_line = x % side < line || y % side < line;
                let own = 1 + x / side + y / side * 5;
                pixels.push(if is_line { 255 } else { 10 * own as u8 });
            }
        }
        let [width, height] = [5 * side, 3 * side].map(|n| n as u32);
        let format = PixelFormat::grey(8, None);
        let mask = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        let recognition = Recognition::of(&mask);
        let told = recognition.wider_gap.unwrap_or(recognition.gap);
        assert_eq!(told, line as u32, "{recognition:?}");
    }
}

#[test]
fn the_sea_lies_around_a_single_territory() {
    for sea in ['Z', '\u{7f}'] {
        let row = |inner: &str| format!("{sea}{inner}{sea}");
        let rows = [row(&sea.to_string().repeat(2)), row("AA")];
        let rows = [0, 1, 1, 0].map(|at: usize| &*rows[at]);
        let recognition = blocks(&rows, 20, 0);
        assert_eq!(roles(&recognition, Role::Background), [sea as u8]);
        assert_eq!(roles(&recognition, Role::Territory), [b'A']);
    }
}

#[test]
fn a_mask_without_a_sea_has_none() {
    let halves = blocks(&["AB", "AB"], 20, 0);
    assert!(roles(&halves, Role::Background).is_empty());
    let recognition = blocks(&["ABC", "DEF"], 20, 0);
    assert!(roles(&recognition, Role::Background).is_empty());
    assert_eq!(roles(&recognition, Role::Territory).len(), 6);
}

#[test]
fn specks_are_dirt_and_much_dirt_calls_for_repair() {
    let format = PixelFormat::grey(8, None);
    let mut pixels = vec![250_u8; 100 * 100];
    for y in 30..70 {
        for x in 30..70 {
            pixels[y * 100 + x] = if x < 50 { 10 } else { 20 };
        }
    }
    let recognise =
        |pixels: &[u8]| Recognition::of(&Regions::from_pixels(100, 100, &format, pixels).unwrap());
    assert!(roles(&recognise(&pixels), Role::Stray).is_empty());
    pixels[31 * 100 + 31] = 99;
    let dirty = recognise(&pixels);
    assert_eq!(roles(&dirty, Role::Stray), [99]);
    assert!(!dirty.calls_for_repair());
    for i in 0..60 {
        pixels[(30 + i % 40) * 100 + 49 + i / 40] = 100 + i as u8;
    }
    assert!(recognise(&pixels).calls_for_repair());

    let one = Regions::from_pixels(1, 1, &format, &[7]).unwrap();
    assert!(!Recognition::of(&one).calls_for_repair());
}
