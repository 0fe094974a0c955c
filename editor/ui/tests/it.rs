//! Parts as a hand and a keyboard find them, without a window.

use std::sync::Arc;

use iced::advanced::{clipboard, renderer::Headless};
use iced::keyboard::{self, Key, Modifiers, key::Named};
use iced::widget::{column, space};
use iced::{Color, Element, Event, Fill, Pixels, Point, Size, Theme, mouse};
use iced_runtime::user_interface::{Cache, UserInterface};
use marchland_board::{self as board, Badge, Board, Framing, Line, LineKind, Plot, Scene, Style};
use marchland_maps::mask::{PixelFormat, RegionId, Regions};
use marchland_maps::{Rgb, Wrap};
use marchland_ui::focus::{curtain, left_by_escape};
use marchland_ui::headless::Camera;
use marchland_ui::theme::{self, FONT, Mode};
use marchland_ui::toasts::Toasts;
use marchland_ui::{dialog, edge, hotkeys::hotkeys, parts, steady::steady};

#[derive(Debug, Clone, PartialEq)]
enum Said {
    One,
    Two,
    Slid(u16),
    Typed(String),
    Left,
    Wide(f32),
    Gone(u64),
}

const SIZE: Size = Size::new(400.0, 300.0);

/// A window whose views follow each other, as in a program.
struct Window {
    renderer: iced::Renderer,
    cache: Cache,
}

impl Window {
    fn new() -> Self {
        let renderer = <iced::Renderer as Headless>::new(FONT, Pixels(16.0), Some("tiny-skia"));
        let renderer = iced::futures::executor::block_on(renderer).expect("a renderer");
        let cache = Cache::default();
        Self { renderer, cache }
    }

    /// What comes of these events in the next view.
    fn tell(&mut self, view: Element<'_, Said>, at: Point, events: &[Event]) -> Vec<Said> {
        let cache = std::mem::take(&mut self.cache);
        let mut ui = UserInterface::build(view, SIZE, cache, &mut self.renderer);
        let cursor = mouse::Cursor::Available(at);
        let (mut clipboard, mut said) = (clipboard::Null, Vec::new());
        for event in events {
            let event = std::slice::from_ref(event);
            let _ = ui.update(event, cursor, &mut self.renderer, &mut clipboard, &mut said);
        }
        self.cache = ui.into_cache();
        said
    }

    fn press(&mut self, view: Element<'_, Said>, keys: &[Named]) -> Vec<Said> {
        let keys: Vec<Event> = keys.iter().map(|key| typed(Key::Named(*key))).collect();
        self.tell(view, Point::new(390.0, 290.0), &keys)
    }
}

fn typed(key: Key) -> Event {
    Event::Keyboard(keyboard::Event::KeyPressed {
        modified_key: key.clone(),
        physical_key: keyboard::key::Physical::Unidentified(
            keyboard::key::NativeCode::Unidentified,
        ),
        location: keyboard::Location::Standard,
        modifiers: Modifiers::empty(),
        text: match &key {
            Key::Character(letter) => Some(letter.clone()),
            _ => None,
        },
        key,
        repeat: false,
    })
}

fn click() -> [Event; 2] {
    let button = mouse::Button::Left;
    [
        Event::Mouse(mouse::Event::ButtonPressed(button)),
        Event::Mouse(mouse::Event::ButtonReleased(button)),
    ]
}

/// Three things to reach and one that is disabled, under the keys of a program.
fn form<'a>(shut: bool) -> Element<'a, Said> {
    let content = column![
        parts::worded("One", Some(Said::One), theme::primary),
        parts::worded("Never", None, theme::secondary),
        parts::slide(0..=9, 4, Said::Slid),
        left_by_escape(parts::input("", "text", Said::Typed), Said::Left),
    ];
    hotkeys(
        curtain(content, shut),
        |_, _| None,
        |key, held| (*key == Key::Named(Named::Tab)).then_some(!held.shift()),
        |key, _| (*key == Key::Named(Named::F2)).then_some(Said::Two),
    )
}

