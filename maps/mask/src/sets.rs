//! Disjoint sets.

/// Disjoint sets of numbers from 0, each represented by its smallest number: union-find with path
/// halving. Joining and finding take nearly constant time on average.
#[derive(Debug, Clone, Default)]
pub struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    /// A set for each number below `count`.
    pub fn new(count: u32) -> Self {
        Self {
            parents: (0..count).collect(),
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u32 {
        self.parents.len() as u32
    }

    /// Adds the next number, in a set of its own.
    pub fn add(&mut self) -> u32 {
        let label = self.len();
        self.parents.push(label);
        label
    }

    /// The smallest number in the set of this one.
    ///
    /// # Panics
    /// If there is no such number.
    #[inline]
    pub fn find(&mut self, mut label: u32) -> u32 {
        loop {
            let parent = self.parents[label as usize];
            if parent == label {
                return label;
            }
            let above = self.parents[parent as usize];
            self.parents[label as usize] = above;
            label = above;
        }
    }

    /// Joins the sets of two numbers; returns the smallest number in both.
    ///
    /// # Panics
    /// If there are no such numbers.
    #[inline]
    pub fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high as usize] = low;
        low
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        let parents = self.parents.iter().zip(0_u32..);
        parents.filter(|&(&parent, label)| parent == label).count()
    }

    /// For each number that of its set, counted from 0 in order of their smallest numbers.
    pub fn into_numbers(self) -> Vec<u32> {
        let mut numbers = self.parents;
        let mut count = 0;
        for label in 0..numbers.len() {
            let parent = numbers[label] as usize;
            // A parent is smaller than its child, hence numbered already.
            numbers[label] = if parent == label {
                count += 1;
                count - 1
            } else {
                numbers[parent]
            };
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_and_numbered() {
        let mut sets = Sets::new(6);
        assert_eq!(sets.join(4, 2), 2);
        assert_eq!(sets.join(5, 1), 1);
        assert_eq!(sets.join(4, 5), 1);
        assert_eq!(sets.join(2, 5), 1);
        assert_eq!(sets.add(), 6);
        assert_eq!(
            (0..7).map(|at| sets.find(at)).collect::<Vec<_>>(),
            [0, 1, 1, 3, 1, 1, 6]
        );
        assert_eq!(sets.count(), 4);
        assert_eq!(sets.into_numbers(), [0, 1, 1, 2, 1, 1, 3]);
    }
}
