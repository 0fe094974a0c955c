//! The issues: their panel, their repairs, and what a repair would change.

use std::fmt::Display;

use marchland_maps::{By, Continent, Draft, Names, Point, Territory, Way};
use marchland_validator::{Finding, Severity};

use super::{continent_name, count, number, territory_name};

pub(crate) const SHOW_ISSUES: &str = "Show the issues";
pub(crate) const HIDE_ISSUES: &str = "Hide the issues";
pub(crate) const ISSUES_HINT: &str = "Code, rule or words";
pub(crate) const LAYER_ISSUES: &str = "Mark the issues on the map";
pub(crate) const LOOKING: &str = "Checking…";
pub(crate) const ALL: &str = "All";
pub(crate) const IN_VIEW: &str = "In view";
pub(crate) const IN_VIEW_HINT: &str = "Only what lies in the part of the map that is seen";
pub(crate) const ALL_HINT: &str = "All of the map";
pub(crate) const NEXT_ISSUE: &str = "Next issue";
pub(crate) const PREVIOUS_ISSUE: &str = "Issue before";
pub(crate) const NO_ISSUES: &str = "Nothing to say against this map";
pub(crate) const NO_ISSUES_HINT: &str =
    "It is checked again after every change. Balance is not: play it, too.";
pub(crate) const NOTHING_LISTED: &str = "No issue passes the filter";
pub(crate) const CLEAR_FILTER: &str = "Show all issues";
pub(crate) const NONE_CHOSEN: &str = "Choose an issue to see what can be done";
pub(crate) const SHOW_ON_MAP: &str = "Show";
pub(crate) const SHOW_ON_MAP_HINT: &str = "Bring it into sight and select it";
pub(crate) const WHY: &str = "Why?";
pub(crate) const WHY_HINT: &str = "What this rule is for, and how to repair it";
pub(crate) const BACK: &str = "Back";
pub(crate) const GUESS: &str = "A guess at what you meant: look before you take it.";
pub(crate) const NO_FIX: &str = "This one is yours: no repair can be guessed.";
pub(crate) const WAIVE: &str = "Waive…";
pub(crate) const WAIVE_HINT: &str = "Let it be, with a reason, in marchland.toml beside the map";
pub(crate) const WAIVE_REASON: &str = "Why is it meant to be so?";
pub(crate) const WAIVE_DONE: &str = "Waive it";
pub(crate) const WAIVE_SETTINGS: &str =
    "This is about marchland.toml itself; take the entry out instead.";
pub(crate) const WAIVE_UNSAVED: &str =
    "Save the map first: waivers are kept in marchland.toml beside it.";
pub(crate) const WAIVE_SAMPLE: &str =
    "This is a bundled map: save a copy first, waivers are kept beside it.";
pub(crate) const UNWAIVE: &str = "Take the waiver back";
pub(crate) const TAKE_ALL: &str = "Tick all";
pub(crate) const TAKE_NONE: &str = "Tick none";
pub(crate) const PREVIEW_SAFE_HINT: &str =
    "See each repair that keeps what you meant, and tick those to make";
pub(crate) const BATCH_HINT: &str =
    "Each keeps what you meant. All that are ticked become one step, which Ctrl+Z takes back.";
pub(crate) const WORKING: &str = "Working them out…";
pub(crate) const MENDED_NONE: &str =
    "Nothing was changed: none of these repairs is needed any more.";
pub(crate) const MAP_MOVED_ON: &str =
    "Nothing was changed: the map was edited meanwhile. Try again.";
pub(crate) const NOT_ON_OFFER: &str = "Nothing was changed: this repair is no longer on offer.";
pub(crate) const NO_SUCH_WAIVER: &str = "This waiver is no longer in marchland.toml.";
pub(crate) const WOULD_CHANGE: &str = "This would change";
pub(crate) const NO_CHANGE: &str = "Nothing that the map says would change.";

/// `Error`, `Warning`, `Info`.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Info => "Info",
    }
}

/// `2 errors`.
pub(crate) fn of_severity(severity: Severity, n: usize) -> String {
    match severity {
        Severity::Error => count(n, "error", "errors"),
        Severity::Warning => count(n, "warning", "warnings"),
        Severity::Info => count(n, "note", "notes"),
    }
}