#[test]
fn tab_reaches_what_is_enabled_and_keys_work_it() {
    let mut window = Window::new();
    let said = window.press(form(false), &[Named::Tab, Named::Enter]);
    assert_eq!(said, [Said::One]);
    let said = window.press(form(false), &[Named::Tab, Named::ArrowRight]);
    assert_eq!(said, [Said::Slid(5)], "what is disabled is left out");
    let said = window.press(form(false), &[Named::Tab]);
    assert_eq!(said, []);
    let letter = [typed(Key::Character("s".into()))];
    let said = window.tell(form(false), Point::ORIGIN, &letter);
    assert!(
        matches!(&*said, [Said::Typed(text)] if text.len() == 5),
        "{said:?}"
    );
    let said = window.press(form(false), &[Named::Escape, Named::F2]);
    assert_eq!(said, [Said::Left, Said::Two]);
    let said = window.press(form(false), &[Named::Tab, Named::Space]);
    assert_eq!(said, [Said::One], "round the end to the first");
}

#[test]
fn a_curtain_blocks_the_keyboard() {
    let mut window = Window::new();
    window.press(form(false), &[Named::Tab]);
    let said = window.press(form(true), &[Named::Enter, Named::Tab, Named::Space]);
    assert_eq!(said, []);
    let said = window.press(form(true), &[Named::F2]);
    assert_eq!(said, [Said::Two], "keys of the program go by it");
    let said = window.press(form(false), &[Named::Enter]);
    assert_eq!(said, [], "the focus does not come back by itself");
}

#[test]
fn a_list_is_scrolled_behind_a_curtain() {
    use iced::advanced::widget::operation::scrollable::{AbsoluteOffset, scroll_to};
    let renderer = &mut Window::new().renderer;
    let content = space().height(2_000);
    let view: Element<'_, Said> = curtain(
        parts::list(content, "rows").on_scroll(|at| Said::Wide(at.absolute_offset().y)),
        true,
    );
    let mut ui = UserInterface::build(view, SIZE, Cache::default(), renderer);
    let to = AbsoluteOffset {
        x: None,
        y: Some(700.0),
    };
    ui.operate(renderer, &mut scroll_to::<()>("rows".into(), to));
    let (at, mut said) = (mouse::Cursor::Available(Point::new(50.0, 50.0)), Vec::new());
    let delta = mouse::ScrollDelta::Pixels { x: 0.0, y: -10.0 };
    let wheel = Event::Mouse(mouse::Event::WheelScrolled { delta });
    let _ = ui.update(&[wheel], at, renderer, &mut clipboard::Null, &mut said);
    assert_eq!(said.last(), Some(&Said::Wide(710.0)));
}

#[test]
fn the_second_click_does_not_reach_new_content() {
    let view = |shown: u8, message| {
        let button = parts::worded("Go", Some(message), theme::primary);
        steady(button, shown)
    };
    let at = Point::new(10.0, 10.0);
    let mut window = Window::new();
    assert_eq!(window.tell(view(1, Said::One), at, &click()), [Said::One]);
    assert_eq!(window.tell(view(2, Said::Two), at, &click()), []);
    let third = window.tell(view(2, Said::Two), at, &click());
    assert_eq!(third, [Said::Two], "a third one is meant");
}

#[test]
fn an_edge_is_dragged_and_a_double_click_puts_it_back() {
    let mut window = Window::new();
    let view = || {
        let edge = edge::left_of(120.0, Said::Wide);
        iced::widget::row![space().width(200), edge].into()
    };
    let [press, release] = click();
    let moved = |x: f32| {
        Event::Mouse(mouse::Event::CursorMoved {
            position: Point::new(x, 50.0),
        })
    };
    let at = Point::new(202.0, 50.0);
    let drag = [press.clone(), moved(172.0), release.clone(), moved(100.0)];
    assert_eq!(window.tell(view(), at, &drag), [Said::Wide(150.0)]);
    let said = window.tell(view(), at, &[press, release]);
    assert!(
        matches!(&*said, [Said::Wide(width)] if width.is_nan()),
        "{said:?}"
    );
}

#[test]
fn a_click_beside_a_dialog_closes_it() {
    let question = || {
        let yes = parts::worded("Yes", Some(Said::One), theme::primary);
        let content = dialog::question("Really?".into(), "So it is.".into(), None, vec![yes]);
        dialog::over(container_of(content), Said::Left)
    };
    let mut window = Window::new();
    let beside = Point::new(200.0, 4.0);
    assert_eq!(window.tell(question(), beside, &click()), [Said::Left]);
    assert_eq!(
        window.tell(question(), Point::new(200.0, 150.0), &click()),
        []
    );
}

