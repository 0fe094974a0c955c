//! Lists the colours of a mask, and which of them touch: `regions FILE`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use marchland_mask::{Contacts, read_from};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("give the file of a mask")?;
    let regions = read_from(BufReader::new(File::open(path)?))?;
    println!("{} × {} pixels", regions.width(), regions.height());
    for colour in regions.colours() {
        println!(
            "{:?} {:9} pixels, {} regions",
            colour.colour, colour.area, colour.regions
        );
    }
    let mut lengths = BTreeMap::<_, u32>::new();
    for contact in Contacts::touching(&regions).iter() {
        let pair = [contact.a, contact.b].map(|id| regions.get(id).colour);
        *lengths
            .entry((pair[0].min(pair[1]), pair[0].max(pair[1])))
            .or_default() += contact.length;
    }
    for ((a, b), length) in lengths {
        println!("{a:?} and {b:?} touch along {length} pixels");
    }
    Ok(())
}
