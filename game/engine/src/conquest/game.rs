//! The conquest game at a table: connects the rules to the lines of the protocol.

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;

use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, Map, TerritoryId, canonical};

use super::bots::{Strategy, StrategyKind, View, decide};
use super::lines::{Map as MapLine, StateLine, StateRules};
use super::rules::{Action, ChangeError, Event, State, Status, Variants};
use super::{Reply, Request, tell, tell_state};
use crate::play::{
    Audience, Bot, Game, Misfit, Outbox, Outcome, Player, Refused, RuleSet, SeededDice, SetupError,
    Standing,
};
use crate::protocol::command::{ApplyRule, RegisteredPlayer};
use crate::protocol::{Args, Digest, Name, ParseError, ServerMessage, Text, Token, line};
use crate::replay::Header;

/// The name of the game on the wire; the default where no game is named.
pub const ID: &str = "conquest";

/// The levels that players choose from, weakest first, each with the name of its strategy.
pub const LEVELS: [(&str, &str); 4] = {
    let [easy, normal, hard, expert] = StrategyKind::LEVELS;
    [
        (easy.0, easy.1.name()),
        (normal.0, normal.1.name()),
        (hard.0, hard.1.name()),
        (expert.0, expert.1.name()),
    ]
};

/// The neutral force's name, which nobody else may have.
const NEUTRAL: &str = "Neutral";

/// The rule set: the available maps, the first being the default, and the variants unless the
/// players choose others.
pub struct Conquest {
    /// The available maps; the first is the default.
    pub maps: Vec<Arc<Map>>,
    /// The variants of a new table.
    pub variants: Variants,
}

impl RuleSet for Conquest {
    fn id(&self) -> &'static str {
        ID
    }

    fn commands(&self) -> &'static [&'static str] {
        Action::NAMES
    }

    fn open(&self, setup: Option<&str>, players: u8) -> Result<Box<dyn Game>, SetupError> {
        let map = match setup {
            Some(id) => self.maps.iter().find(|map| map.id() == id),
            None => self.maps.first(),
        };
        let map = map.ok_or_else(|| {
            let ids: Vec<&str> = self.maps.iter().take(20).map(|map| map.id()).collect();
            let more = if self.maps.len() > ids.len() {
                ", ..."
            } else {
                ""
            };
            SetupError(format!(
                "the maps of this server are {}{more}",
                ids.join(", ")
            ))
        })?;
        let fits = (MIN_PLAYERS..=MAX_PLAYERS).contains(&players);
        if !fits || usize::from(players) > map.len() {
            let why = "this map cannot be played by that many";
            return Err(SetupError(why.to_owned()));
        }
        let map = Arc::clone(map);
        Ok(Box::new(ConquestGame::new(map, players, self.variants)))
    }

    fn bots(&self) -> &'static [&'static str] {
        const NAMES: [&str; StrategyKind::ALL.len()] = {
            let mut names = [""; StrategyKind::ALL.len()];
            let mut at = 0;
            while at < names.len() {
                names[at] = StrategyKind::ALL[at].name();
                at += 1;
            }
            names
        };
        &NAMES
    }

    fn levels(&self) -> &'static [(&'static str, &'static str)] {
        &LEVELS
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot>> {
        let kind: StrategyKind = name.parse().ok()?;
        Some(Box::new(Seated(kind.player(seed))))
    }
}

/// A strategy at a table. It sees what its player may see.
struct Seated(Box<dyn Strategy>);

impl Bot for Seated {
    fn act(&mut self, game: &dyn Game, me: Player) -> Option<String> {
        let action = decide(self.0.as_mut(), &View::new(state_of(game)?, me))?;
        Some(Request { player: me, action }.to_string())
    }
}

/// A game of conquest, from before its beginning to after its end.
#[derive(Clone)]
pub struct ConquestGame {
    map: Arc<Map>,
    digest: Digest,
    players: u8,
    variants: Variants,
    state: Option<State>,
    /// A reused buffer.
    events: Vec<Event>,
}

/// The state of a running conquest game; `None` for another game.
pub fn state_of(game: &dyn Game) -> Option<&State> {
    game.as_any().downcast_ref::<ConquestGame>()?.state()
}

