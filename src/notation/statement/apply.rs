//! Puts a statement into a problem that has its position.

use super::Statement;
use super::men::{Name, NamedMen, Own, describe, namesakes};
use super::rights::starter;
use crate::board::Square;
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{self, Language, Table};
use crate::problem::{Condition, Options, Problem, Rights};
use miette::SourceSpan;

impl Statement {
    /// Whether it names men with their squares, so that it can do without another position.
    pub fn has_men(&self) -> bool {
        !self.placed.is_empty()
    }

    /// Puts stipulation, conditions, options, men and twins into a problem that has its
    /// position, if the statement does not bring one. Says what does not fit.
    #[must_use = "what does not fit makes another problem"]
    pub fn apply(&self, problem: &mut Problem) -> Vec<Diagnostic> {
        problem.stipulation = self.stipulation.or(problem.stipulation);
        problem.conditions.extend(self.conditions.iter().cloned());
        let (no_castling, en_passant) = (
            problem.options.no_castling,
            std::mem::take(&mut problem.options.en_passant),
        );
        problem.options = self.options.clone();
        problem.options.no_castling |= no_castling;
        if problem.options.en_passant.is_empty() {
            problem.options.en_passant = en_passant;
        }
        crate::conditions::fit_diagram(problem);
        let mut faults = self.place_men(problem);
        faults.extend(self.pass(problem));
        faults.extend(self.check_castling(problem));
        faults.extend(self.redraw(problem));
        faults.extend(self.check_legend(problem));
        problem.zero_position |= self.zero_position;
        let intention = self.intention();
        if !intention.is_empty() {
            problem.intention = intention;
        }
        crate::conditions::fit_diagram(problem);
        faults.extend(self.resolve_twins(problem));
        let stated = problem.conditions.clone();
        crate::conditions::resolve_sides_of_series(problem);
        crate::conditions::resolve_sides(problem);
        let is_battle = problem
            .stipulation
            .is_some_and(|asked| asked.genre.is_battle());
        let resolved = stated.iter().zip(&problem.conditions);
        let sided = resolved.filter_map(|(stated, condition)| sided(stated, condition, is_battle));
        faults.extend(sided);
        let counted = self.men.as_ref();
        faults.extend(counted.and_then(|men| men.check(&problem.diagram)));
        faults
    }

    /// The same where perhaps no position is given: without one nobody can say whether twins and
    /// counts fit.
    pub fn apply_to(&self, problem: &mut Problem, placed: bool) -> Vec<Diagnostic> {
        if placed {
            return self.apply(problem);
        }
        let mut read = self.clone();
        read.twins.clear();
        read.legend.clear();
        read.men = None;
        read.options.en_passant.clear();
        read.apply(problem)
    }

    /// Adds what a part of a statement says.
    pub(super) fn add_options(&mut self, more: &Options) {
        let options = &mut self.options;
        options.set_play |= more.set_play;
        options.duplex |= more.duplex;
        options.half_duplex |= more.half_duplex;
        options.white_to_play |= more.white_to_play;
        options.quodlibet |= more.quodlibet;
        options.no_white_king |= more.no_white_king;
        options.no_black_king |= more.no_black_king;
        options.defence = options.defence.or(more.defence);
        if more.rights != Rights::Codex {
            options.rights = more.rights;
        }
    }

    /// The language in which letters of men are read first.
    pub(super) fn letters_language(&self) -> Language {
        self.men_language.or(self.language).unwrap_or_default()
    }

