//! How long ago something was, in words that need no time zone.

use std::time::{Duration, SystemTime};

use crate::count;

/// `2 hours ago`. A time in the future, as after a clock was set back, is `just now`.
pub fn ago(then: SystemTime) -> String {
    passed(then.elapsed().unwrap_or_default())
}

/// The time in its largest unit, rounded down.
fn passed(time: Duration) -> String {
    const UNITS: [(u64, &str); 5] = [
        (365 * 86_400, "year"),
        (30 * 86_400, "month"),
        (86_400, "day"),
        (3_600, "hour"),
        (60, "minute"),
    ];
    let seconds = time.as_secs();
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= *unit);
    match unit {
        None => "just now".to_owned(),
        Some((unit, word)) => format!("{} ago", count(seconds / unit, word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_their_largest_unit() {
        let after = |seconds| passed(Duration::from_secs(seconds));
        assert_eq!(after(59), "just now");
        assert_eq!(after(60), "1 minute ago");
        assert_eq!(after(7_199), "1 hour ago");
        assert_eq!(after(7_200), "2 hours ago");
        assert_eq!(after(29 * 86_400), "29 days ago");
        assert_eq!(after(364 * 86_400), "12 months ago");
        assert_eq!(after(800 * 86_400), "2 years ago");
        assert_eq!(
            ago(SystemTime::now() + Duration::from_secs(900)),
            "just now"
        );
    }
}
