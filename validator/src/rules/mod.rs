//! The rules: one rule, one page and one file, by family.
//!
//! The page is the manual: `explain` prints it and `docs/rules/` is made from it. The
//! `check` in the file looks at the [`Subject`] and says everything it finds, in any
//! order; ids, places in the file, settings and order are seen to by [`crate::check`].
//! What is wrong with the XML is found by reading, and why a draft is not a map by
//! [`Map::try_from`](marchland_maps::Map): those rules have a page alone, and the
//! tables in [`file::flaws`] and [`problems`] say which flaw or problem is whose.

pub(crate) mod adjacency;
pub(crate) mod balance;
pub(crate) mod cards;
pub(crate) mod continent;
pub(crate) mod file;
pub(crate) mod image;
pub(crate) mod map;
pub(crate) mod most;
pub(crate) mod pivot;
mod prelude;
pub(crate) mod problems;
pub(crate) mod protocol;
pub(crate) mod settings;
pub(crate) mod territory;

use crate::catalogue::each_rule;
use crate::diagnostic::Finding;
use crate::rule::Rule;
use crate::subject::Subject;

pub(crate) type Check = fn(&'static Rule, &Subject<'_>) -> Vec<Finding>;

macro_rules! checks {
    ($($code:literal $page:literal $name:literal $severity:ident $fixable:ident $check:path;)*) => {
        &[$($check),*]
    };
}

/// What looks for each rule, in the order of [`RULES`](crate::RULES).
pub(crate) const CHECKS: &[Check] = each_rule!(checks);