/// The tip of the switch of a severity.
pub(crate) fn toggle_severity(severity: Severity, n: usize, shown: bool) -> String {
    let what = of_severity(severity, n);
    let verb = if shown { "hide" } else { "show" };
    format!("{what}; click to {verb} them")
}

/// How many findings are let be.
pub(crate) fn waived(n: usize) -> String {
    format!("{} waived", number(n as u64))
}

/// The tip of the switch of what is waived.
pub(crate) fn toggle_waived(n: usize, shown: bool) -> String {
    let what = count(n, "issue is", "issues are");
    let verb = if shown { "hide" } else { "show" };
    format!("{what} waived in marchland.toml; click to {verb} them")
}

/// The button that opens the list of safe repairs.
pub(crate) fn preview_safe(n: usize) -> String {
    format!("Preview safe fixes ({})", number(n as u64))
}

/// The same where there is little room.
pub(crate) fn safe_short(n: usize) -> String {
    format!("Safe fixes ({})", number(n as u64))
}

/// The title of that list.
pub(crate) fn safe_title(n: usize) -> String {
    count(n, "safe fix", "safe fixes")
}

/// The button that makes the ticked repairs; also the name of the step.
pub(crate) fn mend(n: usize) -> String {
    format!("Apply {}", count(n, "fix", "fixes"))
}

/// The repairs were made.
pub(crate) fn mended(n: usize) -> String {
    format!(
        "{} applied. Ctrl+Z takes them back.",
        count(n, "fix", "fixes")
    )
}

/// Which of the listed issues this is.
pub(crate) fn place_in_list(at: Option<usize>, of: usize) -> String {
    match at {
        Some(at) => format!("{} of {}", number(at as u64 + 1), number(of as u64)),
        None => number(of as u64),
    }
}

/// Code and name of a rule.
pub(crate) fn rule(finding: &Finding) -> String {
    format!("{} {}", finding.rule.code, finding.rule.name)
}

/// Where a finding is, in the file and in the mask.
pub(crate) fn whereabouts(finding: &Finding) -> String {
    let file = match finding.file {
        marchland_validator::File::Map => "map.xml",
        marchland_validator::File::Settings => "marchland.toml",
    };
    let mut parts = Vec::new();
    if let Some(span) = &finding.span {
        parts.push(format!("{file}, line {}", span.line));
    }
    if let Some(spot) = finding.spot {
        parts.push(format!("pixel {}", point(spot.point)));
    }
    parts.join("  ·  ")
}

/// Why it is let be.
pub(crate) fn waived_because(reason: &str) -> String {
    format!("Waived: {reason}")
}

/// Its waiver lets others be, too.
pub(crate) fn waives_others(n: usize) -> String {
    format!(
        "The same waiver lets {} be.",
        count(n, "other issue", "other issues")
    )
}

/// A finding was waived.
pub(crate) fn was_waived(code: &str) -> String {
    format!("{code} is waived in marchland.toml.")
}

/// A waiver was taken back.
pub(crate) fn was_unwaived(code: &str) -> String {
    format!("The waiver of {code} is out of marchland.toml.")
}

/// The settings could not be written or read.
pub(crate) fn settings_trouble(error: &str) -> String {
    format!("{error}. Until it is mended, the usual settings hold.")
}

/// A waiver could not be written.
pub(crate) fn not_waived(error: &str) -> String {
    format!("Nothing was waived: {error}.")
}

/// More changes than are listed.
pub(crate) fn more_changes(n: usize) -> String {
    format!("and {}", count(n, "more change", "more changes"))
}

/// A waiver could not be taken back.
pub(crate) fn not_unwaived(error: &str) -> String {
    format!("The waiver stays: {error}.")
}

/// A message as a heading: its first letter large, no full stop.
pub(crate) fn message(finding: &Finding) -> String {
    let mut chars = finding.message.chars();
    let first = chars.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(chars)
        .collect()
}

/// A page of the manual, as paragraphs and headings; marks of code are taken
/// out.
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

// ---- what a repair would change --------------------------------------------

