//! Reads attributes and reports invalid ones.

use super::flaw::{Flaws, Kind, Refusal, did_you_mean, either, excerpt};
use super::text;
use super::tree::{Attribute, ElementId, Span, Tree};
use super::vocabulary::{Tag, nearest};
use crate::file_name::check_path;
use crate::limits::MAX_TERRITORIES;
use crate::{Rgb, TerritoryId};

pub(super) enum Parsed<T> {
    Missing,
    /// Invalid, which has been reported.
    Refused,
    Value(T),
}

impl<T> Parsed<T> {
    pub(super) fn ok(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Missing | Self::Refused => None,
        }
    }

    /// A missing attribute has the default value, an invalid one has none.
    pub(super) fn or(self, default: T) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Missing => Some(default),
            Self::Refused => None,
        }
    }
}

/// The elements of a file, and the flaws of their attributes.
pub(super) struct Elements<'a> {
    pub(super) text: &'a str,
    pub(super) tree: &'a mut Tree,
    pub(super) flaws: &'a mut Flaws,
}

impl Elements<'_> {
    /// Reports attributes that the element does not have.
    pub(super) fn attributes_of(&mut self, id: ElementId, tag: Tag) {
        let known = tag.spec().attributes;
        for attribute in self.tree.attributes(id) {
            let name = attribute.name.of(self.text);
            if known.contains(&name) || is_about_xml(name) {
                continue;
            }
            let suggestion = nearest(name, known.iter().copied());
            let message = format!(
                "unknown attribute `{}` of `{}`{}",
                excerpt(name),
                tag.spec().name,
                did_you_mean(suggestion)
            );
            let kind = Kind::Attribute { suggestion };
            self.flaws.add(attribute.name, kind, message);
        }
    }

    pub(super) fn name_span(&self, id: ElementId) -> Span {
        let element = self.tree.get(id);
        Span {
            start: element.start_tag.start,
            end: element.name.end,
        }
    }

    pub(super) fn value_span(&self, id: ElementId, name: &str) -> Span {
        self.tree
            .attribute(self.text, id, name)
            .map_or_else(|| self.name_span(id), |a| a.value)
    }

    pub(super) fn missing(&mut self, id: ElementId, name: &'static str) {
        // A broken attribute of that name has been reported already.
        let broken = |a: &Attribute| a.name.of(self.text) == name;
        if self.tree.attributes(id).iter().any(broken) {
            return;
        }
        let element = self.tree.get(id).tag.spec().name;
        let message = format!("`{element}` lacks the attribute `{name}`");
        self.flaws
            .add(self.name_span(id), Kind::Value { name }, message);
    }

    /// The value of an attribute as converted by `read`, which may refuse it.
    pub(super) fn value<T>(
        &mut self,
        id: ElementId,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Parsed<T> {
        let Some(attribute) = self.tree.attribute(self.text, id, name) else {
            return Parsed::Missing;
        };
        // A refused reference has been reported already.
        let Some(value) = text::attribute(attribute.value.of(self.text)) else {
            return Parsed::Refused;
        };
        match read(&value) {
            Ok(value) => Parsed::Value(value),
            Err((kind, message)) => {
                self.flaws.add(attribute.value, kind, message);
                Parsed::Refused
            }
        }
    }

    pub(super) fn number<T: TryFrom<u32>>(
        &mut self,
        id: ElementId,
        name: &'static str,
        min: u32,
        max: u32,
    ) -> Parsed<T> {
        self.value(id, name, |value| {
            number_of(value)
                .filter(|number| (min..=max).contains(number))
                .and_then(|number| number.try_into().ok())
                .ok_or_else(|| {
                    let range = format!("a whole number from {min} to {max}");
                    not_a_value(name, &range, value)
                })
        })
    }

    pub(super) fn required_number<T: TryFrom<u32>>(
        &mut self,
        id: ElementId,
        name: &'static str,
        min: u32,
        max: u32,
    ) -> Option<T> {
        let value = self.number(id, name, min, max);
        self.required(id, name, value)
    }

    pub(super) fn required<T>(
        &mut self,
        id: ElementId,
        name: &'static str,
        value: Parsed<T>,
    ) -> Option<T> {
        if matches!(value, Parsed::Missing) {
            self.missing(id, name);
        }
        value.ok()
    }

    pub(super) fn required_territory(&mut self, id: ElementId) -> Option<TerritoryId> {
        let number = self.required_number(id, "territory", 0, MAX_TERRITORIES as u32 - 1);
        number.map(TerritoryId)
    }

    pub(super) fn colour(&mut self, id: ElementId) -> Parsed<Rgb> {
        let name = "colour";
        self.value(id, name, |value| {
            let colour = value.trim_matches(' ').parse();
            colour.map_err(|_| not_a_value(name, "a colour like #A03020", value))
        })
    }

    pub(super) fn required_colour(&mut self, id: ElementId) -> Option<Rgb> {
        let value = self.colour(id);
        self.required(id, "colour", value)
    }

    /// The one of `choices` whose `word` is the attribute's value.
    pub(super) fn choice<T: Copy, const N: usize>(
        &mut self,
        id: ElementId,
        name: &'static str,
        choices: [T; N],
        word: fn(T) -> &'static str,
    ) -> Parsed<T> {
        self.value(id, name, |value| {
            let value = value.trim_matches(' ');
            let chosen = choices.into_iter().find(|&choice| word(choice) == value);
            chosen.ok_or_else(|| {
                let words = choices.map(word);
                let (kind, mut message) = not_a_value(name, &either(&words), value);
                message += &did_you_mean(nearest(value, words));
                (kind, message)
            })
        })
    }

    /// Text without conversion.
    pub(super) fn line(
        &mut self,
        id: ElementId,
        name: &'static str,
        what: &'static str,
        max: usize,
    ) -> Parsed<String> {
        self.value(id, name, |value| {
            let chars = value.chars().count();
            if chars > max {
                return Err(too_long(what, chars, max));
            }
            Ok(value.to_owned())
        })
    }

    /// A path inside the map's folder.
    pub(super) fn file(&mut self, id: ElementId) -> Option<String> {
        let value = self.value(id, "file", |value| match check_path(value) {
            Ok(()) => Ok(value.to_owned()),
            Err(reason) => {
                let message = format!("the file `{}` is refused: {reason}", excerpt(value));
                Err((Kind::Path, message))
            }
        });
        self.required(id, "file", value)
    }
}

