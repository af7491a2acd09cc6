//! The `interp` command; everything is in [`interp::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    interp::cli::run()
}
