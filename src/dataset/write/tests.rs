//! Tests of the writers.

use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::dataset::{Value, Values};

fn text(values: &[Option<&str>]) -> Values {
    Values::Text(values.iter().map(|value| value.map(Arc::from)).collect())
}

/// Every kind of value, with missing ones and the ends of each range.
fn sample() -> Dataset {
    let whole = vec![Some(1), None, Some(i64::MIN), Some(i64::MAX)];
    let real = vec![Some(0.1), Some(1e21), None, Some(-2.0)];
    let words = text(&[Some("a, \"b\"\nc"), Some("NA"), None, Some("ü 蟻")]);
    let truth = vec![Some(true), None, Some(false), None];
    let columns = vec![
        Column::new(
            "events",
            "how many events there were",
            Values::Integer(whole),
        ),
        Column::new("time", "when it ended", Values::Real(real)).in_unit("s"),
        Column::new("end", "why it ended", words),
        Column::new(
            "expected",
            "whether it did as expected",
            Values::Truth(truth),
        ),
    ];
    Dataset::new(columns).expect("a data set")
}

fn one(values: Values) -> Dataset {
    Dataset::new(vec![Column::new("x", "a test", values)]).expect("a data set")
}

fn written(batches: &[Dataset], format: Format) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::create(&mut file, format, &batches[0].heads()).expect("a writer");
    for batch in batches {
        writer.write(batch).expect("written");
    }
    let rows: usize = batches.iter().map(Dataset::rows).sum();
    assert_eq!(writer.rows(), rows as u64);
    writer.finish().expect("finished");
    file
}

fn words(batches: &[Dataset], format: Format) -> String {
    String::from_utf8(written(batches, format)).expect("UTF-8")
}

#[test]
fn csv_tells_missing_values_from_texts() {
    let wanted = "events,time,end,expected\n\
        1,0.1,\"a, \"\"b\"\"\nc\",true\n\
        ,1e21,\"NA\",\n\
        -9223372036854775808,,,false\n\
        9223372036854775807,-2.0,ü 蟻,\n";
    assert_eq!(words(&[sample()], Format::Csv), wanted);
    let cases = [
        ("", "\"\""),
        ("nan", "\"nan\""),
        ("NULL", "\"NULL\""),
        (" x", "\" x\""),
        ("x\r", "\"x\r\""),
        ("nano", "nano"),
        ("a b", "a b"),
        ("12", "12"),
    ];
    for (value, field) in cases {
        let pair = Dataset::new(vec![
            Column::new("x,y", "", text(&[Some(value)])),
            Column::new("z", "", Values::Real(vec![Some(f64::NEG_INFINITY)])),
        ]);
        let found = words(&[pair.expect("a data set")], Format::Csv);
        assert_eq!(found, format!("\"x,y\",z\n{field},-inf\n"), "{value:?}");
    }
    // An empty line would be passed over.
    assert_eq!(
        words(&[one(Values::Integer(vec![None, Some(1)]))], Format::Csv),
        "x\n\"\"\n1\n"
    );
}

#[test]
fn json_lines_have_an_object_each() {
    let wanted = concat!(
        r#"{"events":1,"time":0.1,"end":"a, \"b\"\nc","expected":true}"#,
        "\n",
        r#"{"events":null,"time":1e+21,"end":"NA","expected":null}"#,
        "\n",
        r#"{"events":-9223372036854775808,"time":null,"end":null,"expected":false}"#,
        "\n",
        r#"{"events":9223372036854775807,"time":-2.0,"end":"ü 蟻","expected":null}"#,
        "\n",
    );
    assert_eq!(words(&[sample()], Format::JsonLines), wanted);
    let strange = vec![
        Some(f64::NAN),
        Some(f64::INFINITY),
        Some(f64::NEG_INFINITY),
        Some(-0.0),
    ];
    let found = words(&[one(Values::Real(strange))], Format::JsonLines);
    assert_eq!(
        found,
        "{\"x\":null}\n{\"x\":\"inf\"}\n{\"x\":\"-inf\"}\n{\"x\":-0.0}\n"
    );
}

#[test]
fn a_file_without_rows_has_its_heading() {
    let empty = one(Values::Real(Vec::new()));
    assert_eq!(words(std::slice::from_ref(&empty), Format::Csv), "x\n");
    assert_eq!(words(&[empty], Format::JsonLines), "");
}

