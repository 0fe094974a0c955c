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
/// The width of the sheet that is asked for.
pub const SHEET_WIDTH: &str = "sheet-width";
/// Its height.
pub const SHEET_HEIGHT: &str = "sheet-height";
/// Columns that are put before it.
pub const SHEET_LEFT: &str = "sheet-left";
/// Rows that are put above it.
pub const SHEET_TOP: &str = "sheet-top";
