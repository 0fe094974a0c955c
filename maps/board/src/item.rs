//! Lines, badges and marks of a scene, as plain data.

use marchland_maps::{Point as Pixel, Rgb, Severity};

use crate::camera::Rect;

/// What a line stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// A link by land.
    Land,
    /// A link by sea.
    Sea,
    /// A link that is proposed and waits for an answer.
    Proposed,
    /// The proposal that is being asked about.
    Asked,
    /// A border that is shut.
    Shut,
    /// A link that is being drawn or proposed by a drag.
    Drawn,
    /// An attack, drawn broadly from its start to its end.
    Attack,
    /// A link that would be removed.
    Doomed,
    /// A link, or a place for one, with a note.
    Noted,
}

/// A line from one plot's pivot to another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    /// Where it starts.
    pub from: Pixel,
    /// Where it ends.
    pub to: Pixel,
    /// What it stands for.
    pub kind: LineKind,
    /// Whether it can be used in this direction only.
    pub one_way: bool,
    /// Whether it belongs to the selection, and is drawn strongly.
    pub strong: bool,
}

/// The disc with a territory's unit count.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Badge {
    /// Its centre, in pixels of the map.
    pub at: Pixel,
    /// Its text.
    pub text: String,
    /// The owner's colour.
    pub colour: Rgb,
    /// The seat whose shape it has; a disc if none.
    pub seat: Option<u8>,
    /// Whether it is the player's own, with a second rim.
    pub own: bool,
}

/// A mark over a place of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Its place: column and row of the mask, with fraction.
    pub at: (f64, f64),
    /// The box around all it is about, drawn while the mark is strong.
    pub around: Option<Rect>,
    /// Its severity, shown by shape as well as by colour: a ring for information, a triangle for a
    /// warning, a disc for an error.
    pub severity: Severity,
    /// Whether it is the selected one.
    pub strong: bool,
    /// An index for the owner of the mark.
    pub of: usize,
}

impl Mark {
    /// All its values, as bits that can be hashed.
    pub(crate) fn bits(&self) -> impl std::hash::Hash + use<> {
        let around = self.around.map(|of| [of.left, of.top, of.width, of.height]);
        (
            [self.at.0, self.at.1].map(f64::to_bits),
            around.map(|sides| sides.map(f64::to_bits)),
            (self.severity, self.strong, self.of),
        )
    }
}
