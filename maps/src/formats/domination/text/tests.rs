use super::*;

#[test]
fn all_line_ends_are_recognised() {
    let text = Text::decode(b"a\r\nb\rc\n\nd");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]);
}

#[test]
fn utf8_needs_a_byte_order_mark() {
    let marked = Text::decode("\u{FEFF}Čechy".as_bytes());
    assert_eq!((marked.content.as_str(), marked.damaged), ("Čechy", false));
    let latin = Text::decode(b"Malm\xF6");
    assert_eq!(
        (latin.content.as_str(), latin.looks_like_utf8),
        ("Malmö", false)
    );
    assert!(Text::decode("Malmö".as_bytes()).looks_like_utf8);
    assert!(Text::decode(b"\xEF\xBB\xBF\xFF").damaged);
}

#[test]
fn utf16_is_recognised_by_its_byte_order_mark() {
    let units = "\u{FEFF}Čechy 😀".encode_utf16();
    let little: Vec<u8> = units.clone().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units.flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big] {
        let text = Text::decode(bytes);
        assert_eq!((text.content.as_str(), text.damaged), ("Čechy 😀", false));
        assert!(Text::decode(&bytes[..bytes.len() - 1]).damaged);
    }
}

#[test]
fn only_ascii_blanks_separate_words() {
    assert_eq!(words(" a\t b ", 1), (vec!["a", "b"], false));
    for blank in ['\u{a0}', '\u{85}', '\u{3000}'] {
        let name = format!("Eng{blank}land");
        let line = format!("1 {name} 1");
        assert_eq!(words(&line, 1), (vec!["1", &*name, "1"], false));
    }
    assert_eq!(words("23 22 ; not 5", 1), (vec!["23", "22"], true));
    assert_eq!(words("23 22 ;5", 1), (vec!["23", "22"], true));
    assert_eq!(words("1 ;A 1", 2), (vec!["1", ";A", "1"], false));
    assert_eq!(words("1 22;", 1), (vec!["1", "22;"], false));
}

#[test]
fn names_are_readable() {
    assert_eq!(readable("Middle__East_"), "Middle East");
    assert_eq!(readable("a\u{7}b\u{85}c"), "a b c");
}
