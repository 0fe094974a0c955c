//! Which file names may occur in a map, and those of the files beside its pictures.

use std::path::Path;

use crate::limits::MAX_LINE_CHARS;

/// Why a file name in a map is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The name is empty.
    #[error("it has no name")]
    Empty,
    /// More characters than [`MAX_LINE_CHARS`].
    #[error("its name has more than {MAX_LINE_CHARS} characters")]
    TooLong,
    /// It is an absolute path.
    #[error("it must be in the map's folder; write it without the leading `/`")]
    Absolute,
    /// It contains `..`.
    #[error("it must be in the map's folder, without `..`")]
    Parent,
    /// It contains a backslash, which separates folders on one system only.
    #[error("folders are separated by `/`, not by `\\`")]
    Backslash,
    /// It contains a colon: a drive, a stream or a URL.
    #[error("its name must not contain `:`")]
    Colon,
    /// It contains a control character.
    #[error("its name must not contain control characters")]
    Control,
    /// A component is empty or `.`.
    #[error("it has an empty part or a part that is `.`")]
    Part,
    /// It, or a folder on its path, is a link that leaves the map's folder.
    #[error("it is a link to a place outside the map's folder")]
    Link,
    /// Its path could not be followed.
    #[error("it cannot be reached: {0}")]
    Unreachable(std::io::ErrorKind),
}

/// Checks that `file` names something inside a map's folder on every system: components separated
/// by `/`, none of them `..`. Does not check whether it exists.
///
/// # Errors
/// The first violation.
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

/// The file beside a map's picture that keeps its author's version.
pub fn original_of(picture: &str) -> String {
    with_ending(picture, "original")
}

/// `mask.png` as `mask.ENDING.png`.
pub fn with_ending(picture: &str, ending: &str) -> String {
    let path = Path::new(picture);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let named = path.with_extension(format!("{ending}.{extension}"));
    named.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests;
