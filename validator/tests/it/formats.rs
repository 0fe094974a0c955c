//! Report formats: text formats by snapshots, others by their schemas.

use serde_json::Value;

use crate::support::{code, root, run, stdout};

/// A folder with one map that has an error, a warning and a waived finding.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("six");
    std::fs::create_dir(&map).unwrap();
    let from = root("validator/tests/rules/ADJ008/bad");
    std::fs::copy(from.join("mask.png"), map.join("mask.png")).unwrap();
    let text = std::fs::read_to_string(from.join("map.xml")).unwrap();
    let text = text
        .replace("    <pivot x=\"80\" y=\"48\"/>\n", "")
        .replace("  <licence>CC0-1.0</licence>\n", "")
        .replace("Cimmeria", "Cim | &lt;b&gt; % meria");
    std::fs::write(map.join("map.xml"), text).unwrap();
    std::fs::write(
        map.join("marchland.toml"),
        "[[waiver]]\nrule = \"MAP006\"\nreason = \"a test\"\n\n[[waiver]]\nrule = \"ADJ002\"\nreason = \"gone\"\n",
    )
    .unwrap();
    folder
}

fn printed(format: &str) -> String {
    let output = run(folder().path(), &["check", "six", "--format", format]);
    assert_eq!(code(&output), 1);
    stdout(&output)
}

#[test]
fn text_formats() {
    insta::assert_snapshot!("human", printed("human"));
    insta::assert_snapshot!("short", printed("short"));
    insta::assert_snapshot!("markdown", printed("markdown"));
    insta::assert_snapshot!("github", printed("github"));
}

#[test]
fn json_conforms_to_its_schema() {
    let schema: Value = serde_json::from_str(
        &std::fs::read_to_string(root("validator/schema/report-1.json")).unwrap(),
    )
    .unwrap();
    let document: Value = serde_json::from_str(&printed("json")).unwrap();
    conforms(&schema, &document);
    assert_eq!(document["version"], 1);
    assert_eq!(document["maps"][0]["path"], "six/map.xml");
    let codes: Vec<_> = document["maps"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"PIV001") && codes.contains(&"ADJ008") && codes.contains(&"CFG001"));
    insta::assert_snapshot!(
        "json",
        printed("json").replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
}

#[test]
fn json_rewrites_apply_to_the_file() {
    let schema: Value = serde_json::from_str(
        &std::fs::read_to_string(root("validator/schema/report-1.json")).unwrap(),
    )
    .unwrap();
    let map = root("validator/tests/rules/XML002/bad/map.xml");
    let mut text = std::fs::read_to_string(&map).unwrap();
    let arguments = ["check", map.to_str().unwrap(), "--format", "json"];
    let document: Value = serde_json::from_str(&stdout(&run(&root("."), &arguments))).unwrap();
    conforms(&schema, &document);
    let mut findings = document["maps"][0]["findings"].as_array().unwrap().iter();
    let misspelt = findings
        .find(|finding| finding["code"] == "XML002")
        .unwrap();
    let fix = &misspelt["fixes"][0];
    assert_eq!(fix["safety"], "safe");
    assert_eq!(fix["disabled"], Value::Null);
    let rewrite = &fix["rewrites"][0];
    let byte = |name: &str| rewrite[name].as_u64().unwrap() as usize;
    let new = rewrite["text"].as_str().unwrap();
    text.replace_range(byte("startByte")..byte("endByte"), new);
    let good = root("validator/tests/rules/XML002/good/map.xml");
    assert_eq!(text, std::fs::read_to_string(good).unwrap());
}

#[test]
fn sarif_conforms_to_the_official_schema() {
    let document: Value = serde_json::from_str(&printed("sarif")).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert!(
        results
            .iter()
            .any(|r| r["ruleId"] == "PIV001" && r["level"] == "error")
    );
    assert!(
        results
            .iter()
            .any(|r| r["suppressions"][0]["justification"] == "a test")
    );
    for result in results {
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap();
        assert!(uri.starts_with("six/"), "{uri} is relative");
        let print = result["partialFingerprints"]["marchlandFindingId/v1"]
            .as_str()
            .unwrap();
        assert!(print.starts_with(result["ruleId"].as_str().unwrap()));
    }
    conforms(&sarif_schema(), &document);
}

