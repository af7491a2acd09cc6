//! `interp lsp`: rule files in editors, by the Language Server Protocol 3.17 on standard input and output.
//!
//! The thread that reads answers: what is asked needs the text and no game, and is answered before the next key is pressed. Faults are
//! looked for beside that ([`watch`]). What a rule file means to an editor is told by [`crate::editor`]; here it is only put into the
//! protocol's words and places.

// What a client sends arrives here: nothing is indexed by it.
#![deny(clippy::indexing_slicing)]

mod action;
mod answer;
mod documents;
mod finding;
mod layout;
mod place;
mod uri;
mod watch;
mod wire;

use std::io::{BufRead, Write};

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CompletionOptions, CompletionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, DocumentHighlightParams,
    DocumentSymbolParams, FoldingRangeParams, FoldingRangeProviderCapability, GotoDefinitionParams,
    HoverParams, HoverProviderCapability, InitializeParams, OneOf, PositionEncodingKind,
    ReferenceParams, RenameOptions, RenameParams, ServerCapabilities, TextDocumentIdentifier,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    WorkDoneProgressOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::fail::Failure;
use answer::Asked;
use documents::Snapshot;
use place::{Lines, Units};
use watch::Shared;
use wire::{Message, Refusal, code};

/// Serves until the client ends it, or the input ends.
pub fn run(mut input: impl BufRead, output: impl Write + Send) -> Result<(), Failure> {
    let shared = Shared::new(output);
    let mut server = Server { shared: &shared, stage: Stage::New };
    shared.beside(|| {
        loop {
            let message = match wire::read(&mut input) {
                Ok(Some(message)) => message,
                Ok(None) => return Ok(()),
                Err(error) => return Err(Failure::usage(error.to_string())),
            };
            match message {
                Ok(message) => server.take(message),
                Err(refusal) => shared.send(&wire::answer(&Value::Null, Err(refusal))),
            }
            match server.stage {
                Stage::Over(true) => return Ok(()),
                Stage::Over(false) => {
                    return Err(Failure::usage("`exit` came before `shutdown`"));
                }
                _ => {}
            }
        }
    })
}

/// How far a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not begun.
    New,
    /// Anything may be asked.
    Open,
    /// Nothing more may be asked.
    Shut,
    /// It is over; whether in good order.
    Over(bool),
}

struct Server<'s, W> {
    shared: &'s Shared<W>,
    stage: Stage,
}

