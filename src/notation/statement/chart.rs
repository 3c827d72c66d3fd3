//! A chart parser over the rows of `grammar.tsv`: all ways in which words follow a pattern.
//!
//! A pattern consists of items: `{class}` a word of that class in `words/words.tsv` or a phrase
//! of that kind in `phrases.tsv`, `{class.meaning}` one with that meaning, `[slot]` what its reader
//! finds (a man, a square, a number), `<symbol>` another row's pattern, `'sign'` the sign itself.
//! Behind an item `?` means that it may be missing, `*` that it may be repeated or missing, `+`
//! that it may be repeated. Before an item `,` lets a comma stand there and `~` any mark; `/`, `:`,
//! `(`, `)` and `"` ask for that mark. `>` in front of all asks for what is not taken, `!` for something
//! else. What an item finds becomes a leaf, in order, and the row's action makes something of the
//! leaves, or refuses them.
//!
//! **Invariant:** all parses are found, in any language; who asks takes the best.

use super::part::Part;
use super::vocabulary::{self, Sense};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// A row of `grammar.tsv`.
#[derive(Debug)]
pub(super) struct Row {
    symbol: &'static str,
    #[cfg(test)]
    pattern: &'static str,
    items: Vec<Item>,
    /// What is made of the leaves; empty for rows that others are made of.
    action: &'static str,
    #[cfg(test)]
    example: &'static str,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    what: What,
    optional: bool,
    many: bool,
    mark: Mark,
    look: Look,
}

/// Whether an item is taken, or asked for or excluded behind what is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    Take,
    Ahead,
    Not,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Class(&'static str, Option<&'static str>),
    Slot(&'static str),
    Symbol(&'static str),
    Sign(&'static str),
}

/// What may separate an item from the one before.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Nothing,
    Comma,
    Any,
    Only(char),
}

static GRAMMAR: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("grammar.tsv").lines().skip(1);
    lines.filter_map(row).collect()
});

/// The numbers of the rows of each symbol.
static SYMBOLS: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut symbols: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (number, row) in GRAMMAR.iter().enumerate() {
        symbols.entry(row.symbol).or_default().push(number);
    }
    symbols
});

/// The rows of a symbol with their numbers.
fn rows(symbol: &str) -> impl Iterator<Item = (usize, &'static Row)> + use<> {
    let numbers = SYMBOLS.get(symbol).map_or(&[][..], Vec::as_slice);
    numbers.iter().map(|number| (*number, &GRAMMAR[*number]))
}

fn row(line: &'static str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (symbol, pattern) = (fields.next()?, fields.next()?);
    Some(Row {
        symbol,
        #[cfg(test)]
        pattern,
        items: pattern.split(' ').map(item).collect::<Option<_>>()?,
        action: fields.next()?,
        #[cfg(test)]
        example: fields.next()?,
    })
}

fn item(text: &'static str) -> Option<Item> {
    let (look, text) = match text.split_at_checked(1)? {
        (">", rest) => (Look::Ahead, rest),
        ("!", rest) => (Look::Not, rest),
        _ => (Look::Take, text),
    };
    let (mark, text) = match text.split_at_checked(1)? {
        (",", rest) => (Mark::Comma, rest),
        ("~", rest) => (Mark::Any, rest),
        ("/", rest) => (Mark::Only('/'), rest),
        (":", rest) => (Mark::Only(':'), rest),
        ("(", rest) => (Mark::Only('('), rest),
        (")", rest) => (Mark::Only(')'), rest),
        ("\"", rest) => (Mark::Only('"'), rest),
        _ => (Mark::Nothing, text),
    };
    let bare = text.trim_end_matches(['?', '*', '+']);
    let repeated = &text[bare.len()..];
    let within = |open: char, close: char| bare.strip_prefix(open)?.strip_suffix(close);
    let what = within('{', '}')
        .map(|class| match class.split_once('.') {
            Some((class, meaning)) => What::Class(class, Some(meaning)),
            None => What::Class(class, None),
        })
        .or_else(|| within('[', ']').map(What::Slot))
        .or_else(|| within('<', '>').map(What::Symbol))
        .or_else(|| within('\'', '\'').map(What::Sign))?;
    Some(Item {
        what,
        optional: matches!(repeated, "?" | "*"),
        many: matches!(repeated, "*" | "+"),
        mark,
        look,
    })
}

/// Reads slots: all that a slot may be at a place, each with the place behind it.
pub(super) trait Slots {
    /// What a slot finds.
    type Found: Clone;
    /// What an action makes.
    type Made: Clone;

