//! A person's seat: what is chosen, what is pencilled in, what goes on by itself.
//!
//! No widget, no socket and no clock of its own: messages go in, the game as it is
//! shown comes from the [stage](Stage), and what is wanted of the table comes out as
//! [orders](Order).

mod act;
mod clock;
mod follow;
mod pointer;
mod primary;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use marchland_maps::{Map, TerritoryId};

use super::link::{Ending, Failure, News, Order, Step};
use super::stage::Stage;
use super::texts;
use super::waiting_room::WaitingRoom;
use crate::client::{Knowledge, Model, TurnClock, is_time_up};
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::bots::standard::{Config, Evaluation, evaluate};
use crate::conquest::lines::StateLine;
use crate::conquest::rules::{Action, Event, Player, Set, State, Status};
use crate::protocol::{Name, ServerMessage};

pub use act::Message;
pub use pointer::Drag;
pub use primary::{PrimaryAction, TurnAction};

/// A question at a place of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prompt {
    /// How to attack.
    Fight {
        /// The origin.
        from: TerritoryId,
        /// The target.
        target: TerritoryId,
        /// The number of units to stop at, as typed.
        stop: String,
    },
    /// How many units follow a conquest, or move.
    Move {
        /// The origin.
        from: TerritoryId,
        /// The destination.
        to: TerritoryId,
        /// How many.
        units: u32,
        /// Whether they follow a conquest.
        follows: bool,
    },
    /// How many units defend.
    Defend {
        /// The origin.
        from: TerritoryId,
        /// The target.
        target: TerritoryId,
        /// How many units attack, each with a die.
        attackers: u8,
        /// The most that can.
        most: u8,
    },
}

/// How to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// One throw with so many units.
    Once(u8),
    /// Until it is decided, or so many units are left on the origin.
    Until(u32),
}

/// A tab of the right panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The own turn.
    #[default]
    General,
    /// All players.
    Players,
    /// The values of the positions.
    Debug,
    /// The tab added by the owner of the table.
    More,
}

/// The panel below the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Below {
    /// The log.
    #[default]
    Log,
    /// What was said.
    Chat,
}

/// An attack that goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RunningAttack {
    from: TerritoryId,
    target: TerritoryId,
    stop: u32,
}

/// A person's seat in a game.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what the player has switched on or off, each by itself"
)]
pub struct Session {
    /// The game as shown.
    pub stage: Stage,
    /// The seed that the game began with, if known.
    pub seed: Option<u64>,
    /// The players before the game.
    pub room: WaitingRoom,
    turn_clock: TurnClock,
    map: Arc<Map>,
    selected: Option<TerritoryId>,
    hovered: Option<TerritoryId>,
    drag: Option<Drag>,
    /// The territory where the button went down.
    pressed: Option<TerritoryId>,
    /// Units placed but not sent, in order.
    pencil: Vec<(TerritoryId, u32)>,
    /// The pencilled units and the time of their last change; see [`clock`].
    rest: Option<(Vec<(TerritoryId, u32)>, Instant)>,
    prompt: Option<Prompt>,
    /// Whether the next click chooses the destination of a move.
    moving: bool,
    running_attack: Option<RunningAttack>,
    /// Another player who is to act, and since when nothing has happened.
    awaited: Option<(Player, Instant)>,
    /// The last mode of attack.
    last_mode: Option<Mode>,
    autoplay: bool,
    watches: bool,
    strategy: StrategyKind,
    ask_defence: bool,
    /// Whether all units are proposed to follow, even where the origin borders an enemy.
    all_follow: bool,
    /// A conquest that no units follow.
    declined: Option<(TerritoryId, TerritoryId)>,
    /// Whether a set must be traded first.
    must_trade: bool,
    /// The number typed for the next click.
    typed: String,
    /// Why the last request was not done.
    refusal: Option<String>,
    values: Option<Vec<(Player, Evaluation)>>,
    orders: Vec<Order>,
    sent: u64,
    /// The number of attempts to restore a lost connection; `None` while connected.
    away: Option<u32>,
    ending: Option<Result<Ending, Failure>>,
    record: Option<PathBuf>,
    resigned: bool,
    /// The computer players seated from this window.
    bots: Vec<(Name, StrategyKind)>,
    /// The open tab of the right panel.
    pub tab: Tab,
    /// The panel below the map.
    pub below: Below,
    /// Whether the log is shown in full where there is little room.
    pub(super) log_is_open: bool,
    /// The chat message being written.
    pub draft: String,
}

