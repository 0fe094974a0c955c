//! Unreadable input.

use std::fs;
use std::path::Path;

use crate::cli::FORMATS;
use crate::support::{case, code, root, run, stderr, stdout};

#[test]
fn an_unreadable_mask_exits_with_two() {
    type Spoil = fn(&Path);
    let spoils: [Spoil; 4] = [
        |mask| fs::remove_file(mask).unwrap(),
        |mask| fs::write(mask, "").unwrap(),
        |mask| fs::write(mask, &fs::read(mask).unwrap()[..60]).unwrap(),
        |mask| {
            fs::remove_file(mask)
                .and_then(|()| fs::create_dir(mask))
                .unwrap();
        },
    ];
    for spoil in spoils {
        let folder = case("ADJ008/good");
        spoil(&folder.path().join("mask.png"));
        for format in FORMATS {
            let output = run(
                folder.path(),
                &["check", ".", "--format", format, "--exit-zero"],
            );
            assert_eq!(code(&output), 2, "{format}");
            let report = stdout(&output);
            assert!(
                report.contains("XML003") || report.contains("IMG012"),
                "{report}"
            );
        }
        // Other rules alone do not hide it.
        let output = run(folder.path(), &["check", ".", "--select", "ADJ"]);
        assert_eq!(code(&output), 2);
        let why = "its mask cannot be read, so the rules about it were not applied";
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        let settings = folder.path().join("marchland.toml");
        fs::write(&settings, "[rules]\nALL = \"off\"\n").unwrap();
        assert_eq!(code(&run(folder.path(), &["check", "."])), 0);
        fs::remove_file(&settings).unwrap();
        let families = ["check", ".", "--select", "ADJ", "--ignore", "XML,IMG"];
        assert_eq!(code(&run(folder.path(), &families)), 0);
        // Ignoring or waiving the finding avoids the exit code.
        let known = ["check", ".", "--ignore", "XML003,IMG012"];
        assert_eq!(code(&run(folder.path(), &known)), 0);
        let known = ["check", ".", "--write-baseline", "known.json"];
        assert_eq!(code(&run(folder.path(), &known)), 0);
        let known = ["check", ".", "--baseline", "known.json"];
        assert_eq!(code(&run(folder.path(), &known)), 0);
    }
}

#[test]
fn an_image_that_is_not_a_picture_is_an_error() {
    let folder = case("ADJ008/good");
    let file = folder.path().join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    let image = "<image file=\"image.png\"/><mask ";
    fs::write(&file, text.replacen("<mask ", image, 1)).unwrap();
    let check = || run(folder.path(), &["check", ".", "--select", "IMG012"]);
    fs::copy(
        folder.path().join("mask.png"),
        folder.path().join("image.png"),
    )
    .unwrap();
    assert_eq!(code(&check()), 0, "{}", stdout(&check()));
    for bytes in [&b""[..], b"no picture", b"\x89PNG\r\n\x1a\n"] {
        fs::write(folder.path().join("image.png"), bytes).unwrap();
        assert_eq!(code(&check()), 1);
        let report = stdout(&check());
        assert!(report.contains("the image `image.png`: the "), "{report}");
        assert!(!report.contains("a mask"), "{report}");
    }
}

/// More infos than are listed do not keep the map from being checked and played.
#[test]
fn maps_with_many_elements_of_other_programs_are_checked() {
    let folder = case("XML009/bad");
    let file = folder.path().join("map.xml");
    let weather = "<weather wind=\"west\"/>";
    let text = fs::read_to_string(&file).unwrap();
    let many = text.replace(weather, &weather.repeat(1_003));
    fs::write(&file, &many).unwrap();
    assert!(marchland_maps::folder::load(folder.path()).is_ok());
    let check = ["check", ".", "--format", "short", "--level", "info"];
    let output = run(folder.path(), &check);
    assert_eq!(code(&output), 0);
    let report = stdout(&output);
    assert!(
        report.contains("info[XML011] 3 more problems are not listed"),
        "{report}"
    );

    fs::write(&file, many.replace("\"#4040B0\"", "\"#4040B1\"")).unwrap();
    let report = stdout(&run(folder.path(), &check));
    assert!(report.contains("IMG004"), "{report}");
}

#[test]
fn bad_input_becomes_findings_or_errors() {
    let folder = tempfile::tempdir().unwrap();
    let good = root("validator/tests/rules/ADJ008/good");
    let text = fs::read(good.join("map.xml")).unwrap();
    let map = folder.path().join("map.xml");
    let mask = folder.path().join("mask.png");
    let check = || run(folder.path(), &["check", ".", "--format", "short"]);

    // Truncated, and in other encodings.
    fs::copy(good.join("mask.png"), &mask).unwrap();
    for end in (0..text.len()).step_by(97) {
        fs::write(&map, &text[..end]).unwrap();
        assert_eq!(code(&check()), 1, "cut at {end}");
    }
    let wide: Vec<u8> = String::from_utf8_lossy(&text)
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(&map, [&[0xFF, 0xFE][..], &wide].concat()).unwrap();
    let output = check();
    assert!(
        code(&output) == 1 && stdout(&output).contains("[XML006]"),
        "{}",
        stdout(&output)
    );
    fs::write(&map, [0_u8; 4096]).unwrap();
    assert_eq!(code(&check()), 1);

    // A PNG that claims to be immense.
    fs::write(&map, &text).unwrap();
    fs::write(&mask, bomb(65_000, 65_000)).unwrap();
    let output = check();
    assert!(
        code(&output) == 2 && stdout(&output).contains("[IMG012]"),
        "{}",
        stdout(&output)
    );

    // A mask with a million regions: every pixel differs from its neighbours.
    let noise = image::RgbImage::from_fn(1024, 1024, |x, y| {
        image::Rgb([(x * 7 + y * 13) as u8, (x ^ y) as u8, ((x * y) >> 3) as u8])
    });
    noise.save(&mask).unwrap();
    let output = check();
    assert_eq!(code(&output), 1, "{}", stdout(&output));

    // A folder instead of the mask, and a cycle of links.
    fs::remove_file(&mask).unwrap();
    fs::create_dir(&mask).unwrap();
    assert_eq!(code(&check()), 2);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).unwrap();
        std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
        let output = check();
        assert_eq!(code(&output), 2);
        assert_eq!(
            stdout(&output)
                .lines()
                .filter(|line| line.contains("[XML003]"))
                .count(),
            1
        );
        assert!(stderr(&output).contains("again is a link to a folder and is not followed"));
        assert_eq!(code(&run(folder.path(), &["check", "loop"])), 2);
        fs::create_dir(folder.path().join("a")).unwrap();
        std::os::unix::fs::symlink("/nowhere/map.xml", folder.path().join("a/map.xml")).unwrap();
        let output = run(folder.path(), &["check", "a"]);
        assert_eq!(code(&output), 2);
        assert_eq!(stderr(&output), "error: a/map.xml: this link is broken\n");
        fs::remove_dir_all(folder.path().join("a")).unwrap();
    }
    assert_eq!(code(&run(folder.path(), &["check", "again/nowhere"])), 2);
}

/// The header of a PNG of this size, without pixels.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(width.to_be_bytes());
    png.extend(height.to_be_bytes());
    png.extend([8, 2, 0, 0, 0]);
    let mut crc = !0_u32;
    for byte in &png[12..29] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    png.extend((!crc).to_be_bytes());
    png
}
