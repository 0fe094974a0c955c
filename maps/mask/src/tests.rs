//! Files of every kind, compared with what the `image` crate makes of them.

use std::io::Cursor;
use std::ops::ControlFlow;

use image::{DynamicImage, ImageFormat};
use proptest::prelude::*;

use super::*;

mod pngs;

/// The chunks of a PNG file around `data`, the filtered rows.
fn png_file(
    (width, height): (u32, u32),
    (colour_type, bits, interlaced): (u8, u8, bool),
    palette: &[u8],
    transparent: &[u8],
    data: &[u8],
    pieces: usize,
) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], body: &[u8]| {
        file.extend((body.len() as u32).to_be_bytes());
        let from = file.len();
        file.extend(kind);
        file.extend(body);
        file.extend(crc32fast::hash(&file[from..]).to_be_bytes());
    };
    let mut header = width.to_be_bytes().to_vec();
    header.extend(height.to_be_bytes());
    header.extend([bits, colour_type, 0, 0, u8::from(interlaced)]);
    chunk(b"IHDR", &header);
    if !palette.is_empty() {
        chunk(b"PLTE", palette);
    }
    if !transparent.is_empty() {
        chunk(b"tRNS", transparent);
    }
    let packed = fdeflate::compress_to_vec(data);
    for piece in packed.chunks(packed.len().div_ceil(pieces)) {
        chunk(b"IDAT", piece);
    }
    chunk(b"IEND", &[]);
    file
}

/// Width and height of each pass that has pixels.
fn passes((width, height): (u32, u32), interlaced: bool) -> Vec<(u32, u32)> {
    if !interlaced {
        return vec![(width, height)];
    }
    [
        (0, 8, 0, 8),
        (4, 8, 0, 8),
        (0, 4, 4, 8),
        (2, 4, 0, 4),
        (0, 2, 2, 4),
        (1, 2, 0, 2),
        (0, 1, 1, 2),
    ]
    .map(|(x, step_x, y, step_y)| {
        (
            width.saturating_sub(x).div_ceil(step_x),
            height.saturating_sub(y).div_ceil(step_y),
        )
    })
    .into_iter()
    .filter(|&(width, height)| width > 0 && height > 0)
    .collect()
}

/// Compares the regions with the pixels `image` sees.
fn agrees(regions: &Regions, image: &DynamicImage) {
    assert_eq!(
        (regions.width(), regions.height()),
        (image.width(), image.height())
    );
    let image = image.to_rgba8().into_raw();
    let rows = image.as_chunks::<4>().0.chunks(regions.width() as usize);
    for (y, row) in (0..).zip(rows) {
        let mut last = None;
        let mut at = 0;
        for run in regions.row(y) {
            assert_eq!(run.start, at);
            let colour = regions.get(run.region).colour;
            assert_ne!(Some(colour), last, "runs are maximal");
            let pixels = &row[run.start as usize..run.end as usize];
            for (x, &pixel) in (run.start..).zip(pixels) {
                if pixel != colour.0 {
                    assert_eq!(colour, Rgba::seen(pixel), "at {x}, {y}");
                }
            }
            last = Some(colour);
            at = run.end;
        }
        assert_eq!(at, regions.width());
    }
}

