//! `marchland-game balance`, the program.

use std::path::Path;

use serde_json::Value;

use crate::program::{bundled, complaint, run, text};

pub(crate) const FEW: [&str; 4] = ["--players", "2,3", "--games", "60"];

pub(crate) fn balance(folder: &Path, args: &[&str]) -> std::process::Output {
    run(folder, &[&["balance"], args].concat(), "")
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let output = balance(folder, &[args, &["--format", "json"]].concat());
    serde_json::from_str(&text(&output)).unwrap_or_else(|_| panic!("{}", complaint(&output)))
}

#[test]
fn all_formats_say_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let europe = bundled("europe");
    let map = [&[europe.to_str().unwrap()][..], &FEW].concat();
    for format in ["human", "json", "csv", "markdown"] {
        let with = |threads| {
            let more = ["--format", format, "--threads", threads];
            let output = balance(folder.path(), &[&map[..], &more].concat());
            assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
            text(&output)
        };
        let report = with("1");
        assert_eq!(report, with("3"), "{format}");
        let known = match format {
            "csv" => &["2,won,\"1\",", "2,games-10,\"\",", "2,held-in-3,\""][..],
            "json" => &[],
            _ => &[
                "2 players",
                "continents that are held, among the games that last",
            ],
        };
        for known in known {
            assert!(report.contains(known), "{report}");
        }
    }
    let report = json(folder.path(), &map);
    let games: Vec<_> = report["sections"].as_array().unwrap().iter().collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["games"], 60);
    let shares = games[1]["places"].as_array().unwrap().iter();
    let sum: f64 = shares
        .map(|place| place["won"]["value"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 0.02, "{sum}");
    // Shares of few games are recognised.
    for section in games {
        for continent in section["continents"].as_array().unwrap() {
            let marks = continent["marks"].as_array().unwrap();
            let counts = |key: &str| -> Vec<u64> {
                marks
                    .iter()
                    .map(|mark| mark[key].as_u64().unwrap())
                    .collect()
            };
            let (games, held) = (counts("games"), counts("heldIn"));
            assert!(
                games[0] <= 60 && games.is_sorted_by(|a, b| a >= b),
                "{games:?}"
            );
            for ((mark, games), held) in marks.iter().zip(games).zip(held) {
                if let Some(share) = mark["held"]["value"].as_f64() {
                    assert!((share - held as f64 / games as f64).abs() < 1e-9, "{mark}");
                }
            }
        }
    }
    assert_eq!(report["stopped"], false);
    // The command quoted in the report produces that report.
    let command = report["command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    assert_eq!(json(folder.path(), &words), report);
}

#[test]
fn limits_that_cannot_be_judged_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = balance(
        folder.path(),
        &["czechia", "--max-seat", "3%", "--no-world"],
    );
    assert_eq!(output.status.code(), Some(2));
    // The same in the map's settings.
    let mine = copied(folder.path(), "europe", "mine");
    let settings = |text: &str| std::fs::write(mine.join("marchland.toml"), text).unwrap();
    settings("root = true\n[balance]\nmax-seat = 5\n");
    let output = balance(folder.path(), &["mine", "--no-world"]);
    assert_eq!(output.status.code(), Some(2));
    let said = complaint(&output);
    assert!(said.contains("`max-seat` cannot be judged"), "{said}");
    settings("root = true\n[balance]\nseed = 1\nplayers = 2\n");
    let output = balance(folder.path(), &["mine"]);
    assert_eq!(output.status.code(), Some(2));
    let said = complaint(&output);
    let named = ["marchland.toml", "line 4", "players = 2"];
    assert!(named.iter().all(|named| said.contains(named)), "{said}");
}

