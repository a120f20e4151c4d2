//! The tables of a scenario that take more than a line each.

use std::collections::BTreeSet;

use super::{FAULTS, Fault, Light, LightModel, Movement, Quirks, Senses, Sight, Who};
use crate::model::oblot::directive::Tie;
use crate::model::oblot::frames::{Agreement, Frames};
use crate::model::oblot::movement::Stop;
use crate::model::oblot::senses::{Detection, Noise};
use crate::model::oblot::visibility::Obstruction;
use crate::scenario::{ScenarioError, Section, Word};

/// Directions that differ by less than this are one, in radians.
const SAME_DIRECTION: f64 = 1e-9;

/// The quirks of the original simulator that are left on.
pub(super) fn quirks(swarm: &Section<'_>) -> Result<Quirks, ScenarioError> {
    let off = swarm
        .word("quirks_off", &["Q1", "Q2", "Q4", "Q5", "Q7"])
        .list()
        .optional()?
        .unwrap_or_default();
    let on = |name: &str| !off.contains(&name);
    Ok(Quirks {
        last_active_ends: on("Q1"),
        mean_of_all: on("Q2"),
        early_arrival: on("Q4"),
        frozen_survives: on("Q5"),
        shrinking_reach: on("Q7"),
    })
}

/// `[visibility]`: how far robots see, and what hides from them.
pub(super) fn sight(table: &Section<'_>, epsilon: f64) -> Result<Sight, ScenarioError> {
    let radius = table
        .f64("radius")
        .non_negative()
        .or_infinite()
        .or(f64::INFINITY)?;
    let nearest = table.usize("nearest").positive().optional()?;
    let obstruction = table.bool("obstruction").or(false)?;
    if table.has("tolerance") && !obstruction {
        let message = "expected no tolerance without obstruction = true";
        return Err(table.refuse("tolerance", message));
    }
    let obstruction = if obstruction {
        let tolerance = table
            .f64("tolerance")
            .in_range(0.0..=1.0)
            .or(SAME_DIRECTION)?;
        Some(Obstruction { tolerance, epsilon })
    } else {
        None
    };
    Ok(Sight {
        radius: radius.is_finite().then_some(radius),
        nearest,
        obstruction,
    })
}

/// `[lights]`: which lights robots perceive, and the first light of each.
pub(super) fn lights(
    table: &Section<'_>,
    palette: &[Light],
    robots: usize,
) -> Result<(Option<LightModel>, Vec<Light>), ScenarioError> {
    let Some(&first) = palette.first() else {
        for key in ["see", "start"] {
            if table.has(key) {
                let message = "expected no lights: the algorithm declares no colours";
                return Err(table.refuse(key, message));
            }
        }
        return Ok((None, Vec::new()));
    };
    let model = table.choice::<LightModel>("see").or(LightModel::Lumi)?;
    let start = table
        .choice::<Light>("start")
        .list()
        .or_one()
        .non_empty()
        .optional()?
        .unwrap_or_else(|| vec![first]);
    if let Some(&foreign) = start.iter().find(|light| !palette.contains(light)) {
        return Err(foreign_light(table, "start", palette, foreign));
    }
    match start[..] {
        [one] => Ok((Some(model), vec![one; robots])),
        _ if start.len() == robots => Ok((Some(model), start)),
        _ => {
            let message = format!(
                "expected one colour, or one for each of the {robots} robots, found {}",
                start.len()
            );
            Err(table.refuse("start", message))
        }
    }
}

/// The error of a light that is no colour of the algorithm.
fn foreign_light(
    table: &Section<'_>,
    key: &str,
    palette: &[Light],
    foreign: Light,
) -> ScenarioError {
    let names: Vec<_> = palette.iter().map(|light| light.name()).collect();
    let message = format!(
        "expected colours of the algorithm ({}), found {:?}",
        names.join(", "),
        foreign.name()
    );
    table.refuse(key, message)
}

