//! The steps of a script, as a scenario or a file says them.

use crate::model::oblot::directive::Directive;
use crate::model::oblot::schedulers::{last, wishes};
use crate::scenario::{Document, ScenarioError, Section};

/// One cycle of one robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// Which robot.
    pub(super) robot: u32,
    /// When it looks, in simulated time.
    pub(super) time: f64,
    /// When its cycle ends at the latest, as far as the step says.
    end: f64,
    /// What it is told.
    pub(super) directive: Directive,
}

/// Reads the steps from the tables of the scenario, or from the file that it names. In the second
/// case the resolved scenario holds the steps as if they had been its tables, so that it needs the
/// file no more. `period` is the time after which they repeat.
///
/// # Errors
///
/// The first step that is wrong, with its place in the scenario or in the file.
pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Vec<Step>, ScenarioError> {
    match section.file("steps_file")? {
        Some(_) if section.has("steps") => {
            let message = "expected either steps or a file with them, found both";
            Err(section.refuse("steps_file", message))
        }
        Some(file) => {
            let document = Document::read_rows(file, "steps")?;
            let root = document.root();
            let steps = read_tables(&root, robots)?;
            root.finish()?;
            if let Some(steps) = document.resolved().get("steps") {
                section.record("steps", steps.clone());
            }
            Ok(steps)
        }
        None => read_tables(section, robots),
    }
}

fn read_tables(section: &Section<'_>, robots: usize) -> Result<Vec<Step>, ScenarioError> {
    let tables = section.tables("steps")?;
    if tables.is_empty() {
        let message = "expected at least one step, in steps or in steps_file";
        return Err(section.refuse("steps", message));
    }
    let mut steps: Vec<Step> = Vec::with_capacity(tables.len());
    // The step before, robot by robot.
    let mut before: Vec<Option<Step>> = vec![None; robots];
    for table in &tables {
        let step = read_step(table, robots)?;
        if let Some(previous) = steps.last()
            && step.time < previous.time
        {
            let message = format!(
                "expected steps in the order of their times, found {} after {}",
                step.time, previous.time
            );
            return Err(table.refuse("time", message));
        }
        check_apart(table, before[step.robot as usize], &step)?;
        before[step.robot as usize] = Some(step);
        steps.push(step);
    }
    Ok(steps)
}

fn read_step(table: &Section<'_>, robots: usize) -> Result<Step, ScenarioError> {
    let robot = table.u32("robot").at_most(last(robots)).required()?;
    let time = table.f64("time").non_negative().required()?;
    let compute = span(table, ["compute", "depart"], time, false)?;
    let departure = time + compute.unwrap_or(0.0);
    let travel = span(table, ["travel", "arrive"], departure, true)?;
    let end = departure + travel.unwrap_or(0.0);
    if !end.is_finite() {
        return Err(table.refuse("time", "expected a cycle that ends at some time"));
    }
    let directive = Directive {
        compute,
        travel,
        ..wishes::read(table)?
    };
    Ok(Step {
        robot,
        time,
        end,
        directive,
    })
}

/// Reads how long something takes, or when it ends, where it begins at `begin`.
fn span(
    table: &Section<'_>,
    [duration, end]: [&str; 2],
    begin: f64,
    positive: bool,
) -> Result<Option<f64>, ScenarioError> {
    let length = match positive {
        true => table.f64(duration).positive(),
        false => table.f64(duration).non_negative(),
    };
    let (length, until) = (length.optional()?, table.f64(end).optional()?);
    match (length, until) {
        (Some(_), Some(_)) => {
            let message = format!("expected either {duration} or {end}, found both");
            Err(table.refuse(end, message))
        }
        (length, None) => Ok(length),
        (None, Some(until)) if until > begin || until == begin && !positive => {
            Ok(Some(duration_to(begin, until)))
        }
        (None, Some(until)) => {
            let least = if positive { "above" } else { "of at least" };
            let message = format!("expected a time {least} {begin}, found {until}");
            Err(table.refuse(end, message))
        }
    }
}

/// The duration that leads from one time to another: `begin` plus it is `end`, bit for bit.
///
/// The difference as it is computed may be off by a rounding. A duration is at most as large as the
/// end, so that its spacing is not coarser than that of the end, and one of its neighbours will do.
fn duration_to(begin: f64, end: f64) -> f64 {
    let duration = end - begin;
    let near = [duration, duration.next_up(), duration.next_down()];
    let exact = near.into_iter().find(|near| begin + near == end);
    exact.unwrap_or(duration)
}

/// Refuses a step that begins while the robot is still in its cycle before.
fn check_apart(
    table: &Section<'_>,
    before: Option<Step>,
    step: &Step,
) -> Result<(), ScenarioError> {
    let Some(before) = before else {
        return Ok(());
    };
    if step.time == before.time {
        let message = format!(
            "expected one look of a robot at a time, found two of robot {} at {}",
            step.robot, step.time
        );
        return Err(table.refuse("time", message));
    }
    if step.time < before.end {
        let message = format!(
            "expected a time of at least {} (the end of the cycle before of robot {}), found {}",
            before.end, step.robot, step.time
        );
        return Err(table.refuse("time", message));
    }
    Ok(())
}

/// Checks that the steps can follow themselves after `period`: the last one comes before the first
/// one comes again, no robot is then still in its cycle, and nobody is left out.
pub(super) fn check_period(
    section: &Section<'_>,
    steps: &[Step],
    period: f64,
    robots: usize,
) -> Result<(), ScenarioError> {
    let mut named: Vec<Option<(f64, f64)>> = vec![None; robots];
    for step in steps {
        let span = named[step.robot as usize].get_or_insert((step.time, step.end));
        span.1 = step.end;
    }
    if let Some(missing) = named.iter().position(Option::is_none) {
        let message = format!(
            "expected a step for every robot in a script that repeats, found none for robot \
             {missing}"
        );
        return Err(section.refuse("after", message));
    }
    let mut least = 0.0_f64;
    if let [first, .., last] = steps {
        least = last.time - first.time;
    }
    let cycles = named.iter().flatten();
    let longest = cycles.fold(0.0_f64, |longest, (begin, end)| longest.max(end - begin));
    if period <= least {
        let message =
            format!("expected more than {least} (from the first step to the last), found {period}");
        return Err(section.refuse("period", message));
    }
    if period < longest {
        let message = format!(
            "expected at least {longest} (the longest time from the first step of a robot to the \
             end of its last), found {period}"
        );
        return Err(section.refuse("period", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::duration_to;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_duration_leads_to_its_end(begin in 0.0..1e6_f64, more in 0.0..1e6_f64) {
            let end = begin + more;
            prop_assert_eq!(begin + duration_to(begin, end), end);
        }
    }
}
