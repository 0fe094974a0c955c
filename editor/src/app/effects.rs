//! Effects of a workspace message on the application.

use iced::Task;
use iced::widget::operation;
use marchland_ui::focus;

use super::{App, Message};
use crate::dialogs::{AfterMask, Purpose};
use crate::workspace::{self, Effect};
use crate::{jobs, odds};

impl App {
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> Task<Message> {
        let tasks = effects.into_iter().map(|effect| match effect {
            // Typing replaces the previous search.
            Effect::Focus(id) => Task::batch([operation::focus(id), operation::select_all(id)]),
            Effect::Unfocus => focus::leave(),
            Effect::Scroll(id, y) => {
                let offset = operation::AbsoluteOffset {
                    x: None,
                    y: Some(y),
                };
                operation::scroll_to(id, offset)
            }
            Effect::Waive(waiver) => self.waive(&waiver),
            Effect::Unwaive(waiver) => self.unwaive(&waiver),
            Effect::PrepareFixes(chosen) => self.prepare_fixes(chosen),
            Effect::Sizes(sizes) => {
                self.remembered.sizes = sizes;
                self.remember_soon()
            }
            Effect::Say(text) => self.say(text, false),
            Effect::Fail(text) => self.say(text, true),
            Effect::Refuse(text) => self.fail("drawing", text),
            Effect::Drawn => {
                self.toasts.settle("drawing");
                Task::none()
            }
            Effect::App(command) => self.on_command(command),
            Effect::AskTrace => self.ask(Purpose::Trace),
            Effect::Draw => self.draw(),
            Effect::Try => self.try_out(),
            Effect::LookForClutter => self.look_for_clutter(),
            Effect::LookAcross => self.look_across(),
            Effect::KeepMask => self.keep_mask(AfterMask::Nothing),
            Effect::ReloadMap => self.ask_reload_map(),
            Effect::CompareFile => self.compare_file(),
            Effect::DrawPicture => self.draw_picture(),
            Effect::KeepPicture => self.keep_picture(),
            Effect::ContextMenu(target, at) => {
                self.open_context_menu(target, at);
                Task::none()
            }
            Effect::Notice(change) => {
                if let Some(open) = self.open_map() {
                    open.notices.change(change);
                }
                Task::none()
            }
            Effect::Locate(part) => self.ask(Purpose::Locate(part)),
            Effect::Reckon(question) => jobs::once(move || question.reckon()).map(|answer| {
                let answer = odds::Message::Answered(answer);
                Message::Workspace(workspace::Message::Odds(answer))
            }),
        });
        Task::batch(tasks.collect::<Vec<_>>())
    }
}
