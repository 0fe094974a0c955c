//! Every command reads what another command writes, without any message about the file.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use marchland_maps::folder::Folder;
use marchland_maps::mask;
use proptest::prelude::*;

fn maps(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs a command that writes the map `made`. If it refuses, there is no map; otherwise the map
/// can be read, shown and drawn.
fn made(folder: &Path, arguments: &[&str]) -> Result<bool, TestCaseError> {
    let made = folder.join("made");
    if made.exists() {
        fs::remove_dir_all(&made).unwrap();
    }
    let output = maps(folder, &[arguments, &["-o", "made"]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(2) {
        prop_assert!(!made.exists(), "{arguments:?}: {told}");
        prop_assert!(told.contains("error: "), "{arguments:?}: {told}");
        return Ok(false);
    }
    prop_assert!(matches!(output.status.code(), Some(0 | 1)), "{told}");
    let (_, reading) = Folder::open(&made).unwrap();
    prop_assert_eq!(reading.flaws, [], "{:?}", arguments);
    for layers in ["mask", "image,drawn,tint,links,pivots,badges,labels,legend"] {
        let render = [
            "render",
            "made",
            "-o",
            "drawn.png",
            "--force",
            "--layer",
            layers,
        ];
        let output = maps(folder, &render);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        prop_assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{layers}: {told}"
        );
        let drawn = mask::read(&fs::read(folder.join("drawn.png")).unwrap());
        prop_assert!(drawn.is_ok(), "{layers}: {drawn:?}");
    }
    let info = maps(folder, &["info", "made", "--format", "json"]);
    prop_assert!(serde_json::from_slice::<serde_json::Value>(&info.stdout).is_ok());
    Ok(true)
}

/// Names as authors choose them, and hostile ones.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[A-Za-zÀ-ž ']{1,20}",
        1 => "\\PC{0,80}",
        1 => Just("two\nlines\u{1b}[31m".to_owned()),
        1 => Just("  ".to_owned()),
        1 => "é{60,70}",
    ]
}

fn bands(count: usize) -> image::RgbImage {
    image::RgbImage::from_fn(20 * count as u32, 30, |x, y| {
        let at = (x / 20) as u8;
        image::Rgb(if y < 4 {
            [255; 3]
        } else {
            [40 + 50 * at, 200 - 30 * at, 90]
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn everything_written_can_be_read_back(
        names in prop::collection::vec(name(), 2..5),
        continents in prop::collection::vec(name(), 1..3),
        title in name(),
        bonus in any::<i32>(),
        badge in 0..400_u32,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let features = names.iter().enumerate().map(|(at, name)| serde_json::json!({
            "type": "Feature",
            "properties": { "name": name, "continent": continents[at % continents.len()], "name_cs": title },
            "geometry": { "type": "Polygon", "coordinates": [[
                [at, 0], [at + 1, 0], [at + 1, 1], [at, 1], [at, 0]
            ]] },
        }));
        let shapes = serde_json::json!({ "type": "FeatureCollection", "features": features.collect::<Vec<_>>() });
        fs::write(path("a.geojson"), shapes.to_string()).unwrap();
        let shapes = ["new", "a.geojson", "--size", "120", "--margin", "8", "--continent-from", "continent"];
        made(folder.path(), &shapes)?;

        bands(names.len()).save(path("a.png")).unwrap();
        made(folder.path(), &["new", "a.png", "--name", &title])?;
        made(folder.path(), &["new", "a.png", "--image", "drawn.png"])?;
        let repaired = maps(folder.path(), &["repair", "a.png", "-o", "clean.png"]);
        prop_assert!(matches!(repaired.status.code(), Some(0 | 1)));
        prop_assert!(made(folder.path(), &["new", "clean.png"])?);

        let mut source = format!("; {title}\nname {title}\n[files]\nmap grey.png\n[continents]\n");
        for name in &continents {
            writeln!(source, "{} {bonus} red", name.replace(' ', "_")).unwrap();
        }
        source += "[countries]\n";
        for (at, name) in names.iter().enumerate() {
            let number = at + 1;
            let (name, continent) = (name.replace(' ', "_"), 1 + at % continents.len());
            writeln!(source, "{number} {name} {continent} {badge} 15").unwrap();
        }
        source += "[borders]\n1 2\n2 1\n";
        fs::write(path("grey.map"), source).unwrap();
        let grey = image::GrayImage::from_fn(20 * names.len() as u32, 30, |x, _| image::Luma([1 + (x / 20) as u8]));
        grey.save(path("grey.png")).unwrap();
        made(folder.path(), &["import", "grey.map"])?;
    }
}

/// A mask of 16 bits a channel in which two colours are one with 8.
fn sixteen_bits(path: &Path) {
    let picture = image::ImageBuffer::from_fn(60, 30, |x, _| {
        image::Rgb(match x {
            0..15 => [0x8080_u16, 0, 0],
            15..30 => [0x8081, 0, 0],
            _ => [0, 0x9090, 0],
        })
    });
    image::DynamicImage::ImageRgb16(picture).save(path).unwrap();
}

#[test]
fn merged_16_bit_colours_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    sixteen_bits(&folder.path().join("deep.png"));
    for command in [
        ["new", "deep.png", "-o", "map"].as_slice(),
        &["info", "deep.png"],
        &["repair", "deep.png", "-o", "clean.png"],
    ] {
        let output = maps(folder.path(), command);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{command:?}: {told}");
        assert!(
            told.contains("1 colour stands for several, the first #800000"),
            "{told}"
        );
    }
    let clean = maps(folder.path(), &["info", "clean.png"]);
    assert_eq!(clean.status.code(), Some(0));
}
