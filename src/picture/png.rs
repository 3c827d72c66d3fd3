//! Paints a drawing as a PNG, with the renderer that resvg is built on.

use super::drawing::{Colour, Drawing, Item, Pen};
use super::font::Letters;
use super::path::{Path, Step};
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, Stroke, Transform};

/// The most pixels a picture may have in one direction.
pub const MAX_PIXELS: u32 = 8192;

/// The drawing as a PNG file; `scale` pixels are one unit.
///
/// # Errors
/// When it would be larger than [`MAX_PIXELS`], or empty.
pub fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, String> {
    let pixels = pixels(drawing, scale)?;
    pixels.encode_png().map_err(|error| error.to_string())
}

/// The painted picture.
pub fn pixels(drawing: &Drawing, scale: f32) -> Result<Pixmap, String> {
    let size = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (size(drawing.width), size(drawing.height));
    let too_large = || format!("a picture has at most {MAX_PIXELS} by {MAX_PIXELS} pixels");
    if width > MAX_PIXELS || height > MAX_PIXELS {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    pixmap.fill(tiny_skia::Color::WHITE);
    let mut painter = Painter {
        pixmap,
        transform: Transform::from_scale(scale, scale),
    };
    painter.items(&drawing.items, None);
    Ok(painter.pixmap)
}

struct Painter {
    pixmap: Pixmap,
    transform: Transform,
}

impl Painter {
    fn items(&mut self, items: &[Item], mask: Option<&Mask>) {
        for item in items {
            match item {
                Item::Outline { path, fill, pen } => self.outline(path, *fill, *pen, mask),
                Item::Text(text) => {
                    let outline = Letters::of(text.face).outline(text);
                    self.outline(&outline, Some(text.colour), None, mask);
                }
                Item::Group(items) => self.items(items, mask),
                Item::Window(corner, [width, height], items) => {
                    let window = Path::rectangle(*corner, *width, *height);
                    let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height());
                    if let (Some(mask), Some(path)) = (&mut mask, built(&window)) {
                        mask.fill_path(&path, FillRule::Winding, true, self.transform);
                    }
                    self.items(items, mask.as_ref());
                }
            }
        }
    }

    fn outline(
        &mut self,
        path: &Path,
        fill: Option<Colour>,
        pen: Option<Pen>,
        mask: Option<&Mask>,
    ) {
        let Some(path) = built(path) else {
            return;
        };
        let transform = self.transform;
        if let Some(colour) = fill {
            let rule = FillRule::Winding;
            self.pixmap
                .fill_path(&path, &paint(colour), rule, transform, mask);
        }
        if let Some(Pen { colour, width }) = pen {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixmap
                .stroke_path(&path, &paint(colour), &stroke, transform, mask);
        }
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
    paint.anti_alias = true;
    paint
}

/// Nothing where there is nothing to paint.
fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.0 {
        match *step {
            Step::Move(to) => builder.move_to(to.x, to.y),
            Step::Line(to) => builder.line_to(to.x, to.y),
            Step::Curve(one, two, to) => builder.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}
