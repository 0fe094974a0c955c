//! The files that a command was told to write.

use std::fs;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use crate::{plain_path, replace_with};

/// A kind of file, so that only its like is ever replaced.
#[derive(Debug)]
pub struct Kind {
    /// With its article, for messages: “a map file”.
    pub name: &'static str,
    /// Whether a file that begins with these bytes is one. They are the first
    /// 64 KiB, or the whole of a shorter file.
    pub begins: fn(&[u8]) -> bool,
}

/// Pictures that programs of this project read or write, SVG among them.
pub static PICTURE: Kind = Kind {
    name: "a picture",
    begins: is_picture,
};

/// How much of a file is looked at to tell its kind.
const HEAD: u64 = 64 << 10;

fn is_picture(head: &[u8]) -> bool {
    let starts: [&[u8]; 7] = [
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"GIF8",
        b"BM",
        b"II*\0",
        b"MM\0*",
        b"RIFF",
    ];
    starts.iter().any(|start| head.starts_with(start)) || root_element(head) == Some("svg")
}

/// The name of the root element if this is the beginning of an XML text in UTF-8:
/// declaration, comments, instructions and a DTD may stand before it.
pub fn root_element(head: &[u8]) -> Option<&str> {
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last character may be cut.
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut rest = valid.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start().strip_prefix('<')?;
        let end = match rest.as_bytes().first()? {
            b'?' => "?>",
            b'!' if rest.starts_with("!--") => "-->",
            b'!' if rest.contains("]>") => "]>",
            b'!' => ">",
            _ => break,
        };
        rest = rest.split_once(end)?.1;
    }
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Why a file is not written. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// It is there, and nobody asked to replace it.
    #[error("{} exists already; overwrite it with --force", plain_path(.0))]
    Exists(PathBuf),
    /// It is there and something else.
    #[error(
        "{} is not {kind}, and nothing else is ever overwritten; give another name",
        plain_path(.path)
    )]
    OtherKind {
        /// The file that is there.
        path: PathBuf,
        /// What would have been written, with its article.
        kind: &'static str,
    },
    /// The command has read it.
    #[error(
        "{} is what this is made from, and would be overwritten; give another name",
        plain_path(.0)
    )]
    Source(PathBuf),
    /// Its name is empty.
    #[error("an empty name names no file")]
    NoName,
    /// It is a folder.
    #[error("{} is a folder; give the name of a file", plain_path(.0))]
    Folder(PathBuf),
    /// It is a link to what is not there.
    #[error("{} is a link that leads nowhere; give another name", plain_path(.0))]
    DeadLink(PathBuf),
    /// It could not be looked at.
    #[error("cannot tell what {} is: {error}", plain_path(.path))]
    Io {
        /// The path that could not be looked at.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A file that a command may write, or standard output, as it is usual for `-`.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Before anything takes time: whether a file of this kind may be written there.
    /// With `force` one of the same kind, or one without any content, may be replaced.
    /// What is neither a file nor a folder, such as a pipe, may always be written to.
    ///
    /// # Errors
    /// [`OutputError`], all but [`OutputError::Source`].
    pub fn at(path: &Path, kind: &Kind, force: bool) -> Result<Self, OutputError> {
        let output = Self {
            path: path.to_owned(),
        };
        if output.is_standard() {
            return Ok(output);
        }
        if path.as_os_str().is_empty() {
            return Err(OutputError::NoName);
        }
        let failed = |error| OutputError::Io {
            path: path.to_owned(),
            error,
        };
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    return Err(OutputError::DeadLink(path.to_owned()));
                }
            }
            // What stands in the way is said when the file is written.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {}
            Err(error) => return Err(failed(error)),
            Ok(metadata) if metadata.is_dir() => return Err(OutputError::Folder(path.to_owned())),
            Ok(metadata) if metadata.is_file() => {
                let mut head = Vec::new();
                let file = fs::File::open(path).map_err(failed)?;
                file.take(HEAD).read_to_end(&mut head).map_err(failed)?;
                if !head.is_empty() && !(kind.begins)(&head) {
                    return Err(OutputError::OtherKind {
                        path: path.to_owned(),
                        kind: kind.name,
                    });
                }
                if !force {
                    return Err(OutputError::Exists(path.to_owned()));
                }
            }
            Ok(_) => {}
        }
        Ok(output)
    }

    /// Before it is written: refuses if it is one of the files that were read, under
    /// whatever name, links of both sorts among them. Files that are not there are no
    /// sources.
    ///
    /// # Errors
    /// [`OutputError::Source`].
    pub fn spare<P: AsRef<Path>>(
        &self,
        sources: impl IntoIterator<Item = P>,
    ) -> Result<(), OutputError> {
        // Only files are compared: opening a pipe would wait for whoever writes to it.
        if self.is_standard() || !self.path.is_file() {
            return Ok(());
        }
        for source in sources {
            let source = source.as_ref();
            let same = source.is_file()
                && same_file::is_same_file(source, &self.path).map_err(|error| {
                    OutputError::Io {
                        path: self.path.clone(),
                        error,
                    }
                })?;
            if same {
                return Err(OutputError::Source(self.path.clone()));
            }
        }
        Ok(())
    }

    /// Whether it is standard output, which then is for nothing else.
    pub fn is_standard(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it, as [`replace_with`] does.
    ///
    /// # Errors
    /// Those of the file system and of `write`.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.is_standard() {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            return out.flush();
        }
        replace_with(&self.path, write)
    }
}

#[cfg(test)]
mod tests;
