//! Commands that print an answer.
//!
//! `writeln!` to a string cannot fail, so its results are ignored.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use marchland_simulator::{Battle, Campaign, Odds, Stop};
use serde_json::json;

#[cfg(feature = "plot")]
use super::make::{draw, picture_at};
use super::{AnswerFormat, NeedArguments, OddsArguments, PathArguments};

/// Distributions with more rows than this merge neighbouring rows.
const MAX_ROWS: usize = 30;

pub(super) fn odds(arguments: &OddsArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, arguments.defenders);
    let battle = arguments.answer.rules.battle_of(attackers.max(defenders))?;
    let stop = match (arguments.stop_at, arguments.one_round) {
        (Some(left), _) => Stop::Left(left),
        (None, true) => Stop::Round,
        (None, false) => Stop::Decided,
    };
    let odds = battle.odds_until(attackers, defenders, stop);
    #[cfg(feature = "plot")]
    if let Some(path) = &arguments.answer.plot {
        let picture = marchland_simulator::plot::outcomes(&odds, battle.rules());
        draw(&picture, &picture_at(path, arguments.answer.force.force)?)?;
    }
    print(&match arguments.answer.format {
        AnswerFormat::Text => odds_text(&odds, &battle, stop),
        AnswerFormat::Json => odds_json(&odds, &battle),
        AnswerFormat::Csv => odds_csv(&odds),
    })
}

pub(super) fn path(arguments: &PathArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, &arguments.defenders);
    let most = defenders.iter().copied().fold(attackers, usize::max);
    let battle = arguments.answer.rules.battle_of(most)?;
    let garrison = usize::from(arguments.garrison.garrison);
    let campaign = battle.campaign(attackers, defenders, garrison);
    #[cfg(feature = "plot")]
    if let Some(path) = &arguments.answer.plot {
        let picture = marchland_simulator::plot::campaign(&campaign, battle.rules());
        draw(&picture, &picture_at(path, arguments.answer.force.force)?)?;
    }
    print(&match arguments.answer.format {
        AnswerFormat::Text => campaign_text(&campaign, &battle),
        AnswerFormat::Json => campaign_json(&campaign, &battle),
        AnswerFormat::Csv => campaign_csv(&campaign),
    })
}

