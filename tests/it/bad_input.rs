//! Bad input is refused before the run, with its place, what was expected and the nearest valid
//! word, and with exit code 2.

use std::path::Path;

use tempfile::TempDir;

use crate::support::{formicary, say, transcript, transcript_in};

const POSITIONS: &str = "scenarios/oblot/gathering_positions.toml";

/// What the program says to overrides of this scenario that it has to refuse.
fn refused(scenario: &str, overrides: &[&str]) -> String {
    let commands = overrides.iter().map(|set| {
        let command = format!("check scenarios/oblot/{scenario}.toml --set {set}");
        say(command.split(' ')).code(2);
        command
    });
    transcript(commands)
}

/// All that is no number above or of at least zero, for these keys.
fn no_numbers(scenario: &str, keys: &[&str], bad: &[&str]) -> String {
    let all = keys
        .iter()
        .flat_map(|key| bad.iter().map(move |bad| key.replace('_', bad)));
    let all: Vec<_> = all.collect();
    refused(
        scenario,
        &all.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

#[test]
fn numbers_that_are_none_are_refused_for_every_key() {
    let nowhere = ["nan", "-inf", "-1", "x"];
    let keys = [
        "swarm.width=_",
        "swarm.height=_",
        "swarm.speed=_",
        "scheduler.rate=_",
        "scheduler.visualize=_",
        "visibility.radius=_",
        "limits.time=_",
    ];
    insta::assert_snapshot!("for_the_swarm", no_numbers("gathering", &keys, &nowhere));
    let keys = ["scheduler.gap=_", "scheduler.idle=_"];
    insta::assert_snapshot!("for_rounds", no_numbers("gathering_fsync", &keys, &nowhere));
    let several = "fault_several";
    let keys = [
        "faults[0].factor=_",
        "faults[1].probability=_",
        "faults[2].activation=_",
    ];
    insta::assert_snapshot!("for_faults", no_numbers(several, &keys, &nowhere));
    let keys = ["faults[0].time=_"];
    insta::assert_snapshot!(
        "for_crashes",
        no_numbers("fault_crash_time", &keys, &nowhere)
    );
    let keys = ["swarm.speeds=[1,1,1,1,1,_]"];
    insta::assert_snapshot!(
        "for_speeds",
        no_numbers("gathering_speeds", &keys, &nowhere)
    );
    let keys = ["scheduler.rates=[1,1,1,1,1,_]"];
    insta::assert_snapshot!("for_rates", no_numbers("gathering_rates", &keys, &nowhere));
    let keys = ["swarm.positions=[[0,0],[0,0],[0,0],[0,0],[0,_]]"];
    let bad = ["nan", "inf", "-inf", "x"];
    insta::assert_snapshot!(
        "for_positions",
        no_numbers("gathering_positions", &keys, &bad)
    );
}

#[test]
fn infinity_is_refused_where_it_makes_no_sense() {
    insta::assert_snapshot!(refused(
        "gathering",
        &[
            "swarm.width=inf",
            "swarm.speed=inf",
            "scheduler.rate=inf",
            "limits.time=inf",
            "limits.events=inf",
            "swarm.robots=inf",
            "seed=inf",
        ]
    ));
}

#[test]
fn whole_numbers_have_no_fraction_and_a_range() {
    insta::assert_snapshot!(refused(
        "gathering",
        &[
            "swarm.robots=0",
            "swarm.robots=-3",
            "swarm.robots=2.5",
            "swarm.robots=nan",
            "swarm.robots=10000001",
            "swarm.robots=99999999999999999999",
            "swarm.precision=-1",
            "swarm.precision=31",
            "limits.events=-1",
            "limits.events=1.5",
            "limits.epochs=0",
            "expect.events=-1",
        ]
    ));
}

#[test]
fn numbers_just_out_of_range_are_refused() {
    let zero = ["swarm.width=0", "scheduler.rate=0", "scheduler.visualize=0"];
    insta::assert_snapshot!("zero", refused("gathering", &zero));
    let faults = [
        "faults[0].factor=0",
        "faults[0].factor=1.01",
        "faults[1].probability=1.01",
    ];
    insta::assert_snapshot!("faults", refused("fault_several", &faults));
}

#[test]
fn lists_need_an_entry_for_each_robot() {
    let positions = ["swarm.robots=4", "swarm.robots=6", "swarm.positions=[]"];
    insta::assert_snapshot!("positions", refused("gathering_positions", &positions));
    let points = [
        "swarm.positions=[[0,0],[1],[2,2],[3,3],[4,4]]",
        "swarm.positions=[1,2,3,4,5]",
    ];
    insta::assert_snapshot!("points", refused("gathering_positions", &points));
    insta::assert_snapshot!("speeds", refused("gathering_speeds", &["swarm.robots=7"]));
    insta::assert_snapshot!(
        "rates",
        refused("gathering_rates", &["scheduler.rates=[1,2]"])
    );
}

#[test]
fn faults_need_robots_that_exist_and_have_none() {
    let count = [
        "faults[0].count=13",
        "faults[0].count=-1",
        "faults[0].robots=[1]",
    ];
    insta::assert_snapshot!("count", refused("fault_crash_start", &count));
    let ids = [
        "faults[0].robots=[12]",
        "faults[0].robots=[-1]",
        "faults[0].robots=[]",
    ];
    insta::assert_snapshot!("ids", refused("fault_crash_time", &ids));
    let twice = ["faults[0].robots=[3,3]", "faults[0].activation=2"];
    insta::assert_snapshot!("twice", refused("fault_crash_time", &twice));
    // The rules of one scenario share the robots.
    let shared = ["faults[0].count=9"];
    let twelve = Folder::with(
        "x.toml",
        "model = 'oblot'\n[swarm]\nrobots = 12\nalgorithm = \
        'gathering'\n[[faults]]\nkind = 'crash'\ncount = 4\n[[faults]]\nkind = 'delay'\ncount = 9\n",
    );
    insta::assert_snapshot!("shared", twelve.says(["check x.toml"]));
    assert!(
        twelve
            .says([format!("check x.toml --set {}", shared[0])])
            .contains("at most 3")
    );
}

#[test]
fn unknown_words_are_refused_with_the_nearest() {
    insta::assert_snapshot!(refused(
        "gathering",
        &[
            "model=oblo",
            "swarm.algorithm=gatherin",
            "swarm.start=unifrom",
            "scheduler.kind=fsnyc",
            "scheduler.kind=round_robin",
            "rng=nunpy",
            "on_panic=crash",
            "expect.end=[stalld]",
            "expect.digest=abc",
            "faults=[{kind='byzantin',count=1}]",
        ]
    ));
}

#[test]
fn unknown_keys_and_tables_are_refused_with_the_nearest() {
    insta::assert_snapshot!(refused(
        "gathering",
        &[
            "swarm.robot=3",
            "swram.robots=3",
            "limit.time=3",
            "sede=3",
            "scheduler.gap=1",
            "swarm.positions=[]",
            "completely.different=1",
            "faults=[{kind='crash',count=1,factor=0.5}]",
        ]
    ));
}

#[test]
fn values_of_another_type_are_refused() {
    insta::assert_snapshot!(refused(
        "gathering",
        &[
            "swarm=3",
            "swarm.robots=many",
            "swarm.robots=true",
            "swarm.algorithm=3",
            "swarm.speed=[1]",
            "movement.rigid=1",
            "scheduler=async",
            "faults=crash",
            "faults={kind='crash'}",
            "expect.end=5",
            "record.file=7",
            "limits.time=2026-01-01",
        ]
    ));
}

#[test]
fn overrides_that_are_none_are_refused_with_their_flag() {
    insta::assert_snapshot!(refused(
        "gathering_positions",
        &[
            "swarm.robots",
            "=5",
            "swarm.robots=",
            "swarm..robots=5",
            ".=5",
            "swarm.robots.more=5",
            "faults[0].count=1",
            "swarm.positions[9]=[1,1]",
            "swarm.positions[x]=[1,1]",
            "swarm.positions[0=1",
            "swarm.positions=[[1,2",
        ]
    ));
}

#[test]
fn flags_that_change_the_scenario_are_quoted_too() {
    insta::assert_snapshot!(transcript([
        format!("check {POSITIONS} --until -1"),
        format!("check {POSITIONS} --until nan"),
        format!("check {POSITIONS} --until later"),
        format!("check {POSITIONS} --events -1"),
        format!("check {POSITIONS} --events 1e3"),
    ]));
}

#[test]
fn seeds_have_64_bits() {
    let seeds = ["-1", "18446744073709551616", "1.5", "seven", "", "0x"];
    let commands = seeds.map(|seed| format!("check {POSITIONS} --seed={seed}"));
    insta::assert_snapshot!(transcript(commands));
    for seed in ["0", "9223372036854775807", "18446744073709551615"] {
        let run = [
            "run",
            POSITIONS,
            "--seed",
            seed,
            "--set",
            "expect={}",
            "--json",
        ];
        let run = say(run).code(0).json();
        assert_eq!(run["end"], "terminated");
        let shown = run["seed"]
            .as_str()
            .map_or(run["seed"].to_string(), str::to_owned);
        assert_eq!(shown, seed);
    }
}

#[test]
fn numbers_of_threads_seeds_and_files_are_checked() {
    insta::assert_snapshot!(transcript([
        format!("run {POSITIONS} --threads 0"),
        format!("run {POSITIONS} --threads 100000"),
        format!("run {POSITIONS} --threads two"),
        format!("verify {POSITIONS} --seeds 5,5"),
        format!("verify {POSITIONS} --seeds 5..4"),
        format!("verify {POSITIONS} --seeds 5"),
        format!("verify {POSITIONS} --seeds -1..5"),
        format!("verify {POSITIONS} --seeds 0..18446744073709551616"),
    ]));
}

#[test]
fn combinations_that_make_no_sense_are_refused() {
    insta::assert_snapshot!(refused(
        "gathering_numpy",
        &[
            "scheduler={kind='fsync'}",
            "seed=-5",
            "swarm.speeds=[1,1,1,1,1,1,1,1]"
        ]
    ));
}

/// A folder with files, in which the program runs, so that messages show short paths.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap()
    }

    fn says<S: AsRef<str>>(&self, commands: impl IntoIterator<Item = S>) -> String {
        transcript_in(self.path(), commands)
    }

    /// Records a run into files of these names.
    fn recorded(names: &[&str]) -> Self {
        let folder = Self::new();
        for name in names {
            let path = folder.path().join(name);
            let run = [
                "run",
                POSITIONS,
                "--quiet",
                "--record",
                path.to_str().unwrap(),
            ];
            say(run).code(0);
        }
        folder
    }

    /// What replaying this file comes to.
    fn replay(&self, name: &str) -> crate::support::Said {
        let mut replay = formicary(["replay", name]);
        replay.current_dir(self.path()).output().unwrap().into()
    }
}