    /// All that stands at `at` and may fill this slot.
    fn slot(&mut self, slot: &str, at: usize) -> Vec<(usize, Self::Found)>;

    /// The phrase at a place, and of how many parts it consists.
    fn phrase(&self, _at: usize) -> Option<(usize, Sense)> {
        None
    }

    /// What a row makes of its leaves, if they go together.
    fn make(
        &mut self,
        action: &'static str,
        leaves: &[Leaf<Self::Found>],
        place: (usize, usize),
    ) -> Option<Self::Made>;
}

/// What an item of a pattern found.
#[derive(Clone, Debug)]
pub(super) enum Leaf<F> {
    Word(Sense),
    Found(F),
}

/// A parse of a symbol: where it ends, and what was made of it.
#[derive(Clone, Debug)]
pub(super) struct Parse<M> {
    pub(super) end: usize,
    /// The number of its row: earlier rows go first.
    pub(super) row: usize,
    pub(super) made: M,
}

/// The leaves of one way to follow a pattern, and where it ends.
type Way<F> = (usize, Vec<Leaf<F>>);

/// All that may fill a slot at a place, each with the place behind it.
type Fillings<F> = Rc<Vec<(usize, F)>>;

/// Patterns of parts.
pub(super) struct Chart<'p, S: Slots> {
    parts: &'p [Part],
    slots: S,
    /// The words at each place with their lengths.
    words: HashMap<usize, Rc<Vec<(usize, Sense)>>>,
    found: HashMap<(usize, &'static str), Fillings<S::Found>>,
    /// How many more items may be tried for the row under way.
    tries: usize,
}

/// As many parts as the longest phrase has.
const LONGEST: usize = 6;

/// As many parts as a pattern spans.
const MOST_PARTS: usize = 16;

/// More ways than these nobody means.
const MOST_WAYS: usize = 400;

/// Where so many items were tried for a row, the words fit it in too many ways: `Of Of Of Of ...` as names.
const MOST_TRIES: usize = 1_000;

