//! Applying twins: turns a problem into the versions that are solved one by
//! one.
//!
//! **Invariant:** a version has no twins of its own. A change that cannot be
//! made (nothing on the square, a man pushed off the board) is left out and
//! said in a note; the version is solved without it.

use super::{Argument, Change, Condition, Diagram, Mirror, Problem, Rights, Rotation, Twin};
use crate::board::Square;
use crate::men::{Piece, WalkId};
use thiserror::Error;

/// The diagram or one twin, ready to be solved.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    /// How it is called; none when the problem has no twins.
    pub label: Option<TwinLabel>,
    /// The problem with all changes made and without twins.
    pub problem: Problem,
    /// Changes that could not be made, and why.
    pub notes: Vec<String>,
}

/// Which twin this is.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinLabel {
    /// 0 for a).
    pub number: usize,
    /// Whether it continues the previous twin.
    pub continued: bool,
    /// Whether it is the first version of a problem whose diagram is a zero
    /// position, not solved itself.
    pub zero: bool,
    /// What was changed, with the men concerned; empty for the diagram.
    pub changes: Vec<AppliedChange>,
}

/// A change with the men it found on its squares.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedChange {
    /// The change.
    pub change: Change,
    /// The men on its first and second square before it, where it has such squares.
    pub men: [Piece; 2],
}

/// Why a problem cannot be changed so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ChangeError(String);

impl From<ChangeError> for String {
    fn from(error: ChangeError) -> String {
        error.0
    }
}

impl Problem {
    /// The diagram and its twins in order. With a zero position the first
    /// twin takes the place of the diagram.
    ///
    /// ```
    /// use dawson::board::Square;
    /// use dawson::men::{Piece, Sides, walk_id};
    /// use dawson::problem::{Change, Problem, Twin};
    ///
    /// let [a1, b1] = ["a1", "b1"].map(|name| Square::from_name(name).unwrap());
    /// let mut problem = Problem::new();
    /// problem.diagram.put(a1, Piece::new(walk_id::ROOK, Sides::White));
    /// let changes = vec![Change::Move(a1, b1)];
    /// problem.twins.push(Twin { changes, ..Twin::default() });
    /// let versions = problem.versions();
    /// assert_eq!(versions.len(), 2);
    /// assert!(versions[1].problem.diagram.on(b1).is_some());
    /// ```
    pub fn versions(&self) -> Vec<Version> {
        let base = self.without_twins();
        if self.twins.is_empty() {
            return vec![Version::of_diagram(base, None)];
        }
        let mut versions = Vec::new();
        if !self.zero_position {
            versions.push(Version::of_diagram(base.clone(), Some(0)));
        }
        for twin in &self.twins {
            let version = self.altered(&base, twin, &versions);
            versions.push(version);
        }
        versions
    }

    /// The problem after these changes of its diagram, rules or stipulation, with the men that each met. Its twins stay,
    /// and start from the changed diagram.
    ///
    /// ```
    /// use dawson::Problem;
    /// use dawson::problem::Change;
    /// let problem = Problem::from_statement("#1", "7k/8/6K1/8/8/8/8/RR6")?;
    /// let b1 = dawson::board::Square::from_name("b1").unwrap();
    /// let (changed, _) = problem.changed(&[Change::Remove(b1)])?;
    /// assert_eq!(changed.diagram.men().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why a change cannot be made: no man on the square, a man pushed off the board.
    pub fn changed(
        &self,
        changes: &[Change],
    ) -> Result<(Problem, Vec<AppliedChange>), ChangeError> {
        let mut problem = self.clone();
        let applied = changes.iter().map(|change| {
            let men = problem.apply(change)?;
            let change = change.clone();
            Ok(AppliedChange { change, men })
        });
        let applied: Result<_, String> = applied.collect();
        Ok((problem, applied.map_err(ChangeError)?))
    }

    fn altered(&self, base: &Problem, twin: &Twin, before: &[Version]) -> Version {
        let start = match before.last() {
            Some(previous) if twin.continued => &previous.problem,
            _ => base,
        };
        let label = TwinLabel {
            number: before.len(),
            continued: twin.continued,
            zero: self.zero_position && before.is_empty(),
            changes: Vec::new(),
        };
        Version::altered(start.clone(), label, &twin.changes)
    }

