//! `check`: checks every map, even if others fail.

mod repair;

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;

use crate::catalogue::prefix;
use crate::load::{self, LoadError, Loaded};
use crate::render::{Checked, Failure, Results, many};
use crate::selection::{Selection, unknown};
use crate::{Counts, Finding, RULES, Severity, check};
use marchland_maps::files::plain;
use marchland_maps::folder::MAP_FILE;
use marchland_maps::limits::MAX_XML_BYTES;

use super::args::{Check, Format};
use super::baseline::{self, Baseline};
use super::output::Outputs;
use super::{FOUND, Output, TROUBLE, in_repository, shown};

/// A checked map. Its mask, which may take much memory, has been dropped.
struct Map {
    /// With all its findings until it is rendered.
    checked: Checked,
    /// Its path in baselines.
    key: String,
    /// Whether its mask cannot be read, so that much was not checked.
    unread: bool,
}

/// The path shown for standard input.
const STDIN: &str = "<stdin>";

/// Runs `check`.
pub(crate) fn run(options: &Check) -> Output {
    match Run::new(options) {
        Ok(run) => run.finish(),
        Err(message) => Output {
            notes: vec![format!("error: {message}")],
            code: TROUBLE,
            ..Output::default()
        },
    }
}

struct Run<'a> {
    options: &'a Check,
    threshold: Severity,
    /// Prefixes of codes.
    denied: Vec<String>,
    selection: Selection,
    outputs: Outputs,
    baseline: Option<(Baseline, &'a Path)>,
    failures: Vec<Failure>,
    notes: Vec<String>,
    /// Printed before the report: diffs, or the repaired text of standard input.
    before: String,
    changes: bool,
    /// The number of repairs of each map that was written.
    repaired: Vec<usize>,
    /// How many maps were compared with an older version.
    compared: usize,
    /// Notes about the maps that have none.
    uncompared: Vec<String>,
}

impl<'a> Run<'a> {
    fn new(options: &'a Check) -> Result<Self, String> {
        let mut threshold = Severity::Error;
        let mut denied = Vec::new();
        for word in &options.deny {
            if let Some(severity) = Severity::of_word(word) {
                threshold = threshold.min(severity);
            } else if let Some(prefix) = prefix(word) {
                denied.push(prefix);
            } else {
                return Err(format!(
                    "--deny: {}; `warnings` and `infos` stand for all findings of that severity",
                    unknown(word)
                ));
            }
        }
        let selection = Selection::new(&options.select, &options.ignore)?;
        let outputs = Outputs::new(options)?;
        if options.unsafe_fixes && !options.fix && !options.diff {
            return Err("--unsafe-fixes needs --fix or --diff".to_owned());
        }
        let baseline = match &options.baseline {
            Some(path) => Some((Baseline::read(path)?, path.as_path())),
            None => None,
        };
        if let Some(path) = &options.write_baseline {
            baseline::output(path)?;
        }
        if let Some(old) = options.against.as_ref().filter(|old| !old.exists()) {
            return Err(format!("--against: {} does not exist", shown(old)));
        }
        Ok(Self {
            options,
            threshold,
            denied,
            selection,
            outputs,
            baseline,
            failures: Vec::new(),
            notes: Vec::new(),
            before: String::new(),
            changes: false,
            repaired: Vec::new(),
            compared: 0,
            uncompared: Vec::new(),
        })
    }

