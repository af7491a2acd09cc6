//! The rules as a page that a player could learn the game from.

use std::fmt::Write;

use crate::index::{Kind, Piece, Player};
use crate::notation::Notation;
use crate::position::{Position, Size};
use crate::rules::{
    Cells, Goal, KindRule, MoveRule, Outcome, Outline, Pass, Receiver, Rules, Tiling, Who,
};
use crate::words::{self, walk};

/// What is done in a move is told in a sentence, if it is not more than this.
const STEPS: usize = 5;
/// The size of the board where each position brings its own.
const USUAL: Size = Size { width: 8, height: 8 };

/// The widest drawing beside which another one is put.
const BESIDE: usize = 40;

/// A move of a game, shown.
pub struct Example {
    /// The name of who makes it.
    pub mover: String,
    /// The move.
    pub name: String,
    /// The position before it, drawn.
    pub before: String,
    /// The position after it, drawn.
    pub after: String,
}

/// An example of a rule's moves: of a kind of piece's, or an action's.
type Examples<'n> = &'n dyn Fn(Option<Kind>, &MoveRule) -> Option<Example>;

/// The page, as Markdown. What the rules call by a name is called so, and the names are explained at the end. `reach` draws where a kind
/// of piece goes, `example` shows a move that takes many words.
pub fn describe(
    notation: &Notation,
    reach: &dyn Fn(&str) -> Option<String>,
    example: Examples<'_>,
) -> String {
    let rules = notation.rules();
    let start = rules.setup.as_ref().and_then(|text| notation.position(&text.value).ok());
    let start = start.map(|case| case.position);
    let size = rules.board.size.or(start.as_ref().map(|start| start.size)).unwrap_or(USUAL);
    let mut page = Page { rules, notation, reach, example, out: String::new() };
    let name = if rules.name.is_empty() { "The rules" } else { &rules.name };
    page.line(&format!("# {name}"));
    if let Some(about) = &rules.about {
        page.paragraph(&sentence(about));
    }
    page.board(size, start.as_ref());
    page.turns();
    page.pieces();
    page.actions();
    page.forbidden();
    page.sight();
    page.ends();
    page.glossary();
    page.out
}

