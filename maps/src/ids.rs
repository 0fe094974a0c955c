//! Ids that stand in the file, and keys that never do.

use std::fmt;

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
    /// In a [`Draft`](crate::Draft) it may be missing, doubled or have gaps;
    /// in a [`Map`](crate::Map) the ids run densely from 0. Never renumbered
    /// unless the author asks: saved games and strategy files speak of it.
    TerritoryId(u16)
}

number! {
    /// A continent's number in the file; strategy files speak of it.
    ContinentId(u16)
}

number! {
    /// Names one territory of one draft for as long as the draft lives.
    ///
    /// Ids can clash and change while a map is being made; keys cannot. They
    /// are handed out by [`Draft::fresh_territory`](crate::Draft::fresh_territory),
    /// are never used twice in a draft and never stand in a file.
    TerritoryKey(u32)
}

number! {
    /// Names one continent of one draft for as long as the draft lives.
    ContinentKey(u32)
}
