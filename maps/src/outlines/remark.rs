//! What an author should know about how a file of shapes was read.

/// Something about a file of shapes that its author should know. Displayed as a phrase; names are
/// as they are in the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// A group is the sea, and no shape in it a territory.
    #[error("left out {} in “{group}”, which is taken for the sea", counted(*.shapes, "shape"))]
    Sea {
        /// The group's name or id.
        group: String,
        /// Number of shapes with an id in it.
        shapes: usize,
    },
    /// Shapes are only outlined, and most others, too: their outlines are areas.
    #[error(
        "{} without a fill: what the outline encloses is the territory",
        counted(*.0, "shape")
    )]
    Outlined(usize),
    /// Shapes without names became one territory.
    #[error("“{name}” is one territory: its {shapes} shapes have no names of their own")]
    Joined {
        /// The territory's name.
        name: String,
        /// Number of shapes.
        shapes: usize,
    },
    /// A closed outline without a fill is left out.
    #[error("left out “{0}”: it has an outline but no fill; if it is a territory, give it a fill")]
    Unfilled(String),
    /// A line is left out.
    #[error("left out “{0}”: it is a line, not an area")]
    Line(String),
    /// A feature of another kind is left out.
    #[error("left out {}: {what}", .name.as_ref().map_or_else(|| format!("nameless feature {number}"), |name| format!("“{name}”")))]
    NoArea {
        /// The feature's name, if it has one.
        name: Option<String>,
        /// Its number in the file, from 1.
        number: usize,
        /// What it is instead: “it is a Point, not an area”.
        what: String,
    },
    /// A territory is probably the sea.
    #[error(
        "“{0}” covers nearly the whole page; if it is the sea, name it or its layer `sea`, and it \
         is left out"
    )]
    CoversPage(String),
    /// A territory is probably the sea.
    #[error(
        "“{name}” lies behind {others} other territories; if it is the sea, name it or its layer \
         `sea`, and it is left out"
    )]
    LiesBehind {
        /// The territory's name.
        name: String,
        /// How many territories it surrounds.
        others: usize,
    },
}

impl Remark {
    /// Whether the map is probably not as its author means it.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::CoversPage(_) | Self::LiesBehind { .. })
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
