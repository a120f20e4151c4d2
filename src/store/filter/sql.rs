//! A filter as SQL.

use rusqlite::types::Value as Sql;

use super::{Filter, FilterError, Known, Name, Node, Operator, Test, Value, resolve};
use crate::dataset::Kind;

/// A filter as SQL.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// An expression with a mark for every value.
    pub text: String,
    /// The values, in the order of the marks.
    pub parameters: Vec<Sql>,
    /// Where the columns are found that it names.
    pub places: Vec<String>,
}

impl Filter {
    /// The filter as SQL.
    ///
    /// # Errors
    ///
    /// A name that means no column, and a value that its column cannot have.
    pub fn to_sql(&self, known: &[Known<'_>]) -> Result<Written, FilterError> {
        let mut writer = Writer {
            text: &self.text,
            known,
            written: Written {
                text: String::new(),
                parameters: Vec::new(),
                places: Vec::new(),
            },
        };
        writer.node(&self.root, false)?;
        Ok(writer.written)
    }
}

struct Writer<'f> {
    text: &'f str,
    known: &'f [Known<'f>],
    written: Written,
}

impl Writer<'_> {
    /// Writes a node. Below a `not`, what is unknown has to be made false: elsewhere it is left out as it
    /// is, and an index can serve.
    fn node(&mut self, node: &Node, negated: bool) -> Result<(), FilterError> {
        match node {
            Node::Any(nodes) => self.several(nodes, " OR ", negated),
            Node::All(nodes) => self.several(nodes, " AND ", negated),
            Node::Not(inner) => {
                self.written.text += "NOT ";
                self.node(inner, true)
            }
            Node::Test { name, test } => {
                self.written.text += if negated { "coalesce(" } else { "(" };
                self.test(name, test)?;
                self.written.text += if negated { ", 0)" } else { ")" };
                Ok(())
            }
        }
    }

    /// Writes nodes that belong together in halves, as the database takes no expression in which a
    /// thousand operators stand one below the other.
    fn several(&mut self, nodes: &[Node], word: &str, negated: bool) -> Result<(), FilterError> {
        let (left, right) = nodes.split_at(nodes.len().div_ceil(2));
        match (left, right) {
            ([only], []) => self.node(only, negated),
            (left, right) => {
                self.written.text += "(";
                self.several(left, word, negated)?;
                self.written.text += word;
                self.several(right, word, negated)?;
                self.written.text += ")";
                Ok(())
            }
        }
    }

    fn test(&mut self, name: &Name, test: &Test) -> Result<(), FilterError> {
        let wrong = |what: String| FilterError::at(self.text, name.place, what);
        let place = resolve(&name.name, self.known).map_err(|error| wrong(error.to_string()))?;
        let Known {
            sql,
            kind,
            name: whole,
        } = self.known[place];
        let fits = |operator, value: &Value| {
            check(kind, operator, value).map_err(|what| wrong(format!("{whole} {what}")))
        };
        let mut text = String::new();
        let mut parameters = Vec::new();
        match test {
            Test::Missing => text = format!("{sql} IS NULL"),
            Test::Holds if kind == Kind::Truth => text = format!("{sql} = 1"),
            Test::Holds => {
                return Err(wrong(format!(
                    "{whole} is no yes or no: expected an operator after it"
                )));
            }
            Test::Compare(operator, value) => {
                fits(*operator, value)?;
                text += &compared(sql, kind, *operator, value);
                parameters.push(bound(*operator, value));
            }
            Test::In(values) => {
                for value in values {
                    fits(Operator::Equal, value)?;
                    parameters.push(bound(Operator::Equal, value));
                }
                let marks = vec!["?"; values.len()].join(", ");
                text = format!("{sql} IN ({marks})");
            }
        }
        self.written.text += &text;
        self.written.parameters.extend(parameters);
        self.written.places.push(sql.to_owned());
        Ok(())
    }
}

/// Whether a column can be compared with a value so; a column of texts may hold numbers as well.
fn check(kind: Kind, operator: Operator, value: &Value) -> Result<(), &'static str> {
    let equality = matches!(operator, Operator::Equal | Operator::Unequal);
    match (kind, value) {
        (Kind::Truth, Value::Truth(_)) if equality => Ok(()),
        (Kind::Truth, _) => Err("is yes or no: expected = true or = false after it"),
        (_, Value::Truth(_)) => Err("is no yes or no"),
        (Kind::Integer | Kind::Real, Value::Text(_)) => Err("holds numbers: expected one"),
        (_, Value::Whole(_) | Value::Real(_)) if operator == Operator::Contains => {
            Err("can only contain a text in quotes")
        }
        _ => Ok(()),
    }
}

fn compared(sql: &str, kind: Kind, operator: Operator, value: &Value) -> String {
    let sign = match operator {
        Operator::Equal => "=",
        Operator::Unequal => "<>",
        Operator::Less => "<",
        Operator::AtMost => "<=",
        Operator::More => ">",
        Operator::AtLeast => ">=",
        Operator::Contains => return format!("{sql} LIKE ? ESCAPE '\\'"),
    };
    let ordered = !matches!(operator, Operator::Equal | Operator::Unequal);
    match value {
        // The database has an order for numbers and texts together, which nobody means.
        Value::Text(_) if ordered => format!("typeof({sql}) = 'text' AND {sql} {sign} ?"),
        Value::Whole(_) | Value::Real(_) if ordered && kind == Kind::Text => {
            format!("typeof({sql}) <> 'text' AND {sql} {sign} ?")
        }
        _ => format!("{sql} {sign} ?"),
    }
}

fn bound(operator: Operator, value: &Value) -> Sql {
    match value {
        Value::Whole(whole) => Sql::Integer(*whole),
        Value::Real(real) => Sql::Real(*real),
        Value::Truth(truth) => Sql::Integer(i64::from(*truth)),
        Value::Text(text) if operator == Operator::Contains => {
            let plain = text
                .replace('\\', "\\\\")
                .replace('%', "\\%")
                .replace('_', "\\_");
            Sql::Text(format!("%{plain}%"))
        }
        Value::Text(text) => Sql::Text(text.clone()),
    }
}
