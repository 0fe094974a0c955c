//! `TABLE-END`


command! {
    /// No more tables.
    "TABLE-END" TableEnd {}
}
