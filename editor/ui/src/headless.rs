//! The window as a picture, without a window system.

use std::path::Path;
use std::time::{Duration, Instant};

use iced::advanced::renderer::{Headless, Style};
use iced::{Color, Element, Event, Pixels, Rectangle, Size, Theme, mouse, window};
use iced_renderer::fallback;
use iced_renderer::graphics::{Viewport, damage};
use iced_runtime::user_interface::{Cache, UserInterface};
use iced_tiny_skia::Layer;
use tiny_skia::{Mask, Pixmap};

use crate::theme::FONT;

/// Why a picture of the window could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ScreenshotError {
    /// The software renderer is not there.
    #[error("the software renderer cannot be started")]
    NoRenderer,
    /// The file could not be written.
    #[error("{path} cannot be written")]
    Write {
        /// The file that could not be written.
        path: String,
        /// What the system says about it.
        #[source]
        error: image::ImageError,
    },
}

/// Draws elements to pixels, in software.
pub struct Camera {
    renderer: iced::Renderer,
    size: Size,
    cache: Option<Cache>,
    shown: Option<Shown>,
}

/// What a window shows until the next frame.
struct Shown {
    pixels: Pixmap,
    clip: Mask,
    layers: Vec<Layer>,
    background: Color,
}

/// The software renderer that iced's renderer is, or holds.
trait Software {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer>;
}

impl Software for iced_tiny_skia::Renderer {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer> {
        Some(self)
    }
}

/// Where drawing on the GPU is compiled in.
impl<Gpu> Software for fallback::Renderer<Gpu, iced_tiny_skia::Renderer> {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer> {
        match self {
            Self::Primary(_) => None,
            Self::Secondary(renderer) => Some(renderer),
        }
    }
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
            shown: None,
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
        self.draw(element, theme, cursor, messages);
        let pixels = Size::new(self.size.width as u32, self.size.height as u32);
        self.renderer
            .screenshot(pixels, 1.0, theme.palette().background)
    }

    /// What [`Camera::show`] has drawn so far: rows from the top, four bytes a pixel in the
    /// order of the screen.
    pub fn shown(&self) -> Option<&[u8]> {
        self.shown.as_ref().map(|shown| shown.pixels.data())
    }

    /// Draws an element over what was shown before, as a window on a screen does: its
    /// layers are compared with those before, and only where they differ it is drawn.
    /// The share of the window that was, from 0 to 1. What the widgets had to say is put
    /// into `messages`.
    pub fn show<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        cursor: mouse::Cursor,
        messages: &mut Vec<M>,
    ) -> f32 {
        self.draw(element, theme, cursor, messages);
        let background = theme.palette().background;
        let whole = Rectangle::with_size(self.size);
        let Some(renderer) = self.renderer.software() else {
            // A camera has a software renderer: see [`Camera::new`].
            return 0.0;
        };
        let (width, height) = (self.size.width as u32, self.size.height as u32);
        let before = self
            .shown
            .take()
            .filter(|shown| shown.background == background);
        let (mut shown, differs) = if let Some(shown) = before {
            let bounds = |layer: &Layer| vec![layer.bounds];
            let differs = damage::diff(&shown.layers, renderer.layers(), bounds, Layer::damage);
            (shown, damage::group(differs, whole))
        } else {
            let pixels = Pixmap::new(width, height).zip(Mask::new(width, height));
            let Some((pixels, clip)) = pixels else {
                return 0.0;
            };
            let layers = Vec::new();
            let shown = Shown {
                pixels,
                clip,
                layers,
                background,
            };
            (shown, vec![whole])
        };
        shown.layers = renderer.layers().to_vec();
        if !differs.is_empty() {
            let viewport = Viewport::with_physical_size(Size::new(width, height), 1.0);
            let mut pixels = shown.pixels.as_mut();
            renderer.draw(
                &mut pixels,
                &mut shown.clip,
                &viewport,
                &differs,
                background,
            );
        }
        self.shown = Some(shown);
        differs.iter().map(Rectangle::area).sum::<f32>() / whole.area()
    }

    /// Lays an element out and hands it to the renderer.
    fn draw<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        cursor: mouse::Cursor,
        messages: &mut Vec<M>,
    ) {
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
        let style = Style {
            text_color: theme.palette().text,
        };
        ui.draw(&mut self.renderer, theme, &style, cursor);
        self.cache = Some(ui.into_cache());
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
