//! `NO-WINNER`

command! {
    /// The end: a draw.
    "NO-WINNER" NoWinner {}
}
