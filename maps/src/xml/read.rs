//! Reads a draft from a tree.

use super::attributes::{Elements, Parsed, is_language, not_a_value, too_long};
use super::flaw::{Flaws, Kind, did_you_mean, either, excerpt};
use super::text::{Layout, TextReader};
use super::tree::{ElementId, Span, Tree};
use super::vocabulary::{Tag, homes, nearest};
use crate::limits::{
    MAX_BADGE, MAX_BONUS, MAX_CONTINENTS, MAX_DESCRIPTION_CHARS, MAX_GAP, MAX_INITIAL_UNITS,
    MAX_KEY_COLOURS, MAX_LINE_CHARS, MAX_NAME_CHARS, MAX_NEIGHBOURS, MAX_PIVOTS, MAX_SIDE,
    MAX_TERRITORIES, MAX_TRANSLATIONS,
};
use crate::{
    By, Card, Continent, ContinentId, Draft, FORMAT, MAX_PLAYERS, MIN_PLAYERS, MaskFile, Neighbour,
    Point, Territory, TerritoryId, Translation, Way, Wrap,
};

/// Reads `tree`, marks what the draft contains, and reports what is wrong. Also returns the mask as
/// far as it could be read, even if the draft has none because the file name is missing or refused.
pub(super) fn read(text: &str, tree: &mut Tree, flaws: &mut Flaws) -> (Draft, MaskFile) {
    let mut reader = Reader {
        file: Elements { text, tree, flaws },
        draft: Draft::new(),
        mask: MaskFile::default(),
        parent: Tag::Unknown,
        full: Vec::new(),
    };
    if let Some(root) = reader.file.tree.root() {
        reader.root(root);
    }
    (reader.draft, reader.mask)
}

struct Reader<'a> {
    file: Elements<'a>,
    draft: Draft,
    mask: MaskFile,
    /// The element whose children are being read, and the kinds already reported as too many.
    parent: Tag,
    full: Vec<Tag>,
}

