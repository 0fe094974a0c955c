//! Mistakes get an answer, and what is refused changes nothing.

use iced::Size;
use iced::keyboard::{Modifiers, key::Named};
use marchland_board::{self as board, Pointer};
use marchland_editor::commands::Command;
use marchland_editor::files;
use marchland_editor::jobs::Parcel;
use marchland_editor::workspace::{
    Change, Dividing, Effect, Intent, Message as OnWorkspace, Workspace,
};
use marchland_maps::{Rgb, limits};
use marchland_ui::theme::Mode;

use crate::driver::{Driver, square};
use crate::pictures::Album;
use crate::session::Session;

/// A sheet with a wide land, the brush in hand.
pub(crate) fn land() -> Driver {
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    for _ in 0..6 {
        driver.key("]", Modifiers::empty());
    }
    driver.drag(&[(300.0, 400.0), (600.0, 400.0)]);
    assert_eq!(driver.draft().territories.len(), 1);
    driver
}

fn last(driver: &Driver) -> String {
    driver.app.toasts().last().unwrap_or_default().to_owned()
}

#[test]
fn a_refused_bonus_leaves_the_one_before() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.key("c", Modifiers::empty());
    driver.click_map(square(0));
    let bonus = |driver: &Driver| driver.draft().continents[0].bonus;
    driver.fill("bonus", "12", true);
    driver.click_map(square(1));
    assert_eq!(bonus(&driver), Some(12));
    driver.fill("bonus", "5000", false);
    assert_eq!(bonus(&driver), Some(12));
    let said = "The bonus remains 12. Enter a whole number from 0 to 1,000.";
    assert!(driver.shows(said));
    Album::new().take(&mut driver, "refused-bonus", Size::new(1280.0, 800.0));
    driver.fill("bonus", "50", false);
    assert_eq!(bonus(&driver), Some(50));
    assert!(!driver.shows(said));
}

#[test]
fn digits_set_the_number_of_parts_and_no_other_key_closes_the_preview() {
    let mut driver = land();
    driver.key("v", Modifiers::empty());
    driver.click_map((450.0, 400.0));
    driver.key("d", Modifiers::empty());
    let parts = |driver: &Driver| match driver.workspace().intent() {
        Some(Intent::Divide(Dividing { how, .. })) => how.parts,
        other => panic!("{other:?}"),
    };
    driver.key("7", Modifiers::empty());
    assert_eq!(parts(&driver), 7);
    driver.key("1", Modifiers::empty());
    assert_eq!(parts(&driver), 7);
    assert!(last(&driver).contains("at least 2 parts"));
    driver.key("b", Modifiers::empty());
    driver.named(Named::Delete);
    assert_eq!(parts(&driver), 7);
    assert!(last(&driver).starts_with("Divide the territory first"));
    driver.key("+", Modifiers::empty());
    assert_eq!(parts(&driver), 7);
    driver.key("2", Modifiers::empty());
    driver.named(Named::Enter);
    assert_eq!(driver.draft().territories.len(), 2);
}

/// A workspace with one land, selected, whose work is done by hand.
fn at_hand() -> Workspace {
    let (document, _) = files::empty(600, 400).expect("a sheet");
    let mut workspace = Workspace::new(document, Mode::default());
    workspace.take_tool(marchland_editor::tools::ToolKind::Brush);
    let at = |x| Pointer {
        x,
        y: 200.0,
        scale: 1.0,
        modifiers: board::Modifiers::default(),
    };
    for event in [
        board::Event::Pressed(at(100.0), 1),
        board::Event::Dragged(at(500.0)),
        board::Event::Released(at(500.0)),
    ] {
        workspace.update(OnWorkspace::Board(event));
    }
    finish(&mut workspace);
    let key = workspace.document.draft().territories[0].key;
    workspace.document.selection_mut().set([key]);
    workspace
}

fn finish(workspace: &mut Workspace) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some((number, order)) = workspace.order() {
        let done = Parcel::new(order.carry_out());
        effects.extend(workspace.update(OnWorkspace::Drawn(number, done)));
        workspace.paint(Mode::default());
    }
    effects
}

