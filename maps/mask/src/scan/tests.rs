use super::*;
use crate::place::Point;
use crate::tests::drawn;
use crate::{RegionId, Run};
use proptest::prelude::*;

/// Numbers the regions by flooding them, in reading order.
fn flood(width: usize, pixels: &[u8]) -> Vec<u32> {
    let mut labels = vec![u32::MAX; pixels.len()];
    let mut next = 0;
    for seed in 0..pixels.len() {
        if labels[seed] != u32::MAX {
            continue;
        }
        let mut open = vec![seed];
        labels[seed] = next;
        while let Some(at) = open.pop() {
            let mut visit = |to: usize| {
                if labels[to] == u32::MAX && pixels[to] == pixels[at] {
                    labels[to] = next;
                    open.push(to);
                }
            };
            if !at.is_multiple_of(width) {
                visit(at - 1);
            }
            if !(at + 1).is_multiple_of(width) {
                visit(at + 1);
            }
            if at >= width {
                visit(at - width);
            }
            if at + width < pixels.len() {
                visit(at + width);
            }
        }
        next += 1;
    }
    labels
}

proptest! {
    #[test]
    fn regions_agree_with_flooding(
        width in 1_usize..30,
        colours in 1_u8..5,
        bytes in prop::collection::vec(any::<u8>(), 1..900),
    ) {
        let height = bytes.len() / width;
        prop_assume!(height > 0);
        let pixels: Vec<u8> = bytes[..width * height].iter().map(|b| b % colours).collect();
        let labels = flood(width, &pixels);
        let format = PixelFormat::grey(8, None);
        let regions =
            Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();

        prop_assert_eq!(regions.len(), *labels.iter().max().unwrap() as usize + 1);
        let runs: Vec<Run> = regions.runs().collect();
        prop_assert_eq!(runs.len(), regions.run_count());
        for (id, region) in regions.iter() {
            let places: Vec<(u32, u32)> = (0..pixels.len())
                .filter(|&i| labels[i] == id.0)
                .map(|i| ((i % width) as u32, (i / width) as u32))
                .collect();
            let (first_x, first_y) = places[0];
            let grey = pixels[first_y as usize * width + first_x as usize];
            prop_assert_eq!(region.colour, Rgba([grey, grey, grey, 255]));
            prop_assert_eq!(region.first_pixel(), Point { x: first_x, y: first_y });
            prop_assert_eq!(region.area as usize, places.len());
            let columns = places.iter().map(|place| place.0);
            let rows = places.iter().map(|place| place.1);
            prop_assert_eq!(region.bounds.left, columns.clone().min().unwrap());
            prop_assert_eq!(region.bounds.right, columns.clone().max().unwrap() + 1);
            prop_assert_eq!(region.bounds.top, rows.clone().min().unwrap());
            prop_assert_eq!(region.bounds.bottom, rows.clone().max().unwrap() + 1);
            let mean = |sum: u32| f64::from(sum) / places.len() as f64;
            prop_assert_eq!(region.centroid(), (mean(columns.sum()), mean(rows.sum())));

            let own: Vec<Run> = regions.runs_of(id).collect();
            prop_assert_eq!(own.len(), region.runs as usize);
            let expected: Vec<Run> =
                runs.iter().copied().filter(|run| run.region == id).collect();
            prop_assert_eq!(own, expected);
        }
        // A range that may end before it starts, or beyond the mask.
        let from = u32::from(bytes[0]) % width as u32;
        let to = u32::from(bytes[height - 1]) % (width as u32 + 2);
        for y in 0..height as u32 {
            let within: Vec<Run> = regions.row_within(y, from..to).collect();
            let expected: Vec<Run> = regions
                .row(y)
                .filter(|run| from < to && run.start < to && from < run.end)
                .collect();
            prop_assert_eq!(within, expected);
        }
        for (i, &label) in labels.iter().enumerate() {
            let (x, y) = ((i % width) as u32, (i / width) as u32);
            prop_assert_eq!(regions.region_at(x, y), Some(RegionId(label)));
        }
        prop_assert_eq!(regions.region_at(width as u32, 0), None);
        prop_assert_eq!(regions.region_at(0, height as u32), None);
        let colours = regions.colours();
        prop_assert_eq!(
            colours.iter().map(|count| count.area).sum::<u64>(),
            pixels.len() as u64
        );
        prop_assert!(colours.is_sorted_by_key(|count| std::cmp::Reverse(count.area)));
    }

    #[test]
    fn runs_that_go_on_from_row_to_row_keep_their_region((width, pixels) in drawn()) {
        let height = pixels.len() as u32 / width;
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        for (i, label) in flood(width as usize, &pixels).into_iter().enumerate() {
            let (x, y) = (i as u32 % width, i as u32 / width);
            prop_assert_eq!(regions.region_at(x, y), Some(RegionId(label)));
        }
    }

    #[test]
    fn recolouring_is_reading_the_recoloured_picture(
        width in 1_usize..20,
        bytes in prop::collection::vec(0_u8..6, 1..400),
    ) {
        let height = bytes.len() / width;
        prop_assume!(height > 0);
        let pixels = &bytes[..width * height];
        let format = PixelFormat::grey(8, None);
        let (columns, rows) = (width as u32, height as u32);
        let before = Regions::from_pixels(columns, rows, &format, pixels).unwrap();
        let after = before
            .recoloured(|_, region| {
                let half = region.colour.0[0] / 2;
                Rgba([half, half, half, 255])
            })
            .unwrap();
        let halved: Vec<u8> = pixels.iter().map(|grey| grey / 2).collect();
        let expected = Regions::from_pixels(columns, rows, &format, &halved).unwrap();
        prop_assert!(after.runs().eq(expected.runs()));
        prop_assert!(after.iter().eq(expected.iter()));

        let mut sent = Scan::new();
        before.send(&mut sent).unwrap();
        prop_assert!(sent.finish().unwrap().runs().eq(before.runs()));
    }
}

#[test]
fn sizes_beyond_the_limits_are_refused_before_anything_is_allocated() {
    for (width, height) in [(0, 1), (1, 0), (32_769, 1), (1, 32_769), (32_768, 32_768)] {
        assert!(matches!(
            Scan::new().begin(width, height),
            Err(MaskError::Size { .. })
        ));
    }
    assert!(Scan::new().begin(16_384, 16_384).is_ok());
    assert!(matches!(
        Regions::from_pixels(2, 2, &PixelFormat::RGB, &[0; 11]),
        Err(MaskError::Size { .. })
    ));
}
