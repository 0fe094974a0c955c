//! How any game is told of a rule: `APPLY_RULE <rule> <variant>`

command! {
    /// A rule's variant is chosen before the game; which there are, the game says.
    "APPLY_RULE" ChooseRule {
        /// The rule.
        rule: u32,
        /// Its variant.
        variant: u32,
    }
}
