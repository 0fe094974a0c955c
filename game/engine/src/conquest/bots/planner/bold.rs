//! Boldness: the end of stand-offs.
//!
//! Among several rivals it never pays to attack a stack as large as one's own, because the
//! others gain the most. So *planners* would lead huge stacks around each other for a thousand turns.
//! After many turns a player therefore goes for the largest stack it can probably beat, even
//! through territories that lie between.

use super::board::{Board, Scene};
use super::outlook::{Room, odds};
use super::route::March;

/// The smallest chance with which a bold player attacks.
const BOLD: f32 = 0.55;
/// A territory with more units than this is a stack.
const WALL: u32 = 10;

/// The march on the largest rival stack that an own stack can probably beat; of equals, the first
/// found.
///
/// Cost: a search for each pair of stacks; there are few.
pub(super) fn charge(scene: &Scene, board: &Board, room: &Room) -> Option<March> {
    let stacks = |mine: bool| {
        let all = (0..scene.ground.len()).filter(move |&t| scene.mine(board, t) == mine);
        all.filter(|&t| board.units(t) > WALL)
    };
    let mut best: Option<(u32, March)> = None;
    for root in stacks(true) {
        let attackers = board.units(root) - 1;
        // The odds decide; more defenders than this are hopeless.
        let most = attackers.saturating_add(attackers / 5);
        for target in stacks(false) {
            let units = board.units(target);
            if scene.is_stopped() || best.as_ref().is_some_and(|(most, _)| units <= *most) {
                continue;
            }
            let mut router = room.router.borrow_mut();
            if let Some((_, march)) = router.tour(scene, board, root, &[target], 1, most)
                && odds(board, &march, attackers, BOLD).chance >= BOLD
            {
                best = Some((units, march));
            }
        }
    }
    best.map(|(_, march)| march)
}