impl Reader<'_> {
    fn root(&mut self, root: ElementId) {
        let element = self.file.tree.get(root);
        let (name, start) = (element.name, element.start_tag.start);
        let found = name.of(self.file.text);
        if found != "map" {
            let span = Span { start, ..name };
            let message = format!(
                "this is not a map: the file begins with `<{}>`, but `<map>` was expected",
                excerpt(found)
            );
            self.file.flaws.add(span, Kind::NotAMap, message);
            return;
        }
        self.take(root, Tag::Map);
        self.file.attributes_of(root, Tag::Map);
        self.draft.format = self
            .file
            .required_number(root, "format", 1, u16::MAX.into());
        if let Some(found) = self.draft.format.filter(|&found| found > FORMAT) {
            let span = self.file.value_span(root, "format");
            let message = format!(
                "the file has format {found}; this version reads format {FORMAT} and older"
            );
            self.file.flaws.add(span, Kind::NewerFormat, message);
        }
        self.draft.id = self.file.line(root, "id", "map's id", MAX_LINE_CHARS).ok();
        self.draft.badge_diameter = self.file.number(root, "badge", 1, MAX_BADGE.into()).ok();
        let edges = ["horizontal", "vertical", "both"];
        let wrap = self.file.choice(root, "wrap", edges, |word| word);
        if let Some(word) = wrap.ok() {
            self.draft.wrap = Wrap {
                horizontal: word != "vertical",
                vertical: word != "horizontal",
            };
        }
        self.children(root, Tag::Map, Self::map_child);
    }

    /// Reads one child of the map. Returns whether the draft contains it.
    fn map_child(&mut self, child: ElementId, tag: Tag) -> bool {
        match tag {
            Tag::Name => self.map_name(child),
            Tag::Author => {
                let text = self.content(child, Layout::Line, "author", MAX_LINE_CHARS);
                keep(&mut self.draft.author, text)
            }
            Tag::Licence => {
                let text = self.content(child, Layout::Line, "licence", MAX_LINE_CHARS);
                keep(&mut self.draft.licence, text)
            }
            Tag::Description => {
                let max = MAX_DESCRIPTION_CHARS;
                let text = self.content(child, Layout::Lines, "description", max);
                keep(&mut self.draft.description, text)
            }
            Tag::Mask => self.mask(child),
            Tag::Image => {
                let file = self.file.file(child);
                keep(&mut self.draft.image, file)
            }
            Tag::Setup => {
                self.children(child, Tag::Setup, Self::units);
                true
            }
            Tag::Continent => self.continent(child),
            Tag::Territory => self.territory(child),
            _ => false,
        }
    }

    fn map_name(&mut self, id: ElementId) -> bool {
        let lang = self.file.line(id, "lang", "language", MAX_LINE_CHARS);
        if !matches!(lang, Parsed::Missing) {
            self.file.tree.get_mut(id).tag = Tag::Translation;
        }
        match lang {
            Parsed::Refused => false,
            Parsed::Value(lang) => {
                let mut translations = std::mem::take(&mut self.draft.name.translations);
                let taken = self.translation(id, &lang, &mut translations);
                self.draft.name.translations = translations;
                taken
            }
            Parsed::Missing if self.draft.name.text.is_some() => {
                self.twice(id, "name", Tag::Map);
                false
            }
            Parsed::Missing => {
                let text = self.content(id, Layout::Line, "name", MAX_NAME_CHARS);
                keep(&mut self.draft.name.text, text)
            }
        }
    }

    fn mask(&mut self, id: ElementId) -> bool {
        let file = self.file.file(id);
        self.mask.gap = self.file.number(id, "gap", 0, MAX_GAP.into()).ok();
        self.children(id, Tag::Mask, Self::key_colour);
        let taken = file.is_some();
        if let Some(file) = file {
            self.mask.file = file;
            self.draft.mask = Some(self.mask.clone());
        }
        taken
    }

    fn key_colour(&mut self, id: ElementId, tag: Tag) -> bool {
        let colour = self.file.required_colour(id);
        let list = match tag {
            Tag::Background => &mut self.mask.background,
            _ => &mut self.mask.separator,
        };
        let count = list.len();
        if count < MAX_KEY_COLOURS {
            list.extend(colour);
            return colour.is_some();
        }
        self.is_full(id, tag, count, MAX_KEY_COLOURS);
        false
    }

    fn units(&mut self, id: ElementId, _: Tag) -> bool {
        let players =
            self.file
                .required_number(id, "players", MIN_PLAYERS.into(), MAX_PLAYERS.into());
        let each = self.file.required_number(id, "each", 1, MAX_INITIAL_UNITS);
        let (Some(players), Some(each)) = (players, each) else {
            return false;
        };
        let units = &mut self.draft.setup.units;
        if units.contains_key(&players) {
            let span = self.file.value_span(id, "players");
            let message =
                format!("the units for {players} players are given twice; the first count");
            let kind = Kind::Twice { name: "players" };
            self.file.flaws.add(span, kind, message);
            return false;
        }
        units.insert(players, each);
        true
    }

    fn continent(&mut self, id: ElementId) -> bool {
        let count = self.draft.continents.len();
        if self.is_full(id, Tag::Continent, count, MAX_CONTINENTS) {
            return false;
        }
        let number = self.file.number(id, "id", 0, MAX_CONTINENTS as u32 - 1);
        let mut continent = Continent {
            id: number.ok().map(ContinentId),
            bonus: self.file.number(id, "bonus", 0, MAX_BONUS.into()).ok(),
            colour: self.file.colour(id).ok(),
            ..self.draft.fresh_continent()
        };
        continent.name.text = self.file.line(id, "name", "name", MAX_NAME_CHARS).ok();
        self.children(id, Tag::Continent, |reader, child, _| {
            reader.named_translation(child, &mut continent.name.translations)
        });
        self.draft.continents.push(continent);
        true
    }

    fn territory(&mut self, id: ElementId) -> bool {
        let count = self.draft.territories.len();
        if self.is_full(id, Tag::Territory, count, MAX_TERRITORIES) {
            return false;
        }
        let continent = self
            .file
            .number(id, "continent", 0, MAX_CONTINENTS as u32 - 1);
        let number = self.file.number(id, "id", 0, MAX_TERRITORIES as u32 - 1);
        let mut territory = Territory {
            id: number.ok().map(TerritoryId),
            colour: self.file.colour(id).ok(),
            continent: continent.ok().map(ContinentId),
            card: self.file.choice(id, "card", Card::ALL, Card::word).ok(),
            ..self.draft.fresh_territory()
        };
        territory.name.text = self.file.line(id, "name", "name", MAX_NAME_CHARS).ok();
        self.children(id, Tag::Territory, |reader, child, tag| {
            reader.territory_child(child, tag, &mut territory)
        });
        self.draft.territories.push(territory);
        true
    }

    fn territory_child(&mut self, id: ElementId, tag: Tag, territory: &mut Territory) -> bool {
        match tag {
            Tag::Translation => self.named_translation(id, &mut territory.name.translations),
            Tag::Pivot | Tag::Badge => {
                let x = self.file.required_number(id, "x", 0, MAX_SIDE - 1);
                let y = self.file.required_number(id, "y", 0, MAX_SIDE - 1);
                let (Some(x), Some(y)) = (x, y) else {
                    return false;
                };
                if tag == Tag::Badge {
                    territory.badge = Some(Point::new(x, y));
                } else if self.is_full(id, tag, territory.pivots.len(), MAX_PIVOTS) {
                    return false;
                } else {
                    territory.pivots.push(Point::new(x, y));
                }
                true
            }
            Tag::Neighbour => {
                let to = self.file.required_territory(id);
                let by = self.file.choice(id, "by", [By::Land, By::Sea], By::word);
                let way = self
                    .file
                    .choice(id, "way", [Way::Both, Way::One], Way::word);
                let (by, way) = (by.or(By::Land), way.or(Way::Both));
                let (Some(to), Some(by), Some(way)) = (to, by, way) else {
                    return false;
                };
                if self.is_full(id, tag, territory.neighbours.len(), MAX_NEIGHBOURS) {
                    return false;
                }
                territory.neighbours.push(Neighbour { to, by, way });
                true
            }
            Tag::Closed => {
                let Some(to) = self.file.required_territory(id) else {
                    return false;
                };
                if self.is_full(id, tag, territory.closed.len(), MAX_NEIGHBOURS) {
                    return false;
                }
                territory.closed.push(to);
                true
            }
            _ => false,
        }
    }

    /// A `name` that must state a language.
    fn named_translation(&mut self, id: ElementId, list: &mut Vec<Translation>) -> bool {
        match self.file.line(id, "lang", "language", MAX_LINE_CHARS) {
            Parsed::Value(lang) => self.translation(id, &lang, list),
            Parsed::Refused => false,
            Parsed::Missing => {
                self.file.missing(id, "lang");
                false
            }
        }
    }

    fn translation(&mut self, id: ElementId, lang: &str, list: &mut Vec<Translation>) -> bool {
        let lang = lang.trim_matches(' ').to_owned();
        if !is_language(&lang) {
            let span = self.file.value_span(id, "lang");
            let (kind, message) = not_a_value("lang", "a language tag like cs or pt-BR", &lang);
            self.file.flaws.add(span, kind, message);
            return false;
        }
        let Some(text) = self.content(id, Layout::Line, "name", MAX_NAME_CHARS) else {
            return false;
        };
        if self.is_full(id, Tag::Name, list.len(), MAX_TRANSLATIONS) {
            return false;
        }
        if list.iter().any(|t| t.lang.eq_ignore_ascii_case(&lang)) {
            let span = self.file.value_span(id, "lang");
            let message = format!("the name is given in `{}` twice", excerpt(&lang));
            self.file.flaws.add(span, Kind::LanguageTwice, message);
        }
        list.push(Translation { lang, text });
        true
    }

    fn take(&mut self, id: ElementId, tag: Tag) {
        let element = self.file.tree.get_mut(id);
        element.tag = tag;
        element.taken = true;
    }

    /// Reads the children of `parent` one by one; `read` returns whether the draft contains the
    /// child.
    fn children(
        &mut self,
        parent: ElementId,
        tag: Tag,
        mut read: impl FnMut(&mut Self, ElementId, Tag) -> bool,
    ) {
        self.stray_text(parent, tag);
        let outer = (
            std::mem::replace(&mut self.parent, tag),
            std::mem::take(&mut self.full),
        );
        let mut singles = Vec::new();
        let mut latest = None::<Tag>;
        let mut reported = false;
        let mut next = self.file.tree.first_child(parent);
        while let Some(child) = next {
            next = self.file.tree.next(child);
            let Some(kind) = tag.child(self.file.tree.get(child).name.of(self.file.text)) else {
                self.unknown_element(child, tag);
                continue;
            };
            match latest {
                Some(before) if before.rank() > kind.rank() => {
                    if !reported {
                        self.out_of_order(child, kind, before, tag);
                    }
                    reported = true;
                }
                _ => latest = Some(kind),
            }
            self.file.tree.get_mut(child).tag = kind;
            if kind.spec().single {
                if singles.contains(&kind) {
                    self.twice(child, kind.spec().name, tag);
                    continue;
                }
                singles.push(kind);
            }
            self.file.attributes_of(child, kind);
            if kind.spec().children.is_empty() && !kind.spec().text {
                self.leaf(child, kind);
            }
            let taken = read(self, child, kind);
            self.file.tree.get_mut(child).taken = taken;
        }
        (self.parent, self.full) = outer;
    }

    /// An element without content.
    fn leaf(&mut self, id: ElementId, tag: Tag) {
        self.stray_text(id, tag);
        let mut next = self.file.tree.first_child(id);
        while let Some(child) = next {
            next = self.file.tree.next(child);
            self.unknown_element(child, tag);
        }
    }

    fn stray_text(&mut self, id: ElementId, tag: Tag) {
        if let Some(start) = self.file.tree.get(id).text {
            let rest = &self.file.text[start as usize..];
            let length = rest.find(['<', '\n', '\r']).unwrap_or(rest.len());
            let span = Span::new(start as usize, start as usize + length.max(1));
            let name = tag.spec().name;
            let message = format!("`{name}` holds no text; this is kept, but has no meaning");
            self.file.flaws.add(span, Kind::StrayText, message);
        }
    }

    fn unknown_element(&mut self, id: ElementId, parent: Tag) {
        let name = self.file.tree.get(id).name.of(self.file.text);
        let homes = homes(name);
        let siblings = parent.spec().children.iter().map(|tag| tag.spec().name);
        let (shown, parent) = (excerpt(name), parent.spec().name);
        let (kind, message) = if homes.is_empty() {
            let suggestion = nearest(name, siblings);
            let meant = did_you_mean(suggestion);
            let message = format!("unknown element `{shown}` in `{parent}`{meant}");
            (Kind::Element { parent, suggestion }, message)
        } else {
            let homes = either(&homes);
            let message = format!("`{shown}` does not belong in `{parent}`, but in {homes}");
            (Kind::Misplaced, message)
        };
        self.flaw(id, kind, message);
    }

    fn out_of_order(&mut self, id: ElementId, kind: Tag, before: Tag, parent: Tag) {
        let order = parent.spec().children.iter().map(|t| t.spec().name);
        let message = format!(
            "`{}` stands after `{}`; the order is {}",
            kind.spec().name,
            before.spec().name,
            order.collect::<Vec<_>>().join(", ")
        );
        self.flaw(id, Kind::OutOfOrder, message);
    }

    fn twice(&mut self, id: ElementId, name: &'static str, parent: Tag) {
        let parent = parent.spec().name;
        let message = format!("`{name}` is given twice in `{parent}`; the first one counts");
        self.flaw(id, Kind::Twice { name }, message);
    }

    /// Reports a flaw of an element as a whole.
    fn flaw(&mut self, id: ElementId, kind: Kind, message: String) {
        let span = self.file.name_span(id);
        self.file.flaws.add(span, kind, message);
    }

    /// Whether its parent has the `max` elements of a kind that it may have; the first element
    /// beyond them is reported.
    fn is_full(&mut self, id: ElementId, tag: Tag, count: usize, max: usize) -> bool {
        if count >= max && !self.full.contains(&tag) {
            self.full.push(tag);
            let (name, parent) = (tag.spec().name, self.parent.spec().name);
            let message = format!("`{parent}` may hold {max} of `{name}`; the rest are not read");
            self.flaw(id, Kind::TooMany, message);
        }
        count >= max
    }

    /// The text of an element; `None` if it is refused.
    fn content(
        &mut self,
        id: ElementId,
        layout: Layout,
        what: &'static str,
        max: usize,
    ) -> Option<String> {
        let tag = self.file.tree.get(id).tag;
        let content = self.file.tree.get(id).content();
        let mut reader = TextReader::new(layout, max);
        let mut good = true;
        let mut at = content.start as usize;
        let end = content.end as usize;
        let mut child = self.file.tree.first_child(id);
        while at < end {
            let rest = &self.file.text[at..end];
            let run = rest.find('<').unwrap_or(rest.len());
            good &= reader.push(&rest[..run], true);
            at += run;
            let rest = &rest[run..];
            // Missing ends have been reported as syntax errors.
            at += if rest.starts_with("<!--") {
                rest.find("-->").map_or(rest.len(), |length| length + 3)
            } else if let Some(inner) = rest.strip_prefix("<![CDATA[") {
                let length = inner.find("]]>").unwrap_or(inner.len());
                reader.push(&inner[..length], false);
                rest.len().min(length + 12)
            } else if rest.starts_with("<?") {
                rest.find("?>").map_or(rest.len(), |length| length + 2)
            } else if let Some(element) =
                child.filter(|&c| self.file.tree.get(c).start_tag.start as usize == at)
            {
                self.unknown_element(element, tag);
                child = self.file.tree.next(element);
                let span = self.file.tree.get(element).span();
                (span.end as usize).saturating_sub(at).max(1)
            } else {
                1
            };
        }
        match reader.finish() {
            Ok(text) => good.then_some(text),
            Err(chars) => {
                let (kind, message) = too_long(what, chars, max);
                self.file.flaws.add(content, kind, message);
                None
            }
        }
    }
}

/// Sets a field; returns whether there was a value.
fn keep<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    *field = value;
    field.is_some()
}