    fn place_men(&self, problem: &mut Problem) -> Vec<Diagnostic> {
        let is_position = problem.diagram.men().next().is_none();
        let (language, said) = self.language_of_men(problem, is_position);
        let mut faults: Vec<Diagnostic> = said.into_iter().chain(self.say_knights()).collect();
        let mut redrawn = Vec::new();
        let mut before: Option<NamedMen> = None;
        for named in &self.placed {
            let goes_on = before.is_some_and(|before| named.goes_on(&before));
            let named = match goes_on {
                true => &named.neutral(),
                false => named,
            };
            let first = named.squares.first().filter(|_| goes_on);
            faults.extend(first.map(|first| {
                let name = problem.diagram.geometry.name(*first);
                let what = format!("`{name}` is read as neutral like the man before it");
                Diagnostic::Odd { what, at: named.at }
            }));
            before = Some(named.clone());
            for square in &named.squares {
                let on = problem.diagram.on(*square);
                if self.list.is_some() && named.by_legend && named.name.is_some() {
                    redrawn.push((*square, on, named.at));
                }
                let repeats = is_position && !named.by_legend && named.repeats(on);
                if repeats && !self.is_drawn(named, *square) {
                    let name = problem.diagram.geometry.name(*square);
                    let reason = format!("{name} is named twice");
                    faults.push(impossible(reason, named.at));
                }
                if let Err(fault) = self.place(problem, named, *square, language) {
                    faults.push(fault);
                }
            }
        }
        let said = redrawn
            .into_iter()
            .filter_map(|(square, on, at)| redrawing(problem, square, on, at));
        faults.extend(said);
        faults.extend(self.further_men(problem));
        faults
    }

    /// `L = lion (g5)`, where another `L` of the list could be a bishop: what the legend does not name.
    fn further_men(&self, problem: &Problem) -> Vec<Diagnostic> {
        let is_of_game = |letters: &str| {
            let mut languages = Language::ALL.into_iter();
            languages.any(|language| {
                let walk = super::men::walk_of(letters, language, Own::NONE);
                walk.is_some_and(|walk| walk_id::ORTHODOX.contains(&walk))
            })
        };
        let by_legend = || self.placed.iter().filter(|man| man.by_legend);
        let doubtful = self
            .letters
            .iter()
            .filter(|(letters, _)| is_of_game(letters));
        let said = doubtful.filter_map(|(letters, walk)| {
            let is_one = |man: &&NamedMen| man.name == Some(Name::Walk(*walk));
            let named = by_legend().find(is_one).filter(|_| self.list.is_some())?;
            let is_named = |square: Square| {
                let mut men = by_legend().filter(is_one);
                men.any(|man| man.squares.contains(&square))
            };
            let mut men = problem.diagram.men();
            let other = men.find(|(square, man)| man.walk() == *walk && !is_named(*square))?;
            let [square, name] = [
                problem.diagram.geometry.name(other.0),
                walk.row().names.en.to_lowercase(),
            ];
            Some(Diagnostic::Odd {
                what: format!(
                    "`{letters}` is a {name} on {square}, too, which the legend does not name"
                ),
                at: named.at,
            })
        });
        said.collect()
    }

    fn place(
        &self,
        problem: &mut Problem,
        named: &NamedMen,
        square: Square,
        language: Language,
    ) -> Result<(), Diagnostic> {
        let sides = named.sides;
        let name = problem.diagram.geometry.name(square);
        let on = problem.diagram.on(square);
        // `royal f5`
        let unnamed = named.name.is_none();
        if unnamed && on.is_none() {
            return Err(impossible(format!("{name} is empty"), named.at));
        }
        let walk = match unnamed {
            true => on.walk(),
            false => self.walk(named, language)?,
        };
        if !problem.diagram.geometry.squares().contains(square) {
            return Err(impossible(format!("{name} is not on the board"), named.at));
        }
        if on.is_none() {
            let Some(sides) = sides else {
                return Err(Diagnostic::Missing {
                    word: walk.row().names.en.to_lowercase(),
                    needs: format!(
                        "a colour: {name} is empty, so write `w{}{name}` or `b{}{name}`",
                        walk.row().letters[0],
                        walk.row().letters[0]
                    ),
                    at: named.at,
                });
            };
            problem.diagram.put(square, named.piece(walk, sides));
            let is_name = matches!(named.name, Some(Name::Walk(_)));
            let other = namesakes(walk).next().filter(|_| is_name);
            return other.map_or(Ok(()), |other| {
                let [read, other] = [walk, other].map(|walk| walk.row().names.en);
                let what = format!("it is read as `{read}`; `{other}` has the name, too");
                Err(Diagnostic::Odd { what, at: named.at })
            });
        }
        // Of walks with one name the one that stands there is meant.
        let walk = namesakes(walk)
            .find(|other| *other == on.walk())
            .unwrap_or(walk);
        let contradicts = on.walk() != walk && walk_id::ORTHODOX.contains(&walk)
            || sides.is_some_and(|sides| sides != on.sides() && sides != Sides::Both);
        if contradicts {
            return Err(impossible(
                format!("a {} stands on {name}", describe(on)),
                named.at,
            ));
        }
        let man = named.piece(walk, sides.unwrap_or(on.sides()));
        let man = if on.is_royal() { man.royal() } else { man };
        problem.diagram.put(square, man);
        Ok(())
    }

