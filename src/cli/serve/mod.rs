//! `interp serve`: requests from standard input, answers to standard output, one JSON object a line each.
//!
//! One thread reads, so that a request can be cancelled while it is worked at; the other answers, in the order of the requests.

// What a stranger writes arrives here: nothing is indexed by it.
#![deny(clippy::indexing_slicing)]

mod request;
mod session;

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use super::fail::Failure;
use crate::report;
use request::{Ask, Request, Response};
use session::{Session, error, usage};

/// Bytes of a request.
const REQUEST_BYTES: u64 = 1 << 20;
/// Requests that are read before they are answered.
const WAITING: usize = 64;

/// A request that is to be answered, or what is wrong with a line, and whether it has been cancelled.
struct Job {
    id: Value,
    ask: Result<Ask, String>,
    cancelled: Arc<AtomicBool>,
}

/// The requests that have not been answered yet, by the text of their `id`.
type Open = Arc<Mutex<HashMap<String, Vec<Arc<AtomicBool>>>>>;

/// Serves until the input ends.
pub fn run(input: impl BufRead, output: impl Write + Send) -> Result<(), Failure> {
    let open = Open::default();
    let (sender, jobs) = sync_channel(WAITING);
    thread::scope(|scope| {
        let known = Arc::clone(&open);
        let answers = scope.spawn(move || answer(&jobs, output, &known));
        read(input, &open, |job| sender.send(job).is_ok());
        drop(sender);
        answers.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Reads requests and passes them on, as long as somebody takes them.
fn read(mut input: impl BufRead, open: &Open, mut pass: impl FnMut(Job) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(REQUEST_BYTES + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let long = line.len() as u64 > REQUEST_BYTES;
        if long && skip(&mut input).is_err() {
            return;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        let (id, ask) = match long {
            true => (Value::Null, Err(format!("a request has at most {REQUEST_BYTES} bytes"))),
            false => parsed(&line),
        };
        let mut known = open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(Ask::Cancel { request }) = &ask {
            for flag in known.get(&request.to_string()).into_iter().flatten() {
                flag.store(true, Ordering::Relaxed);
            }
        }
        known.entry(id.to_string()).or_default().push(Arc::clone(&cancelled));
        drop(known);
        if !pass(Job { id, ask, cancelled }) {
            return;
        }
    }
}

/// Passes over the rest of a line.
fn skip(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ends) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ends {
            return Ok(());
        }
    }
}

/// The request of a line with its `id`, as far as it can be told.
fn parsed(line: &[u8]) -> (Value, Result<Ask, String>) {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => return (Value::Null, Err(format!("a request is a JSON object: {error}"))),
    };
    if !value.is_object() {
        let other =
            r#"a request is a JSON object, such as {"id": 1, "do": "load", "rules": "NAME"}"#;
        return (Value::Null, Err(String::from(other)));
    }
    let id = value.get("id").cloned().unwrap_or_default();
    match serde_json::from_value::<Request>(value) {
        Ok(request) => (request.id, Ok(request.ask)),
        Err(error) => (id, Err(error.to_string())),
    }
}

/// Answers requests in their order.
fn answer(jobs: &Receiver<Job>, mut output: impl Write, open: &Open) -> Result<(), Failure> {
    let mut session = Session::default();
    for Job { id, ask, cancelled } in jobs {
        let answer = match ask {
            Ok(ask) => session.answer(ask, &cancelled),
            Err(message) => error(&usage(&message)),
        };
        let mut known = open.lock().unwrap_or_else(PoisonError::into_inner);
        let key = id.to_string();
        if let Some(flags) = known.get_mut(&key) {
            flags.retain(|flag| !Arc::ptr_eq(flag, &cancelled));
            if flags.is_empty() {
                known.remove(&key);
            }
        }
        drop(known);
        let line = report::line(&Response { id, answer }) + "\n";
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        written.map_err(|error| Failure::write(&error))?;
    }
    Ok(())
}
