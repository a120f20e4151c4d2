//! `formicary serve`: a page in the browser that shows runs.

use std::io::Read as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use super::attend::catch_interrupts_with;
use super::common::{Exit, Failed, print, tell};
use super::scenario::{Changes, EngineArgs, EngineName};
use crate::record::Record;
use crate::scenario::Document;
use crate::serve::files::Files;
use crate::serve::{self, Beginning, Limits, Options, Server, Start};
use crate::study::Study;

/// Opens a page in the browser that shows runs: watch, step back and forth, inspect and steer.
///
/// The page is at the address that is printed. It listens on this machine only; on another address
/// (--bind) every request needs the token in the printed address. Of files only those of the folder
/// that is given can be reached, or the one file.
///
/// A scenario is run in the page itself. With --live, on the wall clock, or with controllers outside, it
/// runs here, and the page follows it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary serve
  formicary serve scenarios/oblot/gathering.toml --open
  formicary serve scenarios/oblot/gathering.toml --clock wall --rate 5
  formicary serve run.mcap
  formicary serve --store runs.db
  formicary serve . --port 8080")]
pub(super) struct Args {
    /// What the page shows first: a scenario or a record; or the folder whose files it can open.
    #[arg(value_name = "SCENARIO|RECORD|FOLDER")]
    what: Option<PathBuf>,
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 7171)]
    port: u16,
    /// Listens on another address than this machine's own, with a token that every request needs.
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
    /// Runs the scenario here, and not in the page.
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    engine: EngineArgs,
    /// Shows the runs of this store, and keeps those that are carried out here in it.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Prints the address as JSON.
    #[arg(long)]
    json: bool,
}

/// What the command line names.
enum Named {
    Nothing,
    Folder(PathBuf),
    Record(PathBuf),
    Scenario(PathBuf),
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let named = args.named()?;
    let live = args.live_study(&named)?;
    let options = Options {
        address: SocketAddr::new(args.bind.unwrap_or(Ipv4Addr::LOCALHOST.into()), args.port),
        token: args.bind.is_some(),
        files: named.files(),
        start: match live {
            Some(_) => Start::Nothing,
            None => args.start(&named)?,
        },
        limits: Limits::default(),
        store: args.store.clone(),
    };
    let mut server = Server::bind(options)?;
    if let Some(study) = live {
        let beginning = Beginning {
            engine: args.engine.engine(),
            record: "mcap",
            held: !study.about().clock.is_wall(),
        };
        let begun = server.begin(study, &beginning);
        begun.map_err(|error| Failed::Usage(error.to_string()))?;
    }
    let stopper = server.stopper();
    catch_interrupts_with(move || stopper.stop())?;
    args.announce(&server, &named)?;
    server.run()?;
    Ok(Exit::Expected)
}

impl Args {
    fn named(&self) -> Result<Named, Failed> {
        let Some(path) = &self.what else {
            return match self.live || !self.changes.is_empty() {
                true => Err(Failed::Usage(
                    "there is no scenario to be changed or run".to_owned(),
                )),
                false => Ok(Named::Nothing),
            };
        };
        let named = if path.is_dir() {
            Named::Folder(path.clone())
        } else if is_record(path)? {
            Named::Record(path.clone())
        } else {
            Named::Scenario(path.clone())
        };
        match named {
            Named::Scenario(_) => Ok(named),
            _ if self.live || !self.changes.is_empty() => {
                let text = format!(
                    "{}: no scenario, which could be changed or run",
                    path.display()
                );
                Err(Failed::Usage(text))
            }
            _ => Ok(named),
        }
    }

    fn study(&self, path: &Path) -> Result<Study, Failed> {
        let mut document = Document::read(path)?;
        self.changes.apply(&mut document)?;
        Ok(Study::read(&document)?)
    }

    /// The scenario that is run here, if one is.
    fn live_study(&self, named: &Named) -> Result<Option<Study>, Failed> {
        let Named::Scenario(path) = named else {
            return Ok(None);
        };
        let study = self.study(path)?;
        let must = study.about().clock.is_wall() || study.is_controlled_outside();
        if must && self.engine.name() == EngineName::Inline && study.about().clock.is_wall() {
            let text = "the wall clock needs real actors (--engine actors)".to_owned();
            return Err(Failed::Usage(text));
        }
        Ok(Some(study).filter(|_| must || self.live))
    }

    /// What the page opens first.
    fn start(&self, named: &Named) -> Result<Start, Failed> {
        Ok(match named {
            Named::Nothing | Named::Folder(_) => Start::Nothing,
            Named::Record(path) => {
                // What cannot be shown is better said here than on the page.
                Study::of_record(&Record::open(path)?)?;
                Start::Record(file_name(path))
            }
            Named::Scenario(path) => self.start_scenario(path)?,
        })
    }

    /// A scenario as the page can read it. It has no files, so what the scenario names is put in its
    /// place; and neither has it our flags.
    fn start_scenario(&self, path: &Path) -> Result<Start, Failed> {
        let study = self.study(path)?;
        let document = Document::read(path)?;
        let mut alone = document.clone();
        alone.confine(None, Path::new(""));
        let is_whole = self.changes.is_empty() && Study::read(&alone).is_ok();
        let text = match is_whole {
            true => document.text().to_owned(),
            false => study.about().text.clone(),
        };
        if text.len() > serve::MOST_SCENARIO {
            let text = format!("{}: the scenario is longer than 1 MiB", path.display());
            return Err(Failed::Usage(text));
        }
        Ok(Start::Scenario {
            name: file_name(path),
            text,
        })
    }

    /// Says where the page is; stdout has this line and nothing else.
    fn announce(&self, server: &Server, named: &Named) -> Result<(), Failed> {
        let url = server.url();
        let wasm = serve::assets::wasm();
        if self.json {
            let folder = named.files().root().map(|root| root.display().to_string());
            let line = json!({
                "url": url,
                "port": server.address().port(),
                "wasm": wasm.is_some(),
                "folder": folder,
            });
            print(&format!("{line}\n"))?;
        } else {
            print(&format!("{url}\n"))?;
        }
        if wasm.is_none() {
            tell(
                "the WebAssembly is not built (formicary.wasm beside the program, or FORMICARY_WASM): \
                 the server computes what the page shows",
            );
        }
        if self.bind.is_some_and(|address| address.is_unspecified()) {
            tell("from other machines, put this one's name or address in the place of 127.0.0.1");
        }
        if self.open && !open_browser(&url) {
            tell("no browser could be opened: go to the address yourself");
        }
        tell("Ctrl-C ends it");
        Ok(())
    }
}

impl Named {
    fn files(&self) -> Files {
        match self {
            Named::Nothing => Files::default(),
            Named::Folder(path) => Files::below(path.clone()),
            Named::Record(path) | Named::Scenario(path) => Files::only(path),
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Whether a file is a record: by its name, or by how it begins where that says nothing.
fn is_record(path: &Path) -> Result<bool, Failed> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("mcap" | "jsonl") => return Ok(true),
        Some("toml") => return Ok(false),
        _ => {}
    }
    let mut begin = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(6).read_to_end(&mut begin));
    // What cannot be read is said where it is read as a scenario.
    Ok(read.is_ok() && begin == b"\x89MCAP0")
}

/// Has the desktop open an address. Returns whether there is a desktop that may do so.
fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let command = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    command.is_ok()
}