    fn finish(mut self) -> Output {
        let mut paths = self.options.paths.clone();
        paths.retain(|path| !is_stdin(path));
        let found = load::find(&paths);
        for error in found.errors {
            self.fail_to_load(&error);
        }
        for link in found.links {
            self.notes.push(format!(
                "note: {} is a link to a folder and is not followed; name it to check its maps",
                shown(&link)
            ));
        }
        let mut maps = Vec::new();
        for path in found.maps {
            match Loaded::open(&path) {
                Ok(loaded) => maps.extend(self.check(loaded)),
                Err(error) => self.fail_to_load(&error),
            }
        }
        if self.reads_stdin() {
            let mut bytes = Vec::new();
            match io::stdin()
                .lock()
                .take(MAX_XML_BYTES + 1)
                .read_to_end(&mut bytes)
            {
                Ok(_) => {
                    let loaded = Loaded::from_bytes(STDIN, &bytes);
                    if let Some(mask) = &loaded.draft.mask {
                        let file = plain(&mask.file);
                        self.notes.push(format!(
                            "note: {STDIN}: checked without {file} and without settings; rules that need the mask are silent"
                        ));
                    }
                    maps.extend(self.check(loaded));
                }
                Err(error) => self.fail(STDIN.to_owned(), &error.to_string()),
            }
        }
        if self.repaired.len() > 1 {
            let all = many(self.repaired.iter().sum(), "repair", "repairs");
            let maps = self.repaired.len();
            self.notes.push(format!("note: {all} in {maps} maps"));
        }
        self.judge_comparison();
        self.waive_known(&mut maps);
        if let Some(path) = &self.options.write_baseline {
            match self.write_baseline(&maps, path) {
                Ok(count) => self.notes.push(format!(
                    "note: {} written to {}; use it with --baseline",
                    many(count, "finding", "findings"),
                    shown(path)
                )),
                Err(message) => self.fail(shown(path), &message),
            }
        }
        self.render(maps)
    }

    fn reads_stdin(&self) -> bool {
        self.options.paths.iter().any(|path| is_stdin(path))
    }

    /// Records that a map could not be loaded.
    fn fail_to_load(&mut self, error: &LoadError) {
        let path = error.path();
        let whole = error.to_string();
        // Failures show the path themselves.
        let start = format!("{}: ", path.display());
        self.fail(shown(path), whole.strip_prefix(&start).unwrap_or(&whole));
    }

    fn fail(&mut self, path: String, message: &str) {
        let message = plain(message).into_owned();
        // Invalid settings affect all maps below them, but are reported once.
        let mut known = self.failures.iter();
        if !known.any(|one| one.path == path && one.message == message) {
            let place = in_repository(Path::new(&path));
            self.failures.push(Failure {
                path,
                message,
                place,
            });
        }
    }

    /// Checks a map and repairs it if the options say so.
    fn check(&mut self, mut loaded: Loaded) -> Option<Map> {
        let settings = &mut loaded.settings;
        settings.selection = self.selection.clone();
        for prefix in &self.denied {
            let denied = RULES.iter().filter(|rule| rule.code.starts_with(prefix));
            for rule in denied {
                // A rule that is off stays off unless its full code is given.
                let is_on = settings.severity(rule.code, rule.severity).is_some();
                if is_on || rule.code == prefix {
                    settings.set(rule.code, Some(Severity::Error));
                }
            }
        }
        self.outputs.note_read(&loaded);
        if let Err(message) = self.load_previous(&mut loaded) {
            self.fail(shown(&loaded.file), &message);
            return None;
        }
        let baseline = self
            .options
            .baseline
            .as_ref()
            .or(self.options.write_baseline.as_ref());
        let key = baseline.map_or_else(String::new, |baseline| {
            baseline::key(&loaded.file, baseline)
        });
        let report = if self.options.fix || self.options.diff {
            self.repair(&mut loaded, &key)
        } else {
            check(&loaded.input())
        };
        let is_read = matches!(loaded.mask, Some(Ok(_)));
        let unread = loaded.home.is_some() && loaded.draft.mask.is_some() && !is_read;
        let rule = if loaded.mask.is_none() {
            "XML003"
        } else {
            "IMG012"
        };
        if unread && self.selection.leaves_out(rule) && self.options.baseline.is_none() {
            // The rule that would say so is not selected; it may also be off or waived.
            loaded.settings.selection = Selection::default();
            let found = check(&loaded.input()).findings;
            let is_it = |f: &Finding| f.rule.code == rule && f.attribute == Some("mask");
            if found.iter().any(|f| is_it(f) && f.waived.is_none()) {
                let message = "its mask cannot be read, so the rules about it were not applied";
                self.fail(shown(&loaded.file), message);
            }
        }
        Some(Map {
            unread,
            checked: Checked {
                path: shown(&loaded.file),
                place: in_repository(&loaded.file),
                name: loaded.draft.name.text,
                text: loaded.text.as_str().to_owned(),
                settings_text: loaded.settings_text,
                counts: report.counts(),
                findings: report.findings,
            },
            key,
        })
    }

