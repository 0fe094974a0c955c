//! Laws of reading and writing, for files in every format and for arbitrary bytes.

use std::fmt::Write;

use marchland_maps::Severity;
use marchland_maps::xml::{self, Flaw, Kind};
use marchland_maps::{
    By, Card, Continent, Draft, Edit, ListChange, MapField, Names, Point, Rgb, Territory,
    TerritoryField, TerritoryId, Translation, Way,
};
use proptest::prelude::*;

use crate::edits::{edit_of, step};
use crate::sketch;
use crate::xml_editing::difference;
use crate::xml_reading::FULL;

/// Writes a draft in an unusual way: every choice of format is made by `noise`.
struct Ugly<'a> {
    out: String,
    noise: &'a [u8],
    at: usize,
    /// Also unknown elements and attributes.
    unknown: bool,
}

impl Ugly<'_> {
    fn dice(&mut self, sides: usize) -> usize {
        self.at += 1;
        let byte = self.noise.get(self.at % self.noise.len().max(1)).copied();
        (usize::from(byte.unwrap_or(0)) + self.at / self.noise.len().max(1)) % sides
    }

    fn pick(&mut self, choices: &[&str]) {
        let choice = choices[self.dice(choices.len())];
        self.out.push_str(choice);
    }

    /// Something between two elements.
    fn between(&mut self) {
        self.pick(&["\n", "\n  ", "", "\n\n\t", "\n    ", "  "]);
        if self.dice(4) == 0 {
            self.pick(&[
                "<!--top-->",
                "<!--top <a> & b-->\n",
                "<?top?>",
                "<!--top\n-->",
            ]);
        }
        if self.unknown && self.dice(8) == 0 {
            self.pick(&["<extra/>", "<extra a='1'>text<pivot x='1'/></extra>\n"]);
        }
    }

    fn blanks(&mut self) {
        self.pick(&[" ", " ", "  ", "\n      ", "\t", "\n"]);
    }

    fn start(&mut self, name: &str, fields: &[(&str, Option<String>)]) {
        write!(self.out, "<{name}").unwrap();
        let mut fields: Vec<_> = fields
            .iter()
            .filter_map(|(name, value)| Some((*name, value.clone()?)))
            .collect();
        if self.unknown && self.dice(6) == 0 {
            fields.push(("data-extra", "<>\n".into()));
        }
        while !fields.is_empty() {
            let (name, value) = fields.remove(self.dice(fields.len()));
            self.blanks();
            let quote = ['"', '\''][self.dice(2)];
            write!(self.out, "{name}").unwrap();
            self.pick(&["=", "=", " = "]);
            self.out.push(quote);
            self.escaped(&value, quote);
            self.out.push(quote);
        }
        self.pick(&["", "", " ", "\n"]);
    }

    fn escaped(&mut self, text: &str, quote: char) {
        for c in text.chars() {
            if c == quote || c.is_whitespace() && c != ' ' || "<>&".contains(c) {
                write!(self.out, "&#{};", u32::from(c)).unwrap();
            } else {
                self.out.push(c);
            }
        }
    }

    fn leaf(&mut self, name: &str, fields: &[(&str, Option<String>)]) {
        self.between();
        self.start(name, fields);
        if self.dice(3) == 0 {
            write!(self.out, "></{name}>").unwrap();
        } else {
            self.out.push_str("/>");
        }
    }

    fn text(&mut self, name: &str, fields: &[(&str, Option<String>)], text: &str) {
        self.between();
        self.start(name, fields);
        self.out.push('>');
        self.pick(&["", "\n    ", " "]);
        for c in text.chars() {
            if c.is_whitespace() || "<>&".contains(c) {
                write!(self.out, "&#{};", u32::from(c)).unwrap();
            } else {
                self.out.push(c);
            }
        }
        self.pick(&["", "\n", "<!--in-->", " "]);
        write!(self.out, "</{name}>").unwrap();
    }

    fn translations(&mut self, name: &Names) {
        for translation in &name.translations {
            let lang = ("lang", Some(translation.lang.clone()));
            self.text("name", &[lang], &translation.text);
        }
    }

    fn continent(&mut self, continent: &Continent) {
        self.between();
        let fields = [
            ("id", continent.id.map(|id| id.to_string())),
            ("name", continent.name.text.clone()),
            ("bonus", continent.bonus.map(|bonus| bonus.to_string())),
            ("colour", continent.colour.map(|colour| colour.to_string())),
        ];
        self.start("continent", &fields);
        self.out.push('>');
        self.translations(&continent.name);
        self.between();
        self.out.push_str("</continent>");
    }

    fn territory(&mut self, territory: &Territory) {
        self.between();
        let card = territory.card.map(|card| match card {
            Card::Infantry => "infantry",
            Card::Cavalry => "cavalry",
            Card::Artillery => "artillery",
        });
        let fields = [
            ("id", territory.id.map(|id| id.to_string())),
            ("name", territory.name.text.clone()),
            ("colour", territory.colour.map(|colour| colour.to_string())),
            ("continent", territory.continent.map(|id| id.to_string())),
            ("card", card.map(str::to_owned)),
        ];
        self.start("territory", &fields);
        let point = |p: &Point| [("x", Some(p.x.to_string())), ("y", Some(p.y.to_string()))];
        self.out.push('>');
        self.translations(&territory.name);
        for pivot in &territory.pivots {
            self.leaf("pivot", &point(pivot));
        }
        if let Some(badge) = &territory.badge {
            self.leaf("badge", &point(badge));
        }
        for n in &territory.neighbours {
            let by = match n.by {
                By::Land if self.dice(3) == 0 => Some("land"),
                By::Land => None,
                By::Sea => Some("sea"),
            };
            let way = match n.way {
                Way::Both if self.dice(3) == 0 => Some("both"),
                Way::Both => None,
                Way::One => Some("one"),
            };
            let fields = [
                ("territory", Some(n.to.to_string())),
                ("by", by.map(str::to_owned)),
                ("way", way.map(str::to_owned)),
            ];
            self.leaf("neighbour", &fields);
        }
        for id in &territory.closed {
            self.leaf("closed", &[("territory", Some(id.to_string()))]);
        }
        self.between();
        self.out.push_str("</territory>");
    }

    fn file(&mut self, draft: &Draft) {
        self.pick(&["", "\u{FEFF}"]);
        self.pick(&[
            "",
            "<?xml version=\"1.0\"?>",
            "<?xml version='1.0' encoding='utf-8'?>\n",
        ]);
        self.pick(&["", "<!--top-->", "\n\n"]);
        let wrap = draft.wrap.horizontal.then(|| "horizontal".to_owned());
        self.start("map", &[("format", Some("1".into())), ("wrap", wrap)]);
        self.out.push('>');
        if let Some(name) = &draft.name.text {
            self.text("name", &[], name);
        }
        self.translations(&draft.name);
        if let Some(description) = &draft.description {
            self.text("description", &[], description);
        }
        if let Some(mask) = &draft.mask {
            self.between();
            self.start("mask", &[("file", Some(mask.file.clone()))]);
            self.out.push('>');
            for colour in &mask.background {
                self.leaf("background", &[("colour", Some(colour.to_string()))]);
            }
            self.out.push_str("</mask>");
        }
        if !draft.setup.units.is_empty() {
            self.between();
            self.out.push_str("<setup>");
            let mut units: Vec<_> = draft.setup.units.iter().collect();
            if self.dice(2) == 0 {
                units.reverse();
            }
            for (players, each) in units {
                let fields = [
                    ("players", Some(players.to_string())),
                    ("each", Some(each.to_string())),
                ];
                self.leaf("units", &fields);
            }
            self.out.push_str("</setup>");
        }
        for continent in &draft.continents {
            self.continent(continent);
        }
        for territory in &draft.territories {
            self.territory(territory);
        }
        self.between();
        self.out.push_str("</map>");
        self.pick(&["", "\n", "\n<!--top-->\n"]);
        if self.dice(3) == 0 {
            self.out = self.out.replace('\n', "\r\n");
        }
    }
}