#[test]
fn other_columns_are_refused_and_nothing_is_written() {
    let heads = sample().heads();
    for format in Format::ALL.into_iter().filter(|format| format.is_present()) {
        let mut file = Vec::new();
        let mut writer = Writer::create(&mut file, format, &heads).expect("a writer");
        writer.write(&sample()).expect("written");
        let columns = sample().columns().to_vec();
        let change = |change: fn(&mut Vec<Column>)| {
            let mut columns = columns.clone();
            change(&mut columns);
            Dataset::new(columns).expect("a data set")
        };
        let cases = [
            (
                change(|columns| columns.truncate(3)),
                "expected 4 columns, found 3",
            ),
            (
                change(|columns| columns.swap(0, 1)),
                "expected the column \"events\", found \"time\"",
            ),
            (
                change(|columns| columns[1].values = Values::Integer(vec![None; 4])),
                "time: expected values of the kind real, found integer",
            ),
        ];
        for (batch, what) in cases {
            let error = writer.write(&batch).expect_err(what);
            assert_eq!(error.to_string(), format!("batch from row 4: {what}"));
        }
        writer.finish().expect("finished");
        assert_eq!(file, written(&[sample()], format), "{format}");
    }
    let none = Writer::create(Vec::new(), Format::Csv, &[]).expect_err("no columns");
    assert_eq!(none.to_string(), "expected at least one column");
    let twice = [heads[0].clone(), heads[0].clone()];
    let twice = Writer::create(Vec::new(), Format::Csv, &twice).expect_err("two of one name");
    assert_eq!(twice.to_string(), "two columns are called \"events\"");
}

/// A disk with room for so many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told() {
    for format in Format::ALL.into_iter().filter(|format| format.is_present()) {
        let whole = written(&[sample()], format).len();
        for room in [0, 3, whole / 2, whole - 1] {
            let result =
                Writer::create(Full(room), format, &sample().heads()).and_then(|mut writer| {
                    writer.write(&sample())?;
                    writer.finish()
                });
            match result {
                Err(WriteError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
                Err(other) => panic!("{format} with room for {room}: {other}"),
                Ok(_) => panic!("{format} with room for {room} was written"),
            }
        }
    }
}

#[test]
fn the_extension_says_the_format() {
    let of = |path: &str| Format::of(Path::new(path)).map_err(|error| error.to_string());
    assert_eq!(of("a/b.csv"), Ok(Format::Csv));
    assert_eq!(of("b.c.JSONL"), Ok(Format::JsonLines));
    let words = match Format::Parquet.is_present() {
        true => ".csv or .jsonl or .parquet",
        false => ".csv or .jsonl",
    };
    let cases = [
        ("a.cvs", "found \"a.cvs\"; did you mean .csv?"),
        ("a.json", "found \"a.json\"; did you mean .jsonl?"),
        ("a", "found \"a\""),
        ("a.xlsx", "found \"a.xlsx\""),
        ("", "found \"\""),
    ];
    for (path, what) in cases {
        assert_eq!(
            of(path),
            Err(format!("expected a file that ends in {words}, {what}"))
        );
    }
    assert_eq!("jsonl".parse(), Ok(Format::JsonLines));
    let wrong = "jsonlines"
        .parse::<Format>()
        .expect_err("no format")
        .to_string();
    assert!(wrong.starts_with("expected one of csv or jsonl"), "{wrong}");
    let parquet = of("a.parquet");
    match Format::Parquet.is_present() {
        true => assert_eq!(parquet, Ok(Format::Parquet)),
        false => {
            let words = "this build cannot write Parquet: it was made without the feature parquet";
            assert_eq!(parquet, Err(words.to_owned()));
            let heads = sample().heads();
            let error =
                Writer::create(Vec::new(), Format::Parquet, &heads).expect_err("no Parquet");
            assert_eq!(error.to_string(), words);
        }
    }
}

fn values(column: &Column) -> serde_json::Value {
    let rows = (0..column.values.len()).map(|row| match column.values.get(row) {
        Value::Missing => json!(null),
        Value::Integer(whole) => json!(whole),
        Value::Real(real) if real.is_nan() => json!(null),
        Value::Real(real) => json!(format!("{:016x}", real.to_bits())),
        Value::Text(text) => json!(text),
        Value::Truth(truth) => json!(truth),
    });
    rows.collect()
}

