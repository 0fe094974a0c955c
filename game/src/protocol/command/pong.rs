//! `PONG <n>`


command! {
    /// Yes.
    "PONG" Pong {
        /// From the `PING`.
        number: u32,
    }
}
