use super::*;

#[test]
fn writing_in_place_grows_and_shrinks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.xml");
    fs::write(&path, "old text").unwrap();
    for text in ["a text that is longer than the old one", "short", ""] {
        overwrite(&path, text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn no_file_is_left_behind_and_neighbours_are_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.xml");
    let other = folder.path().join("map.xml.new");
    fs::write(&other, "an author's own").unwrap();
    replace(&path, b"one").unwrap();
    replace(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read(&other).unwrap(), b"an author's own");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn one_failing_file_keeps_all_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let [mask, map] = ["mask.png", "map.xml"].map(|name| folder.path().join(name));
    fs::write(&mask, "old").unwrap();
    fs::create_dir(&map).unwrap();
    let mut files = Replacements::default();
    files.add(&mask, |out| out.write_all(b"new")).unwrap();
    assert!(files.add(&map, |out| out.write_all(b"new")).is_err());
    drop(files);
    assert_eq!(fs::read(&mask).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_survive_and_devices_are_written_to() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("picture"), folder.path().join("link"));
    replace(&path, b"one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    replace(&link, b"two").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&path).unwrap(), b"two");
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    replace(Path::new("/dev/null"), b"three").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = replace(&path, b"four").unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_not_said_to_be_missing() {
    let told = |path: &str| replace(Path::new(path), b"").unwrap_err().to_string();
    assert_eq!(told("/proc/x.json"), "no file can be created in /proc");
    let missing = "there is no folder /proc/none; create it first";
    assert_eq!(told("/proc/none/x.json"), missing);
}
