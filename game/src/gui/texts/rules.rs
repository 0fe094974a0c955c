//! Texts about the rules of a table.

/// What a variant of a rule means; `None` if it is not known.
fn meaning(rule: u32, variant: u32) -> Option<&'static str> {
    Some(match (rule, variant) {
        (0, 0) => "the territories are claimed in turn",
        (0, 1) => "the territories are dealt",
        (1, 0) => "sets bring 4, 6, 8 … units",
        (1, 1) => "sets bring 3, 5, 7 or 9 units",
        _ => return None,
    })
}

/// The variant of a rule that a table plays.
pub(in crate::gui) fn rule(rule: u32, variant: u32) -> Option<String> {
    meaning(rule, variant).map(super::sentence)
}

/// What is said of a rule that somebody has changed.
pub(in crate::gui) fn rule_changed(rule: u32, variant: u32) -> Option<String> {
    let meaning = meaning(rule, variant)?;
    Some(format!("A rule was changed: {meaning}."))
}
