use super::*;
use crate::Wrap;
use crate::mask::{PixelFormat, Recognition};
use crate::propose::draft;

/// The links, by place in reading order, that are taken of a drawing: each character
/// is a square of 20 pixels, or a column of as many pixels as said.
fn taken(rows: &[&str]) -> Vec<(u16, u16)> {
    let mut pixels = Vec::new();
    for row in rows {
        let row: Vec<u8> = row
            .bytes()
            .flat_map(|c| match c {
                b'.' => vec![255; 20],
                b',' => vec![255; 3],
                land => vec![land; 20],
            })
            .collect();
        pixels.extend(row.repeat(20));
    }
    let (width, height) = (pixels.len() / rows.len() / 20, rows.len() * 20);
    let format = PixelFormat::grey(8, None);
    let regions = Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();
    let mut recognition = Recognition::of(&regions);
    recognition.gap = 0;
    let draft = draft(&regions, &recognition, "mask.png", Wrap::default());
    let survey = Survey::new(&regions, &draft);
    let mut on = |_| ControlFlow::Continue(());
    let links = crossings(&regions, &draft, &survey, Widths::default(), &mut on).unwrap();
    links.iter().map(|l| (l.from.0, l.to.0)).collect()
}

#[test]
fn islands_are_joined_and_straits_are_crossed() {
    let found = taken(&[
        "........,",
        ".A,B.C...",
        ".D,E.....",
        ".FF.....,",
        "........,",
    ]);
    // C is an island and goes to B; A and B lie across a strait of three pixels, and
    // so do D and E, though the land below joins them.
    assert_eq!(found[0], (1, 2));
    assert!(
        found.contains(&(0, 1)) && found.contains(&(3, 4)),
        "{found:?}"
    );
}

#[test]
fn a_map_joined_by_land_gets_no_crossings() {
    assert_eq!(taken(&[".....", ".ABC.", ".D.E.", ".FGH.", "....."]), []);
}

/// B and D are neighbours by land, and the island beside both is linked to each.
#[test]
fn an_island_gets_more_than_one_link() {
    let found = taken(&["...,,..", ".AB,,I.", ".CD,,..", "...,,.."]);
    assert_eq!(found, [(1, 2), (2, 4)]);
}
