//! Requirements of generated maps.

use super::net::Net;

/// Least and most neighbours of a territory.
pub(super) const MIN_DEGREE: usize = 2;
pub(super) const MAX_DEGREE: usize = 6;

/// Least and most average number of neighbours, in hundredths.
pub(super) const MIN_MEAN: usize = 330;
pub(super) const MAX_MEAN: usize = 460;

/// Most gates of a continent of any size.
const MAX_GATES: usize = 5;

pub(super) fn most_gates(members: usize) -> usize {
    MAX_GATES.min(members * 3 / 5).max(1)
}

/// A limit that an attempt violated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    /// There was no room for the territories.
    #[error("some continents had too little land for their territories; ask for more land")]
    Land,
    /// A territory had less than a third, or more than two and a half times, the average area.
    #[error("territories came out too uneven in size; ask for more land")]
    Sizes,
    /// Some territories could not be reached from others, or not within their continent.
    #[error("parts of the map could not be joined by sea; ask for more land or fewer continents")]
    Joined,
    /// A territory had fewer than 2 or more than 6 neighbours.
    #[error("a territory had {0} neighbours, not 2 to 6; ask for more continents or less land")]
    Degree(usize),
    /// Territories had fewer than 3.3 or more than 4.6 neighbours on average.
    #[error(
        "territories had {whole}.{rest:02} neighbours on average, not 3.3 to 4.6; ask for {what}",
        whole = .0 / 100, rest = .0 % 100,
        what = if *.0 < MIN_MEAN { "fewer continents" } else { "more continents" }
    )]
    Mean(usize),
    /// The longest path exceeded twice the square root of the number of territories.
    #[error("the longest way took {0} steps, more than {1}; ask for fewer continents")]
    Diameter(usize, usize),
    /// A single territory separated others, without being the sole gate of a continent.
    #[error("one territory alone joined parts of the map; ask for fewer continents")]
    Cut,
    /// A continent could be entered in none, in more than five, or in more than three fifths of its
    /// territories.
    #[error("a continent of {1} territories could be entered in {0}; ask for fewer continents")]
    Gates(usize, usize),
    /// A territory had less room than its badge.
    #[error("a territory had no room for its badge; ask for a larger size")]
    Room,
}

/// The territories that can be entered from another continent, by continent.
pub(super) fn gates(net: &Net, homes: &[u16]) -> Vec<Vec<usize>> {
    let mut gates = vec![Vec::new(); continents(homes)];
    for at in 0..net.len() {
        if net.around(at).iter().any(|&near| homes[near] != homes[at]) {
            gates[usize::from(homes[at])].push(at);
        }
    }
    gates
}

fn continents(homes: &[u16]) -> usize {
    homes.iter().max().map_or(0, |&last| usize::from(last) + 1)
}

/// By continent: the number of its territories.
pub(super) fn members(homes: &[u16]) -> Vec<usize> {
    let mut members = vec![0; continents(homes)];
    for &home in homes {
        members[usize::from(home)] += 1;
    }
    members
}

/// A territory whose removal disconnects the others, and the resulting piece of each; except the
/// sole gate of a continent.
pub(super) fn cut(net: &Net, homes: &[u16]) -> Option<(usize, Vec<usize>)> {
    let gates = gates(net, homes);
    (0..net.len()).find_map(|at| {
        if gates[usize::from(homes[at])] == [at] {
            return None;
        }
        let (pieces, count) = net.pieces(|near| near != at);
        (count > 1).then_some((at, pieces))
    })
}

pub(super) fn longest_way(territories: usize) -> usize {
    (4 * territories).isqrt()
}

/// Average number of neighbours, in hundredths.
pub(super) fn mean(net: &Net) -> usize {
    200 * net.links() / net.len().max(1)
}

/// Checks a net against all limits.
pub(super) fn check(net: &Net, homes: &[u16]) -> Result<(), Unmet> {
    let mut degrees = (0..net.len()).map(|at| net.degree(at));
    if let Some(wrong) = degrees.find(|degree| !(MIN_DEGREE..=MAX_DEGREE).contains(degree)) {
        return Err(Unmet::Degree(wrong));
    }
    for (gates, members) in gates(net, homes).iter().zip(members(homes)) {
        if gates.is_empty() || gates.len() > most_gates(members) {
            return Err(Unmet::Gates(gates.len(), members));
        }
    }
    if cut(net, homes).is_some() {
        return Err(Unmet::Cut);
    }
    let mean = mean(net);
    if !(MIN_MEAN..=MAX_MEAN).contains(&mean) {
        return Err(Unmet::Mean(mean));
    }
    let ((.., steps), most) = (net.farthest(), longest_way(net.len()));
    if steps > most {
        return Err(Unmet::Diameter(steps, most));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rings of four, joined by this many links side by side.
    fn rings(links: usize) -> (Net, Vec<u16>) {
        let mut net = Net::new(8);
        for at in 0..4 {
            net.link(at, (at + 1) % 4);
            net.link(4 + at, 4 + (at + 1) % 4);
        }
        net.link(0, 2);
        net.link(1, 3);
        net.link(4, 6);
        net.link(5, 7);
        (0..links).for_each(|at| net.link(at, 4 + at));
        (net, vec![0, 0, 0, 0, 1, 1, 1, 1])
    }

    #[test]
    fn each_limit_is_checked() {
        let outcome = |links| {
            let (net, homes) = rings(links);
            check(&net, &homes)
        };
        assert_eq!(outcome(0), Err(Unmet::Gates(0, 4)));
        // Each end is the sole gate of its continent.
        assert_eq!(outcome(1), Err(Unmet::Mean(325)));
        assert_eq!(outcome(2), Ok(()));
        assert_eq!(outcome(3), Err(Unmet::Gates(3, 4)));
        let (mut net, homes) = rings(2);
        assert_eq!(cut(&net, &homes), None);
        assert_eq!(cut(&net, &[0; 8]), None);
        net = rings(1).0;
        assert_eq!(cut(&net, &[0; 8]).map(|(at, _)| at), Some(0));
        let mut line = Net::new(5);
        (0..4).for_each(|at| line.link(at, at + 1));
        assert_eq!(check(&line, &[0; 5]), Err(Unmet::Degree(1)));
        assert_eq!(longest_way(42), 12);
    }
}
