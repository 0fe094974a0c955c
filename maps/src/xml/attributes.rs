//! Reading attributes: what they say, or what is wrong with that.

use super::flaw::{Flaws, Kind, Refusal, did_you_mean, either, excerpt};
use super::text;
use super::tree::{Attribute, ElementId, Span, Tree};
use super::vocabulary::{Tag, nearest};
use crate::file_name::check_path;
use crate::limits::MAX_TERRITORIES;
use crate::{Rgb, TerritoryId};

pub(super) enum Said<T> {
    Nothing,
    /// Something that is refused, and has been told.
    Refused,
    Value(T),
}

impl<T> Said<T> {
    pub(super) fn ok(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Nothing | Self::Refused => None,
        }
    }

    /// Nothing said is the default; something refused is not a value at all.
    pub(super) fn or(self, default: T) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Nothing => Some(default),
            Self::Refused => None,
        }
    }
}

/// The elements of a file, and what is wrong with their attributes.
pub(super) struct Elements<'a> {
    pub(super) text: &'a str,
    pub(super) tree: &'a mut Tree,
    pub(super) flaws: &'a mut Flaws,
}

impl Elements<'_> {
    /// Complains about attributes that the element does not have.
    pub(super) fn attributes_of(&mut self, id: ElementId, tag: Tag) {
        let known = tag.word().attributes;
        for attribute in self.tree.attributes(id) {
            let name = attribute.name.of(self.text);
            if known.contains(&name) || is_about_xml(name) {
                continue;
            }
            let suggestion = nearest(name, known.iter().copied());
            let message = format!(
                "unknown attribute `{}` of `{}`{}",
                excerpt(name),
                tag.word().name,
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
        // A broken attribute of that name has been told already.
        let broken = |a: &Attribute| a.name.of(self.text) == name;
        if self.tree.attributes(id).iter().any(broken) {
            return;
        }
        let element = self.tree.get(id).tag.word().name;
        let message = format!("`{element}` lacks the attribute `{name}`");
        self.flaws
            .add(self.name_span(id), Kind::Value { name }, message);
    }

    /// The value of an attribute through `read`, which says what is wrong.
    pub(super) fn value<T>(
        &mut self,
        id: ElementId,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Said<T> {
        let Some(attribute) = self.tree.attribute(self.text, id, name) else {
            return Said::Nothing;
        };
        // A refused reference has been told already.
        let Some(value) = text::attribute(attribute.value.of(self.text)) else {
            return Said::Refused;
        };
        match read(&value) {
            Ok(value) => Said::Value(value),
            Err((kind, message)) => {
                self.flaws.add(attribute.value, kind, message);
                Said::Refused
            }
        }
    }

    pub(super) fn number(
        &mut self,
        id: ElementId,
        name: &'static str,
        min: u32,
        max: u32,
    ) -> Said<u32> {
        self.value(id, name, |value| {
            number_of(value)
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| {
                    let range = format!("a whole number from {min} to {max}");
                    not_a_value(name, &range, value)
                })
        })
    }

    pub(super) fn required_number(
        &mut self,
        id: ElementId,
        name: &'static str,
        min: u32,
        max: u32,
    ) -> Option<u32> {
        let said = self.number(id, name, min, max);
        self.required(id, name, said)
    }

    pub(super) fn required<T>(
        &mut self,
        id: ElementId,
        name: &'static str,
        said: Said<T>,
    ) -> Option<T> {
        if matches!(said, Said::Nothing) {
            self.missing(id, name);
        }
        said.ok()
    }

    pub(super) fn territory_id(&mut self, id: ElementId, name: &'static str) -> Said<TerritoryId> {
        match self.number(id, name, 0, MAX_TERRITORIES as u32 - 1) {
            Said::Value(number) => Said::Value(TerritoryId(number as u16)),
            Said::Nothing => Said::Nothing,
            Said::Refused => Said::Refused,
        }
    }

    pub(super) fn required_territory(&mut self, id: ElementId) -> Option<TerritoryId> {
        let said = self.territory_id(id, "territory");
        self.required(id, "territory", said)
    }

    pub(super) fn colour(&mut self, id: ElementId) -> Said<Rgb> {
        let name = "colour";
        self.value(id, name, |value| {
            let colour = value.trim_matches(' ').parse();
            colour.map_err(|_| not_a_value(name, "a colour like #A03020", value))
        })
    }

    pub(super) fn required_colour(&mut self, id: ElementId) -> Option<Rgb> {
        let said = self.colour(id);
        self.required(id, "colour", said)
    }

    /// Which of `choices` the attribute names.
    pub(super) fn choice<const N: usize>(
        &mut self,
        id: ElementId,
        name: &'static str,
        choices: &'static [&'static str; N],
    ) -> Said<usize> {
        self.value(id, name, |value| {
            let value = value.trim_matches(' ');
            choices
                .iter()
                .position(|&choice| choice == value)
                .ok_or_else(|| {
                    let (kind, mut message) = not_a_value(name, &either(choices), value);
                    message += &did_you_mean(nearest(value, choices.iter().copied()));
                    (kind, message)
                })
        })
    }

    /// Text as it stands.
    pub(super) fn line(
        &mut self,
        id: ElementId,
        name: &'static str,
        what: &'static str,
        max: usize,
    ) -> Said<String> {
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
        let said = self.value(id, "file", |value| match check_path(value) {
            Ok(()) => Ok(value.to_owned()),
            Err(reason) => {
                let message = format!("the file `{}` is refused: {reason}", excerpt(value));
                Err((Kind::Path, message))
            }
        });
        self.required(id, "file", said)
    }
}

/// Says that the attribute `name` is something `expected` and not `value`.
pub(super) fn not_a_value(name: &'static str, expected: &str, value: &str) -> Refusal {
    let value = excerpt(value);
    let message = format!("`{name}` is {expected}, but here it is `{value}`");
    (Kind::Value { name }, message)
}

/// Says that a text has more characters than are read.
pub(super) fn too_long(what: &'static str, chars: usize, max: usize) -> Refusal {
    let message = format!("the {what} has {chars} characters; at most {max} are read");
    (Kind::TooLong { what }, message)
}

/// Digits alone, white space around them aside.
fn number_of(value: &str) -> Option<u32> {
    let digits = value.trim_matches(' ');
    // `parse` would take a sign, too.
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// Whether it is shaped like a language tag: letters, then parts of letters
/// and digits, each of 1 to 8.
pub(super) fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let sized = |part: &str| (1..=8).contains(&part.len());
    let letters = |part: &str| sized(part) && part.bytes().all(|b| b.is_ascii_alphabetic());
    parts.next().is_some_and(letters)
        && parts.all(|part| sized(part) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Attributes that speak of the file, not of the map: prefixes, and where
/// its schema is.
fn is_about_xml(name: &str) -> bool {
    name.starts_with("xmlns:")
        || name == "xsi:noNamespaceSchemaLocation"
        || name == "xsi:schemaLocation"
}
