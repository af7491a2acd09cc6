//! Model + position → moves and verdicts with their reasons: the slow reference evaluator.
