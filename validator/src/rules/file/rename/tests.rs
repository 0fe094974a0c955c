use marchland_maps::xml;

use super::*;

/// The texts after renaming each misspelt word.
fn renamed(text: &str) -> Vec<Option<String>> {
    let text = Text::new(xml::read(text.as_bytes()));
    let misspelt = text
        .flaws()
        .iter()
        .filter(|flaw| matches!(flaw.kind, Kind::Attribute { .. } | Kind::Element { .. }));
    misspelt
        .map(|flaw| {
            let mut out = text.as_str().to_owned();
            for rewrite in rename(&text, flaw)?.rewrites.iter().rev() {
                out.replace_range(rewrite.bytes.clone(), &rewrite.text);
            }
            Some(out)
        })
        .collect()
}

fn one(text: &str) -> Option<String> {
    let mut all = renamed(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

#[test]
fn attributes_are_renamed() {
    assert_eq!(
        one("<map><territory name='a > b' Colour = \"#112233\"/></map>").as_deref(),
        Some("<map><territory name='a > b' colour = \"#112233\"/></map>")
    );
    // The correctly spelt attribute wins.
    assert_eq!(
        one("<map><territory color='#112233' colour='#445566'/></map>"),
        None
    );
    let twice = renamed("<map><territory color='#112233' colur='#445566'/></map>");
    assert_eq!(twice.iter().filter(|one| one.is_some()).count(), 1);
    assert!(twice[0].is_some());
}

#[test]
fn elements_are_renamed_in_both_tags() {
    assert_eq!(
        one("\u{feff}<map>\r\n<teritory name='a'><pivot x='1' y='2'/><!-- </teritory> --></teritory >\r\n</map>")
            .as_deref(),
        Some(
            "\u{feff}<map>\r\n<territory name='a'><pivot x='1' y='2'/><!-- </teritory> --></territory >\r\n</map>"
        )
    );
    assert_eq!(
        one("<map><territory><neighbor territory='1'/></territory></map>").as_deref(),
        Some("<map><territory><neighbour territory='1'/></territory></map>")
    );
    // Nested elements of the same name.
    assert_eq!(
        one("<map><teritory><teritory></teritory><b/></teritory></map>").as_deref(),
        Some("<map><territory><teritory></teritory><b/></territory></map>")
    );
}

#[test]
fn single_elements_are_not_duplicated() {
    assert_eq!(
        one("<map><maske file='a.png'/></map>").as_deref(),
        Some("<map><mask file='a.png'/></map>")
    );
    assert_eq!(
        one("<map><maske file='a.png'/><mask file='b.png'/></map>"),
        None
    );
    // Comments do not count.
    assert!(one("<map><maske file='a.png'/><!-- <mask file='b.png'/> --></map>").is_some());
}

#[test]
fn malformed_xml_is_not_changed() {
    assert!(renamed("<map><neighbor").iter().all(Option::is_none));
    assert!(
        renamed("<map><territory><neighbor territory='1'/></map>")
            .iter()
            .all(Option::is_none)
    );
}
