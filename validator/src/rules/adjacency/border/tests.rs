use marchland_maps::mask::{PixelFormat, Regions};
use marchland_maps::{Draft, MaskFile, Rgb};
use proptest::prelude::*;

use super::*;

const SEPARATOR: u8 = 0;

/// A draft with territories of the greys from 1 to `count`.
fn draft(count: u8, gap: u32) -> Draft {
    let grey = |value| Rgb::new(value, value, value);
    let mut draft = Draft::new();
    for value in 1..=count {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(grey(value));
        draft.territories.push(territory);
    }
    draft.mask = Some(MaskFile {
        separator: vec![grey(SEPARATOR)],
        gap: u16::try_from(gap).ok(),
        ..MaskFile::default()
    });
    draft
}

/// A simple implementation: looks from every pixel of `from` in four directions.
fn plain(survey: &Survey, land: &Land, from: usize, to: usize) -> Option<Spot> {
    let regions = &survey.regions;
    let mut seen = Seen::default();
    for y in 0..regions.height() {
        for x in 0..regions.width() {
            if regions
                .region_at(x, y)
                .and_then(|id| land.parts().territory_of(id))
                != Some(from)
            {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let met = (1..=i64::from(land.gap()) + 1)
                    .map_while(|step| {
                        let x = u32::try_from(i64::from(x) + dx * step).ok()?;
                        let y = u32::try_from(i64::from(y) + dy * step).ok()?;
                        regions.region_at(x, y)
                    })
                    .find(|&id| !land.separates(id));
                if met.and_then(|id| land.parts().territory_of(id)) == Some(to) {
                    seen.pixel(x, y);
                }
            }
        }
    }
    seen.spot
}

proptest! {
    #[test]
    fn the_border_agrees_with_a_simple_implementation(
        width in 1_u32..16,
        colours in 3_u8..6,
        bytes in prop::collection::vec(any::<u8>(), 1..250),
        gap in 0_u32..4,
    ) {
        let height = bytes.len() as u32 / width;
        prop_assume!(height > 0);
        let pixels: Vec<u8> = bytes[..(width * height) as usize]
            .iter()
            .map(|byte| byte % colours)
            .collect();
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        let draft = draft(colours - 1, gap);
        let survey = Survey::new(regions, &draft);
        let land = &survey.land;
        let runs = |at: usize| -> u32 {
            land.parts().of(at).iter().map(|&id| survey.regions.get(id).runs).sum()
        };
        for a in 0..draft.territories.len() {
            for b in 0..a {
                let (from, to) = if runs(a) <= runs(b) { (a, b) } else { (b, a) };
                let expected = plain(&survey, land, from, to);
                prop_assert_eq!(border(&survey, land, a, b), expected);
                prop_assert_eq!(expected.is_some(), land.contact(a, b) > 0);
            }
        }
    }
}
