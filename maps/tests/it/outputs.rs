//! No command ever overwrites a file that it reads, or a file of another kind, even with
//! `--force`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::command_line::{bundled, text};

fn maps(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-maps"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.append(&mut contents(&path));
        } else {
            files.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    files
}

const SQUARES: &str = r#"{"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}},
    {"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Polygon","coordinates":[[[1,0],[2,0],[2,1],[1,1],[1,0]]]}}]}"#;

const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
    <rect id="A" width="10" height="10"/><rect id="B" x="10" width="10" height="10"/></svg>"#;

/// A folder with one of each kind of file that commands read.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("shapes.geojson"), SQUARES).unwrap();
    fs::write(path("shapes.svg"), SVG).unwrap();
    fs::write(path("links.csv"), "a,b,kind\n0,1,land\n").unwrap();
    let recipe = "input = \"shapes.geojson\"\nlinks = \"links.csv\"\nsize = 200\nmargin = 10\n";
    fs::write(path("recipe.toml"), recipe).unwrap();
    let made = maps(folder.path(), &["new", "recipe.toml", "-o", "map"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    fs::copy(path("map/mask.png"), path("mask.png")).unwrap();
    fs::copy(path("map/image.png"), path("picture.png")).unwrap();
    let source = "[files]\nmap a.png\n[continents]\nAll 2 red\n[countries]\n1 West 1 5 5\n\
        2 East 1 15 5\n[borders]\n1 2\n2 1\n";
    fs::write(path("a.map"), source).unwrap();
    let isles = image::GrayImage::from_fn(20, 10, |x, _| image::Luma([1 + (x / 10) as u8]));
    isles.save(path("a.png")).unwrap();
    fs::create_dir(path("sub")).unwrap();
    folder
}

/// Commands, and the files that each reads.
const COMMANDS: [(&[&str], &[&str]); 7] = [
    (
        &["new", "mask.png", "--image", "picture.png"],
        &["mask.png", "picture.png"],
    ),
    (&["new", "shapes.geojson"], &["shapes.geojson"]),
    (&["new", "shapes.svg"], &["shapes.svg"]),
    (
        &["new", "recipe.toml"],
        &["recipe.toml", "shapes.geojson", "links.csv"],
    ),
    (&["import", "a.map"], &["a.map", "a.png"]),
    (&["repair", "mask.png"], &["mask.png"]),
    (
        &["render", "map", "--layer", "image,mask"],
        &["map/map.xml", "map/mask.png", "map/image.png"],
    ),
];

/// Other names of a file: another spelling, a hard link, a link.
fn names(folder: &Path, input: &str) -> Vec<String> {
    let file = folder.join(input);
    let mut names = vec![input.to_owned(), format!("sub/../{input}")];
    fs::hard_link(&file, folder.join("hard.png")).unwrap();
    names.push("hard.png".to_owned());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&file, folder.join("soft.png")).unwrap();
        names.push("soft.png".to_owned());
    }
    names
}

#[test]
fn no_input_of_any_command_is_its_output() {
    let folder = inputs();
    let folder = folder.path();
    for (command, inputs) in COMMANDS {
        for input in inputs {
            let names = names(folder, input);
            let before = contents(folder);
            for name in &names {
                for force in [&[][..], &["--force"]] {
                    let arguments = [command, &["-o", name], force].concat();
                    let output = maps(folder, &arguments);
                    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
                    assert!(stderr(&output).starts_with("error: "), "{arguments:?}");
                    assert!(contents(folder) == before, "{arguments:?}");
                }
            }
            for link in ["hard.png", "soft.png"] {
                let _ = fs::remove_file(folder.join(link));
            }
        }
    }
}

/// The files of a map's folder may also be sources of the map.
#[test]
fn no_input_lies_where_the_files_of_a_new_map_go() {
    let folder = inputs();
    let folder = folder.path();
    for (command, inputs) in COMMANDS {
        if !matches!(command[0], "new" | "import") {
            continue;
        }
        for input in inputs {
            for name in ["map.xml", "mask.png"] {
                let out = folder.join("out");
                fs::create_dir(&out).unwrap();
                fs::hard_link(folder.join(input), out.join(name)).unwrap();
                let before = contents(folder);
                let arguments = [command, &["-o", "out", "--force"]].concat();
                let output = maps(folder, &arguments);
                assert_eq!(output.status.code(), Some(2), "{arguments:?} over {name}");
                assert!(contents(folder) == before, "{arguments:?} over {name}");
                fs::remove_dir_all(out).unwrap();
            }
        }
    }
}