/// Reports that the attribute `name` should be `expected`, not `value`.
pub(super) fn not_a_value(name: &'static str, expected: &str, value: &str) -> Refusal {
    let value = excerpt(value);
    let message = format!("`{name}` is {expected}, but here it is `{value}`");
    (Kind::Value { name }, message)
}

/// Reports that a text has too many characters.
pub(super) fn too_long(what: &'static str, chars: usize, max: usize) -> Refusal {
    let message = format!("the {what} has {chars} characters; at most {max} are read");
    (Kind::TooLong { what }, message)
}

/// Digits only, apart from surrounding white space.
fn number_of(value: &str) -> Option<u32> {
    let digits = value.trim_matches(' ');
    // `parse` would accept a sign.
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// Whether it has the form of a language tag: letters, then parts of letters and digits, each of 1
/// to 8 characters.
pub(super) fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let sized = |part: &str| (1..=8).contains(&part.len());
    let letters = |part: &str| sized(part) && part.bytes().all(|b| b.is_ascii_alphabetic());
    parts.next().is_some_and(letters)
        && parts.all(|part| sized(part) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Attributes about the file rather than the map: namespace prefixes and the location of the
/// schema.
fn is_about_xml(name: &str) -> bool {
    name.starts_with("xmlns:")
        || name == "xsi:noNamespaceSchemaLocation"
        || name == "xsi:schemaLocation"
}
