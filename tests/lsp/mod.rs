//! `interp lsp`, driven over its pipe as an editor drives it.

mod client;
mod colours;

use crate::tool::{Chance, files, text, tries};
use client::{Client, edited, folder, marked, place, shown, uri};
use serde_json::{Value, json};
use std::path::Path;

const GAME: &str = r#"[board]
size = [4, 4]

[players]
order  = ["white", "black"]
facing = { white = "north", black = "south" }

[pieces]
man  = { moves = 'step forward to empty | step forward diagonal to enemy' }
tower = { moves = 'slide orthogonal' }

[[end]]
when = 'mover stuck'
win  = "last"

[format]
case  = "{board} {turn}"
ask   = 'moves'
cells = { "." = 'empty', m = 'white man', M = 'black man', t = 'white tower', T = 'black tower' }
setup = '''
MT..
....
....
mt.. white'''
"#;

/// The diagnostics as lines: how bad, what stands there, what is said.
fn lines(text: &str, found: &[Value]) -> Vec<String> {
    let line = |one: &Value| {
        let code = one["code"].as_str().unwrap_or("fault");
        let (there, said) = (shown(text, &one["range"]), one["message"].as_str());
        format!("{} {code} `{there}`: {}", one["severity"], said.unwrap_or_default())
    };
    found.iter().map(line).collect()
}

#[test]
fn a_session_begins_and_ends_in_order() {
    let mut client = Client::raw();
    let refused = client.ask("textDocument/hover", json!({})).expect_err("not begun");
    assert_eq!(refused["code"], -32002);
    let told = client.ask("initialize", json!({ "capabilities": {} })).expect("a session");
    assert_eq!(told["serverInfo"]["name"], "interp");
    assert_eq!(told["capabilities"]["textDocumentSync"], 2);
    assert_eq!(client.ask("initialize", json!({})).expect_err("begun")["code"], -32601);
    assert_eq!(client.ask("what/ever", json!({})).expect_err("unknown")["code"], -32601);
    let nowhere = client.at("textDocument/hover", "file:///none", json!({"line":0,"character":0}));
    assert!(
        nowhere.expect_err("not open")["message"].as_str().expect("a text").contains("is not open")
    );
    assert_eq!(client.ask("textDocument/hover", json!(3)).expect_err("no place")["code"], -32602);
    client.ask("shutdown", Value::Null).expect("an answer");
    assert_eq!(client.ask("textDocument/hover", json!({})).expect_err("over")["code"], -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), 0);

    let mut client = Client::new();
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), 1);
    assert_eq!(Client::new().end(), 0, "the input ends");
}

#[test]
fn what_is_no_message_is_refused_or_ends_it() {
    let mut client = Client::new();
    for (sent, code) in [("{", -32700), ("[]", -32600), ("\u{0}", -32700), ("{\"id\":1}", 0)] {
        client.send(sent);
        if code != 0 {
            let told = client.next(|message| message["id"].is_null());
            assert_eq!(told["error"]["code"], code, "{sent}");
        }
    }
    client.tell("textDocument/didOpen", json!({ "textDocument": 3 }));
    client.tell("textDocument/didChange", json!([]));
    assert!(client.ask("shutdown", Value::Null).is_ok());
    for (input, code) in [("hello\n\n", 1), ("Content-Length: x\r\n\r\n", 1), ("", 0)] {
        let ran = crate::tool::interp(&["lsp"], input);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{input}: {}", ran.err);
        assert_eq!(ran.err.is_empty(), code == 0, "{input}: {}", ran.err);
    }
}

#[test]
fn faults_and_warnings_are_told_as_one_types() {
    let path = folder("typed").join("own.toml");
    let uri = uri(&path);
    let mut client = Client::new();
    client.open(&uri, GAME);
    assert_eq!(lines(GAME, &client.found(&uri)), Vec::<String>::new());
    // In a line behind signs of several bytes.
    let spoilt = "'''# 𝄞é\nslide orthogonl'''";
    let broken = GAME.replace("'slide orthogonal'", spoilt);
    client.change(&uri, 2, &broken);
    let found = client.found(&uri);
    assert_eq!(
        lines(&broken, &found),
        ["1 fault `orthogonl`: unknown direction `orthogonl`: did you mean `orthogonal`?"]
    );
    // A change of a part, whose end counts so too.
    let from = broken.find("onl").expect("it stands there");
    let range = json!({ "start": place(&broken, from), "end": place(&broken, from + 3) });
    let changes = json!([{ "range": range, "text": "onal" }]);
    let document = json!({ "uri": uri, "version": 3 });
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": changes }),
    );
    assert_eq!(client.found(&uri), Vec::<Value>::new());
    client.leave();
}