#[test]
fn a_mistake_in_a_file_is_shown_in_its_line() {
    let folder = Folder::new();
    let good = "model = \"oblot\"\n\n[swarm]\nrobots = 20\nalgorithm = \"gathering\"\n";
    folder.write("word.toml", good.replace("gathering", "gatherin"));
    folder.write("range.toml", good.replace("20", "-20"));
    folder.write("key.toml", good.replace("robots", "robotts"));
    folder.write(
        "missing.toml",
        good.replace("algorithm = \"gathering\"\n", ""),
    );
    folder.write("model.toml", good.replace("model = \"oblot\"\n", ""));
    folder.write("table.toml", format!("{good}[movment]\nrigid = true\n"));
    folder.write("twice.toml", format!("{good}robots = 3\n"));
    folder.write("toml.toml", good.replace("[swarm]", "[swarm"));
    let names = [
        "word", "range", "key", "missing", "model", "table", "twice", "toml",
    ];
    insta::assert_snapshot!(folder.says(names.map(|name| format!("check {name}.toml"))));
}

#[test]
fn files_that_are_no_scenarios_are_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("folder.toml")).unwrap();
    folder.write("empty.toml", "");
    folder.write("latin1.toml", b"model = \"oblot\" # \xe9t\xe9\n");
    folder.write("binary.toml", [0_u8, 1, 2, 255, 254]);
    folder.write("json.toml", "{\"model\": \"oblot\"}");
    let names = ["none", "folder", "empty", "latin1", "binary", "json"];
    insta::assert_snapshot!(folder.says(names.map(|name| format!("run {name}.toml"))));
}