    fn walk(&self, named: &NamedMen, language: Language) -> Result<WalkId, Diagnostic> {
        let languages = [language, Language::En, Language::De, Language::Fr];
        let mut walks = languages
            .into_iter()
            .filter_map(|language| self.walk_in(named, language));
        walks
            .next()
            .ok_or_else(|| impossible("no man has these letters".to_owned(), named.at))
    }

    /// `en passant d6` names the square alone that was passed: the pawn behind it has just gone there.
    fn pass(&self, problem: &mut Problem) -> Option<Diagnostic> {
        let board = &problem.diagram.geometry;
        if (board.width(), board.height()) != (8, 8) {
            return None;
        }
        let passed = match self.options.en_passant[..] {
            [] => return None,
            [passed] => passed,
            [_, .., arrival] if self.options.en_passant.len() > 2 => {
                let is_empty = problem.diagram.on(arrival).is_none();
                let name = board.name(arrival);
                let reason = format!("there is no pawn on {name}");
                return is_empty.then(|| impossible(reason, (0, 0).into()));
            }
            _ => {
                let reason = "a double step is told by three squares, e.g. `d7d6d5`";
                return Some(impossible(reason.to_owned(), (0, 0).into()));
            }
        };
        let (file, rank) = (passed.byte() % 8, passed.byte() / 8);
        let at = |rank: u8| Square::at(file, rank);
        let (from, arrival, side) = match rank {
            2 => (at(1), at(3), Sides::White),
            5 => (at(6), at(4), Sides::Black),
            _ => (passed, passed, Sides::Both),
        };
        let man = problem.diagram.on(arrival);
        let is_pawn = man.is_some() && man.walk().row().is_pawn() && man.sides() == side;
        let is_free = [from, passed]
            .iter()
            .all(|on| problem.diagram.on(*on).is_none());
        let name = board.name(passed);
        if from != passed && starter(problem).is_some_and(|starter| side == starter.into()) {
            let side = if side == Sides::White {
                "White"
            } else {
                "Black"
            };
            let reason = format!("{side} begins, and so {side} has not just passed {name}");
            return Some(impossible(reason, (0, 0).into()));
        }
        if from != passed && is_pawn && is_free {
            problem.options.en_passant = vec![from, passed, arrival];
            return None;
        }
        let reason = format!("no pawn can have passed {name} with a double step");
        Some(impossible(reason, (0, 0).into()))
    }

    /// The first language, the statement's own before the others, that knows all letters; if the
    /// men make the position, one in which it is legal. Where no word of the statement says which
    /// language it is and another would do as well, or the statement's own would not do, that is
    /// said.
    fn language_of_men(
        &self,
        problem: &Problem,
        is_position: bool,
    ) -> (Language, Option<Diagnostic>) {
        let own = self.letters_language();
        let mut readings: Vec<(Language, Vec<WalkId>)> = Vec::new();
        for language in [own, Language::En, Language::De, Language::Fr] {
            let is_new = readings.iter().all(|(known, _)| *known != language);
            if let Some(walks) = self.walks_in(language).filter(|_| is_new) {
                readings.push((language, walks));
            }
        }
        let is_legal = |(_, walks): &&(Language, Vec<WalkId>)| self.is_legal(walks, problem);
        let legal = readings.iter().find(is_legal).filter(|_| is_position);
        let Some((language, walks)) = legal.or(readings.first()) else {
            return (own, None);
        };
        let mut others = readings.iter().filter(|other| other.1 != *walks);
        let near = others.find(|other| is_position && is_legal(other));
        let said = match (self.language, near) {
            (Some(_), _) if self.men_language == Some(*language) => return (*language, None),
            (Some(spoken), _) if spoken != *language && legal.is_some() => format!(
                "the letters of the men are read as {}: in {} they make no legal position",
                language.english_name(),
                spoken.english_name()
            ),
            (None, Some((other, _))) => format!(
                "the letters of the men are read as {}; in {} they are other men",
                language.english_name(),
                other.english_name()
            ),
            _ => return (*language, None),
        };
        let ends = |man: &NamedMen| (man.at.offset(), man.at.len());
        let start = self.placed.first().map_or(0, |men| ends(men).0);
        let end = self
            .placed
            .last()
            .map_or(0, |men| ends(men).0 + ends(men).1);
        let at = (start, end.saturating_sub(start)).into();
        (*language, Some(Diagnostic::Odd { what: said, at }))
    }

