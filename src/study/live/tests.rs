use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::*;
use crate::engine::Engine;
use crate::model::oblot::Oblot;
use crate::scenario::Document;
use crate::stage::{Follow, Goal, Speed, Stage};
use crate::study::{Call, Console, RunOptions, RunReport, Said, Study};

const SWARM: &str = "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\n";

fn study(text: &str) -> Study {
    Study::read(&Document::parse("six.toml", text).unwrap()).unwrap()
}

/// A hand that steers, or does not; its lines go nowhere.
#[derive(Debug)]
struct Test(Arc<AtomicBool>);

impl Hand for Test {
    fn steers(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn is_taken(&self) -> bool {
        true
    }

    fn give(&mut self, line: &str) -> Result<String, String> {
        Ok(format!("given: {line}"))
    }
}

/// Somebody who follows a log, and steers or does not.
fn following(log: &Arc<Log>, steers: bool) -> Following {
    let hand = Test(Arc::new(AtomicBool::new(steers)));
    Following::new(Arc::clone(log), Box::new(hand))
}

/// Has a run go on in another thread, where lines can be given to it.
fn live(text: &str, log: &Arc<Log>) -> (mpsc::Sender<Call>, thread::JoinHandle<RunReport>) {
    let (calls, lines) = mpsc::channel();
    let mut options = RunOptions::on(Engine::Actors { threads: 1 });
    options.console = Some(Arc::new(Console::of_calls(lines)));
    options.log = Some(Arc::clone(log));
    let study = study(text);
    (calls, thread::spawn(move || study.run(&options).unwrap()))
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if done() {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("waited in vain for {what}");
}

/// Carries out all that is known of a run, until it has ended.
fn watch_to_the_end(stage: &mut dyn Stage) -> String {
    stage.play(Speed::Most);
    wait_for("the end", || {
        while stage.work(64) {}
        stage.status()["at_end"] == true
    });
    stage.status()["digest"].as_str().unwrap().to_owned()
}

#[test]
fn whoever_follows_sees_the_same_run() {
    let plain = study(SWARM)
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    for steers in [true, false] {
        let log = Arc::new(Log::default());
        let (_calls, run) = live(SWARM, &log);
        let mut stage = study(SWARM).follow(following(&log, steers)).unwrap();
        assert_eq!(watch_to_the_end(stage.as_mut()), plain.digest);
        assert_eq!(run.join().unwrap().digest, plain.digest);
        let ending = log.ending().unwrap();
        assert_eq!(
            (ending.end, ending.digest),
            (plain.end, Some(plain.digest.clone()))
        );
    }
}

#[test]
fn a_run_goes_no_further_than_it_is_allowed_and_takes_lines_meanwhile() {
    let log = Arc::new(Log::default());
    log.allow(Allowed::Events(0));
    let (calls, run) = live(SWARM, &log);
    let say = |line: &str| -> Vec<Said> {
        let (ear, heard) = mpsc::channel();
        calls
            .send(Call {
                line: line.to_owned(),
                ear,
            })
            .unwrap();
        heard.iter().collect()
    };
    assert_eq!(say("crash 2"), [Said::Words("ok: crash 2".to_owned())]);
    assert_eq!(
        say("list").len(),
        7,
        "a line for each robot, and one for all"
    );
    assert!(matches!(&say("crash 9")[..], [Said::Refused(words)] if words.contains("from 0 to 5")));
    assert_eq!(log.standing().events, 0);
    log.allow(Allowed::Events(3));
    wait_for("three events", || log.standing().events == 3);
    thread::sleep(Duration::from_millis(120));
    assert_eq!(log.standing().events, 3);
    log.allow(Allowed::Time(2.0));
    wait_for("two units of time", || {
        log.inner().held.is_some_and(|next| next > 2.0)
    });
    let standing = log.standing();
    assert!(standing.time <= 2.0 && standing.events > 3, "{standing:?}");
    // To allow less takes nothing back.
    log.allow(Allowed::Events(1));
    assert_eq!(say("pause"), [Said::Words("ok: pause".to_owned())]);
    assert_eq!(say("resume"), [Said::Words("ok: resume".to_owned())]);
    assert_eq!(log.standing().events, standing.events);
    log.allow(Allowed::All);
    let digest = run.join().unwrap().digest;
    let mut stage = study(SWARM).follow(following(&log, false)).unwrap();
    assert_eq!(watch_to_the_end(stage.as_mut()), digest);
}

#[test]
fn only_whoever_steers_lets_the_run_go_on() {
    let log = Arc::new(Log::default());
    log.allow(Allowed::Events(0));
    let mut looks = following(&log, false);
    Follow::<Oblot>::allow(&mut looks, Goal::End);
    assert_eq!(log.standing().allowed, Allowed::Events(0));
    let refused = Follow::<Oblot>::steer(&mut looks, "crash 1");
    assert_eq!(refused, Err("somebody else steers this run".to_owned()));
    let mut steers = following(&log, true);
    Follow::<Oblot>::allow(&mut steers, Goal::Time(4.0));
    assert_eq!(log.standing().allowed, Allowed::Time(4.0));
    assert_eq!(
        Follow::<Oblot>::steer(&mut steers, "crash 1"),
        Ok("given: crash 1".to_owned())
    );
    assert_eq!(Follow::<Oblot>::status(&steers)["steered_by_me"], true);
}

#[test]
fn a_run_that_is_stopped_from_outside_ends_for_those_who_follow_it() {
    let log = Arc::new(Log::default());
    log.allow(Allowed::Events(5));
    let mut options = RunOptions::on(Engine::Inline { threads: 1 });
    options.log = Some(Arc::clone(&log));
    let watch = Arc::clone(&options.watch);
    let run = thread::spawn(move || study(SWARM).run(&options).unwrap());
    wait_for("five events", || log.standing().events == 5);
    watch.interrupt();
    let report = run.join().unwrap();
    assert_eq!((report.end, report.events), (End::Interrupted, 5));
    let mut stage = study(SWARM).follow(following(&log, false)).unwrap();
    assert_eq!(watch_to_the_end(stage.as_mut()), report.digest);
    assert_eq!(stage.status()["ended"], "interrupted");
}

#[test]
fn what_is_known_never_goes_beyond_what_was_read() {
    let log = Arc::new(Log::default());
    {
        let mut inner = log.inner();
        for event in 0..200_000 {
            inner
                .inputs
                .push((event, r#"{"steer":{"crash":{"robot":1}}}"#.into()));
        }
        inner.events = 300_000;
        inner.ending = Some(Outcome {
            end: End::Terminated,
            error: None,
            digest: None,
        });
    }
    let mut following = following(&log, false);
    let mut read = 0;
    let mut rounds = 0;
    loop {
        let news = Follow::<Oblot>::news(&mut following);
        read += news.len() as u64;
        rounds += 1;
        let head = Follow::<Oblot>::head(&following);
        if read == 200_000 {
            assert_eq!(head, 300_000);
            assert_eq!(Follow::<Oblot>::ended(&following), Some(End::Terminated));
            break;
        }
        assert_eq!(head, read, "the next input is not known yet");
        assert_eq!(Follow::<Oblot>::ended(&following), None);
    }
    assert!(rounds > 2, "who comes late catches up bit by bit");
}

#[test]
fn a_log_costs_no_more_than_is_said() {
    assert_eq!(size_of::<Operation>(), 24);
    let input = r#"{"steer":{"move":{"robot":12345,"to":{"x":123.456789,"y":-123.456789}}}}"#;
    assert!(size_of::<(u64, Box<str>)>() + input.len() <= 100);
}

#[test]
fn a_log_that_is_full_ends_nothing() {
    let log = Arc::new(Log::default());
    log.inner().full = true;
    let (_calls, run) = live(SWARM, &log);
    let report = run.join().unwrap();
    assert_eq!(report.end, End::Terminated);
    let standing = log.standing();
    assert!(standing.full && standing.events == 0 && standing.ending.is_some());
    // Of such a run nobody sees more than was noted.
    let mut following = following(&log, false);
    assert!(Follow::<Oblot>::news(&mut following).is_empty());
    assert_eq!(Follow::<Oblot>::ended(&following), None);
    assert_eq!(Follow::<Oblot>::status(&following)["full"], true);
}
