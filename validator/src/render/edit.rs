//! Edits as JSON, for programs that show what a fix changes.

use marchland_maps::{
    Card, Continent, ContinentField, Edit, ListChange, MapField, MaskFile, Names, Neighbour, Point,
    Territory, TerritoryField, Translation,
};
use serde_json::{Value, json};

/// `{"change": ..., ...}`. Territories and continents are identified by their keys in
/// the draft; in a draft read from a file, keys count continents and territories
/// together from 1 in the order of the file.
pub(super) fn value(edit: &Edit) -> Value {
    match edit {
        Edit::Map(field) => {
            let (name, value) = map_field(field);
            json!({"change": "map", "field": name, "value": value})
        }
        Edit::MapTranslations(change) => {
            json!({"change": "map-translations", "list": list(change, translation)})
        }
        Edit::Setup { players, units } => {
            json!({"change": "setup", "players": players, "units": units})
        }
        Edit::AddTerritory { at, territory } => {
            json!({"change": "add-territory", "at": at, "territory": new_territory(territory)})
        }
        Edit::RemoveTerritory(key) => json!({"change": "remove-territory", "territory": key.0}),
        Edit::Territory(key, field) => {
            let (name, value) = territory_field(field);
            json!({"change": "territory", "territory": key.0, "field": name, "value": value})
        }
        Edit::TerritoryTranslations(key, change) => {
            json!({"change": "territory-translations", "territory": key.0, "list": list(change, translation)})
        }
        Edit::Pivots(key, change) => {
            json!({"change": "pivots", "territory": key.0, "list": list(change, |&p| point(p))})
        }
        Edit::Neighbours(key, change) => {
            json!({"change": "neighbours", "territory": key.0, "list": list(change, |&n| neighbour(n))})
        }
        Edit::Closed(key, change) => {
            json!({"change": "closed", "territory": key.0, "list": list(change, |id| json!(id.0))})
        }
        Edit::AddContinent { at, continent } => {
            json!({"change": "add-continent", "at": at, "continent": new_continent(continent)})
        }
        Edit::RemoveContinent(key) => json!({"change": "remove-continent", "continent": key.0}),
        Edit::Continent(key, field) => {
            let (name, value) = continent_field(field);
            json!({"change": "continent", "continent": key.0, "field": name, "value": value})
        }
        Edit::ContinentTranslations(key, change) => {
            json!({"change": "continent-translations", "continent": key.0, "list": list(change, translation)})
        }
        Edit::Batch(edits) => {
            json!({"change": "batch", "edits": edits.iter().map(value).collect::<Vec<_>>()})
        }
    }
}

fn list<T>(change: &ListChange<T>, item_value: impl Fn(&T) -> Value) -> Value {
    match change {
        ListChange::Insert { at, item } => json!({"insert": item_value(item), "at": at}),
        ListChange::Remove { at, item } => json!({"remove": item_value(item), "at": at}),
        ListChange::Replace { at, old, new } => {
            json!({"replace": item_value(old), "with": item_value(new), "at": at})
        }
    }
}

fn map_field(field: &MapField) -> (&'static str, Value) {
    match field {
        MapField::Id(v) => ("id", json!(v)),
        MapField::Name(v) => ("name", json!(v)),
        MapField::Author(v) => ("author", json!(v)),
        MapField::Licence(v) => ("licence", json!(v)),
        MapField::Description(v) => ("description", json!(v)),
        MapField::Mask(v) => ("mask", v.as_ref().map_or(Value::Null, mask)),
        MapField::Image(v) => ("image", json!(v)),
        MapField::Wrap(v) => (
            "wrap",
            json!({"horizontal": v.horizontal, "vertical": v.vertical}),
        ),
        MapField::BadgeDiameter(v) => ("badge", json!(v)),
    }
}

fn territory_field(field: &TerritoryField) -> (&'static str, Value) {
    match field {
        TerritoryField::Id(v) => ("id", json!(v.map(|id| id.0))),
        TerritoryField::Name(v) => ("name", json!(v)),
        TerritoryField::Colour(v) => ("colour", json!(v.map(|c| c.to_string()))),
        TerritoryField::Continent(v) => ("continent", json!(v.map(|id| id.0))),
        TerritoryField::Card(v) => ("card", json!(v.map(Card::word))),
        TerritoryField::Badge(v) => ("badge", v.map_or(Value::Null, point)),
    }
}

fn continent_field(field: &ContinentField) -> (&'static str, Value) {
    match field {
        ContinentField::Id(v) => ("id", json!(v.map(|id| id.0))),
        ContinentField::Name(v) => ("name", json!(v)),
        ContinentField::Bonus(v) => ("bonus", json!(v)),
        ContinentField::Colour(v) => ("colour", json!(v.map(|c| c.to_string()))),
    }
}

fn mask(mask: &MaskFile) -> Value {
    let colours =
        |list: &[marchland_maps::Rgb]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "file": mask.file,
        "background": colours(&mask.background),
        "separator": colours(&mask.separator),
        "gap": mask.gap,
    })
}

fn new_territory(t: &Territory) -> Value {
    json!({
        "territory": t.key.0,
        "id": t.id.map(|id| id.0),
        "name": names(&t.name),
        "colour": t.colour.map(|c| c.to_string()),
        "continent": t.continent.map(|id| id.0),
        "card": t.card.map(Card::word),
        "badge": t.badge.map(point),
        "pivots": t.pivots.iter().map(|&p| point(p)).collect::<Vec<_>>(),
        "neighbours": t.neighbours.iter().map(|&n| neighbour(n)).collect::<Vec<_>>(),
        "closed": t.closed.iter().map(|id| id.0).collect::<Vec<_>>(),
    })
}

fn new_continent(c: &Continent) -> Value {
    json!({
        "continent": c.key.0,
        "id": c.id.map(|id| id.0),
        "name": names(&c.name),
        "bonus": c.bonus,
        "colour": c.colour.map(|c| c.to_string()),
    })
}

fn names(names: &Names) -> Value {
    json!({"text": names.text, "translations": names.translations.iter().map(translation).collect::<Vec<_>>()})
}

fn translation(t: &Translation) -> Value {
    json!({"lang": t.lang, "text": t.text})
}

fn point(p: Point) -> Value {
    json!({"x": p.x, "y": p.y})
}

fn neighbour(n: Neighbour) -> Value {
    json!({"territory": n.to.0, "by": n.by.word(), "way": n.way.word()})
}
