//! What can be asked over HTTP.

mod archive;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::io::ReaderStream;

use super::assets::{self, Asset, WASM};
use super::files::{FileKind, Missing};
use super::guard::{self, Pass};
use super::host::Open;
use super::runs::{Beginning, Live, Unbegun, Unheeded};
use super::{MOST_SCENARIO, Start, State, socket};
use crate::engine::Engine;
use crate::record::Record;
use crate::study::Study;
use crate::viewer::{Problem, Viewer};

type Answer = Result<Response<Body>, Refused>;

/// An error of the interface: a status, and a problem as JSON.
#[derive(Debug)]
struct Refused(StatusCode, Problem);

impl Refused {
    fn new(status: StatusCode, words: impl ToString) -> Self {
        Refused(status, Problem::new(words.to_string()))
    }

    fn not_found(words: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        let mut response = said(&json!({ "error": self.1 }));
        *response.status_mut() = self.0;
        response
    }
}

/// Something in JSON.
fn said(value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A longer body is not read to its end, so that whoever sends it may see the connection break instead of
/// an answer, in bytes.
const MOST_BODY: usize = 4 * MOST_SCENARIO;

/// All that can be asked for.
pub(super) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/api/hello", get(hello))
        .route("/api/files/{*path}", get(file))
        .route("/api/socket", any(open_socket))
        .route("/api/runs", get(runs).post(begin))
        .route("/api/runs/{id}", get(run).delete(stop))
        .route("/api/runs/{id}/steer", post(steer))
        .route("/api/runs/{id}/record", get(record))
        .merge(archive::routes())
        .fallback(page)
        .method_not_allowed_fallback(not_allowed)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), watch))
        .with_state(state)
}

/// What every answer says.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; worker-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Has a request answered, unless its body does not come.
async fn in_time(state: &State, request: Request, next: Next) -> Response<Body> {
    let has_body = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !has_body {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    let read = axum::body::to_bytes(body, MOST_BODY);
    match tokio::time::timeout(state.limits.patience, read).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, body.into())).await,
        Ok(Err(_)) => {
            let words = format!("the body is longer than {MOST_BODY} bytes, or broke off");
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words).into_response()
        }
        Err(_) => {
            let words = "the body of the request did not come in time";
            Refused::new(StatusCode::REQUEST_TIMEOUT, words).into_response()
        }
    }
}

/// Lets requests pass that may, and says in every answer what a browser may do with it.
async fn watch(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response<Body> {
    let headers = request.headers();
    // A name that is given twice is no name.
    let text = |name: HeaderName| {
        let mut all = headers.get_all(name).iter();
        match (all.next(), all.next()) {
            (Some(one), None) => one.to_str().ok(),
            _ => None,
        }
    };
    let is_socket = headers.contains_key(header::UPGRADE);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let target = request
        .uri()
        .authority()
        .map(|authority| authority.as_str());
    let asked = guard::Request {
        changes: is_socket || !reads,
        host: target.or(text(header::HOST)),
        // One that is given twice, or is no text, is an origin, but never ours.
        origin: text(header::ORIGIN).or(headers.contains_key(header::ORIGIN).then_some("")),
        cookie: text(header::COOKIE),
        authorization: text(header::AUTHORIZATION),
        query: request.uri().query(),
    };
    let mut response = match state.guard.check(&asked) {
        Ok(Pass::Plain) => in_time(&state, request, next).await,
        Ok(Pass::WithCookie(cookie)) => {
            let mut response = in_time(&state, request, next).await;
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(refusal @ guard::Refusal::Token) => {
            Refused::new(StatusCode::UNAUTHORIZED, refusal).into_response()
        }
        Err(refusal) => Refused::new(StatusCode::FORBIDDEN, refusal).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn not_allowed() -> Refused {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be done here")
}

/// The page and what belongs to it.
async fn page(Shared(state): Shared<Arc<State>>, request: Request) -> Answer {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(not_allowed().await.into_response());
    }
    let path = request.uri().path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path }.to_owned();
    let headers = request.headers().clone();
    let sought = Arc::clone(&state);
    // Packing, and reading the WebAssembly, take a while the first time.
    let found = tokio::task::spawn_blocking(move || sought.assets.get(&name)).await;
    match found.ok().flatten() {
        Some(asset) => Ok(asset.answer(&headers)),
        None if path == WASM => Err(Refused::not_found("the WebAssembly is not built")),
        None => Err(Refused::not_found("there is nothing here")),
    }
}

async fn hello(Shared(state): Shared<Arc<State>>) -> Answer {
    let files = Arc::clone(&state);
    let files = tokio::task::spawn_blocking(move || files.files.list()).await;
    let files = files.unwrap_or_default();
    let files = files
        .iter()
        .map(|(path, kind)| json!({ "path": path, "kind": kind.word() }));
    let start = match (&state.first, &state.start) {
        (Some(run), _) => json!({ "run": run }),
        (None, Start::Nothing) => Value::Null,
        (None, Start::Scenario { name, text }) => json!({ "name": name, "text": text }),
        (None, Start::Record(path)) => json!({ "record": path }),
    };
    Ok(said(&json!({
        "formicary": env!("CARGO_PKG_VERSION"),
        "wasm": assets::wasm().is_some(),
        "start": start,
        "files": files.collect::<Vec<_>>(),
        "store": state.archive.is_some(),
        "live": state.runs.list().iter().map(|run| run.status()).collect::<Vec<_>>(),
    })))
}

impl From<Missing> for Refused {
    fn from(missing: Missing) -> Self {
        let status = match missing {
            Missing::NotFound => StatusCode::NOT_FOUND,
            Missing::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        };
        Refused::new(status, missing)
    }
}

/// A scenario of the served folder.
async fn file(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let found = state.files.find(&path)?;
    if found.kind != FileKind::Scenario {
        let words = "a record is opened by a socket (api/socket?record=PATH)";
        return Err(Refused::new(StatusCode::BAD_REQUEST, words));
    }
    let bytes = tokio::task::spawn_blocking(move || std::fs::read(found.path)).await;
    match bytes {
        Ok(Ok(bytes)) => Ok(Asset::new(&path, bytes).answer(&headers)),
        _ => Err(Refused::from(Missing::NotFound)),
    }
}

/// What a socket is to show.
#[derive(Debug, Default, Deserialize)]
struct Shown {
    run: Option<u64>,
    record: Option<String>,
}

async fn open_socket(
    Shared(state): Shared<Arc<State>>,
    shown: Result<Query<Shown>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let upgrade = upgrade.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let shown = shown.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let limits = &state.limits;
    let (open, live) = shown.0.open(&state)?;
    let upgrade = upgrade
        .max_message_size(limits.message_bytes)
        .max_frame_size(limits.message_bytes)
        .write_buffer_size(0);
    // Counted only now, so that whatever fails before frees nothing that it did not take.
    let place = Place::take(&state).ok_or_else(|| {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "too many sockets are open")
    })?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        let state = Arc::clone(&place.0);
        socket::attend(socket, state, open, live).await;
        drop(place);
    }))
}

