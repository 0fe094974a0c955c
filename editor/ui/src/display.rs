//! Checks whether there is a display.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The variables that name a display, in order.
const DISPLAYS: [&str; 3] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"];

fn named() -> Option<String> {
    DISPLAYS.into_iter().find_map(|name| {
        let value = std::env::var(name).ok().filter(|value| !value.is_empty())?;
        Some(format!("{name}={value}"))
    })
}

/// Whether a display is named, on systems that need one.
pub fn is_there() -> bool {
    !cfg!(all(unix, not(target_os = "macos"))) || named().is_some()
}

/// Requires a display. iced panics if it cannot open it: until the flag is set, which happens
/// once a window is open, a panic exits `program` with code 2 and a plain message that the option
/// `otherwise` needs no display.
///
/// # Errors
/// If no display is named.
pub fn require(program: &'static str, otherwise: &'static str) -> Result<Arc<AtomicBool>, String> {
    if !is_there() {
        return Err(format!(
            "no display: neither WAYLAND_DISPLAY nor DISPLAY is set; {otherwise} needs none"
        ));
    }
    let is_open = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_open);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if flag.load(Ordering::Relaxed) {
            return usual(panic);
        }
        let named = named().unwrap_or_else(|| "the display".to_owned());
        eprintln!(
            "{program}: {named} cannot be opened: is it running, and may you use it? {otherwise} \
             needs none"
        );
        std::process::exit(2);
    }));
    Ok(is_open)
}
