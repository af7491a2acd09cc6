//! Standard output and standard error.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use super::args::Output;
use super::fail::Failure;
use super::render;
use crate::report;

/// Where a command's answers and failures go.
pub struct Console {
    out: BufWriter<Stdout>,
    /// Whether somebody sits before the output and waits.
    eager: bool,
    output: Output,
    worst: u8,
}

impl Console {
    /// A console that prints so.
    pub fn new(output: Output) -> Self {
        let stdout = io::stdout();
        let eager = stdout.is_terminal();
        Self { out: BufWriter::with_capacity(1 << 16, stdout), eager, output, worst: 0 }
    }

    /// Whether JSON is asked for.
    pub fn json(&self) -> bool {
        self.output == Output::Json
    }

    /// Prints an answer and ends its line.
    pub fn answer(&mut self, text: &str) -> Result<(), Failure> {
        let mut write = || {
            self.out.write_all(text.as_bytes())?;
            self.out.write_all(b"\n")?;
            if self.eager { self.out.flush() } else { Ok(()) }
        };
        write().map_err(|error| Failure::write(&error))
    }

    /// Prints a record as JSON.
    pub fn record(&mut self, record: &impl serde::Serialize) -> Result<(), Failure> {
        self.answer(&report::line(record))
    }

    /// Prints a failure to standard error, after the answers before it.
    pub fn fail(&mut self, failure: &Failure) {
        self.worst = self.worst.max(failure.code());
        // Whatever keeps the output from being flushed now is told by `finish`.
        let _ = self.out.flush();
        let text = match self.output {
            Output::Text => render::text(failure),
            Output::Json => render::json(failure),
        };
        // Without a standard error there is nobody to tell.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    /// Flushes what is left; the exit code of the worst failure.
    pub fn finish(mut self) -> u8 {
        match self.out.flush().map_err(|error| Failure::write(&error)) {
            Ok(()) | Err(Failure::Closed) => {}
            Err(failure) => {
                let code = self.worst.max(failure.code());
                self.fail(&failure);
                return code;
            }
        }
        self.worst
    }
}
