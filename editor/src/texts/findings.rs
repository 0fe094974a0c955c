//! Texts of the issues panel and its fixes.

use marchland_maps::Draft;
use marchland_validator::{Entity, Finding, Severity};

use super::{capital, count, number};

pub(crate) const SHOW_ISSUES: &str = "Show issues";
pub(crate) const HIDE_ISSUES: &str = "Hide issues";
pub(crate) const ISSUES_HINT: &str = "Filter";
pub(crate) const LAYER_ISSUES: &str = "Show issues on the map";
pub(crate) const LOOKING: &str = "Checking…";
pub(crate) const NOT_CHECKED: &str = "Not checked";
/// A bug: a check panicked.
pub(crate) const CHECK_BROKE_DOWN: &str =
    "Checking the map was stopped by an error in the editor. The issues shown may be out of date.";
pub(crate) const FIXES_BROKE_DOWN: &str =
    "The fixes were not applied: an error in the editor stopped them. The map is unchanged.";
pub(crate) const ALL: &str = "All";
pub(crate) const IN_VIEW: &str = "In view";
pub(crate) const IN_VIEW_HINT: &str = "Only issues in the visible part of the map";
pub(crate) const ALL_HINT: &str = "Issues of the whole map";
pub(crate) const NEXT_ISSUE: &str = "Next issue";
pub(crate) const PREVIOUS_ISSUE: &str = "Previous issue";
pub(crate) const NO_ISSUES: &str = "No issues found";
pub(crate) const NO_ISSUES_HINT: &str =
    "The map is checked after every change. Balance is not checked: play-test it, too.";
pub(crate) const NOTHING_LISTED: &str = "No issue matches the filter";
pub(crate) const CLEAR_FILTER: &str = "Clear filter";
pub(crate) const SHOW_ON_MAP: &str = "Show";
pub(crate) const SHOW_ON_MAP_HINT: &str = "Show and select it on the map";
pub(crate) const WHY: &str = "Why?";
pub(crate) const WHY_HINT: &str = "What this rule is for, and how to fix it";
pub(crate) const BACK: &str = "Back";
pub(crate) const NO_ISSUE_HERE: &str = "No issues with the selection.";
pub(crate) const NO_ISSUE_CHOSEN: &str =
    "No issues with the map as a whole. Press F8 for the next issue.";
pub(crate) const FIXES: &str = "Fixes";
pub(crate) const OFFERS_WALK: &str = "preview";
pub(crate) const OFFERS_TAKE: &str = "apply";
pub(crate) const GUESS_SHORT: &str = "guess";
pub(crate) const BATCH_KEYS: &str = "↑ ↓ move, Space ticks, Enter applies";
pub(crate) const FIXES_HINT: &str = "All fixes for this issue";
pub(crate) const CLOSE: &str = "Close";
/// Label of a finding about something missing.
pub(crate) const TO_DO: &str = "To do";
pub(crate) const ISSUES: &str = "Issues";
pub(crate) const MARK_HINT: &str = "Click to see fixes";
pub(crate) const GUESS: &str = "This fix is a guess: check the result.";
pub(crate) const NO_FIX: &str = "No automatic fix: this one needs you.";
pub(crate) const WAIVE: &str = "Waive…";
pub(crate) const WAIVE_HINT: &str =
    "Accept this issue, with a reason, in marchland.toml beside the map";
pub(crate) const WAIVE_REASON: &str = "Reason for the waiver";
pub(crate) const WAIVE_DONE: &str = "Waive";
pub(crate) const WAIVE_SETTINGS: &str =
    "This issue is in marchland.toml itself: remove the entry there.";
pub(crate) const WAIVE_UNSAVED: &str =
    "Save the map first: waivers are stored in marchland.toml beside it.";
