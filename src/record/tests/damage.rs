//! Cut and changed files: never a panic, never a wrong row.

use super::*;

/// True if `found` are the first events of `all`.
fn is_prefix(found: &[Vec<u8>], all: &[Vec<u8>]) -> bool {
    all.starts_with(found)
}

/// True if a record holds the first of these events, each with its operation where there are any.
fn is_sound(record: &Record, all: &[Vec<u8>]) -> bool {
    let found = events_in(record);
    is_prefix(&found, all) && operations_in(record) == operations_of(&record.header, &found)
}

/// The two kinds of run: on the virtual clock, and in an order that reality decided.
fn headers() -> [Header; 2] {
    [header(), operated()]
}

/// A record of several chunks.
fn sample(name: &str, header: &Header) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut steps: Vec<Step> = (0..40).map(|n| Step::Event(row(n))).collect();
    for at in [30, 20, 10] {
        steps.insert(at, Step::Flush);
        steps.insert(at, Step::Input(json!({ "at": at })));
    }
    (record(name, header, &steps), events_of(&steps))
}

#[test]
fn a_cut_file_gives_a_prefix() {
    for header in headers() {
        for name in ["x.mcap", "x.jsonl"] {
            cut(name, &header);
        }
    }
}

fn cut(name: &str, header: &Header) {
    let (bytes, events) = sample(name, header);
    let mut most = 0;
    // Not every length, because each takes a millisecond; a prime step meets them all in kind.
    for length in (0..bytes.len()).step_by(11) {
        match Record::from_bytes(name, &bytes[..length]) {
            Ok(record) => {
                let found = events_in(&record);
                assert!(is_sound(&record, &events), "{name} cut to {length} bytes");
                assert_eq!(record.truncated, record.ending.is_none());
                assert!(record.ending.is_none() || found == events);
                // A longer piece of the file never gives less.
                assert!(found.len() >= most);
                most = found.len();
            }
            Err(RecordError::NotARecord { .. }) => assert_eq!(most, 0),
            Err(error) => panic!("{name} cut to {length} bytes: {error}"),
        }
    }
    assert!(most > events.len() / 2);
}

#[test]
fn a_changed_byte_of_mcap_is_noticed_or_harmless() {
    for header in headers() {
        let (bytes, events) = sample("x.mcap", &header);
        for at in (0..bytes.len()).step_by(7) {
            for flip in [1 << (at % 8), 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= flip;
                // Every byte of a complete file is under some checksum or checked by its meaning.
                let Ok(record) = Record::from_bytes("x.mcap", bytes) else {
                    continue;
                };
                let about = format!("byte {at} ^ {flip}");
                assert!(is_sound(&record, &events), "{about}");
                let complete = events_in(&record).len() == events.len();
                assert!(complete || record.truncated, "{about} lost rows silently");
                assert_eq!(record.inputs.len(), 3, "{about} lost an input");
            }
        }
    }
}

/// A record without its summary, as a killed run leaves it, has no checksum over all of it.
#[test]
fn a_changed_byte_of_a_killed_run_is_noticed_or_harmless() {
    for header in headers() {
        let (bytes, events) = sample("x.mcap", &header);
        let chunks = chunks(&bytes);
        let cut = chunks[chunks.len() - 2].1;
        let sound = Record::from_bytes("x.mcap", &bytes[..cut]).unwrap();
        for at in (0..cut).step_by(7) {
            for flip in [1 << (at % 8), 0x09] {
                let mut bytes = bytes[..cut].to_vec();
                bytes[at] ^= flip;
                if let Ok(record) = Record::from_bytes("x.mcap", bytes) {
                    assert!(record.truncated);
                    assert!(is_sound(&record, &events), "byte {at} ^ {flip}");
                    assert!(
                        sound.inputs.starts_with(&record.inputs),
                        "byte {at} ^ {flip}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nonsense_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for name in ["x.mcap", "x.jsonl"] {
            let refused = Record::from_bytes(name, bytes.as_slice()).is_err();
            prop_assert!(refused, "{name}");
        }
    }

    #[test]
    fn changed_bytes_never_give_wrong_rows(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
        wall in any::<bool>(),
    ) {
        let (bytes, events) = sample("x.mcap", &headers()[usize::from(wall)]);
        let mut bytes = bytes[..bytes.len() - cut.index(bytes.len() / 2)].to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(record) = Record::from_bytes("x.mcap", bytes) {
            prop_assert!(is_sound(&record, &events));
        }
    }

    /// Text has no checksums; but it never panics, and its rows are whole.
    #[test]
    fn changed_text_never_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        wall in any::<bool>(),
    ) {
        let (mut bytes, _) = sample("x.jsonl", &headers()[usize::from(wall)]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(record) = Record::from_bytes("x.jsonl", bytes) {
            prop_assert!(events_in(&record).iter().all(|rows| rows.len() % (FLAGS + 1) == 0));
            let operations = operations_in(&record).len();
            prop_assert_eq!(operations, if wall { record.events as usize } else { 0 });
        }
    }
}

/// A chunk that is taken out whole leaves no trace in the container, but a gap in the numbers.
#[test]
fn a_lost_chunk_is_noticed() {
    for header in headers() {
        let (bytes, _) = sample("x.mcap", &header);
        let chunks = chunks(&bytes);
        assert!(chunks.len() >= 5);
        for &(start, end) in &chunks[1..chunks.len() - 1] {
            let bytes = [&bytes[..start], &bytes[end..chunks[chunks.len() - 1].1]].concat();
            let error = Record::from_bytes("x.mcap", bytes).unwrap_err();
            assert!(error.to_string().contains("is missing"), "{error}");
        }
    }
}

/// Where the chunks begin and end.
fn chunks(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut chunks = Vec::new();
    let mut at = 8;
    while let Some((head, _)) = bytes[at..].split_first_chunk::<9>() {
        let length = u64::from_le_bytes(head[1..].try_into().unwrap()) as usize;
        if head[0] == 6 {
            chunks.push((at, at + 9 + length));
        }
        at += 9 + length;
        if head[0] == 2 {
            break;
        }
    }
    chunks
}

/// The message says where and what.
#[test]
fn damage_is_named() {
    let (bytes, _) = sample("x.mcap", &header());
    let (start, end) = chunks(&bytes)[2];
    let mut damaged = bytes.clone();
    damaged[(start + end) / 2] ^= 0x10;
    let error = Record::from_bytes("run.mcap", damaged).unwrap_err();
    let RecordError::Damaged { at, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(*at, Place::Byte(start as u64));
    let text = error.to_string();
    assert!(
        text.starts_with(&format!(
            "run.mcap: the record is damaged at byte {start}: "
        )),
        "{text}"
    );

    let (bytes, _) = sample("x.jsonl", &header());
    let mut lines: Vec<String> = String::from_utf8(bytes)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    lines[4].truncate(20);
    let error = Record::from_bytes("run.jsonl", lines.join("\n").into_bytes()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("run.jsonl: the record is damaged in line 5: "),
        "{error}"
    );

    lines.remove(4);
    let error = Record::from_bytes("run.jsonl", lines.join("\n").into_bytes()).unwrap_err();
    assert!(
        error.to_string().contains("does not follow on event"),
        "{error}"
    );
}
