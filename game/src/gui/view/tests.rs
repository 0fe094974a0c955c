//! What a window shows that draws only what differs, beside what it shows that draws all.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use iced::advanced::widget::{Id, Operation};
use iced::mouse::Cursor;
use iced::{Point, Rectangle, Size};
use marchland_board::{Badge, Board, Event, Modifiers, Picture, Pointer, Scene};
use marchland_maps::{Rgb, TerritoryId};
use marchland_ui::headless::Camera;
use marchland_ui::theme::Mode;

use super::{Frame, panel, view};
use crate::conquest::bots::StrategyKind;
use crate::gui::game::{Setup, start};
use crate::gui::ground::Ground;
use crate::gui::keys::Command;
use crate::gui::link::News;
use crate::gui::stage::Pace;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

const SIZE: Size = Size::new(1024.0, 640.0);

fn show(table: &Table, camera: &mut Camera) {
    let (mode, pixel_ratio) = (Mode::Light, 1.0);
    let frame = Frame {
        scale: None,
        mode,
        pixel_ratio,
        compact: true,
        leave: ("Leave", "Leave"),
        more: None,
    };
    let element = view(table, frame, |message| message);
    camera.show(element, &mode.theme(), Cursor::Unavailable, &mut Vec::new());
}

/// The rectangle around the pixels that differ by more than the rounding of smooth edges:
/// left, top, right, bottom.
fn differs(one: &[u8], other: &[u8]) -> Option<[usize; 4]> {
    let width = SIZE.width as usize;
    let pairs = one.chunks_exact(4).zip(other.chunks_exact(4)).enumerate();
    let far = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 32);
    let places = pairs.filter(|&(_, pair)| far(pair));
    let places = places.map(|(at, _)| (at % width, at / width));
    places.fold(None, |around, (x, y)| {
        let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}

/// A table of four computer players, and which seat is one's own, if one is.
fn table(you: Option<usize>) -> (Table, Receiver<Vec<News>>) {
    table_with(you, None)
}

/// The same on a map with an image.
fn table_with(you: Option<usize>, image: Option<Picture>) -> (Table, Receiver<Vec<News>>) {
    let ground = Ground::read(Path::new("world")).unwrap();
    let ground = Arc::new(ground.with_picture(image));
    let setup = Setup {
        players: vec![StrategyKind::Standard; 4],
        you,
        ..Setup::new(ground.map().len(), 3)
    };
    let (link, heard) = start(Arc::clone(ground.map()), setup.clone());
    let model = setup.model(ground.map());
    let watches = setup.you.is_none();
    let mut table = Table::new(ground, link, model, watches, Mode::Light);
    table.session.stage.pace = Pace::None;
    table.update(Message::BoardSize(Size::new(764.0, 450.0)));
    (table, heard)
}

fn hover(table: &mut Table, at: Option<(f64, f64)>) {
    let pointer = at.map(|(x, y)| Pointer {
        x,
        y,
        scale: 0.4,
        modifiers: Modifiers::default(),
    });
    table.update(Message::Board(Event::Hovered(pointer)));
}

/// Whether what that camera has shown is what another one shows first.
fn assert_whole(table: &Table, camera: &Camera, when: &str) {
    let mut whole = Camera::new(SIZE).unwrap();
    show(table, &mut whole);
    let around = differs(camera.shown().unwrap(), whole.shown().unwrap());
    assert_eq!(around, None, "{when}");
}

#[test]
fn one_count_draws_less_than_a_hundredth_of_the_window() {
    let ground = Ground::read(Path::new("world")).unwrap();
    let (mut scene, colour) = (ground.scene(Mode::Light), Rgb::new(200, 60, 60));
    let holding = |at: TerritoryId, units: u32| {
        let badge = Badge {
            at: ground.map().territory(at).badge,
            text: units.to_string(),
            colour,
            seat: Some(0),
            own: false,
        };
        (at.index(), colour, Some(badge))
    };
    scene.repaint(ground.map().ids().map(|at| holding(at, 3)));
    let mut camera = Camera::new(Size::new(1280.0, 800.0)).unwrap();
    let mut drawn = |scene: &Scene| {
        let board = Board::new(scene, |_| ());
        let (theme, pointer) = (Mode::Light.theme(), Cursor::Unavailable);
        camera.show(board.into(), &theme, pointer, &mut Vec::new())
    };
    drawn(&scene);
    assert!(drawn(&scene) <= 0.0, "nothing differs");
    scene.repaint([holding(TerritoryId(5), 4)]);
    let share = drawn(&scene);
    assert!(share > 0.0 && share < 0.01, "{share}");
}

/// In software, each layer that reaches into a redrawn part takes time, even if it is empty.
#[test]
fn few_layers_lie_over_each_other() {
    let (mut table, heard) = table(None);
    let mut camera = Camera::new(SIZE).unwrap();
    for _ in 0..20 {
        table.hear(heard.recv().unwrap());
        table.settle(Mode::Light);
    }
    show(&table, &mut camera);
    // The window, land, lines, and signs with names.
    assert_eq!(camera.layers_at(Point::new(300.0, 200.0)), 4);
    // The window and the players.
    assert_eq!(camera.layers_at(Point::new(900.0, 250.0)), 2);
}

/// Pixels left behind stay until something is drawn over them, so that a few looks find them.
#[test]
fn partial_redraws_equal_full_redraws() {
    whole_after_steps(table(None));
}

/// Land shows the image, so that a plot that changes hands must be mixed with it again.
#[test]
fn partial_redraws_equal_full_redraws_over_an_image() {
    let shades = (0..64).map(|at: u8| [at * 4, 255 - at * 3, at % 8 * 32, 255]);
    let image = Picture::new(8, 8, shades.collect(), 0.0);
    let (mut table, heard) = table_with(None, image);
    let mut camera = Camera::new(SIZE).unwrap();
    let mut shown = Vec::new();
    for when in ["with it", "without", "with it again"] {
        table.settle(Mode::Light);
        show(&table, &mut camera);
        assert_whole(&table, &camera, when);
        shown.push(camera.shown().unwrap().to_vec());
        table.update(Message::Command(Command::Image));
    }
    assert!(differs(&shown[0], &shown[1]).is_some());
    assert!(differs(&shown[0], &shown[2]).is_none());
    table.map_view.image = true;
    whole_after_steps((table, heard));
}

fn whole_after_steps((mut table, heard): (Table, Receiver<Vec<News>>)) {
    let mut camera = Camera::new(SIZE).unwrap();
    for step in 0..=40 {
        match step {
            24 => hover(&mut table, Some((1400.0, 300.0))),
            28 => hover(&mut table, Some((500.0, 700.0))),
            32 => hover(&mut table, None),
            36 => table.map_view.hatched = true,
            _ => table.hear(heard.recv().unwrap()),
        }
        table.settle(Mode::Light);
        show(&table, &mut camera);
        if matches!(step, 12 | 27 | 32 | 40) {
            assert_whole(&table, &camera, &format!("step {step}"));
        }
    }
}

#[test]
fn hints_under_the_pointer_leave_no_pixels_behind() {
    let (mut table, heard) = table(Some(0));
    let mut camera = Camera::new(SIZE).unwrap();
    // Until it is one's own turn.
    while !table.session.is_asked() {
        table.hear(heard.recv().unwrap());
        table.settle(Mode::Light);
    }
    show(&table, &mut camera);
    let territories = table.ground.map().territories().iter();
    let over = territories.map(|territory| {
        let at = territory.badge;
        Some((f64::from(at.x), f64::from(at.y)))
    });
    let places: Vec<_> = over.chain([None]).collect();
    for (nth, at) in places.iter().enumerate() {
        hover(&mut table, *at);
        table.settle(Mode::Light);
        show(&table, &mut camera);
        // What is left behind stays until something is drawn over it.
        if nth % 8 == 7 || at.is_none() {
            assert_whole(&table, &camera, &format!("over {at:?}"));
        }
    }
}

/// Where texts stand.
struct Heights(Vec<(String, f32)>);

impl Operation for Heights {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        operate(self);
    }

    fn text(&mut self, _: Option<&Id>, bounds: Rectangle, text: &str) {
        self.0.push((text.to_owned(), bounds.y));
    }
}

#[test]
fn cards_that_come_and_go_move_nothing_in_the_panel() {
    let (mut table, heard) = table(Some(0));
    while table.session.stage.state().is_none() {
        table.hear(heard.recv().unwrap());
    }
    let mut heights = Heights(Vec::new());
    let mut camera = Camera::new(SIZE).unwrap();
    let panel = panel::view(&table, None, |message| message);
    camera.operate(panel, &mut heights);
    let of = |text: &str| heights.0.iter().find(|(of, _)| of == text).map(|of| of.1);
    let (cards, above) = (of(texts::CARDS), of(texts::ALL_FOLLOW));
    assert!(above.is_some() && cards > above, "{:?}", heights.0);
}
