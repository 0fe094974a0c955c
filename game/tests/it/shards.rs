//! Parts of a balance analysis, run apart and merged.

use marchland_files::hex;
use sha2::{Digest as _, Sha256};

use crate::balance::{FEW, balance};
use crate::program::{bundled, complaint, text};

#[test]
fn merged_shards_equal_one_run_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let options = [&["europe"][..], &FEW].concat();
    for number in 1..=5 {
        let (shard, file) = (format!("{number}/5"), at(&format!("part{number}.json")));
        let output = balance(
            folder.path(),
            &[&options[..], &["--shard", &shard, "-o", &file]].concat(),
        );
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    }
    let parts: Vec<String> = (1..=5)
        .map(|number| at(&format!("part{number}.json")))
        .collect();
    let merge = |parts: &[String], format: &str| {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        balance(
            folder.path(),
            &[&["merge", "--format", format][..], &parts].concat(),
        )
    };
    let reversed: Vec<String> = parts.iter().rev().cloned().collect();
    for format in ["json", "human"] {
        let one = text(&balance(
            folder.path(),
            &[&options[..], &["--format", format]].concat(),
        ));
        assert_eq!(text(&merge(&parts, format)), one);
        assert_eq!(text(&merge(&reversed, format)), one);
    }
    // Missing, duplicate and foreign shards are named.
    let refused = |parts: &[String], said: &[&str]| {
        let output = merge(parts, "human");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let why = complaint(&output);
        for said in said {
            assert!(why.contains(said), "{why}");
        }
    };
    refused(&[parts[0].clone(), parts[3].clone()], &["missing: 2, 3, 5"]);
    let doubled = [&parts[..], &parts[1..2]].concat();
    refused(&doubled, &["shard 2 is there twice", "part2.json"]);
    let others = [
        (vec!["world", "--seed", "1"], "another map"),
        (
            vec!["europe", "--seed", "2"],
            "another seed: 2 instead of 1",
        ),
        (vec!["europe", "--bots", "novice"], "other bots: novice"),
        (
            vec!["europe", "--most-turns", "50"],
            "another --most-turns: 50 instead of 2000",
        ),
        (
            vec!["europe", "--no-world"],
            "another --no-world: yes instead of no",
        ),
        (
            vec!["europe", "--max-held", "5%"],
            "another --max-held: 5 instead of none",
        ),
    ];
    for (other, why) in others {
        let file = at("other.json");
        let more = ["--shard", "5/5", "-o", &file, "--force"];
        let output = balance(folder.path(), &[&other[..], &FEW, &more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        let mixed = [&parts[..4], &[file]].concat();
        // The odd one is named wherever it stands.
        let first: Vec<String> = mixed.iter().rev().cloned().collect();
        for parts in [mixed, first] {
            refused(&parts, &["other.json is of another run than ", why]);
            assert_eq!(
                complaint(&merge(&parts, "human"))
                    .matches("another run")
                    .count(),
                1
            );
        }
    }
    let whole = std::fs::read(&parts[0]).unwrap();
    std::fs::write(at("broken.json"), &whole[..5_000]).unwrap();
    refused(&[at("broken.json")], &["broken.json is damaged"]);
    std::fs::write(at("text.json"), "{}").unwrap();
    refused(&[at("text.json")], &["not a part of a run"]);
    // A shard written by another version.
    let old = std::fs::read_to_string(&parts[4]).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(old.contains(&version));
    let other = old.replace(&version, "\"version\":\"0.0.1\"");
    std::fs::write(at("old.json"), sealed(&other)).unwrap();
    let mixed = [&parts[..4], &[at("old.json")]].concat();
    refused(&mixed, &["another version of the program: 0.0.1"]);
    // No shard has the number 0.
    let shard = "\"shard\":{\"number\":5,\"of\":5}";
    assert!(old.contains(shard));
    let none = old.replace(shard, "\"shard\":{\"number\":0,\"of\":0}");
    std::fs::write(at("none.json"), sealed(&none)).unwrap();
    refused(&[at("none.json")], &["none.json is damaged"]);
    // One number is another than was counted.
    std::fs::write(at("old.json"), old.replacen("\"deals\":", "\"deals\":1", 1)).unwrap();
    refused(&mixed, &["old.json was changed after it was written"]);
}

/// Limits are no part of what is played, so they can be given as late as that.
#[test]
fn merge_takes_limits_in_place_of_those_of_the_parts() {
    let folder = tempfile::tempdir().unwrap();
    let options = [&["europe"][..], &FEW, &["--no-world"]].concat();
    for (number, limit) in [(1, "90"), (2, "80")] {
        let (shard, file) = (format!("{number}/2"), format!("part{number}.json"));
        let more = ["--max-held", limit, "--shard", &shard, "-o", &file];
        let output = balance(folder.path(), &[&options[..], &more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    }
    let merge = |more: &[&str]| {
        let parts = ["merge", "part1.json", "part2.json"];
        balance(folder.path(), &[&parts[..], more].concat())
    };
    let limits = ["--max-held", "0.5%", "--flags", "off"];
    let merged = merge(&limits);
    assert_eq!(merged.status.code(), Some(1), "{}", complaint(&merged));
    let one = balance(folder.path(), &[&options[..], &limits].concat());
    assert_eq!(text(&merged), text(&one));
    let command = text(&one).lines().last().unwrap().to_owned();
    let said = " --seed 1 --max-held 0.5 --flags off --no-world";
    assert!(command.ends_with(said), "{command}");
    assert_eq!(merge(&["--max-held", "99"]).status.code(), Some(0));
    for (more, said) in [
        (&[][..], "another --max-held: 80 instead of 90"),
        (&["--max-held", "5", "--seed", "2"], "leave out --players"),
        (
            &["--max-held", "5", "--max-seat", "5"],
            "`max-seat` cannot be judged",
        ),
    ] {
        let output = merge(more);
        assert_eq!(output.status.code(), Some(2));
        let complaint = complaint(&output);
        assert!(complaint.contains(said), "{complaint}");
    }
    let help = text(&balance(folder.path(), &["merge", "--help"]));
    assert!(
        help.contains("--max-held") && !help.contains("--seed"),
        "{help}"
    );
}

/// The parts have the map, but not its mask.
#[test]
fn merge_says_that_the_mask_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("mine");
    std::fs::create_dir(&map).unwrap();
    for file in ["map.xml", "mask.png"] {
        std::fs::copy(bundled("europe").join(file), map.join(file)).unwrap();
    }
    let part = "mine --players 2 --games 4 --no-world --shard 1/1 -o part.json";
    let output = balance(folder.path(), &part.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let merge = || balance(folder.path(), &["merge", "part.json", "--format", "html"]);
    assert_eq!(complaint(&merge()), "");
    std::fs::rename(map, folder.path().join("moved")).unwrap();
    let said = "the mask of mine cannot be read, so the page shows territories as discs";
    assert!(complaint(&merge()).starts_with(said));
}

/// A part as it would be written.
fn sealed(part: &str) -> String {
    let (fields, _) = part.rsplit_once("\"digest\":").unwrap();
    let digest = Sha256::digest(format!("{fields}\"digest\":\"\"}}"));
    format!("{fields}\"digest\":\"{}\"}}", hex(&digest))
}

/// Sixteen processes side by side, one of which is killed and run again, as a scheduler would.
/// `slurm.sh` beside this file does the same with Slurm.
#[test]
fn a_killed_shard_can_be_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["europe", "--players", "4", "--games", "640", "--no-world"];
    let spawn = |number: u32| {
        let (shard, file) = (format!("{number}/16"), format!("part{number}.json"));
        let one = ["--threads", "1", "--shard", &shard, "-o", &file, "--force"];
        let args = [&["balance"][..], &options, &one].concat();
        let mut command = crate::program::program(folder.path(), &args);
        command.stderr(std::process::Stdio::null()).spawn().unwrap()
    };
    let killed = 7;
    let mut children: Vec<_> = (1..=16).map(spawn).collect();
    let victim = &mut children[killed as usize - 1];
    victim.kill().unwrap();
    for (number, child) in (1..).zip(&mut children) {
        assert_eq!(
            child.wait().unwrap().success(),
            number != killed,
            "{number}"
        );
    }
    let names: Vec<String> = (1..=16)
        .map(|number| format!("part{number}.json"))
        .collect();
    // Shards are written whole or not at all.
    let there = |name: &&String| folder.path().join(name).exists();
    let parts: Vec<&str> = names.iter().filter(there).map(String::as_str).collect();
    assert_eq!(parts.len(), 15);
    let merge = |parts: &[&str]| {
        balance(
            folder.path(),
            &[&["merge", "--format", "json"][..], parts].concat(),
        )
    };
    let refused = merge(&parts);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        complaint(&refused).contains("missing: 7"),
        "{}",
        complaint(&refused)
    );
    assert!(spawn(killed).wait().unwrap().success());
    let parts: Vec<&str> = names.iter().map(String::as_str).collect();
    let one = balance(
        folder.path(),
        &[&options[..], &["--format", "json"]].concat(),
    );
    assert_eq!(one.status.code(), Some(0), "{}", complaint(&one));
    assert_eq!(text(&merge(&parts)), text(&one));
}

/// A part is whole or not at all, so an interrupted one is not written.
#[cfg(unix)]
#[test]
fn an_interrupted_part_is_not_written() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let part = ["--games", "900000000", "--shard", "1/2", "-o", "part.json"];
    let args = [
        &["balance", "world", "--players", "4", "--no-world"][..],
        &part,
    ]
    .concat();
    // The program must listen by then, so slow machines get longer.
    for wait in [2, 8, 30, 120].map(std::time::Duration::from_secs) {
        let child = crate::program::program(folder.path(), &args)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_none() {
            continue;
        }
        assert_eq!(output.status.code(), Some(130), "{}", complaint(&output));
        assert!(complaint(&output).contains("nothing was written"));
        assert!(!folder.path().join("part.json").exists());
        return;
    }
    panic!("it was killed before it listened");
}
