//! How positions are written: the file's `[format]`, every name resolved.

use super::limits;
use super::load::Loader;
use super::model::*;
use crate::diag::Diagnostic;
use crate::index::{Kind, Piece, Player};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{CasesAst, Content};
use crate::syntax::decl::{FormDecl, FormatDecl, GlyphDecl, LettersDecl, TurnDecl};
use crate::syntax::parse;
use crate::syntax::template::{Named, PartAst, TemplateAst};
use crate::syntax::text::Text;

impl Loader {
    pub(super) fn format(
        &mut self,
        decl: Option<FormatDecl>,
        whole: Span,
        board: &Board,
    ) -> Format {
        let reads_size = board.size.is_none();
        // What is not written in the file has its place where it is missing.
        let place = decl.as_ref().map_or(whole, |decl| decl.span);
        let template = |text: &str| {
            let text = Text::new(text, Span::new(0, text.len()), text);
            let parts = parse::template(&text).unwrap_or_default().into_iter();
            Template(
                parts
                    .filter_map(|part| match part.value {
                        PartAst::Part(part) => Some(Spanned::new(part, place)),
                        PartAst::Named(..) => None,
                    })
                    .collect(),
            )
        };
        let layered = if board.shape.layers > 1 { "{layer}{file}{rank}" } else { "{file}{rank}" };
        let coordinate = || template(layered);
        let Some(decl) = decl else {
            return Format {
                cases: Cases::End,
                case: template("{board}"),
                ask: Ask::Verdict,
                answer: template("{verdict}"),
                no_move: None,
                turn: TurnText::First,
                cells: Vec::new(),
                kinds: Vec::new(),
                short: false,
                numbered: None,
                letters: Vec::new(),
                also: Vec::new(),
                coordinate: coordinate(),
            };
        };
        let ask = match &decl.ask {
            None => Ask::Verdict,
            Some(word) => match word.value.as_str() {
                "verdict" => Ask::Verdict,
                "move" => Ask::Move,
                "moves" => Ask::Moves,
                other => {
                    let fault = Diagnostic::unknown(
                        "question",
                        other,
                        word.span,
                        ["verdict", "move", "moves"],
                    );
                    self.faults.push(fault);
                    Ask::Verdict
                }
            },
        };
        let default_answer = match ask {
            Ask::Verdict => "{verdict}",
            Ask::Move => "{move}",
            Ask::Moves => "{moves}",
        };
        let default_case =
            if reads_size { "{turn}\n{width} {height}\n{board}" } else { "{turn}\n{board}" };
        let turn = self.turn_text(&decl.turn).unwrap_or_else(|| {
            let named = self.names.players.iter().enumerate();
            TurnText::Words(named.map(|(at, name)| (name.clone(), Player::at(at))).collect())
        });
        let cells = self.glyphs(&decl.cells, decl.span);
        let kinds = self.kind_letters(&decl.kinds);
        let short = decl.moves.as_ref().is_some_and(|moves| self.short(moves));
        let numbered = decl.coordinate.iter().flatten().find_map(|part| match &part.value {
            PartAst::Named(Named::Number, region, _) => self.numbered(region),
            _ => None,
        });
        let letters = decl.letters.iter().flat_map(|letters| self.letters(letters)).collect();
        let also = self.forms(decl.also);
        let mut written = |parts: Option<TemplateAst>| parts.map(|parts| self.template(parts));
        let (case, answer) = (written(decl.case), written(decl.answer));
        let (no_move, cell) = (written(decl.no_move), written(decl.coordinate));
        Format {
            cases: match decl.cases {
                None | Some(CasesAst::End) => Cases::End,
                Some(CasesAst::Count) => Cases::Count,
                Some(CasesAst::Until(field, number)) => Cases::Until(field, number),
            },
            case: case.unwrap_or_else(|| template(default_case)),
            ask,
            answer: answer.unwrap_or_else(|| template(default_answer)),
            no_move,
            turn,
            cells,
            kinds,
            short,
            numbered,
            letters,
            also,
            coordinate: cell.unwrap_or_else(coordinate),
        }
    }

