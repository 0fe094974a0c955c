//! Steps through lists by keys.

/// The place `by` steps from `at` in a list of `count`, wrapping around; without a place, the first
/// or the last. `None` if the list is empty.
pub(crate) fn step(at: Option<usize>, by: isize, count: usize) -> Option<usize> {
    let count = isize::try_from(count).ok().filter(|count| *count > 0)?;
    let to = match at {
        Some(at) => at as isize + by,
        None if by > 0 => 0,
        None => -1,
    };
    Some(to.rem_euclid(count) as usize)
}
