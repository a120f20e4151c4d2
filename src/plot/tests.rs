//! The pictures of all kinds of charts: compared with stored ones by their structure, and asked for
//! what every picture has to keep.

mod pictures;
mod refused;
mod samples;

use roxmltree::{Document, Node};

use super::*;

/// A picture and its style.
fn drawn(chart: &Chart, style: &Style) -> String {
    svg(chart, style).expect("a picture")
}

/// The group of a layer.
fn layer<'a>(document: &'a Document<'a>, class: &str) -> Option<Node<'a, 'a>> {
    document
        .root_element()
        .children()
        .find(|node| node.attribute("class") == Some(class))
}

/// The texts of a layer in their order.
fn texts(document: &Document<'_>, class: &str) -> Vec<String> {
    let texts = layer(document, class).into_iter().flat_map(|layer| {
        layer
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
    });
    texts.map(str::to_owned).collect()
}

/// The part of a layer that belongs to this name.
fn part<'a>(document: &'a Document<'a>, class: &str, name: &str) -> Option<Node<'a, 'a>> {
    let layer = layer(document, class)?;
    layer
        .children()
        .find(|node| node.attribute("data-name") == Some(name))
}

/// All numbers of an attribute.
fn numbers(node: Node<'_, '_>, attribute: &str) -> Vec<f64> {
    let text = node.attribute(attribute).unwrap_or("");
    let parts = text.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
    parts.filter_map(|part| part.parse().ok()).collect()
}
