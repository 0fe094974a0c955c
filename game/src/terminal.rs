//! A game at a terminal: turns typed lines into actions, and events into text. It touches
//! neither a terminal nor a socket.
//!
//! The driver of an [`Interface`] passes it all replies ([`Interface::hear`]), asks for
//! follow-up actions ([`Interface::next`]), shows its text ([`Interface::take_text`]) and its
//! prompt, and passes typed lines ([`Interface::line`]). [`Terminal`] is the interface of
//! conquest, [`BoardTerminal`] that of all other games.

mod aim;
mod asking;
mod board;
mod cards;
mod chances;
mod clock;
mod command;
mod complete;
mod conduct;
#[cfg(feature = "net")]
mod edit;
mod interface;
mod names;
mod page;
mod play;
mod reasons;
mod roster;
mod show;
mod story;
mod style;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Duration;

use marchland_maps::{Map, TerritoryId};

use self::asking::{hint, prompt};
use self::command::Verb;
pub(crate) use self::names::Atlas;
use self::page::{Page, Question};
use self::play::fight_prompt;
use self::roster::Roster;
use self::show::Show;
use self::story::{Manner, Story};
use crate::client::{Intent, Knowledge, Model};
use crate::conquest::Reply;
use crate::conquest::bots::{Strategy, View, decide};
use crate::conquest::narrator::{place, units as count_units};
use crate::conquest::rules::{Action, Event, Player, State, Step};
use crate::protocol::ServerMessage;

pub use self::board::BoardTerminal;
#[cfg(feature = "gui")]
pub(crate) use self::cards::sets;
pub use self::complete::{Completer, Completion, Offers};
#[cfg(feature = "net")]
pub use self::edit::{Edit, LineEditor};
pub use self::interface::Interface;
#[cfg(feature = "gui")]
pub(crate) use self::names::Found;
#[cfg(feature = "gui")]
pub(crate) use self::reasons::reason;
pub use self::style::{Style, columns, fit};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Attacks until the target falls or only `stop` units are left on the origin.
    Assault {
        from: TerritoryId,
        target: TerritoryId,
        stop: u32,
    },
    /// The computer plays the turn.
    Turn,
    /// The computer plays to the end of the game.
    Game,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    Claim,
    Settle,
    Place,
    Trade,
    Attack,
    Occupy,
    Defence,
    End,
}

/// A player of conquest at a terminal.
pub struct Terminal {
    page: Page,
    atlas: Atlas,
    story: Story,
    computer: Box<dyn Strategy>,
    /// The origin and target of an attack, if the player was asked how to fight.
    question: Option<(TerritoryId, TerritoryId)>,
    /// Placements, and possibly a move after them, that are not sent yet.
    staged: Vec<Action>,
    /// The attack offered again after an undecided round.
    again: Option<(TerritoryId, TerritoryId)>,
    plan: Option<Plan>,
    queue: VecDeque<Action>,
    ask_defence: bool,
    /// A conquest after which the player declined to move more units.
    declined: Option<(TerritoryId, TerritoryId)>,
    /// The number of own turns in the playing phase.
    turns: u32,
    /// Whether this turn's board has been shown.
    shown: bool,
    /// Whether it has been shown for placing the initial units.
    settling: bool,
    asked: Option<Need>,
    /// Who has won according to the server: perhaps because all others have resigned.
    winner: Option<Player>,
}

impl Terminal {
    /// A terminal for a map; `computer` plays for the player on request.
    pub fn new(map: &Map, style: Style, computer: Box<dyn Strategy>) -> Self {
        Self {
            page: Page::new(style),
            atlas: Atlas::new(map),
            story: Story::default(),
            computer,
            question: None,
            staged: Vec::new(),
            again: None,
            plan: None,
            queue: VecDeque::new(),
            ask_defence: false,
            declined: None,
            turns: 0,
            shown: false,
            settling: false,
            asked: None,
            winner: None,
        }
    }

    /// Sets what the player is told about the game when leaving.
    #[must_use]
    pub fn keeping(mut self, kept: impl Into<String>) -> Self {
        self.page.kept = kept.into();
        self
    }