impl Session {
    /// A session before its first news; `watches` if the person is a spectator.
    pub fn new(game: Model, watches: bool) -> Self {
        Self {
            map: Arc::clone(game.shared_map()),
            stage: Stage::new(game, watches),
            seed: None,
            room: WaitingRoom::default(),
            turn_clock: TurnClock::default(),
            watches,
            selected: None,
            hovered: None,
            drag: None,
            pressed: None,
            pencil: Vec::new(),
            rest: None,
            prompt: None,
            moving: false,
            running_attack: None,
            awaited: None,
            last_mode: None,
            autoplay: false,
            strategy: StrategyKind::Planner,
            ask_defence: false,
            all_follow: false,
            declined: None,
            must_trade: false,
            typed: String::new(),
            refusal: None,
            values: None,
            orders: Vec::new(),
            sent: 0,
            away: None,
            ending: None,
            record: None,
            resigned: false,
            bots: Vec::new(),
            tab: if watches { Tab::Players } else { Tab::General },
            below: Below::default(),
            log_is_open: false,
            draft: String::new(),
        }
    }

    /// The map that is played on.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The game as it is shown.
    pub fn model(&self) -> &Model {
        self.stage.model()
    }

    /// The player of this seat.
    pub fn me(&self) -> Option<Player> {
        self.model().me()
    }