impl<'p, S: Slots> Chart<'p, S> {
    pub(super) fn new(parts: &'p [Part], slots: S) -> Chart<'p, S> {
        Chart {
            parts,
            slots,
            words: HashMap::new(),
            found: HashMap::new(),
            tries: MOST_TRIES,
        }
    }

    /// All parses of a symbol at a place.
    pub(super) fn parses(&mut self, symbol: &str, at: usize) -> Vec<Parse<S::Made>> {
        let rows = rows(symbol);
        rows.flat_map(|(number, row)| self.of_row(number, row, at))
            .collect()
    }

    /// The longest parse of the first row that has any.
    pub(super) fn first(&mut self, symbol: &str, at: usize) -> Option<Parse<S::Made>> {
        rows(symbol).find_map(|(number, row)| {
            let parses = self.of_row(number, row, at).into_iter();
            parses.max_by_key(|parse| parse.end)
        })
    }

    fn of_row(&mut self, number: usize, row: &Row, at: usize) -> Vec<Parse<S::Made>> {
        self.tries = MOST_TRIES;
        let ways = self.follow(&row.items, at, at, 0).into_iter();
        let made = ways.filter_map(|(end, leaves)| {
            let made = self.slots.make(row.action, &leaves, (at, end))?;
            Some(Parse {
                end,
                row: number,
                made,
            })
        });
        made.collect()
    }

    /// All ways in which the parts from `at` on follow the items.
    fn follow(
        &mut self,
        items: &[Item],
        start: usize,
        at: usize,
        depth: usize,
    ) -> Vec<Way<S::Found>> {
        let Some((item, behind)) = items.split_first() else {
            return vec![(at, Vec::new())];
        };
        let mut ways = Vec::new();
        if at - start > MOST_PARTS || self.tries == 0 {
            return ways;
        }
        self.tries -= 1;
        if item.optional {
            ways.extend(self.follow(behind, start, at, depth));
        }
        let once = match self.may_stand(item, start, at) {
            true => self.once(item.what, start, at, depth),
            false => Vec::new(),
        };
        if self.tries == 0 {
            return ways;
        }
        if item.look != Look::Take {
            return match (item.look == Look::Ahead) == once.is_empty() {
                true => ways,
                false => self.follow(behind, start, at, depth),
            };
        }
        for (end, leaves) in once {
            let again = Item {
                optional: true,
                ..*item
            };
            let mut rest: Vec<Item> = Vec::new();
            rest.extend(item.many.then_some(again));
            rest.extend_from_slice(behind);
            for (last, more) in self.follow(&rest, start, end, depth) {
                ways.push((last, [leaves.clone(), more].concat()));
            }
            if ways.len() >= MOST_WAYS {
                ways.truncate(MOST_WAYS);
                break;
            }
        }
        ways
    }

    /// Whether the mark in front of a part allows an item there. The rows of a symbol say so
    /// themselves.
    fn may_stand(&self, item: &Item, start: usize, at: usize) -> bool {
        let Some(part) = self.parts.get(at) else {
            return false;
        };
        match (item.mark, part.mark) {
            _ if at == start => true,
            (Mark::Only(mark), found) => found == Some(mark),
            (Mark::Any, _) | (_, None) => true,
            (Mark::Comma, Some(found)) => found != ';',
            (Mark::Nothing, Some(_)) => matches!(item.what, What::Symbol(_)),
        }
    }

    /// All that one item finds at a place.
    fn once(&mut self, what: What, start: usize, at: usize, depth: usize) -> Vec<Way<S::Found>> {
        match what {
            What::Class(class, meaning) => {
                let words = self.words_at(at);
                let words = words.iter().filter(|(_, sense)| {
                    sense.class == class && meaning.is_none_or(|meaning| sense.meaning == meaning)
                });
                words
                    .map(|(length, sense)| (at + length, vec![Leaf::Word(*sense)]))
                    .collect()
            }
            What::Sign(sign) => match self.parts[at].text == sign {
                true => vec![(at + 1, Vec::new())],
                false => Vec::new(),
            },
            What::Slot(slot) => {
                let found = match self.found.get(&(at, slot)) {
                    Some(found) => found.clone(),
                    None => {
                        let found = Rc::new(self.slots.slot(slot, at));
                        self.found.insert((at, slot), found.clone());
                        found
                    }
                };
                let found = found.iter().cloned();
                found
                    .map(|(end, found)| (end, vec![Leaf::Found(found)]))
                    .collect()
            }
            What::Symbol(symbol) if depth < 4 => {
                let mut ways = Vec::new();
                for (_, row) in rows(symbol) {
                    ways.extend(self.follow(&row.items, start, at, depth + 1));
                }
                ways.retain(|(end, _)| *end > at);
                ways
            }
            What::Symbol(_) => Vec::new(),
        }
    }

    /// The words at a place: one part, or several that no mark separates, run together.
    fn words_at(&mut self, at: usize) -> Rc<Vec<(usize, Sense)>> {
        if let Some(known) = self.words.get(&at) {
            return known.clone();
        }
        let mut words = Vec::new();
        let mut key = String::new();
        for (index, part) in self.parts[at..].iter().take(LONGEST).enumerate() {
            if index > 0 && part.is_separated() {
                break;
            }
            key += &vocabulary::key(&part.text);
            let senses = vocabulary::senses(&key).iter();
            words.extend(senses.map(|sense| (index + 1, *sense)));
        }
        words.extend(self.slots.phrase(at));
        let words = Rc::new(words);
        self.words.insert(at, words.clone());
        words
    }
}

/// A step of a path over the parts.
#[derive(Clone, Debug)]
pub(super) struct Step<V> {
    pub(super) end: usize,
    pub(super) cost: usize,
    pub(super) value: V,
}

/// The cheapest path from the first part to behind the last one; of paths that cost the same, the
/// one with the longer first steps.
pub(super) fn cheapest<V: Clone>(
    length: usize,
    mut steps: impl FnMut(usize) -> Vec<Step<V>>,
) -> Option<Vec<Step<V>>> {
    let all: Vec<Vec<Step<V>>> = (0..length).map(&mut steps).collect();
    // From the end to the front: the cost from here on, and the step to take.
    let mut costs: Vec<Option<usize>> = vec![None; length + 1];
    let mut taken: Vec<Option<usize>> = vec![None; length];
    costs[length] = Some(0);
    for at in (0..length).rev() {
        let mut best: Option<(usize, usize)> = None;
        for (number, step) in all[at].iter().enumerate() {
            let Some(behind) = costs.get(step.end).copied().flatten() else {
                continue;
            };
            let cost = step.cost + behind;
            let is_better = best.is_none_or(|(known, chosen)| {
                cost < known || cost == known && step.end > all[at][chosen].end
            });
            if is_better {
                best = Some((cost, number));
            }
        }
        costs[at] = best.map(|(cost, _)| cost);
        taken[at] = best.map(|(_, number)| number);
    }
    let mut path = Vec::new();
    let mut at = 0;
    while at < length {
        let step = &all[at][taken[at]?];
        path.push(step.clone());
        at = step.end;
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::super::change::{Changes, signs_apart};
    use super::super::men::Own;
    use super::super::part::parts;
    use super::super::placed;
    use super::super::reader::Reading;
    use super::super::say::Saying;
    use super::*;
    use crate::board::Geometry;
    use crate::notation::popeye::words::Language;
    use crate::problem::{Genre, Goal, Stipulation};

    #[test]
    fn every_row_reads_its_example() {
        let lines = include_str!("grammar.tsv").lines().skip(1).count();
        assert_eq!(GRAMMAR.len(), lines, "every line is a row");
        let asked = Some(Stipulation::new(Genre::Help, Goal::Mate, 2));
        let mut wrong: Vec<&Row> = Vec::new();
        for (number, row) in GRAMMAR.iter().enumerate() {
            if row.action.is_empty() {
                continue;
            }
            if matches!(row.symbol, "first" | "claim" | "say") {
                if !says(number, row) {
                    wrong.push(row);
                }
                continue;
            }
            if matches!(row.symbol, "men" | "legend" | "naming") {
                let parts = parts(row.example, &Geometry::standard());
                let place = placed::Place {
                    own: Own::NONE,
                    takes: "",
                    is_refined: false,
                    refines: false,
                };
                let found = placed::at_front(&[row.symbol], &parts, place);
                let taken = found.map(|(_, taken)| taken);
                assert_eq!(taken, Some(parts.len()), "{}: {}", row.pattern, row.example);
                continue;
            }
            let (parts, _) = signs_apart(&parts(row.example, &Geometry::standard()));
            let slots = Changes::new(&parts, row.example, Language::En, Own::NONE, asked);
            let parses = Chart::new(&parts, slots).parses(row.symbol, 0);
            let mut whole = parses.iter();
            // Links stand in front of something.
            let end = if row.symbol == "link" { 1 } else { parts.len() };
            let reads = whole.any(|parse| parse.row == number && parse.end == end);
            assert!(reads, "{}: {}", row.pattern, row.example);
        }
        let wrong: Vec<_> = wrong.iter().map(|row| (row.pattern, row.example)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// Whether a row about a whole statement reads its example, behind what it needs in front.
    fn says(number: usize, row: &Row) -> bool {
        const FRONT: [(&str, &str); 13] = [
            (">[behind-author] >{noise} [titled]", "David Shire,"),
            ("[counts-in-a-row]", "h#2"),
            (">[behind-author] >[walk-word] [titled]", "David Shire,"),
            ("[numbers]", "BGL"),
            ("{after} [numbers] {moves}?", "role exchange"),
            ("[vector]", "Köko"),
            ("[needless-numbers]", "Grid chess"),
            ("[pawns]", "Sentinelles"),
            ("[argument]", "Imitator"),
            ("[neighbour]", "Köko"),
            ("[place]", "David Shire"),
            ("[signature]", "No. 734"),
            ("[numbered] ~[year]?", "David Shire,"),
        ];
        let front = FRONT.iter().find(|(pattern, _)| *pattern == row.pattern);
        let front = front.map_or("", |(_, front)| front);
        let text = format!("{front} {}", row.example);
        let text = text.trim_start();
        let all = parts(text, &Geometry::standard());
        let (front, parts) = all.split_at(parts(front, &Geometry::standard()).len());
        let mut reading = Reading::new(text, Language::En);
        reading.sort(front);
        let slots = Saying {
            reading: &reading,
            parts,
        };
        let parses = Chart::new(parts, slots).parses(row.symbol, 0);
        // What is only asked for behind a row is not taken.
        let looks = row.items.iter().any(|item| item.look != Look::Take);
        let is_part = looks || row.pattern == "[front-number]";
        let mut own = parses.iter().filter(|parse| parse.row == number);
        own.any(|parse| parse.end == parts.len() || is_part)
    }

    #[test]
    fn the_cheapest_path_is_taken_and_of_two_the_longer_steps() {
        let step = |end, cost, value| Step { end, cost, value };
        let steps = |at: usize| match at {
            0 => vec![step(1, 10, 'a'), step(2, 20, 'b')],
            1 => vec![step(2, 10, 'c')],
            _ => vec![step(3, 5, 'd')],
        };
        let path = cheapest(3, steps).expect("a path");
        let values: String = path.iter().map(|step| step.value).collect();
        assert_eq!(values, "bd");
        assert!(cheapest(2, |_| Vec::<Step<char>>::new()).is_none());
    }
}
