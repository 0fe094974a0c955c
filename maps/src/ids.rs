//! Ids, which occur in files, and keys, which do not.

use std::fmt;

use deunicode::deunicode;

use crate::limits::MAX_MAP_ID_CHARS;

/// Derives a map's id from its name, if possible: Latin letters and digits, everything in between
/// replaced by one dash. “Úžina Žár 2” becomes `uzina-zar-2`.
pub(crate) fn map_id(name: &str) -> Option<String> {
    let plain = deunicode(name).to_lowercase();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut id = words.join("-");
    id.truncate(MAX_MAP_ID_CHARS);
    id.truncate(id.trim_end_matches('-').len());
    (!id.is_empty()).then_some(id)
}

macro_rules! number {
    ($(#[$meta:meta])* $name:ident($inner:ty)) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $inner);

        impl $name {
            /// The number as an index into a slice.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}

number! {
    /// A territory's number in the file: the protocol's area index.
    ///
    /// In a [`Draft`](crate::Draft) it may be missing, duplicate or leave gaps; in a
    /// [`Map`](crate::Map) the ids run densely from 0. Renumbered only at the author's request,
    /// because saved games and strategy files refer to it.
    TerritoryId(u16)
}

number! {
    /// A continent's number in the file; strategy files refer to it.
    ContinentId(u16)
}

number! {
    /// Identifies one territory of one draft for as long as the draft lives.
    ///
    /// Ids can clash and change while a map is being made; keys cannot. They are handed out by
    /// [`Draft::fresh_territory`](crate::Draft::fresh_territory), never used twice in a draft, and
    /// never written to a file.
    TerritoryKey(u32)
}

number! {
    /// Identifies one continent of one draft for as long as the draft lives.
    ContinentKey(u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_derived_from_names() {
        for (name, id) in [
            ("Úžina Žár 2", Some("uzina-zar-2")),
            ("  UK -- Map! ", Some("uk-map")),
            ("Ελλάδα", Some("ellada")),
            ("†", None),
            ("", None),
        ] {
            assert_eq!(map_id(name).as_deref(), id, "{name}");
        }
        let long = format!("{} b", "a".repeat(MAX_MAP_ID_CHARS - 1));
        assert_eq!(map_id(&long).unwrap().len(), MAX_MAP_ID_CHARS - 1);
    }
}
