use super::*;

fn runs(select: &str, ignore: &str, code: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    Selection::new(&words(select), &words(ignore))
        .unwrap()
        .runs(code)
}

#[test]
fn the_longest_prefix_wins_and_ignore_wins_ties() {
    assert!(runs("", "", "ADJ008"));
    assert!(runs("adj", "", "ADJ008"));
    assert!(!runs("ADJ", "", "IMG001"));
    assert!(!runs("ADJ", "ADJ008", "ADJ008"));
    assert!(runs("ADJ008", "ADJ", "ADJ008"));
    assert!(!runs("ADJ008", "ADJ", "ADJ009"));
    assert!(!runs("ADJ008", "ADJ008", "ADJ008"));
    assert!(runs("ADJ00", "ADJ", "ADJ008"));
    assert!(!runs("ADJ00", "ADJ", "ADJ010"));
    assert!(runs("ALL", "", "XML001"));
    assert!(!runs("", "ALL", "XML001"));
    assert!(runs("XML", "ALL", "XML001"));
}

#[test]
fn words_that_are_not_prefixes_of_codes_are_refused() {
    let error = Selection::new(&["ADX".into()], &[]).unwrap_err();
    assert!(error.starts_with("--select: there is no code or family `ADX`; did you mean ADJ?"));
    assert!(Selection::new(&[], &[String::new()]).is_err());
    let long = "touch-without-link".repeat(50_000);
    assert!(!unknown(&long).contains("did you mean"));
}