pub(crate) const UNWAIVE: &str = "Remove waiver";
pub(crate) const TAKE_ALL: &str = "Tick all";
pub(crate) const TAKE_NONE: &str = "Untick all";
pub(crate) const PREVIEW_SAFE_HINT: &str = "Review the safe fixes and tick those to apply";
pub(crate) const BATCH_HINT: &str =
    "Safe fixes do not change what you meant. All ticked fixes become one undo step.";
pub(crate) const WORKING: &str = "Preparing the fixes…";
pub(crate) const NO_FIX_NEEDED: &str = "Nothing changed: none of these fixes is needed any more.";
pub(crate) const MAP_MOVED_ON: &str =
    "Nothing changed: the map was edited in the meantime. Try again.";
pub(crate) const NOT_ON_OFFER: &str = "Nothing changed: this fix no longer applies.";
pub(crate) const NO_SUCH_WAIVER: &str = "This waiver is no longer in marchland.toml.";
pub(crate) const WOULD_CHANGE: &str = "Changes";
pub(crate) const NO_CHANGE: &str = "The contents of the map stay the same.";

/// `Error`, `Warning`, `Info`.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Info => "Info",
    }
}

/// `2 errors`, by severity.
pub(crate) fn of_severity(severity: Severity, n: usize) -> String {
    match severity {
        Severity::Error => count(n, "error", "errors"),
        Severity::Warning => count(n, "warning", "warnings"),
        Severity::Info => count(n, "info", "infos"),
    }
}

pub(crate) fn toggle_severity(severity: Severity, n: usize, shown: bool) -> String {
    let what = of_severity(severity, n);
    let verb = if shown { "hide" } else { "show" };
    format!("{what}; click to {verb} them")
}

pub(crate) fn toggle_to_do(n: usize, shown: bool) -> String {
    let what = count(n, "thing", "things");
    let verb = if shown { "hide" } else { "show" };
    format!("{what} to do on this unfinished map; click to {verb} them")
}

pub(crate) fn waived(n: usize) -> String {
    format!("{} waived", number(n as u64))
}

pub(crate) fn toggle_waived(n: usize, shown: bool) -> String {
    let what = count(n, "issue is", "issues are");
    let verb = if shown { "hide" } else { "show" };
    format!("{what} waived in marchland.toml; click to {verb} them")
}

/// The button that opens the list of safe fixes.
pub(crate) fn preview_safe(n: usize) -> String {
    format!("Preview safe fixes ({})", number(n as u64))
}

/// More issues share a mark.
pub(crate) fn behind(n: usize) -> String {
    let others = count(n, "more issue", "more issues");
    format!("{others} here: click again for the next")
}

/// The button that lists the other fixes of an issue.
pub(crate) fn more_fixes(n: usize) -> String {
    count(n, "other fix…", "other fixes…")
}

/// The button that lists the remaining issues of a subject.
pub(crate) fn more_issues(n: usize) -> String {
    format!("{} more in the list", number(n as u64))
}

pub(crate) fn why_offer(finding: &Finding) -> String {
    format!("Why is {} an issue?", finding.rule.code)
}

pub(crate) fn waive_offer(finding: &Finding) -> String {
    format!("Waive {} here, with a reason…", finding.rule.code)
}

/// The same for narrow panels.
pub(crate) fn safe_short(n: usize) -> String {
    format!("Safe fixes ({})", number(n as u64))
}

pub(crate) fn safe_title(n: usize) -> String {
    count(n, "safe fix", "safe fixes")
}

/// The button that applies the ticked fixes, and the name of the step.
pub(crate) fn apply_fixes(n: usize) -> String {
    format!("Apply {}", count(n, "fix", "fixes"))
}

pub(crate) fn fixes_applied(n: usize) -> String {
    format!(
        "{} applied. Press Ctrl+Z to undo.",
        count(n, "fix", "fixes")
    )
}

pub(crate) fn place_in_list(at: Option<usize>, of: usize) -> String {
    match at {
        Some(at) => format!("{} of {}", number(at as u64 + 1), number(of as u64)),
        None => number(of as u64),
    }
}

