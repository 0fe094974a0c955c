//! Widget ids, for focus and scrolling.

/// The outline's filter.
pub const FILTER: &str = "filter";
/// The outline.
pub const OUTLINE: &str = "outline";
/// The name in the inspector.
pub const NAME: &str = "name";
/// The bonus in the inspector.
pub const BONUS: &str = "bonus";
/// The seed of the balance games.
pub const BALANCE_SEED: &str = "balance-seed";
/// The list of issues.
pub const ISSUES: &str = "issues";
pub const ISSUE_FILTER: &str = "issue-filter";
pub const REASON: &str = "reason";
pub const SHEET_WIDTH: &str = "sheet-width";
pub const SHEET_HEIGHT: &str = "sheet-height";
/// Columns added at the left.
pub const SHEET_LEFT: &str = "sheet-left";
/// Rows added at the top.
pub const SHEET_TOP: &str = "sheet-top";