#[test]
fn enter_before_the_preview_divides_as_soon_as_it_is_ready() {
    let mut workspace = at_hand();
    workspace.update(OnWorkspace::Do(Command::Divide));
    let (number, order, symmetry) = workspace.trial_order().expect("a preview");
    workspace.update(OnWorkspace::Do(Command::Confirm));
    let waits = |workspace: &Workspace| {
        let trial = workspace.intent().and_then(Intent::trial);
        trial.is_some_and(|trial| trial.at_once)
    };
    assert!(waits(&workspace));
    assert_eq!(workspace.document.draft().territories.len(), 1);
    let look = Parcel::new(order.look(symmetry));
    let effects = workspace.update(OnWorkspace::Tried(number, look));
    assert!(effects.contains(&Effect::Drawn), "{effects:?}");
    assert_eq!(workspace.document.draft().territories.len(), 3);
    assert!(workspace.intent().is_none());

    // Other settings are looked at again first.
    let key = workspace.document.draft().territories[0].key;
    workspace.document.selection_mut().set([key]);
    workspace.update(OnWorkspace::Do(Command::Divide));
    workspace.update(OnWorkspace::Do(Command::Confirm));
    workspace.update(OnWorkspace::Do(Command::Pick(1)));
    assert!(!waits(&workspace));
}

#[test]
fn a_message_about_drawing_goes_with_the_next_success() {
    let mut driver = land();
    driver.key("k", Modifiers::empty());
    driver.drag(&[(450.0, 200.0), (470.0, 400.0)]);
    assert!(last(&driver).starts_with("The line does not part"));
    let mut album = Album::new();
    album.take(&mut driver, "not-parted", Size::new(1280.0, 800.0));
    // The button lies within its message.
    let id = lucide_icons::Icon::X.unicode().to_string();
    driver.click(&id);
    assert_eq!(driver.app.toasts().count(), 0);

    driver.drag(&[(450.0, 200.0), (470.0, 400.0)]);
    assert_eq!(driver.app.toasts().count(), 1);
    driver.drag(&[(450.0, 200.0), (450.0, 600.0)]);
    assert_eq!(driver.draft().territories.len(), 2);
    assert_eq!(driver.app.toasts().count(), 0);
}

#[test]
fn an_unfinished_outline_says_what_is_missing() {
    let mut driver = land();
    driver.key("a", Modifiers::empty());
    for corners in 1..=2 {
        for at in 0..corners {
            driver.click_map((200.0 + f64::from(at) * 90.0, 700.0));
        }
        driver.named(Named::Enter);
        assert!(
            last(&driver).contains("at least three corners"),
            "{corners}"
        );
        driver.named(Named::Escape);
    }
    assert_eq!(driver.draft().territories.len(), 1);
}

#[test]
fn a_link_without_a_second_end_says_why_there_is_none() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    let before = driver.draft().clone();
    driver.key("l", Modifiers::empty());
    driver.drag(&[square(0), (20.0, 20.0)]);
    assert!(last(&driver).contains("ends in the sea"));
    let (x, y) = square(0);
    driver.drag(&[(x - 20.0, y), (x + 20.0, y)]);
    assert!(last(&driver).contains("both ends are in one territory"));
    assert_eq!(driver.draft(), &before);
}

#[test]
fn land_cut_off_at_the_edge_is_told() {
    let mut driver = land();
    driver.key("t", Modifiers::empty());
    driver.drag(&[(450.0, 400.0), (450.0, 500.0)]);
    assert_eq!(driver.app.toasts().count(), 0);
    driver.drag(&[(450.0, 500.0), (150.0, 500.0)]);
    assert!(last(&driver).contains("beyond the edge of the sheet is cut off"));
    driver.key("z", Modifiers::CTRL);
    driver.drag(&[(450.0, 500.0), (450.0, 480.0)]);
    assert!(!last(&driver).contains("cut off"));
}

