//! Parts of a balance analysis, run apart and merged.

use marchland_files::hex;
use sha2::{Digest as _, Sha256};

use crate::balance::{FEW, balance};
use crate::program::{complaint, text};

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
        (vec!["europe", "--most-turns", "50"], "other options"),
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
    std::fs::write(
        at("broken.json"),
        &std::fs::read(&parts[0]).unwrap()[..5_000],
    )
    .unwrap();
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
