//! Moving the men that a pseudo-legal move names: captures, the step itself, castling partners.

use super::effects::Before;
use super::{capture, going};
use crate::board::Square;
use crate::position::{Effect, Position, Reason, Slot, pack_squares};
use crate::rules::Player;
use crate::rules::hooks::hook::PlayedMove;
use crate::rules::play::generate::passed_squares;
use crate::rules::play::pseudo_move::{Choices, Kind, PseudoMove};

impl Player<'_> {
    /// Remembers the squares that a double step passed: the pawn can be captured there.
    pub(super) fn allow_en_passant(self, position: &mut Position, from: Square, to: Square) {
        let value = pack_squares(passed_squares(self.0, from, to));
        let slot = Slot::EN_PASSANT;
        position.apply(Effect::Set { slot, value }, Reason::Silent);
    }

    /// The movement itself: captured man off, moved men to their squares. Writes into `played` who moved
    /// and whom he captured.
    pub(super) fn move_men(
        self,
        position: &mut Position,
        pseudo_move: &PseudoMove,
        played: &mut PlayedMove,
    ) {
        let &PseudoMove {
            from,
            to,
            captured,
            kind,
        } = pseudo_move;
        let departed = position.piece_on(from);
        let id = position.id_on(from);
        self.forget_last_ply(position);
        match kind {
            Kind::Via { origin: to, .. } => {
                position.apply(Effect::Move { from, to }, Reason::Movement);
            }
            Kind::CastlesOn {
                king_to,
                partner_from,
                partner_to,
            } => {
                for (from, to) in [(from, king_to), (partner_from, partner_to)] {
                    position.apply(Effect::Move { from, to }, Reason::Castling);
                }
            }
            _ => {}
        }
        let captured = captured.and_then(|on| capture(position, on, kind));
        match kind {
            Kind::Ordinary | Kind::EnPassant => {
                position.apply(going(from, to), Reason::Movement);
            }
            Kind::DoubleStep => {
                position.apply(Effect::Move { from, to }, Reason::Movement);
                self.allow_en_passant(position, from, to);
            }
            Kind::Castling {
                partner_from,
                partner_to,
            } => {
                let reasons = self.castling_reasons(pseudo_move);
                let partner = Effect::Move {
                    from: partner_from,
                    to: partner_to,
                };
                position.apply(Effect::Move { from, to }, reasons[0]);
                position.apply(partner, reasons[1]);
            }
            Kind::Via {
                origin,
                double_step,
            } => {
                position.apply(going(origin, to), Reason::GoingOn);
                if double_step {
                    self.allow_en_passant(position, from, to);
                }
            }
            Kind::CastlesOn { king_to, .. } => {
                let from = king_to;
                position.apply(Effect::Move { from, to }, Reason::GoingOn);
            }
            Kind::CastlingVia {
                homes: [home, start],
                rook,
                partner_to,
            } => {
                let way = |from, to, reason| (Effect::Move { from, to }, reason);
                let kind = Kind::Castling {
                    partner_from: start,
                    partner_to,
                };
                let from_home = PseudoMove {
                    from: home,
                    kind,
                    ..*pseudo_move
                };
                let reasons = self.castling_reasons(&from_home);
                let ways = [
                    way(from, home, Reason::CapturerRebirth),
                    way(rook, start, Reason::CapturerRebirth),
                    way(home, to, reasons[0]),
                    way(start, partner_to, reasons[1]),
                ];
                let leads_on = |way: &&(Effect, Reason)| !matches!(way.0, Effect::Move { from, to } if from == to);
                for &(effect, reason) in ways.iter().filter(leads_on) {
                    position.apply(effect, reason);
                }
            }
            // Nobody moves.
            Kind::Board => {}
            Kind::Exchange => {
                position.apply(
                    Effect::Swap {
                        first: from,
                        second: to,
                    },
                    Reason::Exchange,
                );
            }
        }
        played.pseudo_move = *pseudo_move;
        played.departed = departed;
        played.id = id;
        played.captured = captured;
        played.now = Some(to);
    }

    /// Why king and partner move in a castling: only those of the array have a text of their own.
    fn castling_reasons(self, castling: &PseudoMove) -> [Reason; 2] {
        match self.generator().is_usual_castling(castling) {
            true => [Reason::Castling; 2],
            false => [Reason::Movement, Reason::Partner],
        }
    }

    /// The man hopped over; where the step leads over different men, the mover's choice.
    pub(super) fn hurdle_of(
        self,
        position: &Position,
        played: &PlayedMove,
        choices: &mut Choices,
    ) -> Option<Square> {
        let matters = self.hooks.hurdles.iter().any(|of| of(played.departed));
        if !matters || played.pseudo_move.kind != Kind::Ordinary {
            return None;
        }
        let PseudoMove {
            from, to, captured, ..
        } = played.pseudo_move;
        let walk = played.departed.walk();
        let before = Before { position, played };
        let hurdles = self
            .table
            .hurdles(&before, walk, played.side, from, (to, captured));
        let choice = match hurdles.len() {
            0 | 1 => 0,
            several => choices.choose(several),
        };
        hurdles.get(choice).copied()
    }

    /// From departure to arrival; none where no man goes anywhere.
    pub(super) fn vector_of(self, pseudo_move: &PseudoMove) -> Option<(i8, i8)> {
        let PseudoMove { from, to, kind, .. } = *pseudo_move;
        let board = &self.geometry;
        let files = board.file(to) as i8 - board.file(from) as i8;
        let ranks = board.rank(to) as i8 - board.rank(from) as i8;
        (kind != Kind::Board).then_some((files, ranks))
    }
}
