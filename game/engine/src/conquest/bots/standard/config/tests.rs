use super::*;

fn parsed(text: &str) -> Result<(Config, Vec<Warning>), ConfigError> {
    Config::parse(Path::new("standard.xml"), text, (42, 6))
}

#[test]
fn values_and_parameters() {
    let (config, warnings) = parsed(
        r#"<strategy>
             <area id="3" value="1.3"/> <!-- a comment -->
             <continent id="1" value="5"/>
             <param key="area_coeff" value="2.5"></param>
           </strategy>"#,
    )
    .unwrap();
    assert!(warnings.is_empty());
    let same = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
    assert!(same(config.area(TerritoryId(3)), 1.3));
    assert!(same(config.area(TerritoryId(2)), 1.0));
    assert!(same(config.area(TerritoryId(99)), 1.0));
    assert!(same(config.continent(1), 5.0));
    assert!(same(config.area_coeff, 2.5));
}

#[test]
fn every_key_is_known() {
    for key in Config::KEYS {
        let text = format!(r#"<x><param key="{key}" value="0.125"/></x>"#);
        let (mut config, warnings) = parsed(&text).unwrap();
        assert!(warnings.is_empty(), "{key}");
        assert_eq!(config.parameter(key).copied(), Some(0.125));
    }
}

#[test]
fn unknown_keys_are_warned_of_with_their_line() {
    let (_, warnings) =
        parsed("<x>\n<param key=\"courage\" value=\"1\"/>\n<zone id=\"1\"/>\n</x>").unwrap();
    let said: Vec<_> = warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        said,
        [
            "line 2: the parameter courage is not known here",
            "line 3: the element zone is not known here"
        ]
    );
}

#[test]
fn ids_that_the_map_does_not_have_are_warned_of_with_their_line() {
    let text = "<x>\n<area id=\"41\" value=\"2\"/><area id=\"42\" value=\"2\"/>\n\
                <continent id=\"5\" value=\"2\"/><continent id=\"6\" value=\"2\"/>\n</x>";
    let (_, warnings) = parsed(text).unwrap();
    let said: Vec<_> = warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        said,
        [
            "line 2: the map has no area 42; it has 42, numbered from 0",
            "line 3: the map has no continent 6; it has 6, numbered from 0"
        ]
    );
}

#[test]
fn chances_out_of_range_are_warned_of() {
    let said = |key: &str, value: &str| {
        let text = format!(r#"<x><param key="{key}" value="{value}"/></x>"#);
        let (_, warnings) = parsed(&text).unwrap();
        warnings.iter().map(Warning::to_string).collect::<Vec<_>>()
    };
    for key in SHARES {
        let line = format!("line 1: the parameter {key}");
        let never = format!("{line} is above 1, so the strategy never attacks");
        assert_eq!(said(key, "1.5"), [never]);
        let always = format!("{line} is below 0, which is the same as 0");
        assert_eq!(said(key, "-0.1"), [always]);
        for usual in ["0", "1", "0.5"] {
            assert_eq!(said(key, usual), [""; 0]);
        }
    }
    assert_eq!(said("area_coeff", "-3"), [""; 0]);
}

#[test]
fn mistakes_are_named() {
    let error = |text| parsed(text).unwrap_err().to_string();
    assert_eq!(
        error("<x>\n<area id=\"one\" value=\"1\"/></x>"),
        "standard.xml, line 2: area needs an id and a value, both numbers"
    );
    assert!(error("<x><area").starts_with("standard.xml, line 1: "));
    assert!(error("<x><param key=\"area_coeff\" value=\"NaN\"/></x>").contains("a number"));
}
