//! Reads GeoJSON (RFC 7946, and the 2008 form that preceded it): each feature is a territory.
//!
//! Name, translations, continent and id come from the properties; which ones is guessed from the
//! names that common sources use, or given in [`Options`]. Coordinates are taken for degrees unless
//! they cannot be, or the file's `crs` member names another system.

use std::collections::HashMap;

use geojson::{Feature, GeoJson, Geometry, GeometryValue, JsonObject, JsonValue};
use serde::Deserialize;

use crate::limits::{MAX_TERRITORIES, MAX_TRANSLATIONS};
use crate::outlines::{Area, FillRule, Outlines, Remark, Shape, Space};
use crate::{Names, TerritoryId, Translation};

/// Largest size of a file in bytes: a detailed country file has ten million.
pub const MAX_BYTES: usize = 256 << 20;

/// Which properties to use; `None` guesses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The territory's name.
    pub name: Option<String>,
    /// The name of the continent that it belongs to.
    pub continent: Option<String>,
    /// The territory's id.
    pub id: Option<String>,
    /// Features with the same value become one territory.
    pub merge: Option<String>,
}

/// What is wrong, without the words that it is not GeoJSON.
fn reason(error: &geojson::Error) -> String {
    match error {
        geojson::Error::MalformedGeoJson(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// Why a text does not describe territories.
#[derive(Debug, thiserror::Error)]
pub enum GeoJsonError {
    /// The file has more than [`MAX_BYTES`].
    #[error("the file has {0} bytes; at most {MAX_BYTES} are read")]
    TooLarge(usize),
    /// It is not GeoJSON.
    #[error("this is not GeoJSON: {}", reason(.0))]
    Syntax(Box<geojson::Error>),
    /// No feature has an area.
    #[error("the file has no feature with a Polygon or MultiPolygon")]
    NoAreas,
    /// More features than a map may have territories.
    #[error("the file has {0} features with areas; a map may have {MAX_TERRITORIES} territories")]
    TooMany(usize),
    /// No feature has the requested property.
    #[error("no feature has a property `{wanted}`; there are {}", known.join(", "))]
    NoProperty {
        /// The requested property.
        wanted: String,
        /// The properties that exist.
        known: Vec<String>,
    },
}

/// Names of properties that hold a name, best first, in lower case.
const NAMES: &[&str] = &[
    "name",
    "name_en",
    "title",
    "label",
    "shapename",
    "nuts_name",
    "name_latn",
    "admin",
    "name_long",
    "name_3",
    "name_2",
    "name_1",
    "nam",
    "nazev",
    "nom",
    "nombre",
    "gen",
    "id",
];
const CONTINENTS: &[&str] = &[
    "continent",
    "group",
    "region",
    "subregion",
    "region_un",
    "zone",
];
const IDS: &[&str] = &["index", "territory", "area"];

/// Languages whose `name_xx` properties are translations: the two-letter codes that map sources
/// use, so that `name_id2` or `name_hq` is not mistaken for one.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "bn", "bs", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr",
    "ga", "gl", "he", "hi", "hr", "hu", "hy", "is", "it", "ja", "ka", "kk", "ko", "lt", "lv", "mk",
    "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "th", "tr", "uk", "ur", "vi",
    "zh",
];

/// Reads territories from the text of a file. Features without area (points, lines) are left out.
///
/// # Errors
/// If it is not GeoJSON, or has no areas or too many.
pub fn read(text: &str, options: &Options) -> Result<Outlines, GeoJsonError> {
    if text.len() > MAX_BYTES {
        return Err(GeoJsonError::TooLarge(text.len()));
    }
    let file: GeoJson = text
        .parse()
        .map_err(|error| GeoJsonError::Syntax(Box::new(error)))?;
    let mut planar = false;
    let features: Vec<Feature> = match file {
        GeoJson::FeatureCollection(collection) => {
            planar = collection
                .foreign_members
                .as_ref()
                .is_some_and(names_a_plane);
            collection.features
        }
        GeoJson::Feature(feature) => vec![feature],
        GeoJson::Geometry(geometry) => vec![geometry.into()],
    };
    let (features, others): (Vec<Read>, Vec<Read>) = (1..)
        .zip(features)
        .map(read_feature)
        .partition(|(_, areas, _)| !areas.is_empty());
    if features.is_empty() {
        return Err(GeoJsonError::NoAreas);
    }
    if options.merge.is_none() && features.len() > MAX_TERRITORIES {
        return Err(GeoJsonError::TooMany(features.len()));
    }
    let columns = Columns::choose(&features, options)?;
    let mut shapes: Vec<Shape> = Vec::new();
    let mut merged: HashMap<String, usize> = HashMap::new();
    for (feature, mut areas, _) in features {
        let shape = columns.shape(&feature);
        let group = options
            .merge
            .as_ref()
            .and_then(|by| text_of(feature.property(by)?));
        if let Some(group) = group {
            if let Some(&at) = merged.get(&group) {
                shapes[at].areas.append(&mut areas);
                continue;
            }
            merged.insert(group, shapes.len());
        }
        shapes.push(Shape { areas, ..shape });
    }
    if shapes.len() > MAX_TERRITORIES {
        return Err(GeoJsonError::TooMany(shapes.len()));
    }
    let remarks = others.into_iter().map(|(feature, _, (number, what))| {
        // Points often have other properties than areas.
        let name = columns.shape(&feature).names.text;
        let name = name.or_else(|| usual_name(&feature));
        Remark::NoArea { name, number, what }
    });
    let remarks = remarks.collect();
    let degrees = shapes.iter().flat_map(|shape| &shape.areas).all(|area| {
        let mut points = area.rings.iter().flatten();
        points.all(|&[x, y]| x.abs() <= 720.0 && y.abs() <= 90.1)
    });
    let space = if planar || !degrees {
        Space::Upwards
    } else {
        Space::Globe
    };
    Ok(Outlines {
        space,
        shapes,
        remarks,
    })
}

/// Whether the `crs` member of the 2008 form names anything but degrees.
fn names_a_plane(members: &JsonObject) -> bool {
    let name = members
        .get("crs")
        .and_then(|crs| crs.get("properties")?.get("name")?.as_str());
    name.is_some_and(|name| {
        let name = name.to_ascii_uppercase();
        !["CRS84", "4326", "4258", "4269", "WGS84", "WGS 84"]
            .iter()
            .any(|known| name.ends_with(known))
    })
}

/// Collects all polygons of a geometry. The JSON parser limits the nesting of collections.
fn collect(geometry: Geometry, areas: &mut Vec<Area>) {
    let mut polygon = |rings: Vec<Vec<geojson::Position>>| {
        let rings = rings
            .iter()
            .map(|ring| ring_of(ring))
            .filter(|ring| ring.len() >= 3);
        let rings: Vec<_> = rings.collect();
        if !rings.is_empty() {
            areas.push(Area {
                rings,
                rule: FillRule::EvenOdd,
            });
        }
    };
    match geometry.value {
        GeometryValue::Polygon { coordinates } => polygon(coordinates),
        GeometryValue::MultiPolygon { coordinates } => coordinates.into_iter().for_each(polygon),
        GeometryValue::GeometryCollection { geometries } => {
            for geometry in geometries {
                collect(geometry, areas);
            }
        }
        _ => {}
    }
}

fn ring_of(positions: &[geojson::Position]) -> Vec<[f64; 2]> {
    let points = positions
        .iter()
        .filter_map(|position| match *position.as_slice() {
            [x, y, ..] => Some([x, y]),
            _ => None,
        });
    let mut ring: Vec<_> = points.collect();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// A feature with its areas; if it has none, its number in the file and what it is instead count.
type Read = (Feature, Vec<Area>, (usize, String));

fn read_feature((number, mut feature): (usize, Feature)) -> Read {
    let mut areas = Vec::new();
    let mut what = "it has no geometry".to_owned();
    if let Some(geometry) = feature.geometry.take() {
        what = match geometry.value.type_name() {
            kind @ ("Polygon" | "MultiPolygon" | "GeometryCollection") => {
                format!("its {kind} has no area")
            }
            kind => format!("it is a {kind}, not an area"),
        };
        collect(geometry, &mut areas);
    }
    (feature, areas, (number, what))
}

/// The first of the usual names that a feature has.
fn usual_name(feature: &Feature) -> Option<String> {
    let properties = feature.properties.as_ref()?;
    NAMES.iter().find_map(|usual| {
        let mut properties = properties.iter();
        let (_, value) = properties.find(|(key, _)| key.eq_ignore_ascii_case(usual))?;
        text_of(value)
    })
}

struct Columns {
    name: Option<String>,
    continent: Option<String>,
    id: Option<String>,
    /// Language and property.
    translations: Vec<(String, String)>,
}

impl Columns {
    fn choose(features: &[Read], options: &Options) -> Result<Self, GeoJsonError> {
        let mut known: Vec<String> = Vec::new();
        for (feature, ..) in features {
            for key in feature.properties.iter().flat_map(JsonObject::keys) {
                if known.len() < 256 && !known.contains(key) {
                    known.push(key.clone());
                }
            }
        }
        let pick = |stated: &Option<String>, usual: &[&str]| match stated {
            Some(wanted) if known.contains(wanted) => Ok(Some(wanted.clone())),
            Some(wanted) => Err(GeoJsonError::NoProperty {
                wanted: wanted.clone(),
                known: known.clone(),
            }),
            None => {
                let usual = usual
                    .iter()
                    .find_map(|usual| known.iter().find(|k| k.eq_ignore_ascii_case(usual)));
                Ok(usual.cloned())
            }
        };
        let name = pick(&options.name, NAMES)?;
        let mut translations: Vec<_> = known
            .iter()
            .filter(|key| Some(*key) != name.as_ref())
            .filter_map(|key| {
                let lower = key.to_lowercase();
                let lang = lower
                    .strip_prefix("name_")
                    .or_else(|| lower.strip_prefix("name:"))?;
                LANGUAGES
                    .contains(&lang)
                    .then(|| (lang.to_owned(), key.clone()))
            })
            .collect();
        translations.sort();
        translations.dedup_by(|a, b| a.0 == b.0);
        translations.truncate(MAX_TRANSLATIONS);
        pick(&options.merge, &[])?;
        Ok(Self {
            name,
            continent: pick(&options.continent, CONTINENTS)?,
            id: pick(&options.id, IDS)?,
            translations,
        })
    }

    fn shape(&self, feature: &Feature) -> Shape {
        let text = |key: &Option<String>| text_of(feature.property(key.as_ref()?)?);
        let name = text(&self.name);
        let translations = self.translations.iter().filter_map(|(lang, key)| {
            let text = text_of(feature.property(key)?)?;
            Some(Translation {
                lang: lang.clone(),
                text,
            })
        });
        // A translation into English that repeats the name is useless; other languages may well use
        // the same word.
        let translations =
            translations.filter(|t| t.lang != "en" || Some(&t.text) != name.as_ref());
        let number = |value: &JsonValue| {
            let number = value
                .as_u64()
                .or_else(|| value.as_str()?.trim().parse().ok());
            number.and_then(|n| u16::try_from(n).ok()).map(TerritoryId)
        };
        let id = self
            .id
            .as_ref()
            .and_then(|key| number(feature.property(key)?));
        let own = match &feature.id {
            Some(geojson::feature::Id::Number(n)) => number(&JsonValue::Number(n.clone())),
            _ => None,
        };
        Shape {
            id: id.or(own),
            names: Names {
                translations: translations.collect(),
                text: name,
            },
            continent: text(&self.continent),
            areas: Vec::new(),
        }
    }
}

/// A property as a name: one line, trimmed, truncated to the length of a name.
fn text_of(value: &JsonValue) -> Option<String> {
    let text = match value {
        JsonValue::String(text) => text.clone(),
        JsonValue::Number(number) => number.to_string(),
        _ => return None,
    };
    super::tidy_name(&text)
}
