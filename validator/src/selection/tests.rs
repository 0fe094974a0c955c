use super::*;

fn runs(select: &str, ignore: &str, code: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    Selection::new(&words(select), &words(ignore))
        .unwrap()
        .runs(code)
}

#[test]
fn the_longer_counts_and_of_equals_the_one_that_leaves_out() {
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
fn what_no_code_begins_with_is_refused() {
    let error = Selection::new(&["ADX".into()], &[]).unwrap_err();
    assert!(error.starts_with("--select: there is no code or family `ADX`; did you mean ADJ?"));
    assert!(Selection::new(&[], &[String::new()]).is_err());
}