#[test]
fn land_of_a_removed_territory_becomes_sea_on_a_drawn_sheet() {
    let mut driver = land();
    driver.key("v", Modifiers::empty());
    driver.click_map((450.0, 400.0));
    driver.fill("name", "Ash", true);
    let (draft, land) = (driver.draft().clone(), driver.regions().clone());
    driver.named(Named::Escape);
    driver.click_map((450.0, 400.0));
    driver.named(Named::Delete);
    assert!(driver.draft().territories.is_empty());
    assert_eq!(driver.colour_at(450, 400), Rgb::WHITE);
    assert!(last(&driver).starts_with("Done: Remove Ash. The land is sea now."));
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &draft);
    assert_eq!(*driver.regions(), land);

    // As after it was saved, and opened again; another program's mask keeps its colours.
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("drawn");
    driver.save_as(&home);
    driver.click_map((450.0, 400.0));
    driver.named(Named::Delete);
    assert_eq!(driver.colour_at(450, 400), Rgb::WHITE);
    let mut driver = Driver::new(Some(&home));
    driver.click_map((450.0, 400.0));
    driver.named(Named::Delete);
    assert_eq!(driver.colour_at(450, 400), Rgb::WHITE);
    let mut driver = Driver::of_squares(place.path());
    let (x, y) = (square(0).0 as u32, square(0).1 as u32);
    let colour = driver.colour_at(x, y);
    driver.click_map(square(0));
    driver.named(Named::Delete);
    assert_eq!(driver.draft().territories.len(), 5);
    assert_eq!(driver.colour_at(x, y), colour);
}

#[test]
fn a_name_that_is_too_long_is_cut_and_told() {
    let mut workspace = at_hand();
    let key = workspace.document.draft().territories[0].key;
    let most = limits::MAX_NAME_CHARS;
    let fits = format!("{} y", "x".repeat(most - 2));
    let name = |workspace: &Workspace| {
        let draft = workspace.document.draft();
        draft.territories[0].name.text.clone()
    };
    let rename = |text: &str| OnWorkspace::Inspect(Change::Name(key, text.into()));
    assert_eq!(workspace.update(rename(&fits)), []);
    assert_eq!(name(&workspace).as_deref(), Some(&*fits));
    let said = workspace.update(rename(&format!("{fits}z")));
    assert!(matches!(&said[..], [Effect::Say(text)] if text.contains("64 characters")));
    assert_eq!(name(&workspace).as_deref(), Some(&*fits));
    // No space is left where it is cut.
    let gap = format!("{} y", "x".repeat(most - 1));
    workspace.update(rename(&gap));
    assert_eq!(name(&workspace), Some("x".repeat(most - 1)));
}

#[test]
fn undo_of_a_merge_selects_what_was_merged() {
    let mut driver = land();
    driver.key("k", Modifiers::empty());
    driver.drag(&[(400.0, 200.0), (400.0, 600.0)]);
    driver.drag(&[(500.0, 200.0), (500.0, 600.0)]);
    driver.key("v", Modifiers::empty());
    driver.key("a", Modifiers::CTRL);
    let all = driver
        .workspace()
        .document
        .selection()
        .territories()
        .to_vec();
    assert_eq!(all.len(), 3);
    driver.key("m", Modifiers::empty());
    assert_eq!(driver.draft().territories.len(), 1);
    driver.key("z", Modifiers::CTRL);
    let again = driver.workspace().document.selection().territories();
    assert_eq!(again, all);
}

#[test]
fn keys_typed_right_after_the_palette_opens_are_its_query() {
    let place = tempfile::tempdir().unwrap();
    let mut driver = Driver::of_squares(place.path());
    driver.key("p", Modifiers::CTRL | Modifiers::SHIFT);
    // Nothing but the letter reaches the new screen.
    driver.with(|screen| {
        screen.typewrite("b");
    });
    let chooser = driver.app.chooser().expect("the palette");
    let query = marchland_editor::choosing::Kind::Palette("b".into());
    assert_eq!(chooser.kind(), &query);
}

#[test]
fn axes_are_shown_only_with_tools_that_mirror() {
    let mut driver = land();
    driver.key("s", Modifiers::empty());
    assert!(!driver.workspace().sketch().axes.is_empty());
    driver.key("v", Modifiers::empty());
    assert!(driver.workspace().sketch().axes.is_empty());
    // Dividing mirrors, too.
    driver.click_map((450.0, 400.0));
    driver.key("d", Modifiers::empty());
    assert!(!driver.workspace().sketch().axes.is_empty());
}

#[test]
fn the_palette_finds_the_interface_size_and_shows_it() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let mut session = Session::remembering(None, Some(&state));
    session.key("p", Modifiers::CTRL | Modifiers::SHIFT);
    session.write("scale");
    assert!(session.shows("Larger interface: 100 % → 110 %"));
    assert!(session.shows("Default interface size (now 100 %)"));
}
