use super::*;
use crate::{PixelFormat, RunBuffer};
use proptest::prelude::*;

proptest! {
    /// Whichever way a row is kept, it comes out as it went in.
    #[test]
    fn rows_come_out_as_they_went_in(
        width in 1_usize..20,
        pixels in prop::collection::vec(
            prop::sample::select(vec![[0, 0, 0, 0], [9, 9, 9, 255], [1, 2, 3, 255], [1, 2, 3, 99], [1, 2, 3, 200]]),
            1..200,
        ),
        even in 1_usize..9,
    ) {
        let height = pixels.len() / width;
        prop_assume!(height > 0);
        let pixels: Vec<[u8; 4]> = (0..width * height).map(|i| pixels[i / even]).collect();
        let mut picture = Picture::default();
        picture.begin(width as u32, height as u32).unwrap();
        let mut runs = RunBuffer::new();
        for row in pixels.chunks_exact(width) {
            PixelFormat::Rgba8.runs(row.as_flattened(), &mut runs);
            picture.row(runs.as_runs()).unwrap();
        }
        let mut row = Vec::new();
        for (i, &[r, g, b, alpha]) in pixels.iter().enumerate() {
            let (x, y) = (i % width, (i / width) as u32);
            let expected = if alpha < 128 { Rgba::TRANSPARENT } else { Rgba([r, g, b, 255]) };
            picture.unpack(y, &mut row);
            prop_assert_eq!((picture.at(x, y), row[x], row.len()), (expected, expected, width));
        }
    }
}
