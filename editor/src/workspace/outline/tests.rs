use super::*;
use crate::sketch;

#[test]
fn rows_follow_filter_folds_and_the_draft() {
    let mut document = Document::new(sketch::row(4), None, true);
    let [west, east] = [0, 1].map(|i: usize| document.draft().continents[i].key);
    let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| document.draft().territories[i].key);
    let mut view = ViewState::default();
    let mut outline = Outline::default();
    let mut rows = |document: &Document, view: &ViewState| {
        outline.follow(document, view);
        outline.rows().to_vec()
    };
    let head = |key, count| Row::Continent(key, count);
    let [west, east] = [west, east].map(Some);
    let all = [
        head(west, 2),
        Row::Territory(a),
        Row::Territory(b),
        head(east, 2),
        Row::Territory(c),
        Row::Territory(d),
    ];
    assert_eq!(rows(&document, &view), all);
    view.fold(west);
    assert_eq!(rows(&document, &view)[..2], [head(west, 2), head(east, 2)]);
    // A filter shows folded territories, but no empty continents.
    view.filter = "land 1".into();
    assert_eq!(rows(&document, &view), [head(west, 1), Row::Territory(b)]);
    // A continent that is found is shown whole.
    let name = texts::continent_name(&document.draft().continents[1]);
    view.filter = name;
    assert_eq!(rows(&document, &view), all[3..]);
    view.filter.clear();
    view.fold(west);
    let edit = marchland_maps::author::move_to_continent(document.draft(), [d], None);
    document.make("Out", edit, None).unwrap();
    let after = rows(&document, &view);
    assert_eq!(
        after[3..],
        [
            head(east, 1),
            Row::Territory(c),
            head(None, 1),
            Row::Territory(d)
        ]
    );
    assert_eq!(outline.territories().collect::<Vec<_>>(), [a, b, c, d]);
    assert_eq!(outline.offset_of(d), Some(Rows::OUTLINE.top(3)));
    assert_eq!(outline.offset_of(a), Some(0.0));
}