#[test]
fn places_are_counted_in_bytes_where_the_client_offers_it() {
    let text = "extends = \"chess\"\nabout = \"𝄞\" odd\n";
    let columns = [(json!(["utf-8", "utf-16"]), 15), (json!(["utf-16"]), 13)];
    for (offered, column) in columns {
        let mut client = Client::with(json!({ "general": { "positionEncodings": offered } }));
        client.open("untitled:one", text);
        let found = client.found("untitled:one");
        let start = &found[0]["range"]["start"];
        assert_eq!((&start["line"], &start["character"]), (&json!(1), &json!(column)), "{found:?}");
        client.leave();
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let mut client = Client::new();
    let text = "[package]\nname = \"own\"\n[dependencies]\n";
    client.open("untitled:one", text);
    assert_eq!(client.found("untitled:one"), Vec::<Value>::new());
    let at = json!({ "line": 2, "character": 3 });
    let told = client.at("textDocument/completion", "untitled:one", at.clone());
    assert_eq!(told, Ok(json!([])));
    assert_eq!(client.at("textDocument/hover", "untitled:one", at), Ok(Value::Null));
    client.leave();
}

#[test]
fn a_base_that_is_open_counts_as_it_is_typed() {
    let folder = folder("based");
    let (base, own) = (folder.join("base.toml"), folder.join("own.toml"));
    std::fs::write(&base, "no rule file at all").expect("written");
    let variant = "extends = 'base'\nname = 'Mine'\n";
    let mut client = Client::new();
    let (base, own) = (uri(&base), uri(&own));
    client.open(&own, variant);
    let found = client.found(&own);
    assert_eq!(shown(variant, &found[0]["range"]), "'base'", "{found:?}");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], json!(base));
    client.open(&base, GAME);
    assert_eq!(client.found(&base), Vec::<Value>::new());
    assert_eq!(client.found(&own), Vec::<Value>::new());
    client.change(&base, 2, &GAME.replace("to enemy", "to enmy"));
    let found = client.found(&own);
    assert_eq!(shown(variant, &found[0]["range"]), "'base'");
    assert!(found[0]["message"].as_str().expect("a text").contains("unknown"), "{found:?}");
    // Closed, the file on the disk counts again.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": base } }));
    let found = client.found(&own);
    assert!(found[0]["message"].as_str().is_some(), "{found:?}");
    client.leave();
}

/// The actions for all of a document.
fn actions(client: &mut Client, uri: &str, text: &str) -> Vec<Value> {
    let range = json!({ "start": place(text, 0), "end": place(text, text.len()) });
    let params = json!({
        "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] }
    });
    let told = client.ask("textDocument/codeAction", params).expect("an answer");
    told.as_array().expect("a list").clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().expect("a title")).collect()
}

#[test]
fn a_fix_mends_what_is_found_and_a_comment_allows_it() {
    let uri = uri(&folder("fixed").join("own.toml"));
    let mut client = Client::new();
    let broken = GAME.replace("slide", "slied");
    client.open(&uri, &broken);
    assert_eq!(client.found(&uri).len(), 1);
    let told = actions(&mut client, &uri, &broken);
    let fix = told.iter().find(|action| action["title"] == "write `slide`");
    let fix = fix.unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(edited(&broken, &fix["edit"]["changes"][&uri]), GAME);
    // Without waiting for what is found in the newest text.
    let unused = format!("{GAME}\n[regions]\nnowhere = 'edge'\n[marks]\nnever = 'ply'\n");
    client.change(&uri, 2, &unused);
    let told = actions(&mut client, &uri, &unused);
    assert!(titles(&told).iter().any(|title| title.starts_with("allow this")), "{told:?}");
    let mut allowed = unused.clone();
    for _ in 0..4 {
        let told = actions(&mut client, &uri, &allowed);
        let Some(allow) = told
            .iter()
            .find(|action| action["title"].as_str().expect("a text").starts_with("allow"))
        else {
            break;
        };
        allowed = edited(&allowed, &allow["edit"]["changes"][&uri]);
        client.change(&uri, 3, &allowed);
    }
    assert_eq!(actions(&mut client, &uri, &allowed), Vec::<Value>::new(), "{allowed}");
    assert!(allowed.contains("# interp: allow "), "{allowed}");
    let all = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    client.change(&uri, 9, &unused);
    let range = json!({ "start": place(&unused, 0), "end": place(&unused, 0) });
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": all });
    let told = client.ask("textDocument/codeAction", params).expect("an answer");
    for action in told.as_array().expect("a list") {
        assert_eq!(action["kind"], "source.fixAll");
    }
    client.leave();
}

