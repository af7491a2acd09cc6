//! Model → compiled tables and instructions.
