//! Parsers for numbers on the command line.

use std::fmt::Display;

use clap::{Command, CommandFactory as _};
use marchland_simulator::Battle;

use super::Arguments;

/// A parser of whole numbers from `min` to `max`.
pub(super) fn whole<T>(
    min: T,
    max: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + PartialOrd + TryFrom<u64> + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<u64>().ok();
        let number = number.and_then(|number| T::try_from(number).ok());
        number
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| format!("give a whole number from {min} to {max}"))
    }
}

pub(super) fn units(text: &str) -> Result<usize, String> {
    whole(1, Battle::MAX_UNITS)(text)
}

/// A number of units; the error also lists the commands if `text` is not a number.
pub(super) fn units_or_command(text: &str) -> Result<usize, String> {
    units(text).map_err(|error| {
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            error
        } else {
            let arguments = Arguments::command();
            let commands: Vec<_> = arguments.get_subcommands().map(Command::get_name).collect();
            format!("{error}, or a command: {}", commands.join(", "))
        }
    })
}

/// A chance between 0 and 1, exclusive; `80%` is 0.8.
pub(super) fn chance(text: &str) -> Result<f64, String> {
    let chance = match text.strip_suffix('%') {
        // As a decimal fraction, so that 95% is the number 0.95. One with an exponent is scaled.
        Some(percent) => {
            let percent = percent.trim();
            let scaled = || percent.parse::<f64>().map(|number| number / 100.0);
            format!("{percent}e-2").parse().or_else(|_| scaled())
        }
        None => text.trim().parse::<f64>(),
    };
    match chance {
        Ok(chance) if chance > 0.0 && chance < 1.0 => Ok(chance),
        Ok(chance) if !text.ends_with('%') && chance > 1.0 && chance < 100.0 => Err(format!(
            "a chance lies between 0 and 1; write {text}% for a percentage"
        )),
        Ok(_) => Err("a chance lies between 0 and 1, both excluded: no attack is certain".into()),
        Err(_) => Err("a chance is a number such as 0.8 or 80%".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_the_same_number_as_its_fraction() {
        for (percent, fraction) in [
            ("95%", 0.95),
            ("99.9 %", 0.999),
            ("7%", 0.07),
            ("0.1%", 0.001),
            ("8e1%", 0.8),
        ] {
            assert_eq!(
                chance(percent).map(f64::to_bits),
                Ok(f64::to_bits(fraction))
            );
        }
        for wrong in ["100%", "0%", "%", "-5%", "1e-400%", "inf%", "NaN%"] {
            assert!(chance(wrong).is_err(), "{wrong}");
        }
    }
}
