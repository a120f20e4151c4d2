//! A scene as SVG 1.1.

use std::fmt::Write;

use super::font::FAMILIES;
use super::palette::Colour;
use super::scene::{Anchor, Item, Layer, Outline, Paint, Pen, Point, Scene, Shape, Text};

/// Writes a scene. The same scene gives the same bytes.
///
/// Every layer is a group with a class, and each of its parts a group in it whose `data-name` says
/// whose part it is. Coordinates are rounded to hundredths of a pixel.
pub(super) fn write(scene: &Scene) -> String {
    let [width, height] = scene.size.map(number);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\" \
         font-family=\"{FAMILIES}\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(&scene.title),
        escaped(&scene.description),
        hex(scene.ground),
    );
    for layer in &scene.layers {
        group(&mut out, layer);
    }
    out.push_str("</svg>\n");
    out
}

fn group(out: &mut String, layer: &Layer) {
    push(
        out,
        format_args!("<g id=\"{0}\" class=\"{0}\">\n", layer.class),
    );
    let mut inside = false;
    for item in &layer.items {
        match item {
            Item::Shape(shape) => draw(out, shape),
            Item::Text(text) => write_text(out, text),
            Item::Part(name) => {
                if inside {
                    out.push_str("</g>\n");
                }
                inside = true;
                push(out, format_args!("<g data-name=\"{}\">\n", escaped(name)));
            }
        }
    }
    if inside {
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n");
}

fn draw(out: &mut String, shape: &Shape) {
    match &shape.outline {
        Outline::Lines(lines) => {
            out.push_str("<path d=\"");
            lines.iter().for_each(|line| path(out, line));
            out.push('"');
        }
        Outline::Polygon(points) => {
            out.push_str("<path d=\"");
            path(out, points);
            out.push_str("Z\"");
        }
        Outline::Circle([x, y], radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            push(
                out,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""),
            );
        }
        Outline::Box(area) => {
            let [x, y] = [area.left, area.top].map(number);
            let [width, height] = [area.width(), area.height()].map(number);
            push(
                out,
                format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""),
            );
        }
    }
    match shape.fill {
        Some(fill) => paint(out, "fill", fill),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(pen) = &shape.pen {
        stroke(out, pen);
    }
    out.push_str("/>\n");
}

/// A line through points. A single point is a line to itself, which round caps make visible.
fn path(out: &mut String, points: &[Point]) {
    for (place, point) in points.iter().enumerate() {
        let [x, y] = point.map(number);
        out.push(if place == 0 { 'M' } else { 'L' });
        push(out, format_args!("{x} {y}"));
    }
    if let [point] = points {
        let [x, y] = point.map(number);
        push(out, format_args!("L{x} {y}"));
    }
}

fn stroke(out: &mut String, pen: &Pen) {
    paint(out, "stroke", pen.paint);
    push(out, format_args!(" stroke-width=\"{}\"", number(pen.width)));
    if pen.dash.is_empty() {
        out.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    } else {
        let dash: Vec<String> = pen.dash.iter().map(|length| number(*length)).collect();
        let dash = dash.join(" ");
        push(
            out,
            format_args!(" stroke-linejoin=\"round\" stroke-dasharray=\"{dash}\""),
        );
    }
}

fn paint(out: &mut String, attribute: &str, paint: Paint) {
    push(out, format_args!(" {attribute}=\"{}\"", hex(paint.colour)));
    if paint.cover < 1.0 {
        push(
            out,
            format_args!(" {attribute}-opacity=\"{}\"", number(paint.cover)),
        );
    }
}

fn write_text(out: &mut String, text: &Text) {
    let [x, y] = text.at.map(number);
    push(
        out,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"",
            number(text.size),
            hex(text.colour)
        ),
    );
    match text.anchor {
        Anchor::Start => (),
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if text.turn != 0.0 {
        push(
            out,
            format_args!(" transform=\"rotate({} {x} {y})\"", number(text.turn)),
        );
    }
    push(out, format_args!(">{}</text>\n", escaped(&text.words)));
}

/// A number with at most two decimal places.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".into()
    } else {
        short.into()
    }
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text with the characters that XML needs for itself written as entities, and those that XML
/// 1.0 (section 2.2) forbids replaced by U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => out.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

fn push(out: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (1.0, "1"),
            (-0.001, "0"),
            (0.126, "0.13"),
            (120.0, "120"),
            (-2.5, "-2.5"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn texts_stay_texts() {
        assert_eq!(
            escaped("a<b & \"c\"\u{1}\u{ffff}"),
            "a&lt;b &amp; &quot;c&quot;\u{fffd}\u{fffd}"
        );
    }
}
