//! A client of version 0.2, written from the protocol document alone: it uses nothing of
//! this crate, keeps its own state and holds the server to the rules.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use marchland_game::conquest::rules::{AreaVariant, Variants};
use marchland_maps::Map;

use crate::sketch;
use crate::sockets::{Telnet, serve};

/// What the client must know about the map.
struct Board {
    neighbours: Vec<Vec<usize>>,
    /// Members and bonus.
    continents: Vec<(Vec<usize>, u32)>,
}

impl Board {
    fn new(map: &Map) -> Self {
        let links = |id| map.neighbours(id).iter().map(|l| l.to.index()).collect();
        let members = |c: &marchland_maps::MapContinent| {
            let ids = c.members.iter().map(|id| id.index()).collect();
            (ids, u32::from(c.bonus))
        };
        Self {
            neighbours: map.ids().map(links).collect(),
            continents: map.continents().iter().map(members).collect(),
        }
    }
}

struct OldClient<'a> {
    board: &'a Board,
    wire: Telnet,
    me: usize,
    owner: Vec<Option<usize>>,
    units: Vec<u32>,
    unplaced: BTreeMap<usize, u32>,
    cards: Vec<u32>,
    hand_sizes: BTreeMap<usize, u32>,
    order: Vec<usize>,
    out: Vec<usize>,
    phase: u32,
    turn: Option<usize>,
    battle: Option<(usize, usize)>,
    /// A regular turn has begun and its units are awaited.
    income_due: bool,
    /// A player was beaten, whose cards are awaited.
    cards_due: bool,
    /// A set was traded, and its units are awaited.
    traded: bool,
}

