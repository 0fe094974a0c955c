use super::*;
use proptest::prelude::*;

fn plain_starts<const N: usize>(row: &[u8]) -> Vec<u16> {
    let pixels: Vec<_> = row.chunks_exact(N).collect();
    (0..pixels.len())
        .filter(|&i| i == 0 || pixels[i] != pixels[i - 1])
        .map(|i| i as u16)
        .collect()
}

fn check<const N: usize>(bytes: &[u8]) {
    let row = &bytes[..bytes.len() / N * N];
    if !row.is_empty() {
        // Room that a longer row has left.
        let mut starts = Starts::default();
        starts.of::<N>(&[row, row].concat());
        assert_eq!(
            starts.of::<N>(row),
            plain_starts::<N>(row),
            "{N} bytes a pixel"
        );
    }
}

proptest! {
    #[test]
    fn starts_agree_with_a_comparison_pixel_by_pixel(
        stretches in prop::collection::vec((prop::array::uniform8(0_u8..3), 1_usize..40), 1..30)
    ) {
        let bytes: Vec<u8> = stretches
            .into_iter()
            .flat_map(|(pixel, times)| std::iter::repeat_n(pixel, times).flatten())
            .collect();
        check::<1>(&bytes);
        check::<2>(&bytes);
        check::<3>(&bytes);
        check::<4>(&bytes);
        check::<6>(&bytes);
        check::<8>(&bytes);
    }
}
