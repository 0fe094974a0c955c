//! What lies where: a mask as a grid of territories, lines dissolved.

use std::collections::VecDeque;

use crate::Draft;
use crate::mask::{Ground, Regions};
use crate::outlines::Grid;
use crate::propose::Survey;

/// How far a drawn line may be dissolved, in pixels; what lies deeper inside
/// of it becomes sea.
const WIDEST_LINE: u8 = 24;

/// The grid that a draft sees in its mask: labels are the territories of the
/// draft in its order, plus one. Drawn lines and dirt go to whatever is
/// nearest, land of nobody to the sea.
pub fn grid(draft: &Draft, regions: &Regions) -> Grid {
    let survey = Survey::new(regions, draft);
    let mut grid = Grid::new(regions.width(), regions.height(), draft.wrap.horizontal);
    let width = grid.width();
    // How far a pixel of a line is from what gave it its label, plus one.
    let mut steps = vec![0_u8; grid.cells().len()];
    for run in regions.runs() {
        let start = run.y as usize * width;
        let pixels = start + run.start as usize..start + run.end as usize;
        match survey.ground(run.region) {
            Ground::Land(territory) => grid.cells_mut()[pixels].fill(territory as u16 + 1),
            Ground::Line => steps[pixels].fill(u8::MAX),
            Ground::Water | Ground::Wall => {}
        }
    }
    let mut front: VecDeque<usize> = (0..steps.len())
        .filter(|&at| steps[at] == 0 && grid.sides(at).any(|near| steps[near] == u8::MAX))
        .collect();
    while let Some(at) = front.pop_front() {
        if steps[at] >= WIDEST_LINE {
            continue;
        }
        for near in grid.sides(at) {
            if steps[near] == u8::MAX {
                steps[near] = steps[at] + 1;
                grid.cells_mut()[near] = grid.cells()[at];
                front.push_back(near);
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
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
        let grid = grid(&draft, &regions);
        for y in 0..6 {
            assert_eq!(grid.row(y), [1, 1, 1, 1, 2, 2, 2, 2, 2, 0]);
        }
    }
}
