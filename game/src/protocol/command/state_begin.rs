//! `STATE-BEGIN`


command! {
    /// The state follows, up to `STATE-END`.
    "STATE-BEGIN" StateBegin {}
}
