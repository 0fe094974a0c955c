//! The word that was meant, written in the place of a misspelt one.

use std::ops::Range;

use marchland_maps::xml::{Cause, Flaw, Severity};

use crate::diagnostic::{Fix, Rewrite};
use crate::input::Text;

/// Elements that a map has once: a second one would not be read.
const SINGLE: [&str; 6] = ["author", "licence", "description", "mask", "image", "setup"];

/// The fix that writes what was probably meant; `None` where nothing is
/// proposed or the word would stand there twice.
///
/// Time: the length of the element.
pub(crate) fn rename(text: &Text, flaw: &Flaw) -> Option<Fix> {
    // What is not XML has no tags that could be trusted.
    let broken = |flaw: &Flaw| flaw.severity() == Severity::Broken;
    if text.flaws().iter().any(broken) {
        return None;
    }
    let (new, places) = match &flaw.cause {
        Cause::UnknownAttribute {
            suggestion: Some(new),
            ..
        } => (*new, vec![attribute(text, flaw, new)?]),
        Cause::UnknownElement {
            suggestion: Some(new),
            ..
        } => (*new, element(text, flaw, new)?),
        _ => return None,
    };
    let old = text.as_str().get(places.first()?.clone())?;
    let title = format!("Write `{new}` for `{old}`");
    let rewrites = places.into_iter().map(|bytes| Rewrite {
        bytes,
        text: new.to_owned(),
    });
    Some(Fix::of_text(title, rewrites))
}

/// Where the name of an attribute stands, unless its tag has one of the new
/// name, or an earlier one that is taken for it.
fn attribute(text: &Text, flaw: &Flaw, new: &str) -> Option<Range<usize>> {
    let own = flaw.span.clone();
    let tag = start_tag(text.as_str(), own.start)?;
    let rival = tag.attributes.iter().any(|name| {
        &text.as_str()[name.clone()] == new
            || name.start < own.start && proposed(text, name.start) == Some(new)
    });
    (!rival && tag.attributes.contains(&own)).then_some(own)
}

/// What is proposed for the attribute that begins at `start`.
fn proposed(text: &Text, start: usize) -> Option<&'static str> {
    let flaw = text.flaws().iter().find(|flaw| flaw.span.start == start)?;
    match flaw.cause {
        Cause::UnknownAttribute { suggestion, .. } => suggestion,
        _ => None,
    }
}

/// Where the name of an element stands, in its start tag and its end tag. Of
/// what a map has once, only if there is none and no earlier one is taken for it.
fn element(text: &Text, flaw: &Flaw, new: &str) -> Option<Vec<Range<usize>>> {
    if SINGLE.contains(&new) {
        let earlier = |other: &Flaw| {
            other.span.start < flaw.span.start
                && matches!(other.cause, Cause::UnknownElement { suggestion: Some(own), .. } if own == new)
        };
        if text.flaws().iter().any(earlier) || text.source().locate_child(new).is_some() {
            return None;
        }
    }
    let name = flaw.span.start + 1..flaw.span.end;
    let tag = start_tag(text.as_str(), name.start)?;
    if tag.is_empty {
        return Some(vec![name]);
    }
    let end = end_tag(text.as_str(), tag.end)?;
    let same = text.as_str().get(end.clone())? == text.as_str().get(name.clone())?;
    same.then(|| vec![name, end])
}

/// A start tag of well-formed XML.
struct Tag {
    /// Names of its attributes, in order.
    attributes: Vec<Range<usize>>,
    /// The byte behind it.
    end: usize,
    /// Whether it is its own end.
    is_empty: bool,
}

/// The start tag in whose name or attributes' names `inside` lies.
fn start_tag(text: &str, inside: usize) -> Option<Tag> {
    // In values `<` is written `&lt;`.
    let start = text.get(..inside)?.rfind('<')?;
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let is_name = |byte: u8| !byte.is_ascii_whitespace() && !b"=/>\"'".contains(&byte);
    let word = |from: usize| {
        let rest = bytes[from..].iter();
        from + rest.take_while(|&&byte| is_name(byte)).count()
    };
    at = word(at);
    let mut attributes = Vec::new();
    loop {
        match *bytes.get(at)? {
            b'>' => {
                return Some(Tag {
                    attributes,
                    end: at + 1,
                    is_empty: bytes[at - 1] == b'/',
                });
            }
            quote @ (b'"' | b'\'') => {
                let rest = bytes[at + 1..].iter();
                at += 2 + rest.take_while(|&&byte| byte != quote).count();
            }
            byte if is_name(byte) => {
                let end = word(at);
                attributes.push(at..end);
                at = end;
            }
            _ => at += 1,
        }
    }
}

