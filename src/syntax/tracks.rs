//! `[directions]`: directions of the file's own, each a line of cells or several.

use super::decl::{TrackDecl, TrackLine, TrackLines};
use super::document::Reader;
use super::fields::{Fields, Value, as_table, as_texts};
use super::limits::TRACKS;
use super::parse;
use crate::diag::Diagnostic;
use toml::de::DeValue;

impl<'f> Reader<'f, '_> {
    /// The directions, whose names are known before anything else is read.
    pub(super) fn tracks(&mut self, top: &mut Fields<'f>) -> Vec<TrackDecl> {
        let tracks = self.named(top, "directions", |reader, name, value| {
            reader.known.tracks.push(name.clone());
            let of = match value.get_ref() {
                DeValue::Table(_) => {
                    let mut each = Vec::new();
                    for (player, value) in as_table(reader.file, value, reader.faults)?.rest() {
                        each.push((player, reader.lanes(value)));
                    }
                    TrackLines::Each(each)
                }
                _ => TrackLines::All(reader.lanes(value)),
            };
            Some(TrackDecl { name, of })
        });
        if let Some(more) = tracks.get(TRACKS) {
            let fault = Diagnostic::new("too many directions", more.name.span);
            self.faults.push(fault.label(format!("at most {TRACKS}")));
        }
        tracks
    }

    /// A line of cells, or a list of them.
    fn lanes(&mut self, value: Value<'f>) -> Vec<TrackLine> {
        let texts = match value.get_ref() {
            DeValue::Array(_) => as_texts(self.file, value, self.faults),
            _ => super::fields::as_text(self.file, &value, self.faults).into_iter().collect(),
        };
        texts.iter().filter_map(|text| self.parsed(parse::lane(text))).collect()
    }
}
