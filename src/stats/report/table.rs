//! Tables of text.

/// A table: columns of cells below their headings.
#[derive(Debug, Default)]
pub(super) struct Table {
    columns: Vec<TextColumn>,
    /// How many of the first columns name the rows; they are repeated where a table is cut.
    names: usize,
}

#[derive(Debug)]
struct TextColumn {
    heading: String,
    cells: Vec<String>,
    align: Align,
}

/// How the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Align {
    /// Words, flush left.
    Left,
    /// Numbers, flush right.
    Right,
    /// Intervals, flush left, in the same table as the column before.
    Interval,
}

/// The blanks between two columns.
const GAP: usize = 2;

impl Table {
    /// Adds a column that names the rows, flush left. These come before all others.
    pub(super) fn name(&mut self, heading: impl Into<String>, cells: Vec<String>) {
        self.names += 1;
        self.push(heading.into(), cells, Align::Left);
    }

    /// Adds a column of words, flush left.
    pub(super) fn words(&mut self, heading: impl Into<String>, cells: Vec<String>) {
        self.push(heading.into(), cells, Align::Left);
    }

    /// Adds a column of numbers, flush right.
    pub(super) fn numbers(&mut self, heading: impl Into<String>, cells: Vec<String>) {
        self.push(heading.into(), cells, Align::Right);
    }

    /// Adds the intervals of the numbers in the column before; the two are never parted.
    pub(super) fn intervals(&mut self, cells: Vec<String>) {
        self.push("interval".to_owned(), cells, Align::Interval);
    }

    fn push(&mut self, heading: String, cells: Vec<String>, align: Align) {
        self.columns.push(TextColumn {
            heading,
            cells,
            align,
        });
    }

    /// Its lines, at most `width` characters wide where that is possible: columns that do not fit
    /// follow below in another table with the same names. No cell is ever broken, so a table of one
    /// column beside the names may be wider.
    pub(super) fn write(&self, width: usize, text: &mut String) {
        let (names, others) = self.columns.split_at(self.names);
        let width_of = |columns: &[TextColumn]| -> usize {
            columns.iter().map(|column| column.width() + GAP).sum()
        };
        // A column and the intervals that belong to it.
        let together = |_: &TextColumn, next: &TextColumn| next.align == Align::Interval;
        let mut rest = others;
        loop {
            let mut used = width_of(names);
            let mut taken = 0;
            for columns in rest.chunk_by(together) {
                used += width_of(columns);
                if taken > 0 && used > width + GAP {
                    break;
                }
                taken += columns.len();
            }
            let (block, later) = rest.split_at(taken);
            write_block(&names.iter().chain(block).collect::<Vec<_>>(), text);
            if later.is_empty() {
                return;
            }
            text.push('\n');
            rest = later;
        }
    }
}

impl TextColumn {
    fn width(&self) -> usize {
        let cells = self.cells.iter().chain([&self.heading]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn padded(&self, cell: &str, width: usize) -> String {
        if self.align == Align::Right {
            format!("{cell:>width$}")
        } else {
            format!("{cell:<width$}")
        }
    }
}

fn write_block(columns: &[&TextColumn], text: &mut String) {
    let widths: Vec<usize> = columns.iter().map(|column| column.width()).collect();
    let rows = columns
        .iter()
        .map(|column| column.cells.len())
        .max()
        .unwrap_or(0);
    let mut line = |cell: &dyn Fn(&TextColumn) -> String| {
        let cells = columns.iter().zip(&widths);
        let cells = cells.map(|(column, width)| column.padded(&cell(column), *width));
        let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(&|column| column.heading.clone());
    for row in 0..rows {
        line(&|column| column.cells.get(row).cloned().unwrap_or_default());
    }
}

/// The significant digits of a number in a table.
const DIGITS: i32 = 5;

/// A number for people: whole numbers below ten million as they are, others with five significant
/// digits, very small and very large ones with an exponent. What is no number is a dash.
pub(super) fn number(x: f64) -> String {
    if !x.is_finite() {
        return "-".to_owned();
    }
    let size = x.abs();
    if size < 1e7 && x.trunc() == x {
        return format!("{}", x + 0.0);
    }
    let scientific = format!("{:.*e}", DIGITS as usize - 1, x);
    let exponent: i32 = match scientific.split_once('e') {
        Some((_, exponent)) => exponent.parse().unwrap_or(0),
        None => 0,
    };
    if (-4..7).contains(&exponent) {
        let places = (DIGITS - 1 - exponent).max(0) as usize;
        format!("{x:.places$}")
    } else {
        scientific
    }
}

/// A number that may not be there.
pub(super) fn maybe(x: Option<f64>) -> String {
    x.map_or_else(|| "-".to_owned(), number)
}

/// A p value in a table: below one in ten thousand only that.
pub(super) fn probability(p: f64) -> String {
    if p < 1e-4 {
        "<0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// A p value in a sentence, behind the letter.
pub(super) fn compared(p: f64) -> String {
    let digits = probability(p);
    match digits.strip_prefix('<') {
        Some(bound) => format!("< {bound}"),
        None => format!("= {digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_five_digits() {
        let all = [
            (0.0, "0"),
            (-0.0, "0"),
            (42.0, "42"),
            (9_999_999.0, "9999999"),
            (12_345_678.0, "1.2346e7"),
            (0.123_456_78, "0.12346"),
            (-1234.5678, "-1234.6"),
            (123_456.7, "123457"),
            (9.999_996, "10.000"),
            (0.000_012_345_6, "1.2346e-5"),
            (f64::NAN, "-"),
        ];
        for (x, expected) in all {
            assert_eq!(number(x), expected);
        }
        assert_eq!(
            (maybe(None), maybe(Some(1.5))),
            ("-".into(), "1.5000".into())
        );
        assert_eq!(
            (probability(1.0), probability(9e-5)),
            ("1.0000".into(), "<0.0001".into())
        );
    }

    #[test]
    fn p_values_in_sentences() {
        assert_eq!(
            (compared(0.25), compared(0.0)),
            ("= 0.2500".into(), "< 0.0001".into())
        );
    }

    #[test]
    fn wide_tables_are_cut_between_columns() {
        let mut table = Table::default();
        table.name("group", vec!["a".into(), "bb".into()]);
        table.numbers("one", vec!["1".into(), "22.5".into()]);
        table.words("two", vec!["a b".into(), "-".into()]);
        table.numbers("three", vec!["3".into(), "4".into()]);
        table.intervals(vec!["[1, 2]".into(), "-".into()]);
        let mut wide = String::new();
        table.write(80, &mut wide);
        let whole = "group   one  two  three  interval\n\
                     a         1  a b      3  [1, 2]\n\
                     bb     22.5  -        4  -\n";
        assert_eq!(wide, whole);
        let mut narrow = String::new();
        table.write(12, &mut narrow);
        let cut = "group   one\na         1\nbb     22.5\n\n\
                   group  two\na      a b\nbb     -\n\n\
                   group  three  interval\na          3  [1, 2]\nbb         4  -\n";
        assert_eq!(narrow, cut);
        let mut tiny = String::new();
        table.write(0, &mut tiny);
        assert_eq!(tiny, narrow);
    }
}