/// A Python with pandas, the one that `FORMICARY_PYTHON` names, if any; or nothing, which is said.
fn pandas() -> Option<String> {
    let python = std::env::var("FORMICARY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let asked = Command::new(&python)
        .args(["-c", "import pandas, pyarrow"])
        .output();
    if asked.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let required = std::env::var("FORMICARY_REQUIRE").unwrap_or_default();
    let what = "no python3 with pandas and pyarrow to read data sets with";
    assert!(!required.split(',').any(|word| word == "pandas"), "{what}");
    eprintln!("left out: {what}");
    None
}

#[test]
fn pandas_reads_what_was_written() {
    let Some(python) = pandas() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dataset/read.py");
    for format in Format::ALL.into_iter().filter(|format| format.is_present()) {
        let path = folder.path().join(format!("runs.{}", format.word()));
        std::fs::write(&path, written(&[sample(), sample()], format)).expect("written");
        let output = Command::new(&python)
            .arg(&script)
            .arg(&path)
            .arg("end")
            .output();
        let output = output.expect("python3 starts");
        let troubles = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{format}: {troubles}");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(found["rows"], 8);
        for (place, column) in sample().columns().iter().enumerate() {
            assert_eq!(found["columns"][place], json!(column.name));
            let once = values(column);
            let once = once.as_array().expect("a list");
            let twice: Vec<_> = once.iter().chain(once).collect();
            assert_eq!(
                found["values"][&column.name],
                json!(twice),
                "{format}: {}",
                column.name
            );
            if format == Format::Parquet {
                assert_eq!(found["units"][&column.name], json!(column.unit));
                assert_eq!(found["help"][&column.name], json!(column.help));
            }
        }
    }
}

#[cfg(feature = "parquet")]
mod parquet {
    use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Float64Type, Int64Type};

    use super::*;

    /// What a Parquet file holds, by the library's own reader.
    fn read(bytes: &[u8]) -> Vec<RecordBatch> {
        let file = tempfile::tempfile().expect("a file");
        let mut writer = &file;
        io::Write::write_all(&mut writer, bytes).expect("written");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
        let reader = reader.with_batch_size(1 << 20).build().expect("a reader");
        reader.collect::<Result<_, _>>().expect("batches")
    }

    /// A column of a batch, as values.
    fn values(batch: &RecordBatch, place: usize, kind: crate::dataset::Kind) -> Values {
        use crate::dataset::Kind;
        let array = batch.column(place);
        match kind {
            Kind::Truth => Values::Truth(array.as_boolean().iter().collect()),
            Kind::Integer => Values::Integer(array.as_primitive::<Int64Type>().iter().collect()),
            Kind::Real => Values::Real(array.as_primitive::<Float64Type>().iter().collect()),
            Kind::Text => {
                let array = array.as_string::<i32>();
                Values::Text(array.iter().map(|text| text.map(Arc::from)).collect())
            }
        }
    }

    #[test]
    fn parquet_keeps_values_kinds_and_meaning() {
        let sample = sample();
        let batches = read(&written(std::slice::from_ref(&sample), Format::Parquet));
        let [batch] = batches.as_slice() else {
            panic!("{} batches", batches.len())
        };
        for (place, column) in sample.columns().iter().enumerate() {
            let schema = batch.schema();
            let field = schema.field(place);
            assert!(field.is_nullable());
            assert_eq!(field.name(), &column.name);
            assert_eq!(
                field.metadata().get("help").cloned(),
                Some(column.help.clone())
            );
            let unit = Some(column.unit.clone()).filter(|unit| !unit.is_empty());
            assert_eq!(field.metadata().get("unit").cloned(), unit);
            assert_eq!(values(batch, place, column.values.kind()), column.values);
        }
    }

    #[test]
    fn many_rows_come_in_row_groups() {
        let whole = 300_000;
        let batch = |start: i64| one(Values::Integer((start..start + 50_000).map(Some).collect()));
        let batches: Vec<_> = (0..6).map(|number| batch(number * 50_000)).collect();
        let bytes = written(&batches, Format::Parquet);
        assert_eq!(
            bytes,
            written(&batches, Format::Parquet),
            "the same bytes each time"
        );
        let found = read(&bytes);
        let found: Vec<i64> = found
            .iter()
            .flat_map(|batch| {
                batch
                    .column(0)
                    .as_primitive::<Int64Type>()
                    .values()
                    .to_vec()
            })
            .collect();
        assert_eq!(found, (0..whole).collect::<Vec<_>>());
        let none = read(&written(&[one(Values::Truth(Vec::new()))], Format::Parquet));
        assert!(none.iter().all(|batch| batch.num_rows() == 0));
    }

    proptest! {
        #[test]
        fn parquet_gives_back_the_same_bits(bits in proptest::collection::vec(any::<Option<u64>>(), 0..50)) {
            let reals: Vec<_> = bits.iter().map(|bits| bits.map(f64::from_bits)).collect();
            let found = read(&written(&[one(Values::Real(reals))], Format::Parquet));
            let found: Vec<Option<u64>> = found
                .iter()
                .flat_map(|batch| {
                    let array = batch.column(0).as_primitive::<Float64Type>();
                    array.iter().map(|real| real.map(f64::to_bits)).collect::<Vec<_>>()
                })
                .collect();
            prop_assert_eq!(found, bits);
        }
    }
}

