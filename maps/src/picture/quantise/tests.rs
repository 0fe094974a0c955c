use super::*;
use tiny_skia::Color;

fn decoded(bytes: &[u8]) -> Vec<Rgb> {
    let image = image::load_from_memory(bytes).expect("a PNG").into_rgb8();
    image.pixels().map(|pixel| Rgb(pixel.0)).collect()
}

#[test]
fn few_colours_are_exact_and_many_are_close() {
    let mut band = Band::new(64, 0..64, Color::WHITE);
    for levels in [2_u32, 4, 16] {
        for (at, pixel) in (0_u32..).zip(band.pixmap.pixels_mut()) {
            let level = |value: u32| (value % levels * 255 / (levels - 1)) as u8;
            let colour =
                Color::from_rgba8(level(at % 64 / 4), level(at / 256), level(at / 64), 255);
            *pixel = colour.premultiply().to_color_u8();
        }
        let before: Vec<Rgb> = band
            .pixmap
            .pixels()
            .iter()
            .map(|&pixel| rgb(pixel))
            .collect();
        let same = |_| Ok::<_, EncodeError>(band.clone());
        let mut exact = Vec::new();
        write_exactly(&mut exact, (64, 64), same).expect("a PNG");
        assert_eq!(decoded(&exact), before);
        let mut indexed = Vec::new();
        write_with_palette(&mut indexed, (64, 64), None, same).expect("a PNG");
        let after = decoded(&indexed);
        let colours: std::collections::BTreeSet<_> = before.iter().collect();
        for (a, b) in before.iter().zip(&after) {
            let apart = a.distance_squared(*b);
            assert!(
                apart == 0 || (colours.len() > PALETTE && apart < 3 * 40 * 40),
                "{a} {b}"
            );
        }
    }
}