#[test]
fn limits_without_a_figure_fail() {
    let folder = tempfile::tempdir().unwrap();
    for limit in [
        "--max-held",
        "--min-held",
        "--max-lift",
        "--max-seat",
        "--max-unfinished",
    ] {
        let few = ["europe", "--players", "2", "--games", "2", limit, "1"];
        let output = balance(folder.path(), &few);
        assert_eq!(output.status.code(), Some(1), "{limit}");
        let said = text(&output);
        let unit = match limit {
            "--max-lift" | "--max-seat" => "point",
            _ => "%",
        };
        let sentence = format!("`{}` of 1 {unit} cannot be judged", &limit[2..]);
        assert!(said.contains(&sentence), "{said}");
        for unknown in ["wins –", "– did not end"] {
            assert!(!said.contains(unknown), "{said}");
        }
    }
    // Neither does it pass if only some numbers of players were played often enough.
    let some = "europe --players 2,4 --games 20 --max-held 100";
    let output = balance(folder.path(), &some.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output);
    let unknown = "`max-held` of 100 % cannot be judged: with 4 players, no figure is known";
    assert!(said.contains(unknown), "{said}");
    // The world is not compared with itself.
    let world = [
        "world",
        "--players",
        "2",
        "--games",
        "20",
        "--max-seat",
        "1",
    ];
    let output = balance(folder.path(), &world);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn the_same_games_again_is_quoted_for_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    copied(folder.path(), "europe", "it's ☃");
    let report = json(
        folder.path(),
        &["it's ☃", "--players", "2", "--games", "4", "--no-world"],
    );
    let command = report["command"].as_str().unwrap();
    assert!(
        command.starts_with(r"marchland-game balance 'it'\''s ☃' --players 2 "),
        "{command}"
    );
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["europe", "--players", "2", "--games", "4", "--no-world"];
    for (name, begins) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.json", "{\n  \"version\": 1,"),
        ("a.CSV", "players,what,"),
        ("a.md", "# Balance of "),
        ("a.txt", "Balance of "),
    ] {
        let output = balance(folder.path(), &[&few[..], &["-o", name]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        let report = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(report.starts_with(begins), "{name}: {report}");
    }
    let both = ["-o", "b.html", "--format", "csv"];
    let output = balance(folder.path(), &[&few[..], &both].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("b.html"));
    assert!(!folder.path().join("b.html").exists());
}

/// A copy of a bundled map.
fn copied(folder: &Path, map: &str, name: &str) -> std::path::PathBuf {
    let mine = folder.join(name);
    std::fs::create_dir(&mine).unwrap();
    for file in ["map.xml", "mask.png"] {
        std::fs::copy(bundled(map).join(file), mine.join(file)).unwrap();
    }
    mine
}

#[test]
fn json_keeps_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/balance-1.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for more in [
        &["--max-seat", "3%", "--flags", "error"][..],
        &["--no-world"],
    ] {
        let args = [&["czechia"][..], &FEW, more].concat();
        conforms(&schema, &json(folder.path(), &args), &schema);
    }
}

/// The part of JSON Schema that ours uses: every member is described, and every required
/// one is present.
fn conforms(schema: &Value, value: &Value, root: &Value) {
    if let Some(path) = schema["$ref"].as_str() {
        let at = path.strip_prefix('#').unwrap();
        return conforms(root.pointer(at).unwrap(), value, root);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let none = choices.iter().any(|choice| choice["type"] == "null");
        if value.is_null() {
            assert!(none, "{schema} has no null");
            return;
        }
        let some = choices.iter().find(|choice| choice["type"] != "null");
        return conforms(some.unwrap(), value, root);
    }
    let fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        other => panic!("{other:?} in the schema"),
    };
    assert!(fits, "{value} is not {schema}");
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{value} is not one of {words:?}");
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let known = &schema["properties"][key];
        assert!(known.is_object(), "the schema does not know `{key}`");
        conforms(known, member, root);
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        assert!(
            value.get(key.as_str().unwrap()).is_some(),
            "{key} is missing"
        );
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(&schema["items"], item, root);
    }
}

