//! What the person does, by widgets or keys.

use marchland_board as board;
use marchland_maps::TerritoryId;

use super::{Below, Mode, PrimaryAction, Prompt, RunningAttack, Session};
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

/// A message of the session.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    /// A pointer event on the map, over that territory.
    Map(board::Event, Option<TerritoryId>),
    /// A key that no widget captured, or a button that does the same.
    Do(Command),
    Fight(Mode),
    /// The number of units to stop at, as typed.
    StopAt(String),
    /// The number of units to move.
    Units(u32),
    /// Close the prompt.
    Decline,
    Defend(u8),
    Trade(Set),
    Autoplay(bool),
    Strategy(StrategyKind),
    AskDefence(bool),
    AllFollow(bool),
    Pace(Pace),
    Draft(String),
    Say,
    /// An order that is not an action of the game.
    Order(Order),
}

impl Session {
    /// Updates the state.
    pub fn update(&mut self, message: Message) {
        let before = self.asks_how_many();
        match message {
            Message::Map(event, over) => self.on_map(event, over),
            Message::Do(command) => self.on_command(command),
            Message::Fight(mode) => self.fight(mode),
            Message::StopAt(text) => {
                if let Some(Prompt::Fight { stop, .. }) = &mut self.prompt {
                    *stop = digits(&text);
                }
            }
            Message::Units(count) => self.set_units(count),
            Message::Decline => self.decline(),
            Message::Defend(units) => self.defend(units),
            Message::Trade(set) => self.act(Action::Trade(set)),
            Message::Autoplay(on) => self.autoplay = on,
            Message::Strategy(kind) => self.strategy = kind,
            Message::AskDefence(ask) => {
                self.ask_defence = ask;
                self.order(Order::AskDefence(ask));
            }
            Message::AllFollow(all) => {
                self.all_follow = all;
                // An open dialog begins anew.
                if self.is_asked_who_follows() {
                    self.prompt = None;
                }
            }
            Message::Pace(pace) => (self.stage.pace, self.stage.paused) = (pace, false),
            Message::Draft(text) => self.draft = text,
            Message::Say => self.say(),
            Message::Order(order) => {
                match &order {
                    Order::Seat(name, kind) => self.bots.push((name.clone(), *kind)),
                    Order::Unseat(name) => self.bots.retain(|(bot, _)| bot != name),
                    _ => {}
                }
                self.room.refused = None;
                match self.away {
                    Some(tries) => self.refusal = Some(texts::away(tries)),
                    None => self.order(order),
                }
            }
        }
        self.follow();
        self.forget_typed(before);
    }

