//! Games of bots on the draft while its author draws: wires between the panel and the thread
//! that plays.

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;

use super::{App, Message, Screen};
use crate::balance::{self, Order, PAUSE, Wish};
use crate::bench;
use crate::jobs::Parcel;

fn of_balance(message: balance::Message) -> Message {
    Message::Bench(bench::Message::Balance(message))
}

impl App {
    /// Called after everything that happens.
    pub(super) fn balance(&mut self) -> Task<Message> {
        let seen = matches!(&self.screen, Screen::Bench(open) if open.playtest.is_none());
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        match open.bench.follow_balance(seen) {
            // The timer is made inside of the future: out here there may be no runtime.
            Some(Wish::Pause(number)) => {
                let pause = async { tokio::time::sleep(PAUSE).await };
                Task::perform(pause, move |()| of_balance(balance::Message::Due(number)))
            }
            Some(Wish::Play(order)) => play(order),
            None => Task::none(),
        }
    }

    /// Plays so many deals and waits for them: for pictures and tests.
    pub fn play_now(&mut self, deals: u64) {
        let mode = self.mode;
        if let Screen::Bench(open) = &mut self.screen {
            open.bench.play_now(deals);
            open.bench.paint(mode);
        }
    }
}

fn play(mut order: Box<Order>) -> Task<Message> {
    let task = iced_runtime::task::blocking(move |mut sender: Sender<balance::Message>| {
        // A thread of its own, which ends with the order.
        order.step_back();
        let number = order.number();
        // Nobody listens any more once the program ends.
        order.carry_out(&mut |news| {
            let news = balance::Message::News(number, Parcel::new(news));
            block_on(sender.send(news)).is_ok()
        });
    });
    task.map(of_balance)
}
