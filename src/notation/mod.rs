//! Text ↔ positions and moves.
