//! Which file names a map may speak of.

use crate::limits::MAX_LINE_CHARS;

/// Why a file that a map names is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is no name.
    #[error("it has no name")]
    Empty,
    /// More characters than [`MAX_LINE_CHARS`].
    #[error("its name has more than {MAX_LINE_CHARS} characters")]
    TooLong,
    /// It begins at the root of the file system.
    #[error("it must stand in the map's folder; write it without the leading `/`")]
    Absolute,
    /// It goes up with `..`.
    #[error("it must stand in the map's folder, which `..` would leave")]
    Parent,
    /// It has a backslash, which separates folders on one system only.
    #[error("folders are separated by `/`, not by `\\`")]
    Backslash,
    /// It has a colon: a drive, a stream or an address.
    #[error("a `:` may not stand in its name")]
    Colon,
    /// It has a control character.
    #[error("a control character may not stand in its name")]
    Control,
    /// A part of it is empty or `.`.
    #[error("it has an empty part or a part that is `.`")]
    Part,
    /// It, or a folder on the way to it, is a link that leaves the map's folder.
    #[error("it is a link to a place outside the map's folder")]
    Link,
    /// The way to it could not be followed.
    #[error("it cannot be reached: {0}")]
    Unreachable(std::io::ErrorKind),
}

/// Whether `file` names something inside a map's folder on every system: parts
/// separated by `/`, none of them `..`. Says nothing about whether it exists.
///
/// # Errors
/// The first reason why not.
pub fn check_path(file: &str) -> Result<(), PathError> {
    if file.is_empty() {
        return Err(PathError::Empty);
    }
    if file.chars().nth(MAX_LINE_CHARS).is_some() {
        return Err(PathError::TooLong);
    }
    if file.chars().any(char::is_control) {
        return Err(PathError::Control);
    }
    if file.contains('\\') {
        return Err(PathError::Backslash);
    }
    if file.contains(':') {
        return Err(PathError::Colon);
    }
    if file.starts_with('/') {
        return Err(PathError::Absolute);
    }
    for part in file.split('/') {
        match part {
            "" | "." => return Err(PathError::Part),
            ".." => return Err(PathError::Parent),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
