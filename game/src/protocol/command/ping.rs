//! `PING <n>`


command! {
    /// Are you there?
    "PING" Ping {
        /// Comes back in the `PONG`.
        number: u32,
    }
}
