//! What the rows of `grammar.tsv` about men make of names, squares and qualities.

use super::asked::number;
use super::chart::{Chart, Leaf, Parse, Slots};
use super::men::{self, Name, NamedMen, Own, men};
use super::part::{Part, label, span};
use super::vocabulary::Sense;
use crate::board::Square;
use crate::men::{Sides, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::position;
use miette::SourceSpan;

/// What fills a slot.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Man(NamedMen),
    Squares(Vec<Square>),
    Coloured(Sides, Vec<Square>),
    Quality(String),
    Code(String),
    Count,
}

/// What a row makes.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// Men with their squares; of two on one square the second is what the first stands for.
    pub(super) placed: Vec<NamedMen>,
    /// Men that are on the board somewhere, and the letters that stand for them.
    pub(super) legend: Option<(NamedMen, Option<String>)>,
}

impl Made {
    fn placed(placed: Vec<NamedMen>) -> Made {
        Made {
            placed,
            legend: None,
        }
    }
}

/// Where men are looked for, and what stands in front of them.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) own: Own<'a>,
    /// What the condition in front takes.
    pub(super) takes: &'a str,
    /// Whether the first word refines the condition in front.
    pub(super) is_refined: bool,
    /// Whether the first words may refine some condition.
    pub(super) refines: bool,
}

/// Men with their squares at the front, and of how many parts they consist.
pub(super) fn men_at_front(parts: &[Part], place: Place<'_>) -> Option<(Made, usize)> {
    let found = at_front(&["naming", "men"], parts, place);
    found.filter(|(made, _)| !made.placed.is_empty())
}

/// A legend that names no squares.
pub(super) fn legend_at_front(parts: &[Part], place: Place<'_>) -> Option<(Made, usize)> {
    let found = at_front(&["naming", "legend"], parts, place);
    found.filter(|(made, _)| made.placed.is_empty())
}

/// Letters or squares with the name of their man at the front.
pub(super) fn explained(parts: &[Part], place: Place<'_>) -> Option<(Made, usize)> {
    at_front(&["naming"], parts, place)
}

/// The longest parse of some symbols at the front, and of how many parts it consists.
pub(super) fn at_front(
    symbols: &[&str],
    parts: &[Part],
    place: Place<'_>,
) -> Option<(Made, usize)> {
    const WINDOW: usize = 16;
    let (apart, sources) = equals_apart(&parts[..parts.len().min(WINDOW)]);
    let slots = Placing {
        parts: &apart,
        place,
    };
    let mut chart = Chart::new(&apart, slots);
    let parses = symbols.iter().flat_map(|symbol| chart.parses(symbol, 0));
    // A part is taken whole or not at all.
    let is_whole = |parse: &Parse<Made>| {
        let next = sources.get(parse.end);
        next.is_none_or(|next| *next != sources[parse.end - 1])
    };
    let best = parses
        .filter(is_whole)
        .max_by_key(|parse| (parse.end, std::cmp::Reverse(parse.row)))?;
    Some((best.made, sources[best.end - 1] + 1))
}

/// The parts, cut at signs of equality, each with the number of the part it comes from.
fn equals_apart(parts: &[Part]) -> (Vec<Part>, Vec<usize>) {
    let mut apart = Vec::new();
    let mut sources = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let sign = part.text.find('=').filter(|_| part.text.len() > 1);
        let is_plain =
            !part.text.contains(['-', '>', '+', '#']) && part.text.matches('=').count() == 1;
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric());
        let texts = match sign {
            Some(at) if is_plain && (at > 0 || number > 0 && is_name(&part.text[1..])) => {
                vec![&part.text[..at], "=", &part.text[at + 1..]]
            }
            _ => vec![part.text.as_str()],
        };
        let mut is_first = true;
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            apart.push(Part {
                text: text.to_owned(),
                mark: part.mark.filter(|_| is_first),
                ..part.clone()
            });
            sources.push(number);
            is_first = false;
        }
    }
    (apart, sources)
}

struct Placing<'a> {
    parts: &'a [Part],
    place: Place<'a>,
}

impl Placing<'_> {
    /// Men at a place, behind whatever mark; names alone end at the next one.
    fn men(&self, at: usize, is_name: bool) -> Option<(NamedMen, usize)> {
        // `(1,4)-leaper`, `Rook/Bishop Hunter`; `c6=Grasshopper f5=Nightrider` are two.
        let is_end = |part: &Part| {
            !matches!(part.mark, None | Some('(' | ')' | '/')) || part.squares().is_some()
        };
        let marked = self.parts[at + 1..].iter().position(is_end);
        let end = marked
            .filter(|_| is_name)
            .map_or(self.parts.len(), |end| at + 1 + end);
        let mut parts = self.parts[at..end].to_vec();
        parts.first_mut()?.mark = None;
        men(&parts, self.place.own)
    }

    fn ends(&self, end: usize) -> bool {
        let is_end =
            |next: &Part| next.is_separated() || label(next, self.parts.get(end + 1)).is_some();
        self.parts.get(end).is_none_or(is_end)
    }
}

