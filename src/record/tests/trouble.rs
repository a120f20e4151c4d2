//! Errors that have a name.

use std::os::unix::fs::symlink;
use std::path::Path;

use super::*;

/// Takes some bytes and then none.
struct Small(usize);

impl Write for Small {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.0 {
            return Err(io::Error::new(
                io::ErrorKind::StorageFull,
                "No space left on device",
            ));
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.mcap", "x.jsonl", "x.csv"] {
        let path = folder.path().join(name);
        symlink("/dev/full", &path).unwrap();
        let error = Recorder::create(&path, &header()).unwrap_err();
        assert!(matches!(error, RecordError::DiskFull { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with(&path.display().to_string()), "{text}");
        assert!(
            text.contains("the disk is full: No space left on device"),
            "{text}"
        );
    }
}

#[test]
fn a_disk_that_fills_up() {
    for name in ["x.mcap", "x.jsonl", "x.csv"] {
        let format = Format::of(name.as_ref()).unwrap();
        let out = Box::new(Small(500_000));
        let mut recorder = Recorder::to(format, name, out, &header()).unwrap();
        let first = (0..).find_map(|n| {
            // Rows that do not compress to nothing.
            let mut row = row(n);
            row[22..30].copy_from_slice(&n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
            recorder.event(&row).err()
        });
        let first = first.unwrap();
        assert!(matches!(first, RecordError::DiskFull { .. }), "{first}");
        // It is said again at every later call.
        assert_eq!(recorder.flush(), Err(first.clone()));
        let line = InputLine {
            before: 0,
            time: 0.0,
            input: json!(1),
        };
        assert_eq!(recorder.input(line), Err(first.clone()));
        let events = recorder.events();
        assert_eq!(recorder.finish(ending(events)), Err(first));
    }
}

#[test]
fn a_disk_that_fills_up_unnoticed_is_reported_at_the_end() {
    let format = Format::of("x.jsonl".as_ref()).unwrap();
    let mut recorder = Recorder::to(format, "x.jsonl", Box::new(Small(3000)), &header()).unwrap();
    for n in 0..100 {
        recorder.event(&row(n)).unwrap();
    }
    let error = recorder.finish(ending(100)).unwrap_err();
    assert!(matches!(error, RecordError::DiskFull { .. }), "{error}");
}

#[test]
fn paths() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/x.mcap");
    assert_eq!(
        Recorder::create(&path, &header()).unwrap_err(),
        RecordError::NotFound { path }
    );
    let path = folder.path().join("no.mcap");
    assert_eq!(
        Record::open(&path).unwrap_err(),
        RecordError::NotFound { path }
    );
    let path = folder.path().join("folder.mcap");
    std::fs::create_dir(&path).unwrap();
    assert!(matches!(
        Record::open(&path),
        Err(RecordError::NotARecord { .. })
    ));
    assert!(matches!(
        Recorder::create(&path, &header()),
        Err(RecordError::Io { .. })
    ));
}

#[test]
fn extensions() {
    let message = |path: &str| Format::of(path.as_ref()).unwrap_err().to_string();
    assert_eq!(
        message("run.mcpa"),
        "run.mcpa: `.mcpa` is no format of records; known are .mcap, .jsonl, .csv; \
         did you mean `.mcap`?"
    );
    assert_eq!(
        message("run.json"),
        "run.json: `.json` is no format of records; known are .mcap, .jsonl, .csv; \
         did you mean `.jsonl`?"
    );
    assert_eq!(
        message("run.png"),
        "run.png: `.png` is no format of records; known are .mcap, .jsonl, .csv"
    );
    assert!(message("run").contains("a record needs a file extension"));
    let error = Record::open("run.tar").unwrap_err();
    assert!(
        matches!(error, RecordError::UnknownFormat { .. }),
        "{error}"
    );
}

#[test]
fn a_table_is_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    Recorder::create(&path, &header())
        .unwrap()
        .finish(ending(0))
        .unwrap();
    let error = Record::open(&path).unwrap_err();
    assert!(
        matches!(error, RecordError::NotReplayable { .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("record the run as .mcap or .jsonl"),
        "{error}"
    );
    let error = Record::open(folder.path().join("no.csv")).unwrap_err();
    assert!(matches!(error, RecordError::NotFound { .. }), "{error}");
}

#[test]
fn other_versions() {
    let old = String::from_utf8(record("x.jsonl", &header(), &[])).unwrap();
    let new = old.replacen(r#""format":1"#, r#""format":77"#, 1);
    let error = Record::from_bytes("x.jsonl", new.into_bytes()).unwrap_err();
    let path = Path::new("x.jsonl").to_owned();
    assert_eq!(
        error,
        RecordError::OtherVersion {
            path,
            found: 77,
            expected: FORMAT_VERSION
        }
    );
}

#[test]
fn other_logs() {
    let mut bytes = Vec::new();
    let options = ::mcap::WriteOptions::new().compression_threads(0);
    options
        .create(io::Cursor::new(&mut bytes))
        .unwrap()
        .finish()
        .unwrap();
    let error = Record::from_bytes("x.mcap", bytes).unwrap_err();
    assert!(matches!(error, RecordError::NotARecord { .. }), "{error}");
    for (name, bytes) in [
        ("x.mcap", "PK"),
        ("x.jsonl", ""),
        ("x.jsonl", "hello\n"),
        ("x.mcap", ""),
    ] {
        let error = Record::from_bytes(name, bytes.as_bytes()).unwrap_err();
        assert!(
            matches!(error, RecordError::NotARecord { .. }),
            "{name} {bytes}: {error}"
        );
    }
}

#[test]
fn misfits() {
    let mut recorder = {
        let format = Format::of("x.mcap".as_ref()).unwrap();
        Recorder::to(format, "x.mcap", Box::new(Shared::default()), &header()).unwrap()
    };
    let mut follower = row(0);
    follower[FLAGS] = 0x80;
    let two_events = [row(0), row(1)].concat();
    for rows in [&[][..], &row(0)[1..], &follower, &two_events] {
        assert!(matches!(
            recorder.event(rows),
            Err(RecordError::Misfit { .. })
        ));
    }
    let frame = Frame {
        event: 0,
        time: f64::NAN,
        positions: vec![],
    };
    assert!(matches!(
        recorder.frame(frame),
        Err(RecordError::Misfit { .. })
    ));
    let error = recorder.finish(ending(7)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("an ending after 7 events, of which 0 were"),
        "{error}"
    );

    let header = Header {
        layout: Layout::new(),
        ..header()
    };
    let error = Recorder::create("x.mcap", &header).unwrap_err();
    assert!(matches!(error, RecordError::Misfit { .. }), "{error}");
}
