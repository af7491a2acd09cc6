//! Where cells lie, as JSON.

use serde::{Serialize, Serializer};

use crate::notation::geometry::{CellShape, Geometry, Point};

/// A board in the plane; see [`Geometry`] for the units.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct GeometryRecord {
    /// How far it reaches to the right.
    #[serde(serialize_with = "number")]
    pub width: f64,
    /// How far it reaches downwards.
    #[serde(serialize_with = "number")]
    pub height: f64,
    /// Every cell, the south-western first.
    pub cells: Vec<OutlineRecord>,
    /// Of a drawing, its lines, each from one centre to another.
    pub lines: Vec<[PointRecord; 2]>,
}

/// Where a cell lies.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OutlineRecord {
    /// Its name.
    pub cell: String,
    /// Its middle.
    pub centre: PointRecord,
    /// Its corners, clockwise.
    pub outline: Vec<PointRecord>,
}

/// A place, as `[x,y]`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct PointRecord(
    #[serde(serialize_with = "number")] pub f64,
    #[serde(serialize_with = "number")] pub f64,
);

/// Writes a number with at most four digits after the point: what machines compute differently lies
/// further behind.
fn number<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64((number * 1e4).round() / 1e4)
}

impl From<Point> for PointRecord {
    fn from(point: Point) -> Self {
        Self(point.x, point.y)
    }
}

impl From<CellShape> for OutlineRecord {
    fn from(shape: CellShape) -> Self {
        Self {
            cell: shape.name,
            centre: shape.centre.into(),
            outline: shape.outline.into_iter().map(PointRecord::from).collect(),
        }
    }
}

impl From<Geometry> for GeometryRecord {
    fn from(geometry: Geometry) -> Self {
        let lines = geometry.lines.into_iter().map(|ends| ends.map(PointRecord::from));
        Self {
            width: geometry.width,
            height: geometry.height,
            cells: geometry.cells.into_iter().map(OutlineRecord::from).collect(),
            lines: lines.collect(),
        }
    }
}
