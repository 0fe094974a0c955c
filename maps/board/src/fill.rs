//! Fills of surfaces.

use crate::sign::Sign;

/// How one kind of surface is painted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Fill {
    pub(crate) body: [u8; 4],
    /// The colour of its border.
    edge: [u8; 4],
    /// Its continent, and the colour of its border to land of other continents.
    continent: Option<(u16, [u8; 4])>,
    pub(crate) kind: Kind,
    /// The seat whose hatch covers it, in the colour of its edge.
    pub(crate) hatch: Option<u8>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Beyond the mask.
    #[default]
    Nothing,
    Sea,
    /// A separator, which is a border itself and needs no other.
    Line,
    Land,
    /// Lines of a hatch alone, over a picture.
    Hatched,
}

impl Fill {
    pub(crate) fn sea(body: [u8; 4], edge: [u8; 4]) -> Self {
        Self {
            body,
            edge,
            kind: Kind::Sea,
            ..Self::default()
        }
    }

    pub(crate) fn line(body: [u8; 4]) -> Self {
        Self {
            body,
            edge: body,
            kind: Kind::Line,
            ..Self::default()
        }
    }

    pub(crate) fn land(body: [u8; 4], edge: [u8; 4]) -> Self {
        Self {
            body,
            edge,
            kind: Kind::Land,
            ..Self::default()
        }
    }

    /// Lines of this colour, each with a light one beside it so that it shows on any picture.
    pub(crate) fn hatched(colour: [u8; 4]) -> Self {
        Self {
            body: [255; 4],
            edge: colour,
            kind: Kind::Hatched,
            hatch: Some(0),
            ..Self::default()
        }
    }

    /// As land of a continent, whose border to land of other continents has the colour `edge`.
    pub(crate) fn within(self, continent: u16, edge: [u8; 4]) -> Self {
        Self {
            continent: Some((continent, edge)),
            ..self
        }
    }

    /// How much of [`Fill::at`] covers a picture below, of 256 parts; `tint` where it is land.
    pub(crate) fn cover(&self, (x, y): (i64, i64), unit: i64, tint: u32) -> u32 {
        match self.kind {
            Kind::Land | Kind::Line => tint,
            Kind::Hatched if Sign::hatches(0, (x, y), unit) => 256,
            Kind::Hatched if Sign::hatches(0, (x - unit, y), unit) => 144,
            Kind::Nothing | Kind::Sea | Kind::Hatched => 0,
        }
    }

    /// Its colour at a pixel, counted from a fixed place of the map; `unit` is the width of a
    /// hatch's lines.
    pub(crate) fn at(&self, at: (i64, i64), unit: i64) -> [u8; 4] {
        match self.hatch {
            Some(seat) if Sign::hatches(seat, at, unit) => self.edge,
            _ => self.body,
        }
    }

    /// The colour of the border towards `other`, if there is one to draw.
    pub(crate) fn border(&self, other: &Self) -> Option<[u8; 4]> {
        match (self.kind, other.kind) {
            (Kind::Hatched, Kind::Hatched) => None,
            (Kind::Hatched, _) | (Kind::Land, Kind::Land | Kind::Sea) => Some(self.edge),
            (_, Kind::Hatched) | (Kind::Sea, Kind::Land) => Some(other.edge),
            _ => None,
        }
    }

    /// The colour of the broad border towards `other` if that is land of another continent.
    pub(crate) fn continent_border(&self, other: &Self) -> Option<[u8; 4]> {
        let ((own, edge), (beyond, _)) = self.continent.zip(other.continent)?;
        (own != beyond).then_some(edge)
    }

    /// Whether its borders depend on the continent beyond them.
    pub(crate) fn has_continent(&self) -> bool {
        self.continent.is_some()
    }
}
