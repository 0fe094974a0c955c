//! Switches between the workspace and the play-test.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use iced::Task;
use iced::widget::operation;
use marchland_game::gui::game::{fresh_seed, message_of};
use marchland_game::gui::ground::Ground;
use marchland_game::gui::keys;
use marchland_game::gui::table::{self, Wish};
use marchland_maps::Map;

use super::{App, Message, Screen};
use crate::commands::Command;
use crate::playtest::{self, PlayTest, Setup};
use crate::{findings, jobs, texts, workspace};

impl App {
    pub fn play_test(&self) -> Option<&PlayTest> {
        match &self.screen {
            Screen::Workspace(open) => open.playtest.as_deref(),
            _ => None,
        }
    }

    /// Schedules the next tick of the play-test, one at a time, so that slow frames do not queue
    /// up ticks.
    pub(super) fn next_tick(&mut self) -> Task<Message> {
        let every = self.play_test().and_then(PlayTest::wants_ticks);
        let Some(every) = every.filter(|_| !self.ticking) else {
            return Task::none();
        };
        self.ticking = true;
        jobs::after(every, Message::Tick)
    }

    pub(super) fn play_or_stop(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if let Some(play) = open.playtest.take() {
            let session = &play.table.session;
            open.pace = Some((session.watches(), session.stage.pace));
            let unfinished = !session.watches() && session.ending().is_none();
            // Keep the set-up, with the seed of the game that was played.
            open.setup = Some(Setup {
                seed: play.playing().seed,
                ..play.setup().clone()
            });
            open.left = unfinished.then_some(play);
            return Task::none();
        }
        let revision = open.workspace.document.revision();
        let is_drawing = open.workspace.is_drawing();
        match open.left.take_if(|_| !is_drawing) {
            Some(play) if play.revision == revision => {
                open.playtest = Some(play);
                self.say(texts::GAME_GOES_ON, false)
            }
            _ => self.play(false),
        }
    }

    /// Restarts the last game on the current map.
    pub(super) fn play_again(&mut self) -> Task<Message> {
        if self.play_test().is_some() {
            return self.on_play_test(playtest::Message::Again);
        }
        self.play(true)
    }

    /// Freezes the draft and starts a game, or shows the errors.
    fn play(&mut self, same_seed: bool) -> Task<Message> {
        let mode = self.mode;
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if open.workspace.is_drawing() {
            return self.fail("play", texts::STILL_DRAWING);
        }
        open.workspace.paint(mode);
        // The findings may predate the last edit.
        let checked = open.workspace.is_checked();
        let findings = open.workspace.findings();
        let is_faulty = checked && findings.first_error().is_some();
        let document = &open.workspace.document;
        let map = Map::try_from(document.draft());
        let why = match &map {
            Err(problems) if !is_faulty && document.checklist().is_some() => {
                texts::cannot_play(0, problems.len())
            }
            Err(problems) if !is_faulty => texts::cannot_play(problems.len(), 0),
            _ => texts::cannot_play(findings.counts().errors, findings.to_do()),
        };
        let Some(map) = map.ok().filter(|_| !is_faulty) else {
            let show = workspace::Message::Issue(findings::Message::FirstError);
            let effects = open.workspace.update(show);
            let shown = self.carry_out(effects);
            return Task::batch([shown, self.fail("play", why)]);
        };
        let mut setup = open
            .setup
            .clone()
            .unwrap_or_else(|| Setup::new(map.len(), 0));
        // The map may now have room for fewer players.
        setup.seat(setup.players.len(), map.len());
        if !same_seed || open.setup.is_none() {
            setup.seed = fresh_seed();
        }
        open.setup = Some(setup.clone());
        let Some(land) = document.land() else {
            return self.fail("play", texts::NO_MASK);
        };
        let ground = match Ground::of(Arc::new(map), Arc::clone(land.regions())) {
            Ok(ground) => Arc::new(ground.with_picture(open.workspace.own_picture())),
            Err(why) => return self.fail("play", why),
        };
        let mut play = PlayTest::new(ground, setup, mode);
        play.revision = document.revision();
        let session = &mut play.table.session;
        if let Some((watched, pace)) = open.pace
            && watched == session.watches()
        {
            session.stage.pace = pace;
        }
        let (map_view, view) = (&mut play.table.map_view, &open.workspace.view);
        (map_view.framing, map_view.size) = (view.framing, view.board_size);
        open.playtest = Some(Box::new(play));
        self.toasts.settle("play");
        Task::none()
    }

    pub(super) fn on_play_test(&mut self, message: playtest::Message) -> Task<Message> {
        let cancels = matches!(
            message,
            playtest::Message::Table(table::Message::Command(keys::Command::Cancel))
        );
        if cancels && self.toasts.dismiss_failure() {
            return Task::none();
        }
        let mode = self.mode;
        let wish = self.at_play(|play| play.update(message, mode));
        match wish.unwrap_or_default() {
            Some(Wish::Leave) => self.on_command(Command::PlayTest),
            Some(Wish::Looks(keys::Command::Theme)) => self.on_command(Command::ToggleTheme),
            Some(Wish::Looks(keys::Command::Contrast)) => self.on_command(Command::ToggleContrast),
            Some(Wish::Focus(field)) => operation::focus(field),
            // The others are not offered here.
            _ => Task::none(),
        }
    }

    /// Runs `what` on the play-test. A panic ends the game and nothing else.
    pub(super) fn at_play<T>(&mut self, what: impl FnOnce(&mut PlayTest) -> T) -> Option<T> {
        let Screen::Workspace(open) = &mut self.screen else {
            return None;
        };
        let mut play = open.playtest.take()?;
        match catch_unwind(AssertUnwindSafe(|| what(&mut play))) {
            Ok(done) => {
                open.playtest = Some(play);
                Some(done)
            }
            Err(panic) => {
                let why = texts::broke_down(message_of(&*panic));
                self.toasts.push_about(Some("play"), why, true);
                None
            }
        }
    }
}