impl<'a> OldClient<'a> {
    fn login(board: &'a Board, address: SocketAddr, name: &str) -> Self {
        let mut wire = Telnet::new(address);
        let me = loop {
            wire.say(&format!("LOGIN {name}"));
            let answer = wire.hear().unwrap();
            if let Some(id) = answer.strip_prefix("LOGIN-ACK OK ") {
                break id.parse().unwrap();
            }
            // The clients of the previous game are still leaving.
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        wire.say(&format!("READY {me}"));
        let count = board.neighbours.len();
        Self {
            board,
            wire,
            me,
            owner: vec![None; count],
            units: vec![0; count],
            unplaced: BTreeMap::new(),
            cards: Vec::new(),
            hand_sizes: BTreeMap::new(),
            order: Vec::new(),
            out: Vec::new(),
            phase: 9,
            turn: None,
            battle: None,
            income_due: false,
            cards_due: false,
            traded: false,
        }
    }

    /// Plays to the end and returns the winner.
    fn play(mut self) -> usize {
        loop {
            let line = self.wire.hear().expect("the server has hung up");
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| words[at].parse::<usize>().unwrap();
            match words[0] {
                "REGISTERED-PLAYER" => {}
                "ORDER" => self.order = (1..words.len()).map(number).collect(),
                "REINFORCEMENTS" => self.gain(number(1), number(2) as u32),
                "START-PHASE" => self.phase = number(1) as u32,
                "START-ROUND" => self.start_round(number(1)),
                "REINFORCE" => self.place(number(1), number(2), number(3) as u32),
                "CARDS-EXCHANGE" => {
                    let size = self.hand_sizes.get_mut(&number(1)).unwrap();
                    *size -= 3;
                }
                "ATTACK" => self.attacked(number(1), number(2), number(3), number(4) as u32),
                "DEFEND" => self.check_defence(number(1), number(2), number(3) as u32),
                "DICE-ROLL" => self.dice(&[1, 2, 3, 4, 5].map(|at| number(at) as u32)),
                "TRANSFER" => self.moved(number(1), number(2), number(3), number(4) as u32),
                "CARDS-ACQUIRED" => {
                    *self.hand_sizes.entry(number(1)).or_default() += number(2) as u32;
                    if number(1) == self.me {
                        self.cards_due = false;
                        assert_eq!(words.len(), 3 + number(2), "{line}");
                        self.cards
                            .extend((3..words.len()).map(|at| number(at) as u32));
                    } else {
                        assert_eq!(words.len(), 3, "{line}: another's cards");
                    }
                }
                "PLAYER-DEFEATED" => {
                    assert!(!self.owner.contains(&Some(number(1))), "{line}");
                    let cards = self.hand_sizes.insert(number(1), 0);
                    self.cards_due = number(2) == self.me && cards > Some(0);
                    self.out.push(number(1));
                    let left: Vec<_> = self
                        .order
                        .iter()
                        .filter(|p| !self.out.contains(p))
                        .collect();
                    if let [winner] = left[..] {
                        return *winner;
                    }
                }
                _ => panic!("{line} is not of version 0.2"),
            }
            self.act();
        }
    }

    fn areas(&self, player: usize) -> Vec<usize> {
        (0..self.owner.len())
            .filter(|&a| self.owner[a] == Some(player))
            .collect()
    }

    fn gain(&mut self, player: usize, units: u32) {
        if std::mem::take(&mut self.income_due) {
            let areas = self.areas(player);
            let whole = |c: &&(Vec<usize>, u32)| c.0.iter().all(|a| areas.contains(a));
            let bonus: u32 = self
                .board
                .continents
                .iter()
                .filter(whole)
                .map(|c| c.1)
                .sum();
            assert_eq!(units, (areas.len() as u32 / 3).max(3) + bonus);
        }
        self.traded = false;
        *self.unplaced.entry(player).or_default() += units;
    }

    fn start_round(&mut self, player: usize) {
        assert!(self.order.contains(&player) && !self.out.contains(&player));
        if self.phase == 2 {
            assert!(self.units.iter().all(|&units| units > 0));
            self.income_due = true;
        }
        self.turn = Some(player);
    }

    fn place(&mut self, player: usize, area: usize, units: u32) {
        if self.owner[area].is_none() {
            self.owner[area] = Some(player);
        }
        assert_eq!(self.owner[area], Some(player));
        assert!(units > 0);
        let left = self.unplaced.get_mut(&player).unwrap();
        *left = left.checked_sub(units).expect("more than there are");
        self.units[area] += units;
    }

    fn attacked(&mut self, player: usize, from: usize, target: usize, units: u32) {
        assert_eq!((self.turn, self.owner[from]), (Some(player), Some(player)));
        assert_ne!(self.owner[target], Some(player));
        assert!(self.board.neighbours[from].contains(&target));
        assert!((1..=3).contains(&units) && units < self.units[from]);
        assert_eq!(self.unplaced.get(&player), Some(&0));
        self.battle = Some((from, target));
        if self.owner[target] == Some(self.me) {
            let defenders = self.units[target].min(2);
            self.wire
                .say(&format!("DEFEND {} {target} {defenders}", self.me));
        }
    }

    fn check_defence(&mut self, player: usize, area: usize, units: u32) {
        assert_eq!(self.battle.map(|b| b.1), Some(area));
        assert_eq!(self.owner[area], Some(player));
        assert!((1..=2).contains(&units) && units <= self.units[area]);
    }

    fn dice(&mut self, dice: &[u32; 5]) {
        let (from, target) = self.battle.take().unwrap();
        assert!(dice[..3].is_sorted_by(|a, b| a >= b) && dice[3] >= dice[4]);
        let attackers = dice[..3].iter().filter(|&&die| die > 0).count() as u32;
        for pair in 0..2 {
            let (attack, defence) = (dice[pair], dice[3 + pair]);
            if attack > 0 && defence > 0 {
                let loser = if attack > defence { target } else { from };
                self.units[loser] -= 1;
            }
        }
        if self.units[target] == 0 {
            self.units[from] -= attackers;
            self.units[target] = attackers;
            self.owner[target] = self.turn;
        }
        assert!(self.units[from] > 0);
    }

    fn moved(&mut self, player: usize, from: usize, to: usize, units: u32) {
        assert_eq!((self.turn, self.owner[from]), (Some(player), Some(player)));
        assert_eq!(self.owner[to], Some(player));
        assert!(units > 0 && units < self.units[from]);
        self.units[from] -= units;
        self.units[to] += units;
    }

    /// Acts on its turn once it has heard all it needs.
    fn act(&mut self) {
        let waits = self.income_due || self.traded || self.cards_due || self.battle.is_some();
        if self.turn != Some(self.me) || waits {
            return;
        }
        let me = self.me;
        match self.phase {
            0 => {
                let free = self.owner.iter().position(Option::is_none).unwrap();
                self.place(me, free, 1);
                self.wire.say(&format!("REINFORCE {me} {free} 1"));
                self.end_round();
            }
            1 => {
                if self.unplaced[&me] > 0 {
                    self.place_at_border(1);
                }
                self.end_round();
            }
            _ => self.play_turn(),
        }
    }

    fn end_round(&mut self) {
        self.turn = None;
        self.wire.say(&format!("END-ROUND {}", self.me));
    }

    fn enemies(&self, area: usize) -> Vec<usize> {
        let around = self.board.neighbours[area].iter().copied();
        around.filter(|&a| self.owner[a] != Some(self.me)).collect()
    }

    fn place_at_border(&mut self, units: u32) {
        let me = self.me;
        let border = self
            .areas(me)
            .into_iter()
            .filter(|&a| !self.enemies(a).is_empty());
        let strongest = border.max_by_key(|&a| self.units[a]).unwrap();
        self.place(me, strongest, units);
        self.wire
            .say(&format!("REINFORCE {me} {strongest} {units}"));
    }

    fn play_turn(&mut self) {
        let me = self.me;
        // An area just lost its last enemy: the defeat is still to be told.
        let gone = |p: &&usize| !self.out.contains(p) && self.areas(**p).is_empty();
        if self.order.iter().any(|p| gone(&p)) {
            return;
        }
        // At the start of a turn, or after a defeat that brought more than 5.
        let hand = self.cards.len();
        if hand > 5 || (hand == 5 && self.unplaced[&me] > 0) {
            let set = self.find_set();
            for card in set {
                let at = self.cards.iter().position(|&c| c == card).unwrap();
                self.cards.swap_remove(at);
            }
            let [a, b, c] = set;
            self.wire.say(&format!("CARDS-EXCHANGE {me} {a} {b} {c}"));
            *self.hand_sizes.get_mut(&me).unwrap() -= 3;
            self.traded = true;
            return;
        }
        if self.unplaced[&me] > 0 {
            self.place_at_border(self.unplaced[&me]);
        }
        for from in self.areas(me) {
            if self.units[from] < 4 {
                continue;
            }
            if let Some(&target) = self.enemies(from).first() {
                self.wire.say(&format!("ATTACK {me} {from} {target} 3"));
                self.battle = Some((from, target));
                return;
            }
            // Idle units step towards a neighbour that has enemies.
            let around = &self.board.neighbours[from];
            if let Some(&to) = around.iter().find(|&&a| !self.enemies(a).is_empty()) {
                let units = self.units[from] - 1;
                self.wire.say(&format!("TRANSFER {me} {from} {to} {units}"));
                self.moved(me, from, to, units);
                break;
            }
        }
        self.end_round();
    }

    fn find_set(&self) -> [u32; 3] {
        let cards = &self.cards;
        for a in 0..cards.len() {
            for b in a + 1..cards.len() {
                for c in b + 1..cards.len() {
                    let set = [cards[a], cards[b], cards[c]];
                    let alike = set[0] == set[1] && set[1] == set[2];
                    let different = set[0] != set[1] && set[1] != set[2] && set[0] != set[2];
                    if alike || different || set.contains(&3) {
                        return set;
                    }
                }
            }
        }
        panic!("five cards without a set: {cards:?}");
    }
}

#[test]
fn plays_twenty_games_without_a_broken_rule() {
    let map = sketch::grid(4, 3);
    let board = Board::new(&map);
    for (areas, seed) in [(AreaVariant::Dealt, 1), (AreaVariant::Chosen, 2)] {
        let variants = Variants {
            areas,
            ..Variants::default()
        };
        let served = serve(&map, 3, variants, seed);
        for _ in 0..10 {
            let winners: Vec<usize> = std::thread::scope(|scope| {
                let play = |name| {
                    let (board, address) = (&board, served.address);
                    scope.spawn(move || OldClient::login(board, address, name).play())
                };
                let games = ["a", "b", "c"].map(play);
                games.map(|game| game.join().unwrap()).into()
            });
            assert!(winners.iter().all(|winner| *winner == winners[0]));
        }
        served.stop();
    }
}
