//! Arbitrary bytes as lines.

use marchland_game::protocol::MAX_LINE;

/// The first `most` lines that a record may hold.
pub fn lines(script: &[u8], most: usize) -> Vec<&str> {
    let is_printable = |line: &&[u8]| line.iter().all(|byte| (0x20..=0x7e).contains(byte));
    script
        .split(|&byte| byte == b'\n')
        .filter(|line| line.len() <= MAX_LINE)
        .filter(is_printable)
        .filter_map(|line| std::str::from_utf8(line).ok())
        .take(most)
        .collect()
}
