//! Tests of the crate as its users see it, in one binary.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bundled;
mod command_line;
mod comparing;
mod corpus;
mod domination;
mod domination_cases;
mod domination_export;
mod domination_faults;
mod domination_random;
mod drawings;
mod editing;
mod edits;
mod folders;
mod freezing;
mod generating;
mod import_and_repair;
mod outputs;
mod read_again;
mod rendering;
mod shapes;
mod sketch;
mod xml_editing;
mod xml_laws;
mod xml_reading;
mod xml_schemas;
