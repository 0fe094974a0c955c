//! What Marchland's windows are made of: the editor's, and the game's.
//!
//! A window says what it looks like with [parts], in the sizes and styles of its
//! [theme]; [hotkeys](hotkeys::hotkeys) around it bring the keyboard to every part; and
//! a [camera](headless::Camera) takes its picture without a display:
//!
//! ```
//! use iced::keyboard::{Key, key::Named};
//! use marchland_ui::{headless::Camera, hotkeys::hotkeys, parts, theme};
//!
//! #[derive(Debug, Clone, PartialEq)]
//! enum Message { Attack, Leave }
//!
//! // 1. What there is to see.
//! let attack = parts::worded("Attack", Some(Message::Attack), theme::primary);
//! let view = iced::widget::column![parts::heading("Ural"), attack];
//!
//! // 2. What keys mean that no widget wanted, and which go from widget to widget.
//! let view = hotkeys(
//!     view,
//!     |_, _| None,
//!     |key, held| (*key == Key::Named(Named::Tab)).then_some(!held.shift()),
//!     |key, _| (*key == Key::Named(Named::Escape)).then_some(Message::Leave),
//! );
//!
//! // 3. A picture of it: the button is in the accent of the theme.
//! let mode = theme::Mode::Dark;
//! let mut camera = Camera::new(iced::Size::new(200.0, 100.0))?;
//! let rgba = camera.take(view, &mode.theme(), &mut Vec::new());
//! let accent = mode.tokens().accent.into_rgba8();
//! assert!(rgba.chunks_exact(4).any(|pixel| pixel == accent));
//! # Ok::<(), marchland_ui::headless::ScreenshotError>(())
//! ```
//!
//! Nothing here knows a program that uses it: texts come in as values, and what
//! happens goes out as the caller's own messages.

pub mod ahead;
pub mod cut;
pub mod dialog;
pub mod display;
pub mod edge;
pub mod focus;
pub mod frames;
pub mod headless;
pub mod hotkeys;
pub mod layers;
pub mod leaving;
pub mod paged;
pub mod palette;
pub mod parcel;
pub mod parts;
pub mod scale;
pub mod steady;
pub mod theme;
pub mod toasts;
pub mod whole;
pub mod words;
pub mod wrap;
pub mod zoom;