    /// Whose turn the words say it is; none where there are none.
    fn turn_text(&mut self, decl: &TurnDecl) -> Option<TurnText> {
        Some(match decl {
            TurnDecl::Word(word) => match word.value.as_str() {
                "fewest" => TurnText::Fewest(word.span),
                "first" => TurnText::First,
                other => {
                    let fault = Diagnostic::unknown(
                        "way to tell the turn",
                        other,
                        word.span,
                        ["fewest", "first"],
                    );
                    self.faults.push(fault.help("or a table of words: `turn = { g = \"green\" }`"));
                    TurnText::First
                }
            },
            TurnDecl::Words(words) => TurnText::Words(self.turn_words(words)),
            TurnDecl::Absent => return None,
        })
    }

    fn forms(&mut self, decls: Vec<FormDecl>) -> Vec<Also> {
        if let Some(more) = decls.get(limits::FORMS) {
            let message = format!("more than {} forms beside the format's own", limits::FORMS);
            self.faults.push(Diagnostic::new(message, more.name.span));
        }
        let also = decls.into_iter().take(limits::FORMS).map(|decl| {
            let turn = self.turn_text(&decl.turn);
            let cells = decl.cells.map(|cells| self.glyphs(&cells, decl.name.span));
            let case = decl.case.map(|case| self.template(case));
            Also { name: decl.name, case, turn, cells }
        });
        also.collect()
    }

    /// A template with its names resolved; what cannot be is left out.
    fn template(&mut self, parts: TemplateAst) -> Template {
        let resolved = parts.into_iter().filter_map(|part| {
            let value = match part.value {
                PartAst::Part(part) => part,
                PartAst::Named(named, name, style) => {
                    let field = match named {
                        Named::Letters => Field::Letters(self.names.mark(&name, &mut self.faults)?),
                        Named::Marked => Field::Marked(self.names.mark(&name, &mut self.faults)?),
                        Named::Number => Field::Nth,
                        Named::Numbers => {
                            Field::Numbers(self.names.number(&name, &mut self.faults)?.0)
                        }
                        Named::Score => Field::Score(self.names.score(&name, &mut self.faults)?),
                        Named::Counter => {
                            Field::Counter(self.names.counter(&name, &mut self.faults)?.0)
                        }
                    };
                    Part::Field(field, style)
                }
            };
            Some(Spanned::new(value, part.span))
        });
        Template(resolved.collect())
    }

    /// The cells of a region, or of what else a word says of where a cell is.
    fn numbered(&mut self, region: &Spanned<String>) -> Option<Cells> {
        let word = Text::made(region.span, [(region.value.as_str(), region.span)]);
        match parse::test(&word) {
            Ok(test) => self.names.cells(&test, &mut self.faults),
            Err(faults) => {
                self.faults.extend(faults);
                None
            }
        }
    }

    /// Whether the names of moves are short.
    fn short(&mut self, moves: &Text) -> bool {
        let known = ["whole", "short"];
        if !known.contains(&moves.value.as_str()) {
            self.faults.push(Diagnostic::unknown("name of moves", &moves.value, moves.span, known));
        }
        moves.value == "short"
    }

    /// The letters of kinds; what is wrong with one beside the names of cells is told later.
    fn kind_letters(&mut self, decl: &[(Spanned<String>, Text)]) -> Vec<(Spanned<String>, Kind)> {
        let mut letters: Vec<(Spanned<String>, Kind)> = Vec::new();
        for (letter, kind) in decl {
            let name = Spanned::new(kind.value.clone(), kind.span);
            let Some(kind) = self.names.kind(&name, &mut self.faults) else { continue };
            if let Some((other, _)) = letters.iter().find(|(_, known)| *known == kind) {
                self.faults.push(twice(letter, other));
            }
            letters.push((letter.clone(), kind));
        }
        letters
    }

    fn letters(&mut self, decl: &LettersDecl) -> Vec<Letter> {
        let Some(mark) = self.names.mark(&decl.mark, &mut self.faults) else { return Vec::new() };
        let mut letters = Vec::new();
        for (letter, tests) in &decl.letters {
            let mut chars = letter.value.chars();
            let one = matches!((chars.next(), chars.next()), (Some(_), None));
            if !one
                || letter.value.contains(|c: char| c == '-' || c.is_whitespace() || c.is_control())
            {
                let message = format!("`{}` is no letter for a mark", letter.value.escape_debug());
                let fault = Diagnostic::new(message, letter.span);
                self.faults.push(fault.help("one character, neither a blank nor `-`"));
            }
            if tests.is_empty() {
                self.faults.push(Diagnostic::new("a letter that never means a cell", letter.span));
            }
            let tests = tests.iter().map(|test| self.names.test(test, &mut self.faults));
            let tests = tests.collect::<Option<Vec<_>>>();
            letters.extend(tests.map(|tests| Letter { letter: letter.clone(), mark, tests }));
        }
        letters
    }

