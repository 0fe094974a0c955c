//! A person's seat: what is chosen, what is pencilled in, what goes on by itself.
//!
//! No widget, no socket and no clock of its own: messages go in, the game as it is
//! shown comes from the [stage](Stage), and what is wanted of the table comes out as
//! [orders](Order).

mod act;
mod clock;
mod forecast;
mod pointer;
mod sensible;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use marchland_maps::{Map, TerritoryId};

use super::link::{Ending, News, Order};
use super::room::Room;
use super::stage::Stage;
use super::texts;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::bots::standard::{Config, Evaluation, evaluate};
use crate::conquest::rules::{Action, Player, Set, State, Status, Step};
use crate::protocol::Name;

pub use act::Message;
pub use forecast::Forecast;
pub use pointer::Drag;
pub use sensible::{Deed, Sensible};

/// What is asked at a place of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// How to fight over a border.
    Fight {
        /// From where.
        from: TerritoryId,
        /// Against what.
        target: TerritoryId,
        /// Units to break off at, as typed.
        stop: String,
    },
    /// How many units follow a conquest, or move.
    Move {
        /// From where.
        from: TerritoryId,
        /// To where.
        to: TerritoryId,
        /// How many.
        units: u32,
        /// Whether they follow a conquest.
        follows: bool,
    },
    /// How many units defend.
    Defend {
        /// What is attacked.
        target: TerritoryId,
        /// The most that can.
        most: u8,
    },
}

/// How to fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// One round with so many units.
    Once(u8),
    /// Until it is decided, or so many units are left on the origin.
    Until(u32),
}

/// What stands in the panel at the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The own turn.
    #[default]
    General,
    /// Everybody.
    Players,
    /// What positions are worth.
    Debug,
    /// What whoever shows the table has besides.
    More,
}

/// What stands below the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Below {
    /// What has happened.
    #[default]
    Log,
    /// What was said.
    Chat,
}

/// A battle that goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Assault {
    from: TerritoryId,
    target: TerritoryId,
    stop: u32,
}

/// A game that is played.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what the player has switched on or off, each by itself"
)]
pub struct Session {
    /// What is shown of it.
    pub stage: Stage,
    /// Who has come, and who has how much time.
    pub room: Room,
    map: Arc<Map>,
    selected: Option<TerritoryId>,
    hovered: Option<TerritoryId>,
    drag: Option<Drag>,
    /// Where the button went down.
    pressed: Option<TerritoryId>,
    /// Units placed and not sent, in the order in which they were.
    pencil: Vec<(TerritoryId, u32)>,
    /// What was pencilled in when it changed last, and when that was; see [`clock`].
    rest: Option<(Vec<(TerritoryId, u32)>, Instant)>,
    card: Option<Card>,
    /// The next own territory that is clicked is where units move to.
    moving: bool,
    assault: Option<Assault>,
    /// How it was fought last.
    last_mode: Option<Mode>,
    autoplay: bool,
    watches: bool,
    strategy: StrategyKind,
    ask_defence: bool,
    /// A conquest that no units are to follow.
    declined: Option<(TerritoryId, TerritoryId)>,
    /// A number that was typed, for the next click.
    typed: String,
    /// Why the last thing asked for was not done.
    refusal: Option<String>,
    values: Option<Vec<(Player, Evaluation)>>,
    orders: Vec<Order>,
    sent: u64,
    /// The connection is lost; how often it was tried to make it again.
    away: Option<u32>,
    ending: Option<Result<Ending, String>>,
    record: Option<PathBuf>,
    /// The computer players that were seated from here.
    helpers: Vec<Name>,
    /// Which panel is open.
    pub tab: Tab,
    /// What stands below the map.
    pub below: Below,
    /// What is being written to the others.
    pub draft: String,
}

