use std::collections::BTreeSet;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage};

use super::*;
use crate::place::Wrap;
use crate::{Contacts, read};

const SEA: [u8; 3] = [250, 250, 255];

/// A drawn world: sea, and twelve territories with curved borders, two of them
/// of two parts.
fn clean() -> RgbImage {
    let keys: Vec<[u8; 3]> = (0..12_u32)
        .map(|i| {
            [
                (40 + i * 67 % 190) as u8,
                (30 + i * 101 % 200) as u8,
                (20 + i * 149 % 180) as u8,
            ]
        })
        .collect();
    let drawn = RgbImage::from_fn(320, 240, |x, y| {
        let (u, v) = (f64::from(x), f64::from(y));
        let (u, v) = (u + 9.0 * (v / 23.0).sin(), v + 7.0 * (u / 31.0).cos());
        let inside = (30.0..250.0).contains(&u) && (30.0..200.0).contains(&v);
        let islands = [(285.0, 60.0, 0), (285.0, 160.0, 5)];
        for (left, top, owner) in islands {
            if (u - left).hypot(v - top) < 14.0 {
                return image::Rgb(keys[owner]);
            }
        }
        if inside {
            let place = ((u - 30.0) / 55.0) as usize + 4 * ((v - 30.0) / 57.0) as usize;
            image::Rgb(keys[place.min(11)])
        } else {
            image::Rgb(SEA)
        }
    });
    // Where waves meet the sampling leaves single pixels.
    let is_single = |x: u32, y: u32| {
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        around
            .iter()
            .all(|&(x2, y2)| drawn.get_pixel(x2, y2) != drawn.get_pixel(x, y))
    };
    RgbImage::from_fn(320, 240, |x, y| {
        let inner = (1..319).contains(&x) && (1..239).contains(&y);
        let x = if inner && is_single(x, y) { x - 1 } else { x };
        *drawn.get_pixel(x, y)
    })
}

/// The same, every pixel the mean of a square around it.
fn smoothed(image: &RgbImage) -> RgbImage {
    let (width, height) = image.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let mut sums = [0_u32; 3];
        for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            let near = |at: u32, d: u32, side: u32| (at + d).saturating_sub(1).min(side - 1);
            let pixel = image.get_pixel(near(x, dx, width), near(y, dy, height));
            for (sum, channel) in sums.iter_mut().zip(pixel.0) {
                *sum += u32::from(channel);
            }
        }
        image::Rgb(sums.map(|sum| ((sum + 4) / 9) as u8))
    })
}

