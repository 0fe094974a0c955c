//! Arbitrary bytes as a table of odds: a table that is read can be written in every format
//! and read again.

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
        table
            .write(&mut written, format)
            .expect("writing to memory");
        let again = Table::read_from(&*written).expect("a written table is readable");
        assert_eq!(again.units(), units);
        if matches!(format, Format::Csv | Format::Json) {
            // These formats keep full precision.
            for ((_, _, one), (_, _, other)) in table.cells().zip(again.cells()) {
                assert_eq!(one.win, other.win);
                assert_eq!(one.survivors, other.survivors);
            }
        }
    }
});
