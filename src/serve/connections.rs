//! Connections: how many there may be, and how long one may take to say what it wants.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::{Limits, stopped};

/// How long nobody is let in after the operating system had no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Lets connections in until somebody stops the server, and waits until their answers are there.
///
/// One that comes while there are too many is closed at once. One that does not say what it wants in
/// time is closed too, so that whoever opens many of them and says nothing locks nobody out for long.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: &mut watch::Receiver<bool>,
) {
    let free = Arc::new(Semaphore::new(limits.connections));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(stop) => break,
        };
        let Ok((stream, _)) = accepted else {
            // No descriptor is left, or the other side was gone already.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok(place) = Arc::clone(&free).try_acquire_owned() else {
            continue;
        };
        let (connection, mut stop) = (
            connection(stream, router.clone(), limits.patience),
            stop.clone(),
        );
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // What goes wrong with one connection is the other side's affair.
            tokio::select! {
                _ = connection.as_mut() => return drop(place),
                () = stopped(&mut stop) => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
            drop(place);
        });
    }
    // All places are free again once all connections are done.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = free.acquire_many(all).await;
}

fn connection(
    stream: TcpStream,
    router: Router,
    patience: Duration,
) -> http1::UpgradeableConnection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades()
}
