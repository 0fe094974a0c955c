use super::*;

static MAP: Kind = Kind {
    name: "a map",
    begins: |head| root_element(head) == Some("map"),
};

#[test]
fn root_elements_are_found() {
    for (text, root) in [
        ("<map format=\"1\">", Some("map")),
        (
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- <svg> -->\n<map>",
            Some("map"),
        ),
        ("<!DOCTYPE svg SYSTEM \"a\">\n<svg/>", Some("svg")),
        ("<!DOCTYPE map [<!ENTITY a \"b\">]><map/>", Some("map")),
        ("<!DOCTYPE svg><svg><![CDATA[a]]></svg>", Some("svg")),
        ("<map", Some("map")),
        ("a <map>", None),
        ("<!-- <map>", None),
        ("", None),
    ] {
        assert_eq!(root_element(text.as_bytes()), root, "{text}");
    }
    assert_eq!(root_element(b"<map name=\"\xc5"), Some("map"));
}

#[test]
fn only_files_of_the_same_kind_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let notes = file("notes.txt", b"my notes");
    let map = file("map.xml", b"<map/>");
    let empty = file("empty", b"");
    for force in [false, true] {
        let refused = Output::at(&notes, &MAP, force).unwrap_err();
        assert!(
            matches!(refused, OutputError::OtherKind { .. }),
            "{refused}"
        );
        let refused = Output::at(folder.path(), &MAP, force).unwrap_err();
        assert!(matches!(refused, OutputError::Folder(_)), "{refused}");
        assert!(Output::at(&folder.path().join("new"), &MAP, force).is_ok());
        assert!(Output::at(Path::new("/dev/null"), &MAP, force).is_ok() || cfg!(windows));
    }
    for path in [&map, &empty] {
        let refused = Output::at(path, &MAP, false).unwrap_err();
        assert!(matches!(refused, OutputError::Exists(_)), "{refused}");
        let output = Output::at(path, &MAP, true).unwrap();
        output.write(|out| out.write_all(b"<map/>\n")).unwrap();
        assert_eq!(fs::read(path).unwrap(), b"<map/>\n");
    }
    assert_eq!(fs::read(&notes).unwrap(), b"my notes");
}

#[test]
fn inputs_are_recognised_under_every_name() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("map.xml");
    fs::write(&source, "<map/>").unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let mut names = vec![source.clone(), folder.path().join("sub/../map.xml")];
    let hard = folder.path().join("hard.xml");
    fs::hard_link(&source, &hard).unwrap();
    names.push(hard);
    #[cfg(unix)]
    {
        let soft = folder.path().join("soft.xml");
        std::os::unix::fs::symlink(&source, &soft).unwrap();
        names.push(soft);
    }
    for name in names {
        let output = Output::at(&name, &MAP, true).unwrap();
        let refused = output.spare([Path::new("nowhere"), &source]).unwrap_err();
        assert!(matches!(refused, OutputError::Source(_)), "{refused}");
    }
    let output = Output::at(&folder.path().join("other.xml"), &MAP, true).unwrap();
    output.spare([&source]).unwrap();
}