#[test]
fn a_document_is_laid_out_as_the_command_does() {
    let uri = uri(&folder("laid").join("own.toml"));
    let mut client = Client::new();
    let format = |client: &mut Client| {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri }, "options": options });
        client.ask("textDocument/formatting", params)
    };
    client.open(&uri, GAME);
    let tidy = interp::Game::tidy(GAME).expect("TOML");
    assert_ne!(tidy, GAME);
    assert_eq!(edited(GAME, &format(&mut client).expect("edits")), tidy);
    client.change(&uri, 2, &tidy);
    assert_eq!(format(&mut client), Ok(json!([])));
    client.change(&uri, 3, "a = ");
    assert!(format(&mut client).is_err());
    client.leave();
}

#[test]
fn every_name_of_a_shipped_file_can_be_another() {
    let folder = folder("renamed");
    let path = folder.join("own.toml");
    let uri = uri(&path);
    let paths = files("rules", ".toml");
    let mut chance = Chance::new(18);
    let (mut renamed, mut wrong) = (0, Vec::new());
    let mut client = Client::new();
    for _ in 0..tries(paths.len() * 10) {
        let from = chance.of(&paths);
        let own = text(from);
        client.open(&uri, &own);
        let symbols = client
            .ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }))
            .expect("symbols");
        let mut places = Vec::new();
        let tables = [
            "pieces",
            "regions",
            "walks",
            "facts",
            "goals",
            "marks",
            "counters",
            "numbers",
            "scores",
            "lists",
            "kinds",
            "actions",
            "directions",
        ];
        for symbol in symbols.as_array().expect("a list") {
            let name = symbol["name"].as_str().expect("a name");
            if tables.contains(&name) {
                places.extend(
                    symbol["children"].as_array().into_iter().flatten().map(|key| {
                        let range = key["selectionRange"].clone();
                        let quoted = shown(&own, &range).starts_with('"');
                        let column = range["start"]["character"].as_u64().expect("a column");
                        json!({ "line": range["start"]["line"], "character": column + u64::from(quoted) })
                    }),
                );
            }
        }
        if places.is_empty() {
            continue;
        }
        let place = chance.of(&places).clone();
        let params =
            json!({ "textDocument": { "uri": uri }, "position": place, "newName": "zq9_new" });
        match client.ask("textDocument/rename", params) {
            Err(error) => {
                let told = error["message"].as_str().expect("a reason").to_owned();
                // What stands in a base stays; a kind of several attributes has a name of several parts.
                if !told.contains("shipped rules") && !told.contains("would be refused") {
                    wrong.push(format!("{}: {told}", from.display()));
                } else if told.contains("would be refused") && !own.contains("each ") {
                    wrong.push(format!("{}: {place} {told}", from.display()));
                }
            }
            Ok(edit) => {
                let new = edited(&own, &edit["changes"][&uri]);
                if let Err(fault) = interp::Game::from_text(&new) {
                    wrong.push(format!("{}: {fault}", from.display()));
                }
                client.change(&uri, 2, &new);
                let back = new.find("zq9_new").expect("the new name");
                let old = shown_at(&own, &place);
                let params = json!({ "textDocument": { "uri": uri }, "position": client::place(&new, back), "newName": old });
                match client.ask("textDocument/rename", params) {
                    Ok(edit) => assert_eq!(edited(&new, &edit["changes"][&uri]), own),
                    Err(error) => wrong.push(format!("{}: back: {error}", from.display())),
                }
                renamed += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{renamed} renamed, but\n{}", wrong.join("\n"));
    assert!(renamed > 20, "{renamed}");
    client.leave();
}

/// The word at a place.
fn shown_at(text: &str, at: &Value) -> String {
    let rest = &text[client::byte(text, at)..];
    let word = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "_-".contains(*c));
    word.collect()
}

