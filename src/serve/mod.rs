//! The server of the page: the page itself, runs that go on here, records, and a viewer for each socket.
//!
//! It listens on loopback, or on another address with a token ([`guard`]). It reads files of the served
//! folder only ([`files`]), and what is sent to it can neither start programs nor name other files
//! ([`confine`]). `docs/page.md` lists what can be asked of it.

pub mod assets;
pub mod confine;
pub mod files;
pub mod guard;

mod api;
mod archive;
mod connections;
mod host;
mod runs;
mod socket;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use self::archive::Archive;
use self::assets::Assets;
use self::confine::Confine;
use self::files::Files;
use self::guard::{Guard, Token};
use self::runs::{Live, Runs};
use crate::study::Study;
use crate::viewer::Viewer;

pub use runs::{Beginning, Unbegun};

/// No scenario that is sent or served is longer, in bytes.
pub const MOST_SCENARIO: usize = 1 << 20;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 has the operating system choose one.
    pub address: SocketAddr,
    /// Whether every request needs a token, as it must elsewhere than on loopback.
    pub token: bool,
    /// The files that can be reached.
    pub files: Files,
    /// What the page opens first.
    pub start: Start,
    /// What a client may use up.
    pub limits: Limits,
    /// The store whose runs the page shows, and that runs are kept in.
    pub store: Option<PathBuf>,
}

/// What the page opens first.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Start {
    /// What it likes.
    #[default]
    Nothing,
    /// A scenario.
    Scenario {
        /// What it is called.
        name: String,
        /// TOML.
        text: String,
    },
    /// A record among the files.
    Record(String),
}

/// What clients may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// So many sockets at a time.
    pub sockets: usize,
    /// So many connections at a time, sockets among them.
    pub connections: usize,
    /// How long a request may take until all of it is there.
    pub patience: Duration,
    /// So many messages of one socket in a second, for a longer time.
    pub messages: u32,
    /// So many messages of one socket at once.
    pub burst: u32,
    /// The longest message, in bytes.
    pub message_bytes: usize,
    /// How often a socket is asked whether it is still there.
    pub ping: Duration,
    /// A socket of which nothing was heard for so long is closed.
    pub silence: Duration,
    /// A socket that takes nothing for so long is closed.
    pub stall: Duration,
    /// When nobody steers a run any more it goes on by itself, so long after.
    pub grace: Duration,
    /// So many live runs at a time.
    pub running: usize,
    /// So many ended runs are kept.
    pub kept: usize,
    /// A live run whose record is longer is stopped, in bytes.
    pub record_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets: 64,
            connections: 512,
            patience: Duration::from_secs(15),
            messages: 200,
            burst: 400,
            message_bytes: 16 << 20,
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
            stall: Duration::from_secs(10),
            grace: Duration::from_secs(5),
            running: 8,
            kept: 32,
            record_bytes: 4 << 30,
        }
    }
}

/// Why the server cannot start, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("port {port} is in use: choose another one with --port, or 0 for any that is free")]
    InUse {
        /// The port.
        port: u16,
    },
    /// It cannot listen there.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the operating system says.
        error: io::Error,
    },
    /// There is no randomness for a token.
    #[error("no token could be made: {0}")]
    Token(getrandom::Error),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// Another trouble with the operating system.
    #[error("the server failed: {0}")]
    Io(#[from] io::Error),
}

/// A server that listens already.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<State>,
}

/// What all requests share.
#[derive(Debug)]
struct State {
    guard: Guard,
    assets: Assets,
    files: Files,
    confine: Confine,
    start: Start,
    /// The run that the page follows first.
    first: Option<u64>,
    runs: Runs,
    archive: Option<Arc<Archive>>,
    limits: Limits,
    sockets: AtomicUsize,
    /// The number of the next socket.
    next: AtomicU64,
    stop: watch::Sender<bool>,
}

