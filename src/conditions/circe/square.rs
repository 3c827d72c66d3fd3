//! Where a man is reborn: one function for each rule that finds a square.

use super::form::{Adapt, Event, Form, Occupied, Rule, Walks};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Home, Piece, WalkId, Which};
use crate::position::{Effect, ManId, Position, Reason};
use crate::rules::{Actor, Displaces, Promotion, Rules, View};

/// A rebirth that may come: all that rules on squares want to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    /// The man as it will be.
    pub man: Piece,
    /// Who it is.
    pub id: ManId,
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
}

/// Where a man may be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// There, or nowhere if there is no such square.
    On(Option<Square>),
    /// On one of these empty squares.
    OneOf(SquareSet),
    /// On one of these, perhaps promoted.
    Caged(Vec<(Square, Piece)>),
}

impl Form {
    /// Where the man is reborn; men are where they are behind the capture.
    pub fn place(&self, view: View<'_>, subject: &Subject) -> Place {
        match self.square {
            Rule::Super => Place::OneOf(free_squares(view)),
            Rule::Cage => Place::Caged(cages(view, subject)),
            Rule::TakeAndMake => Place::OneOf(makes(view, subject)),
            _ => Place::On(self.square(view, subject)),
        }
    }

    /// The one square there is.
    pub fn square(&self, view: View<'_>, subject: &Subject) -> Option<Square> {
        let geometry = view.geometry();
        let (file, rank) = coordinates(geometry, subject.on);
        let (width, height) = (i16::from(geometry.width()), i16::from(geometry.height()));
        let at = |file: i16, rank: i16| geometry.square(file, rank);
        let own = match self.mirror && self.square != Rule::Equipollents {
            true => !subject.home,
            false => subject.home,
        };
        let (east, north) = subject.went;
        let sign = if self.mirror { -1 } else { 1 };
        let found = match self.square {
            Rule::Array => self.array_square(view, subject, own),
            Rule::Rank => {
                let home = if rank % 2 == 0 {
                    Side::White
                } else {
                    Side::Black
                };
                let square = self.array_square(view, subject, home)?;
                at(coordinates(geometry, square).0, rank)
            }
            Rule::File => self.file_square(view, subject, own),
            Rule::Symmetry => at(width - 1 - file, height - 1 - rank),
            Rule::VerticalSymmetry => at(width - 1 - file, rank),
            Rule::HorizontalSymmetry => at(file, height - 1 - rank),
            Rule::Diagram => view.rules.home_of(subject.id),
            Rule::Exchange => Some(subject.from),
            Rule::Antipodes => {
                let far = |place: i16, size: i16| (place + size / 2) % size;
                at(far(file, width), far(rank, height))
            }
            Rule::CaptureSquare => Some(subject.on),
            Rule::Equipollents | Rule::Parrain => at(file + sign * east, rank + sign * north),
            Rule::Super | Rule::Cage | Rule::TakeAndMake => None,
        }?;
        self.adapted(geometry, found)
    }

    /// Where a rebirth may bring the captured or the capturing man, whatever captures wherever: the
    /// squares of its home, or the whole board.
    pub fn displaces(&self, captured: bool) -> Displaces {
        let alone = matches!(self.occupied, Occupied::Relaxed | Occupied::Strict);
        if !alone || self.event != Event::Now || self.turncoats {
            return Displaces::Anything;
        }
        if self.square == Rule::Exchange && self.adapt == Adapt::Nothing && captured {
            return Displaces::Exchanged;
        }
        let form = self.clone();
        let reach = move |geometry: &Geometry, walk, side| form.reach(geometry, walk, side);
        match captured {
            true => Displaces::Captured(Box::new(reach)),
            false => Displaces::Captor(Box::new(reach)),
        }
    }

    fn reach(&self, geometry: &Geometry, walk: WalkId, side: Side) -> SquareSet {
        let own_home = !self.of_other && self.walk == Walks::Own && self.adapt != Adapt::Frischauf;
        if self.square != Rule::Array || !own_home {
            return geometry.squares();
        }
        let side = if self.mirror { !side } else { side };
        let homes = homes(geometry, walk, side);
        homes.filter_map(|on| self.adapted(geometry, on)).collect()
    }

