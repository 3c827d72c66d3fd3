//! Where a man is reborn: one function for each rule that finds a square.

use super::form::{Adapt, Event, Form, Homes, Occupied, Rule, Walks};
use super::subject::{Subject, coordinates, forms_on};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Army, Home, Piece, Step, WalkId, Which};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::{Actor, Displaces, Outcome, PseudoMove, Rules, View};
use smallvec::SmallVec;

/// Squares in the order of choices; few enough to need no allocation in most cases.
pub(super) type Squares = SmallVec<[Square; 32]>;

/// A square, and what the man becomes there if that is known with it.
pub(super) type Chosen = (Square, Option<Piece>);

/// Where a man may be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// There, or nowhere if there is no such square.
    On(Option<Square>),
    /// On any of these squares.
    AnyOf(SquareSet),
    /// On one of these squares, in the order of the choices.
    OneOf(Squares),
    /// On one of these, perhaps promoted, or to become something else than a man there.
    Caged(Vec<(Square, Piece)>),
}

impl Place {
    /// The squares of it that a rule allows.
    pub fn among(self, may_be: impl Fn(Square) -> bool) -> Place {
        match self {
            Place::On(on) => Place::On(on.filter(|&on| may_be(on))),
            Place::AnyOf(squares) => Place::AnyOf(squares.filter(|&on| may_be(on)).collect()),
            Place::OneOf(mut squares) => {
                squares.retain(|on| may_be(*on));
                Place::OneOf(squares)
            }
            Place::Caged(mut cages) => {
                cages.retain(|cage| may_be(cage.0));
                Place::Caged(cages)
            }
        }
    }

    /// All its squares.
    pub fn squares(&self) -> SquareSet {
        match self {
            Place::On(on) => on.iter().copied().collect(),
            Place::AnyOf(squares) => *squares,
            Place::OneOf(squares) => squares.iter().copied().collect(),
            Place::Caged(cages) => cages.iter().map(|cage| cage.0).collect(),
        }
    }

    /// Whether the rule finds no square. A choice among no squares is no such case: it refuses the move.
    pub fn is_nowhere(&self) -> bool {
        match self {
            Place::On(on) => on.is_none(),
            Place::Caged(cages) => cages.is_empty(),
            Place::AnyOf(_) | Place::OneOf(_) => false,
        }
    }

    /// The square that the mover chooses, and what the man becomes if the square tells. There is
    /// none if it declines, which comes first where it may, or if there is nothing to choose: then
    /// the move is refused.
    pub fn choose(&self, may_decline: bool, outcome: &mut Outcome<'_>) -> Option<Chosen> {
        let count = match self {
            Place::On(on) => return on.map(|on| (on, None)),
            Place::AnyOf(squares) => squares.len(),
            Place::OneOf(squares) => squares.len(),
            Place::Caged(cages) => cages.len(),
        };
        let count = count + usize::from(may_decline);
        if count == 0 {
            outcome.refuse();
            return None;
        }
        let number = outcome.choose(count).checked_sub(may_decline.into())?;
        match self {
            Place::OneOf(squares) => Some((squares[number], None)),
            Place::Caged(cages) => Some((cages[number].0, Some(cages[number].1))),
            _ => self.squares().nth(number).map(|on| (on, None)),
        }
    }
}

impl Form {
    /// A man imagined on its rebirth square before it moves from where it stands, with its own walk or
    /// one that it is lent; none if it is not concerned.
    pub fn departing(&self, view: View<'_>, actor: Actor, walk: WalkId) -> Option<Subject> {
        let Actor { square: on, side } = actor;
        let man = view.piece_on(on).with_walk(walk);
        self.imagined(man, view.position.id_on(on), side, on)
    }

    /// The same of a man that is only thought to stand there.
    pub fn imagined(&self, man: Piece, id: ManId, side: Side, on: Square) -> Option<Subject> {
        let man = man.with_walk(self.reborn_as(man.walk(), None));
        let subject = Subject {
            stands: Some(on),
            ..Subject::of(man, id, side, on)
        };
        self.concerns(&subject).then_some(subject)
    }

