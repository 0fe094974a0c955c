//! The game as text: the board, a continent, a territory, the players, and possible attacks.

use std::fmt::Write;

use marchland_maps::{Map, MapContinent, TerritoryId};

use super::roster::{Roster, region, units_of};
use super::style::{Ink, Style, columns, fit};
use crate::client::Model;
use crate::conquest::Forecast;
use crate::conquest::bots::View;
use crate::conquest::narrator::{percent, place, units as count_units};
use crate::conquest::rules::{Player, State, Status};

/// The maximum number of rows of the board, so that it fits into a terminal of 24 lines
/// together with its heading, the players and the prompt.
const ROWS: usize = 20;

/// The maximum number of columns of a name in the line of all players.
const SHORT_NAME: usize = 9;

/// The minimum number of columns of a cell of the board.
const CELL: usize = 25;

const LISTED: usize = 12;

/// A game from a player's view, in a style.
#[derive(Clone, Copy)]
pub(super) struct Show<'a> {
    pub(super) model: &'a Model,
    pub(super) state: &'a State,
    pub(super) roster: &'a Roster,
    pub(super) style: Style,
    pub(super) me: Player,
}

impl Show<'_> {
    pub(super) fn map(&self) -> &Map {
        self.state.map()
    }

    fn name(&self, territory: TerritoryId) -> String {
        place(self.map(), territory)
    }

    /// `R  3`: owner and units, in the owner's colour.
    fn holding(&self, territory: TerritoryId, digits: usize) -> String {
        let holding = self.state.holding(territory);
        let mark = self.roster.mark(holding.owner);
        let units = if holding.owner.is_some() {
            holding.units.to_string()
        } else {
            String::new()
        };
        let text = format!("{mark}{units:>digits$}");
        self.style.paint(self.roster.ink(holding.owner), &text)
    }

    /// The name in this many columns; of an own territory in the player's colour.
    fn own_or_other(&self, territory: TerritoryId, width: usize) -> String {
        let me = Some(self.me).filter(|&me| self.state.owns(me, territory));
        let ink = me.map_or(Ink::Plain, |me| self.roster.ink(Some(me)));
        self.style.paint(ink, &fit(&self.name(territory), width))
    }

    /// The whole board in columns, by continents.
    pub(super) fn board(&self) -> String {
        let blocks = |width| -> Vec<Vec<String>> {
            let continents = self.map().continents().iter();
            continents.map(|c| self.block(c, width)).collect()
        };
        let most = (self.style.width.min(160) / CELL).max(1);
        let heights: Vec<usize> = self
            .map()
            .continents()
            .iter()
            .map(|c| c.members.len() + 1)
            .collect();
        let gap = usize::from(!self.style.is_low());
        let height = |columns| height(&heights, columns, gap);
        let fits = |columns: &usize| height(*columns) <= ROWS;
        let columns = (1..=most).find(fits).unwrap_or(most);
        let cell = (self.style.width.min(160) + 2) / columns;
        let cell = cell.clamp(CELL + 2, 42) - 2;
        side_by_side(&blocks(cell), height(columns), cell, gap)
    }

    /// A continent: its heading and a row for each territory.
    fn block(&self, continent: &MapContinent, width: usize) -> Vec<String> {
        let digits = self.digits();
        let numbers = (self.map().len() - 1).to_string().len();
        let name = width - numbers - digits - 3;
        let mut rows = vec![self.heading(continent, width)];
        for &territory in &continent.members {
            rows.push(format!(
                "{} {} {}",
                self.style
                    .paint(Ink::Dim, &format!("{:>numbers$}", territory.0)),
                self.own_or_other(territory, name),
                self.holding(territory, digits)
            ));
        }
        rows
    }

    /// `Asia +7   you 3/12`
    fn heading(&self, continent: &MapContinent, width: usize) -> String {
        let members = &continent.members;
        let mine = members
            .iter()
            .filter(|&&t| self.state.owns(self.me, t))
            .count();
        let owner = self.state.holding(members[0]).owner;
        let whole = owner.filter(|&o| members.iter().all(|&t| self.state.owns(o, t)));
        let share = match whole {
            Some(owner) => format!("all {}", self.roster.mark(Some(owner))),
            None if mine > 0 => format!("{mine}/{}", members.len()),
            None => String::new(),
        };
        let bonus = format!("+{}", continent.bonus);
        let room = width.saturating_sub(bonus.len() + columns(&share) + 2);
        let name = region(continent);
        let name = fit(&name, room.min(columns(&name)));
        let left = format!("{} {bonus}", self.style.paint(Ink::Bold, &name));
        let pad = width.saturating_sub(columns(&left) + columns(&share));
        let share = match whole {
            Some(owner) => self.style.paint(self.roster.ink(Some(owner)), &share),
            None => self.style.paint(Ink::Dim, &share),
        };
        format!("{left}{}{share}", " ".repeat(pad))
    }

    /// Digits of the largest number of units.
    fn digits(&self) -> usize {
        let most = self.state.holdings().iter().map(|h| h.units).max();
        most.unwrap_or(0).to_string().len().max(2) + 1
    }

    pub(super) fn continent(&self, continent: &MapContinent) -> String {
        let width = self.style.width.min(80);
        let mut out = self.heading(continent, width);
        for &territory in &continent.members {
            out.push('\n');
            out.push_str(&self.row(territory));
        }
        out
    }

    /// `Ural R3`.
    fn with_units(&self, territory: TerritoryId) -> String {
        format!("{} {}", self.name(territory), self.holding(territory, 0))
    }

    fn row(&self, territory: TerritoryId) -> String {
        let links = self.map().neighbours(territory).iter();
        let near = links.map(|link| self.with_units(link.to).replace(' ', "\u{a0}"));
        let near: Vec<String> = near.collect();
        let head = format!(
            "{} {} {}  ",
            self.style.paint(Ink::Dim, &format!("{:>3}", territory.0)),
            self.own_or_other(territory, 22),
            self.holding(territory, self.digits()),
        );
        let line = format!("{head}{}", near.join(", "));
        self.style
            .wrap(&line, columns(&head))
            .replace('\u{a0}', " ")
    }

    /// A territory: its owner, and the odds at each of its borders.
    pub(super) fn territory(&self, territory: TerritoryId) -> String {
        let holding = self.state.holding(territory);
        let known = self.map().territory(territory);
        let continent = self.map().continent(known.continent);
        let owner = match holding.owner {
            Some(owner) => self.roster.subject(self.style, owner),
            None => "free".to_owned(),
        };
        let mut out = format!(
            "{} {}, {}: {owner}, {}",
            self.style.paint(Ink::Dim, &territory.0.to_string()),
            self.style.paint(Ink::Bold, &self.name(territory)),
            region(continent),
            count_units(holding.units),
        );
        for link in self.map().neighbours(territory) {
            let near = self.state.holding(link.to);
            let mut notes = Vec::new();
            let fights = |from: TerritoryId| self.state.holding(from).units > 1;
            if near.owner.is_some() && near.owner != holding.owner {
                if self.state.owns(self.me, territory) && fights(territory) {
                    notes.push(format!("you take it: {}", self.chance(territory, link.to)));
                }
                let back = self.map().link(link.to, territory).is_some();
                if !back || !fights(link.to) {
                } else if self.state.owns(self.me, link.to) {
                    notes.push(format!("you attack: {}", self.chance(link.to, territory)));
                } else if self.state.owns(self.me, territory) {
                    notes.push(format!(
                        "it takes yours: {}",
                        self.chance(link.to, territory)
                    ));
                }
            }
            if link.by == marchland_maps::By::Sea {
                notes.push("by sea".to_owned());
            }
            if self.map().link(link.to, territory).is_none() {
                notes.push("one way".to_owned());
            }
            let line = format!(
                "  {} {}  {}",
                fit(&self.name(link.to), 22),
                self.holding(link.to, self.digits()),
                self.style.paint(Ink::Dim, &notes.join(", "))
            );
            out.push('\n');
            out.push_str(line.trim_end());
        }
        out
    }

    /// The chance to win a battle fought to its end, ` 96 %`.
    fn chance(&self, from: TerritoryId, target: TerritoryId) -> String {
        let units = |at| self.state.holding(at).units;
        let forecast = Forecast::of(units(from), units(target), 1);
        percent(forecast.map_or(0.0, |forecast| forecast.win))
    }

    /// All players in the order of play, in a line or two.
    pub(super) fn players_in_short(&self) -> String {
        let of = |player: Player| {
            let seat = self.state.seat(player);
            let mark = self.roster.mark(Some(player));
            let name = self.roster.subject(Style::PLAIN, player);
            let name = fit(&name, columns(&name).min(SHORT_NAME));
            let figures = match seat.status {
                Status::Defeated => "out".to_owned(),
                Status::Neutral => {
                    format!("{}/{}", seat.territories, units_of(self.state, player))
                }
                Status::Active | Status::Absent => format!(
                    "{}/{}/+{}/{}",
                    seat.territories,
                    units_of(self.state, player),
                    self.state.income(player),
                    seat.cards.len()
                ),
            };
            let text = format!("{mark} {name} {figures}").replace(' ', "\u{a0}");
            self.style.paint(self.roster.ink(Some(player)), &text)
        };
        let all: Vec<String> = self.state.in_order().map(of).collect();
        let head = self.style.paint(Ink::Dim, "terr./units/income/cards:");
        let line = format!("{head} {}", all.join(" "));
        self.style.wrap(&line, 2).replace('\u{a0}', " ")
    }

    /// The mark and the name of a player in 20 columns, with `more` after it.
    pub(super) fn player(&self, player: Player, more: &str) -> String {
        let mark = self.roster.mark(Some(player));
        let name = self.roster.subject(Style::PLAIN, player);
        let name = fit(&format!("{mark} {name}{more}"), 20);
        self.style.paint(self.roster.ink(Some(player)), &name)
    }

    pub(super) fn players(&self) -> String {
        let head = format!(
            "  {:<18}{:>11}{:>7}{:>8}{:>7}  whole continents",
            "player", "territories", "units", "income", "cards"
        );
        let mut out = self.style.paint(Ink::Dim, &head);
        for player in self.state.in_order() {
            let seat = self.state.seat(player);
            let away = match seat.status {
                Status::Absent => " (away)",
                _ => "",
            };
            let name = self.player(player, away);
            if seat.status == Status::Defeated {
                let _ = write!(out, "\n{name}{}", self.style.paint(Ink::Dim, "  out"));
                continue;
            }
            let acts = matches!(seat.status, Status::Active | Status::Absent);
            let income = if acts {
                format!("+{}", self.state.income(player))
            } else {
                "-".to_owned()
            };
            let continents = self.map().continents().iter();
            let whole =
                continents.filter(|c| c.members.iter().all(|&t| self.state.owns(player, t)));
            let whole: Vec<_> = whole.map(region).collect();
            let line = format!(
                "{name}{:>11}{:>7}{income:>8}{:>7}  {}",
                seat.territories,
                units_of(self.state, player),
                if acts {
                    seat.cards.len().to_string()
                } else {
                    "-".to_owned()
                },
                whole.join(", ")
            );
            out.push('\n');
            out.push_str(&self.style.wrap(line.trim_end(), 49));
        }
        out
    }

    /// Possible attacks, the best odds first; all of them, or only the best.
    pub(super) fn attacks(&self, all: bool) -> String {
        let view = View::new(self.state, self.me);
        let mut attacks: Vec<_> = view
            .attacks()
            .map(|attack| (attack.from(), attack.target()))
            .filter_map(|(from, target)| {
                let units = |at| self.state.holding(at).units;
                Some((from, target, Forecast::of(units(from), units(target), 1)?))
            })
            .collect();
        if attacks.is_empty() {
            return "You can attack nothing: that takes 2 units beside a foreign territory."
                .to_owned();
        }
        attacks.sort_by(|a, b| b.2.win.total_cmp(&a.2.win).then(a.0.cmp(&b.0)));
        let digits = self.digits();
        let head = format!(
            "  {:<from$}{:<target$}{:>5}  left after it",
            "from",
            "target",
            "win",
            from = 26 + digits,
            target = 25 + digits
        );
        let mut out = self.style.paint(Ink::Dim, &head);
        let shown = if all { attacks.len() } else { LISTED };
        for (from, target, odds) in attacks.iter().take(shown) {
            let win = percent(odds.win);
            let ink = if odds.win >= 0.75 {
                Ink::Good
            } else if odds.win < 0.4 {
                Ink::Bad
            } else {
                Ink::Plain
            };
            let _ = write!(
                out,
                "\n  {} {} > {} {} {} {:>5.1}",
                fit(&self.name(*from), 21),
                self.holding(*from, digits),
                fit(&self.name(*target), 21),
                self.holding(*target, digits),
                self.style.paint(ink, &format!("{win:>6}")),
                odds.left,
            );
        }
        if attacks.len() > shown {
            let more = format!("\n  {} more: attack all", attacks.len() - shown);
            out.push_str(&self.style.paint(Ink::Dim, &more));
        }
        out
    }

    /// Possible moves: origins, units and destinations.
    pub(super) fn transfers(&self) -> String {
        let view = View::new(self.state, self.me);
        // Up to six destinations, and how many there are.
        let mut sources: Vec<(TerritoryId, u32, Vec<String>, usize)> = Vec::new();
        for transfer in view.transfers() {
            let from = transfer.from();
            if sources.last().is_none_or(|(last, ..)| *last != from) {
                sources.push((from, transfer.most(), Vec::new(), 0));
            }
            if let Some((.., to, all)) = sources.last_mut() {
                *all += 1;
                if to.len() < 6 {
                    to.push(self.name(transfer.to()));
                }
            }
        }
        if sources.is_empty() {
            return "No units can be moved now.".to_owned();
        }
        let head = format!("  {:<22}{:>6}  to", "from", "units");
        let mut out = self.style.paint(Ink::Dim, &head);
        for (from, most, to, all) in sources {
            let head = format!("  {} {most:>5}  ", fit(&self.name(from), 22));
            let more = match all - to.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let line = format!("{head}{}{more}", to.join(", "));
            out.push('\n');
            out.push_str(&self.style.wrap(&line, columns(&head)));
        }
        out
    }

    /// Own territories with foreign neighbours, where units are useful.
    pub(super) fn front(&self) -> String {
        let head = format!("  {:<29}strongest neighbours", "yours");
        let mut out = self.style.paint(Ink::Dim, &head);
        let mut inland = 0;
        for territory in self.state.territories(self.me) {
            let links = self.map().neighbours(territory).iter();
            let mut foes: Vec<TerritoryId> = links
                .map(|l| l.to)
                .filter(|&t| !self.state.owns(self.me, t))
                .collect();
            if foes.is_empty() {
                inland += 1;
                continue;
            }
            foes.sort_by_key(|&foe| std::cmp::Reverse(self.state.holding(foe).units));
            let foes = foes.into_iter().take(3).map(|foe| self.with_units(foe));
            let foes: Vec<String> = foes.collect();
            let head = format!(
                "  {} {}  ",
                fit(&self.name(territory), 22),
                self.holding(territory, 4)
            );
            let line = format!("{head}{}", foes.join(", "));
            out.push('\n');
            out.push_str(&self.style.wrap(&line, columns(&head)));
        }
        if inland > 0 {
            let text = format!("\n  {inland} more without a foreign neighbour");
            out.push_str(&self.style.paint(Ink::Dim, &text));
        }
        out
    }
}

