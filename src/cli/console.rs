//! Standard output and standard error.

use annotate_snippets::Renderer;
use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::{Duration, Instant};

use super::args::Output;
use super::fail::Failure;
use crate::game::{self, Code, Fault, Tone, What};
use crate::report;

/// How long a work takes before its progress is told, and from one time to the next.
const PATIENCE: Duration = Duration::from_secs(1);

/// Standard output. The console writes to it; an input flushes it before it waits for more, so that who writes cases
/// one by one reads each answer before the next case.
pub struct Out(RefCell<BufWriter<Stdout>>);

impl Out {
    /// Standard output, with a buffer.
    pub fn new() -> Self {
        Self(RefCell::new(BufWriter::with_capacity(1 << 16, io::stdout())))
    }

    /// Writes what has been kept back.
    pub fn flush(&self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Where a command's answers and failures go.
pub struct Console<'o> {
    out: &'o Out,
    /// Whether somebody sits before the output and waits.
    eager: bool,
    output: Output,
    worst: u8,
    /// When progress may next be told; never where nobody sits before standard error.
    patience: Option<Instant>,
    /// Whether a line of progress stands there.
    told: bool,
}

impl<'o> Console<'o> {
    /// A console that prints so.
    pub fn new(out: &'o Out, output: Output) -> Self {
        let eager = io::stdout().is_terminal();
        let patience = io::stderr().is_terminal().then(|| Instant::now() + PATIENCE);
        Self { out, eager, output, worst: 0, patience, told: false }
    }

    /// What answers look like.
    pub fn output(&self) -> Output {
        self.output
    }

    /// Whether JSON is asked for.
    pub fn json(&self) -> bool {
        self.output == Output::Json
    }

    /// What an input flushes before it waits.
    pub fn out(&self) -> &'o Out {
        self.out
    }

    /// Tells how far a long work is, on a line of standard error that the next such line or answer
    /// replaces; only to a terminal, and not more often than people read.
    pub fn progress(&mut self, say: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.patience.is_some_and(|patience| now >= patience) {
            self.patience = Some(now + PATIENCE);
            self.told = true;
            // Without a standard error there is nobody to tell.
            let _ = write!(io::stderr(), "\r\x1b[K{}", say());
        }
    }

    /// Takes the line of progress away.
    fn clear(&mut self) {
        if std::mem::take(&mut self.told) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Prints an answer and ends its line.
    pub fn answer(&mut self, text: &str) -> Result<(), Failure> {
        self.clear();
        let write = || {
            let mut out = self.out.0.borrow_mut();
            out.write_all(text.as_bytes())?;
            out.write_all(b"\n")?;
            if self.eager { out.flush() } else { Ok(()) }
        };
        write().map_err(|error| Failure::write(&error))
    }

    /// Prints a record as JSON.
    pub fn record(&mut self, record: &impl serde::Serialize) -> Result<(), Failure> {
        self.answer(&report::line(record))
    }

    /// Prints a failure to standard error, after the answers before it.
    pub fn fail(&mut self, failure: &Failure) {
        self.clear();
        self.worst = self.worst.max(failure.code());
        // Whatever keeps the output from being flushed now is told by `finish`.
        let _ = self.out.flush();
        if let Some((fault, tone)) = failure.told() {
            self.tell(&fault, tone);
        }
    }

    /// Keeps a failure's exit code, where an answer has told what it is about.
    pub fn worst(&mut self, failure: &Failure) {
        self.worst = self.worst.max(failure.code());
    }

    /// Tells something on standard error that is no failure.
    pub fn note(&mut self, message: &str, help: &[String]) {
        let said = vec![(message.to_owned(), help.to_vec())];
        self.tell(&Fault::new(Code::Usage, What::Plain(said)), Tone::Note);
    }

    fn tell(&self, fault: &Fault, tone: Tone) {
        let text = match self.output {
            Output::Text | Output::Tap | Output::Junit => {
                game::text(fault, tone, &Renderer::styled())
            }
            Output::Json => {
                let records = game::json(fault, tone);
                records.iter().map(|record| report::line(record) + "\n").collect()
            }
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
