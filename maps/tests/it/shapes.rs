//! Maps from GeoJSON and SVG.

use std::path::Path;

use marchland_maps::create::{self, Created, InputFormat, Options};
use marchland_maps::formats::{geojson, svg};
use marchland_maps::limits::MAX_CONTINENTS;
use marchland_maps::outlines::tidy::{TidyOptions, tidy, touching};
use marchland_maps::outlines::{Outlines, Projection, Sheet, SheetOptions, Space};
use proptest::prelude::*;

fn feature(name: &str, ring: &[[f64; 2]]) -> String {
    let ring: Vec<_> = ring.iter().map(|[x, y]| format!("[{x},{y}]")).collect();
    format!(
        r#"{{"type":"Feature","properties":{{"name":"{name}"}},"geometry":{{"type":"Polygon","coordinates":[[{}]]}}}}"#,
        ring.join(",")
    )
}

fn collection(features: &[String]) -> String {
    format!(
        r#"{{"type":"FeatureCollection","features":[{}]}}"#,
        features.join(",")
    )
}

fn rectangle(west: f64, south: f64, east: f64, north: f64) -> [[f64; 2]; 5] {
    [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
    ]
}

fn outlines(text: &str) -> Outlines {
    geojson::read(text, &geojson::Options::default()).expect("GeoJSON")
}

fn create(outlines: Outlines, size: u32) -> Created {
    let mut options = Options::default();
    options.sheet.size = size;
    options.sheet.margin = 10;
    create::from_outlines(outlines, &options).expect("a map")
}

fn names(created: &Created) -> Vec<&str> {
    let territories = created.draft.territories.iter();
    territories
        .map(|t| t.name.text.as_deref().unwrap_or("-"))
        .collect()
}

#[test]
fn properties_become_names_translations_and_continents() {
    let text = r#"{"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"index":1,"NAME":"Left  \n side","NAME_CS":"Vlevo","name_sort":"x","CONTINENT":"West"},
         "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}},
        {"type":"Feature","properties":{"index":0,"NAME":"Right","NAME_CS":null,"CONTINENT":"East"},
         "geometry":{"type":"MultiPolygon","coordinates":[[[[1,0],[2,0,7],[2,1],[1,1],[1,0]]]]}},
        {"type":"Feature","properties":{"NAME":"A town"},"geometry":{"type":"Point","coordinates":[1,1]}},
        {"type":"Feature","properties":null,"geometry":null}]}"#;
    let created = create(outlines(text), 200);
    assert_eq!(names(&created), ["Right", "Left side"]);
    let left = &created.draft.territories[1];
    assert_eq!(left.name.in_language("cs"), Some("Vlevo"));
    assert_eq!(left.name.translations.len(), 1);
    let continents: Vec<_> = created
        .draft
        .continents
        .iter()
        .map(|c| c.name.text.as_deref())
        .collect();
    assert_eq!(continents, [Some("East"), Some("West")]);
    assert_eq!(created.draft.links().count(), 1);
}

#[test]
fn features_without_an_area_are_told_by_name_and_geometry() {
    let text = r#"{"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"NAME":"Land"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
        {"type":"Feature","properties":{"name":"Lisbon"},"geometry":{"type":"Point","coordinates":[1,1]}},
        {"type":"Feature","properties":{"NAME":"Spot"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}},
        {"type":"Feature","properties":null,"geometry":null}]}"#;
    let remarks = outlines(text).remarks;
    let remarks: Vec<_> = remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "left out “Lisbon”: it is a Point, not an area",
            "left out “Spot”: its Polygon has no area",
            "left out nameless feature 4: it has no geometry",
        ]
    );
}

#[test]
fn features_can_be_merged_and_same_names_are_told_apart() {
    let text = collection(&[
        feature("A", &rectangle(0.0, 0.0, 1.0, 1.0)),
        feature("B", &rectangle(1.0, 0.0, 2.0, 1.0)),
        feature("A", &rectangle(2.0, 0.0, 3.0, 1.0)),
    ]);
    assert_eq!(names(&create(outlines(&text), 200)), ["A", "B", "A (2)"]);
    let merge = geojson::Options {
        merge: Some("name".into()),
        ..geojson::Options::default()
    };
    let merged = geojson::read(&text, &merge).expect("GeoJSON");
    assert_eq!(names(&create(merged, 200)), ["A", "B"]);
}