    /// The walks of all men that are named, if a language knows all their letters.
    fn walks_in(&self, language: Language) -> Option<Vec<WalkId>> {
        let named = self.placed.iter().filter(|man| man.name.is_some());
        named.map(|man| self.walk_in(man, language)).collect()
    }

    /// The walk that is named; what the statement says of letters goes before a language.
    fn walk_in(&self, named: &NamedMen, language: Language) -> Option<WalkId> {
        let is_explained = self.own().explained("N").is_some();
        match self.reads_as_knight(named) && !is_explained {
            true => Some(walk_id::KNIGHT),
            false => named.walk(language, self.own()),
        }
    }

    /// Whether a man is only drawn so, and another one is meant: `Qd4 = grasshopper`.
    fn is_drawn(&self, named: &NamedMen, square: Square) -> bool {
        let (start, end) = (named.at.offset(), named.at.offset() + named.at.len());
        let covers = |other: &SourceSpan| {
            *other != named.at && other.offset() <= start && end <= other.offset() + other.len()
        };
        let mut others = self.placed.iter();
        others.any(|other| other.squares.contains(&square) && covers(&other.at))
    }

    /// Whether the letter of a man is N beside a FEN whose knights are written so. Where nightriders are spoken of, it is one.
    fn reads_as_knight(&self, named: &NamedMen) -> bool {
        let is_nightrider = |man: &NamedMen| man.name == Some(Name::Walk(walk_id::NIGHTRIDER));
        let men = self.placed.iter().chain(&self.legend);
        named.is_lettered("N") && self.is_beside_fen && !men.into_iter().any(is_nightrider)
    }

    /// What to say of letters that are read as those of the FEN.
    fn say_knights(&self) -> Option<Diagnostic> {
        let explained = self.letters.iter().any(|(letters, _)| letters == "N");
        let knights = |named: &&NamedMen| !explained && self.reads_as_knight(named);
        let knight = self.placed.iter().find(knights)?;
        Some(read_as_knight(knight.at))
    }

    /// Whether each side has one king and no pawn stands on its first or last rank.
    fn is_legal(&self, walks: &[WalkId], problem: &Problem) -> bool {
        let named = self.placed.iter().filter(|man| man.name.is_some());
        let men: Vec<(&NamedMen, WalkId)> = named.zip(walks.iter().copied()).collect();
        let kings = |black: bool| {
            let of = men.iter().filter(|(named, walk)| {
                *walk == walk_id::KING && (named.sides == Some(Sides::Black)) == black
            });
            of.map(|(named, _)| named.squares.len()).sum::<usize>()
        };
        let board = &problem.diagram.geometry;
        let last = board.height().saturating_sub(1);
        let stands = |square: &Square| board.rank(*square) != 0 && board.rank(*square) != last;
        let mut pawns = men.iter().filter(|(_, walk)| *walk == walk_id::PAWN);
        kings(false) < 2
            && kings(true) < 2
            && kings(false) + kings(true) > 0
            && pawns.all(|(named, _)| named.squares.iter().all(stands))
    }

