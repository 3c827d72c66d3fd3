//! Puts a statement into a problem that has its position.

use super::men::{NamedMen, describe};
use super::{StatedMen, Statement};
use crate::board::Square;
use crate::men::{Sides, WalkId, walk_id};
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::Language;
use crate::problem::{Options, Problem};
use miette::SourceSpan;

/// Walks that every reader of a diagram recognises.
pub(super) const ORTHODOX: [WalkId; 6] = [
    walk_id::KING,
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
    walk_id::PAWN,
];

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
        let mut faults = self.place_men(problem);
        faults.extend(self.check_legend(problem));
        problem.zero_position |= self.zero_position;
        let intention = self.intention();
        if !intention.is_empty() {
            problem.intention = intention;
        }
        crate::conditions::fit_diagram(problem);
        faults.extend(self.resolve_twins(problem));
        crate::conditions::resolve_sides(problem);
        let counted = self.men.as_ref();
        faults.extend(counted.and_then(|men| men.check(&problem.diagram)));
        faults
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
    }

    /// The language in which letters of men are read first.
    pub(super) fn letters_language(&self) -> Language {
        self.language.unwrap_or_default()
    }

    fn place_men(&self, problem: &mut Problem) -> Vec<Diagnostic> {
        let is_position = problem.diagram.men().next().is_none();
        let language = self.language_of_men();
        let mut faults = Vec::new();
        let sections = self.placed.iter().any(|men| men.section.is_some());
        for stated in &self.placed {
            // In `Kb1 Qg4 / Kd5` the men before the stroke are White's.
            let first = (is_position && sections).then_some(Sides::White);
            let sides = stated.named.sides.or(stated.section).or(first);
            for square in &stated.named.squares {
                if let Err(fault) = self.place(problem, stated, sides, *square, language) {
                    faults.push(fault);
                }
            }
        }
        faults
    }

    fn place(
        &self,
        problem: &mut Problem,
        stated: &StatedMen,
        sides: Option<Sides>,
        square: Square,
        language: Language,
    ) -> Result<(), Diagnostic> {
        let named = &stated.named;
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
            return Ok(());
        }
        let contradicts = on.walk() != walk && ORTHODOX.contains(&walk)
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
        let languages = [language].into_iter().chain(Language::ALL);
        let mut walks = languages.filter_map(|language| named.walk(language, &self.walks));
        walks
            .next()
            .ok_or_else(|| impossible("no man has these letters".to_owned(), named.at))
    }

    /// The first language, the statement's own before the others, that knows all letters.
    fn language_of_men(&self) -> Language {
        let own = self.letters_language();
        let knows = |language: &Language| {
            let mut placed = self.placed.iter();
            placed.all(|men| {
                men.named.name.is_none() || men.named.walk(*language, &self.walks).is_some()
            })
        };
        let languages = [own, Language::En, Language::De, Language::Fr];
        languages.into_iter().find(knows).unwrap_or(own)
    }

    /// Men that are only named have to be on the board.
    fn check_legend(&self, problem: &Problem) -> Vec<Diagnostic> {
        let missing = self.legend.iter().filter_map(|named| {
            let walk = match named.name.is_some() {
                true => Some(self.walk(named, self.letters_language()).ok()?),
                false => None,
            };
            if problem.men().any(|man| named.describes(man, walk)) {
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

fn impossible(reason: String, at: SourceSpan) -> Diagnostic {
    Diagnostic::ImpossibleChange { reason, at }
}