    /// The game as it will be once the staged actions are sent.
    fn planned<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        let mut planned = Cow::Borrowed(model);
        for &action in &self.staged {
            // An action that no longer fits is skipped here, and refused when sent.
            let _ = planned.to_mut().acted(&action);
        }
        planned
    }

    /// Queues an action after the staged ones, and returns the first to send.
    fn send(&mut self, action: Action) -> Action {
        self.queue.extend(self.staged.drain(..));
        self.queue.push_back(action);
        self.queue.pop_front().unwrap_or(action)
    }

    fn typed(&mut self, line: &str, model: &Model) -> Intent<Action> {
        let line = line.trim();
        if let Some(intent) = self.page.answer(line) {
            return intent;
        }
        let need = self.need(model);
        if let Some(intent) = self.answer(line, need, model) {
            return intent;
        }
        let mut words = line.splitn(2, char::is_whitespace);
        let word = words.next().unwrap_or_default();
        let rest = words.next().unwrap_or_default().trim();
        if word.is_empty() {
            // Repeat what is to be done.
            self.asked = None;
            return Intent::Nothing;
        }
        let command = match command::find(word) {
            Ok(command) => command,
            Err(near) => {
                self.page.refuse_command(word, near);
                return Intent::Nothing;
            }
        };
        match command.verb {
            Verb::Help => self.help(rest),
            Verb::Quit => self.page.question = Some(Question::Leave),
            Verb::Resign => self.page.ask_to_resign(model.state().is_some()),
            Verb::Mute | Verb::Unmute => {
                let mutes = command.verb == Verb::Mute;
                let name = |player| model.name(player);
                return self.page.mute(rest, mutes, model.me(), &name);
            }
            Verb::Undo => return self.undo(model),
            Verb::Log => self.page.tell_log(rest),
            Verb::Say => return self.page.say(rest),
            Verb::Defend => self.set_defence(rest),
            verb => return self.in_game(verb, rest, need, model),
        }
        Intent::Nothing
    }

    /// Stages a placement, which is sent with the next action.
    fn stage(&mut self, territory: TerritoryId, units: u32, there: u32, map: &Map) {
        self.staged.push(Action::Reinforce { territory, units });
        let name = place(map, territory);
        let text = format!("{units} placed on {name}: {there} there now.");
        self.story.placed(territory, units, text);
    }

    /// Undoes the last staged action.
    fn undo(&mut self, model: &Model) -> Intent<Action> {
        let name = |t: TerritoryId| place(model.map(), t);
        match self.staged.pop() {
            Some(Action::Reinforce { territory, units }) => {
                let text = format!("Undone: {} on {}.", count_units(units), name(territory));
                self.story.taken_back(territory, units, text);
            }
            Some(Action::Transfer { from, to, units }) => {
                let units = count_units(units);
                let text = format!("Undone: {units} from {} to {}.", name(from), name(to));
                self.print(&text);
            }
            _ => {
                return self.refuse("There is nothing to undo: what was sent is final.");
            }
        }
        self.asked = None;
        Intent::Nothing
    }

    fn print(&mut self, text: &str) {
        self.page.print(text);
    }

    fn refuse(&mut self, text: &str) -> Intent<Action> {
        self.page.refuse(text);
        Intent::Nothing
    }

    /// Moves finished events to the text and the log.
    fn collect(&mut self) {
        for line in self.story.take() {
            self.page.happened(line);
        }
    }

    /// What the player has to type now, if anything.
    fn need(&self, model: &Model) -> Option<Need> {
        let waits = self.plan.is_some() || !self.queue.is_empty();
        if !model.can_act() || waits || self.page.resigned {
            return None;
        }
        let (state, me) = (model.state()?, model.me()?);
        if state.must_trade() {
            return Some(Need::Trade);
        }
        Some(match state.step() {
            Step::Idle => return None,
            Step::Claim => Need::Claim,
            // The last unit is staged, and can be undone.
            Step::Settle { .. } if state.seat(me).unplaced == 0 => Need::End,
            Step::Settle { .. } => Need::Settle,
            Step::Defence(_) => Need::Defence,
            Step::Place | Step::Spoils if state.seat(me).unplaced > 0 => Need::Place,
            Step::Occupy { from, to }
                if self.declined != Some((from, to)) && state.holding(from).units > 1 =>
            {
                Need::Occupy
            }
            Step::Place | Step::Spoils | Step::Attack | Step::Occupy { .. } => Need::Attack,
            Step::Claimed | Step::Fortified => Need::End,
        })
    }

    fn help(&mut self, about: &str) {
        if about.is_empty() && self.question.is_some() {
            self.print(
                "A number from 1 to 3: one round with that many units. `all`: fight until one \
                 side has fallen. `stop N`: also stop when N units are left. `no`: do not attack.",
            );
            return;
        }
        if about.is_empty() {
            self.print(&command::help());
            // Repeat what is asked for.
            self.asked = None;
            return;
        }
        match command::find(about) {
            Ok(command) => {
                let mut text = format!("{}\n{}.", command.usage, command.summary);
                if !command.more.is_empty() {
                    text.push('\n');
                    text.push_str(command.more);
                }
                if command.words.len() > 1 {
                    let others = command.words[1..].join(", ");
                    text.push_str("\nAlso: ");
                    text.push_str(&others);
                }
                self.print(&text);
            }
            Err(_) => self.page.refuse_command(about, None),
        }
    }

    fn set_defence(&mut self, rest: &str) {
        match rest {
            "ask" => self.ask_defence = true,
            "auto" => self.ask_defence = false,
            _ => {}
        }
        let text = if self.ask_defence {
            "You will be asked how many units defend. `defend auto` always uses the most."
        } else {
            "The most units always defend. `defend ask` asks you each time."
        };
        self.print(text);
    }
}