prop_compose! {
    /// A PNG file of any kind. Since every sequence of filtered bytes is the
    /// picture of something, rows are made of residuals, zero for the most part.
    fn any_png()(
        size in (1_u32..70, 1_u32..20),
        kind in prop::sample::select(&pngs::KINDS[..]),
        interlaced in any::<bool>(),
        palette in prop::collection::vec(0_u8..3, 1..60),
        transparent in prop::option::of(prop::collection::vec(0_u8..3, 6)),
        one_filter in prop::option::of(0_u8..5),
        residuals in prop::collection::vec(
            prop_oneof![8 => Just(0_u8), 1 => 0_u8..4, 1 => any::<u8>()],
            1..600,
        ),
        pieces in 1_usize..4,
    ) -> Vec<u8> {
        let (colour_type, bits) = kind;
        let samples = [1, 0, 3, 1, 2, 0, 4][usize::from(colour_type)];
        let mut bytes = residuals.iter().copied().cycle();
        let mut data = Vec::new();
        for (width, height) in passes(size, interlaced) {
            let row_bytes = (width as usize * samples * usize::from(bits)).div_ceil(8);
            for _ in 0..height {
                let filter = one_filter.unwrap_or_else(|| bytes.next().unwrap() % 5);
                data.push(filter);
                data.extend(bytes.by_ref().take(row_bytes));
                bytes.next();
            }
        }
        let palette = if colour_type == 3 {
            let entries = (palette.len() / 3).clamp(1, 1 << bits);
            [palette, vec![7; 3]].concat()[..entries * 3].to_vec()
        } else {
            Vec::new()
        };
        let transparent = match (colour_type, transparent) {
            (_, None) | (4 | 6, _) => Vec::new(),
            (0, Some(key)) => vec![0, key[0]],
            (3, Some(alphas)) => alphas[..(palette.len() / 3).min(6)].to_vec(),
            // High bytes of 0, as files of 8 bits must have.
            (_, Some(key)) => vec![0, key[0], 0, key[1], 0, key[2]],
        };
        png_file(size, (colour_type, bits, interlaced), &palette, &transparent, &data, pieces)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_kind_of_png_agrees_with_the_image_crate(file in any_png()) {
        let image = image::load_from_memory_with_format(&file, ImageFormat::Png).unwrap();
        agrees(&read(&file).unwrap(), &image);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// The quick reader reads all files that are not interlaced.
    #[test]
    fn large_flat_png_files_agree_with_the_png_crate(
        recipe in prop::collection::vec(any::<u8>(), 120),
    ) {
        let recipe = pngs::Recipe::new(&recipe, 300_000);
        let file = recipe.file();
        let regions = read(&file).unwrap();
        agrees(&regions, &image::load_from_memory_with_format(&file, ImageFormat::Png).unwrap());
        if !recipe.interlaced {
            let quick = png::read_quickly(&file).expect("read by the quick reader");
            prop_assert!(quick.runs().eq(regions.runs()) && quick.iter().eq(regions.iter()));
        }
    }
}

/// As PIL writes them: all of the picture's end is packed into the last few bytes of
/// a chunk.
#[test]
fn flat_pictures_far_past_the_window_are_read_quickly() {
    for (width, height) in [
        (1_211, 983),
        (1_009, 920),
        (983, 367),
        (600, 310),
        (2_000, 2_000),
    ] {
        let mut data = Vec::new();
        for y in 0..height {
            data.push(0);
            let inside = |x: u32| (height / 3..height / 2).contains(&y) && x % 600 > 400;
            data.extend((0..width).flat_map(|x| if inside(x) { [200, 30, 30] } else { [255; 3] }));
        }
        let [first, others @ ..] = [1, 2, 7, 50].map(|pieces| {
            let file = png_file((width, height), (2, 8, false), &[], &[], &data, pieces);
            let regions = png::read_quickly(&file).expect("read by the quick reader");
            (regions, file)
        });
        agrees(&first.0, &image::load_from_memory(&first.1).unwrap());
        for (regions, _) in others {
            assert!(regions == first.0);
        }
    }
}

#[test]
fn files_refused_by_the_quick_reader_go_to_the_png_crate() {
    // A checksum that is wrong is an error, and said in words.
    let mut file = two_halves();
    let at = file.len() - 14;
    file[at] ^= 1;
    assert!(png::read_quickly(&file).is_none());
    let error = read(&file).unwrap_err().to_string();
    assert!(
        error.contains("CRC error") && error.contains("IDAT"),
        "{error}"
    );
    assert!(!error.contains("ChunkType"), "{error}");
}

#[test]
fn a_picture_from_an_ios_app_is_refused_with_advice() {
    let mut file = two_halves();
    // Before the header, as Apple's tools put it.
    let mut chunk = 4_u32.to_be_bytes().to_vec();
    chunk.extend(b"CgBI\x50\0\x20\x02");
    chunk.extend(crc32fast::hash(&chunk[4..]).to_be_bytes());
    file.splice(8..8, chunk);
    let error = read(&file).unwrap_err().to_string();
    assert!(error.contains("Apple's own kind (CgBI)"), "{error}");
    assert!(!error.contains("ChunkType"), "{error}");
}

#[test]
fn colours_that_differ_only_in_the_low_byte_are_reported() {
    let rows = [[0x12_00_u16, 0x12_01, 0x12_02, 0x56_00]; 3];
    let mut data = Vec::new();
    for row in rows {
        data.push(0);
        data.extend(
            row.iter()
                .flat_map(|v| [*v, 0, 0])
                .flat_map(u16::to_be_bytes),
        );
    }
    let file = png_file((4, 3), (2, 16, false), &[], &[], &data, 1);
    let merged = [Rgba([0x12, 0, 0, 255])];
    assert_eq!(read(&file).unwrap().merged(), merged);
    assert_eq!(read(&two_halves()).unwrap().merged(), []);
}

proptest! {
    #[test]
    fn damaged_png_files_are_refused_or_read_but_never_panic(
        mut file in any_png(),
        cut in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let whole = read(&file).unwrap();
        let cut = cut.index(file.len());
        if let Ok(regions) = read(&file[..cut]) {
            // Nothing but the end mark may be missing.
            prop_assert!(regions.runs().eq(whole.runs()));
        }
        for (place, byte) in damages {
            let place = place.index(file.len());
            file[place] = byte;
        }
        let _ = read(&file);
    }

    #[test]
    fn garbage_is_refused(
        magic in prop::sample::select(MAGICS),
        noise in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        prop_assert!(read(&[magic, &noise].concat()).is_err());
    }

    #[test]
    fn other_formats_agree_with_the_image_crate(
        width in 1_u32..20,
        pixels in prop::collection::vec(0_usize..4, 20..200),
        kind in 0_usize..8,
    ) {
        const COLOURS: [[u8; 4]; 4] =
            [[0, 0, 0, 255], [255, 255, 255, 255], [200, 30, 90, 255], [9, 8, 7, 0]];
        let height = pixels.len() as u32 / width;
        prop_assume!(height > 0);
        let picture = image::RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba(COLOURS[pixels[(y * width + x) as usize]])
        });
        let picture = DynamicImage::from(picture);
        let (format, picture) = match kind {
            0 => (ImageFormat::Gif, picture),
            1 => (ImageFormat::Bmp, picture),
            2 => (ImageFormat::Bmp, picture.into_rgb8().into()),
            3 => (ImageFormat::WebP, picture),
            4 => (ImageFormat::Tiff, picture.into_rgba16().into()),
            5 => (ImageFormat::Tiff, picture.into_luma8().into()),
            6 => (ImageFormat::Tiff, picture.into_rgb32f().into()),
            _ => (ImageFormat::Jpeg, picture.into_rgb8().into()),
        };
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        let file = file.into_inner();
        agrees(&read(&file).unwrap(), &image::load_from_memory(&file).unwrap());
    }
}

