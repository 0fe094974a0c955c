use std::collections::BTreeMap;

use super::tally::SLOTS;
use super::*;
use crate::PixelFormat;
use crate::colour::Rgba;
use crate::tests::drawn;
use proptest::prelude::*;

/// Looks from every pixel to the right and down.
fn plain(
    regions: &Regions,
    gap: u32,
    wrap: Wrap,
    is_separator: impl Fn(RegionId) -> bool,
) -> Vec<Contact> {
    let (width, height) = (regions.width(), regions.height());
    let mut lengths = BTreeMap::new();
    for y in 0..height {
        for x in 0..width {
            let from = regions.region_at(x, y).unwrap();
            if is_separator(from) {
                continue;
            }
            for (dx, dy, wraps, span) in [
                (1, 0, wrap.horizontal, width),
                (0, 1, wrap.vertical, height),
            ] {
                // Never round and past the start.
                for step in 1..=(gap + 1).min(span.saturating_sub(1)) {
                    let (mut to_x, mut to_y) = (x + dx * step, y + dy * step);
                    if wraps {
                        to_x %= width;
                        to_y %= height;
                    }
                    let Some(to) = regions.region_at(to_x, to_y) else {
                        break;
                    };
                    if is_separator(to) {
                        continue;
                    }
                    if to != from {
                        *lengths.entry((from.min(to), from.max(to))).or_insert(0) += 1;
                    }
                    break;
                }
            }
        }
    }
    lengths
        .into_iter()
        .map(|((a, b), length)| Contact { a, b, length })
        .collect()
}

proptest! {
    #[test]
    fn contacts_match_a_search_from_every_pixel(
        width in 1_u32..24,
        colours in 2_u8..5,
        bytes in prop::collection::vec(any::<u8>(), 1..500),
        gap in 0_u32..5,
        (horizontal, vertical) in any::<(bool, bool)>(),
    ) {
        let height = bytes.len() as u32 / width;
        prop_assume!(height > 0);
        let pixels: Vec<u8> = bytes[..(width * height) as usize]
            .iter()
            .map(|byte| byte % colours)
            .collect();
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();

        let touching = Contacts::touching(&regions);
        let expected = plain(&regions, 0, Wrap::default(), |_| false);
        prop_assert_eq!(touching.iter().collect::<Vec<_>>(), expected);

        let is_separator = |id: RegionId| regions.get(id).colour.0[0] == 0;
        let wrap = Wrap { horizontal, vertical };
        let across = Contacts::across(&regions, gap, wrap, is_separator);
        let expected = plain(&regions, gap, wrap, is_separator);
        prop_assert_eq!(across.len(), expected.len());
        for contact in &expected {
            prop_assert_eq!(across.between(contact.b, contact.a), contact.length);
        }
        prop_assert_eq!(across.iter().collect::<Vec<_>>(), expected);
        prop_assert_eq!(
            Contacts::across(&regions, 0, Wrap::default(), |_| false),
            touching
        );
    }
}

/// The lengths by pair of different colours, whatever the regions.
fn by_colours(regions: &Regions, contacts: &Contacts) -> BTreeMap<(Rgba, Rgba), i64> {
    let mut lengths = BTreeMap::new();
    for Contact { a, b, length } in contacts.iter() {
        let [a, b] = [a, b].map(|id| regions.get(id).colour);
        if a == b {
            continue;
        }
        *lengths.entry((a.min(b), a.max(b))).or_default() += i64::from(length);
    }
    lengths
}

proptest! {
    #[test]
    fn contacts_around_a_change_tell_all_that_it_changes(
        (width, height) in (1_u32..24, 1_u32..24),
        bytes in prop::collection::vec(0_u8..4, 24 * 24),
        drawn in prop::collection::vec(0_u8..4, 24 * 24),
        (x, y) in (0_u32..24, 0_u32..24),
        (wide, high) in (1_u32..12, 1_u32..12),
        gap in 0_u32..4,
        horizontal in any::<bool>(),
    ) {
        let (left, top) = (x % width, y % height);
        let (right, bottom) = ((left + wide).min(width), (top + high).min(height));
        let within = Bounds { left, top, right, bottom };
        let mut pixels = bytes[..(width * height) as usize].to_vec();
        let format = PixelFormat::grey(8, None);
        let before = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        for y in top..bottom {
            let row = (y * width) as usize;
            let columns = row + left as usize..row + right as usize;
            pixels[columns.clone()].copy_from_slice(&drawn[columns]);
        }
        let after = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        let wrap = Wrap { horizontal, vertical: false };
        let [known, gone, come, expected] = [
            (&before, false),
            (&before, true),
            (&after, true),
            (&after, false),
        ].map(|(regions, is_around)| {
            let is_separator = |id: RegionId| regions.get(id).colour.0[0] == 0;
            let contacts = if is_around {
                Contacts::around(regions, within, gap, wrap, is_separator)
            } else {
                Contacts::across(regions, gap, wrap, is_separator)
            };
            by_colours(regions, &contacts)
        });
        let mut found = known;
        for (pair, length) in come {
            *found.entry(pair).or_default() += length;
        }
        for (pair, length) in gone {
            *found.entry(pair).or_default() -= length;
        }
        found.retain(|_, length| *length != 0);
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    #[test]
    fn borders_that_move_from_row_to_row_keep_their_length(
        (width, pixels) in drawn(),
    ) {
        let height = pixels.len() as u32 / width;
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();
        let expected = plain(&regions, 0, Wrap::default(), |_| false);
        prop_assert_eq!(Contacts::touching(&regions).iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn more_contacts_than_the_table_holds_are_added_up() {
    // A column that all the others touch, far more than once each.
    let (width, height) = (300, 1200);
    let mut pixels = vec![[0, 0, 0]; width * height];
    for (i, pixel) in pixels.iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        if x > 0 {
            *pixel = [(x % 2) as u8, (y % 2) as u8, 1];
        }
    }
    let bytes = pixels.as_flattened();
    let regions =
        Regions::from_pixels(width as u32, height as u32, &PixelFormat::RGB, bytes).unwrap();
    let contacts = Contacts::touching(&regions);
    assert!(contacts.len() > SLOTS);
    assert!(
        contacts
            .of(RegionId(0))
            .eq((0..height as u32).map(|y| (RegionId(1 + y * (width as u32 - 1)), 1)))
    );
    let expected = plain(&regions, 0, Wrap::default(), |_| false);
    assert!(contacts.iter().eq(expected));

    // A comb: the same pair over and over, with others in between.
    let pixels: Vec<u8> = (0..width * height)
        .map(|i| match (i % width, i / width) {
            (0, _) => 0,
            (1, y) => 1 + (y % 2) as u8,
            (x, y) => ((x * 7 + y * 13) % 5) as u8 + 3,
        })
        .collect();
    let format = PixelFormat::grey(8, None);
    let regions = Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();
    let expected = plain(&regions, 0, Wrap::default(), |_| false);
    assert!(Contacts::touching(&regions).iter().eq(expected));
}