fn png(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn jpeg(image: &RgbImage, quality: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .encode_image(image)
        .unwrap();
    bytes
}

fn repaired(bytes: &[u8]) -> Repair {
    let options = RepairOptions::default();
    repair(Cursor::new(bytes), &options, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

/// Pairs of colours that touch along at least `least` pixels.
fn touching(mask: &Regions, least: u32) -> BTreeSet<(Rgba, Rgba)> {
    let contacts = Contacts::across(mask, 0, Wrap::default(), |_| false);
    let colour = |id| mask.get(id).colour;
    contacts
        .iter()
        .filter(|contact| contact.length >= least)
        .map(|contact| (colour(contact.a), colour(contact.b)))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

/// The repaired mask with each key replaced by the original's nearest, which no
/// two of them share.
fn in_original_keys(repair: &Repair, original: &Regions) -> Regions {
    let keys: Vec<Rgba> = original.colours().iter().map(|c| c.colour).collect();
    let nearest = |colour: Rgba| {
        let distance = |key: &&Rgba| key.rgb().distance_squared(colour.rgb());
        *keys.iter().min_by_key(distance).unwrap()
    };
    let found: BTreeSet<Rgba> = repair
        .mask
        .colours()
        .iter()
        .map(|c| nearest(c.colour))
        .collect();
    assert_eq!(
        found.len(),
        repair.figures.colours_after,
        "no two keys for one"
    );
    assert_eq!(found.len(), keys.len(), "every key is found");
    repair
        .mask
        .recoloured(|_, region| nearest(region.colour))
        .unwrap()
}

fn share_equal(a: &Regions, b: &Regions) -> f64 {
    let (mut same, mut all) = (0_u32, 0_u32);
    for y in 0..a.height() {
        for x in 0..a.width() {
            let colour = |mask: &Regions| mask.region_at(x, y).map(|id| mask.get(id).colour);
            same += u32::from(colour(a) == colour(b));
            all += 1;
        }
    }
    f64::from(same) / f64::from(all)
}

fn check(bytes: &[u8], least_share: f64) -> Figures {
    let original = read(&png(&clean())).unwrap();
    let repair = repaired(bytes);
    let mask = in_original_keys(&repair, &original);
    let share = share_equal(&original, &mask);
    assert!(share >= least_share, "{share} of the pixels are equal");
    // Where four corners meet, two of them may touch along a pixel or three.
    let but = |a: &Regions, b: &Regions| {
        let pairs = &touching(a, 16) - &touching(b, 1);
        assert!(pairs.is_empty(), "{pairs:?}");
    };
    but(&original, &mask);
    but(&mask, &original);
    assert_eq!(original.len(), mask.len(), "regions");
    repair.figures
}

#[test]
fn a_clean_mask_stays_as_it_is() {
    let figures = check(&png(&clean()), 1.0);
    assert_eq!(
        (figures.changed, figures.specks, figures.sloppiness),
        (0, 0, Sloppiness::Edges)
    );
}

#[test]
fn smoothed_borders_become_sharp_again() {
    let figures = check(&png(&smoothed(&clean())), 0.995);
    assert!(
        figures.colours_before > 200 && figures.sloppiness == Sloppiness::Edges,
        "{figures:?}"
    );
    assert_eq!(figures.colours_after, 13);
}

#[test]
fn noise_of_jpeg_files_is_quieted() {
    for (quality, share) in [(95, 0.998), (85, 0.99), (70, 0.985)] {
        let bytes = jpeg(&clean(), quality);
        // Thousands of colours lead to one offer, not to thousands of regions.
        let mask = read(&bytes).unwrap();
        assert!(
            Recognition::of(&mask).calls_for_repair(),
            "quality {quality}"
        );
        let figures = check(&bytes, share);
        assert!(
            figures.sloppiness == Sloppiness::Noisy && figures.colours_before > 1_000,
            "{figures:?}"
        );
    }
}

/// Whatever is to be made one or kept apart, noise makes no keys.
#[test]
fn a_tolerance_takes_no_noise_for_keys() {
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../world/mask.png");
    // A third of it, with 24 colours.
    let world = image::open(world).unwrap().crop_imm(1_050, 100, 800, 1_000);
    let world = world.to_rgb8();
    let bytes = jpeg(&world, 90);
    for tolerance in [None, Some(0), Some(12)] {
        let options = RepairOptions {
            tolerance,
            ..RepairOptions::default()
        };
        let mut on = |_| ControlFlow::Continue(());
        let repaired = repair(Cursor::new(&bytes), &options, &mut on).unwrap();
        assert_eq!(repaired.figures.colours_after, 24, "{tolerance:?}");
    }
}

#[test]
fn specks_and_an_off_white_sea() {
    let mut image = clean();
    let mut specks = 0;
    for i in 0..60_u32 {
        let (x, y) = (7 + i * 53 % 300, 5 + i * 37 % 225);
        image.put_pixel(x, y, image::Rgb([(i * 4) as u8, 99, 31]));
        specks += 1;
    }
    for y in 2..12 {
        for x in 2..40 {
            image.put_pixel(x, y, image::Rgb([249, 250, 254]));
        }
    }
    let figures = check(&png(&image), 0.999);
    assert!(figures.changed >= 380 + specks - 60 && figures.colours_before > 60);
}

#[test]
fn lines_dissolve_or_stay() {
    let plain = clean();
    let lined = RgbImage::from_fn(320, 240, |x, y| {
        let own = plain.get_pixel(x, y);
        let differs = (x > 0 && plain.get_pixel(x - 1, y) != own)
            || (y > 0 && plain.get_pixel(x, y - 1) != own);
        if differs { image::Rgb([0; 3]) } else { *own }
    });
    let figures = check(&png(&lined), 0.985);
    assert!(figures.line_pixels > 1_000, "{figures:?}");
    let stay = RepairOptions {
        dissolve_lines: false,
        ..RepairOptions::default()
    };
    let apart = RepairOptions {
        keep_apart: vec![[Rgb([0; 3]), Rgb(SEA)]],
        ..RepairOptions::default()
    };
    let bytes = png(&lined);
    for options in [stay, apart] {
        let kept = repair(Cursor::new(&bytes), &options, &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        let figures = kept.figures;
        assert!(
            figures.line_pixels == 0 && figures.changed < 4,
            "{figures:?}"
        );
    }
}

#[test]
fn before_and_after_can_be_painted() {
    let bytes = png(&smoothed(&clean()));
    let repair = repaired(&bytes);
    let view = View {
        left: -1.0,
        top: 20.0,
        scale: 2.0,
        width: 90,
        height: 40,
    };
    let (mut before, mut after) = (vec![[7; 4]; 3600], vec![[7; 4]; 3600]);
    repair.paint_before(&view, &mut before);
    let palette: Vec<_> = repair.mask.iter().map(|(_, r)| r.colour.0).collect();
    repair.mask.paint(&view, &palette, &mut after);
    for (i, (before, after)) in before.iter().zip(&after).enumerate() {
        let (x, y) = (i as u32 % 90, i as u32 / 90);
        let expected = x.checked_sub(2).and_then(|x| repair.at(x / 2, 20 + y / 2));
        let [old, new] = expected.map_or([[7; 4]; 2], |colours| colours.map(|c| c.0));
        assert_eq!((*before, *after), (old, new), "({x}, {y})");
    }
}

#[test]
fn it_can_be_cancelled() {
    let bytes = png(&clean());
    let options = RepairOptions::default();
    for limit in [0.0, 0.35, 0.85] {
        let watch = &mut |share| {
            if share >= limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let error = repair(Cursor::new(&bytes), &options, watch).unwrap_err();
        assert!(
            matches!(error, RepairError::Mask(MaskError::Cancelled)),
            "{error}"
        );
    }
}

/// Two rows of four squares of 40 pixels: the right one of each pair in a colour 7 to 12
/// away, dark lines between, in a white sea; smoothed.
fn near_neighbours(line: u32) -> RgbImage {
    let colours: [[u8; 3]; 8] = [
        [90, 140, 60],
        [94, 134, 65],
        [200, 80, 70],
        [200, 87, 70],
        [60, 70, 170],
        [66, 70, 180],
        [150, 150, 40],
        [145, 158, 44],
    ];
    let drawn = RgbImage::from_fn(240, 160, |x, y| {
        let inside = (40..200).contains(&x) && (40..120).contains(&y);
        let is_line = x % 40 < line || y % 40 < line;
        match inside {
            true if is_line && y > 60 => image::Rgb([20; 3]),
            true => image::Rgb(colours[((x - 40) / 40 + (y - 40) / 40 * 4) as usize]),
            false => image::Rgb(SEA),
        }
    });
    smoothed(&drawn)
}

#[test]
fn colours_of_large_even_areas_stay_apart_however_near_they_are() {
    for line in 0..4 {
        let repair = repaired(&png(&near_neighbours(line)));
        let figures = repair.figures;
        assert_eq!(figures.sloppiness, Sloppiness::Edges, "lines of {line} px");
        assert_eq!(figures.colours_after, 9, "lines of {line} px");
        assert_eq!(repair.merges, []);
        assert_eq!(
            touching(&repair.mask, 8).len(),
            10 + 8,
            "lines of {line} px"
        );
    }
    // In a JPEG file as well.
    let repair = repaired(&jpeg(&near_neighbours(2), 92));
    assert_eq!(repair.figures.sloppiness, Sloppiness::Noisy);
    assert_eq!(repair.figures.colours_after, 9);
}

#[test]
fn causes_of_a_sloppy_picture_are_reported() {
    let of = |bytes: &[u8]| repaired(bytes).figures.sloppiness;
    let plain = clean();
    let blurred = |sigma| png(&image::imageops::blur(&plain, sigma));
    assert_eq!(of(&blurred(0.8)), Sloppiness::Edges);
    assert_eq!(of(&blurred(2.5)), Sloppiness::Blurred);
    for line in 1..4 {
        assert_eq!(of(&png(&near_neighbours(line))), Sloppiness::Edges);
    }
    assert_eq!(of(&jpeg(&plain, 90)), Sloppiness::Noisy);
}

#[test]
fn merges_are_listed_and_can_be_refused() {
    let mut image = clean();
    for (x, y) in (2..40).flat_map(|x| (2..12).map(move |y| (x, y))) {
        image.put_pixel(x, y, image::Rgb([249, 250, 254]));
    }
    let bytes = png(&image);
    let with = |options: &RepairOptions| {
        let mut on = |_| ControlFlow::Continue(());
        repair(Cursor::new(&bytes), options, &mut on)
    };
    let shade = Rgb([249, 250, 254]);
    let repaired = with(&RepairOptions::default()).unwrap();
    let expected = Merge {
        colour: shade,
        into: Rgb(SEA),
        pixels: 380,
        places: vec![crate::Point::new(2, 2)],
    };
    assert_eq!(repaired.merges, [expected]);
    let kept = RepairOptions {
        keep_apart: vec![[Rgb(SEA), shade]],
        ..RepairOptions::default()
    };
    let exact = RepairOptions {
        tolerance: Some(0),
        ..RepairOptions::default()
    };
    for options in [kept, exact] {
        let repaired = with(&options).unwrap();
        assert_eq!(
            (repaired.figures.colours_after, repaired.merges.len()),
            (14, 0)
        );
    }
    let missing = RepairOptions {
        keep_apart: vec![[Rgb(SEA), Rgb([1, 2, 3])]],
        ..RepairOptions::default()
    };
    let error = with(&missing).unwrap_err();
    assert!(
        matches!(error, RepairError::NoSuchColour(Rgb([1, 2, 3]))),
        "{error}"
    );
}

/// A territory of its own colour between dark lines, too narrow for an even place once all
/// is smoothed, stays; specks go, and of those that were patches it is told.
#[test]
fn a_narrow_territory_stays_and_specks_are_told() {
    let drawn = |(wide, high): (u32, u32)| {
        let mut drawn = near_neighbours(0);
        for (x, y) in (90..90 + wide + 4).flat_map(|x| (60..60 + high + 4).map(move |y| (x, y))) {
            let inside = (92..92 + wide).contains(&x) && (62..62 + high).contains(&y);
            let colour = if inside { [30, 160, 190] } else { [20; 3] };
            drawn.put_pixel(x, y, image::Rgb(colour));
        }
        for (x, y) in [(50, 50), (120, 100), (180, 70), (20, 20)] {
            drawn.put_pixel(x, y, image::Rgb([250, 20, 200]));
        }
        repaired(&png(&smoothed(&drawn)))
    };
    let own = Rgb([30, 160, 190]);
    let area = |repair: &Repair| {
        let colours = repair.mask.colours();
        let own = colours.iter().find(|colour| colour.colour.rgb() == own);
        own.map(|colour| colour.area)
    };
    for size in [(4, 9), (5, 6), (4, 14), (20, 20)] {
        let repair = drawn(size);
        assert_eq!(repair.figures.colours_after, 10, "{size:?}");
        assert!(
            area(&repair) >= Some(u64::from(size.0 * size.1)),
            "{size:?}"
        );
    }
    let repair = drawn((4, 4));
    assert_eq!((repair.figures.colours_after, area(&repair)), (9, None));
    let first = repair.specks.first().expect("it is told");
    assert_eq!((first.colour, first.pixels), (own, 4));
    assert!((92..96).contains(&first.at.x) && (62..66).contains(&first.at.y));
}

#[test]
fn a_single_even_speck_is_not_a_territory() {
    let picture = RgbImage::from_fn(6, 6, |x, y| match (x, y) {
        (2..4, 2..4) => image::Rgb([200, 0, 0]),
        _ => image::Rgb([0, (40 * x) as u8, (40 * y) as u8]),
    });
    let options = RepairOptions::default();
    let repaired = repair(Cursor::new(png(&picture)), &options, &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(matches!(repaired, Err(RepairError::NoKeys)));
}