    /// Where the man is reborn; men are where they are behind the capture.
    pub fn place(&self, view: View<'_>, subject: &Subject) -> Place {
        match self.square {
            Rule::Super => Place::AnyOf(self.open_squares(view)),
            Rule::Cage => Place::Caged(self.cages(view, subject)),
            Rule::TakeAndMake => Place::OneOf(self.makes(view, subject)),
            _ => Place::On(self.square(view, subject)),
        }
    }

    /// The same for a man that is put there now.
    pub fn place_now(&self, view: View<'_>, subject: &Subject, outcome: &mut Outcome<'_>) -> Place {
        match self.square {
            Rule::Cage => Place::Caged(outcome.find(|| self.cages(view, subject))),
            Rule::TakeAndMake => {
                let makes = || self.makes(view, subject).into_iter();
                let found = outcome.find(|| makes().map(|on| (on, Piece::NONE)).collect());
                Place::OneOf(found.into_iter().map(|(on, _)| on).collect())
            }
            _ => self.place(view, subject),
        }
    }

    /// The one square there is.
    pub fn square(&self, view: View<'_>, subject: &Subject) -> Option<Square> {
        let (geometry, on) = (view.geometry(), subject.on);
        let found = match self.square {
            Rule::Array => self.array_square(view, subject),
            Rule::File => {
                let side = self.side_at_home(view, subject);
                on_home_rank(
                    geometry,
                    self.home_of(view, subject),
                    geometry.file(on),
                    side,
                )
            }
            Rule::Symmetry => geometry.opposite(on),
            Rule::VerticalSymmetry => geometry.across_files(on),
            Rule::HorizontalSymmetry => geometry.across_ranks(on),
            Rule::Diagram => view.rules.home_of(subject.chooser),
            Rule::Exchange => Some(subject.from),
            Rule::Antipodes => {
                let far = |place: u8, size: u8| i16::from((place + size / 2) % size);
                let file = far(geometry.file(on), geometry.width());
                geometry.square(file, far(geometry.rank(on), geometry.height()))
            }
            Rule::CaptureSquare => Some(on),
            Rule::Equipollents | Rule::Parrain => {
                let (file, rank) = coordinates(geometry, on);
                let (east, north) = subject.went;
                match self.home {
                    Homes::Others => geometry.square(file - east, rank - north),
                    _ => geometry.square(file + east, rank + north),
                }
            }
            Rule::Super | Rule::Cage | Rule::TakeAndMake => None,
        }?;
        self.adapted(geometry, on, found)
    }

    /// Where a rebirth may bring the captured or the capturing man, whatever captures wherever: the
    /// squares of its home, or the whole board.
    pub fn displaces(&self, captured: bool, army: Army) -> Displaces {
        let is_known = match self.occupied {
            Occupied::Strict => true,
            // A capturing man that cannot be reborn leaves the board.
            Occupied::Relaxed => captured,
            Occupied::Assassin => captured && self.event == Event::Now,
            Occupied::Volcanic | Occupied::Parachute | Occupied::Chain => false,
        };
        let late = self.event != Event::Now;
        if self.occupied == Occupied::Chain {
            return Displaces::Anything;
        }
        if !is_known || self.turncoats || self.walk != Walks::Own || late && !captured {
            return Displaces::Few(1);
        }
        let kills = self.occupied == Occupied::Assassin;
        let exchanges = self.square == Rule::Exchange && self.adapt == Adapt::Nothing;
        if exchanges && captured && !late && !kills {
            return Displaces::Exchanged;
        }
        let form = self.clone();
        let reach = move |geometry: &Geometry, walk, side| form.reach(geometry, army, walk, side);
        match captured {
            true if late => Displaces::Late(Box::new(reach)),
            true if kills => Displaces::Killing(Box::new(reach)),
            true => Displaces::Captured(Box::new(reach)),
            false => Displaces::Captor(Box::new(reach)),
        }
    }

    fn reach(&self, geometry: &Geometry, army: Army, walk: WalkId, side: Side) -> SquareSet {
        let has_walk = !self.promotes_early && self.walk == Walks::Own;
        let follows_capture =
            matches!(self.adapt, Adapt::Frischauf | Adapt::Rank) || self.home == Homes::ByRank;
        if self.square != Rule::Array || !has_walk || follows_capture {
            return geometry.squares();
        }
        let is_own = self.of_other == (self.home == Homes::Others);
        let side = if is_own { side } else { !side };
        let own = [army.home(walk)];
        let all: &[Home] = if self.of_other { &ALL_HOMES } else { &own };
        let homes = all.iter().flat_map(|&home| homes(geometry, home, side));
        homes
            .filter_map(|on| self.adapted(geometry, on, on))
            .collect()
    }