impl Session {
    /// Before the table has said anything; whether the game is only watched.
    pub fn new(game: Model, watches: bool) -> Self {
        Self {
            map: Arc::clone(game.shared_map()),
            stage: Stage::new(game, watches),
            room: Room::default(),
            watches,
            selected: None,
            hovered: None,
            drag: None,
            pressed: None,
            pencil: Vec::new(),
            rest: None,
            card: None,
            moving: false,
            assault: None,
            last_mode: None,
            autoplay: false,
            strategy: StrategyKind::Planner,
            ask_defence: false,
            declined: None,
            typed: String::new(),
            refusal: None,
            values: None,
            orders: Vec::new(),
            sent: 0,
            away: None,
            ending: None,
            record: None,
            helpers: Vec::new(),
            tab: if watches { Tab::Players } else { Tab::General },
            below: Below::default(),
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

    /// Whose seat it is.
    pub fn me(&self) -> Option<Player> {
        self.model().me()
    }

    /// The game as it will be once what is pencilled in is sent.
    pub fn planned(&self) -> Cow<'_, Model> {
        let mut planned = Cow::Borrowed(self.model());
        for &(territory, units) in &self.pencil {
            // An action that no longer fits is skipped here, and refused when it is sent.
            let _ = planned
                .to_mut()
                .acted(Action::Reinforce { territory, units });
        }
        planned
    }

    /// Units pencilled in on a territory.
    pub fn pencilled(&self, territory: TerritoryId) -> u32 {
        let here = self.pencil.iter().filter(|(at, _)| *at == territory);
        here.map(|(_, units)| units).sum()
    }

    /// Units pencilled in everywhere.
    pub fn pencil(&self) -> u32 {
        self.pencil.iter().map(|(_, units)| units).sum()
    }

    /// The territory that is picked out.
    pub fn selected(&self) -> Option<TerritoryId> {
        self.selected
    }

    /// Picks a territory out, and asks nothing about it.
    pub fn pick_out(&mut self, at: TerritoryId) {
        (self.selected, self.hovered) = (Some(at), None);
        if !matches!(
            self.card,
            Some(Card::Defend { .. } | Card::Move { follows: true, .. })
        ) {
            self.card = None;
        }
    }

    /// The territory under the pointer.
    pub fn hovered(&self) -> Option<TerritoryId> {
        self.hovered
    }

    /// What is dragged over the map.
    pub fn drag(&self) -> Option<Drag> {
        self.drag
    }

    /// What is asked on the map.
    pub fn card(&self) -> Option<&Card> {
        self.card.as_ref()
    }

    /// Whether where units move to is asked for.
    pub fn is_moving(&self) -> bool {
        self.moving
    }

    /// How it was fought last.
    pub fn last_mode(&self) -> Option<Mode> {
        self.last_mode
    }

    /// Whether the computer plays for the person, and how.
    pub fn autoplay(&self) -> (bool, StrategyKind) {
        (self.autoplay, self.strategy)
    }

    /// Whether the game is only watched.
    pub fn watches(&self) -> bool {
        self.watches
    }

    /// How the computer plays when it plays for the person.
    pub fn stands_in(&mut self, strategy: StrategyKind) {
        self.strategy = strategy;
    }

    /// Whether it is asked how many units defend.
    pub fn asks_defence(&self) -> bool {
        self.ask_defence
    }

    /// The number that was typed for the next click.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Why the last thing asked for was not done.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// What positions were worth when that was asked for.
    pub fn values(&self) -> Option<&[(Player, Evaluation)]> {
        self.values.as_deref()
    }

    /// How often it was tried to make a lost connection again; nothing if it is there.
    pub fn away(&self) -> Option<u32> {
        self.away
    }

    /// How it ended, once all of it is shown.
    pub fn ending(&self) -> Option<&Result<Ending, String>> {
        self.ending.as_ref().filter(|_| self.stage.is_current())
    }

    /// Where the game is recorded.
    pub fn record(&self) -> Option<&PathBuf> {
        self.record.as_ref()
    }

    /// Whether a player is a computer that was seated from here.
    pub fn has_seated(&self, name: &Name) -> bool {
        self.helpers.contains(name)
    }

    /// What is wanted of the table, in order; taken once.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// So many orders were handed over in all.
    pub fn handed_over(&mut self, sent: u64) {
        self.sent = sent;
    }

    /// Whether the person can do something now: it is their turn, all is shown, and
    /// nothing that was wanted is under way.
    pub fn can_act(&self) -> bool {
        self.orders.is_empty() && self.can_act_but_for_orders()
    }

    /// The same, whatever is about to be handed over.
    pub(super) fn can_act_but_for_orders(&self) -> bool {
        self.stage.done() == self.sent
            && self.away.is_none()
            && !self.watches
            && self.ending.is_none()
            && self.stage.is_current()
            && self.model().can_act()
    }

    /// The same without a computer or a battle that goes on.
    pub fn is_asked(&self) -> bool {
        self.can_act() && !self.autoplay && self.assault.is_none()
    }

    /// Takes what the table tells.
    pub fn hear(&mut self, news: Vec<News>, now: Instant) {
        for news in news {
            match news {
                News::Note(note) => self.stage.log.note(texts::sentence(&note)),
                News::Recording(file) => self.record = Some(file),
                News::Away => self.away = Some(0),
                News::Trying => self.away = Some(self.away.unwrap_or(0) + 1),
                News::Back => self.away = None,
                News::Ended(ended) => {
                    self.away = None;
                    self.ending = Some(ended);
                }
                news => {
                    if let News::Step(step) = &news
                        && let Reply::ServerMessage(answer) = &step.line
                    {
                        let own = step.after.me().and_then(|me| step.after.name(me));
                        self.room.hear(answer, own, now);
                    }
                    self.stage.hear(news);
                }
            }
        }
        self.tick(now);
    }

    /// Shows what is due, and does what follows from it.
    pub fn tick(&mut self, now: Instant) {
        self.stage.show(now);
        if let Some(state) = self.stage.state() {
            self.room.run(state.to_act() == state.turn(), now);
        }
        self.follow();
        self.send_in_time(now);
    }

    /// Brings what is pencilled in and asked up to date with the game, and does what
    /// goes on by itself.
    fn follow(&mut self) {
        if self.watches || !self.stage.is_current() {
            return;
        }
        let model = Arc::clone(self.stage.model());
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return;
        };
        if state.turn() != Some(me) || self.ending.is_some() {
            if !self.pencil.is_empty() {
                self.pencil.clear();
                self.stage.log.note(texts::PENCIL_LOST.to_owned());
            }
            (self.assault, self.moving, self.drag) = (None, false, None);
            let defends = state.to_act() == Some(me);
            if !defends || !matches!(self.card, Some(Card::Defend { .. })) {
                self.card = None;
            }
        }
        while self.pencil() > state.seat(me).unplaced {
            self.pencil.pop();
        }
        if !self.can_act() {
            return;
        }
        if self.autoplay {
            self.pencil.clear();
            self.card = None;
            self.order(Order::Decide(self.strategy));
            return;
        }
        self.go_on(state, me);
    }