    fn adapted(&self, geometry: &Geometry, found: Square) -> Option<Square> {
        let (file, rank) = coordinates(geometry, found);
        let (width, height) = (i16::from(geometry.width()), i16::from(geometry.height()));
        match self.adapt {
            Adapt::Nothing | Adapt::Frischauf => Some(found),
            Adapt::Diametral => geometry.square(width - 1 - file, height - 1 - rank),
            Adapt::VerticalMirror => geometry.square(width - 1 - file, rank),
        }
    }

    /// What the man counts as.
    fn home_of(&self, subject: &Subject) -> Home {
        match self.adapt == Adapt::Frischauf && subject.promoted {
            true => Home::Fairy,
            false => subject.walk.row().home,
        }
    }

    /// The square of the array at the home of a side.
    fn array_square(&self, view: View<'_>, subject: &Subject, side: Side) -> Option<Square> {
        array_home(view.geometry(), self.home_of(subject), subject.on, side)
    }

    /// The same on the file of the capture.
    fn file_square(&self, view: View<'_>, subject: &Subject, side: Side) -> Option<Square> {
        let geometry = view.geometry();
        on_home_rank(
            geometry,
            self.home_of(subject),
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
    array_home(view.geometry(), man.walk().row().home, on, side)
}

/// All squares on which a man may be reborn in the array at the home of `side`, wherever it is taken.
pub(super) fn array_squares(view: View<'_>, piece: Piece, side: Side) -> SquareSet {
    homes(view.geometry(), piece.walk(), side).collect()
}

fn homes(geometry: &Geometry, walk: WalkId, side: Side) -> impl Iterator<Item = Square> + '_ {
    const FILES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let home = walk.row().home;
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

/// The squares to which the man could have gone from that of the capture.
fn makes(view: View<'_>, subject: &Subject) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    let (walk, side, which) = (subject.walk, subject.side, Which::Quiet);
    let sink = &mut |step: crate::men::Step| found.insert(step.to);
    view.table()
        .steps(view.position, walk, side, subject.on, which, sink);
    found & free_squares(view)
}

/// All squares of the board, whoever stands there.
pub(super) fn board_squares(view: View<'_>) -> SquareSet {
    view.geometry().squares() & !view.position.holes()
}

/// The empty squares from which the man, as what it is or becomes there, has no legal move
/// without capture. A man that is still on the board is lifted first.
fn cages(view: View<'_>, subject: &Subject) -> Vec<(Square, Piece)> {
    let mut copy = view.position.clone();
    copy.begin_ply(subject.side);
    if let Some(on) = subject.stands {
        copy.apply(Effect::Remove { on }, Reason::Silent);
    }
    let free = free_squares(view.rules.view(&copy));
    let mut found = Vec::new();
    for on in free {
        for piece in forms_on(view, subject, on) {
            if is_caged(
                view.rules,
                &mut copy,
                Actor {
                    square: on,
                    side: subject.side,
                },
                piece,
            ) {
                found.push((on, piece));
            }
        }
    }
    found
}

/// What the man may be on this square: a pawn promotes on its last rank.
fn forms_on(view: View<'_>, subject: &Subject, on: Square) -> Vec<Piece> {
    let (man, rules) = (subject.man, view.rules);
    let promotes = man.walk().row().is_pawn() && rules.promotes_on(man.walk(), subject.side, on);
    if !promotes || rules.promotions_of(man.walk()).is_empty() {
        return vec![man];
    }
    let promotions = rules.promotions_of(man.walk()).iter();
    let become_one = |promotion: &Promotion| {
        let marks = man.attributes().union(promotion.marks);
        man.with_walk(promotion.walk).with_attributes(marks)
    };
    promotions.map(become_one).collect()
}

fn is_caged(rules: &Rules, position: &mut Position, actor: Actor, piece: Piece) -> bool {
    position.begin_ply(actor.side);
    let (on, id) = (actor.square, 0);
    position.apply(Effect::Place { on, piece, id }, Reason::Silent);
    let may_leave = rules.has_quiet_move(position, actor);
    position.rewind();
    !may_leave
}
