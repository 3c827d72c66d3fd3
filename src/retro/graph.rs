//! All ways of one side from its start to its place in the target, as if it played alone.
//!
//! A formation is followed through time: after how many plies it may stand. Men of the side
//! vanish at the other side's plies where they may be captured. What is kept are the
//! formations that lie on a way of exactly the length asked for, so that everything one side
//! decides alone - routes past its own men, switchbacks, the loss of a tempo, promotions, the
//! number of captures - is decided exactly.

use super::camp::{Camp, Least};
use super::formation::Formation;
use super::mutual::View;
use super::routes::KING;
use super::schedule::Schedule;
use super::step::{Step, each_step, without};
use super::timing::Timing;
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit};

/// A move of the side to another formation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub step: Step,
    pub to: u32,
}

/// A man of the side captured by the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub square: u8,
    pub to: u32,
}

/// After which numbers of plies something may be: one bit for each.
pub(super) type Times = u128;

/// The longest game that fits into [`Times`].
pub(super) const MOST_PLIES: usize = 127;

/// The formations of a side with the ways between them. The first is the start.
pub(super) struct Graph {
    pub side: Side,
    pub formations: Vec<Formation>,
    /// When each formation may stand.
    pub times: Vec<Times>,
    links: Vec<Link>,
    /// By formation: from where to where its links stand.
    link_spans: Vec<Span>,
    losses: Vec<Loss>,
    loss_spans: Vec<Span>,
}

/// From where to where something stands in a list.
type Span = [u32; 2];

fn range([start, end]: Span) -> std::ops::Range<usize> {
    start as usize..end as usize
}

/// Bytes of a formation in a graph or in the making, its place in the index included.
const FORMATION: usize = size_of::<Formation>()
    + size_of::<Times>()
    + 2 * size_of::<Span>()
    + size_of::<Least>()
    + 4 * size_of::<u32>();

/// There are more formations than memory allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooMany;

impl Graph {
    /// The moves from a formation, in the order in which moves are listed.
    #[inline]
    pub fn links(&self, formation: u32) -> &[Link] {
        &self.links[range(self.link_spans[formation as usize])]
    }

    /// How a formation may lose a man.
    #[inline]
    pub fn losses(&self, formation: u32) -> &[Loss] {
        &self.losses[range(self.loss_spans[formation as usize])]
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let links = size_of_val(&self.links[..]) + size_of_val(&self.losses[..]);
        self.formations.len() * FORMATION + links
    }

    /// Whether a formation may stand after so many plies.
    #[inline]
    pub fn stands(&self, formation: u32, ply: usize) -> bool {
        self.times[formation as usize] >> ply & 1 != 0
    }

    /// The formations that may stand after so many plies.
    pub fn standing(&self, ply: usize) -> Vec<u32> {
        let all = 0..self.times.len() as u32;
        all.filter(|at| self.stands(*at, ply)).collect()
    }

    /// Whether the side has a way at all.
    pub fn is_possible(&self) -> bool {
        self.times.iter().any(|times| *times != 0)
    }

