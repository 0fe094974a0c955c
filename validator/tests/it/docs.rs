//! The pages in `docs/rules` agree with the rules.

use std::collections::BTreeSet;
use std::fmt::Write;

use marchland_validator::{RULES, Rule, Safety, check, render, rule};
use similar::TextDiff;

use crate::support::{open, root};

/// Maximum length of an example in lines.
const LONGEST: usize = 30;

/// A rule's page with links and an example, the difference between its maps `bad` and
/// `good`.
fn page(of: &Rule) -> String {
    let mut page = linked(&render::page(of));
    let folder = root("validator/tests/rules").join(of.code);
    let (bad, good) = (folder.join("bad"), folder.join("good"));
    if !bad.join("map.xml").is_file() {
        return page;
    }
    let report = check(&open(&bad).input());
    let finding = report.findings.iter().find(|f| f.rule.code == of.code);
    let finding = finding.unwrap_or_else(|| panic!("{} is silent on its example", of.code));
    page += "\n## Example\n\n";
    writeln!(
        page,
        "> {}[{}] {}",
        finding.severity, of.code, finding.message
    )
    .unwrap();
    // Some examples are not UTF-8.
    let text = |folder: &std::path::Path, name| {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let files = ["map.xml", "marchland.toml"];
    let differences = files.map(|name| {
        let (bad, good) = (text(&bad, name), text(&good, name));
        let diff = TextDiff::from_lines(&bad, &good);
        let diff = diff.unified_diff().context_radius(1).to_string();
        let lines = diff.lines().filter(|line| !line.starts_with("\\ "));
        let lines: Vec<_> = lines
            .map(|line| if line.starts_with("@@") { "…" } else { line })
            .collect();
        lines.join("\n")
    });
    let difference = differences.iter().find(|diff| !diff.is_empty());
    match difference.filter(|diff| diff.lines().count() <= LONGEST) {
        Some(diff) => write!(page, "\nThe correction:\n\n```diff\n{diff}\n```\n"),
        None => writeln!(
            page,
            "\nSee the maps `bad` and `good` in `validator/tests/rules/{}`.",
            of.code
        ),
    }
    .unwrap();
    page
}

/// The page with links to the rules and settings that it mentions.
fn linked(page: &str) -> String {
    let (title, text) = page.split_once('\n').unwrap();
    let mut out = format!("{title}\n");
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_uppercase() || c == '`') {
        let (before, from) = rest.split_at(at);
        out += before;
        let word = from.get(..6).filter(|word| rule(word).is_some());
        let setting = from.strip_prefix('`').and_then(|from| from.split_once('`'));
        let setting = setting.filter(|(key, _)| SETTINGS.contains(key));
        if let (Some(code), false) = (word, before.ends_with('[')) {
            write!(out, "[{code}]({code}.md)").unwrap();
            rest = &from[6..];
        } else if let Some((key, after)) = setting {
            write!(out, "[`{key}`](../ci.md#settings-and-waivers)").unwrap();
            rest = after;
        } else {
            let length = from.chars().next().map_or(1, char::len_utf8);
            out += &from[..length];
            rest = &from[length..];
        }
    }
    out + rest
}

/// Words that link to the description of `marchland.toml`.
const SETTINGS: [&str; 8] = [
    "name-chars",
    "part-pixels",
    "speck-pixels",
    "orphan-pixels",
    "contact-pixels",
    "link-percent",
    "continent-percent",
    "marchland.toml",
];

/// `UPDATE_DOCS=1 cargo test -p marchland-validator` updates them.
#[test]
fn pages_are_up_to_date() {
    let folder = root("docs/rules");
    let mut pages: Vec<(String, String)> = RULES
        .iter()
        .map(|rule| (format!("{}.md", rule.code), page(rule)))
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
            "docs/rules/{name} is out of date; run the tests with UPDATE_DOCS=1"
        );
    }
    let known: BTreeSet<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name();
        let name = name.to_str().unwrap();
        assert!(known.contains(name), "docs/rules/{name} belongs to no rule");
    }
}

/// The table of contents lists every rule by its code and name, and no other page of
/// `docs/rules`. `UPDATE_DOCS=1` updates it, too.
#[test]
fn the_table_of_contents_lists_all_rules() {
    let path = root("docs/SUMMARY.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let is_rule = |line: &&str| line.starts_with("  - ") && line.contains("](rules/");
    let index = "- [Rules of the validator](rules/README.md)\n";
    let (before, after) = text.split_once(index).unwrap();
    let listed: Vec<&str> = after.lines().take_while(is_rule).collect();
    let mut rows: Vec<String> = RULES
        .iter()
        .map(|rule| {
            format!(
                "  - [{code} {}](rules/{code}.md)",
                rule.name,
                code = rule.code
            )
        })
        .collect();
    rows.sort();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let rest: Vec<&str> = after.lines().skip(listed.len()).collect();
        let (rows, rest) = (rows.join("\n"), rest.join("\n"));
        std::fs::write(&path, format!("{before}{index}{rows}\n{rest}\n")).unwrap();
        return;
    }
    assert_eq!(
        listed, rows,
        "docs/SUMMARY.md is out of date; run the tests with UPDATE_DOCS=1"
    );
    assert_eq!(text.matches("](rules/").count(), rows.len() + 1);
}

#[test]
fn every_page_has_a_summary_and_an_explanation() {
    for rule in RULES {
        let page = rule.page;
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

#[test]
fn every_page_explains_the_repair() {
    for rule in RULES {
        let page = rule.page;
        let repair = page.split("## How to repair").nth(1);
        let repair = repair.unwrap_or_else(|| panic!("{}: how is it repaired?", rule.code));
        match rule.fix {
            None => {}
            Some(Safety::Safe) => {
                assert!(repair.contains("fix"), "{}: what does the fix?", rule.code);
            }
            Some(Safety::Unsafe) => assert!(repair.contains("guess"), "{}: why unsafe?", rule.code),
        }
        let named = page.split("See also: ").nth(1).unwrap_or_default();
        for other in named
            .trim_end_matches(['.', '\n'])
            .split(", ")
            .filter(|w| !w.is_empty())
        {
            assert!(
                marchland_validator::rule(other).is_some(),
                "{}: {other}",
                rule.code
            );
        }
    }
}