#[test]
fn files_that_are_no_records_are_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("folder.mcap")).unwrap();
    folder.write("empty.mcap", "");
    folder.write("empty.jsonl", "");
    folder.write(
        "other.mcap",
        "this is no record at all, but it is long enough to be one",
    );
    folder.write("other.jsonl", "{\"channel\":\"/elsewhere\"}\n");
    folder.write("words.jsonl", "words\n");
    folder.write("latin1.jsonl", b"\xe9t\xe9\n");
    folder.write("run.csv", "event,time\n0,0.5\n");
    folder.write("run.txt", "");
    folder.write("run", "");
    insta::assert_snapshot!(folder.says([
        "replay none.mcap",
        "replay none.jsonl",
        "replay folder.mcap",
        "replay empty.mcap",
        "replay empty.jsonl",
        "replay other.mcap",
        "replay other.jsonl",
        "replay words.jsonl",
        "replay latin1.jsonl",
        "replay run.csv",
        "replay none.csv",
        "replay run.txt",
        "replay run",
    ]));
}

#[test]
fn files_that_cannot_become_records_are_refused_before_the_run() {
    let folder = Folder::with("x.toml", std::fs::read(POSITIONS).unwrap());
    std::fs::create_dir(folder.path().join("folder.mcap")).unwrap();
    insta::assert_snapshot!(folder.says([
        "run x.toml --record run.mcpa",
        "run x.toml --record run",
        "run x.toml --record run.toml",
        "run x.toml --record nowhere/run.mcap",
        "run x.toml --record folder.mcap",
        "run x.toml --set record.file=run.xml",
    ]));
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing was written");
}

