//! Valid PNG files of every kind: each is read with the same pixels as by the `image`
//! crate.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_maps::mask::{self, Rgba};

#[path = "../../maps/mask/src/tests/pngs.rs"]
mod pngs;

fuzz_target!(|bytes: &[u8]| {
    let recipe = pngs::Recipe::new(bytes, 1 << 19);
    let file = recipe.file();
    let regions = mask::read(&file).expect("a valid file");
    let image = image::load_from_memory(&file)
        .expect("a valid file")
        .into_rgba8();
    assert_eq!((regions.width(), regions.height()), image.dimensions());
    assert_eq!(
        (recipe.width as u32, recipe.height as u32),
        image.dimensions()
    );
    let pixels = image.as_raw().as_chunks::<4>().0;
    for run in regions.runs() {
        let start = (run.y * image.width() + run.start) as usize;
        let colour = regions.get(run.region).colour;
        let mut same = pixels[start..start + run.len() as usize].iter();
        assert!(same.all(|&pixel| Rgba::seen(pixel) == colour));
    }
});
