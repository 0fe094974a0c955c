use super::super::text::Text;
use super::*;

#[test]
fn properties_are_read_like_java_does() {
    let text = Text::decode(
        b"# comment\n! too\nAlaska=Alja\\u0161ka\n  Great\\ Britain : Velk\xE1 \\\n   Brit\\u00e1nie\n\
          bare\nx y\nodd=\\u12\nface=\\uD83D\\uDE00\nlast\\",
    );
    let pairs = parse(text.lines());
    let get = |key: &str| pairs.get(key).map(String::as_str);
    assert_eq!(get("Alaska"), Some("Aljaška"));
    assert_eq!(get("Great Britain"), Some("Velká Británie"));
    assert_eq!(get("bare"), Some(""));
    assert_eq!(get("x"), Some("y"));
    assert_eq!(get("odd"), Some("u12"));
    assert_eq!(get("face"), Some("😀"));
    assert_eq!(get("last"), Some(""));
}
#[test]
fn continued_lines_end_in_an_odd_number_of_backslashes() {
    let text = Text::decode(b"a=1\\\\\\\n\\\\\nb=2\\\n\nc=3\n\\\n#d=4\n\\\n\n#e=5");
    let pairs = parse(text.lines());
    let expected = [("#d", "4"), ("a", r"1\\"), ("b", "2"), ("c", "3")];
    let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(pairs, BTreeMap::from(expected));
}

#[test]
fn a_text_of_backslashes_takes_linear_time() {
    let many = 1 << 20;
    let text = format!("{}\n{}x", "\\".repeat(2 * many + 1), "\\\n".repeat(many));
    let pairs = parse((1..).zip(text.split('\n')));
    assert_eq!(pairs.into_keys().next().unwrap().len(), many + 1);
}

#[test]
fn what_is_written_is_read_again() {
    for text in [
        "Great Britain",
        r"a\b=c:d",
        "#1 !",
        "Aljaška",
        "😀",
        "x=y z",
    ] {
        let line = format!("{}={}", escape(text, true), escape(text, false));
        assert!(line.is_ascii(), "{line}");
        let pairs = parse([(1, &*line)].into_iter());
        assert_eq!(pairs, BTreeMap::from([(text.to_owned(), text.to_owned())]));
    }
}
