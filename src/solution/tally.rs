//! Counts what a solution shows: keys, lines, shorts, tries, duals.
//!
//! **Invariant:** nothing is searched here; a tally says no more than the
//! solution shows. The verdict on a problem is `soundness`.

use super::{Branch, DicePlay, Line, Mark, Phase, PhaseKind, Play, Remark, Throw, TwinSolution};
use crate::board::Side;
use crate::problem::{Genre, Length, Stipulation};
use std::fmt;

/// What the actual play of one side amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Who begins; nothing where nobody did.
    pub starter: Option<Side>,
    /// Keys or lines of the full length.
    pub solutions: usize,
    /// Keys or lines that are shorter than asked.
    pub shorts: usize,
    /// First moves with refutations.
    pub tries: usize,
    /// Defences with more than one continuation.
    pub duals: usize,
    /// What a solution is: a key or a line.
    pub is_battle: bool,
}

/// The counts of each actual play of a version that could be solved: one, or
/// two in a duplex.
pub fn tally(stipulation: &Stipulation, found: &TwinSolution) -> Vec<Tally> {
    let illegal = |phase: &Phase| {
        found
            .remarks
            .contains(&Remark::KingCapturable(phase.starter))
    };
    let phases = found.phases.iter().filter(|phase| !illegal(phase));
    let actual = phases.filter(|phase| phase.kind == PhaseKind::Actual);
    actual.map(|phase| Tally::on(stipulation, phase)).collect()
}

impl Tally {
    fn on(stipulation: &Stipulation, phase: &Phase) -> Tally {
        let tally = match &phase.play {
            Play::Lines(lines) => {
                let here = Tally::on_lines(stipulation, lines);
                let full = phase.told.from(full_length(stipulation));
                Tally {
                    solutions: here.solutions + full,
                    shorts: here.shorts + phase.told.from(0) - full,
                    ..here
                }
            }
            Play::Tree(tree) => Tally::on_battle(stipulation, &tree.branches),
            Play::Dice(play) => Tally::on_dice(play),
        };
        Tally {
            starter: Some(phase.starter),
            ..tally
        }
    }

    fn on_lines(stipulation: &Stipulation, lines: &[Line]) -> Tally {
        let short = |line: &&Line| !is_full(stipulation, line);
        let shorts = lines.iter().filter(short).count();
        Tally {
            solutions: lines.len() - shorts,
            shorts,
            ..Tally::default()
        }
    }

    fn on_battle(stipulation: &Stipulation, branches: &[Branch]) -> Tally {
        let full = full_length(stipulation);
        let marked = |mark| branches.iter().filter(move |branch| branch.mark == mark);
        let keys = || marked(Mark::Key);
        let shorts = keys().filter(|key| is_short(key, full)).count();
        Tally {
            solutions: keys().count() - shorts,
            shorts,
            tries: marked(Mark::Try).count(),
            duals: keys().flat_map(|key| &key.answers).map(duals_after).sum(),
            is_battle: true,
            ..Tally::default()
        }
    }

    /// With dice each roll should have one best move; the roll that has most of them counts.
    fn on_dice(play: &DicePlay) -> Tally {
        let wins = |throw: &&Throw| throw.value.is_some_and(|value| !value.is_none());
        let throws = play.throws.iter().filter(wins);
        let most = throws.map(|throw| throw.moves.len()).max();
        let solves = play.value.is_some_and(|value| !value.is_none());
        Tally {
            solutions: most.filter(|_| solves).unwrap_or(0),
            is_battle: true,
            ..Tally::default()
        }
    }

    /// Whether there is exactly one solution and none that is too short.
    pub fn is_unique(&self) -> bool {
        self.solutions == 1 && self.shorts == 0
    }
}

/// `one key, 2 tries`; `cooked: 3 keys`; `no solution`; `2 solutions, 1 short`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.is_battle { "key" } else { "solution" };
        match self.solutions {
            0 if self.shorts == 0 => f.write_str("no solution")?,
            0 => write!(f, "no {noun} of full length")?,
            1 => write!(f, "one {noun}")?,
            many if self.is_battle => write!(f, "cooked: {}", counted(many, noun))?,
            many => f.write_str(&counted(many, noun))?,
        }
        let further = [
            (self.shorts, "short solution"),
            (self.tries, "try"),
            (self.duals, "dual"),
        ];
        for (count, noun) in further.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, ", {}", counted(count, noun))?;
        }
        Ok(())
    }
}

fn counted(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) if noun == "try" => format!("{count} {stem}ies"),
        _ => format!("{count} {noun}s"),
    }
}

/// Whether a line is as long as asked. Where checks are answered in a series
/// only the moves of the side that moves alone count.
pub fn is_full(stipulation: &Stipulation, line: &Line) -> bool {
    let (moves, first) = (&line.moves, line.moves.first());
    let count = match (parry_moves(stipulation), first) {
        (Some(alone), Some((side, _))) => {
            return moves.iter().filter(|(other, _)| other == side).count() >= alone;
        }
        _ => moves.len(),
    };
    count >= full_length(stipulation)
}

