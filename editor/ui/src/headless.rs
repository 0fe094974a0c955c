//! Renders windows to pictures without a window system.

use std::path::Path;
use std::time::{Duration, Instant};

use iced::advanced::renderer::{Headless, Style};
use iced::advanced::widget::Operation;
use iced::{Color, Element, Event, Pixels, Point, Rectangle, Size, Theme, mouse, window};
use iced_renderer::fallback;
use iced_renderer::graphics::{Viewport, damage};
use iced_runtime::user_interface::{Cache, UserInterface};
use iced_tiny_skia::Layer;
use image::ImageEncoder as _;
use image::codecs::png::PngEncoder;
use marchland_maps::files;
use tiny_skia::{Mask, Pixmap};

use crate::theme::FONT;

/// Why a screenshot failed.
#[derive(Debug, thiserror::Error)]
pub enum ScreenshotError {
    /// There is no software renderer.
    #[error("the software renderer cannot be started")]
    NoRenderer,
    /// The name does not end in `.png`.
    #[error("{0} would be a PNG with a misleading name; give a name that ends in .png")]
    Name(String),
    /// The file could not be written.
    #[error("{path} cannot be written")]
    Write {
        /// The file.
        path: String,
        /// The encoder's or system's error.
        #[source]
        error: image::ImageError,
    },
}

/// Renders elements to pixels in software.
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

/// Access to the software renderer within iced's renderer.
trait Software {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer>;
}

impl Software for iced_tiny_skia::Renderer {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer> {
        Some(self)
    }
}

/// With GPU drawing compiled in.
impl<Gpu> Software for fallback::Renderer<Gpu, iced_tiny_skia::Renderer> {
    fn software(&mut self) -> Option<&mut iced_tiny_skia::Renderer> {
        match self {
            Self::Primary(_) => None,
            Self::Secondary(renderer) => Some(renderer),
        }
    }
}

impl Camera {
    /// For pictures of that size at scale 1.
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

    /// Renders an element to RGBA rows from the top. Messages of the widgets go to `messages`.
    pub fn take<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        messages: &mut Vec<M>,
    ) -> Vec<u8> {
        self.draw(element, theme, mouse::Cursor::Unavailable, messages);
        let pixels = Size::new(self.size.width as u32, self.size.height as u32);
        self.renderer
            .screenshot(pixels, 1.0, theme.palette().background)
    }

    /// Sends events to an element with the pointer at a position; returns the time taken.
    /// Messages of the widgets go to `messages`.
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

    /// Forgets the state of all widgets, as if the window were new.
    pub fn forget(&mut self) {
        self.cache = None;
    }

    /// Runs an operation on the widgets of an element.
    pub fn operate<M>(&mut self, element: Element<'_, M>, operation: &mut dyn Operation) {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(element, self.size, cache, &mut self.renderer);
        ui.operate(&self.renderer, operation);
        self.cache = Some(ui.into_cache());
    }

    /// The current picture of [`Camera::show`]: rows from the top, four bytes per pixel in screen
    /// order.
    pub fn shown(&self) -> Option<&[u8]> {
        self.shown.as_ref().map(|shown| shown.pixels.data())
    }

    /// The number of layers of the current picture that reach over a place.
    pub fn layers_at(&self, at: Point) -> usize {
        let layers = self.shown.iter().flat_map(|shown| &shown.layers);
        layers.filter(|layer| layer.bounds.contains(at)).count()
    }

    /// Renders an element over the previous frame as a window does: only changed layers are
    /// redrawn. Returns the redrawn share, from 0 to 1. Messages of the widgets go to `messages`.
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
            // Cannot happen: [`Camera::new`] checked the renderer.
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

    /// Lays out an element and passes it to the renderer.
    fn draw<M>(
        &mut self,
        element: Element<'_, M>,
        theme: &Theme,
        cursor: mouse::Cursor,
        messages: &mut Vec<M>,
    ) {
        let cache = self.cache.take().unwrap_or_default();
        let mut ui = UserInterface::build(element, self.size, cache, &mut self.renderer);
        // Widgets update hover and focus on a redraw request.
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

    /// Writes rows as a PNG; on an error, an older picture stays.
    ///
    /// # Errors
    /// [`ScreenshotError::Name`] and [`ScreenshotError::Write`].
    pub fn save(&self, rgba: &[u8], path: &Path) -> Result<(), ScreenshotError> {
        if path
            .extension()
            .is_none_or(|end| !end.eq_ignore_ascii_case("png"))
        {
            return Err(ScreenshotError::Name(path.display().to_string()));
        }
        let (width, height) = (self.size.width as u32, self.size.height as u32);
        let colour = image::ExtendedColorType::Rgba8;
        let mut png = Vec::new();
        let encoded = PngEncoder::new(&mut png).write_image(rgba, width, height, colour);
        let written = encoded.and_then(|()| Ok(files::replace(path, &png)?));
        written.map_err(|error| ScreenshotError::Write {
            path: path.display().to_string(),
            error,
        })
    }
}
