//! The window as a picture, without a window system.

use std::path::Path;
use std::time::{Duration, Instant};

use iced::advanced::renderer::{Headless, Style};
use iced::{Element, Event, Pixels, Size, Theme, mouse, window};
use iced_runtime::user_interface::{Cache, UserInterface};

use crate::theme::FONT;

/// Why a picture of the window could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ScreenshotError {
    /// The software renderer is not there.
    #[error("the software renderer cannot be started")]
    NoRenderer,
    /// The file could not be written.
    #[error("{path} cannot be written: {error}")]
    Write {
        /// Which file.
        path: String,
        /// Why.
        #[source]
        error: image::ImageError,
    },
}

/// Draws elements to pixels, in software.
pub struct Camera {
    renderer: iced::Renderer,
    size: Size,
    cache: Option<Cache>,
}

impl Camera {
    /// For pictures of that size, one physical pixel to a logical one.
    ///
    /// # Errors
    /// [`ScreenshotError::NoRenderer`].
    pub fn new(size: Size) -> Result<Self, ScreenshotError> {
        if let Ok(mut fonts) = iced::advanced::graphics::text::font_system().write() {
            fonts.load_font(lucide_icons::LUCIDE_FONT_BYTES.into());
        }
        let renderer = <iced::Renderer as Headless>::new(FONT, Pixels(16.0), Some("tiny-skia"));
        let renderer =
            iced::futures::executor::block_on(renderer).ok_or(ScreenshotError::NoRenderer)?;
        Ok(Self {
            renderer,
            size,
            cache: None,
        })
    }

    /// Draws an element; RGBA rows from the top. What the widgets had to say
    /// is put into `messages`.
    pub fn take<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        messages: &mut Vec<M>,
    ) -> Vec<u8> {
        self.take_under(element, theme, mouse::Cursor::Unavailable, messages)
    }

    /// Lets an element react to events while the pointer is there; how long
    /// that took. What the widgets had to say is put into `messages`.
    pub fn act<M>(
        &mut self,
        element: Element<'_, M>,
        events: &[Event],
        cursor: mouse::Cursor,
        messages: &mut Vec<M>,
    ) -> Duration {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(element, self.size, cache, &mut self.renderer);
        let mut clipboard = iced::advanced::clipboard::Null;
        let before = Instant::now();
        let _ = ui.update(events, cursor, &mut self.renderer, &mut clipboard, messages);
        let took = before.elapsed();
        self.cache = Some(ui.into_cache());
        took
    }

    /// Like [`Camera::take`], with the pointer somewhere.
    pub fn take_under<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        cursor: mouse::Cursor,
        messages: &mut Vec<M>,
    ) -> Vec<u8> {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(element, self.size, cache, &mut self.renderer);
        // Widgets find out how they are, hovered or focused, when asked to redraw.
        let redraw = Event::Window(window::Event::RedrawRequested(Instant::now()));
        let mut clipboard = iced::advanced::clipboard::Null;
        let _ = ui.update(
            &[redraw],
            cursor,
            &mut self.renderer,
            &mut clipboard,
            messages,
        );
        let palette = theme.palette();
        let style = Style {
            text_color: palette.text,
        };
        ui.draw(&mut self.renderer, theme, &style, cursor);
        self.cache = Some(ui.into_cache());
        let pixels = Size::new(self.size.width as u32, self.size.height as u32);
        self.renderer.screenshot(pixels, 1.0, palette.background)
    }

    /// Writes such rows as a picture.
    ///
    /// # Errors
    /// [`ScreenshotError::Write`].
    pub fn save(&self, rgba: &[u8], path: &Path) -> Result<(), ScreenshotError> {
        let (width, height) = (self.size.width as u32, self.size.height as u32);
        let colour = image::ExtendedColorType::Rgba8;
        image::save_buffer(path, rgba, width, height, colour).map_err(|error| {
            ScreenshotError::Write {
                path: path.display().to_string(),
                error,
            }
        })
    }
}
