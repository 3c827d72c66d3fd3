//! `dawson explain`, `dawson list` and `dawson completions`: the manual.

use super::Ending;
use super::input::show;
use super::language::{Tongue, choose};
use super::width::fitted;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use dawson::conditions::Own;
use dawson::manual::{Entry, Found, Kind, entries, find, line, order, page_in};
use dawson::notation::own_condition::named_in;
use dawson::notation::popeye::words::Language;
use dawson::notation::statement::{Understood, spoken_language, statement, understand};
use dawson::sentences;
use std::io::{self, Write};

/// What to explain.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// A walk, condition, attribute, goal, kind of play, option or term in any language; letters such
    /// as `G` or `R/B`; the definition of a walk; or a whole statement
    #[arg(required_unless_present = "order")]
    name: Vec<String>,
    /// Print the order in which the effects of these conditions happen; each argument is one condition.
    /// Without conditions, print the whole table
    #[arg(long)]
    order: bool,
    /// Language of headings and names; definitions are in English
    #[arg(long, value_enum)]
    language: Option<Tongue>,
}

/// What to list.
#[derive(Debug, clap::Args)]
pub struct List {
    /// The kind of things
    #[arg(value_enum)]
    kind: Listed,
}

/// For which shell to write completions.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Which man page to write.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// A command, e.g. `solve`
    command: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Listed {
    /// Walks: how pieces move
    Walks,
    /// Attributes: properties of single pieces
    Attributes,
    /// Conditions: rules for all pieces
    Conditions,
    /// Goals: mate, stalemate and others
    Goals,
    /// Kinds of play
    Genres,
    /// Options: what to search for and what to print
    Options,
    /// Conditions that are known by name only
    Unbuilt,
    /// Words of problemists
    Terms,
}

impl Listed {
    fn kind(self) -> Kind {
        match self {
            Listed::Walks => Kind::Walk,
            Listed::Attributes => Kind::Attribute,
            Listed::Conditions => Kind::Condition,
            Listed::Goals => Kind::Goal,
            Listed::Genres => Kind::Genre,
            Listed::Options => Kind::Option,
            Listed::Unbuilt => Kind::Unbuilt,
            Listed::Terms => Kind::Term,
        }
    }
}

/// Prints a page for everything that is called so.
pub fn explain(arguments: &Explain) -> Ending {
    if arguments.order {
        let names: Vec<&str> = arguments.name.iter().map(String::as_str).collect();
        return match order(&names) {
            Ok(text) => print(&text),
            Err(reason) => {
                eprintln!("dawson: {reason}");
                Ending::Failed
            }
        };
    }
    let name = arguments.name.join(" ");
    if let Some(text) = own_condition(&name, arguments.language) {
        return print(&text);
    }
    let found = find(&name);
    if !matches!(found, Found::Entries(_))
        && let Some(text) = whole_statement(&name, arguments.language)
    {
        return print(&fitted(&text, 9));
    }
    if matches!(found, Found::Nothing(_)) && points_at_faults(&name, arguments.language) {
        return Ending::Failed;
    }
    match found {
        Found::Entries(found) => print(&fitted(&pages(&found, arguments.language), 9)),
        Found::NoDefinition(error) => {
            eprintln!("dawson: {error}");
            eprintln!(
                "  help: powers with `+` between them, each a manner (leap, ride, hop, lion, kangaroo,"
            );
            eprintln!(
                "        contra, locust, lame, bounce) and a path such as `1:2`: `DE Dervish: leap 1:2 + capture hop 0:1`"
            );
            Ending::Failed
        }
        Found::Nothing(near) => {
            eprintln!("dawson: unknown name `{name}`");
            if !near.is_empty() {
                eprintln!("  help: did you mean `{}`?", near.join("`, `"));
            }
            Ending::Failed
        }
    }
}

/// The page of a composer's condition, or the guide for those who write one.
fn own_condition(name: &str, language: Option<Tongue>) -> Option<String> {
    const GUIDE: &str = include_str!("../../docs/own-conditions.md");
    if ["conditions", "own conditions", "own condition"].contains(&name.to_lowercase().as_str()) {
        return Some(GUIDE.to_owned());
    }
    let condition = sentences::named(name)?;
    page_of_own(&condition.key, choose(language, None))
}

