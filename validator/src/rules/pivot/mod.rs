//! Pivots and badges.

pub(crate) mod badge_elsewhere;
pub(crate) mod badge_off_centre;
pub(crate) mod badges_overlap;
pub(crate) mod link_through_badge;
pub(crate) mod main_in_small_part;
pub(crate) mod off_mask;
pub(crate) mod part_without;
pub(crate) mod parts;
pub(crate) mod two_in_one_part;
pub(crate) mod wrong_land;
