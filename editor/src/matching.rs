//! Text filter of lists.

/// Whether `name` contains every word of `filter`, ignoring case.
pub(crate) fn matches(filter: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let filter = filter.to_lowercase();
    filter.split_whitespace().all(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_occur() {
        assert!(matches("", "Ural"));
        assert!(matches("us EAST", "Eastern United States Usa"));
        assert!(!matches("west us", "Eastern Us"));
        assert!(matches("čes", "České země"));
    }
}
