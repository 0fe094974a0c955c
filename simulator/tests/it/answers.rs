//! What the commands answer.

use marchland_simulator::Battle;

use crate::cli::answer;

/// The shares in a text add up to 100 %, apart from rounding.
#[test]
fn outcomes_left_out_are_summed_up() {
    for (arguments, others, rows_of) in [
        (
            &["odds", "100", "1"][..],
            "  other outcomes",
            ["won", "lost"],
        ),
        (
            &["odds", "1000", "900"],
            "  other outcomes",
            ["won", "lost"],
        ),
        (
            &["path", "300", "100", "100"],
            "  through, other numbers",
            ["through,", "through "],
        ),
    ] {
        let text = answer(arguments);
        let last = text.lines().last().unwrap();
        assert!(last.starts_with(others), "{text}");
        let share = |line: &str| {
            let (before, _) = line.split_once(" %")?;
            before.rsplit([' ', '<', '>']).next()?.parse::<f64>().ok()
        };
        let rows = text.lines().skip(2).filter(|line| {
            let line = line.trim_start();
            line.starts_with("other") || rows_of.iter().any(|start| line.starts_with(start))
        });
        let (total, rows) = match arguments[0] {
            "path" => {
                let mut rows = rows.filter_map(share);
                let through = rows.next().unwrap();
                (through, rows.sum::<f64>())
            }
            _ => (100.0, rows.filter_map(share).sum()),
        };
        assert!((total - rows).abs() < 0.15, "{total} {rows}\n{text}");
    }
}

#[test]
fn json_says_how_far_a_battle_is_fought() {
    let odds = |more: &[&str]| -> serde_json::Value {
        let arguments = [&["odds", "6", "8", "--format", "json"][..], more].concat();
        serde_json::from_str(&answer(&arguments)).unwrap()
    };
    let whole = odds(&[]);
    assert_eq!(
        (&whole["stop_at"], &whole["one_round"]),
        (&().into(), &false.into())
    );
    assert_eq!(whole["rules"]["attacker_dice"], 3);
    assert_eq!(odds(&["--stop-at", "3"])["stop_at"], 3);
    let round = odds(&["--one-round"]);
    assert_eq!(round["one_round"], true);
    // Nobody can win in one round.
    assert_eq!(round["survivors"], serde_json::Value::Null);
    let path = answer(&["path", "2", "1", "1", "1", "--format", "json"]);
    let path: serde_json::Value = serde_json::from_str(&path).unwrap();
    assert_eq!(path["standing"], serde_json::Value::Null);
    assert_eq!(path["territories"][2]["standing"], serde_json::Value::Null);
    let csv = answer(&["path", "2", "1", "1", "1", "--format", "csv"]);
    assert!(csv.ends_with("\n3,1,0.0,0.0,\n"), "{csv}");
}

/// Both chances are shown with the digits that tell them from the wanted one.
#[test]
fn the_attackers_needed_and_one_fewer_are_told_apart() {
    let battle = Battle::classic();
    let wanted = battle.odds(10, 8).win + 1e-7;
    let said = answer(&["need", "8", "--chance", &wanted.to_string()]);
    let less = said.split("10 attackers: ").nth(1).unwrap();
    let shown: f64 = less.split(' ').next().unwrap().parse().unwrap();
    assert!(said.starts_with("11 attackers take 8"), "{said}");
    assert!(
        shown < wanted * 100.0 && shown > wanted * 100.0 - 1e-3,
        "{said}"
    );
    let said = answer(&["need", "8", "--chance", "0.99999999999999"]);
    assert!(!said.contains('>'), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_cannot_be_printed_say_so() {
    use std::{fs::OpenOptions, process::Command};
    for arguments in [&["odds", "3", "2"][..], &["presets"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_marchland-simulator"))
            .args(arguments)
            .stdout(OpenOptions::new().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.contains("cannot write to standard output: "),
            "{message}"
        );
    }
}

#[test]
fn answers_for_programs() {
    let json: serde_json::Value =
        serde_json::from_str(&answer(&["odds", "5", "5", "--format", "json"])).unwrap();
    assert!((json["win"].as_f64().unwrap() - 0.506_202_829).abs() < 1e-9);
    assert_eq!(json["won_with"].as_array().unwrap().len(), 6);
    let csv = answer(&["odds", "5", "5", "--format", "csv"]);
    let sum: f64 = csv
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let json: serde_json::Value =
        serde_json::from_str(&answer(&["path", "9", "2", "3", "--format", "json"])).unwrap();
    let campaign = Battle::classic().campaign(9, &[2, 3], 1);
    assert_eq!(json["win"].as_f64().unwrap(), campaign.win);
    assert_eq!(
        answer(&["path", "9", "2", "3", "--format", "csv"])
            .lines()
            .count(),
        3
    );
    let json: serde_json::Value = serde_json::from_str(&answer(&[
        "need", "8", "--chance", "0.8", "--format", "json",
    ]))
    .unwrap();
    assert_eq!(json["attackers"], 12);
}

#[test]
fn only_certain_outcomes_show_as_100_percent() {
    let text = answer(&["odds", "10000", "10000"]);
    assert!(text.contains("win            >99.99 %"), "{text}");
    assert!(text.contains("loss            <0.01 %"), "{text}");
    let text = answer(&["odds", "3", "3", "--stop-at", "3"]);
    assert!(text.contains("broken off     100.00 %"), "{text}");
    let text = answer(&["path", "10000", "1", "1"]);
    assert!(text.contains("through        >99.99 %"), "{text}");
    // Chances too small for the calculation are not impossible.
    let text = answer(&["odds", "1", "10000"]);
    assert!(text.contains("win             <0.01 %"), "{text}");
    assert!(text.contains("loss           >99.99 %"), "{text}");
    let text = answer(&["odds", "10000", "1"]);
    assert!(text.contains("win            >99.99 %"), "{text}");
    assert!(text.contains("loss            <0.01 %"), "{text}");
    let text = answer(&["path", "1", "10000"]);
    assert!(text.contains("through         <0.01 %"), "{text}");
    // No unit is left for the third territory.
    let text = answer(&["path", "2", "1", "1", "1"]);
    assert!(
        text.contains("3          1     0.00 %     0.00 %         –"),
        "{text}"
    );
}
