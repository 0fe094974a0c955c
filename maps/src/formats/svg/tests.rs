use super::*;

fn svg(inner: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inner}</svg>")
}

#[test]
fn a_file_of_nothing_but_open_brackets_is_refused() {
    assert!(matches!(read(&"<".repeat(1 << 23)), Err(SvgError::Xml(_))));
    // Depth is that of the elements, whatever their attributes look like.
    for (depth, tag) in [(1, "<g a='/>'>"), (MAX_DEPTH, "<g a='/>'>")] {
        let nested = format!("{}{}", tag.repeat(depth), "</g>".repeat(depth));
        let deep = matches!(read(&svg(&nested)), Err(SvgError::TooDeep));
        assert_eq!(deep, depth == MAX_DEPTH);
    }
    let flat = "<path id='a' title='a>b' d='M0 0h1v1z'/>".repeat(2 * MAX_DEPTH);
    assert_eq!(read(&svg(&flat)).unwrap().shapes.len(), 1);
}

#[test]
fn each_id_is_kept_once_however_deep_it_stands() {
    let depth = MAX_DEPTH - 2;
    let group = |at: usize| format!("<g id='{at}{}'>", "x".repeat(MAX_ID_BYTES - 5));
    let groups: String = (0..depth).map(group).collect();
    let path = |at: usize| format!("<path id='{at}' d='M0 0h1v1z'/>");
    let paths: String = (0..5_000).map(path).collect();
    let text = svg(&format!("{groups}{paths}{}", "</g>".repeat(depth)));
    let document = Document::parse(&text).unwrap();
    let elements = Elements::find(&document).unwrap();
    let kept: usize = elements.groups.iter().map(|group| group.id.len()).sum();
    assert!(kept < text.len());
    assert_eq!(elements.around("7").len(), depth);
    assert!(elements.around("7")[0].starts_with("0x"));
    assert_eq!(read(&text).unwrap().shapes.len(), 5_000);
    let long = svg(&format!("<g id='{}'/>", "x".repeat(MAX_ID_BYTES + 1)));
    assert!(matches!(read(&long), Err(SvgError::LongId(_))));
}

/// A path was flattened as a whole before its points were counted.
#[test]
fn points_are_counted_before_they_are_stored() {
    let document = Document::parse("<svg/>").unwrap();
    let elements = Elements::find(&document).unwrap();
    let mut drawing = Drawing {
        elements: &elements,
        tolerance: 0.001,
        found: Vec::new(),
        by_id: HashMap::new(),
        sea: BTreeMap::new(),
        points_left: 1_000,
    };
    let [a, b, c] = [(0.0, 0.0), (9_000.0, 0.0), (0.0, 9_000.0)].map(|(x, y)| Point { x, y });
    let endless = [
        PathSegment::LineTo(a),
        PathSegment::QuadTo(b, c),
        PathSegment::CubicTo(b, c, a),
    ];
    for segment in endless {
        let mut read = 0;
        let segments = std::iter::once(PathSegment::MoveTo(a));
        let segments = segments.chain(std::iter::repeat(segment));
        let result = drawing.flatten(segments.inspect(|_| read += 1).take(5_000));
        assert!(matches!(result, Err(SvgError::TooManyPoints)));
        assert!(read <= 1_001, "{read}");
    }
}
