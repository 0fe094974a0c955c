//! The window: what it says, and what is listened to besides the widgets.

use iced::{Event, Size, Subscription, Task, window};

use super::{App, Message, Screen, mask_file};
use crate::dialogs::{Dialog, Then};
use crate::{files, texts};

impl App {
    pub(super) fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Opened { .. } => {
                self.window = Some(id);
                let ratio = window::scale_factor(id).map(Message::PixelRatio);
                Task::batch([ratio, window::size(id).map(Message::WindowSize)])
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                window::size(id).map(Message::WindowSize)
            }
            // How large it is now is asked for: the event says so in our pixels, of
            // which there may be others by the time it is here.
            window::Event::Resized(_) => window::size(id).map(Message::WindowSize),
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
                | window::Event::Resized(_)
                | window::Event::CloseRequested
                | window::Event::FileDropped(_)),
            ) => Some(Message::Window(id, event)),
            _ => None,
        });
        let mut all = vec![window];
        if self.stopwatch.is_some() {
            all.push(window::frames().map(|_| Message::Frame));
        }
        if let Screen::Bench(open) = &self.screen
            && let Some(path) = open.home.mask_path(open.bench.document.draft())
        {
            let changes = Subscription::run_with(path, |path| files::changes(path));
            all.push(changes.map(|()| Message::MaskFile(mask_file::Message::Touched)));
        }
        Subscription::batch(all)
    }

    /// Logical pixels of the system for one of ours.
    pub fn scale(&self) -> f32 {
        let wanted = f32::from(self.remembered.scale) / 100.0;
        self.window_size.map_or(wanted, |size| scale(size, wanted))
    }

    /// Shows everything so large, in hundredths, as far as the window has room.
    pub(super) fn show_at(&mut self, hundredths: u16) -> Task<Message> {
        self.remembered.scale = hundredths;
        let said = self.say(
            texts::shown_at((self.scale() * 100.0).round() as u16),
            false,
        );
        Task::batch([self.remember_soon(), said])
    }

    /// Whether there is a larger scale than this, or a smaller one, that has room.
    pub(super) fn may_be_shown(&self, larger: bool) -> bool {
        let wanted = f32::from(self.remembered.scale) / 100.0;
        let has_room = !larger || self.scale() >= wanted;
        self.remembered.scale_beside(larger).is_some() && has_room
    }

    /// Physical pixels for one of our logical pixels.
    pub(super) fn physical(&self) -> f32 {
        self.pixel_ratio * self.scale()
    }
}

/// The size in which everything has room, in our logical pixels.
const ROOM: Size = Size::new(1024.0, 640.0);
/// The smallest window, in the system's logical pixels: there everything is half as
/// large as it should be. At 200 % that is what it is at 100 % otherwise, and fits
/// a screen of 1366 × 768 pixels.
pub const SMALLEST: Size = Size::new(512.0, 320.0);

/// Logical pixels of the system for one of ours, in a window of this size: as many as are
/// `wanted` as long as everything has room, fewer in a window that is smaller.
fn scale(window: Size, wanted: f32) -> f32 {
    let fits = (window.width / ROOM.width).min(window.height / ROOM.height);
    if fits.is_finite() {
        fits.clamp(SMALLEST.width / ROOM.width, wanted)
    } else {
        wanted
    }
}