    /// The side whose home counts.
    fn side_at_home(&self, view: View<'_>, subject: &Subject) -> Side {
        match self.home {
            Homes::Own => subject.home,
            Homes::Others => !subject.home,
            Homes::ByRank if view.geometry().rank(subject.on).is_multiple_of(2) => Side::White,
            Homes::ByRank => Side::Black,
        }
    }

    /// The square that is made of the one found for a capture on `taken`.
    #[inline]
    fn adapted(&self, geometry: &Geometry, taken: Square, found: Square) -> Option<Square> {
        match self.adapt {
            Adapt::Nothing | Adapt::Frischauf => Some(found),
            Adapt::Diametral => geometry.opposite(found),
            Adapt::VerticalMirror => geometry.across_files(found),
            Adapt::Rank => {
                let (file, rank) = (geometry.file(found), geometry.rank(taken));
                geometry.square(file.into(), rank.into())
            }
        }
    }

    /// The squares on which a man may be put as its side likes, whoever stands there if that does
    /// not matter.
    pub fn open_squares(&self, view: View<'_>) -> SquareSet {
        let board = view.geometry().squares() & !view.position.holes();
        match self.occupied {
            Occupied::Relaxed | Occupied::Strict => board & !view.position.men(),
            Occupied::Assassin | Occupied::Volcanic | Occupied::Parachute | Occupied::Chain => {
                board
            }
        }
    }

