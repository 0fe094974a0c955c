use proptest::prelude::*;

use super::*;
use crate::mask::PixelFormat;

const WIDTH: u32 = 32;
const HEIGHT: u32 = 120;
/// Number of territories. Their key colours count from 1; 0 is sea, and higher ones are unknown.
const TERRITORIES: u8 = 4;

fn regions(pixels: &[u8]) -> Regions {
    let format = PixelFormat::grey(8, None);
    Regions::from_pixels(WIDTH, HEIGHT, &format, pixels).expect("a mask")
}

fn grey(level: u8) -> Rgb {
    Rgb::new(level, level, level)
}

fn draft(wrap: Wrap, has_lines: bool) -> Draft {
    let mut draft = Draft::new();
    draft.wrap = wrap;
    draft.mask = Some(MaskFile {
        background: vec![grey(0)],
        separator: if has_lines { vec![grey(9)] } else { Vec::new() },
        ..MaskFile::default()
    });
    for level in 1..=TERRITORIES {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(grey(level));
        draft.territories.push(territory);
    }
    draft
}

/// What becomes of the draft with the stroke.
#[derive(Debug, Clone, Copy)]
enum Change {
    Nothing,
    /// A territory of the stroke's colour comes, at that place.
    Comes(usize),
    /// That territory goes.
    Goes(usize),
    Recoloured(usize),
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_updated_survey_equals_a_new_one(
        cells in prop::collection::vec(0_u8..=6, (WIDTH * HEIGHT / 8) as usize),
        (left, top, width, height) in (0..WIDTH, 0..HEIGHT, 1..WIDTH, 1_u32..40),
        colour in 0_u8..=9,
        gap in 0_u32..4,
        (horizontal, vertical, has_lines) in (any::<bool>(), prop::bool::weighted(0.2), any::<bool>()),
        is_whole in any::<bool>(),
        change in prop_oneof![
            3 => Just(Change::Nothing),
            1 => (0..=4_usize).prop_map(Change::Comes),
            1 => (0..4_usize).prop_map(Change::Goes),
            1 => (0..4_usize).prop_map(Change::Recoloured),
        ],
    ) {
        // Cells of four by two pixels, for land that is more than dirt.
        let pixels: Vec<u8> = (0..WIDTH * HEIGHT)
            .map(|at| cells[(at / WIDTH / 2 * (WIDTH / 4) + at % WIDTH / 4) as usize])
            .collect();
        let before = regions(&pixels);
        let mut within = Bounds {
            left,
            top,
            right: (left + width).min(WIDTH),
            bottom: (top + height).min(HEIGHT),
        };
        let mut painted = pixels;
        for y in within.top..within.bottom {
            let row = (y * WIDTH) as usize;
            painted[row + within.left as usize..row + within.right as usize].fill(colour);
        }
        let mut after = regions(&painted);
        if is_whole {
            // All of a region, which may leave all runs as they are.
            let own = before.region_at(left, top).expect("it is there");
            let new = |id, of: Rgba| if id == own { Rgba::opaque(grey(colour)) } else { of };
            within = before.bounds();
            let drawn = before.redrawn(0..HEIGHT, |y, runs| {
                for run in before.row(y) {
                    runs.push(run.end, new(run.region, before.get(run.region).colour));
                }
            });
            after = drawn.expect("a mask");
        }
        let old = draft(Wrap { horizontal, vertical }, has_lines);
        let mut new = old.clone();
        match change {
            Change::Nothing => {}
            Change::Comes(at) => {
                let mut territory = new.fresh_territory();
                territory.colour = Some(grey(colour.max(5)));
                new.territories.insert(at, territory);
            }
            Change::Goes(at) => drop(new.territories.remove(at)),
            Change::Recoloured(at) => new.territories[at].colour = Some(grey(colour)),
        }
        let was = Survey::with_gap(&before, &old, gap);
        let is = Survey::after((&was, &before, &old), &after, &new, within);
        let whole = Survey::with_gap(&after, &new, gap);
        prop_assert_eq!(&is.contacts, &whole.contacts);
        prop_assert_eq!(&is.parts, &whole.parts);
        prop_assert_eq!(&is.grounds, &whole.grounds);
    }
}
