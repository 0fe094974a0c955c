use super::*;
use crate::Card;
use crate::mask::PixelFormat;
use crate::{
    ContinentField, ContinentId, Edit, ListChange, MapField, Neighbour, Rgb, TerritoryField,
    TerritoryId, Way, xml,
};

const SEA: Rgb = Rgb::WHITE;

fn colour(letter: u8) -> Rgb {
    Rgb::new(letter, 255 - letter, 3 * (letter - b'A'))
}

/// A mask of which each letter is a territory, `.` the sea.
fn mask(rows: &[&str]) -> Regions {
    let pixel = |letter: u8| match letter {
        b'.' => SEA.0,
        letter => colour(letter).0,
    };
    let pixels: Vec<u8> = rows
        .iter()
        .flat_map(|row| row.bytes().flat_map(pixel))
        .collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    Regions::from_pixels(width, height, &PixelFormat::RGB, &pixels).unwrap()
}

/// Territories called by their letters, in a row, linked from each to the next.
fn draft(letters: &str) -> Draft {
    let mut draft = Draft::new();
    let mut continent = draft.fresh_continent();
    continent.id = Some(ContinentId(0));
    continent.name = Names::plain("North");
    continent.bonus = Some(3);
    draft.continents.push(continent);
    for (id, letter) in letters.bytes().enumerate() {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id as u16));
        territory.name = Names::plain(char::from(letter).to_string());
        territory.colour = Some(colour(letter));
        territory.continent = Some(ContinentId(0));
        territory.pivots.push(Point::new(id as u32, 0));
        if id + 1 < letters.len() {
            let next = Neighbour::land(TerritoryId(id as u16 + 1));
            territory.neighbours.push(next);
        }
        draft.territories.push(territory);
    }
    draft
}

