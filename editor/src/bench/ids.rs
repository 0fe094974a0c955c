//! By what widgets are found, to put the cursor there or to scroll them.

/// The outline's filter.
pub const FILTER: &str = "filter";
/// The outline itself.
pub const OUTLINE: &str = "outline";
/// The name in the inspector.
pub const NAME: &str = "name";
/// The bonus in the inspector.
pub const BONUS: &str = "bonus";
/// The seed of the games by which the map is judged.
pub const BALANCE_SEED: &str = "balance-seed";
/// The list of issues.
pub const ISSUES: &str = "issues";
/// The filter of the issues.
pub const ISSUE_FILTER: &str = "issue-filter";
/// The reason for which an issue is let be.
pub const REASON: &str = "reason";