#[test]
fn limits_decide_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("mine");
    std::fs::create_dir(&map).unwrap();
    for file in ["map.xml", "mask.png"] {
        std::fs::copy(bundled("world").join(file), map.join(file)).unwrap();
    }
    let code = |args: &[&str]| {
        let games = ["mine", "--players", "4", "--games", "800"];
        let output = balance(folder.path(), &[&games[..], args].concat());
        (
            output.status.code().unwrap(),
            text(&output) + &complaint(&output),
        )
    };
    assert_eq!(code(&[]).0, 0);
    let (passed, said) = code(&["--max-held", "40%"]);
    assert_eq!(passed, 1);
    assert!(
        said.contains("`max-held` of 40 % is exceeded: Australia"),
        "{said}"
    );
    assert!(said.contains("\n\n* `max-held`"), "before all else: {said}");
    // A file leaves nothing of it in the log of a job, nor does a format for programs.
    for shown in [&["-o", "x.md"][..], &["--format", "json"]] {
        let games = [
            "mine",
            "--players",
            "4",
            "--games",
            "800",
            "--max-held",
            "40%",
        ];
        let output = balance(folder.path(), &[&games[..], shown].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = complaint(&output);
        let named = "error: `max-held` of 40 % is exceeded: Australia with 4 players, ";
        assert!(said.starts_with(named), "{said}");
    }
    assert_eq!(code(&["--max-held", "99%"]).0, 0);
    let (missed, said) = code(&["--min-held", "20%"]);
    assert_eq!(missed, 1);
    assert!(
        said.contains("`min-held` of 20 % is not reached: "),
        "{said}"
    );
    assert_eq!(code(&["--flags", "error"]).0, 1);
    let settings = map.join("marchland.toml");
    std::fs::write(&settings, "root = true\n[balance]\nmax-held = 50\n").unwrap();
    assert_eq!(code(&[]).0, 1);
    // The option goes before the file.
    assert_eq!(code(&["--max-held", "99"]).0, 0);
    std::fs::write(&settings, "root = true\n[balance]\nmax-hold = 50\n").unwrap();
    let (wrong, said) = code(&[]);
    assert_eq!(wrong, 2);
    assert!(
        said.contains("line 3") && said.contains("`max-held`"),
        "{said}"
    );
}

#[test]
fn until_and_for_end_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let until = json(
        folder.path(),
        &["world", "--players", "3", "--until", "±9%"],
    );
    assert_eq!(until["watched"], true);
    let places = until["sections"][0]["places"].as_array().unwrap();
    for place in places {
        let figure = |name: &str| place["won"][name].as_f64().unwrap();
        assert!(figure("high") - figure("low") <= 0.18);
    }
    let timed = json(folder.path(), &["world", "--players", "3", "--for", "1s"]);
    // As many as the machine plays in a second, and named in the command that plays them again.
    let games = timed["sections"][0]["games"].as_u64().unwrap();
    assert!(games >= 12, "{games}");
    let command = timed["command"].as_str().unwrap();
    assert!(command.contains(&format!(" --games {games} ")), "{command}");
    for wrong in [
        &["world", "--until", "0%"][..],
        &["world", "--for", "5"],
        &["world", "--shard", "4/3", "-o", "x"],
        &["world", "--shard", "1/3"],
        &["world", "--players", "7"],
        &["atlantis"],
        &["world", "--bots", "genius"],
        &["world", "--bots", "expert=1s"],
        &["merge"],
        &[],
    ] {
        let output = balance(folder.path(), wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!complaint(&output).is_empty());
    }
}

/// The report of a run that is to end so, after Ctrl-C.
#[cfg(unix)]
fn interrupted(end: [&str; 2]) -> String {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let run = ["balance", "world", "--players", "4", "--threads", "1"];
    let args = [&run[..], &end].concat();
    // Two deals must be over by then, so slow machines get longer.
    let waits = [2, 8, 30, 120].map(std::time::Duration::from_secs);
    for wait in waits {
        let child = crate::program::program(folder.path(), &args)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        let report = text(&output);
        if report.contains("With 4 players") {
            assert_eq!(output.status.code(), Some(130), "{}", complaint(&output));
            assert!(complaint(&output).contains("stopped: the report is of what was played"));
            return report;
        }
    }
    panic!("no game ends within two minutes");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_the_games_played() {
    let early = "* Stopped early: this is of ";
    assert!(interrupted(["--for", "2h"]).contains(early));
    // It also said that the run had ended because the intervals were narrow enough.
    let report = interrupted(["--until", "0.05%"]);
    let was = "The run was to end when the intervals were narrow enough";
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(early) && report.contains(was), "{report}");
}

