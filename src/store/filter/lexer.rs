//! A filter as a list of words.

use super::FilterError;

/// One word of a filter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name, or one of the words of the language.
    Word(String),
    Whole(i64),
    Real(f64),
    Text(String),
    /// An operator, a bracket or a comma.
    Sign(&'static str),
}

/// A word with the place at which it begins, in characters from 0.
pub(super) type Placed = (usize, Token);

/// The signs; those that begin like others come first.
const SIGNS: [&str; 13] = [
    "==", "!=", "<>", "<=", ">=", "!~", "=", "<", ">", "~", "(", ")", ",",
];

pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, FilterError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(&first) = characters.get(place) {
        let rest = &characters[place..];
        let (token, length) = match first {
            _ if first.is_whitespace() => {
                place += 1;
                continue;
            }
            '"' | '\'' => quoted(rest).map_err(|what| FilterError::at(text, place, what))?,
            _ if first.is_alphabetic() || first == '_' => word(rest),
            _ if begins_number(rest) => {
                number(rest).map_err(|what| FilterError::at(text, place, what))?
            }
            _ => sign(rest).ok_or_else(|| {
                let what = format!("expected a name, a value or an operator, found {first:?}");
                FilterError::at(text, place, what)
            })?,
        };
        tokens.push((place, token));
        place += length;
    }
    Ok(tokens)
}

/// A text in quotes, which stand within it after a backslash.
fn quoted(rest: &[char]) -> Result<(Token, usize), String> {
    let quote = rest[0];
    let mut text = String::new();
    let mut place = 1;
    loop {
        match rest.get(place) {
            None => return Err(format!("the text that begins with {quote} does not end")),
            Some(&end) if end == quote => return Ok((Token::Text(text), place + 1)),
            Some('\\') => {
                let escaped = rest.get(place + 1).copied();
                text.push(match escaped {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(plain) if plain == '\\' || plain == '"' || plain == '\'' => plain,
                    Some(other) => {
                        return Err(format!(
                            "expected \\n, \\t, \\\\, \\\" or \\', found \\{other}"
                        ));
                    }
                    None => return Err(format!("the text that begins with {quote} does not end")),
                });
                place += 2;
            }
            Some(&plain) => {
                text.push(plain);
                place += 1;
            }
        }
    }
}

/// A dotted name, in which an index stands after a dot or in brackets; a dot or a dash may not be the
/// last.
fn word(rest: &[char]) -> (Token, usize) {
    let (mut word, mut length) = (String::new(), 0);
    while let Some(&next) = rest.get(length) {
        if next.is_alphanumeric() || matches!(next, '_' | '.' | '-') {
            word.push(next);
            length += 1;
        } else if let Some(digits) = index(&rest[length..]) {
            word.push('.');
            word.extend(digits);
            length += digits.len() + 2;
        } else {
            break;
        }
    }
    let name = word.trim_end_matches(['.', '-']);
    // What is cut off is one byte a character.
    length -= word.len() - name.len();
    (Token::Word(name.to_owned()), length)
}

/// The digits of an index in brackets.
fn index(rest: &[char]) -> Option<&[char]> {
    let inner = rest.strip_prefix(&['['])?;
    let end = inner.iter().position(|c| !c.is_ascii_digit())?;
    (end > 0 && inner[end] == ']').then(|| &inner[..end])
}

fn begins_number(rest: &[char]) -> bool {
    let after_sign = usize::from(matches!(rest[0], '-' | '+'));
    let digit = |place: usize| rest.get(place).is_some_and(char::is_ascii_digit);
    digit(after_sign) || (rest.get(after_sign) == Some(&'.') && digit(after_sign + 1))
}

fn number(rest: &[char]) -> Result<(Token, usize), String> {
    let mut length = 1;
    while let Some(&next) = rest.get(length) {
        let after_exponent = matches!(next, '-' | '+') && matches!(rest[length - 1], 'e' | 'E');
        if !(next.is_alphanumeric() || matches!(next, '.' | '_') || after_exponent) {
            break;
        }
        length += 1;
    }
    let text: String = rest[..length].iter().filter(|c| **c != '_').collect();
    let whole = text.parse().map(Token::Whole);
    let real = || {
        text.parse()
            .ok()
            .filter(|real: &f64| real.is_finite())
            .map(Token::Real)
    };
    let token = whole.ok().or_else(real);
    token
        .map(|token| (token, length))
        .ok_or_else(|| format!("expected a number, found {text}"))
}

fn sign(rest: &[char]) -> Option<(Token, usize)> {
    let found = SIGNS.into_iter().find(|sign| {
        let length = sign.len();
        rest.len() >= length && sign.chars().eq(rest[..length].iter().copied())
    })?;
    Some((Token::Sign(found), found.len()))
}
