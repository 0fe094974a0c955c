//! Editing map files: what changes in the text, and what does not.

use marchland_maps::xml;
use marchland_maps::{
    By, ContinentId, Draft, Edit, MapField, MaskFile, Names, Point, Rgb, TerritoryField,
    TerritoryId, Translation, Way, author,
};

use crate::xml_reading::FULL;

/// The lines that differ, `-` before the old and `+` before the new ones.
pub(crate) fn difference(old: &str, new: &str) -> String {
    let old: Vec<_> = old.split_inclusive('\n').collect();
    let new: Vec<_> = new.split_inclusive('\n').collect();
    // The longest common subsequence; files here are small.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut text) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            text.push('-');
            text.push_str(old[i]);
            i += 1;
        } else {
            text.push('+');
            text.push_str(new[j]);
            j += 1;
        }
    }
    text
}

fn change(edit: impl FnOnce(&mut Draft) -> Edit) -> String {
    let reading = xml::read(FULL.as_bytes());
    let mut draft = reading.draft;
    let edit = edit(&mut draft);
    draft.apply(edit).unwrap();
    let text = reading.source.render(&draft);
    let again = xml::read(text.as_bytes());
    assert_eq!(again.flaws, [], "{text}");
    assert!(again.draft.same_content(&draft), "{text}");
    difference(FULL, &text)
}

fn key(draft: &Draft, at: usize) -> marchland_maps::TerritoryKey {
    draft.territories[at].key
}

