//! Any board game at a terminal, by its [`TextView`](crate::play::TextView).

use std::fmt::Write;
use std::time::Duration;

use super::clock::SKIPPED;
use super::command::{Words, names_of, pick};
use super::complete::Completer;
use super::interface::Interface;
use super::page::{Page, Question};
use super::roster::Roster;
use super::style::{Style, columns};
use crate::client::{
    Follower, Intent, Knowledge, Over, PlayerNames, ServerLine, common, is_time_up, sentence,
};
use crate::play::{Bot, Player, Standing};
use crate::protocol::ServerMessage;
use crate::protocol::command::LogoutReason;

/// A player of a board game at a terminal.
pub struct BoardTerminal {
    page: Page,
    /// Plays on request, and gives hints.
    computer: Box<dyn Bot>,
    auto: Auto,
    /// Whether the board was shown since the last event.
    shown: bool,
}

/// The rows around the board: a blank one, the score and the prompt.
const AROUND: usize = 3;

/// What the computer plays for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Auto {
    Nothing,
    Turn,
    Game,
}

/// A command: its words, its usage and its summary for `help`.
struct Command(&'static [&'static str], &'static str, &'static str);

impl Words for Command {
    fn words(&self) -> &'static [&'static str] {
        self.0
    }

    fn shortest(&self) -> usize {
        match self.0[0] {
            // `m` is short for map.
            "mute" => 2,
            _ => 0,
        }
    }
}

static COMMANDS: [Command; 11] = [
    Command(&["board", "map"], "board", "the board"),
    Command(
        &["score", "who", "players"],
        "score",
        "the players and their points",
    ),
    Command(&["hint"], "hint", "what the computer would do"),
    Command(
        &["auto"],
        "auto [game]",
        "let the computer play your turn, or on to the end",
    ),
    Command(&["log"], "log [N]", "the last N events"),
    Command(&["say", "chat", "tell"], "say TEXT", "a message to all"),
    Command(&["mute"], "mute NAME", "hide what a player says"),
    Command(&["unmute"], "unmute NAME", "show it again"),
    Command(&["resign", "give up"], "resign", "resign from the game"),
    Command(&["help", "?"], "help", "this list"),
    Command(&["quit", "exit", "bye"], "quit", "leave the game"),
];

impl BoardTerminal {
    /// A terminal; `computer` plays on request. `kept` is what the player is told about the
    /// game when leaving.
    pub fn new(style: Style, computer: Box<dyn Bot>, kept: &str) -> Self {
        let mut page = Page::new(style);
        kept.clone_into(&mut page.kept);
        Self {
            page,
            computer,
            auto: Auto::Nothing,
            shown: false,
        }
    }

    /// What Tab completes.
    pub fn completer() -> Completer {
        Completer::of(names_of(&COMMANDS))
    }

    fn roster(known: &Follower) -> Roster {
        Roster::of(known.me(), &|player| known.name(player), &|_| false)
    }

    fn board(&mut self, known: &Follower) {
        let roster = Self::roster(known);
        let style = self.page.style;
        let rows = style.height.saturating_sub(AROUND);
        let board = known.text_view().board(
            known.game(),
            rows,
            &|player| roster.mark(Some(player)),
            &|player, text| style.paint(roster.ink(Some(player)), text),
        );
        let (high, wide) = (
            board.lines().count(),
            board.lines().map(columns).max().unwrap_or(0),
        );
        self.page.print_as_it_is(&board);
        if high > rows || wide > style.width {
            let high = high + AROUND;
            self.page.print(&format!(
                "The board needs a terminal of {wide} columns and {high} rows."
            ));
        }
    }

