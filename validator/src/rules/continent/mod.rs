//! Continents.

pub(crate) mod bonus_out_of_line;
pub(crate) mod colours;
pub(crate) mod look_alike_colours;
pub(crate) mod majority;
pub(crate) mod only_one;
pub(crate) mod same_colour;
pub(crate) mod split;
pub(crate) mod too_big;
pub(crate) mod worth;
