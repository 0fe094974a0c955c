//! Texts about time.

use std::time::Duration;

pub(in crate::gui) const CLOCK_HINT: &str =
    "Time left in the turn; after the +, the reserve for longer turns";

/// The time as on a clock, in minutes and seconds.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What is waited for, and how long already.
pub(in crate::gui) fn waiting(what: &str, waited: Duration) -> String {
    format!("{what} · {}", minutes(waited))
}

/// The time left in a turn, and the reserve.
pub(in crate::gui) fn clock(turn: Duration, reserve: Duration) -> String {
    if reserve.is_zero() {
        minutes(turn)
    } else {
        format!("{} +{}", minutes(turn), minutes(reserve))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_shows_the_reserve_while_there_is_one() {
        let seconds = Duration::from_secs;
        assert_eq!(clock(seconds(41), seconds(52)), "0:41 +0:52");
        assert_eq!(clock(seconds(0), seconds(52)), "0:00 +0:52");
        assert_eq!(clock(seconds(41), seconds(0)), "0:41");
    }
}
