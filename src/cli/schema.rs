//! `interp schema`: what the objects look like that `--format json` prints, and what rule files look like, as JSON Schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::args::Described;
use super::console::Console;
use super::fail::Failure;
use super::{betza, check, explain, games, import, listing};
use crate::game::FaultRecord;
use crate::report::{
    AnswerRecord, BoardRecord, CountRecord, GameRecord, MovesRecord, SolutionRecord, TallyRecord,
    TestRecord, VERSION,
};

/// The schema of a rule file that extends none.
const RULES: &str = include_str!("../../tables/rules.schema.json");

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
        ("perft", line::<CountRecord>(&mut generator)),
        ("playout", line::<TallyRecord<'_>>(&mut generator)),
        ("game", line::<GameRecord<'_>>(&mut generator)),
        ("solve", line::<SolutionRecord<'_>>(&mut generator)),
        ("check", line::<check::Record<'_>>(&mut generator)),
        ("listing", line::<listing::Record<'_>>(&mut generator)),
        ("test", line::<TestRecord<'_>>(&mut generator)),
        ("games", line::<games::Record<'_>>(&mut generator)),
        ("betza", line::<betza::Record<'_>>(&mut generator)),
        ("import", line::<import::Record<'_>>(&mut generator)),
        ("fault", line::<FaultRecord<'_>>(&mut generator)),
    ];
        ("fmt", line::<fmt::Record<'_>>(&mut generator)),
        ("new", line::<new::Record<'_>>(&mut generator)),
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
