//! The vocabulary of the format: its elements, their attributes and children, and their order. The
//! schemas in `maps/schema` define the same.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Map,
    Name,
    /// A `name` of a territory or continent: always a translation.
    Translation,
    Author,
    Licence,
    Description,
    Mask,
    Background,
    Separator,
    Image,
    Setup,
    Units,
    Continent,
    Territory,
    Pivot,
    Badge,
    Neighbour,
    Closed,
    /// Not part of the format, or not allowed there.
    Unknown,
}

pub(super) struct Spec {
    pub(super) name: &'static str,
    /// Its attributes in canonical order.
    pub(super) attributes: &'static [&'static str],
    /// Its child elements in canonical order.
    pub(super) children: &'static [Tag],
    /// Whether it may contain text.
    pub(super) text: bool,
    /// Whether its parent has at most one.
    pub(super) single: bool,
}

/// The specification of each [`Tag`], in their order.
static SPECS: [Spec; 19] = [
    Spec::called("map")
        .with(&["format", "id", "wrap", "badge"])
        .holding(&[
            Tag::Name,
            Tag::Author,
            Tag::Licence,
            Tag::Description,
            Tag::Mask,
            Tag::Image,
            Tag::Setup,
            Tag::Continent,
            Tag::Territory,
        ]),
    Spec::called("name").with(&["lang"]).text(),
    Spec::called("name").with(&["lang"]).text(),
    Spec::called("author").text().single(),
    Spec::called("licence").text().single(),
    Spec::called("description").text().single(),
    Spec::called("mask")
        .with(&["file", "gap"])
        .holding(&[Tag::Background, Tag::Separator])
        .single(),
    Spec::called("background").with(&["colour"]),
    Spec::called("separator").with(&["colour"]),
    Spec::called("image").with(&["file"]).single(),
    Spec::called("setup").holding(&[Tag::Units]).single(),
    Spec::called("units").with(&["players", "each"]),
    Spec::called("continent")
        .with(&["id", "name", "bonus", "colour"])
        .holding(&[Tag::Translation]),
    Spec::called("territory")
        .with(&["id", "name", "colour", "continent", "card"])
        .holding(&[
            Tag::Translation,
            Tag::Pivot,
            Tag::Badge,
            Tag::Neighbour,
            Tag::Closed,
        ]),
    Spec::called("pivot").with(&["x", "y"]),
    Spec::called("badge").with(&["x", "y"]).single(),
    Spec::called("neighbour").with(&["territory", "by", "way"]),
    Spec::called("closed").with(&["territory"]),
    Spec::called(""),
];

impl Spec {
    const fn called(name: &'static str) -> Self {
        Self {
            name,
            attributes: &[],
            children: &[],
            text: false,
            single: false,
        }
    }

    const fn with(self, attributes: &'static [&'static str]) -> Self {
        Self { attributes, ..self }
    }

    const fn holding(self, children: &'static [Tag]) -> Self {
        Self { children, ..self }
    }

    const fn text(self) -> Self {
        Self { text: true, ..self }
    }

    const fn single(self) -> Self {
        Self {
            single: true,
            ..self
        }
    }

    /// That of an element of that name in its proper place.
    fn of(name: &str) -> Option<&'static Self> {
        SPECS.iter().find(|spec| spec.name == name)
    }

    fn child(&self, name: &str) -> Option<Tag> {
        let mut children = self.children.iter();
        children.find(|tag| tag.spec().name == name).copied()
    }
}

impl Tag {
    pub(super) fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// The meaning of a child element of that name.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.spec().child(name)
    }

    /// Its position in the order of children: lower ranks come first. The colours of a mask may be
    /// mixed, and so may neighbours and closed borders.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Separator => Self::Background as u8,
            Self::Closed => Self::Neighbour as u8,
            _ => self as u8,
        }
    }
}

/// Names of elements that may contain one of that name, to suggest where a misplaced one belongs.
pub(super) fn homes(name: &str) -> Vec<&'static str> {
    let holders = SPECS.iter().filter(|spec| spec.child(name).is_some());
    let mut homes: Vec<_> = holders.map(|spec| spec.name).collect();
    homes.dedup();
    homes
}

/// Whether an element belongs into `outer` rather than into `inner`, its child.
pub(super) fn belongs_outside(name: &str, inner: &str, outer: &str) -> bool {
    let holds = |holder: &str| Spec::of(holder).is_some_and(|spec| spec.child(name).is_some());
    Spec::of(inner).is_some() && !holds(inner) && holds(outer)
}

/// The candidate that `word` was probably meant to be: at most one edit for each three letters,
/// ignoring case.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // Too long to be a misspelling of ours.
    if word.len() > 40 {
        return None;
    }
    let word = word.to_lowercase();
    let scored = candidates.into_iter().map(|candidate| {
        let distance = strsim::damerau_levenshtein(&word, candidate);
        (distance, candidate)
    });
    let (distance, candidate) = scored.min_by_key(|&(distance, _)| distance)?;
    let longest = word.chars().count().max(candidate.len());
    (distance * 3 <= longest).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_recognised() {
        let attributes = Tag::Territory.spec().attributes.iter().copied();
        assert_eq!(nearest("color", attributes.clone()), Some("colour"));
        assert_eq!(nearest("Id", attributes.clone()), Some("id"));
        assert_eq!(nearest("nmae", attributes.clone()), Some("name"));
        assert_eq!(nearest("flag", attributes), None);
        assert_eq!(
            nearest("neighbor", ["neighbour", "closed"]),
            Some("neighbour")
        );
    }

    #[test]
    fn misplaced_elements_get_a_suggestion() {
        assert_eq!(homes("pivot"), ["territory"]);
        assert_eq!(homes("name"), ["map", "continent", "territory"]);
        assert_eq!(homes("map"), [""; 0]);
    }
}
