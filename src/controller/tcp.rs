//! Controllers that are reached over TCP.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use super::trouble::StartError;
use super::wire::Wire;
use crate::model::End;

/// How often it is looked whether somebody has connected.
const TICK: Duration = Duration::from_millis(5);
/// How long one attempt to connect may take, so that it is looked now and then whether to give up.
const ATTEMPT: Duration = Duration::from_millis(250);

/// Waits until a controller connects to this address. `stopped` says whether to give up.
pub(super) fn listen(
    address: &str,
    timeout: Duration,
    stopped: &dyn Fn() -> Option<End>,
) -> Result<(TcpStream, Wire), StartError> {
    let cannot = |error: io::Error| StartError::CannotBind {
        address: address.to_owned(),
        why: error.to_string(),
    };
    let listener = TcpListener::bind(address).map_err(cannot)?;
    listener.set_nonblocking(true).map_err(cannot)?;
    tracing::info!(address, "waits for a controller");
    let started = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, peer)) => {
                tracing::info!(%peer, "a controller has connected");
                return wire(stream).map_err(cannot);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(cannot(error)),
        }
        if let Some(end) = stopped() {
            return Err(StartError::Stopped(end));
        }
        if started.elapsed() >= timeout {
            return Err(StartError::NobodyCame {
                address: address.to_owned(),
                timeout,
            });
        }
        std::thread::sleep(TICK);
    }
}

/// Connects to a controller that listens at this address, or will soon. `stopped` says whether to
/// give up.
pub(super) fn connect(
    address: &str,
    timeout: Duration,
    stopped: &dyn Fn() -> Option<End>,
) -> Result<(TcpStream, Wire), StartError> {
    let cannot = |error: io::Error| StartError::CannotConnect {
        address: address.to_owned(),
        why: error.to_string(),
    };
    let started = Instant::now();
    loop {
        let left = timeout.saturating_sub(started.elapsed());
        match try_to_connect(address, left.min(ATTEMPT)) {
            Ok(stream) => return wire(stream).map_err(cannot),
            // Nobody is there yet.
            Err(error) if is_too_early(&error) && !left.is_zero() => {}
            Err(error) => return Err(cannot(error)),
        }
        if let Some(end) = stopped() {
            return Err(StartError::Stopped(end));
        }
        std::thread::sleep(TICK);
    }
}

/// Whether somebody may be there later.
fn is_too_early(error: &io::Error) -> bool {
    let kinds = [io::ErrorKind::ConnectionRefused, io::ErrorKind::TimedOut];
    kinds.contains(&error.kind())
}

/// Tries all places of an address once.
fn try_to_connect(address: &str, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for place in address.to_socket_addrs()? {
        // No time at all is refused as an argument.
        match TcpStream::connect_timeout(&place, timeout.max(TICK)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn wire(stream: TcpStream) -> io::Result<(TcpStream, Wire)> {
    // Some systems hand the listener's mode on.
    stream.set_nonblocking(false)?;
    // Requests and answers are short and wait for each other.
    stream.set_nodelay(true)?;
    let wire = Wire::new(stream.try_clone()?, stream.try_clone()?)?;
    Ok((stream, wire))
}

/// Says that nothing more will be sent.
pub(super) fn half_close(stream: &TcpStream) {
    // A connection that is gone is closed.
    let _ = stream.shutdown(Shutdown::Write);
}

/// Ends the connection.
pub(super) fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Both);
}