impl Interface<Model> for Terminal {
    fn resize(&mut self, width: usize, height: usize) {
        (self.page.style.width, self.page.style.height) = (width, height);
        self.shown = false;
        self.settling = false;
    }

    fn hear(&mut self, reply: &Reply, model: &Model) {
        match reply {
            Reply::Event(Event::TurnStarted(_)) => {
                self.page.clock.clear();
                self.shown = false;
                if self.asked != Some(Need::Settle) {
                    self.asked = None;
                }
                if self.plan != Some(Plan::Game) {
                    self.plan = None;
                }
                self.declined = None;
                self.question = None;
                self.again = None;
                if !self.staged.is_empty() {
                    self.staged.clear();
                    self.story.forget_placed();
                    self.print("Your turn is over; what you had placed was not sent.");
                }
            }
            Reply::ServerMessage(ServerMessage::Clock(told)) => {
                self.page.clock.set(told, model.me());
            }
            Reply::ServerMessage(ServerMessage::GameOver(over)) => self.winner = Some(over.winner),
            Reply::ServerMessage(ServerMessage::Error(error)) if error.is_refusal() => {
                self.page.refused();
                self.again = None;
                self.plan = None;
                self.queue.clear();
                self.story.forget_placed();
            }
            _ => {}
        }
        if self.story.manner != Manner::Brief {
            self.story.manner = match self.plan {
                Some(Plan::Turn | Plan::Game) => Manner::Watcher,
                _ => Manner::Player,
            };
        }
        self.story.hear(reply, model, self.page.style);
        if let Reply::Event(Event::TurnStarted(player)) = reply {
            let playing = model.state().and_then(State::phase)
                == Some(crate::conquest::rules::Phase::Playing);
            if playing && model.me() == Some(*player) {
                self.turns += 1;
            }
        }
    }

    fn note(&mut self, text: &str) {
        self.print(text);
    }

    fn turn_of_another(&self, model: &Model) -> Option<String> {
        reasons::turn_of_another(model, &Roster::new(model))
    }

    fn finish(&mut self, model: &Model) {
        self.story.finish(model, self.page.style);
        self.collect();
        let winner = model.state().and_then(State::winner).or(self.winner);
        let roster = Roster::new(model);
        let Some((winner, show)) = winner.zip(show(model, &roster, self.page.style)) else {
            return;
        };
        let title = if winner == show.me {
            "You have won".to_owned()
        } else {
            format!("{} has won", show.roster.subject(Style::PLAIN, winner))
        };
        let text = format!("\n{}\n{}", self.page.style.rule(&title), show.players());
        self.print(&text);
    }

