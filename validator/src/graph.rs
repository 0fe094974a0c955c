//! The graph of a draft's links. The only module that uses petgraph.

use std::cell::OnceCell;
use std::collections::HashMap;

use marchland_maps::{By, Draft, TerritoryId, Way};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

/// A link between two territories, even if it is declared several times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    /// The smaller index of the two territories.
    pub(crate) a: usize,
    /// The larger index.
    pub(crate) b: usize,
    /// By land or by sea.
    pub(crate) by: By,
    /// Whether it leads from `a` to `b`.
    pub(crate) there: bool,
    /// Whether it leads from `b` to `a`.
    pub(crate) back: bool,
    /// The first declaration: index of the territory, index in its list.
    pub(crate) declared: (usize, usize),
}

impl Link {
    pub(crate) const fn one_way(&self) -> bool {
        self.there != self.back
    }
}

/// The links between the territories of a draft.
///
/// Territories are identified by their index in the draft. Links to unknown
/// territories and from a territory to itself are left out.
#[derive(Debug)]
pub(crate) struct Graph {
    links: Vec<Link>,
    between: HashMap<(usize, usize), usize>,
    /// Neighbours of each territory in either direction, ascending.
    around: Vec<Vec<usize>>,
    directed: DiGraph<(), ()>,
    /// The result of [`Graph::cuts`].
    cuts: OnceCell<(Vec<Cut>, Vec<Cut>)>,
}

/// A territory or link whose removal splits a connected part of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The territory, or the link by its index in [`Graph::links`].
    pub(crate) what: usize,
    /// Number of territories cut off from the largest remaining part.
    pub(crate) count: usize,
    /// Up to [`Cut::LISTED`] of them, ascending.
    pub(crate) some: Vec<usize>,
}

impl Cut {
    /// Maximum number of territories listed: listing all of them for every link of a
    /// chain of ten thousand would take gigabytes.
    const LISTED: usize = 8;
}

impl Graph {
    /// Builds the graph. `of` returns the index of the first territory with an id.
    pub(crate) fn new(draft: &Draft, of: impl Fn(TerritoryId) -> Option<usize>) -> Self {
        let count = draft.territories.len();
        let mut links: Vec<Link> = Vec::new();
        let mut between = HashMap::new();
        for (from, territory) in draft.territories.iter().enumerate() {
            for (at, n) in territory.neighbours.iter().enumerate() {
                let Some(to) = of(n.to).filter(|&to| to != from) else {
                    continue;
                };
                let pair = (from.min(to), from.max(to));
                let index = *between.entry(pair).or_insert_with(|| {
                    links.push(Link {
                        a: pair.0,
                        b: pair.1,
                        by: n.by,
                        there: false,
                        back: false,
                        declared: (from, at),
                    });
                    links.len() - 1
                });
                let link = &mut links[index];
                link.there |= n.way == Way::Both || from == pair.0;
                link.back |= n.way == Way::Both || from == pair.1;
            }
        }
        let mut around = vec![Vec::new(); count];
        let mut directed = DiGraph::with_capacity(count, links.len() * 2);
        for _ in 0..count {
            directed.add_node(());
        }
        let node = |at: usize| NodeIndex::new(at);
        for link in &links {
            around[link.a].push(link.b);
            around[link.b].push(link.a);
            if link.there {
                directed.add_edge(node(link.a), node(link.b), ());
            }
            if link.back {
                directed.add_edge(node(link.b), node(link.a), ());
            }
        }
        for list in &mut around {
            list.sort_unstable();
        }
        Self {
            links,
            between,
            around,
            directed,
            cuts: OnceCell::new(),
        }
    }

    /// All links in the order of their first declaration.
    pub(crate) fn links(&self) -> &[Link] {
        &self.links
    }

    /// The link between two territories.
    pub(crate) fn link(&self, a: usize, b: usize) -> Option<&Link> {
        self.between
            .get(&(a.min(b), a.max(b)))
            .map(|&index| &self.links[index])
    }

    /// Neighbours of a territory in either direction, ascending.
    pub(crate) fn around(&self, at: usize) -> &[usize] {
        &self.around[at]
    }

