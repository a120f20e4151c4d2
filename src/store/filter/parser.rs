//! A filter as a tree, by recursive descent.

use super::lexer::{Placed, Token, tokens};
use super::{FilterError, Name, Node, Operator, Test, Value};

/// Brackets and `not` may stand within each other so often.
const DEEPEST: usize = 100;

/// A filter has at most so many values: the database binds 32,766.
const MOST_VALUES: usize = 10_000;

/// The words of the language, which no column may have for a name.
const WORDS: [&str; 8] = ["and", "or", "not", "in", "is", "missing", "true", "false"];

pub(super) fn parse(text: &str) -> Result<Node, FilterError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        text,
        tokens: &tokens,
        next: 0,
        values: 0,
    };
    if tokens.is_empty() {
        return Err(FilterError::at(
            text,
            0,
            "expected a comparison, such as swarm.robots > 50",
        ));
    }
    let root = parser.any(0)?;
    match parser.peek() {
        None => Ok(root),
        Some(token) => {
            let what = format!("expected and, or, or the end, found {}", shown(token));
            Err(parser.wrong(what))
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Placed],
    next: usize,
    /// How many values there were.
    values: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// The place of the next word; the end of the text where there is none.
    fn place(&self) -> usize {
        let end = || self.text.chars().count();
        self.tokens
            .get(self.next)
            .map_or_else(end, |(place, _)| *place)
    }

    fn wrong(&self, what: impl Into<String>) -> FilterError {
        FilterError::at(self.text, self.place(), what)
    }

    /// Takes a word of the language, in any case.
    fn takes(&mut self, word: &str) -> bool {
        let is =
            matches!(self.peek(), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word));
        self.next += usize::from(is);
        is
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.next += usize::from(is);
        is
    }

    fn any(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.all(depth)?];
        while self.takes("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(one_or(nodes, Node::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.single(depth)?];
        while self.takes("and") {
            nodes.push(self.single(depth)?);
        }
        Ok(one_or(nodes, Node::All))
    }

    fn single(&mut self, depth: usize) -> Result<Node, FilterError> {
        if depth > DEEPEST {
            return Err(self.wrong(format!("brackets and not are more than {DEEPEST} deep")));
        }
        if self.takes("not") {
            return Ok(Node::Not(Box::new(self.single(depth + 1)?)));
        }
        if self.takes_sign("(") {
            let inner = self.any(depth + 1)?;
            self.close()?;
            return Ok(inner);
        }
        let place = self.place();
        let name = match self.peek() {
            Some(Token::Word(word)) if !is_word(word) => word.clone(),
            found => {
                return Err(self.wrong(format!(
                    "expected the name of a column, found {}",
                    shown_end(found)
                )));
            }
        };
        self.next += 1;
        self.test(Name { place, name })
    }

    fn close(&mut self) -> Result<(), FilterError> {
        match self.takes_sign(")") {
            true => Ok(()),
            false => Err(self.wrong(format!("expected ), found {}", shown_end(self.peek())))),
        }
    }

    /// What follows a name.
    fn test(&mut self, name: Name) -> Result<Node, FilterError> {
        let is_not = |negated: bool, test: Test| {
            let node = Node::Test { name, test };
            if negated {
                Node::Not(Box::new(node))
            } else {
                node
            }
        };
        if self.takes("is") {
            let negated = self.takes("not");
            if !self.takes("missing") {
                return Err(self.wrong(format!(
                    "expected missing, found {}",
                    shown_end(self.peek())
                )));
            }
            return Ok(is_not(negated, Test::Missing));
        }
        let negated = self.takes("not");
        if self.takes("in") {
            return Ok(is_not(negated, Test::In(self.list()?)));
        }
        if negated {
            return Err(self.wrong(format!("expected in, found {}", shown_end(self.peek()))));
        }
        let Some(Token::Sign(sign)) = self.peek() else {
            return Ok(is_not(false, Test::Holds));
        };
        let Some((operator, negated)) = operator(sign) else {
            return Ok(is_not(false, Test::Holds));
        };
        self.next += 1;
        let value = self.value()?;
        Ok(is_not(negated, Test::Compare(operator, value)))
    }

    fn list(&mut self) -> Result<Vec<Value>, FilterError> {
        if !self.takes_sign("(") {
            return Err(self.wrong(format!("expected (, found {}", shown_end(self.peek()))));
        }
        let mut values = vec![self.value()?];
        while self.takes_sign(",") {
            values.push(self.value()?);
        }
        self.close()?;
        Ok(values)
    }

    fn value(&mut self) -> Result<Value, FilterError> {
        let value = match self.peek() {
            Some(Token::Whole(whole)) => Value::Whole(*whole),
            Some(Token::Real(real)) => Value::Real(*real),
            Some(Token::Text(text)) => Value::Text(text.clone()),
            Some(Token::Word(word)) if word.eq_ignore_ascii_case("true") => Value::Truth(true),
            Some(Token::Word(word)) if word.eq_ignore_ascii_case("false") => Value::Truth(false),
            Some(Token::Word(word)) if !is_word(word) => {
                return Err(self.wrong(format!(
                    "expected a value; a text stands in quotes: \"{word}\""
                )));
            }
            found => {
                let what = "expected a number, a text in quotes, true or false, found";
                return Err(self.wrong(format!("{what} {}", shown_end(found))));
            }
        };
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(self.wrong(format!("a filter has at most {MOST_VALUES} values")));
        }
        self.next += 1;
        Ok(value)
    }
}

/// The operator that a sign means, and whether its contrary is meant.
fn operator(sign: &str) -> Option<(Operator, bool)> {
    Some(match sign {
        "=" | "==" => (Operator::Equal, false),
        "!=" | "<>" => (Operator::Unequal, false),
        "<" => (Operator::Less, false),
        "<=" => (Operator::AtMost, false),
        ">" => (Operator::More, false),
        ">=" => (Operator::AtLeast, false),
        "~" => (Operator::Contains, false),
        "!~" => (Operator::Contains, true),
        _ => return None,
    })
}

fn is_word(word: &str) -> bool {
    WORDS.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// One node alone, or several together.
fn one_or(mut nodes: Vec<Node>, several: impl FnOnce(Vec<Node>) -> Node) -> Node {
    match (nodes.pop(), nodes.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            nodes.extend(last);
            several(nodes)
        }
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Word(word) => word.clone(),
        Token::Whole(whole) => whole.to_string(),
        Token::Real(real) => real.to_string(),
        Token::Text(text) => format!("{text:?}"),
        Token::Sign(sign) => (*sign).to_owned(),
    }
}

fn shown_end(token: Option<&Token>) -> String {
    token.map_or("the end".to_owned(), shown)
}
