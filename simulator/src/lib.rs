//! Battle odds, sampled and exact.
