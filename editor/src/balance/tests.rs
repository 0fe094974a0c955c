use std::fmt::Write;

use marchland_game::conquest::balance::{Figure, Finding, Fit, Subject};
use marchland_maps::{ContinentField, Edit, xml};

use super::*;

/// Four continents of three territories around a ring, each linked within and to the next.
fn ring(bonuses: [u16; 4]) -> Document {
    let mut text = String::from("<map format=\"1\"><name>Ring</name><mask file=\"mask.png\"/>");
    for (id, bonus) in bonuses.into_iter().enumerate() {
        write!(
            text,
            "<continent id=\"{id}\" name=\"C{id}\" bonus=\"{bonus}\"/>"
        )
        .unwrap();
    }
    for id in 0..12 {
        let next = (id + 1) % 12;
        let across = (id % 3 == 0).then_some(id + 2);
        write!(
            text,
            "<territory id=\"{id}\" name=\"T{id}\" colour=\"#{id:06X}\" continent=\"{}\">\
             <pivot x=\"{id}\" y=\"1\"/><neighbour territory=\"{next}\"/>",
            id / 3
        )
        .unwrap();
        if let Some(across) = across {
            write!(text, "<neighbour territory=\"{across}\"/>").unwrap();
        }
        text += "</territory>";
    }
    text += "</map>";
    Document::new(xml::read(text.as_bytes()).draft, None, true)
}

fn set_bonus(document: &mut Document, at: usize, bonus: u16) {
    let key = document.draft().continents[at].key;
    let edit = Edit::Continent(key, ContinentField::Bonus(Some(bonus)));
    document.make("bonus", edit, None).unwrap();
}

fn order(wish: Option<Wish>) -> Box<Order> {
    match wish {
        Some(Wish::Play(order)) => order,
        other => panic!("{other:?}"),
    }
}

/// Runs an order and passes on its news, up to `states` figures.
fn carry_out(balance: &mut Balance, order: &Order, figures: usize) -> usize {
    let mut told = 0;
    let mut news = Vec::new();
    order.carry_out(&mut |one| {
        told += usize::from(matches!(one, News::Figures(_)));
        news.push(one);
        told < figures
    });
    for one in news {
        balance.update(Message::News(order.number(), Parcel::new(one)));
    }
    told
}

fn opened(document: &Document) -> (Balance, Box<Order>) {
    let mut balance = Balance::default();
    assert!(balance.follow(document, true).is_none(), "it is shut");
    balance.open = true;
    balance.update(Message::Players(3));
    let order = order(balance.follow(document, true));
    (balance, order)
}

fn edited(balance: &mut Balance, document: &Document) -> Box<Order> {
    let Some(Wish::Pause(number)) = balance.follow(document, true) else {
        panic!("a pause after an edit");
    };
    assert!(balance.follow(document, true).is_none(), "it waits");
    balance.update(Message::Due(number));
    order(balance.follow(document, true))
}

#[test]
fn figures_need_ten_deals_and_have_intervals() {
    let document = ring([2; 4]);
    let (mut balance, order) = opened(&document);
    assert!(balance.shown().is_none());
    assert_eq!(carry_out(&mut balance, &order, 1), 1);
    let shown = balance.shown().unwrap();
    assert!(shown.section.deals >= 10 && shown.section.games == 3 * shown.section.deals);
    let section = &shown.section;
    let marks = section.continents.iter().flat_map(|c| &c.marks);
    let figures = marks
        .flat_map(|mark| [mark.held, mark.won, mark.lift])
        .chain(section.continents.iter().map(|c| c.lift_begun))
        .chain(
            section
                .places
                .iter()
                .flat_map(|p| [p.won, p.world, p.beyond_world]),
        )
        .chain(section.territories.iter().flat_map(|t| [t.battles, t.lift]))
        .chain([section.course.rounds, section.course.unfinished]);
    let known: Vec<Figure> = figures.flatten().collect();
    assert!(known.len() > 40, "{known:?}");
    for figure in known {
        let Figure { value, low, high } = figure;
        assert!(low <= value && value <= high && low < high, "{figure:?}");
        assert!(figure.reach() >= figure.half());
    }
    assert!(balance.is_fresh() && !balance.rests());
}

