//! Outlines as points, lines and curves, in the units of whoever draws them.

/// A point: to the right, and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// Shorthand for a [`Point`].
pub const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// One step of an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A new part begins here.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Back to the beginning of the part.
    Close,
}

/// An outline.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path(pub Vec<Step>);

/// How much of the radius the handles of a circle's quarter take.
const ROUND: f32 = 0.552_284_8;

impl Path {
    /// Reads path data as in SVG: `M L H V C Q Z` with absolute coordinates.
    ///
    /// # Panics
    /// On anything else: outlines are part of the program, and a test reads all of them.
    pub fn parse(data: &str) -> Path {
        let mut words = data.split_whitespace().peekable();
        let mut steps = Vec::new();
        let mut last = at(0.0, 0.0);
        while let Some(command) = words.next() {
            loop {
                let mut number = || -> f32 {
                    let word = words.next().expect("a command has all its numbers");
                    word.parse().expect("coordinates are numbers")
                };
                let step = match command {
                    "M" => Step::Move(at(number(), number())),
                    "L" => Step::Line(at(number(), number())),
                    "H" => Step::Line(at(number(), last.y)),
                    "V" => Step::Line(at(last.x, number())),
                    "C" => {
                        let mut point = || at(number(), number());
                        Step::Curve(point(), point(), point())
                    }
                    "Q" => quadratic(last, at(number(), number()), at(number(), number())),
                    "Z" => Step::Close,
                    other => panic!("`{other}` is no command of a path"),
                };
                steps.push(step);
                match step {
                    Step::Move(to) | Step::Line(to) | Step::Curve(_, _, to) => last = to,
                    Step::Close => break,
                }
                let more = words.peek().is_some_and(|word| word.parse::<f32>().is_ok());
                if !more {
                    break;
                }
            }
        }
        Path(steps)
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f32) -> Path {
        let (x, y, r, h) = (centre.x, centre.y, radius, radius * ROUND);
        Path(vec![
            Step::Move(at(x + r, y)),
            Step::Curve(at(x + r, y + h), at(x + h, y + r), at(x, y + r)),
            Step::Curve(at(x - h, y + r), at(x - r, y + h), at(x - r, y)),
            Step::Curve(at(x - r, y - h), at(x - h, y - r), at(x, y - r)),
            Step::Curve(at(x + h, y - r), at(x + r, y - h), at(x + r, y)),
            Step::Close,
        ])
    }

    /// A rectangle.
    pub fn rectangle(corner: Point, width: f32, height: f32) -> Path {
        let Point { x, y } = corner;
        Path(vec![
            Step::Move(corner),
            Step::Line(at(x + width, y)),
            Step::Line(at(x + width, y + height)),
            Step::Line(at(x, y + height)),
            Step::Close,
        ])
    }

    /// An outline with these corners.
    pub fn polygon(corners: &[Point]) -> Path {
        let mut steps: Vec<Step> = corners.iter().copied().map(Step::Line).collect();
        if let Some(first) = corners.first() {
            steps[0] = Step::Move(*first);
            steps.push(Step::Close);
        }
        Path(steps)
    }

    /// A straight line.
    pub fn line(from: Point, to: Point) -> Path {
        Path(vec![Step::Move(from), Step::Line(to)])
    }

    /// Adds the steps of another path.
    pub fn append(&mut self, other: Path) {
        self.0.extend(other.0);
    }

    /// The path with every point mapped.
    pub fn map(&self, map: impl Fn(Point) -> Point) -> Path {
        let step = |step: &Step| match *step {
            Step::Move(to) => Step::Move(map(to)),
            Step::Line(to) => Step::Line(map(to)),
            Step::Curve(one, two, to) => Step::Curve(map(one), map(two), map(to)),
            Step::Close => Step::Close,
        };
        Path(self.0.iter().map(step).collect())
    }

    /// As path data of SVG, with two digits behind the point.
    pub fn data(&self) -> String {
        let mut text = String::new();
        for step in &self.0 {
            let (command, points) = match *step {
                Step::Move(to) => ("M", vec![to]),
                Step::Line(to) => ("L", vec![to]),
                Step::Curve(one, two, to) => ("C", vec![one, two, to]),
                Step::Close => ("Z", Vec::new()),
            };
            text += command;
            let points = points.iter();
            let points = points.map(|point| format!("{} {}", short(point.x), short(point.y)));
            text += &points.collect::<Vec<_>>().join(" ");
        }
        text
    }
}

/// A quadratic curve as a cubic one.
pub(super) fn quadratic(from: Point, control: Point, to: Point) -> Step {
    let towards = |end: Point| {
        at(
            end.x + (control.x - end.x) * 2.0 / 3.0,
            end.y + (control.y - end.y) * 2.0 / 3.0,
        )
    };
    Step::Curve(towards(from), towards(to), to)
}

/// A number with at most two digits behind the point.
pub fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_read_and_written() {
        let path = Path::parse("M 0 0 H 10 V 10 L 0 10 5 5 Z");
        assert_eq!(path.data(), "M0 0L10 0L10 10L0 10L5 5Z");
        assert_eq!(Path::parse("M 0 0 Q 3 3 6 0").data(), "M0 0C2 2 4 2 6 0");
    }
}
