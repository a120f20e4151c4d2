//! Rows of the event log as JSON and back, bit for bit.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::layout::{Cell, Column, Layout, Number};

/// Appends the members of a row to `text`: `"time":0.5,"id":3,"kind":"LOOK"`.
pub(super) fn put(text: &mut Vec<u8>, layout: &Layout, row: &[u8]) -> io::Result<()> {
    for (i, column) in layout.columns().iter().enumerate() {
        if i > 0 {
            text.push(b',');
        }
        json(text, &column.name)?;
        text.push(b':');
        match column.cell(row).unwrap_or(Cell::None) {
            Cell::None => json(text, &())?,
            Cell::F64(number) if number.is_finite() => json(text, &number)?,
            // JSON has no such numbers; the bits keep even the payload of a not-a-number.
            Cell::F64(number) => json(text, &format!("0x{:016x}", number.to_bits()))?,
            Cell::I64(number) => json(text, &number)?,
            Cell::U64(number) => json(text, &number)?,
            Cell::Word(word) => json(text, &word)?,
        }
    }
    Ok(())
}

fn json(text: &mut Vec<u8>, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(text, value).map_err(io::Error::from)
}

/// Packs the columns of a JSON object and appends them to `rows`; on failure says what is wrong.
pub(super) fn take(
    rows: &mut Vec<u8>,
    layout: &Layout,
    line: &Map<String, Value>,
) -> Result<(), String> {
    let start = rows.len();
    rows.resize(start + layout.row_bytes(), 0);
    for column in layout.columns() {
        let name = &column.name;
        let value = line
            .get(name)
            .ok_or_else(|| format!("there is no `{name}`"))?;
        let number = number(column, value);
        let stored = number.is_some_and(|number| column.set(&mut rows[start..], number));
        if !stored {
            return Err(format!("`{name}` cannot be {value}"));
        }
    }
    Ok(())
}

fn number(column: &Column, value: &Value) -> Option<Number> {
    match (column.kind.is_float(), value) {
        (true, Value::Null) => Some(Number::F64(u64::MAX)),
        (true, Value::Number(number)) => Some(Number::F64(number.as_f64()?.to_bits())),
        (true, Value::String(text)) => {
            let bits = u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
            Some(Number::F64(bits))
        }
        (false, Value::Number(number)) => match number.as_u64() {
            Some(number) => Some(Number::Unsigned(number)),
            None => number.as_i64().map(Number::Signed),
        },
        (false, Value::String(text)) => {
            let (&value, _) = column.words.iter().find(|(_, word)| *word == text)?;
            Some(Number::Signed(value))
        }
        _ => None,
    }
}
