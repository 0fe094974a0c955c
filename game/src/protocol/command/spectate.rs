//! `SPECTATE`


command! {
    /// The client only watches.
    "SPECTATE" Spectate {}
}
