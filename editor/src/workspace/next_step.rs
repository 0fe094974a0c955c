//! The next step towards a playable map.

use crate::commands::Command;
use crate::findings;
use crate::tools::ToolKind;
use crate::workspace::{Change, Message, Workspace};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is no land yet.
    Draw,
    /// This many territories have no name.
    Name(usize),
    /// This many proposals are undecided.
    Decide(usize),
    /// This many territories have no continent.
    Group(usize),
    /// The map has no name.
    NameMap,
    /// There are this many errors.
    Fix(usize),
    /// So much is missing, and something of it keeps the map from being played.
    Complete(usize),
    /// The map is playable.
    Ready,
}

/// The next step of a map.
pub fn of(workspace: &Workspace) -> Step {
    let draft = workspace.document.draft();
    let unnamed = draft
        .territories
        .iter()
        .filter(|t| t.name.text.is_none())
        .count();
    let proposals = workspace.document.proposals().len();
    let homeless = workspace.document.graph().homeless().len();
    // Before the first check only the draft's own problems are known.
    let findings = workspace.findings();
    let errors = match findings.outcome() {
        Some(_) => findings.counts().errors,
        None => workspace.document.problems().len(),
    };
    if draft.territories.is_empty() && workspace.document.land().is_some() {
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
        Step::Fix(errors)
    } else if findings.first_error().is_some() {
        Step::Complete(findings.to_do())
    } else {
        Step::Ready
    }
}

/// The message that starts a step.
pub fn message(step: &Step) -> Option<Message> {
    Some(match step {
        Step::Draw => Message::Do(Command::Tool(ToolKind::Brush)),
        Step::Name(_) => Message::NameNext,
        Step::Decide(_) => Message::Review(true),
        Step::Group(_) => Message::Do(Command::Tool(ToolKind::Continent)),
        Step::NameMap => Message::Inspect(Change::NameMap),
        Step::Fix(_) | Step::Complete(_) => Message::Issue(findings::Message::FirstError),
        Step::Ready => return None,
    })
}
