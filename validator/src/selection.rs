//! The selection of rules by `--select` and `--ignore`.

use crate::catalogue::{nearest, prefix};

/// Rules selected and ignored by prefixes of their codes. The longest prefix of a code
/// decides; of equally long ones, the ignored one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Empty to select all rules.
    select: Vec<String>,
    ignore: Vec<String>,
}

impl Selection {
    /// Makes a selection from two lists of codes, families and other prefixes; `ALL`
    /// stands for every rule.
    ///
    /// # Errors
    /// A message about the first word that is not a prefix of any code.
    pub fn new(select: &[String], ignore: &[String]) -> Result<Self, String> {
        let prefixes = |option: &str, words: &[String]| -> Result<Vec<String>, String> {
            let prefix =
                |word: &String| prefix(word).ok_or_else(|| format!("{option}: {}", unknown(word)));
            words.iter().map(prefix).collect()
        };
        Ok(Self {
            select: prefixes("--select", select)?,
            ignore: prefixes("--ignore", ignore)?,
        })
    }

    /// Whether the rule with this code runs.
    pub fn runs(&self, code: &str) -> bool {
        let longest = |list: &[String]| {
            let own = list.iter().filter(|prefix| code.starts_with(&***prefix));
            own.map(String::len).max()
        };
        let ignored = longest(&self.ignore);
        if self.select.is_empty() {
            ignored.is_none()
        } else {
            longest(&self.select) > ignored
        }
    }

    /// Whether the rule does not run because others were selected.
    pub(crate) fn leaves_out(&self, code: &str) -> bool {
        let is_ignored = self.ignore.iter().any(|prefix| code.starts_with(&**prefix));
        !self.select.is_empty() && !is_ignored && !self.runs(code)
    }

    /// Whether the rule is selected by its full code.
    pub(crate) fn names(&self, code: &str) -> bool {
        self.select.iter().any(|prefix| prefix == code)
    }
}

/// The error message for a word that is not a prefix of any code.
pub(crate) fn unknown(word: &str) -> String {
    let hint = nearest(word).map_or_else(String::new, |near| format!("did you mean {near}? "));
    format!("there is no code or family `{word}`; {hint}`rules` lists all codes")
}

#[cfg(test)]
mod tests;