fn changes(old: (&Draft, &Regions), new: (&Draft, &Regions)) -> Vec<String> {
    let version = |(draft, mask)| Version {
        draft,
        mask: Some(mask),
    };
    let changes = compare(version(old), version(new));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn a_map_read_twice_has_no_difference_and_the_order_is_one() {
    let (old, land) = (draft("ABC"), mask(&["AABBCC"]));
    let text = xml::write(&old);
    let [one, two] = [(), ()].map(|()| xml::read(text.as_bytes()).draft);
    assert_eq!(changes((&one, &land), (&two, &land)), [""; 0]);
    let mut turned = two.clone();
    turned.territories = two.territories.iter().rev().cloned().collect();
    let expected = ["The map: the order or repetition in the file has changed"];
    assert_eq!(changes((&one, &land), (&turned, &land)), expected);
}

#[test]
fn every_changed_field_is_reported() {
    let (old, land) = (draft("ABC"), mask(&["AABBCC"]));
    let mut new = old.clone();
    let [a, b] = [0, 1].map(|at| new.territories[at].key);
    let north = new.continents[0].key;
    let sea = Neighbour {
        way: Way::One,
        ..Neighbour::sea(TerritoryId(2))
    };
    let edits = [
        Edit::Map(MapField::Author(Some("Ada".into()))),
        Edit::Map(MapField::BadgeDiameter(Some(30))),
        Edit::Setup {
            players: 3,
            units: Some(12),
        },
        Edit::Continent(north, ContinentField::Bonus(Some(5))),
        Edit::Territory(a, TerritoryField::Name(Some("Ash".into()))),
        Edit::Territory(a, TerritoryField::Card(Some(Card::Cavalry))),
        Edit::Pivots(
            a,
            ListChange::Replace {
                at: 0,
                old: Point::new(0, 0),
                new: Point::new(1, 0),
            },
        ),
        Edit::Territory(b, TerritoryField::Continent(None)),
        Edit::Neighbours(a, ListChange::Insert { at: 1, item: sea }),
        Edit::Neighbours(
            b,
            ListChange::Remove {
                at: 0,
                item: Neighbour::land(TerritoryId(2)),
            },
        ),
        Edit::Closed(
            b,
            ListChange::Insert {
                at: 0,
                item: TerritoryId(2),
            },
        ),
    ];
    for edit in edits {
        new.apply(edit).unwrap();
    }
    let expected = [
        "The map: author none becomes “Ada”",
        "The map: badge diameter none becomes 30",
        "The map: initial units none becomes 12 for 3 players",
        "Continent “North”: bonus 3 becomes 5",
        "“Ash” (0): name “A” becomes “Ash”",
        "“Ash” (0): card none becomes cavalry",
        "“Ash” (0): pivots 0,0 becomes 1,0",
        "“B” (1): continent “North” becomes none",
        "Link between “Ash” (0) and “C” (2) is new: by sea, only from “Ash” (0)",
        "Link between “B” (1) and “C” (2) is gone: by land",
        "Closed border between “B” (1) and “C” (2) is new",
    ];
    assert_eq!(changes((&old, &land), (&new, &land)), expected);
    let version = |draft| Version { draft, mask: None };
    let mut playing = compare(version(&old), version(&new));
    playing.retain(Change::may_change_play);
    let playing: Vec<String> = playing.iter().map(ToString::to_string).collect();
    assert_eq!(playing, [2, 3, 5, 7, 8, 9].map(|at| expected[at]));
}

#[test]
fn gained_and_lost_land_is_counted_per_territory() {
    let old = draft("ABC");
    let mut new = draft("ABD");
    new.territories[2].id = Some(TerritoryId(7));
    new.territories[1].neighbours = vec![Neighbour::land(TerritoryId(7))];
    let expected = [
        "“A” (0): land of 4 pixels becomes 3, 1 gained and 2 lost",
        "“B” (1): land of 2 pixels becomes 2, 1 gained and 1 lost",
        "“D” (7) is new: 3 pixels, in “North”",
        "“C” (2) is gone: 2 pixels",
        "Link between “B” (1) and “D” (7) is new: by land",
    ];
    let before = mask(&["AABBCC", "AA...."]);
    let after = mask(&["ABB.DD", "A.A..D"]);
    let found = changes((&old, &before), (&new, &after));
    assert_eq!(
        found[0],
        "“A” (0): land of 4 pixels becomes 3, 1 gained and 2 lost"
    );
    assert_eq!(found[2..], expected[2..]);
    assert_eq!(
        found[1],
        "“B” (1): land of 2 pixels becomes 2, 1 gained and 1 lost"
    );
    // Of two sizes only the areas are compared.
    let wider = mask(&["AABBCC.", "AA....."]);
    let found = changes((&old, &before), (&old, &wider));
    assert_eq!(found, ["The mask: size 6 × 2 becomes 7 × 2"]);
}

#[test]
fn renumbered_and_renamed_territories_are_matched() {
    let land = mask(&["AABBCC"]);
    let old = draft("ABC");
    // Ids turned round: names and colours tell.
    let mut new = draft("ABC");
    for (at, id) in [2, 1, 0].into_iter().enumerate() {
        new.territories[at].id = Some(TerritoryId(id));
        new.territories[at].neighbours.clear();
    }
    new.territories[0].neighbours = vec![Neighbour::land(TerritoryId(1))];
    new.territories[1].neighbours = vec![Neighbour::land(TerritoryId(0))];
    let expected = ["“A” (2): id 0 becomes 2", "“C” (0): id 2 becomes 0"];
    assert_eq!(changes((&old, &land), (&new, &land)), expected);
    // B is gone, C has its id, and another colour.
    let mut new = draft("AD");
    new.territories[1].name.text = Some("C".to_owned());
    let found = changes((&old, &land), (&new, &mask(&["AA..DD"])));
    assert!(
        found.contains(&"“C” (1): id 2 becomes 1".to_owned()),
        "{found:?}"
    );
    // Without ids, names tell; what has neither is new and gone.
    let mut bare = old.clone();
    for territory in &mut bare.territories {
        territory.id = None;
        territory.neighbours.clear();
    }
    let found = changes((&bare, &land), (&bare.clone(), &land));
    assert_eq!(found, [""; 0]);
}

#[test]
fn an_id_given_anew_is_another_territory() {
    let (old, new) = (draft("ABC"), draft("ABD"));
    let found = changes((&old, &mask(&["AABBCC"])), (&new, &mask(&["AABBDD"])));
    let expected = [
        "“D” (2) is new: 2 pixels, in “North”",
        "“C” (2) is gone: 2 pixels",
        "Link between “B” (1) and “D” (2) is new: by land",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_picture_shows_what_came_and_went() {
    let old = draft("ABC");
    let mut new = draft("ABD");
    new.territories[2].id = Some(TerritoryId(7));
    let [before, after] = ["AAAABBBB....CCCC", "AAAAAAAB..DDDD.."].map(|row| mask(&[row; 12]));
    let version = |draft, mask| Version {
        draft,
        mask: Some(mask),
    };
    let mut png = Vec::new();
    let (old, new) = (version(&old, &before), version(&new, &after));
    write_picture(old, new, &mut png).unwrap();
    let picture = ::image::load_from_memory(&png).unwrap().into_rgb8();
    assert_eq!((picture.width(), picture.height()), (16, 12));
    // Far from the links, which are drawn at the top.
    let colour = |x| picture.get_pixel(x, 11).0;
    let mut all = [9, 1, 11, 15, 5, 7].map(colour);
    assert_eq!(all[4], colour(13), "of C, which is gone, to D");
    all.sort_unstable();
    let are_apart = all.windows(2).all(|pair| pair[0] != pair[1]);
    assert!(are_apart, "sea, four kinds of land and a border: {all:?}");
    let wider = mask(&["AAAB.DD..", "AAAB.DD.."]);
    let wrong = write_picture(old, version(new.draft, &wider), &mut Vec::new());
    assert!(matches!(wrong, Err(PictureError::Size(16, 12, 9, 2))));
    let none = Version { mask: None, ..new };
    let wrong = write_picture(old, none, &mut Vec::new());
    assert!(matches!(wrong, Err(PictureError::NoMask)));
}

#[test]
fn thousands_of_territories_are_compared_quickly() {
    let mut old = draft("A");
    for id in 1..5000_u16 {
        let mut territory = old.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.name = Names::plain(format!("T{id}"));
        territory
            .neighbours
            .push(Neighbour::land(TerritoryId(id - 1)));
        old.territories.push(territory);
    }
    let mut new = old.clone();
    new.territories.remove(2500);
    let version = |draft| Version { draft, mask: None };
    let changes = compare(version(&old), version(&new));
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0].to_string(), "“T2500” (2500) is gone");
}
