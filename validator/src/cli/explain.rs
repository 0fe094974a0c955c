//! What is known of the rules themselves.

use std::fmt::Write;

use crate::catalogue::nearest;
use crate::{FAMILIES, RULES, Rule, render};
use marchland_maps::files::plain;
use serde_json::json;

use super::args::TextOrJson;
use super::{Output, TROUBLE};

/// The manual page of the rule with that code or name.
pub(crate) fn explain(code: &str, format: TextOrJson) -> Output {
    let named = |rule: &&Rule| rule.code.eq_ignore_ascii_case(code) || rule.name == code;
    let Some(rule) = RULES.iter().find(named) else {
        let family = FAMILIES
            .iter()
            .find(|(family, _)| family.eq_ignore_ascii_case(code));
        if let Some((family, about)) = family {
            return self::family(family, about, format);
        }
        let hint =
            nearest(code).map_or_else(|| ";".to_owned(), |near| format!("; did you mean {near}?"));
        return Output {
            notes: vec![format!(
                "error: no rule has the code or name `{}`{hint} `rules` lists them all",
                plain(code)
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

pub(crate) fn rules(format: TextOrJson) -> Output {
    let text = match format {
        TextOrJson::Json => {
            let rules: Vec<_> = RULES.iter().map(value).collect();
            format!(
                "{:#}\n",
                json!({"version": render::JSON_VERSION, "rules": rules})
            )
        }
        TextOrJson::Text => {
            let families = FAMILIES.iter();
            families
                .map(|(family, about)| listed(family, about))
                .collect()
        }
    };
    Output {
        text,
        ..Output::default()
    }
}

fn family(family: &str, about: &str, format: TextOrJson) -> Output {
    let text = match format {
        TextOrJson::Json => {
            let rules: Vec<_> = of_family(family).map(value).collect();
            format!(
                "{:#}\n",
                json!({"family": family, "about": about, "rules": rules})
            )
        }
        TextOrJson::Text => listed(family, about),
    };
    Output {
        text,
        ..Output::default()
    }
}

fn of_family(family: &str) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.family() == family)
}

/// The rules of a family, one a line: code, name, severity, fix, summary.
fn listed(family: &str, about: &str) -> String {
    let mut text = format!("{family}  {about}\n");
    for rule in of_family(family) {
        // Writing to a string cannot fail.
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
    text
}

fn value(rule: &Rule) -> serde_json::Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.word(),
        "fix": rule.fixable.word(),
        "summary": rule.summary(),
        "page": rule.page,
    })
}
