//! `--fix` and `--diff`.

use std::collections::HashMap;

use marchland_maps::Draft;
use similar::TextDiff;

use crate::load::Loaded;
use crate::{Finding, Fix, Report, Safety, check, fix};

use super::super::shown;
use super::Run;

/// Maximum number of times that the text is changed and read again. Repairing a misspelt
/// element reveals the findings in it, and another mask has other findings.
const ROUNDS: usize = 16;

impl Run<'_> {
    /// Whether repairs are written rather than shown as a diff.
    pub(super) fn writes_fixes(&self) -> bool {
        self.options.fix && !self.options.diff
    }

    /// Repairs the findings that are shown and not in the baseline, where the map has the
    /// name `key`, and checks the map again.
    pub(super) fn repair(&mut self, loaded: &mut Loaded, key: &str) -> Report {
        let name = shown(&loaded.file);
        let before = loaded.text.as_str().to_owned();
        let (done, rest) = self.repair_in_memory(loaded, key);
        if loaded.home.is_none() && self.writes_fixes() {
            self.before += loaded.text.as_str();
        }
        if done.is_empty() {
            return check(&loaded.input());
        }
        self.changes = true;
        if let Some(rest) = rest {
            self.notes.push(format!("note: {name}: {rest}"));
        }
        if self.options.diff {
            let diff = TextDiff::from_lines(before.as_str(), loaded.text.as_str());
            self.before += &diff.unified_diff().header(&name, &name).to_string();
            loaded.take_text(&before);
        } else if let Some(home) = &mut loaded.home
            // Fails if another program has written the file since it was read.
            && let Err(error) = home.save(loaded.text.as_str())
        {
            self.fail(name, &error.to_string());
            loaded.take_text(&before);
        } else {
            self.repaired.push(done.len());
            let done = counted(done).into_iter();
            self.notes.extend(done.map(|(title, times)| match times {
                1 => format!("{name}: {title}"),
                _ => format!("{name}: {title} ({times} times)"),
            }));
        }
        // Positions may have changed.
        check(&loaded.input())
    }

    /// Returns the titles of the applied fixes, and why there may be more to do.
    fn repair_in_memory(
        &self,
        loaded: &mut Loaded,
        key: &str,
    ) -> (Vec<String>, Option<&'static str>) {
        const MORE: &str = "not all repairs are done; run --fix again to continue";
        // What another mask shows must not be guessed from a guess.
        const GUESSED: &str =
            "the file of the mask is a guess: look at the map before you run --fix again";
        let trusts = if self.options.unsafe_fixes {
            &[Safety::Safe, Safety::Unsafe][..]
        } else {
            &[Safety::Safe]
        };
        let least = self.least();
        let known = self.baseline.as_ref().map(|(baseline, _)| baseline);
        let choose = |finding: &Finding, _: &Fix| {
            let is_known = known.is_some_and(|known| known.holds(key, finding));
            finding.severity >= least && !is_known
        };
        let mut done = Vec::new();
        'rounds: for _ in 0..ROUNDS {
            for &trust in trusts {
                if let Some(new) = fix::rewrite(&loaded.input(), trust, &choose) {
                    done.extend(new.applied.into_iter().map(|(_, title)| title));
                    loaded.take_text(&new.text);
                    continue 'rounds;
                }
                let outcome = fix::repair_chosen(&loaded.input(), trust, &choose);
                if outcome.applied.is_empty() {
                    continue;
                }
                done.extend(outcome.applied.into_iter().map(|(_, title)| title));
                let text = loaded.text.source().render(&outcome.draft);
                let file = |draft: &Draft| draft.mask.as_ref().map(|mask| mask.file.clone());
                let has_other_mask = file(&loaded.draft) != file(&outcome.draft);
                let has_other_pictures = loaded.take_text(&text);
                if outcome.unfinished {
                    return (done, Some(MORE));
                }
                if trust == Safety::Unsafe && has_other_mask {
                    return (done, Some(GUESSED));
                }
                if trust == Safety::Safe || has_other_pictures {
                    continue 'rounds;
                }
                return (done, None);
            }
            return (done, None);
        }
        (done, Some(MORE))
    }
}

/// Titles in order of their first appearance, with their numbers.
fn counted(titles: Vec<String>) -> Vec<(String, usize)> {
    let mut places = HashMap::new();
    let mut all: Vec<(String, usize)> = Vec::new();
    for title in titles {
        let at = *places.entry(title.clone()).or_insert(all.len());
        match all.get_mut(at) {
            Some((_, times)) => *times += 1,
            None => all.push((title, 1)),
        }
    }
    all
}
