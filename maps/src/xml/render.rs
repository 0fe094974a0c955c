//! Finds the changes in the text from one draft to another.

use std::collections::HashMap;

use super::align::{Step, align, longest_ascending};
use super::items::{self, Field, Item, Units};
use super::patch::{Children, Patcher};
use super::source::Source;
use super::text::{self, Layout};
use super::tree::ElementId;
use super::vocabulary::Tag;
use super::writer::{Style, Writer};
use crate::{Continent, Draft, FORMAT, MaskFile, Setup, Territory};

impl Source {
    /// The file with the content of `draft`, which must derive from the draft as it was read.
    ///
    /// Everything unchanged is preserved byte for byte; an unchanged draft gives exactly the
    /// original text. Territories and continents are matched by key, and their order in the list is
    /// their order in the file. New elements adopt the indentation, line ends and quotes of their
    /// surroundings; a removed element takes its own lines with it. Takes time linear in the size
    /// of the file.
    pub fn render(&self, draft: &Draft) -> String {
        let root = self.tree.root();
        let Some(root) = root.filter(|&root| self.tree.get(root).tag == Tag::Map) else {
            return if self.text.is_empty() || *draft != self.draft {
                self.without_content().render(draft)
            } else {
                self.text.clone()
            };
        };
        render(self, root, draft)
    }

    /// A map without content in the style of this file.
    fn without_content(&self) -> Self {
        let Style { newline, quote, .. } = self.style;
        let end = self.style.self_close();
        let declaration = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
        let map = format!("<map format={quote}{FORMAT}{quote}{end}");
        let text = [declaration, newline, &map, newline].concat();
        Self {
            style: self.style.clone(),
            ..super::read(text.as_bytes()).source
        }
    }
}

/// The text with the content of `new`, changed only where that differs; `root` is its `map`.
fn render(source: &Source, root: ElementId, new: &Draft) -> String {
    let old = &source.draft;
    let mut patcher = Patcher::new(source);
    let mut fields = items::map(new);
    if new.format.is_none() {
        // A newly assembled draft has no format.
        fields[0].1.clone_from(&items::map(old)[0].1);
    }
    patcher.attributes(root, &items::map(old), &fields);

    let mut children = Children::of(&mut patcher, root);
    let texts = [
        (Tag::Name, &old.name.text, &new.name.text),
        (Tag::Author, &old.author, &new.author),
        (Tag::Licence, &old.licence, &new.licence),
        (Tag::Description, &old.description, &new.description),
    ];
    for (tag, old, new) in texts {
        single_text(&mut children, tag, old.as_deref(), new.as_deref());
    }
    let (before, after) = (&old.name.translations, &new.name.translations);
    list(&mut children, Tag::Translation, before, after);
    mask(&mut children, source, new.mask.as_ref());
    image(&mut children, old.image.as_ref(), new.image.as_ref());
    setup(&mut children, &old.setup, &new.setup);
    keyed(&mut children, &old.continents, &new.continents);
    keyed(&mut children, &old.territories, &new.territories);
    children.finish();
    patcher.finish()
}

/// The first element of a kind that occurs at most once. All are removed if it is not `wanted`.
fn single(children: &mut Children<'_, '_>, tag: Tag, wanted: bool) -> Option<ElementId> {
    let kids = children.with_tag(tag, false);
    if wanted {
        return kids.first().map(|&kid| children.id(kid));
    }
    for kid in kids {
        children.remove(kid);
    }
    None
}

fn single_text(children: &mut Children<'_, '_>, tag: Tag, old: Option<&str>, new: Option<&str>) {
    if old == new {
        return;
    }
    let element = single(children, tag, new.is_some());
    let Some(new) = new else {
        return;
    };
    match element {
        Some(element) => {
            let layout = if tag == Tag::Description {
                Layout::Lines
            } else {
                Layout::Line
            };
            children.patcher.set_text(element, new, layout);
        }
        None => children.insert(tag, None, None, |writer, indent| {
            writer.text(tag, new, indent);
        }),
    }
}

