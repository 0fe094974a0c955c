//! How the draft plays, as its author sees it.

use std::time::{Duration, Instant};

use iced::Size;
use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::balance::{Layer, Message as Balance};
use marchland_editor::bench;
use marchland_editor::commands::Command;

use crate::desk::{Desk, bundled};
use crate::pictures::Album;

fn say(desk: &mut Desk, message: Balance) {
    let message = bench::Message::Balance(message);
    let _ = desk.app.update(Message::Bench(message));
}

fn bonuses(desk: &Desk) -> Vec<Option<u16>> {
    let continents = desk.bench().document.draft().continents.iter();
    continents.map(|continent| continent.bonus).collect()
}

/// In the window's own way: threads, pauses and news as they come. The first figures are
/// there within a second where nothing else runs; here a loaded machine is borne with.
#[test]
fn figures_come_while_the_panel_is_open() {
    let mut desk = Desk::new(Some(&bundled("world")));
    let start = Instant::now();
    let open = bench::Message::Do(Command::ToggleBalance);
    let task = desk.app.update(Message::Bench(open));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        use iced::futures::StreamExt;
        let mut stream = iced_runtime::task::into_stream(task).expect("games");
        while let Some(action) = stream.next().await {
            if let iced_runtime::Action::Output(message) = action {
                let _ = desk.app.update(message);
            }
            if desk.bench().balance().shown().is_some() {
                break;
            }
        }
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(desk.shows("Balance"));
    let shown = desk.bench().balance().shown().unwrap();
    assert!(shown.section.games >= 40 && shown.is_world);
}

#[test]
fn a_planted_fault_is_named_and_mended_in_one_step() {
    let mut desk = Desk::new(Some(&bundled("world")));
    desk.key("B", Modifiers::SHIFT);
    assert!(desk.bench().balance().is_open());
    desk.key("i", Modifiers::empty());
    assert!(!desk.bench().balance().is_open(), "issues stand there");
    desk.key("B", Modifiers::SHIFT);
    assert!(!desk.bench().view.issues_open);
    // Offered by a thread, taken here.
    desk.app.play_now(12);
    assert!(desk.shows("Propose bonuses…"));
    say(&mut desk, Balance::Propose);
    desk.app.play_now(12);
    let before = bonuses(&desk);
    let revision = desk.bench().document.revision();
    let offer = desk.bench().balance().offer(revision).expect("a proposal");
    let proposed: Vec<_> = offer
        .bonuses
        .iter()
        .map(|(_, p)| Some(p.proposed))
        .collect();
    assert_ne!(proposed, before);
    assert!(desk.shows("Proposed bonuses"));
    desk.click("Apply bonuses");
    assert_eq!(bonuses(&desk), proposed);
    assert!(desk.bench().balance().offer(revision).is_none());
    assert!(!desk.bench().balance().is_fresh());
    desk.key("z", Modifiers::CTRL);
    assert_eq!(bonuses(&desk), before, "one step");
}

/// Pictures for people to look at; `MARCHLAND_PICTURES` keeps them.
#[test]
fn pictures_of_balance() {
    let mut album = Album::new();
    let deep = std::env::var_os("MARCHLAND_PICTURES").is_some();
    let deals = if deep { 1_000 } else { 12 };
    let sizes = [
        ("small", Size::new(1024.0, 640.0)),
        ("", Size::new(1280.0, 800.0)),
    ];
    for fault in [false, true] {
        let mut desk = Desk::new(Some(&bundled("world")));
        let name = if fault { "fault" } else { "world" };
        if fault {
            // Six times as much.
            plant(&mut desk, "South America", 12);
        }
        desk.key("B", Modifiers::SHIFT);
        album.take(&mut desk, &format!("balance-{name}-begins"), sizes[1].1);
        desk.app.play_now(deals);
        if deep {
            desk.app.play_now(deals + 600);
        }
        for (size, window) in sizes {
            let layers = if deep {
                &Layer::ALL[..]
            } else {
                &Layer::ALL[..1]
            };
            for dark in [false, true] {
                for layer in std::iter::once(None).chain(layers.iter().copied().map(Some)) {
                    say(&mut desk, Balance::Layer(layer));
                    let layer = layer.map_or("none".to_owned(), |l| format!("{l:?}"));
                    let mode = if dark { "dark" } else { "light" };
                    let name = format!("balance-{name}-{layer}-{mode}{size}");
                    album.take(&mut desk, &name, window);
                }
                let _ = desk.app.update(Message::Command(Command::ToggleTheme));
            }
        }
        if fault {
            plant(&mut desk, "South America", 2);
            album.take(&mut desk, "balance-stale", sizes[1].1);
            desk.key("z", Modifiers::CTRL);
            say(&mut desk, Balance::Propose);
            album.take(&mut desk, "balance-seeking", sizes[1].1);
            desk.app.play_now(deals);
            album.take(&mut desk, "balance-offer", sizes[1].1);
        }
    }
}

fn plant(desk: &mut Desk, continent: &str, bonus: u16) {
    let draft = desk.bench().document.draft();
    let mut all = draft.continents.iter();
    let found = all.find(|c| c.name.text.as_deref() == Some(continent));
    let key = found.expect("a continent").key;
    let change = bench::Change::Bonus(key, bonus.to_string());
    desk.send(Message::Bench(bench::Message::Inspect(change)));
}