/// The rows needed to arrange blocks in order in this many columns, with `gap` blank rows
/// between them.
fn height(blocks: &[usize], columns: usize, gap: usize) -> usize {
    let least = blocks.iter().copied().max().unwrap_or(0);
    let most = blocks.iter().sum::<usize>() + gap * blocks.len();
    (least..=most)
        .find(|&rows| columns_needed(blocks, rows, gap) <= columns)
        .unwrap_or(least)
}

fn columns_needed(blocks: &[usize], rows: usize, gap: usize) -> usize {
    let (mut columns, mut at) = (1, 0);
    for &block in blocks {
        let start = if at == 0 { 0 } else { at + gap };
        if start + block > rows {
            columns += 1;
            at = block;
        } else {
            at = start + block;
        }
    }
    columns
}

fn side_by_side(blocks: &[Vec<String>], rows: usize, cell: usize, gap: usize) -> String {
    let mut columns: Vec<Vec<&str>> = vec![Vec::new()];
    for block in blocks {
        let filled = columns.last().map_or(0, Vec::len);
        if filled > 0 && filled + gap + block.len() > rows {
            columns.push(Vec::new());
        } else if filled > 0
            && let Some(column) = columns.last_mut()
        {
            column.extend(std::iter::repeat_n("", gap));
        }
        if let Some(column) = columns.last_mut() {
            column.extend(block.iter().map(String::as_str));
        }
    }
    let line = |row: usize| {
        let cells = columns
            .iter()
            .map(|c| fit(c.get(row).copied().unwrap_or(""), cell));
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned()
    };
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..rows).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fill_columns() {
        assert_eq!(height(&[10, 5, 8, 7, 13, 5], 1, 1), 53);
        assert_eq!(height(&[10, 5, 8, 7, 13, 5], 3, 1), 19);
        assert_eq!(height(&[10, 5, 8, 7, 13, 5], 3, 0), 18);
        assert_eq!(height(&[3], 2, 1), 3);
        let block = |name: &str| vec![name.to_owned(), format!("{name}1")];
        let text = side_by_side(&[block("a"), block("b"), block("c")], 5, 4, 1);
        assert_eq!(text, "a     c\na1    c1\n\nb\nb1");
        let text = side_by_side(&[block("a"), block("b"), block("c")], 4, 4, 0);
        assert_eq!(text, "a     c\na1    c1\nb\nb1");
    }

    #[test]
    fn chances() {
        assert_eq!(percent(0.504), "50 %");
        assert_eq!(percent(0.9999), ">99 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0001), "<1 %");
        assert_eq!(percent(0.0), "0 %");
    }
}
