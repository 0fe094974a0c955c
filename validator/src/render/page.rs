//! The manual pages of the rules, as in the documentation.

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
        rule.fix_word(),
        rule.page
    )
}

/// The list of all rules, `docs/rules/README.md`.
pub fn index() -> String {
    let mut out = String::from(
        "# Rules of the validator\n\n\
         This list is generated from the rules. `marchland-validator explain CODE` prints the same pages\n\
         without the examples.\n\n\
         | severity | meaning |\n|---|---|\n\
         | error | the map cannot be played, cannot be read as meant, or cannot be relied on, as with a mask whose colours are not exact |\n\
         | warning | the author would want to know |\n\
         | info | for reference; the command line shows it only with `--level info` |\n\n\
         | fix | meaning |\n|---|---|\n\
         | safe | keeps what the author meant; `--fix` applies it |\n\
         | unsafe | a guess, explained on the rule's page; `--fix --unsafe-fixes` applies it |\n\
         | no | has to be repaired by hand |\n",
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
                rule.fix_word(),
                rule.summary().replace('|', "\\|")
            );
        }
    }
    out
}