    /// The formations that may stand after so many plies.
    #[cfg(test)]
    pub fn layer(&self, ply: usize) -> impl Iterator<Item = u32> + '_ {
        let all = self.times.iter().enumerate();
        all.filter(move |(_, times)| **times >> ply & 1 != 0)
            .map(|(at, _)| at as u32)
    }

    /// Finds the formations of a side; none but those on ways of the full length are kept.
    ///
    /// # Errors
    /// When they take more than so many bytes, or when the search must stop.
    pub fn build(
        camp: &Camp,
        schedule: &Schedule,
        view: &mut View,
        timing: Option<&Timing>,
        bytes: usize,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<Graph, TooMany> {
        let mut growing = Growing::new(camp, schedule, timing, bytes);
        for ply in 0..schedule.plies {
            growing.grow(ply, view, must_stop)?;
        }
        let mut graph = growing.into_graph();
        graph.look_back(schedule, camp, view);
        graph.compact();
        Ok(graph)
    }

    /// Keeps the times at which a formation lies on a way from the start to the target, as far
    /// as what is seen of the other side allows it.
    pub fn narrow(&mut self, schedule: &Schedule, camp: &Camp, view: &mut View) {
        self.look_ahead(schedule, view);
        self.look_back(schedule, camp, view);
        self.compact();
    }

    /// Keeps the times at which a formation can be reached.
    fn look_ahead(&mut self, schedule: &Schedule, view: &mut View) {
        let mut reached: Vec<Times> = vec![0; self.times.len()];
        if let Some(start) = reached.first_mut() {
            *start = self.times[0] & 1;
        }
        let layers = self.layers(schedule.plies);
        for (ply, layer) in layers.iter().enumerate().take(schedule.plies) {
            let now: Times = 1 << ply;
            let next: Times = now << 1;
            for &at in layer {
                if reached[at as usize] & now == 0 {
                    continue;
                }
                if !view.may_stand(&self.formations[at as usize], ply) {
                    reached[at as usize] &= !now;
                    continue;
                }
                if schedule.mover(ply) == self.side {
                    for link in self.links(at) {
                        if self.times[link.to as usize] & next != 0 && view.allows(link.step, ply) {
                            reached[link.to as usize] |= next;
                        }
                    }
                } else {
                    reached[at as usize] |= self.times[at as usize] & next;
                    for loss in self.losses(at) {
                        if self.times[loss.to as usize] & next != 0
                            && view.strikes(loss.square.into(), ply)
                        {
                            reached[loss.to as usize] |= next;
                        }
                    }
                }
            }
        }
        self.times = reached;
    }

    /// Keeps the times from which the target can be reached.
    fn look_back(&mut self, schedule: &Schedule, camp: &Camp, view: &mut View) {
        let mut leads: Vec<Times> = vec![0; self.times.len()];
        let layers = self.layers(schedule.plies);
        let end: Times = 1 << schedule.plies;
        for &at in &layers[schedule.plies] {
            let formation = &self.formations[at as usize];
            if formation.captures == camp.prey && camp.is_home(formation) {
                leads[at as usize] |= end;
            }
        }
        for ply in (0..schedule.plies).rev() {
            let now: Times = 1 << ply;
            let next: Times = now << 1;
            for &at in &layers[ply] {
                let goes_on = if schedule.mover(ply) == self.side {
                    let mut links = self.links(at).iter();
                    links.any(|link| {
                        leads[link.to as usize] & next != 0 && view.allows(link.step, ply)
                    })
                } else {
                    let mut losses = self.losses(at).iter();
                    leads[at as usize] & next != 0
                        || losses.any(|loss| {
                            leads[loss.to as usize] & next != 0
                                && view.strikes(loss.square.into(), ply)
                        })
                };
                if goes_on {
                    leads[at as usize] |= now;
                }
            }
        }
        self.times = leads;
    }

    /// The formations by the number of plies.
    pub fn layers(&self, plies: usize) -> Vec<Vec<u32>> {
        let mut layers = vec![Vec::new(); plies + 1];
        for (at, times) in self.times.iter().enumerate() {
            let mut left = *times;
            while left != 0 {
                let ply = left.trailing_zeros() as usize;
                layers[ply].push(at as u32);
                left &= left - 1;
            }
        }
        layers
    }

    /// Forgets formations that stand at no time, with all links to them.
    fn compact(&mut self) {
        let mut numbers = vec![u32::MAX; self.times.len()];
        let mut count = 0;
        for (number, times) in numbers.iter_mut().zip(&self.times) {
            if *times != 0 {
                *number = count;
                count += 1;
            }
        }
        let mut next = Graph {
            side: self.side,
            formations: Vec::with_capacity(count as usize),
            times: Vec::with_capacity(count as usize),
            links: Vec::new(),
            link_spans: Vec::with_capacity(count as usize),
            losses: Vec::new(),
            loss_spans: Vec::with_capacity(count as usize),
        };
        for at in 0..self.times.len() as u32 {
            let times = self.times[at as usize];
            if times == 0 {
                continue;
            }
            next.formations.push(self.formations[at as usize]);
            next.times.push(times);
            let start = next.links.len() as u32;
            for link in self.links(at) {
                let to = numbers[link.to as usize];
                if to != u32::MAX && times << 1 & self.times[link.to as usize] != 0 {
                    next.links.push(Link { to, ..*link });
                }
            }
            next.link_spans.push([start, next.links.len() as u32]);
            let start = next.losses.len() as u32;
            for loss in self.losses(at) {
                let to = numbers[loss.to as usize];
                if to != u32::MAX && times << 1 & self.times[loss.to as usize] != 0 {
                    next.losses.push(Loss { to, ..*loss });
                }
            }
            next.loss_spans.push([start, next.losses.len() as u32]);
        }
        *self = next;
    }
}

