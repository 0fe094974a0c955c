//! Words for numbers.

/// “1 territory”, “2 territories”.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
