//! The map on the workbench is kept under watch; what its issues ask for
//! outside of the workbench is done here.

use std::collections::HashSet;

use iced::Task;
use marchland_validator::Waiver;

use super::{App, Message, Screen};
use crate::findings::live::{self, News};
use crate::texts;

impl App {
    /// Called after everything that happens: plans a look at the map if it has
    /// changed.
    pub(super) fn watch(&mut self) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        let look = open.live.follow(&open.bench.document, &open.home);
        look.map(Message::Live)
    }

    pub(super) fn on_live(&mut self, message: live::Message) -> Task<Message> {
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let news = open.live.update(message, &open.bench.document, &open.home);
        let effects = match news {
            News::Working(task) => return task.map(Message::Live),
            News::Found(outcome) => open.bench.found(outcome),
            News::Mended(mended) => open.bench.mended(mended),
            News::Stale => Vec::new(),
        };
        self.carry_out(effects)
    }

    /// Looks at the map now and waits for it: for pictures and tests.
    pub fn check_now(&mut self) {
        let mode = self.mode;
        if let Screen::Bench(open) = &mut self.screen
            && let Some(outcome) = open.live.look_now(&open.bench.document, &open.home)
        {
            let effects = open.bench.found(outcome);
            let _ = self.carry_out(effects);
        }
        if let Screen::Bench(open) = &mut self.screen {
            open.bench.paint(mode);
        }
    }

    /// Works repairs out that were ticked.
    pub(super) fn mend(&mut self, chosen: HashSet<(String, String)>) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        let work = open.live.mend(&open.bench.document, &open.home, chosen);
        work.map(Message::Live)
    }

    pub(super) fn waive(&mut self, waiver: &Waiver) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        match open.home.waive(waiver) {
            Ok(()) => {
                open.bench.waived();
                open.live.forget();
                self.say(texts::was_waived(&waiver.rule), false)
            }
            Err(error) => self.fail("waivers", texts::not_waived(&error)),
        }
    }

    pub(super) fn unwaive(&mut self, waiver: &Waiver) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        match open.home.unwaive(waiver) {
            Ok(was_there) => {
                open.live.forget();
                let said = if was_there {
                    texts::was_unwaived(&waiver.rule)
                } else {
                    texts::NO_SUCH_WAIVER.to_owned()
                };
                self.say(said, false)
            }
            Err(error) => self.fail("waivers", texts::not_unwaived(&error)),
        }
    }
}