fn mask(children: &mut Children<'_, '_>, source: &Source, new: Option<&MaskFile>) {
    if source.draft.mask.as_ref() == new {
        return;
    }
    let element = single(children, Tag::Mask, new.is_some());
    let Some(new) = new else {
        return;
    };
    let Some(element) = element else {
        children.insert(Tag::Mask, None, None, |writer, indent| {
            writer.mask(new, indent);
        });
        return;
    };
    let old = &source.mask;
    let mut fields = items::mask(old);
    if source.draft.mask.is_none() {
        // The content in the file was refused.
        fields[0].1 = None;
    }
    let patcher = &mut *children.patcher;
    patcher.attributes(element, &fields, &items::mask(new));
    let mut colours = Children::of(patcher, element);
    list(
        &mut colours,
        Tag::Background,
        &old.background,
        &new.background,
    );
    list(&mut colours, Tag::Separator, &old.separator, &new.separator);
    colours.finish();
}

fn image(children: &mut Children<'_, '_>, old: Option<&String>, new: Option<&String>) {
    if old == new {
        return;
    }
    let element = single(children, Tag::Image, new.is_some());
    let Some(new) = new else {
        return;
    };
    match element {
        Some(element) => {
            let old: [Field<'_>; 1] = old.map_or([("file", None)], items::image);
            children
                .patcher
                .attributes(element, &old, &items::image(new));
        }
        None => children.insert(Tag::Image, None, None, |writer, _| writer.image(new)),
    }
}

fn setup(children: &mut Children<'_, '_>, old: &Setup, new: &Setup) {
    if old == new {
        return;
    }
    let Some(element) = single(children, Tag::Setup, true) else {
        children.insert(Tag::Setup, None, None, |writer, indent| {
            writer.setup(new, indent);
        });
        return;
    };
    let mut inside = Children::of(children.patcher, element);
    // The file may list them in any order, which is kept.
    let (raw, tree) = (inside.patcher.text, inside.patcher.tree);
    let players_of = |id| -> Option<u8> {
        let attribute = tree.attribute(raw, id, "players")?;
        let players = text::attribute(attribute.value.of(raw))?;
        players.trim_matches(' ').parse().ok()
    };
    let before: Vec<_> = inside
        .with_tag(Tag::Units, true)
        .into_iter()
        .filter_map(|kid| {
            let players = players_of(inside.id(kid))?;
            let each = *old.units.get(&players)?;
            Some(Units { players, each })
        })
        .collect();
    // A duplicate entry must not take effect when the first is removed.
    let gone = |players| old.units.contains_key(&players) && !new.units.contains_key(&players);
    for kid in inside.with_tag(Tag::Units, false) {
        let id = inside.id(kid);
        if !tree.get(id).taken && players_of(id).is_some_and(gone) {
            inside.remove(kid);
        }
    }
    let mut after: Vec<_> = before
        .iter()
        .filter_map(|units| {
            let each = *new.units.get(&units.players)?;
            Some(Units { each, ..*units })
        })
        .collect();
    for (&players, &each) in &new.units {
        if !old.units.contains_key(&players) {
            let behind = after.iter().rposition(|units| units.players < players);
            after.insert(behind.map_or(0, |at| at + 1), Units { players, each });
        }
    }
    list(&mut inside, Tag::Units, &before, &after);
    let emptied = after.is_empty() && inside.all_removed();
    if emptied {
        single(children, Tag::Setup, false);
    } else {
        inside.finish();
    }
}

fn list<T: Item>(children: &mut Children<'_, '_>, tag: Tag, old: &[T], new: &[T]) {
    if old == new {
        return;
    }
    let kids = children.with_tag(tag, true);
    debug_assert_eq!(kids.len(), old.len(), "the draft holds what was taken");
    let steps = align(old, new, T::related);
    let mut previous = None;
    for (at, &step) in steps.iter().enumerate() {
        match step {
            Step::Keep(i, j) => {
                change(children.patcher, children.id(kids[i]), &old[i], &new[j]);
                previous = Some(kids[i]);
            }
            Step::Remove(i) => children.remove(kids[i]),
            Step::Insert(j) => {
                let next = steps[at..].iter().find_map(|step| match step {
                    Step::Keep(i, _) => Some(kids[*i]),
                    _ => None,
                });
                children.insert(tag, previous, next, |writer, _| writer.item(tag, &new[j]));
            }
        }
    }
}

fn change<T: Item>(patcher: &mut Patcher<'_>, id: ElementId, old: &T, new: &T) {
    if old == new {
        return;
    }
    patcher.attributes(id, &old.fields(), &new.fields());
    if let (Some(before), Some(after)) = (old.text(), new.text())
        && before != after
    {
        patcher.set_text(id, after, Layout::Line);
    }
}

/// Elements that are identified by keys, not by content.
trait Keyed: PartialEq {
    const TAG: Tag;

    fn key(&self) -> u32;
    fn write(&self, writer: &mut Writer<'_>, indent: &str);
    fn change(&self, new: &Self, patcher: &mut Patcher<'_>, id: ElementId);
}

impl Keyed for Continent {
    const TAG: Tag = Tag::Continent;

    fn key(&self) -> u32 {
        self.key.0
    }

    fn write(&self, writer: &mut Writer<'_>, indent: &str) {
        writer.continent(self, indent);
    }

    fn change(&self, new: &Self, patcher: &mut Patcher<'_>, id: ElementId) {
        patcher.attributes(id, &items::continent(self), &items::continent(new));
        let mut children = Children::of(patcher, id);
        let (before, after) = (&self.name.translations, &new.name.translations);
        list(&mut children, Tag::Translation, before, after);
        children.finish();
    }
}

impl Keyed for Territory {
    const TAG: Tag = Tag::Territory;

    fn key(&self) -> u32 {
        self.key.0
    }

    fn write(&self, writer: &mut Writer<'_>, indent: &str) {
        writer.territory(self, indent);
    }

    fn change(&self, new: &Self, patcher: &mut Patcher<'_>, id: ElementId) {
        patcher.attributes(id, &items::territory(self), &items::territory(new));
        let mut children = Children::of(patcher, id);
        let (before, after) = (&self.name.translations, &new.name.translations);
        list(&mut children, Tag::Translation, before, after);
        list(&mut children, Tag::Pivot, &self.pivots, &new.pivots);
        if self.badge != new.badge {
            match (
                single(&mut children, Tag::Badge, new.badge.is_some()),
                new.badge,
            ) {
                (Some(element), Some(badge)) => {
                    let before = self.badge.as_ref().map(Item::fields);
                    let before = before.unwrap_or(vec![("x", None), ("y", None)]);
                    children
                        .patcher
                        .attributes(element, &before, &badge.fields());
                }
                (None, Some(badge)) => {
                    children.insert(Tag::Badge, None, None, |writer, _| {
                        writer.item(Tag::Badge, &badge);
                    });
                }
                _ => {}
            }
        }
        let (before, after) = (&self.neighbours, &new.neighbours);
        list(&mut children, Tag::Neighbour, before, after);
        list(&mut children, Tag::Closed, &self.closed, &new.closed);
        children.finish();
    }
}

/// A list whose items have keys: a moved item takes its text along.
fn keyed<'a, K: Keyed + 'a>(
    children: &mut Children<'_, '_>,
    old: impl IntoIterator<Item = &'a K>,
    new: impl IntoIterator<Item = &'a K>,
) {
    let old: Vec<&K> = old.into_iter().collect();
    let new: Vec<&K> = new.into_iter().collect();
    if old == new {
        return;
    }
    let kids = children.with_tag(K::TAG, true);
    debug_assert_eq!(kids.len(), old.len(), "the draft holds what was taken");
    let places: HashMap<u32, usize> = old.iter().map(|item| item.key()).zip(0..).collect();
    // For each new item the index of the old one; each old one counts once.
    let mut used = vec![false; old.len()];
    let origins: Vec<_> = new
        .iter()
        .map(|item| {
            let place = *places.get(&item.key())?;
            (!std::mem::replace(&mut used[place], true)).then_some(place)
        })
        .collect();
    let known: Vec<_> = origins.iter().copied().flatten().collect();
    let mut stays = vec![false; old.len()];
    for at in longest_ascending(&known) {
        stays[known[at]] = true;
    }
    for (place, &stays) in stays.iter().enumerate() {
        if !stays {
            children.remove(kids[place]);
        }
    }
    // The next child that stays, for each index of the new list.
    let mut next = vec![None; new.len() + 1];
    for (at, origin) in origins.iter().enumerate().rev() {
        let stays = origin.filter(|&place| stays[place]);
        next[at] = stays.map(|place| kids[place]).or(next[at + 1]);
    }
    let mut previous = None;
    for (at, item) in new.iter().enumerate() {
        let Some(place) = origins[at] else {
            children.insert(K::TAG, previous, next[at], |writer, indent| {
                item.write(writer, indent);
            });
            continue;
        };
        let id = children.id(kids[place]);
        let change = |patcher: &mut Patcher<'_>| {
            if old[place] != *item {
                old[place].change(item, patcher, id);
            }
        };
        if stays[place] {
            change(children.patcher);
            previous = Some(kids[place]);
        } else {
            let text = children.patcher.cut(id, change);
            children.insert_text(K::TAG, previous, next[at], text);
        }
    }
}
