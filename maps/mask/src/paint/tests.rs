use super::*;
use crate::PixelFormat;
use proptest::prelude::*;

fn plain(regions: &Regions, view: &View, palette: &[[u8; 4]], out: &mut [[u8; 4]]) {
    for y in 0..view.height {
        for x in 0..view.width {
            let mask_x = (view.left + (x as f64 + 0.5) / view.scale).floor();
            let mask_y = (view.top + (y as f64 + 0.5) / view.scale).floor();
            if mask_x < 0.0 || mask_y < 0.0 {
                continue;
            }
            if let Some(id) = regions.region_at(mask_x as u32, mask_y as u32) {
                out[y * view.width + x] = palette[id.index()];
            }
        }
    }
}

proptest! {
    #[test]
    fn painting_agrees_with_looking_up_every_pixel(
        (width, height) in (1_u32..20, 1_u32..20),
        seed in prop::collection::vec(0_u8..3, 400),
        (left, top) in (-40_i32..100, -40_i32..100),
        // Powers of two, so that both ways of rounding are exact.
        zoom in -3_i32..4,
        size in (0_usize..30, 0_usize..30),
    ) {
        let pixels = &seed[..(width * height) as usize];
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width, height, &format, pixels).unwrap();
        let view = View {
            left: f64::from(left) / 4.0,
            top: f64::from(top) / 4.0,
            scale: 2_f64.powi(zoom),
            width: size.0,
            height: size.1,
        };
        let palette: Vec<_> = (0..regions.len())
            .map(|i| (i as u32 + 1).to_le_bytes())
            .collect();
        let mut expected = vec![[0; 4]; size.0 * size.1];
        plain(&regions, &view, &palette, &mut expected);

        let mut painted = vec![[0; 4]; size.0 * size.1];
        regions.paint(&view, &palette, &mut painted);
        prop_assert_eq!(&painted, &expected);

        let mut singly = vec![[0; 4]; size.0 * size.1];
        for (id, _) in regions.iter() {
            regions.paint_region(id, &view, palette[id.index()], &mut singly);
        }
        prop_assert_eq!(&singly, &expected);
    }
}
