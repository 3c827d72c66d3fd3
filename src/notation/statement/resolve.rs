//! Twins on the board: the men that changes speak of are found, and every change is tried.

use super::men::{Name, NamedMen, Own, describe};
use super::twin::Written;
use super::{StatedTwin, Statement, WrittenChange};
use crate::board::{Side, Square};
use crate::conditions::are_kings_free;
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::notation::position::{self, Letters};
use crate::problem::{Change, Diagram, Problem, Twin};
use miette::SourceSpan;

/// Where a change could not be made.
pub(super) type Fault = Diagnostic;

impl Statement {
    /// Finds the men that twins speak of, tries every change, and puts the twins into the
    /// problem, whose diagram is complete.
    pub(super) fn resolve_twins(&self, problem: &mut Problem) -> Vec<Fault> {
        let mut faults = Vec::new();
        let twins = self.twins_as_meant(problem, &mut faults);
        let (language, french_signs) = self.language_of_letters(problem, &twins);
        for stated in &twins {
            problem.twins.push(Twin {
                continued: stated.continued,
                changes: Vec::new(),
            });
            let mut made = Vec::new();
            for change in &stated.changes {
                let now = last_version(problem);
                let signed = match french_signs {
                    true => change.with_men(NamedMen::signed_in_french),
                    false => change.clone(),
                };
                let changes = match signed.resolve(&now, language, self.own()) {
                    Ok(changes) => changes,
                    Err(fault) => {
                        faults.push(fault);
                        continue;
                    }
                };
                let twin = problem.twins.last_mut().expect("it was pushed above");
                twin.changes.extend(changes);
                made.push(change);
                let versions = problem.versions();
                let notes = versions.last().map(|version| version.notes.clone());
                if let Some(reason) = notes.unwrap_or_default().pop() {
                    faults.push(Diagnostic::ImpossibleChange {
                        reason,
                        at: change.at,
                    });
                    let twin = problem.twins.last_mut().expect("it was pushed above");
                    twin.changes.pop();
                }
            }
            faults.extend(missing_kings(problem, &made));
        }
        faults
    }

    /// The twins with `N` as the knight where no nightrider plays.
    fn twins_as_meant(&self, problem: &Problem, faults: &mut Vec<Fault>) -> Vec<StatedTwin> {
        let is_english = self.letters_language() == Language::En;
        let plays = |walk: WalkId| problem.men().any(|man| man.walk() == walk);
        let of_game = |man: &NamedMen| {
            let letters = man.letters().filter(|_| is_english)?;
            let fairy = man.walk(Language::En, self.own())?;
            let walk = position::man_of_game(letters).filter(|walk| *walk != fairy)?;
            let is_one = !plays(fairy) && self.own().explained(letters).is_none();
            is_one.then(|| (letters.to_owned(), walk, fairy))
        };
        let meant = |man: &NamedMen| {
            let walk = of_game(man).map(|(_, walk, _)| Name::Walk(walk));
            NamedMen {
                name: walk.or_else(|| man.name.clone()),
                ..man.clone()
            }
        };
        let mut twins = self.twins.clone();
        for change in twins.iter_mut().flat_map(|twin| &mut twin.changes) {
            let said = change.men().into_iter().find_map(of_game);
            let said = said.filter(|_| self.list != Some(Letters::Game));
            faults.extend(said.map(|(letters, walk, fairy)| {
                let [walk, fairy] = [walk, fairy].map(|walk| walk.row().names.en.to_lowercase());
                Diagnostic::Odd {
                    what: format!(
                        "`{letters}` is read as the {walk}; for the {fairy} write its name"
                    ),
                    at: change.at,
                }
            }));
            *change = change.with_men(meant);
        }
        twins
    }

