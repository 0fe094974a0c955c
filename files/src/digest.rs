//! Digests as hexadecimal text.

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16));
    digits.collect()
}

/// Parses a SHA-256 digest of 64 hexadecimal digits; `None` for any other text.
pub fn digest_of_hex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut out = [0; 32];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != out.len() || !rest.is_empty() {
        return None;
    }
    for (byte, &[high, low]) in out.iter_mut().zip(pairs) {
        *byte = (digit(high)? << 4 | digit(low)?) as u8;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digests_are_parsed() {
        let digest: [u8; 32] = std::array::from_fn(|at| (at * 9 % 256) as u8);
        let text = hex(&digest);
        assert!(text.starts_with("0009121b"), "{text}");
        assert_eq!(digest_of_hex(&text), Some(digest));
        assert_eq!(digest_of_hex(&text.to_uppercase()), Some(digest));
        for wrong in [&text[1..], &format!("{text}0"), &text.replace('9', "+"), ""] {
            assert_eq!(digest_of_hex(wrong), None, "{wrong}");
        }
    }
}