fn datasets() -> impl Strategy<Value = Dataset> {
    let row = (
        any::<Option<i64>>(),
        proptest::option::of(
            proptest::num::f64::NORMAL | proptest::num::f64::ZERO | proptest::num::f64::SUBNORMAL,
        ),
        proptest::option::of("[a-zA-Z,\"'\n\r ü]{1,5}"),
        any::<Option<bool>>(),
    );
    proptest::collection::vec(row, 0..20).prop_map(|rows| {
        let columns = vec![
            Column::new(
                "whole",
                "",
                Values::Integer(rows.iter().map(|row| row.0).collect()),
            ),
            Column::new(
                "real",
                "",
                Values::Real(rows.iter().map(|row| row.1).collect()),
            ),
            Column::new(
                "te xt",
                "",
                text(&rows.iter().map(|row| row.2.as_deref()).collect::<Vec<_>>()),
            ),
            Column::new(
                "truth",
                "",
                Values::Truth(rows.iter().map(|row| row.3).collect()),
            ),
        ];
        Dataset::new(columns).expect("a data set")
    })
}

proptest! {
    #[test]
    fn csv_reads_back(dataset in datasets()) {
        let bytes = written(std::slice::from_ref(&dataset), Format::Csv);
        let mut reader = ::csv::Reader::from_reader(bytes.as_slice());
        let names = reader.headers().expect("a heading").clone();
        prop_assert_eq!(names, vec!["whole", "real", "te xt", "truth"]);
        let mut rows = 0;
        for (row, record) in reader.records().enumerate() {
            let record = record.expect("a record");
            for (field, column) in record.iter().zip(dataset.columns()) {
                match column.values.get(row) {
                    Value::Missing => prop_assert_eq!(field, ""),
                    Value::Integer(whole) => prop_assert_eq!(field.parse(), Ok(whole)),
                    Value::Real(real) => {
                        let found: f64 = field.parse().expect("a number");
                        prop_assert_eq!(found.to_bits(), real.to_bits());
                    }
                    Value::Text(text) => prop_assert_eq!(field, text),
                    Value::Truth(truth) => prop_assert_eq!(field.parse(), Ok(truth)),
                }
            }
            rows += 1;
        }
        prop_assert_eq!(rows, dataset.rows());
    }

    #[test]
    fn json_lines_read_back_in_any_batches(one in datasets(), two in datasets()) {
        let found = words(&[one.clone(), two.clone()], Format::JsonLines);
        let lines = found.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let lines: Vec<serde_json::Value> = lines.collect();
        prop_assert_eq!(lines.len(), one.rows() + two.rows());
        for (line, (batch, row)) in lines.iter().zip(
            (0..one.rows()).map(|row| (&one, row)).chain((0..two.rows()).map(|row| (&two, row))),
        ) {
            for column in batch.columns() {
                let found = &line[&column.name];
                match column.values.get(row) {
                    Value::Missing => prop_assert!(found.is_null()),
                    Value::Integer(whole) => prop_assert_eq!(found.as_i64(), Some(whole)),
                    Value::Real(real) => {
                        prop_assert_eq!(found.as_f64().map(f64::to_bits), Some(real.to_bits()));
                    }
                    Value::Text(text) => prop_assert_eq!(found.as_str(), Some(text)),
                    Value::Truth(truth) => prop_assert_eq!(found.as_bool(), Some(truth)),
                }
            }
        }
    }
}