impl<W: Write + Send> Server<'_, W> {
    fn take(&mut self, message: Message) {
        match (message.id, message.method) {
            (Some(id), Some(method)) => {
                let answer = self.request(&method, message.params);
                self.shared.send(&wire::answer(&id, answer));
            }
            (None, Some(method)) => self.notified(&method, message.params),
            // Nothing is asked of clients, so that their answers say nothing.
            (_, None) => {}
        }
    }

    fn notified(&mut self, method: &str, params: Value) {
        if method == "exit" {
            self.stage = Stage::Over(self.stage == Stage::Shut);
        }
        if self.stage != Stage::Open {
            return;
        }
        // One that says not what it must changes nothing, and there is nobody to tell.
        match method {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document }) = read(params) else { return };
                let uri = text_document.uri.to_string();
                let (text, version) = (text_document.text, text_document.version);
                self.shared.documents().open(uri.clone(), text, version);
                self.changed(&uri);
            }
            "textDocument/didChange" => {
                let Ok(change) = read::<DidChangeTextDocumentParams>(params) else { return };
                let uri = change.text_document.uri.to_string();
                let version = change.text_document.version;
                self.shared.documents().change(&uri, version, change.content_changes);
                self.changed(&uri);
            }
            "textDocument/didClose" => {
                let Ok(DidCloseTextDocumentParams { text_document }) = read(params) else { return };
                let uri = text_document.uri.to_string();
                if self.shared.documents().close(&uri) {
                    self.shared.forget(&uri);
                    self.others(&uri);
                }
            }
            _ => {}
        }
    }

    /// A document has changed, and with it those that build on it.
    fn changed(&self, uri: &str) {
        self.shared.look(uri);
        self.others(uri);
    }

    fn others(&self, uri: &str) {
        let others = self.shared.documents().touch_others(uri);
        for other in others {
            self.shared.look(&other);
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match (self.stage, method) {
            (Stage::New, "initialize") => {
                let answer = self.initialize(read(params)?);
                self.stage = Stage::Open;
                Ok(answer)
            }
            (Stage::New, _) => {
                let message = String::from("`initialize` comes first");
                Err(Refusal { code: code::NOT_INITIALIZED, message })
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Shut;
                Ok(Value::Null)
            }
            (Stage::Open, _) => self.asked(method, params),
            (Stage::Shut | Stage::Over(_), _) => {
                let message = String::from("nothing is answered after `shutdown`");
                Err(Refusal { code: code::INVALID_REQUEST, message })
            }
        }
    }

    /// Answers what is asked of a document.
    fn asked(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            "textDocument/codeAction" => {
                let asked: CodeActionParams = read(params)?;
                let snapshot = self.snapshot(&asked.text_document)?;
                let span = Lines::new(&snapshot.document.text, snapshot.units).span(asked.range);
                told(action::actions(&snapshot, span, &asked.context))
            }
            "textDocument/completion" => {
                let asked: CompletionParams = read(params)?;
                self.at(&asked.text_document_position, |asked| told(asked.completion()))
            }
            "textDocument/hover" => {
                let asked: HoverParams = read(params)?;
                let place = &asked.text_document_position_params;
                self.at(place, |asked| told(asked.hover()))
            }
            "textDocument/definition" => {
                let asked: GotoDefinitionParams = read(params)?;
                let place = &asked.text_document_position_params;
                self.at(place, |asked| told(asked.definition()))
            }
            "textDocument/references" => {
                let asked: ReferenceParams = read(params)?;
                let declared = asked.context.include_declaration;
                self.at(&asked.text_document_position, |asked| told(asked.references(declared)))
            }
            "textDocument/documentHighlight" => {
                let asked: DocumentHighlightParams = read(params)?;
                let place = &asked.text_document_position_params;
                self.at(place, |asked| told(asked.highlights()))
            }
            "textDocument/prepareRename" => {
                let place: TextDocumentPositionParams = read(params)?;
                self.at(&place, |asked| told(asked.renamable()?))
            }
            "textDocument/rename" => {
                let asked: RenameParams = read(params)?;
                let name = asked.new_name;
                self.at(&asked.text_document_position, |asked| told(asked.rename(&name)?))
            }
            "textDocument/formatting" => {
                let asked: DocumentFormattingParams = read(params)?;
                told(layout::tidied(&self.snapshot(&asked.text_document)?)?)
            }
            "textDocument/foldingRange" => {
                let asked: FoldingRangeParams = read(params)?;
                told(layout::folds(&self.snapshot(&asked.text_document)?))
            }
            "textDocument/documentSymbol" => {
                let asked: DocumentSymbolParams = read(params)?;
                told(layout::symbols(&self.snapshot(&asked.text_document)?))
            }
            _ => {
                let message = format!("nothing answers `{method}`");
                Err(Refusal { code: code::METHOD, message })
            }
        }
    }

    /// Answers what is asked of a place.
    fn at(
        &self,
        place: &TextDocumentPositionParams,
        answer: impl FnOnce(Asked<'_>) -> Result<Value, Refusal>,
    ) -> Result<Value, Refusal> {
        let snapshot = self.snapshot(&place.text_document)?;
        answer(Asked::new(&snapshot, place.position))
    }

    /// The document that is asked about.
    fn snapshot(&self, of: &TextDocumentIdentifier) -> Result<Snapshot, Refusal> {
        let uri = of.uri.as_str();
        self.shared
            .documents()
            .snapshot(uri)
            .ok_or_else(|| Refusal { code: code::PARAMS, message: format!("`{uri}` is not open") })
    }

    fn initialize(&self, params: InitializeParams) -> Value {
        let offered = params.capabilities.general.and_then(|general| general.position_encodings);
        let bytes = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        self.shared.documents().units = if bytes { Units::Bytes } else { Units::Utf16 };
        let capabilities = ServerCapabilities {
            position_encoding: bytes.then_some(PositionEncodingKind::UTF8),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(
                TextDocumentSyncKind::INCREMENTAL,
            )),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::SOURCE_FIX_ALL,
                ]),
                ..CodeActionOptions::default()
            })),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(
                    ["'", "\"", " ", "(", "{", "[", ".", ","].map(String::from).to_vec(),
                ),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            document_formatting_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            ..ServerCapabilities::default()
        };
        json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "interp", "version": env!("CARGO_PKG_VERSION") },
        })
    }
}

/// What a message says, as the protocol has it.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal { code: code::PARAMS, message: error.to_string() })
}

/// An answer in the protocol's words.
fn told(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| Refusal::failed(error.to_string()))
}