#[test]
fn an_old_version_is_compared_and_bonuses_are_proposed() {
    let folder = tempfile::tempdir().unwrap();
    let world = bundled("world");
    let old = folder.path().join("old");
    std::fs::create_dir(&old).unwrap();
    for file in std::fs::read_dir(&world).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), old.join(file.file_name())).unwrap();
    }
    // Oceania's bonus was ten units higher in the old version.
    let xml = std::fs::read_to_string(old.join("map.xml")).unwrap();
    let at = xml.find("<continent ").unwrap();
    let bonus = at + xml[at..].find("bonus=\"").unwrap() + "bonus=\"".len();
    let end = bonus + xml[bonus..].find('"').unwrap();
    let more: u16 = xml[bonus..end].parse::<u16>().unwrap() + 10;
    let xml = format!("{}{more}{}", &xml[..bonus], &xml[end..]);
    std::fs::write(old.join("map.xml"), xml).unwrap();

    let [map, old] = [&world, &old].map(|path| path.to_str().unwrap());
    let args = [
        map,
        "--players",
        "3",
        "--games",
        "240",
        "--against",
        old,
        "--suggest",
    ];
    let report = json(folder.path(), &args);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/balance-1.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    conforms(&schema, &report, &schema);
    let changes = report["changes"].as_array().unwrap();
    assert!(changes[0]["counts"].as_bool().unwrap(), "{}", changes[0]);
    let rounds = changes
        .iter()
        .find(|change| change["what"] == "rounds")
        .unwrap();
    let [before, now] = ["old", "new"].map(|at| rounds[at].as_f64().unwrap());
    assert!(before < now, "more units end games sooner: {rounds}");
    let [edited, said] = [0, 1].map(|at| report["words"][at].as_str().unwrap());
    assert!(
        edited.starts_with("Edited since the old version: Continent “"),
        "{edited}"
    );
    assert!(
        said.starts_with("Since the old version, with 3 players: "),
        "{said}"
    );
    let proposals = report["proposals"].as_array().unwrap();
    assert_eq!(
        proposals.len(),
        report["map"]["continents"].as_u64().unwrap() as usize
    );
    let is_changed = proposals.iter().any(|p| p["proposed"] != p["bonus"]);
    let said = |start: &str| {
        let words = report["words"].as_array().unwrap();
        words.iter().any(|w| w.as_str().unwrap().starts_with(start))
    };
    assert_eq!(said("Proposed bonuses: "), is_changed);
    assert_eq!(said("No other bonuses are proposed: "), !is_changed);
    // The same with another number of threads, and in every format.
    let alone = [&args[..], &["--threads", "1"]].concat();
    assert_eq!(json(folder.path(), &alone), report);
    for (format, known) in [
        ("human", "Proposed bonuses"),
        ("markdown", "## What changed, the surest first"),
        ("csv", "3,changed-rounds,\"\","),
        ("html", "<summary>Proposed bonuses</summary>"),
    ] {
        let output = balance(folder.path(), &[&args[..], &["--format", format]].concat());
        let report = text(&output);
        assert!(report.contains(known), "{report}");
    }
    // Shards cover a single map, and the old version must be a map.
    let part = [&args[..], &["--shard", "1/2", "-o", "part.json"]].concat();
    assert_eq!(balance(folder.path(), &part).status.code(), Some(2));
    let none = balance(folder.path(), &[map, "--against", "nowhere"]);
    assert_eq!(none.status.code(), Some(2), "{}", complaint(&none));
}

/// One file that opens anywhere: it fetches nothing, runs no script and escapes all names.
#[test]
fn the_html_page_is_self_contained() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        &["europe"][..],
        &FEW,
        &["--format", "html", "-o", "page.html"],
    ]
    .concat();
    let output = balance(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    for no in ["<script", "http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(no), "{no}");
    }
    // Every element is closed, as in XML.
    let body = page.split_once("<body>").unwrap().1;
    let body = format!("<body>{}", body.trim_end().trim_end_matches("</html>"));
    let closed = body.replace("\" checked>", "\"/>");
    let mut open = Vec::new();
    for tag in closed.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && name != "input" {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
    for section in ["<h2>2 players</h2>", "<h2>3 players</h2>"] {
        assert!(page.contains(section));
    }
    // Europe has a mask, so its territories have outlines, once for all layers.
    let territories = page.matches("<path id=\"t").count();
    assert!(territories > 30 && page.matches("<use href=\"#t").count() > 6 * territories);
    assert!(page.len() < 200_000, "{}", page.len());
    // `--force` replaces reports and nothing else.
    let again = [&args[..], &["--force"]].concat();
    assert_eq!(balance(folder.path(), &again).status.code(), Some(0));
    std::fs::write(folder.path().join("page.html"), "<!DOCTYPE html><p>mine").unwrap();
    assert_eq!(balance(folder.path(), &again).status.code(), Some(2));
}