#[test]
fn names_are_followed_through_what_a_file_extends() {
    let folder = folder("followed");
    let (base, own) = (folder.join("base.toml"), folder.join("own.toml"));
    std::fs::write(&base, GAME).expect("written");
    let variant = "extends = 'base'\n[regions]\nhome = 'first rank'\n[pieces.guard]\nmoves = 'step any to home and not own man'\n[format]\ncells = { g = 'white guard' }\n";
    std::fs::write(&own, variant).expect("written");
    let (base, own) = (uri(&base), uri(&own));
    let mut client = Client::new();
    client.open(&own, variant);
    let man = place(variant, variant.find("man'").expect("it stands there"));
    let told = client.at("textDocument/definition", &own, man.clone()).expect("an answer");
    assert_eq!(told[0]["uri"], json!(base));
    assert_eq!(shown(GAME, &told[0]["range"]), "man");
    let rename = |client: &mut Client, uri: &str, at: &Value, new: &str| {
        let params = json!({ "textDocument": { "uri": uri }, "position": at, "newName": new });
        client.ask("textDocument/rename", params)
    };
    let changes = rename(&mut client, &own, &man, "pike").expect("changes");
    let (one, two) = (&changes["changes"][&base], &changes["changes"][&own]);
    assert_eq!(edited(variant, two), variant.replace("man", "pike"));
    assert_eq!(edited(GAME, one), GAME.replace("man", "pike"));
    // From the base as well, though nothing but that is open then.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": own } }));
    client.open(&base, GAME);
    let at = place(GAME, GAME.find("man ").expect("it stands there"));
    assert_eq!(rename(&mut client, &base, &at, "pike").expect("changes"), changes);
    let refused = |client: &mut Client, new: &str| {
        let told = rename(client, &base, &at, new).expect_err("refused");
        told["message"].as_str().expect("a reason").to_owned()
    };
    assert_eq!(refused(&mut client, "tower"), "`tower` is taken: it names a kind");
    assert_eq!(refused(&mut client, "guard"), "`guard` is taken: it names a kind");
    assert!(refused(&mut client, "step").contains("a word of the language"));
    assert!(refused(&mut client, "a1").contains("names a cell"));
    assert!(refused(&mut client, "two words").contains("not a word"));
    let step = place(GAME, GAME.find("step").expect("it stands there"));
    let told = client.at("textDocument/prepareRename", &base, step).expect_err("a word");
    assert_eq!(told["message"], "`step` is a word of the language");
    client.leave();
}

/// What may be written where texts have the sign `¦`, a line each.
const TYPED: &[&str] = &[
    "¦",
    "[¦",
    "[pieces.¦",
    "[board]\n¦",
    "[board]\nsh¦ = 3",
    "[board]\nshape = ¦",
    "[board]\nshape = '¦'",
    "[pieces.man]\n¦",
    "[pieces]\nman = { mo¦ }",
    "[pieces]\nman = { moves = '¦' }",
    "[pieces]\nman = { moves = 'step ¦' }",
    "[pieces]\nman = { moves = 'step forward to ¦' }",
    "[pieces]\nman = { moves = 'step forward to own m¦",
    "[marks]\nfresh = 'ply'\n[pieces.man]\nmoves = 'step any, mark ¦'",
    "[pieces]\nman = {}\n[walks]\n\"hit(way)\" = 'way to enemy'\n[pieces.tower]\nmoves = 'hit(¦'",
    "[walks]\n\"hit(way)\" = 'step ¦'",
    "[pieces]\nman = {}\n[[end]]\nwhen = '¦'",
    "[pieces]\nman = {}\n[[end]]\nwhen = 'mover ¦'",
    "[pieces]\nman = {}\n[[end]]\nwhen = 'no ¦'",
    "[players]\norder = ['white', 'black']\n[[end]]\nwin = \"¦\"",
    "[format]\ncase = \"{¦\"",
    "[counters]\nclock = {}\n[format]\ncase = \"{counter:¦}\"",
    "[players]\norder = ['white', 'black']\nfacing = { ¦ }",
    "extends = \"tictac¦\"",
    "# a comment ¦",
    "name = 'a¦'",
];