/// Whether it is named in words, and no man of the game.
fn is_fairy(man: &NamedMen) -> bool {
    matches!(&man.name, Some(Name::Walk(walk)) if !walk_id::ORTHODOX.contains(walk))
}

/// Whether letters without a sign may be those of a fairy man: `B grasshopper` begins Black's men.
fn is_of(letters: &str, man: &NamedMen) -> bool {
    let Some(Name::Walk(walk)) = man.name else {
        return false;
    };
    let mut own = walk.row().letters.into_iter();
    let is_heading = letters.len() == 1 && position::heads_men(letters);
    is_fairy(man) && (!is_heading || own.any(|own| own.eq_ignore_ascii_case(letters)))
}

/// Two letters or three, or one that is of no man of the game.
fn is_own_code(text: &str) -> bool {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let of_game = |language| {
        let walk = men::walk_of(text, language, Own::NONE);
        walk.is_some_and(|walk| walk_id::ORTHODOX.contains(&walk))
    };
    (1..4).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(is_capital)
        && !Language::ALL.into_iter().any(of_game)
}

fn sides_of(word: &Sense) -> Sides {
    match word.meaning {
        "white" => Sides::White,
        "black" => Sides::Black,
        _ => Sides::Both,
    }
}

/// Squares with the word for their side behind them: `d8, b3 (white); d1 (black)`.
fn by_sides(leaves: &[Leaf<Found>]) -> Vec<(Sides, Vec<Square>)> {
    let mut groups = Vec::new();
    let mut squares = Vec::new();
    for leaf in leaves {
        match leaf {
            Leaf::Found(Found::Squares(more)) => squares.extend(more),
            Leaf::Word(sense) if sense.class == "sides" => {
                groups.push((sides_of(sense), std::mem::take(&mut squares)));
            }
            _ => {}
        }
    }
    groups
}

/// Letters as a legend explains them, without the sign of a side in front: `S` of `sqS`.
fn bare_letters(letters: &str) -> &str {
    let bare = letters.trim_start_matches(|c: char| c.is_ascii_lowercase());
    if bare.is_empty() { letters } else { bare }
}

impl Placing<'_> {
    fn lettered(&self, part: &Part) -> Option<NamedMen> {
        let text = part.text.as_str();
        let sides = text.chars().next().and_then(men::side_of_sign);
        let bare = text
            .strip_prefix(|c| men::side_of_sign(c).is_some())
            .unwrap_or(text);
        let on = bare.find(|c: char| c.is_ascii_lowercase())?;
        let (code, on) = bare.split_at(on);
        let is_one = is_own_code(code) && (code.len() > 1 || !men::is_known(code));
        let squares = part.board.squares_named(on).filter(|_| is_one)?;
        Some(NamedMen {
            sides,
            name: Some(Name::Letters(code.to_owned())),
            ..NamedMen::unnamed(squares, part.span())
        })
    }

    /// What a name with letters, squares or both says.
    fn named(
        &self,
        man: &NamedMen,
        squares: Vec<Square>,
        code: Option<&str>,
        at: SourceSpan,
        start: usize,
    ) -> Option<Made> {
        let is_behind_rule = !self.parts[start].is_separated();
        let takes_squares = self.place.takes.starts_with("square") && is_behind_rule;
        let takes_men = matches!(self.place.takes, "man" | "lines" | "grid-lines");
        let is_letters = matches!(man.name, Some(Name::Letters(_)));
        let says = match (squares.is_empty(), code) {
            (_, Some(_)) if is_letters => false,
            (true, Some(_)) => true,
            (true, None) if man.is_special() => !self.place.refines,
            (true, None) => is_fairy(man),
            (false, _) => !takes_squares && !takes_men && !self.place.is_refined,
        };
        let on = |squares: Vec<Square>| NamedMen {
            by_legend: !squares.is_empty(),
            squares,
            at,
            ..man.clone()
        };
        let letters = code.map(|code| bare_letters(code).to_owned());
        let is_legend = squares.is_empty() || letters.is_some();
        let legend = is_legend.then(|| (on(Vec::new()), letters));
        let placed = if squares.is_empty() {
            Vec::new()
        } else {
            vec![on(squares)]
        };
        says.then_some(Made { placed, legend })
    }
}