/// How files of the known formats start.
const MAGICS: &[&[u8]] = &[
    b"",
    b"\x89PNG\r\n\x1a\n",
    b"GIF89a",
    b"BM",
    b"RIFF\x10\0\0\0WEBP",
    b"II*\0",
    b"MM\0*",
    b"\xff\xd8\xff",
];

/// A mask of 300 × 200 pixels, its lower half blue.
fn two_halves() -> Vec<u8> {
    let mut data = Vec::new();
    for y in 0..200 {
        data.push(0);
        data.extend(std::iter::repeat_n([0, 0, 255 * u8::from(y >= 100)], 300).flatten());
    }
    png_file((300, 200), (2, 8, false), &[], &[], &data, 3)
}

#[test]
fn progress_goes_up_to_the_end_of_the_file() {
    let file = two_halves();
    let mut seen = Vec::new();
    let regions = read_watched(Cursor::new(&file), &mut |progress| {
        seen.push(progress.done);
        assert_eq!(progress.total, file.len() as u64);
        assert!((0.0..=1.0).contains(&progress.fraction()));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(regions.len(), 2);
    assert!(seen.len() > 3 && seen.is_sorted(), "{seen:?}");
}

#[test]
fn a_watcher_can_cancel() {
    let image = image::RgbImage::from_fn(100, 100, |x, y| {
        image::Rgb([(x * y) as u8, (x ^ y) as u8, x as u8])
    });
    for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::Gif] {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        let mut calls = 0;
        let result = read_watched(file, &mut |_| {
            calls += 1;
            if calls < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(matches!(result, Err(MaskError::Cancelled)), "{format:?}");
    }
}

#[test]
fn oversized_pictures_are_refused_by_their_header() {
    for (width, height) in [(33_000, 1), (1, 33_000), (32_768, 32_768)] {
        let file = png_file((width, height), (2, 8, false), &[], &[], &[], 1);
        assert!(matches!(read(&file), Err(MaskError::Size { .. })));
    }
    // Of 1.6 GB.
    let mut file = b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec();
    file.extend([20_000_u32, 20_000].map(u32::to_le_bytes).as_flattened());
    file.extend([1, 0, 32, 0]);
    file.resize(60, 0);
    assert!(matches!(read(&file), Err(MaskError::WholeImage { .. })));
}

#[test]
fn a_photograph_calls_for_repair() {
    let side = crate::limits::MAX_SIDE;
    let mut row = RunBuffer::new();
    for x in 1..=side {
        row.push(x, Rgba([(x % 2) as u8, 0, 0, 255]));
    }
    let mut scan = Scan::new();
    scan.begin(side, 600).unwrap();
    let error = (0..600)
        .find_map(|_| scan.row(row.as_runs()).err())
        .unwrap();
    assert!(matches!(error, MaskError::TooManyRuns));
    assert!(error.calls_for_repair());
}

#[test]
fn a_truncated_file_is_refused_as_such() {
    // Sizes that take more than the buffers of any decoder.
    let drawn = image::RgbImage::from_fn(300, 200, |x, y| {
        let even = (x / 9 * 67 + y / 7 * 31) as u8;
        image::Rgb([even, even ^ 0x63, (x * y) as u8])
    });
    let grey = image::DynamicImage::ImageRgb8(drawn.clone()).into_luma8();
    let pictures = [
        DynamicImage::ImageRgb8(drawn),
        DynamicImage::ImageLuma8(grey),
    ];
    for format in [
        ImageFormat::Png,
        ImageFormat::Gif,
        ImageFormat::Bmp,
        ImageFormat::WebP,
        ImageFormat::Tiff,
        ImageFormat::Jpeg,
    ] {
        for picture in &pictures {
            let mut file = Cursor::new(Vec::new());
            let picture = match format {
                ImageFormat::Gif => &DynamicImage::ImageRgba8(picture.to_rgba8()),
                _ => picture,
            };
            picture.write_to(&mut file, format).unwrap();
            let file = file.into_inner();
            assert!(read(&file).is_ok(), "{format:?}");
            for share in [20, 40, 60, 80, 95] {
                let error = read(&file[..file.len() * share / 100]).unwrap_err();
                assert!(
                    matches!(error, MaskError::CutOff { .. })
                        && error.to_string().contains("truncated"),
                    "{format:?} at {share} %: {error}"
                );
            }
        }
    }
}

/// A picture of slanted stripes, boxes and specks painted over each other, one
/// byte a pixel: width and pixels. Borders go on from row to row as those of a
/// drawn mask do, unlike those of pixels at random.
pub(super) fn drawn() -> impl Strategy<Value = (u32, Vec<u8>)> {
    let shape = (0_u8..6, any::<[u8; 5]>());
    let shapes = prop::collection::vec(shape, 1..12);
    (1_usize..60, 1_usize..40, shapes).prop_map(|(width, height, shapes)| {
        let mut pixels = vec![0; width * height];
        for (colour, [kind, left, top, across, down]) in shapes {
            let [left, across] = [left, across].map(|at| usize::from(at) % width);
            let [top, down] = [top, down].map(|at| usize::from(at) % height);
            for (i, pixel) in pixels.iter_mut().enumerate() {
                let (x, y) = (i % width, i / width);
                let inside = match kind % 3 {
                    0 => (left..=left + across).contains(&x) && (top..=top + down).contains(&y),
                    // As steep as `down` tells, to either side.
                    1 => (left + y * down / height..=left + across / 4 + y * down / height)
                        .contains(&(if kind > 127 { x } else { width - 1 - x })),
                    _ => (x, y) == (left, top),
                };
                if inside {
                    *pixel = colour;
                }
            }
        }
        (width as u32, pixels)
    })
}
