//! How many particles have an attribute of some value.

use serde_json::{Value, json};

use super::{BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section, nearest};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "count",
    summary: "how many particles have an attribute of some value",
    help: "For example how many are leaders: attribute = \"role\", value = \"leader\". The attribute may \
           be one of a struct within the attributes: \"election.candidate\". It gives no verdict; \
           [expect.figures] may ask for one leader.",
    parameters: PARAMETERS,
    build: BuildMonitor {
        figures: FIGURES,
        read: |section, scenario| {
            let attribute = section.str("attribute").non_empty().required()?;
            if let Some(first) = scenario.attributes().first()
                && first.at(&attribute).is_none()
            {
                return Err(unknown(section, &attribute, &first.to_json()));
            }
            let value = value(section)?;
            Ok(Box::new(Count {
                attribute,
                value,
                least: usize::MAX,
                most: 0,
            }))
        },
    },
};

#[rustfmt::skip]
const PARAMETERS: &[Parameter] = &[
    Parameter::line("attribute", Kind::Text, None, "", "which attribute, with dots between names"),
    Parameter::line("value", Kind::Text, Some("true"), "",
        "which value: a text, a whole number, true or false"),
];

const FIGURES: &[FigureEntry] = &[
    FigureEntry::new("count", "how many particles have the value at the end"),
    FigureEntry::new(
        "least",
        "the least number of them at the start or at the end of a round",
    ),
    FigureEntry::new("most", "the greatest number of them"),
];

fn unknown(section: &Section<'_>, attribute: &str, all: &Value) -> ScenarioError {
    let names: Vec<&str> = match all {
        Value::Object(fields) => fields.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    let near = nearest(attribute, names.iter().copied());
    let message = format!(
        "expected an attribute of this algorithm ({}), found {attribute:?}",
        names.join(", ")
    );
    section.refuse("attribute", message).near(near)
}

fn value(section: &Section<'_>) -> Result<Value, ScenarioError> {
    if let Ok(truth) = section.bool("value").or(true) {
        return Ok(truth.into());
    }
    if let Ok(Some(number)) = section.i64("value").optional() {
        return Ok(number.into());
    }
    let text = section.str("value").required();
    text.map(Value::from).map_err(|_| {
        let message = "expected a text, a whole number, true or false";
        section.refuse("value", message)
    })
}

#[derive(Clone, Debug)]
struct Count {
    attribute: String,
    value: Value,
    least: usize,
    most: usize,
}

impl Count {
    fn count(&self, scene: &Scene<'_>) -> usize {
        let attributes = scene.view.attributes.iter();
        let has = attributes.filter(|each| each.at(&self.attribute).as_ref() == Some(&self.value));
        has.count()
    }
}

impl Monitor for Count {
    fn judges(&self) -> bool {
        false
    }

    fn round(&mut self, scene: &Scene<'_>) -> Said {
        let count = self.count(scene);
        self.least = self.least.min(count);
        self.most = self.most.max(count);
        vec![("count", json!(count))]
    }

    fn finish(&mut self, scene: &Scene<'_>) -> Judgement {
        Judgement {
            holds: None,
            figures: vec![
                ("count", json!(self.count(scene))),
                ("least", json!(self.least)),
                ("most", json!(self.most)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