/// A place among the sockets that may be open.
struct Place(Arc<State>);

impl Place {
    fn take(state: &Arc<State>) -> Option<Self> {
        let place = Place(Arc::clone(state));
        let taken = state.sockets.fetch_add(1, Ordering::Relaxed);
        (taken < state.limits.sockets).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

type Opened = (Open, Option<(Arc<Live>, u64)>);

impl Shown {
    /// How the viewer of a socket begins.
    fn open(self, state: &Arc<State>) -> Result<Opened, Refused> {
        let confine = state.confine.clone();
        let censored = move |viewer: Viewer| viewer.censored_by(Box::new(confine));
        match (self.run, self.record) {
            (Some(_), Some(_)) => {
                let words = "expected either run or record";
                Err(Refused::new(StatusCode::BAD_REQUEST, words))
            }
            (Some(id), None) => {
                let live = find(state, id)?;
                let who = state.next.fetch_add(1, Ordering::Relaxed);
                // A run that waits for somebody is steered by whoever comes first.
                if live.is_held() && !live.has_ended() {
                    live.seat.take(who);
                }
                let run = Arc::clone(&live);
                let open: Open = Box::new(move || {
                    let viewer = run.viewer(who).map_err(|error| error.to_string())?;
                    Ok(censored(viewer))
                });
                Ok((open, Some((live, who))))
            }
            (None, Some(path)) => {
                let found = state.files.find(&path)?;
                if found.kind != FileKind::Record {
                    return Err(Refused::new(StatusCode::BAD_REQUEST, "expected a record"));
                }
                let open: Open = Box::new(move || {
                    let record = Record::open(&found.path).map_err(|error| error.to_string())?;
                    let study = Study::of_record(&record).map_err(|error| error.to_string())?;
                    let stage = study
                        .stage(Some(&record))
                        .map_err(|error| error.to_string())?;
                    Ok(censored(Viewer::of(study, stage, "record")))
                });
                Ok((open, None))
            }
            (None, None) => Ok((Box::new(move || Ok(censored(Viewer::new()))), None)),
        }
    }
}

fn find(state: &State, id: u64) -> Result<Arc<Live>, Refused> {
    let run = state.runs.get(id);
    run.ok_or_else(|| Refused::not_found("there is no such run"))
}

async fn runs(Shared(state): Shared<Arc<State>>) -> Answer {
    let runs = state.runs.list();
    Ok(said(&runs.iter().map(|run| run.status()).collect()))
}

async fn run(Shared(state): Shared<Arc<State>>, Path(id): Path<u64>) -> Answer {
    Ok(said(&find(&state, id)?.status()))
}

/// How to begin a run.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: Option<String>,
    engine: Option<String>,
    threads: Option<usize>,
    clock: Option<String>,
    rate: Option<String>,
    seed: Option<String>,
    record: Option<String>,
    #[serde(default)]
    hold: bool,
    /// Read by the guard.
    #[serde(default, rename = "token")]
    _token: Option<String>,
}

/// More threads than this are of no use to a run that somebody sends.
const MOST_THREADS: usize = 16;

impl Wanted {
    fn beginning(&self) -> Result<Beginning, &'static str> {
        let threads = self.threads.unwrap_or(1);
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err("expected threads from 1 to 16");
        }
        Ok(Beginning {
            engine: match self.engine.as_deref() {
                None | Some("actors") => Engine::Actors { threads },
                Some("inline") => Engine::Inline { threads },
                Some(_) => return Err("expected engine=actors or engine=inline"),
            },
            record: match self.record.as_deref() {
                None | Some("mcap") => "mcap",
                Some("jsonl") => "jsonl",
                Some(_) => return Err("expected record=mcap or record=jsonl"),
            },
            held: self.hold,
        })
    }
}

