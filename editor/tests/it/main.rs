//! The editor driven as a person would drive it, without a window.

mod by_keys;
mod desk;
mod drawing;
mod flow;
mod generate;
mod glass;
mod hands;
mod issues;
mod keyboard;
mod keys;
mod large;
mod marks;
mod mask_file;
mod nothing_lost;
mod odds;
mod parity;
mod pictures;
mod play;
mod recovery;
mod review;
mod saving;
mod sides;
mod squares;
mod touch;
mod trouble;
mod window;
