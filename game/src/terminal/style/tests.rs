use super::*;

#[test]
fn colour_takes_no_columns() {
    let style = Style {
        colour: true,
        width: 20,
        ..Style::PLAIN
    };
    let painted = style.paint(Ink::Bad, "Ural");
    assert_eq!(columns(&painted), 4);
    assert_eq!(columns(&fit(&painted, 9)), 9);
    assert_eq!(Style::PLAIN.paint(Ink::Bad, "Ural"), "Ural");
}

#[test]
fn long_lines_are_cut_at_spaces() {
    let style = Style {
        colour: false,
        width: 12,
        ..Style::PLAIN
    };
    assert_eq!(style.wrap("one two three four", 2), "one two\n  three four");
    assert_eq!(style.wrap("unbreakableword", 2), "unbreakableword");
}

#[test]
fn long_names_are_cut() {
    assert_eq!(fit("Ural", 6), "Ural  ");
    assert_eq!(fit("Northwest", 6), "North…");
}
