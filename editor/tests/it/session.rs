//! A session: a window that persists between key presses, so that the cursor stays in its field
//! and follow-up work is done.

use std::path::Path;
use std::time::Instant;

use iced::advanced::clipboard;
use iced::advanced::renderer::Headless;
use iced::futures::{FutureExt, StreamExt};
use iced::keyboard::{self, Modifiers, key::Named};
use iced::{Event, Font, Pixels, Point, Rectangle, Size, Task, mouse, window};
use iced_runtime::Action;
use iced_runtime::user_interface::{Cache, UserInterface};
use iced_test::core::widget::operation::{self, Operation, Outcome};
use marchland_board::Framing;
use marchland_editor::app::{App, Launch, Message};
use marchland_editor::workspace::Workspace;

use crate::driver::{WINDOW, key_press};

/// An application with a persistent window.
pub(crate) struct Session {
    pub(crate) app: App,
    renderer: iced::Renderer,
    cache: Option<Cache>,
    pointer: mouse::Cursor,
    runtime: tokio::runtime::Runtime,
}

impl Session {
    /// Opens a map or a mask, or the start screen.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        Self::remembering(path, None)
    }

    /// As [`Session::new`], with a state folder.
    pub(crate) fn remembering(path: Option<&Path>, state: Option<&Path>) -> Self {
        let launch = Launch {
            path: path.map(Path::to_owned),
            state: state.map(Path::to_owned),
            ..Launch::default()
        };
        let renderer =
            <iced::Renderer as Headless>::new(Font::with_name("Fira Sans"), Pixels(16.0), None);
        let renderer = iced::futures::executor::block_on(renderer);
        let mut session = Self {
            app: App::at_once(&launch).expect("it opens"),
            renderer: renderer.expect("a renderer"),
            cache: None,
            pointer: mouse::Cursor::Unavailable,
            runtime: tokio::runtime::Runtime::new().expect("a runtime"),
        };
        session.happen(&[]);
        session
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        self.app.workspace().expect("the workspace")
    }

    pub(crate) fn happen(&mut self, events: &[Event]) {
        let mut all = events.to_vec();
        all.push(Event::Window(
            window::Event::RedrawRequested(Instant::now()),
        ));
        let mut messages = Vec::new();
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(self.app.view(), WINDOW, cache, &mut self.renderer);
        let mut clipboard = clipboard::Null;
        let _ = ui.update(
            &all,
            self.pointer,
            &mut self.renderer,
            &mut clipboard,
            &mut messages,
        );
        self.cache = Some(ui.into_cache());
        for message in messages {
            self.send(message);
        }
    }

    /// Lets the application react and runs follow-up work: operations at once, jobs to their end.
    /// Delays, such as those of toasts, are skipped.
    pub(crate) fn send(&mut self, message: Message) {
        let task = self.app.update(message);
        // The window shows the new state before anything else happens.
        let cache = self.cache.take().unwrap_or_default();
        let ui = UserInterface::build(self.app.view(), WINDOW, cache, &mut self.renderer);
        self.cache = Some(ui.into_cache());
        self.carry_out(task);
        self.app.check_now();
    }

    pub(crate) fn carry_out(&mut self, task: Task<Message>) {
        let Some(mut stream) = iced_runtime::task::into_stream(task) else {
            return;
        };
        loop {
            let working = self.app.is_working();
            let action = self.runtime.block_on(async {
                if working {
                    stream.next().await
                } else {
                    stream.next().now_or_never().flatten()
                }
            });
            match action {
                Some(Action::Output(message)) => self.send(message),
                Some(Action::Widget(operation)) => self.operate(operation),
                Some(_) => {}
                None => return,
            }
        }
    }

    /// Runs an operation on the widgets.
    fn operate(&mut self, operation: Box<dyn Operation>) {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(self.app.view(), WINDOW, cache, &mut self.renderer);
        let mut next = Some(operation);
        while let Some(mut operation) = next.take() {
            ui.operate(&self.renderer, operation.as_mut());
            if let Outcome::Chain(more) = operation.finish() {
                next = Some(more);
            }
        }
        self.cache = Some(ui.into_cache());
    }

    /// The focused widget and the number of focusable ones.
    pub(crate) fn focus(&mut self) -> operation::focusable::Count {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(self.app.view(), WINDOW, cache, &mut self.renderer);
        let mut count = operation::focusable::count();
        ui.operate(&self.renderer, &mut operation::black_box(&mut count));
        self.cache = Some(ui.into_cache());
        match count.finish() {
            Outcome::Some(count) => count,
            _ => operation::focusable::Count::default(),
        }
    }

    pub(crate) fn press(&mut self, key: Named) {
        self.press_with(key, Modifiers::empty());
    }

    pub(crate) fn press_with(&mut self, key: Named, modifiers: Modifiers) {
        self.happen(&key_press(keyboard::Key::Named(key), modifiers, None));
    }

    pub(crate) fn key(&mut self, letter: &str, modifiers: Modifiers) {
        let text = modifiers.is_empty().then(|| letter.into());
        let key = keyboard::Key::Character(letter.into());
        self.happen(&key_press(key, modifiers, text));
    }

    /// Types letter by letter.
    pub(crate) fn write(&mut self, text: &str) {
        for letter in text.chars() {
            let key = match letter {
                ' ' => keyboard::Key::Named(Named::Space),
                letter => keyboard::Key::Character(letter.to_string().into()),
            };
            let text = Some(letter.to_string().into());
            self.happen(&key_press(key, Modifiers::empty(), text));
        }
    }

    /// Presses Tab until the widget with this text has the focus.
    pub(crate) fn tab_to(&mut self, text: &str) {
        let count = self.focus().total;
        for _ in 0..=count {
            self.press(Named::Tab);
            let at = self.find(text).unwrap_or_else(|| panic!("no “{text}”"));
            if self
                .focused()
                .is_some_and(|bounds| bounds.contains(at.center()))
            {
                return;
            }
        }
        panic!("Tab does not come to “{text}”");
    }

    pub(crate) fn focused(&mut self) -> Option<Rectangle> {
        self.look().focused
    }

    pub(crate) fn find(&mut self, text: &str) -> Option<Rectangle> {
        let texts = self.look().texts;
        let found = texts.into_iter().find(|(there, _)| there == text);
        found.map(|(_, bounds)| bounds)
    }

    pub(crate) fn shows(&mut self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// All texts, visible or not.
    pub(crate) fn texts(&mut self) -> Vec<String> {
        let texts = self.look().texts.into_iter();
        texts.map(|(text, _)| text).collect()
    }

    fn look(&mut self) -> Look {
        let mut look = Look::default();
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(self.app.view(), WINDOW, cache, &mut self.renderer);
        ui.operate(&self.renderer, &mut look);
        self.cache = Some(ui.into_cache());
        look
    }

    pub(crate) fn click_at(&mut self, at: Point) {
        self.pointer = mouse::Cursor::Available(at);
        let button = mouse::Button::Left;
        self.happen(&[
            Event::Mouse(mouse::Event::CursorMoved { position: at }),
            Event::Mouse(mouse::Event::ButtonPressed(button)),
            Event::Mouse(mouse::Event::ButtonReleased(button)),
        ]);
    }

    /// Sends events with the pointer at a pixel of the fully visible map.
    pub(crate) fn over_whole(&mut self, size: (u32, u32), at: (f64, f64), events: &[Event]) {
        let position = self.on_whole(size, at);
        self.pointer = mouse::Cursor::Available(position);
        let mut all = vec![Event::Mouse(mouse::Event::CursorMoved { position })];
        all.extend_from_slice(events);
        self.happen(&all);
    }

    /// The screen position of a pixel of the fully visible map.
    pub(crate) fn on_whole(&mut self, size: (u32, u32), at: (f64, f64)) -> Point {
        let board = self.look().board.expect("a board");
        let view = Size::new(board.width, board.height);
        let workspace = self.app.workspace();
        let framing = workspace.map_or(Framing::Whole, |workspace| workspace.view.framing);
        let camera = framing.camera(size.0, size.1, view);
        let at = camera.to_screen(at.0, at.1);
        Point::new(board.x + at.x, board.y + at.y)
    }

    pub(crate) fn click(&mut self, text: &str) {
        let at = self.find(text).unwrap_or_else(|| panic!("no “{text}”"));
        self.click_at(at.center());
    }

    /// Clicks a pixel of the fully visible map or mask.
    pub(crate) fn click_whole(&mut self, size: (u32, u32), at: (f64, f64)) {
        let at = self.on_whole(size, at);
        self.click_at(at);
    }
}