    fn without_twins(&self) -> Problem {
        Problem {
            twins: Vec::new(),
            zero_position: false,
            ..self.clone()
        }
    }
}

impl Version {
    fn of_diagram(problem: Problem, number: Option<usize>) -> Version {
        let label = number.map(|number| TwinLabel {
            number,
            continued: false,
            zero: false,
            changes: Vec::new(),
        });
        Version {
            label,
            problem,
            notes: Vec::new(),
        }
    }

    fn altered(mut problem: Problem, mut label: TwinLabel, changes: &[Change]) -> Version {
        let mut notes = Vec::new();
        for change in changes {
            match problem.apply(change) {
                Ok(men) => label.changes.push(AppliedChange {
                    change: change.clone(),
                    men,
                }),
                Err(obstacle) => notes.push(obstacle),
            }
        }
        Version {
            label: Some(label),
            problem,
            notes,
        }
    }
}

/// The men a change found on its first and second square.
type Found = [Piece; 2];

impl Problem {
    /// Makes one change and tells which men it met.
    ///
    /// # Errors
    /// Why the change cannot be made; then nothing is changed.
    fn apply(&mut self, change: &Change) -> Result<Found, String> {
        match change {
            Change::Move(from, to) => self.diagram.move_man(*from, *to),
            Change::Exchange(one, other) => self.diagram.exchange(*one, *other),
            Change::Remove(square) => self.diagram.remove(*square),
            Change::Add(square, man) => Ok([self.diagram.put(*square, *man), Piece::NONE]),
            Change::Invisible(men) => {
                self.invisible = *men;
                Ok(NOBODY)
            }
            Change::Substitute(old, new) => Ok(self.diagram.substitute(*old, *new)),
            Change::Rotate(rotation) => {
                let size = self.diagram.size();
                self.carry(Condition::turns_with_the_board, |at| {
                    rotated(*rotation, size, at)
                })
            }
            Change::Mirror(mirror) => {
                let size = self.diagram.size();
                self.carry(Condition::turns_with_the_board, |at| {
                    mirrored(*mirror, size, at)
                })
            }
            Change::Shift(from, to) => {
                let [from, to] = [from, to].map(|square| self.diagram.place(*square));
                let shifted = |(file, rank)| (file + to.0 - from.0, rank + to.1 - from.1);
                self.carry(Condition::shifts_with_the_board, shifted)
            }
            Change::PolishType => Ok(self.diagram.swap_sides()),
            Change::Stipulation(stipulation) => {
                self.stipulation = Some(*stipulation);
                self.structured = None;
                Ok(NOBODY)
            }
            Change::Structured(structured) => {
                self.stipulation = None;
                self.structured = Some(structured.clone());
                Ok(NOBODY)
            }
            Change::Conditions(conditions) => {
                self.conditions.clone_from(conditions);
                Ok(NOBODY)
            }
            Change::Rights(lost, passed) => {
                self.options.rights = Rights::Given;
                self.options.no_castling |= *lost;
                self.options.en_passant.clone_from(passed);
                Ok(NOBODY)
            }
        }
    }
}

const NOBODY: Found = [Piece::NONE; 2];

/// File and rank, counted from a1.
type At = (i16, i16);

fn rotated(rotation: Rotation, (width, height): At, (file, rank): At) -> At {
    match rotation {
        Rotation::Quarter => (height - 1 - rank, file),
        Rotation::Half => (width - 1 - file, height - 1 - rank),
        Rotation::ThreeQuarters => (rank, width - 1 - file),
    }
}

fn mirrored(mirror: Mirror, (width, height): At, (file, rank): At) -> At {
    match mirror {
        Mirror::A1H1 => (width - 1 - file, rank),
        Mirror::A1A8 => (file, height - 1 - rank),
        Mirror::A1H8 => (height - 1 - rank, width - 1 - file),
        Mirror::A8H1 => (rank, file),
    }
}