#[test]
fn a_record_of_another_version_is_refused() {
    let folder = Folder::recorded(&["run.jsonl"]);
    let text = String::from_utf8(folder.read("run.jsonl")).unwrap();
    folder.write(
        "format.jsonl",
        text.replacen("\"format\":1", "\"format\":7", 1),
    );
    let version = format!("\"formicary\":\"{}\"", env!("CARGO_PKG_VERSION"));
    folder.write(
        "program.jsonl",
        text.replacen(&version, "\"formicary\":\"0.0.9\"", 1),
    );
    folder.write(
        "model.jsonl",
        text.replacen("\"model\":\"oblot\"", "\"model\":\"ants\"", 2),
    );
    folder.write(
        "key.jsonl",
        text.replacen("\"precision\":5", "\"precisoin\":5", 1),
    );
    let names = ["format", "program", "model", "key"];
    let said = folder.says(names.map(|name| format!("replay {name}.jsonl")));
    insta::assert_snapshot!(said.replace(env!("CARGO_PKG_VERSION"), "[version]"));
    for name in names {
        folder.replay(&format!("{name}.jsonl")).code(2);
    }
}

#[test]
fn a_cut_record_replays_and_says_so() {
    let folder = Folder::recorded(&["run.mcap", "run.jsonl"]);
    for name in ["run.mcap", "run.jsonl"] {
        let whole = folder.read(name);
        let header = folder.header_bytes(name);
        for cut in [
            header,
            header + 1,
            whole.len() / 2,
            whole.len() - 60,
            whole.len() - 1,
        ] {
            folder.write(name, &whole[..cut]);
            let said = folder.replay(name).code(0);
            let note = "the record has no end (a killed run, or a cut file): \
                        replayed to its last whole chunk\n";
            // An MCAP file whose last bytes are lost may still hold its end.
            let complete = said.stdout.starts_with("1,387 events agree");
            assert!(
                said.stdout.starts_with(note) || complete,
                "{cut} bytes of {name}: {said}"
            );
            assert!(
                !complete || cut > whole.len() - 2000,
                "{cut} bytes of {name}: {said}"
            );
            assert!(said.stdout.contains(" events agree, digest "), "{said}");
        }
        // Cut before the end of the header, it is no record.
        folder.write(name, &whole[..40]);
        folder.replay(name).code(2);
    }
}

impl Folder {
    /// How long the record is with its header and nothing else.
    fn header_bytes(&self, name: &str) -> usize {
        let bytes = self.read(name);
        let opens = |length: usize| {
            let path = self.path().join(name);
            formicary::record::Record::from_bytes(path, bytes[..length].to_vec()).is_ok()
        };
        let (mut bad, mut good) = (0, bytes.len());
        while good - bad > 1 {
            let middle = usize::midpoint(bad, good);
            *if opens(middle) { &mut good } else { &mut bad } = middle;
        }
        good
    }
}

#[test]
fn a_damaged_record_is_refused_wherever_the_damage_is() {
    let folder = Folder::recorded(&["run.mcap", "run.jsonl"]);
    let mcap = folder.read("run.mcap");
    for part in 1..12 {
        let mut bytes = mcap.clone();
        let place = mcap.len() * part / 12;
        bytes[place] ^= 0x5a;
        folder.write("bad.mcap", &bytes);
        let said = folder.replay("bad.mcap").code(2);
        assert_eq!(said.stdout, "", "byte {place}");
        assert!(
            said.stderr.starts_with("error: bad.mcap: "),
            "byte {place}: {said}"
        );
    }
    let jsonl = folder.read("run.jsonl");
    let line = jsonl.len() / 2
        + jsonl[jsonl.len() / 2..]
            .iter()
            .position(|b| *b == b'\n')
            .unwrap();
    for (name, place, byte) in [("brace", line + 1, b'x'), ("quote", line + 3, b'"')] {
        let mut bytes = jsonl.clone();
        bytes[place] = byte;
        let name = format!("{name}.jsonl");
        folder.write(&name, &bytes);
        let said = folder.replay(&name).code(2);
        assert!(
            said.stderr.contains("the record is damaged in line "),
            "{said}"
        );
    }
    // A line that is missing or there twice.
    let text = String::from_utf8(jsonl).unwrap();
    let event = text
        .lines()
        .find(|line| line.contains("\"event\":5,"))
        .unwrap();
    folder.write("missing.jsonl", text.replace(&format!("{event}\n"), ""));
    folder.write(
        "double.jsonl",
        text.replace(event, &format!("{event}\n{event}")),
    );
    for name in ["missing.jsonl", "double.jsonl"] {
        let said = folder.replay(name).code(2);
        assert!(said.stderr.contains("the record is damaged"), "{said}");
    }
}
