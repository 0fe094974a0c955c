//! Sums over deals, in whole numbers.

use serde::{Deserialize, Serialize};

use super::counter::Deal;
use super::layout::{Layout, MARKS};
use crate::statistics::{Estimate, Moments, Ratio};

/// A number of games or players, and how many of them won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Score {
    /// The number counted.
    pub(super) games: u64,
    /// The number of wins among them.
    pub(super) wins: u64,
}

impl Score {
    /// Adds one.
    pub(super) fn add(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }

    /// Adds the counts of another.
    pub(super) fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
    }
}

/// The results of any number of deals for one map and number of players.
///
/// It holds only sums of whole numbers, so the same deals give the same tally, in any order and
/// however machines shared them. A [`Layout`] numbers its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Deals; each is one game for each player.
    pub deals: u64,
    /// The sum over deals of each count.
    sums: Vec<u64>,
    /// The sum over deals of each count's square.
    squares: Vec<u64>,
    /// By continent and mark, sums over deals of three products: games in which it was held times
    /// those of them that its holder won, times games that reached the mark, and times all
    /// continents held.
    products: [Vec<u64>; 3],
    /// By continent, the sum over deals of territories begun with times those whose player won.
    begun_products: Vec<u64>,
    /// Players still in the game after the round of a mark, by stratum.
    everybody: Vec<Score>,
    /// Those of them who held a continent in that round, by continent and stratum. Holders who
    /// were defeated before the round ended are in neither list.
    holders: Vec<Score>,
    /// Games by their number of rounds.
    pub(super) rounds: Vec<u64>,
    /// Games in which a place in the order of play was the first to be defeated.
    pub(super) first_out: Vec<u64>,
    /// The sum over all hands of all deals of wins × (wins - 1) with the hand.
    pub(super) hand_pairs: u64,
}

/// Longer games are counted as if they had this many rounds.
const MOST_ROUNDS: usize = 10_000;
/// What the counts of all parts of a run may add up to: far more than a billion games give, and few
/// enough to be multiplied by numbers of players and of territories.
const MOST_COUNTED: u64 = 1 << 47;
/// The same for sums of squares and products, of which 16,384 territories of a continent give 2^33 in
/// each deal.
const MOST_SQUARED: u64 = 1 << 62;

impl Tally {
    /// A tally without deals.
    pub fn new(layout: &Layout) -> Self {
        let products = vec![0; layout.continents * MARKS.len()];
        Self {
            deals: 0,
            sums: vec![0; layout.numbers()],
            squares: vec![0; layout.numbers()],
            products: [products.clone(), products.clone(), products],
            begun_products: vec![0; layout.continents],
            everybody: vec![Score::default(); layout.strata()],
            holders: vec![Score::default(); layout.strata() * layout.continents],
            rounds: Vec::new(),
            first_out: vec![0; layout.players],
            hand_pairs: 0,
        }
    }

    /// Adds a deal.
    pub(super) fn add(&mut self, layout: &Layout, deal: &Deal) {
        self.deals += 1;
        for ((sum, square), &count) in self
            .sums
            .iter_mut()
            .zip(&mut self.squares)
            .zip(&deal.counts)
        {
            *sum += u64::from(count);
            *square += u64::from(count) * u64::from(count);
        }
        for continent in 0..layout.continents {
            let [begun, won] = [layout.begun_in(continent), layout.begun_in_won(continent)];
            let product = u64::from(deal.counts[begun]) * u64::from(deal.counts[won]);
            self.begun_products[continent] += product;
            for mark in 0..MARKS.len() {
                let held = u64::from(deal.counts[layout.held(continent, mark)]);
                if held > 0 {
                    let others = [
                        layout.held_won(continent, mark),
                        Layout::GOING + mark,
                        Layout::HELD + mark,
                    ];
                    for (products, other) in self.products.iter_mut().zip(others) {
                        let product = held * u64::from(deal.counts[other]);
                        products[layout.product(continent, mark)] += product;
                    }
                }
            }
        }
        for &(stratum, won) in &deal.everybody {
            self.everybody[stratum].add(won);
        }
        for &(stratum, won) in &deal.holders {
            self.holders[stratum].add(won);
        }
        for &rounds in &deal.rounds {
            let rounds = (rounds as usize).min(MOST_ROUNDS);
            if self.rounds.len() <= rounds {
                self.rounds.resize(rounds + 1, 0);
            }
            self.rounds[rounds] += 1;
        }
        for &place in &deal.first_out {
            self.first_out[place] += 1;
        }
        let pairs = deal.wins_by_hand.iter().map(|&wins| u64::from(wins));
        self.hand_pairs += pairs.map(|wins| wins * wins.saturating_sub(1)).sum::<u64>();
    }