impl Problem {
    /// Puts every man on the square that `target` names for its own, and so what the conditions
    /// concerned put on the board.
    fn carry(
        &mut self,
        concerns: fn(&Condition) -> bool,
        target: impl Fn(At) -> At,
    ) -> Result<Found, String> {
        let found = self.diagram.carry(&target)?;
        let diagram = &self.diagram;
        let concerned = self
            .conditions
            .iter_mut()
            .filter(|condition| concerns(condition));
        for condition in concerned {
            for argument in &mut condition.arguments {
                if let Argument::Square(square) = argument
                    && let Some(carried) = diagram.at(target(diagram.place(*square)))
                {
                    *square = carried;
                }
            }
        }
        Ok(found)
    }
}

impl Diagram {
    fn move_man(&mut self, from: Square, to: Square) -> Result<Found, String> {
        self.expect_man(from)?;
        let man = self.put(from, Piece::NONE);
        let replaced = self.put(to, man);
        Ok([man, replaced])
    }

    fn exchange(&mut self, one: Square, other: Square) -> Result<Found, String> {
        self.expect_man(one)?;
        self.expect_man(other)?;
        let first = self.on(one);
        let second = self.put(other, first);
        self.put(one, second);
        Ok([first, second])
    }

    fn remove(&mut self, square: Square) -> Result<Found, String> {
        self.expect_man(square)?;
        Ok([self.put(square, Piece::NONE), Piece::NONE])
    }

    fn expect_man(&self, square: Square) -> Result<(), String> {
        if self.on(square).is_some() {
            return Ok(());
        }
        let name = self.geometry.name(square);
        Err(format!("{name}: no man to move or remove there"))
    }

    fn substitute(&mut self, old: WalkId, new: WalkId) -> Found {
        self.change_men(|man| {
            if man.walk() == old {
                man.with_walk(new)
            } else {
                man
            }
        });
        NOBODY
    }

    fn swap_sides(&mut self) -> Found {
        self.change_men(Piece::turned);
        NOBODY
    }

    fn size(&self) -> At {
        (self.geometry.width().into(), self.geometry.height().into())
    }

    fn place(&self, square: Square) -> At {
        (
            self.geometry.file(square).into(),
            self.geometry.rank(square).into(),
        )
    }

    fn at(&self, (file, rank): At) -> Option<Square> {
        self.geometry.square(file, rank)
    }

    /// Puts every man on the square that `target` names for its own.
    fn carry(&mut self, target: impl Fn(At) -> At) -> Result<Found, String> {
        let mut carried = Diagram::empty(self.geometry.clone());
        for (square, man) in self.men() {
            let square = self.at(target(self.place(square)));
            carried.put(square.ok_or("a man would leave the board")?, man);
        }
        *self = carried;
        Ok(NOBODY)
    }