async fn begin(
    Shared(state): Shared<Arc<State>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let bad = |words: &str| Refused::new(StatusCode::BAD_REQUEST, words);
    let Query(wanted) = wanted.map_err(|error| bad(&error.body_text()))?;
    let body = body.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let beginning = wanted.beginning().map_err(bad)?;
    if body.len() > MOST_SCENARIO {
        let words = "the scenario is longer than 1 MiB";
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words));
    }
    let text = String::from_utf8(body.into()).map_err(|_| bad("expected UTF-8"))?;
    let begun = tokio::task::spawn_blocking(move || {
        let values = [
            ("seed", &wanted.seed),
            ("clock.kind", &wanted.clock),
            ("clock.rate", &wanted.rate),
        ];
        let set = values
            .iter()
            .filter_map(|(path, value)| Some((*path, value.as_deref()?)));
        let name = wanted.name.as_deref().unwrap_or("scenario.toml");
        let study = state.confine.read(name, &text, &set.collect::<Vec<_>>());
        let study = study.map_err(|problem| Refused(StatusCode::UNPROCESSABLE_ENTITY, problem))?;
        let live = state.runs.begin(study, &beginning)?;
        Ok::<_, Refused>(live.status())
    });
    match begun.await {
        Ok(status) => {
            let mut response = said(&status?);
            *response.status_mut() = StatusCode::CREATED;
            Ok(response)
        }
        Err(_) => {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Err(Refused::new(status, "the scenario could not be read"))
        }
    }
}

impl From<Unbegun> for Refused {
    fn from(unbegun: Unbegun) -> Self {
        let status = match unbegun {
            Unbegun::TooMany(_) | Unbegun::Closing | Unbegun::NoThread(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Unbegun::WallClock => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refused::new(status, unbegun)
    }
}

async fn steer(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<u64>,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let live = find(&state, id)?;
    let body = body.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let line = String::from_utf8(body.into());
    let line = line.map_err(|_| Refused::new(StatusCode::BAD_REQUEST, "expected UTF-8"))?;
    if live.seat.is_taken() {
        let words = "somebody steers this run on a page; nobody else does meanwhile";
        return Err(Refused::new(StatusCode::CONFLICT, words));
    }
    let steered = tokio::task::spawn_blocking(move || live.steer(&line)).await;
    match steered {
        Ok(Ok(words)) => Ok(said(&json!({ "said": words }))),
        Ok(Err(unheeded)) => {
            let status = match unheeded {
                Unheeded::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
                Unheeded::Over => StatusCode::CONFLICT,
                Unheeded::TooMany => StatusCode::TOO_MANY_REQUESTS,
            };
            Err(Refused::new(status, unheeded))
        }
        Err(_) => Err(Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the line was lost",
        )),
    }
}

/// Stops a run; one that has ended stays as it is.
async fn stop(Shared(state): Shared<Arc<State>>, Path(id): Path<u64>) -> Answer {
    let live = find(&state, id)?;
    if live.seat.is_taken() && !live.has_ended() {
        let words = "somebody steers this run on a page; nobody else does meanwhile";
        return Err(Refused::new(StatusCode::CONFLICT, words));
    }
    live.stop();
    let mut response = said(&live.status());
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

async fn record(Shared(state): Shared<Arc<State>>, Path(id): Path<u64>) -> Answer {
    let live = find(&state, id)?;
    let Some(path) = live.complete_record() else {
        let words = match live.has_ended() {
            true => "this run left no record",
            false => "the record is complete once the run has ended",
        };
        return Err(Refused::new(StatusCode::CONFLICT, words));
    };
    let extension = path
        .extension()
        .and_then(|one| one.to_str())
        .unwrap_or_default();
    let name = format!("run-{id}.{extension}");
    let file = tokio::fs::File::open(path).await;
    let file = file.map_err(|_| Refused::not_found("the record is gone"))?;
    let length = file.metadata().await.map_or(0, |about| about.len());
    let response = Response::builder()
        .header(header::CONTENT_TYPE, assets::kind(&name))
        .header(header::CONTENT_LENGTH, length)
        .header(
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        )
        .body(Body::from_stream(ReaderStream::new(file)));
    response.map_err(|error| Refused::new(StatusCode::INTERNAL_SERVER_ERROR, error))
}
