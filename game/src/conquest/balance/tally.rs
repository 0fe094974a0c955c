//! Sums over deals, in whole numbers.

use serde::{Deserialize, Serialize};

use super::layout::{Layout, MARKS};
use super::watch::Deal;
use crate::statistics::{Estimate, Moments, Ratio};

/// How many there were, and how many of them won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Score {
    /// How many there were.
    pub games: u64,
    /// How many of them won.
    pub wins: u64,
}

impl Score {
    /// Counts one more.
    pub fn add(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }

    /// Counts those of another, too.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
    }
}

/// What came of any number of deals of one map and number of players.
///
/// Nothing but whole numbers that add up, so that the same deals give the same tally
/// whoever played which of them, in any order. The numbers are those of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Deals; each is as many games as there are players.
    pub deals: u64,
    /// Of all that is counted: the sum over deals.
    sums: Vec<u64>,
    /// The sum over deals of the squares.
    squares: Vec<u64>,
    /// By continent and mark, the sums over deals of games held times games won of those,
    /// times games that still went on, times all continents held.
    products: [Vec<u64>; 3],
    /// By continent, the sum over deals of territories begun with times those won with.
    begun_products: Vec<u64>,
    /// All players who were still there at a mark, by stratum.
    everybody: Vec<Score>,
    /// Those of them who held a continent, by continent and stratum.
    holders: Vec<Score>,
    /// Games by their number of rounds.
    pub rounds: Vec<u64>,
    /// Games in which a place in the order of play was the first to be defeated.
    pub first_out: Vec<u64>,
    /// Over all hands of all deals: the wins with this hand, times one less.
    pub hand_pairs: u64,
}

/// Games of more rounds than this are counted as if they had no more.
const MOST_ROUNDS: usize = 10_000;

impl Tally {
    /// Of no deal yet.
    pub fn new(layout: &Layout) -> Self {
        let products = vec![0; layout.continents * MARKS.len()];
        Self {
            deals: 0,
            sums: vec![0; layout.len()],
            squares: vec![0; layout.len()],
            products: [products.clone(), products.clone(), products],
            begun_products: vec![0; layout.continents],
            everybody: vec![Score::default(); layout.strata()],
            holders: vec![Score::default(); layout.strata() * layout.continents],
            rounds: Vec::new(),
            first_out: vec![0; layout.players],
            hand_pairs: 0,
        }
    }

    /// Counts a deal.
    pub fn add(&mut self, layout: &Layout, deal: &Deal) {
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

    /// Counts the deals of another tally of the same layout, too.
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

    /// Whether it has as many numbers of each kind as the layout wants, and none that sums
    /// of a hundred thousand could not hold: one that was read from a file may have not.
    pub fn fits(&self, layout: &Layout) -> bool {
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
        let lists = [
            &self.sums,
            &self.squares,
            &self.begun_products,
            &self.rounds,
            &self.first_out,
        ];
        let numbers = lists.into_iter().chain(&self.products).flatten().copied();
        let numbers = numbers.chain([self.deals, self.hand_pairs]);
        let mut numbers = numbers.chain(scores.flat_map(|score| [score.games, score.wins]));
        lens(self) == lens(&empty)
            && self.rounds.len() <= MOST_ROUNDS + 1
            && numbers.all(|number| number < 1 << 44)
    }

    /// Games played.
    pub fn games(&self, layout: &Layout) -> u64 {
        self.deals * layout.players as u64
    }

    /// How often something happened, in all games together.
    pub fn sum(&self, number: usize) -> u64 {
        self.sums[number]
    }

    /// How often something happens in a deal.
    pub fn of_deals(&self, number: usize) -> Moments {
        Moments {
            count: self.deals,
            sum: self.sums[number] as i64,
            squares: self.squares[number],
        }
    }

    fn ratio(&self, above: usize, below: usize, products: u64) -> Ratio {
        Ratio {
            count: self.deals,
            sums: [self.sums[above], self.sums[below]],
            squares: [self.squares[above], self.squares[below]],
            products,
        }
    }

    /// Wins of who held a continent at a mark, among games in which somebody did.
    pub fn won_of_held(&self, layout: &Layout, continent: usize, mark: usize) -> Ratio {
        let products = self.products[0][layout.product(continent, mark)];
        let (held, won) = (
            layout.held(continent, mark),
            layout.held_won(continent, mark),
        );
        self.ratio(won, held, products)
    }

    /// Wins of who began with a territory of a continent, by territory.
    pub fn won_of_begun_in(&self, layout: &Layout, continent: usize) -> Ratio {
        let numbers = (layout.begun_in_won(continent), layout.begun_in(continent));
        self.ratio(numbers.0, numbers.1, self.begun_products[continent])
    }

    /// Wins of who began with a territory.
    pub fn won_of_begun(&self, layout: &Layout, territory: usize) -> Ratio {
        let numbers = (layout.begun_won(territory), layout.begun(territory));
        // In all games of a deal it is a player's, or in none.
        let products = layout.players as u64 * self.sums[numbers.0];
        self.ratio(numbers.0, numbers.1, products)
    }

    /// Games in which a continent was whole at a mark, among those that reached it.
    pub fn held_of_going(&self, layout: &Layout, continent: usize, mark: usize) -> Ratio {
        let products = self.products[1][layout.product(continent, mark)];
        self.ratio(layout.held(continent, mark), Layout::GOING + mark, products)
    }

    /// In how many more games of a deal a continent is whole at a mark than `factor`
    /// hundredths of what the others are on average, times their number. The map must have
    /// more than one continent.
    pub fn held_beyond(
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

    /// Everybody who was still there, of one stratum.
    pub fn everybody(&self, stratum: usize) -> Score {
        self.everybody[stratum]
    }

    /// Who held a continent, of one stratum.
    pub fn holders(&self, layout: &Layout, continent: usize, stratum: usize) -> Score {
        self.holders[layout.held_stratum(continent, stratum)]
    }
}
