//! A JUnit test report for CI systems.

use std::fmt::Write;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Checked, Results};

/// One suite per map: a failed case for each finding at or above the threshold, and a
/// passed case for all other rules.
pub fn junit(results: &Results) -> String {
    let mut report = Report::new("marchland-validator");
    for map in &results.maps {
        let mut suite = TestSuite::new(&*map.path);
        let mut others = TestCase::new("all other rules", TestCaseStatus::success());
        others.set_classname(&*map.path);
        let mut notes = String::new();
        for finding in map.open() {
            let (line, column) = Checked::line_and_column(finding);
            let place = format!("{}:{line}:{column}", map.file_of(finding));
            if !results.fails(finding) {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    notes,
                    "{place}: {}[{}] {}",
                    finding.severity, finding.rule.code, finding.message
                );
                continue;
            }
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status
                .set_message(&*finding.message)
                .set_type(finding.rule.code);
            let help = finding
                .help
                .as_deref()
                .map_or_else(String::new, |help| format!("\n{help}"));
            status.set_description(format!("{place}{help}"));
            let mut case = TestCase::new(finding.id.as_str(), status);
            case.set_classname(format!("{}.{}", finding.rule.family(), finding.rule.name));
            suite.add_test_case(case);
        }
        if !notes.is_empty() {
            others.set_system_out(notes);
        }
        suite.add_test_case(others);
        report.add_test_suite(suite);
    }
    if !results.failures.is_empty() {
        let mut suite = TestSuite::new("not checked");
        for failure in &results.failures {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(&*failure.message).set_type("unreadable");
            let mut case = TestCase::new(&*failure.path, status);
            case.set_classname("not checked");
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    // Fails only on characters that XML forbids, which names and messages do not contain.
    let text = report.to_string().unwrap_or_default() + "\n";
    // Strict schemas allow the attribute only on suites, and nothing is ever skipped.
    text.replacen(" skipped=\"0\"", "", 1)
}
