//! Settings for a whole repository.

use std::fs;
use std::path::Path;

use crate::support::{case, code, run, stderr, stdout};

/// A repository with a map in `maps/a`.
fn repository() -> tempfile::TempDir {
    let top = tempfile::tempdir().unwrap();
    fs::create_dir_all(top.path().join("maps")).unwrap();
    fs::rename(case("PIV001/bad").keep(), top.path().join("maps/a")).unwrap();
    fs::create_dir(top.path().join(".git")).unwrap();
    top
}

fn write(top: &Path, folder: &str, text: &str) {
    fs::write(top.join(folder).join("marchland.toml"), text).unwrap();
}

#[test]
fn the_nearest_file_with_the_rule_decides() {
    let top = repository();
    let exit = || code(&run(top.path(), &["check", "maps"]));
    assert_eq!(exit(), 1);
    write(top.path(), "", "[rules]\nPIV001 = \"info\"\n");
    assert_eq!(exit(), 0);
    // From another folder and for a single map.
    let maps = top.path().join("maps");
    assert_eq!(code(&run(&maps, &["check", "a/map.xml"])), 0);
    write(top.path(), "maps", "[rules]\nPIV = \"error\"\n");
    assert_eq!(exit(), 1);
    write(top.path(), "maps/a", "[rules]\nPIV001 = \"off\"\n");
    assert_eq!(exit(), 0);
    // With `root = true`, files further up are ignored.
    write(top.path(), "maps/a", "root = true\n");
    write(top.path(), "maps", "[rules]\nPIV = \"off\"\n");
    assert_eq!(exit(), 1);
}

#[test]
fn the_search_for_settings_ends_at_the_repository() {
    let top = tempfile::tempdir().unwrap();
    write(top.path(), "", "[rules]\nPIV = \"off\"\n");
    let repository = repository();
    let inner = top.path().join("repository");
    fs::rename(repository.keep(), &inner).unwrap();
    assert_eq!(code(&run(&inner, &["check", "maps"])), 1);
    fs::remove_dir(inner.join(".git")).unwrap();
    assert_eq!(code(&run(&inner, &["check", "maps"])), 0);
}

#[test]
fn limits_and_waivers_are_combined() {
    let top = repository();
    let text = |arguments: &[&str]| {
        let all = [&["check", "maps", "--format", "short"], arguments].concat();
        stdout(&run(top.path(), &all))
    };
    write(
        top.path(),
        "",
        "[limits]\nname-chars = 3\n\n[[waiver]]\nrule = \"PIV001\"\nreason = \"all of them\"\n\n[[waiver]]\nrule = \"ADJ008\"\nreason = \"for other maps\"\n",
    );
    write(top.path(), "maps/a", "[limits]\npart-pixels = 3\n");
    let report = text(&[]);
    assert!(report.contains("[TER005]"), "{report}");
    assert!(!report.contains("[PIV001]"), "{report}");
    // Shared waivers are not reported as unused.
    assert!(!report.contains("[CFG001]"), "{report}");
    write(top.path(), "maps/a", "[limits]\nname-chars = 30\n");
    assert!(!text(&[]).contains("[TER005]"));

    // An error in shared settings is reported once.
    write(top.path(), "", "[limits]\nname-chars = \"three\"\n");
    fs::create_dir(top.path().join("maps/b")).unwrap();
    fs::copy(
        top.path().join("maps/a/map.xml"),
        top.path().join("maps/b/map.xml"),
    )
    .unwrap();
    let output = run(top.path(), &["check", "maps"]);
    assert_eq!(code(&output), 2);
    let errors = stderr(&output);
    assert_eq!(errors.matches("line 2, column 14").count(), 1, "{errors}");
}
