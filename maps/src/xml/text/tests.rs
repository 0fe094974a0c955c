use super::*;
use proptest::prelude::*;

fn read(raw: &str, layout: Layout) -> String {
    let mut reader = TextReader::new(layout, 1000);
    assert!(reader.push(raw, true));
    reader.finish().unwrap()
}

#[test]
fn literal_white_space_is_layout() {
    assert_eq!(read("\r\n  New\n\t York ", Layout::Line), "New York");
    assert_eq!(read("&#32;a&#10;b&#32;", Layout::Line), " a\nb ");
    let written = "\n    One  two \n\n    three\n  ";
    assert_eq!(read(written, Layout::Lines), "One  two\n\nthree");
}

#[test]
fn excess_text_is_counted_but_not_kept() {
    let mut reader = TextReader::new(Layout::Line, 3);
    reader.push("abcdef", true);
    assert_eq!(reader.finish(), Err(6));
}

proptest! {
    #[test]
    fn written_text_is_read_back(text in "[ab&<>\"' \t\n\r\\]é]{0,12}") {
        for layout in [Layout::Line, Layout::Lines] {
            for newline in ["\n", "\r\n      "] {
                let mut raw = String::new();
                push_text(&mut raw, &text, layout, newline);
                prop_assert!(!raw.contains("]]>"));
                prop_assert_eq!(&read(&raw, layout), &text, "{:?}", raw);
            }
        }
        for quote in ['"', '\''] {
            let mut raw = String::new();
            push_attribute(&mut raw, &text, quote);
            prop_assert!(!raw.contains(quote));
            prop_assert_eq!(attribute(&raw).unwrap(), &*text);
        }
    }
}
