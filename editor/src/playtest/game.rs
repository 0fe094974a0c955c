//! The game itself, in a thread of its own: it plays ahead of what is shown,
//! and whatever befalls it stays in its thread.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use marchland_game::conquest::bots::{Stop, Strategy};
use marchland_game::conquest::rules::{
    Event, Holding, Phase, Player, SeededDice, StartError, State, Status,
};
use marchland_maps::{Map, TerritoryId};

use super::Setup;
use crate::texts;

/// What one action changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The territories that changed, and what they are now.
    pub changed: Vec<(TerritoryId, Holding)>,
    /// The players as they are now, a neutral force last.
    pub standings: Vec<Standing>,
    /// What the player on turn may do; none before the first turn and after the end.
    pub phase: Option<Phase>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// Turns of the game proper that have begun, this one included.
    pub turns: u32,
}

/// How a player stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whose figures these are.
    pub player: Player,
    /// What the player is to the game.
    pub status: Status,
    /// How many territories the player owns.
    pub territories: u32,
    /// Units on the map.
    pub units: u64,
    /// Cards in the hand.
    pub cards: u32,
    /// Units that a turn would bring.
    pub income: u32,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Somebody has won.
    Won(Player),
    /// It went on for too many turns.
    Drawn,
    /// It could not begin.
    NoStart(String),
    /// It broke down: a fault of the game, not of the map's author.
    Crashed(String),
}

impl Ending {
    /// In a sentence; `name` names a player.
    pub(crate) fn said(&self, name: impl Fn(Player) -> String) -> String {
        match self {
            Self::Won(player) => texts::has_won(&name(*player)),
            Self::Drawn => texts::nobody_won(Setup::MOST_TURNS),
            Self::NoStart(why) => texts::cannot_begin(why),
            Self::Crashed(why) => texts::broke_down(why),
        }
    }
}

/// A game under way in its thread. Dropping it asks the players to stop
/// thinking and ends the thread.
#[derive(Debug)]
pub struct Run {
    news: Receiver<News>,
    stop: Stop,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

#[derive(Debug)]
enum News {
    Frame(Box<Frame>),
    Over(Ending),
}

/// What there is to know of a game now.
#[derive(Debug)]
pub enum Next {
    /// The next action.
    Frame(Box<Frame>),
    /// It is over.
    Over(Ending),
    /// The players are thinking.
    Later,
}

impl Run {
    /// Actions that the game may be ahead of what is shown.
    const AHEAD: usize = 512;

    /// Starts a game.
    pub fn start(map: Arc<Map>, setup: Setup) -> Self {
        Self::with(map, setup, seated)
    }

    /// Starts a game with players that `seat` makes of the set-up.
    pub(super) fn with(
        map: Arc<Map>,
        setup: Setup,
        seat: impl FnOnce(&Setup, &mut SeededDice) -> Vec<Box<dyn Strategy>> + Send + 'static,
    ) -> Self {
        let (sender, news) = sync_channel(Self::AHEAD);
        let over = sender.clone();
        let stop = Stop::default();
        let asked = stop.clone();
        let work = move || {
            let mut tell = |frame: Frame| !asked.is_asked() && tell(&sender, frame);
            let played = catch_unwind(AssertUnwindSafe(|| {
                play(&map, &setup, seat, &asked, &mut tell)
            }));
            let ending = match played {
                Ok(Ok(Some(ending))) => ending,
                // Nobody looks any more.
                Ok(Ok(None)) => return,
                Ok(Err(error)) => Ending::NoStart(error.to_string()),
                Err(panic) => Ending::Crashed(message_of(&*panic)),
            };
            // Nobody may be looking any more.
            let _ = sender.send(News::Over(ending));
        };
        let thread = thread::Builder::new().name("play-test".into());
        if let Err(error) = thread.spawn(work) {
            // The channel is empty, so there is room.
            let _ = over.try_send(News::Over(Ending::NoStart(error.to_string())));
        }
        Self { news, stop }
    }

    /// The next thing that happened, if it is known already.
    pub fn next(&self) -> Next {
        match self.news.try_recv() {
            Ok(News::Frame(frame)) => Next::Frame(frame),
            Ok(News::Over(ending)) => Next::Over(ending),
            Err(TryRecvError::Empty) => Next::Later,
            Err(TryRecvError::Disconnected) => {
                Next::Over(Ending::Crashed("the game's thread has ended".into()))
            }
        }
    }
}

/// Hands a frame over; whether anybody still looks.
fn tell(sender: &SyncSender<News>, frame: Frame) -> bool {
    sender.send(News::Frame(Box::new(frame))).is_ok()
}

/// What a panic says.
pub(super) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a word").to_owned()
}

/// The players of a set-up.
pub(super) fn seated(setup: &Setup, dice: &mut SeededDice) -> Vec<Box<dyn Strategy>> {
    let players = setup.players.iter();
    players.map(|kind| kind.player(dice.seed())).collect()
}

/// Plays a game to its end, telling every action; no ending if nobody listens
/// any more.
///
/// It is game 0 of a tournament with the same bots and seed.
pub(super) fn play(
    map: &Arc<Map>,
    setup: &Setup,
    seat: impl FnOnce(&Setup, &mut SeededDice) -> Vec<Box<dyn Strategy>>,
    stop: &Stop,
    tell: &mut dyn FnMut(Frame) -> bool,
) -> Result<Option<Ending>, StartError> {
    let mut dice = SeededDice::stream(setup.seed, 0);
    let mut players = seat(setup, &mut dice);
    let mut teller = Teller {
        known: vec![Holding::default(); map.territories().len()],
        turns: 0,
    };
    let mut is_heard = true;
    let outcome =
        setup
            .on(map)
            .play_watched(&mut players, &mut dice, stop, &mut |state, events| {
                is_heard = tell(teller.frame(state, events));
                if is_heard {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
    Ok(is_heard.then(|| outcome.winner.map_or(Ending::Drawn, Ending::Won)))
}

/// Makes frames of states.
struct Teller {
    known: Vec<Holding>,
    turns: u32,
}

impl Teller {
    fn frame(&mut self, state: &State, events: &[Event]) -> Frame {
        if state.phase() == Some(Phase::Playing) {
            let starts = |event: &&Event| matches!(event, Event::TurnStarted(_));
            self.turns += events.iter().filter(starts).count() as u32;
        }
        let mut units = [0; marchland_game::conquest::rules::MAX_SEATS];
        let mut changed = Vec::new();
        for (id, &now) in state.map().ids().zip(state.holdings()) {
            if let Some(owner) = now.owner {
                units[owner.index()] += u64::from(now.units);
            }
            let known = &mut self.known[id.index()];
            if *known != now {
                *known = now;
                changed.push((id, now));
            }
        }
        let standings = state.players().map(|player| {
            let seat = state.seat(player);
            Standing {
                player,
                status: seat.status,
                territories: seat.territories,
                units: units[player.index()],
                cards: seat.cards.len(),
                income: state.income(player),
            }
        });
        Frame {
            events: events.to_vec(),
            changed,
            standings: standings.collect(),
            phase: state.phase(),
            turn: state.turn(),
            turns: self.turns,
        }
    }
}
