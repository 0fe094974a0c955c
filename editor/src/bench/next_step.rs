//! What is still to be done before the map can be played, one thing at a time.

use crate::bench::{Bench, Change, Message};
use crate::commands::Command;
use crate::findings;
use crate::tools::ToolKind;

/// The next thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is no land yet.
    Draw,
    /// Territories have no names: how many.
    Name(usize),
    /// Proposed neighbours wait for an answer: how many.
    Decide(usize),
    /// Territories belong to no continent: how many.
    Group(usize),
    /// The map itself has no name.
    NameMap,
    /// Something else is wrong: how many things.
    Mend(usize),
    /// The map can be played.
    Ready,
}

/// Looks what is still to be done.
pub fn of(bench: &Bench) -> Step {
    let draft = bench.document.draft();
    let unnamed = draft
        .territories
        .iter()
        .filter(|t| t.name.text.is_none())
        .count();
    let proposals = bench.document.proposals().len();
    let homeless = bench.document.graph().homeless().len();
    // Until the map was checked, what could not be read is all that is known.
    let errors = match bench.findings().outcome() {
        Some(_) => bench.findings().counts().errors,
        None => bench.document.problems().len(),
    };
    if draft.territories.is_empty() && bench.document.land().is_some() {
        Step::Draw
    } else if unnamed > 0 {
        Step::Name(unnamed)
    } else if proposals > 0 {
        Step::Decide(proposals)
    } else if homeless > 0 {
        Step::Group(homeless)
    } else if draft.name.text.is_none() {
        Step::NameMap
    } else if errors > 0 {
        Step::Mend(errors)
    } else {
        Step::Ready
    }
}

/// What leads there.
pub fn message(step: &Step) -> Option<Message> {
    Some(match step {
        Step::Draw => Message::Do(Command::Tool(ToolKind::Brush)),
        Step::Name(_) => Message::NameNext,
        Step::Decide(_) => Message::Review(true),
        Step::Group(_) => Message::Do(Command::Tool(ToolKind::Continent)),
        Step::NameMap => Message::Inspect(Change::NameMap),
        Step::Mend(_) => Message::Issue(findings::Message::FirstError),
        Step::Ready => return None,
    })
}