    /// `* You 3   R Red 5 (left)`.
    fn score(&mut self, known: &Follower) {
        let roster = Self::roster(known);
        let style = self.page.style;
        let scores = known.text_view().scores(known.game());
        let row = |(player, points): (Player, &u32)| {
            let left = match known.game().standing(player) {
                Standing::Absent => " (left)",
                Standing::Plays | Standing::Out => "",
            };
            let mark = style.paint(
                roster.ink(Some(player)),
                &roster.mark(Some(player)).to_string(),
            );
            format!("{mark} {} {points}{left}", roster.subject(style, player))
        };
        let rows = Player::first(scores.len()).zip(&scores).map(row);
        let text = rows.collect::<Vec<_>>().join("   ");
        self.page.print(&text);
    }

    fn help(&mut self, known: &Follower) {
        let mut text = format!("{}\n", known.text_view().help());
        for Command(_, usage, summary) in &COMMANDS {
            let _ = write!(text, "\n  {usage:<14}{summary}");
        }
        self.page.print(&text);
    }

    fn refuse(&mut self, text: &str) -> Intent<String> {
        self.page.refuse(text);
        Intent::Nothing
    }

    /// The reply to a move typed out of turn.
    fn whose_turn(known: &Follower) -> String {
        let not_now = || {
            let why = if known.has_begun() {
                "That is not possible right now."
            } else {
                "The game has not begun yet."
            };
            why.to_owned()
        };
        Self::turn_of_another(known).unwrap_or_else(not_now)
    }

    /// Who else acts now, if somebody does.
    fn turn_of_another(known: &Follower) -> Option<String> {
        let actor = known.game().to_act().filter(|_| known.has_begun());
        let other = actor.filter(|&player| known.me() != Some(player))?;
        let name = Self::roster(known).subject(Style::PLAIN, other);
        Some(format!("It is {name}'s turn."))
    }

    fn command(&mut self, word: &str, rest: &str, known: &Follower) -> Intent<String> {
        let command = match pick(&COMMANDS, word) {
            Ok(command) => command.0[0],
            Err(near) => {
                self.page.refuse_command(word, near);
                return Intent::Nothing;
            }
        };
        match command {
            "board" => {
                self.board(known);
                self.score(known);
            }
            "score" => self.score(known),
            "log" => self.page.tell_log(rest),
            "say" => return self.page.say(rest),
            "help" => self.help(known),
            "mute" | "unmute" => {
                let mutes = command == "mute";
                let name = |player| known.name(player);
                return self.page.mute(rest, mutes, known.me(), &name);
            }
            "quit" => self.page.question = Some(Question::Leave),
            "resign" => self.page.ask_to_resign(known.has_begun()),
            "auto" if rest == "game" => self.auto = Auto::Game,
            _ if !known.can_act() => return self.refuse(&Self::whose_turn(known)),
            "auto" => self.auto = Auto::Turn,
            _ => {
                let advised = known.decide(&mut self.computer).and_then(|line| {
                    let does =
                        |_: Player, _: &str, verb: &str| format!("The computer would {verb}");
                    known.text_view().narrate(&line, known.game(), &does)
                });
                self.page
                    .print(&advised.map_or("No idea.".to_owned(), |text| text + "."));
            }
        }
        Intent::Nothing
    }
}