    /// The game as it will be once the pencilled units are sent.
    pub fn planned(&self) -> Cow<'_, Model> {
        let mut planned = Cow::Borrowed(self.model());
        for &(territory, units) in &self.pencil {
            // An action that no longer fits is skipped here, and refused when it is sent.
            let place = Action::Reinforce { territory, units };
            let _ = planned.to_mut().acted(&place);
        }
        planned
    }

    /// Units pencilled in on a territory.
    pub fn pencilled(&self, territory: TerritoryId) -> u32 {
        let here = self.pencil.iter().filter(|(at, _)| *at == territory);
        here.map(|(_, units)| units).sum()
    }

    /// All pencilled units.
    pub fn pencil(&self) -> u32 {
        self.pencil.iter().map(|(_, units)| units).sum()
    }

    /// The units on a territory and those pencilled in there, as they are shown. At both ends of a
    /// move whose number is being chosen, all are counted as if it were done.
    pub fn shown_units(&self, territory: TerritoryId, units: u32) -> (u32, u32) {
        let pencil = self.pencilled(territory);
        let all = units.saturating_add(pencil);
        match self.prompt {
            Some(Prompt::Move {
                from, units: moved, ..
            }) if from == territory => (all.saturating_sub(moved), 0),
            Some(Prompt::Move {
                to, units: moved, ..
            }) if to == territory => (all.saturating_add(moved), 0),
            _ => (units, pencil),
        }
    }

    /// The selected territory.
    pub fn selected(&self) -> Option<TerritoryId> {
        self.selected
    }

    /// Selects a territory without opening a prompt.
    pub fn pick_out(&mut self, at: TerritoryId) {
        let before = self.asks_how_many();
        (self.selected, self.hovered) = (Some(at), None);
        if !self.must_answer() {
            self.prompt = None;
        }
        self.forget_typed(before);
    }

    /// Whether the open prompt is one that the game asks.
    fn must_answer(&self) -> bool {
        let defends = matches!(self.prompt, Some(Prompt::Defend { .. }));
        defends || self.is_asked_who_follows()
    }

    /// The territory under the pointer.
    pub fn hovered(&self) -> Option<TerritoryId> {
        self.hovered
    }

    /// The drag over the map, if any.
    pub fn drag(&self) -> Option<Drag> {
        self.drag
    }

    /// The open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// Whether the next click chooses the destination of a move.
    pub fn is_moving(&self) -> bool {
        self.moving
    }

    /// Whether the computer plays for the person, and its strategy.
    pub fn autoplay(&self) -> (bool, StrategyKind) {
        (self.autoplay, self.strategy)
    }

    /// Whether the person is a spectator.
    pub fn watches(&self) -> bool {
        self.watches
    }

    /// Sets the strategy of autoplay.
    pub fn stands_in(&mut self, strategy: StrategyKind) {
        self.strategy = strategy;
    }

    /// Whether the person is asked how many units defend.
    pub fn asks_defence(&self) -> bool {
        self.ask_defence
    }

    /// Whether all units are proposed to follow a conquest, even where the origin borders an
    /// enemy.
    pub fn lets_all_follow(&self) -> bool {
        self.all_follow
    }

    /// The number typed for the next click.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Why the last request was not done.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The values of the positions when last evaluated.
    pub fn values(&self) -> Option<&[(Player, Evaluation)]> {
        self.values.as_deref()
    }

    /// The number of attempts to restore a lost connection; `None` while connected.
    pub fn away(&self) -> Option<u32> {
        self.away
    }

    /// The ending, once everything before it is shown.
    pub fn ending(&self) -> Option<&Result<Ending, Failure>> {
        self.ending.as_ref().filter(|_| self.stage.is_current())
    }

    /// Whether nobody has a turn any more. The rules know no winner if the others have resigned.
    pub fn is_finished(&self) -> bool {
        let won = |state: &State| state.winner().is_some();
        self.ending().is_some() || self.stage.state().is_some_and(won)
    }

    /// The winner, once shown.
    pub fn winner(&self) -> Option<Player> {
        let ending = self.ending()?.as_ref().ok();
        let told = ending.and_then(|ending| ending.winner);
        told.or_else(|| self.stage.state()?.winner())
    }

    /// The recorder, if the game is recorded.
    pub fn record(&self) -> Option<&PathBuf> {
        self.record.as_ref()
    }

    /// Whether a player is a computer player seated from this window.
    pub fn has_seated(&self, name: &Name) -> bool {
        self.bots.iter().any(|(bot, _)| bot == name)
    }

    /// The strategies of such computer players.
    pub fn seated(&self) -> impl Iterator<Item = StrategyKind> + '_ {
        self.bots.iter().map(|&(_, kind)| kind)
    }

    /// Whether there are such computer players.
    pub fn has_bots(&self) -> bool {
        !self.bots.is_empty()
    }

    /// Whether the person has a seat in a running game, and if so, whether they can resign: not at
    /// a server of version 0.2.
    pub fn leaves_seat(&self) -> Option<bool> {
        let (state, me) = (self.model().state()?, self.me()?);
        let plays = state.winner().is_none() && state.seat(me).status == Status::Active;
        let sits = plays && !self.watches && !self.resigned && self.ending.is_none();
        sits.then_some(self.room.extended)
    }

    /// Takes the orders to be sent.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// Notes the number of orders sent in all.
    pub fn handed_over(&mut self, sent: u64) {
        self.sent = sent;
    }

    /// Whether the person can act: it is their turn, everything is shown, and no order is under
    /// way.
    pub fn can_act(&self) -> bool {
        self.orders.is_empty() && self.can_act_but_for_orders()
    }

    /// The same, orders not yet sent aside.
    pub(super) fn can_act_but_for_orders(&self) -> bool {
        self.stage.done() == self.sent
            && self.away.is_none()
            && !self.watches
            && self.ending.is_none()
            && self.stage.is_current()
            && self.model().can_act()
    }

    /// The same, and neither autoplay nor an attack is running.
    pub fn is_asked(&self) -> bool {
        self.can_act() && !self.autoplay && self.running_attack.is_none()
    }

    /// Takes news of the table.
    pub fn hear(&mut self, news: Vec<News>, now: Instant) {
        for news in news {
            match news {
                News::Note(note) => self.stage.log.note(texts::sentence(&note)),
                News::Seed(seed) => self.seed = Some(seed),
                News::Past(step) => self.stage.recall(&step),
                News::Recording(file) => self.record = Some(file),
                News::Away => {
                    self.away = Some(0);
                    // It is told again with the state, if it still counts.
                    self.turn_clock = TurnClock::default();
                    self.forget_refusal();
                    self.stage.log.miss_turns();
                }
                News::Trying => self.away = Some(self.away.unwrap_or(0) + 1),
                News::Back => self.away = None,
                News::Ended(ended) => {
                    self.away = None;
                    self.ending = Some(ended);
                }
                news => {
                    if let News::Step(step) = &news {
                        if Model::is_event(&step.line) {
                            self.awaited = None;
                        }
                        self.note(step, now);
                    }
                    self.stage.hear(news);
                }
            }
        }
        self.tick(now);
    }

    /// Notes at once what a step that is shown later says of the table and of the person's seat.
    fn note(&mut self, step: &Step, now: Instant) {
        let to_act = |game: &Model| game.state().and_then(State::to_act);
        if to_act(&step.before) != to_act(&step.after) {
            self.forget_refusal();
        }
        if let Reply::Event(Event::TurnStarted(_)) = step.line {
            // A clock of this turn is told next, if it has one.
            self.turn_clock = TurnClock::default();
        }
        if let Reply::StateLine(StateLine::StateEnd(_)) = step.line {
            // Every turn adds units or ends the game.
            let same = step.before.state() == step.after.state();
            self.stage.log.come_back(same);
        }
        let me = step.after.me();
        if let Reply::ServerMessage(answer) = &step.line {
            let rules = self.room.rules;
            self.room
                .hear(answer, me.and_then(|me| step.after.name(me)));
            if let ServerMessage::ApplyRule(told) = answer
                && rules != self.room.rules
                && rules[told.rule as usize].is_some()
                && let Some(text) = texts::rules::rule_changed(told.rule, told.variant)
            {
                self.stage.log.note(text);
            }
            if let ServerMessage::Clock(told) = answer {
                self.turn_clock.set(told, now);
            }
            if is_time_up(answer, me) {
                self.refusal = Some(texts::TIME_UP.to_owned());
            }
            if let ServerMessage::Resign(told) = answer
                && Some(told.player) == me
            {
                self.resigned = true;
                self.refusal = Some(texts::RESIGNED.to_owned());
            }
        }
        let goes = |me: Player| step.after.is_absent(me) && !step.before.is_absent(me);
        if !self.resigned && me.is_some_and(goes) {
            self.refusal = Some(texts::YOU_ARE_AWAY.to_owned());
        }
    }

    /// Shows what is due and reacts to it.
    pub fn tick(&mut self, now: Instant) {
        let before = self.asks_how_many();
        let turn = self.stage.state().map(State::to_act);
        self.stage.show(now);
        if self.stage.state().map(State::to_act) != turn {
            self.forget_refusal();
        }
        if let Some(state) = self.stage.state() {
            self.turn_clock.run(state.to_act() == state.turn(), now);
        }
        self.await_others(now);
        self.follow();
        self.forget_typed(before);
        self.send_in_time(now);
    }

    /// Forgets why a request was not done, since the moment of that is over. What became of the
    /// turns of the player is said until something is done.
    fn forget_refusal(&mut self) {
        let lasting = [texts::TIME_UP, texts::YOU_ARE_AWAY, texts::RESIGNED];
        let refusal = self.refusal.take();
        self.refusal = refusal.filter(|why| lasting.contains(&why.as_str()));
    }

    fn order(&mut self, order: Order) {
        self.refusal = None;
        self.orders.push(order);
    }

    /// The sets in the hand, the most valuable first; among equals those that keep wild cards.
    pub fn sets(&self) -> Vec<(Set, u32)> {
        let model = self.model();
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return Vec::new();
        };
        let view = crate::conquest::bots::View::new(state, me);
        let sets = crate::terminal::sets(&view);
        sets.into_iter().map(|set| (set, view.worth(set))).collect()
    }

    /// Evaluates the positions.
    fn evaluate(&mut self) {
        let config = Config::default();
        self.values = self.model().state().map(|state| {
            let plays = |player: &Player| state.seat(*player).status != Status::Defeated;
            let players = state.players().filter(plays);
            players
                .map(|player| (player, evaluate(&config, state, player)))
                .collect()
        });
        self.tab = Tab::Debug;
    }

    /// The channel closed; an error unless an ending was told.
    pub fn silent(&mut self) {
        if self.ending.is_none() {
            self.ending = Some(Err(texts::broke_down(texts::SILENT).into()));
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
