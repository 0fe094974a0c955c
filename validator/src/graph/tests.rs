use std::collections::BTreeSet;

use marchland_maps::{Neighbour, Territory};
use petgraph::algo::{articulation_points, bridges};
use petgraph::graph::UnGraph;
use petgraph::visit::EdgeRef;
use proptest::prelude::*;

use super::*;

fn draft(count: u16, pairs: &[(u16, u16)]) -> Draft {
    let mut draft = Draft::new();
    for id in 0..count {
        let to = pairs.iter().filter(|p| p.0 == id).map(|p| TerritoryId(p.1));
        let territory = Territory {
            id: Some(TerritoryId(id)),
            neighbours: to.map(Neighbour::land).collect(),
            ..draft.fresh_territory()
        };
        draft.territories.push(territory);
    }
    draft
}

fn graph(count: u16, pairs: &[(u16, u16)]) -> Graph {
    let known = |id: TerritoryId| (id.0 < count).then_some(id.index());
    Graph::new(&draft(count, pairs), known)
}

#[test]
fn every_inner_territory_of_a_chain_is_a_gate() {
    let pairs: Vec<_> = (0..9_999).map(|i| (i, i + 1)).collect();
    let graph = graph(10_000, &pairs);
    let (bridges, gates) = graph.cuts();
    assert_eq!((bridges.len(), gates.len()), (9_999, 9_998));
    assert_eq!((gates[0].count, gates[0].some[0]), (1, 0));
    assert_eq!(bridges[4_999].count, 5_000);
    assert_eq!(graph.strong_components().len(), 1);
}

proptest! {
    #[test]
    fn cuts_agree_with_petgraph_and_with_removal(
        count in 1_u16..14,
        pairs in prop::collection::vec((0_u16..14, 0_u16..14), 0..28),
    ) {
        let graph = graph(count, &pairs);
        let mut peer = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = (0..count).map(|_| peer.add_node(())).collect();
        for link in graph.links() {
            peer.add_edge(nodes[link.a], nodes[link.b], ());
        }
        let (found, gates) = graph.cuts();
        let expected: BTreeSet<_> = bridges(&peer)
            .map(|e| (e.source().index(), e.target().index()))
            .collect();
        let pair = |at: usize| (graph.links()[at].a, graph.links()[at].b);
        prop_assert_eq!(found.iter().map(|cut| pair(cut.what)).collect::<BTreeSet<_>>(), expected);
        let expected: BTreeSet<_> =
            articulation_points::articulation_points(&peer).into_iter().map(NodeIndex::index).collect();
        prop_assert_eq!(gates.iter().map(|cut| cut.what).collect::<BTreeSet<_>>(), expected);

        let whole = graph.components();
        for gate in gates {
            let part = whole.iter().find(|part| part.contains(&gate.what)).unwrap();
            let left = graph
                .components_within(|at| (at != gate.what && part.contains(&at)).then_some(()));
            let beyond: usize = left.iter().skip(1).map(Vec::len).sum();
            prop_assert_eq!(gate.count, beyond);
            prop_assert!(gate.some.iter().all(|at| part.contains(at) && *at != gate.what));
        }
    }
}
