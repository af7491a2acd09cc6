//! Messages over a pipe: a header that says how many bytes follow, then as much JSON.

use std::io::{self, BufRead, Read, Write};

use serde::Deserialize;
use serde_json::{Value, json};

/// Bytes of a message: a rule file has at most 1 MiB, and JSON may write a byte as six.
const MESSAGE_BYTES: u64 = 16 << 20;
/// Bytes of a line of the header.
const LINE_BYTES: u64 = 1 << 10;
/// Lines of the header.
const LINES: usize = 16;

/// Codes of errors (JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17).
pub mod code {
    /// No JSON.
    pub const PARSE: i32 = -32700;
    /// JSON that is no message, or one that comes after `shutdown`.
    pub const INVALID_REQUEST: i32 = -32600;
    /// A request that nothing answers.
    pub const METHOD: i32 = -32601;
    /// A request that does not say what it must.
    pub const PARAMS: i32 = -32602;
    /// A request before `initialize`.
    pub const NOT_INITIALIZED: i32 = -32002;
    /// A request that is understood and cannot be done; its message says why.
    pub const FAILED: i32 = -32803;
}

/// What a client sends: a request if it has an `id` and a `method`, a notification without an `id`, an answer without a `method`.
#[derive(Debug, Deserialize)]
pub struct Message {
    /// By which the answer is told.
    pub id: Option<Value>,
    /// What is asked for.
    pub method: Option<String>,
    /// Of what.
    #[serde(default)]
    pub params: Value,
}

/// Why a request has no answer.
#[derive(Debug)]
pub struct Refusal {
    /// One of [`code`].
    pub code: i32,
    /// Why, for people.
    pub message: String,
}

impl Refusal {
    /// A request that cannot be done.
    pub fn failed(message: impl Into<String>) -> Self {
        Self { code: code::FAILED, message: message.into() }
    }
}

/// The next message, or what is wrong with it; none where the input ends.
///
/// # Errors
/// Where the input is no such message at all, so that it is not known where the next one begins.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Message, Refusal>>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > MESSAGE_BYTES {
        return Err(io::Error::other(format!("a message has at most {MESSAGE_BYTES} bytes")));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("a message is a JSON object: {error}");
            return Ok(Some(Err(Refusal { code: code::PARSE, message })));
        }
    };
    let message = serde_json::from_value(value);
    Ok(Some(message.map_err(|error| Refusal {
        code: code::INVALID_REQUEST,
        message: format!("no message: {error}"),
    })))
}

/// The length that a header tells.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    for _ in 0..LINES {
        let mut line = Vec::new();
        input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                let told = value.trim().parse();
                length = Some(told.map_err(|_| io::Error::other("no length of a message"))?);
            }
            (Some(_), _) => {}
            (None, Some(length)) if line.is_empty() => return Ok(Some(length)),
            (None, _) => break,
        }
    }
    Err(io::Error::other("a message begins with `Content-Length: BYTES` and an empty line"))
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The answer to a request.
pub fn answer(id: &Value, answer: Result<Value, Refusal>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// Something that nobody has asked for.
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            told.push(match read(&mut input) {
                Ok(None) => return told,
                Ok(Some(Ok(message))) => message.method.unwrap_or_default(),
                Ok(Some(Err(refusal))) => refusal.code.to_string(),
                Err(error) => return [told, vec![error.to_string()]].concat(),
            });
        }
    }

    #[test]
    fn messages_are_told_apart_by_their_length() {
        let one = "content-length: 14\r\nContent-Type: x\r\n\r\n{\"method\":\"a\"}";
        assert_eq!(all(one.repeat(2).as_bytes()), ["a", "a"]);
        assert_eq!(all(b"Content-Length: 1\r\n\r\n{"), ["-32700"]);
        assert_eq!(all(b"Content-Length: 2\r\n\r\n[]Content-Length: 2\n\n{}"), ["-32600", ""]);
        assert!(all(b"Content-Length: 9\r\n\r\n{}").is_empty());
    }

    #[test]
    fn what_is_no_message_ends_the_input() {
        let told = |text: &str| all(text.as_bytes()).join("\n");
        assert!(told("hello\n").contains("begins with"));
        assert!(told("\r\n").contains("begins with"));
        assert!(told(&"x: y\n".repeat(99)).contains("begins with"));
        assert!(told(&"x".repeat(9999)).contains("begins with"));
        assert!(told("Content-Length: -1\r\n\r\n").contains("no length"));
        assert!(told("Content-Length: 99999999999\r\n\r\n").contains("at most"));
    }
}