/// Prints how many attackers it takes; `false` if no number suffices.
pub(super) fn need(arguments: &NeedArguments) -> anyhow::Result<bool> {
    let defenders = &arguments.defenders;
    let battle = arguments
        .rules
        .battle_of(defenders.iter().copied().max().unwrap_or(0))?;
    let need = battle.need(
        defenders,
        usize::from(arguments.garrison.garrison),
        arguments.chance,
    );
    print(&match (arguments.format, need) {
        (AnswerFormat::Text, Some(need)) => {
            let units = |count| match count {
                1 => "1 attacker".to_owned(),
                _ => format!("{count} attackers"),
            };
            let take = if need.attackers == 1 { "takes" } else { "take" };
            format!(
                "{} {take} {} with a chance of {} ({}: {})\n",
                units(need.attackers),
                list(defenders),
                percent_uncertain(need.chance),
                units(need.attackers - 1),
                percent_uncertain(need.chance_with_one_less),
            )
        }
        (AnswerFormat::Text, None) => format!(
            "not even {} attackers take {} with a chance of {}\n",
            battle.most_units(),
            list(defenders),
            percent(arguments.chance)
        ),
        (AnswerFormat::Json, need) => to_line(&json!({
            "rules": battle.rules().to_string(),
            "defenders": defenders,
            "wanted": arguments.chance,
            "attackers": need.map(|need| need.attackers),
            "chance": need.map(|need| need.chance),
            "chance_with_one_less": need.map(|need| need.chance_with_one_less),
        })),
        (AnswerFormat::Csv, Some(need)) => format!(
            "attackers,chance,chance_with_one_less\n{},{},{}\n",
            need.attackers, need.chance, need.chance_with_one_less
        ),
        (AnswerFormat::Csv, None) => "attackers,chance,chance_with_one_less\n".into(),
    })?;
    Ok(need.is_some())
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn odds_text(odds: &Odds, battle: &Battle, stop: Stop) -> String {
    let mut text = String::new();
    let until = match stop {
        Stop::Decided => String::new(),
        Stop::Left(left) => format!(", stopping at {left}"),
        Stop::Round => ", one round".into(),
    };
    let _ = writeln!(
        text,
        "{} attack {}{until}  ·  {}",
        odds.attackers,
        odds.defenders,
        battle.rules().description()
    );
    let _ = writeln!(text);
    let _ = writeln!(
        text,
        "  win            {:>8}",
        percent_unless(odds.loss + odds.open, odds.win)
    );
    let _ = writeln!(
        text,
        "  loss           {:>8}",
        percent_unless(odds.win + odds.open, odds.loss)
    );
    let open = match stop {
        Stop::Decided => None,
        Stop::Left(_) => Some("broken off"),
        Stop::Round => Some("undecided"),
    };
    if let Some(open) = open {
        let _ = writeln!(
            text,
            "  {open:<14} {:>8}",
            percent_unless(odds.win + odds.loss, odds.open)
        );
    }
    let _ = writeln!(
        text,
        "  expected loss  {:>6.2}   attackers, {:.2} defenders",
        odds.attackers_lost, odds.defenders_lost
    );
    if odds.win > 0.0 {
        let _ = writeln!(text, "  left if won    {:>6.2}   attackers", odds.survivors);
    }
    let won = odds.won.iter().enumerate().skip(1).rev();
    let open = odds.broken_off.iter();
    let lost = odds.lost.iter().enumerate().skip(1);
    let rows = won
        .map(Row::of(Ending::Won))
        .chain(open.map(|&(from, to, chance)| Row {
            from,
            to,
            ending: Ending::BrokenOff,
            chance,
        }))
        .chain(lost.map(Row::of(Ending::Lost)));
    distribution(&mut text, rows.collect());
    text
}

fn campaign_text(campaign: &Campaign, battle: &Battle) -> String {
    let mut text = String::new();
    let defenders: Vec<usize> = campaign.legs.iter().map(|leg| leg.defenders).collect();
    let _ = writeln!(
        text,
        "{} go through {}, leaving {} in each  ·  {}",
        campaign.attackers,
        list(&defenders),
        campaign.garrison,
        battle.rules().description()
    );
    let _ = writeln!(text);
    let _ = writeln!(
        text,
        "  through        {:>8}",
        percent_uncertain(campaign.win)
    );
    let defenders_lost: f64 = campaign.legs.iter().map(|leg| leg.defenders_lost).sum();
    let _ = writeln!(
        text,
        "  expected loss  {:>6.2}   attackers, {defenders_lost:.2} defenders",
        campaign.attackers_lost
    );
    if campaign.win > 0.0 {
        let _ = writeln!(
            text,
            "  standing then  {:>6.2}   units in the last territory",
            campaign.standing
        );
    }
    let _ = writeln!(text);
    let _ = writeln!(
        text,
        "  territory  defenders   attacked      taken  standing"
    );
    for (index, leg) in campaign.legs.iter().enumerate() {
        let attacked = match index {
            0 => percent(leg.attacked),
            _ => percent_uncertain(leg.attacked),
        };
        let _ = writeln!(
            text,
            "  {:>9}  {:>9}  {attacked:>9}  {:>9}  {:>8.2}",
            index + 1,
            leg.defenders,
            percent_uncertain(leg.taken),
            leg.standing
        );
    }
    let rows = campaign.rest.iter().enumerate().skip(1).rev();
    distribution(&mut text, rows.map(Row::of(Ending::Through)).collect());
    text
}

/// How a battle or a campaign ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Won,
    Lost,
    BrokenOff,
    Through,
}

/// A row of a distribution: ends with `from` to `to` units left, or for
/// [`Ending::BrokenOff`] with `from` attackers and `to` defenders left.
struct Row {
    from: usize,
    to: usize,
    ending: Ending,
    chance: f64,
}

impl Row {
    /// Makes rows of a single number of units and its chance.
    fn of(ending: Ending) -> impl Fn((usize, &f64)) -> Self {
        move |(left, &chance)| Self {
            from: left,
            to: left,
            ending,
            chance,
        }
    }

    fn label(&self) -> String {
        let Self {
            from, to, ending, ..
        } = self;
        let (low, high) = (from.min(to), from.max(to));
        let units = if low == high {
            low.to_string()
        } else {
            format!("{low} to {high}")
        };
        match ending {
            Ending::Won => format!("won, {units} left"),
            Ending::Lost => format!("lost, {units} defend"),
            Ending::BrokenOff => format!("open, {from} against {to}"),
            Ending::Through => format!("through, {units} standing"),
        }
    }
}

