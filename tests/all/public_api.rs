//! Holds the crate's front page to docs/public-api.txt: what stands there keeps, so a change of it is seen and meant.
//!
//! `DAWSON_WRITE_DOCS=1` writes the list anew.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Attribute, Fields, ImplItem, Item, TraitItem, UseTree, Visibility};

#[test]
fn the_front_page_is_as_listed() {
    let names = front_page();
    assert!((25..=60).contains(&names.len()), "{} names", names.len());
    let told = listing(&names);
    let file = root().join("docs/public-api.txt");
    if std::env::var_os("DAWSON_WRITE_DOCS").is_some() {
        std::fs::write(&file, &told).expect("the list can be written");
    }
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    let (told, listed): (BTreeSet<&str>, BTreeSet<&str>) =
        (told.lines().collect(), listed.lines().collect());
    let gone: Vec<_> = listed.difference(&told).collect();
    // What is new breaks nobody; it is listed when the list is written next.
    assert!(
        gone.is_empty(),
        "docs/public-api.txt promises what is not there any more (DAWSON_WRITE_DOCS=1 writes it anew): {gone:#?}"
    );
}

/// Whoever embeds the library tells errors apart by their type.
#[test]
fn no_error_of_the_front_page_is_a_text() {
    let told = listing(&front_page());
    let texts = told.lines().filter(|line| line.contains(", String >"));
    let texts: Vec<&str> = texts.filter(|line| line.contains("-> Result")).collect();
    assert!(texts.is_empty(), "{texts:#?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names that lib.rs shows, with the modules they come from.
fn front_page() -> BTreeMap<String, String> {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    let mut names = BTreeMap::new();
    for item in syn::parse_file(&lib).expect("lib.rs is Rust").items {
        match item {
            Item::Use(used) if is_public(&used.vis) => collect(&used.tree, "", &mut names),
            Item::Mod(module) if is_public(&module.vis) => {
                assert!(
                    is_hidden(&module.attrs),
                    "the module {} is shown",
                    module.ident
                );
            }
            _ => {}
        }
    }
    names
}

fn collect(tree: &UseTree, module: &str, names: &mut BTreeMap<String, String>) {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            let module = if module.is_empty() { &first } else { module };
            collect(&path.tree, module, names);
        }
        UseTree::Group(group) => {
            let trees = group.items.iter();
            trees.for_each(|tree| collect(tree, module, names));
        }
        UseTree::Name(name) => drop(names.insert(name.ident.to_string(), module.to_owned())),
        // `as` gives a name to what its module calls otherwise.
        UseTree::Rename(name) => {
            drop(names.insert(name.ident.to_string(), module.to_owned()));
        }
        UseTree::Glob(_) => panic!("the front page names what it shows"),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let mut attributes = attributes.iter();
    attributes.any(|one| one.path().is_ident("doc") && text(one).contains("hidden"))
}

fn text(part: impl ToTokens) -> String {
    part.to_token_stream().to_string()
}

/// A line for each name, field, variant and function. What another module calls by the same name is something else.
fn listing(names: &BTreeMap<String, String>) -> String {
    let mut lines = BTreeSet::new();
    let mut files = Vec::new();
    gather(&root().join("src"), &mut files);
    let modules: Vec<(String, Vec<Item>)> = files
        .iter()
        .map(|file| {
            let source = std::fs::read_to_string(file).expect("a source");
            let items = syn::parse_file(&source).expect("a source is Rust").items;
            (module_of(file), items)
        })
        .collect();
    for (name, home) in names {
        let others: BTreeSet<&str> = modules
            .iter()
            .filter(|(module, items)| {
                module != home && items.iter().any(|item| defines(item, name))
            })
            .map(|(module, _)| module.as_str())
            .collect();
        let own = modules
            .iter()
            .filter(|(module, _)| !others.contains(module.as_str()));
        for item in own.flat_map(|(_, items)| items) {
            tell(item, name, &mut lines);
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The first part of a file's path below `src`.
fn module_of(file: &Path) -> String {
    let below = file.strip_prefix(root().join("src")).expect("a source");
    let first = below.components().next().expect("a name");
    let first = first.as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

fn defines(item: &Item, name: &str) -> bool {
    match item {
        Item::Struct(one) => one.ident == name,
        Item::Enum(one) => one.ident == name,
        Item::Trait(one) => one.ident == name,
        Item::Type(one) => one.ident == name,
        Item::Fn(one) => one.sig.ident == name,
        _ => false,
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_program = path.ends_with("src/cli") || path.ends_with("src/serve");
        match path.is_dir() {
            true if !is_program => gather(&path, files),
            false if path.extension().is_some_and(|end| end == "rs") => files.push(path),
            _ => {}
        }
    }
}

fn tell(item: &Item, wanted: &str, lines: &mut BTreeSet<String>) {
    let is_wanted = |name: &syn::Ident| name == wanted;
    match item {
        Item::Struct(one) if is_public(&one.vis) && is_wanted(&one.ident) => {
            lines.insert(format!("struct {}{}", one.ident, open(&one.attrs)));
            fields(&one.ident.to_string(), &one.fields, lines);
        }
        Item::Enum(one) if is_public(&one.vis) && is_wanted(&one.ident) => {
            lines.insert(format!("enum {}{}", one.ident, open(&one.attrs)));
            for variant in &one.variants {
                let held = text(&variant.fields);
                let held = without_docs(&held);
                lines.insert(
                    format!("{}::{} {held}", one.ident, variant.ident)
                        .trim()
                        .to_owned(),
                );
            }
        }
        Item::Trait(one) if is_public(&one.vis) && is_wanted(&one.ident) => {
            lines.insert(format!("trait {}", one.ident));
            for item in &one.items {
                if let TraitItem::Fn(function) = item {
                    lines.insert(format!("{}::{}", one.ident, text(&function.sig)));
                }
            }
        }
        Item::Type(one) if is_public(&one.vis) && is_wanted(&one.ident) => {
            lines.insert(format!("type {} = {}", one.ident, text(&one.ty)));
        }
        Item::Fn(one) if is_public(&one.vis) && is_wanted(&one.sig.ident) => {
            lines.insert(text(&one.sig));
        }
        Item::Impl(one) if one.trait_.is_none() => {
            let syn::Type::Path(path) = &*one.self_ty else {
                return;
            };
            let Some(name) = path.path.segments.last().map(|last| &last.ident) else {
                return;
            };
            if !is_wanted(name) {
                return;
            }
            for item in &one.items {
                match item {
                    ImplItem::Fn(function)
                        if is_public(&function.vis) && !is_hidden(&function.attrs) =>
                    {
                        lines.insert(format!("{name}::{}", text(&function.sig)));
                    }
                    ImplItem::Const(constant) if is_public(&constant.vis) => {
                        lines.insert(format!(
                            "{name}::const {} : {}",
                            constant.ident,
                            text(&constant.ty)
                        ));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn open(attributes: &[Attribute]) -> &'static str {
    match attributes
        .iter()
        .any(|one| one.path().is_ident("non_exhaustive"))
    {
        true => ", non-exhaustive",
        false => "",
    }
}

fn fields(name: &str, all: &Fields, lines: &mut BTreeSet<String>) {
    for field in all.iter().filter(|field| is_public(&field.vis)) {
        let field_name = field
            .ident
            .as_ref()
            .map_or("0".to_owned(), ToString::to_string);
        lines.insert(format!("{name}.{field_name}: {}", text(&field.ty)));
    }
}

/// Fields without what is said of them.
fn without_docs(held: &str) -> String {
    let mut told = String::new();
    let mut rest = held;
    while let Some(start) = rest.find("# [") {
        told += &rest[..start];
        let inside = &rest[start..];
        let end = inside.find(']').map_or(inside.len(), |end| end + 1);
        rest = inside[end..].trim_start();
    }
    told + rest
}
