//! Types at the program as a person would, prompt by prompt.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::program::{bundled, program};

/// The folder of a bundled map.
pub(crate) fn map(name: &str) -> String {
    bundled(name).to_str().unwrap().to_owned()
}

/// A game played by reading the output.
pub(crate) struct Typist {
    pub(crate) child: Child,
    pub(crate) stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    pub(crate) all: String,
}

impl Typist {
    pub(crate) fn start(folder: &std::path::Path, args: &[&str]) -> Self {
        let mut child = program(folder, args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
            all: String::new(),
        }
    }

    /// Reads up to the next prompt, which ends in `> `, and returns what came, the prompt
    /// last; nothing if the program has ended.
    pub(crate) fn prompt(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            if self.stdout.read(&mut byte).unwrap() == 0 {
                self.all.push_str(std::str::from_utf8(&bytes).unwrap());
                return None;
            }
            bytes.push(byte[0]);
            let line = bytes.rsplit(|&b| b == b'\n').next().unwrap();
            // A row of the list of attacks holds ` > `, indented.
            if line.ends_with(b"> ") && !line.starts_with(b"  ") {
                let text = String::from_utf8(bytes).unwrap();
                self.all.push_str(&text);
                return Some(text);
            }
        }
    }

    /// Types a line and returns what comes up to the next prompt.
    pub(crate) fn say(&mut self, line: &str) -> Option<String> {
        writeln!(self.stdin, "{line}").unwrap();
        self.prompt()
    }
}
