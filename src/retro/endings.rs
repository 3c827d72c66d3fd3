//! The last plies of all games, followed backwards from the target.
//!
//! A position so near to the end that is not among these leads nowhere.

use super::game::Arena;
use super::graph::{Graph, Link, Loss};
use super::step::Step;

/// More positions than this are not followed.
const MOST: usize = 2_000_000;

/// Bytes that a position takes while others are found.
const POSITION: usize = 128;

/// The positions from which the target may be reached, by ply.
pub(super) struct Endings {
    /// The first ply that is known.
    first: usize,
    /// Sorted.
    layers: Vec<Vec<u64>>,
}

/// Two formations as one number.
fn key(at: [u32; 2]) -> u64 {
    u64::from(at[0]) << 32 | u64::from(at[1])
}

impl Endings {
    /// Follows the games back as far as they are few, with so many bytes.
    pub fn of(arena: &Arena<'_>, bytes: usize) -> Endings {
        let plies = arena.schedule.plies;
        let most = MOST.min(bytes / POSITION);
        let ends = arena.graphs.each_ref().map(|graph| graph.standing(plies));
        let pairs = ends[0]
            .iter()
            .flat_map(|&one| ends[1].iter().map(move |&two| [one, two]));
        let mut layer: Vec<u64> = pairs.map(key).collect();
        layer.sort_unstable();
        let sources = arena.graphs.each_ref().map(Sources::new);
        let (mut layers, mut count) = (vec![layer], 0);
        for ply in (0..plies).rev() {
            let Some(before) = back(
                arena,
                &sources,
                ply,
                &layers[layers.len() - 1],
                most - count,
            ) else {
                break;
            };
            count += before.len();
            layers.push(before);
        }
        layers.reverse();
        Endings {
            first: plies + 1 - layers.len(),
            layers,
        }
    }

    /// Whether the target may be reached from a position, as far as that is known.
    #[inline]
    pub fn allow(&self, ply: usize, at: [u32; 2]) -> bool {
        ply < self.first
            || self.layers[ply - self.first]
                .binary_search(&key(at))
                .is_ok()
    }
}

/// The positions one ply before these; none if there are more than so many.
fn back(
    arena: &Arena<'_>,
    sources: &[Sources; 2],
    ply: usize,
    layer: &[u64],
    most: usize,
) -> Option<Vec<u64>> {
    let own = arena.schedule.mover(ply).index();
    let mut before = Vec::new();
    for (number, &position) in layer.iter().enumerate() {
        if number % 4096 == 4095 && arena.must_stop() {
            return None;
        }
        let next = [(position >> 32) as u32, position as u32];
        for link in sources[own].links(next[own]) {
            let mut add = |other: u32| {
                let mut at = next;
                (at[own], at[1 - own]) = (link.from, other);
                let stands = (0..2).all(|side| arena.graphs[side].stands(at[side], ply));
                let step = Link {
                    step: link.by,
                    to: next[own],
                };
                if stands && arena.follow(at, ply, &step, true) == Some(next) {
                    before.push(key(at));
                }
            };
            if !link.by.is_capture() {
                add(next[1 - own]);
                continue;
            }
            let victim = link.by.victim();
            let lost = sources[1 - own].losses(next[1 - own]).iter();
            let lost = lost.filter(|loss| usize::from(loss.by) == victim);
            lost.for_each(|loss| add(loss.from));
        }
        // Until they are sorted, many are there more than once.
        if before.len() > 4 * most {
            return None;
        }
    }
    before.sort_unstable();
    before.dedup();
    (before.len() <= most).then_some(before)
}

/// Where something leads to a formation from.
struct Source<By> {
    from: u32,
    by: By,
}

/// Links and losses of a graph by where they lead.
struct Sources {
    links: Vec<Source<Step>>,
    link_ends: Vec<u32>,
    losses: Vec<Source<u8>>,
    loss_ends: Vec<u32>,
}

impl Sources {
    fn new(graph: &Graph) -> Sources {
        let count = graph.formations.len();
        let all = || 0..count as u32;
        let links = all().flat_map(|from| graph.links(from).iter().map(move |link| (from, link)));
        let links = links.map(|(from, &Link { step, to })| (to, Source { from, by: step }));
        let losses = all().flat_map(|from| graph.losses(from).iter().map(move |loss| (from, loss)));
        let losses = losses.map(|(from, &Loss { square, to })| (to, Source { from, by: square }));
        let (links, link_ends) = sorted(links.collect(), count);
        let (losses, loss_ends) = sorted(losses.collect(), count);
        Sources {
            links,
            link_ends,
            losses,
            loss_ends,
        }
    }

    fn links(&self, to: u32) -> &[Source<Step>] {
        &self.links[span(&self.link_ends, to)]
    }

    fn losses(&self, to: u32) -> &[Source<u8>] {
        &self.losses[span(&self.loss_ends, to)]
    }
}

/// Sorts sources by where they lead, and notes where those of each formation end.
fn sorted<By>(mut all: Vec<(u32, Source<By>)>, count: usize) -> (Vec<Source<By>>, Vec<u32>) {
    let mut ends = vec![0; count];
    all.iter().for_each(|(to, _)| ends[*to as usize] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    all.sort_by_key(|(to, _)| *to);
    (all.into_iter().map(|(_, source)| source).collect(), ends)
}

fn span(ends: &[u32], of: u32) -> std::ops::Range<usize> {
    let of = of as usize;
    let start = of.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[of] as usize
}