    /// What letters mean beside those of a language.
    pub(super) fn own(&self) -> Own<'_> {
        Own {
            walks: &self.walks,
            letters: &self.letters,
        }
    }

    /// The language whose letters fit the men of the diagram that twins speak of, the
    /// statement's own if several do; and whether `b` and `n` are blanc and noir.
    fn language_of_letters(&self, problem: &Problem, twins: &[StatedTwin]) -> (Language, bool) {
        let own = self.letters_language();
        let changes = || twins.iter().flat_map(|twin| &twin.changes);
        let fits = |(language, french_signs): &(Language, bool)| {
            let named = changes().flat_map(WrittenChange::named_men);
            let fitting = named
                .filter(|man| {
                    let on = man.square().map(|square| problem.diagram.on(square));
                    let man = match french_signs {
                        true => man.signed_in_french(),
                        false => (*man).clone(),
                    };
                    on.is_some_and(|on| on.is_some() && man.fits(on, *language, self.own()))
                })
                .count();
            let is_known =
                |man: &&NamedMen| man.name.is_none() || man.walk(*language, self.own()).is_some();
            let known = changes().flat_map(WrittenChange::men).filter(is_known);
            let men = known.collect::<Vec<_>>();
            // Of two languages with these letters, the one in which they are usual men.
            let is_usual = |man: &&&NamedMen| {
                let walk = man.walk(*language, self.own());
                walk.is_some_and(|walk| walk_id::ORTHODOX.contains(&walk))
            };
            (fitting, men.len(), men.iter().filter(is_usual).count())
        };
        let knows_all = |language: Language| {
            let mut men = changes().flat_map(WrittenChange::men);
            men.all(|man| man.name.is_none() || man.walk(language, self.own()).is_some())
        };
        // Elsewhere `bPd4` beside a white pawn is a slip.
        let is_french = own == Language::Fr || !knows_all(Language::En) && knows_all(Language::Fr);
        let others = [Language::Fr, Language::De, Language::En];
        let languages = others.into_iter().filter(|language| *language != own);
        let readings = languages.chain([own]).flat_map(|language| {
            let signed = is_french && language == Language::Fr;
            let french = signed.then_some((language, true));
            [(language, false)].into_iter().chain(french)
        });
        readings.max_by_key(fits).unwrap_or((own, false))
    }
}

/// What to say of kings that the last twin takes off the board. A twin that only names another man
/// for the square of a king is an error, for it is hardly meant. One that names the king too is
/// meant, and gets a warning.
fn missing_kings(problem: &Problem, made: &[&WrittenChange]) -> Vec<Fault> {
    let version = last_version(problem);
    if are_kings_free(&version.conditions) {
        return Vec::new();
    }
    let options = &problem.options;
    let meant = [options.no_white_king, options.no_black_king];
    let gone = Side::BOTH
        .into_iter()
        .zip(meant)
        .filter_map(|(side, meant)| {
            let royal = |diagram: &Diagram| {
                let mut men = diagram.men();
                men.find(|(_, man)| man.is_royal() && man.is_of(side))
            };
            let (square, king) = royal(&problem.diagram)?;
            (royal(&version.diagram).is_none() && !meant).then_some((side, square, king))
        });
    let told = gone.filter_map(|(side, square, king)| {
        let names = |change: &&&WrittenChange| {
            let slips = matches!(change.written, Written::Stand(_) | Written::Put(..));
            slips && change.men().iter().any(|man| man.squares.contains(&square))
        };
        if let Some(slip) = made.iter().find(names) {
            let name = problem.diagram.geometry.name(square);
            return Some(Diagnostic::ImpossibleChange {
                reason: format!("a {} stands on {name}", describe(king)),
                at: slip.at,
            });
        }
        Some(Diagnostic::Odd {
            what: match side {
                Side::White => "the change takes the white king off the board",
                Side::Black => "the change takes the black king off the board",
            }
            .to_owned(),
            at: made.last()?.at,
        })
    });
    told.collect()
}

/// The problem as the last twin has it so far.
fn last_version(problem: &Problem) -> Problem {
    let versions = problem.versions();
    let last = versions.into_iter().next_back();
    last.map_or_else(|| problem.clone(), |version| version.problem)
}

