//! A bound for rules that compare pairs: their findings can grow much faster than
//! the map.

use crate::diagnostic::Finding;
use crate::rule::Rule;

/// Findings of one rule, up to so many.
#[derive(Debug)]
pub(crate) struct Most {
    list: Vec<Finding>,
    most: usize,
}

impl Default for Most {
    /// Nobody reads more than a thousand, and a map that has them is broken as a
    /// whole.
    fn default() -> Self {
        Self::up_to(1_000)
    }
}

impl Most {
    /// No findings yet, of which `most` will be listed.
    pub(crate) const fn up_to(most: usize) -> Self {
        Self {
            list: Vec::new(),
            most,
        }
    }

    /// Takes a finding. `false` if there was no room left: the last one listed
    /// then says that there are more, and the rule has nothing more to look for.
    #[must_use]
    pub(crate) fn add(&mut self, finding: Finding) -> bool {
        if self.list.len() < self.most {
            self.list.push(finding);
            return true;
        }
        if let Some(last) = self.list.last_mut() {
            last.help = Some(format!(
                "there are more of this kind; only the first {} are listed",
                self.most
            ));
        }
        false
    }

    /// Takes a finding whose message, `what`, says what the rule did not check.
    pub(crate) fn not_looked_at(&mut self, rule: &'static Rule, what: &str) {
        let finding = rule
            .finding(what)
            .help("there are too many to check; those that were found are reported");
        self.list.push(finding);
    }

    pub(crate) fn list(self) -> Vec<Finding> {
        self.list
    }
}
