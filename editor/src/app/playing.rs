//! Play-testing: from the draft as it is to a game on it, and back.

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
use crate::bench;
use crate::commands::Command;
use crate::findings;
use crate::playtest::{self, PlayTest, Setup};
use crate::texts;

impl App {
    /// The game that is played on the draft.
    pub fn play_test(&self) -> Option<&PlayTest> {
        match &self.screen {
            Screen::Bench(open) => open.playtest.as_deref(),
            _ => None,
        }
    }

    /// Asks for the next tick of the game that is watched. One at a time: a
    /// screen that draws slowly gets fewer, not a queue of them.
    pub(super) fn next_tick(&mut self) -> Task<Message> {
        let every = self.play_test().and_then(PlayTest::wants_ticks);
        let Some(every) = every.filter(|_| !self.ticking) else {
            return Task::none();
        };
        self.ticking = true;
        // The timer is made inside of the future, where there is a runtime.
        Task::perform(async move { tokio::time::sleep(every).await }, |()| {
            Message::Tick
        })
    }

    /// Starts a game, or goes back to editing.
    pub(super) fn play_or_stop(&mut self) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        if let Some(play) = open.playtest.take() {
            // The next game is set up as it was left; the seed that comes again
            // is that of the game that was played.
            open.setup = Some(Setup {
                seed: play.playing().seed,
                ..play.setup().clone()
            });
            return Task::none();
        }
        self.play(false)
    }

    /// Plays the last game once more, on the map as it is now.
    pub(super) fn play_again(&mut self) -> Task<Message> {
        if self.play_test().is_some() {
            return self.on_play_test(playtest::Message::Again);
        }
        self.play(true)
    }

    /// Freezes the draft and starts a game on it; errors are shown instead.
    fn play(&mut self, same_seed: bool) -> Task<Message> {
        let mode = self.mode;
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        open.bench.paint(mode);
        // What was found before the last edit may be mended by now.
        let checked = open.bench.is_checked();
        let errors = open.bench.findings().counts().errors;
        let document = &open.bench.document;
        let errors = if checked { errors } else { 0 };
        let (errors, map) = match (errors, Map::try_from(document.draft())) {
            (0, Ok(map)) => (0, Some(map)),
            (listed, Ok(_)) => (listed, None),
            (listed, Err(problems)) => (listed.max(problems.len()), None),
        };
        let Some(map) = map else {
            let show = bench::Message::Issue(findings::Message::FirstError);
            let effects = open.bench.update(show);
            let shown = self.carry_out(effects);
            return Task::batch([shown, self.fail("play", texts::cannot_play(errors))]);
        };
        let mut setup = open
            .setup
            .clone()
            .unwrap_or_else(|| Setup::new(map.len(), 0));
        // The map may have room for fewer players than before.
        setup.seat(setup.players.len(), map.len());
        if !same_seed || open.setup.is_none() {
            setup.seed = fresh_seed();
        }
        open.setup = Some(setup.clone());
        let regions = document.land().map(|land| Arc::clone(land.regions()));
        let regions = regions.ok_or_else(|| texts::NO_MASK_HINT.to_owned());
        let ground = Arc::new(Ground::of(Arc::new(map), regions));
        let mut play = PlayTest::new(ground, setup, mode);
        let (sight, view) = (&mut play.table_mut().sight, &open.bench.view);
        (sight.framing, sight.size) = (view.framing, view.board_size);
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
            None | Some(Wish::Again(_) | Wish::Replay(_)) => Task::none(),
            Some(Wish::Leave) => self.on_command(Command::PlayTest),
            Some(Wish::Theme) => self.on_command(Command::ToggleTheme),
            Some(Wish::Contrast) => self.on_command(Command::ToggleContrast),
            Some(Wish::Focus(field)) => operation::focus(field),
        }
    }

    /// Does something with the game, if there is one. If it breaks down over that, the game
    /// is gone, and nothing else.
    pub(super) fn at_play<T>(&mut self, what: impl FnOnce(&mut PlayTest) -> T) -> Option<T> {
        let Screen::Bench(open) = &mut self.screen else {
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
