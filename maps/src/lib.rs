//! What a Marchland map is: its file, its mask, its checks before play.