/// Ends a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server: runs are interrupted, their records completed. Returns whether it was asked to
    /// end before.
    pub fn stop(&self) -> bool {
        self.0.send_replace(true)
    }
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let refused = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::InUse {
                port: options.address.port(),
            },
            _ => ServeError::Listen {
                address: options.address,
                error,
            },
        };
        let listener = TcpListener::bind(options.address).map_err(refused)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let guard = match options.token {
            true => Guard::with_token(address.port(), Token::new().map_err(ServeError::Token)?),
            false => Guard::loopback(address.port()),
        };
        let archive = match &options.store {
            Some(path) => Some(Arc::new(Archive::open(path)?)),
            None => None,
        };
        let state = State {
            guard,
            assets: Assets::default(),
            confine: Confine::to(options.files.lent()),
            files: options.files,
            start: options.start,
            first: None,
            runs: Runs::new(&options.limits, archive.clone())?,
            archive,
            limits: options.limits,
            sockets: AtomicUsize::new(0),
            next: AtomicU64::new(1),
            stop: watch::Sender::new(false),
        };
        Ok(Server {
            listener,
            address,
            state: Arc::new(state),
        })
    }

    /// Begins a live run of a scenario of the command line; the page follows it first.
    ///
    /// # Errors
    ///
    /// Why it cannot begin.
    pub fn begin(&mut self, study: Study, beginning: &Beginning) -> Result<u64, Unbegun> {
        let run = self.state.runs.begin(study, beginning)?;
        // Nobody else has the state before the server runs.
        if let Some(state) = Arc::get_mut(&mut self.state) {
            state.first = Some(run.id);
        }
        Ok(run.id)
    }

    /// The address of the page, with the token where one is needed.
    #[must_use]
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        // Nobody can go to "any address"; this machine itself is one that will do.
        let host = match ip.is_unspecified() {
            true => "127.0.0.1".to_owned(),
            false => match ip {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            },
        };
        let token = self.state.guard.token();
        let query = token.map_or(String::new(), |token| format!("?token={}", token.text()));
        format!("http://{host}:{}/{query}", self.address.port())
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the server from elsewhere.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.state.stop.clone())
    }

    /// Serves until somebody [stops](Stopper::stop) it; then stops all runs and waits until their
    /// records are complete.
    ///
    /// # Errors
    ///
    /// What the operating system says.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let state = Arc::clone(&self.state);
        let warm = Arc::clone(&self.state);
        // What is large is packed before somebody waits for it.
        runtime.spawn_blocking(move || warm.assets.get(assets::WASM));
        let served = runtime.block_on(serve(self.listener, Arc::clone(&state)));
        state.runs.close();
        if let Some(archive) = &state.archive {
            archive.close();
        }
        // A connection that lingers holds nothing up.
        runtime.shutdown_timeout(Duration::from_millis(200));
        served
    }
}

async fn serve(listener: TcpListener, state: Arc<State>) -> Result<(), ServeError> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut stop = state.stop.subscribe();
    let mut stopping = state.stop.subscribe();
    let router = api::router(Arc::clone(&state));
    let mut records = tokio::time::interval(Duration::from_secs(1));
    let serving = connections::serve(listener, router, &state.limits, &mut stop);
    tokio::pin!(serving);
    loop {
        tokio::select! {
            () = &mut serving => return Ok(()),
            () = stopped(&mut stopping) => break,
            _ = records.tick() => state.runs.check_records(),
        }
    }
    // Answers that are on their way get there; connections that linger are cut.
    let _ = tokio::time::timeout(Duration::from_secs(1), serving).await;
    Ok(())
}

/// Waits until somebody stops the server.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // The sender lives in the state, and so longer than whoever waits.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Everything there is to choose from, as the page reads it.
#[must_use]
pub fn catalogue() -> Value {
    let reply = Viewer::new().handle(r#"{"do": "catalogue"}"#);
    let reply: Value = serde_json::from_str(&reply).unwrap_or_default();
    reply.get("ok").cloned().unwrap_or_default()
}

/// Somebody gives the steering up: the run goes on by itself.
fn leave(live: &Live, who: u64) {
    if live.seat.leave(who) {
        live.let_go();
    }
}

/// Somebody is gone without a word. Whoever comes back soon may take the steering again; after that the
/// run goes on by itself.
fn vanish(state: &State, live: &Arc<Live>, who: u64) {
    if !live.seat.leave(who) || live.has_ended() {
        return;
    }
    let (grace, live) = (state.limits.grace, Arc::clone(live));
    tokio::spawn(async move {
        tokio::time::sleep(grace).await;
        if !live.seat.is_taken() {
            live.let_go();
        }
    });
}
