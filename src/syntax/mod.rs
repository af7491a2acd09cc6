//! Text → syntax tree with spans.