/// A page that is being written.
struct Page<'n> {
    rules: &'n Rules,
    notation: &'n Notation,
    reach: &'n dyn Fn(&str) -> Option<String>,
    example: Examples<'n>,
    out: String,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.out, "\n{text}");
    }

    fn heading(&mut self, text: &str) {
        let _ = writeln!(self.out, "\n## {text}");
    }

    fn item(&mut self, text: &str) {
        let _ = writeln!(self.out, "- {}", sentence(text));
    }

    /// A drawing in a block of its own.
    fn drawing(&mut self, lines: &str) {
        let gap = if self.out.ends_with("\n\n") { "" } else { "\n" };
        let _ = write!(self.out, "{gap}```text\n{}\n```\n", lines.trim_end_matches('\n'));
    }

    fn player(&self, player: Player) -> String {
        capital(&self.rules.players[player.index()].name.value)
    }

    fn board(&mut self, size: Size, start: Option<&Position>) {
        let shape = &self.rules.board.shape;
        let Size { width, height } = size;
        let layers = shape.layers;
        let cells = match (&shape.tiling, shape.outline) {
            (Tiling::Drawn(_), _) => String::from("places joined by lines"),
            (tiling, outline) => {
                let cells = match tiling {
                    Tiling::Hex => "hexagons",
                    Tiling::Triangular => "triangles",
                    _ => "squares",
                };
                match outline {
                    Outline::Whole if layers > 1 => {
                        format!(
                            "{cells}, {width} by {} in each of {layers} layers",
                            height / layers
                        )
                    }
                    Outline::Whole => format!("{cells}, {width} by {height}"),
                    _ => format!(
                        "{cells} on a grid of {width} by {height}, of which it fills a part"
                    ),
                }
            }
        };
        let any = if self.rules.board.size.is_none() { "; other sizes may be played" } else { "" };
        self.paragraph(&format!("The board is of {cells}{any}."));
        match shape.wraps {
            (true, true) => self.paragraph("Its opposite edges are joined."),
            (true, false) => self.paragraph("Its west and east edges are joined."),
            (false, true) => self.paragraph("Its south and north edges are joined."),
            (false, false) => {}
        }
        if self.rules.board.stack > 1 {
            let most = self.rules.board.stack;
            self.paragraph(&format!("Pieces may stand on one another, at most {most}."));
        }
        if let Some(start) = start {
            self.paragraph("The game begins so:");
            let drawn = self.notation.draw(start);
            self.drawing(&drawn);
            let mut legend = Vec::new();
            for (player, rule) in self.rules.players.iter().enumerate() {
                for kind in 0..self.rules.kinds.len() {
                    let piece = Piece::new(Kind::at(kind), Some(Player::at(player)));
                    let cells = usize::from(width) * usize::from(height);
                    if start.cells.iter().take(cells).any(|on| *on == piece) {
                        let glyph = self.notation.glyph(piece);
                        let kind = &self.rules.kinds[kind].name.value;
                        legend.push(format!("`{glyph}` {} {kind}", rule.name.value));
                    }
                }
            }
            if !legend.is_empty() {
                self.paragraph(&format!("{}.", legend.join(", ")));
            }
            for told in self.notation.remembered(start) {
                self.paragraph(&format!("{told}."));
            }
        }
    }

    /// Who is whose team-mate.
    fn teams(&mut self) {
        let rules = self.rules;
        for team in rules.teams() {
            let Some(name) =
                &rules.players.get(team.index()).and_then(|rule| rule.team_name.as_ref())
            else {
                continue;
            };
            let members: Vec<String> = rules.members(team).map(|one| self.player(one)).collect();
            let verb = if members.len() == 1 { "plays" } else { "play together" };
            self.paragraph(&format!("{} {verb}, as {}.", listed(&members, "and"), name.value));
        }
    }

    fn turns(&mut self) {
        let rules = self.rules;
        self.heading("The turn");
        let order: Vec<String> =
            rules.turn.order.iter().map(|player| self.player(*player)).collect();
        match order.as_slice() {
            [] => {}
            [only] => self.paragraph(&format!("{only} plays alone.")),
            [first, ..] if rules.players.len() == order.len() => {
                self.paragraph(&format!("{} move in turn; {first} begins.", listed(&order, "and")));
            }
            _ => self.paragraph(&format!(
                "Moves are made in this order, over and over: {}.",
                order.join(", ")
            )),
        }
        self.teams();
        match rules.turn.pass {
            Some(Pass::Stuck(_)) => self.paragraph("Who has no move passes."),
            Some(Pass::Free(_)) => self.paragraph("A player may pass."),
            None => {}
        }
        let asked = [
            (&rules.turn.again, "A player moves again after a move of which holds: "),
            (&rules.turn.over, "The turn ends with a move of which holds: "),
            (&rules.turn.skip, "A player is passed over of whom holds: "),
        ];
        for (when, said) in asked {
            if let Some(when) = when {
                let text = format!("{said}{}.", words::cond(rules, None, &when.value));
                self.paragraph(&text);
            }
        }
        if let Some(must) = words::must(rules, None) {
            self.paragraph(&format!("Where there is {must}, it must be made."));
        }
        if let Some(prefer) = words::prefer(rules, None) {
            self.paragraph(&format!(
                "Of the moves that are left, those come first that are best by {prefer}."
            ));
        }
        if rules.turn.captures_last {
            self.paragraph("What is captured leaves the board when the move is over.");
        }
        match rules.hands.and_then(|hands| hands.receiver) {
            Some(Receiver::Captor) => {
                self.paragraph("What a player captures comes into their hand.");
            }
            Some(Receiver::Owner) => {
                self.paragraph("What is captured comes back into its owner's hand.");
            }
            None => {}
        }
    }

    fn pieces(&mut self) {
        if self.rules.kinds.iter().all(|kind| kind.moves.is_empty()) {
            return;
        }
        self.heading("The pieces");
        let mut moves = self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        if moves.any(|rule| walk::captures_by_landing(&rule.walk)) {
            self.paragraph("Who lands on an enemy's piece captures it.");
        }
        for (at, kind) in self.rules.kinds.iter().enumerate() {
            self.kind_of_piece(Kind::at(at), kind);
        }
    }

    fn kind_of_piece(&mut self, at: Kind, kind: &KindRule) {
        let _ = writeln!(self.out, "\n### {}\n", capital(&kind.name.value));
        if kind.neutral {
            self.line("It is nobody's.\n");
        }
        if kind.royal {
            self.line("It is royal: its owner may not leave it attacked.\n");
        }
        if kind.moves.is_empty() {
            self.line("It does not move.");
            return;
        }
        let mut becomes = None;
        for rule in &kind.moves {
            self.moves(Some(at), rule);
            becomes = becomes.or_else(|| walk::becomes(self.rules, &rule.walk));
        }
        if let Some(walk::Becomes { kinds, cells, either, optional }) = becomes {
            let kinds: Vec<String> = kinds.iter().map(|kind| walk::a(kind)).collect();
            let does = if optional { "may become" } else { "becomes" };
            let begun = if either { ", or where it began there" } else { "" };
            let kinds = listed(&kinds, "or");
            self.item(&format!("after a move that ends {cells}{begun}, it {does} {kinds}"));
        }
        if let Some(drawn) = (self.reach)(&kind.name.value) {
            self.drawing(&drawn);
        }
    }

    /// A move by its name, and its ways; and shown, where a way takes many words.
    fn moves(&mut self, kind: Option<Kind>, rule: &MoveRule) {
        let rules = self.rules;
        let name = &rules.move_names[rule.name.index()];
        let from = match &rule.from {
            Cells::All => String::new(),
            cells => format!("from a cell {}, ", words::cells(cells)),
        };
        let ways = walk::ways(rules, &rule.walk);
        let label = if name == "move" { String::new() } else { format!("*{name}*: ") };
        match ways.as_slice() {
            [only] if only.len() <= STEPS => {
                let text = format!("{from}{}", only.join(", "));
                let text =
                    if label.is_empty() { sentence(&text) } else { format!("{label}{text}.") };
                let _ = writeln!(self.out, "- {text}");
            }
            ways if label.is_empty() && from.is_empty() => {
                ways.iter().for_each(|way| self.way("", way));
            }
            ways => {
                let _ = writeln!(self.out, "- {label}{from}one of");
                ways.iter().for_each(|way| self.way("  ", way));
            }
        }
        if ways.iter().any(|way| way.len() > STEPS)
            && let Some(shown) = (self.example)(kind, rule)
        {
            self.shown(&shown);
        }
    }

    /// An example of a move: the board before it and after it.
    fn shown(&mut self, Example { mover, name, before, after }: &Example) {
        let name = name.trim();
        self.paragraph(&format!("For example {} plays `{name}`:", capital(mover)));
        let wide = before.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        if wide > BESIDE {
            self.drawing(before);
            self.drawing(after);
        } else {
            let lines = before.lines().count().max(after.lines().count());
            let middle = lines / 2;
            let line = |at: usize| {
                let (one, other) = (before.lines().nth(at), after.lines().nth(at));
                let sign = if at == middle { "->" } else { "  " };
                let one = one.unwrap_or_default();
                let blanks = wide.saturating_sub(one.chars().count());
                let line = format!("{one}{:blanks$}  {sign}  {}", "", other.unwrap_or_default());
                line.trim_end().to_owned()
            };
            let lines: Vec<String> = (0..lines).map(line).collect();
            self.drawing(&lines.join("\n"));
        }
        self.line("");
    }

    /// A way of a move; step by step, if it has many.
    fn way(&mut self, indent: &str, way: &[String]) {
        if way.len() <= STEPS {
            let _ = writeln!(self.out, "{indent}- {}", sentence(&way.join(", ")));
            return;
        }
        let _ = writeln!(self.out, "{indent}- Step by step:");
        for (number, step) in (1..).zip(way) {
            let _ = writeln!(self.out, "{indent}  {number}. {}", sentence(step));
        }
    }

    fn actions(&mut self) {
        if self.rules.actions.is_empty() {
            return;
        }
        self.heading("Other moves");
        let drawn = |rule: &&MoveRule| self.rules.is_drawn(rule.name);
        let (chance, chosen): (Vec<&MoveRule>, Vec<&MoveRule>) =
            self.rules.actions.iter().partition(drawn);
        if !chosen.is_empty() {
            self.line("");
        }
        chosen.into_iter().for_each(|rule| self.moves(None, rule));
        let Some((first, others)) = chance.split_first() else { return };
        self.paragraph("Nobody chooses these moves, chance does:\n");
        self.moves(None, first);
        // A die has many faces, all alike.
        match others {
            [] | [_] | [_, _] => others.iter().for_each(|rule| self.moves(None, rule)),
            others => {
                let names = others.iter().map(|rule| &self.rules.move_names[rule.name.index()]);
                let names: Vec<String> = names.map(|name| format!("*{name}*")).collect();
                self.item(&format!("likewise {}", listed(&names, "and")));
            }
        }
    }

    fn forbidden(&mut self) {
        let rules = self.rules;
        if rules.forbids.is_empty() {
            return;
        }
        self.heading("What is forbidden");
        self.line("");
        for forbid in &rules.forbids {
            match &forbid.why {
                Some(why) => self.item(why),
                None => {
                    let text = format!(
                        "a move after which {}",
                        words::cond(rules, None, &forbid.when.value)
                    );
                    self.item(&text);
                }
            }
        }
    }

    /// What players do not see.
    fn sight(&mut self) {
        let Some(sight) = &self.rules.sight else { return };
        self.heading("What a player sees");
        self.paragraph("Here the mover, to whom pieces are own or enemy, is whoever looks. The rest of the board is hidden.\n");
        match &sight.sees {
            Some(sees) => {
                self.item(&format!("each cell that is {}", words::test(self.rules, sees)));
            }
            None => self.item("every cell, and whose pieces stand there"),
        }
        if sight.moves && sight.sees.is_some() {
            self.item("each cell to which a move of theirs would go, or which it would change, were it their turn");
        }
        if let Some(knows) = &sight.knows {
            let known = words::test(self.rules, knows);
            self.item(&format!("of which kind a piece is, on each of these cells that is {known}"));
        }
    }

    fn ends(&mut self) {
        let rules = self.rules;
        if rules.endings.is_empty() {
            return;
        }
        self.heading("How it ends");
        self.paragraph("The mover is whose turn it is then. What stands first is asked first.\n");
        for ending in &rules.endings {
            let result = match ending.result {
                Outcome::Win(Who::Nobody) | Outcome::Draw if rules.players.len() == 1 => {
                    String::from("it is lost")
                }
                Outcome::Win(Who::Nobody) | Outcome::Draw => String::from("it is a draw"),
                Outcome::Win(Who::Player(winner)) => format!("{} wins", rules.winner_name(winner)),
                Outcome::Win(who) => format!("{} wins", words::who(rules, None, who)),
                Outcome::Extreme(most, score) => {
                    let score = &rules.scores[score.index()].name.value;
                    format!("who has the {} {score} wins", if most { "most" } else { "least" })
                }
            };
            let claim = if ending.claim { ", if a player claims it" } else { "" };
            let text =
                format!("{result}{claim}: when {}", words::cond(rules, None, &ending.when.value));
            self.item(&text);
        }
    }

    /// What the names mean that the page has used.
    fn glossary(&mut self) {
        let rules = self.rules;
        let mut said: Vec<String> = Vec::new();
        for goal in &rules.goals {
            said.push(format!("**{}**: {}", goal.name.value, of_goal(rules, &goal.goal)));
        }
        let facts = rules.fact_names.iter().zip(&rules.facts);
        for (name, fact) in facts {
            if let Some(fact) = fact {
                said.push(format!("**{name}**: {}", words::parts(rules, None, fact)));
            }
        }
        for (name, test) in &rules.regions {
            said.push(format!("**{name}**: {}", words::parts_of_test(rules, test)));
        }
        for score in &rules.scores {
            let count: Vec<String> = score
                .count
                .iter()
                .map(|(test, halves)| {
                    format!(
                        "{} for each cell that is {}",
                        points(*halves),
                        words::test(rules, test)
                    )
                })
                .collect();
            if !count.is_empty() {
                said.push(format!("**{}**: {}", score.name.value, count.join(", ")));
            }
        }
        if said.is_empty() {
            return;
        }
        self.heading("Words");
        self.line("");
        for one in said {
            let _ = writeln!(self.out, "- {one}.");
        }
    }
}