/// Every difference between two drafts, in words, in the order of the file.
pub(crate) fn changes(before: &Draft, after: &Draft) -> Vec<String> {
    let mut list = Changes::default();
    list.map(before, after);
    for old in &before.continents {
        if after.continent(old.key).is_none() {
            list.push(format!("{} goes", continent_name(old)));
        }
    }
    for new in &after.continents {
        match before.continent(new.key) {
            Some(old) => list.continent(old, new),
            None => list.push(format!("{} comes", continent_name(new))),
        }
    }
    for old in &before.territories {
        if after.territory(old.key).is_none() {
            list.push(format!("{} goes", territory_name(before, old.key)));
        }
    }
    for new in &after.territories {
        match before.territory(new.key) {
            Some(old) => list.territory(before, after, old, new),
            None => list.push(format!("{} comes", territory_name(after, new.key))),
        }
    }
    list.0
}

#[derive(Default)]
struct Changes(Vec<String>);

fn point(at: Point) -> String {
    format!("{}, {}", at.x, at.y)
}

fn quoted(text: Option<&str>) -> Option<String> {
    text.map(|text| format!("“{text}”"))
}

fn shown<T: Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl Changes {
    fn push(&mut self, text: String) {
        self.0.push(text);
    }

    /// One field: `name “Urall” becomes “Ural”`.
    fn field(&mut self, of: &str, what: &str, old: Option<String>, new: Option<String>) {
        let change = match (old, new) {
            (old, new) if old == new => return,
            (Some(old), Some(new)) => format!("{what} {old} becomes {new}"),
            (None, Some(new)) => format!("{what} becomes {new}"),
            (Some(old), None) => format!("{what} {old} goes"),
            (None, None) => return,
        };
        self.push(format!("{of}: {change}"));
    }

    /// What is in one list and not in the other.
    fn list<T: PartialEq>(
        &mut self,
        of: &str,
        what: &str,
        old: &[T],
        new: &[T],
        show: impl Fn(&T) -> String,
    ) {
        let mut rest: Vec<&T> = new.iter().collect();
        let mut changed = false;
        for item in old {
            if let Some(at) = rest.iter().position(|other| *other == item) {
                rest.remove(at);
            } else {
                changed = true;
                self.push(format!("{of}: {what} {} goes", show(item)));
            }
        }
        for item in rest {
            changed = true;
            self.push(format!("{of}: {what} {} comes", show(item)));
        }
        if !changed && old != new {
            self.push(format!("{of}: {what}, in another order"));
        }
    }

    fn names(&mut self, of: &str, old: &Names, new: &Names) {
        self.field(
            of,
            "name",
            quoted(old.text.as_deref()),
            quoted(new.text.as_deref()),
        );
        let (old, new) = (&old.translations, &new.translations);
        self.list(of, "translation", old, new, |t| {
            format!("“{}” ({})", t.text, t.lang)
        });
    }

    fn map(&mut self, old: &Draft, new: &Draft) {
        const MAP: &str = "The map";
        self.field(MAP, "id", old.id.clone(), new.id.clone());
        self.names(MAP, &old.name, &new.name);
        let [was, is] = [old, new].map(|draft| quoted(draft.author.as_deref()));
        self.field(MAP, "author", was, is);
        let [was, is] = [old, new].map(|draft| quoted(draft.licence.as_deref()));
        self.field(MAP, "licence", was, is);
        let [was, is] = [old, new].map(|draft| quoted(draft.description.as_deref()));
        self.field(MAP, "description", was, is);
        let file = |draft: &Draft| draft.mask.as_ref().map(|mask| mask.file.clone());
        self.field(MAP, "mask", file(old), file(new));
        let [was, is] = [old, new].map(|draft| draft.mask.clone().unwrap_or_default());
        let colour = ToString::to_string;
        self.list(
            MAP,
            "background colour",
            &was.background,
            &is.background,
            colour,
        );
        self.list(
            MAP,
            "separator colour",
            &was.separator,
            &is.separator,
            colour,
        );
        self.field(MAP, "width of lines", shown(was.gap), shown(is.gap));
        self.field(MAP, "image", old.image.clone(), new.image.clone());
        let joined = |on: bool| Some(if on { "joined" } else { "apart" }.to_owned());
        let (was, is) = (old.wrap, new.wrap);
        self.field(
            MAP,
            "left and right edge",
            joined(was.horizontal),
            joined(is.horizontal),
        );
        self.field(
            MAP,
            "top and bottom edge",
            joined(was.vertical),
            joined(is.vertical),
        );
        self.field(
            MAP,
            "diameter of badges",
            shown(old.badge_diameter),
            shown(new.badge_diameter),
        );
        for players in 0..=u8::MAX {
            let units = |draft: &Draft| draft.setup.units.get(&players).copied();
            self.field(
                MAP,
                &format!("units for {players} players"),
                shown(units(old)),
                shown(units(new)),
            );
        }
    }

    fn continent(&mut self, old: &Continent, new: &Continent) {
        let name = continent_name(old);
        let of = name.trim();
        self.field(of, "id", shown(old.id), shown(new.id));
        self.names(of, &old.name, &new.name);
        self.field(of, "bonus", shown(old.bonus), shown(new.bonus));
        self.field(of, "colour", shown(old.colour), shown(new.colour));
    }

    fn territory(&mut self, before: &Draft, after: &Draft, old: &Territory, new: &Territory) {
        if old == new {
            return;
        }
        let name = territory_name(before, old.key);
        let of = name.trim();
        self.field(of, "id", shown(old.id), shown(new.id));
        self.names(of, &old.name, &new.name);
        self.field(of, "key colour", shown(old.colour), shown(new.colour));
        let continent = |draft: &Draft, territory: &Territory| {
            let id = territory.continent?;
            Some(match draft.continent_by_id(id) {
                Some(continent) => continent_name(continent),
                None => format!("no. {id}"),
            })
        };
        self.field(
            of,
            "continent",
            continent(before, old),
            continent(after, new),
        );
        let card = |territory: &Territory| territory.card.map(|card| super::card(card).to_owned());
        self.field(of, "card", card(old), card(new));
        self.field(of, "badge", old.badge.map(point), new.badge.map(point));
        if let ([was], [is]) = (&old.pivots[..], &new.pivots[..]) {
            if was != is {
                self.push(format!(
                    "{of}: pivot {} moves to {}",
                    point(*was),
                    point(*is)
                ));
            }
        } else {
            self.list(of, "pivot", &old.pivots, &new.pivots, |at| point(*at));
        }
        let name = |id| {
            let territory = after.territory_by_id(id).or(before.territory_by_id(id));
            territory.map_or_else(
                || format!("no. {id}"),
                |t| {
                    let draft = if after.territory(t.key).is_some() {
                        after
                    } else {
                        before
                    };
                    territory_name(draft, t.key)
                },
            )
        };
        self.list(of, "neighbour", &old.neighbours, &new.neighbours, |n| {
            let by = match n.by {
                By::Land => "by land",
                By::Sea => "by sea",
            };
            let way = match n.way {
                Way::Both => "",
                Way::One => ", one way",
            };
            format!("{} {by}{way}", name(n.to))
        });
        self.list(of, "closed border to", &old.closed, &new.closed, |id| {
            name(*id)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch;
    use marchland_validator::RULES;

    #[test]
    fn nothing_changed_is_nothing_said() {
        let draft = sketch::row(3);
        assert_eq!(changes(&draft, &draft), [] as [String; 0]);
    }

    #[test]
    fn every_field_of_the_map_is_told() {
        let before = sketch::row(3);
        let mut after = before.clone();
        after.author = Some("Ada".into());
        after.wrap.horizontal = true;
        after.setup.units.insert(3, 35);
        after.continents[1].bonus = Some(7);
        after.continents.remove(0);
        after.territories.pop();
        assert_eq!(
            changes(&before, &after),
            [
                "The map: author becomes “Ada”",
                "The map: left and right edge apart becomes joined",
                "The map: units for 3 players becomes 35",
                "West goes",
                "East: bonus 2 becomes 7",
                "Land 2 goes",
            ]
        );
    }

    #[test]
    fn every_page_can_be_read_without_marks() {
        for rule in RULES {
            let page = page(&rule.page());
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