fn container_of(content: Element<'_, Said>) -> Element<'_, Said> {
    iced::widget::container(content).width(Fill).into()
}

#[test]
fn new_toasts_replace_old_ones_but_failures_stay() {
    let mut toasts = Toasts::default();
    let texts = |toasts: &Toasts| toasts.texts().map(str::to_owned).collect::<Vec<_>>();
    let (_, long) = toasts.push("There is a lot to read here. ".repeat(10), false);
    let (_, stays) = toasts.push("Saved", false);
    assert!(stays.is_some() && stays < long);
    let (bad, stays) = toasts.push("The disk is full", true);
    assert_eq!(stays, None, "until it is dismissed");
    toasts.push("Undone", false);
    assert_eq!(texts(&toasts), ["The disk is full", "Undone"]);
    toasts.push("The disk is full", true);
    assert_eq!(
        texts(&toasts),
        ["Undone", "The disk is full"],
        "said once, last"
    );
    toasts.dismiss(bad);
    assert_eq!(texts(&toasts).len(), 2, "it has another number now");
    toasts.push_about(Some("mask"), "The mask is gone", true);
    toasts.push_about(Some("mask"), "The mask was repainted", true);
    assert_eq!(texts(&toasts).len(), 3);
    toasts.settle("mask");
    assert!(toasts.dismiss_failure() && !toasts.dismiss_failure());
    assert_eq!(texts(&toasts), ["Undone"]);

    // The cross at its end takes it away.
    let mut window = Window::new();
    let mut said = Vec::new();
    for x in 0..40 {
        let at = Point::new(x as f32 * 10.0 + 5.0, 272.0);
        said.extend(window.tell(toasts.view(Said::Gone, 8.0), at, &click()));
    }
    assert!(
        !said.is_empty() && said.iter().all(|it| matches!(it, Said::Gone(_))),
        "{said:?}"
    );
}

/// The ratio of two colours by WCAG 2.1, from 1 to 21.
fn contrast(a: Color, b: Color) -> f32 {
    let light = |colour: Color| {
        let [r, g, b, _] = colour.into_linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

#[test]
fn all_text_can_be_read_in_light_and_in_dark() {
    for mode in [Mode::Light, Mode::Dark] {
        let tokens = mode.tokens();
        let inks = [
            tokens.text,
            tokens.muted,
            tokens.accent,
            tokens.bad,
            tokens.warn,
            tokens.good,
        ];
        for paper in [tokens.panel, tokens.raised, tokens.well] {
            for ink in inks {
                let ratio = contrast(ink, paper);
                assert!(ratio >= 4.5, "{mode:?}: {ink:?} on {paper:?}: {ratio:.2}");
            }
        }
        assert!(contrast(tokens.on_accent, tokens.accent) >= 4.5);
        assert!(contrast(tokens.text, tokens.chosen) >= 7.0);
        let theme: Theme = mode.theme();
        assert_eq!(theme::tokens(&theme), tokens, "{mode:?} is known again");
    }
}

#[test]
fn a_window_draws_only_what_differs() {
    let mut camera = Camera::new(SIZE).expect("a renderer");
    let theme = Mode::Light.theme();
    let mut show = |text: &'static str| {
        let label = iced::widget::container(parts::body(text)).padding(20);
        let view: Element<'_, Said> = label.width(Fill).height(Fill).into();
        camera.show(view, &theme, mouse::Cursor::Unavailable, &mut Vec::new())
    };
    assert!(
        (show("3 units") - 1.0).abs() < 1e-6,
        "the first frame is drawn whole"
    );
    assert!(show("3 units").abs() < 1e-6, "nothing has happened");
    let share = show("4 units");
    assert!(share > 0.0 && share < 0.05, "{share}");
}

#[test]
fn a_changed_choice_is_redrawn_in_full() {
    let (width, height) = (100.0, 50.0);
    let mut camera = Camera::new(Size::new(width, height)).expect("a renderer");
    let theme = Mode::Light.theme();
    let mut show = |chosen: &'static str| {
        let choice = parts::choice(vec!["normal", "at once"], Some(chosen), "", Fill, |_| {
            Said::One
        });
        let choice = iced::widget::container(choice).height(Fill);
        camera.show(
            choice.into(),
            &theme,
            mouse::Cursor::Unavailable,
            &mut Vec::new(),
        )
    };
    show("normal");
    assert!(show("normal").abs() < 1e-6, "nothing has happened");
    let share = show("at once");
    // A line of text with its padding; the renderer by itself takes half of the text.
    assert!(share > 28.0 / height, "{share}");
}

/// A map of seven by six territories with unit counts and names, and links between them.
fn map() -> Scene {
    let (side, columns, rows) = (40, 7, 6);
    let (width, height) = (side * columns, side * rows);
    let colour = |plot: u32| Rgb::new(40 + plot as u8 * 5, 120, 200 - plot as u8 * 4);
    let of = |x: u32, y: u32| y / side * columns + x / side;
    let pixels: Vec<u8> = (0..width * height)
        .flat_map(|at| colour(of(at % width, at / width)).0)
        .collect();
    let mask = Regions::from_pixels(width, height, &PixelFormat::RGB, &pixels).expect("a mask");
    let middle = |plot: u32| {
        let (x, y) = (plot % columns, plot / columns);
        marchland_maps::Point::new(x * side + side / 2, y * side + side / 2)
    };
    let plots = (0..columns * rows).map(|plot| Plot {
        regions: vec![RegionId(plot)],
        colour: colour(plot),
        label: format!("Land {plot}"),
        pivots: vec![middle(plot)],
        badge: Some(count(middle(plot), "3")),
        continent: None,
    });
    let links = (1..columns * rows).map(|plot| Line {
        from: middle(plot - 1),
        to: middle(plot),
        kind: LineKind::Land,
        one_way: false,
        strong: false,
    });
    Scene::new(
        Some(Arc::new(mask)),
        plots.collect(),
        &[],
        &[],
        Style::light(),
    )
    .with_links(links.collect(), Wrap::default())
}

fn count(at: marchland_maps::Point, text: &str) -> Badge {
    Badge {
        at,
        text: text.to_owned(),
        colour: Rgb::new(20, 60, 160),
        seat: Some(2),
        own: false,
    }
}

#[test]
fn a_board_draws_only_what_differs() {
    let mut camera = Camera::new(Size::new(1280.0, 800.0)).expect("a renderer");
    let theme = Mode::Light.theme();
    let mut show = |scene: &Scene, framing: Framing| {
        let board = Board::new(scene, |_: board::Event| ())
            .framing(framing)
            .layers(true, true, true);
        camera.show(
            board.into(),
            &theme,
            mouse::Cursor::Unavailable,
            &mut Vec::new(),
        )
    };
    let mut scene = map();
    scene.set_overlay(Vec::new(), Vec::new());
    let at = |x: f64| Framing::Centred {
        x,
        y: 120.0,
        scale: 2.0,
    };
    assert!(show(&scene, at(140.0)) > 0.99, "all of it is new");
    assert!(show(&scene, at(140.0)) < 0.0001, "nothing differs");
    let plot = scene.plots()[16].clone();
    let badge = count(plot.pivots[0], "4");
    scene.repaint([(16, plot.colour, Some(badge.clone()))]);
    let one_count = show(&scene, at(140.0));
    assert!(one_count > 0.0 && one_count < 0.01, "{one_count}");
    // A conquest draws the land of one territory, and the line around it.
    scene.repaint([(16, Rgb::new(200, 30, 30), Some(badge))]);
    let conquest = show(&scene, at(140.0));
    assert!(conquest > one_count && conquest < 0.08, "{conquest}");
    // An arrow draws what it covers, and so does its end.
    let arrow = Line {
        from: plot.pivots[0],
        to: scene.plots()[17].pivots[0],
        kind: LineKind::Attack,
        one_way: true,
        strong: true,
    };
    scene.set_overlay(vec![arrow], Vec::new());
    let attack = show(&scene, at(140.0));
    scene.set_overlay(Vec::new(), Vec::new());
    let over = show(&scene, at(140.0));
    for drawn in [attack, over] {
        assert!(drawn > 0.0 && drawn < 0.03, "{drawn}");
    }
    // Where the map is moved, all of it is drawn, and once.
    let moved = show(&scene, at(150.0));
    assert!((0.9..1.05).contains(&moved), "{moved}");
}

#[test]
fn a_word_longer_than_its_column_is_broken() {
    let word = "Long".repeat(20);
    let view: Element<'_, Said> = iced::widget::container(parts::body(word)).width(100).into();
    let mut camera = Camera::new(SIZE).expect("a renderer");
    let rgba = camera.take(view, &Mode::Light.theme(), &mut Vec::new());
    let pixels: Vec<&[u8]> = rgba.chunks_exact(4).collect();
    let ground = pixels[pixels.len() - 1];
    for row in pixels.chunks_exact(SIZE.width as usize) {
        assert!(row[100..].iter().all(|pixel| *pixel == ground));
    }
    assert!(pixels.iter().any(|pixel| *pixel != ground));
}
