use super::*;

fn told(remarks: Remarks) -> Vec<String> {
    let remarks = remarks.into_vec();
    remarks.iter().map(ToString::to_string).collect()
}

#[test]
fn remarks_of_one_kind_are_summed_up() {
    let mut remarks = Remarks::default();
    for line in 1..=30 {
        remarks.add("a.map", line, Cause::SelfBorder(7));
        remarks.add("a.cards", line, Cause::CardTwice(8));
        if line < 4 {
            remarks.add("b.map", line, Cause::SelfBorder(9));
        }
    }
    let told = told(remarks);
    assert_eq!(told.len(), 20 + 20 + 3 + 2);
    let sums: Vec<_> = told
        .windows(2)
        .filter(|two| two[1].contains("more"))
        .collect();
    assert_eq!(
        sums,
        [
            [
                "a.map:20: fault: country 7 borders itself; left out",
                "a.map:21: fault: and 10 more like the one before",
            ],
            [
                "a.cards:20: not kept: a second card of country 8; the first counts",
                "a.cards:21: not kept: and 10 more like the one before",
            ],
        ]
    );
}

#[test]
fn there_is_an_end_to_remarks_of_many_kinds() {
    let mut remarks = Remarks::default();
    for file in 0..60 {
        for line in 1..=10 {
            remarks.add(&format!("{file}.map"), line, Cause::SelfBorder(1));
        }
    }
    let told = told(remarks);
    assert_eq!(told.len(), 501);
    assert_eq!(told[500], "49.map: note: and 100 more remarks");
}

#[test]
fn no_name_steers_a_terminal() {
    let remark = Remark {
        file: "a\u{1b}[2J.map".to_owned(),
        line: None,
        weight: Weight::Note,
        text: Cause::StandardDeck("b\n\u{202e}c".to_owned()).to_string(),
    };
    let told = remark.to_string();
    assert!(
        told.starts_with("a\\u{1b}[2J.map: note: `b\\n\\u{202e}c` comes"),
        "{told}"
    );
}
