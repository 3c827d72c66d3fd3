//! What a sentence may ask where it stands: words that mean nothing there are refused with a better one.

use super::file::{PHRASES, QUANTIFIERS, Text, nearest};
use super::tree::{Node, Value};
use std::collections::HashMap;
use std::ops::Range;

type Complaint = (Range<usize>, String);

/// What there is to ask about in a sentence.
#[derive(Clone, Copy)]
struct Place {
    /// Who may be asked to reach whom: nobody, by walks alone, or also by leave to act.
    ring: Asks,
    /// Whether a man moves.
    goes: bool,
    /// Whether the move has been played.
    played: bool,
    /// Whether something may be captured.
    captures: bool,
    /// The letters that men have.
    letters: u8,
    /// Whether a square is chosen.
    square: bool,
    /// Whether a square may be left to choice right here.
    choice: bool,
    /// What is spoken of in a message.
    sentence: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asks {
    Nobody,
    Walks,
    Actors,
}

/// All complaints about a text.
pub(super) fn check(text: &Text) -> Vec<Complaint> {
    let lets = text.meant();
    let mut found = Vec::new();
    let mut phrases = 0_usize;
    for sentence in &text.sentences {
        phrases = phrases.saturating_add(size(sentence, &lets).0);
        let deep = size(sentence, &lets).1;
        if deep > QUANTIFIERS {
            let why = format!(
                "Too dear: {deep} quantifiers inside one another (32^{deep} men). The limit is {QUANTIFIERS}."
            );
            found.push((sentence.at.clone(), why));
        }
    }
    if phrases > PHRASES {
        let at = text.sentences.first().map_or(0..0, |one| one.at.clone());
        let why = format!("Too long: {phrases} phrases. A condition has no more than {PHRASES}.");
        found.push((at, why));
        // Names in names may stand for more phrases than anybody can look at.
        return found;
    }
    for sentence in &text.sentences {
        look(sentence, place_of(sentence), &lets, &mut found);
        single(sentence, &mut found);
    }
    names_are_given(text, &mut found);
    clashes(text, &mut found);
    found
}

/// How many phrases a text has, names counted for what they mean, and how deep its choices lie.
pub(super) fn phrases_of(text: &Text) -> (usize, usize) {
    let lets = text.meant();
    let sizes = text.sentences.iter().map(|sentence| size(sentence, &lets));
    sizes.fold((0, 0), |(phrases, deep), (more, inner)| {
        (phrases + more, deep.max(inner))
    })
}

/// All phrases of a text.
fn nodes(text: &Text) -> impl Iterator<Item = &Node> {
    let lets = text.lets.iter().map(|(_, meant)| meant);
    text.sentences.iter().chain(lets).flat_map(Node::all)
}

/// The names of one category, each once: `mark` for those of marks, `memory` for what is remembered.
pub(super) fn names_of(text: &Text, category: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in nodes(text).filter(|node| node.category == category) {
        if let Value::Name(name) = &node.value
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}

/// Each mark and memory is given by some sentence before another asks for it, and there are not too many.
fn names_are_given(text: &Text, found: &mut Vec<Complaint>) {
    let name_in = |node: &Node| match &node.kids.last()?.value {
        Value::Name(name) => Some((name.clone(), node.kids.last()?.at.clone())),
        _ => None,
    };
    // What kind of thing each sentence remembers, or asks for.
    let memo = |node: &Node| match (node.category, node.key) {
        ("effect", "remember") => Some(node.kid(0).key),
        ("place", "remembered") => Some("place"),
        ("man", "remembered") => Some("man"),
        ("number", "remembered") => Some("number"),
        _ => None,
    };
    let gives_mark = |node: &&Node| node.is("verb", "marked");
    let given: Vec<String> = nodes(text)
        .filter(gives_mark)
        .filter_map(|node| Some(name_in(node)?.0))
        .collect();
    let remembered: Vec<(String, &'static str)> = nodes(text)
        .filter(|node| node.is("effect", "remember"))
        .filter_map(|node| Some((name_in(node)?.0, node.kid(0).key)))
        .collect();
    let mut refuse = |at: &Range<usize>, why: String| found.push((at.clone(), why));
    for node in nodes(text) {
        let Some((name, at)) = name_in(node) else {
            continue;
        };
        let asks_mark = node.is("prop", "marked") || node.is("verb", "loses");
        if asks_mark && !given.contains(&name) {
            let near = nearest(&name, &given);
            let why = format!("No sentence marks a man `{name}`.");
            refuse(&at, with_nearest(why, near));
        }
        let asks_memory = matches!(
            (node.category, node.key),
            (
                "place" | "man" | "number" | "atom",
                "remembered" | "not-remembered"
            ) | ("effect", "forget" | "remember")
        );
        if !asks_memory {
            continue;
        }
        let kinds: Vec<&str> = remembered
            .iter()
            .filter(|(other, _)| *other == name)
            .map(|(_, kind)| *kind)
            .collect();
        match kinds.first() {
            None => {
                let names: Vec<String> = remembered.iter().map(|(name, _)| name.clone()).collect();
                let why = format!("No sentence remembers anything as `{name}`.");
                refuse(&at, with_nearest(why, nearest(&name, &names)));
            }
            Some(kind) if memo(node).is_some_and(|asked| asked != *kind) => {
                let what = match *kind {
                    "place" => "a square",
                    "man" => "a man",
                    _ => "a number",
                };
                refuse(
                    &at,
                    format!("`{name}` is {what}: one name stands for one kind of thing."),
                );
            }
            Some(_) => {}
        }
    }
    for (category, most, what) in [
        ("mark", MARKS, "marks"),
        ("memory", MEMORIES, "remembered things"),
    ] {
        let count = names_of(text, category).len();
        if count > most {
            let first = nodes(text).find(|node| node.category == category);
            let at = first.map_or(0..0, |node| node.at.clone());
            refuse(
                &at,
                format!("A condition has no more than {most} {what}; here are {count}."),
            );
        }
    }
}

/// A condition has no more marks.
const MARKS: usize = 8;
/// A condition has no more things that it remembers.
const MEMORIES: usize = 4;

fn with_nearest(why: String, near: Option<String>) -> String {
    match near {
        Some(near) => format!("{why} Did you mean `{near}`?"),
        None => why,
    }
}

/// Phrases and quantifiers, names counted for what they mean; a `let` knows earlier ones alone.
fn size(node: &Node, lets: &HashMap<String, Node>) -> (usize, usize) {
    fn of(
        node: &Node,
        lets: &HashMap<String, Node>,
        known: &mut HashMap<String, (usize, usize)>,
    ) -> (usize, usize) {
        let (mut nodes, mut deep) = (0_usize, node.size().1);
        for inner in node.all() {
            nodes = nodes.saturating_add(1);
            if let ("atom", "named", Value::Name(name)) = (inner.category, inner.key, &inner.value)
                && let Some(meant) = lets.get(name)
            {
                let size = match known.get(name) {
                    Some(size) => *size,
                    None => {
                        let size = of(meant, lets, known);
                        known.insert(name.clone(), size);
                        size
                    }
                };
                nodes = nodes.saturating_add(size.0);
                // As deep as if it stood at the deepest place.
                deep = deep.max(node.size().1 + size.1);
            }
        }
        (nodes, deep)
    }
    of(node, lets, &mut HashMap::new())
}

fn place_of(sentence: &Node) -> Place {
    let base = Place {
        ring: Asks::Actors,
        goes: true,
        played: false,
        captures: true,
        letters: 0,
        square: false,
        choice: matches!(sentence.key, "reborn" | "as-if"),
        sentence: "",
    };
    let none = Place {
        goes: false,
        captures: false,
        ..base
    };
    match sentence.key {
        "not-act" => Place {
            ring: Asks::Walks,
            sentence: "`may not act`",
            ..none
        },
        "like" => Place {
            ring: Asks::Walks,
            sentence: "a sentence on how men go",
            ..none
        },
        "as-if" => Place {
            ring: Asks::Nobody,
            sentence: "`as if it stood on`",
            ..none
        },
        "go-only" => Place {
            ring: Asks::Nobody,
            sentence: "`may go only if`",
            ..base
        },
        "capture-only" => Place {
            sentence: "`may capture only if`",
            ..base
        },
        "move-only" => Place {
            sentence: "`is allowed only if`",
            ..base
        },
        "stands-only" | "remains" | "prefers" | "reborn" => Place {
            played: true,
            sentence: "this sentence",
            ..base
        },
        "after" => Place {
            played: true,
            captures: !matches!(sentence.kid(0).key, "quiet" | "castling"),
            sentence: match sentence.kid(0).key {
                "quiet" => "`after a quiet move`",
                "castling" => "`after castling`",
                _ => "`after`",
            },
            ..base
        },
        _ => Place {
            sentence: "this sentence",
            ..none
        },
    }
}

fn look(node: &Node, place: Place, lets: &HashMap<String, Node>, found: &mut Vec<Complaint>) {
    if node.is_nothing() {
        return;
    }
    if let Some(why) = complaint(node, place) {
        found.push((node.at.clone(), why));
    }
    if let ("atom", "named", Value::Name(name)) = (node.category, node.key, &node.value)
        && let Some(meant) = lets.get(name)
    {
        let mut inner = Vec::new();
        look(meant, place, lets, &mut inner);
        if let Some((_, why)) = inner.into_iter().next() {
            found.push((node.at.clone(), format!("`{name}`: {why}")));
        }
    }
    let mut inner = place;
    inner.choice &= node.category == "sentence";
    let chooses_square = matches!(
        (node.category, node.key),
        ("atom", "one-square")
            | ("target" | "pick", "any-square")
            | ("place" | "pick", "any-where")
    );
    let is_chosen = |kid: &Node| kid.is("effect", "choose-square");
    inner.square |= chooses_square || node.kids.iter().any(is_chosen);
    for kid in &node.kids {
        // The letter of a man is known in its description and in what is said of it.
        let group = if node.category == "desc" { node } else { kid };
        let parts = group.kids.iter().filter(|_| group.category == "desc");
        for part in parts {
            if let ("letter", Value::Letter(letter)) = (part.category, &part.value) {
                inner.letters |= 1 << letter;
            }
        }
        look(kid, inner, lets, found);
    }
}

fn complaint(node: &Node, place: Place) -> Option<String> {
    let here = place.sentence;
    let why = match (node.category, node.key) {
        ("vp", "observes") if place.ring == Asks::Walks => {
            "`observes` cannot be asked here: whether a man may act would depend on itself. Did you mean `reaches`?"
                .to_owned()
        }
        ("vp", "observes" | "reaches") if place.ring == Asks::Nobody => format!(
            "`{}` cannot be asked in {here}, which goes by squares and kinds. Did you mean `may capture only if` or `a \
             move is allowed only if`?",
            node.key
        ),
        ("vp", "gives-check") | ("atom", "in-check") if !place.played => format!(
            "Check cannot be asked in {here}: it would depend on itself. Write `a move stands only if` or `after a move`."
        ),
        ("vp", "displaced") if !place.played => {
            format!("`was displaced` cannot be asked in {here}: nothing has moved yet.")
        }
        ("man", "victim" | "captor") | ("place", "capture-square" | "captor-home" | "captor-other-home")
            if place.goes && !place.captures =>
        {
            let word = if node.key == "victim" { "captured man" } else { "captor" };
            format!("`{word}`: nothing is captured in {here}. Write `after a capture`.")
        }
        ("man", "mover" | "captor" | "victim" | "partner")
        | ("place", "departure" | "arrival" | "capture-square" | "captor-home" | "captor-other-home")
        | (
            "atom",
            "captured" | "not-captured" | "same-colour" | "other-colour" | "move-is" | "same-way" | "opposite-way",
        )
        | ("number", "length")
            if !place.goes =>
        {
            format!("Nothing moves in {here}, so a move cannot be asked about.")
        }
        ("man", "letter") => match node.kid(0).value {
            Value::Letter(letter) if place.letters & 1 << letter == 0 => {
                let letter = char::from(b'A' + letter);
                format!("No man is called {letter} here. Write `some man {letter} where ...`.")
            }
            _ => return None,
        },
        ("place", "here") if !place.square => {
            "No square is chosen here. Write `some square where ...`.".to_owned()
        }
        _ if node.is_choice_of_squares() && !place.choice => {
            "A choice of squares is possible only in `is reborn on any empty square`, `as if it stood on any empty \
             square` and `choose any empty square`."
                .to_owned()
        }
        ("memo" | "atom", "number" | "at-least" | "at-most" | "exactly")
            if node.kid(0).is("number", "length") =>
        {
            "A length is no whole number. Write `distance of departure and arrival`.".to_owned()
        }
        ("zone", "rank") if !node.kid(0).is("number", "digits") => {
            "`on rank` is followed by a number.".to_owned()
        }
        _ => return None,
    };
    Some(why)
}

/// What is not built is refused here, so that nothing is left out silently.
fn single(sentence: &Node, found: &mut Vec<Complaint>) {
    let mut refuse = |node: &Node, why: &str| found.push((node.at.clone(), why.to_owned()));
    match sentence.key {
        "may-capture-own" => {
            let who = sentence.kid(0).kid(0);
            let is_plain = who.kids.len() == 1 && who.kid(0).is("kind", "man");
            if !is_plain || !sentence.kid(1).is_nothing() {
                refuse(
                    sentence,
                    "`may also capture own men` is for all men and without `if`.",
                );
            }
        }
        "may-go" | "may-swap" | "check-only" | "not-act" | "capture-only" | "go-only" => {}
        "promote-only" | "promote-also" if sentence.kid(0).key != "any" => {
            refuse(sentence, "What pawns become is the same for both sides.");
        }
        "after" => {
            let effects = &sentence.kid(3).kids;
            let chooses = |one: &&Node| one.key.starts_with("choose");
            let chosen = effects.iter().take_while(chooses).count();
            let twice = ["choose", "choose-square"]
                .iter()
                .any(|key| effects.iter().filter(|one| one.key == *key).count() > 1);
            if twice || chosen < effects.iter().filter(chooses).count() {
                refuse(
                    sentence,
                    "`choose` stands at the beginning, once for a man and once for a square.",
                );
            }
            if chosen == effects.len() {
                refuse(
                    sentence,
                    "Say what becomes of what is chosen, as in `choose an own man, it vanishes`.",
                );
            }
        }
        "before" => {
            for effect in &sentence.kid(0).kids {
                let verb = effect.kid(1).key;
                let is_static = effect.kid(0).key == "every"
                    && ["marked", "becomes", "royal", "unroyal", "vanishes"].contains(&verb)
                    && effect.kid(0).kid(0).kids.iter().all(is_static_part)
                    && (verb != "becomes" || effect.kid(1).kid(0).key == "walk");
                if !is_static {
                    refuse(
                        effect,
                        "Before play men are marked, become a walk, or vanish, by their kind, side and square.",
                    );
                }
            }
        }
        _ => {}
    }
}

fn is_static_part(kid: &Node) -> bool {
    match (kid.category, kid.key) {
        ("adj", key) => ["white", "black", "neutral", "royal", "not-royal"].contains(&key),
        ("kind", _) => true,
        ("tail", "zone") => ["squares", "edge"].contains(&kid.kid(0).key),
        ("tail", "where") => {
            let says = kid.kid(0);
            let prop = says.kid(1).kid(0);
            says.is("atom", "says")
                && says.kid(0).is("man", "it")
                && matches!(prop.key, "royal" | "neutral" | "kind")
                && prop.kid(1).is_nothing()
        }
        _ => false,
    }
}

/// Sentences that say twice what becomes of one man.
fn clashes(text: &Text, found: &mut Vec<Complaint>) {
    fn alike(one: &Node) -> Option<&Node> {
        let plain = one.key == "after"
            && one
                .kid(3)
                .kids
                .first()
                .is_some_and(|effect| effect.key == "do")
            && one.kid(2).is_nothing()
            && one.kid(1).is_nothing()
            && one.kid(0).key == "move";
        plain.then(|| one.kid(3).kids.first()).flatten()
    }
    let mut seen: Vec<&Node> = Vec::new();
    for sentence in &text.sentences {
        let Some(effect) = alike(sentence) else {
            continue;
        };
        let same =
            |other: &&Node| other.kid(0) == effect.kid(0) && other.kid(1).key == effect.kid(1).key;
        if seen.iter().any(same) {
            let why = "Two sentences say the same of one man at one stage; the later one wins. Say at which stage, as in \
                       `at captor`, or join them.";
            found.push((sentence.at.clone(), why.to_owned()));
        }
        seen.push(effect);
    }
}
