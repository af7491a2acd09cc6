//! Answers and reasons → text and JSON.