#[test]
fn old_figures_stay_until_new_ones_are_as_precise() {
    let mut document = ring([2; 4]);
    let (mut balance, first) = opened(&document);
    carry_out(&mut balance, &first, 5);
    let before = balance.shown().unwrap().clone();
    assert!(before.half > SHARP);
    set_bonus(&mut document, 1, 9);
    let second = edited(&mut balance, &document);
    assert!(!balance.is_fresh());
    carry_out(&mut balance, &second, 1);
    assert_eq!(balance.shown(), Some(&before), "grey, but there");
    let next = balance.next().unwrap();
    assert!(next.games >= 10 && next.half > before.half);
    // Resumes where it stopped.
    let third = order(balance.follow(&document, true));
    carry_out(&mut balance, &third, 8);
    let now = balance.shown().unwrap();
    assert!(balance.is_fresh() && now.half <= before.half && balance.next().is_none());
    assert_eq!(now.section.continents[1].bonus, 9);

    // A change of players leaves nothing to compare with.
    balance.update(Message::Players(2));
    let fourth = edited(&mut balance, &document);
    carry_out(&mut balance, &fourth, 1);
    assert_eq!(balance.shown().unwrap().section.players, 2);
}

#[test]
fn games_continue_on_equivalent_maps() {
    let mut document = ring([2; 4]);
    let (mut balance, first) = opened(&document);
    carry_out(&mut balance, &first, 4);
    let games = balance.shown().unwrap().section.games;
    let key = document.draft().territories[0].key;
    document.rename(key, "Elm").unwrap();
    let second = edited(&mut balance, &document);
    carry_out(&mut balance, &second, 1);
    let shown = balance.shown().unwrap();
    assert_eq!(shown.section.games, games);
    assert_eq!(shown.section.territories[0].name, "Elm");
    // After an edit and its undo the figures return at once.
    set_bonus(&mut document, 0, 5);
    let third = edited(&mut balance, &document);
    carry_out(&mut balance, &third, 1);
    document.undo();
    let fourth = edited(&mut balance, &document);
    carry_out(&mut balance, &fourth, 1);
    assert_eq!(balance.shown().unwrap().section.games, games);
    assert!(balance.is_fresh());
}

#[test]
fn an_unplayable_draft_says_why() {
    let mut document = ring([2; 4]);
    let (mut balance, first) = opened(&document);
    carry_out(&mut balance, &first, 1);
    let key = document.draft().territories[0].key;
    let edit = Edit::Territory(key, marchland_maps::TerritoryField::Continent(None));
    document.make("homeless", edit, None).unwrap();
    let second = edited(&mut balance, &document);
    carry_out(&mut balance, &second, 1);
    assert!(balance.trouble()[0].contains("belongs to no continent"));
    assert!(balance.rests() && balance.follow(&document, true).is_none());
    assert!(balance.shown().is_some() && !balance.is_fresh());
    document.undo();
    edited(&mut balance, &document);
    assert!(balance.trouble().is_empty());

    // Two territories cannot be shared by six players.
    let text = "<map format=\"1\"><name>Two</name><mask file=\"mask.png\"/>\
                <continent id=\"0\" name=\"C\" bonus=\"1\"/>\
                <territory id=\"0\" name=\"A\" colour=\"#000001\" continent=\"0\">\
                <pivot x=\"1\" y=\"1\"/><neighbour territory=\"1\"/></territory>\
                <territory id=\"1\" name=\"B\" colour=\"#000002\" continent=\"0\">\
                <pivot x=\"3\" y=\"1\"/></territory></map>";
    let few = Document::new(xml::read(text.as_bytes()).draft, None, true);
    let (mut balance, _) = opened(&few);
    balance.update(Message::Players(6));
    balance.play_now(&few, 20);
    assert!(!balance.trouble().is_empty());
    assert_eq!(balance.most_players(), Some(2), "this would help");
    balance.update(Message::Players(2));
    balance.play_now(&few, 20);
    assert!(balance.trouble().is_empty() && balance.most_players().is_none());
}

#[test]
fn a_search_survives_closing_the_panel_but_not_an_edit() {
    let mut document = ring([1, 1, 12, 1]);
    let (mut balance, games) = opened(&document);
    balance.update(Message::Propose);
    carry_out(&mut balance, &games, 1);
    let mut search = order(balance.follow(&document, true));
    search.most = 12;
    balance.open = false;
    assert!(balance.follow(&document, true).is_none());
    assert!(!search.stop.is_asked() && balance.seeking().is_some());
    carry_out(&mut balance, &search, 1);
    assert!(balance.follow(&document, true).is_none(), "no games");
    balance.open = true;
    assert!(balance.follow(&document, true).is_some(), "games again");
    assert!(balance.offer(document.revision()).is_some());
    assert_eq!(balance.stopped(), None);

    let (mut balance, games) = opened(&document);
    balance.update(Message::Propose);
    carry_out(&mut balance, &games, 1);
    let search = order(balance.follow(&document, true));
    balance.open = false;
    set_bonus(&mut document, 1, 9);
    assert!(balance.follow(&document, true).is_none());
    assert!(search.stop.is_asked() && balance.seeking().is_none());
    assert_eq!(balance.stopped(), Some(Stopped::Edited));
    balance.open = true;
    balance.update(Message::Propose);
    assert_eq!(balance.stopped(), None);
    balance.follow(&document, true);
    balance.update(Message::Propose);
    balance.update(Message::Players(2));
    balance.follow(&document, true);
    assert_eq!(balance.stopped(), Some(Stopped::OtherSetup));
    balance.update(Message::Leave);
    assert_eq!(balance.stopped(), None);
}