#[test]
fn files_of_other_kinds_stay() {
    let folder = inputs();
    let folder = folder.path();
    let notes = folder.join("notes.txt");
    fs::write(&notes, "my notes").unwrap();
    for (command, _) in COMMANDS {
        let arguments = [command, &["-o", "notes.txt", "--force"]].concat();
        let output = maps(folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).contains("notes.txt is not a "),
            "{arguments:?}"
        );
    }
    let repair = ["repair", "mask.png", "-o", "map/map.xml", "--force"];
    assert_eq!(maps(folder, &repair).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");

    // Maps are replaced by maps, pictures by pictures.
    let old = fs::read(folder.join("map/map.xml")).unwrap();
    let again = ["new", "shapes.svg", "-o", "map", "--force"];
    assert_eq!(maps(folder, &again).status.code(), Some(0));
    assert_ne!(fs::read(folder.join("map/map.xml")).unwrap(), old);
    let render = ["render", "map", "-o", "picture.png", "--layer", "mask"];
    assert_eq!(maps(folder, &render).status.code(), Some(2));
    let output = maps(folder, &[&render[..], &["--force"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// Names of a file can neither steer a terminal nor forge lines of a log.
#[test]
fn names_of_a_map_are_printed_on_their_line() {
    let folder = inputs();
    let file = folder.path().join("map/map.xml");
    let text = fs::read_to_string(&file).unwrap();
    let forged = "A&#10;::error::forged&#13;&#x9b;1A&#x202e;";
    let text = text.replace("name=\"A\"", &format!("name=\"{forged}\""));
    assert!(text.contains("forged"), "{text}");
    let text = text.replacen("<mask", "<name>::error::forged</name>\n  <mask", 1);
    fs::write(&file, text).unwrap();
    for arguments in [
        &["info", "map", "--sea"][..],
        &[
            "render",
            "map",
            "-o",
            "a1.png",
            "--layer",
            "labels",
            "--lang",
            "\u{1b}[2J",
        ],
        &["render", "map", "-o", "no/such\n::error::forged.png"],
    ] {
        let output = maps(folder.path(), arguments);
        for said in [&output.stdout, &output.stderr] {
            let said = String::from_utf8_lossy(said);
            for line in said.lines() {
                assert!(!line.trim_start().starts_with("::"), "{said}");
                assert!(
                    !line.contains(marchland_maps::files::is_steering),
                    "{said:?}"
                );
            }
        }
    }
}

/// The picture is written, and parts that could not be read are reported.
#[test]
fn a_picture_of_a_damaged_map_gives_a_warning() {
    let folder = inputs();
    let folder = folder.path();
    let file = folder.join("map/map.xml");
    let text = fs::read_to_string(&file).unwrap();
    let cut = &text[..text.rfind("<territory").unwrap()];
    let with_dtd = text.replacen("<map", "<!DOCTYPE map [<!ENTITY e \"x\">]>\n<map", 1);
    for (at, damaged) in [cut, &with_dtd].into_iter().enumerate() {
        fs::write(&file, damaged).unwrap();
        let out = format!("{at}.png");
        let output = maps(folder, &["render", "map", "-o", &out]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("map.xml:"), "{}", stderr(&output));
        assert!(folder.join(out).exists());
    }
}

#[test]
fn negative_numbers_are_refused_with_the_range() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["generate", "-o", "x", "--seed", "-1"],
            "from 0 to 1844674",
        ),
        (&["generate", "-o", "x", "--territories", "-1"], "12..=500"),
        (&["generate", "-o", "x", "--land", "-5%"], "give 25 to 50"),
        (
            &["edit", "x", "--split", "-1", "--line", "1,1,2,2"],
            "from 0 to 65535",
        ),
        (
            &["edit", "x", "--split", "1", "--line", "-5,-5,2,2"],
            "numbers from 0",
        ),
        (&["edit", "x", "--merge", "-1,2"], "ids from 0"),
        (&["new", "x.png", "-o", "y", "--gap", "-1"], "not in 0..="),
        (
            &["render", "x", "-o", "y.png", "--scale", "-1"],
            "from 0.1 to 8",
        ),
    ];
    for (arguments, message) in cases {
        let output = maps(Path::new("."), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

/// A reader such as `head` that leaves early changes no exit code, nor does a full disk behind
/// standard error.
#[cfg(unix)]
#[test]
fn closed_outputs_change_no_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut");
    let (world, cut) = (bundled("world"), text(&cut));
    let run = |arguments: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_marchland-maps"));
        command.args(arguments).stdout(writer);
        if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
            command.stderr(full);
        }
        command.status().expect("the program runs").code()
    };
    let divide = [
        "edit", &world, "--divide", "0", "--parts", "2", "--draw", "-o", cut,
    ];
    assert_eq!(run(&divide), Some(0));
    assert_eq!(run(&["diff", &world, cut]), Some(1));
    assert_eq!(run(&["diff", &world, &world]), Some(0));
    assert_eq!(run(&["info", &world]), Some(0));
    assert_eq!(
        run(&["render", &world, "-o", "no/such/folder.png"]),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_names_the_file_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // As on a full disk: no file may grow beyond a block.
    let script = r#"ulimit -f 1; trap "" XFSZ; exec "$0" render "$1" -o picture.png"#;
    let program = env!("CARGO_BIN_EXE_marchland-maps");
    let output = Command::new("sh")
        .current_dir(&folder)
        .args(["-c", script, program, &bundled("czechia")])
        .output()
        .expect("the shell runs");
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.contains("cannot write picture.png: "), "{told}");
    assert!(!told.contains(".tmp"), "{told}");
    assert_eq!(contents(folder.path()), BTreeMap::new());
}