#[test]
fn missing_properties_are_reported() {
    let text = collection(&[feature("A", &rectangle(0.0, 0.0, 1.0, 1.0))]);
    let options = geojson::Options {
        continent: Some("state".into()),
        ..geojson::Options::default()
    };
    let error = geojson::read(&text, &options).expect_err("no such property");
    assert_eq!(
        error.to_string(),
        "no feature has a property `state`; there are name"
    );
}

#[test]
fn what_is_not_geojson_is_told_once() {
    let error = geojson::read("{", &geojson::Options::default()).expect_err("half an object");
    let told = error.to_string();
    let expected = "this is not GeoJSON: EOF while parsing an object at line 1 column 1";
    assert_eq!(told, expected);
}

/// The tip of a country beyond the antimeridian, written in three ways.
#[test]
fn the_antimeridian_is_crossed_however_it_is_written() {
    let home = feature("Home", &rectangle(150.0, 60.0, 170.0, 70.0));
    let other = feature("Other", &rectangle(-150.0, 55.0, -60.0, 70.0));
    let on = feature("Tip", &rectangle(170.0, 60.0, 190.0, 70.0));
    let jumping = feature("Tip", &rectangle(170.0, 60.0, -170.0, 70.0));
    let cut = r#"{"type":"Feature","properties":{"name":"Tip"},"geometry":{"type":"MultiPolygon","coordinates":[
        [[[170,60],[180,60],[180,70],[170,70],[170,60]]],[[[-180,60],[-170,60],[-170,70],[-180,70],[-180,60]]]]}}"#;
    let rest = [home, other];
    let grids: Vec<_> = [on, jumping, cut.to_owned()]
        .iter()
        .map(|tip| {
            let mut features = rest.to_vec();
            features.push(tip.clone());
            create(outlines(&collection(&features)), 600).grid
        })
        .collect();
    assert_eq!(
        touching(&grids[0]).into_keys().collect::<Vec<_>>(),
        [(0, 2)]
    );
    assert_eq!(grids[0], grids[1]);
    assert_eq!(grids[0], grids[2]);
}

#[test]
fn a_whole_turn_wraps_around() {
    let text = collection(&[
        feature("West", &rectangle(-168.0, 0.0, 0.0, 60.0)),
        feature(
            "East",
            &[
                [0.0, 0.0],
                [95.0, 0.0],
                [190.0, 0.0],
                [190.0, 60.0],
                [95.0, 60.0],
                [0.0, 60.0],
            ],
        ),
    ]);
    let created = create(outlines(&text), 720);
    assert!(created.draft.wrap.horizontal);
    assert_eq!(created.grid.width(), 720);
    assert_eq!(Projection::suiting(358.0, 60.0), Projection::Miller);
    // Two degrees of sea between the two, half of it at each edge.
    for y in 0..created.grid.height() {
        let row = created.grid.row(y);
        assert_eq!((row[0], row[719]), (0, 0));
    }
}

#[test]
fn projected_coordinates_lie_in_a_plane() {
    let text = collection(&[
        feature(
            "A",
            &rectangle(500_000.0, 5_000_000.0, 600_000.0, 5_200_000.0),
        ),
        feature(
            "B",
            &rectangle(600_000.0, 5_000_000.0, 700_000.0, 5_100_000.0),
        ),
    ]);
    let outlines = outlines(&text);
    assert_eq!(outlines.space, Space::Upwards);
    let created = create(outlines, 220);
    // North is up: the taller of the two begins above.
    assert_eq!(created.grid.row(15)[20], 1);
    assert_eq!(created.grid.row(15)[200], 0);
    assert_eq!(created.grid.row(200)[200], 2);
}

#[test]
fn a_strait_stays_open_and_a_border_stays_shut() {
    // Strait is a thousandth of a pixel wide; Left and Below share an edge.
    let text = collection(&[
        feature("Left", &rectangle(0.0, 1.0, 1.0, 2.0)),
        feature("Right", &rectangle(1.000_01, 1.9, 2.0, 2.0)),
        feature(
            "Below",
            &[[0.0, 0.0], [2.0, 0.0], [2.0, 0.5], [1.0, 1.0], [0.0, 1.0]],
        ),
    ]);
    let mut outlines = outlines(&text);
    outlines.space = Space::Upwards;
    let created = create(outlines.clone(), 200);
    assert_eq!(
        touching(&created.grid).into_keys().collect::<Vec<_>>(),
        [(0, 2)]
    );
    assert_eq!(created.tidied.parted.len(), 1);
    // Without the rule they touch.
    let mut options = Options::default();
    options.sheet.size = 200;
    options.tidy.straits = false;
    let created = create::from_outlines(outlines, &options).expect("a map");
    assert!(touching(&created.grid).contains_key(&(0, 1)));
}

