//! Helpers for the tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use marchland_validator::Fix;
use marchland_validator::load::{self, Loaded};

pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

pub(crate) fn rewritten(text: &str, fix: &Fix) -> String {
    let mut text = text.to_owned();
    for rewrite in fix.rewrites.iter().rev() {
        text.replace_range(rewrite.bytes.clone(), &rewrite.text);
    }
    text
}

/// A map on disk with the older version in its folder `old`, if there is one.
pub(crate) fn open(folder: &Path) -> Loaded {
    let file = folder.join("map.xml");
    let mut loaded =
        Loaded::open(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let old = folder.join("old/map.xml");
    if old.exists() {
        loaded.previous = Some(load::previous(&old).unwrap());
    }
    loaded
}

/// A temporary copy of a rule's map: `CODE/bad` or `CODE/good`.
pub(crate) fn case(name: &str) -> tempfile::TempDir {
    copy(&root("validator/tests/rules").join(name))
}

/// A temporary copy of a map's folder.
pub(crate) fn copy(folder: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), to.path().join(entry.file_name())).unwrap();
        }
    }
    to
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-validator"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .output()
        .unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
