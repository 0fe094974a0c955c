//! A game at a terminal: lines that somebody types become actions, what
//! happens becomes text. No terminal is touched here, and no socket.
//!
//! Whoever drives a [`Terminal`] tells it all replies ([`Terminal::hear`]),
//! asks it for actions that follow from what was said before
//! ([`Terminal::next`]), shows its text ([`Terminal::take_text`]) and its
//! prompt, and hands in what is typed ([`Terminal::line`]).

mod aim;
mod asking;
mod cards;
mod chances;
mod command;
mod complete;
mod edit;
mod names;
mod play;
mod roster;
mod show;
mod story;
mod style;
mod values;

use std::borrow::Cow;
use std::collections::VecDeque;

use marchland_maps::{Map, TerritoryId};

use self::asking::{hint, prompt};
use self::command::Verb;
use self::names::{Atlas, Found};
use self::play::fight_prompt;
use self::roster::{Roster, count, place};
use self::show::Show;
use self::story::{Manner, Story};
use self::style::Ink;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::bots::{Strategy, View, decide};
use crate::conquest::rules::{Action, Illegal, Player, State, Step};

pub use self::complete::{Completer, Completion, Offers};
pub use self::edit::{Edit, Key, LineEditor};
pub use self::roster::COLOUR_NAMES;
pub use self::style::{Style, columns};

/// Lines of the story that are kept for `log`.
const KEPT: usize = 5_000;

/// Bytes of a message, so that its line fits.
const LONGEST_MESSAGE: usize = 100;

/// What a line asks for beyond text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing.
    None,
    /// An action of the player, legal by what is known.
    Act(Action),
    /// A message to all others.
    Say(String),
    /// To leave the game.
    Leave,
}

/// What goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Attacks until the target has fallen, or so few units are left on the
    /// origin.
    Assault {
        from: TerritoryId,
        target: TerritoryId,
        stop: u32,
    },
    /// The computer plays the turn.
    Turn,
    /// The computer plays the game.
    Game,
}

/// What the prompt asks for.
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

/// One player at a terminal.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something of its own that is remembered"
)]
pub struct Terminal {
    style: Style,
    atlas: Atlas,
    story: Story,
    text: String,
    log: VecDeque<String>,
    computer: Box<dyn Strategy>,
    /// What is kept of a game that is left.
    kept: String,
    /// Whether one was asked if one really wants to leave.
    leaving: bool,
    /// From where to fight against what, if one was asked how.
    question: Option<(TerritoryId, TerritoryId)>,
    /// Placements, and a move behind them, that are not sent yet.
    staged: Vec<Action>,
    /// A fight that is offered again after a round that did not decide it.
    again: Option<(TerritoryId, TerritoryId)>,
    plan: Option<Plan>,
    queue: VecDeque<Action>,
    ask_defence: bool,
    /// A conquest that no more units are to follow.
    declined: Option<(TerritoryId, TerritoryId)>,
    /// The number of own turns of the game proper.
    turns: u32,
    /// Whether this turn's board has been shown.
    shown: bool,
    /// Whether it has been shown for placing the units of the start.
    settling: bool,
    /// What was asked for last.
    asked: Option<Need>,
}

impl Terminal {
    /// A terminal for a map; `computer` plays when it is told to.
    pub fn new(map: &Map, style: Style, computer: Box<dyn Strategy>) -> Self {
        Self {
            style,
            atlas: Atlas::new(map),
            story: Story::default(),
            text: String::new(),
            log: VecDeque::new(),
            computer,
            kept: String::new(),
            leaving: false,
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
        }
    }

    /// What is said about the game to who wants to leave it.
    #[must_use]
    pub fn keeping(mut self, kept: impl Into<String>) -> Self {
        self.kept = kept.into();
        self
    }

    /// The terminal has another size now: what is shown from now on, the board
    /// of the turn once more, is made for it.
    pub fn resize(&mut self, width: usize, height: usize) {
        (self.style.width, self.style.height) = (width, height);
        self.shown = false;
        self.settling = false;
    }

