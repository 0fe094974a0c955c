//! What is known of the rules themselves.

use std::fmt::Write;

use crate::{FAMILIES, RULES, Rule, render};
use serde_json::json;

use super::args::TextOrJson;
use super::{Output, TROUBLE};

/// The manual page of the rule with that code or name.
pub(crate) fn explain(code: &str, format: TextOrJson) -> Output {
    let named = |rule: &&&Rule| rule.code.eq_ignore_ascii_case(code) || rule.name == code;
    let Some(rule) = RULES.iter().find(named) else {
        let by_code = |rule: &Rule| strsim::levenshtein(&code.to_ascii_uppercase(), rule.code);
        let by_name = |rule: &Rule| strsim::levenshtein(code, rule.name);
        // What is further off is nothing that was meant.
        let close = |rule: &&&Rule| by_code(rule) <= 2 || 3 * by_name(rule) <= code.chars().count();
        let near = RULES
            .iter()
            .filter(close)
            .min_by_key(|rule| by_code(rule).min(by_name(rule)));
        let hint = near.map_or_else(
            || ";".to_owned(),
            |rule| format!("; did you mean {} ({})?", rule.code, rule.name),
        );
        return Output {
            notes: vec![format!(
                "error: no rule has the code or name `{code}`{hint} `rules` lists them all"
            )],
            code: TROUBLE,
            ..Output::default()
        };
    };
    let text = match format {
        TextOrJson::Text => render::page(rule),
        TextOrJson::Json => format!("{:#}\n", value(rule)),
    };
    Output {
        text,
        ..Output::default()
    }
}

/// The list of all rules.
pub(crate) fn rules(format: TextOrJson) -> Output {
    let text = match format {
        TextOrJson::Json => {
            let rules: Vec<_> = RULES.iter().map(|rule| value(rule)).collect();
            format!(
                "{:#}\n",
                json!({"version": render::JSON_VERSION, "rules": rules})
            )
        }
        TextOrJson::Text => {
            let mut text = String::new();
            // Writing to a string cannot fail.
            for (family, about) in FAMILIES {
                let _ = writeln!(text, "{family}  {about}");
                for rule in RULES.iter().filter(|rule| rule.family() == *family) {
                    let _ = writeln!(
                        text,
                        "  {} {:22} {:8} {:7} {}",
                        rule.code,
                        rule.name,
                        rule.severity,
                        rule.fixable.word(),
                        rule.summary()
                    );
                }
            }
            text
        }
    };
    Output {
        text,
        ..Output::default()
    }
}

fn value(rule: &Rule) -> serde_json::Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.word(),
        "fix": rule.fixable.word(),
        "summary": rule.summary(),
        "page": rule.page(),
    })
}