    /// Adds the deals of another tally of the same layout.
    pub fn merge(&mut self, other: &Self) {
        fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
        self.deals += other.deals;
        add(&mut self.sums, &other.sums);
        add(&mut self.squares, &other.squares);
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            add(mine, theirs);
        }
        add(&mut self.begun_products, &other.begun_products);
        let scores = self.everybody.iter_mut().zip(&other.everybody);
        for (mine, theirs) in scores.chain(self.holders.iter_mut().zip(&other.holders)) {
            mine.merge(*theirs);
        }
        add(&mut self.rounds, &other.rounds);
        add(&mut self.first_out, &other.first_out);
        self.hand_pairs += other.hand_pairs;
    }

    /// Whether all lists have the lengths that the layout requires, all numbers are small enough
    /// to add up this many such tallies without overflow, no stratum has more holders of a
    /// continent than players, nor more players than there are games, and games by winner and by
    /// rounds add up to all games, those by hand and by the first defeated to no more. A tally read from
    /// a file may not fit.
    pub fn fits(&self, layout: &Layout, parts: u64) -> bool {
        let empty = Self::new(layout);
        let lens = |tally: &Self| {
            let products = tally.products.each_ref().map(Vec::len);
            let lists = [tally.sums.len(), tally.squares.len(), tally.first_out.len()];
            (
                products,
                tally.begun_products.len(),
                lists,
                tally.everybody.len(),
                tally.holders.len(),
            )
        };
        let scores = self.everybody.iter().chain(&self.holders);
        let counted = [&self.sums, &self.rounds, &self.first_out];
        let counted = counted.into_iter().flatten().copied();
        let counted = counted.chain([self.deals, self.hand_pairs]);
        let mut counted = counted.chain(scores.flat_map(|score| [score.games, score.wins]));
        let squared = [&self.squares, &self.begun_products];
        let mut squared = squared.into_iter().chain(&self.products).flatten();
        let among = |held: &Score, all: &Score| {
            let lost = |score: &Score| score.games.checked_sub(score.wins);
            held.wins <= all.wins && lost(held).is_some() && lost(held) <= lost(all)
        };
        let won = || (0..layout.players).map(|place| self.sums[layout.won(place)]);
        let players = layout.players as u64;
        lens(self) == lens(&empty)
            && self.rounds.len() <= MOST_ROUNDS + 1
            && counted.all(|number| number <= MOST_COUNTED / parts.max(1))
            && squared.all(|&number| number <= MOST_SQUARED / parts.max(1))
            && won().sum::<u64>() + self.sums[Layout::UNFINISHED] == self.games(layout)
            && self.rounds.iter().sum::<u64>() == self.games(layout)
            && self.first_out.iter().sum::<u64>() <= self.games(layout)
            && (self.everybody.iter()).all(|all| all.games <= self.games(layout))
            && self.hand_pairs <= self.deals * players * (players - 1)
            && (self.holders.chunks(layout.strata())).all(|held| {
                held.iter()
                    .zip(&self.everybody)
                    .all(|(h, all)| among(h, all))
            })
    }

    /// Games played.
    pub(super) fn games(&self, layout: &Layout) -> u64 {
        self.deals * layout.players as u64
    }

    /// How often something happened in all games together.
    pub(super) fn sum(&self, number: usize) -> u64 {
        self.sums[number]
    }

    /// How often something happens in a deal.
    pub(super) fn of_deals(&self, number: usize) -> Moments {
        Moments {
            count: self.deals,
            sum: self.sums[number] as i64,
            squares: self.squares[number],
        }
    }

    /// How often something happens in a game.
    pub(super) fn per_game(&self, layout: &Layout, number: usize) -> Estimate {
        let mean = self.of_deals(number).mean();
        mean.times(1.0 / layout.players as f64)
    }

    fn ratio(&self, above: usize, below: usize, products: u64) -> Ratio {
        Ratio {
            count: self.deals,
            sums: [self.sums[above], self.sums[below]],
            squares: [self.squares[above], self.squares[below]],
            products,
        }
    }

    /// Wins of a continent's holders at a mark, among games in which it was held.
    pub(super) fn won_of_held(&self, layout: &Layout, continent: usize, mark: usize) -> Ratio {
        let products = self.products[0][layout.product(continent, mark)];
        let (held, won) = (
            layout.held(continent, mark),
            layout.held_won(continent, mark),
        );
        self.ratio(won, held, products)
    }

    /// Wins of players who began with territories of a continent, counted once for each
    /// territory.
    pub(super) fn won_of_begun_in(&self, layout: &Layout, continent: usize) -> Ratio {
        let numbers = (layout.begun_in_won(continent), layout.begun_in(continent));
        self.ratio(numbers.0, numbers.1, self.begun_products[continent])
    }

    /// Wins of players who began with a territory.
    pub(super) fn won_of_begun(&self, layout: &Layout, territory: usize) -> Ratio {
        let numbers = (layout.begun_won(territory), layout.begun(territory));
        // It belongs to a player in all games of a deal, or in none.
        let products = layout.players as u64 * self.sums[numbers.0];
        self.ratio(numbers.0, numbers.1, products)
    }

    /// Games in which a continent was held at a mark, among those that reached the mark.
    pub(super) fn held_of_going(&self, layout: &Layout, continent: usize, mark: usize) -> Ratio {
        let products = self.products[1][layout.product(continent, mark)];
        self.ratio(layout.held(continent, mark), Layout::GOING + mark, products)
    }

    /// The number of games per deal in which a continent is held at a mark, minus `factor`
    /// hundredths of the mean of the other continents; the difference is multiplied by the number
    /// of the others and by 100. The map must have more than one continent.
    pub(super) fn held_beyond(
        &self,
        layout: &Layout,
        continent: usize,
        mark: usize,
        factor: i64,
    ) -> Estimate {
        // others × held - factor × (all - held), all in hundredths.
        let own = i128::from(100 * (layout.continents as i64 - 1) + factor);
        let all = -i128::from(factor);
        let (held, any) = (layout.held(continent, mark), Layout::HELD + mark);
        let wide = i128::from;
        let product = wide(self.products[2][layout.product(continent, mark)]);
        let sum = own * wide(self.sums[held]) + all * wide(self.sums[any]);
        let squares = own * own * wide(self.squares[held])
            + all * all * wide(self.squares[any])
            + 2 * own * all * product;
        if self.deals < 2 {
            return Estimate::UNKNOWN;
        }
        let n = self.deals as f64;
        let (sum, squares) = (sum as f64, squares as f64);
        let spread = (squares - sum * sum / n).max(0.0);
        Estimate {
            value: sum / n,
            error: (spread / (n - 1.0) / n).sqrt(),
        }
    }

    /// Players of one stratum who were still in the game.
    pub(super) fn everybody(&self, stratum: usize) -> Score {
        self.everybody[stratum]
    }

    /// Holders of a continent in one stratum.
    pub(super) fn holders(&self, layout: &Layout, continent: usize, stratum: usize) -> Score {
        self.holders[layout.held_stratum(continent, stratum)]
    }
}
