use std::fmt::Write as _;

use super::*;

#[test]
fn lines_are_counted_through_long_files() {
    let mut text = String::from("<strategy>\n");
    for number in 0..30_000 {
        writeln!(text, "<param key='{number}' value='1'/>").unwrap();
    }
    text.push_str("<!-- one\ntwo\n --><odd/>\n</strategy>\n");
    assert!(text.len() < MAX_BYTES as usize);
    let warnings = parse("a.xml".as_ref(), &text, |_| Taken::Used).unwrap();
    let odd = Warning {
        line: 30_004,
        what: "the element odd is not known here".to_owned(),
    };
    assert_eq!(warnings, [odd]);
    let deep = "<a>".repeat(100_000);
    assert!(parse("a.xml".as_ref(), &deep, |_| Taken::Used).is_err());
    let error = parse("a.xml".as_ref(), "<s>\n\n<area id='x'/></s>", |_| {
        Taken::Used
    })
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.xml, line 3: area needs an id and a value, both numbers"
    );
}

#[test]
fn settings_without_effect_are_reported() {
    let said = |text| {
        let warnings = parse("a.xml".as_ref(), text, |_| Taken::Used).unwrap();
        warnings.iter().map(Warning::to_string).collect::<Vec<_>>()
    };
    let twice = "<s><area id='3' value='1'/><area id='4' value='1'/>\n<area id='3' value='2'/></s>";
    let again = "line 2: the element area is set again, and only the last value counts";
    assert_eq!(said(twice), [again]);
    let warnings = parse("a.xml".as_ref(), twice, |_| Taken::Clamped(0.0, 0.5)).unwrap();
    let lines: Vec<_> = warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines, [1, 1, 2, 2], "also if a value is out of range");
    assert_eq!(
        said("<map/>"),
        ["line 1: there are no settings in this file"]
    );
}

#[test]
fn no_more_is_read_than_may_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xml");
    let most = " ".repeat(MAX_BYTES as usize);
    std::fs::write(&path, &most).unwrap();
    assert_eq!(read(&path).unwrap(), most);
    std::fs::write(&path, format!("{most}é")).unwrap();
    let error = read(&path).unwrap_err();
    assert!(matches!(
        error,
        ConfigError::Io { source, .. } if source.kind() == io::ErrorKind::FileTooLarge
    ));
    std::fs::write(&path, b"\xff").unwrap();
    assert!(read(&path).is_err());
}
