//! In which language the program speaks.

use clap::ValueEnum;
use dawson::notation::popeye::words::Language;

/// A language by its abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Tongue {
    /// English: K Q R B S P
    #[default]
    En,
    /// German: K D T L S B
    De,
    /// French: R D T F C P
    Fr,
}

impl From<Tongue> for Language {
    fn from(tongue: Tongue) -> Language {
        match tongue {
            Tongue::En => Language::En,
            Tongue::De => Language::De,
            Tongue::Fr => Language::Fr,
        }
    }
}

/// The language asked for, or else that of the text, or else that of the system.
pub fn choose(wished: Option<Tongue>, spoken: Option<Language>) -> Language {
    wished
        .map(Language::from)
        .or(spoken)
        .unwrap_or_else(of_system)
}

/// The language of the system's messages; English if it is none of ours.
pub fn of_system() -> Language {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    let mut set = variables
        .filter_map(std::env::var_os)
        .filter(|value| !value.is_empty());
    match set
        .next()
        .and_then(|value| value.to_str()?.get(..2).map(str::to_owned))
    {
        Some(code) if code == "de" => Language::De,
        Some(code) if code == "fr" => Language::Fr,
        _ => Language::En,
    }
}
