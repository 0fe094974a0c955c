//! The commands of a game: placing, attacking, moving, and looking.

use marchland_maps::{MapContinent, TerritoryId};

use super::cards::sets_worth;
use super::chances::{numbers, odds_text};
use super::command::{self, Verb};
use super::names::{fold, folded};
use super::reasons::{owner_of, reason, whose_turn};
use super::roster::{Roster, region};
use super::show::Show;
use super::{Need, Plan, Terminal, cards, show};
use crate::client::{Intent, Model, sentence};
use crate::conquest::bots::View;
use crate::conquest::narrator::{place, units as count_units};
use crate::conquest::rules::{Action, Step};

/// How to fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// One round with this many units; by default the most.
    Once(Option<u8>),
    /// Until it is decided, or only this many units are left on the origin.
    Until(u32),
}

impl Terminal {
    /// Processes a short answer to the prompt; `None` if the line is something else.
    pub(super) fn answer(
        &mut self,
        line: &str,
        need: Option<Need>,
        model: &Model,
    ) -> Option<Intent<Action>> {
        if let Some((from, target)) = self.question {
            let word = line.to_ascii_lowercase();
            let words: Vec<&str> = word.split_whitespace().collect();
            if matches!(words[..], ["n" | "no"]) {
                self.question = None;
                return Some(Intent::Nothing);
            }
            if let Some(mode) = mode(&words) {
                self.question = None;
                if matches!(mode, Mode::Once(_)) {
                    self.again = Some((from, target));
                }
                return Some(self.fight(from, target, mode, model));
            }
            // The line is something else. Commands that only show something and unknown words
            // leave the question open.
            let meant = words.first().and_then(|word| command::find(word).ok());
            if meant.is_some_and(|command| !command.verb.only_tells()) {
                self.question = None;
            }
            return None;
        }
        let (state, me) = (model.state()?, model.me()?);
        let number = line.parse::<u32>().ok();
        match need? {
            Need::Occupy => {
                let Step::Occupy { from, to } = state.step() else {
                    return None;
                };
                let most = state.holding(from).units - 1;
                let units = match (line, number) {
                    ("" | "n" | "no", _) | (_, Some(0)) => {
                        self.declined = Some((from, to));
                        return Some(Intent::Nothing);
                    }
                    ("all", _) => most,
                    (_, Some(units)) if units <= most => units,
                    (_, Some(_)) => {
                        let text = format!("At most {most} can move in; one stays behind.");
                        return Some(self.refuse(&text));
                    }
                    _ => return None,
                };
                Some(Intent::Act(Action::Transfer { from, to, units }))
            }
            Need::Defence => {
                let battle = state.battle()?;
                let most = state.most_defenders(battle.target);
                let line = line.strip_prefix("defend").unwrap_or(line).trim();
                let units = match line {
                    "" => most,
                    word => word.parse::<u32>().ok()?.min(9) as u8,
                };
                let action = Action::Defend {
                    territory: battle.target,
                    units,
                };
                Some(match state.check(me, action) {
                    Ok(()) => Intent::Act(action),
                    Err(_) => self.refuse(&format!("Defend with 1 to {most}.")),
                })
            }
            Need::Trade => number.map(|_| self.trade(line, model)),
            Need::End if line.is_empty() => Some(Intent::Act(Action::EndTurn)),
            _ => None,
        }
    }

    pub(super) fn in_game(
        &mut self,
        verb: Verb,
        rest: &str,
        need: Option<Need>,
        model: &Model,
    ) -> Intent<Action> {
        let roster = Roster::new(model);
        let words: Vec<&str> = rest.split_whitespace().collect();
        if verb == Verb::Odds
            && let [attackers, defenders] = words[..]
            && let (Ok(attackers), Ok(defenders)) = (attackers.parse(), defenders.parse())
        {
            let text = numbers(attackers, defenders);
            self.print(&text);
            return Intent::Nothing;
        }
        let Some(show) = show(model, &roster, self.page.style) else {
            return self.refuse("The game has not begun yet.");
        };
        match verb {
            Verb::Players => {
                let text = format!("{}\n{}", show.players(), sets_worth(show.state));
                self.print(&text);
            }
            Verb::Map => self.map(rest, show),
            Verb::Look => match self.territory(rest, show.map(), &|_| true) {
                _ if rest.is_empty() => {
                    let some = show.map().territories().first();
                    let some = some.and_then(|territory| territory.name.text.as_deref());
                    let some = some.unwrap_or("NAME");
                    return self.refuse(&format!("Which territory? `look {some}`"));
                }
                Ok(id) => self.print(&show.territory(id)),
                Err(why) => return self.refuse(&why.text),
            },
            Verb::Odds => return self.odds(&words, show),
            Verb::Trade => return self.trade(rest, model),
            Verb::Auto => return self.auto(rest, model, need),
            _ if need.is_none() => return self.refuse(&whose_turn(model, &roster)),
            Verb::Place if rest.is_empty() => self.print(&show.front()),
            Verb::Place => return self.place(&words, show),
            Verb::Attack if rest.is_empty() => self.print(&show.attacks(false)),
            Verb::Attack if rest == "all" => self.print(&show.attacks(true)),
            Verb::Attack => return self.attack(&words, show),
            Verb::Fortify if rest.is_empty() => self.print(&show.transfers()),
            Verb::Fortify => return self.fortify(&words, show),
            _ => return self.act(Action::EndTurn, model),
        }
        Intent::Nothing
    }

