//! The native window.

use iced::{Event, Subscription, Task, window};
use marchland_ui::display;
use marchland_ui::scale::{SMALLEST, Scale};
use marchland_ui::theme::FONT;
use parking_lot::Mutex;

use super::{App, Launch, Message};
use crate::gui::view::is_low;

impl App {
    pub(super) fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Focused | window::Event::Unfocused => {
                let focused = *event == window::Event::Focused;
                self.unfocused = (!focused).then_some(id);
                if focused {
                    window::request_user_attention(id, None)
                } else {
                    Task::none()
                }
            }
            window::Event::Opened { .. } => {
                let ratio = window::scale_factor(id).map(Message::PixelRatio);
                Task::batch([ratio, self.ask_size(id)])
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                self.ask_size(id)
            }
            window::Event::Resized(_) => self.ask_size(id),
            window::Event::CloseRequested => self.ask_to_close(id),
            _ => Task::none(),
        }
    }

    /// The events that the application listens to besides its widgets.
    pub(super) fn subscription() -> Subscription<Message> {
        iced::event::listen_with(|event, _, id| match event {
            Event::Window(
                event @ (window::Event::Opened { .. }
                | window::Event::Rescaled(_)
                | window::Event::Resized(_)
                | window::Event::Focused
                | window::Event::Unfocused
                | window::Event::CloseRequested),
            ) => Some(Message::Window(id, event)),
            _ => None,
        })
    }

    /// Asks for the size of the window. The answer counts our scaled pixels, but at the present
    /// scale.
    fn ask_size(&self, id: window::Id) -> Task<Message> {
        let factor = self.scale_factor();
        window::size(id).map(move |size| Message::WindowSize(size * factor))
    }

    /// Pixels of the system for a logical pixel of ours.
    pub(super) fn scale_factor(&self) -> f32 {
        self.settings.scale.factor_in(self.size)
    }

    /// The chosen size of the interface, and the largest factor that this window has room for.
    pub(in crate::gui) fn shown_scale(&self) -> (Scale, f32) {
        let [.., largest] = Scale::ALL;
        (self.settings.scale, largest.factor_in(self.size))
    }

    /// Whether the window is so small that the map needs the room of the log.
    pub(in crate::gui) fn is_compact(&self) -> bool {
        is_low(self.size.height / self.scale_factor())
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or the window cannot be opened.
///
/// # Panics
/// Never: a window is made once.
pub fn run(launch: Launch) -> Result<(), String> {
    let is_open = display::require("marchland-game", "--terminal")?;
    // In pixels of ours, at the scale with which the program begins.
    let size = launch.size * (1.0 / launch.settings.scale.factor_in(launch.size));
    let launch = Mutex::new(Some(launch));
    let boot = move || {
        is_open.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut launch = launch.lock();
        #[expect(clippy::expect_used, reason = "iced boots a program once")]
        App::launch(launch.take().expect("a program boots once"))
    };
    iced::application(boot, App::update, App::view)
        .title(App::title)
        .subscription(|_: &App| App::subscription())
        .theme(App::theme)
        .scale_factor(App::scale_factor)
        .default_font(FONT)
        .font(lucide_icons::LUCIDE_FONT_BYTES)
        .window(iced::window::Settings {
            size,
            min_size: Some(SMALLEST),
            // Asks first if something is lost by it.
            exit_on_close_request: false,
            ..iced::window::Settings::default()
        })
        .antialiasing(true)
        .run()
        .map_err(|error| error.to_string())
}
