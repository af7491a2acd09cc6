//! Towers: what acts do to the pieces that stand on one another.

use super::Inquiry;
use super::overlay::Overlay;
use super::walk::{By, Stand};
use crate::index::{Cell, Piece, Register};
use crate::position::{Move, Position, TooWide};
use crate::rules::{Change, Layout, Portion, Storey, Test, Tower};

impl<'r> Inquiry<'r> {
    /// What stands on a cell, the lowest piece first.
    pub(super) fn tower(&self, board: &Overlay<'_>, cell: Cell) -> Vec<Piece> {
        self.layout.tower(|slot| board.at(slot), cell)
    }

    /// How many pieces stand on a cell.
    pub(super) fn height(&self, board: &Overlay<'_>, cell: Cell) -> usize {
        self.layout.height(|slot| board.at(slot), cell)
    }

    /// Lets those pieces stand on a cell, the lowest first, and no others; `None` if they are too many.
    pub(super) fn build(&self, board: &mut Overlay<'_>, cell: Cell, tower: &[Piece]) -> Option<()> {
        if tower.len() > self.layout.stack() {
            return None;
        }
        let (top, beneath) = match tower.split_last() {
            Some((top, beneath)) => (*top, beneath),
            None => (Piece::EMPTY, tower),
        };
        board.set(cell, top);
        for storey in 0..self.layout.stack() - 1 {
            let piece = beneath.get(storey).copied().unwrap_or_default();
            board.set(self.layout.storey(cell, storey), piece);
        }
        Some(())
    }

    /// Takes the top of what stands on a cell away.
    pub(super) fn lower(&self, board: &mut Overlay<'_>, cell: Cell) {
        let mut tower = self.tower(board, cell);
        tower.pop();
        // It is lower than it was.
        let _ = self.build(board, cell, &tower);
    }

    /// Moves all that stands on a cell to another, in place of what stands there.
    pub(super) fn relocate(&self, cells: &mut [Piece], from: Cell, to: Cell) {
        let tower = self.layout.tower(|slot| cells[slot.index()], from);
        self.layout.build(cells, to, &tower);
        self.layout.build(cells, from, &[]);
    }

