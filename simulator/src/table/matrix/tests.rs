use super::*;
use crate::table::Format;

fn parse(text: &str) -> Result<Table, ReadTableError> {
    Table::read_from(text.as_bytes())
}

#[test]
fn a_written_table_reads_back() {
    let table = Battle::classic().table(12);
    let mut text = Vec::new();
    table
        .write(
            &mut text,
            Format::Matrix {
                decimals: 6,
                errors: false,
            },
        )
        .unwrap();
    let first = String::from_utf8(text.clone())
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    assert!(
        first.starts_with("0.416667|1.000000 0.106096|1.000000 0.027015|1.000000 "),
        "{first}"
    );
    let back = Table::read_from(text.as_slice()).unwrap();
    assert_eq!(back.units(), 12);
    for (a, d, cell) in table.cells() {
        let read = back.get(a, d).unwrap();
        assert!(
            (read.win - cell.win).abs() <= 5e-7 && (read.survivors - cell.survivors).abs() <= 5e-7
        );
    }
}

#[test]
fn spacing_and_undefined_means_of_other_programs_are_accepted() {
    let table =
        parse("\u{feff}0.419|1\t0|nan \r\n\n# a note\n  0.754|1.767   0.363|-nan").unwrap_err();
    assert!(
        matches!(
            table,
            ReadTableError::Cell {
                line: 4,
                cell: 2,
                ..
            }
        ),
        "{table}"
    );
    let table = parse("0.419|1\t0|nan \r\n\n# a note\n  0.754|1.767   0.363|1.5\n").unwrap();
    assert_eq!(
        table.get(1, 2).unwrap(),
        Cell {
            win: 0.0,
            survivors: 0.0,
            errors: None
        }
    );
    assert_eq!(table.get(2, 2).unwrap().survivors, 1.5);
}

#[test]
fn cells_may_include_standard_errors() {
    let table = parse("0.419|1|0.005|0\n").unwrap();
    assert_eq!(
        table.get(1, 1).unwrap().errors,
        Some(Errors {
            win: 0.005,
            survivors: 0.0
        })
    );
}

#[test]
fn errors_name_their_place() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    assert!(message("").contains("empty"));
    assert!(message("0.4|1 0.1|1\n").contains("1 row of 2 cells"));
    assert!(message("0.4|1\n0.1|1\n").contains("2 rows of 1 cell:"));
    assert!(message("0.4|1 0.1|1\n0.4|1\n").contains("line 2 has 1 cell, the first row 2 cells"));
    assert!(message("0.4|1 0.1\n").contains("line 1, cell 2"));
    assert!(message("1.4|1\n").contains("between 0 and 1"));
    assert!(message("0.4|2\n").contains("left than there were"));
    assert!(message("0.4|inf\n").contains("left than there were"));
    assert!(message("0.4|nan\n").contains("must be a number"));
    for mean in ["0.5|0", "0.5|0.5", "0|0.5", "0.5|-1"] {
        assert!(
            message(&format!("{mean}\n")).contains("at least 1, or 0"),
            "{mean}"
        );
    }
    assert!(message("0.4|1|0.1\n").contains("two or four"));
    // Cut in the last number, or only after it.
    assert!(message("0.4|1 0.1|1\n0.7|1.5 0.3|1").contains("cut off"));
    assert!(message("\u{1}\u{2}\u{0}").contains("line 1, cell 1"));
}