/// The number of issues; unknown before the first check.
pub(crate) fn count_of_issues(n: Option<usize>) -> String {
    n.map_or_else(|| "–".to_owned(), |n| number(n as u64))
}

pub(crate) fn rule(finding: &Finding) -> String {
    format!("{} {}", finding.rule.code, finding.rule.name)
}

/// Line and pixel of a finding; no line of a map that is in no file.
pub(crate) fn whereabouts(finding: &Finding, in_file: bool) -> String {
    let file = match finding.file {
        marchland_validator::File::Map => "map.xml",
        marchland_validator::File::Settings => "marchland.toml",
    };
    let mut parts = Vec::new();
    if let Some(span) = finding.span.as_ref().filter(|_| in_file) {
        parts.push(format!("{file}, line {}", span.line));
    }
    if let Some(spot) = finding.spot {
        parts.push(format!("pixel {}, {}", spot.point.x, spot.point.y));
    }
    parts.join("  ·  ")
}

pub(crate) fn waived_because(reason: &str) -> String {
    format!("Waived: {reason}")
}

/// Its waiver covers others, too.
pub(crate) fn waives_others(n: usize) -> String {
    format!(
        "The same waiver covers {}.",
        count(n, "other issue", "other issues")
    )
}

pub(crate) fn was_waived(code: &str) -> String {
    format!("{code} is waived in marchland.toml.")
}

pub(crate) fn was_unwaived(code: &str) -> String {
    format!("The waiver for {code} was removed from marchland.toml.")
}

/// The settings could not be read or written.
pub(crate) fn settings_trouble(error: &str) -> String {
    format!("{error}. Default settings apply until this is fixed.")
}

pub(crate) fn not_waived(error: &str) -> String {
    format!("Not waived: {error}.")
}

pub(crate) fn more_changes(n: usize) -> String {
    format!("and {}", count(n, "more change", "more changes"))
}

pub(crate) fn not_unwaived(error: &str) -> String {
    format!("The waiver was not removed: {error}.")
}

/// A finding's message as a heading: capitalised, unless it begins with a name, without a full stop.
pub(crate) fn message(draft: &Draft, finding: &Finding) -> String {
    let names = finding.about.iter().filter_map(|entity| match entity {
        Entity::Territory(key, _) => Some(&draft.territory(*key)?.name),
        Entity::Continent(key, _) => Some(&draft.continent(*key)?.name),
        _ => None,
    });
    let mut names = names.filter_map(|names| names.text.as_deref());
    let begins_with = |name: &str| {
        let after = finding.message.strip_prefix(name);
        !name.is_empty() && after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    };
    if names.any(begins_with) {
        finding.message.clone()
    } else {
        capital(&finding.message)
    }
}

/// A page of the manual as paragraphs and headings, without code marks.
pub(crate) fn page(markdown: &str) -> Vec<(bool, String)> {
    let blocks = markdown.split("\n\n");
    let blocks = blocks.map(|block| {
        let words: Vec<_> = block.split_whitespace().collect();
        let text = words.join(" ").replace('`', "");
        match text.strip_prefix("## ") {
            Some(heading) => (true, heading.to_owned()),
            None => (false, text),
        }
    });
    blocks.filter(|(_, text)| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use marchland_validator::RULES;

    #[test]
    fn every_page_can_be_read_without_marks() {
        for rule in RULES {
            let page = page(rule.page);
            assert!(page.len() >= 2, "{}", rule.code);
            assert!(
                page.iter().all(|(_, text)| !text.contains('`')),
                "{}",
                rule.code
            );
            let headings = page.iter().filter(|(heading, _)| *heading);
            assert!(
                headings.clone().all(|(_, text)| !text.contains('#')),
                "{}",
                rule.code
            );
        }
    }
}