    /// Returns the action if it is legal; otherwise explains why not.
    fn act(&mut self, action: Action, model: &Model) -> Intent<Action> {
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return Intent::Nothing;
        };
        match state.check(me, action) {
            Ok(()) => Intent::Act(action),
            Err(why) => {
                let next = match self.need(model) {
                    Some(Need::Place) => " `place TERRITORY N`, or `auto`.",
                    Some(Need::Trade) => " `trade` lists your sets.",
                    _ => "",
                };
                let why = sentence(&reason(why, model.map()));
                self.refuse(&format!("{why}{next}"))
            }
        }
    }

    fn auto(&mut self, rest: &str, model: &Model, need: Option<Need>) -> Intent<Action> {
        match rest {
            "" | "turn" if need.is_none() => {
                return self.refuse(&whose_turn(model, &Roster::new(model)));
            }
            "" | "turn" => {
                self.queue.extend(self.staged.drain(..));
                self.plan = Some(Plan::Turn);
            }
            "game" | "all" => {
                self.queue.extend(self.staged.drain(..));
                self.plan = Some(Plan::Game);
                self.print("The computer plays for you to the end.");
            }
            _ => return self.refuse("`auto` plays this turn, `auto game` the whole game."),
        }
        self.question = None;
        Intent::Nothing
    }

    fn map(&mut self, rest: &str, show: Show<'_>) {
        if rest.is_empty() {
            self.print(&show.board());
            return;
        }
        let wanted = fold(rest);
        let is_meant = |continent: &&MapContinent| {
            rest == "all"
                || folded(&continent.name).any(|name| {
                    let mut words = name.split([' ', '-']);
                    name.starts_with(&wanted) || words.any(|word| word.starts_with(&wanted))
                })
        };
        let continents = show.map().continents().iter();
        let found = continents.clone().filter(is_meant);
        let found: Vec<String> = found.map(|continent| show.continent(continent)).collect();
        if found.is_empty() {
            let all: Vec<_> = continents.map(region).collect();
            self.refuse(&format!(
                "There is no continent {rest}. There are: {}.",
                all.join(", ")
            ));
            return;
        }
        self.print(&found.join("\n\n"));
    }

    fn trade(&mut self, rest: &str, model: &Model) -> Intent<Action> {
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return self.refuse("The game has not begun yet.");
        };
        let view = View::new(state, me);
        let sets = cards::sets(&view);
        if rest.is_empty() {
            let text = cards::list(&view);
            self.print(&text);
            let worth = sets_worth(state);
            self.print(&worth);
            if !sets.is_empty() {
                self.print("`trade 1` trades the first set.");
            }
            return Intent::Nothing;
        }
        let chosen = rest
            .parse::<usize>()
            .ok()
            .and_then(|n| sets.get(n.wrapping_sub(1)));
        match chosen {
            Some(&set) => {
                self.asked = None;
                self.act(Action::Trade(set), model)
            }
            None if sets.is_empty() => self.refuse("You hold no set. `trade` lists your cards."),
            None => self.refuse(&format!(
                "Which set? 1 to {}; `trade` lists them.",
                sets.len()
            )),
        }
    }

    /// `TERRITORY [N] [TERRITORY N]...`
    fn place(&mut self, words: &[&str], show: Show<'_>) -> Intent<Action> {
        let state = show.state;
        let claiming = state.step() == Step::Claim;
        if !matches!(
            state.step(),
            Step::Claim | Step::Settle { .. } | Step::Place | Step::Spoils
        ) {
            return self.refuse("Units are placed before the first attack.");
        }
        let mut left = state.seat(show.me).unplaced;
        let mut places = Vec::new();
        let is_name = |name: &str| self.may_be_own(name, show, claiming);
        for (name, units) in self::places(words, &is_name) {
            let id = match self.own(&name, show, claiming) {
                Ok(id) => id,
                Err(why) => return self.refuse(&why),
            };
            let units = match units {
                _ if claiming => 1,
                Some("all") => left,
                Some(number) => number.parse().unwrap_or(u32::MAX),
                None if left <= 1 => left,
                None => {
                    let place = place(show.map(), id);
                    return self.refuse(&format!(
                        "How many of your {left} units on {place}? `place {name} N`, or \
                         `place {name} all`."
                    ));
                }
            };
            if left == 0 {
                return self.refuse("You have no units left to place.");
            }
            if units == 0 || units > left {
                return self.refuse(&format!(
                    "You have {} to place: give a number from 1 to {left}.",
                    count_units(left)
                ));
            }
            let action = Action::Reinforce {
                territory: id,
                units,
            };
            if state.check(show.me, action).is_err() {
                // This explains why not.
                return self.act(action, show.model);
            }
            left -= units;
            places.push((id, units));
        }
        if claiming {
            let [(territory, units)] = places[..] else {
                return self.refuse("One territory is claimed at a time.");
            };
            return self.act(Action::Reinforce { territory, units }, show.model);
        }
        let mut there: Vec<u32> = state.holdings().iter().map(|h| h.units).collect();
        for (territory, units) in places {
            let there = &mut there[territory.index()];
            *there += units;
            self.stage(territory, units, *there, show.map());
        }
        Intent::Nothing
    }

    fn attack(&mut self, words: &[&str], show: Show<'_>) -> Intent<Action> {
        let mine = |t: TerritoryId| show.state.owns(show.me, t);
        let foe =
            |from: TerritoryId, t: TerritoryId| !mine(t) && show.map().link(from, t).is_some();
        let (names, mode) = match split_mode(words) {
            _ if self.ends_in_name(words, show.map(), &mine, &foe) => (words, None),
            Ok(parts) => parts,
            Err(why) => return self.refuse(why),
        };
        let (from, target) = match self.border(names, show) {
            Ok(border) => border,
            Err(why) => return self.refuse(&why),
        };
        let probe = Action::Attack {
            from,
            target,
            units: 1,
        };
        let intent = self.act(probe, show.model);
        if !matches!(intent, Intent::Act(_)) {
            return intent;
        }
        let Some(mode) = mode else {
            self.print(&odds_text(show, from, target, 1));
            self.question = Some((from, target));
            return Intent::Nothing;
        };
        if let Mode::Until(stop) = mode {
            self.print(&odds_text(show, from, target, stop));
        }
        self.fight(from, target, mode, show.model)
    }

    /// Offers an undecided attack again, if it can continue.
    pub(super) fn offer_again(&mut self, show: Show<'_>, from: TerritoryId, target: TerritoryId) {
        let action = Action::Attack {
            from,
            target,
            units: 1,
        };
        if show.state.check(show.me, action).is_ok() {
            self.print(&odds_text(show, from, target, 1));
            self.question = Some((from, target));
        }
    }

    fn fight(
        &mut self,
        from: TerritoryId,
        target: TerritoryId,
        mode: Mode,
        model: &Model,
    ) -> Intent<Action> {
        let Some(state) = model.state() else {
            return Intent::Nothing;
        };
        let most = state.most_attackers(from).max(1);
        match mode {
            Mode::Once(units) => {
                self.story.show_dice = true;
                let action = Action::Attack {
                    from,
                    target,
                    units: units.unwrap_or(most),
                };
                self.act(action, model)
            }
            Mode::Until(stop) => {
                if state.holding(from).units <= stop {
                    let units = count_units(state.holding(from).units);
                    return self.refuse(&format!("There are only {units} there now."));
                }
                self.story.show_dice = false;
                let action = Action::Attack {
                    from,
                    target,
                    units: most,
                };
                let intent = self.act(action, model);
                if matches!(intent, Intent::Act(_)) {
                    self.plan = Some(Plan::Assault { from, target, stop });
                }
                intent
            }
        }
    }

    fn fortify(&mut self, words: &[&str], show: Show<'_>) -> Intent<Action> {
        let (state, map) = (show.state, show.map());
        let view = View::new(state, show.me);
        let mine = |t: TerritoryId| state.owns(show.me, t);
        let strong = |t: TerritoryId| mine(t) && state.holding(t).units > 1;
        let reached = |from: TerritoryId, to: TerritoryId| {
            view.transfer(from, to).is_some() || state.step() == Step::Occupy { from, to }
        };
        let (names, units) = match words.split_last() {
            _ if self.ends_in_name(words, map, &strong, &reached) => (words, None),
            Some((&"all", names)) => (names, None),
            Some((last, names)) if names.len() >= 2 && last.parse::<u32>().is_ok() => {
                (names, last.parse::<u32>().ok())
            }
            _ => (words, None),
        };
        let pair = self.pair(names, map, &strong, &reached);
        let pair = if let Ok(Some(pair)) = pair {
            pair
        } else if let Some(why) = self.not_mine(names, show) {
            return self.refuse(&why);
        } else {
            let meant = self.pair(names, map, &|_| true, &|_, _| true);
            match (meant, pair) {
                (_, Err(why)) | (Err(why), _) => return self.refuse(&why),
                (Ok(Some(pair)), _) => pair,
                (Ok(None), _) => {
                    return self.refuse("From where to where? `fortify FROM TO N`");
                }
            }
        };
        let (from, to) = pair;
        let units = units.unwrap_or_else(|| state.holding(from).units.saturating_sub(1).max(1));
        let action = Action::Transfer { from, to, units };
        let name = |t: TerritoryId| place(map, t);
        if !mine(from) || !mine(to) {
            let other = if mine(from) { to } else { from };
            let text = format!("{} is {}, not yours.", name(other), owner_of(show, other));
            return self.refuse(&text);
        }
        let follows = state.step() == Step::Occupy { from, to };
        let intent = self.act(action, show.model);
        if follows || !matches!(intent, Intent::Act(_)) {
            return intent;
        }
        self.staged.push(action);
        let units = count_units(units);
        let text = format!("{units} will move from {} to {}.", name(from), name(to));
        self.print(&text);
        Intent::Nothing
    }

    fn odds(&mut self, words: &[&str], show: Show<'_>) -> Intent<Action> {
        let linked = |from: TerritoryId, to: TerritoryId| {
            let owners = (show.state.holding(from).owner, show.state.holding(to).owner);
            show.map().link(from, to).is_some() && owners.0 != owners.1
        };
        let (names, mode) = match split_mode(words) {
            _ if self.ends_in_name(words, show.map(), &|_| true, &linked) => (words, None),
            Ok(parts) => parts,
            Err(why) => return self.refuse(why),
        };
        let stop = match mode {
            Some(Mode::Until(stop)) => stop,
            _ => 1,
        };
        match self.pair(names, show.map(), &|_| true, &linked) {
            Ok(Some((from, target))) => {
                self.print(&odds_text(show, from, target, stop));
                Intent::Nothing
            }
            Ok(None) => {
                self.refuse("Which battle? `odds FROM TARGET` for neighbours, or `odds 9 4`.")
            }
            Err(why) => self.refuse(&why),
        }
    }
}

