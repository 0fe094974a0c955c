//! The manual pages in the documentation are those of the rules.

use std::collections::BTreeSet;

use marchland_validator::{RULES, render};

use crate::support::root;

/// `UPDATE_DOCS=1 cargo test -p marchland-validator` writes them.
#[test]
fn pages_are_up_to_date() {
    let folder = root("docs/rules");
    let mut pages: Vec<(String, String)> = RULES
        .iter()
        .map(|rule| (format!("{}.md", rule.code), render::page(rule)))
        .collect();
    pages.push(("README.md".to_owned(), render::index()));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, page) in &pages {
            std::fs::write(folder.join(name), page).unwrap();
        }
    }
    for (name, page) in &pages {
        let written = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(
            written == *page,
            "docs/rules/{name} is not what the rule says; run the tests with UPDATE_DOCS=1"
        );
    }
    let known: BTreeSet<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name();
        let name = name.to_str().unwrap();
        assert!(known.contains(name), "docs/rules/{name} is of no rule");
    }
}

#[test]
fn every_page_says_what_and_why() {
    for rule in RULES {
        let page = rule.page();
        let summary = rule.summary();
        assert!(
            summary.ends_with('.') && summary.len() < 120,
            "{}: {summary}",
            rule.code
        );
        assert!(
            page.len() > summary.len() + 60,
            "{}: the page says no more than its summary",
            rule.code
        );
    }
}