impl WrittenChange {
    /// Whether it changes men or board, not what is asked.
    pub(super) fn is_positional(&self) -> bool {
        !matches!(
            self.written,
            Written::Done(Change::Stipulation(_) | Change::Conditions(_))
                | Written::Without(_)
                | Written::Also(_)
                | Written::Replace(..)
                | Written::Plain
        )
    }

    /// The same with each of its men read in another way.
    pub(super) fn with_men(&self, other: impl Fn(&NamedMen) -> NamedMen) -> WrittenChange {
        let written = match &self.written {
            Written::Move(man, to) => Written::Move(other(man), *to),
            Written::Become(man, to) => Written::Become(other(man), other(to)),
            Written::Exchange(one, two) => Written::Exchange(other(one), other(two)),
            Written::Substitute(one, two) => Written::Substitute(other(one), other(two)),
            Written::Remove(man) => Written::Remove(other(man)),
            Written::RemoveToo(man) => Written::RemoveToo(other(man)),
            Written::Add(man) => Written::Add(other(man)),
            Written::With(man) => Written::With(other(man)),
            Written::Put(man, to) => Written::Put(other(man), *to),
            Written::Recolour(man) => Written::Recolour(other(man)),
            Written::Stand(man) => Written::Stand(other(man)),
            written => written.clone(),
        };
        WrittenChange { written, ..*self }
    }

    /// All men that it speaks of.
    fn men(&self) -> Vec<&NamedMen> {
        match &self.written {
            Written::Exchange(man, other)
            | Written::Become(man, other)
            | Written::Substitute(man, other) => vec![man, other],
            Written::Move(man, _)
            | Written::Put(man, _)
            | Written::Recolour(man)
            | Written::Remove(man)
            | Written::RemoveToo(man)
            | Written::Add(man)
            | Written::With(man)
            | Written::Stand(man) => vec![man],
            _ => Vec::new(),
        }
    }

    /// The men that it takes to be on the board.
    fn named_men(&self) -> Vec<&NamedMen> {
        match &self.written {
            Written::Exchange(man, other) => vec![man, other],
            Written::Move(man, _)
            | Written::Become(man, _)
            | Written::Recolour(man)
            | Written::Remove(man)
            | Written::RemoveToo(man) => vec![man],
            _ => Vec::new(),
        }
    }

