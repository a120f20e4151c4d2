//! Scenarios that came over HTTP or a socket: which of them are accepted.
//!
//! Whoever can send a scenario here is not thereby somebody who may start programs, open connections or
//! write and read files on this machine. A scenario that does is run from a file of the command line.

use std::path::{Path, PathBuf};

use crate::scenario::Document;
use crate::study::Study;
use crate::viewer::{Censor, Problem};

/// What such a scenario may do.
#[derive(Clone, Debug, Default)]
pub struct Confine {
    /// It may name files below this folder; without one, none.
    folder: Option<PathBuf>,
}

/// No scenario that comes from elsewhere has more robots.
const MOST_ROBOTS: u64 = 200_000;

impl Confine {
    /// Scenarios that may name files below this folder.
    #[must_use]
    pub fn to(folder: Option<&Path>) -> Self {
        Confine {
            folder: folder.map(Path::to_owned),
        }
    }

    /// Reads a scenario that came from elsewhere, with these assignments on top.
    ///
    /// # Errors
    ///
    /// What is wrong with it, or what it may not do.
    pub fn read(&self, name: &str, text: &str, set: &[(&str, &str)]) -> Result<Study, Problem> {
        self.measure(text)?;
        let mut document = Document::parse(name, text)?;
        self.prepare(&mut document);
        for (path, value) in set {
            document.set_by(&format!("{path}={value}"), path, value)?;
        }
        self.weigh(document.robots())?;
        let study = Study::read(&document)?;
        self.allow(&study)?;
        Ok(study)
    }
}

/// Why a scenario is not accepted.
fn refusal(key: &str, what: &str) -> Problem {
    Problem {
        key: Some(key.to_owned()),
        help: Some("give its file to formicary serve on the command line".to_owned()),
        ..Problem::new(format!("a scenario that comes from elsewhere {what}"))
    }
}

impl Censor for Confine {
    fn measure(&self, text: &str) -> Result<(), Problem> {
        match text.len() > super::MOST_SCENARIO {
            true => Err(Problem::new("the scenario is longer than 1 MiB")),
            false => Ok(()),
        }
    }

    fn prepare(&self, document: &mut Document) {
        let name = Path::new(document.name());
        // A name that a page gives is a name: it leads nowhere but to folders of the served one.
        let beside = name
            .parent()
            .filter(|_| name.is_relative())
            .map(Path::to_owned);
        let beside = beside.filter(|path| {
            let plain =
                |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
            path.components().all(plain)
        });
        document.confine(self.folder.as_deref(), &beside.unwrap_or_default());
    }

    fn weigh(&self, robots: u64) -> Result<(), Problem> {
        match robots > MOST_ROBOTS {
            true => Err(refusal(
                "swarm.robots",
                &format!("has at most {MOST_ROBOTS} robots"),
            )),
            false => Ok(()),
        }
    }

    fn allow(&self, study: &Study) -> Result<(), Problem> {
        if study.is_controlled_outside() {
            return Err(refusal(
                "controller",
                "starts no programs and opens no connections",
            ));
        }
        if study.about().record.file.is_some() {
            return Err(refusal("record.file", "writes no files"));
        }
        if study.about().store.is_some() {
            return Err(refusal("store.file", "writes no files"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWARM: &str = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n";

    fn read(text: &str) -> Result<Study, Problem> {
        Confine::default().read("x.toml", text, &[])
    }

    fn refused(text: &str) -> String {
        read(text).unwrap_err().message
    }

    #[test]
    fn a_plain_scenario_is_accepted() {
        assert!(read(SWARM).is_ok());
    }

    #[test]
    fn a_scenario_that_starts_programs_listens_or_connects_is_refused() {
        let programs =
            "a scenario that comes from elsewhere starts no programs and opens no connections";
        for door in [
            "command = ['touch', 'x']",
            "listen = '127.0.0.1:0'",
            "connect = '127.0.0.1:9'",
        ] {
            let text = format!("{SWARM}[controller]\n{door}\n");
            assert_eq!(refused(&text), programs, "{door}");
        }
    }

    #[test]
    fn a_scenario_that_writes_a_record_is_refused_however_it_says_so() {
        let files = "a scenario that comes from elsewhere writes no files";
        for file in ["/elsewhere/x.mcap", "x.mcap", "../x.jsonl"] {
            let text = format!("{SWARM}[record]\nfile = '{file}'\n");
            assert_eq!(refused(&text), files);
            let set = Confine::default().read("x.toml", SWARM, &[("record.file", file)]);
            assert_eq!(set.unwrap_err().message, files);
            let text = format!("{SWARM}[store]\nfile = '{file}'\n");
            assert_eq!(refused(&text), files);
        }
    }

    #[test]
    fn files_of_the_served_folder_may_be_named_and_others_may_not() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        std::fs::write(folder.path().join("sub/p.csv"), "x,y\n0,0\n1,0\n0,1\n").unwrap();
        let confine = Confine::to(Some(folder.path()));
        let text = |file: &str| format!("{SWARM}start = 'positions'\npositions_file = '{file}'\n");
        assert!(confine.read("x.toml", &text("sub/p.csv"), &[]).is_ok());
        assert!(confine.read("sub/x.toml", &text("p.csv"), &[]).is_ok());
        for (name, file) in [
            ("x.toml", "/etc/passwd"),
            ("x.toml", "../p.csv"),
            ("sub/x.toml", "../../p.csv"),
            ("/etc/x.toml", "passwd"),
            ("../etc/x.toml", "passwd"),
        ] {
            let refused = confine.read(name, &text(file), &[]).unwrap_err();
            assert_eq!(
                refused.key.as_deref(),
                Some("swarm.positions_file"),
                "{name} {file}: {refused:?}"
            );
        }
        let none = "a scenario that comes from elsewhere names no files";
        for (key, scenario) in [
            ("swarm.positions_file", text("sub/p.csv")),
            (
                "swarm.pattern_file",
                SWARM.replace("gathering'", "pattern_formation'\npattern_file = 'p.csv'"),
            ),
            (
                "scheduler.steps_file",
                format!("{SWARM}[scheduler]\nkind = 'script'\nsteps_file = 's.csv'\n"),
            ),
        ] {
            let refused = read(&scenario).unwrap_err();
            assert_eq!(
                (refused.message.as_str(), refused.key.as_deref()),
                (none, Some(key))
            );
        }
    }

    #[test]
    fn scenarios_that_are_too_large_are_refused() {
        let long = format!("{SWARM}{}", "#".repeat(super::super::MOST_SCENARIO));
        assert_eq!(refused(&long), "the scenario is longer than 1 MiB");
        let many = SWARM.replace("robots = 3", "robots = 200001");
        assert_eq!(
            refused(&many),
            "a scenario that comes from elsewhere has at most 200000 robots"
        );
    }

    #[test]
    fn robots_are_counted_before_they_are_placed() {
        let begun = std::time::Instant::now();
        for robots in ["200001", "9999999", "9e6", "1e300"] {
            let text = SWARM.replace("robots = 3", &format!("robots = {robots}"));
            let words = "a scenario that comes from elsewhere has at most 200000 robots";
            assert_eq!(refused(&text), words, "{robots}");
        }
        let set = [("swarm.robots", "5000000")];
        assert!(Confine::default().read("x.toml", SWARM, &set).is_err());
        // Placing five million takes seconds; this is no measurement.
        assert!(begun.elapsed() < std::time::Duration::from_secs(2));
    }
}
