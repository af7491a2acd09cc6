//! Program + position → moves, verdicts, counts, search.