    /// The changes of the problem language, for the version as it stands.
    fn resolve(
        &self,
        problem: &Problem,
        language: Language,
        own: Own<'_>,
    ) -> Result<Vec<Change>, Fault> {
        let finder = Finder {
            problem,
            language,
            own,
            at: self.at,
        };
        Ok(match &self.written {
            Written::Done(change) => vec![change.clone()],
            Written::Move(man, to) => vec![Change::Move(finder.find(man)?, *to)],
            Written::ShiftOrMove(from, to) => {
                let change = match problem.diagram.on(*from).is_some() {
                    true => Change::Move(*from, *to),
                    false => Change::Shift(*from, *to),
                };
                vec![change]
            }
            Written::Exchange(one, other) => {
                vec![Change::Exchange(finder.find(one)?, finder.find(other)?)]
            }
            Written::Substitute(old, new) => {
                vec![Change::Substitute(finder.walk(old)?, finder.walk(new)?)]
            }
            Written::Remove(man) if man.squares.is_empty() => {
                vec![Change::Remove(finder.find(man)?)]
            }
            Written::Remove(man) => finder.remove(man)?,
            Written::RemoveToo(man) if man.squares.len() != 1 => finder.remove(man)?,
            Written::RemoveToo(man) => match finder.find(man) {
                Ok(square) => vec![Change::Remove(square)],
                Err(fault) => finder.stand(man).map_err(|_| fault)?,
            },
            Written::Add(man) => finder.add(man)?,
            Written::With(man) if finder.walk(man)? == walk_id::KING => finder.stand(man)?,
            Written::With(man) => finder.add(man)?,
            Written::Put(man, to) => finder.put(man, *to)?,
            Written::Recolour(man) => finder.recolour(man)?,
            Written::Also(new) => {
                let all = problem.conditions.iter().chain(new);
                vec![Change::Conditions(all.cloned().collect())]
            }
            Written::Replace(keys, new) => {
                let without =
                    |key: &&String| !problem.conditions.iter().any(|held| held.key == **key);
                if let Some(missing) = keys.iter().find(without) {
                    return Err(finder.does_not_hold(missing));
                }
                let left = problem.conditions.iter();
                let left = left.filter(|held| !keys.contains(&held.key));
                vec![Change::Conditions(left.chain(new).cloned().collect())]
            }
            Written::Stand(man) => finder.stand(man)?,
            Written::Become(man, to) => {
                let square = finder.find(man)?;
                let before = problem.diagram.on(square);
                let walk = match to.name {
                    Some(_) => finder.walk(to)?,
                    None => before.walk(),
                };
                let after = to.piece(walk, to.sides.unwrap_or(before.sides()));
                let after = match to.name {
                    None if before.is_royal() => after.royal(),
                    _ => after,
                };
                vec![Change::Add(square, after)]
            }
            Written::Without(keys) => {
                let without =
                    |key: &String| !problem.conditions.iter().any(|held| held.key == *key);
                if let Some(missing) = keys.iter().find(|key| without(key)) {
                    return Err(finder.does_not_hold(missing));
                }
                let left = problem.conditions.iter();
                let left = left.filter(|held| !keys.contains(&held.key));
                vec![Change::Conditions(left.cloned().collect())]
            }
            Written::Plain => vec![Change::Conditions(Vec::new())],
        })
    }
}

/// Looks for men on the board of a version.
struct Finder<'a> {
    problem: &'a Problem,
    language: Language,
    own: Own<'a>,
    at: SourceSpan,
}

