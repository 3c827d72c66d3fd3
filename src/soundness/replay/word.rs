//! The words of solutions that are no moves, by their class: `words.tsv`, all languages at once.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a word is in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Class {
    /// It says nothing that is played.
    Nothing,
    /// Check or goal: it may be joined to a move.
    Check,
    /// What follows is threatened.
    Threat,
    /// Refutations follow.
    But,
    /// Another move in place of the one before.
    Or,
    /// Any move.
    Random,
    /// Castling on the king's side.
    ShortCastling,
    /// Castling on the queen's side.
    LongCastling,
    /// Castling on the side where it is possible.
    Castling,
    /// A cook, as its finder or the author calls it.
    Cook,
    /// Tries, as the author calls them.
    Try,
    /// What is meant.
    Key,
    /// It denies what follows.
    Not,
    /// A keyword that says the problem is not sound.
    Unsound,
    /// What follows may be intended or not.
    Doubt,
    /// What follows is play with the other side first.
    Set,
    /// A second continuation, as the author calls it.
    Dual,
}

static WORDS: LazyLock<HashMap<&'static str, Vec<Class>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<Class>> = HashMap::new();
    for row in include_str!("words.tsv").lines().skip(1) {
        let Some((class, spellings)) = row.split_once('\t') else {
            continue;
        };
        for word in spellings.split(' ') {
            words.entry(word).or_default().push(class_of(class));
        }
    }
    words
});

fn class_of(name: &str) -> Class {
    match name {
        "check" => Class::Check,
        "threat" => Class::Threat,
        "but" => Class::But,
        "or" => Class::Or,
        "random" => Class::Random,
        "short-castling" => Class::ShortCastling,
        "long-castling" => Class::LongCastling,
        "castling" => Class::Castling,
        "cook" => Class::Cook,
        "try" => Class::Try,
        "key" => Class::Key,
        "not" => Class::Not,
        "unsound" => Class::Unsound,
        "doubt" => Class::Doubt,
        "set" => Class::Set,
        "dual" => Class::Dual,
        _ => Class::Nothing,
    }
}

/// Whether a word, in any case, is of this class.
pub(crate) fn is(word: &str, class: Class) -> bool {
    let classes = WORDS.get(word.to_lowercase().as_str());
    classes.is_some_and(|classes| classes.contains(&class))
}

/// The first of these classes that a word, in any case, has.
pub(crate) fn first_of(word: &str, classes: &[Class]) -> Option<Class> {
    let found = classes.iter().find(|class| is(word, **class));
    found.copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_class_of_its_own() {
        let rows = include_str!("words.tsv").lines().skip(1);
        let names: Vec<&str> = rows
            .filter_map(|row| row.split_once('\t'))
            .map(|row| row.0)
            .collect();
        let classes: std::collections::HashSet<Class> =
            names.iter().map(|name| class_of(name)).collect();
        assert_eq!(names.len(), classes.len());
        assert!(is("Drohung", Class::Threat) && is("O-O", Class::ShortCastling));
    }
}
