//! Looks for faults and warnings while the author goes on typing.
//!
//! Two threads: one tells what the text shows at once, the other, when nothing has been typed for a moment, plays the game for what
//! else there is. Of several states of a document that wait only the newest is looked at, and what is found of an older one is not told.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::DerefMut;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::documents::{Documents, Snapshot};
use super::finding::{self, Finding};
use super::wire;
use crate::game::Game;

/// How long nothing must have been typed before a game is played.
const QUIET: Duration = Duration::from_millis(300);

/// What the threads share.
pub struct Shared<W> {
    documents: Mutex<Documents>,
    output: Mutex<W>,
    /// Documents to be looked at, by their addresses.
    new: Jobs<()>,
    /// Games to be played, by the addresses of their documents.
    sound: Jobs<Game>,
}

/// What waits to be done, of each document the newest alone.
struct Jobs<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
}

struct Waiting<T> {
    jobs: BTreeMap<String, (Snapshot, T)>,
    /// When the last one came.
    last: Instant,
    over: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> impl DerefMut<Target = T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Jobs<T> {
    fn new() -> Self {
        let waiting = Waiting { jobs: BTreeMap::new(), last: Instant::now(), over: false };
        Self { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }

    /// Puts a job in place of an older one of the same document.
    fn put(&self, snapshot: Snapshot, more: T) {
        let mut waiting = locked(&self.waiting);
        waiting.last = Instant::now();
        waiting.jobs.insert(snapshot.uri.clone(), (snapshot, more));
        self.changed.notify_one();
    }

    /// A document has changed: what waits of it is out of date.
    fn drop(&self, uri: &str) {
        let mut waiting = locked(&self.waiting);
        waiting.last = Instant::now();
        waiting.jobs.remove(uri);
    }

    fn end(&self) {
        locked(&self.waiting).over = true;
        self.changed.notify_one();
    }

    /// The next job, once none has come for that long; none where there will be no more.
    fn take(&self, quiet: Duration) -> Option<(Snapshot, T)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.over {
                return None;
            }
            let left = quiet.saturating_sub(waiting.last.elapsed());
            if waiting.jobs.is_empty() {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            } else if left.is_zero() {
                return waiting.jobs.pop_first().map(|(_, job)| job);
            } else {
                let waited = self.changed.wait_timeout(waiting, left);
                waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

impl<W: Write + Send> Shared<W> {
    /// Without documents.
    pub fn new(output: W) -> Self {
        let (documents, output) = (Mutex::default(), Mutex::new(output));
        Self { documents, output, new: Jobs::new(), sound: Jobs::new() }
    }

    /// The documents, for as long as nobody else needs them.
    pub fn documents(&self) -> impl DerefMut<Target = Documents> {
        locked(&self.documents)
    }

    /// Sends a message. That nobody reads it is told to who reads on.
    pub fn send(&self, message: &Value) {
        let _ = wire::write(&mut *locked(&self.output), message);
    }

    /// Runs the threads beside `serve`, until that is over.
    pub fn beside<T>(&self, serve: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            scope.spawn(|| {
                while let Some((snapshot, ())) = self.new.take(Duration::ZERO) {
                    let (found, game) = finding::at_once(&snapshot);
                    if self.tell(&snapshot, found)
                        && let Some(game) = game
                    {
                        self.sound.put(snapshot, game);
                    }
                }
            });
            scope.spawn(|| {
                while let Some((snapshot, game)) = self.sound.take(QUIET) {
                    let found = finding::in_time(&snapshot, &game);
                    self.tell(&snapshot, found);
                }
            });
            let result = serve();
            self.new.end();
            self.sound.end();
            result
        })
    }

    /// A document is to be looked at, as it is now.
    pub fn look(&self, uri: &str) {
        let snapshot = self.documents().snapshot(uri);
        self.sound.drop(uri);
        if let Some(snapshot) = snapshot {
            self.new.put(snapshot, ());
        }
    }

    /// Nothing more is told of a document.
    pub fn forget(&self, uri: &str) {
        self.new.drop(uri);
        self.sound.drop(uri);
        let none: [Finding; 0] = [];
        self.publish(uri, None, &none);
    }

    /// Tells what was found in a document, if it is still as it was; whether it is.
    fn tell(&self, snapshot: &Snapshot, found: Vec<Finding>) -> bool {
        let mut documents = self.documents();
        let Some(version) = documents.found(&snapshot.uri, snapshot.document.state, found.clone())
        else {
            return false;
        };
        // The documents are held until it is sent, so that no later text has been told of before.
        self.publish(&snapshot.uri, Some(version), &found);
        true
    }

    fn publish(&self, uri: &str, version: Option<i32>, found: &[Finding]) {
        let shown: Vec<_> = found.iter().map(|finding| &finding.shown).collect();
        let params = match version {
            Some(version) => json!({ "uri": uri, "version": version, "diagnostics": shown }),
            None => json!({ "uri": uri, "diagnostics": shown }),
        };
        self.send(&wire::notification("textDocument/publishDiagnostics", params));
    }
}
