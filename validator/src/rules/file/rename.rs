//! Fixes for misspelt elements and attributes.

use std::ops::Range;

use marchland_maps::xml::{Flaw, Kind};

use crate::diagnostic::{Fix, Rewrite};
use crate::input::Text;

/// Elements that a map has at most once; a second one is ignored.
const SINGLE: [&str; 6] = ["author", "licence", "description", "mask", "image", "setup"];

/// The fix that writes the suggested word; `None` if there is none, or if the renamed
/// attribute or element would be a duplicate.
pub(crate) fn rename(text: &Text, flaw: &Flaw) -> Option<Fix> {
    // Tags of malformed XML are unreliable.
    if text.flaws().iter().any(Flaw::is_broken) {
        return None;
    }
    let (new, places) = match flaw.kind {
        Kind::Attribute { suggestion } => {
            let new = suggestion?;
            (new, vec![attribute(text, flaw, new)?])
        }
        Kind::Element { suggestion, .. } => (suggestion?, element(text, flaw, suggestion?)?),
        _ => return None,
    };
    let old = text.as_str().get(places.first()?.clone())?;
    let title = format!("Write `{new}` instead of `{old}`");
    let rewrites = places.into_iter().map(|bytes| Rewrite {
        bytes,
        text: new.to_owned(),
    });
    Some(Fix::of_text(title, rewrites))
}

/// The position of an attribute's name, unless its tag has an attribute `new` or an
/// earlier one that will be renamed to it.
fn attribute(text: &Text, flaw: &Flaw, new: &str) -> Option<Range<usize>> {
    let own = flaw.span.clone();
    let tree = text.source().tree();
    let rival = tree.attributes(tree.at(own.start)?).iter().any(|other| {
        let name = other.name.range();
        other.name.of(text.as_str()) == new
            || name.start < own.start && proposed(text, name.start) == Some(new)
    });
    (!rival).then_some(own)
}

/// The suggestion for the attribute that begins at `start`.
fn proposed(text: &Text, start: usize) -> Option<&'static str> {
    let flaw = text.flaws().iter().find(|flaw| flaw.span.start == start)?;
    match flaw.kind {
        Kind::Attribute { suggestion } => suggestion,
        _ => None,
    }
}

/// The positions of an element's name in its start tag and end tag. For single elements,
/// `None` if the map has the element or an earlier one will be renamed to it.
fn element(text: &Text, flaw: &Flaw, new: &str) -> Option<Vec<Range<usize>>> {
    if SINGLE.contains(&new) {
        let earlier = |other: &Flaw| {
            other.span.start < flaw.span.start
                && matches!(other.kind, Kind::Element { suggestion, .. } if suggestion == Some(new))
        };
        if text.flaws().iter().any(earlier) || text.source().locate_child(new).is_some() {
            return None;
        }
    }
    let tree = text.source().tree();
    let element = tree.get(tree.at(flaw.span.start)?);
    let mut places = vec![element.name.range()];
    if !element.self_closing {
        let behind = element.end_tag.range().start + "</".len();
        places.push(behind..behind + places[0].len());
    }
    Some(places)
}

#[cfg(test)]
mod tests;
