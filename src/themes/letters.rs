//! Themes of changed play: the same moves as defences, threats, keys and answers of several phases.
//!
//! Each is a row of `letters.tsv`, a pattern in a small language of its own. Two moves are the same if man, squares and
//! what is promoted are.

use super::proof::Proof;
use super::story::{Phase, PhaseKindOfStory, Story};
use std::collections::BTreeMap;

const PATTERNS: &str = include_str!("letters.tsv");

/// What a pattern asks of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Clause {
    Answer {
        phase: char,
        defence: char,
        answer: char,
    },
    NoAnswer {
        phase: char,
        defence: char,
        answer: char,
    },
    Threat {
        phase: char,
        threat: char,
        alone: bool,
    },
    Key {
        phase: char,
        key: char,
    },
    Refuted {
        phase: char,
        by: char,
    },
    Tries(char),
    Set(char),
    OneSolves,
    Differ(char, char),
}

/// A row of the table.
#[derive(Clone, Debug)]
struct Pattern {
    clauses: Vec<Clause>,
    phases: Vec<char>,
    /// Whether capitals may be the same move where nothing forbids it.
    is_free: bool,
}

/// What a theme of changed play finds.
pub(super) fn find(key: &str, story: &Story) -> Vec<Proof> {
    let patterns = rows().filter(|(row, _)| *row == key);
    patterns
        .filter_map(|(_, clauses)| Pattern::read(clauses))
        .flat_map(|pattern| pattern.search(story))
        .collect()
}

/// The keys of the patterns, in the order of the table.
#[cfg(test)]
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    rows().map(|(key, _)| key)
}

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = PATTERNS.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).filter_map(|line| line.split_once('\t'))
}

impl Pattern {
    fn read(text: &str) -> Option<Pattern> {
        let mut pattern = Pattern {
            clauses: Vec::new(),
            phases: Vec::new(),
            is_free: false,
        };
        for clause in text.split(';') {
            let words: Vec<&str> = clause.split_whitespace().collect();
            let letter = |word: &str| word.chars().next();
            let made = match words[..] {
                ["free"] => {
                    pattern.is_free = true;
                    continue;
                }
                ["one", "solves"] => Clause::OneSolves,
                ["differ", one, other] => Clause::Differ(letter(one)?, letter(other)?),
                [phase, "tries"] => Clause::Tries(letter(phase)?),
                [phase, "set"] => Clause::Set(letter(phase)?),
                [phase, "threat", threat] => Clause::Threat {
                    phase: letter(phase)?,
                    threat: letter(threat)?,
                    alone: false,
                },
                [phase, "threats", threat] => Clause::Threat {
                    phase: letter(phase)?,
                    threat: letter(threat)?,
                    alone: true,
                },
                [phase, "key", key] => Clause::Key {
                    phase: letter(phase)?,
                    key: letter(key)?,
                },
                [phase, "refuted", by] => Clause::Refuted {
                    phase: letter(phase)?,
                    by: letter(by)?,
                },
                [phase, "not", defence, answer] => Clause::NoAnswer {
                    phase: letter(phase)?,
                    defence: letter(defence)?,
                    answer: letter(answer)?,
                },
                [phase, defence, answer] => Clause::Answer {
                    phase: letter(phase)?,
                    defence: letter(defence)?,
                    answer: letter(answer)?,
                },
                _ => return None,
            };
            if let Some(phase) = made.phase()
                && !pattern.phases.contains(&phase)
            {
                pattern.phases.push(phase);
            }
            pattern.clauses.push(made);
        }
        // What narrows most is bound first: nothing may deny what is not bound yet.
        pattern.clauses.sort_by_key(|clause| {
            matches!(
                clause,
                Clause::NoAnswer { .. } | Clause::Differ(..) | Clause::OneSolves
            )
        });
        Some(pattern)
    }

    fn search(&self, story: &Story) -> Vec<Proof> {
        let mut proofs = Vec::new();
        // In longer problems set play is by-play.
        let fits = (0..story.versions.len()).all(|version| {
            let asked = story.asked(version);
            asked.is_some_and(|asked| (2..=3).contains(&asked.length.moves))
        });
        if !story.is_battle() || !fits {
            return proofs;
        }
        let search = Search {
            pattern: self,
            story,
        };
        for version in 0..story.versions.len() {
            let phases: Vec<usize> = (0..story.phases.len())
                .filter(|number| story.phases[*number].version == version)
                .filter(|number| !is_checking_try(story, &story.phases[*number]))
                .collect();
            search.choose(&phases, &mut BTreeMap::new(), &mut proofs);
        }
        proofs
    }
}

