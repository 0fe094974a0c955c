use super::*;
use crate::mask::PixelFormat;
use crate::{MaskFile, Rgb, Territory};

#[test]
fn lines_go_to_their_neighbours() {
    let (a, b, line) = (Rgb::new(200, 0, 0), Rgb::new(0, 200, 0), Rgb::BLACK);
    let rows = [[a, a, a, line, line, b, b, b, line, Rgb::WHITE]; 6];
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|colour| colour.0).collect();
    let regions = Regions::from_pixels(10, 6, &PixelFormat::RGB, &bytes).expect("regions");
    let mut draft = Draft::new();
    draft.mask = Some(MaskFile {
        background: vec![Rgb::WHITE],
        separator: vec![line],
        ..MaskFile::default()
    });
    for colour in [a, b] {
        let territory = draft.fresh_territory();
        draft.territories.push(Territory {
            colour: Some(colour),
            ..territory
        });
    }
    let plan = Plan::new(&draft, &regions);
    let grid = plan.window(0..6);
    for y in 0..6 {
        assert_eq!(grid.row(y), [1, 1, 1, 1, 2, 2, 2, 2, 2, 0]);
    }
    assert_eq!((plan.label(3, 5), plan.label(9, 0)), (1, 0));
    assert_eq!(plan.areas(2), [6, 24, 30]);
}
