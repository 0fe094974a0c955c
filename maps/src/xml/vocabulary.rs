//! The words of the format: which elements there are, what may stand in them
//! and in which order. The schemas in `maps/schema` say the same.

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
    /// Not of this format, or not where it stands.
    Unknown,
}

pub(super) struct Word {
    pub(super) name: &'static str,
    /// Its attributes in our order.
    pub(super) attributes: &'static [&'static str],
    /// Its child elements in the order of the format.
    pub(super) children: &'static [Tag],
    /// Whether text is expected in it.
    pub(super) text: bool,
    /// Whether its parent has at most one.
    pub(super) single: bool,
}

/// One word for each [`Tag`], in their order.
static WORDS: [Word; 19] = [
    Word::called("map")
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
    Word::called("name").with(&["lang"]).text(),
    Word::called("name").with(&["lang"]).text(),
    Word::called("author").text().single(),
    Word::called("licence").text().single(),
    Word::called("description").text().single(),
    Word::called("mask")
        .with(&["file", "gap"])
        .holding(&[Tag::Background, Tag::Separator])
        .single(),
    Word::called("background").with(&["colour"]),
    Word::called("separator").with(&["colour"]),
    Word::called("image").with(&["file"]).single(),
    Word::called("setup").holding(&[Tag::Units]).single(),
    Word::called("units").with(&["players", "each"]),
    Word::called("continent")
        .with(&["id", "name", "bonus", "colour"])
        .holding(&[Tag::Translation]),
    Word::called("territory")
        .with(&["id", "name", "colour", "continent", "card"])
        .holding(&[
            Tag::Translation,
            Tag::Pivot,
            Tag::Badge,
            Tag::Neighbour,
            Tag::Closed,
        ]),
    Word::called("pivot").with(&["x", "y"]),
    Word::called("badge").with(&["x", "y"]).single(),
    Word::called("neighbour").with(&["territory", "by", "way"]),
    Word::called("closed").with(&["territory"]),
    Word::called(""),
];

impl Word {
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
}

impl Tag {
    const ALL: [Self; 18] = [
        Self::Map,
        Self::Name,
        Self::Translation,
        Self::Author,
        Self::Licence,
        Self::Description,
        Self::Mask,
        Self::Background,
        Self::Separator,
        Self::Image,
        Self::Setup,
        Self::Units,
        Self::Continent,
        Self::Territory,
        Self::Pivot,
        Self::Badge,
        Self::Neighbour,
        Self::Closed,
    ];

    pub(super) fn word(self) -> &'static Word {
        &WORDS[self as usize]
    }

    /// What an element of that name means inside `self`.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        let mut children = self.word().children.iter();
        children.find(|tag| tag.word().name == name).copied()
    }

    /// What an element of that name means where it belongs.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.word().name == name)
    }

    /// Its place in the order of children: what has a smaller rank stands
    /// before. Colours of a mask may be mixed, and so may neighbours and
    /// closed borders.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Separator => Self::Background as u8,
            Self::Closed => Self::Neighbour as u8,
            _ => self as u8,
        }
    }
}

/// Elements that may hold one of that name, for telling where a stray one belongs.
pub(super) fn homes(name: &str) -> Vec<&'static str> {
    let holders = Tag::ALL.iter().filter(|tag| tag.child(name).is_some());
    let mut homes: Vec<_> = holders.map(|tag| tag.word().name).collect();
    homes.dedup();
    homes
}

/// Whether an element belongs into `outer` rather than into `inner`, which
/// stands in `outer`.
pub(super) fn belongs_outside(name: &str, inner: &str, outer: &str) -> bool {
    let holds = |holder: &str| Tag::named(holder).is_some_and(|tag| tag.child(name).is_some());
    Tag::named(inner).is_some() && !holds(inner) && holds(outer)
}

/// The candidate that `word` was probably meant to be: at most one edit away
/// for each three letters, capital letters aside.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // Nothing this long is a slip of one of our words.
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
        let attributes = Tag::Territory.word().attributes.iter().copied();
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
    fn strays_are_told_where_they_belong() {
        assert_eq!(homes("pivot"), ["territory"]);
        assert_eq!(homes("name"), ["map", "continent", "territory"]);
        assert_eq!(homes("map"), [""; 0]);
    }
}
