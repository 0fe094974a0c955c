//! Balance, as judged without playing.

pub(crate) mod dominated;
pub(crate) mod first_move;
pub(crate) mod fortress;
pub(crate) mod long_way;
pub(crate) mod lucky_deal;
