//! Runs the checks and applies what the issues ask of the application.

use std::collections::HashSet;

use iced::Task;
use marchland_validator::Waiver;

use super::{App, Message, Screen};
use crate::findings::live::{self, CheckResult};
use crate::texts;

impl App {
    pub(super) fn watch(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if open.workspace.findings().batch().is_none() {
            open.live.drop_fixes();
        }
        if open.is_drawing_picture() {
            // Its file is not there yet.
            open.live.pause();
            return Task::none();
        }
        let look = open.live.follow(&open.workspace.document, &open.home);
        look.map(Message::Live)
    }

    pub(super) fn on_live(&mut self, message: live::Message) -> Task<Message> {
        const ABOUT: &str = "check";
        let Some(open) = self.open_map() else {
            return Task::none();
        };
        let news = open
            .live
            .update(message, &open.workspace.document, &open.home);
        let effects = match news {
            CheckResult::Working(task) => return task.map(Message::Live),
            CheckResult::Found(outcome) => {
                let effects = open.workspace.found(outcome);
                self.toasts.settle(ABOUT);
                effects
            }
            CheckResult::Prepared(prepared) => open.workspace.apply_prepared(prepared),
            CheckResult::Stale => Vec::new(),
            CheckResult::NotPrepared => {
                open.workspace.fixes_broke_down();
                return self.fail(ABOUT, texts::FIXES_BROKE_DOWN);
            }
            CheckResult::Broken => {
                open.workspace.check_broke_down();
                return self.fail(ABOUT, texts::CHECK_BROKE_DOWN);
            }
        };
        self.carry_out(effects)
    }

    /// Checks the map now and waits for the result, for screenshots and tests.
    pub fn check_now(&mut self) {
        let mode = self.mode;
        if let Screen::Workspace(open) = &mut self.screen
            && !open.is_drawing_picture()
            && let Some(outcome) = open.live.look_now(&open.workspace.document, &open.home)
        {
            let effects = open.workspace.found(outcome);
            let _ = self.carry_out(effects);
        }
        if let Screen::Workspace(open) = &mut self.screen {
            open.workspace.paint(mode);
        }
    }

    /// Prepares the ticked fixes in the background.
    pub(super) fn prepare_fixes(&mut self, chosen: HashSet<(String, String)>) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let work = open
            .live
            .prepare_fixes(&open.workspace.document, &open.home, chosen);
        work.map(Message::Live)
    }

    pub(super) fn waive(&mut self, waiver: &Waiver) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        match open.home.waive(waiver) {
            Ok(()) => {
                open.workspace.waived();
                open.live.forget();
                self.say(texts::was_waived(&waiver.rule), false)
            }
            Err(error) => self.fail("waivers", texts::not_waived(&error)),
        }
    }

    pub(super) fn unwaive(&mut self, waiver: &Waiver) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        match open.home.unwaive(waiver) {
            Ok(was_there) => {
                open.live.forget();
                let text = if was_there {
                    texts::was_unwaived(&waiver.rule)
                } else {
                    texts::NO_SUCH_WAIVER.to_owned()
                };
                self.say(text, false)
            }
            Err(error) => self.fail("waivers", texts::not_unwaived(&error)),
        }
    }
}
