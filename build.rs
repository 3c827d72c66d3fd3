//! Lists the conditions, so that a new one is a file of its own and no line elsewhere: the modules of
//! `src/conditions`, every `pub static NAME: Definition`, or `[Definition; 2]`, in them, and the texts of
//! `conditions`.
//!
//! `src/conditions/mod.rs` and `src/sentences/library.rs` include what this writes. `cargo fmt` does not see modules that a macro names:
//! `rustfmt src/conditions/*.rs` does.

use std::fs::{read_dir, read_to_string, write};
use std::path::{Path, PathBuf};

fn main() {
    let folder = Path::new("src/conditions");
    println!("cargo::rerun-if-changed={}", folder.display());
    let modules = modules(folder);
    let mut definitions = Vec::new();
    for path in &modules {
        find_definitions(path, &name(path), &mut definitions);
    }
    let lines = |all: Vec<String>| all.join("\n");
    let named = modules.iter().map(|path| format!("mod {};", name(path)));
    let listed = definitions.iter().map(|path| format!("&{path},"));
    let text = format!(
        "macro_rules! modules {{ () => {{\n{}\n}}; }}\n\
         macro_rules! definitions {{ () => {{ [\n{}\n] }}; }}\n",
        lines(named.collect()),
        lines(listed.collect())
    );
    put("conditions.rs", &text);
    put("texts.rs", &texts(Path::new("conditions")));
}

/// A list of the texts in a folder, in the order of their names.
fn texts(folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths = entries(folder);
    paths.retain(|path| path.extension().is_some_and(|end| end == "dawson"));
    let root = "concat!(env!(\"CARGO_MANIFEST_DIR\"), ";
    let line = |path: &PathBuf| format!("include_str!({root}\"/{}\")),\n", path.display());
    format!("&[\n{}]", paths.iter().map(line).collect::<String>())
}

fn put(file: &str, text: &str) {
    let out = std::env::var_os("OUT_DIR").expect("Cargo says where to write");
    write(Path::new(&out).join(file), text).expect("that place can be written");
}

/// What is in a folder, in the order of the names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = found
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    paths.sort();
    paths
}

/// The files and folders of a module that are modules, in the order of their names.
fn modules(folder: &Path) -> Vec<PathBuf> {
    let is_module = |path: &PathBuf| match path.is_dir() {
        true => path.join("mod.rs").exists(),
        false => path.extension().is_some_and(|end| end == "rs") && !path.ends_with("mod.rs"),
    };
    let mut modules = entries(folder);
    modules.retain(is_module);
    modules
}

fn name(path: &Path) -> String {
    let stem = path.file_stem().expect("a module has a name");
    stem.to_string_lossy().into_owned()
}

/// Adds the path of each definition of a module and of those in its folder.
fn find_definitions(path: &Path, module: &str, found: &mut Vec<String>) {
    let file = match path.is_dir() {
        true => path.join("mod.rs"),
        false => path.to_owned(),
    };
    let text = read_to_string(file).expect("a module can be read");
    let heads = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub static "));
    for (name, kind) in heads.filter_map(|head| head.split_once(": ")) {
        if kind.starts_with("Definition =") {
            found.push(format!("{module}::{name}"));
        } else if kind.starts_with("[Definition; 2] =") {
            found.extend((0..2).map(|row| format!("{module}::{name}[{row}]")));
        }
    }
    if path.is_dir() {
        for path in modules(path) {
            find_definitions(&path, &format!("{module}::{}", name(&path)), found);
        }
    }
}