/// A try that checks is no phase that others are compared with.
fn is_checking_try(story: &Story, phase: &Phase) -> bool {
    let checks = phase.key.is_some_and(|key| story.node(key).checks());
    checks && phase.kind == PhaseKindOfStory::Try
}

impl Clause {
    fn phase(&self) -> Option<char> {
        match self {
            Clause::Answer { phase, .. }
            | Clause::NoAnswer { phase, .. }
            | Clause::Threat { phase, .. }
            | Clause::Key { phase, .. }
            | Clause::Refuted { phase, .. }
            | Clause::Tries(phase)
            | Clause::Set(phase) => Some(*phase),
            Clause::OneSolves | Clause::Differ(..) => None,
        }
    }
}

struct Search<'a> {
    pattern: &'a Pattern,
    story: &'a Story,
}

/// A letter stands for this move.
type Bound = BTreeMap<char, usize>;

impl Search<'_> {
    /// Gives each letter of a phase one, in every way, then matches the clauses.
    fn choose(
        &self,
        phases: &[usize],
        chosen: &mut BTreeMap<char, usize>,
        proofs: &mut Vec<Proof>,
    ) {
        /// So many showings are enough.
        const ENOUGH: usize = 8;
        if proofs.len() >= ENOUGH {
            return;
        }
        let next = self
            .pattern
            .phases
            .iter()
            .find(|letter| !chosen.contains_key(letter));
        let Some(letter) = next else {
            if let Some(bound) = self.bind(chosen, &mut Bound::new(), 0) {
                let proof = self.proof(chosen, &bound);
                if !proofs.iter().any(|seen| {
                    let mut one: Vec<_> = seen.lines.clone();
                    let mut other = proof.lines.clone();
                    one.sort_unstable();
                    other.sort_unstable();
                    one == other
                }) {
                    proofs.push(proof);
                }
            }
            return;
        };
        for number in phases {
            let kind = self.story.phases[*number].kind;
            let fits = match letter {
                'K' => kind == PhaseKindOfStory::Actual,
                'S' => kind == PhaseKindOfStory::Set,
                _ => true,
            };
            if fits
                && !chosen.values().any(|other| other == number)
                && self.may_be(*letter, *number)
            {
                chosen.insert(*letter, *number);
                self.choose(phases, chosen, proofs);
                chosen.remove(letter);
            }
        }
    }

    /// Whether a phase has what the pattern asks of it, whatever the letters.
    fn may_be(&self, letter: char, number: usize) -> bool {
        let phase = &self.story.phases[number];
        self.pattern
            .clauses
            .iter()
            .filter(|clause| clause.phase() == Some(letter))
            .all(|clause| match clause {
                Clause::Threat { alone, .. } => match alone {
                    true => phase.threats.len() == 1,
                    false => !phase.threats.is_empty(),
                },
                Clause::Key { .. } => phase.key.is_some(),
                Clause::Refuted { .. } => phase.refutations.len() == 1,
                Clause::Tries(_) => phase.kind == PhaseKindOfStory::Try,
                Clause::Set(_) => phase.kind == PhaseKindOfStory::Set,
                Clause::Answer { .. } => !phase.defences.is_empty(),
                _ => true,
            })
    }

    fn same(&self, one: usize, other: usize) -> bool {
        self.story.node(one).same_as(self.story.node(other))
    }

    /// Whether two moves are too much alike to be called different: the same man goes to the same square.
    fn alike(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.story.node(one), self.story.node(other));
        one.same_as(other) || one.is_like(other)
    }

    /// Binds a letter to a move, if it may stand for it.
    fn with(&self, bound: &Bound, letter: char, node: usize) -> Option<Bound> {
        if let Some(known) = bound.get(&letter) {
            return self.same(*known, node).then(|| bound.clone());
        }
        let must_differ = !self.pattern.is_free || letter.is_lowercase();
        let alike = bound.iter().any(|(other, known)| {
            other.is_lowercase() == letter.is_lowercase() && self.alike(*known, node)
        });
        if must_differ && alike {
            return None;
        }
        let mut bound = bound.clone();
        bound.insert(letter, node);
        Some(bound)
    }

    fn bind(
        &self,
        chosen: &BTreeMap<char, usize>,
        bound: &mut Bound,
        place: usize,
    ) -> Option<Bound> {
        let Some(clause) = self.pattern.clauses.get(place) else {
            return Some(bound.clone());
        };
        let phase = |letter: char| &self.story.phases[chosen[&letter]];
        let candidates: Vec<Bound> = match clause {
            Clause::Answer {
                phase: letter,
                defence,
                answer,
            } => answers(self.story, phase(*letter))
                .into_iter()
                .filter_map(|(black, white)| {
                    let bound = self.with(bound, *defence, black)?;
                    self.with(&bound, *answer, white)
                })
                .collect(),
            Clause::NoAnswer {
                phase: letter,
                defence,
                answer,
            } => {
                let (black, white) = (bound.get(defence)?, bound.get(answer)?);
                let has = phase(*letter).defences.iter().any(|number| {
                    self.same(*number, *black)
                        && self.story.nodes[*number]
                            .children
                            .iter()
                            .any(|child| self.same(*child, *white))
                });
                (!has).then(|| bound.clone()).into_iter().collect()
            }
            Clause::Threat {
                phase: letter,
                threat,
                ..
            } => {
                let threats = phase(*letter).threats.iter();
                threats
                    .filter_map(|node| self.with(bound, *threat, *node))
                    .collect()
            }
            Clause::Key { phase: letter, key } => phase(*letter)
                .key
                .and_then(|node| self.with(bound, *key, node))
                .into_iter()
                .collect(),
            Clause::Refuted { phase: letter, by } => match phase(*letter).refutations[..] {
                [only] => self.with(bound, *by, only).into_iter().collect(),
                _ => Vec::new(),
            },
            Clause::Differ(one, other) => {
                let differ = !self.alike(*bound.get(one)?, *bound.get(other)?);
                differ.then(|| bound.clone()).into_iter().collect()
            }
            Clause::OneSolves => {
                let solves = chosen
                    .values()
                    .any(|number| self.story.phases[*number].kind == PhaseKindOfStory::Actual);
                solves.then(|| bound.clone()).into_iter().collect()
            }
            Clause::Tries(_) | Clause::Set(_) => vec![bound.clone()],
        };
        candidates
            .into_iter()
            .find_map(|mut bound| self.bind(chosen, &mut bound, place + 1))
    }

    /// The moves that stand for the letters, in each phase.
    fn proof(&self, chosen: &BTreeMap<char, usize>, bound: &Bound) -> Proof {
        let mut proof = Proof::default();
        for clause in &self.pattern.clauses {
            let Some(phase) = clause
                .phase()
                .map(|letter| &self.story.phases[chosen[&letter]])
            else {
                continue;
            };
            let shown = match clause {
                Clause::Answer {
                    defence, answer, ..
                } => answers(self.story, phase)
                    .into_iter()
                    .find(|(black, white)| {
                        self.same(*black, bound[defence]) && self.same(*white, bound[answer])
                    })
                    .map(|(_, white)| white),
                Clause::Threat { threat, .. } => phase
                    .threats
                    .iter()
                    .copied()
                    .find(|node| self.same(*node, bound[threat])),
                Clause::Key { .. } => phase.key,
                Clause::Refuted { .. } => phase.refutations.first().copied(),
                _ => None,
            };
            if let Some(node) = shown {
                proof = proof.and_line(phase.version, node);
            }
        }
        proof
    }
}

/// Defences with their only answer.
fn answers(story: &Story, phase: &Phase) -> Vec<(usize, usize)> {
    let defences = phase.defences.iter();
    defences
        .filter_map(|defence| Some((*defence, story.answer(*defence)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_can_be_read() {
        for (key, clauses) in rows() {
            let pattern = Pattern::read(clauses).unwrap_or_else(|| panic!("{key}: {clauses}"));
            assert!(!pattern.phases.is_empty(), "{key}");
        }
    }
}