    /// The squares from which the man, as what it is or becomes there, has no legal move without
    /// capture. A man that is still on the board is lifted first.
    fn cages(&self, view: View<'_>, subject: &Subject) -> Vec<(Square, Piece)> {
        let mut copy = view.position.sketch();
        let side = subject.side;
        if let Some(slot) = self.looking {
            if subject.stands.is_none() && copy.slot(slot) != 0 {
                return Vec::new();
            }
            copy.apply(Effect::Set { slot, value: 1 }, Reason::Silent);
        }
        copy.begin_ply(side);
        if let Some(on) = subject.stands {
            copy.apply(Effect::Remove { on }, Reason::Silent);
        }
        let mut found = Vec::new();
        for square in self.open_squares(view.rules.view(&copy)) {
            let forms = forms_on(view, subject.man, side, square);
            let promotes = view.pawns_become_no_men() && forms != [subject.man];
            if promotes && copy.is_free(square) {
                found.push((square, Piece::NONE));
            }
            for piece in forms {
                if is_caged(view.rules, &mut copy, Actor { square, side }, piece) {
                    found.push((square, piece));
                    if subject.tried && !view.rules.judge().judges_tried_captures() {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// The squares to which the man might go from where it stands.
    fn makes(&self, view: View<'_>, subject: &Subject) -> Squares {
        let which = match self.occupied {
            Occupied::Assassin => Which::All,
            _ => Which::NonCapture,
        };
        let makes = makes(view, subject, which);
        if self.adapt == Adapt::Nothing {
            return makes;
        }
        let adapted = makes
            .iter()
            .filter_map(|&on| self.adapted(view.geometry(), subject.on, on));
        adapted.filter(|&on| view.position.is_free(on)).collect()
    }

    /// What the man counts as.
    fn home_of(&self, view: View<'_>, subject: &Subject) -> Home {
        match self.adapt == Adapt::Frischauf && subject.promoted {
            true => Home::Fairy,
            false => view.rules.army().home(subject.walk),
        }
    }

    /// The square of the array.
    fn array_square(&self, view: View<'_>, subject: &Subject) -> Option<Square> {
        let (geometry, on) = (view.geometry(), subject.on);
        let home = self.home_of(view, subject);
        let side = self.side_at_home(view, subject);
        let early = i16::from(geometry.height()) - 2;
        match self.promotes_early && home == Home::Fairy {
            true => counted_from(geometry, side, geometry.file(on), early),
            false => array_home(geometry, home, on, side),
        }
    }
}

/// The square of the array at the home of a side that belongs to a man on this square.
#[inline]
fn array_home(geometry: &Geometry, home: Home, on: Square, side: Side) -> Option<Square> {
    if geometry.width() != 8 {
        return None;
    }
    let is_like_h1 = geometry.is_light(on) == (side == Side::White);
    let file = match officer_files(home) {
        Some(files) => files[usize::from(!is_like_h1)],
        None => geometry.file(on),
    };
    on_home_rank(geometry, home, file, side)
}

/// The square of the array where a man of `side` on a square has its home.
pub fn home_square(view: View<'_>, man: Piece, on: Square, side: Side) -> Option<Square> {
    let home = view.rules.army().home(man.walk());
    array_home(view.geometry(), home, on, side)
}

/// Every home but none at all.
const ALL_HOMES: [Home; 7] = [
    Home::King,
    Home::Queen,
    Home::Rook,
    Home::Bishop,
    Home::Knight,
    Home::Pawn,
    Home::Fairy,
];

/// All squares on which a man may be reborn in the array at the home of `side`, wherever it is taken.
pub fn array_squares(view: View<'_>, piece: Piece, side: Side) -> SquareSet {
    homes(view.geometry(), view.rules.army().home(piece.walk()), side).collect()
}

fn homes(geometry: &Geometry, home: Home, side: Side) -> impl Iterator<Item = Square> + '_ {
    const FILES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let files = officer_files(home).map_or(&FILES[..], |files| &files[..]);
    let on = move |&file: &u8| on_home_rank(geometry, home, file, side);
    files.iter().filter_map(on)
}

/// The files of officers in the array, for men on squares of h1's colour and on others; Black's are the
/// other way round.
fn officer_files(home: Home) -> Option<&'static [u8; 2]> {
    match home {
        Home::King => Some(&[4, 4]),
        Home::Queen => Some(&[3, 3]),
        Home::Rook => Some(&[7, 0]),
        Home::Bishop => Some(&[5, 2]),
        Home::Knight => Some(&[1, 6]),
        Home::Pawn | Home::Fairy | Home::Nowhere => None,
    }
}

/// Officers stand on the first rank of their side, pawns on the second, fairy men on the last.
fn on_home_rank(geometry: &Geometry, home: Home, file: u8, side: Side) -> Option<Square> {
    let rank = match home {
        Home::Nowhere => return None,
        Home::Pawn => 1,
        Home::Fairy => i16::from(geometry.height()) - 1,
        _ => 0,
    };
    counted_from(geometry, side, file, rank)
}

/// The square on this file and a rank counted from the home of a side.
fn counted_from(geometry: &Geometry, side: Side, file: u8, rank: i16) -> Option<Square> {
    let rank = match side {
        Side::White => rank,
        Side::Black => i16::from(geometry.height()) - 1 - rank,
    };
    geometry.square(file.into(), rank)
}

/// The squares to which the man could have gone from that of the capture, the last step of its walk
/// first.
fn makes(view: View<'_>, subject: &Subject, which: Which) -> Squares {
    let mut found = Squares::new();
    // A man that captures goes as the captured one's side does.
    let side = match subject.stands {
        Some(_) => !subject.side,
        None => subject.side,
    };
    let walk = subject.walk;
    let sink = &mut |step: Step| {
        let way = PseudoMove::ordinary(subject.on, step.to, None);
        let has_room = view.position.is_free(step.to) || step.captured == Some(step.to);
        if has_room && view.is_way_by_geometry(side, &way) {
            found.push(step.to);
        }
    };
    view.table()
        .steps(view.position, walk, side, subject.on, which, sink);
    let man = Actor {
        square: subject.on,
        side,
    };
    view.keep_playable(man, subject.man.with_walk(walk), &mut found);
    found.reverse();
    found
}

fn is_caged(rules: &Rules, position: &mut Position, actor: Actor, piece: Piece) -> bool {
    position.begin_ply(actor.side);
    let (on, id) = (actor.square, 0);
    if position.piece_on(on).is_some() {
        position.apply(Effect::Remove { on }, Reason::Silent);
    }
    position.apply(Effect::Place { on, piece, id }, Reason::Silent);
    let may_leave = rules.judge().has_quiet_move(position, actor);
    position.rewind();
    !may_leave
}