    /// Whether a piece of the tower on a cell passes.
    pub(super) fn has_within(
        &mut self,
        by: By,
        stand: &Stand<'_, 'r>,
        cell: Cell,
        (storey, of): (Storey, &'r Test),
    ) -> Result<bool, TooWide> {
        let mut tower = self.tower(&stand.board, cell);
        match storey {
            Storey::Any => {}
            Storey::Bottom => tower.truncate(1),
            Storey::Under => {
                tower.pop();
                tower.drain(..tower.len().saturating_sub(1));
            }
        }
        for piece in tower {
            let mut alone = stand.clone();
            alone.board.set(cell, piece);
            if self.test(by, &alone, cell, of)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How many pieces the walking piece takes along from there.
    fn load(&self, place: Cell, stand: &Stand<'_, '_>) -> usize {
        let height = self.height(&stand.board, place);
        stand.load.map_or(height, |load| load.min(height))
    }

    /// From here on the walking piece takes so many pieces along.
    pub(super) fn carry<'a, 'n>(
        &self,
        portion: Portion,
        held: Option<Register>,
        mut stand: Stand<'a, 'n>,
    ) -> Option<Stand<'a, 'n>> {
        let height = self.height(&stand.board, stand.place?);
        let load = match portion {
            Portion::All => height,
            Portion::Of(amount) => usize::from(stand.amount(amount)?),
        };
        if load == 0 || load > height {
            return None;
        }
        stand.load = Some(load);
        if let Some(held) = held {
            stand.held.retain(|(known, _)| *known != held);
            stand.held.push((held, load as u8));
        }
        Some(stand)
    }

    /// The walking piece, with what it takes along, stands on top of those pieces on a cell.
    pub(super) fn arrive(
        &self,
        place: Cell,
        cell: Cell,
        beneath: &[Piece],
        stand: &mut Stand<'_, '_>,
    ) -> Option<()> {
        let mut left = self.tower(&stand.board, place);
        let carried = left.split_off(left.len() - self.load(place, stand));
        self.build(&mut stand.board, place, &left)?;
        self.build(&mut stand.board, cell, &[beneath, &carried].concat())?;
        stand.place = Some(cell);
        tell(cell, stand);
        Some(())
    }

    /// All that stands on a cell is captured, the top first.
    pub(super) fn capture_all(&self, by: By, cell: Cell, stand: &mut Stand<'_, '_>) {
        for piece in self.tower(&stand.board, cell).into_iter().rev() {
            self.capture(by, cell, piece, stand);
        }
    }

    /// The walk after something was done to the tower on the cursor's cell.
    pub(super) fn act_on_tower<'a, 'n>(
        &self,
        by: By,
        act: Tower,
        cell: Cell,
        mut stand: Stand<'a, 'n>,
    ) -> Option<Stand<'a, 'n>> {
        let mut tower = self.tower(&stand.board, cell);
        match act {
            Tower::Carry(..) => return None,
            Tower::LandOnTop => {
                let place = stand.place?;
                if place != cell {
                    self.arrive(place, cell, &tower, &mut stand)?;
                }
                return Some(stand);
            }
            Tower::Leave(portion) => {
                let place = stand.place.filter(|place| *place != cell)?;
                let load = self.load(place, &stand);
                let left = match portion {
                    Portion::All => load.checked_sub(1)?,
                    Portion::Of(amount) => usize::from(stand.amount(amount)?),
                };
                if left == 0 || left >= load {
                    return None;
                }
                let mut from = self.tower(&stand.board, place);
                let lowest = from.len() - load;
                tower.extend(from.drain(lowest..lowest + left));
                self.build(&mut stand.board, place, &from)?;
                stand.load = Some(load - left);
                tell(cell, &mut stand);
            }
            Tower::Put(kind) => {
                let owner = (!self.rules.kinds[kind.index()].neutral).then_some(by.player);
                tower.push(Piece::new(kind, owner));
            }
            Tower::Drop(kind) => {
                let slot = self.layout.hand(by.player, kind)?;
                let held = stand.board.at(slot).byte().checked_sub(1)?;
                stand.board.set(slot, Piece::of_byte(held));
                tower.push(Piece::new(kind, Some(by.player)));
            }
            Tower::PutBack(name) => {
                let at = stand.kept.iter().position(|(known, _)| *known == name)?;
                tower.push(stand.kept.remove(at).1);
            }
            Tower::Tuck => {
                let place = stand.place.filter(|place| *place != cell)?;
                let prey = tower.pop()?;
                let mut own = self.tower(&stand.board, place);
                own.insert(own.len() - self.load(place, &stand), prey);
                self.build(&mut stand.board, place, &own)?;
                stand.load = stand.load.map(|load| load + 1);
                stand.captures.push(cell);
                stand.tucked.push(cell);
            }
            Tower::TakeAll(captures) => {
                tower.last()?;
                if captures {
                    self.capture_all(by, cell, &mut stand);
                }
                tower.clear();
            }
            Tower::TakeBottom(captures) => {
                let lowest = *tower.first()?;
                if captures {
                    self.capture(by, cell, lowest, &mut stand);
                }
                tower.remove(0);
            }
            Tower::Make(kind) => {
                let owner = tower.pop()?.owner();
                let owner = match self.rules.kinds[kind.index()].neutral {
                    true => None,
                    false => Some(owner?),
                };
                tower.push(Piece::new(kind, owner));
            }
            Tower::Give => {
                let piece = tower.pop().filter(|piece| piece.owner() == Some(by.player))?;
                tower.push(Piece::new(piece.kind()?, Some(self.rules.next(by.player))));
            }
        }
        self.build(&mut stand.board, cell, &tower)?;
        if stand.place == Some(cell) && tower.is_empty() {
            stand.place = None;
        }
        Some(stand)
    }
}

/// The cell is one of those that tell the move.
fn tell(cell: Cell, stand: &mut Stand<'_, '_>) {
    // A piece that was sent there by a `pick` has told so already.
    if stand.path.last() != Some(&cell) {
        stand.path.push(cell);
    }
}

/// The towers of several pieces that a move changes, as they are then, what is on top first.
pub(super) fn changed(
    layout: &Layout,
    position: &Position,
    chosen: &Move,
) -> Vec<(Cell, Vec<Piece>)> {
    let mut cells: Vec<Cell> = Vec::new();
    for change in layout.changes(&chosen.edits) {
        match change {
            Change::Cell(edit) => cells.push(edit.cell),
            Change::Beneath(cell, ..) => cells.push(cell),
            _ => {}
        }
    }
    cells.sort();
    cells.dedup();
    let mut after = position.cells.clone();
    after.resize(layout.len(), Piece::EMPTY);
    chosen.edits.iter().for_each(|edit| after[edit.cell.index()] = edit.after);
    let tower = |cell: Cell| {
        let tower = layout.tower(|slot| after[slot.index()], cell);
        (cell, tower.into_iter().rev().collect::<Vec<_>>())
    };
    cells.into_iter().map(tower).filter(|(_, tower)| tower.len() > 1).collect()
}
