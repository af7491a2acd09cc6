//! `[areas]`: the board parted into sets of cells, each of which is a region, all a list.

use super::ast::{Name, TestAst, TestWord};
use super::decl::{BoardDecl, SizeDecl};
use super::document::Reader;
use super::fields::{Fields, Value, as_table, as_texts, wrong};
use super::limits::AREAS;
use super::parse;
use super::text::Text;
use super::unfold::List;
use crate::diag::Diagnostic;
use crate::source::{Span, Spanned};
use toml::de::DeValue;

impl<'f> Reader<'f, '_> {
    /// The regions that the board is parted into; each partition is a list as well.
    pub(super) fn areas(
        &mut self,
        top: &mut Fields<'f>,
        board: Option<&BoardDecl>,
    ) -> Vec<(Name, TestAst)> {
        let mut regions = Vec::new();
        for (name, value) in top.table("areas", self.faults).map_or_else(Vec::new, Fields::rest) {
            let before = self.faults.len();
            let found = self.partition(&name, value, board).unwrap_or_default();
            if let Some(list) = self.known.lists.iter().find(|list| list.name.value == name.value) {
                let fault =
                    Diagnostic::new(format!("`{}` names two things", name.value), name.span);
                self.faults.push(fault.label("areas").also(list.name.span, "a list"));
            }
            if self.faults.len() > before || found.is_empty() {
                self.broken.push(name);
                continue;
            }
            let text = |region: &Name| {
                vec![Text::made(region.span, [(region.value.as_str(), region.span)])]
            };
            let rows = found.iter().map(|(region, _)| text(region)).collect();
            self.known.lists.push(List { name, rows, used: true });
            regions.extend(found);
        }
        regions
    }

    fn partition(
        &mut self,
        name: &Name,
        value: Value<'f>,
        board: Option<&BoardDecl>,
    ) -> Option<Vec<(Name, TestAst)>> {
        let place = Span::from(value.span());
        let mut fields = as_table(self.file, value, self.faults)?;
        fields.only("areas", &["blocks", "repeats", "names"], self.faults);
        if !parse::is_name(&name.value) {
            self.faults.push(parse::no_name(&name.value, name.span));
        }
        let blocks = fields.take("blocks").map(|(_, value)| value);
        let repeats = fields.take("repeats").map(|(_, value)| value);
        let (sides, whole) = match (blocks, repeats) {
            (Some(sides), None) => (sides, true),
            (None, Some(sides)) => (sides, false),
            _ => {
                let fault = Diagnostic::new("areas are `blocks` or `repeats`", place);
                let help = "write `blocks = [3, 3]`: each 3 files wide and 3 ranks high";
                self.faults.push(fault.label("one of the two").help(help));
                return None;
            }
        };
        let names = fields.take("names");
        let names = names.map(|(key, value)| (key.span, as_texts(self.file, value, self.faults)));
        let (wide, high) = self.sides(sides)?;
        let plain = |shape: &Option<Text>| shape.as_ref().is_none_or(|text| text.value == "square");
        let size = board.filter(|board| plain(&board.shape)).and_then(|board| match &board.size {
            Some(SizeDecl::Fixed(sides)) if sides.len() == 2 => {
                Some((sides[0].value, sides[1].value))
            }
            _ => None,
        });
        let Some((width, height)) = size else {
            let fault = Diagnostic::new("only a board of squares has areas", name.span);
            self.faults.push(fault.help("its size is told by the file: `size = [files, ranks]`"));
            return None;
        };
        if width % wide != 0 || height % high != 0 {
            let message = format!("{wide} × {high} cells do not part {width} × {height}");
            let fault = Diagnostic::new(message, place);
            self.faults.push(fault.label("some cells would be left over"));
            return None;
        }
        let (across, up) = if whole { (width / wide, height / high) } else { (wide, high) };
        let count = across as usize * up as usize;
        if count > AREAS {
            let fault = Diagnostic::new("too many areas", place);
            self.faults.push(fault.label(format!("{count}, and at most {AREAS}")));
            return None;
        }
        if let Some((key, names)) = &names {
            if names.len() != count {
                let message = format!("{} names for {count} areas", names.len());
                let fault = Diagnostic::new(message, *key);
                self.faults.push(fault.help("one for each, from the south-west rank by rank"));
                return None;
            }
            for name in names.iter().filter(|name| !parse::is_name(&name.value)) {
                self.faults.push(parse::no_name(&name.value, name.span));
            }
        }
        let regions = (0..count as u32).map(|at| {
            let (i, j) = (at % across, at / across);
            let region = match &names {
                Some((_, names)) => {
                    let name = &names[at as usize];
                    Spanned::new(name.value.clone(), name.span)
                }
                None => Spanned::new(format!("{}-{}", name.value, at + 1), name.span),
            };
            (region, cells(whole, (i, j), (wide, high), (width, height), place))
        });
        Some(regions.collect())
    }

    /// `[3, 3]`: files and ranks.
    fn sides(&mut self, value: Value<'f>) -> Option<(u32, u32)> {
        let span = Span::from(value.span());
        let DeValue::Array(items) = value.get_ref() else {
            return wrong("`[files, ranks]`", value.get_ref(), span, self.faults);
        };
        let numbers = items.iter().filter_map(|item| super::fields::as_number(item, self.faults));
        let numbers: Vec<u32> = numbers.map(|number| number.value).collect();
        match numbers.as_slice() {
            [wide, high] if *wide > 0 && *high > 0 => Some((*wide, *high)),
            _ => {
                let fault = Diagnostic::new("areas have two sides", span);
                self.faults.push(fault.help("write `[files, ranks]`, each at least 1"));
                None
            }
        }
    }
}

/// The cells of a block, or of what repeats.
fn cells(
    whole: bool,
    (i, j): (u32, u32),
    (wide, high): (u32, u32),
    (width, height): (u32, u32),
    place: Span,
) -> TestAst {
    let test = |word| Spanned::new(word, place);
    let both = if whole {
        let (file, rank) = (i * wide, j * high);
        vec![
            test(TestWord::Files(file as u16, (file + wide - 1) as u16)),
            test(TestWord::Ranks((rank + 1) as u16, (rank + high) as u16)),
        ]
    } else {
        let files = (i..width).step_by(wide as usize);
        let ranks = (j..height).step_by(high as usize);
        vec![
            test(TestWord::Or(files.map(|file| test(TestWord::File(file as u16))).collect())),
            test(TestWord::Or(ranks.map(|rank| test(TestWord::Rank((rank + 1) as u16))).collect())),
        ]
    };
    test(TestWord::And(both))
}
