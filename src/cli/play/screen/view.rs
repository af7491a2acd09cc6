//! The screen, drawn.
//!
//! ```text
//! name of the game, who plays                 1 line
//! the board          the moves so far
//! what is remembered
//! what is told, or the moves to choose from   what is left
//! whose turn it is, the clocks                1 line
//! the line that is typed, or the keys         1 line
//! ```

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use crate::cli::play::session::Turn;
use crate::notation::Spot;

/// Lines beside the board and what is remembered: the heading, one for what is told, whose turn it is, the keys.
const OTHERS: usize = 4;

/// Characters between the board and the moves.
const GAP: u16 = 4;

/// The keys that are told all the time.
const KEYS: &str =
    "arrows Enter  m moves  : type  u undo  h hint  e explain  f flip  ? help  q quit";

/// The colours of the terminal's own palette: of letters on a lit cell, and of that cell.
const DARK: Color = Color::Indexed(0);
pub const LIT: Color = Color::Indexed(3);

/// How something is shown that stands out, with colours and without.
#[derive(Clone, Copy)]
enum Look {
    Picked,
    Target,
    Last,
}

impl Look {
    fn style(self, coloured: bool) -> Style {
        let style = Style::new();
        match (self, coloured) {
            (Look::Picked, true) => style.fg(DARK).bg(LIT),
            (Look::Picked, false) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            (Look::Target, true) => style.fg(Color::Green).add_modifier(Modifier::BOLD),
            (Look::Target, false) => style.add_modifier(Modifier::BOLD),
            (Look::Last, true) => style.fg(Color::Cyan),
            (Look::Last, false) => style.add_modifier(Modifier::UNDERLINED),
        }
    }
}

/// Draws the screen; says in `is_long` whether what is told takes all of it.
pub fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let remembered = app.remembered.clone();
    let lines = app.sheet.lines.len() + remembered.len();
    let wide = app.sheet.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    app.is_long = false;
    if width < wide || height < lines + OTHERS {
        let high = lines + OTHERS;
        let told = format!(
            "This board needs {wide} columns and {high} lines; the terminal has {width} and {height}. q ends."
        );
        frame.render_widget(Paragraph::new(told).wrap(Wrap { trim: true }), area);
        return;
    }
    let board = u16::try_from(lines).unwrap_or(area.height);
    let rows = [
        Constraint::Length(1),
        Constraint::Length(board),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [head, middle, below, status, foot] = Layout::vertical(rows).areas(area);
    let title = format!("{}   {}", app.session.game().name(), app.session.seats());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(title, bold), head);
    frame.render_widget(Line::raw(standing(app)), status);
    foot_line(app, frame, foot);
    let all = Rect { height: middle.height + below.height, ..middle };
    if app.choice.is_some() {
        board_and_moves(app, frame, middle, wide, &remembered);
        // The moves to choose from stand where the moves so far do, or where things are told.
        let beside = beside(all, wide);
        let place = if beside.width >= 16 { beside } else { below };
        frame.render_widget(ratatui::widgets::Clear, place);
        return choice(app, frame, place);
    }
    let told = broken(&app.told, width);
    app.is_long = told.len() > usize::from(below.height);
    if !app.is_long {
        board_and_moves(app, frame, middle, wide, &remembered);
        return lines_in(frame, below, told, 0);
    }
    app.scrolled = app.scrolled.min(told.len().saturating_sub(usize::from(all.height)));
    lines_in(frame, all, told, app.scrolled);
}

/// Shows lines, the first ones left out.
fn lines_in(frame: &mut Frame<'_>, area: Rect, lines: Vec<String>, skipped: usize) {
    let shown: Vec<Line<'_>> = lines.into_iter().skip(skipped).map(Line::raw).collect();
    frame.render_widget(Paragraph::new(shown), area);
}

/// Lines broken at blanks where they are too long; what follows stands as far in as the line began.
fn broken(lines: &[String], width: usize) -> Vec<String> {
    let mut shown = Vec::new();
    for line in lines {
        let indent = line.chars().take_while(|letter| *letter == ' ').count().min(width / 2);
        let mut rest: Vec<char> = line.chars().collect();
        while rest.len() > width {
            let blank = rest.iter().take(width + 1).rposition(|letter| *letter == ' ');
            let end = blank.filter(|end| *end > indent).unwrap_or(width.max(1));
            let next: Vec<char> = rest.split_off(end.min(rest.len()));
            shown.push(rest.into_iter().collect());
            let next = next.into_iter().skip_while(|letter| *letter == ' ');
            rest = std::iter::repeat_n(' ', indent).chain(next).collect();
        }
        shown.push(rest.into_iter().collect());
    }
    shown
}

