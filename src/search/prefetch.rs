//! Hints to the machine about memory: they change when a word is there, never which.
//!
//! **Unsafe, and why it is sound:** the only module that leaves the safe language. Advising
//! on pages that a live slice owns whole neither moves nor changes what it holds, and
//! fetching a line ahead reads nothing; both take references, so the memory is there. What
//! they save in a long search stands in `benches/RESULTS.md`.

#![allow(unsafe_code)]

/// Pages of this size or larger begin and end at multiples of it.
const PAGE: usize = 4096;

/// Asks for large pages under memory that is used everywhere and in no order.
pub(super) fn use_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        let bytes = memory.as_ptr_range();
        let start = (bytes.start as usize).next_multiple_of(PAGE);
        let end = bytes.end as usize / PAGE * PAGE;
        if start < end {
            let skipped = start - bytes.start as usize;
            let pages = bytes.start.cast::<u8>().wrapping_add(skipped);
            // SAFETY: the pages lie within the slice, and this advice leaves them as they are.
            // Where the system knows no large pages it refuses, and nothing is lost.
            let _ = unsafe {
                rustix::mm::madvise(
                    pages.cast_mut().cast(),
                    end - start,
                    rustix::mm::Advice::LinuxHugepage,
                )
            };
        }
    }
}

/// Asks for the line of memory that holds this to be brought near.
#[inline]
pub(super) fn fetch<T>(memory: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a live value, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(memory).cast()) };
    }
}