/// Adds a quality to a man, or makes him neutral.
fn qualified(mut man: NamedMen, qualities: &[&String]) -> NamedMen {
    for quality in qualities {
        if !man.add_quality(quality) {
            man.sides = Some(Sides::Both);
        }
    }
    man
}

impl Slots for Placing<'_> {
    type Found = Found;
    type Made = Made;

    fn slot(&mut self, slot: &str, at: usize) -> Vec<(usize, Found)> {
        let part = &self.parts[at];
        let text = part.text.as_str();
        let found = match slot {
            "man" | "walk" | "named" | "called" => {
                let is_name = matches!(slot, "walk" | "named");
                let found = self.men(at, is_name).filter(|(man, _)| {
                    let is_walk = matches!(man.name, Some(Name::Walk(_)));
                    match slot {
                        "man" => man.name.is_some() && !man.squares.is_empty(),
                        "walk" => is_walk && man.squares.is_empty(),
                        "called" => is_walk && !man.squares.is_empty(),
                        _ => man.name.is_some() && man.squares.is_empty(),
                    }
                });
                found.map(|(man, taken)| (at + taken, Found::Man(man)))
            }
            "kind-of-men" => men::kind_of_men(&self.parts[at..], self.place.own)
                .map(|(man, taken)| (at + taken, Found::Man(man))),
            "squares" => part
                .squares()
                .map(|squares| (at + 1, Found::Squares(squares))),
            "coloured" => men::coloured_squares(part)
                .map(|(sides, squares)| (at + 1, Found::Coloured(sides, squares))),
            "quality" => {
                let behind = self.parts[at + 1..].iter().take(2);
                let most = 1 + behind.take_while(|part| !part.is_separated()).count();
                (1..=most).rev().find_map(|taken| {
                    let words = self.parts[at..at + taken].iter();
                    let words: String = words.map(|part| part.text.as_str()).collect();
                    men::is_quality(&words).then(|| (at + taken, Found::Quality(words)))
                })
            }
            "code" => {
                let is_code = text.len() < 4 && text.chars().all(|c| c.is_ascii_alphanumeric());
                // `Grasshopper a2 (2 solutions)`
                let is_code = is_code && text.contains(|c: char| c.is_ascii_alphabetic());
                // `A1` may be a code, `a1` is a square.
                let is_capital = text.starts_with(|c: char| c.is_ascii_uppercase());
                let is_code = is_code && (is_capital || part.squares().is_none());
                // `Rh2: rook-lion` speaks of one rook.
                let is_code = is_code && !men::is_man(&part.board, text);
                is_code.then(|| (at + 1, Found::Code(text.to_owned())))
            }
            "capitals" => {
                let is_code = text.len() < 4 && text.chars().all(|c| c.is_ascii_alphanumeric());
                let fits = is_code && text.ends_with(|c: char| c.is_ascii_uppercase());
                fits.then(|| (at + 1, Found::Code(text.to_owned())))
            }
            // `wRT`, letters with the sign of their side.
            "signed" => {
                let sign = text
                    .chars()
                    .next()
                    .filter(|c| men::side_of_sign(*c).is_some());
                let bare = &text[sign.map_or(0, char::len_utf8)..];
                (sign.is_some() && is_own_code(bare))
                    .then(|| (at + 1, Found::Code(text.to_owned())))
            }
            // `wRTe7`, letters that no language knows, with their squares.
            "lettered" => self.lettered(part).map(|man| (at + 1, Found::Man(man))),
            "number" => number(text).map(|_| (at + 1, Found::Count)),
            _ => None,
        };
        found.into_iter().collect()
    }

    fn make(
        &mut self,
        action: &'static str,
        leaves: &[Leaf<Found>],
        (start, end): (usize, usize),
    ) -> Option<Made> {
        let mut named: Vec<&NamedMen> = Vec::new();
        let mut squares: Vec<Square> = Vec::new();
        let mut coloured: Vec<(Sides, &Vec<Square>)> = Vec::new();
        let mut qualities: Vec<&String> = Vec::new();
        let mut code = None;
        let mut sides = None;
        for leaf in leaves {
            match leaf {
                Leaf::Word(sense) if sense.class == "sides" => {
                    sides = Some(sides_of(sense));
                }
                Leaf::Word(_) | Leaf::Found(Found::Count) => {}
                Leaf::Found(Found::Man(man)) => named.push(man),
                Leaf::Found(Found::Squares(more)) => squares.extend(more),
                Leaf::Found(Found::Coloured(sides, more)) => coloured.push((*sides, more)),
                Leaf::Found(Found::Quality(quality)) => qualities.push(quality),
                Leaf::Found(Found::Code(letters)) => code = Some(letters),
            }
        }
        let at = span(&self.parts[start..end]);
        let on = |man: &NamedMen, squares: Vec<Square>| NamedMen {
            squares,
            at,
            ..man.clone()
        };
        let takes_men = matches!(self.place.takes, "man" | "lines" | "grid-lines");
        Some(match action {
            "Man" | "Sided" | "Headed" if takes_men || self.place.is_refined => return None,
            "Man" => Made::placed(vec![on(named[0], named[0].squares.clone())]),
            // `Ge4 white`, unless it begins another list.
            "Sided" if named[0].sides.is_some() || !self.ends(end) => return None,
            "Headed" if named[0].sides.is_some() => return None,
            "Sided" | "Headed" => {
                let man = on(named[0], named[0].squares.clone());
                Made::placed(vec![NamedMen { sides, ..man }])
            }
            "Qualified" if self.place.is_refined => return None,
            // `Volage, e4 = G` is another matter.
            "Qualified" if self.parts.get(end).is_some_and(|next| next.text == "=") => return None,
            "Qualified" => {
                let man = NamedMen::unnamed(squares, at);
                Made::placed(vec![qualified(man, &qualities)])
            }
            "QualifiedMen" if self.place.is_refined => return None,
            // `neutral Rc3 and white Pd7`
            "QualifiedMen" => {
                let makes_neutral = qualities.iter().any(|quality| men::side(quality).is_some());
                let is_own =
                    |man: &&NamedMen| man.is_special() || makes_neutral && man.sides.is_some();
                let later = usize::from(squares.is_empty());
                if named[later..].iter().any(is_own) {
                    return None;
                }
                let bare = NamedMen::unnamed(squares, at);
                let bare = (later == 0).then(|| qualified(bare, &qualities));
                let each = named.into_iter();
                let each = each.map(|man| qualified(on(man, man.squares.clone()), &qualities));
                Made::placed(bare.into_iter().chain(each).collect())
            }
            "QualifiedBehind" if self.place.is_refined || !self.ends(end) => return None,
            "QualifiedBehind" => {
                let man = NamedMen::unnamed(squares, at);
                Made::placed(vec![qualified(man, &qualities)])
            }
            "And" if named[0].sides.is_some() || !self.ends(end) => return None,
            "And" => {
                let all = [named[0].squares.clone(), squares].concat();
                Made::placed(vec![on(named[0], all)])
            }
            "AlsoSided" if named[0].sides.is_none() || named[0].sides == sides => return None,
            "AlsoSided" if matches!(named[0].name, Some(Name::Letters(_))) => return None,
            "AlsoSided" => {
                let first = on(named[0], named[0].squares.clone());
                let other = NamedMen {
                    sides,
                    ..on(named[0], squares)
                };
                Made::placed(vec![first, other])
            }
            "Coloured" if named[0].sides.is_some() => return None,
            "Coloured" => {
                let men = coloured.into_iter().map(|(sides, squares)| NamedMen {
                    sides: Some(sides),
                    ..on(named[0], squares.clone())
                });
                Made::placed(men.collect())
            }
            "Another" => {
                let (meant, drawn) = match qualities.is_empty() {
                    true => named
                        .split_last()
                        .map(|(meant, drawn)| (Some(meant), drawn))?,
                    false => (None, &named[..]),
                };
                let others = drawn.iter().map(|drawn| match meant {
                    Some(meant) => NamedMen {
                        sides: meant.sides.or(drawn.sides),
                        ..on(meant, drawn.squares.clone())
                    },
                    None => qualified(on(drawn, drawn.squares.clone()), &qualities),
                });
                let drawn = drawn.iter().map(|drawn| (*drawn).clone());
                Made::placed(drawn.chain(others).collect())
            }
            "BySides" => {
                let men = by_sides(leaves)
                    .into_iter()
                    .map(|(sides, squares)| NamedMen {
                        by_legend: true,
                        sides: Some(sides),
                        ..on(named[0], squares)
                    });
                Made::placed(men.collect())
            }
            // `g1: (1,3)-leaper "Camel"`
            "Named" if named[1..].iter().any(|other| other.name != named[0].name) => return None,
            // `W: King e5`, `rook T`
            "Beside" if !code.is_some_and(|code| is_of(code, named[0])) => return None,
            // `wRTe7 = Turmlion`
            "Lettered" => {
                let [lettered, meant] = named[..] else {
                    return None;
                };
                let Some(Name::Letters(letters)) = &lettered.name else {
                    return None;
                };
                let sides = meant.sides.or(lettered.sides);
                let meant = NamedMen {
                    sides,
                    ..meant.clone()
                };
                self.named(&meant, lettered.squares.clone(), Some(letters), at, start)?
            }
            "Named" | "Beside" => {
                self.named(named[0], squares, code.map(String::as_str), at, start)?
            }
            _ => return None,
        })
    }
}