    /// Whether a dialog asks how many units move; digits then are its answer.
    pub(super) fn asks_how_many(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Move { .. }))
    }

    /// Whether a dialog asks how many units follow a conquest; other actions wait for the answer.
    pub(super) fn is_asked_who_follows(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Move { follows: true, .. }))
    }

    /// Drops typed digits where that dialog opens or closes: they are of what was before.
    pub(super) fn forget_typed(&mut self, asked_how_many: bool) {
        if self.asks_how_many() != asked_how_many {
            self.typed.clear();
        }
    }

    fn on_map(&mut self, event: board::Event, over: Option<TerritoryId>) {
        match event {
            board::Event::Hovered(_) => self.hovered = over,
            board::Event::Pressed(pointer, _) => {
                // A click may become a drag.
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
                    self.drag = None;
                    if began == over {
                        self.click(over, pointer.modifiers.shift);
                    }
                }
            }
            board::Event::Cancelled => {
                (self.pressed, self.drag) = (None, None);
            }
            board::Event::Secondary(..) => self.click_second(over),
            board::Event::Turned(_, steps) => {
                if let Some(at) = over {
                    self.refusal = None;
                    self.count(at, if steps > 0.0 { 1 } else { -1 });
                }
            }
            board::Event::Moved(_) => {}
        }
    }

    /// Whether units may attack or move from a territory.
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
        if self.watches && self.watch(command) {
            return;
        }
        match command {
            Command::Cancel => self.cancel(),
            Command::Confirm => self.do_primary(),
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
            Command::Trade => match self.sets().first() {
                Some(&(set, _)) => self.act(Action::Trade(set)),
                None => self.refusal = Some(texts::NO_SET.to_owned()),
            },
            Command::EndTurn => self.act(Action::EndTurn),
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
            // Commands of the window.
            _ => {}
        }
    }

    /// Does what only a spectator does by a key; returns whether it is such a key.
    fn watch(&mut self, command: Command) -> bool {
        let stage = &mut self.stage;
        match command {
            Command::Click => stage.paused = !stage.paused,
            Command::Step(1, 0) => stage.step(false),
            Command::Turn(true) => stage.step(true),
            Command::Digit(digit) => {
                if let Some(pace) = Pace::watched(digit) {
                    (stage.pace, stage.paused) = (pace, false);
                }
            }
            _ => return false,
        }
        true
    }

    fn show_below(&mut self, below: Below) {
        // Messages that came while the chat was open are read.
        if [self.below, below].contains(&Below::Chat) {
            self.stage.log.read_chat();
        }
        // The label of the open log closes it where there is little room.
        self.log_is_open = below == Below::Log && !(self.below == below && self.log_is_open);
        self.below = below;
    }

    fn say(&mut self) {
        if let Some(tries) = self.away {
            self.refusal = Some(texts::away(tries));
            return;
        }
        if let Some(message) = Chat::sendable(&self.draft) {
            // The server does not echo a player's own message.
            if let Some(player) = self.model().me() {
                let chat = ServerMessage::Chat(Chat {
                    player,
                    to: To::All,
                    message: message.clone(),
                });
                let line = narrate(&Reply::ServerMessage(chat), self.model());
                self.stage.log.say(player, line.unwrap_or_default());
            }
            self.order(Order::Say(message));
            self.draft.clear();
        }
    }

    /// Cancels one thing at a time: a running attack, a prompt, the selection. Never ends a
    /// turn.
    pub fn cancel(&mut self) {
        let nothing = self.refusal.take().is_none();
        if self.stop() {
        } else if self.prompt.is_some() {
            self.decline();
        } else if self.drag.take().is_some() || std::mem::take(&mut self.moving) {
        } else if !self.typed.is_empty() {
            self.typed.clear();
        } else if nothing {
            self.selected = None;
        }
    }

    /// Stops a running attack; returns whether there was one.
    pub fn stop(&mut self) -> bool {
        self.running_attack.take().is_some()
    }

    /// Takes back the last digit typed, or else the last placement.
    fn undo(&mut self) {
        if self.typed.pop().is_some() {
            self.set_units(self.typed.parse().unwrap_or(0));
            return;
        }
        match self.pencil.pop() {
            Some((at, _)) => self.selected = Some(at),
            None => self.refusal = Some(texts::NOTHING_TO_UNDO.to_owned()),
        }
    }

    /// Sends the pencilled units and an action; or says why it is not legal.
    pub(super) fn act(&mut self, action: Action) {
        self.refusal = None;
        if !self.is_asked() {
            self.refusal = Some(self.whose_turn());
            return;
        }
        if self.is_asked_who_follows() && !matches!(action, Action::Transfer { .. }) {
            self.refusal = Some(texts::SAY_HOW_MANY.to_owned());
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
            self.prompt = None;
        }
        if let Step::Occupy { from, to } = state.step() {
            self.declined = Some((from, to));
        }
        let mut actions = self.pencil_actions();
        actions.push(action);
        self.order(Order::Act(actions));
    }

    /// Takes the pencilled units, as actions.
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

    /// Attacks as the prompt asks.
    fn fight(&mut self, mode: Mode) {
        if let Some(Prompt::Fight { from, target, .. }) = self.prompt {
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
        let most = state.most_attackers(from).max(1);
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
            self.prompt = None;
            self.running_attack = Some(RunningAttack { from, target, stop });
        }
    }

    fn set_units(&mut self, count: u32) {
        let most = self.most_moving();
        if let Some(Prompt::Move { units, .. }) = &mut self.prompt {
            *units = count.min(most);
        }
    }

    /// The most units that can move in the prompt.
    pub fn most_moving(&self) -> u32 {
        let Some(Prompt::Move { from, .. }) = self.prompt else {
            return 0;
        };
        let planned = self.planned();
        let units = planned.state().map_or(0, |state| state.holding(from).units);
        units.saturating_sub(1)
    }

    /// Moves the number of units of the prompt.
    fn go(&mut self) {
        match self.prompt {
            Some(Prompt::Move { units: 0, .. }) => self.decline(),
            Some(Prompt::Move {
                from, to, units, ..
            }) => self.act(Action::Transfer { from, to, units }),
            _ => {}
        }
    }

    /// Closes the prompt, except that of a defence, which must be answered.
    fn decline(&mut self) {
        match self.prompt {
            Some(Prompt::Defend { .. }) => return,
            Some(Prompt::Move {
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
        self.prompt = None;
    }

    pub(super) fn defend(&mut self, units: u8) {
        if let Some(Prompt::Defend { target, most, .. }) = self.prompt {
            let units = units.clamp(1, most);
            self.prompt = None;
            self.order(Order::Act(vec![Action::Defend {
                territory: target,
                units,
            }]));
        }
    }

    fn on_digit(&mut self, digit: u8) {
        match &mut self.prompt {
            Some(Prompt::Fight { .. }) if (1..=3).contains(&digit) => self.fight(Mode::Once(digit)),
            Some(Prompt::Fight { .. }) => {}
            Some(Prompt::Defend { .. }) => self.defend(digit),
            Some(Prompt::Move { .. }) => {
                let typed = format!("{}{digit}", self.typed);
                self.typed = digits(&typed);
                self.set_units(self.typed.parse().unwrap_or(0));
            }
            None => self.typed = digits(&format!("{}{digit}", self.typed)),
        }
    }

    /// Opens the prompt of the next target of the selected territory.
    fn next_target(&mut self) {
        if let Some(why) = self.why_not(super::TurnAction::Attack) {
            self.refusal = Some(why);
            return;
        }
        let current = match self.prompt {
            Some(Prompt::Fight { target, .. }) => Some(target),
            _ => None,
        };
        if self.targets().is_empty() {
            self.next_able(true);
        }
        let targets = self.targets();
        let at = current.and_then(|target| targets.iter().position(|&t| t == target));
        let at = at.map_or(0, |at| (at + 1) % targets.len().max(1));
        if let (Some(from), Some(&target)) = (self.selected, targets.get(at)) {
            self.hovered = None;
            self.join(from, target, false);
        }
    }

    /// Makes the next click on an own territory the destination of a move.
    fn move_units(&mut self) {
        if let Some(why) = self.why_not(super::TurnAction::Transfer) {
            self.refusal = Some(why);
        } else if self.selected.is_none() {
            self.next_able(true);
            self.moving = self.selected.is_some();
        } else {
            self.moving = !self.moving;
            self.prompt = None;
        }
    }

    /// Does what the primary button says.
    fn do_primary(&mut self) {
        match self.primary_action() {
            PrimaryAction::Ready => self.order(Order::Ready),
            PrimaryAction::Claim(Some(at)) => self.click(Some(at), false),
            PrimaryAction::Place {
                units,
                on: Some(at),
                ..
            } => {
                self.count(at, units.min(i32::MAX as u32) as i32);
            }
            PrimaryAction::Send(_) => {
                let actions = self.pencil_actions();
                self.order(Order::Act(actions));
            }
            PrimaryAction::Trade(set, _) => self.act(Action::Trade(set)),
            PrimaryAction::Fight(mode) => self.fight(mode),
            PrimaryAction::Move(_) | PrimaryAction::Transfer(_) => self.go(),
            PrimaryAction::Defend(units) => self.defend(units),
            PrimaryAction::Settle(_) | PrimaryAction::EndTurn => self.act(Action::EndTurn),
            PrimaryAction::Stop => {
                self.stop();
            }
            PrimaryAction::TakeOver => self.autoplay = false,
            PrimaryAction::Claim(None)
            | PrimaryAction::Place { on: None, .. }
            | PrimaryAction::Wait(_)
            | PrimaryAction::Begin
            | PrimaryAction::Over => {}
        }
    }
}

/// The digits of a text, without leading zeros and at most nine.
fn digits(text: &str) -> String {
    let digits = text.chars().filter(char::is_ascii_digit);
    digits.skip_while(|&c| c == '0').take(9).collect()
}
