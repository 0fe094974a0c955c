//! A limit for rules that compare pairs, whose findings can grow much faster than the
//! map.

use crate::diagnostic::Finding;
use crate::rule::Rule;

/// A limited number of findings of a rule.
#[derive(Debug)]
pub(crate) struct Bounded {
    list: Vec<Finding>,
    limit: usize,
}

impl Default for Bounded {
    /// A thousand, more than anyone reads.
    fn default() -> Self {
        Self::up_to(1_000)
    }
}

impl Bounded {
    pub(crate) const fn up_to(limit: usize) -> Self {
        Self {
            list: Vec::new(),
            limit,
        }
    }

    /// Adds a finding. Beyond the limit, notes on the last finding that there are more and
    /// returns `false`; the rule can then stop.
    #[must_use]
    pub(crate) fn add(&mut self, finding: Finding) -> bool {
        if self.list.len() < self.limit {
            self.list.push(finding);
            return true;
        }
        if let Some(last) = self.list.last_mut() {
            last.help = Some(format!(
                "there are more of this kind; only the first {} are listed",
                self.limit
            ));
        }
        false
    }

    /// Adds a finding whose message, `what`, says what the rule did not check.
    pub(crate) fn not_checked(&mut self, rule: &'static Rule, what: &str) {
        let finding = rule
            .finding(what)
            .help("there are too many to check; those that were found are reported");
        self.list.push(finding);
    }

    pub(crate) fn list(self) -> Vec<Finding> {
        self.list
    }
}
