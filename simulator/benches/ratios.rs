//! Processor time of battle odds against their goals.
//!
//! `cargo bench -p marchland-simulator --bench ratios` prints one table. Contenders
//! take turns on one thread, and the fastest turn of each counts. Processor time
//! excludes other programs. The figures in docs/performance.md come from here.

use std::{hint::black_box, num::NonZero, time::Instant};

use marchland_simulator::{Battle, Defence, DiceRules, Exact, Job, Progress, Sampling, sample};

mod yardstick;

/// Processor time of this thread in seconds.
#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Wall-clock time, on systems without a clock for threads.
#[cfg(not(unix))]
fn now() -> f64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

struct Contender<'c> {
    name: &'static str,
    run: Box<dyn FnMut() + 'c>,
    /// Runs per turn, so that a turn takes long enough to measure.
    times: u32,
    best: f64,
}

impl<'c> Contender<'c> {
    fn new(name: &'static str, times: u32, run: impl FnMut() + 'c) -> Self {
        Self {
            name,
            run: Box::new(run),
            times,
            best: f64::INFINITY,
        }
    }

    fn turn(&mut self) {
        let start = now();
        for _ in 0..self.times {
            (self.run)();
        }
        self.best = self.best.min((now() - start) / f64::from(self.times));
    }
}

fn main() {
    // `cargo test --benches` only checks that this builds and starts.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let turns: u32 = std::env::var("TURNS")
        .ok()
        .and_then(|turns| turns.parse().ok())
        .unwrap_or(7);
    let battle = Battle::classic();
    let table = |sampling, iterations| Job {
        units: 30,
        iterations,
        seed: 1,
        sampling,
        threads: NonZero::new(1),
    };
    let fight = |job: Job| {
        let battle = &battle;
        move || {
            black_box(sample(battle, &job, &Progress::default())).expect("the job is in range");
        }
    };
    let mut sampled = [
        Contender::new(
            "30x30 at 10,000: one 32-bit number a round (yardstick)",
            1,
            || {
                black_box(yardstick::scalar_rounds(30, 10_000, black_box(1)));
            },
        ),
        Contender::new("  split", 4, fight(table(Sampling::Split, 10_000))),
        Contender::new(
            "  split at 1,000,000",
            4,
            fight(table(Sampling::Split, 1_000_000)),
        ),
    ];
    run(&mut sampled, turns);
    let [.., thousands, millions] = &sampled;
    println!(
        "{:<58} {:>9.2} x the time at 10,000",
        "  of that, a million battles take",
        millions.best / thousands.best
    );

    let solve = |units: usize| {
        let mut exact = Exact::new(units);
        let battle = &battle;
        move || {
            exact.solve(black_box(battle));
            black_box(exact.win(units, units));
        }
    };
    let memset = |units: usize| {
        let mut tables = [
            vec![1.0f64; (units + 1).pow(2)],
            vec![1.0f64; (units + 1).pow(2)],
        ];
        move || {
            for table in &mut tables {
                black_box(&mut *table).fill(black_box(0.0));
            }
            black_box(&tables);
        }
    };
    let loops = |units: usize| {
        let mut tables = [
            vec![1.0f64; (units + 1).pow(2)],
            vec![1.0f64; (units + 1).pow(2)],
        ];
        move || yardstick::exact_loops(units, black_box(&mut tables))
    };
    let mut large = [
        Contender::new(
            "1000x1000: memset of two tables (yardstick)",
            4,
            memset(1000),
        ),
        Contender::new("  exact win and survivors", 4, solve(1000)),
        Contender::new("  the same in plain loops", 1, loops(1000)),
    ];
    run(&mut large, 5 * turns);
    let mut small = [Contender::new(
        "30x30: exact win and survivors",
        500,
        solve(30),
    )];
    run(&mut small, 5 * turns);

    single(&battle, turns);
    choice(&battle, turns);
    threads(&battle, turns);
}

/// Single answers instead of tables.
fn single(battle: &Battle, turns: u32) {
    let odds = || {
        black_box(battle.odds(black_box(10), black_box(10)));
    };
    let campaign = || {
        black_box(battle.campaign(black_box(30), &[5, 3, 1, 4, 2], 1));
    };
    for contender in [
        Contender::new("10 against 10: exact odds", 1000, odds),
        Contender::new("campaign of 30 through five territories", 200, campaign),
    ] {
        run(&mut [contender], turns);
    }
}

/// The cost of a defender who chooses the number of dice.
fn choice(battle: &Battle, turns: u32) {
    let chooses = &Battle::new(DiceRules {
        defence: Defence::Seen,
        ..DiceRules::CLASSIC
    })
    .expect("the rules can be played");
    let odds = |battle: &'_ Battle| {
        black_box(black_box(battle).odds(999, 999));
    };
    let need = |battle: &'_ Battle| {
        black_box(black_box(battle).need(&[999], 1, 0.8));
    };
    let table = |exact: &mut Exact, battle| exact.solve(black_box(battle));
    let mut exact = [Exact::new(999), Exact::new(999)];
    let [one, other] = &mut exact;
    let sees = "  the defender sees the dice and chooses";
    for mut pair in [
        [
            Contender::new("999 against 999: exact odds", 1, || odds(battle)),
            Contender::new(sees, 1, || odds(chooses)),
        ],
        [
            Contender::new("attackers for 80 % against 999", 1, || need(battle)),
            Contender::new(sees, 1, || need(chooses)),
        ],
        [
            Contender::new("999x999: exact table", 1, || table(one, battle)),
            Contender::new(sees, 1, || table(other, chooses)),
        ],
    ] {
        run(&mut pair, turns);
    }
}

/// The gain of a second thread in wall-clock time; only meaningful on a machine with
/// two idle processors.
fn threads(battle: &Battle, turns: u32) {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..turns {
        for (best, threads) in best.iter_mut().zip(1..) {
            let job = Job {
                units: 100,
                iterations: 10_000,
                seed: 1,
                sampling: Sampling::Split,
                threads: NonZero::new(threads),
            };
            let start = Instant::now();
            black_box(sample(battle, &job, &Progress::default())).expect("the job is in range");
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let [one, two] = best;
    println!(
        "{:<58} {:>9.3} ms   {:.2} x faster than one ({:.3} ms)",
        "100x100 at 10,000: split on two threads, wall clock",
        two * 1e3,
        one / two,
        one * 1e3
    );
}

fn run(contenders: &mut [Contender<'_>], turns: u32) {
    for _ in 0..turns {
        for contender in &mut *contenders {
            contender.turn();
        }
    }
    let yardstick = contenders[0].best;
    for contender in contenders {
        let (time, unit) = match contender.best {
            time if time < 1e-3 => (time * 1e6, "µs"),
            time => (time * 1e3, "ms"),
        };
        let ratio = contender.best / yardstick;
        let times = if ratio > 1.0 {
            format!("{ratio:.2} x its time")
        } else {
            format!("{:.1} x faster", 1.0 / ratio)
        };
        println!("{:<58} {time:>9.3} {unit}   {times}", contender.name);
    }
}
