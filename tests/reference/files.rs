//! Whole files, as they are.
use super::common::build::Shape;
use super::common::{folders, model};
use super::verdict::Agreed;
use super::{FORMATS, agree, models};
use mmdmap::Mode;
use std::path::{Path, PathBuf};

#[test]
fn models_put_together_are_read_as_the_reference_reads_them() {
    let models = models::all();
    let odd = models.iter().filter(|model| model.mode != Mode::Strict).count();
    let mut files: Vec<_> = models.into_iter().map(|model| (model.name, model.bytes)).collect();
    for shape in Shape::many() {
        files.push((format!("{shape:?}"), model::build(shape, 70).bytes));
        files.push((format!("{shape:?}, empty"), model::empty(shape).bytes));
    }
    let count = files.len();
    let agreed = agree("put together", Agreed::on_pmx, files);
    let [strict, lenient, _] = agreed.opened;
    assert!(
        count > 300 && lenient == count && (count - odd..count).contains(&strict),
        "{count}, {odd} odd: {agreed:?}"
    );
    assert!(agreed.records > 80 * count, "{agreed:?}");
}

/// Folders beside the project or in it, which the published package lacks.
fn folders() -> Vec<(&'static str, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = ["fuzz/seeds", "examples/model"].map(|name| (name, root.join(name))).to_vec();
    all.extend(folders::cases().map(|folder| ("cases", folder)));
    all.retain(|(name, folder)| {
        folder.is_dir() || {
            println!("SKIPPED: {name} is not there");
            false
        }
    });
    all
}

#[test]
fn seeds_and_cases_are_read_as_the_reference_reads_them() {
    for (name, folder) in folders() {
        for (ending, on) in FORMATS {
            let paths = folders::sorted(&folder, ending);
            if paths.is_empty() {
                println!("SKIPPED: {name} has no {ending}");
                continue;
            }
            let files = paths.iter().map(|path| (path.display().to_string(), folders::read(path)));
            let agreed = agree(&format!("{name}, {ending}"), on, files);
            let broken = name == "examples/model" || agreed.opened[0] < paths.len();
            assert!(broken && agreed.opened[0] > 0 && agreed.records > 0, "{agreed:?}");
        }
    }
}

#[test]
fn real_files_are_read_as_the_reference_reads_them() {
    let Some(corpus) = folders::corpus() else { return println!("SKIPPED: no real files") };
    for (ending, on) in FORMATS {
        let files = corpus.short(ending, u64::MAX);
        if files.is_empty() {
            println!("SKIPPED: no real {ending}");
            continue;
        }
        let count = files.len();
        let agreed = agree(&format!("real files, {ending}"), on, files);
        // Nearly all of the real ones open; a model has some hundreds of records.
        assert!(10 * agreed.opened[1] > 9 * count && agreed.records > 100 * count, "{agreed:?}");
    }
}
