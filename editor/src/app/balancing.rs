//! Balance games: connects the panel with the thread that plays.

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;

use super::{App, Message, Screen};
use crate::balance::{self, Order, PAUSE, Wish};
use crate::jobs::{self, Parcel};
use crate::workspace;

fn of_balance(message: balance::Message) -> Message {
    Message::Workspace(workspace::Message::Balance(message))
}

impl App {
    pub(super) fn balance(&mut self) -> Task<Message> {
        let seen = matches!(&self.screen, Screen::Workspace(open) if open.playtest.is_none());
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        match open.workspace.follow_balance(seen) {
            Some(Wish::Pause(number)) => {
                jobs::after(PAUSE, of_balance(balance::Message::Due(number)))
            }
            Some(Wish::Play(order)) => play(order),
            None => Task::none(),
        }
    }

    /// Plays at most `deals` deals on this thread, for screenshots and tests.
    pub fn play_now(&mut self, deals: u64) {
        let mode = self.mode;
        if let Screen::Workspace(open) = &mut self.screen {
            open.workspace.play_now(deals);
            open.workspace.paint(mode);
        }
    }
}

fn play(mut order: Box<Order>) -> Task<Message> {
    let task = iced_runtime::task::blocking(move |mut sender: Sender<balance::Message>| {
        // This thread ends with the order.
        order.step_back();
        let number = order.number();
        order.carry_out(&mut |news| {
            let news = balance::Message::News(number, Parcel::new(news));
            block_on(sender.send(news)).is_ok()
        });
    });
    task.map(of_balance)
}
