//! Values inside messages.

use std::fmt;
use std::sync::{Arc, Mutex};

/// A value that need not be cloned, inside a message that must. Can be opened once.
pub struct Parcel<T>(Arc<Mutex<Option<T>>>);

impl<T> Parcel<T> {
    /// A parcel with that content.
    pub fn new(content: T) -> Self {
        Self(Arc::new(Mutex::new(Some(content))))
    }

    /// An empty parcel: the content could not be made.
    pub fn empty() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }

    /// Takes the content, the first time.
    pub fn open(&self) -> Option<T> {
        self.0.lock().ok()?.take()
    }
}

impl<T> Clone for Parcel<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Parcel<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parcel")
    }
}
