use super::*;

const TEXT: &str = "# ours\n[rules]\nADJ012 = \"warning\"\nBAL = \"off\"\n\n[limits]\nname-chars = 30\n\n[[waiver]]\nrule = \"ADJ008\"\nabout = [\"territory:3\"]\nreason = \"the Alps\"\n";

#[test]
fn settings_override_the_defaults() {
    let settings = Settings::parse(TEXT).unwrap();
    assert_eq!(
        settings.severity("ADJ012", Severity::Info),
        Some(Severity::Warning)
    );
    assert_eq!(
        settings.severity("ADJ013", Severity::Info),
        Some(Severity::Info)
    );
    assert_eq!(settings.severity("BAL003", Severity::Info), None);
    assert_eq!(settings.limits.name_chars, 30);
    assert_eq!(settings.waivers[0].reason, "the Alps");
}

#[test]
fn errors_name_their_line() {
    let at = |text| Settings::parse(text).unwrap_err().to_string();
    assert!(at("[rules]\nADJ012 = \"loud\"").starts_with("line 2, column 10: "));
    assert!(at("[rule]\n").starts_with("line 1"));
    assert!(at("[rules]\nBAL = \"warn\"").ends_with("did you mean \"warning\"?"));
    assert!(at("[waiver]\nrule = \"ADJ008\"").contains("`[[waiver]]`"));
    assert!(at("rules = 5").ends_with("expected a table"));
    assert_eq!(
        at("[limits]\nname-chars = 99999999999999999999"),
        "line 2, column 14: integer `99999999999999999999` is too large"
    );
    let single = "[[waiver]]\nrule = \"ADJ008\"\nreason = \"r\"\nabout = \"territory:3\"";
    assert!(at(single).contains("expected a list"));
    assert!(
        at("\n[[waiver]]\nrule = \"ADJ008\"\nreason = \" \"\n")
            .starts_with("line 2: the waiver of ADJ008")
    );
}

/// `marchland-game` reads that table, and a mistake in it must not keep maps from being checked.
#[test]
fn the_balance_table_is_no_error() {
    let text = "[balance]\nmax-sea = 5\nplayers = \"all\"\n\n[limits]\nname-chars = 9\n";
    let settings = Settings::parse(text).unwrap();
    assert_eq!(settings.limits.name_chars, 9);
    let entries: Vec<_> = settings.balance_entries().collect();
    assert_eq!(entries, [("max-sea", &(20..21)), ("players", &(32..37))]);
}
