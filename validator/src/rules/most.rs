//! A bound for rules that compare pairs: their findings can grow much faster than
//! the map.

use crate::diagnostic::Finding;

/// Findings of one rule, up to [`Most::MOST`].
#[derive(Debug, Default)]
pub(crate) struct Most {
    list: Vec<Finding>,
}

impl Most {
    /// Nobody reads more than this, and a map that has them is broken as a whole.
    pub(crate) const MOST: usize = 1_000;

    /// Takes a finding. `false` if there was no room left: the last one listed
    /// then says that there are more, and the rule has nothing more to look for.
    #[must_use]
    pub(crate) fn add(&mut self, finding: Finding) -> bool {
        if self.list.len() < Self::MOST {
            self.list.push(finding);
            return true;
        }
        if let Some(last) = self.list.last_mut() {
            last.help = Some(format!(
                "there are more of this kind; only the first {} are listed",
                Self::MOST
            ));
        }
        false
    }

    /// What was taken.
    pub(crate) fn list(self) -> Vec<Finding> {
        self.list
    }
}