    fn turn_words(&mut self, words: &[(Spanned<String>, Text)]) -> Vec<(Spanned<String>, Player)> {
        let mut found: Vec<(Spanned<String>, Player)> = Vec::new();
        for (word, player) in words {
            if word.value.is_empty() || word.value.contains(char::is_whitespace) {
                self.faults.push(Diagnostic::new("a turn's word has no blanks in it", word.span));
            }
            let name = Spanned::new(player.value.clone(), player.span);
            found.extend(
                self.names.player(&name, &mut self.faults).map(|player| (word.clone(), player)),
            );
        }
        found
    }

    /// The glyphs of a format, or of another form; `place` is where a missing one is missing.
    fn glyphs(&mut self, decl: &[GlyphDecl], place: Span) -> Vec<Glyph> {
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (key, content) in decl {
            let piece = match &content.value {
                Content::Empty => Some(Piece::EMPTY),
                Content::Names(first, second) => self.content(first, second.as_ref()),
            };
            if let Some(message) = unfit(&key.value) {
                self.faults.push(Diagnostic::new(message, key.span));
                continue;
            }
            let Some(piece) = piece else { continue };
            if let Some(other) = glyphs.iter().find(|other| other.piece == piece) {
                self.faults.push(twice(key, &other.glyph));
            }
            glyphs.push(Glyph { glyph: key.clone(), piece });
        }
        if !glyphs.is_empty()
            && !glyphs.iter().any(|glyph| glyph.piece.is_empty())
            && decl.len() == glyphs.len()
        {
            let fault = Diagnostic::new("no character stands for an empty cell", place);
            self.faults.push(fault.help("add `\".\" = \"empty\"` to `cells`"));
        }
        glyphs
    }

    fn content(
        &mut self,
        first: &Spanned<String>,
        second: Option<&Spanned<String>>,
    ) -> Option<Piece> {
        let Some(second) = second else {
            let kind = self.names.kind(first, &mut self.faults)?;
            if !self.names.neutral(kind) {
                let fault = Diagnostic::new(format!("whose `{}`?", first.value), first.span);
                let owner = self.names.players.first().map_or("", |player| player.value.as_str());
                self.faults.push(
                    fault
                        .label("needs an owner")
                        .help(format!("for example `{owner} {}`", first.value)),
                );
                return None;
            }
            return Some(Piece::new(kind, None));
        };
        let (player, kind) =
            (self.names.player(first, &mut self.faults), self.names.kind(second, &mut self.faults));
        let (player, kind): (Player, Kind) = (player?, kind?);
        if self.names.neutral(kind) {
            let fault = Diagnostic::new(
                format!("a `{}` belongs to nobody", second.value),
                first.span.to(second.span),
            );
            self.faults.push(fault.help(format!("write `{}`", second.value)));
            return None;
        }
        Some(Piece::new(kind, Some(player)))
    }
}

/// The fault of two signs for one thing, told at the one that was written last, which may be in a file that builds on the other's.
fn twice(one: &Spanned<String>, other: &Spanned<String>) -> Diagnostic {
    let [first, last] = if one.span < other.span { [one, other] } else { [other, one] };
    let message = format!("`{}` and `{}` stand for the same", last.value, first.value);
    Diagnostic::new(message, last.span).also(first.span, "the other")
}

/// Why a text cannot stand for the content of a cell.
pub(super) fn unfit(glyph: &str) -> Option<String> {
    let what = match glyph.chars().find(|c| c.is_control() || c.is_whitespace()) {
        Some(c) if c.is_control() => "a control character",
        Some(_) => "a blank",
        None if glyph.is_empty() => "an empty text",
        None if glyph.chars().count() > limits::GLYPH => {
            return Some(format!("`{glyph}` is longer than {} characters", limits::GLYPH));
        }
        None => return None,
    };
    Some(format!("{what} cannot stand for a cell"))
}
