//! `explain` and `rules`: information about the rules.

use std::fmt::Write;

use crate::catalogue::nearest;
use crate::{FAMILIES, RULES, Rule, render};
use marchland_maps::files::plain;
use serde_json::{Value, json};

use super::args::TextOrJson;
use super::{Output, TROUBLE};

/// The manual page of a rule, or the rules of a family.
pub(crate) fn explain(code: &str, format: TextOrJson) -> Output {
    let is_rule = |rule: &&Rule| rule.code.eq_ignore_ascii_case(code) || rule.name == code;
    if let Some(rule) = RULES.iter().find(is_rule) {
        return print(match format {
            TextOrJson::Text => render::page(rule),
            TextOrJson::Json => pretty(&value(rule)),
        });
    }
    let mut families = FAMILIES.iter();
    if let Some((family, about)) = families.find(|(name, _)| name.eq_ignore_ascii_case(code)) {
        let rules: Vec<_> = of_family(family).map(value).collect();
        return print(match format {
            TextOrJson::Text => list(family, about),
            TextOrJson::Json => pretty(&json!({"family": family, "about": about, "rules": rules})),
        });
    }
    let hint = nearest(code).map_or_else(String::new, |near| format!(" did you mean {near}?"));
    Output {
        notes: vec![format!(
            "error: no rule has the code or name `{}`;{hint} `rules` lists all rules",
            plain(code)
        )],
        code: TROUBLE,
        ..Output::default()
    }
}

/// A list of all rules.
pub(crate) fn rules(format: TextOrJson) -> Output {
    let rules: Vec<_> = RULES.iter().map(value).collect();
    print(match format {
        TextOrJson::Json => pretty(&json!({"version": render::JSON_VERSION, "rules": rules})),
        TextOrJson::Text => {
            let lists = FAMILIES.iter().map(|(family, about)| list(family, about));
            lists.collect()
        }
    })
}

fn print(text: String) -> Output {
    Output {
        text,
        ..Output::default()
    }
}

fn of_family(family: &str) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.family() == family)
}

/// The rules of a family, one per line: code, name, severity, fix, summary.
fn list(family: &str, about: &str) -> String {
    let mut text = format!("{family}  {about}\n");
    for rule in of_family(family) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {} {:22} {:8} {:7} {}",
            rule.code,
            rule.name,
            rule.severity,
            rule.fix_word(),
            rule.summary()
        );
    }
    text
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn value(rule: &Rule) -> Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.word(),
        "fix": rule.fix_word(),
        "summary": rule.summary(),
        "page": rule.page,
    })
}