#[test]
fn fingerprints_survive_moved_lines() {
    let folder = folder();
    let prints = || {
        let output = run(folder.path(), &["check", "six", "--format", "sarif"]);
        let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let results = document["runs"][0]["results"].as_array().unwrap().clone();
        let line =
            |r: &Value| r["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
        let last = results.iter().filter_map(line).max();
        let mut prints: Vec<_> = results
            .iter()
            .map(|r| r["partialFingerprints"].to_string())
            .collect();
        prints.sort();
        (prints, last)
    };
    let (before, line) = prints();
    let file = folder.path().join("six/map.xml");
    let text = std::fs::read_to_string(&file)
        .unwrap()
        .replace("  <author>", "\n\n\n  <author>");
    std::fs::write(&file, text).unwrap();
    let (after, moved) = prints();
    assert_eq!(before, after);
    assert_eq!(moved, line.map(|line| line + 3));
}

#[test]
fn junit_can_be_parsed() {
    let report = quick_junit::Report::deserialize_from_str(&printed("junit")).unwrap();
    assert_eq!(report.tests, 2);
    assert_eq!(report.failures, 1);
}

/// Includes findings above and below the threshold, a path that cannot be checked, and
/// names that need escaping.
#[test]
fn junit_conforms_to_a_strict_schema() {
    let folder = folder();
    let output = run(
        folder.path(),
        &["check", "six", "no|where", "--format", "junit"],
    );
    let report = folder.path().join("report.xml");
    std::fs::write(&report, &output.stdout).unwrap();
    let Ok(checked) = std::process::Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema"])
        .arg(root("validator/tests/it/junit.xsd"))
        .arg(&report)
        .output()
    else {
        assert!(
            std::env::var_os("CI").is_none(),
            "xmllint is missing; install libxml2-utils"
        );
        eprintln!("SKIPPED: JUnit is not tried, because xmllint (libxml2-utils) is missing");
        return;
    };
    let errors = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{errors}\n{}", stdout(&output));
    let text = stdout(&output);
    assert!(text.contains("<failure") && text.contains("<error") && text.contains("<system-out>"));
}

/// The schema published by the standard's committee.
fn sarif_schema() -> Value {
    let text = std::fs::read_to_string(root("validator/tests/schemas/sarif-2.1.0.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    // One pattern of the schema, for a member that is not used here, has an extra
    // bracket that strict validators reject.
    for owner in ["run", "toolComponent"] {
        schema["definitions"][owner]["properties"]["language"]
            .as_object_mut()
            .unwrap()
            .remove("pattern");
    }
    schema
}

fn conforms(schema: &Value, document: &Value) {
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("schema.json", schema.clone())
        .unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(document, index) {
        panic!("{error:#}");
    }
}

#[test]
fn findings_about_the_mask_point_to_its_element() {
    let folder = crate::support::case("XML003/bad");
    let file = folder.path().join("map.xml");
    let text = std::fs::read_to_string(&file).unwrap();
    let description =
        "  <description><![CDATA[Write <mask file=\"a.png\"/> for it.]]></description>\n";
    let at = text.find("  <mask").unwrap();
    let text = format!("{}{description}{}", &text[..at], &text[at..]);
    std::fs::write(&file, &text).unwrap();
    let line = text
        .lines()
        .position(|line| line.starts_with("  <mask"))
        .unwrap()
        + 1;
    let output = crate::support::run(folder.path(), &["check", ".", "--format", "short"]);
    let report = crate::support::stdout(&output);
    assert!(
        report.contains(&format!("map.xml:{line}:3: error[XML003]")),
        "{report}"
    );
}
