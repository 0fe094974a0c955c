//! What a scene consists of besides its land, as plain data.

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
    /// A link that is being drawn, or would be.
    Drawn,
    /// An attack, drawn broad, from its start to its end.
    Attack,
    /// A link that would be taken away.
    Doomed,
    /// A link, or a place for one, that something is said about.
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
    /// It can be used in this direction only.
    pub one_way: bool,
    /// It belongs to what is picked out, and is drawn strongly.
    pub strong: bool,
}

/// The disc with a territory's unit count.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Badge {
    /// Its centre, in pixels of the map.
    pub at: Pixel,
    /// What stands in it.
    pub text: String,
    /// The owner's colour.
    pub colour: Rgb,
    /// The seat whose shape it has; a disc if none.
    pub seat: Option<u8>,
    /// It is the player's own, and has a second rim.
    pub own: bool,
}

/// A mark over a place of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Where: column and row of the mask, with fraction.
    pub at: (f64, f64),
    /// The box around all that is meant, drawn while the mark is strong.
    pub around: Option<Rect>,
    /// How bad it is; told apart by shape as well as by colour: a ring for
    /// information, a triangle for a warning, a disc for an error.
    pub severity: Severity,
    /// It is the one that is looked at.
    pub strong: bool,
    /// By this whoever set the mark knows what it stands for.
    pub of: usize,
}

impl Mark {
    /// All that it says, as numbers that can be compared to the last bit.
    pub(crate) fn bits(&self) -> impl std::hash::Hash + use<> {
        let around = self.around.map(|of| [of.left, of.top, of.width, of.height]);
        (
            [self.at.0, self.at.1].map(f64::to_bits),
            around.map(|sides| sides.map(f64::to_bits)),
            (self.severity, self.strong, self.of),
        )
    }
}
