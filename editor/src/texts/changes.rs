//! Changes between two drafts in words, for the preview of fixes.

use std::fmt::Display;

use marchland_maps::{By, Continent, Draft, Names, Point, Territory, Way};

use super::{continent_name, territory_name};

/// All differences between two drafts, in file order.
pub(crate) fn changes(before: &Draft, after: &Draft) -> Vec<String> {
    let mut list = Changes::default();
    list.map(before, after);
    for old in &before.continents {
        if after.continent(old.key).is_none() {
            list.push(format!("{} is removed", continent_name(old)));
        }
    }
    for new in &after.continents {
        match before.continent(new.key) {
            Some(old) => list.continent(old, new),
            None => list.push(format!("{} is added", continent_name(new))),
        }
    }
    for old in &before.territories {
        if after.territory(old.key).is_none() {
            list.push(format!("{} is removed", territory_name(before, old.key)));
        }
    }
    for new in &after.territories {
        match before.territory(new.key) {
            Some(old) => list.territory(before, after, old, new),
            None => list.push(format!("{} is added", territory_name(after, new.key))),
        }
    }
    list.0
}

#[derive(Default)]
struct Changes(Vec<String>);

pub(crate) fn point(at: Point) -> String {
    format!("{}, {}", at.x, at.y)
}

fn quoted(text: Option<&str>) -> Option<String> {
    text.map(|text| format!("“{text}”"))
}

fn shown<T: Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl Changes {
    fn push(&mut self, text: String) {
        self.0.push(text);
    }

    /// One field: `name “Urall” becomes “Ural”`.
    fn field(&mut self, of: &str, what: &str, old: Option<String>, new: Option<String>) {
        let change = match (old, new) {
            (old, new) if old == new => return,
            (Some(old), Some(new)) => format!("{what} {old} becomes {new}"),
            (None, Some(new)) => format!("{what} is set to {new}"),
            (Some(old), None) => format!("{what} {old} is removed"),
            (None, None) => return,
        };
        self.push(format!("{of}: {change}"));
    }

    /// Items that only one of two lists has.
    fn list<T: PartialEq>(
        &mut self,
        of: &str,
        what: &str,
        old: &[T],
        new: &[T],
        show: impl Fn(&T) -> String,
    ) {
        let mut rest: Vec<&T> = new.iter().collect();
        let mut changed = false;
        for item in old {
            if let Some(at) = rest.iter().position(|other| *other == item) {
                rest.remove(at);
            } else {
                changed = true;
                self.push(format!("{of}: {what} {} is removed", show(item)));
            }
        }
        for item in rest {
            changed = true;
            self.push(format!("{of}: {what} {} is added", show(item)));
        }
        if !changed && old != new {
            self.push(format!("{of}: {what} order changes"));
        }
    }

    fn names(&mut self, of: &str, old: &Names, new: &Names) {
        self.field(
            of,
            "name",
            quoted(old.text.as_deref()),
            quoted(new.text.as_deref()),
        );
        let (old, new) = (&old.translations, &new.translations);
        self.list(of, "translation", old, new, |t| {
            format!("“{}” ({})", t.text, t.lang)
        });
    }

    fn map(&mut self, old: &Draft, new: &Draft) {
        const MAP: &str = "The map";
        self.field(MAP, "id", old.id.clone(), new.id.clone());
        self.names(MAP, &old.name, &new.name);
        let [was, is] = [old, new].map(|draft| quoted(draft.author.as_deref()));
        self.field(MAP, "author", was, is);
        let [was, is] = [old, new].map(|draft| quoted(draft.licence.as_deref()));
        self.field(MAP, "licence", was, is);
        let [was, is] = [old, new].map(|draft| quoted(draft.description.as_deref()));
        self.field(MAP, "description", was, is);
        let file = |draft: &Draft| draft.mask.as_ref().map(|mask| mask.file.clone());
        self.field(MAP, "mask", file(old), file(new));
        let [was, is] = [old, new].map(|draft| draft.mask.clone().unwrap_or_default());
        let colour = ToString::to_string;
        self.list(
            MAP,
            "background colour",
            &was.background,
            &is.background,
            colour,
        );
        self.list(
            MAP,
            "separator colour",
            &was.separator,
            &is.separator,
            colour,
        );
        self.field(MAP, "separator width", shown(was.gap), shown(is.gap));
        self.field(MAP, "image", old.image.clone(), new.image.clone());
        let switch = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
        let (was, is) = (old.wrap, new.wrap);
        self.field(
            MAP,
            "wrap left and right edges",
            switch(was.horizontal),
            switch(is.horizontal),
        );
        self.field(
            MAP,
            "wrap top and bottom edges",
            switch(was.vertical),
            switch(is.vertical),
        );
        self.field(
            MAP,
            "badge diameter",
            shown(old.badge_diameter),
            shown(new.badge_diameter),
        );
        for players in 0..=u8::MAX {
            let units = |draft: &Draft| draft.setup.units.get(&players).copied();
            self.field(
                MAP,
                &format!("units for {players} players"),
                shown(units(old)),
                shown(units(new)),
            );
        }
    }

    fn continent(&mut self, old: &Continent, new: &Continent) {
        let name = continent_name(old);
        let of = name.trim();
        self.field(of, "id", shown(old.id), shown(new.id));
        self.names(of, &old.name, &new.name);
        self.field(of, "bonus", shown(old.bonus), shown(new.bonus));
        self.field(of, "colour", shown(old.colour), shown(new.colour));
    }

    fn territory(&mut self, before: &Draft, after: &Draft, old: &Territory, new: &Territory) {
        if old == new {
            return;
        }
        let name = territory_name(before, old.key);
        let of = name.trim();
        self.field(of, "id", shown(old.id), shown(new.id));
        self.names(of, &old.name, &new.name);
        self.field(of, "key colour", shown(old.colour), shown(new.colour));
        let continent = |draft: &Draft, territory: &Territory| {
            let id = territory.continent?;
            Some(match draft.continent_by_id(id) {
                Some(continent) => continent_name(continent),
                None => format!("no. {id}"),
            })
        };
        self.field(
            of,
            "continent",
            continent(before, old),
            continent(after, new),
        );
        let card = |territory: &Territory| territory.card.map(|card| super::card(card).to_owned());
        self.field(of, "card", card(old), card(new));
        self.field(of, "badge", old.badge.map(point), new.badge.map(point));
        if let ([was], [is]) = (&old.pivots[..], &new.pivots[..]) {
            if was != is {
                self.push(format!(
                    "{of}: pivot {} moves to {}",
                    point(*was),
                    point(*is)
                ));
            }
        } else {
            self.list(of, "pivot", &old.pivots, &new.pivots, |at| point(*at));
        }
        let name = |id| {
            let territory = after.territory_by_id(id).or(before.territory_by_id(id));
            territory.map_or_else(
                || format!("no. {id}"),
                |t| {
                    let draft = if after.territory(t.key).is_some() {
                        after
                    } else {
                        before
                    };
                    territory_name(draft, t.key)
                },
            )
        };
        self.list(of, "neighbour", &old.neighbours, &new.neighbours, |n| {
            let by = match n.by {
                By::Land => "by land",
                By::Sea => "by sea",
            };
            let way = match n.way {
                Way::Both => "",
                Way::One => ", one way",
            };
            format!("{} {by}{way}", name(n.to))
        });
        self.list(of, "closed border to", &old.closed, &new.closed, |id| {
            name(*id)
        });
    }
}

#[cfg(test)]
mod tests;