#[test]
fn what_may_be_written_is_proposed() {
    let uri = uri(&folder("proposed").join("own.toml"));
    let mut client = Client::new();
    let mut page = String::new();
    client.open(&uri, "");
    for (at, typed) in TYPED.iter().enumerate() {
        let (text, place) = marked(typed);
        client.change(&uri, at as i32 + 2, &text);
        let told = client.at("textDocument/completion", &uri, place).expect("an answer");
        page += &format!("{typed}\n");
        // As editors do, those that go on as has been begun.
        let begun = typed.split('¦').next().unwrap_or_default();
        let begun = &begun[begun.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len()..];
        let mut words = Vec::new();
        for item in told.as_array().expect("a list") {
            let about = item["documentation"]["value"].as_str().unwrap_or_default();
            let new = item["textEdit"]["newText"].as_str().expect("a text");
            let label = item["label"].as_str().expect("a label");
            if !label.starts_with(begun) {
                continue;
            }
            // Words of the language, of which there are many, in one line; what they say has its own test.
            if item["kind"] == 14 {
                assert!(!about.is_empty(), "{label}");
                words.push(label);
                continue;
            }
            let new = if new == label { String::new() } else { format!(" → {new:?}") };
            page += format!("    {label}{new}  {about}").trim_end();
            page += "\n";
        }
        if !words.is_empty() {
            page += &format!("    words: {}\n", words.join(" "));
        }
        page += "\n";
    }
    insta::with_settings!({ snapshot_path => "../../snapshots/lsp", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("completion", page);
    });
    client.leave();
}

/// What is said where texts have the sign `¦`.
const HOVERED: &[&str] = &[
    "[bo¦ard]\nsize = [3, 3]",
    "[board]\nsha¦pe = 'square'",
    "extends = 'chess'\n[pieces.imp]\nmoves = 'st¦ep any to empty'",
    "extends = 'chess'\n[pieces.imp]\nmoves = 'step any to empty or enemy kn¦ight'",
    "extends = 'chess'\n[pieces.p¦awn]",
    "extends = 'chess'\n[pieces.im¦p]\nmoves = 'leap (1,3) | step forward to empty'\n[format]\ncells = { I = 'white imp', i = 'black imp' }",
    "extends = 'chess'\n[pieces.pawn]\nmoves.dou¦ble = 'step forward to empty, ahead to empty'",
    "extends = 'chess'\n[pieces.knight]\nmov¦es = 'leap (2,3)'",
    "extends = 'hex'\n[pieces.stone]\nmoves = 'step any'\n[[end]]\nwhen = 'some s¦tone'\nwin = 'last'",
    "extends = 'chess'\n[[before.end]]\nwhen = 'mat¦ed'",
    "extends = 'chess'\n[walks]\n\"hit(way)\" = 'w¦ay to enemy'",
    "name = 'a¦'",
];

#[test]
fn what_stands_there_is_told() {
    let uri = uri(&folder("hovered").join("own.toml"));
    let mut client = Client::new();
    let mut page = String::new();
    client.open(&uri, "");
    for (at, typed) in HOVERED.iter().enumerate() {
        let (text, place) = marked(typed);
        client.change(&uri, at as i32 + 2, &text);
        let told = client.at("textDocument/hover", &uri, place).expect("an answer");
        let said = told["contents"]["value"].as_str().unwrap_or("nothing");
        let of = if told.is_null() { "" } else { shown(&text, &told["range"]) };
        page += &format!("{typed}\n--- {of}\n{said}\n\n");
    }
    insta::with_settings!({ snapshot_path => "../../snapshots/lsp", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("hover", page);
    });
    client.leave();
}