fn ugly(draft: &Draft, noise: &[u8], unknown: bool) -> String {
    let out = String::new();
    let mut ugly = Ugly {
        out,
        noise,
        at: 0,
        unknown,
    };
    ugly.file(draft);
    ugly.out
}

/// A draft with odd texts and whatever a walk of edits leads to.
fn draft() -> impl Strategy<Value = Draft> {
    let text = || "[a-z&<>\"' é\n\t]{0,8}";
    let steps = prop::collection::vec(step(), 0..20);
    (steps, text(), text(), text()).prop_map(|(steps, name, description, translation)| {
        let mut draft = sketch::row(5);
        for step in steps {
            let edit = edit_of(&mut draft, step);
            draft.apply(edit).unwrap();
        }
        if let Some(mask) = &mut draft.mask {
            mask.background.push(Rgb::WHITE);
        }
        draft.description = Some(description);
        let translation = Translation {
            lang: "pt-BR".into(),
            text: translation,
        };
        draft.name.translations.push(translation.clone());
        if let Some(territory) = draft.territories.get_mut(0) {
            territory.name.text = Some(name);
            territory.name.translations.push(translation);
            territory.badge = Some(Point::new(3, 4));
        }
        draft
    })
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 1..200)
}

/// An edit of texts and of the map itself, which the walk of edits lacks.
fn wording(draft: &Draft, kind: usize, text: String) -> Edit {
    let translation = |text| Translation {
        lang: "cs".into(),
        text,
    };
    let first = draft.territories.first().map(|t| t.key);
    match kind {
        0 => Edit::Map(MapField::Name(Some(text))),
        1 => Edit::Map(MapField::Description(Some(text))),
        2 => Edit::Map(MapField::Author(Some(text))),
        3 => Edit::Map(MapField::Description(None)),
        4 => Edit::Map(MapField::Image(Some("image.png".into()))),
        5 => Edit::Map(MapField::Mask(None)),
        6 => {
            let mut mask = draft.mask.clone().unwrap_or_default();
            mask.file = "other.png".into();
            mask.gap = Some(3);
            mask.separator.push(Rgb::BLACK);
            Edit::Map(MapField::Mask(Some(mask)))
        }
        7 => Edit::MapTranslations(ListChange::Insert {
            at: 0,
            item: translation(text),
        }),
        8 => match first {
            Some(key) => Edit::TerritoryTranslations(
                key,
                ListChange::Insert {
                    at: 0,
                    item: translation(text),
                },
            ),
            None => Edit::Batch(Vec::new()),
        },
        _ => match first {
            Some(key) => Edit::Territory(key, TerritoryField::Name(Some(text))),
            None => Edit::Batch(Vec::new()),
        },
    }
}

