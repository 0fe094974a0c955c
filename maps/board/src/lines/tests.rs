use super::*;
use crate::scene::tests::strip;
use marchland_maps::Wrap;

#[test]
fn lines_are_cut_at_the_view() {
    let size = Size::new(100.0, 100.0);
    let far = clip(
        Point::new(-1000.0, 50.0),
        Point::new(1000.0, 50.0),
        size,
        10.0,
    );
    assert_eq!(
        far,
        Some((Point::new(-10.0, 50.0), Point::new(110.0, 50.0)))
    );
    let beside = clip(
        Point::new(-50.0, -20.0),
        Point::new(400.0, -20.0),
        size,
        10.0,
    );
    assert_eq!(beside, None);
}

#[test]
fn a_link_over_the_joined_edge_is_drawn_to_both_edges() {
    let line = Line {
        from: Pixel::new(4, 5),
        to: Pixel::new(34, 5),
        kind: LineKind::Sea,
        one_way: false,
        strong: false,
    };
    let open = strip().with_links(vec![line], Wrap::default());
    assert_eq!(stretches(&open, &line), [[(4.5, 5.5), (34.5, 5.5)]]);
    let joined = Wrap {
        horizontal: true,
        vertical: false,
    };
    let scene = strip().with_links(vec![line], joined);
    let pieces = stretches(&scene, &line);
    assert_eq!(pieces[0], [(4.5, 5.5), (0.0, 5.5)]);
    assert_eq!(pieces[1], [(40.0, 5.5), (34.5, 5.5)]);
}
