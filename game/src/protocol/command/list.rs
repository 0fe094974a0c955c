//! `LIST`


command! {
    /// The client asks for the tables.
    "LIST" List {}
}
