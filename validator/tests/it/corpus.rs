//! Maps of another program: once imported, none has errors.

use marchland_maps::formats::DiskFiles;
use marchland_maps::formats::domination;
use marchland_validator::{Input, Mask, Settings, Survey, check};

use crate::support::root;

#[test]
fn imported_maps_have_no_errors() {
    let corpus = root("../shared/corpus/domination");
    let Ok(folders) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: {} is not here", corpus.display());
        return;
    };
    let mut maps = 0;
    for folder in folders {
        let folder = folder.unwrap().path();
        let files = std::fs::read_dir(&folder).unwrap();
        for file in files.map(|file| file.unwrap().path()) {
            if file.extension().is_none_or(|end| end != "map") {
                continue;
            }
            let (disk, name) = DiskFiles::of(&file).unwrap();
            let import = domination::read(&disk, &name).unwrap();
            let survey = Survey::new(import.mask, &import.draft);
            let settings = Settings::default();
            let report = check(&Input {
                mask: Mask::Read(&survey),
                ..Input::new(&import.draft, &settings)
            });
            let errors: Vec<_> = report
                .findings
                .iter()
                .filter(|finding| finding.severity == marchland_validator::Severity::Error)
                .map(|finding| format!("{} {}", finding.rule.code, finding.message))
                .collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", file.display());
            maps += 1;
        }
    }
    assert!(maps > 0, "{} holds no map", corpus.display());
}
