//! `formicary export-page`: the page as files that any server can serve.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::common::{Exit, Failed, print};
use crate::scenario::Document;
use crate::serve::{self, assets};
use crate::study::Study;

/// Writes the page as static files, which need no server of ours: the simulator runs in the browser.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary export-page site
  formicary export-page site --scenario scenarios/oblot/gathering.toml --force")]
pub(super) struct Args {
    /// The folder; it is made if there is none.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The scenario that the page opens first.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Writes into a folder that is not empty, over what is there.
    #[arg(long)]
    force: bool,
}

/// The scenario that is opened first where none is named.
const FIRST: &str = "oblot/gathering.toml";

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let wasm = assets::wasm().ok_or_else(|| {
        let text = "the WebAssembly is not built, and without it the page shows nothing: build it \
                    (docs/page.md says how), put formicary.wasm beside the program, or name it in \
                    FORMICARY_WASM";
        Failed::Usage(text.to_owned())
    })?;
    let start = args.start()?;
    let files = is_filled(&args.folder)?;
    if files && !args.force {
        let text = format!(
            "{}: the folder is not empty (--force)",
            args.folder.display()
        );
        return Err(Failed::Usage(text));
    }
    let mut written = 0;
    let mut write = |name: &str, bytes: &[u8]| {
        written += 1;
        let path = args.folder.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, bytes))
            .map_err(|error| Failed::Usage(format!("{}: {error}", path.display())))
    };
    for name in assets::names() {
        if let Some(bytes) = assets::file(&name) {
            write(&name, &bytes)?;
        }
    }
    let bytes = fs::read(&wasm);
    let bytes = bytes.map_err(|error| Failed::Usage(format!("{}: {error}", wasm.display())))?;
    write(assets::WASM, &bytes)?;
    write("catalogue.json", serve::catalogue().to_string().as_bytes())?;
    write("scenarios.json", assets::scenarios().to_string().as_bytes())?;
    write("start.json", start.to_string().as_bytes())?;
    print(&format!("{}: {written} files\n", args.folder.display()))?;
    Ok(Exit::Expected)
}

impl Args {
    /// The scenario that the page opens first, as the page reads it.
    fn start(&self) -> Result<serde_json::Value, Failed> {
        let Some(path) = &self.scenario else {
            let text = assets::scenario(FIRST);
            return Ok(json!({ "name": FIRST, "text": text }));
        };
        let document = Document::read(path)?;
        let study = Study::read(&document)?;
        if study.is_controlled_outside() || study.about().clock.is_wall() {
            let text = format!(
                "{}: controllers outside and the wall clock need formicary serve",
                path.display()
            );
            return Err(Failed::Usage(text));
        }
        let mut alone = document.clone();
        alone.confine(None, Path::new(""));
        // The page has no files: what the scenario names is put in its place.
        let text = match Study::read(&alone) {
            Ok(_) => document.text().to_owned(),
            Err(_) => study.about().text.clone(),
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(json!({ "name": name.to_string_lossy(), "text": text }))
    }
}

/// Whether there is anything in a folder already.
fn is_filled(folder: &Path) -> Result<bool, Failed> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failed::Usage(format!("{}: {error}", folder.display()))),
    }
}
