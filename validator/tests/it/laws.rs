//! Properties of arbitrary drafts.

use marchland_maps::{
    By, Card, Continent, ContinentId, Draft, Map, MaskFile, Names, Neighbour, Point, Problem, Rgb,
    Territory, TerritoryId, Way, xml,
};
use marchland_validator::{Input, Report, Safety, Settings, Severity, Text, check, fix};
use proptest::prelude::*;

use crate::support::root;

fn names() -> impl Strategy<Value = Names> {
    let text = prop::option::weighted(
        0.9,
        prop::sample::select(vec![
            "Ural",
            "ural ",
            "Perm",
            "Austria",
            "Australia",
            "Siam",
            "",
            "Territory 3",
            "Bali",
            "Crete",
            "Cuba",
        ]),
    );
    text.prop_map(|text| Names {
        text: text.map(str::to_owned),
        translations: Vec::new(),
    })
}

fn neighbours() -> impl Strategy<Value = Vec<Neighbour>> {
    let one =
        (0_u16..7, any::<bool>(), prop::bool::weighted(0.2)).prop_map(|(to, sea, one_way)| {
            Neighbour {
                to: TerritoryId(to),
                by: if sea { By::Sea } else { By::Land },
                way: if one_way { Way::One } else { Way::Both },
            }
        });
    prop::collection::vec(one, 0..4)
}

prop_compose! {
    fn draft()(
        territories in prop::collection::vec(
            (
                names(),
                prop::option::weighted(0.9, 0_u8..8),
                prop::option::weighted(0.9, 0_u16..3),
                prop::collection::vec((0_u32..40, 0_u32..40), 0..3),
                neighbours(),
                prop::collection::vec(0_u16..7, 0..2),
                (prop::option::weighted(0.9, 0_u16..7), prop::option::weighted(0.3, 0_usize..3), any::<bool>()),
            ),
            0..7,
        ),
        continents in prop::collection::vec(
            (prop::option::weighted(0.9, 0_u16..3), any::<bool>(), names(), prop::option::weighted(0.9, 0_u16..12)),
            0..4,
        ),
        map in (names(), any::<bool>(), prop::option::of(prop::sample::select(vec!["world", "Bad Id", ""])), any::<bool>()),
        units in prop::collection::btree_map(0_u8..9, 0_u32..20, 0..3),
    ) -> Draft {
        let mut draft = Draft::new();
        draft.name = map.0;
        draft.mask = map.1.then(|| MaskFile { file: "mask.png".into(), background: vec![Rgb::WHITE], ..MaskFile::default() });
        draft.id = map.2.map(str::to_owned);
        draft.setup.units = units;
        // Half of the drafts have valid ids, to reveal deeper problems.
        let sound = map.3;
        for (at, (id, ascending, name, bonus)) in continents.into_iter().enumerate() {
            let id = if ascending || sound { Some(at as u16) } else { id };
            let continent = Continent { id: id.map(ContinentId), name, bonus, ..draft.fresh_continent() };
            draft.continents.push(continent);
        }
        for (at, (name, colour, continent, pivots, neighbours, closed, (id, card, ascending))) in
            territories.into_iter().enumerate()
        {
            let id = if ascending || sound { Some(at as u16) } else { id };
            let territory = Territory {
                id: id.map(TerritoryId),
                name,
                colour: colour.map(|c| if sound { Rgb::new(c, at as u8, 0) } else { Rgb::new(c * 36, 255, 255) }),
                continent: continent.map(ContinentId),
                card: card.map(|card| Card::ALL[card]),
                pivots: pivots.into_iter().map(|(x, y)| Point::new(x, y)).collect(),
                neighbours,
                closed: closed.into_iter().map(TerritoryId).collect(),
                ..draft.fresh_territory()
            };
            draft.territories.push(territory);
        }
        draft
    }
}

fn codes(problem: &Problem) -> &'static [&'static str] {
    match problem {
        Problem::NoMapName => &["MAP001"],
        Problem::MapId(_) => &["MAP002"],
        Problem::NoMask => &["MAP003"],
        Problem::TooFewTerritories(_) => &["MAP004"],
        Problem::TooMany { .. } => &["MAP005"],
        Problem::NoContinents => &["CON010"],
        Problem::NoTerritoryId(_) => &["NET003"],
        Problem::TerritoryIdTwice { .. } => &["NET002"],
        Problem::TerritoryIdGap { .. } => &["NET001"],
        Problem::NoTerritoryName(_) => &["TER001"],
        Problem::TerritoryNameTwice { .. } => &["TER002"],
        Problem::NoColour(_) => &["TER008"],
        Problem::ColourTwice { .. } => &["IMG005"],
        Problem::ColourIsNoLand { .. } => &["IMG014"],
        Problem::NoPivot(_) => &["PIV001"],
        Problem::NoContinent(_) => &["CON002"],
        Problem::UnknownContinent { .. } => &["CON001"],
        Problem::UnknownNeighbour { .. } => &["ADJ001"],
        Problem::UnknownClosed { .. } => &["ADJ018"],
        Problem::SelfNeighbour { .. } => &["ADJ002"],
        Problem::LinkTwice { .. } => &["ADJ003"],
        Problem::LinkDiffers { .. } => &["ADJ004"],
        Problem::LinkedAndClosed { .. } => &["ADJ019"],
        Problem::Unreachable { .. } => &["ADJ005", "ADJ006", "ADJ007"],
        Problem::NoContinentId(_) => &["CON013"],
        Problem::ContinentIdTwice { .. } => &["CON012"],
        Problem::ContinentIdGap { .. } => &["CON011"],
        Problem::NoContinentName(_) => &["CON014"],
        Problem::ContinentNameTwice { .. } => &["CON006"],
        Problem::NoBonus(_) => &["CON005"],
        Problem::EmptyContinent(_) => &["CON003"],
    }
}