/// Appends a distribution with bars. Leaves out unlikely ends, and merges neighbouring
/// rows if there are too many.
fn distribution(text: &mut String, mut rows: Vec<Row>) {
    let most = |rows: &[Row]| rows.iter().map(|row| row.chance).fold(0.0, f64::max);
    // Relative to the likeliest end: of thousands of ends, each one is unlikely.
    let threshold = (most(&rows) * 0.01).min(0.000_5);
    rows.retain(|row| row.chance >= threshold && row.chance > 0.0);
    let together = rows.len().div_ceil(MAX_ROWS);
    rows.dedup_by(|row, last| {
        let merged = last.ending == row.ending
            && row.ending != Ending::BrokenOff
            && last.from.abs_diff(row.to) < together;
        if merged {
            last.to = row.to;
            last.chance += row.chance;
        }
        merged
    });
    let most = most(&rows);
    let width = rows.iter().map(|row| row.label().len()).max().unwrap_or(0);
    if !rows.is_empty() {
        let _ = writeln!(text);
    }
    for row in rows {
        let _ = writeln!(
            text,
            "  {:<width$} {:>8}  {}",
            row.label(),
            percent(row.chance),
            bar(row.chance / most)
        );
    }
}

/// A bar of up to 30 characters in steps of an eighth.
fn bar(share: f64) -> String {
    let eighths = (share * 240.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
    }
    bar
}

/// Two decimals; a chance that would round to 0 or 1 gets `<` or `>` instead.
fn percent(chance: f64) -> String {
    let percent = chance * 100.0;
    if percent > 99.995 && chance < 1.0 - 1e-12 {
        ">99.99 %".into()
    } else if percent > 0.0 && percent < 0.005 {
        "<0.01 %".into()
    } else {
        format!("{percent:.2} %")
    }
}

/// The chance of an event that is not certain: never shown as 100 %, however likely.
fn percent_uncertain(chance: f64) -> String {
    percent(chance.min(1.0 - 1e-11))
}

/// As [`percent_uncertain`] if `otherwise`, the chance of all other events, is not 0.
fn percent_unless(otherwise: f64, chance: f64) -> String {
    if otherwise > 0.0 {
        percent_uncertain(chance)
    } else {
        percent(chance)
    }
}

/// `3, 2 and 4`.
fn list(units: &[usize]) -> String {
    let texts: Vec<String> = units.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn to_line(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

fn odds_json(odds: &Odds, battle: &Battle) -> String {
    let ends: Vec<_> = odds
        .broken_off
        .iter()
        .map(|(attackers, defenders, chance)| json!({"attackers": attackers, "defenders": defenders, "chance": chance}))
        .collect();
    to_line(&json!({
        "rules": battle.rules().to_string(),
        "attackers": odds.attackers,
        "defenders": odds.defenders,
        "win": odds.win,
        "loss": odds.loss,
        "open": odds.open,
        "attackers_lost": odds.attackers_lost,
        "defenders_lost": odds.defenders_lost,
        "survivors": odds.survivors,
        "won_with": odds.won,
        "lost_to": odds.lost,
        "broken_off": ends,
    }))
}

fn odds_csv(odds: &Odds) -> String {
    let mut text = String::from("end,attackers_left,defenders_left,chance\n");
    for (left, chance) in odds.won.iter().enumerate().skip(1).rev() {
        let _ = writeln!(text, "won,{left},0,{chance}");
    }
    for (attackers, defenders, chance) in &odds.broken_off {
        let _ = writeln!(text, "open,{attackers},{defenders},{chance}");
    }
    for (left, chance) in odds.lost.iter().enumerate().skip(1) {
        let _ = writeln!(text, "lost,0,{left},{chance}");
    }
    text
}

fn campaign_json(campaign: &Campaign, battle: &Battle) -> String {
    let legs: Vec<_> = campaign
        .legs
        .iter()
        .map(|leg| {
            json!({
                "defenders": leg.defenders,
                "attacked": leg.attacked,
                "taken": leg.taken,
                "standing": leg.standing,
                "defenders_lost": leg.defenders_lost,
            })
        })
        .collect();
    to_line(&json!({
        "rules": battle.rules().to_string(),
        "attackers": campaign.attackers,
        "garrison": campaign.garrison,
        "win": campaign.win,
        "attackers_lost": campaign.attackers_lost,
        "standing": campaign.standing,
        "standing_with": campaign.rest,
        "territories": legs,
    }))
}

fn campaign_csv(campaign: &Campaign) -> String {
    let mut text = String::from("territory,defenders,attacked,taken,standing\n");
    for (index, leg) in campaign.legs.iter().enumerate() {
        let territory = index + 1;
        let _ = writeln!(
            text,
            "{territory},{},{},{},{}",
            leg.defenders, leg.attacked, leg.taken, leg.standing
        );
    }
    text
}
