//! What the rows of `grammar.tsv` about men make of names, squares and qualities.

use super::asked::number;
use super::chart::{Chart, Leaf, Parse, Slots};
use super::men::{self, Name, NamedMen, men};
use super::part::{Part, span};
use crate::board::Square;
use crate::men::{Sides, WalkId, walk_id};

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
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// Men with their squares; of two on one square the second is what the first stands for.
    Placed(Vec<NamedMen>),
    /// Men without squares, and the letters that stand for them.
    Legend(NamedMen, Option<String>),
}

/// Where men are looked for, and what stands in front of them.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) own: &'a [WalkId],
    /// What the condition in front takes.
    pub(super) takes: &'a str,
    /// Whether the first word refines the condition in front.
    pub(super) is_refined: bool,
    /// Whether the first words may refine some condition.
    pub(super) refines: bool,
}

/// The longest parse of men or of a legend at the front, and of how many parts it consists.
pub(super) fn at_front(symbol: &str, parts: &[Part], place: Place<'_>) -> Option<(Made, usize)> {
    const WINDOW: usize = 16;
    let (apart, sources) = equals_apart(&parts[..parts.len().min(WINDOW)]);
    let slots = Placing {
        parts: &apart,
        place,
    };
    let parses = Chart::new(&apart, slots).parses(symbol, 0).into_iter();
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
        self.parts.get(end).is_none_or(Part::is_separated)
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
                // `grasshopper = G`: the sign is no part of the name.
                let ends = |taken: usize| slot == "walk" && self.parts[at + taken - 1].text == "=";
                found.map(|(man, taken)| {
                    let end = at + taken - usize::from(ends(taken));
                    (end, Found::Man(man))
                })
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
                let is_code = is_code && part.squares().is_none();
                is_code.then(|| (at + 1, Found::Code(text.to_owned())))
            }
            "capitals" => {
                let is_code = text.len() < 4 && text.chars().all(|c| c.is_ascii_alphanumeric());
                let fits = is_code && text.ends_with(|c: char| c.is_ascii_uppercase());
                fits.then(|| (at + 1, Found::Code(text.to_owned())))
            }
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
                    sides = Some(match sense.meaning {
                        "white" => Sides::White,
                        "black" => Sides::Black,
                        _ => Sides::Both,
                    });
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
        let takes_squares = self.place.takes.starts_with("square");
        Some(match action {
            "Man" | "Sided" | "Headed" if takes_men || self.place.is_refined => return None,
            "Man" => Made::Placed(vec![on(named[0], named[0].squares.clone())]),
            // `Ge4 white`, unless it begins another list.
            "Sided" if named[0].sides.is_some() || !self.ends(end) => return None,
            "Headed" if named[0].sides.is_some() => return None,
            "Sided" | "Headed" => {
                let man = on(named[0], named[0].squares.clone());
                Made::Placed(vec![NamedMen { sides, ..man }])
            }
            "Qualified" if self.place.is_refined => return None,
            // `Volage, e4 = G` is another matter.
            "Qualified" if self.parts.get(end).is_some_and(|next| next.text == "=") => return None,
            "Qualified" => {
                let man = NamedMen::unnamed(squares, at);
                Made::Placed(vec![qualified(man, &qualities)])
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
                Made::Placed(bare.into_iter().chain(each).collect())
            }
            "QualifiedBehind" if self.place.is_refined || !self.ends(end) => return None,
            "QualifiedBehind" => {
                let man = NamedMen::unnamed(squares, at);
                Made::Placed(vec![qualified(man, &qualities)])
            }
            "At" => Made::Placed(vec![on(named[0], squares)]),
            "And" if named[0].sides.is_some() || !self.ends(end) => return None,
            "And" => {
                let all = [named[0].squares.clone(), squares].concat();
                Made::Placed(vec![on(named[0], all)])
            }
            "AlsoSided" if named[0].sides.is_none() || named[0].sides == sides => return None,
            "AlsoSided" if matches!(named[0].name, Some(Name::Letters(_))) => return None,
            "AlsoSided" => {
                let first = on(named[0], named[0].squares.clone());
                let other = NamedMen {
                    sides,
                    ..on(named[0], squares)
                };
                Made::Placed(vec![first, other])
            }
            "Coloured" if named[0].sides.is_some() => return None,
            "Coloured" => {
                let men = coloured.into_iter().map(|(sides, squares)| NamedMen {
                    sides: Some(sides),
                    ..on(named[0], squares.clone())
                });
                Made::Placed(men.collect())
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
                Made::Placed(drawn.chain(others).collect())
            }
            "Called" if takes_squares && !self.parts[start].is_separated() => return None,
            "Called" => Made::Placed(vec![on(named[0], squares)]),
            "Letters" => {
                let letters = code?;
                // `sS`: the letters of a white man, or of a black one.
                let bare = letters.trim_start_matches(|c: char| c.is_ascii_lowercase());
                let code = if bare.is_empty() { letters } else { bare };
                Made::Legend(on(named[0], Vec::new()), Some(code.to_uppercase()))
            }
            "Legend" => {
                let man = named[0];
                let is_fairy = |walk: &WalkId| !walk_id::ORTHODOX.contains(walk);
                let is_walk = matches!(&man.name, Some(Name::Walk(walk)) if is_fairy(walk));
                let says = is_walk || man.is_special();
                if !says || self.place.refines && man.is_special() {
                    return None;
                }
                Made::Legend(on(man, Vec::new()), None)
            }
            _ => return None,
        })
    }
}