#[test]
fn small_islands_can_be_clicked_and_enclaves_stay() {
    let text = collection(&[
        feature("Island", &rectangle(0.1, 0.1, 0.101, 0.101)),
        feature("Twin", &rectangle(0.102, 0.1, 0.103, 0.101)),
        feature("Enclave", &rectangle(1.5, 1.5, 1.501, 1.501)),
        feature("Land", &rectangle(1.0, 1.0, 2.0, 2.0)),
    ]);
    let mut outlines = outlines(&text);
    outlines.space = Space::Upwards;
    let created = create(outlines, 400);
    for label in 1..=4_u16 {
        let pixels = created.grid.cells().iter().filter(|&&l| l == label).count();
        assert!(pixels >= 150, "{label}: {pixels}");
    }
    assert!(created.tidied.lost.is_empty());
    assert_eq!(
        touching(&created.grid).into_keys().collect::<Vec<_>>(),
        [(2, 3)]
    );
}

#[test]
fn every_path_with_an_id_is_a_territory() {
    let text = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
      xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 60">
      <style>.sea { fill: #9cf }</style>
      <defs><rect id="stone" width="10" height="10"/></defs>
      <g id="layer1" inkscape:label="Map">
        <rect id="sea" class="sea" width="100" height="60"/>
        <g id="north" inkscape:label="The North">
          <path id="a_x20_land" d="M10 10h30v20H10z"/>
          <path id="p2" inkscape:label="Shield" transform="translate(40 10)" d="M0 0C0 8 6 20 15 20S30 8 30 0Z"/>
        </g>
        <g id="south">
          <title>The South</title>
          <g id="isles"><title>Isles</title><circle cx="20" cy="45" r="5"/><ellipse cx="35" cy="45" rx="6" ry="4"/></g>
          <use id="rock" xlink:href="#stone" x="60" y="40"/>
        </g>
        <path d="M0 0h5v5z"/>
        <path id="river" d="M10 30L90 30" fill="none" stroke="#00f"/>
        <text id="title">Map</text>
        <image id="photo" xlink:href="/etc/passwd" width="5" height="5"/>
      </g></svg>"##;
    let created = create(svg::read(text).expect("an SVG"), 1000);
    assert_eq!(names(&created), ["a land", "Shield", "Isles", "rock"]);
    let continent = |at: usize| {
        let id = created.draft.territories[at]
            .continent
            .expect("a continent");
        let continent = created.draft.continent_by_id(id).expect("it is there");
        continent.name.text.clone().expect("a name")
    };
    assert_eq!(
        [0, 1, 2, 3].map(continent),
        ["The North", "The North", "The South", "The South"]
    );
    assert_eq!(
        touching(&created.grid).into_keys().collect::<Vec<_>>(),
        [(0, 1)]
    );
}

#[test]
fn bombs_are_refused() {
    let deep = format!(
        "<svg xmlns='http://www.w3.org/2000/svg'>{}{}</svg>",
        "<g>".repeat(100_000),
        "</g>".repeat(100_000)
    );
    assert!(matches!(svg::read(&deep), Err(svg::SvgError::TooDeep)));
    let entities = r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
        <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">]>
        <svg xmlns="http://www.w3.org/2000/svg"><title>&f;</title></svg>"#;
    assert!(svg::read(entities).is_err());
    let outside = r#"<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><path id="&a;" d="M0 0h5v5z"/></svg>"#;
    assert!(svg::read(outside).is_err());
    let nested = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let text = format!(r#"{{"type":"Polygon","coordinates":{nested}}}"#);
    assert!(geojson::read(&text, &geojson::Options::default()).is_err());
    // A file of a hundred bytes must not take a hundred megabytes.
    let huge = collection(&[feature("A", &rectangle(0.0, 0.0, 1e300, 1e-300))]);
    assert!(Sheet::fit(&outlines(&huge), &SheetOptions::default()).is_err());
    let spike = collection(&[feature("A", &rectangle(-720.0, -90.0, 720.0, 90.0))]);
    assert!(Sheet::fit(&outlines(&spike), &SheetOptions::default()).is_ok());
}

#[test]
fn continents_beyond_the_limit_are_counted() {
    let square = |at: usize| {
        let left = at as f64;
        let feature = feature(&at.to_string(), &rectangle(left, 0.0, left + 1.0, 1.0));
        let name = format!(r#""name":"{at}""#);
        feature.replace(&name, &format!(r#"{name},"continent":"C{at}""#))
    };
    let squares: Vec<_> = (0..MAX_CONTINENTS + 2).map(square).collect();
    let mut outlines = outlines(&collection(&squares));
    outlines.space = Space::Upwards;
    let created = create(outlines, 2_400);
    assert_eq!(created.draft.continents.len(), MAX_CONTINENTS);
    assert_eq!(created.continents_left_out, 2);
    let lost = created.draft.territories.iter();
    assert_eq!(lost.filter(|t| t.continent.is_none()).count(), 2);
}

fn ring() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let coordinate = prop_oneof![
        -200.0..200.0,
        Just(f64::NAN),
        Just(1e308),
        (-4..4_i32).prop_map(f64::from),
    ];
    prop::collection::vec([coordinate.clone(), coordinate], 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_outlines_give_a_map_or_an_error(
        rings in prop::collection::vec(ring(), 1..6),
        space in prop_oneof![Just(Space::Globe), Just(Space::Upwards), Just(Space::Downwards)],
        projection in prop_oneof![Just(None), Just(Some(Projection::Mercator)), Just(Some(Projection::EqualArea))],
    ) {
        use marchland_maps::outlines::{Area, Shape};
        let shapes = rings.into_iter().map(|ring| Shape {
            areas: vec![Area { rings: vec![ring], ..Area::default() }],
            ..Shape::default()
        });
        let outlines = Outlines { space, shapes: shapes.collect(), remarks: Vec::new() };
        let sheet = SheetOptions { size: 96, margin: 4, projection };
        let options = Options { sheet, ..Options::default() };
        if let Ok(created) = create::from_outlines(outlines, &options) {
            prop_assert!(created.grid.width().max(created.grid.height()) <= 97);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(noise in "[ -~]{0,200}", at in 0_usize..400) {
        let samples = [
            collection(&[feature("A", &rectangle(0.0, 0.0, 1.0, 1.0))]),
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="g"><path id="a" d="M0 0h5v5z" transform="scale(2)"/></g></svg>"#.to_owned(),
        ];
        for sample in samples {
            let mut text = sample;
            let at = at.min(text.len());
            text.insert_str(at, &noise);
            let _ = geojson::read(&text, &geojson::Options::default());
            let _ = svg::read(&text);
        }
    }
}

/// Each of the small squares used to take a pass over the whole grid.
#[test]
fn thousands_of_small_territories_grow_in_a_few_passes() {
    let squares: Vec<_> = (0..14_400)
        .map(|at| {
            let [x, y] = [at % 120, at / 120].map(|i| f64::from(i) * 10.0);
            feature(&at.to_string(), &rectangle(x, y, x + 3.0, y + 3.0))
        })
        .collect();
    let mut outlines = outlines(&collection(&squares));
    outlines.space = Space::Upwards;
    let options = SheetOptions {
        size: 2_400,
        margin: 10,
        ..SheetOptions::default()
    };
    let sheet = Sheet::fit(&outlines, &options).expect("a sheet");
    let mut grid = sheet.fill(false).expect("a grid");
    let options = TidyOptions {
        least: 60,
        ..TidyOptions::default()
    };
    let tidied = tidy(&mut grid, &sheet, squares.len(), options);
    assert_eq!(tidied.grown.len(), squares.len());
    assert!(tidied.lost.is_empty());
    let grown = |&(_, before, after): &(u16, usize, usize)| before < 60 && after == 60;
    assert!(tidied.grown.iter().all(grown));
}

#[test]
fn the_extension_names_the_format_of_outlines() {
    let of = |name| InputFormat::of(Path::new(name));
    assert_eq!(of("a/b.GeoJSON"), Some(InputFormat::GeoJson));
    assert_eq!(of("b.json"), Some(InputFormat::GeoJson));
    assert_eq!(of("b.svg"), Some(InputFormat::Svg));
    for other in ["b.map", "b.svgz", "svg", "b"] {
        assert_eq!(of(other), None, "{other}");
    }
}
