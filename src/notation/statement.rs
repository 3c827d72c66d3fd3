//! What a person writes under a diagram.
