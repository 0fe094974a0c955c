use super::*;

#[test]
fn plain_names() {
    for name in ["a.map", "UK map.gif", "..a", "é.png"] {
        assert!(is_plain_name(name), "{name}");
    }
    for name in [
        "",
        ".",
        "..",
        "../a",
        "a/b",
        "a\\b",
        "C:a",
        "a\0b",
        " ",
        "/etc/passwd",
    ] {
        assert!(!is_plain_name(name), "{name}");
    }
}

#[test]
fn a_link_does_not_lead_out() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "s").unwrap();
    let inside = tempfile::tempdir().unwrap();
    fs::write(inside.path().join("own"), "o").unwrap();
    let folder = DiskFiles::new(inside.path());
    assert_eq!(folder.read("own", 1).unwrap(), b"o");
    let long = folder.read("own", 0).unwrap_err();
    assert_eq!(long.kind(), io::ErrorKind::FileTooLarge);
    assert!(long.to_string().contains("than the 0 bytes"), "{long}");
    #[cfg(unix)]
    {
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, inside.path().join(name)).unwrap();
        };
        link(&outside.path().join("secret"), "link");
        link(&outside.path().join("nothing"), "dead");
        link(Path::new("own"), "alias");
        for (name, reason) in [("link", "out of its folder"), ("dead", "leads nowhere")] {
            let error = folder.read(name, 9).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name}");
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert_eq!(folder.read("alias", 1).unwrap(), b"o");
    }
}

#[test]
fn pipes_and_folders_are_refused_without_waiting() {
    let inside = tempfile::tempdir().unwrap();
    let folder = DiskFiles::new(inside.path());
    let refused = |name: &str| {
        let error = folder.read(name, 9).unwrap_err();
        (error.kind(), error.to_string())
    };
    fs::create_dir(inside.path().join("sub")).unwrap();
    let expected = (io::ErrorKind::InvalidInput, "it is a folder".to_owned());
    assert_eq!(refused("sub"), expected);
    #[cfg(unix)]
    {
        let path = inside.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let expected = "it is a pipe or a device, not a file".to_owned();
        assert_eq!(refused("pipe"), (io::ErrorKind::InvalidInput, expected));
    }
    assert_eq!(refused("none").0, io::ErrorKind::NotFound);
    let (kind, reason) = refused("sub/own");
    assert_eq!(kind, io::ErrorKind::NotFound);
    assert!(reason.contains("not a plain one"), "{reason}");
}