/// `[sensing]` and `[frames]`: how robots perceive what they see.
pub(super) fn senses(
    root: &Section<'_>,
    epsilon: f64,
    lights: Option<LightModel>,
) -> Result<Senses, ScenarioError> {
    let table = root.table("sensing")?;
    let detection = table
        .choice::<Detection>("multiplicity")
        .or(Detection::Strong)?;
    let scope = table.word("scope", &["global", "local"]).or("global")?;
    let noise = Noise {
        absolute: table.f64("noise").non_negative().or(0.0)?,
        relative: table.f64("relative_noise").non_negative().or(0.0)?,
    };
    let tie = match table
        .word("tie", &["first", "last", "random"])
        .or("first")?
    {
        "last" => Tie::Last,
        "random" => Tie::Random,
        _ => Tie::First,
    };
    Ok(Senses {
        detection,
        own_point_only: scope == "local",
        epsilon,
        lights,
        noise,
        frames: frames(&root.table("frames")?)?,
        tie,
    })
}

/// `[frames]`: the private frames of the robots.
fn frames(table: &Section<'_>) -> Result<Option<Frames>, ScenarioError> {
    let agreement = table
        .choice::<Agreement>("agreement")
        .or(Agreement::Global)?;
    if agreement == Agreement::Global {
        for key in ["redraw", "scale"] {
            if table.has(key) {
                let message = format!("expected an agreement other than {:?}", agreement.word());
                return Err(table.refuse(key, message));
            }
        }
        return Ok(None);
    }
    let redraw = table.word("redraw", &["never", "activation"]).or("never")?;
    let scale = table
        .f64("scale")
        .positive()
        .list()
        .exactly(2)
        .optional()?
        .unwrap_or_else(|| vec![0.5, 2.0]);
    if scale[0] > scale[1] {
        let message = format!(
            "expected the least unit before the greatest, found {} before {}",
            scale[0], scale[1]
        );
        return Err(table.refuse("scale", message));
    }
    Ok(Some(Frames {
        agreement,
        each_activation: redraw == "activation",
        scale: (scale[0], scale[1]),
    }))
}

/// `[movement]`: whether moves end where they should.
pub(super) fn movement(table: &Section<'_>) -> Result<Movement, ScenarioError> {
    let rigid = table.bool("rigid").or(true)?;
    let Some(delta) = table.f64("delta").positive().optional()? else {
        for key in ["stop", "fraction"] {
            if table.has(key) {
                let message = "expected delta, the least distance that a robot comes, beside it";
                return Err(table.refuse(key, message));
            }
        }
        return Ok(if rigid {
            Movement::Rigid
        } else {
            Movement::Original
        });
    };
    if rigid {
        let message = "expected rigid = false beside it: rigid moves are never stopped";
        return Err(table.refuse("delta", message));
    }
    let stop = table
        .word("stop", &["never", "delta", "uniform", "fraction"])
        .or("uniform")?;
    if stop != "fraction" && table.has("fraction") {
        let message = "expected stop = \"fraction\" beside it";
        return Err(table.refuse("fraction", message));
    }
    let stop = match stop {
        "never" => Stop::Never,
        "delta" => Stop::AtDelta,
        "uniform" => Stop::Uniform,
        _ => Stop::Fraction(table.f64("fraction").in_range(0.0..=1.0).or(0.5)?),
    };
    Ok(Movement::NonRigid { delta, stop })
}

/// The speed of each robot.
pub(super) fn speeds(swarm: &Section<'_>, robots: usize) -> Result<Vec<f64>, ScenarioError> {
    match swarm
        .f64("speeds")
        .non_negative()
        .list()
        .exactly(robots)
        .optional()?
    {
        Some(_) if swarm.has("speed") => {
            let message = "expected either one speed or a speed for each robot, found both";
            Err(swarm.refuse("speed", message))
        }
        Some(speeds) => Ok(speeds),
        None => Ok(vec![swarm.f64("speed").non_negative().or(1.0)?; robots]),
    }
}

