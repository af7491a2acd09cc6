//! A client of `interp lsp` over its pipe.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long an answer may take on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session, which has been begun.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    number: i64,
    told: Vec<Value>,
}

impl Client {
    /// A session in which columns count units of UTF-16.
    pub fn new() -> Self {
        Self::with(json!({}))
    }

    /// A session of a client that can do so much.
    pub fn with(capabilities: Value) -> Self {
        let mut client = Self::raw();
        client
            .ask(
                "initialize",
                json!({ "processId": null, "rootUri": null, "capabilities": capabilities }),
            )
            .expect("a session");
        client.tell("initialized", json!({}));
        client
    }

    /// A session that has not been begun.
    pub fn raw() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_interp"))
            .arg("lsp")
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, messages, number: 0, told: Vec::new() }
    }

    /// Sends a text as a message.
    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the pipe is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it is read");
        input.flush().expect("it is read");
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// The answer to a request, or the error.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.number += 1;
        let id = self.number;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        let answer = self.next(|message| message["id"] == json!(id));
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// The next message for which that holds; those that come before it are kept.
    pub fn next(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.told.iter().position(&holds) {
            return self.told.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("a message comes");
            if holds(&message) {
                return message;
            }
            self.told.push(message);
        }
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Puts a text in place of a document's.
    pub fn change(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// What is found next in a document.
    pub fn found(&mut self, uri: &str) -> Vec<Value> {
        let of = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        };
        let told = self.next(of);
        told["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Asks about a place in a document.
    pub fn at(&mut self, method: &str, uri: &str, place: Value) -> Result<Value, Value> {
        self.ask(method, json!({ "textDocument": { "uri": uri }, "position": place }))
    }

    /// Ends the input, and waits for the program to end; its exit code.
    pub fn end(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }

    /// Ends the session in good order.
    pub fn leave(mut self) {
        self.ask("shutdown", Value::Null).expect("an answer");
        self.tell("exit", Value::Null);
        assert_eq!(self.end(), 0);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that still runs is of a test that fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", told)) => length = told.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// A folder for one test, without any file.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The address of a file.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A text without the sign `¦`, and the place where that stands.
pub fn marked(text: &str) -> (String, Value) {
    let at = text.find('¦').expect("a place is marked");
    (text.replacen('¦', "", 1), place(text, at))
}

/// The place of a byte.
pub fn place(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// The byte of a place.
pub fn byte(text: &str, place: &Value) -> usize {
    let (line, column) = (place["line"].as_u64(), place["character"].as_u64());
    let start: usize =
        text.split_inclusive('\n').take(line.expect("a line") as usize).map(str::len).sum();
    let mut left = column.expect("a column") as usize;
    let rest = text[start..].char_indices();
    let mut at = text.len();
    for (byte, c) in rest {
        if left == 0 {
            at = start + byte;
            break;
        }
        left -= c.len_utf16();
    }
    at
}

/// What stands in a range.
pub fn shown<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[byte(text, &range["start"])..byte(text, &range["end"])]
}

/// The text with changes made, which do not overlap.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            (byte(text, start), byte(text, end), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}