    /// Connected components, ignoring directions: largest first, then by their first
    /// territory. Members ascend.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        self.components_within(|_| Some(()))
    }

    /// [`Graph::components`] using only links within a group. Territories without a
    /// group are left out.
    pub(crate) fn components_within<G: PartialEq>(
        &self,
        group: impl Fn(usize) -> Option<G>,
    ) -> Vec<Vec<usize>> {
        let mut sets = UnionFind::<usize>::new(self.around.len());
        let inside = |link: &&Link| group(link.a).is_some_and(|a| group(link.b) == Some(a));
        for link in self.links.iter().filter(inside) {
            sets.union(link.a, link.b);
        }
        let mut parts: HashMap<usize, Vec<usize>> = HashMap::new();
        for at in (0..self.around.len()).filter(|&at| group(at).is_some()) {
            parts.entry(sets.find(at)).or_default().push(at);
        }
        sorted(parts.into_values().collect())
    }

    /// Strongly connected components, largest first.
    pub(crate) fn strong_components(&self) -> Vec<Vec<usize>> {
        let parts = kosaraju_scc(&self.directed).into_iter().map(|part| {
            let mut part: Vec<usize> = part.into_iter().map(NodeIndex::index).collect();
            part.sort_unstable();
            part
        });
        sorted(parts.collect())
    }

    /// Number of steps from `from` to every territory, ignoring directions;
    /// `u32::MAX` if unreachable.
    pub(crate) fn distances(&self, from: usize) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.around.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        steps[from] = 0;
        while let Some(at) = queue.pop_front() {
            for &to in &self.around[at] {
                if steps[to] == u32::MAX {
                    steps[to] = steps[at] + 1;
                    queue.push_back(to);
                }
            }
        }
        steps
    }

    /// Links and territories whose removal splits a connected part, each ascending.
    /// Takes time linear in territories and links, once.
    pub(crate) fn cuts(&self) -> &(Vec<Cut>, Vec<Cut>) {
        self.cuts.get_or_init(|| self.find_cuts())
    }

    fn find_cuts(&self) -> (Vec<Cut>, Vec<Cut>) {
        let walk = Walk::over(self);
        let mut bridges = Vec::new();
        let mut gates: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
        for &child in &walk.order {
            let Some(parent) = walk.parent[child] else {
                continue;
            };
            let (from, size) = (walk.entered[child], walk.size[child]);
            if walk.low[child] > walk.entered[parent] {
                let tree = walk.tree(child);
                let ranges = if size * 2 <= tree.1 {
                    vec![(from, size)]
                } else {
                    without(tree, &[(from, size)])
                };
                let link = self.between[&(parent.min(child), parent.max(child))];
                bridges.push(walk.cut(link, &ranges));
            }
            if walk.low[child] >= walk.entered[parent] {
                gates.entry(parent).or_default().push((from, size));
            }
        }
        let mut gates_found = Vec::new();
        for (at, mut parts) in gates {
            let is_root = walk.parent[at].is_none();
            if is_root && parts.len() < 2 {
                continue;
            }
            let tree = walk.tree(at);
            let rest = tree.1 - 1 - parts.iter().map(|&(_, size)| size).sum::<usize>();
            parts.sort_unstable_by_key(|&(from, size)| (size, from));
            let largest = parts.last().map_or(0, |&(_, size)| size);
            if rest >= largest {
                gates_found.push(walk.cut(at, &parts));
            } else {
                // All but the largest part and the gate itself.
                let mut kept: Vec<_> = parts.pop().into_iter().collect();
                kept.push((walk.entered[at], 1));
                kept.sort_unstable();
                gates_found.push(walk.cut(at, &without(tree, &kept)));
            }
        }
        bridges.sort_unstable_by_key(|cut| cut.what);
        gates_found.sort_unstable_by_key(|cut| cut.what);
        (bridges, gates_found)
    }
}

fn sorted(mut parts: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
    parts
}

/// A depth-first search with Tarjan's low links, without recursion because a chain of
/// ten thousand territories would overflow the stack.
struct Walk {
    /// Territories in the order of the search.
    order: Vec<usize>,
    /// Index of each territory in `order`.
    entered: Vec<usize>,
    low: Vec<usize>,
    parent: Vec<Option<usize>>,
    /// Size of each subtree including its root; its territories follow the root in
    /// `order`.
    size: Vec<usize>,
    root: Vec<usize>,
}

impl Walk {
    fn over(graph: &Graph) -> Self {
        let count = graph.around.len();
        let mut walk = Self {
            order: Vec::with_capacity(count),
            entered: vec![usize::MAX; count],
            low: vec![usize::MAX; count],
            parent: vec![None; count],
            size: vec![1; count],
            root: (0..count).collect(),
        };
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for start in 0..count {
            if walk.entered[start] != usize::MAX {
                continue;
            }
            walk.enter(start);
            stack.push((start, 0));
            while let Some((at, next)) = stack.last_mut() {
                let at = *at;
                if let Some(&to) = graph.around[at].get(*next) {
                    *next += 1;
                    if walk.entered[to] == usize::MAX {
                        walk.parent[to] = Some(at);
                        walk.root[to] = start;
                        walk.enter(to);
                        stack.push((to, 0));
                    } else if walk.parent[at] != Some(to) {
                        // Links are simple, so only the parent is skipped.
                        walk.low[at] = walk.low[at].min(walk.entered[to]);
                    }
                } else {
                    stack.pop();
                    if let Some(parent) = walk.parent[at] {
                        walk.low[parent] = walk.low[parent].min(walk.low[at]);
                        walk.size[parent] += walk.size[at];
                    }
                }
            }
        }
        walk
    }

    fn enter(&mut self, at: usize) {
        self.entered[at] = self.order.len();
        self.low[at] = self.order.len();
        self.order.push(at);
    }

    /// The range (start, length) of `order` with the whole tree of `at`.
    fn tree(&self, at: usize) -> (usize, usize) {
        let root = self.root[at];
        (self.entered[root], self.size[root])
    }

    /// The cut at `what` that separates ranges (start, length) of `order`.
    fn cut(&self, what: usize, ranges: &[(usize, usize)]) -> Cut {
        let members = ranges
            .iter()
            .flat_map(|&(from, size)| &self.order[from..from + size]);
        let mut some: Vec<usize> = members.copied().take(Cut::LISTED).collect();
        some.sort_unstable();
        let count = ranges.iter().map(|&(_, size)| size).sum();
        Cut { what, count, some }
    }
}

/// A range (start, length) minus sorted and disjoint ranges within it.
fn without(whole: (usize, usize), holes: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut left = Vec::with_capacity(holes.len() + 1);
    let mut from = whole.0;
    for &(start, size) in holes {
        left.push((from, start - from));
        from = start + size;
    }
    left.push((from, whole.0 + whole.1 - from));
    left
}

#[cfg(test)]
mod tests;