/// A graph in the making, from the start on.
struct Growing<'a> {
    camp: &'a Camp,
    schedule: &'a Schedule,
    timing: Option<&'a Timing>,
    /// The most bytes.
    most: usize,
    formations: Vec<Formation>,
    /// The least moves from each formation to the target.
    least: Vec<Least>,
    times: Vec<Times>,
    links: Vec<Link>,
    /// By formation: its links, [`UNASKED`] before it was asked.
    link_spans: Vec<Span>,
    losses: Vec<Loss>,
    loss_spans: Vec<Span>,
    layer: Vec<u32>,
    /// Open addressing: numbers of formations, one more than them.
    index: Vec<u32>,
}

/// No formation has its links from here on.
const UNASKED: Span = [u32::MAX; 2];

impl<'a> Growing<'a> {
    fn new(
        camp: &'a Camp,
        schedule: &'a Schedule,
        timing: Option<&'a Timing>,
        most: usize,
    ) -> Growing<'a> {
        let mut growing = Growing {
            camp,
            schedule,
            timing,
            most,
            formations: Vec::new(),
            least: Vec::new(),
            times: Vec::new(),
            links: Vec::new(),
            link_spans: Vec::new(),
            losses: Vec::new(),
            loss_spans: Vec::new(),
            layer: Vec::new(),
            index: vec![0; 1 << 10],
        };
        let least = camp.least_ways(&camp.start);
        if usize::from(least.least()) <= schedule.left(camp.side, 0) {
            let start = growing.add(camp.start, least);
            growing.times[start as usize] = 1;
            growing.layer.push(start);
        }
        growing
    }

    /// The place of a formation in the index: its number, or where it belongs.
    #[inline]
    fn find(&self, formation: &Formation) -> Result<u32, usize> {
        let mask = self.index.len() - 1;
        let mut place = formation.hash() as usize >> 7 & mask;
        loop {
            match self.index[place] {
                0 => return Err(place),
                number if self.formations[number as usize - 1] == *formation => {
                    return Ok(number - 1);
                }
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn add(&mut self, formation: Formation, least: Least) -> u32 {
        if 2 * (self.formations.len() + 1) > self.index.len() {
            self.index = vec![0; 2 * self.index.len()];
            for number in 0..self.formations.len() {
                if let Err(place) = self.find(&self.formations[number]) {
                    self.index[place] = number as u32 + 1;
                }
            }
        }
        if let Err(place) = self.find(&formation) {
            self.index[place] = self.formations.len() as u32 + 1;
        }
        self.formations.push(formation);
        self.least.push(least);
        self.times.push(0);
        self.link_spans.push(UNASKED);
        self.loss_spans.push(UNASKED);
        self.formations.len() as u32 - 1
    }

    /// The number of a formation that needs no more than so many moves.
    #[inline]
    fn number(&mut self, formation: &Formation, most: usize) -> Option<u32> {
        match self.find(formation) {
            Ok(number) => {
                (usize::from(self.least[number as usize].least()) <= most).then_some(number)
            }
            Err(_) => {
                let least = self.camp.least_ways(formation);
                (usize::from(least.least()) <= most).then(|| self.add(*formation, least))
            }
        }
    }

    /// Goes on by one ply.
    fn grow(
        &mut self,
        ply: usize,
        view: &mut View,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<(), TooMany> {
        let layer = std::mem::take(&mut self.layer);
        let side = self.camp.side;
        let own = self.schedule.left(side, ply + 1);
        let other = self.schedule.left(!side, ply + 1) as u32;
        for (count, at) in layer.into_iter().enumerate() {
            if self.bytes() > self.most || count % 256 == 255 && must_stop() {
                return Err(TooMany);
            }
            if self.schedule.mover(ply) == side {
                self.link(at, own);
                for number in range(self.link_spans[at as usize]) {
                    let link = self.links[number];
                    if view.allows(link.step, ply) {
                        self.mark(link.to, ply + 1, (own, other), view);
                    }
                }
            } else {
                self.mark(at, ply + 1, (own, other), view);
                self.lose(at, own);
                for number in range(self.loss_spans[at as usize]) {
                    let loss = self.losses[number];
                    if view.strikes(loss.square.into(), ply) {
                        self.mark(loss.to, ply + 1, (own, other), view);
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes that a formation may stand after so many plies, if there is time for the rest.
    fn mark(&mut self, at: u32, ply: usize, (own, other): (usize, u32), view: &mut View) {
        let formation = &self.formations[at as usize];
        let left = self.camp.losses_left(formation).unwrap_or(u32::MAX);
        let captures = usize::from(self.camp.prey.saturating_sub(formation.captures));
        let least = self.least[at as usize];
        let is_late = usize::from(least.least()) > own || captures > own || left > other;
        let times = &mut self.times[at as usize];
        if is_late || *times >> ply & 1 != 0 || !view.may_stand(formation, ply) {
            return;
        }
        let is_in_time = usize::from(least.castling) <= own
            || self.timing.is_none_or(|timing| {
                let extra = timing.extra(self.camp, formation, ply);
                u32::from(least.alone) + extra <= own as u32
            });
        if is_in_time {
            *times |= 1 << ply;
            self.layer.push(at);
        }
    }

    /// Finds the moves from a formation, at the time when it stands first.
    fn link(&mut self, at: u32, most: usize) {
        if self.link_spans[at as usize] != UNASKED {
            return;
        }
        let formation = self.formations[at as usize];
        let mut links = Vec::new();
        let camp = self.camp;
        let outlook = camp.outlook(&formation);
        each_step(camp, &formation, &mut |step, next| {
            let is_near = step.is_castling() || {
                let bound = outlook.bound(step.from(), step.to(), step.arrives(), next.rights);
                bound <= most as i32
            };
            if is_near && let Some(to) = self.number(&next, most) {
                links.push(Link { step, to });
            }
        });
        let start = self.links.len() as u32;
        self.links.extend(links);
        self.link_spans[at as usize] = [start, self.links.len() as u32];
    }

    /// Finds how a formation may lose a man.
    fn lose(&mut self, at: u32, most: usize) {
        if self.loss_spans[at as usize] != UNASKED {
            return;
        }
        let formation = self.formations[at as usize];
        let mut losses = Vec::new();
        let left = self.camp.losses_left(&formation).unwrap_or(0);
        let safe = formation.men(KING) | self.camp.frozen;
        let men: Bits = formation.occupied() & self.camp.doomed & !safe;
        for square in Each(if left > 0 { men } else { 0 }) {
            debug_assert!(formation.occupied() & bit(square) != 0);
            let next = without(self.camp.side, &formation, square);
            if let Some(to) = self.number(&next, most) {
                let square = square as u8;
                losses.push(Loss { square, to });
            }
        }
        let start = self.losses.len() as u32;
        self.losses.extend(losses);
        self.loss_spans[at as usize] = [start, self.losses.len() as u32];
    }

    /// The memory that is taken.
    fn bytes(&self) -> usize {
        let links = size_of_val(&self.links[..]) + size_of_val(&self.losses[..]);
        self.formations.len() * FORMATION + links
    }

    fn into_graph(self) -> Graph {
        let asked = |spans: Vec<Span>| {
            let spans = spans.into_iter();
            spans.map(|span| if span == UNASKED { [0; 2] } else { span })
        };
        Graph {
            side: self.camp.side,
            formations: self.formations,
            times: self.times,
            links: self.links,
            link_spans: asked(self.link_spans).collect(),
            losses: self.losses,
            loss_spans: asked(self.loss_spans).collect(),
        }
    }
}
