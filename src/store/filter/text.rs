//! A filter as text, written in one way.

use std::fmt::{self, Write as _};

use super::{Filter, Node, Operator, Test, Value};

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Any(nodes) => joined(f, nodes, " or "),
            Node::All(nodes) => joined(f, nodes, " and "),
            Node::Not(inner) => negated(f, inner),
            Node::Test { name, test } => {
                f.write_str(&name.name)?;
                tested(f, test, false)
            }
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, nodes: &[Node], word: &str) -> fmt::Result {
    for (place, node) in nodes.iter().enumerate() {
        if place > 0 {
            f.write_str(word)?;
        }
        operand(f, node)?;
    }
    Ok(())
}

/// A node beside others, or after `not`: in brackets where it has several parts.
fn operand(f: &mut fmt::Formatter<'_>, node: &Node) -> fmt::Result {
    match node {
        Node::Any(_) | Node::All(_) => write!(f, "({node})"),
        node => write!(f, "{node}"),
    }
}

/// The contrary of a node; some tests have one of their own.
fn negated(f: &mut fmt::Formatter<'_>, inner: &Node) -> fmt::Result {
    match inner {
        Node::Test { name, test } if has_contrary(test) => {
            f.write_str(&name.name)?;
            tested(f, test, true)
        }
        inner => {
            f.write_str("not ")?;
            operand(f, inner)
        }
    }
}

fn has_contrary(test: &Test) -> bool {
    match test {
        Test::Missing | Test::In(_) => true,
        Test::Compare(operator, _) => *operator == Operator::Contains,
        Test::Holds => false,
    }
}

/// What follows a name; the contrary only of a test that [has one](has_contrary).
fn tested(f: &mut fmt::Formatter<'_>, test: &Test, contrary: bool) -> fmt::Result {
    let not = if contrary { " not" } else { "" };
    match test {
        Test::Holds => Ok(()),
        Test::Missing => write!(f, " is{not} missing"),
        Test::In(values) => {
            write!(f, "{not} in (")?;
            for (place, value) in values.iter().enumerate() {
                let comma = if place > 0 { ", " } else { "" };
                write!(f, "{comma}{value}")?;
            }
            f.write_char(')')
        }
        Test::Compare(operator, value) => {
            let contrary = if contrary { "!" } else { "" };
            write!(f, " {contrary}{} {value}", operator.sign())
        }
    }
}

impl Operator {
    /// The sign by which a filter is written.
    fn sign(self) -> &'static str {
        match self {
            Operator::Equal => "=",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::More => ">",
            Operator::AtLeast => ">=",
            Operator::Contains => "~",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(whole) => whole.fmt(f),
            // With a point or an exponent, so that it does not become a whole number.
            Value::Real(real) => write!(f, "{real:?}"),
            Value::Truth(truth) => truth.fmt(f),
            Value::Text(text) => {
                f.write_char('"')?;
                for character in text.chars() {
                    match character {
                        '\n' => f.write_str("\\n")?,
                        '\t' => f.write_str("\\t")?,
                        '\\' | '"' => write!(f, "\\{character}")?,
                        plain => f.write_char(plain)?,
                    }
                }
                f.write_char('"')
            }
        }
    }
}