/// The page of the condition of a composer with this key.
fn page_of_own(key: &str, language: Language) -> Option<String> {
    if let Some(own) = Own::find(key)
        && let Some(faults) = own.faults
    {
        let name = own.names.en;
        return Some(format!(
            "{name}  (own condition)\n  Its text has faults: {faults}\n"
        ));
    }
    let text = sentences::text_of(key)?;
    let tongue = match language {
        Language::En => sentences::Tongue::En,
        Language::De => sentences::Tongue::De,
        Language::Fr => sentences::Tongue::Fr,
    };
    sentences::explain(&text, tongue).ok()
}

fn pages(entries: &[Entry], language: Option<Tongue>) -> String {
    let language = choose(language, None);
    let pages = entries.iter().map(|entry| page_in(entry, language));
    pages.collect::<Vec<_>>().join("\n")
}

/// What a statement means, and below it a page for each of its words that has one.
fn whole_statement(text: &str, language: Option<Tongue>) -> Option<String> {
    let said = understand(text, language.map(|_| choose(language, None)));
    if !said.errors.is_empty() {
        return None;
    }
    let own = named_in(text);
    let is_own = |name: &str| own.iter().any(|own| own.is_called(name));
    let mut entries: Vec<Entry> = Vec::new();
    for part in said.parts.iter().filter(|part| !is_own(&part.text)) {
        if let Found::Entries(found) = find(&part.text) {
            let is_new = |entry: &Entry| entries.iter().all(|known| known.key != entry.key);
            let new: Vec<Entry> = found.into_iter().filter(is_new).collect();
            entries.extend(new);
        }
    }
    if entries.is_empty() && own.is_empty() {
        return asks_for_play(&said).then(|| said.summary.clone() + "\n");
    }
    let spoken = choose(language, None);
    let mut text = format!("{}\n\n{}", said.summary, pages(&entries, language));
    for page in own
        .iter()
        .filter_map(|own| page_of_own(own.definition.key, spoken))
    {
        text += &format!("\n{page}");
    }
    Some(text)
}

fn asks_for_play(said: &Understood) -> bool {
    said.parts.iter().any(|part| part.kind == "stipulation")
}

/// Points at what is wrong with a statement; a text of which no word asks for play is none.
fn points_at_faults(text: &str, language: Option<Tongue>) -> bool {
    let mut words = text.split([' ', ',', ';']);
    let Err(faults) = statement(text) else {
        return false;
    };
    if !words.any(|word| asks_for_play(&understand(word, None))) {
        return false;
    }
    let language = choose(language, spoken_language(text));
    show("statement", text, language, &faults)
}

/// Prints a line for everything of a kind.
pub fn list(arguments: &List) -> Ending {
    let kind = arguments.kind.kind();
    let listed = entries().into_iter().filter(|entry| entry.kind == kind);
    let mut lines: Vec<String> = listed.map(|entry| line(&entry) + "\n").collect();
    if kind == Kind::Condition {
        lines.extend(Own::all_offered().map(|own| {
            let [en, de, fr] = own.names.in_order();
            let faults = if own.faults.is_some() {
                ", with faults"
            } else {
                ""
            };
            format!("{en} | {de} | {fr}  (own{faults})\n")
        }));
        lines.extend(sentences::library::all().iter().map(|text| {
            let names = [&text.de, &text.fr].map(|name| name.as_deref().unwrap_or(&text.name));
            format!(
                "{} | {} | {}  (contributed)\n",
                text.name, names[0], names[1]
            )
        }));
    }
    print(&fitted(&lines.concat(), 15))
}

/// Prints what a shell needs to complete commands and the names of the manual.
pub fn completions(arguments: &Completions) -> Ending {
    let keys = entries().into_iter().map(|entry| entry.key);
    let keys: PossibleValuesParser = keys.collect::<Vec<_>>().into();
    let mut command = super::Arguments::command().mut_subcommand("explain", |explain| {
        explain.mut_arg("name", |name| name.value_parser(keys))
    });
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "dawson", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints a man page in roff: `dawson man | man -l -`, `dawson man solve > dawson-solve.1`.
pub fn man(arguments: &Man) -> Ending {
    let mut whole = super::Arguments::command();
    whole.build();
    let (page, title) = match &arguments.command {
        None => (whole.clone(), "dawson".to_owned()),
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => (found.clone(), format!("dawson-{name}")),
            None => {
                eprintln!("dawson: there is no command `{name}`");
                return Ending::Usage;
            }
        },
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).title(title).render(&mut text) {
        Ok(()) => print(&String::from_utf8_lossy(&text)),
        Err(error) => Ending::Done.after(Err(error)),
    }
}

fn print(text: &str) -> Ending {
    Ending::Done.after(io::stdout().write_all(text.as_bytes()))
}