    /// Loads the older version: the given map or, in a folder of maps, the map at the same
    /// place below it as below the checked path. A map that was itself given is the one
    /// whose folder has the same name.
    fn load_previous(&mut self, loaded: &mut Loaded) -> Result<(), String> {
        let Some(root) = &self.options.against else {
            return Ok(());
        };
        let is_map = root.is_file() || root.join(MAP_FILE).is_file();
        let old = if is_map {
            root.clone()
        } else {
            let mut roots = self.options.paths.iter();
            let below = roots.find_map(|root| loaded.file.strip_prefix(root).ok()?.parent());
            let name = || Path::new(loaded.folder.as_ref()?.name.as_ref()?).into();
            match below
                .filter(|below| !below.as_os_str().is_empty())
                .or_else(name)
            {
                Some(below) => root.join(below),
                None => return Err(format!("{} contains no {MAP_FILE}", shown(root))),
            }
        };
        if !old.exists() {
            // Probably a new map.
            self.uncompared.push(format!(
                "note: {} is not compared: {} does not exist",
                shown(&loaded.file),
                shown(&old)
            ));
            return Ok(());
        }
        loaded.previous = Some(load::previous(&old).map_err(|error| error.to_string())?);
        self.compared += 1;
        Ok(())
    }

    /// Names the maps without an older version. If none of several has one, they are hardly all
    /// new: the path is wrong, and a check of nothing must not pass.
    fn judge_comparison(&mut self) {
        let uncompared = std::mem::take(&mut self.uncompared);
        match &self.options.against {
            Some(old) if self.compared == 0 && uncompared.len() > 1 => {
                let old = shown(old);
                let message = format!(
                    "--against: {old} has no older version of any of the {} maps",
                    uncompared.len()
                );
                self.fail(old, &message);
            }
            _ => self.notes.extend(uncompared),
        }
    }

    /// The lowest severity shown, which includes all findings that fail the check.
    fn least(&self) -> Severity {
        self.options.level.min(self.threshold)
    }

    /// Waives the findings in the baseline.
    fn waive_known(&mut self, maps: &mut [Map]) {
        let Some((baseline, path)) = &self.baseline else {
            return;
        };
        let (mut gone, mut changed) = (0, 0);
        let is_of_others = baseline.is_of_others(maps.iter().map(|map| &*map.key));
        for map in maps {
            let findings = &mut map.checked.findings;
            let ids: BTreeSet<&str> = findings.iter().map(|finding| &*finding.id).collect();
            gone += baseline.gone(&map.key, &ids, &self.selection);
            for finding in &mut *findings {
                if finding.waived.is_some() {
                    continue;
                }
                changed += usize::from(baseline.has_changed(&map.key, finding));
                if baseline.holds(&map.key, finding) {
                    finding.waived = Some("known from the baseline".to_owned());
                }
            }
            map.checked.counts = Counts::of(findings);
        }
        if is_of_others {
            self.notes.push(format!(
                "note: {} has entries, but none for the checked maps",
                shown(path)
            ));
        }
        if changed > 0 {
            self.notes.push(format!(
                "note: {} since {} was written",
                many(changed, "finding has changed", "findings have changed"),
                shown(path)
            ));
        }
        if gone > 0 {
            self.notes.push(format!(
                "note: {} has {}; update it with --write-baseline",
                shown(path),
                many(gone, "obsolete entry", "obsolete entries")
            ));
        }
    }

    /// Writes the baseline and returns its number of findings: warnings, and all that fail
    /// the check.
    fn write_baseline(&self, maps: &[Map], path: &Path) -> Result<usize, String> {
        let least = self.threshold.min(Severity::Warning);
        let mut baseline = Baseline::new();
        let mut count = 0;
        for map in maps {
            let open = map.checked.open();
            for finding in open.filter(|finding| finding.severity >= least) {
                baseline.add(map.key.clone(), finding);
                count += 1;
            }
        }
        baseline.write(path).map(|()| count)
    }