    /// `Q = grasshopper` beside a board that has queens and no grasshopper: what is drawn as a
    /// queen is one.
    fn redraw(&self, problem: &mut Problem) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        let language = self.letters_language();
        for (letters, meant) in &self.letters {
            let of = |named: &&NamedMen| named.walk(language, self.own()) == Some(*meant);
            let at = self.legend.iter().find(of).map(|named| named.at);
            let drawn = super::men::walk_of(letters, language, Own::NONE);
            let stands = |walk: WalkId| problem.men().any(|man| man.walk() == walk);
            let is_officer = |walk: &WalkId| {
                let of_set = walk_id::ORTHODOX.contains(walk);
                of_set && *walk != walk_id::KING && *walk != walk_id::PAWN
            };
            let drawn = drawn.filter(|drawn| is_officer(drawn) && stands(*drawn));
            let Some(drawn) = drawn.filter(|_| self.placed.is_empty() && !stands(*meant)) else {
                continue;
            };
            let men: Vec<_> = problem.diagram.men().collect();
            for (square, man) in men.into_iter().filter(|(_, man)| man.walk() == drawn) {
                problem.diagram.put(square, man.with_walk(*meant));
            }
            let [drawn, meant] = [drawn, *meant].map(|walk| walk.row().names.en.to_lowercase());
            said.push(Diagnostic::Odd {
                what: format!("every {drawn} of the diagram is taken to be a {meant}"),
                at: at.unwrap_or((0, 0).into()),
            });
        }
        said
    }

    /// Men that are only named have to be on the board.
    fn check_legend(&self, problem: &Problem) -> Vec<Diagnostic> {
        let missing = self.legend.iter().filter_map(|named| {
            let walk = match named.name.is_some() {
                true => Some(self.walk(named, self.letters_language()).ok()?),
                false => None,
            };
            let others = walk.into_iter().flat_map(namesakes).map(Some);
            let mut walks = [walk].into_iter().chain(others);
            if walks.any(|walk| problem.men().any(|man| named.describes(man, walk))) {
                return None;
            }
            let kind = named.kind(walk);
            let letters = walk.map_or("S", |walk| walk.row().letters[0]);
            Some(Diagnostic::Missing {
                word: kind.clone(),
                needs: format!(
                    "its squares: the diagram has no {kind}; write e.g. `{letters}e4`, or `({letters})` in the position",
                ),
                at: named.at,
            })
        });
        missing.collect()
    }
}

/// `Maximummer` in a helpmate or a series binds one side: that is said. In battle play it binds
/// Black as a matter of course.
fn sided(stated: &Condition, resolved: &Condition, is_battle: bool) -> Option<Diagnostic> {
    let name = |condition: &Condition| {
        let mut tables = [Table::Condition, Table::OneSidedCondition].into_iter();
        let name = tables.find_map(|table| words::name(table, &condition.key, Language::En));
        name.map(super::spaced)
    };
    let is_chosen = stated.key != resolved.key;
    let is_usual = is_battle && resolved.key.starts_with("black-");
    let (stated, resolved) = (name(stated)?, name(resolved)?);
    let what = format!("`{stated}` without a side is read as `{resolved}`");
    (is_chosen && !is_usual).then(|| Diagnostic::Odd {
        what,
        at: (0, 0).into(),
    })
}

/// What to say of a legend that makes another man of what a list puts on a square: letters of fairy men may mean
/// what they like, if all do.
fn redrawing(
    problem: &Problem,
    square: Square,
    before: Piece,
    at: SourceSpan,
) -> Option<Diagnostic> {
    let now = problem.diagram.on(square);
    let is_of_game = |piece: Piece| walk_id::ORTHODOX.contains(&piece.walk());
    let stays = || problem.men().any(|man| man.walk() == before.walk());
    let is_said = before.is_none() || is_of_game(before) || stays();
    if now.is_none() || now.walk() == before.walk() || !is_said {
        return None;
    }
    let name = problem.diagram.geometry.name(square);
    let man = describe(now);
    let what = match before.is_none() {
        true => format!("the list has no man on {name}; a {man} is put there"),
        false => format!("the {} on {name} is taken to be a {man}", describe(before)),
    };
    Some(Diagnostic::Odd { what, at })
}

/// What is said of the letter N beside a FEN.
pub(super) fn read_as_knight(at: SourceSpan) -> Diagnostic {
    let what = "`N` is read as a knight, as in the FEN; for a nightrider write `nightrider`";
    let what = what.to_owned();
    Diagnostic::Odd { what, at }
}

fn impossible(reason: String, at: SourceSpan) -> Diagnostic {
    Diagnostic::ImpossibleChange { reason, at }
}
