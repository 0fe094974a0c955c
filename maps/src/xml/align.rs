//! Aligns an old list with a new one.

/// One step from the old list to the new, in the order of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The old item at the first index became the new one at the second, possibly changed.
    Keep(usize, usize),
    /// The old item was removed.
    Remove(usize),
    /// The new item was inserted.
    Insert(usize),
}

/// Up to this many pairs are compared; longer lists that differ throughout are paired by index.
const MAX_PAIRS: usize = 1 << 20;

/// The cheapest way from `old` to `new`. Changing an item in place is cheaper if the two are
/// `related`.
pub(super) fn align<T: PartialEq>(
    old: &[T],
    new: &[T],
    related: impl Fn(&T, &T) -> bool,
) -> Vec<Step> {
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail
        .take(shorter - head)
        .take_while(|(a, b)| a == b)
        .count();
    let mut steps: Vec<_> = (0..head).map(|at| Step::Keep(at, at)).collect();
    let (old_mid, new_mid) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let middle = if old_mid.len() * new_mid.len() > MAX_PAIRS {
        by_place(old_mid.len(), new_mid.len())
    } else {
        cheapest(old_mid, new_mid, related)
    };
    steps.extend(middle.into_iter().map(|step| match step {
        Step::Keep(i, j) => Step::Keep(head + i, head + j),
        Step::Remove(i) => Step::Remove(head + i),
        Step::Insert(j) => Step::Insert(head + j),
    }));
    steps.extend((0..tail).map(|at| Step::Keep(old.len() - tail + at, new.len() - tail + at)));
    steps
}

fn by_place(old: usize, new: usize) -> Vec<Step> {
    let kept = (0..old.min(new)).map(|at| Step::Keep(at, at));
    let removed = (new..old).map(Step::Remove);
    let inserted = (old..new).map(Step::Insert);
    kept.chain(removed).chain(inserted).collect()
}

/// Edit distance by dynamic programming, walked back.
fn cheapest<T: PartialEq>(old: &[T], new: &[T], related: impl Fn(&T, &T) -> bool) -> Vec<Step> {
    // Changing an unrelated item costs more than one insertion or removal, and less than both.
    const ONE_SIDED: u32 = 2;
    let change = |i: usize, j: usize| {
        if old[i] == new[j] {
            0
        } else if related(&old[i], &new[j]) {
            1
        } else {
            3
        }
    };
    let width = new.len() + 1;
    // cost[i * width + j]: from old[i..] to new[j..].
    let mut cost = vec![0_u32; (old.len() + 1) * width];
    for i in (0..=old.len()).rev() {
        for j in (0..=new.len()).rev() {
            let best = match (i < old.len(), j < new.len()) {
                (false, false) => 0,
                (false, true) => cost[i * width + j + 1] + ONE_SIDED,
                (true, false) => cost[(i + 1) * width + j] + ONE_SIDED,
                (true, true) => (cost[(i + 1) * width + j + 1] + change(i, j))
                    .min(cost[i * width + j + 1] + ONE_SIDED)
                    .min(cost[(i + 1) * width + j] + ONE_SIDED),
            };
            cost[i * width + j] = best;
        }
    }
    let mut steps = Vec::with_capacity(old.len().max(new.len()));
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        let here = cost[i * width + j];
        if i < old.len() && j < new.len() && here == cost[(i + 1) * width + j + 1] + change(i, j) {
            steps.push(Step::Keep(i, j));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && here == cost[(i + 1) * width + j] + ONE_SIDED {
            steps.push(Step::Remove(i));
            i += 1;
        } else {
            steps.push(Step::Insert(j));
            j += 1;
        }
    }
    steps
}

/// A longest increasing subsequence, as indices: the items that can stay while all others move
/// around them.
pub(super) fn longest_ascending(values: &[usize]) -> Vec<usize> {
    // ends[n]: index of the smallest value that ends an ascent of n + 1.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; values.len()];
    for (at, &value) in values.iter().enumerate() {
        let length = ends.partition_point(|&end| values[end] < value);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut ascent: Vec<_> =
        std::iter::successors(ends.last().copied(), |&at| before[at]).collect();
    ascent.reverse();
    ascent
}

#[cfg(test)]
mod tests;