#[test]
fn a_field_changes_its_line() {
    insta::assert_snapshot!(change(|d| Edit::Territory(key(d, 1), TerritoryField::Name(Some("A \"B\" & <C>".into())))), @r##"
    -  <territory id="1" name="Yukon" colour="#2A6FD2" continent="0">
    +  <territory id="1" name="A &quot;B&quot; &amp; &lt;C>" colour="#2A6FD2" continent="0">
    "##);
    insta::assert_snapshot!(change(|d| Edit::Territory(key(d, 0), TerritoryField::Card(None))), @r##"
    -  <territory id="0" name="Alaska" colour="#31F6BD" continent="0" card="infantry">
    +  <territory id="0" name="Alaska" colour="#31F6BD" continent="0">
    "##);
    insta::assert_snapshot!(change(|d| author::move_to_continent(d, [key(d, 2)], None)), @r##"
    -  <territory id="2" name="Chukotka" colour="#A03020" continent="1">
    +  <territory id="2" name="Chukotka" colour="#A03020">
    "##);
    insta::assert_snapshot!(change(|_| Edit::Map(MapField::Author(None))), @"-  <author>A. Author</author>");
    insta::assert_snapshot!(change(|_| Edit::Map(MapField::Description(Some("Two lines,\n\nand another.".into())))), @"
    -    and one after a blank one.
    +    and another.
    ");
}

#[test]
fn one_number_of_players_gives_way_to_another() {
    let changed = change(|_| {
        Edit::batch([
            Edit::Setup {
                players: 3,
                units: None,
            },
            Edit::Setup {
                players: 4,
                units: Some(30),
            },
        ])
    });
    insta::assert_snapshot!(changed, @r##"
    -    <units players="3" each="35"/>
    +    <units players="4" each="30"/>
    "##);
}

#[test]
fn lists_change_line_by_line() {
    insta::assert_snapshot!(change(|d| author::move_pivot(d, key(d, 0), 0, Point::new(7, 8))), @r##"
    -    <pivot x="109" y="244"/> <!-- main land -->
    +    <pivot x="7" y="8"/> <!-- main land -->
    "##);
    insta::assert_snapshot!(change(|d| author::add_pivot(d, key(d, 1), Point::new(7, 8))), @r##"+    <pivot x="7" y="8"/>"##);
    insta::assert_snapshot!(change(|_| Edit::Setup { players: 6, units: Some(20) }), @r##"+    <units players="6" each="20"/>"##);
    insta::assert_snapshot!(change(|_| Edit::Setup { players: 2, units: Some(20) }), @r##"
    -    <units players="2" each="40"/>
    +    <units players="2" each="20"/>
    "##);
    insta::assert_snapshot!(change(|_| Edit::MapTranslations(marchland_maps::ListChange::Insert {
        at: 1,
        item: Translation { lang: "de".into(), text: "Welt".into() },
    })), @r##"+  <name lang="de">Welt</name>"##);
    insta::assert_snapshot!(change(|d| author::link(d, TerritoryId(1), TerritoryId(2), By::Land, Way::Both)), @r##"
    -    <closed territory="2"/>
    +    <neighbour territory="2"/>
    "##);
}

#[test]
fn a_territory_comes_and_goes_with_its_lines() {
    insta::assert_snapshot!(change(|d| author::remove_territory(d, key(d, 1))), @r##"
    -    <neighbour territory="1"/>
    -  <territory id="1" name="Yukon" colour="#2A6FD2" continent="0">
    -    <pivot x="200" y="240"/>
    -    <closed territory="2"/>
    -  </territory>
    "##);
    insta::assert_snapshot!(change(|d| {
        let mut fresh = d.fresh_territory();
        fresh.id = Some(TerritoryId(3));
        fresh.name = Names::plain("New");
        fresh.colour = Some(Rgb::new(1, 2, 3));
        fresh.continent = Some(ContinentId(1));
        fresh.pivots.push(Point::new(1, 2));
        author::add_territory(d, fresh)
    }), @r##"
    +  <territory id="3" name="New" colour="#010203" continent="1">
    +    <pivot x="1" y="2"/>
    +  </territory>
    "##);
}

#[test]
fn a_moved_territory_takes_its_text_along() {
    let reading = xml::read(FULL.as_bytes());
    let mut draft = reading.draft;
    let first = draft.territories.remove(0);
    draft.territories.push(first);
    let text = reading.source.render(&draft);
    assert!(text.contains("<!-- main land -->"));
    assert!(xml::read(text.as_bytes()).draft.same_content(&draft));
    let mut lines: Vec<_> = text.lines().collect();
    let mut old: Vec<_> = FULL.lines().collect();
    lines.sort_unstable();
    old.sort_unstable();
    assert_eq!(lines, old);
}

#[test]
fn removing_saving_and_undoing_brings_the_text_back() {
    let reading = xml::read(FULL.as_bytes());
    let mut draft = reading.draft;
    let edit = author::remove_territory(&draft, draft.territories[0].key);
    let undo = draft.apply(edit).unwrap();
    assert!(!reading.source.render(&draft).contains("main land"));
    draft.apply(undo).unwrap();
    assert_eq!(reading.source.render(&draft), FULL);
}

#[test]
fn the_style_around_is_taken_over() {
    let text = "<map format='1'>\r\n\t<territory id='0' name='A' />\r\n</map>";
    let reading = xml::read(text.as_bytes());
    let mut draft = reading.draft;
    let key = draft.territories[0].key;
    let edit = author::add_pivot(&draft, key, Point::new(1, 2));
    draft.apply(edit).unwrap();
    let edit = Edit::Map(MapField::Image(Some("it's.png".into())));
    draft.apply(edit).unwrap();
    assert_eq!(
        reading.source.render(&draft),
        "<map format='1'>\r\n\t<image file='it&apos;s.png' />\r\n\t<territory id='0' name='A'>\r\n\t\t<pivot x='1' y='2' />\r\n\t</territory>\r\n</map>"
    );
}

#[test]
fn refused_values_stay_until_they_are_set() {
    let text = r##"<map format="1">
  <author>A</author>
  <author>B</author>
  <mask file="../mask.png"> <!-- ours -->
    <background colour="white"/>
    <background colour="#FFFFFF"/>
  </mask>
  <setup>
    <units players="3" each="30"/>
    <units players="3" each="35"/>
  </setup>
  <continent id="0" bonus="many"/>
  <territory id="0" colour="red">
    <pivot x="1"/>
    <pivot x="1" y="2"/>
    <badge x="1" y="bottom"/>
  </territory>
</map>
"##;
    let reading = xml::read(text.as_bytes());
    assert_eq!(reading.flaws.len(), 8, "{:#?}", reading.flaws);
    let mut draft = reading.draft;
    let key = draft.territories[0].key;
    let edit = author::move_pivot(&draft, key, 0, Point::new(3, 4));
    draft.apply(edit).unwrap();
    assert_eq!(
        difference(text, &reading.source.render(&draft)),
        "-    <pivot x=\"1\" y=\"2\"/>\n+    <pivot x=\"3\" y=\"4\"/>\n"
    );
    for edit in [
        Edit::Map(MapField::Author(None)),
        Edit::Map(MapField::Mask(Some(MaskFile {
            file: "mask.png".into(),
            background: vec![Rgb::WHITE],
            ..MaskFile::default()
        }))),
        Edit::Setup {
            players: 3,
            units: None,
        },
        Edit::Territory(key, TerritoryField::Badge(Some(Point::new(5, 6)))),
        Edit::Territory(key, TerritoryField::Colour(Some(Rgb::BLACK))),
    ] {
        draft.apply(edit).unwrap();
    }
    let rendered = reading.source.render(&draft);
    insta::assert_snapshot!(rendered);
    let again = xml::read(rendered.as_bytes());
    assert!(again.draft.same_content(&draft));
    assert_eq!(again.flaws.len(), 3, "{:#?}", again.flaws);
}