    /// What the moment asks for.
    fn go_on(&mut self, state: &State, me: Player) {
        if let Some(Assault { from, target, stop }) = self.assault {
            let units = state.holding(from).units;
            let attack = Action::Attack {
                from,
                target,
                units: (units.saturating_sub(1)).min(3) as u8,
            };
            if units > stop.max(1) && state.check(me, attack).is_ok() {
                self.order(Order::Act(vec![attack]));
                return;
            }
            self.assault = None;
            self.card = None;
        }
        match state.step() {
            Step::Claimed | Step::Fortified => self.order(Order::Act(vec![Action::EndTurn])),
            Step::Settle { .. } if state.seat(me).unplaced == 0 => {
                self.order(Order::Act(vec![Action::EndTurn]));
            }
            Step::Defence(battle) => {
                self.card = Some(Card::Defend {
                    target: battle.target,
                    most: state.holding(battle.target).units.min(2) as u8,
                });
            }
            Step::Occupy { from, to } if self.declined != Some((from, to)) => {
                self.selected = Some(to);
                let most = state.holding(from).units.saturating_sub(1);
                let asked = matches!(self.card, Some(Card::Move { follows: true, .. }));
                if most > 0 && !state.must_trade() && !asked {
                    let threatened = self.map.neighbours(from).iter();
                    let threatened = threatened.map(|link| link.to).any(|t| !state.owns(me, t));
                    self.card = Some(Card::Move {
                        from,
                        to,
                        units: if threatened { 0 } else { most },
                        follows: true,
                    });
                }
            }
            _ => {
                if !matches!(state.step(), Step::Occupy { .. }) {
                    self.declined = None;
                }
                if let Some(Card::Fight { from, target, .. }) = self.card {
                    let attack = Action::Attack {
                        from,
                        target,
                        units: 1,
                    };
                    let planned = self.planned();
                    if planned
                        .state()
                        .is_none_or(|state| state.check(me, attack).is_err())
                    {
                        self.card = None;
                    }
                }
                if matches!(
                    self.card,
                    Some(Card::Defend { .. } | Card::Move { follows: true, .. })
                ) {
                    self.card = None;
                }
            }
        }
    }

    fn order(&mut self, order: Order) {
        self.refusal = None;
        self.orders.push(order);
    }

    /// The sets in the hand, the most worthy first; among equals those that keep wild
    /// cards.
    pub fn sets(&self) -> Vec<(Set, u32)> {
        let model = self.model();
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return Vec::new();
        };
        let view = crate::conquest::bots::View::new(state, me);
        let sets = crate::terminal::sets(&view);
        sets.into_iter().map(|set| (set, view.worth(set))).collect()
    }

    /// Works out what the positions are worth.
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

    /// The table tells nothing more, and has not said how it ended.
    pub fn silent(&mut self) {
        if self.ending.is_none() {
            self.ending = Some(Err(texts::broke_down(texts::SILENT)));
        }
    }
}

#[cfg(test)]
mod tests;