    fn render(mut self, maps: Vec<Map>) -> Output {
        let least = self.least();
        let unread: Vec<bool> = maps.iter().map(|map| map.unread).collect();
        let checked = maps.into_iter().map(|map| {
            let mut checked = map.checked;
            checked.findings.retain(|finding| finding.severity >= least);
            checked
        });
        let results = Results {
            maps: checked.collect(),
            failures: std::mem::take(&mut self.failures),
            threshold: self.threshold,
        };
        let fails = |finding: &Finding| results.fails(finding);
        let has_findings = results
            .maps
            .iter()
            .any(|map| map.findings.iter().any(fails));
        // A mask that cannot be read is an error unless its finding is waived.
        let mut pairs = unread.iter().zip(&results.maps);
        let has_unread = pairs.any(|(&unread, checked)| {
            let mut failing = checked.findings.iter().filter(|finding| fails(finding));
            unread && failing.any(|finding| finding.attribute == Some("mask"))
        });
        let written = self.outputs.write(&results);
        let report = self.outputs.printed(&results);
        for failure in &results.failures {
            let path = if is_named(&failure.path, &failure.message) {
                String::new()
            } else {
                format!("{}: ", failure.path)
            };
            self.notes.push(format!("error: {path}{}", failure.message));
        }
        let has_trouble = !results.failures.is_empty() || written.is_err();
        self.notes
            .extend(written.err().map(|message| format!("error: {message}")));
        let ignores_findings = self.options.write_baseline.is_some();
        let code = if has_trouble || has_unread && !ignores_findings {
            TROUBLE
        } else if self.options.exit_zero {
            0
        } else if has_findings && !ignores_findings || self.options.diff && self.changes {
            FOUND
        } else {
            0
        };
        let text = if self.reads_stdin() && self.writes_fixes() {
            // Standard output is for the repaired map alone.
            self.notes.extend(report.lines().map(str::to_owned));
            self.before
        } else if matches!(
            self.options.format,
            None | Some(Format::Human | Format::Short)
        ) {
            self.before + &report
        } else {
            // Standard output is for the report alone.
            self.notes.extend(self.before.lines().map(str::to_owned));
            report
        };
        Output {
            text,
            notes: self.notes,
            code,
        }
    }
}

/// Whether a message names a path, and does not merely contain its letters.
fn is_named(path: &str, message: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '/' | ':' | ',' | ';' | '`');
    message.match_indices(path).any(|(at, _)| {
        let before = message[..at].chars().next_back();
        let after = message[at + path.len()..].chars().next();
        before.is_none_or(is_end) && after.is_none_or(is_end)
    })
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::args::{Args, Command};

    #[test]
    fn a_short_path_is_not_found_in_any_word() {
        for (path, message) in [
            ("maps/a", "maps/a is missing"),
            ("a", "./a is missing"),
            ("a", "a/ contains no map.xml"),
            ("a", "a: this link is broken"),
        ] {
            assert!(is_named(path, message), "{message}");
        }
        for path in ["s", "e", "den", "."] {
            assert!(!is_named(path, "Permission denied (os error 13)"), "{path}");
        }
    }

    #[test]
    fn concurrent_changes_by_another_program_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("map.xml");
        std::fs::write(&file, r#"<map format="1"><territory name="A"/></map>"#).unwrap();
        let args = ["marchland-validator", "check", ".", "--fix"];
        let Command::Check(options) = Args::try_parse_from(args).unwrap().command else {
            panic!("not a check");
        };
        let mut run = Run::new(&options).unwrap();
        let loaded = Loaded::open(&file).unwrap();
        let theirs = r#"<map format="1"><territory name="B"/></map>"#;
        std::fs::write(&file, theirs).unwrap();
        run.check(loaded);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), theirs);
        let message = &run.failures[0].message;
        assert!(message.contains("changed"), "{message}");
        assert!(run.notes.is_empty(), "{:?}", run.notes);

        // Without interference the territory gets its id.
        run.check(Loaded::open(&file).unwrap());
        assert!(std::fs::read_to_string(&file).unwrap().contains("id=\"0\""));
    }
}
