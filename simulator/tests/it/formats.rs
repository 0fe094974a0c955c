//! The file formats: written tables read back, and damage is detected.

use marchland_simulator::{
    Battle, Defence, DiceRules, Format, Job, Method, Progress, Sampling, Table, sample,
};
use proptest::prelude::*;

const MATRIX: Format = Format::Matrix {
    decimals: 6,
    errors: false,
};

fn written(table: &Table, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes, format).unwrap();
    bytes
}

fn tables() -> [Table; 3] {
    let job = Job {
        units: 9,
        iterations: 500,
        seed: 3,
        sampling: Sampling::Split,
        threads: None,
    };
    let seen = Battle::new(DiceRules {
        defence: Defence::Seen,
        ..DiceRules::CLASSIC
    })
    .unwrap();
    [
        Battle::classic().table(12),
        sample(&Battle::classic(), &job, &Progress::default()).unwrap(),
        seen.table(5),
    ]
}

#[test]
fn csv_and_json_keep_full_precision() {
    for table in tables() {
        for format in [Format::Csv, Format::Json] {
            let back = Table::read_from(written(&table, format).as_slice()).unwrap();
            assert_eq!(back.units(), table.units());
            for (a, d, cell) in table.cells() {
                let read = back.get(a, d).unwrap();
                assert_eq!(
                    (read.win, read.survivors),
                    (cell.win, cell.survivors),
                    "{format:?}"
                );
                // By bits, since an unknown error is NaN.
                let bits = |cell: marchland_simulator::Cell| {
                    cell.errors
                        .map(|errors| (errors.win.to_bits(), errors.survivors.to_bits() << 13))
                };
                assert_eq!(bits(read), bits(cell), "{format:?}");
            }
            if format == Format::Json {
                assert_eq!(
                    (back.rules(), back.method()),
                    (table.rules(), table.method())
                );
            } else {
                assert_eq!((back.rules(), back.method()), (None, Method::Unknown));
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let table = Battle::classic().table(4);
    for format in [Format::Csv, Format::Json, MATRIX] {
        let text = written(&table, format);
        let plain = Table::read_from(text.as_slice()).unwrap();
        let marked = ["\u{feff}".as_bytes(), &text].concat();
        let read = Table::read_from(marked.as_slice()).unwrap();
        assert!(read.cells().eq(plain.cells()), "{format:?}");
    }
}

#[test]
fn the_matrix_includes_standard_errors_on_request() {
    let [_, table, _] = tables();
    let text = String::from_utf8(written(
        &table,
        Format::Matrix {
            decimals: 4,
            errors: true,
        },
    ))
    .unwrap();
    assert!(
        text.lines()
            .all(|line| line.split(' ').all(|cell| cell.split('|').count() == 4)),
        "{text}"
    );
    let back = Table::read_from(text.as_bytes()).unwrap();
    let (read, cell) = (back.get(5, 5).unwrap(), table.get(5, 5).unwrap());
    assert!((read.errors.unwrap().win - cell.errors.unwrap().win).abs() <= 5e-5);
    assert!(
        !String::from_utf8(written(&table, MATRIX))
            .unwrap()
            .contains("||")
    );
}

#[test]
fn damage_in_text_formats_is_reported() {
    let message = |text: &str| Table::read_from(text.as_bytes()).unwrap_err().to_string();
    assert!(message("attackers,defenders,loss\n").contains("line 1"));
    assert!(message("attackers,defenders,win,survivors\n1,1,0.4,1\n1,2,0.1\n").contains("line 3"));
    assert!(
        message("attackers,defenders,win,survivors\n1,1,0.4,1\n1,2,0.1,1\n").contains("2 battles")
    );
    assert!(message("attackers,defenders,win,survivors\n1,2,0.4,1\n").contains("not in order"));
    assert!(message("attackers,defenders,win,survivors\n").contains("empty"));
    assert!(message("{\"format\": 3}").contains("JSON"));
    assert!(message("{").contains("line 1 column 1"));
    let json =
        r#"{"format":"marchland-odds","version":1,"units":1,"win":[[1.5]],"survivors":[[1.0]]}"#;
    assert!(message(json).contains("1 against 1: the chance to win lies between 0 and 1"));
    assert!(
        message(&json.replace("[[1.5]]", "[[0.5,0.5]]")).contains("row 1 does not have 1 cell")
    );
    let half = json.replace("[[1.5]]", "[[0.5]],\"win_error\":[[0.1]]");
    assert!(message(&half).contains("both or neither"));
    let later = json.replace("\"version\":1", "\"version\":2");
    assert!(message(&later).contains("\"marchland-odds 2\" is not a format that this version"));
    // Whose members are different ones.
    let other = later.replace("\"units\":1", "\"rules\":{\"dice\":3}");
    assert!(message(&other).contains("\"marchland-odds 2\" is not a format that this version"));
    assert!(
        message(&json.replace("\"units\":1", "\"units\":4000000000"))
            .contains("more than 10000 units")
    );
    // JSON would write an infinite standard error as null, which does not read back.
    for error in ["4e362", "NaN", "-1", "1.01"] {
        let text = format!("1|1|{error}|0");
        assert!(
            message(&text).contains("a standard error is neither"),
            "{error}"
        );
    }
    assert!(message("1|1|0|2").contains("a standard error is neither"));
    assert!(Table::read_from(&b"1|1|0.5|NaN\n"[..]).is_ok());
}

#[test]
fn csv_of_other_programs_is_read_or_its_difference_named() {
    let read = |text: &str| Table::read_from(text.as_bytes());
    let quoted = "\"attackers\",\"defenders\",\"win\",\"survivors\"\n1,1,4e-1,1\n";
    let cell = read(quoted).unwrap().get(1, 1).unwrap();
    assert_eq!((cell.win, cell.survivors), (0.4, 1.0));
    let message = |text: &str| read(text).unwrap_err().to_string();
    let semicolons = message("attackers;defenders;win;survivors\n1;1;0,4;1\n");
    assert!(semicolons.contains("line 1") && semicolons.contains("separated by commas"));
    let named_rows = message("\"\",\"attackers\",\"defenders\"\n\"1\",1,1\n");
    assert!(named_rows.contains("the first line is attackers,defenders,win,survivors"));
    // Cut in the last number.
    assert!(message("attackers,defenders,win,survivors\n1,1,0.4,1").contains("cut off"));
}

#[test]
fn csv_writes_small_numbers_with_an_exponent() {
    let text = written(&Battle::classic().table(60), Format::Csv);
    let text = String::from_utf8(text).unwrap();
    let line = text.lines().find(|line| line.starts_with("1,60,")).unwrap();
    assert!(line.contains("e-") && line.len() < 40, "{line}");
}

proptest! {
    #[test]
    fn the_reader_does_not_panic_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Table::read_from(bytes.as_slice());
    }

    #[test]
    fn the_reader_does_not_panic_on_damaged_tables(
        which in 0..3usize, at in 0..2000usize, byte in any::<u8>(), cut in 0..4000usize,
    ) {
        let format = [MATRIX, Format::Csv, Format::Json][which];
        let mut bytes = written(&Battle::classic().table(6), format);
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(cut.max(1));
        if let Ok(table) = Table::read_from(bytes.as_slice()) {
            for (a, _, cell) in table.cells() {
                prop_assert!((0.0..=1.0).contains(&cell.win) && (0.0..=a as f64).contains(&cell.survivors));
            }
        }
    }
}