impl ConquestGame {
    /// A game that has not begun.
    pub fn new(map: Arc<Map>, players: u8, variants: Variants) -> Self {
        let digest = canonical::digest(&map);
        Self {
            digest: Digest::read(&digest).unwrap_or(Digest(0)),
            map,
            players: players.clamp(MIN_PLAYERS, MAX_PLAYERS),
            variants,
            state: None,
            events: Vec::new(),
        }
    }

    /// The state, once the game has begun.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// Changes the state and sends the resulting events. Returns whether there were any.
    fn happen<E>(
        &mut self,
        actor: Option<Player>,
        out: &mut Outbox,
        act: impl FnOnce(&mut State, &mut Vec<Event>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Some(state) = &mut self.state else {
            return Ok(false);
        };
        self.events.clear();
        act(state, &mut self.events)?;
        for &event in &self.events {
            tell_event(event, actor, out);
        }
        Ok(!self.events.is_empty())
    }

    /// The same for a change that is always possible, by no player's action.
    fn happen_surely(
        &mut self,
        out: &mut Outbox,
        act: impl FnOnce(&mut State, &mut Vec<Event>),
    ) -> bool {
        let done = self.happen(None, out, |state, events| {
            act(state, events);
            Ok::<_, Infallible>(())
        });
        done == Ok(true)
    }

    /// Parses a line of the debug console into changes of owners and units; `None` if it is
    /// something else.
    fn changes(&self, line: &str) -> Option<Result<Vec<Change>, String>> {
        let mut args = Args::new(line);
        let command = (args.word(), args.word());
        let changes = match command {
            (Some("SET"), Some("OWNER")) => self.set_owner(&mut args),
            (Some("SET"), Some("UNITS")) => self.set_units(&mut args),
            (Some("DESTROY"), Some("PLAYER")) => self.destroy(&mut args),
            (Some("XCHG"), Some("OWNER")) => self.exchange(&mut args),
            _ => return None,
        };
        Some(changes.and_then(|changes| match args.end() {
            Ok(()) => Ok(changes),
            Err(why) => Err(why.to_string()),
        }))
    }

    fn set_owner(&self, args: &mut Args<'_>) -> Result<Vec<Change>, String> {
        let owner = take(args)?;
        let mut changes = vec![self.new_owner(self.area(args)?, owner)?];
        while args.end().is_err() {
            changes.push(self.new_owner(self.area(args)?, owner)?);
        }
        Ok(changes)
    }

    fn set_units(&self, args: &mut Args<'_>) -> Result<Vec<Change>, String> {
        let area = self.area(args)?;
        let units: u32 = args.take().map_err(|_| ChangeError::Units.to_string())?;
        let (_, owner, _) = self.change(area)?;
        Ok(vec![(area, owner, units)])
    }

    fn destroy(&self, args: &mut Args<'_>) -> Result<Vec<Change>, String> {
        let (player, owner): (Player, Player) = (take(args)?, take(args)?);
        let state = self.state.as_ref().ok_or(ChangeError::TooEarly);
        let state = state.map_err(|why| why.to_string())?;
        let mut lost = state.territories(player);
        // Keep one territory: skip the first.
        if lost.next().is_none() {
            return Err(ChangeError::NoPlayer(player).to_string());
        }
        lost.map(|area| self.new_owner(area, owner)).collect()
    }

    fn exchange(&self, args: &mut Args<'_>) -> Result<Vec<Change>, String> {
        let (one, other) = (self.area(args)?, self.area(args)?);
        let owners = (self.change(one)?.1, self.change(other)?.1);
        Ok(vec![
            self.new_owner(one, owners.1)?,
            self.new_owner(other, owners.0)?,
        ])
    }

    /// Reads a territory of the map.
    fn area(&self, args: &mut Args<'_>) -> Result<TerritoryId, String> {
        let word = args.ahead().split(' ').next().unwrap_or_default();
        let last = self.map.len().saturating_sub(1);
        args.take().map_err(|_| match word {
            "" => format!("an argument is missing: an area id, 0 to {last}"),
            word => format!("{word} is not an area id, 0 to {last}"),
        })
    }

    fn change(&self, area: TerritoryId) -> Result<Change, String> {
        let holding = match &self.state {
            Some(state) => state.known_for_change(area),
            None => Err(ChangeError::TooEarly),
        };
        let holding = holding.map_err(|why| why.to_string())?;
        let owner = holding
            .owner
            .ok_or_else(|| ChangeError::TooEarly.to_string())?;
        Ok((area, owner, holding.units))
    }

    fn new_owner(&self, area: TerritoryId, owner: Player) -> Result<Change, String> {
        let (_, _, units) = self.change(area)?;
        Ok((area, owner, units))
    }
}

/// A territory, its owner, its units.
type Change = (TerritoryId, Player, u32);

fn take<T: Token>(args: &mut Args<'_>) -> Result<T, String> {
    args.take().map_err(|why| why.to_string())
}

/// Sends an event to its audience. `actor` is the player whose action caused it: a client of
/// version 0.2 does not receive its own command back.
fn tell_event(event: Event, actor: Option<Player>, out: &mut Outbox) {
    let audience = match event {
        // The table announces who leaves and returns.
        Event::Left(_) | Event::Returned(_) => return,
        Event::CardsAcquired { player, .. } => {
            tell(event, |event| {
                out.send(Audience::Only(player), |line| event.write(line));
            });
            tell(event.seen_by(None), |event| {
                out.send_unjournalled(Audience::Others(player), |line| event.write(line));
            });
            return;
        }
        Event::TurnStarted(player) => {
            out.turn_begins(player);
            Audience::All
        }
        event if event.is_extension() => Audience::Extended,
        _ => match said_by(event).filter(|player| Some(*player) == actor) {
            Some(player) => Audience::Echo(player),
            None => Audience::All,
        },
    };
    out.send(audience, |line| event.write(line));
}

/// The player whose request an event repeats, if it does.
fn said_by(event: Event) -> Option<Player> {
    match event {
        Event::Reinforced { player, .. }
        | Event::SetTraded { player, .. }
        | Event::Attacked { player, .. }
        | Event::Defended { player, .. }
        | Event::Transferred { player, .. } => Some(player),
        _ => None,
    }
}

fn asked(by: Player, line: &str) -> Result<Action, Refused> {
    let request = Request::parse(line).map_err(|why| match why {
        ParseError::UnknownCommand => Refused::Unknown,
        why => Refused::Malformed(why.to_string()),
    })?;
    if request.player != by {
        return Err(Refused::NotYou(request.player));
    }
    Ok(request.action)
}

impl Game for ConquestGame {
    fn setup(&self) -> String {
        self.map.id().to_owned()
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn header(&self) -> Header {
        Header {
            game: ID.to_owned(),
            setup: self.setup(),
            digest: self.digest,
            players: self.players,
        }
    }

    fn introduce(&self, out: &mut dyn FnMut(&str)) {
        let map = MapLine {
            id: Text::new(self.map.id()),
            areas: self.map.len() as u32,
            digest: self.digest,
        };
        out(&line(&map));
        if self.state.is_none() {
            let variants = [self.variants.areas as u32, self.variants.sets as u32];
            for (rule, variant) in (0..).zip(variants) {
                out(&line(&ApplyRule { rule, variant }));
            }
        }
    }

    fn choose(&mut self, rule: &str) -> Result<bool, Refused> {
        let mut args = Args::new(rule);
        let mut chosen = self.variants;
        let mut choose = || {
            match args.take::<u32>()? {
                0 => chosen.areas = args.take()?,
                1 => chosen.sets = args.take()?,
                other => return Err(ParseError::bad(other.to_string(), "a rule, 0 or 1")),
            }
            args.end()
        };
        choose().map_err(|why| Refused::Malformed(why.to_string()))?;
        Ok(chosen != std::mem::replace(&mut self.variants, chosen))
    }

    fn begin(&mut self, dice: &mut SeededDice, out: &mut Outbox) -> Result<(), Refused> {
        let mut state = State::new(Arc::clone(&self.map), self.players, self.variants);
        let mut events = Vec::new();
        let started = state.start(dice, &mut events);
        started.map_err(|why| Refused::Illegal(why.to_string()))?;
        self.state = Some(state);
        out.send(Audience::Extended, |line| {
            StateLine::from(StateRules::of(self.variants, 0)).write(line);
        });
        for (player, name) in self.own_seats() {
            out.send(Audience::All, |line| {
                ServerMessage::from(RegisteredPlayer { player, name }).write(line);
            });
        }
        for event in events {
            tell_event(event, None, out);
        }
        Ok(())
    }

    fn has_begun(&self) -> bool {
        self.state
            .as_ref()
            .is_some_and(|state| state.turn().is_some())
    }

    fn own_seats(&self) -> Vec<(Player, Name)> {
        let seats = self.state.as_ref().map_or(0, |state| state.players().len());
        let neutral = Player::first(seats).nth(self.players.into());
        neutral
            .into_iter()
            .filter_map(|seat| Some((seat, NEUTRAL.parse().ok()?)))
            .collect()
    }

    fn reserved_names(&self) -> &'static [&'static str] {
        &[NEUTRAL]
    }