    /// The game as it will be once what was placed is sent.
    fn planned<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        let mut planned = Cow::Borrowed(model);
        for &action in &self.staged {
            // What does not fit any more is told when it is sent.
            let _ = planned.to_mut().acted(action);
        }
        planned
    }

    /// Takes notice of what the server tells; `model` is the game before it.
    pub fn hear(&mut self, reply: &Reply, model: &Model) {
        match reply {
            Reply::StartRound(_) => {
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
                    self.print("The turn is over: what you had placed was not sent.");
                }
            }
            Reply::Error(_) => {
                self.again = None;
                self.plan = None;
                self.queue.clear();
            }
            _ => {}
        }
        if self.story.manner != Manner::Brief {
            self.story.manner = match self.plan {
                Some(Plan::Turn | Plan::Game) => Manner::Watcher,
                _ => Manner::Player,
            };
        }
        self.story.hear(reply, model, self.style);
        if let Reply::StartRound(told) = reply {
            let playing = model.state().and_then(State::phase)
                == Some(crate::conquest::rules::Phase::Playing);
            if playing && model.me() == Some(told.player) {
                self.turns += 1;
            }
        }
    }

    /// Says something that is no part of the game.
    pub fn note(&mut self, text: &str) {
        self.print(text);
    }

    /// The game is over: how it ended.
    pub fn finish(&mut self, model: &Model) {
        self.story.finish(model, self.style);
        self.collect();
        let winner = model.state().and_then(State::winner);
        let roster = Roster::new(model);
        let Some((winner, show)) = winner.zip(show(model, &roster, self.style)) else {
            return;
        };
        let title = if winner == show.me {
            "You have won".to_owned()
        } else {
            format!("{} has won", show.roster.subject(Style::PLAIN, winner))
        };
        let text = format!("\n{}\n{}", self.style.rule(&title), show.players());
        self.print(&text);
    }

    /// The action that follows from what was said before, if one does; to be
    /// asked whenever something was told.
    pub fn next(&mut self, model: &Model) -> Option<Action> {
        if !model.can_act() {
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
                    let units = (units - 1).min(3) as u8;
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
                units: state.holding(battle.target).units.min(2) as u8,
            }),
            Step::Claimed | Step::Fortified => Some(Action::EndTurn),
            Step::Settle { .. } if unplaced == 0 => Some(Action::EndTurn),
            _ => None,
        }
    }

    /// The prompt, if something is to be typed; what has to be shown first is
    /// put to the text.
    pub fn prompt(&mut self, model: &Model) -> Option<String> {
        self.collect();
        if self.leaving {
            let kept = if self.kept.is_empty() { "" } else { " " };
            return Some(format!("Leave the game?{kept}{} y/n> ", self.kept));
        }
        let planned = self.planned(model);
        let model = &*planned;
        let need = self.need(model)?;
        let roster = Roster::new(model);
        let show = show(model, &roster, self.style)?;
        self.story.pause(model, self.style);
        self.collect();
        // The units of the start are placed in many short turns.
        let same_board = need == Need::Settle && self.settling;
        // Sets are listed below; the board follows when one is traded.
        let later = need == Need::Trade && self.style.is_low();
        if !self.shown && !same_board && !later && need != Need::Defence {
            self.shown = true;
            self.settling = need == Need::Settle;
            let title = if self.turns > 0 {
                format!("Your turn {}", self.turns)
            } else {
                "Your turn".to_owned()
            };
            let (title, board) = (self.style.rule(&title), show.board());
            let (text, players) = if self.style.is_low() {
                (format!("{title}\n{board}"), show.players_in_short())
            } else {
                (format!("\n{title}\n{board}\n"), show.players())
            };
            self.print(&text);
            // Who owns how much says nothing before all is claimed.
            if need != Need::Claim {
                self.print(&players);
            }
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

    /// Takes a line that was typed.
    pub fn line(&mut self, line: &str, model: &Model) -> Reaction {
        let planned = self.planned(model);
        match self.typed(line, &planned) {
            Reaction::Act(action) => Reaction::Act(self.send(action)),
            reaction => reaction,
        }
    }

    /// What is sent first, if an action is to be: what was placed before it; the
    /// rest follows.
    fn send(&mut self, action: Action) -> Action {
        self.queue.extend(self.staged.drain(..));
        self.queue.push_back(action);
        self.queue.pop_front().unwrap_or(action)
    }

    fn typed(&mut self, line: &str, model: &Model) -> Reaction {
        let line = line.trim();
        if self.leaving {
            match line.to_ascii_lowercase().as_str() {
                "y" | "yes" | "j" | "ano" => return Reaction::Leave,
                "" | "n" | "no" | "ne" => {
                    self.leaving = false;
                    self.print("You stay.");
                }
                _ => self.print("y leaves the game, n stays."),
            }
            return Reaction::None;
        }
        let need = self.need(model);
        if let Some(reaction) = self.answer(line, need, model) {
            return reaction;
        }
        let mut words = line.splitn(2, char::is_whitespace);
        let word = words.next().unwrap_or_default();
        let rest = words.next().unwrap_or_default().trim();
        if word.is_empty() {
            // Said again what is to be done.
            self.asked = None;
            return Reaction::None;
        }
        let command = match command::find(word) {
            Ok(command) => command,
            Err(near) => {
                let near = near.map_or(String::new(), |near| format!(" Did you mean {near}?"));
                return self.refuse(&format!(
                    "There is no command {word}.{near} `help` lists all."
                ));
            }
        };
        match command.verb {
            Verb::Help => self.help(rest),
            Verb::Quit => self.leaving = true,
            Verb::Undo => return self.undo(model),
            Verb::Log => self.tell_log(rest),
            Verb::Say if rest.is_empty() => return self.refuse("Say what? `say hello`"),
            Verb::Say if !rest.is_ascii() || rest.len() > LONGEST_MESSAGE => {
                return self.refuse("Messages are plain ASCII, of 100 characters at most.");
            }
            Verb::Say => return Reaction::Say(rest.to_owned()),
            Verb::Defend if need != Some(Need::Defence) => self.set_defence(rest),
            verb => return self.in_game(verb, rest, need, model),
        }
        Reaction::None
    }

    /// Takes a line that was typed while there is no connection: nothing of it
    /// can be done, now or later, but to leave.
    pub fn while_away(&mut self, line: &str) -> Reaction {
        let word = line.split_whitespace().next().unwrap_or_default();
        match command::find(word) {
            Ok(command) if command.verb == Verb::Quit => Reaction::Leave,
            _ if word.is_empty() => Reaction::None,
            _ => self.refuse(
                "There is no connection: that is not done. Wait for it to come back, or `quit`.",
            ),
        }
    }

    /// The text to be shown since the last time it was taken.
    pub fn take_text(&mut self) -> String {
        self.collect();
        std::mem::take(&mut self.text)
    }

    /// Whether the player is out, or nothing has begun: nothing to be typed.
    pub fn is_idle(&self, model: &Model) -> bool {
        self.need(model).is_none() && !self.leaving
    }

    /// What Tab may complete names to.
    pub fn offers(&self, model: &Model) -> Option<Offers> {
        let planned = self.planned(model);
        Some(Offers::new(planned.state()?, planned.me()?))
    }

    /// Units to be placed by an action that waits until the next one is sent.
    fn stage(&mut self, territory: TerritoryId, units: u32, there: u32, model: &Model) {
        self.staged.push(Action::Reinforce { territory, units });
        let name = place(model.map(), territory);
        let text = format!("{units} placed on {name}: {there} there now.");
        self.story.placed(territory, units, text);
    }

    /// Takes back what was placed or moved last.
    fn undo(&mut self, model: &Model) -> Reaction {
        let name = |t: TerritoryId| place(model.map(), t);
        match self.staged.pop() {
            Some(Action::Reinforce { territory, units }) => {
                let text = format!(
                    "Taken back: {} on {}.",
                    count(units, "unit"),
                    name(territory)
                );
                self.story.taken_back(territory, units, text);
            }
            Some(Action::Transfer { from, to, units }) => {
                let units = count(units, "unit");
                let text = format!("Taken back: {units} from {} to {}.", name(from), name(to));
                self.print(&text);
            }
            _ => {
                return self
                    .refuse("There is nothing to take back: what has been done stays done.");
            }
        }
        self.asked = None;
        Reaction::None
    }

    fn print(&mut self, text: &str) {
        self.text.push_str(&self.style.wrap(text, 0));
        self.text.push('\n');
    }

    fn refuse(&mut self, text: &str) -> Reaction {
        let text = self.style.paint(Ink::Bad, text);
        self.print(&text);
        Reaction::None
    }

    /// Puts what happened to the text and to the log.
    fn collect(&mut self) {
        for line in self.story.take() {
            self.print(&line);
            if self.log.len() >= KEPT {
                self.log.pop_front();
            }
            self.log.push_back(line);
        }
    }

    /// What is to be typed now, if anything.
    fn need(&self, model: &Model) -> Option<Need> {
        if !model.can_act() || self.plan.is_some() || !self.queue.is_empty() {
            return None;
        }
        let (state, me) = (model.state()?, model.me()?);
        if state.must_trade() {
            return Some(Need::Trade);
        }
        Some(match state.step() {
            Step::Idle => return None,
            Step::Claim => Need::Claim,
            // The last was placed, and can be taken back.
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
                "A number from 1 to 3: one round with so many units. `all`: until one side has \
                 fallen. `stop N`: also until N units are left. `no`: not now.",
            );
            return;
        }
        if about.is_empty() {
            self.print(&command::help());
            // What is asked for is said again.
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
            Err(_) => {
                self.refuse(&format!("There is no command {about}. `help` lists all."));
            }
        }
    }

    fn tell_log(&mut self, rest: &str) {
        let many = rest.parse().unwrap_or(20);
        let skipped = self.log.len().saturating_sub(many);
        let lines: Vec<String> = self.log.iter().skip(skipped).cloned().collect();
        if lines.is_empty() {
            self.print("Nothing has happened yet.");
        }
        for line in lines {
            self.print(&line);
        }
    }

    fn set_defence(&mut self, rest: &str) {
        match rest {
            "ask" => self.ask_defence = true,
            "auto" => self.ask_defence = false,
            _ => {}
        }
        let text = if self.ask_defence {
            "You are asked how many units defend. `defend auto`: always the most."
        } else {
            "The most units defend without asking. `defend ask`: you are asked."
        };
        self.print(text);
    }

    /// A territory by what was typed, among those that fit.
    ///
    /// # Errors
    /// Why it is not clear which.
    fn territory(
        &self,
        text: &str,
        model: &Model,
        fits: &dyn Fn(TerritoryId) -> bool,
    ) -> Result<TerritoryId, Unclear> {
        let named = |id: TerritoryId| format!("{} {}", id.0, place(model.map(), id));
        match self.atlas.find(text, fits) {
            Found::One(id) => Ok(id),
            Found::Many(ids) => {
                let shown: Vec<String> = ids.iter().take(8).map(|&id| named(id)).collect();
                let more = if ids.len() > 8 { ", ..." } else { "" };
                Err(Unclear {
                    unknown: false,
                    text: format!(
                        "{text} may be {}{more}. Type more of it, or the number.",
                        shown.join(", ")
                    ),
                })
            }
            Found::None => Err(Unclear {
                unknown: true,
                text: format!("There is no territory {text} on this map. `map` lists all."),
            }),
        }
    }
}

/// Why it is not clear which territory is meant.
struct Unclear {
    /// Whether nothing fits, or several do.
    unknown: bool,
    /// A sentence that says so.
    text: String,
}

/// A view of the model for showing; nothing before the game has begun.
fn show<'a>(model: &'a Model, roster: &'a Roster, style: Style) -> Option<Show<'a>> {
    Some(Show {
        state: model.state()?,
        roster,
        style,
        me: model.me()?,
    })
}

/// The owner of a territory, for a refusal.
fn owner_of(show: Show<'_>, territory: TerritoryId) -> String {
    match show.state.holding(territory).owner {
        Some(owner) if owner == show.me => "your own".to_owned(),
        Some(owner) => format!("{}'s", show.roster.subject(Style::PLAIN, owner)),
        None => "nobody's yet".to_owned(),
    }
}

/// Why something is not legal, with names instead of numbers.
fn reason(why: Illegal, map: &Map) -> String {
    let name = |t: TerritoryId| place(map, t);
    match why {
        Illegal::NotYours(t) => format!("{} is not yours", name(t)),
        Illegal::OwnTerritory(t) => format!("{} is your own", name(t)),
        Illegal::Taken(t) => format!("{} is taken", name(t)),
        Illegal::NotNeighbours(from, to) => {
            format!("no way leads from {} to {}", name(from), name(to))
        }
        Illegal::NoPath(from, to) => {
            format!(
                "no path of your territories leads from {} to {}",
                name(from),
                name(to)
            )
        }
        Illegal::TooManyUnits(0) => "the only unit there must stay".to_owned(),
        Illegal::TooManyUnits(most) => format!("at most {most} can go; one stays behind"),
        other => other.to_string(),
    }
}

/// Whether somebody else is to act, and who.
fn whose_turn(model: &Model, roster: &Roster) -> String {
    let actor: Option<Player> = model.state().and_then(State::to_act);
    match actor {
        Some(player) if !roster.is_me(player) => {
            format!("It is {}'s turn.", roster.subject(Style::PLAIN, player))
        }
        _ if model.state().is_none() => "The game has not begun yet.".to_owned(),
        _ => "That is not possible right now.".to_owned(),
    }
}