impl Finder<'_> {
    /// The square of the man that is named; it must be the one that stands there.
    fn find(&self, man: &NamedMen) -> Result<Square, Fault> {
        let Some(square) = man.square() else {
            return self.only_one(man);
        };
        let on = self.problem.diagram.on(square);
        if on.is_none() {
            return Err(Diagnostic::EmptySquare {
                square: self.problem.diagram.geometry.name(square),
                at: self.at,
            });
        }
        if self.fits(man, on) {
            return Ok(square);
        }
        let name = self.problem.diagram.geometry.name(square);
        Err(self.impossible(format!("a {} stands on {name}", describe(on))))
    }

    /// Each of these men goes.
    fn remove(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let each = man.squares.iter().map(|square| {
            let man = NamedMen {
                squares: vec![*square],
                ..man.clone()
            };
            self.find(&man).map(Change::Remove)
        });
        each.collect()
    }

    /// The only man on the board that is called so.
    fn only_one(&self, man: &NamedMen) -> Result<Square, Fault> {
        let men = self.problem.diagram.men();
        let mut men = men.filter(|(_, on)| self.fits(man, *on));
        match (men.next(), men.next()) {
            (Some((square, _)), None) => Ok(square),
            (None, _) => Err(self.impossible("no such man is on the board".to_owned())),
            _ => Err(self.impossible("there are several such men: name the square".to_owned())),
        }
    }

    fn walk(&self, man: &NamedMen) -> Result<WalkId, Fault> {
        let walk = man.walk(self.language, self.own);
        let anywhere = || {
            let languages = [Language::En, Language::De, Language::Fr];
            languages
                .into_iter()
                .find_map(|language| man.walk(language, self.own))
        };
        walk.or_else(anywhere)
            .ok_or_else(|| self.impossible("no man has these letters".to_owned()))
    }

    fn add(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let Some(sides) = man.sides else {
            return Err(Diagnostic::Missing {
                word: "the man to add".to_owned(),
                needs: "its colour, e.g. `+bPa7`".to_owned(),
                at: self.at,
            });
        };
        let piece = man.piece(self.walk(man)?, sides);
        for square in &man.squares {
            let on = self.problem.diagram.on(*square);
            if on.is_some() {
                let name = self.problem.diagram.geometry.name(*square);
                return Err(self.impossible(format!("a {} stands on {name} already", describe(on))));
            }
        }
        Ok(man
            .squares
            .iter()
            .map(|square| Change::Add(*square, piece))
            .collect())
    }

    /// `bRh2`: replaces or recolours the man there; on an empty square the king that has moved.
    fn stand(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let walk = self.walk(man)?;
        let Some(square) = man.square() else {
            return self.add(man);
        };
        let on = self.problem.diagram.on(square);
        let name = self.problem.diagram.geometry.name(square);
        if on.is_some() {
            let piece = man.piece(walk, man.sides.unwrap_or(on.sides()));
            if piece == on {
                let already = format!("a {} stands on {name} already", describe(on));
                return Err(self.impossible(already));
            }
            return Ok(vec![Change::Add(square, piece)]);
        }
        let same = |other: &(Square, Piece)| {
            other.1.walk() == walk && man.sides.is_none_or(|sides| sides == other.1.sides())
        };
        let mut men = self.problem.diagram.men().filter(same);
        match (men.next(), men.next()) {
            (Some((from, found)), None) if found.is_royal() => Ok(vec![Change::Move(from, square)]),
            (None, _) if man.sides.is_some() => self.add(man),
            _ => Err(Diagnostic::Malformed {
                found: name.clone(),
                expected: "an occupied square".to_owned(),
                help: Some(format!(
                    "write `+` in front to add a man, or say where it comes from, e.g. `a1->{name}`"
                )),
                at: self.at,
            }),
        }
    }

    /// Whether a man may be the one that is named; letters that the language lacks are read in
    /// another.
    fn fits(&self, man: &NamedMen, on: Piece) -> bool {
        let foreign = || {
            let unknown = man.name.is_some() && man.walk(self.language, self.own).is_none();
            unknown
                && self.walk(man).is_ok_and(|walk| walk == on.walk())
                && man.sides.is_none_or(|sides| sides == on.sides())
        };
        let behind = || {
            let signed = man.signed_behind();
            signed.is_some_and(|man| man.fits(on, Language::Fr, self.own))
        };
        man.fits(on, self.language, self.own) || foreign() || behind()
    }

    /// The only such man goes to the square; if there is none, one appears. On an occupied
    /// square it takes the place of the man there.
    fn put(&self, man: &NamedMen, to: Square) -> Result<Vec<Change>, Fault> {
        if self.problem.diagram.on(to).is_some() {
            return self.stand(&NamedMen {
                squares: vec![to],
                ..man.clone()
            });
        }
        let mut men = self.problem.diagram.men();
        if men.any(|(_, on)| self.fits(man, on)) {
            return Ok(vec![Change::Move(self.only_one(man)?, to)]);
        }
        self.add(&NamedMen {
            squares: vec![to],
            ..man.clone()
        })
    }

    /// The man in the other colour.
    fn recolour(&self, man: &NamedMen) -> Result<Vec<Change>, Fault> {
        let square = self.find(man)?;
        let before = self.problem.diagram.on(square);
        let sides = match before.sides() {
            Sides::White => Sides::Black,
            Sides::Black => Sides::White,
            Sides::Both => {
                return Err(self.impossible("a neutral man has no other colour".to_owned()));
            }
        };
        Ok(vec![Change::Add(square, before.with_sides(sides))])
    }

    fn does_not_hold(&self, key: &str) -> Fault {
        self.impossible(format!("`{key}` does not hold in this version"))
    }

    fn impossible(&self, reason: String) -> Fault {
        Diagnostic::ImpossibleChange {
            reason,
            at: self.at,
        }
    }
}