/// What the other reader accepts.
fn lenient(flaw: &Flaw) -> bool {
    let about = |words| flaw.message.starts_with(words);
    flaw.kind == Kind::Encoding
        || about("a processing instruction needs")
        || about("the XML declaration")
}

proptest! {
    /// A file in any format is read as meant and kept as it is.
    #[test]
    fn untouched_files_stay(draft in draft(), noise in noise()) {
        let text = ugly(&draft, &noise, true);
        let reading = xml::read(text.as_bytes());
        prop_assert!(reading.is_as_meant(), "{:#?}\n{}", reading.flaws, text);
        prop_assert!(reading.draft.same_content(&draft), "{}", text);
        prop_assert_eq!(reading.source.render(&reading.draft), text);
    }

    /// All edits are read back, and comments stay.
    #[test]
    fn edits_are_read_back(
        draft in draft(),
        noise in noise(),
        steps in prop::collection::vec(step(), 0..12),
        words in prop::collection::vec((0..10_usize, "[a-z&<>\"' é\n]{0,8}"), 0..4),
        moved in any::<prop::sample::Index>(),
    ) {
        let text = ugly(&draft, &noise, true);
        let reading = xml::read(text.as_bytes());
        let mut draft = reading.draft;
        for step in steps {
            let edit = edit_of(&mut draft, step);
            draft.apply(edit).unwrap();
        }
        for (kind, text) in words {
            let edit = wording(&draft, kind, text);
            draft.apply(edit).unwrap();
        }
        if !draft.territories.is_empty() {
            let at = moved.index(draft.territories.len());
            let (first, then) = (draft.territories.iter().take(at), draft.territories.iter());
            draft.territories = then.skip(at).chain(first).cloned().collect();
        }
        let rendered = reading.source.render(&draft);
        let again = xml::read(rendered.as_bytes());
        prop_assert!(again.is_as_meant(), "{:#?}\n{}\n{}", again.flaws, text, rendered);
        prop_assert_eq!(xml::write(&again.draft), xml::write(&draft), "{}\n{}", text, rendered);
        prop_assert!(again.draft.same_content(&draft));
        // A new file says the same.
        let new = xml::read(xml::write(&draft).as_bytes());
        prop_assert!(new.is_as_meant(), "{:#?}", new.flaws);
        prop_assert!(new.draft.same_content(&draft));
    }

    /// All comments outside removed elements stay.
    #[test]
    fn comments_stay(draft in draft(), noise in noise(), x in 0..99_u32) {
        let text = ugly(&draft, &noise, true);
        let reading = xml::read(text.as_bytes());
        let mut draft = reading.draft;
        for territory in &mut draft.territories {
            territory.id = territory.id.map(|id| TerritoryId(id.0 + 1));
            territory.colour = None;
            territory.badge = Some(Point::new(x, 1));
            territory.pivots.push(Point::new(x, 2));
            territory.neighbours.clear();
        }
        draft.setup.units.clear();
        let rendered = reading.source.render(&draft);
        let outside = |text: &str| {
            let inside = text.find("<setup>").zip(text.find("</setup>"));
            let inside = inside.map_or("", |(start, end)| &text[start..end]);
            text.matches("top").count() - inside.matches("top").count()
        };
        prop_assert_eq!(outside(&rendered), outside(&text), "{}\n{}", text, rendered);
    }

    #[test]
    fn a_field_changes_its_lines_alone(
        draft in draft(),
        noise in noise(),
        at in any::<prop::sample::Index>(),
        field in 0..7_usize,
    ) {
        let text = ugly(&draft, &noise, true);
        let reading = xml::read(text.as_bytes());
        let mut draft = reading.draft;
        prop_assume!(!draft.territories.is_empty());
        let at = at.index(draft.territories.len());
        let key = draft.territories[at].key;
        let edit = match field {
            0 => Edit::Territory(key, TerritoryField::Name(Some("New".into()))),
            1 => Edit::Territory(key, TerritoryField::Name(None)),
            2 => Edit::Territory(key, TerritoryField::Colour(None)),
            3 => Edit::Territory(key, TerritoryField::Card(Some(Card::Cavalry))),
            4 => Edit::Territory(key, TerritoryField::Id(None)),
            5 => Edit::Territory(key, TerritoryField::Continent(None)),
            _ => match draft.territories[at].pivots.first() {
                Some(&old) => Edit::Pivots(
                    key,
                    ListChange::Replace { at: 0, old, new: Point::new(7, old.y) },
                ),
                None => Edit::Batch(Vec::new()),
            },
        };
        draft.apply(edit).unwrap();
        let rendered = reading.source.render(&draft);
        let changed = difference(&text, &rendered);
        let lines = |sign| changed.lines().filter(|line| line.starts_with(sign)).count();
        // An attribute that ends its tag takes its line along, so that the end
        // of the tag moves up; where each has a line, a new one gets one, too.
        let moved_up = usize::from(matches!(field, 1 | 2 | 4 | 5));
        let added = usize::from(matches!(field, 0 | 3));
        prop_assert!(lines('-') <= 1 + moved_up && lines('+') <= 1 + added, "{}", changed);
    }

    /// Arbitrary bytes never cause a panic, and are never lost.
    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let reading = xml::read(&bytes);
        if let Ok(text) = std::str::from_utf8(&bytes)
            && !reading.source.text().is_empty()
        {
            prop_assert_eq!(reading.source.render(&reading.draft), text);
        }
    }

    /// A file with damages is read in parts; editing what was read never
    /// panics. Whether it is XML at all is judged as another reader does.
    #[test]
    fn damaged_files_are_survived(
        damages in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..6_usize, "[<>/=\"'&;!?a \\-\\[\\]#x0]{0,4}"),
            0..4,
        ),
        noise in noise(),
        full in any::<bool>(),
        steps in prop::collection::vec(step(), 0..6),
    ) {
        let mut text = if full { FULL.to_owned() } else { ugly(&sketch::row(3), &noise, false) };
        for (at, length, new) in damages {
            let offsets: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
            let start = at.index(offsets.len());
            let end = (start + length).min(offsets.len() - 1);
            text.replace_range(offsets[start]..offsets[end], &new);
        }
        let reading = xml::read(text.as_bytes());
        prop_assert_eq!(&reading.source.render(&reading.draft), &text);
        let mut order = reading.flaws.iter().map(|flaw| flaw.position);
        let first = order.next();
        prop_assert!(order.try_fold(first, |a, b| (a <= Some(b)).then_some(Some(b))).is_some());

        let broken = reading.is_broken();
        let other = roxmltree::Document::parse(&text);
        let judged = match &other {
            // What it does not check, or does not check as the standard demands.
            Err(roxmltree::Error::DtdDetected | roxmltree::Error::UnknownNamespace(..)) => None,
            Ok(_) if reading.flaws.iter().any(lenient) => None,
            Err(error) => Some(Err(error)),
            Ok(document) => Some(Ok(document.root_element().tag_name().name() == "map")),
        };
        match judged {
            Some(Ok(map)) => prop_assert_eq!(broken, !map, "{:#?}\n{}", reading.flaws, text),
            Some(Err(error)) => {
                prop_assert!(reading.severity() >= Some(Severity::Error), "{}\n{}", error, text);
            }
            None => {}
        }

        let mut draft = reading.draft;
        for step in steps {
            let edit = edit_of(&mut draft, step);
            draft.apply(edit).unwrap();
        }
        let rendered = reading.source.render(&draft);
        xml::read(rendered.as_bytes());
    }
}