/// Half points as points.
fn points(halves: i32) -> String {
    if halves % 2 == 0 {
        (halves / 2).to_string()
    } else {
        format!("{:.1}", f64::from(halves) / 2.0)
    }
}

/// What a goal asks.
fn of_goal(rules: &Rules, goal: &Goal) -> String {
    match goal {
        Goal::Line { length, exactly, along, of, .. } => {
            let more = if *exactly { ", no more" } else { "" };
            format!(
                "{length} cells in a row{more}, {}, each {}",
                walk::dirs(rules, along),
                words::test(rules, of)
            )
        }
        Goal::Connect { sides, least, by, of } => {
            let told = |cells: &[Cells]| {
                let cells: Vec<String> = cells.iter().map(words::cells).collect();
                cells.join("; ")
            };
            let alike = sides.windows(2).all(|pair| pair[0].1 == pair[1].1);
            let all: Vec<String> = match sides.first() {
                Some((_, cells)) if alike => vec![told(cells)],
                _ => sides
                    .iter()
                    .map(|(player, cells)| {
                        format!("for {}: {}", words::player(rules, *player), told(cells))
                    })
                    .collect(),
            };
            let many =
                least.map_or_else(|| String::from("all"), |least| format!("at least {least}"));
            format!(
                "one group of cells, each {}, next to one another {}, that reaches {many} of these ({})",
                words::test(rules, of),
                walk::dirs(rules, by),
                all.join(". ")
            )
        }
        Goal::Together { by, of } => {
            format!(
                "all cells that are {} are one group, next to one another {}",
                words::test(rules, of),
                walk::dirs(rules, by)
            )
        }
        Goal::Ring { across, of } => {
            format!(
                "cells that are {} close a ring: from within, no way leads to the edge {}",
                words::test(rules, of),
                walk::dirs(rules, across)
            )
        }
    }
}

/// A text with a capital letter before it and a full stop behind.
fn sentence(text: &str) -> String {
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{end}", capital(text))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a, b and c`.
fn listed(words: &[String], with: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {with} {last}", rest.join(", ")),
    }
}