    fn next(&mut self, model: &Model) -> Option<Action> {
        if !model.can_act() || self.page.resigned {
            return None;
        }
        let (state, me) = (model.state()?, model.me()?);
        if let Some(action) = self.queue.pop_front() {
            if state.check(me, action).is_ok() {
                return Some(action);
            }
            self.queue.clear();
        }
        match self.plan {
            Some(Plan::Turn | Plan::Game) => {
                return decide(self.computer.as_mut(), &View::new(state, me));
            }
            Some(Plan::Assault { from, target, stop }) => {
                let units = state.holding(from).units;
                if !state.owns(me, target) && units > stop.max(1) {
                    let units = state.most_attackers(from);
                    let action = Action::Attack {
                        from,
                        target,
                        units,
                    };
                    if state.check(me, action).is_ok() {
                        return Some(action);
                    }
                }
                self.plan = None;
            }
            None => {}
        }
        let unplaced = state.seat(me).unplaced;
        match state.step() {
            Step::Defence(battle) if !self.ask_defence => Some(Action::Defend {
                territory: battle.target,
                units: state.most_defenders(battle.target),
            }),
            Step::Claimed | Step::Fortified => Some(Action::EndTurn),
            Step::Settle { .. } if unplaced == 0 => Some(Action::EndTurn),
            _ => None,
        }
    }

    fn tick(&mut self, model: &Model) -> Option<Duration> {
        let runs = model.state().is_some_and(|s| s.to_act() == s.turn());
        self.page.tick(runs)
    }

    fn prompt(&mut self, model: &Model) -> Option<String> {
        self.collect();
        if let Some(prompt) = self.page.prompt() {
            return Some(prompt);
        }
        let planned = self.planned(model);
        let model = &*planned;
        let need = self.need(model)?;
        let roster = Roster::new(model);
        let show = show(model, &roster, self.page.style)?;
        self.story.pause(model, self.page.style);
        self.collect();
        // The initial units are placed in many short turns.
        let same_board = need == Need::Settle && self.settling;
        // Sets are listed below; the board follows once one is traded.
        let later = need == Need::Trade && self.page.style.is_low();
        if !self.shown && !same_board && !later && need != Need::Defence {
            self.shown = true;
            self.settling = need == Need::Settle;
            let mut title = "Your turn".to_owned();
            if self.turns > 0 {
                title = format!("{title} {}", self.turns);
            }
            if let Some(time) = self.page.clock.tell() {
                title = format!("{title}: {time}");
            }
            let (title, board) = (self.page.style.rule(&title), show.board());
            let (text, players) = if self.page.style.is_low() {
                (format!("{title}\n{board}"), show.players_in_short())
            } else {
                (format!("\n{title}\n{board}\n"), show.players())
            };
            self.print(&text);
            // The table of players says nothing before all territories are claimed.
            if need != Need::Claim {
                self.print(&players);
            }
        }
        if self.page.clock.is_new()
            && !self.settling
            && let Some(time) = self.page.clock.tell()
        {
            self.print(&format!("You have {time}."));
        }
        if let Some((from, target)) = self.again.take() {
            self.offer_again(show, from, target);
        }
        if let Some((from, _)) = self.question {
            return Some(fight_prompt(show, from));
        }
        if self.asked != Some(need) {
            self.asked = Some(need);
            let hint = hint(need, show);
            self.print(&hint);
        }
        Some(prompt(need, show))
    }

    fn line(&mut self, line: &str, model: &Model) -> Intent<Action> {
        let planned = self.planned(model);
        match self.typed(line, &planned) {
            Intent::Act(action) => Intent::Act(self.send(action)),
            intent => intent,
        }
    }

    fn decline(&mut self, why: &str) {
        self.page.decline(why);
    }

    fn while_away(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        let quits = command::find(word).is_ok_and(|command| command.verb == Verb::Quit);
        self.page.while_away(word, quits)
    }

    fn take_text(&mut self) -> String {
        self.collect();
        self.page.take()
    }

    fn offers(&self, model: &Model) -> Option<Offers> {
        let planned = self.planned(model);
        Some(Offers::new(planned.state()?, planned.me()?))
    }
}

/// A view of the model; `None` before the game has begun.
fn show<'a>(model: &'a Model, roster: &'a Roster, style: Style) -> Option<Show<'a>> {
    Some(Show {
        model,
        state: model.state()?,
        roster,
        style,
        me: model.me()?,
    })
}
