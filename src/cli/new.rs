//! `formicary new`: the first version of an algorithm, to be changed.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::common::{Exit, Failed, print};

/// Writes a file with a small algorithm that compiles and has a test, to be changed into another one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary new amoebot-algorithm ring_dance
  formicary new amoebot-algorithm ring_dance --output elsewhere/ring_dance.rs

In the folder of Formicary's sources the file is put where it belongs. What is printed says which lines
to add where.")]
pub(super) struct Args {
    /// What is to be written.
    what: What,
    /// How it is called: small letters, digits and _, as in ring_dance.
    name: String,
    /// Where to write the file; beside the other algorithms of the current folder if missing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replaces a file that is there already.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// An algorithm for the particles of the amoebot model.
    AmoebotAlgorithm,
}

impl What {
    /// The folder of the sources where it belongs.
    fn folder(self) -> &'static str {
        match self {
            What::AmoebotAlgorithm => "src/model/amoebot/algorithms",
        }
    }

    /// The text, with names to be replaced. It is a module of the tests, so it compiles.
    fn template(self) -> &'static str {
        match self {
            What::AmoebotAlgorithm => include_str!("../model/amoebot/algorithms/template.rs"),
        }
    }
}

/// What Rust keeps for itself and would otherwise pass as a name.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let Args { what, name, .. } = args;
    check(*what, name).map_err(Failed::Usage)?;
    let path = match &args.output {
        Some(path) => path.clone(),
        None => Path::new(what.folder()).join(format!("{name}.rs")),
    };
    write(&path, &text(*what, name), args.force).map_err(Failed::Usage)?;
    print(&format!(
        "{path} is there. To have it compiled and listed, add to {folder}/mod.rs, sorted by name:\n\
         \n  mod {name};\n  {name}::ENTRY,\n\n\
         the first beside the other modules, the second in ALGORITHMS. Then try it:\n\
         \n  cargo test --lib {name}\n  cargo run -- list algorithms --model amoebot\n\n\
         An entry of the registry also has a scenario in scenarios/amoebot/ and a chapter in \
         docs/amoebot.md.\n",
        path = path.display(),
        folder = what.folder(),
    ))?;
    Ok(Exit::Expected)
}

/// Whether a name can be that of a module and of an entry.
fn check(what: What, name: &str) -> Result<(), String> {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_snake = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(known)
        && !name.ends_with('_')
        && !name.contains("__");
    if !is_snake {
        return Err(format!(
            "expected a name of small letters, digits and single _ that begins with a letter, such as \
             ring_dance, found {name:?}"
        ));
    }
    if KEYWORDS.contains(&name) {
        return Err(format!(
            "expected a name that is no word of Rust, found {name:?}"
        ));
    }
    let camel = camel(name);
    let imports = what.template().lines().map(str::trim_start);
    let imports = imports.filter(|line| line.starts_with("use ") || line.contains("struct "));
    let mut words = imports
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric()))
        .chain(PRELUDE.iter().copied());
    if camel != OWN && words.any(|word| word == camel) {
        return Err(format!(
            "expected a name that the file does not use for something else, found {name:?}: there is a \
             {camel} in it"
        ));
    }
    Ok(())
}

/// What the file uses without importing it.
const PRELUDE: &[&str] = &["Default", "Result"];

/// The type of the algorithm in the template.
const OWN: &str = "Template";

/// The name of the type: `RingDance` for `ring_dance`. The name has been checked.
fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split('_') {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// The template under another name.
fn text(what: What, name: &str) -> String {
    let text = what.template().replace(OWN, &camel(name));
    let text = text.replace("\"template\"", &format!("{name:?}"));
    text.replace(": what to start a new algorithm from.", ".")
}

fn write(path: &Path, text: &str, force: bool) -> Result<(), String> {
    let mut options = OpenOptions::new();
    options.write(true);
    match force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    let file = options.open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::AlreadyExists => " (--force replaces it)",
            ErrorKind::NotFound => " (the folder is missing; --output names another file)",
            _ => "",
        };
        format!("{}: {error}{hint}", path.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_modules() {
        for name in ["a", "ring_dance", "pasc2", "r2_d2"] {
            assert_eq!(check(What::AmoebotAlgorithm, name), Ok(()));
        }
        for name in [
            "",
            "Ring",
            "ring-dance",
            "2ring",
            "_ring",
            "ring_",
            "ring__dance",
            "ring dance",
            "../ring",
            "mod",
            "loop",
            "é",
            "state",
            "mover",
        ] {
            assert!(check(What::AmoebotAlgorithm, name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn the_template_is_written_under_the_name() {
        let text = text(What::AmoebotAlgorithm, "ring_dance_2");
        assert!(text.contains("    name: \"ring_dance_2\",\n"));
        assert!(text.contains("\nstruct RingDance2 {\n"));
        assert!(text.contains("Typed(RingDance2 { beats })"));
        assert!(!text.to_lowercase().contains("template"), "{text}");
        // Under its own name it is the module that the tests compile and run.
        let own = super::text(What::AmoebotAlgorithm, "template");
        let first = own.find('\n').unwrap();
        let template = What::AmoebotAlgorithm.template();
        assert!(template.ends_with(&own[first..]));
    }
}