#[test]
fn a_document_is_folded_and_has_an_outline() {
    let uri = uri(&folder("outlined").join("own.toml"));
    let mut client = Client::new();
    let text =
        "# one\n# two\nname = 'x'\n[a]\nb.c = '''\n\n'''\nb.d = 1\n\n[[e]]\nf = [\n  1,\n]\n";
    client.open(&uri, text);
    let of = json!({ "textDocument": { "uri": uri } });
    let folds = client.ask("textDocument/foldingRange", of.clone()).expect("folds");
    let folds = folds.as_array().expect("a list").iter();
    let folds: Vec<(u64, u64)> = folds
        .map(|fold| {
            (
                fold["startLine"].as_u64().expect("a number"),
                fold["endLine"].as_u64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(folds, [(3, 7), (9, 12), (4, 6), (10, 12), (0, 1)]);
    let symbols = client.ask("textDocument/documentSymbol", of).expect("symbols");
    let symbols = symbols.as_array().expect("a list").iter();
    let told: Vec<String> = symbols
        .map(|symbol| {
            let keys = symbol["children"].as_array().into_iter().flatten();
            let keys: Vec<&str> = keys.filter_map(|key| key["name"].as_str()).collect();
            format!("{}: {}", symbol["name"].as_str().expect("a text"), keys.join(" "))
        })
        .collect();
    assert_eq!(told, ["name: ", "a: b", "e: f"]);
    client.leave();
}

#[test]
fn shipped_files_have_nothing_to_be_told() {
    let mut client = Client::new();
    for path in files("rules", ".toml") {
        let (uri, own) = (uri(&path), text(&path));
        client.open(&uri, &own);
        let found = lines(&own, &client.found(&uri));
        assert_eq!(found, Vec::<String>::new(), "{}", path.display());
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    client.leave();
}

#[test]
fn every_text_that_is_cut_off_or_spoilt_is_answered() {
    let mut chance = Chance::new(7);
    let paths = files("rules", ".toml");
    let uri = uri(&folder("cut").join("own.toml"));
    let mut client = Client::new();
    client.open(&uri, "");
    for round in 0..tries(3000) {
        let path = chance.of(paths.as_slice());
        let whole = text(path);
        let mut bytes = whole.into_bytes();
        if chance.percent(50) {
            bytes.truncate(chance.below(bytes.len()));
        }
        for _ in 0..chance.below(4) {
            crate::tool::mutate(&mut bytes, b"'\"[]{}(),.=#\\\n x", &mut chance);
        }
        let own = String::from_utf8_lossy(&bytes).into_owned();
        client.change(&uri, round as i32 + 2, &own);
        let mut at = chance.below(own.len() + 1);
        while !own.is_char_boundary(at) {
            at -= 1;
        }
        let place = place(&own, at);
        for method in ["completion", "hover", "definition", "documentHighlight"] {
            let told = client.at(&format!("textDocument/{method}"), &uri, place.clone());
            assert!(told.is_ok(), "{method}: {told:?}");
        }
        let of = json!({ "textDocument": { "uri": uri } });
        for method in ["foldingRange", "documentSymbol"] {
            assert!(client.ask(&format!("textDocument/{method}"), of.clone()).is_ok());
        }
        actions(&mut client, &uri, &own);
        let params = json!({ "textDocument": { "uri": uri }, "position": place, "newName": "zq" });
        let _ = client.ask("textDocument/rename", params);
    }
    client.leave();
}

#[test]
fn the_newest_text_is_told_of_and_no_older_one_after_it() {
    let uri = uri(&folder("hurried").join("own.toml"));
    let mut client = Client::new();
    client.open(&uri, GAME);
    let last = 200;
    for version in 2..=last {
        let text = GAME.replace("forward to empty", &"forward to empty ".repeat(version % 3));
        client.change(&uri, version as i32, &text);
    }
    let mut seen = 0;
    while seen < last as i64 {
        let told = client.next(|message| message["method"] == "textDocument/publishDiagnostics");
        let version = told["params"]["version"].as_i64().expect("a version");
        assert!(version >= seen, "{version} after {seen}");
        seen = version;
    }
    client.leave();
}

#[test]
fn warnings_for_which_a_game_is_played_come_a_moment_later() {
    let uri = uri(&folder("later").join("own.toml"));
    let mut client = Client::new();
    let open = GAME.replace("when = 'mover stuck'", "when = 'no own'");
    client.open(&uri, &open);
    assert_eq!(lines(&open, &client.found(&uri)), Vec::<String>::new());
    let later = lines(&open, &client.found(&uri));
    let codes: Vec<&str> = later.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(codes, ["stuck-open", "endless"], "{later:?}");
    client.leave();
}

#[test]
fn shipped_rules_are_shown_where_a_name_leads_there() {
    let uri = uri(&folder("shown").join("own.toml"));
    let mut client = Client::new();
    let variant = "extends = \"chess\"\n[pieces.imp]\nmoves = 'step any to enemy knight'\n";
    client.open(&uri, variant);
    let at = place(variant, variant.find("knight").expect("it stands there"));
    let told = client.at("textDocument/definition", &uri, at.clone()).expect("an answer");
    let path = told[0]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://"));
    let chess = text(Path::new(path.expect("a file")));
    assert_eq!(chess, text(&crate::tool::root().join("rules/chess.toml")));
    assert_eq!(shown(&chess, &told[0]["range"]), "knight");
    let told = client.at("textDocument/prepareRename", &uri, at).expect_err("shipped");
    assert!(told["message"].as_str().expect("a text").contains("shipped rules `chess`"));
    let at = place(variant, variant.find("chess").expect("it stands there"));
    let told = client.at("textDocument/definition", &uri, at).expect("an answer");
    assert!(told[0]["uri"].as_str().expect("a text").ends_with("chess.toml"));
    client.leave();
}
