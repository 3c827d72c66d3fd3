//! Whether a short cut is worth its price, judged by what it saved lately.
//!
//! **Invariant:** what is found never hangs on this, only how fast.

/// So many times a short cut is taken before it is judged.
const SAMPLE: u32 = 128;
/// So many times it is left out after it saved too little.
const REST: u32 = 8 * SAMPLE;

/// What a short cut saved since it was judged last.
#[derive(Clone, Debug, Default)]
pub(super) struct HitRate {
    taken: u32,
    saved: u32,
    resting: u32,
}

impl HitRate {
    /// Whether to take the short cut now.
    #[inline]
    pub(super) fn is_taken(&mut self) -> bool {
        if self.taken == SAMPLE {
            let pays = self.saved >= SAMPLE;
            *self = HitRate {
                resting: if pays { 0 } else { REST },
                ..HitRate::default()
            };
        }
        if self.resting > 0 {
            self.resting -= 1;
            return false;
        }
        self.taken += 1;
        true
    }

    /// Notes what it saved, in what it costs to take it once.
    #[inline]
    pub(super) fn note(&mut self, saved: usize) {
        self.saved = self.saved.saturating_add(saved as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_saves_too_little_rests_and_is_tried_again() {
        let mut hit_rate = HitRate::default();
        let taken = |hit_rate: &mut HitRate| (0..SAMPLE).filter(|_| hit_rate.is_taken()).count();
        assert_eq!(taken(&mut hit_rate), SAMPLE as usize);
        hit_rate.note(SAMPLE as usize);
        assert_eq!(taken(&mut hit_rate), SAMPLE as usize);
        hit_rate.note(SAMPLE as usize - 1);
        assert_eq!((0..REST).filter(|_| hit_rate.is_taken()).count(), 0);
        assert!(hit_rate.is_taken());
    }
}
