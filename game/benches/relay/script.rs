//! A game played beforehand: who says what, and how much everybody hears.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use marchland_game::conquest::bots::{StrategyKind, View, decide};
use marchland_game::conquest::rules::{AreaVariant, Player, SeededDice, Variants};
use marchland_game::conquest::{ConquestGame, Request, state_of};
use marchland_game::protocol::Text;
use marchland_game::server::{Link, Peer, Table, TimeLimits};
use marchland_maps::Map;

use crate::ROOM;

pub(crate) struct Step {
    pub(crate) player: usize,
    pub(crate) line: String,
    /// Lines that each player hears then.
    pub(crate) heard: [usize; ROOM],
}

pub(crate) struct Script {
    pub(crate) steps: Vec<Step>,
}

pub(crate) fn map() -> Arc<Map> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/world");
    let (_, _, map) = marchland_maps::folder::load(&folder).expect("the bundled world");
    Arc::new(map)
}

pub(crate) fn dice() -> SeededDice {
    SeededDice::new(6)
}

pub(crate) fn variants() -> Variants {
    Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    }
}

/// Nobody is ever late.
pub(crate) fn limits() -> TimeLimits {
    let long = Duration::from_secs(24 * 3600);
    TimeLimits {
        registration: long,
        ready: long,
        action: long,
        clock: None,
        defence: long,
        grace: long,
        farewell: long,
        deserted: long,
    }
}

/// Counts the lines it is sent.
#[derive(Clone, Default)]
struct Counter(Rc<Cell<usize>>);

impl Peer for Counter {
    fn send(&self, _: &str) {
        self.0.set(self.0.get() + 1);
    }

    fn close(&self) {}

    fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Script {
    /// Plays the game of *standard* six times.
    pub(crate) fn new() -> Self {
        let game = ConquestGame::new(map(), ROOM as u8, variants());
        let mut table = Table::new(Box::new(game), limits(), dice());
        let now = Duration::ZERO;
        let players: Vec<Player> = Player::first(ROOM).collect();
        let ears: Vec<Counter> = players.iter().map(|_| Counter::default()).collect();
        for (player, ear) in players.iter().zip(&ears) {
            let link = Link {
                peer: ear.clone(),
                extended: true,
                computer: false,
                told_of_losses: false,
            };
            let name = Text::new(&format!("p{player}"));
            table.login(link, &name, now).expect("a free seat");
        }
        for &player in &players {
            let ready = marchland_game::protocol::command::Ready { player };
            table.request(player, &ready.into(), now).expect("in time");
        }
        let mut bots: Vec<_> = (0..ROOM)
            .map(|seat| StrategyKind::Standard.player(seat as u64))
            .collect();
        let mut steps = Vec::new();
        while let Some(actor) = table.game().to_act() {
            let game = state_of(table.game()).expect("it has begun");
            let bot = bots[actor.index()].as_mut();
            let action = decide(bot, &View::new(game, actor)).expect("it is to act");
            let request = Request {
                player: actor,
                action,
            };
            for ear in &ears {
                ear.0.set(0);
            }
            let line = request.to_string();
            table.act(actor, &line, now).expect("it is legal");
            steps.push(Step {
                player: actor.index(),
                line: line + "\n",
                heard: std::array::from_fn(|at| ears[at].0.get()),
            });
        }
        Self { steps }
    }

    /// Lines that a player hears for a command, in the mean.
    pub(crate) fn lines_heard(&self) -> f64 {
        let sum: usize = self.steps.iter().flat_map(|step| step.heard).sum();
        sum as f64 / (self.steps.len() * ROOM) as f64
    }
}
