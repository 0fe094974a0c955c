//! A table of odds of any bytes, in any of the formats: it is read or refused,
//! and what is read is read again from every format that it is written in.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_simulator::{Format, Table};

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::read_from(bytes) else {
        return;
    };
    let units = table.units();
    assert!(table.cells().count() == units * units);
    table.estimate(3 * units, units + 1);
    for format in [
        Format::Matrix {
            decimals: 6,
            errors: true,
        },
        Format::Csv,
        Format::Json,
    ] {
        let mut written = Vec::new();
        table.write(&mut written, format).expect("memory takes all");
        let again = Table::read_from(&*written).expect("what is written can be read");
        assert_eq!(again.units(), units);
        if matches!(format, Format::Csv | Format::Json) {
            // Every digit is kept; of what is not a number, that it is none.
            for ((_, _, one), (_, _, other)) in table.cells().zip(again.cells()) {
                assert_eq!(one.win, other.win);
                assert_eq!(one.survivors, other.survivors);
            }
        }
    }
});
