//! Takes the list of men out of a statement, so that its words are read without it.
//!
//! **Invariant:** the list is blanked out, so all other words keep their places.

use super::legend::legend;
use super::men::{Name, NamedMen, Own, side};
use super::part::parts;
use super::phrase::{Known, MEANINGS, longest};
use super::{Statement, Understanding, words_spoken};
use crate::attributes;
use crate::board::Geometry;
use crate::men::WalkId;
use crate::notation::popeye::words::{Language, Table, Word};
use crate::notation::position::{self, Hints, ListReading};

/// A statement without its list of men.
pub(super) struct Listed {
    /// As long as the text read.
    pub(super) text: String,
    pub(super) list: Option<ListReading>,
    /// What legends say of letters.
    pub(super) legend: Vec<(String, WalkId)>,
}

impl Listed {
    /// Finds a list with two kings; the words around it help to choose its language.
    pub(super) fn apart(
        text: &str,
        wished: Option<Language>,
        walks: &[WalkId],
        board: &Geometry,
    ) -> Listed {
        if !position::names_squares(text) {
            return Listed {
                text: text.to_owned(),
                list: None,
                legend: legend(text, board).letters,
            };
        }
        let legend = legend(text, board);
        let mentioned = position::mentioned(text);
        let hints = Hints {
            wished,
            spoken: None,
            walks,
            board: Some(board),
            legend: Some(&legend),
            mentioned: &mentioned,
            ..Hints::default()
        };
        let mut blanked = text.to_owned();
        let first = position::list_in(text, &hints).map(|first| {
            let behind = behind_colour_of_rule(text, first.span.start, board);
            let read = |at| position::readings(text, at, &hints).into_iter().next();
            let bare = behind.and_then(read).filter(ListReading::is_whole);
            bare.unwrap_or(first)
        });
        let Some(first) = first else {
            return Listed {
                text: blanked,
                list: None,
                legend: legend.letters,
            };
        };
        let blanks = " ".repeat(first.span.len());
        blanked.replace_range(first.span.clone(), &blanks);
        let spoken = words_spoken(&blanked, board);
        let hints = Hints { spoken, ..hints };
        let list = position::readings(text, first.span.start, &hints)
            .into_iter()
            .next();
        let foreign = list.as_ref().map(|list| list.letters);
        let foreign = foreign.filter(|letters| letters.language().is_none());
        // `Białe: Kf3, We6 ... b) We6-f6`
        let letters = foreign.into_iter().flat_map(|letters| letters.alphabet());
        let explained = legend.letters.into_iter();
        Listed {
            text: blanked,
            list,
            legend: explained.chain(letters).collect(),
        }
    }

    /// The language of the list, where its words or letters leave no doubt.
    pub(super) fn spoken(&self) -> Option<Language> {
        self.list.as_ref()?.spoken()
    }

    /// Puts the men into the statement.
    pub(super) fn put(self, statement: &mut Statement) {
        let Some(list) = self.list else { return };
        statement.men_language = list.spoken();
        let is_foreign = list.letters.language().is_none();
        let own = Own {
            walks: &[],
            letters: if is_foreign { &self.legend } else { &[] },
        };
        // `Białe: Kf3, We6 ... b) We6-f6`
        let meant = |man: &NamedMen| {
            let walk = man.letters().and_then(|letters| own.explained(letters));
            let name = walk.map(Name::Walk).or_else(|| man.name.clone());
            NamedMen {
                name,
                ..man.clone()
            }
        };
        let twins = statement.twins.iter_mut();
        for change in twins.flat_map(|twin| &mut twin.changes) {
            *change = change.with_men(meant);
        }
        let others = std::mem::take(&mut statement.placed);
        for man in &list.men {
            let of = |row: &&attributes::Definition| {
                row.attribute
                    .is_some_and(|attribute| man.piece.has(attribute))
            };
            let rows = attributes::DEFINITIONS.iter().copied().filter(of);
            let named = NamedMen {
                sides: Some(man.piece.sides()),
                royal: man.piece.is_royal() && !man.piece.walk().row().is_royal(),
                attributes: rows.filter_map(|row| row.attribute).collect(),
                name: Some(Name::Walk(man.piece.walk())),
                squares: vec![man.square],
                language: None,
                sign: None,
                by_legend: false,
                at: man.at,
            };
            statement.placed.push(named);
        }
        statement.list = Some(list.letters);
        // `Se5 = grasshopper` speaks of a man of the list.
        statement.placed.extend(others);
        statement.diagnostics.extend(list.diagnostics());
        statement.understood.push(Understanding {
            at: (list.span.start, list.span.len()).into(),
            what: "men",
        });
    }
}

/// `Maximummer white, Kf7 Qe2 / Kh7`: where the list begins if the colour in front of it belongs to
/// the rule before.
fn behind_colour_of_rule(text: &str, start: usize, board: &Geometry) -> Option<usize> {
    let front = parts(&text[..start], board);
    let list = parts(&text[start..], board);
    let [colour, next, ..] = list.as_slice() else {
        return None;
    };
    let is_colour = side(&colour.text).is_some() && !matches!(next.mark, Some(':' | '('));
    let between = &text[front.last()?.end..start];
    // `Circe white Kf7 Qe2 / Kh7` has no side; behind a comma it would be no head of men.
    let names_rule = |from: usize| {
        let known = longest(&front[from..], |phrase| MEANINGS.get(phrase));
        known.is_some_and(|(known, taken)| {
            let is_sided = known.kind == "colourless" || next.is_separated();
            (is_sided || has_sides(known)) && known.names_rule() && from + taken == front.len()
        })
    };
    let is_of_rule = matches!(between.trim(), "" | ":") && (0..front.len()).any(names_rule);
    (is_colour && is_of_rule).then_some(start + next.start)
}

/// Whether a rule has forms of one side.
fn has_sides(known: &Known) -> bool {
    let one_sided = |word: &&Word| {
        let is_of_side = word.key.starts_with("white-") || word.key.starts_with("black-");
        is_of_side || word.table == Table::OneSidedCondition
    };
    known.words.iter().any(one_sided)
}
