//! Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::Command;

const BEFORE: &str = "0.416667|1.000000\n";

/// Waits until the program handles Ctrl-C, which it does once it starts its work.
fn wait_until_interrupts_are_caught(process: u32) {
    let caught = || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))?;
        // SIGINT is signal 2, the second bit.
        Some(u64::from_str_radix(mask.trim(), 16).ok()? & 2 != 0)
    };
    for _ in 0..1200 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        // Without /proc, wait a while instead.
        if caught().unwrap_or_else(|| !Path::new("/proc/self/status").exists()) {
            break;
        }
    }
}

#[test]
fn ctrl_c_leaves_no_partial_file() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("table.prob");
    fs::write(&old, BEFORE).unwrap();
    let table = old.to_string_lossy();
    for arguments in [
        ["200", "1000000", &*table, "--method=dice", "--force"],
        [
            "--exact",
            "1500",
            &*table,
            "--rules=defender-chooses",
            "--force",
        ],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-simulator"))
            .args(arguments)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_interrupts_are_caught(child.id());
        let interrupted = std::time::Instant::now();
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        // Both would take longer.
        assert!(interrupted.elapsed().as_secs() < 4, "{arguments:?}");
        assert_eq!(fs::read_to_string(&old).unwrap(), BEFORE);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
