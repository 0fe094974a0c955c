//! What is drawn is worked out on a thread of its own.

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;

use super::{App, Message};
use crate::bench;
use crate::dialogs::{Dialog, Purpose};
use crate::files;
use crate::jobs::Parcel;
use crate::sheets::NewSheet;
use crate::tools::ToolKind;

impl App {
    /// Puts an empty sheet of that size on the workbench, with the brush in hand.
    pub(super) fn begin_sheet(&mut self, sheet: NewSheet) -> Task<Message> {
        let made = sheet
            .size()
            .map(|(width, height)| files::empty(width, height));
        match made {
            None => {
                self.dialog = Some(Dialog::New(sheet));
                Task::none()
            }
            Some(Err(error)) => self.failed(&error.to_string()),
            Some(Ok((document, home))) => {
                let shown = self.put(document, home, None);
                if let Some(open) = self.open_map() {
                    open.bench.take_tool(ToolKind::Brush);
                }
                shown
            }
        }
    }

    /// Puts an empty sheet of that size on the workbench, and asks for a picture to draw after.
    pub(super) fn begin_tracing(&mut self, sheet: NewSheet) -> Task<Message> {
        let before = self.shown;
        let shown = self.begin_sheet(sheet);
        let made = self.shown != before;
        let Some(open) = self.open_map().filter(|_| made) else {
            return shown;
        };
        open.bench.take_tool(ToolKind::Trace);
        Task::batch([shown, self.ask(Purpose::Trace)])
    }

    /// Starts the next order, unless one is under way.
    pub(super) fn draw(&mut self) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let Some((number, order)) = open.bench.order() else {
            return Task::none();
        };
        work_out(move || order.carry_out())
            .map(move |done| Message::Bench(bench::Message::Drawn(number, done)))
    }

    /// Starts working out what would come of the deed that is tried.
    pub(super) fn try_out(&mut self) -> Task<Message> {
        let order = self.open_map().and_then(|open| open.bench.trial_order());
        let Some((number, order, symmetry)) = order else {
            return Task::none();
        };
        work_out(move || order.look(symmetry))
            .map(move |look| Message::Bench(bench::Message::Tried(number, look)))
    }

    /// Starts to look for what there is to tidy up.
    pub(super) fn look_for_clutter(&mut self) -> Task<Message> {
        let id = self.next_job();
        let look = self.open_map().map(|open| open.bench.start_looking(id));
        let look = look.unwrap_or_else(Task::none);
        look.map(|news| Message::Bench(bench::Message::Clutter(news)))
    }
}

fn work_out<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<Parcel<T>> {
    iced_runtime::task::blocking(move |mut sender: Sender<Parcel<T>>| {
        // The map stays as it was if this panics, and says nothing.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let parcel = done.map_or_else(|_| Parcel::empty(), Parcel::new);
        // Nobody listens any more once the program ends.
        let _ = block_on(sender.send(parcel));
    })
}
