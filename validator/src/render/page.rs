//! The rules' manual pages as files of the documentation.

use std::fmt::Write;

use crate::registry::{FAMILIES, RULES, Rule};

/// The page of a rule, `docs/rules/CODE.md`.
pub fn page(rule: &Rule) -> String {
    format!(
        "# {} {}\n\n{} · fix: {}\n\n{}",
        rule.code,
        rule.name,
        rule.severity,
        rule.fixable.word(),
        rule.page()
    )
}

/// The list of all rules, `docs/rules/README.md`.
pub fn index() -> String {
    let mut out = String::from(
        "# Rules of the validator\n\n\
         Made from the rules themselves; `marchland-validator explain CODE` prints the same pages.\n\
         An *error* means that the map cannot be played or not be read as meant; a *warning* that an\n\
         author would want to know; *info* is shown only when asked for.\n",
    );
    // Writing to a string cannot fail.
    for (family, about) in FAMILIES {
        let _ = writeln!(
            out,
            "\n## {family}: {about}\n\n| code | name | severity | fix | what it finds |\n|---|---|---|---|---|"
        );
        for rule in RULES.iter().filter(|rule| rule.family() == *family) {
            let _ = writeln!(
                out,
                "| [{0}]({0}.md) | {1} | {2} | {3} | {4} |",
                rule.code,
                rule.name,
                rule.severity,
                rule.fixable.word(),
                rule.summary().replace('|', "\\|")
            );
        }
    }
    out
}
