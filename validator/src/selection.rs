//! Which rules are looked at, as `--select` and `--ignore` say.

use crate::catalogue::{beginning, nearest};

/// Rules by the beginnings of their codes. Of two that speak of the same rule the
/// longer counts; of two that are as long, the one that leaves it out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Empty: all.
    select: Vec<String>,
    ignore: Vec<String>,
}

impl Selection {
    /// What two lists of codes, families or beginnings of codes pick; `ALL` stands for
    /// every rule.
    ///
    /// # Errors
    /// What is wrong with the first word that no code begins with.
    pub fn new(select: &[String], ignore: &[String]) -> Result<Self, String> {
        let read = |option: &str, words: &[String]| -> Result<Vec<String>, String> {
            let read = |word: &String| {
                beginning(word).ok_or_else(|| format!("{option}: {}", unknown(word)))
            };
            words.iter().map(read).collect()
        };
        Ok(Self {
            select: read("--select", select)?,
            ignore: read("--ignore", ignore)?,
        })
    }

    /// Whether the rule of that code is looked at.
    pub fn runs(&self, code: &str) -> bool {
        let longest = |list: &[String]| {
            let own = list.iter().filter(|start| code.starts_with(&***start));
            own.map(String::len).max()
        };
        let ignored = longest(&self.ignore);
        if self.select.is_empty() {
            ignored.is_none()
        } else {
            longest(&self.select) > ignored
        }
    }

    /// Whether the rule is selected by its own code.
    pub(crate) fn names(&self, code: &str) -> bool {
        self.select.iter().any(|start| start == code)
    }
}

/// That no code begins so, and what may have been meant.
pub(crate) fn unknown(word: &str) -> String {
    let meant = nearest(word).map_or_else(String::new, |near| format!("did you mean {near}? "));
    format!("there is no code or family `{word}`; {meant}`rules` lists all codes")
}

#[cfg(test)]
mod tests;
