#![doc = include_str!("untidy_name.md")]

use crate::rules::prelude::*;
use crate::rules::territory::names::tidy;
use crate::rules::territory::owners::Owner;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    Owner::all(subject)
        .filter_map(|owner| {
            let text = owner.names(subject).text.as_deref()?;
            let better = tidy(text)?;
            let whose = match owner {
                Owner::Map => "the map's",
                Owner::Territory(_) | Owner::Continent(_) => "the",
            };
            let finding = rule.finding(format!(
                "{whose} name {text:?} has superfluous spaces or invisible characters"
            ));
            let title = format!("Write “{better}”");
            let fix = Fix::safe(title, [owner.rename(subject, better)]);
            Some(finding.on(owner.site(subject)).attribute("name").fix(fix))
        })
        .collect()
}
