//! `interp serve`: requests over a pipe, answered as the commands answer.

use crate::tool::{Chance, interp, root};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A server, and what is said to it.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_interp"))
            .arg("serve")
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(answer["version"], 1, "{line}");
        answer
    }

    fn ask(&mut self, request: Value) -> Value {
        self.say(&request.to_string());
        self.hear()
    }

    /// Ends the input; the server ends quietly.
    fn end(self) {
        let Server { mut child, input, mut output } = self;
        drop(input);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut output, &mut rest).expect("a pipe");
        assert_eq!(rest, "", "all has been heard");
        assert!(child.wait().expect("it ends").success());
    }
}

/// The answer without what only the server adds.
fn bare(mut answer: Value) -> Value {
    if let Some(keys) = answer.as_object_mut() {
        for key in ["version", "id", "case", "mover"] {
            keys.remove(key);
        }
    }
    answer
}

/// What a command prints as JSON.
fn command(args: &[&str]) -> Value {
    let ran = interp(&[args, &["--format", "json"]].concat(), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(ran.out.trim()).expect("JSON")
}

#[test]
fn answers_are_those_of_the_commands() {
    let mut server = Server::start();
    let game = server.ask(json!({ "id": 1, "do": "load", "rules": "chess" }));
    assert_eq!((&game["id"], &game["name"]), (&json!(1), &json!("Chess")));
    assert_eq!(game["players"], json!(["white", "black"]));
    let play = server.ask(json!({ "id": "a", "do": "position", "game": game["game"] }));
    assert_eq!(play["mover"], "white");
    let line = "f2f3 e7e5 g2g4";
    let made = server.ask(json!({ "do": "make", "play": play["play"], "moves": line }));
    assert_eq!((&made["mover"], &made["id"]), (&json!("black"), &Value::Null));
    let moves = server.ask(json!({ "do": "moves", "play": play["play"] }));
    assert_eq!(bare(moves), bare(command(&["moves", "chess", "--play", line])));
    let why = server.ask(json!({ "do": "explain", "play": play["play"], "move": "d8h4" }));
    let args = ["explain", "chess", "--play", line, "--move", "d8h4"];
    assert_eq!(bare(why), bare(command(&args)));
    let best = server.ask(json!({ "do": "search", "play": play["play"], "nodes": 20_000 }));
    assert_eq!(best["move"]["path"], json!(["d8", "h4"]), "mate in one is found");
    server.ask(json!({ "do": "make", "play": play["play"], "moves": "d8h4" }));
    let verdict = server.ask(json!({ "do": "verdict", "play": play["play"] }));
    assert_eq!((&verdict["state"], &verdict["winner"]), (&json!("won"), &json!("black")));
    let back = server.ask(json!({ "do": "undo", "play": play["play"] }));
    assert_eq!(back["text"], made["text"]);
    let tally =
        server.ask(json!({ "do": "playout", "play": play["play"], "games": 20, "seed": 4 }));
    let told = command(&["playout", "chess", "--play", line, "--games", "20", "--seed", "4"]);
    assert_eq!((&tally["wins"], &tally["draws"]), (&told["wins"], &told["draws"]));
    let text = "extends = 'chess'\nname = 'Mine'";
    let mine = server.ask(json!({ "do": "load", "text": text }));
    assert_eq!(mine["name"], "Mine");
    let setup = json!({ "width": 8, "height": 8, "turn": "white", "pieces": [
        { "cell": "a1", "player": "white", "kind": "king" },
        { "cell": "h8", "player": "black", "kind": "king" },
    ] });
    let dark = server.ask(json!({ "do": "load", "rules": "phantom_tictactoe" }));
    let dark = server.ask(json!({ "do": "position", "game": dark["game"] }));
    server.ask(json!({ "do": "make", "play": dark["play"], "moves": "b2" }));
    let seen = server.ask(json!({ "do": "seen", "play": dark["play"], "player": "o" }));
    assert_eq!(seen["text"], "???\n???\n???\n-");
    let seen = server.ask(json!({ "do": "seen", "play": dark["play"], "player": "x" }));
    assert_eq!(seen["hidden"], json!(["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]));
    let kings = server.ask(json!({ "do": "position", "game": mine["game"], "setup": setup }));
    assert_eq!(kings["mover"], "white", "{kings}");
    assert_eq!(bare(server.ask(json!({ "do": "close", "game": mine["game"] }))), json!({}));
    let gone = server.ask(json!({ "do": "moves", "play": kings["play"] }));
    assert_eq!(gone["error"]["code"], "usage", "{gone}");
    server.end();
}

#[test]
fn ten_thousand_requests_are_answered_broken_ones_among_them() {
    let mut server = Server::start();
    let game = server.ask(json!({ "do": "load", "rules": "tictactoe" }));
    let mut chance = Chance::new(1);
    let mut play = server.ask(json!({ "do": "position", "game": game["game"] }));
    let broken = [
        "{",
        "[]",
        "1",
        "null",
        "\"do\"",
        "{\"do\":\"dance\"}",
        "{\"do\":\"moves\"}",
        "{}",
        "{\"do\":\"moves\",\"play\":-1}",
        "{\"do\":\"moves\",\"play\":99999999}",
        "{\"do\":\"make\",\"play\":2,\"moves\":\"z9\"}",
        "{\"do\":\"load\",\"rules\":\"nowhere\"}",
        "{\"do\":\"load\",\"text\":\"[board\"}",
        "{\"do\":\"position\",\"game\":1,\"text\":\"XX\"}",
        "{\"do\":\"search\",\"play\":2,\"seconds\":-1}",
        "\u{0}\u{1}",
        "{\"id\":7,\"do\":\"undo\",\"play\":0}",
    ];
    for number in 0..10_000u32 {
        if number % 4 == 0 {
            server.say(chance.of::<&str>(&broken));
            let answer = server.hear();
            assert!(answer["error"]["code"].is_string(), "{answer}");
            let faults = answer["error"]["faults"].as_array().expect("a list");
            assert!(faults.iter().all(|fault| fault["message"].is_string()) && !faults.is_empty());
            continue;
        }
        let moves = server.ask(json!({ "id": number, "do": "moves", "play": play["play"] }));
        assert_eq!(moves["id"], number);
        let texts = moves["moves"].as_array().expect("a list");
        if texts.is_empty() {
            server.ask(json!({ "do": "close", "play": play["play"] }));
            play = server.ask(json!({ "do": "position", "game": game["game"] }));
            continue;
        }
        let text = &chance.of(texts)["text"];
        let made = server.ask(json!({ "do": "make", "play": play["play"], "moves": text }));
        assert!(made.get("error").is_none(), "{made}");
    }
    server.end();
}

#[test]
fn long_work_is_cancelled() {
    let mut server = Server::start();
    let game = server.ask(json!({ "do": "load", "rules": "chess" }));
    let play = server.ask(json!({ "do": "position", "game": game["game"] }));
    for request in [
        json!({ "id": "long", "do": "playout", "play": play["play"], "games": 1_000_000_000u64 }),
        json!({ "id": "long", "do": "search", "play": play["play"], "seconds": 100_000 }),
    ] {
        server.say(&request.to_string());
        server.say(&json!({ "id": "stop", "do": "cancel", "request": "long" }).to_string());
        let answer = server.hear();
        assert_eq!(
            (&answer["id"], &answer["cancelled"]),
            (&json!("long"), &json!(true)),
            "{answer}"
        );
        assert_eq!(server.hear()["id"], "stop");
    }
    server.end();
}

#[test]
fn a_request_without_end_is_refused_and_the_next_one_served() {
    let mut server = Server::start();
    server.say(&"x".repeat(3 << 20));
    assert_eq!(server.hear()["error"]["code"], "usage");
    assert_eq!(server.ask(json!({ "do": "load", "rules": "hex" }))["game"], 1);
    for _ in 1..64 {
        server.ask(json!({ "do": "load", "rules": "tictactoe" }));
    }
    let full = server.ask(json!({ "do": "load", "rules": "hex" }));
    assert!(full["error"].to_string().contains("at most 64 games"), "{full}");
    server.end();
}

#[test]
fn what_a_position_is_worth_is_told_as_the_command_tells_it() {
    let mut server = Server::start();
    for rules in ["five_puzzle", "hexapawn", "dice_race"] {
        let load = server.ask(json!({ "do": "load", "rules": format!("rules/{rules}.toml") }));
        let position = server.ask(json!({ "do": "position", "game": load["game"] }));
        let mut answer = server.ask(json!({ "do": "solve", "play": position["play"] }));
        let ran = interp(&["solve", rules, "--plies", "--format", "json"], "");
        let told: Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(answer["decided"], true, "{answer}");
        assert_eq!(answer["cancelled"], false, "{answer}");
        let keys = answer.as_object_mut().expect("an object");
        keys.remove("decided");
        keys.remove("cancelled");
        assert_eq!(bare(answer), bare(told), "{rules}");
    }
    let load = server.ask(json!({ "do": "load", "rules": "rules/chess.toml" }));
    let position = server.ask(json!({ "do": "position", "game": load["game"] }));
    let refused = server.ask(json!({ "do": "solve", "play": position["play"] }));
    assert_eq!(refused["error"]["code"], "question", "{refused}");
    let load = server.ask(json!({ "do": "load", "rules": "rules/tomek.toml" }));
    let position = server.ask(json!({ "do": "position", "game": load["game"] }));
    let open = server.ask(json!({ "do": "solve", "play": position["play"], "nodes": 100 }));
    assert_eq!((&open["decided"], &open["winner"]), (&json!(false), &Value::Null), "{open}");
    server.end();
}