#[test]
fn a_seed_counts_once_it_is_entered() {
    let mut balance = Balance::default();
    let mut type_in = |text: &str, done: Message| {
        balance.update(Message::Seed(text.to_owned()));
        let valid = balance.is_seed();
        assert_eq!(balance.setup().seed, 1, "not while it is typed");
        balance.update(done);
        let now = (valid, balance.setup().seed, balance.seed());
        balance.setup.seed = 1;
        now
    };
    let known = |valid, seed, text: &str| (valid, seed, text.to_owned());
    assert_eq!(type_in("27", Message::SeedEntered), known(true, 27, "27"));
    assert_eq!(type_in("28", Message::SeedLeft), known(true, 28, "28"));
    assert_eq!(type_in("", Message::SeedEntered), known(false, 1, ""));
    let large = "99999999999999999999";
    assert_eq!(type_in(large, Message::SeedLeft), known(false, 1, "1"));
}

#[test]
fn the_heat_map_is_old_until_figures_of_the_draft_are_known() {
    let mut document = ring([2; 4]);
    let (mut balance, first) = opened(&document);
    balance.update(Message::Layer(Some(Layer::Battles)));
    carry_out(&mut balance, &first, 1);
    assert!(!balance.heat().unwrap().is_old);
    set_bonus(&mut document, 1, 9);
    let second = edited(&mut balance, &document);
    assert!(balance.heat().unwrap().is_old);
    carry_out(&mut balance, &second, 9);
    assert!(balance.is_fresh() && !balance.heat().unwrap().is_old);
}

#[test]
fn games_run_only_while_visible_and_not_paused() {
    let document = ring([2; 4]);
    let (mut balance, first) = opened(&document);
    assert!(balance.follow(&document, true).is_none(), "one thread");
    balance.update(Message::Pause);
    assert!(balance.follow(&document, true).is_none());
    assert!(first.stop.is_asked());
    assert_eq!(carry_out(&mut balance, &first, 9), 0, "it ends at once");
    assert!(balance.follow(&document, true).is_none(), "still paused");
    balance.update(Message::Pause);
    let second = order(balance.follow(&document, true));
    // A play-test hides the panel.
    assert!(balance.follow(&document, false).is_none());
    assert!(second.stop.is_asked());
    carry_out(&mut balance, &second, 9);
    let third = order(balance.follow(&document, true));
    balance.open = false;
    assert!(balance.follow(&document, true).is_none());
    assert!(third.stop.is_asked());
    // News of a stopped order is ignored, even before it ends.
    let ended = Ended {
        kept: None,
        is_done: true,
        failed: Some("late".to_owned()),
    };
    for late in [
        News::Refused(vec!["late".to_owned()], None),
        News::Ended(ended),
    ] {
        balance.update(Message::News(third.number(), Parcel::new(late)));
    }
    assert!(balance.trouble().is_empty() && balance.failed().is_none() && !balance.rests());
    // Closing the map ends the thread.
    let (balance, fourth) = opened(&document);
    drop(balance);
    assert!(fourth.stop.is_asked());
}

