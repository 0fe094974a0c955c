//! How fast map files are read and written, beside two yardsticks on the same
//! text: the bare events of quick-xml, and the tree of roxmltree.
//!
//! ```text
//! cargo bench -p marchland-maps --bench xml
//! ```

use divan::{Bencher, black_box};
use marchland_maps::xml::{self, Reading};
use marchland_maps::{
    ContinentId, Draft, MaskFile, Names, Neighbour, Point, Rgb, TerritoryId, Translation,
};

const TERRITORIES: u16 = 10_000;
const LINKS_EACH: u16 = 3;

fn main() {
    divan::main();
}

/// 10,000 territories in 100 continents with 30,000 links, each with a pivot
/// and a translation.
fn large() -> Draft {
    let mut draft = Draft::new();
    draft.name = Names::plain("Large");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        ..MaskFile::default()
    });
    for id in 0..100 {
        let mut continent = draft.fresh_continent();
        continent.id = Some(ContinentId(id));
        continent.name = Names::plain(format!("Continent {id}"));
        continent.bonus = Some(3);
        draft.continents.push(continent);
    }
    for id in 0..TERRITORIES {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.name = Names::plain(format!("Territory {id}"));
        territory.name.translations.push(Translation {
            lang: "cs".into(),
            text: format!("Území {id}"),
        });
        territory.colour = Some(Rgb::from_u32(u32::from(id) * 997 + 1));
        territory.continent = Some(ContinentId(id / 100));
        let place = u32::from(id);
        territory
            .pivots
            .push(Point::new(place % 100 * 80, place / 100 * 80));
        for step in [1, 2, 100] {
            let to = TerritoryId((id + step) % TERRITORIES);
            territory.neighbours.push(Neighbour::land(to));
        }
        assert_eq!(territory.neighbours.len(), usize::from(LINKS_EACH));
        draft.territories.push(territory);
    }
    draft
}

fn reading() -> Reading {
    let reading = xml::read(xml::write(&large()).as_bytes());
    assert!(reading.flaws.is_empty());
    reading
}

#[divan::bench]
fn yardstick_quick_xml_events(bencher: Bencher<'_, '_>) {
    let text = xml::write(&large());
    bencher.bench(|| {
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut attributes = 0_usize;
        loop {
            match reader.read_event().expect("well-formed") {
                quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                    attributes += tag.attributes().count();
                }
                quick_xml::events::Event::Eof => break attributes,
                _ => {}
            }
        }
    });
}

#[divan::bench]
fn yardstick_roxmltree(bencher: Bencher<'_, '_>) {
    let text = xml::write(&large());
    bencher.bench(|| {
        let document = roxmltree::Document::parse(black_box(&text)).expect("well-formed");
        document.descendants().count()
    });
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let text = xml::write(&large());
    bencher.bench(|| xml::read(black_box(text.as_bytes())));
}

#[divan::bench]
fn write_new(bencher: Bencher<'_, '_>) {
    let draft = large();
    bencher.bench(|| xml::write(black_box(&draft)));
}

#[divan::bench]
fn render_untouched(bencher: Bencher<'_, '_>) {
    let reading = reading();
    bencher.bench(|| reading.source.render(black_box(&reading.draft)));
}

/// Every territory has another name, and its pivot moved.
#[divan::bench]
fn render_all_edited(bencher: Bencher<'_, '_>) {
    let reading = reading();
    let mut draft = reading.draft.clone();
    for territory in &mut draft.territories {
        territory.name = Names::plain("New");
        territory.pivots[0].x += 1;
    }
    bencher.bench(|| reading.source.render(black_box(&draft)));
}

/// The list of territories turned around.
#[divan::bench]
fn render_all_moved(bencher: Bencher<'_, '_>) {
    let reading = reading();
    let mut draft = reading.draft.clone();
    draft.territories = draft.territories.iter().rev().cloned().collect();
    bencher.bench(|| reading.source.render(black_box(&draft)));
}
