//! `marchland-maps import` and `repair`, as their users call them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use image::codecs::jpeg::JpegEncoder;
use marchland_maps::mask::{self, Regions, Rgba};

fn maps(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_imported_map_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["a.map", "new"].map(|name| folder.path().join(name));
    let map = "name Two Isles\n[files]\nmap a.png\n[continents]\nAll 2 red\n[countries]\n\
        1 West 1 5 5\n2 East 1 15 5\n[borders]\n1 2\n2 1\n";
    fs::write(&source, map).unwrap();
    let isles = image::GrayImage::from_fn(20, 10, |x, _| match x {
        1..9 => image::Luma([1]),
        12..19 => image::Luma([2]),
        _ => image::Luma([255]),
    });
    isles.save(folder.path().join("a.png")).unwrap();

    let import = ["import".as_ref(), &*source, "-o".as_ref(), &*target];
    let output = maps(&import);
    // The deck and the picture are missing: a look is needed.
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("a.map: fault: `[files]` has no `crd`"));
    let (_, draft, map) = marchland_maps::folder::load(&target).unwrap();
    assert_eq!(
        (map.len(), draft.name.text.as_deref()),
        (2, Some("Two Isles"))
    );

    let output = maps(&import);
    assert_eq!(
        output.status.code(),
        Some(2),
        "an existing folder is left alone"
    );
    assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
}

/// The share of pixels that have the same colour once each colour of `repaired`
/// stands for the nearest of `original`.
fn share_equal(original: &Regions, repaired: &Regions) -> f64 {
    let keys: Vec<Rgba> = original.colours().iter().map(|c| c.colour).collect();
    let distance = |a: Rgba, b: Rgba| a.rgb().distance_squared(b.rgb());
    let nearest = |colour| {
        *keys
            .iter()
            .min_by_key(|&&key| distance(key, colour))
            .unwrap()
    };
    let repaired = repaired
        .recoloured(|_, region| nearest(region.colour))
        .unwrap();
    let mut same = 0;
    for y in 0..original.height() {
        for run in original.row(y) {
            let key = original.get(run.region).colour;
            let equal = |&x: &u32| {
                let region = repaired.region_at(x, y).unwrap();
                repaired.get(region).colour == key
            };
            same += (run.start..run.end).filter(equal).count();
        }
    }
    same as f64 / (f64::from(original.width()) * f64::from(original.height()))
}

#[test]
fn the_bundled_world_survives_being_a_jpeg() {
    let folder = tempfile::tempdir().unwrap();
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("world/mask.png");
    let picture = image::open(&original).unwrap().into_rgb8();
    let original = mask::read(&fs::read(original).unwrap()).unwrap();
    let [spoilt, clean] = ["spoilt.jpg", "clean.png"].map(|name| folder.path().join(name));
    for quality in [90, 75] {
        let file = fs::File::create(&spoilt).unwrap();
        JpegEncoder::new_with_quality(file, quality)
            .encode_image(&picture)
            .unwrap();
        let before = fs::read(&spoilt).unwrap();

        let output = maps(&[
            "repair".as_ref(),
            &spoilt,
            "-o".as_ref(),
            &clean,
            "--force".as_ref(),
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            report.contains("-> 43"),
            "42 territories and the sea: {report}"
        );
        assert_eq!(
            fs::read(&spoilt).unwrap(),
            before,
            "the source is left alone"
        );
        let repaired = mask::read(&fs::read(&clean).unwrap()).unwrap();
        let share = share_equal(&original, &repaired);
        println!("quality {quality}: {share:.5} equal\n{report}");
        assert!(share > 0.995, "quality {quality}: {share}");
    }
    let over = maps(&[
        "repair".as_ref(),
        &spoilt,
        "-o".as_ref(),
        &spoilt,
        "--force".as_ref(),
    ]);
    assert_eq!(over.status.code(), Some(2), "never over the source itself");
}
