//! The `interp` command; everything is in [`interp::cli`].

fn main() {}
