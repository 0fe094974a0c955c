//! The balance panel as its user sees it.

use iced::Size;
use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::balance::{Layer, Message as Balance};
use marchland_editor::commands::Command;
use marchland_editor::{scenery, workspace};
use marchland_game::conquest::balance::Fit;

use crate::driver::{Driver, bundled};
use crate::pictures::Album;

fn say(driver: &mut Driver, message: Balance) {
    let message = workspace::Message::Balance(message);
    let _ = driver.app.update(Message::Workspace(message));
}

fn bonuses(driver: &Driver) -> Vec<Option<u16>> {
    let continents = driver.workspace().document.draft().continents.iter();
    continents.map(|continent| continent.bonus).collect()
}

/// Runs with real threads, pauses and news.
#[test]
fn figures_come_while_the_panel_is_open() {
    let mut driver = Driver::new(Some(&bundled("world")));
    let open = workspace::Message::Do(Command::ToggleBalance);
    let task = driver.app.update(Message::Workspace(open));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        use iced::futures::StreamExt;
        let mut stream = iced_runtime::task::into_stream(task).expect("games");
        while let Some(action) = stream.next().await {
            if let iced_runtime::Action::Output(message) = action {
                let _ = driver.app.update(message);
            }
            if driver.workspace().balance().shown().is_some() {
                break;
            }
        }
    });
    assert!(driver.shows("Balance"));
    let shown = driver.workspace().balance().shown().unwrap();
    assert!(shown.section.games >= 40 && shown.is_world);
}

#[test]
fn a_planted_fault_is_reported_and_fixed_in_one_step() {
    let mut driver = Driver::new(Some(&bundled("czechia")));
    plant(&mut driver, "Moravia and Silesia", 24);
    driver.key("B", Modifiers::SHIFT);
    assert!(driver.workspace().balance().open);
    driver.key("i", Modifiers::empty());
    assert!(!driver.workspace().balance().open, "issues stand there");
    driver.key("B", Modifiers::SHIFT);
    assert!(!driver.workspace().view.issues_open);
    // Proposed by a thread, accepted here.
    driver.app.play_now(250);
    let found = &driver.workspace().balance().shown().unwrap().findings;
    assert_eq!(found[0].fit, Fit::TooBig, "{found:?}");
    assert!(driver.shows("Propose bonuses…"));
    say(&mut driver, Balance::Propose);
    driver.app.play_now(100);
    let before = bonuses(&driver);
    let revision = driver.workspace().document.revision();
    let offer = driver
        .workspace()
        .balance()
        .offer(revision)
        .expect("a proposal");
    let proposed: Vec<_> = offer
        .bonuses
        .iter()
        .map(|(_, p)| Some(p.proposed))
        .collect();
    assert_ne!(proposed, before);
    assert!(driver.shows("Proposed bonuses"));
    driver.click("Apply bonuses");
    assert_eq!(bonuses(&driver), proposed);
    assert!(driver.workspace().balance().offer(revision).is_none());
    assert!(!driver.workspace().balance().is_fresh());
    driver.key("z", Modifiers::CTRL);
    assert_eq!(bonuses(&driver), before, "one step");
}

#[test]
fn names_have_room_beside_figures_in_a_small_window() {
    let mut driver = Driver::new(Some(&bundled("world")));
    plant(&mut driver, "South America", 12);
    driver.key("B", Modifiers::SHIFT);
    driver.app.play_now(12);
    let room = |driver: &mut Driver| {
        let mut room = 0.0;
        driver.within(Size::new(1024.0, 640.0), |screen| {
            room = screen.find("South America").expect("it").bounds().width;
        });
        room
    };
    assert!(room(&mut driver) > 80.0, "all of it");
    driver.within(Size::new(1000.0, 700.0), |screen| {
        assert!(
            screen.find("Holder\nwins more").is_ok(),
            "no column is left out"
        );
    });
    say(&mut driver, Balance::Propose);
    driver.app.play_now(12);
    assert!(driver.shows("Proposed bonuses"));
    assert!(room(&mut driver) > 80.0, "all of it");
}

#[test]
fn issue_marks_give_way_to_figures() {
    let mut driver = Driver::new(Some(&bundled("world")));
    // Too long for its land, which is only a warning.
    let key = driver.workspace().document.draft().territories[0].key;
    let name = "The upper and the lower territory of the bishops of the mountains".to_owned();
    let change = workspace::Change::Name(key, name);
    driver.send(Message::Workspace(workspace::Message::Inspect(change)));
    driver.key("B", Modifiers::SHIFT);
    driver.app.play_now(12);
    let issues = Command::Layer(scenery::Layer::Issues);
    assert!(driver.workspace().why_not(issues).is_none());
    let has_marks = |driver: &Driver| !driver.workspace().scene().marks().is_empty();
    assert!(has_marks(&driver));
    say(&mut driver, Balance::Layer(Some(Layer::Battles)));
    assert!(!has_marks(&driver));
    assert!(driver.workspace().why_not(issues).is_some());
    driver.key("B", Modifiers::SHIFT);
    assert!(has_marks(&driver));
}

/// Saves pictures if `MARCHLAND_PICTURES` is set.
#[test]
fn pictures_of_balance() {
    let mut album = Album::new();
    let deep = std::env::var_os("MARCHLAND_PICTURES").is_some();
    let deals = if deep { 1_000 } else { 12 };
    let sizes = [
        ("small", Size::new(1024.0, 640.0)),
        ("", Size::new(1280.0, 800.0)),
    ];
    // Without a fault the panel shows less.
    let faults = if deep { &[false, true][..] } else { &[true] };
    for &fault in faults {
        let mut driver = Driver::new(Some(&bundled("world")));
        let name = if fault { "fault" } else { "world" };
        if fault {
            // Six times the usual bonus.
            plant(&mut driver, "South America", 12);
        }
        driver.key("B", Modifiers::SHIFT);
        album.take(&mut driver, &format!("balance-{name}-begins"), sizes[1].1);
        driver.app.play_now(deals);
        if deep {
            driver.app.play_now(deals + 600);
        }
        for (size, window) in sizes {
            let layers = if deep {
                &Layer::ALL[..]
            } else {
                &Layer::ALL[..1]
            };
            for dark in [false, true] {
                for layer in std::iter::once(None).chain(layers.iter().copied().map(Some)) {
                    say(&mut driver, Balance::Layer(layer));
                    let layer = layer.map_or("none".to_owned(), |l| format!("{l:?}"));
                    let mode = if dark { "dark" } else { "light" };
                    let name = format!("balance-{name}-{layer}-{mode}{size}");
                    album.take(&mut driver, &name, window);
                }
                let _ = driver.app.update(Message::Command(Command::ToggleTheme));
            }
        }
        if fault {
            plant(&mut driver, "South America", 2);
            album.take(&mut driver, "balance-stale", sizes[1].1);
            driver.key("z", Modifiers::CTRL);
            say(&mut driver, Balance::Propose);
            album.take(&mut driver, "balance-seeking", sizes[1].1);
            driver.app.play_now(deals);
            for (size, window) in sizes {
                album.take(&mut driver, &format!("balance-offer{size}"), window);
            }
        }
    }
}

fn plant(driver: &mut Driver, continent: &str, bonus: u16) {
    let draft = driver.workspace().document.draft();
    let mut all = draft.continents.iter();
    let found = all.find(|c| c.name.text.as_deref() == Some(continent));
    let key = found.expect("a continent").key;
    let change = workspace::Change::Bonus(key, bonus.to_string());
    driver.send(Message::Workspace(workspace::Message::Inspect(change)));
}
