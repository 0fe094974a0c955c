//! The program on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) fn maps(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

pub(crate) fn bundled(map: &str) -> String {
    format!("{}/{map}", env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a temporary path is UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const TWO: &str = r#"{"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"A","group":"G"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}},
    {"type":"Feature","properties":{"name":"B","group":"G"},"geometry":{"type":"Polygon","coordinates":[[[1,0],[2,0],[2,1],[1,1],[1,0]]]}}]}"#;

#[test]
fn info_reports_everything() {
    let output = maps(&["info", &bundled("world"), "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let info: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(info["version"], 1);
    assert_eq!(info["mask"]["width"], 2400);
    assert_eq!(info["wrap"], serde_json::json!(["horizontal"]));
    assert_eq!(info["playable"], true);
    let territories = info["territories"].as_array().expect("a list");
    let links = info["links"].as_array().expect("a list");
    assert_eq!((territories.len(), links.len()), (42, 83));
    assert_eq!(
        links.iter().filter(|link| link["kind"] == "sea").count(),
        25
    );
    let alaska = &territories[0];
    assert_eq!(alaska["translations"]["cs"], "Aljaška");
    assert_eq!(alaska["neighbours"], serde_json::json!([1, 3, 29]));
    assert!(alaska["pivots"][0]["x"].is_u64() && alaska["color"].is_string());
    assert_eq!(
        info["continents"][4]["members"].as_array().map(Vec::len),
        Some(12)
    );
}

#[test]
fn a_mask_with_other_territories_does_not_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = |name: &str| folder.path().join(name);
    for name in ["map.xml", "image.png"] {
        fs::copy(Path::new(&bundled("world")).join(name), to(name)).expect("a copy");
    }
    let mask = image::open(bundled("world") + "/mask.png").expect("a mask");
    let mut mask = mask.to_rgb8();
    // Japan, in another colour.
    for pixel in mask
        .pixels_mut()
        .filter(|pixel| pixel.0 == [0x87, 0x87, 0xd2])
    {
        pixel.0 = [0x12, 0x34, 0x56];
    }
    mask.save(to("mask.png")).expect("a mask");
    let output = maps(&["info", text(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(
        told.contains("the mask does not have the colour of Japan"),
        "{told}"
    );
    assert!(
        told.contains(" pixels of the mask belong to nothing on the map: #123456"),
        "{told}"
    );
}

#[test]
fn a_map_without_its_mask_does_not_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = bundled("world") + "/map.xml";
    fs::copy(path, folder.path().join("map.xml")).expect("a copy");
    let output = maps(&["info", text(folder.path())]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.contains("error: cannot open"), "{told}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("42 territories"));
    // A mask where the map should be.
    let mask = bundled("world") + "/mask.png";
    let there = folder.path().join("map.xml");
    fs::copy(mask, &there).expect("a copy");
    let output = maps(&["info", text(&there)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("this is a picture"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_map_is_made_and_never_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("two_lands.geojson");
    fs::write(&input, TWO).expect("a file");
    let map = folder.path().join("map");
    let new = |more: &[&str]| {
        let arguments = [
            "new",
            text(&input),
            "-o",
            text(&map),
            "--size",
            "200",
            "--margin",
            "10",
        ];
        maps(&[&arguments, more].concat())
    };
    let output = new(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let made = fs::read_to_string(map.join("map.xml")).expect("a map");
    assert!(made.contains("<name>two lands</name>"), "{made}");
    assert!(map.join("mask.png").exists() && map.join("image.png").exists());

    let output = new(&["--name", "Another"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(map.join("map.xml")).ok(), Some(made));

    let output = new(&["--name", "Another", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let forced = fs::read_to_string(map.join("map.xml")).expect("a map");
    assert!(forced.contains("<name>Another</name>"), "{forced}");

    // Bonuses are still missing, so it cannot be played.
    let output = maps(&["info", text(&map)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("has no bonus"));
}

/// The picture and the mask used to be new, but not the map file.
#[test]
fn a_map_is_overwritten_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map");
    let mask = bundled("czechia") + "/mask.png";
    fs::create_dir(&map).expect("a folder");
    let old = [
        ("mask.png", &b"\x89PNG old"[..]),
        ("image.png", b"\x89PNG old"),
        ("map.xml", b"<map>old</map>"),
        ("map.xml.new", b"old"),
    ];
    for (file, bytes) in old {
        fs::write(map.join(file), bytes).expect("a file");
    }
    let protect = |readonly: bool| {
        let mut permissions = fs::metadata(map.join("map.xml"))
            .expect("a file")
            .permissions();
        permissions.set_readonly(readonly);
        fs::set_permissions(map.join("map.xml"), permissions).expect("permissions");
    };
    protect(true);
    let output = maps(&["new", &mask, "-o", text(&map), "--force"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("map.xml cannot be written: permission denied"),
        "{said}"
    );
    assert_eq!(said.matches("permission denied").count(), 1, "{said}");
    let holds = |file: &str| fs::read(map.join(file)).expect("a file");
    for (file, bytes) in old {
        assert_eq!(holds(file), bytes, "{file}");
    }
    protect(false);
    let output = maps(&["new", &mask, "-o", text(&map), "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(holds("mask.png"), fs::read(&mask).expect("a mask"));
    assert_eq!(holds("map.xml.new"), b"old");
    assert_eq!(fs::read_dir(&map).expect("a folder").count(), 4);
}

#[test]
fn a_mask_becomes_a_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map");
    let mask = bundled("czechia") + "/mask.png";
    let output = maps(&["new", &mask, "-o", text(&map), "--name", "From a mask"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // The mask is copied as it is.
    assert_eq!(fs::read(map.join("mask.png")).ok(), fs::read(&mask).ok());
    let output = maps(&["info", text(&map), "--format", "json"]);
    let info: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(info["territories"].as_array().map(Vec::len), Some(14));
    assert_eq!(info["links"].as_array().map(Vec::len), Some(26));
    // One colour a territory, and the sea.
    let output = maps(&["info", &mask]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(told.lines().count(), 2 + 15, "{told}");
    assert!(told.contains("\n14 territories; touching"), "{told}");
    assert_eq!(told.matches(" sea\n").count(), 1, "{told}");
}

#[test]
fn links_by_sea_may_be_taken_with_the_mask() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = bundled("world") + "/mask.png";
    let new = |name: &str, options: &[&str]| {
        let map = folder.path().join(name);
        let mut arguments = vec!["new", &mask, "-o", text(&map)];
        arguments.extend(options);
        let output = maps(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (map, stderr(&output))
    };
    let (_, told) = new("dry", &[]);
    assert!(told.contains("58 links (0 by sea)"), "{told}");
    assert!(
        told.contains("groups of territories without a way"),
        "{told}"
    );
    let (map, told) = new("auto", &["--sea", "auto", "--wrap", "horizontal"]);
    assert!(!told.contains("without a way"), "{told}");
    let links = |map: &str| {
        let output = maps(&["info", map, "--format", "json"]);
        let info: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let links = info["links"].as_array().expect("links").clone();
        let colour = |id: &Value| {
            let all = info["territories"].as_array().expect("territories");
            let own = all.iter().find(|t| &t["id"] == id).expect("a territory");
            own["color"].as_str().expect("a colour").to_owned()
        };
        let pairs = links
            .iter()
            .filter(|link| link["kind"] == "sea")
            .map(|link| {
                let ends = [colour(&link["from"]), colour(&link["to"])];
                let [a, b] = ends;
                (a.clone().min(b.clone()), a.max(b))
            });
        pairs.collect::<std::collections::BTreeSet<_>>()
    };
    // Nearly all of those that players know, and hardly any other.
    let (found, known) = (links(text(&map)), links(&bundled("world")));
    let both = found.intersection(&known).count();
    assert!(
        both >= 20 && found.len() <= both + 4,
        "{both} of {}",
        found.len()
    );
    let (_, told) = new("near", &["--sea", "10"]);
    assert!(
        told.contains("by sea") && !told.contains("(0 by sea)"),
        "{told}"
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map");
    let mask = bundled("czechia") + "/mask.png";
    let wrong = folder.path().join("wrong.png");
    image::RgbImage::new(10, 10)
        .save(&wrong)
        .expect("a picture");
    for (options, named) in [
        (&["--size", "300"][..], "--size applies only to shapes"),
        (&["--name-from", "x"], "--name-from applies only to GeoJSON"),
        (&["--sea", "far"], "a number of pixels"),
        (&["--image", text(&wrong)], "10 × 10 pixels"),
    ] {
        let mut arguments = vec!["new", &mask, "-o", text(&map)];
        arguments.extend(options);
        let output = maps(&arguments);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(named), "{}", stderr(&output));
        assert!(!map.exists());
    }
    let output = maps(&["render", &bundled("czechia"), "-o", "x.jpg"]);
    assert_eq!(output.status.code(), Some(2));
    let output = maps(&["render", &mask, "-o", "x.png"]);
    assert!(
        stderr(&output).contains("is not a map"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn noise_leads_to_one_suggestion_to_repair() {
    let folder = tempfile::tempdir().expect("a folder");
    let [noise, map] = ["noise.png", "map"].map(|name| folder.path().join(name));
    let mut seed = 1_u64;
    image::RgbImage::from_fn(300, 300, |_, _| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        image::Rgb([40, 48, 56].map(|shift| (seed >> shift) as u8))
    })
    .save(&noise)
    .expect("a picture");
    let output = maps(&["info", text(&noise)]);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!(lines < 40, "{lines} lines");
    assert!(stderr(&output).contains("marchland-maps repair"));

    let output = maps(&["new", text(&noise), "-o", text(&map)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("marchland-maps repair"));
    assert!(!map.exists());
}

/// The map is made as if these pixels were not there, so the command says that they are.
#[test]
fn a_few_pixels_of_other_colours_are_mentioned() {
    let folder = tempfile::tempdir().expect("a folder");
    let [mask, map] = ["dirty.png", "map"].map(|name| folder.path().join(name));
    lined(&mask, 3, [255; 3]);
    let mut picture = image::open(&mask).expect("a picture").into_rgb8();
    picture.put_pixel(40, 40, image::Rgb([1, 2, 3]));
    picture.save(&mask).expect("a picture");
    let output = maps(&["new", text(&mask), "-o", text(&map)]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("no territory: 1, with 1 pixel"), "{told}");
}

/// A long repair that is interrupted as by Ctrl-C leaves no files behind.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_command_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [big, clean] = ["big.bmp", "clean.png"].map(|name| folder.path().join(name));
    image::RgbImage::from_fn(3000, 3000, |x, y| {
        image::Rgb([(x * y / 97) as u8, (x / 300) as u8, (y / 300) as u8])
    })
    .save(&big)
    .expect("a picture");
    let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .args(["repair", text(&big), "-o", text(&clean)])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    // Its handler is installed before it opens the picture.
    let open = format!("/proc/{}/fd", child.id());
    let has_it = |entry: fs::DirEntry| fs::read_link(entry.path()).is_ok_and(|to| to == big);
    while !fs::read_dir(&open).is_ok_and(|mut files| files.any(|f| f.is_ok_and(has_it))) {
        assert!(child.try_wait().expect("a state").is_none(), "too quick");
    }
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn errors_are_reported() {
    let mask = bundled("world") + "/mask.png";
    let cases: [(&[&str], &str); 8] = [
        (
            &["info", "nowhere/at-all.png"],
            "cannot open nowhere/at-all.png",
        ),
        (&["new", "x.doc", "-o", "y"], "cannot open x.doc"),
        (&["new", "tests/it/main.rs", "-o", "y"], "unknown file type"),
        (&["new", &mask, "-o", &mask], "is not a map file"),
        (
            &["diff", "tests/bad/encoding-utf-16.xml", "world"],
            "nothing is compared",
        ),
        (&["new", "x.svg", "-o", "y"], "cannot read x.svg"),
        (&["render", "nowhere", "-o", "y.png"], "nowhere"),
        (&["draw"], "unrecognized subcommand"),
    ];
    for (arguments, message) in cases {
        let output = maps(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

/// The name of a bundled map is not a folder, but the message says how to make it one.
#[test]
fn names_of_bundled_maps_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [
        &["info", "world"][..],
        &["render", "world", "-o", "a.png"],
        &["diff", "world", "world"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
            .args(command)
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let told = stderr(&output);
        assert!(told.contains("world is missing"), "{told}");
        assert!(
            told.contains("marchland-maps import world -o world"),
            "{told}"
        );
    }
}

pub(crate) fn four(folder: &Path) -> String {
    let picture = image::RgbImage::from_fn(80, 60, |x, y| match (x / 20, y / 20) {
        (1, 0) => image::Rgb([200, 0, 0]),
        (2, 0) => image::Rgb([0, 150, 0]),
        (1, 1) => image::Rgb([0, 90, 200]),
        (2, 1) => image::Rgb([180, 170, 0]),
        _ => image::Rgb([255; 3]),
    });
    let path = folder.join("four.png");
    picture.save(&path).expect("a picture");
    text(&path).to_owned()
}

#[test]
fn written_maps_can_be_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = four(folder.path());
    let bare = folder.path().join("pic");
    fs::copy(&mask, &bare).expect("a copy");
    let long = folder
        .path()
        .join(format!("{}.png", "a_long-name".repeat(9)));
    fs::copy(&mask, &long).expect("a copy");
    let map = folder.path().join("map");
    let read_again = |input: &str, more: &[&str]| {
        let output = maps(&[&["new", input, "-o", text(&map), "--force"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let (folder, reading) = marchland_maps::folder::Folder::open(&map).expect("a map");
        assert_eq!(reading.flaws, []);
        let image = reading.draft.image.clone().expect("an image");
        assert!(folder.resolve(&image).expect("inside").is_file(), "{image}");
        reading.draft
    };
    let draft = read_again(&mask, &["--image", text(&bare)]);
    assert_eq!(draft.image.as_deref(), Some("image.png"));
    let draft = read_again(text(&long), &[]);
    assert_eq!(draft.name.text.map(|name| name.chars().count()), Some(64));
    read_again(
        &mask,
        &["--name", &"é".repeat(64), "--author", &"x".repeat(256)],
    );
    for [option, value] in [
        ["--name", &"x".repeat(70)],
        ["--name", "two\nlines"],
        ["--name", " "],
        ["--author", &"x".repeat(257)],
        ["--licence", "\u{1b}[31m"],
    ] {
        let output = maps(&["new", &mask, "-o", text(&map), "--force", option, value]);
        assert_eq!(output.status.code(), Some(2), "{option} {value:?}");
        assert!(stderr(&output).contains(option), "{}", stderr(&output));
    }
}

/// A JPEG file with the name of a PNG is read as a JPEG.
#[test]
fn masks_are_recognised_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = image::open(four(folder.path())).expect("a picture");
    let called = folder.path().join("called.png");
    mask.save_with_format(&called, image::ImageFormat::Bmp)
        .expect("a picture");
    let map = folder.path().join("map");
    let output = maps(&["new", text(&called), "-o", text(&map)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(map.join("mask.bmp").is_file());
}

#[cfg(unix)]
#[test]
fn no_command_waits_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.png");
    for (name, command) in [
        ("pipe.png", "new"),
        ("pipe.geojson", "new"),
        ("pipe.toml", "new"),
        ("pipe2.png", "repair"),
        ("pipe3.png", "info"),
    ] {
        let pipe = folder.path().join(name);
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        let mut arguments = vec![command, text(&pipe)];
        if command != "info" {
            arguments.extend(["-o", text(&out)]);
        }
        let output = maps(&arguments);
        assert_eq!(output.status.code(), Some(2), "{command} {name}");
        assert!(
            stderr(&output).contains("it is a pipe or a device, not a file"),
            "{}",
            stderr(&output)
        );
    }
}

/// Squares of 80 pixels with lines of `line` pixels between, `between` in colour.
fn lined(path: &Path, line: u32, between: [u8; 3]) {
    let side = 80 + line;
    let picture = image::RgbImage::from_fn(4 * side + line, 3 * side + line, |x, y| {
        let at = (x / side + y / side * 4) as u8;
        let is_line = x % side < line || y % side < line;
        image::Rgb(if is_line {
            between
        } else {
            [40 + at * 10, 220 - at * 13, at * 20]
        })
    });
    picture.save(path).expect("a picture");
}

#[test]
fn wide_lines_are_crossed_or_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let [mask, map] = ["mask.png", "map"].map(|name| folder.path().join(name));
    let links = || {
        let reading = marchland_maps::folder::Folder::open(&map).expect("a map").1;
        reading.draft.links().count()
    };
    for line in [3, 8, 11, 16] {
        for between in [[0; 3], [255; 3], [130, 20, 90]] {
            lined(&mask, line, between);
            let new = ["new", text(&mask), "-o", text(&map), "--force"];
            let output = maps(&new);
            let told = stderr(&output);
            if told.contains("warning") {
                assert_eq!(output.status.code(), Some(1), "{told}");
                assert!(told.contains(&format!("--gap {line}")), "{line} px: {told}");
                assert!(!told.contains("--sea"), "{told}");
                let gap = line.to_string();
                let output = maps(&[&new[..], &["--gap", &gap]].concat());
                assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            }
            assert_eq!(links(), 17, "{between:?}, {line} px: {told}");
            // A gap that is too small is reported, even if the author chose it.
            let output = maps(&[&new[..], &["--gap", "0"]].concat());
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{told}");
            assert!(told.contains(&format!("again with --gap {line}")), "{told}");
            assert!(!told.contains("--sea"), "{told}");
        }
    }
}

/// Five islands of 20 pixels, the others 200 pixels from the middle one.
#[test]
fn all_islands_within_reach_are_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let [mask, map] = ["mask.png", "map"].map(|name| folder.path().join(name));
    let islands = [[260, 260], [480, 260], [40, 260], [260, 480], [260, 40]];
    let picture = image::RgbImage::from_fn(540, 540, |x, y| {
        let inside = |&[left, top]: &[u32; 2]| {
            (left..left + 20).contains(&x) && (top..top + 20).contains(&y)
        };
        let at = islands.iter().position(inside);
        image::Rgb(at.map_or([255; 3], |at| [40 * at as u8, 90, 200 - 40 * at as u8]))
    });
    picture.save(&mask).expect("a picture");
    for (reach, expected) in [("199", 0), ("200", 4), ("300", 8)] {
        let output = maps(&[
            "new",
            text(&mask),
            "-o",
            text(&map),
            "--force",
            "--sea",
            reach,
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let reading = marchland_maps::folder::Folder::open(&map).expect("a map").1;
        assert_eq!(reading.draft.links().count(), expected, "--sea {reach}");
    }
}