    fn change_men(&mut self, change: impl Fn(Piece) -> Piece) {
        let men: Vec<(Square, Piece)> = self.men().collect();
        for (square, man) in men {
            self.put(square, change(man));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::Sides;
    use crate::men::walk_id::{KING, ROOK};
    use crate::problem::{Genre, Goal, Stipulation};

    fn square(name: &str) -> Square {
        Square::from_name(name).expect("tests name squares of the board")
    }

    /// A white rook on b1, a white king on f6, a black king on h8.
    fn problem(twins: Vec<Twin>) -> Problem {
        let mut problem = Problem::new();
        let men = [
            ("b1", Piece::new(ROOK, Sides::White)),
            ("f6", Piece::new(KING, Sides::White).royal()),
            ("h8", Piece::new(KING, Sides::Black).royal()),
        ];
        for (name, man) in men {
            problem.diagram.put(square(name), man);
        }
        problem.twins = twins;
        problem
    }

    fn twin(changes: &[Change]) -> Twin {
        let changes = changes.to_vec();
        Twin {
            continued: false,
            changes,
        }
    }

    /// Where the men stand, e.g. `b1 f6 h8`, in each version.
    fn placements(problem: &Problem) -> Vec<String> {
        let placement = |version: &Version| {
            let squares = version
                .problem
                .diagram
                .men()
                .map(|(square, _)| square.to_string());
            squares.collect::<Vec<_>>().join(" ")
        };
        problem.versions().iter().map(placement).collect()
    }

    #[test]
    fn a_problem_without_twins_has_one_version_without_letter() {
        let versions = problem(Vec::new()).versions();
        assert_eq!(versions.len(), 1);
        assert_eq!(versions[0].label, None);
    }

    #[test]
    fn twins_start_from_the_diagram_unless_continued() {
        let mut twins = vec![
            twin(&[Change::Move(square("f6"), square("g6"))]),
            twin(&[Change::Remove(square("b1"))]),
            twin(&[Change::Exchange(square("b1"), square("h8"))]),
        ];
        twins[1].continued = true;
        let problem = problem(twins);
        assert_eq!(
            placements(&problem),
            ["b1 f6 h8", "b1 g6 h8", "g6 h8", "b1 f6 h8"]
        );
        let labels: Vec<_> = problem
            .versions()
            .into_iter()
            .map(|v| v.label.unwrap())
            .collect();
        assert!(labels[2].continued && !labels[3].continued);
        assert_eq!(labels[3].number, 3);
    }

    #[test]
    fn a_zero_position_is_not_solved_and_later_twins_ignore_it() {
        let mut problem = problem(vec![
            twin(&[Change::Move(square("f6"), square("g6"))]),
            twin(&[Change::Move(square("b1"), square("a1"))]),
        ]);
        problem.zero_position = true;
        assert_eq!(placements(&problem), ["b1 g6 h8", "a1 f6 h8"]);
        assert!(problem.versions()[0].label.as_ref().unwrap().zero);
    }

    #[test]
    fn the_board_turns_counter_clockwise() {
        let turned =
            |rotation| placements(&problem(vec![twin(&[Change::Rotate(rotation)])]))[1].clone();
        assert_eq!(turned(Rotation::Quarter), "h2 c6 a8");
        assert_eq!(turned(Rotation::Half), "a1 c3 g8");
        assert_eq!(turned(Rotation::ThreeQuarters), "h1 f3 a7");
    }

    #[test]
    fn mirrors_are_named_by_the_squares_they_exchange() {
        let seen = |mirror| placements(&problem(vec![twin(&[Change::Mirror(mirror)])]))[1].clone();
        assert_eq!(seen(Mirror::A1H1), "g1 c6 a8");
        assert_eq!(seen(Mirror::A1A8), "h1 f3 b8");
        assert_eq!(seen(Mirror::A1H8), "a1 c3 h7");
        assert_eq!(seen(Mirror::A8H1), "a2 f6 h8");
    }

    #[test]
    fn a_shift_over_the_edge_and_an_empty_square_are_noted_and_left_out() {
        let problem = problem(vec![twin(&[
            Change::Shift(square("a1"), square("b1")),
            Change::Remove(square("d4")),
            Change::Move(square("b1"), square("b2")),
        ])]);
        let version = &problem.versions()[1];
        assert_eq!(version.notes.len(), 2);
        assert_eq!(version.label.as_ref().unwrap().changes.len(), 1);
        assert_eq!(placements(&problem)[1], "b2 f6 h8");
    }

    #[test]
    fn a_change_tells_the_men_it_met() {
        let problem = problem(vec![twin(&[Change::Move(square("b1"), square("h8"))])]);
        let label = problem.versions()[1].label.clone().unwrap();
        let men = label.changes[0].men;
        assert_eq!(men.map(|man| man.walk()), [ROOK, KING]);
    }

    #[test]
    fn stipulation_and_conditions_are_replaced() {
        let stipulation = Stipulation::new(Genre::Help, Goal::Mate, 2);
        let changes = [
            Change::Stipulation(stipulation),
            Change::Conditions(vec![Condition::plain("circe")]),
            Change::PolishType,
            Change::Substitute(ROOK, KING),
        ];
        let version = problem(vec![twin(&changes)]).versions().remove(1).problem;
        assert_eq!(version.stipulation, Some(stipulation));
        assert_eq!(version.conditions, [Condition::plain("circe")]);
        let man = version.diagram.on(square("b1"));
        assert_eq!((man.walk(), man.sides()), (KING, Sides::Black));
    }
}
