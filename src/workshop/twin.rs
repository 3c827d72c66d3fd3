//! Twins: which small changes make another sound problem with another solution?

use super::play::{Shown, in_full, shown};
use super::repair::Findings;
use super::run::{Run, Tried, run};
use super::trial::Trier;
use super::variant::{Menu, Variant};
use super::wish::{Kept, Wish, lines_of_solution};
use crate::board::Square;
use crate::problem::{Change, Claim, Problem};
use crate::solve::{Settings, solve};
use crate::soundness::Class;
use std::collections::BTreeMap;

/// The remarks on twins; each is worth a point.
const FIRST_MOVES: &str = "all first moves change";
const LAST_MOVES: &str = "all last moves change";
const ROLES: &str = "two men exchange their moves";

/// All changes of a menu that are sound with as many solutions as wished (or as the diagram has), none of them one of the
/// problem's; the best first: complete change of first and last moves, exchanged roles.
///
/// Where the problem has twins, their solutions do not come again either; `continued` starts from the last of them
/// instead of the diagram. Where the diagram is not sound the twins found are those of a zero position.
pub(super) fn twins(
    problem: &Problem,
    wish: &Wish,
    menu: &Menu,
    continued: bool,
    settings: &Settings,
    how: &Run<'_>,
) -> Findings {
    let versions = problem.versions();
    let first = if continued {
        versions.last()
    } else {
        versions.first()
    };
    let diagram = Problem {
        twins: Vec::new(),
        zero_position: false,
        ..problem.clone()
    };
    let base = match (first, problem.zero_position && !continued) {
        (Some(version), false) => version.problem.clone(),
        _ => diagram,
    };
    let solved = solve(
        Trier::new(problem, wish.clone(), settings, 1).problem(),
        settings,
        &(),
    );
    let known = lines_of_solution(&solved);
    let mut wish = Wish {
        keep: Vec::new(),
        ..wish.clone()
    };
    // As many as the diagram has; where nobody says it and there is none, one.
    let of_first = known.iter().filter(|line| line.twin == 0).count();
    let said = wish.intention.all.play.is_some() || !wish.intention.twins.is_empty();
    let is_battle = known.iter().any(|line| line.is_battle);
    if !said && of_first > 1 && !is_battle {
        wish.intention.all = Claim::lines(of_first.try_into().unwrap_or(u32::MAX));
    }
    wish.intention.twins.clear();
    wish.intention.all.moves.clear();
    let alone = Wish {
        kill: Vec::new(),
        themes: Vec::new(),
        ..wish.clone()
    };
    let alone = Trier::new(&base, alone, settings, how.jobs);
    let is_zero = !alone.answer_as_it_stands().holds();
    // Of several solutions some may come again.
    if of_first <= 1 {
        let same = known.iter().map(|line| Kept {
            twin: 0,
            ..line.clone()
        });
        wish.kill.extend(same);
    }
    let trier = Trier::new(&base, wish, settings, how.jobs);
    let variants = menu.variants(trier.problem());
    how.watcher.begins(Some(variants.len()));
    let tried = run(&trier, &mut variants.iter().cloned(), how);
    let mut findings = Findings::of(&trier, tried.clone());
    rank(
        &trier,
        &tried,
        &mut findings,
        settings,
        (is_zero, continued),
    );
    findings
}

/// Says of each twin how it differs, leaves out those that do not, and sorts.
fn rank(
    trier: &Trier,
    tried: &[(Variant, Tried)],
    findings: &mut Findings,
    settings: &Settings,
    (is_zero, continued): (bool, bool),
) {
    let base = shown(trier.problem(), &in_full(trier.problem(), settings), 0);
    let variants: BTreeMap<&str, &Variant> = tried
        .iter()
        .map(|(variant, tried)| (tried.change.as_str(), variant))
        .collect();
    let mut same_man: BTreeMap<Square, usize> = BTreeMap::new();
    findings.findings.retain_mut(|finding| {
        let Some(variant) = variants.get(finding.change.as_str()) else {
            return false;
        };
        let Ok((changed, _)) = variant.apply(trier.problem()) else {
            return false;
        };
        let twin = shown(&changed, &in_full(&changed, settings), 0);
        let is_other = twin.first != base.first || twin.lines != base.lines;
        if !is_other {
            return false;
        }
        finding.remarks = remarks(&base, &twin, is_zero);
        if let Some(text) = finding.twin.as_mut() {
            if is_zero {
                *text = text.replacen("Twin", "ZeroPosition", 1);
            } else if continued {
                *text = text.replacen("Twin", "Twin Continued", 1);
            }
        }
        if let Some(Change::Move(from, _)) = variant.changes.first() {
            *same_man.entry(*from).or_default() += 1;
        }
        true
    });
    for finding in &mut findings.findings {
        let variant = variants.get(finding.change.as_str());
        if let Some(Change::Move(from, _)) = variant.and_then(|variant| variant.changes.first()) {
            let others = same_man.get(from).map_or(0, |count| count - 1);
            if others > 0 {
                let text = format!("more twins with this man: {others}");
                finding.remarks.push(text);
            }
        }
    }
    findings.findings.sort_by_key(|finding| {
        let points = finding
            .remarks
            .iter()
            .filter(|remark| [FIRST_MOVES, LAST_MOVES, ROLES].contains(&remark.as_str()));
        let points = points.count();
        (
            finding.verdict != Class::Sound,
            std::cmp::Reverse(points),
            finding.kind,
        )
    });
}

fn remarks(base: &Shown, twin: &Shown, is_zero: bool) -> Vec<String> {
    if is_zero {
        return Vec::new();
    }
    let mut remarks = Vec::new();
    if base.first.is_disjoint(&twin.first) {
        remarks.push(FIRST_MOVES.to_owned());
    }
    if base.last.is_disjoint(&twin.last) {
        remarks.push(LAST_MOVES.to_owned());
    }
    let exchanged = base
        .lines
        .iter()
        .any(|line| twin.lines.iter().any(|other| exchange(line, other)));
    if exchanged {
        remarks.push(ROLES.to_owned());
    }
    remarks
}

/// Whether two men of one side change places in the order of moves.
fn exchange(line: &[(Square, String)], other: &[(Square, String)]) -> bool {
    let men = |line: &[(Square, String)], parity: usize| -> Vec<Square> {
        let moves = line.iter().skip(parity).step_by(2);
        moves.map(|(man, _)| *man).collect()
    };
    (0..2).any(|parity| {
        let (one, other) = (men(line, parity), men(other, parity));
        let mut turned = other.clone();
        turned.reverse();
        one.len() > 1 && one != other && one == turned
    })
}
