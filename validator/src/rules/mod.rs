//! The rules by family, each with a manual page and a file.
//!
//! `explain` prints the page, and `docs/rules/` is generated from it. The file's `check`
//! returns findings about the [`Subject`]: at most one, or a list in any order.
//! [`crate::check`] adds ids and positions, applies the settings and sorts. Flaws of the
//! XML come from the reader, and problems of drafts from
//! [`Map::try_from`](marchland_maps::Map). Their rules have only a page; the tables in
//! [`file::flaws`] and [`problems`] assign flaws and problems to rules.

pub(crate) mod adjacency;
pub(crate) mod balance;
pub(crate) mod bounded;
pub(crate) mod cards;
pub(crate) mod continent;
pub(crate) mod file;
pub(crate) mod image;
pub(crate) mod map;
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
    ($($code:literal $page:literal $name:literal $severity:ident $fix:ident $check:path;)*) => {
        &[$(|rule, subject| $check(rule, subject).into_iter().collect()),*]
    };
}

/// The check of each rule, in the order of [`RULES`](crate::RULES).
pub(crate) const CHECKS: &[Check] = each_rule!(checks);
