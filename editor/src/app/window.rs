//! The window: what it says, and what is listened to besides the widgets.

use iced::{Event, Subscription, Task, window};

use super::{App, Message, Screen};
use crate::dialogs::{Dialog, Then};

impl App {
    pub(super) fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Opened { .. } => {
                self.window = Some(id);
                window::scale_factor(id).map(Message::PixelRatio)
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                Task::none()
            }
            window::Event::CloseRequested => {
                self.window = Some(id);
                self.first(Then::Close)
            }
            window::Event::FileDropped(path) => match &mut self.dialog {
                // What was asked for is answered.
                Some(Dialog::Path(dialog)) if !dialog.busy => {
                    dialog.path = path.display().to_string();
                    dialog.error = None;
                    Task::none()
                }
                Some(_) => Task::none(),
                None => self.first(Then::Open(path.clone())),
            },
            _ => Task::none(),
        }
    }

    /// Ends the program after the first picture of a map, if it is to be timed.
    pub(super) fn on_frame(&mut self) -> Task<Message> {
        if let (Some(started), Screen::Bench(_)) = (self.stopwatch, &self.screen) {
            println!("first picture after {} ms", started.elapsed().as_millis());
            return iced::exit();
        }
        Task::none()
    }

    /// What is listened to besides the widgets.
    pub fn subscription(&self) -> Subscription<Message> {
        let window = iced::event::listen_with(|event, _, id| match event {
            Event::Window(
                event @ (window::Event::Opened { .. }
                | window::Event::Rescaled(_)
                | window::Event::CloseRequested
                | window::Event::FileDropped(_)),
            ) => Some(Message::Window(id, event)),
            _ => None,
        });
        if self.stopwatch.is_some() {
            return Subscription::batch([window, window::frames().map(|_| Message::Frame)]);
        }
        window
    }
}
