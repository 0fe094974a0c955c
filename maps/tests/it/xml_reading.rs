//! Reading map files: their contents, and what is wrong with them and where.

use marchland_maps::xml::{self, Kind};
use marchland_maps::{By, Card, Neighbour, Place, Point, Severity, TerritoryId, Way, limits};

pub(crate) const FULL: &str = include_str!("full.xml");

#[test]
fn everything_is_read() {
    let reading = xml::read(FULL.as_bytes());
    assert_eq!(reading.flaws, []);
    insta::assert_debug_snapshot!(reading.draft);
    let alaska = &reading.draft.territories[0];
    assert_eq!(alaska.name.in_language("cs"), Some("Aljaška"));
    assert_eq!(alaska.card, Some(Card::Infantry));
    assert_eq!(alaska.pivots, [Point::new(109, 244), Point::new(99, 300)]);
    let one_way = Neighbour {
        to: TerritoryId(2),
        by: By::Sea,
        way: Way::One,
    };
    assert_eq!(
        alaska.neighbours,
        [Neighbour::land(TerritoryId(1)), one_way]
    );
}

#[test]
fn an_untouched_file_stays_byte_for_byte() {
    for text in [
        FULL.to_owned(),
        FULL.replace('\n', "\r\n"),
        format!("\u{FEFF}{FULL}"),
    ] {
        let reading = xml::read(text.as_bytes());
        assert_eq!(reading.flaws, []);
        assert_eq!(reading.source.render(&reading.draft), text);
    }
}

#[test]
fn a_new_file_says_what_the_draft_says() {
    let draft = xml::read(FULL.as_bytes()).draft;
    let text = xml::write(&draft);
    insta::assert_snapshot!(text);
    let again = xml::read(text.as_bytes());
    assert_eq!(again.flaws, []);
    assert!(again.draft.same_content(&draft));
}

#[test]
fn places_are_found_in_the_file() {
    let reading = xml::read(FULL.as_bytes());
    let source = &reading.source;
    let key = reading.draft.territories[0].key;
    let text = |place| source.locate(place).map(|span| &source.text()[span]);
    assert_eq!(
        text(Place::Pivot(key, 1)),
        Some(r#"<pivot x="99" y="300"/>"#)
    );
    assert_eq!(
        text(Place::Neighbour(key, 1)),
        Some(r#"<neighbour territory="2" by="sea" way="one"/>"#)
    );
    assert_eq!(text(Place::Neighbour(key, 2)), None);
    let continent = Place::Continent(reading.draft.continents[1].key);
    assert_eq!(
        text(continent),
        Some(r##"<continent id="1" name="Asia" bonus="7" colour="#56B4E9"/>"##)
    );
    let colour = source
        .locate_attribute(Place::Territory(key), "colour")
        .unwrap();
    assert_eq!(&source.text()[colour.clone()], "#31F6BD");
    let line = FULL[..colour.start].lines().count() as u32;
    assert_eq!(source.position(colour.start).line, line);
}

#[test]
fn all_problems_are_reported_in_order() {
    let text = r##"<map format="1">
  <name>Bad</name>
  <mask file="../mask.png"/>
  <territory id="0" name="A" color="#000000" card="infantery">
    <pivot x="1" y="-2"/>
    <neighbor territory="1"/>
  </territory>
</map>
"##;
    let reading = xml::read(text.as_bytes());
    let problems: Vec<_> = reading.flaws.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "3:15: the file `../mask.png` is refused: it must be in the map's folder, without `..`",
            "4:30: unknown attribute `color` of `territory`; did you mean `colour`?",
            "4:52: `card` is `infantry`, `cavalry` or `artillery`, but here it is `infantery`; did you mean `infantry`?",
            "5:21: `y` is a whole number from 0 to 32767, but here it is `-2`",
            "6:5: unknown element `neighbor` in `territory`; did you mean `neighbour`?",
        ]
    );
    assert_eq!(reading.severity(), Some(marchland_maps::Severity::Error));
    assert_eq!(reading.source.render(&reading.draft), text);
}

/// Each element used to search for the beginning of its line.
#[test]
fn a_file_of_one_line_takes_linear_time() {
    let many = 100_000;
    let text = format!("<map format=\"1\">{}</map>", "<a/>".repeat(many));
    let reading = xml::read(text.as_bytes());
    assert_eq!(reading.flaws.len(), 1_001);
    let at = |place: usize| reading.source.position(16 + 4 * place);
    assert!((0..many).all(|place| at(place).column as usize == 17 + 4 * place));
}

/// Elements of other programs are reported as infos, even if there are very many.
#[test]
fn unlisted_flaws_are_as_severe_as_the_worst() {
    let many = |count: usize, error: &str| {
        let text = format!(
            "<map format=\"1\">{}{error}</map>",
            "<weather/>".repeat(count)
        );
        xml::read(text.as_bytes())
    };
    let reading = many(limits::MAX_FLAWS, "");
    assert!(reading.is_as_meant());
    assert_eq!(reading.flaws.len(), limits::MAX_FLAWS);

    let reading = many(limits::MAX_FLAWS + 1, "");
    let last = reading.flaws.last().unwrap();
    assert_eq!(last.kind, Kind::Unlisted(Severity::Info));
    assert_eq!(last.message, "1 more problem is not listed");
    assert!(reading.is_as_meant() && !reading.is_broken());

    let reading = many(limits::MAX_FLAWS + 1, "<territory id=\"x\"/>");
    let last = reading.flaws.last().unwrap();
    assert_eq!(last.kind, Kind::Unlisted(Severity::Error));
    assert_eq!(last.message, "2 more problems are not listed");
    assert!(reading.is_broken());
}

#[test]
fn territories_on_one_line_are_edited_in_one_walk() {
    let many = 4_000;
    let territory = |at| format!("<territory id=\"{at}\"><x/></territory>");
    let territories: String = (0..many).map(territory).collect();
    let text = format!(
        "<map format=\"1\">{}{territories}</map>",
        "<a/>".repeat(many)
    );
    let reading = xml::read(text.as_bytes());
    let mut draft = reading.draft.clone();
    for territory in &mut draft.territories {
        territory.pivots.push(Point::new(1, 2));
    }
    let written = reading.source.render(&draft);
    assert_eq!(
        written.matches("<x/><pivot x=\"1\" y=\"2\"/>").count(),
        many
    );
    assert!(!written.contains('\n'));
}

/// Each new territory used to take a pass over the whole file.
#[test]
fn many_territories_are_added_to_many_strangers_in_one_walk() {
    let comments = "<!-- -->".repeat(12_500);
    let text = format!(
        "<map format=\"1\">\n{}{comments}\n</map>",
        "<a/>\n".repeat(50_000)
    );
    let reading = xml::read(text.as_bytes());
    let mut draft = reading.draft.clone();
    for id in 0..5_000 {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        draft.territories.push(territory);
    }
    let written = reading.source.render(&draft);
    let again = xml::read(written.as_bytes()).draft;
    assert_eq!(again.territories.len(), 5_000);
    assert_eq!(again.territories[4_999].id, Some(TerritoryId(4_999)));
}