    fn order(&self) -> Vec<Player> {
        self.state
            .as_ref()
            .map_or_else(Vec::new, |state| state.order().iter().collect())
    }

    fn act(
        &mut self,
        by: Player,
        line: &str,
        dice: &mut SeededDice,
        out: &mut Outbox,
    ) -> Result<(), Refused> {
        let action = asked(by, line)?;
        if self.state.is_none() {
            return Err(Refused::OutOfPlace("the game has not started yet"));
        }
        let done = self.happen(Some(by), out, |state, events| {
            state.play(by, action, dice, events)
        });
        done.map_err(|why| Refused::Illegal(why.to_string()))?;
        Ok(())
    }

    fn leave(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool {
        self.happen_surely(out, |state, events| state.leave(player, dice, events))
    }

    fn come_back(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool {
        self.happen_surely(out, |state, events| state.come_back(player, dice, events))
    }

    fn answer(&mut self, dice: &mut SeededDice, out: &mut Outbox) {
        self.happen_surely(out, |state, events| state.defend_silent(dice, events));
    }

    fn end_turn(&mut self, dice: &mut SeededDice, out: &mut Outbox) {
        self.happen_surely(out, |state, events| state.end_turn_for(dice, events));
    }

    fn standing(&self, player: Player) -> Standing {
        let status = self.state.as_ref().map(|state| state.seat(player).status);
        match status {
            Some(Status::Absent) => Standing::Absent,
            Some(Status::Defeated | Status::Neutral) => Standing::Out,
            Some(Status::Active) | None => Standing::Plays,
        }
    }

    fn turn(&self) -> Option<Player> {
        self.state.as_ref()?.turn()
    }

    fn to_act(&self) -> Option<Player> {
        self.state.as_ref()?.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.state.as_ref()?.winner();
        winner.map(|winner| Outcome {
            winner: Some(winner),
            scores: Vec::new(),
        })
    }

    fn state(
        &self,
        viewer: Option<Player>,
        name: &dyn Fn(Player) -> Name,
        out: &mut dyn FnMut(&str),
    ) {
        let Some(state) = &self.state else { return };
        let mut line = String::new();
        tell_state(&state.snapshot(viewer), viewer, name, |told| {
            line.clear();
            told.write(&mut line);
            out(&line);
        });
    }

    fn state_lines(&self) -> usize {
        self.map.len()
    }

    fn follow(&mut self, line: &str) -> Result<(), Misfit> {
        let reply = Reply::parse(line).map_err(|why| Misfit(why.to_string()))?;
        if let Reply::StateLine(StateLine::StateRules(rules)) = reply {
            self.variants = rules.variants();
            let map = Arc::clone(&self.map);
            self.state = Some(State::new(map, self.players, self.variants));
            return Ok(());
        }
        let misfit = |why: &str| Misfit(why.to_owned());
        let event = reply.event().ok_or_else(|| misfit("it is not an event"))?;
        let state = self.state.as_mut();
        let state = state.ok_or_else(|| misfit("the rules were not told yet"))?;
        state.apply(event).map_err(|why| misfit(&why.to_string()))
    }

    fn console(&mut self, line: &str, out: &mut Outbox) -> Option<Result<usize, String>> {
        let changes = match self.changes(line)? {
            Ok(changes) => changes,
            Err(why) => return Some(Err(why)),
        };
        let is_so = |change: &Change| self.change(change.0).as_ref() == Ok(change);
        let differ = changes.iter().filter(|&change| !is_so(change)).count();
        let done = self.happen(None, out, |state, events| state.set_areas(&changes, events));
        Some(done.map(|_| differ).map_err(|why| why.to_string()))
    }

    fn sends(&self, line: &str) -> bool {
        Reply::parse(line).is_ok()
    }

    fn duplicate(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
