//! SVG drawings as drawing programs write them.

use std::fs;

use marchland_maps::formats::svg;
use marchland_maps::outlines::{Outlines, Remark};

use crate::command_line::{maps, stderr, text};

fn drawing(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 400 300">{inner}</svg>"#
    )
}

fn read(inner: &str) -> Outlines {
    svg::read(&drawing(inner)).expect("an SVG")
}

fn layer(id: &str, label: &str, inner: &str) -> String {
    format!(r#"<g id="{id}" inkscape:groupmode="layer" inkscape:label="{label}">{inner}</g>"#)
}

/// A square of 40 units.
fn square(attributes: &str, x: u32, y: u32) -> String {
    format!(r#"<path {attributes} d="M{x},{y} h40 v40 h-40 z"/>"#)
}

fn names(outlines: &Outlines) -> Vec<&str> {
    let shapes = outlines.shapes.iter();
    shapes
        .map(|shape| shape.names.text.as_deref().unwrap_or("-"))
        .collect()
}

fn told(outlines: &Outlines) -> Vec<String> {
    outlines.remarks.iter().map(ToString::to_string).collect()
}

/// Two layers with two territories each.
fn land() -> String {
    let north = [square("id='a'", 20, 20), square("id='b'", 60, 20)].concat();
    let south = [square("id='c'", 20, 200), square("id='d'", 60, 200)].concat();
    layer("layer1", "North", &north) + &layer("layer2", "South", &south)
}

/// The rectangle of a layer “Sea” was a territory that touched every coast.
#[test]
fn shapes_in_a_layer_of_the_sea_are_no_territories() {
    let page = r#"<rect id="rect100" width="400" height="300"/>"#;
    let named =
        r#"<g id="g7"><rect id="deep" inkscape:label="Deep" width="400" height="300"/></g>"#;
    for sea in [
        layer("layer0", "Sea", page),
        layer("layer0", "OCEAN", named),
        format!("<g id='water'>{page}</g>"),
        // Without an id it is no group for continents, but still the sea.
        format!("<g inkscape:label='Sea'>{page}</g>"),
    ] {
        let outlines = read(&(sea.clone() + &land()));
        assert_eq!(names(&outlines), ["a", "b", "c", "d"], "{sea}");
        let continents: Vec<_> = outlines
            .shapes
            .iter()
            .map(|s| s.continent.as_deref())
            .collect();
        assert_eq!(continents[1..3], [Some("North"), Some("South")], "{sea}");
        let group = if sea.contains("OCEAN") {
            "OCEAN"
        } else if sea.contains("water") {
            "water"
        } else {
            "Sea"
        };
        let said = format!("left out 1 shape in “{group}”, which is taken for the sea");
        assert_eq!(told(&outlines), [said]);
    }
    // A part of a name means nothing.
    let outlines = read(&layer("layer0", "Seaside", &land()));
    assert!(outlines.remarks.is_empty() && outlines.shapes.len() == 4);
}

#[test]
fn a_territory_behind_the_others_is_doubted() {
    let page = r#"<rect id="rect100" width="396" height="300"/>"#;
    let part = r#"<ellipse id="deep" cx="60" cy="140" rx="150" ry="190"/>"#;
    // Land that stretches around the rest fills little of its bounding box.
    let around = r#"<path id="long" d="M0,0 H300 V20 H20 V280 H300 V300 H0 Z"/>"#;
    let doubts = |inner: &str| {
        let remarks = read(inner).remarks;
        assert!(remarks.iter().all(Remark::is_warning));
        remarks
    };
    let covers = Remark::CoversPage("rect100".to_owned());
    assert_eq!(
        doubts(&(page.to_owned() + &land())),
        std::slice::from_ref(&covers)
    );
    assert_eq!(doubts(&(land() + page)), [covers]);
    let behind = Remark::LiesBehind {
        name: "deep".to_owned(),
        others: 4,
    };
    assert_eq!(doubts(&(part.to_owned() + &land())), [behind]);
    // Before them it hides them, which is another mistake.
    assert_eq!(doubts(&(land() + part)), []);
    assert_eq!(doubts(&(around.to_owned() + &land())), []);
    assert_eq!(doubts(&land()), []);
    // The page is said to be smaller than what is on it.
    let large = drawing(&land()).replace("0 0 400 300", "25 25 30 30");
    assert_eq!(svg::read(&large).expect("an SVG").remarks, []);
}

/// Inkscape gives every shape an id, so that no group of islands was one territory.
#[test]
fn a_named_group_of_shapes_with_made_up_ids_is_one_territory() {
    let isles = |group: &str, [one, other]: [&str; 2]| {
        let shapes = square(one, 200, 20) + &square(other, 260, 20);
        layer("layer1", "North", &format!("<g {group}>{shapes}</g>")) + &land()
    };
    let ids = ["id='path11'", "id='Rect100-3-7'"];
    for group in ["id='g10' inkscape:label='Twin Isles'", "id='Twin_Isles'"] {
        let outlines = read(&isles(group, ids));
        assert_eq!(names(&outlines), ["Twin Isles", "a", "b", "c", "d"]);
        assert_eq!(outlines.shapes[0].areas.len(), 2);
        assert_eq!(outlines.shapes[0].continent.as_deref(), Some("North"));
        assert_eq!(
            told(&outlines),
            ["“Twin Isles” is one territory: its 2 shapes have no names of their own"]
        );
    }
    for (group, ids) in [
        // Nothing has a name, as in a file whose layers have lost theirs.
        ("id='g10'", ids),
        ("id='Layer_2'", ids),
        // One of them has.
        (
            "id='g10' inkscape:label='Isles'",
            ["id='path1' inkscape:label='A'", "id='path2'"],
        ),
        (
            "id='g10' inkscape:label='Isles'",
            ["id='north1'", "id='path2'"],
        ),
        (
            "id='g10' inkscape:label='Isles'",
            ["id='path'", "id='path2'"],
        ),
        // A layer is a continent.
        (
            "id='g10' inkscape:groupmode='layer' inkscape:label='Isles'",
            ids,
        ),
    ] {
        let outlines = read(&isles(group, ids));
        assert_eq!(outlines.shapes.len(), 6, "{group} {ids:?}");
        assert!(outlines.remarks.is_empty(), "{:?}", told(&outlines));
    }
    // With most of the shapes, it is the map.
    let shapes = square("id='path1'", 20, 20) + &square("id='path2'", 60, 20);
    let map = format!("<g id='map'>{shapes}</g>") + &square("id='rest'", 100, 20);
    assert_eq!(names(&read(&map)), ["path1", "path2", "rest"]);
}

const OUTLINE: &str = "fill='none' stroke='#000'";

#[test]
fn outlines_are_areas_if_most_shapes_have_no_fill() {
    let outline = |id: &str, x| square(&format!("id='{id}' {OUTLINE}"), x, 20);
    let river = format!("<path id='river' d='M0,0 L90,90 L90,200' {OUTLINE}/>");
    // Closed by its last point, with a lake in it.
    let ring = "M200,20 H300 V120 H200 V20 M220,40 H240 V60 H220 V40";
    let ring = format!("<path id='ring' d='{ring}' {OUTLINE}/>");
    let filled = square("id='filled'", 20, 200);
    let outlines = read(&[&*outline("a", 20), &filled, &ring, &river].concat());
    assert_eq!(names(&outlines), ["a", "filled", "ring"]);
    assert_eq!(outlines.shapes[2].areas[0].rings.len(), 2);
    assert_eq!(
        told(&outlines),
        [
            "2 shapes without a fill: what the outline encloses is the territory",
            "left out “river”: it is a line, not an area",
        ]
    );
    let outlines = read(&(outline("a", 20) + &filled));
    assert_eq!(names(&outlines), ["filled"]);
    assert_eq!(
        told(&outlines),
        ["left out “a”: it has an outline but no fill; if it is a territory, give it a fill"]
    );
    assert!(svg::read(&drawing(&river)).is_err());
}

/// The command ended with 0 and a map of one territory.
#[test]
fn fewer_than_two_territories_are_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = |inner: &str| {
        let [input, target] = ["a.svg", "a"].map(|name| folder.path().join(name));
        fs::write(&input, drawing(inner)).expect("a file");
        let output = maps(&[
            "new",
            text(&input),
            "-o",
            text(&target),
            "--force",
            "--size",
            "300",
        ]);
        (output.status.code(), stderr(&output))
    };
    let one = square("id='a'", 20, 20) + &square(&format!("id='b' {OUTLINE}"), 60, 20);
    let (code, told) = new(&one);
    assert_eq!(code, Some(1), "{told}");
    let why = "warning: the map has 1 territory and needs two: 1 outline has no fill";
    assert!(told.contains(why), "{told}");
    let (code, told) = new(&land());
    assert_eq!(code, Some(0), "{told}");
    // A territory that is probably the sea wants a look, too.
    let (code, told) =
        new(&(r#"<rect id="rect1" width="400" height="300"/>"#.to_owned() + &land()));
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("warning: “rect1” covers nearly the whole page"),
        "{told}"
    );
}
