//! The rules' manual pages as files of the documentation.

use std::fmt::Write;

use crate::catalogue::{FAMILIES, RULES};
use crate::rule::Rule;

/// The page of a rule, `docs/rules/CODE.md`.
pub fn page(rule: &Rule) -> String {
    format!(
        "# {} {}\n\n{} · fix: {}\n\n{}",
        rule.code,
        rule.name,
        rule.severity,
        rule.fixable.word(),
        rule.page
    )
}

/// The list of all rules, `docs/rules/README.md`.
pub fn index() -> String {
    let mut out = String::from(
        "# Rules of the validator\n\n\
         Made from the rules themselves; `marchland-validator explain CODE` prints the same pages,\n\
         without the examples. An *error* means that the map cannot be played, not be read as meant,\n\
         or not be relied on, as with a mask whose colours are not exact; a *warning* that its author\n\
         would want to know; *info* is shown with `--level info` alone.\n\n\
         A *safe* fix keeps what the author meant, and `--fix` applies it. An *unsafe* one is a guess,\n\
         and each page says at what: `--fix --unsafe-fixes` applies it.\n",
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