#[derive(Default)]
struct Look {
    texts: Vec<(String, Rectangle)>,
    focused: Option<Rectangle>,
    board: Option<Rectangle>,
    scrolled: iced::Vector,
    entering: iced::Vector,
}

impl Operation for Look {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        let before = self.scrolled;
        self.scrolled = before + std::mem::take(&mut self.entering);
        operate(self);
        self.scrolled = before;
    }

    fn scrollable(
        &mut self,
        _id: Option<&iced::widget::Id>,
        _bounds: Rectangle,
        _content_bounds: Rectangle,
        translation: iced::Vector,
        _state: &mut dyn operation::Scrollable,
    ) {
        self.entering = translation;
    }

    fn container(&mut self, id: Option<&iced::widget::Id>, bounds: Rectangle) {
        if id == Some(&iced::widget::Id::new("board")) {
            self.board = Some(bounds);
        }
    }

    fn focusable(
        &mut self,
        _id: Option<&iced::widget::Id>,
        bounds: Rectangle,
        state: &mut dyn operation::Focusable,
    ) {
        if state.is_focused() {
            self.focused = Some(bounds - self.scrolled);
        }
    }

    fn text(&mut self, _id: Option<&iced::widget::Id>, bounds: Rectangle, text: &str) {
        self.texts.push((text.to_owned(), bounds - self.scrolled));
    }
}
