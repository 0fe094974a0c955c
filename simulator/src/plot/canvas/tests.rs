use super::*;

#[test]
fn only_long_texts_are_reduced() {
    let size = |text: &str| {
        let mut canvas = Canvas::new(800.0, 100.0, "");
        let style = TextStyle::new(13.5, INK, Anchor::Start);
        canvas.text_within(0.0, 50.0, text, style, 780.0);
        let svg = canvas.finish().svg;
        let (_, after) = svg.split_once("font-size=\"").unwrap();
        after.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    assert!((size("as wide as it is") - 13.5).abs() < 1e-9);
    let long = size(&"x".repeat(150));
    assert!((10.0..=10.4).contains(&long), "{long}");
}

#[test]
fn steps_are_round_numbers() {
    for (range, most, wanted) in [
        (30.0, 10.0, 5.0),
        (30.0, 30.0, 1.0),
        (1000.0, 10.0, 100.0),
        (0.3, 6.0, 0.05),
    ] {
        assert!(
            (step(range, most) - wanted).abs() < 1e-9,
            "{range} in {most}"
        );
    }
}
