//! Registries for people.

use std::fmt::Write;

use super::{Entry, Explanation, Facts, Parameter, names, without_links};

/// How far help and parameters stand from the left.
const INDENT: usize = 4;

/// The entries for people, in aligned columns: one line each, or, if `long` gives a width, with help
/// and parameters as well, in lines of at most so many characters (where a single word is not
/// longer).
pub fn describe<C: Facts>(entries: &[Entry<C>], long: Option<usize>) -> String {
    let column = names(entries).map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for (position, entry) in entries.iter().enumerate() {
        if long.is_some() && position > 0 {
            text.push('\n');
        }
        put(
            &mut text,
            format_args!("{:column$}  {}\n", entry.name, entry.summary),
        );
        if let Some(width) = long {
            describe_in_full(&mut text, entry, width);
        }
    }
    text
}

fn describe_in_full<C: Facts>(text: &mut String, entry: &Entry<C>, width: usize) {
    for line in without_links(entry.help).lines() {
        wrap(text, line, [INDENT, INDENT], width);
    }
    for (word, sentence) in entry.build.facts() {
        let fact = format!("{word}: {sentence}");
        wrap(text, &fact, [INDENT, 2 * INDENT], width);
    }
    if let Some(Explanation { flow, limits }) = entry.build.explanation() {
        let steps = flow.iter().copied().chain([("limits", *limits)]);
        for (step, sentences) in steps {
            wrap(
                text,
                &format!("{step}: {sentences}"),
                [INDENT, 2 * INDENT],
                width,
            );
        }
    }
    let rows: Vec<[String; 3]> = entry.parameters.iter().map(columns).collect();
    let column = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0)
    };
    let [first, second, third] = [0, 1, 2].map(column);
    if !rows.is_empty() && !entry.help.is_empty() {
        text.push('\n');
    }
    let fits = INDENT + first + 2 + second + 2 + third <= width;
    for [name, values, summary] in &rows {
        if fits {
            put(
                text,
                format_args!("    {name:first$}  {values:second$}  {summary}\n"),
            );
        } else {
            let head = format!("{name:first$}  {values}");
            wrap(text, &head, [INDENT, INDENT + first + 2], width);
            wrap(text, summary, [2 * INDENT, 2 * INDENT], width);
        }
    }
}

/// Name; values and default; summary.
fn columns(parameter: &Parameter) -> [String; 3] {
    let values = parameter.values();
    let values = match parameter.default {
        Some(words) if parameter.words_say_no_default() => format!("{values} ({words})"),
        Some(default) => format!("{values} (default {default})"),
        None => format!("{values} (required)"),
    };
    [
        parameter.name.to_owned(),
        values,
        without_links(parameter.summary),
    ]
}

/// Writes a line, broken between words where it is wider than `width`; the first line is indented
/// by the first number beyond its own spaces, the others by the second.
fn wrap(text: &mut String, line: &str, indent: [usize; 2], width: usize) {
    let words = line.trim_start();
    let own = line.len() - words.len();
    let mut present = " ".repeat(indent[0] + own);
    let mut empty = true;
    for word in words.split(' ') {
        let length = present.chars().count() + usize::from(!empty) + word.chars().count();
        if !empty && length > width {
            put(text, format_args!("{}\n", present.trim_end()));
            present = " ".repeat(indent[1]);
            empty = true;
        }
        if !empty {
            present.push(' ');
        }
        present.push_str(word);
        empty = empty && word.is_empty();
    }
    put(text, format_args!("{}\n", present.trim_end()));
}

/// Writes to a string, which cannot fail.
fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}
