//! What can be asked of the store.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use axum::routing::get;
use serde::Deserialize;
use serde_json::Value;

use super::super::archive::{Archive, Wanted, Wish};
use super::super::{MOST_SCENARIO, State};
use super::{Answer, Refused, said};
use crate::store::Order;
use crate::viewer::Problem;

/// All that can be asked for.
pub(super) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/api/store", get(overview))
        .route("/api/store/runs", get(runs))
        .route("/api/store/runs/{id}", get(run))
        .route("/api/store/simulations", axum::routing::post(name))
        .route(
            "/api/store/simulations/{name}",
            axum::routing::delete(unname),
        )
        .route("/api/store/sweeps", axum::routing::post(begin))
        .route("/api/store/sweeps/{id}", get(sweep).delete(stop))
}

/// So many runs come at once at most.
const MOST_ROWS: u64 = 10_000;

/// Asks the store in a thread that may wait for it.
async fn ask<T: Send + 'static>(
    state: &State,
    work: impl FnOnce(Arc<Archive>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Refused> {
    let archive = state.archive.clone();
    let archive = archive.ok_or_else(|| {
        Refused::not_found("there is no store here: formicary serve --store FILE has one")
    })?;
    let done = tokio::task::spawn_blocking(move || work(archive)).await;
    let lost = |_| Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "the question was lost");
    let done = done.map_err(lost)?;
    done.map_err(|problem| Refused(StatusCode::UNPROCESSABLE_ENTITY, problem))
}

async fn overview(Shared(state): Shared<Arc<State>>) -> Answer {
    let found = ask(&state, |archive| {
        archive
            .overview()
            .map_err(|error| Problem::new(error.to_string()))
    });
    Ok(said(&found.await?))
}

/// Which runs, as the address says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(rename = "where")]
    filter: Option<String>,
    columns: Option<String>,
    order: Option<String>,
    limit: Option<u64>,
    offset: Option<u64>,
    /// Read by the guard.
    #[serde(default, rename = "token")]
    _token: Option<String>,
}

/// Words between commas.
fn list(text: Option<&String>) -> Vec<String> {
    let words = text.into_iter().flat_map(|text| text.split(','));
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

async fn runs(
    Shared(state): Shared<Arc<State>>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Answer {
    let Query(asked) = asked.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let order = list(asked.order.as_ref()).into_iter().map(|word| Order {
        descending: word.starts_with('-'),
        column: word.trim_start_matches('-').to_owned(),
    });
    let wanted = Wanted {
        filter: asked.filter,
        columns: list(asked.columns.as_ref()),
        order: order.collect(),
        limit: asked.limit.unwrap_or(100).min(MOST_ROWS),
        offset: asked.offset.unwrap_or(0),
    };
    let found = ask(&state, move |archive| archive.runs(&wanted)).await?;
    Ok(said(&found))
}

async fn run(Shared(state): Shared<Arc<State>>, Path(id): Path<i64>) -> Answer {
    let found = ask(&state, move |archive| archive.run(id)).await?;
    Ok(said(&found))
}

/// A sweep, as the body says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    name: Option<String>,
    text: String,
    #[serde(default)]
    vary: Vec<String>,
    seeds: String,
    seconds: Option<f64>,
}

async fn begin(Shared(state): Shared<Arc<State>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let sent: Sent = read(body)?;
    let confine = state.confine.clone();
    let begun = ask(&state, move |archive| {
        let wish = Wish {
            name: sent.name.unwrap_or_else(|| "sweep".to_owned()),
            text: sent.text,
            vary: sent.vary,
            seeds: sent.seeds,
            seconds: sent.seconds,
        };
        archive.begin(&confine, &wish)
    });
    created(begun.await?)
}

/// A scenario with a name, as the body says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    text: String,
    #[serde(default)]
    note: String,
    /// Whether it is the next version of one that is there.
    #[serde(default)]
    edits: bool,
}

async fn name(Shared(state): Shared<Arc<State>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let sent: Named = read(body)?;
    let confine = state.confine.clone();
    let kept = ask(&state, move |archive| {
        archive.name(&confine, &sent.name, &sent.text, &sent.note, sent.edits)
    });
    created(kept.await?)
}

async fn unname(Shared(state): Shared<Arc<State>>, Path(name): Path<String>) -> Answer {
    let gone = ask(&state, move |archive| archive.unname(&name)).await?;
    Ok(said(&gone))
}

/// What a body says, as JSON; it is no longer than a scenario.
fn read<T: serde::de::DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Refused> {
    let body = body.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    if body.len() > MOST_SCENARIO {
        let words = "the body is longer than 1 MiB";
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words));
    }
    serde_json::from_slice(&body).map_err(|error| Refused::new(StatusCode::BAD_REQUEST, error))
}

fn created(value: Value) -> Answer {
    let mut response = said(&value);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

async fn sweep(Shared(state): Shared<Arc<State>>, Path(id): Path<i64>) -> Answer {
    let found = ask(&state, move |archive| archive.one_sweep(id)).await?;
    Ok(said(&found))
}

async fn stop(Shared(state): Shared<Arc<State>>, Path(id): Path<i64>) -> Answer {
    let stopped = ask(&state, move |archive| archive.stop(id)).await?;
    let mut response = said(&stopped);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}
