//! `STATE-END`


command! {
    /// The state is complete.
    "STATE-END" StateEnd {}
}