/// `[[faults]]`: what fails, and which robots.
#[allow(
    clippy::type_complexity,
    reason = "a fault and the robots that have it"
)]
pub(super) fn faults(
    root: &Section<'_>,
    robots: usize,
    palette: &[Light],
) -> Result<Vec<(Box<dyn Fault>, Who)>, ScenarioError> {
    let mut faults = Vec::new();
    // At least so many robots have no fault yet, whoever was chosen.
    let mut healthy = robots;
    let mut named = BTreeSet::new();
    for section in root.tables("faults")? {
        let entry = section.entry("kind", FAULTS).required()?;
        let ids = section
            .usize("robots")
            .at_most(robots - 1)
            .list()
            .non_empty()
            .optional()?;
        let who = match ids {
            Some(_) if section.has("count") => {
                let message = "expected either a number of robots or their ids, found both";
                return Err(section.refuse("count", message));
            }
            Some(ids) => {
                check_ids(&section, &ids)?;
                healthy -= ids
                    .iter()
                    .filter(|&&id| named.insert(id))
                    .count()
                    .min(healthy);
                Who::Robots(ids)
            }
            None if !section.has("count") => {
                let message = "missing, expected a number of robots (count) or their ids (robots)";
                return Err(section.refuse("count", message));
            }
            None => Who::Count(section.usize("count").required()?),
        };
        if let Who::Count(count) = who {
            if count > healthy {
                let message = format!(
                    "expected at most {healthy} (the number of robots without a fault), \
                     found {count}"
                );
                return Err(section.refuse("count", message));
            }
            healthy -= count;
        }
        let fault = (entry.build)(&section)?;
        match fault.light() {
            Some(light) if !palette.is_empty() && !palette.contains(&light) => {
                return Err(foreign_light(&section, "light", palette, light));
            }
            _ => faults.push((fault, who)),
        }
    }
    Ok(faults)
}

pub(super) fn check_ids(section: &Section<'_>, ids: &[usize]) -> Result<(), ScenarioError> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let message = format!("expected each id once, found {} twice", pair[0]);
            Err(section.refuse("robots", message))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::oblot::scenario::Scenario;
    use crate::scenario::Document;

    /// What is said of two robots with these further lines.
    fn refusal(algorithm: &str, lines: &str) -> String {
        let text = format!("[swarm]\nrobots = 2\nalgorithm = '{algorithm}'\n{lines}");
        let document = Document::parse("two.toml", &text).unwrap();
        let read = Scenario::read(&document.root());
        read.map(|_| "nothing".to_owned())
            .unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn what_does_not_go_together_is_refused_at_its_place() {
        let cases = [
            (
                "[visibility]\ntolerance = 0.1",
                "two.toml:5:13: visibility.tolerance: expected no tolerance without obstruction = true",
            ),
            (
                "[visibility]\nnearest = 0",
                "two.toml:5:11: visibility.nearest: expected a whole number of at least 1, found 0",
            ),
            (
                "[lights]\nsee = 'LUMI'",
                "two.toml:5:7: lights.see: expected no lights: the algorithm declares no colours",
            ),
            (
                "[frames]\nscale = [1, 2]",
                "two.toml:5:9: frames.scale: expected an agreement other than \"global\"",
            ),
            (
                "[frames]\nagreement = 'none'\nscale = [3, 2]",
                "two.toml:6:9: frames.scale: expected the least unit before the greatest, found 3 before 2",
            ),
            (
                "[movement]\nstop = 'delta'",
                "two.toml:5:8: movement.stop: expected delta, the least distance that a robot comes, beside it",
            ),
            (
                "[movement]\ndelta = 1.0",
                "two.toml:5:9: movement.delta: expected rigid = false beside it: rigid moves are never stopped",
            ),
            (
                "[movement]\nrigid = false\ndelta = 1.0\nfraction = 0.5",
                "two.toml:7:12: movement.fraction: expected stop = \"fraction\" beside it",
            ),
            (
                "[limits]\nturns = 3",
                "two.toml:5:9: limits.turns: expected a sequential scheduler: only there robots have turns",
            ),
            (
                "[limits]\nrounds = 3",
                "two.toml:5:10: limits.rounds: expected a scheduler with synchronous rounds",
            ),
        ];
        for (lines, expected) in cases {
            assert_eq!(refusal("gathering", lines), expected);
        }
        let colour = refusal(
            "rendezvous_two_colors",
            "[lights]\nstart = 'red'\n[scheduler]\nkind = 'ssync'",
        );
        assert!(
            colour.contains("expected colours of the algorithm"),
            "{colour}"
        );
        let three = refusal(
            "rendezvous_two_colors",
            "[lights]\nstart = ['black', 'white', 'black']\n[scheduler]\nkind = 'ssync'",
        );
        assert!(three.contains("one for each of the 2 robots"), "{three}");
        let detection = refusal("gathering", "[sensing]\nmultiplicity = 'none'");
        assert!(
            detection.contains("strong multiplicity detection"),
            "{detection}"
        );
        let forced = refusal(
            "gathering",
            "force = true\n[sensing]\nmultiplicity = 'none'",
        );
        assert_eq!(forced, "nothing");
    }
}