/// Whose turn it is, and how much time there is.
fn standing(app: &App<'_>) -> String {
    let mover = app.session.play().turn();
    let turn = match app.session.turn() {
        _ if app.thinks() => format!("{mover} to move: thinking, a key ends it"),
        Ok(Turn::Over) => String::from("the game is over"),
        Ok(Turn::Machine) => format!("{mover} to move: the machine"),
        Ok(Turn::Chance) => format!("{mover} to move: by chance"),
        Ok(Turn::Person) => format!("{mover} to move"),
        Err(fault) => fault.to_string(),
    };
    match app.session.clocks() {
        Some(clocks) => format!("{turn}   {clocks}"),
        None => turn,
    }
}

fn foot_line(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let keys = match (&app.line, &app.choice, app.is_long) {
        (Some(line), ..) => {
            let shown = format!(":{line}");
            let end = u16::try_from(shown.chars().count()).unwrap_or(u16::MAX);
            frame.render_widget(Line::raw(shown), area);
            let column = area.x.saturating_add(end).min(area.right().saturating_sub(1));
            return frame.set_cursor_position((column, area.y));
        }
        (None, Some(_), _) => "arrows, Enter makes the move, Esc goes back",
        (None, None, _) => KEYS,
    };
    frame.render_widget(Line::styled(keys, dim), area);
}

/// What is right of a board that is so wide.
fn beside(area: Rect, wide: usize) -> Rect {
    let left = u16::try_from(wide).unwrap_or(u16::MAX).saturating_add(GAP).min(area.width);
    Rect { x: area.x + left, width: area.width - left, ..area }
}

fn board_and_moves(
    app: &App<'_>,
    frame: &mut Frame<'_>,
    area: Rect,
    wide: usize,
    remembered: &[String],
) {
    let mut lines = board(app);
    lines.extend(remembered.iter().map(|told| Line::raw(told.as_str())));
    frame.render_widget(Paragraph::new(lines), area);
    let beside = beside(area, wide.max(longest(remembered)));
    let played: Vec<String> = app
        .session
        .play()
        .played()
        .enumerate()
        .map(|(at, made)| match app.session.tells(made.player()) {
            true => format!("{:>3} {} {made}", at + 1, made.player()),
            false => format!("{:>3} {}", at + 1, made.player()),
        })
        .collect();
    if beside.width < u16::try_from(longest(&played).min(16)).unwrap_or(16) {
        return;
    }
    let skipped = played.len().saturating_sub(usize::from(beside.height));
    lines_in(frame, beside, played, skipped);
}

fn longest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The board, with the cursor, what is picked, where it may go, and where the last move went.
fn board(app: &App<'_>) -> Vec<Line<'static>> {
    let targets = app.targets();
    let last = app.session.play().played().last();
    let last = last.filter(|made| app.session.tells(made.player()));
    let last: Vec<String> = last.map(|made| made.cells().collect()).unwrap_or_default();
    let mut lines: Vec<Vec<(char, Style)>> = app
        .sheet
        .lines
        .iter()
        .map(|line| line.chars().map(|letter| (letter, Style::new())).collect())
        .collect();
    for (name, Spot { line, column, width, .. }) in &app.spots {
        let target = targets.contains(name);
        let look = match name {
            _ if app.picked.contains(name) => Some(Look::Picked),
            _ if target => Some(Look::Target),
            _ if last.contains(name) => Some(Look::Last),
            _ => None,
        };
        let mut style = look.map_or_else(Style::new, |look| look.style(app.coloured));
        if *name == app.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let Some(line) = lines.get_mut(*line) else { continue };
        // What stands at the end of a line may be blank, and left out.
        if line.len() < column + width {
            line.resize(column + width, (' ', Style::new()));
        }
        let empty = target && app.session.play().at(name).is_some_and(|what| what == "empty");
        for (at, letter) in line.iter_mut().skip(*column).take(*width).enumerate() {
            letter.1 = style;
            if empty && at + 1 == *width {
                letter.0 = '*';
            }
        }
    }
    let spans = |line: Vec<(char, Style)>| -> Line<'static> {
        line.into_iter().map(|(letter, style)| Span::styled(letter.to_string(), style)).collect()
    };
    lines.into_iter().map(spans).collect()
}

/// The moves to choose from, those around the one that Enter makes.
fn choice(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let Some(choice) = &app.choice else { return };
    let height = usize::from(area.height).max(1);
    let first = choice.at.saturating_sub(height / 2).min(choice.texts.len().saturating_sub(height));
    let shown = choice.texts.iter().enumerate().skip(first).take(height);
    let lines: Vec<Line<'_>> = shown
        .map(|(at, text)| {
            let style = match at == choice.at {
                true => Style::new().add_modifier(Modifier::REVERSED),
                false => Style::new(),
            };
            Line::styled(text.as_str(), style)
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_lines_are_broken_at_blanks() {
        let broken = |line: &str, width| super::broken(&[line.to_owned()], width);
        assert_eq!(broken("short", 8), ["short"]);
        assert_eq!(broken("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(broken("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(broken("", 3), [""]);
        assert!(broken("a b", 0).len() <= 4);
    }
}
