//! What the person does, by whatever widget or key.

use marchland_board as board;
use marchland_maps::TerritoryId;

use super::{Assault, Below, Card, Mode, Sensible, Session, Tab};
use crate::client::narrate;
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{Action, Set, Step};
use crate::gui::keys::Command;
use crate::gui::link::Order;
use crate::gui::stage::Pace;
use crate::gui::texts;
use crate::protocol::ServerMessage;
use crate::protocol::command::{Chat, To};

/// What can be done at a table.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    /// The pointer on the map, over that territory.
    Map(board::Event, Option<TerritoryId>),
    Do(Command),
    /// The one filled button.
    Sensible,
    Fight(Mode),
    /// Units to break off at, as typed.
    StopAt(String),
    /// How many units move.
    Units(u32),
    /// They go.
    Go,
    /// Nothing of what is asked.
    Decline,
    Defend(u8),
    Trade(Set),
    Autoplay(bool),
    Strategy(StrategyKind),
    AskDefence(bool),
    Pace(Pace),
    Pause,
    Tab(Tab),
    Below(Below),
    Draft(String),
    Say,
    /// What is no matter of the game.
    Order(Order),
}

impl Session {
    /// Changes the state.
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Map(event, over) => self.on_map(event, over),
            Message::Do(command) => self.on_command(command),
            Message::Sensible => self.do_sensible(),
            Message::Fight(mode) => self.fight(mode),
            Message::StopAt(text) => {
                if let Some(Card::Fight { stop, .. }) = &mut self.card {
                    *stop = digits(&text);
                }
            }
            Message::Units(count) => self.set_units(count),
            Message::Go => self.go(),
            Message::Decline => self.decline(),
            Message::Defend(units) => self.defend(units),
            Message::Trade(set) => self.act(Action::Trade(set)),
            Message::Autoplay(on) => self.autoplay = on,
            Message::Strategy(kind) => self.strategy = kind,
            Message::AskDefence(ask) => {
                self.ask_defence = ask;
                self.order(Order::AskDefence(ask));
            }
            Message::Pace(pace) => (self.stage.pace, self.stage.paused) = (pace, false),
            Message::Pause => self.stage.paused = !self.stage.paused,
            Message::Tab(tab) => self.tab = tab,
            Message::Below(below) => self.show_below(below),
            Message::Draft(text) => self.draft = text,
            Message::Say => self.say(),
            Message::Order(order) => {
                if let Order::Seat(name, _) = &order {
                    self.helpers.push(name.clone());
                }
                self.room.refused = None;
                self.order(order);
            }
        }
        self.follow();
    }

    fn on_map(&mut self, event: board::Event, over: Option<TerritoryId>) {
        match event {
            board::Event::Hovered(_) => self.hover(over),
            board::Event::Pressed(pointer, _) => {
                // What is clicked and what is dragged begins alike.
                if let Some(from) = over.filter(|&from| self.may_leave(from)) {
                    self.drag_to(from, (pointer.x, pointer.y), over);
                }
                self.pressed = over;
            }
            board::Event::Dragged(pointer) => {
                if let Some(drag) = self.drag {
                    self.drag_to(drag.from, (pointer.x, pointer.y), over);
                }
            }
            board::Event::Released(pointer) => {
                let began = self.pressed.take();
                if self.drag.is_some_and(|drag| drag.over != Some(drag.from)) {
                    self.let_go(pointer.modifiers.shift);
                } else {
                    self.drop_drag();
                    if began == over {
                        self.click(over, pointer.modifiers.shift);
                    }
                }
            }
            board::Event::Cancelled => {
                self.pressed = None;
                self.drop_drag();
            }
            board::Event::Secondary(..) => self.click_second(over),
            board::Event::Turned(_, steps) => {
                if let Some(at) = over {
                    self.count(at, if steps > 0.0 { 1 } else { -1 });
                }
            }
            board::Event::Moved(_) => {}
        }
    }

    /// Whether units may go from a territory, to attack or to move.
    fn may_leave(&self, from: TerritoryId) -> bool {
        let planned = self.planned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            return false;
        };
        let free = !matches!(
            state.step(),
            Step::Claim | Step::Settle { .. } | Step::Claimed
        );
        self.is_asked() && free && state.owns(me, from)
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Click | Command::Step(1, 0) | Command::Turn(true) | Command::Digit(_)
                if self.watches =>
            {
                self.watch(command);
            }
            Command::Cancel => self.cancel(),
            Command::Confirm => self.do_sensible(),
            Command::Attack => self.next_target(),
            Command::Reinforce => {
                if let Some(at) = self.selected {
                    let units = self.take_typed().unwrap_or(1);
                    if !self.count(at, units.min(i32::MAX as u32) as i32) {
                        self.click(Some(at), false);
                    }
                } else {
                    self.next_able(true);
                }
            }
            Command::Transfer => self.move_units(),
            Command::Exchange => match self.sets().first() {
                Some(&(set, _)) => self.act(Action::Trade(set)),
                None => self.refusal = Some(texts::NO_SET.to_owned()),
            },
            Command::EndRound => self.act(Action::EndTurn),
            Command::Undo => self.undo(),
            Command::Until => self.fight(Mode::Until(1)),
            Command::Digit(digit) => self.on_digit(digit),
            Command::Next => self.next_able(true),
            Command::Previous => self.next_able(false),
            Command::Turn(on) => self.step_to(if on { 1.0 } else { -1.0 }, 0.0),
            Command::Step(across, down) => self.step_to(f64::from(across), f64::from(down)),
            Command::Click => self.click(self.selected, false),
            Command::ClickAll => self.click(self.selected, true),
            Command::Tab(tab) => self.tab = tab,
            Command::Below(below) => self.show_below(below),
            Command::Evaluate => self.evaluate(),
            Command::Autoplay => self.autoplay = !self.autoplay,
            Command::Pause => self.stage.paused = !self.stage.paused,
            Command::Slower => self.stage.change_pace(false),
            Command::Faster => self.stage.change_pace(true),
            // The window's.
            _ => {}
        }
    }

    /// What keys mean to who only watches.
    fn watch(&mut self, command: Command) {
        let stage = &mut self.stage;
        match command {
            Command::Click => stage.paused = !stage.paused,
            Command::Step(..) => stage.step(false),
            Command::Turn(_) => stage.step(true),
            Command::Digit(digit) => {
                let at = usize::from(digit).checked_sub(1);
                if let Some(&pace) = at.and_then(|at| Pace::WATCHED.get(at)) {
                    (stage.pace, stage.paused) = (pace, false);
                }
            }
            _ => {}
        }
    }

    fn show_below(&mut self, below: Below) {
        // What came while the chat was shown was read.
        if [self.below, below].contains(&Below::Chat) {
            self.stage.log.read_chat();
        }
        self.below = below;
    }

    fn say(&mut self) {
        let message = self.draft.trim().to_owned();
        if Chat::can_say(&message) {
            // Who speaks is not told what was said.
            if let Some(player) = self.model().me() {
                let to = To::All;
                let said = message.clone();
                let chat = ServerMessage::Chat(Chat {
                    player,
                    to,
                    message: said,
                });
                let line = narrate(&Reply::ServerMessage(chat), self.model());
                self.stage.log.say(player, line.unwrap_or_default());
            }
            self.order(Order::Say(message));
            self.draft.clear();
        }
    }

    /// Leaves off, one thing at a time: a battle, a question, what is chosen. Never ends
    /// a turn.
    pub fn cancel(&mut self) {
        let nothing = self.refusal.take().is_none();
        if self.stop() {
        } else if self.card.is_some() {
            self.decline();
        } else if self.drag.take().is_some() || std::mem::take(&mut self.moving) {
        } else if !self.typed.is_empty() {
            self.typed.clear();
        } else if nothing {
            self.selected = None;
        }
    }

    /// Breaks off a battle that goes on; whether one did.
    pub fn stop(&mut self) -> bool {
        self.assault.take().is_some()
    }

    /// Takes back what was pencilled in last.
    fn undo(&mut self) {
        match self.pencil.pop() {
            Some((at, _)) => self.selected = Some(at),
            None => self.refusal = Some(texts::NOTHING_TO_UNDO.to_owned()),
        }
    }

    /// Does something, after all that is pencilled in; or says why not.
    pub(super) fn act(&mut self, action: Action) {
        self.refusal = None;
        if !self.is_asked() {
            self.refusal = Some(self.whose_turn());
            return;
        }
        let planned = self.planned().into_owned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            return;
        };
        if let Err(why) = state.check(me, action) {
            self.refuse(why);
            return;
        }
        if !matches!(action, Action::Attack { .. }) {
            self.card = None;
        }
        if let Step::Occupy { from, to } = state.step() {
            self.declined = Some((from, to));
        }
        let mut actions = self.pencil_actions();
        actions.push(action);
        self.order(Order::Act(actions));
    }

    /// What is pencilled in, as actions; it is no longer.
    pub(super) fn pencil_actions(&mut self) -> Vec<Action> {
        let mut sums: Vec<(TerritoryId, u32)> = Vec::new();
        for (at, units) in std::mem::take(&mut self.pencil) {
            match sums.iter_mut().find(|(known, _)| *known == at) {
                Some((_, sum)) => *sum += units,
                None => sums.push((at, units)),
            }
        }
        let place = |(territory, units)| Action::Reinforce { territory, units };
        sums.into_iter().map(place).collect()
    }

    /// Fights as the card asks.
    fn fight(&mut self, mode: Mode) {
        if let Some(Card::Fight { from, target, .. }) = self.card {
            self.fight_over(from, target, mode);
        }
    }

    pub(super) fn fight_over(&mut self, from: TerritoryId, target: TerritoryId, mode: Mode) {
        if !self.is_asked() {
            self.refusal = Some(self.whose_turn());
            return;
        }
        let planned = self.planned();
        let Some(state) = planned.state() else { return };
        let there = state.holding(from).units;
        let most = there.saturating_sub(1).clamp(1, 3) as u8;
        let units = match mode {
            Mode::Once(units) => units,
            Mode::Until(stop) if there <= stop => {
                self.refusal = Some(texts::no_more_than(there));
                return;
            }
            Mode::Until(_) => most,
        };
        self.last_mode = Some(mode);
        self.act(Action::Attack {
            from,
            target,
            units,
        });
        if let (Mode::Until(stop), false) = (mode, self.orders.is_empty()) {
            self.card = None;
            self.assault = Some(Assault { from, target, stop });
        }
    }

    fn set_units(&mut self, count: u32) {
        let most = self.most_moving();
        if let Some(Card::Move { units, .. }) = &mut self.card {
            *units = count.min(most);
        }
    }

    /// The most units that can move as the card asks.
    pub fn most_moving(&self) -> u32 {
        let Some(Card::Move { from, .. }) = self.card else {
            return 0;
        };
        let planned = self.planned();
        let units = planned.state().map_or(0, |state| state.holding(from).units);
        units.saturating_sub(1)
    }

    /// Moves the units that the card says.
    fn go(&mut self) {
        match self.card {
            Some(Card::Move { units: 0, .. }) => self.decline(),
            Some(Card::Move {
                from, to, units, ..
            }) => self.act(Action::Transfer { from, to, units }),
            _ => {}
        }
    }

    /// Nothing of what the card asks; a defence must be answered.
    fn decline(&mut self) {
        match self.card {
            Some(Card::Defend { .. }) => return,
            Some(Card::Move {
                from,
                to,
                follows: true,
                ..
            }) => {
                self.declined = Some((from, to));
                self.refusal = Some(texts::nobody_follows(&self.map, from, to));
            }
            _ => {}
        }
        self.card = None;
    }

    fn defend(&mut self, units: u8) {
        if let Some(Card::Defend { target, most }) = self.card {
            let units = units.clamp(1, most);
            self.card = None;
            self.order(Order::Act(vec![Action::Defend {
                territory: target,
                units,
            }]));
        }
    }

    fn on_digit(&mut self, digit: u8) {
        match &mut self.card {
            Some(Card::Fight { .. }) if (1..=3).contains(&digit) => self.fight(Mode::Once(digit)),
            Some(Card::Fight { .. }) => {}
            Some(Card::Defend { .. }) => self.defend(digit),
            Some(Card::Move { .. }) => {
                let typed = format!("{}{digit}", self.typed);
                self.typed = digits(&typed);
                self.set_units(self.typed.parse().unwrap_or(0));
            }
            None => self.typed = digits(&format!("{}{digit}", self.typed)),
        }
    }

    /// Asks about the next target from what is picked out, or about the first.
    fn next_target(&mut self) {
        if !self.is_asked() {
            self.refusal = Some(self.whose_turn());
            return;
        }
        let current = match self.card {
            Some(Card::Fight { target, .. }) => Some(target),
            _ => None,
        };
        if self.targets().is_empty() {
            self.next_able(true);
        }
        let targets = self.targets();
        let at = current.and_then(|target| targets.iter().position(|&t| t == target));
        let at = at.map_or(0, |at| (at + 1) % targets.len().max(1));
        match (self.selected, targets.get(at)) {
            (Some(from), Some(&target)) => {
                self.hovered = None;
                self.join(from, target, false);
            }
            _ => self.refusal = self.why_not(super::Deed::Attack),
        }
    }

    /// The next own territory that is clicked is where units go from what is picked out.
    fn move_units(&mut self) {
        if let Some(why) = self.why_not(super::Deed::Transfer) {
            self.refusal = Some(why);
        } else if self.selected.is_none() {
            self.next_able(true);
            self.moving = self.selected.is_some();
        } else {
            self.moving = !self.moving;
            self.card = None;
        }
    }

    /// Does the next sensible thing.
    fn do_sensible(&mut self) {
        match self.sensible() {
            Sensible::Claim(Some(at)) => self.click(Some(at), false),
            Sensible::Place { left, on: Some(at) } => {
                self.count(at, left.min(i32::MAX as u32) as i32);
            }
            Sensible::Send(_) => {
                let actions = self.pencil_actions();
                self.order(Order::Act(actions));
            }
            Sensible::Trade(set, _) => self.act(Action::Trade(set)),
            Sensible::Fight(mode) => self.fight(mode),
            Sensible::Move(_) | Sensible::Transfer(_) => self.go(),
            Sensible::Defend(units) => self.defend(units),
            Sensible::Settle(_) | Sensible::EndRound => self.act(Action::EndTurn),
            Sensible::Stop => {
                self.stop();
            }
            Sensible::TakeOver => self.autoplay = false,
            Sensible::Claim(None)
            | Sensible::Place { on: None, .. }
            | Sensible::Wait(_)
            | Sensible::Begin
            | Sensible::Over => {}
        }
    }
}

/// The digits of what was typed, as many as a number of units may have.
fn digits(text: &str) -> String {
    let digits = text.chars().filter(char::is_ascii_digit);
    digits.skip_while(|&c| c == '0').take(9).collect()
}