impl Interface<Follower> for BoardTerminal {
    fn hear(&mut self, line: &ServerLine, known: &Follower) {
        let roster = Self::roster(known);
        let style = self.page.style;
        let cast = PlayerNames {
            called: &|player| roster.subject(style, player),
            second: &|player| roster.is_me(player),
            here: &|player| roster.is_me(player) || known.name(player).is_some(),
            absent: &|player| known.game().standing(player) == Standing::Absent,
            begun: known.has_begun(),
        };
        let turn_over = line.text.starts_with("START-ROUND ");
        if turn_over && self.auto == Auto::Turn {
            self.auto = Auto::Nothing;
        }
        if turn_over {
            self.page.clock.clear();
        }
        let told = match &line.answer {
            Some(ServerMessage::Clock(told)) => {
                self.page.clock.set(told, known.me());
                None
            }
            // `finish` reports how the game ended.
            Some(
                ServerMessage::GameOver(_) | ServerMessage::NoWinner(_) | ServerMessage::Scores(_),
            ) => None,
            // The player has resigned, which was just reported.
            Some(ServerMessage::Logout(told))
                if roster.is_me(told.player) && told.reason == LogoutReason::Left =>
            {
                None
            }
            Some(answer @ ServerMessage::Logout(_))
                if known.has_begun() && is_time_up(answer, known.me()) =>
            {
                Some(SKIPPED.to_owned())
            }
            Some(answer) => {
                if let ServerMessage::Error(error) = answer
                    && error.is_refusal()
                {
                    self.auto = Auto::Nothing;
                    self.page.refused();
                }
                common(answer, &cast)
            }
            None if turn_over || known.is_asked() => None,
            None => cast.turns(&line.text).or_else(|| {
                let does = |player, third: &str, you: &str| cast.does(player, third, you);
                known.text_view().narrate(&line.text, known.game(), &does)
            }),
        };
        if let Some(told) = told {
            self.shown = false;
            self.page.happened(sentence(&told));
        }
    }

    fn note(&mut self, text: &str) {
        self.page.print(text);
    }

    fn turn_of_another(&self, known: &Follower) -> Option<String> {
        Self::turn_of_another(known)
    }

    fn next(&mut self, known: &Follower) -> Option<String> {
        if self.auto == Auto::Nothing || self.page.resigned {
            return None;
        }
        known.decide(&mut self.computer)
    }

    fn tick(&mut self, known: &Follower) -> Option<Duration> {
        self.page.tick(known.game().to_act() == known.me())
    }

    fn prompt(&mut self, known: &Follower) -> Option<String> {
        if let Some(prompt) = self.page.prompt() {
            return Some(prompt);
        }
        if !known.can_act() || self.auto != Auto::Nothing || self.page.resigned {
            return None;
        }
        if !std::mem::replace(&mut self.shown, true) {
            let time = self.page.clock.tell();
            let time = time.map(|time| format!("You have {time}."));
            self.page.print(&time.unwrap_or_default());
            self.board(known);
            self.score(known);
        }
        Some(format!("{}> ", known.text_view().prompt()))
    }

    fn line(&mut self, line: &str, known: &Follower) -> Intent<String> {
        let line = line.trim();
        if let Some(intent) = self.page.answer(line) {
            return intent;
        }
        if line.is_empty() {
            self.shown = false;
            return Intent::Nothing;
        }
        let me = known.me().filter(|_| known.can_act());
        let read = known
            .me()
            .and_then(|me| known.text_view().parse_move(line, known.game(), me));
        match (read, me) {
            (Some(_), None) => self.refuse(&Self::whose_turn(known)),
            (Some(Ok(line)), Some(_)) => Intent::Act(line),
            (Some(Err(why)), Some(_)) => self.refuse(&why),
            (None, _) => {
                let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
                self.command(word, rest.trim(), known)
            }
        }
    }

    fn decline(&mut self, why: &str) {
        self.page.decline(why);
    }

    fn while_away(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        self.page
            .while_away(word, pick(&COMMANDS, word).is_ok_and(|c| c.0[0] == "quit"))
    }

    fn take_text(&mut self) -> String {
        self.page.take()
    }

    fn resize(&mut self, width: usize, height: usize) {
        (self.page.style.width, self.page.style.height) = (width, height);
        self.shown = false;
    }

    fn finish(&mut self, known: &Follower) {
        let roster = Self::roster(known);
        let style = self.page.style;
        let title = match known.over() {
            Some(Over(Some(winner))) if roster.is_me(winner) => "You have won".to_owned(),
            Some(Over(Some(winner))) => format!("{} has won", roster.subject(Style::PLAIN, winner)),
            Some(Over(None)) => "The game is drawn".to_owned(),
            None => "The game is over".to_owned(),
        };
        self.page.print(&format!("\n{}", style.rule(&title)));
        self.board(known);
        self.score(known);
    }
}
