//! Where a man is reborn: one function for each rule that finds a square.

use super::form::{Adapt, Event, Form, Occupied, Rule, Walks};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Army, Home, Piece, Step, WalkId, Which};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::{Actor, Candidate, Displaces, Outcome, Rules, View};
use smallvec::SmallVec;

/// A rebirth that may come: all that rules on squares want to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    /// The man as it will be.
    pub man: Piece,
    /// The same before its rebirth.
    pub was: Piece,
    /// Who it is.
    pub id: ManId,
    /// The man whose place in the diagram counts.
    pub chooser: ManId,
    /// For which side it is reborn.
    pub side: Side,
    /// The walk that chooses the square.
    pub walk: WalkId,
    /// Whether it counts as a promoted man.
    pub promoted: bool,
    /// Whose home it is, before rules that change it.
    pub home: Side,
    /// The square of the capture.
    pub on: Square,
    /// Departure of the capturing man.
    pub from: Square,
    /// Where the man still stands, if it is on the board.
    pub stands: Option<Square>,
    /// Files and ranks that the move went.
    pub went: (i16, i16),
    /// Whether the capture is only tried out, so that one square is as good as all.
    pub tried: bool,
}

/// Squares in the order of choices; few enough to need no allocation in most cases.
pub(super) type Squares = SmallVec<[Square; 32]>;

/// Where a man may be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// There, or nowhere if there is no such square.
    On(Option<Square>),
    /// On any of these squares.
    AnyOf(SquareSet),
    /// On one of these squares, in the order of the choices.
    OneOf(Squares),
    /// On one of these, perhaps promoted.
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

    /// The square that the mover chooses of [`AnyOf`](Place::AnyOf) or [`OneOf`](Place::OneOf).
    /// There is none if it declines, which comes first where it may, or if there is nothing to
    /// choose: then the move is refused.
    pub fn choose(&self, may_decline: bool, outcome: &mut Outcome<'_>) -> Option<Square> {
        let squares = match self {
            Place::OneOf(squares) => squares.len(),
            _ => self.squares().len(),
        };
        let count = squares + usize::from(may_decline);
        if count == 0 {
            outcome.refuse();
            return None;
        }
        let number = outcome.choose(count).checked_sub(may_decline.into())?;
        match self {
            Place::OneOf(squares) => Some(squares[number]),
            _ => self.squares().nth(number),
        }
    }
}

impl Form {
    /// Where the man is reborn; men are where they are behind the capture.
    pub fn place(&self, view: View<'_>, subject: &Subject) -> Place {
        match self.square {
            Rule::Super => Place::AnyOf(self.open_squares(view)),
            Rule::Cage => Place::Caged(self.cages(view, subject)),
            Rule::TakeAndMake => {
                let mut makes = makes(view, subject, self.ways_of_makes());
                if self.adapt != Adapt::Nothing {
                    let adapted = makes
                        .iter()
                        .filter_map(|&on| self.adapted(view.geometry(), subject.on, on));
                    makes = adapted.filter(|&on| view.position.is_free(on)).collect();
                }
                Place::OneOf(makes)
            }
            _ => Place::On(self.square(view, subject)),
        }
    }

    /// The one square there is.
    pub fn square(&self, view: View<'_>, subject: &Subject) -> Option<Square> {
        let geometry = view.geometry();
        if self.square == Rule::Array && self.adapt == Adapt::Nothing {
            let own = if self.mirror {
                !subject.home
            } else {
                subject.home
            };
            return self.array_square(view, subject, own);
        }
        let (file, rank) = coordinates(geometry, subject.on);
        let (width, height) = (i16::from(geometry.width()), i16::from(geometry.height()));
        let at = |file: i16, rank: i16| geometry.square(file, rank);
        let home = match self.home_by_rank {
            true if rank % 2 == 0 => Side::White,
            true => Side::Black,
            false => subject.home,
        };
        let own = match self.mirror && self.square != Rule::Equipollents {
            true => !home,
            false => home,
        };
        let (east, north) = subject.went;
        let sign = if self.mirror { -1 } else { 1 };
        let found = match self.square {
            Rule::Array => self.array_square(view, subject, own),
            Rule::File => self.file_square(view, subject, own),
            Rule::Symmetry => at(width - 1 - file, height - 1 - rank),
            Rule::VerticalSymmetry => at(width - 1 - file, rank),
            Rule::HorizontalSymmetry => at(file, height - 1 - rank),
            Rule::Diagram => view.rules.home_of(subject.chooser),
            Rule::Exchange => Some(subject.from),
            Rule::Antipodes => {
                let far = |place: i16, size: i16| (place + size / 2) % size;
                at(far(file, width), far(rank, height))
            }
            Rule::CaptureSquare => Some(subject.on),
            Rule::Equipollents | Rule::Parrain => at(file + sign * east, rank + sign * north),
            Rule::Super | Rule::Cage | Rule::TakeAndMake => None,
        }?;
        self.adapted(geometry, subject.on, found)
    }

