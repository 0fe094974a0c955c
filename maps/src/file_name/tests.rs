use super::*;

#[test]
fn paths_out_of_the_folder_are_refused() {
    for (file, reason) in [
        ("", PathError::Empty),
        ("/etc/passwd", PathError::Absolute),
        ("../mask.png", PathError::Parent),
        ("a/../../mask.png", PathError::Parent),
        ("..", PathError::Parent),
        ("..\\mask.png", PathError::Backslash),
        ("C:/mask.png", PathError::Colon),
        ("c:mask.png", PathError::Colon),
        ("file:///mask.png", PathError::Colon),
        ("a//mask.png", PathError::Part),
        ("./mask.png", PathError::Part),
        ("masks/", PathError::Part),
        ("a\0b", PathError::Control),
    ] {
        assert_eq!(check_path(file), Err(reason), "{file}");
    }
    assert_eq!(check_path(&"x".repeat(257)), Err(PathError::TooLong));
    for file in [
        "mask.png",
        "pictures/mask 1.png",
        "..mask",
        "příroda.png",
        "...",
        ".mask",
    ] {
        assert_eq!(check_path(file), Ok(()), "{file}");
    }
}
