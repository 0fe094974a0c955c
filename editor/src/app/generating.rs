//! The dialog that generates a map.

use iced::Task;
use marchland_game::gui::game::fresh_seed;

use super::{App, Message};
use crate::dialogs::Dialog;
use crate::generating::{self, Wish};
use crate::texts;

impl App {
    /// Opens the dialog with the last settings.
    pub(super) fn ask_for_wish(&mut self) -> Task<Message> {
        self.dialog = Some(Dialog::Generate);
        let id = self.next_job();
        self.generating.look(id).map(Message::Preview)
    }

    pub(super) fn on_generating(&mut self, message: generating::Message) -> Task<Message> {
        use generating::Message as Said;
        self.dialog = Some(Dialog::Generate);
        let wish = match message {
            Said::Wish(wish) => wish,
            Said::Another => Wish {
                seed: fresh_seed().to_string(),
                ..self.generating.wish().clone()
            },
            Said::Use => {
                let Some(plan) = self.generating.plan() else {
                    return Task::none();
                };
                self.dialog = None;
                self.generating.stop();
                return self.begin(texts::GENERATING, Message::Made, move |watch| {
                    generating::make(&plan, watch)
                });
            }
            Said::Cancel => {
                self.dialog = None;
                self.generating.stop();
                return Task::none();
            }
        };
        let id = self.next_job();
        self.generating.wish_for(wish, id).map(Message::Preview)
    }
}
