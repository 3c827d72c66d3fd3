//! Writes drawings as PDF: lines stay lines, texts can be searched and copied.

use super::drawing::{Colour, Drawing, Face, Item, Text};
use super::font::{Letters, file, start};
use super::path::{Path, Point, Step};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;

/// Points of a page in one unit: a square is some ten millimetres wide.
const UNIT: f32 = 0.29;
/// A4 in points.
const PAGE: [f32; 2] = [595.0, 842.0];
/// The empty rim of a page in points.
const RIM: f32 = 42.0;
/// The room between two pictures in points.
const GAP: f32 = 24.0;

const FACES: [(Face, &[u8]); 2] = [(Face::Regular, b"F0"), (Face::Bold, b"F1")];

/// One page as large as the drawing.
pub fn page(drawing: &Drawing) -> Vec<u8> {
    let size = [drawing.width * UNIT, drawing.height * UNIT];
    let placed = Placed {
        drawing,
        x: 0.0,
        y: 0.0,
        scale: UNIT,
    };
    document(&drawing.title, &[(size, vec![placed])])
}

/// Pages of A4 with so many drawings in a row, as many rows as there is room for.
pub fn sheet(drawings: &[Drawing], columns: usize) -> Vec<u8> {
    let columns = columns.clamp(1, 8);
    let width = (PAGE[0] - 2.0 * RIM - GAP * (columns - 1) as f32) / columns as f32;
    let mut pages: Vec<([f32; 2], Vec<Placed<'_>>)> = vec![(PAGE, Vec::new())];
    let mut y = RIM;
    for row in drawings.chunks(columns) {
        let room = PAGE[1] - 2.0 * RIM;
        let fits = |drawing: &Drawing| (width / drawing.width).min(room / drawing.height).min(UNIT);
        let height = row.iter().map(|drawing| drawing.height * fits(drawing));
        let height = height.fold(0.0, f32::max);
        if y + height > PAGE[1] - RIM + 0.5 && y > RIM {
            pages.push((PAGE, Vec::new()));
            y = RIM;
        }
        for (column, drawing) in row.iter().enumerate() {
            let scale = fits(drawing);
            let left = RIM + column as f32 * (width + GAP);
            let placed = Placed {
                drawing,
                x: left + (width - drawing.width * scale) / 2.0,
                y,
                scale,
            };
            if let Some((_, page)) = pages.last_mut() {
                page.push(placed);
            }
        }
        y += height + GAP;
    }
    document("Problems", &pages)
}

/// A drawing on a page: its upper left corner in points from that of the page.
struct Placed<'a> {
    drawing: &'a Drawing,
    x: f32,
    y: f32,
    scale: f32,
}

fn document(title: &str, pages: &[([f32; 2], Vec<Placed<'_>>)]) -> Vec<u8> {
    let mut next = 1;
    let mut fresh = || {
        let id = Ref::new(next);
        next += 1;
        id
    };
    let (catalog, tree, info) = (fresh(), fresh(), fresh());
    let fonts =
        FACES.map(|(face, name)| (face, name, [fresh(), fresh(), fresh(), fresh(), fresh()]));
    let ids: Vec<[Ref; 2]> = pages.iter().map(|_| [fresh(), fresh()]).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let kids = ids.iter().map(|[page, _]| *page);
    pdf.pages(tree).kids(kids).count(pages.len() as i32);
    pdf.document_info(info)
        .title(TextStr(title))
        .producer(TextStr("Dawson"));
    let mut letters: [BTreeMap<u16, char>; 2] = Default::default();
    for ((size, placed), [id, content]) in pages.iter().zip(&ids) {
        let mut page = pdf.page(*id);
        page.media_box(Rect::new(0.0, 0.0, size[0], size[1]));
        page.parent(tree).contents(*content);
        let mut resources = page.resources();
        let mut named = resources.fonts();
        for (_, name, ids) in &fonts {
            named.pair(Name(name), ids[0]);
        }
        named.finish();
        resources.finish();
        page.finish();
        let mut writer = Writer {
            content: Content::new(),
            letters: &mut letters,
        };
        for placed in placed {
            let scale = placed.scale;
            writer.content.save_state();
            let down = size[1] - placed.y;
            writer
                .content
                .transform([scale, 0.0, 0.0, -scale, placed.x, down]);
            writer.content.set_line_join(LineJoinStyle::RoundJoin);
            writer.content.set_line_cap(LineCapStyle::RoundCap);
            writer.items(&placed.drawing.items);
            writer.content.restore_state();
        }
        let data = compress_to_vec_zlib(&writer.content.finish(), 6);
        pdf.stream(*content, &data).filter(Filter::FlateDecode);
    }
    for ((face, _, ids), letters) in fonts.iter().zip(&letters) {
        font(&mut pdf, *face, *ids, letters);
    }
    pdf.finish()
}

/// A face with all its glyphs, found by their numbers.
fn font(pdf: &mut Pdf, face: Face, ids: [Ref; 5], known: &BTreeMap<u16, char>) {
    let [whole, descendant, descriptor, data, unicode] = ids;
    let letters = Letters::of(face);
    let units = 1000.0 / letters.units();
    let base = match face {
        Face::Regular => Name(b"NotoSerif-Regular"),
        Face::Bold => Name(b"NotoSerif-Bold"),
    };
    let system = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"Identity"),
        supplement: 0,
    };
    pdf.type0_font(whole)
        .base_font(base)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(unicode);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2)
        .base_font(base)
        .system_info(system);
    cid.font_descriptor(descriptor).default_width(0.0);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let glyphs = 0..letters.face().number_of_glyphs();
    let advances = glyphs.map(|glyph| letters.advance(ttf_parser::GlyphId(glyph)) * units);
    cid.widths().consecutive(0, advances);
    cid.finish();
    let bounds = letters.face().global_bounding_box();
    let scaled = |value: i16| f32::from(value) * units;
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::SYMBOLIC | FontFlags::SERIF)
        .bbox(Rect::new(
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(scaled(letters.face().ascender()))
        .descent(scaled(letters.face().descender()))
        .cap_height(714.0)
        .stem_v(match face {
            Face::Regular => 80.0,
            Face::Bold => 130.0,
        })
        .font_file2(data);
    let bytes = file(face);
    let packed = compress_to_vec_zlib(bytes, 6);
    let mut stream = pdf.stream(data, &packed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), bytes.len() as i32);
    stream.finish();
    let mut map = UnicodeCmap::new(Name(b"Custom"), system);
    for (glyph, letter) in known {
        map.pair(*glyph, *letter);
    }
    pdf.cmap(unicode, &map.finish());
}

