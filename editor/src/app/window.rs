//! Window events and subscriptions.

use std::path::PathBuf;

use iced::{Event, Subscription, Task, window};
use marchland_ui::scale::Scale;

use super::{App, Message, Screen, map_file, mask_file};
use crate::dialogs::{Dialog, Then};
use crate::{files, texts};

impl App {
    pub(super) fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Opened { .. } => {
                self.window = Some(id);
                let ratio = window::scale_factor(id).map(Message::PixelRatio);
                Task::batch([ratio, self.ask_size(id)])
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                self.ask_size(id)
            }
            window::Event::Resized(_) => self.ask_size(id),
            window::Event::Focused => {
                self.claim_again();
                Task::none()
            }
            window::Event::CloseRequested => {
                self.window = Some(id);
                self.first(Then::Close)
            }
            window::Event::FileDropped(path) => match &mut self.dialog {
                // The path was dropped into the dialog.
                Some(Dialog::Path(dialog)) if !dialog.busy => {
                    dialog.set_path(path.display().to_string());
                    Task::none()
                }
                Some(_) => Task::none(),
                None => self.first(Then::Open(path.clone())),
            },
            _ => Task::none(),
        }
    }

    /// Asks for the size of the window. The answer counts our scaled pixels, as the event does, but
    /// at the present scale.
    fn ask_size(&self, id: window::Id) -> Task<Message> {
        let scale = self.scale();
        window::size(id).map(move |size| Message::WindowSize(size * scale))
    }

    /// Exits after the first frame with a map, if it is timed.
    pub(super) fn on_frame(&mut self) -> Task<Message> {
        if let (Some(started), Screen::Workspace(_)) = (self.stopwatch, &self.screen) {
            println!("first picture after {} ms", started.elapsed().as_millis());
            return iced::exit();
        }
        Task::none()
    }

    /// Subscriptions besides the widget events.
    pub fn subscription(&self) -> Subscription<Message> {
        let window = iced::event::listen_with(|event, _, id| match event {
            Event::Window(
                event @ (window::Event::Opened { .. }
                | window::Event::Rescaled(_)
                | window::Event::Resized(_)
                | window::Event::Focused
                | window::Event::CloseRequested
                | window::Event::FileDropped(_)),
            ) => Some(Message::Window(id, event)),
            _ => None,
        });
        let mut all = vec![window];
        if self.stopwatch.is_some() {
            all.push(window::frames().map(|_| Message::Frame));
        }
        if let Screen::Workspace(open) = &self.screen {
            let changes =
                |path| Subscription::run_with(path, |path: &PathBuf| files::changes(path));
            if let Some(folder) = &open.home.folder {
                let changes = changes(folder.file().to_owned());
                all.push(changes.map(|()| Message::MapFile(map_file::Message::Touched)));
            }
            if let Some(path) = open.watched_mask() {
                let changes = changes(path);
                all.push(changes.map(|()| Message::MaskFile(mask_file::Message::Touched)));
            }
        }
        Subscription::batch(all)
    }

    /// System pixels per logical pixel of ours.
    pub fn scale(&self) -> f32 {
        let chosen = self.remembered.scale;
        let size = self.window_size;
        size.map_or(chosen.factor(), |size| chosen.factor_in(size))
    }

    /// Shows the interface at 100 %, whatever was remembered: a picture has no window to scale.
    pub fn show_unscaled(&mut self) {
        self.remembered.scale = Scale::default();
    }

    /// Sets the interface scale, as far as the window has room.
    pub(super) fn show_at(&mut self, scale: Scale) -> Task<Message> {
        self.remembered.scale = scale;
        let shown = (self.scale() * 100.0).round() as u16;
        let words = if shown < scale.percent() {
            texts::no_room_for_scale(shown, scale.percent())
        } else {
            texts::shown_at(shown)
        };
        let toast = self.say(words, false);
        Task::batch([self.remember_soon(), toast])
    }

    /// Whether the next larger or smaller scale is possible.
    pub(super) fn may_be_shown(&self, larger: bool) -> bool {
        let chosen = self.remembered.scale;
        let has_room = !larger || self.scale() >= chosen.factor();
        chosen.beside(larger).is_some() && has_room
    }

    /// Physical pixels per logical pixel of ours.
    pub(super) fn physical(&self) -> f32 {
        self.pixel_ratio * self.scale()
    }
}