/// The name in the end tag of the element whose content begins at `from`.
fn end_tag(text: &str, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    let mut open = 0_usize;
    loop {
        at += text.get(at..)?.find('<')?;
        let rest = &text[at..];
        let behind = |end: &str| rest.find(end).map(|found| at + found + end.len());
        if rest.starts_with("<!--") {
            at = behind("-->")?;
        } else if rest.starts_with("<![CDATA[") {
            at = behind("]]>")?;
        } else if rest.starts_with("<?") {
            at = behind("?>")?;
        } else if rest.starts_with("</") {
            let end = behind(">")?;
            if open == 0 {
                let name = text[at + 2..end - 1].trim_end();
                return Some(at + 2..at + 2 + name.len());
            }
            open -= 1;
            at = end;
        } else {
            let tag = start_tag(text, at + 1)?;
            open += usize::from(!tag.is_empty);
            at = tag.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use marchland_maps::xml;

    use super::*;

    /// What renaming each misspelt word in turn leads to.
    fn renamed(text: &str) -> Vec<Option<String>> {
        let text = Text::new(xml::read(text.as_bytes()));
        let misspelt = text.flaws().iter().filter(|flaw| {
            matches!(
                flaw.cause,
                Cause::UnknownAttribute { .. } | Cause::UnknownElement { .. }
            )
        });
        misspelt
            .map(|flaw| {
                let mut out = text.as_str().to_owned();
                for rewrite in rename(&text, flaw)?.rewrites.iter().rev() {
                    out.replace_range(rewrite.bytes.clone(), &rewrite.text);
                }
                Some(out)
            })
            .collect()
    }

    fn one(text: &str) -> Option<String> {
        let mut all = renamed(text);
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    #[test]
    fn attributes_get_the_name_that_was_meant() {
        assert_eq!(
            one("<map><territory name='a > b' Colour = \"#112233\"/></map>").as_deref(),
            Some("<map><territory name='a > b' colour = \"#112233\"/></map>")
        );
        // The other one counts.
        assert_eq!(
            one("<map><territory color='#112233' colour='#445566'/></map>"),
            None
        );
        let twice = renamed("<map><territory color='#112233' colur='#445566'/></map>");
        assert_eq!(twice.iter().filter(|one| one.is_some()).count(), 1);
        assert!(twice[0].is_some());
    }

    #[test]
    fn elements_get_it_at_both_ends() {
        assert_eq!(
            one("\u{feff}<map>\r\n<teritory name='a'><pivot x='1' y='2'/><!-- </teritory> --></teritory >\r\n</map>")
                .as_deref(),
            Some(
                "\u{feff}<map>\r\n<territory name='a'><pivot x='1' y='2'/><!-- </teritory> --></territory >\r\n</map>"
            )
        );
        assert_eq!(
            one("<map><territory><neighbor territory='1'/></territory></map>").as_deref(),
            Some("<map><territory><neighbour territory='1'/></territory></map>")
        );
        // Elements of the same name in it.
        assert_eq!(
            one("<map><teritory><teritory></teritory><b/></teritory></map>").as_deref(),
            Some("<map><territory><teritory></teritory><b/></territory></map>")
        );
    }

    #[test]
    fn what_a_map_has_once_is_not_written_twice() {
        assert_eq!(
            one("<map><maske file='a.png'/></map>").as_deref(),
            Some("<map><mask file='a.png'/></map>")
        );
        assert_eq!(
            one("<map><maske file='a.png'/><mask file='b.png'/></map>"),
            None
        );
        // In a comment it is none.
        assert!(one("<map><maske file='a.png'/><!-- <mask file='b.png'/> --></map>").is_some());
    }

    #[test]
    fn what_is_no_xml_is_left_alone() {
        assert!(renamed("<map><neighbor").iter().all(Option::is_none));
        assert!(
            renamed("<map><territory><neighbor territory='1'/></map>")
                .iter()
                .all(Option::is_none)
        );
    }
}