#[test]
fn a_bad_bonus_is_found_and_a_better_one_proposed() {
    let document = ring([1, 1, 12, 1]);
    let (mut balance, _) = opened(&document);
    balance.play_now(&document, 400);
    // Again, so that the alternative bonus is played, too.
    balance.play_now(&document, 600);
    let shown = balance.shown().unwrap();
    let finding = &shown.findings[0];
    let about = (finding.subject, finding.fit);
    assert_eq!(about, (Subject::Continent(2), Fit::TooBig), "{finding:?}");
    // The alternative is the bonus that suits it.
    let other = shown.what_if.as_ref().unwrap();
    let suitable = shown.section.continents[2].suitable;
    assert_eq!((other.continent, other.bonus), (2, suitable));
    assert!(other.figures.lift_begun.is_some());

    balance.update(Message::Propose);
    let search = order(balance.follow(&document, true));
    assert_eq!(search.work, Work::Bonuses);
    balance.update(Message::Leave);
    carry_out(&mut balance, &search, 1);
    assert!(
        balance.offer(document.revision()).is_none(),
        "it was left off"
    );
    balance.seeking = Some((0, 0));
    balance.play_now(&document, 60);
    let offer = balance.offer(document.revision()).unwrap();
    let (key, proposal) = &offer.bonuses[2];
    assert_eq!(*key, document.draft().continents[2].key);
    assert!(
        proposal.bonus == 12 && proposal.proposed < 12,
        "{proposal:?}"
    );
    assert!(balance.seeking().is_none());
    assert!(
        balance.offer(document.revision() + 1).is_none(),
        "of this state"
    );
    balance.update(Message::Players(2));
    let offer = balance.offer(document.revision());
    assert!(offer.is_none(), "of this set-up");
}

/// The panel advised a bonus that the search for bonuses does not propose and CON008 reports.
#[test]
fn only_a_bonus_that_fits_is_tried() {
    let tried = |bonus: u16, is_more: bool| {
        let (mut balance, order) = opened(&ring([bonus; 4]));
        carry_out(&mut balance, &order, 1);
        let mut figures = balance.shown().unwrap().clone();
        assert_eq!(figures.section.continents[0].fitting, [1, 3]);
        figures.findings = vec![Finding {
            subject: Subject::Continent(0),
            is_more,
            fit: Fit::Fits,
            flags: Vec::new(),
            size: 0.0,
            follows: Vec::new(),
        }];
        play::other_bonus(&figures, None)
    };
    assert_eq!(tried(2, true), Some((0, 1)));
    assert_eq!(tried(1, true), None);
    assert_eq!(tried(2, false), Some((0, 3)));
    assert_eq!(tried(3, false), None);
}

#[test]
fn the_heat_map_shows_known_figures() {
    let document = ring([1, 1, 12, 1]);
    let (mut balance, _) = opened(&document);
    balance.play_now(&document, 300);
    assert!(balance.heat().is_none());
    for layer in Layer::ALL {
        balance.update(Message::Layer(Some(layer)));
        let heat = balance.heat().unwrap();
        let shades: Vec<_> = document
            .draft()
            .territories
            .iter()
            .map(|t| heat.shade(t.key).unwrap().clone())
            .collect();
        assert!(shades.iter().all(|s| s.step.abs() <= Heat::STEPS));
        let deepest = shades.iter().map(|s| s.step.abs()).max().unwrap();
        if layer.is_signed() {
            // Values that may be chance have no shade and no number.
            assert!(shades.iter().all(|s| (s.step == 0) || s.text.is_some()));
            let of = |range: std::ops::Range<usize>| -> i32 {
                shades[range].iter().map(|s| i32::from(s.step)).sum()
            };
            assert!(of(6..9) > of(0..3), "{shades:?}");
        } else {
            assert_eq!(deepest, Heat::STEPS);
            assert!(shades.iter().all(|s| s.step >= 0 && s.text.is_some()));
        }
        let letters = shades
            .iter()
            .filter_map(|s| Some(s.text.as_ref()?.chars().count()));
        assert!(letters.max().unwrap_or(0) <= 3);
    }
    balance.open = false;
    assert!(balance.heat().is_none());
}

/// The draft's figures come first; the baseline gets half as many deals at first.
#[test]
fn the_draft_takes_precedence_over_the_baseline() {
    let (mut balance, order) = opened(&ring([2; 4]));
    carry_out(&mut balance, &order, 3);
    let shown = balance.shown().unwrap();
    assert!(shown.half > SHARP);
    let worlds = balance.worlds.lock().unwrap();
    assert_eq!(worlds[&shown.setup].tally.deals, shown.section.deals / 2);
}

/// The games and all their threads run at low priority.
#[cfg(target_os = "linux")]
#[test]
fn games_run_at_low_priority() {
    let nice = || rustix::process::getpriority_process(None).unwrap();
    let before = nice();
    let (_, mut order) = opened(&ring([2; 4]));
    let inside = std::thread::spawn(move || {
        order.step_back();
        std::thread::spawn(move || (nice(), order.steps_back)).join()
    });
    assert_eq!(inside.join().unwrap().unwrap(), (19, true));
    assert_eq!(nice(), before);
}
