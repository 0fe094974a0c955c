//! The strategy *chains*.
//!
//! While there are sides that give nothing away, it draws any of them; when few are left it
//! searches all their orders for one after which the opponent must cut into the first chain.
//! Then it takes what it is given, either everything or all but the part that forces the
//! opponent to move ([`coins`](super::coins)), and otherwise cuts into what costs least.

use super::coins::{Chain, Coins, Run, cut_into, lengths, worth};

/// The maximum number of safe sides for which all orders are searched: 2 to the power of this
/// many states.
const SEARCHED: usize = 11;

/// The string to cut; `one_of` chooses among equals.
pub(super) fn choose(coins: &Coins, one_of: impl FnOnce(&[usize]) -> usize) -> usize {
    let runs = coins.runs();
    if !runs.is_empty() {
        return take(coins, &runs);
    }
    let safe: Vec<usize> = coins
        .open()
        .filter(|&string| coins.is_safe(string))
        .collect();
    match safe.len() {
        0 => cut_into_least(coins),
        1..=SEARCHED => wait(coins, &safe),
        _ => one_of(&safe),
    }
}

/// Takes coins, or leaves the last of them.
fn take(coins: &Coins, runs: &[Run]) -> usize {
    let left = |run: &Run| if run.both { 4 } else { 2 };
    // A run of which coins can be left is kept for last, a chain before a ring because it
    // costs less.
    let kept = runs.iter().filter(|run| run.coins >= left(run));
    let Some(last) = kept.min_by_key(|run| run.both) else {
        return runs[0].strings[0];
    };
    if let Some(other) = runs.iter().find(|run| run.strings[0] != last.strings[0]) {
        return other.strings[0];
    }
    if last.coins > left(last) {
        return last.strings[0];
    }
    let mut rest = coins.clone();
    for &string in &last.strings {
        rest.cut(string);
    }
    let nothing_safe = !rest.open().any(|string| rest.is_safe(string));
    if nothing_safe && rest.end() < -(left(last) as i32) {
        // The second string of two leaves two coins on the first; the middle one of three
        // leaves two on each of the others.
        return last.strings[1];
    }
    last.strings[0]
}

/// The best safe string, assuming that the opponent plays best.
fn wait(coins: &Coins, safe: &[usize]) -> usize {
    let mut known = vec![None; 1 << safe.len()];
    let mut coins = coins.clone();
    let mut best = (i32::MIN, safe[0]);
    for (at, &string) in safe.iter().enumerate() {
        coins.cut(string);
        let value = -value_of(&mut coins, safe, 1 << at, &mut known);
        coins.mend(string);
        best = best.max((value, string));
    }
    best.1
}

/// The advantage of the player to move; the bits of `cut` are the safe strings already cut.
fn value_of(coins: &mut Coins, safe: &[usize], cut: usize, known: &mut [Option<i32>]) -> i32 {
    if let Some(value) = known[cut] {
        return value;
    }
    let mut best = None;
    for (at, &string) in safe.iter().enumerate() {
        if cut >> at & 1 == 0 && coins.is_safe(string) {
            coins.cut(string);
            let value = -value_of(coins, safe, cut | 1 << at, known);
            coins.mend(string);
            best = best.max(Some(value));
        }
    }
    *known[cut].insert(best.unwrap_or_else(|| coins.end()))
}

/// Cuts into the chain or ring that costs least in the end.
fn cut_into_least(coins: &Coins) -> usize {
    let chains = coins.chains();
    let (lines, rings) = (lengths(&chains, false), lengths(&chains, true));
    let value = |chain: &Chain| {
        let rest = if chain.ring {
            worth(&lines, &rings[1..])
        } else {
            worth(&lines[1..], &rings)
        };
        cut_into(chain.coins, chain.ring, rest)
    };
    let shortest = |ring: bool| {
        let kind = chains.iter().filter(move |chain| chain.ring == ring);
        kind.min_by_key(|chain| chain.coins)
    };
    let both = [shortest(false), shortest(true)];
    let least = both.into_iter().flatten().max_by_key(|chain| value(chain));
    match least {
        // Cut two in the middle, so that the opponent can leave none.
        Some(chain) => chain.strings[usize::from(chain.coins == 2)],
        None => coins.open().next().unwrap_or_default(),
    }
}
