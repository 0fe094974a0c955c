//! Continents.

pub(crate) mod bonus_out_of_line;
pub(crate) mod colours;
pub(crate) mod empty;
pub(crate) mod id_gap;
pub(crate) mod look_alike_colours;
pub(crate) mod majority;
pub(crate) mod no_bonus;
pub(crate) mod no_continent;
pub(crate) mod no_continents;
pub(crate) mod no_id;
pub(crate) mod no_name;
pub(crate) mod only_one;
pub(crate) mod same_colour;
pub(crate) mod same_id;
pub(crate) mod same_name;
pub(crate) mod split;
pub(crate) mod too_big;
pub(crate) mod unknown_continent;
pub(crate) mod worth;
