//! `cargo run --example embed`
/// Plays four moves, tells what holds, takes one back.
pub fn main() -> Result<(), interp::Fault> {
    let game = interp::Game::shipped("chess")?;
    let mut play = game.start()?;
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        play.make(text)?;
    }
    println!("{play}\n{}", play.verdict()?);
    if let Some(end) = play.end()? {
        println!("{} wins by `{}` ({})", end.winner.unwrap_or_default(), end.place.text, end.place);
    }
    play.undo();
    println!("{} moves before that\n{}", play.moves()?.len(), play.explain("d8h4")?);
    Ok(())
}
