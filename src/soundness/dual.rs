//! Duals in play with forced lines: where a defence has several continuations, and how much
//! that matters.
//!
//! The tree must have been told in full (`Variation`): then a defence that does not parry the
//! threat is not in it, and its continuations are all there are.

use crate::men::Piece;
use crate::problem::Goal;
use crate::solution::{Branch, MovePart, MoveRecord};

/// How much a dual matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DualGrade {
    /// In a line of full length, at a move that is not the last.
    Serious,
    /// At the last move of a line of full length.
    Full,
    /// The same by promotions of one pawn to different men with the same effect.
    Promotion,
    /// In a line that ends early, or after a reply that is answered like a threat.
    Short,
    /// Several threats.
    Threat,
}

/// A place with several continuations.
#[derive(Clone, Debug)]
pub struct Dual<'a> {
    /// How much it matters.
    pub grade: DualGrade,
    /// The moves that lead there from the key on; the last is the defence. After a threat grade:
    /// the move that threatens.
    pub path: Vec<&'a Branch>,
    /// The continuations.
    pub answers: Vec<&'a Branch>,
}

/// All duals after a key, in play of so many attacking moves; the worst first.
pub fn duals(key: &Branch, moves: usize) -> Vec<Dual<'_>> {
    let mut finder = Finder {
        moves,
        duals: Vec::new(),
        path: Vec::new(),
    };
    finder.attack(key, 1);
    finder.duals.sort_by_key(|dual| dual.grade);
    finder.duals
}

struct Finder<'a> {
    /// The attacking moves of play of full length.
    moves: usize,
    duals: Vec<Dual<'a>>,
    path: Vec<&'a Branch>,
}

impl<'a> Finder<'a> {
    /// Behind the attacking move of this number, from 1.
    fn attack(&mut self, branch: &'a Branch, number: usize) {
        self.path.push(branch);
        let threats = branch.threat.moves();
        if threats.len() > 1 {
            self.find(DualGrade::Threat, threats.iter().collect());
        }
        for defence in &branch.answers {
            self.defence(defence, number, threats);
        }
        self.path.pop();
    }

    fn defence(&mut self, defence: &'a Branch, number: usize, threats: &[Branch]) {
        self.path.push(defence);
        let answers = &defence.answers;
        if answers.len() > 1 {
            let grade = self.grade(answers, number, threats);
            self.find(grade, answers.iter().collect());
        }
        for answer in answers {
            self.attack(answer, number + 1);
        }
        self.path.pop();
    }

    fn grade(&self, answers: &[Branch], number: usize, threats: &[Branch]) -> DualGrade {
        let threatened = |answer: &Branch| {
            let mut threats = threats.iter();
            threats.any(|threat| threat.movement == answer.movement)
        };
        let shortest = answers.iter().map(attacks).min().unwrap_or(0);
        let full = number + shortest >= self.moves;
        match (full, shortest <= 1) {
            _ if answers.iter().any(threatened) => DualGrade::Short,
            (false, _) => DualGrade::Short,
            (true, false) => DualGrade::Serious,
            (true, true) if are_promotions(answers) => DualGrade::Promotion,
            (true, true) => DualGrade::Full,
        }
    }

    fn find(&mut self, grade: DualGrade, answers: Vec<&'a Branch>) {
        self.duals.push(Dual {
            grade,
            path: self.path.clone(),
            answers,
        });
    }
}

/// The attacking moves of the longest play that starts with this one.
fn attacks(branch: &Branch) -> usize {
    let answers = branch.answers.iter();
    let after = answers.filter_map(|defence| defence.answers.iter().map(attacks).min());
    let threats = branch.threat.moves().iter().map(attacks).min();
    1 + after.chain(threats).max().unwrap_or(0)
}

/// Whether all are promotions of one pawn on one square, and all reach the goal.
fn are_promotions(answers: &[Branch]) -> bool {
    let mut plain = answers
        .iter()
        .map(|answer| promotion(&answer.movement, answer.goal));
    let first = plain.next().flatten();
    first.is_some() && plain.all(|other| other == first)
}

/// A promotion without the man it brings, if the move is one.
pub(super) fn promotion(
    record: &MoveRecord,
    goal: Option<Goal>,
) -> Option<(Vec<MovePart>, Option<Goal>)> {
    let pawn = |man: Piece| man.walk().row().is_pawn();
    let Some(MovePart::Movement { man, .. }) = record.parts.first() else {
        return None;
    };
    let is_promotion = |part: &&MovePart| {
        matches!(
            part,
            MovePart::Becomes { on: None, .. } | MovePart::TakesWalk { on: None, .. }
        )
    };
    let promotes = pawn(*man) && record.parts.iter().any(|part| is_promotion(&part));
    let rest = record.parts.iter().filter(|part| !is_promotion(part));
    promotes.then(|| (rest.cloned().collect(), goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::popeye::read::read;
    use crate::solution::Play;
    use crate::solve::{Settings, solve};

    fn grades(text: &str) -> Vec<DualGrade> {
        let mut problem = read(text.as_bytes()).problems[0].problem.clone();
        problem.options.variation = true;
        let moves = usize::from(problem.stipulation.map_or(0, |asked| asked.length.moves));
        let solution = solve(&problem, &Settings::default(), &());
        let Play::Tree(tree) = &solution.twins[0].phases[0].play else {
            panic!("no battle play: {text}");
        };
        let found = tree.branches.iter().flat_map(|key| duals(key, moves));
        found.map(|dual| dual.grade).collect()
    }

    #[test]
    fn a_mate_by_two_men_is_a_dual_of_full_length() {
        let text = "BeginProblem Stipulation #2 Pieces White Kc7 Rb5 Black Ka8 Pa7 EndProblem";
        assert_eq!(grades(text), []);
        let text = "BeginProblem Stipulation #2 Pieces White Kg6 Ra2 Rb2 Black Kh8 EndProblem";
        assert!(
            grades(text).contains(&DualGrade::Full) || grades(text).contains(&DualGrade::Threat)
        );
    }

    #[test]
    fn queen_and_rook_are_a_promotion_dual() {
        let text = "BeginProblem Stipulation #2 Pieces White Kg6 Pa7 Pb2 Black Kh8 Ph7 EndProblem";
        let grades = grades(text);
        assert!(!grades.contains(&DualGrade::Serious), "{grades:?}");
    }
}