fn plain(draft: &Draft) -> Report {
    check(&Input::new(draft, &Settings::default()))
}

fn summary(report: &Report) -> Vec<(String, String, Option<usize>, Vec<String>)> {
    let findings = report.findings.iter();
    findings
        .map(|f| {
            let titles = f.fixes.iter().map(|fix| fix.title.clone()).collect();
            (
                f.id.clone(),
                f.message.clone(),
                f.span.as_ref().map(|s| s.bytes.start),
                titles,
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_draft_has_no_errors_exactly_if_it_is_a_map(draft in draft()) {
        let problems = Map::try_from(&draft).err().unwrap_or_default();
        let report = plain(&draft);
        let errors: Vec<_> = report.findings.iter().filter(|f| f.severity == Severity::Error).collect();
        prop_assert_eq!(problems.is_empty(), errors.is_empty(), "{:?} {:?}", problems, errors);
        // Duplicate ids make references ambiguous.
        if problems.iter().any(|p| matches!(p, Problem::TerritoryIdTwice { .. } | Problem::ContinentIdTwice { .. })) {
            return Ok(());
        }
        for problem in &problems {
            prop_assert!(errors.iter().any(|f| codes(problem).contains(&f.rule.code)), "{}", problem);
        }
    }

    #[test]
    fn ids_are_unique_and_reports_reproducible(draft in draft()) {
        let report = plain(&draft);
        let mut ids: Vec<_> = report.findings.iter().map(|f| &f.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), report.findings.len());
        prop_assert_eq!(summary(&report), summary(&plain(&draft)));
    }

    #[test]
    fn every_fix_applies_and_can_be_undone(draft in draft()) {
        for finding in plain(&draft).findings {
            for fix in finding.fixes.iter().filter(|fix| fix.disabled.is_none()) {
                let mut changed = draft.clone();
                let inverse = changed.apply(fix.edit());
                prop_assert!(inverse.is_ok(), "{}: {}", finding.id, fix.title);
                prop_assert!(changed.apply(inverse.unwrap()).is_ok());
                prop_assert_eq!(&changed.territories, &draft.territories);
                prop_assert_eq!(&changed.continents, &draft.continents);
            }
        }
    }

    #[test]
    fn safe_repairs_terminate_and_are_complete(draft in draft()) {
        let settings = Settings::default();
        let outcome = fix::repair(&Input::new(&draft, &settings), Safety::Safe);
        prop_assert_eq!(outcome.report.open().filter(|f| f.fix_at(Safety::Safe).is_some()).count(), 0);
        let before = plain(&draft).counts();
        prop_assert!(outcome.report.counts().errors <= before.errors);
    }

    #[test]
    fn unsafe_repairs_terminate(draft in draft()) {
        let settings = Settings::default();
        let outcome = fix::repair(&Input::new(&draft, &settings), Safety::Unsafe);
        prop_assert_eq!(summary(&outcome.report), summary(&plain(&outcome.draft)));
    }

    /// The editor checks its own draft against a reading of what it would write, while
    /// the command line checks that reading itself.
    #[test]
    fn editor_and_command_line_report_the_same(draft in draft()) {
        let text = xml::write(&draft);
        let reading = xml::read(text.as_bytes());
        let settings = Settings::default();
        let read = reading.draft.clone();
        // Skip drafts that a file cannot represent.
        prop_assume!(reading.is_as_meant());
        prop_assume!(plain(&read).findings.len() == plain(&draft).findings.len());
        let text = Text::new(reading);
        let of = |draft| check(&Input { text: Some(&text), ..Input::new(draft, &settings) });
        prop_assert_eq!(summary(&of(&draft)), summary(&of(&read)));
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let reading = xml::read(&bytes);
        let draft = reading.draft.clone();
        let text = Text::new(reading);
        check(&Input { text: Some(&text), ..Input::new(&draft, &Settings::default()) });
    }

    #[test]
    fn no_damage_to_a_map_causes_a_panic(cut in 0.0_f64..1.0, at in 0.0_f64..1.0, byte in any::<u8>()) {
        let mut bytes = std::fs::read(root("maps/world/map.xml")).unwrap();
        let place = (bytes.len() as f64 * at) as usize;
        bytes[place] = byte;
        bytes.truncate((bytes.len() as f64 * cut) as usize);
        let reading = xml::read(&bytes);
        let draft = reading.draft.clone();
        let text = Text::new(reading);
        check(&Input { text: Some(&text), ..Input::new(&draft, &Settings::default()) });
    }
}
