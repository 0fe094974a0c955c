//! Which commands are available.

use super::Workspace;
use crate::commands::Command;
use crate::scenery::{Ground, Layer};
use crate::texts;
use crate::tools::{Adjust, ToolKind};

impl Workspace {
    /// Why a command is unavailable, if it is.
    pub fn why_not(&self, command: Command) -> Option<String> {
        let selection = self.document.selection();
        let picked = selection.territories().len();
        let (undo, redo) = self.document.steps();
        let unless = |may: bool, why: &str| (!may).then(|| why.to_owned());
        match command {
            Command::Undo => unless(undo.is_some(), texts::NOTHING_TO_UNDO),
            Command::Redo => unless(redo.is_some(), texts::NOTHING_TO_REDO),
            Command::Merge => unless(picked > 1, texts::MERGE_TWO),
            Command::Exchange => unless(self.exchanged().is_some(), texts::EXCHANGE_TWO),
            Command::NewColours => unless(
                self.document.land().is_some() && !self.document.draft().territories.is_empty(),
                texts::NO_MASK,
            ),
            Command::Dissolve => {
                let mask = self.document.draft().mask.as_ref();
                let has_lines = mask.is_some_and(|mask| !mask.separator.is_empty());
                unless(has_lines && self.document.land().is_some(), texts::NO_LINES)
            }
            Command::Divide => unless(selection.territory().is_some(), texts::DIVIDE_ONE),
            Command::Delete | Command::ShowSelection => {
                unless(!selection.is_empty(), texts::SELECT_FIRST)
            }
            Command::SelectAll | Command::Find | Command::PasteNames => unless(
                !self.document.draft().territories.is_empty(),
                texts::NO_TERRITORIES,
            ),
            Command::Accept | Command::Reject | Command::AcceptAll => {
                unless(!self.document.proposals().is_empty(), texts::NO_PROPOSALS)
            }
            Command::NextIssue | Command::PreviousIssue => {
                unless(!self.findings().is_empty(), self.why_no_issue())
            }
            Command::Fixes => unless(!self.of_selection().is_empty(), texts::NO_ISSUE_HERE),
            Command::Ground(Ground::Picture) => {
                let is_named = self.document.draft().image.is_some();
                let why = if is_named {
                    texts::PICTURE_NOT_READ
                } else {
                    texts::NO_PICTURE
                };
                unless(self.has_picture(), why)
            }
            Command::Layer(Layer::Issues) => {
                unless(self.balance().heat().is_none(), texts::MARKS_GIVE_WAY)
            }
            Command::RemovePicture => {
                unless(self.document.draft().image.is_some(), texts::NO_IMAGE)
            }
            Command::Wider(wider) => match self.tool().kind() {
                ToolKind::Brush | ToolKind::Border => {
                    let why = if wider {
                        texts::BRUSH_WIDEST
                    } else {
                        texts::BRUSH_NARROWEST
                    };
                    unless(self.view.brush.sized(wider) != self.view.brush, why)
                }
                ToolKind::Move => unless(picked > 0, texts::SELECT_FIRST),
                kind => unless(
                    kind == ToolKind::Trace && self.trace().is_some(),
                    texts::BRUSH_FIRST,
                ),
            },
            Command::Adjust(Adjust::Reshape(_)) => {
                unless(self.tool().has_border(), texts::PICK_BORDER)
            }
            Command::Adjust(_) => unless(
                self.tool().kind() == ToolKind::Move
                    && (picked > 0 || self.tool().held_land().is_some()),
                texts::MOVE_FIRST,
            ),
            Command::Tool(kind) => unless(
                !kind.draws() || self.document.land().is_some(),
                texts::NO_MASK,
            ),
            Command::Reload
            | Command::DrawPicture
            | Command::LookAcross
            | Command::Resize
            | Command::Tidy
            | Command::Symmetry
            | Command::Zoom(_) => unless(self.document.land().is_some(), texts::NO_MASK),
            _ => None,
        }
    }
}
