//! The attributes of each item of a draft, in canonical order.

use std::borrow::Cow;

use crate::{
    By, Continent, Draft, MaskFile, Neighbour, Point, Rgb, Territory, TerritoryId, Translation,
    Way, Wrap,
};

/// An attribute and its value, `None` if it is not written.
pub(super) type Field<'a> = (&'static str, Option<Cow<'a, str>>);

fn shown<'a>(value: Option<impl ToString>) -> Option<Cow<'a, str>> {
    value.map(|value| Cow::Owned(value.to_string()))
}

fn text(value: Option<&String>) -> Option<Cow<'_, str>> {
    value.map(|value| Cow::Borrowed(&**value))
}

pub(super) fn map(draft: &Draft) -> [Field<'_>; 4] {
    let wrap = match draft.wrap {
        Wrap {
            horizontal: false,
            vertical: false,
        } => None,
        Wrap {
            vertical: false, ..
        } => Some("horizontal"),
        Wrap {
            horizontal: false, ..
        } => Some("vertical"),
        Wrap { .. } => Some("both"),
    };
    [
        ("format", shown(draft.format)),
        ("id", text(draft.id.as_ref())),
        ("wrap", wrap.map(Cow::Borrowed)),
        ("badge", shown(draft.badge_diameter)),
    ]
}

pub(super) fn mask(mask: &MaskFile) -> [Field<'_>; 2] {
    [("file", text(Some(&mask.file))), ("gap", shown(mask.gap))]
}

pub(super) fn image(file: &String) -> [Field<'_>; 1] {
    [("file", text(Some(file)))]
}

pub(super) fn continent(continent: &Continent) -> [Field<'_>; 4] {
    [
        ("id", shown(continent.id)),
        ("name", text(continent.name.text.as_ref())),
        ("bonus", shown(continent.bonus)),
        ("colour", shown(continent.colour)),
    ]
}

pub(super) fn territory(territory: &Territory) -> [Field<'_>; 5] {
    [
        ("id", shown(territory.id)),
        ("name", text(territory.name.text.as_ref())),
        ("colour", shown(territory.colour)),
        ("continent", shown(territory.continent)),
        ("card", territory.card.map(|card| card.word().into())),
    ]
}

/// An item of a list: one element with attributes and possibly text.
pub(super) trait Item: PartialEq {
    /// Its attributes in canonical order.
    fn fields(&self) -> Vec<Field<'_>>;

    /// The text between its tags.
    fn text(&self) -> Option<&str> {
        None
    }

    /// Whether the two are versions of the same item, so that one should be changed into the other
    /// rather than replaced.
    fn related(&self, _other: &Self) -> bool {
        false
    }
}

impl Item for Point {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![("x", shown(Some(self.x))), ("y", shown(Some(self.y)))]
    }
}

impl Item for Rgb {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![("colour", shown(Some(self)))]
    }
}

impl Item for TerritoryId {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![("territory", shown(Some(self)))]
    }
}

impl Item for Neighbour {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![
            ("territory", shown(Some(self.to))),
            ("by", (self.by == By::Sea).then_some("sea".into())),
            ("way", (self.way == Way::One).then_some("one".into())),
        ]
    }

    fn related(&self, other: &Self) -> bool {
        self.to == other.to
    }
}

impl Item for Translation {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![("lang", text(Some(&self.lang)))]
    }

    fn text(&self) -> Option<&str> {
        Some(&self.text)
    }

    fn related(&self, other: &Self) -> bool {
        self.lang == other.lang
    }
}

/// Units of each player for a number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Units {
    pub(super) players: u8,
    pub(super) each: u32,
}

impl Item for Units {
    fn fields(&self) -> Vec<Field<'_>> {
        vec![
            ("players", shown(Some(self.players))),
            ("each", shown(Some(self.each))),
        ]
    }

    fn related(&self, other: &Self) -> bool {
        self.players == other.players
    }
}