struct Writer<'a> {
    content: Content,
    /// The glyphs that were used, with the letters that they stand for.
    letters: &'a mut [BTreeMap<u16, char>; 2],
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Outline { path, fill, pen } => {
                    if let Some(colour) = fill {
                        let [r, g, b] = shares(*colour);
                        self.content.set_fill_rgb(r, g, b);
                    }
                    if let Some(pen) = pen {
                        let [r, g, b] = shares(pen.colour);
                        self.content.set_stroke_rgb(r, g, b);
                        self.content.set_line_width(pen.width);
                    }
                    self.path(path);
                    match (fill.is_some(), pen.is_some()) {
                        (true, true) => self.content.fill_nonzero_and_stroke(),
                        (true, false) => self.content.fill_nonzero(),
                        (false, true) => self.content.stroke(),
                        (false, false) => self.content.end_path(),
                    };
                }
                Item::Text(text) => self.text(text),
                Item::Group(items) => self.items(items),
                Item::Window(corner, [width, height], items) => {
                    self.content.save_state();
                    self.content.rect(corner.x, corner.y, *width, *height);
                    self.content.clip_nonzero();
                    self.content.end_path();
                    self.items(items);
                    self.content.restore_state();
                }
            }
        }
    }

    fn path(&mut self, path: &Path) {
        let xy = |point: Point| (point.x, point.y);
        for step in &path.0 {
            match *step {
                Step::Move(to) => self.content.move_to(to.x, to.y),
                Step::Line(to) => self.content.line_to(to.x, to.y),
                Step::Curve(one, two, to) => {
                    let ((a, b), (c, d), (e, f)) = (xy(one), xy(two), xy(to));
                    self.content.cubic_to(a, b, c, d, e, f)
                }
                Step::Close => self.content.close_path(),
            };
        }
    }

    fn text(&mut self, text: &Text) {
        let letters = Letters::of(text.face);
        let index = usize::from(text.face == Face::Bold);
        let mut codes = Vec::new();
        for letter in text.text.chars() {
            let glyph = letters.glyph(letter).0;
            codes.extend(glyph.to_be_bytes());
            self.letters[index].entry(glyph).or_insert(letter);
        }
        let [r, g, b] = shares(text.colour);
        let x = start(&letters, text);
        self.content.set_fill_rgb(r, g, b);
        self.content.begin_text();
        self.content.set_font(Name(FACES[index].1), text.size);
        self.content
            .set_text_matrix([1.0, 0.0, 0.0, -1.0, x, text.at.y]);
        self.content.show(Str(&codes));
        self.content.end_text();
    }
}

fn shares(colour: Colour) -> [f32; 3] {
    [colour.0, colour.1, colour.2].map(|part| f32::from(part) / 255.0)
}
