//! Which questions are worth their cost: of those by how many plies are left, the ones that
//! seldom have the hoped-for answer are left out for a while.

/// So many questions of a kind are judged together.
const WINDOW: u32 = 256;
/// One of so many must have been worth it.
const SELDOM: u32 = 24;
/// Otherwise so many are left out.
const PAUSE: u32 = 2048;
/// With more plies than this all are of one kind.
const KINDS: usize = 32;

/// What became of questions, by the plies left.
#[derive(Clone, Debug, Default)]
pub(super) struct HitRate {
    kinds: [Kind; KINDS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    asked: u32,
    worthy: u32,
    left_out: u32,
}

impl HitRate {
    /// The answer to a question with so many plies left, no if it is left out.
    #[inline]
    pub fn ask(&mut self, plies: u16, question: impl FnOnce() -> bool) -> bool {
        let kind = &mut self.kinds[usize::from(plies).min(KINDS - 1)];
        if kind.left_out > 0 {
            kind.left_out -= 1;
            return false;
        }
        let answer = question();
        kind.asked += 1;
        kind.worthy += u32::from(answer);
        if kind.asked == WINDOW {
            let is_seldom = kind.worthy * SELDOM < kind.asked;
            *kind = Kind {
                left_out: if is_seldom { PAUSE } else { 0 },
                ..Kind::default()
            };
        }
        answer
    }
}