    /// Where a rebirth may bring the captured or the capturing man, whatever captures wherever: the
    /// squares of its home, or the whole board.
    pub fn displaces(&self, captured: bool, army: Army) -> Displaces {
        let is_known = match self.occupied {
            Occupied::Strict => true,
            // A capturing man that cannot be reborn leaves the board.
            Occupied::Relaxed => captured,
            Occupied::Assassin => captured && self.event == Event::Now,
            Occupied::Volcanic | Occupied::Parachute => false,
        };
        let late = self.event != Event::Now;
        if !is_known || self.turncoats || self.walk != Walks::Own || late && !captured {
            return Displaces::Anything;
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
            matches!(self.adapt, Adapt::Frischauf | Adapt::Rank) || self.home_by_rank;
        if self.square != Rule::Array || !has_walk || follows_capture {
            return geometry.squares();
        }
        if self.of_other {
            return self.all_homes(geometry, if self.mirror { side } else { !side });
        }
        let side = if self.mirror { !side } else { side };
        let homes = homes(geometry, army, walk, side);
        homes
            .filter_map(|on| self.adapted(geometry, on, on))
            .collect()
    }

    /// The homes of men of a side, whatever their walks.
    fn all_homes(&self, geometry: &Geometry, side: Side) -> SquareSet {
        let kinds = [Home::King, Home::Pawn, Home::Fairy];
        let files = 0..geometry.width();
        let homes = kinds
            .into_iter()
            .flat_map(|home| files.clone().map(move |file| (home, file)));
        let homes = homes.filter_map(|(home, file)| on_home_rank(geometry, home, file, side));
        homes
            .filter_map(|on| self.adapted(geometry, on, on))
            .collect()
    }

    /// The square that is made of the one found for a capture on `taken`.
    #[inline]
    fn adapted(&self, geometry: &Geometry, taken: Square, found: Square) -> Option<Square> {
        if matches!(self.adapt, Adapt::Nothing | Adapt::Frischauf) {
            return Some(found);
        }
        let (file, rank) = coordinates(geometry, found);
        let (width, height) = (i16::from(geometry.width()), i16::from(geometry.height()));
        match self.adapt {
            Adapt::Nothing | Adapt::Frischauf => Some(found),
            Adapt::Diametral => geometry.square(width - 1 - file, height - 1 - rank),
            Adapt::VerticalMirror => geometry.square(width - 1 - file, rank),
            Adapt::Rank => geometry.square(file, coordinates(geometry, taken).1),
        }
    }

    /// The squares on which a man may be put as its side likes, whoever stands there if that does
    /// not matter.
    pub fn open_squares(&self, view: View<'_>) -> SquareSet {
        match self.occupied {
            Occupied::Relaxed | Occupied::Strict => free_squares(view),
            Occupied::Assassin | Occupied::Volcanic | Occupied::Parachute => board_squares(view),
        }
    }

    /// The squares from which the man, as what it is or becomes there, has no legal move without
    /// capture. A man that is still on the board is lifted first.
    fn cages(&self, view: View<'_>, subject: &Subject) -> Vec<(Square, Piece)> {
        let mut copy = view.position.sketch();
        let side = subject.side;
        copy.begin_ply(side);
        if let Some(on) = subject.stands {
            copy.apply(Effect::Remove { on }, Reason::Silent);
        }
        let mut found = Vec::new();
        for square in self.open_squares(view.rules.view(&copy)) {
            for piece in forms_on(view, subject.man, side, square) {
                if is_caged(view.rules, &mut copy, Actor { square, side }, piece) {
                    found.push((square, piece));
                    if subject.tried && !view.rules.judges_played_moves() {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// Which moves of the captured man lead to its rebirth squares: captures where it may kill there.
    fn ways_of_makes(&self) -> Which {
        match self.occupied {
            Occupied::Assassin => Which::All,
            _ => Which::Quiet,
        }
    }

    /// What the man counts as.
    fn home_of(&self, view: View<'_>, subject: &Subject) -> Home {
        match self.adapt == Adapt::Frischauf && subject.promoted {
            true => Home::Fairy,
            false => view.rules.army().home(subject.walk),
        }
    }

    /// The square of the array at the home of a side.
    fn array_square(&self, view: View<'_>, subject: &Subject, side: Side) -> Option<Square> {
        let home = self.home_of(view, subject);
        let early = self.promotes_early && self.square == Rule::Array && home == Home::Fairy;
        match (early, side) {
            (false, _) => array_home(view.geometry(), home, subject.on, side),
            (true, side) => {
                let geometry = view.geometry();
                let rank = match side {
                    Side::White => i16::from(geometry.height()) - 2,
                    Side::Black => 1,
                };
                geometry.square(geometry.file(subject.on).into(), rank)
            }
        }
    }

    /// The same on the file of the capture.
    fn file_square(&self, view: View<'_>, subject: &Subject, side: Side) -> Option<Square> {
        let geometry = view.geometry();
        on_home_rank(
            geometry,
            self.home_of(view, subject),
            geometry.file(subject.on),
            side,
        )
    }
}

/// The square of the array at the home of a side that belongs to a man on this square.
fn array_home(geometry: &Geometry, home: Home, on: Square, side: Side) -> Option<Square> {
    if geometry.width() != 8 {
        return None;
    }
    let light = geometry.is_light(on);
    let white = side == Side::White;
    let near = |here: u8, there: u8| if light == white { here } else { there };
    let file = match home {
        Home::King => 4,
        Home::Queen => 3,
        Home::Rook => near(7, 0),
        Home::Bishop => near(5, 2),
        Home::Knight => near(1, 6),
        Home::Pawn | Home::Fairy => geometry.file(on),
        Home::Nowhere => return None,
    };
    on_home_rank(geometry, home, file, side)
}

/// The square of the array where a man of `side` on a square has its home.
pub(in crate::conditions) fn home_square(
    view: View<'_>,
    man: Piece,
    on: Square,
    side: Side,
) -> Option<Square> {
    array_home(
        view.geometry(),
        view.rules.army().home(man.walk()),
        on,
        side,
    )
}

/// All squares on which a man may be reborn in the array at the home of `side`, wherever it is taken.
pub(super) fn array_squares(view: View<'_>, piece: Piece, side: Side) -> SquareSet {
    homes(view.geometry(), view.rules.army(), piece.walk(), side).collect()
}

fn homes(
    geometry: &Geometry,
    army: Army,
    walk: WalkId,
    side: Side,
) -> impl Iterator<Item = Square> + '_ {
    const FILES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let home = army.home(walk);
    let files: &'static [u8] = match home {
        Home::King => &[4],
        Home::Queen => &[3],
        Home::Rook => &[0, 7],
        Home::Bishop => &[2, 5],
        Home::Knight => &[1, 6],
        Home::Pawn | Home::Fairy => &FILES,
        Home::Nowhere => &[],
    };
    let on = move |&file: &u8| on_home_rank(geometry, home, file, side);
    files.iter().filter_map(on)
}

/// Officers stand on the first rank of their side, pawns on the second, fairy men on the last.
fn on_home_rank(geometry: &Geometry, home: Home, file: u8, side: Side) -> Option<Square> {
    let last = geometry.height() - 1;
    let rank = match home {
        Home::Nowhere => return None,
        Home::Pawn => 1,
        Home::Fairy => last,
        _ => 0,
    };
    let rank = if side == Side::White {
        rank
    } else {
        last - rank
    };
    geometry.square(file.into(), rank.into())
}

fn coordinates(geometry: &Geometry, square: Square) -> (i16, i16) {
    (geometry.file(square).into(), geometry.rank(square).into())
}

/// How many files and ranks lie between two squares.
pub(super) fn vector(geometry: &Geometry, from: Square, to: Square) -> (i16, i16) {
    let ((file, rank), (to_file, to_rank)) =
        (coordinates(geometry, from), coordinates(geometry, to));
    (to_file - file, to_rank - rank)
}

/// The squares on which a man may be put.
pub(super) fn free_squares(view: View<'_>) -> SquareSet {
    view.geometry().squares() & !(view.position.men() | view.position.holes())
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
        let way = Candidate::ordinary(subject.on, step.to, None);
        let has_room = view.position.is_free(step.to) || step.captured == Some(step.to);
        if has_room && view.is_way_by_geometry(subject.side, &way) {
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

/// All squares of the board, whoever stands there.
pub(super) fn board_squares(view: View<'_>) -> SquareSet {
    view.geometry().squares() & !view.position.holes()
}

/// What the man may be on this square: a pawn promotes on its last rank.
pub(super) fn forms_on(view: View<'_>, man: Piece, side: Side, on: Square) -> Vec<Piece> {
    let promotes = man.walk().row().is_pawn() && view.rules.promotes_on(man.walk(), side, on);
    let forms = if promotes {
        view.promotions_of(man)
    } else {
        Vec::new()
    };
    if forms.is_empty() { vec![man] } else { forms }
}

fn is_caged(rules: &Rules, position: &mut Position, actor: Actor, piece: Piece) -> bool {
    position.begin_ply(actor.side);
    let (on, id) = (actor.square, 0);
    if position.piece_on(on).is_some() {
        position.apply(Effect::Remove { on }, Reason::Silent);
    }
    position.apply(Effect::Place { on, piece, id }, Reason::Silent);
    let may_leave = rules.has_quiet_move(position, actor);
    position.rewind();
    !may_leave
}
