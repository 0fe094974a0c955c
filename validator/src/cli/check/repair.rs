//! `--fix` and `--diff`.

use similar::TextDiff;

use crate::load::Loaded;
use crate::{Finding, Fix, Report, Safety, check, fix};

use super::super::shown;
use super::Run;

/// Times that the file is changed and read again: a misspelt element hides what
/// is wrong in it, and a map that names another mask is another map.
const ROUNDS: usize = 16;

impl Run<'_> {
    /// Repairs what is shown: neither what is too slight to be told nor what the
    /// baseline, of which `key` is the map's name, lets be.
    pub(super) fn repair(&mut self, loaded: &mut Loaded, key: &str) -> Report {
        let name = shown(&loaded.file);
        let before = loaded.text.as_str().to_owned();
        let (done, unfinished) = self.repair_in_memory(loaded, key);
        let is_piped = loaded.home.is_none() && self.options.fix && !self.options.diff;
        if is_piped {
            self.before += loaded.text.as_str();
        }
        if done.is_empty() {
            return check(&loaded.input());
        }
        self.changes = true;
        if unfinished {
            self.notes.push(format!(
                "note: {name}: too much to repair in one go; --fix goes on with it when run again"
            ));
        }
        if self.options.diff {
            let diff = TextDiff::from_lines(before.as_str(), loaded.text.as_str());
            self.before += &diff.unified_diff().header(&name, &name).to_string();
            loaded.take_text(&before);
        } else if let Some(home) = &mut loaded.home
            // Refused if another program wrote the file since it was read.
            && let Err(error) = home.save(loaded.text.as_str())
        {
            self.fail(name, &error.to_string());
            loaded.take_text(&before);
        } else {
            let done = done.into_iter().map(|title| format!("{name}: {title}"));
            self.notes.extend(done);
        }
        // Lines have moved: what is left is told by the file as it is now.
        check(&loaded.input())
    }

    /// What was done, and whether there is more to do.
    fn repair_in_memory(&self, loaded: &mut Loaded, key: &str) -> (Vec<String>, bool) {
        let trust = if self.options.unsafe_fixes {
            Safety::Unsafe
        } else {
            Safety::Safe
        };
        let least = self.least();
        let known = self.baseline.as_ref().map(|(baseline, _)| baseline);
        let choose = |finding: &Finding, _: &Fix| {
            let is_known = known.is_some_and(|known| known.holds(key, &finding.id));
            finding.severity >= least && !is_known
        };
        let mut done = Vec::new();
        for _ in 0..ROUNDS {
            if let Some(new) = fix::rewrite(&loaded.input(), trust, &choose) {
                done.extend(new.applied.into_iter().map(|(_, title)| title));
                loaded.take_text(&new.text);
                continue;
            }
            let outcome = fix::repair_chosen(&loaded.input(), trust, &choose);
            if outcome.applied.is_empty() {
                return (done, false);
            }
            done.extend(outcome.applied.into_iter().map(|(_, title)| title));
            let text = loaded.text.source().render(&outcome.draft);
            let sees_anew = loaded.take_text(&text);
            if outcome.unfinished || !sees_anew {
                return (done, outcome.unfinished);
            }
        }
        (done, true)
    }
}