/// The moves of the side that moves alone, if its checks may be answered.
fn parry_moves(stipulation: &Stipulation) -> Option<usize> {
    let moves = usize::from(stipulation.length.moves);
    match stipulation.genre {
        Genre::ParrySeries
        | Genre::ParrySeriesSelf
        | Genre::ParrySeriesReflex
        | Genre::ParrySeriesHelp
        | Genre::ParryHelpSeries
        | Genre::ParryHelpSeriesSelf
        | Genre::ParryHelpSeriesReflex => Some(moves),
        Genre::ParrySeriesHelpSelf => Some(moves + 1),
        _ => None,
    }
}

/// The plies of play that is as long as asked.
pub fn full_length(stipulation: &Stipulation) -> usize {
    let Length { moves, half } = stipulation.length;
    let (moves, half) = (usize::from(moves), usize::from(half));
    let body = match stipulation.genre {
        _ if stipulation.is_help() => 2 * moves + half,
        Genre::Direct | Genre::Chance => (2 * moves).saturating_sub(1),
        Genre::Self_ | Genre::Reflex | Genre::SemiReflex => 2 * moves,
        Genre::SeriesHelp | Genre::SeriesSelf | Genre::SeriesReflex => moves + 1,
        Genre::SeriesHelpSelf => moves + 2,
        // The line that the helping side ends itself is a ply shorter.
        _ => moves,
    };
    body + usize::from(stipulation.introduction)
}

/// Whether the play behind a key ends early. A key told without its play is
/// taken to be long.
fn is_short(key: &Branch, full: usize) -> bool {
    let told = key.goal.is_some() || !key.answers.is_empty() || !key.threat.moves().is_empty();
    told && plies(key) < full
}

/// The plies of the longest play that starts with this move. A threat comes
/// after a pass.
fn plies(branch: &Branch) -> usize {
    let answers = branch.answers.iter().map(plies).max().unwrap_or(0);
    let threats = branch
        .threat
        .moves()
        .iter()
        .map(|threat| 1 + plies(threat))
        .max();
    1 + answers.max(threats.unwrap_or(0))
}

/// How many defences from this one on have several continuations.
fn duals_after(defence: &Branch) -> usize {
    let here = usize::from(defence.answers.len() > 1);
    let later = defence.answers.iter().flat_map(|attack| &attack.answers);
    here + later.map(duals_after).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::problem::Goal;
    use crate::solution::{MoveRecord, Outcome, Tree};

    const MATE_IN_2: Stipulation = Stipulation::new(Genre::Direct, Goal::Mate, 2);
    const HELPMATE_IN_2: Stipulation = Stipulation::new(Genre::Help, Goal::Mate, 2);

    fn branch(mark: Mark, answers: Vec<Branch>) -> Branch {
        Branch {
            mark,
            answers,
            ..Branch::new(MoveRecord::default())
        }
    }

    fn mate(mark: Mark) -> Branch {
        Branch {
            goal: Some(Goal::Mate),
            ..branch(mark, Vec::new())
        }
    }

    fn key(mates: usize) -> Branch {
        let mates = (0..mates).map(|_| mate(Mark::None)).collect();
        branch(Mark::Key, vec![branch(Mark::None, mates)])
    }

    fn verdict(stipulation: &Stipulation, play: Play) -> String {
        let phase = Phase {
            kind: PhaseKind::Actual,
            starter: Side::White,
            play,
            told: Default::default(),
            numbers: Vec::new(),
        };
        let found = TwinSolution {
            label: None,
            phases: vec![phase],
            outcome: Outcome::Finished,
            remarks: Vec::new(),
        };
        tally(stipulation, &found)[0].to_string()
    }

    fn battle(branches: Vec<Branch>) -> String {
        let tree = Tree {
            branches,
            ..Tree::default()
        };
        verdict(&MATE_IN_2, Play::Tree(tree))
    }

    fn lines(lengths: &[usize]) -> String {
        let line = |length: &usize| Line {
            moves: vec![(Side::White, MoveRecord::default()); *length],
            ..Line::ending(Some(Goal::Mate))
        };
        verdict(
            &HELPMATE_IN_2,
            Play::Lines(lengths.iter().map(line).collect()),
        )
    }

    #[test]
    fn battles_want_one_key() {
        assert_eq!(battle(vec![]), "no solution");
        assert_eq!(battle(vec![key(1)]), "one key");
        assert_eq!(battle(vec![key(1), key(1)]), "cooked: 2 keys");
        assert_eq!(battle(vec![key(2)]), "one key, 1 dual");
        let tries = vec![key(1), branch(Mark::Try, vec![]), branch(Mark::Try, vec![])];
        assert_eq!(battle(tries), "one key, 2 tries");
        let short = battle(vec![key(1), mate(Mark::Key)]);
        assert_eq!(short, "one key, 1 short solution");
    }

    #[test]
    fn lines_may_be_several_but_not_short() {
        assert_eq!(lines(&[]), "no solution");
        assert_eq!(lines(&[4]), "one solution");
        assert_eq!(lines(&[4, 4]), "2 solutions");
        assert_eq!(lines(&[4, 2, 2]), "one solution, 2 short solutions");
    }

    #[test]
    fn a_lone_short_line_is_no_solution_of_full_length() {
        assert_eq!(lines(&[2]), "no solution of full length, 1 short solution");
    }
}
