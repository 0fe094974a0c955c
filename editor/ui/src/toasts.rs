//! Toasts: short messages that disappear by themselves.

use std::time::Duration;

use iced::widget::{button, column, container, row};
use iced::{Center, Element, Fill, Padding};
use lucide_icons::Icon;

use crate::parts::{body, icon};
use crate::theme::{self, space};

/// The visible toasts, newest last.
#[derive(Debug, Default)]
pub struct Toasts {
    list: Vec<Toast>,
    next: u64,
}

#[derive(Debug)]
struct Toast {
    id: u64,
    text: String,
    failure: bool,
    /// The subject; a new toast on the same subject replaces it.
    about: Option<&'static str>,
}

impl Toasts {
    /// The most toasts shown; older ones make room.
    const MOST: usize = 3;

    /// How long a short toast stays; longer ones stay until they can be read.
    const SHORTEST: Duration = Duration::from_millis(3500);

    /// Adds a toast; returns its id and how long it stays. Failures stay until dismissed.
    pub fn push(&mut self, text: impl Into<String>, failure: bool) -> (u64, Option<Duration>) {
        self.push_about(None, text, failure)
    }

    /// As [`Toasts::push`], but replaces a toast on the same subject.
    pub fn push_about(
        &mut self,
        about: Option<&'static str>,
        text: impl Into<String>,
        failure: bool,
    ) -> (u64, Option<Duration>) {
        if let Some(about) = about {
            self.settle(about);
        }
        self.next += 1;
        let id = self.next;
        if !failure {
            // A success replaces an earlier one, so that ten undos are one toast.
            self.list.retain(|toast| toast.failure);
        }
        // A repeated failure is shown once, as the newest.
        let text = text.into();
        let read = Duration::from_millis(60) * text.chars().count() as u32;
        self.list.retain(|toast| toast.text != text);
        self.list.push(Toast {
            id,
            text,
            failure,
            about,
        });
        if self.list.len() > Self::MOST {
            self.list.remove(0);
        }
        (id, (!failure).then_some(read.max(Self::SHORTEST)))
    }

    /// Removes all toasts.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Removes the toast on this subject.
    pub fn settle(&mut self, about: &'static str) {
        self.list.retain(|toast| toast.about != Some(about));
    }

    /// How many toasts were added so far.
    pub fn told(&self) -> u64 {
        self.next
    }

    /// Removes the failures among the `first` toasts that were added.
    pub fn settle_failures(&mut self, first: u64) {
        self.list.retain(|toast| !toast.failure || toast.id > first);
    }

    /// Removes the newest failure; returns whether there was one.
    pub fn dismiss_failure(&mut self) -> bool {
        let newest = self.list.iter().rposition(|toast| toast.failure);
        newest.map(|at| self.list.remove(at)).is_some()
    }

    /// Removes a toast.
    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|toast| toast.id != id);
    }

    /// The texts, newest last.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|toast| &*toast.text)
    }

    /// The toasts as a stack, at the bottom of what `free` leaves of the window.
    pub fn view<'a, M: Clone + 'a>(
        &'a self,
        dismiss: fn(u64) -> M,
        free: impl Into<Padding>,
    ) -> Element<'a, M> {
        let rows = self.list.iter().map(|toast| {
            let (symbol, style): (_, fn(&iced::Theme) -> _) = if toast.failure {
                (Icon::CircleX, theme::bad)
            } else {
                (Icon::Info, theme::accent)
            };
            let close = button(icon(Icon::X).size(14.0))
                .padding(4)
                .style(theme::plain)
                .on_press(dismiss(toast.id));
            // A long text must leave room for the button.
            let words = container(body(&toast.text)).max_width(480);
            let line = row![icon(symbol).style(style), words, close]
                .spacing(space::S)
                .align_y(Center);
            container(line)
                .padding([6.0, 10.0])
                .style(theme::raised)
                .into()
        });
        container(column(rows).spacing(space::S).align_x(Center))
            .padding(free)
            .center_x(Fill)
            .align_bottom(Fill)
            .into()
    }
}
