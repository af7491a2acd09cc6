//! `interp schema`: what the objects look like that `--format json` prints, and what rule files look like, as JSON Schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::args::Described;
use super::console::Console;
use super::fail::Failure;
use super::{
    betza, check, coverage, describe, diff, draw, explain, fmt, games, import, listing, new, test,
};
use crate::editor::schema::RULES;
use crate::game::FaultRecord;
use crate::report::{
    AnswerRecord, BoardRecord, CountRecord, GameRecord, MovesRecord, SolutionRecord, TallyRecord,
    TestRecord, VERSION,
};

/// Prints a schema.
pub fn run(console: &mut Console, of: Described) -> Result<(), Failure> {
    let schema = match of {
        Described::Json => printed(),
        Described::Rules => rules()
            .map_err(|why| Failure::usage(format!("the schema of rule files is broken: {why}")))?,
    };
    let text = serde_json::to_string_pretty(&schema);
    console.answer(&text.unwrap_or_default())
}

/// One object for each line that a command prints, by the command's name; `fault` is what standard error shows.
fn printed() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let mut lines: Vec<(&str, Value)> = vec![
        ("answer", line::<AnswerRecord>(&mut generator)),
        ("moves", line::<MovesRecord>(&mut generator)),
        ("explain", line::<explain::Explained>(&mut generator)),
        ("board", line::<BoardRecord>(&mut generator)),
        ("describe", line::<describe::Record<'_>>(&mut generator)),
        ("diff", line::<diff::Record<'_>>(&mut generator)),
        ("draw", line::<draw::Record<'_>>(&mut generator)),
        ("perft", line::<CountRecord>(&mut generator)),
        ("playout", line::<TallyRecord<'_>>(&mut generator)),
        ("game", line::<GameRecord<'_>>(&mut generator)),
        ("solve", line::<SolutionRecord<'_>>(&mut generator)),
        ("check", line::<check::Record<'_>>(&mut generator)),
        ("listing", line::<listing::Record<'_>>(&mut generator)),
        ("test", line::<TestRecord<'_>>(&mut generator)),
        ("mutate", line::<test::mutate::Record<'_>>(&mut generator)),
        ("coverage", line::<coverage::Record<'_>>(&mut generator)),
        ("games", line::<games::Record<'_>>(&mut generator)),
        ("betza", line::<betza::Record<'_>>(&mut generator)),
        ("import", line::<import::Record<'_>>(&mut generator)),
        ("fmt", line::<fmt::Record<'_>>(&mut generator)),
        ("new", line::<new::Record<'_>>(&mut generator)),
        ("fault", line::<FaultRecord<'_>>(&mut generator)),
    ];
    let any: Vec<Value> =
        lines.iter().map(|(name, _)| json!({ "$ref": format!("#/$defs/line-{name}") })).collect();
    let mut defs: Map<String, Value> = generator.take_definitions(true);
    defs.extend(lines.drain(..).map(|(name, schema)| (format!("line-{name}"), schema)));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "what interp prints with --format json: one of these a line",
        "anyOf": any,
        "$defs": defs,
    })
}

/// The schema of rule files. One that extends another need not have what that one has, takes keys away with `false`, and adds to lists.
fn rules() -> serde_json::Result<Value> {
    let mut whole: Value = serde_json::from_str(RULES)?;
    let defs = whole["$defs"].take();
    let head: Map<String, Value> = ["$schema", "title", "description"]
        .into_iter()
        .map(|key| (key.to_owned(), whole[key].take()))
        .collect();
    if let Some(keys) = whole.as_object_mut() {
        keys.retain(|_, value| !value.is_null());
    }
    let mut all = Map::new();
    all.insert(String::from("variant"), variant(&whole));
    all.insert(String::from("whole"), whole);
    for (name, def) in defs.as_object().into_iter().flatten() {
        all.insert(format!("variant-{name}"), variant(def));
        all.insert(name.clone(), def.clone());
    }
    all.insert(String::from("lists"), all["variant"].clone());
    for list in ["before", "after", "instead"] {
        let about = "Lists of the base that are added to at the front or the back, or replaced.";
        all["variant"]["properties"][list] =
            json!({ "description": about, "$ref": "#/$defs/lists" });
    }
    let mut schema = Value::Object(head);
    schema["if"] = json!({ "required": ["extends"] });
    schema["then"] = json!({ "$ref": "#/$defs/variant" });
    schema["else"] = json!({ "$ref": "#/$defs/whole" });
    schema["$defs"] = Value::Object(all);
    Ok(schema)
}

/// A part of the schema as it is in a file that extends another: nothing is required, and any key may be `false`.
fn variant(schema: &Value) -> Value {
    let may_be_gone = |of: &Value| match of {
        Value::Bool(_) => of.clone(),
        of => json!({ "anyOf": [variant(of), { "const": false }] }),
    };
    match schema {
        Value::Object(keys) => {
            // Some of the keys must be there: the base may have them.
            let choice = |list: &Value| {
                list.as_array()
                    .is_some_and(|list| list.iter().all(|one| one.get("required").is_some()))
            };
            let asks = |key: &str, value: &Value| match key {
                "required" | "minProperties" => true,
                "anyOf" => choice(value),
                _ => false,
            };
            let kept = keys.iter().filter(|(key, value)| !asks(key, value));
            let changed = kept.map(|(key, value)| {
                let value = match (key.as_str(), value) {
                    ("properties", Value::Object(of)) => {
                        of.iter().map(|(key, of)| (key.clone(), may_be_gone(of))).collect()
                    }
                    ("additionalProperties", of) => may_be_gone(of),
                    ("$ref", Value::String(to)) => {
                        json!(to.replace("#/$defs/", "#/$defs/variant-"))
                    }
                    (_, value) => variant(value),
                };
                (key.clone(), value)
            });
            Value::Object(changed.collect())
        }
        Value::Array(items) => items.iter().map(variant).collect(),
        other => other.clone(),
    }
}

/// The schema of a record as it is printed: with its version.
fn line<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let mut schema = T::json_schema(generator).to_value();
    schema["properties"]["version"] = json!({ "const": VERSION });
    match schema["required"].as_array_mut() {
        Some(required) => required.insert(0, json!("version")),
        None => schema["required"] = json!(["version"]),
    }
    // A key that nobody promised is a fault of the contract; flattened parts forbid the plain word.
    schema["unevaluatedProperties"] = json!(false);
    schema
}