pub(super) fn fight_prompt(show: Show<'_>, from: TerritoryId) -> String {
    let most = show.state.most_attackers(from).max(1);
    let dice = if most > 1 {
        format!("1-{most}")
    } else {
        "1".to_owned()
    };
    format!("units {dice}, all, stop N, no [{most}]> ")
}

/// Splits pairs of names and numbers: `ural 3 siam all`. A number belongs to the name before it if
/// both together are a name: `zone 5 3` places three units on Zone 5.
fn places<'a>(words: &[&'a str], is_name: &dyn Fn(&str) -> bool) -> Vec<(String, Option<&'a str>)> {
    let mut out = Vec::new();
    let mut name = String::new();
    for &word in words {
        let number = word == "all" || word.parse::<u32>().is_ok();
        let longer = format!("{name} {word}");
        if name.is_empty() {
            word.clone_into(&mut name);
        } else if number && !is_name(&longer) {
            out.push((std::mem::take(&mut name), Some(word)));
        } else {
            name = longer;
        }
    }
    if !name.is_empty() {
        out.push((name, None));
    }
    out
}

/// Parses how to fight; an empty line means one round with the most units.
fn mode(words: &[&str]) -> Option<Mode> {
    Some(match words {
        [] | ["once"] => Mode::Once(None),
        ["1"] => Mode::Once(Some(1)),
        ["2"] => Mode::Once(Some(2)),
        ["3"] => Mode::Once(Some(3)),
        ["all" | "a" | "end"] => Mode::Until(1),
        ["stop" | "s" | "until", number] => Mode::Until(number.parse().ok()?),
        _ => return None,
    })
}

/// Splits the words into two territories and, if given, how to fight.
fn split_mode<'w, 's>(words: &'w [&'s str]) -> Result<(&'w [&'s str], Option<Mode>), &'static str> {
    for tail in [2, 1] {
        let Some(cut) = words.len().checked_sub(tail).filter(|&cut| cut >= 1) else {
            continue;
        };
        let (names, tail) = words.split_at(cut);
        let number = tail.len() == 1 && tail[0].parse::<u32>().is_ok();
        if number && cut < 2 {
            // It is the number of a territory.
            continue;
        }
        if tail.len() == 1 && tail[0] == "a" {
            continue;
        }
        if let Some(mode) = mode(tail) {
            return Ok((names, Some(mode)));
        }
        if number && cut >= 2 && tail[0].parse::<u32>().is_ok_and(|n| n > 3) && names.len() > 2 {
            return Err("Attack with 1, 2 or 3 units; `all` fights to the end.");
        }
    }
    Ok((words, None))
}

#[cfg(test)]
mod tests;
