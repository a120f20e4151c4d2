//! Sockets: one viewer each. Whatever a socket does costs that socket only: its viewer has a thread of its
//! own, nothing that is sent to it waits in more than a short queue, and one that floods, stalls or is gone
//! is closed.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::State;
use super::host::{Host, Open, Out};
use super::runs::Live;

/// So many commands wait at most for the viewer.
const MOST_ASKED: usize = 64;
/// So many replies and frames wait at most for the socket; a viewer with more to say waits.
const MOST_SAID: usize = 16;

/// Why a socket is closed: the code and the words.
type Reason = (u16, &'static str);

/// Serves a socket to its end.
pub(super) async fn attend(
    mut socket: WebSocket,
    state: Arc<State>,
    open: Open,
    live: Option<(Arc<Live>, u64)>,
) {
    let (asked, inbox) = mpsc::sync_channel(MOST_ASKED);
    let (outbox, said) = channel(MOST_SAID);
    let followed = live.clone();
    let thread = std::thread::Builder::new().name("viewer".to_owned());
    let thread = thread.spawn(move || Host::serve(open, live, inbox, &outbox));
    let reason = match thread {
        Ok(_) => {
            let attended = Attended {
                socket: &mut socket,
                state: &state,
                asked,
                said,
                bucket: Bucket::full(state.limits.burst),
                heard: Instant::now(),
            };
            let Err(reason) = attended.attend().await;
            reason
        }
        Err(_) => Some((close_code::AGAIN, "no thread could be started")),
    };
    if let Some((live, who)) = followed {
        super::vanish(&state, &live, who);
    }
    if let Some((code, reason)) = reason {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let farewell = socket.send(Message::Close(Some(frame)));
        // One that stalls hears nothing.
        let _ = timeout(Duration::from_secs(1), farewell).await;
    }
}

/// A socket while it is served.
struct Attended<'s> {
    socket: &'s mut WebSocket,
    state: &'s State,
    asked: SyncSender<String>,
    said: Receiver<Out>,
    bucket: Bucket,
    /// When something was heard last.
    heard: Instant,
}

impl Attended<'_> {
    /// Serves until the socket is gone (`None`) or has to be closed.
    async fn attend(mut self) -> Result<Infallible, Option<Reason>> {
        let limits = &self.state.limits;
        let mut ping = interval(limits.ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = self.state.stop.subscribe();
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message)?,
                    Some(Err(_)) | None => return Err(None),
                },
                out = self.said.recv() => match out {
                    Some(Out::Reply(text)) => self.send(Message::Text(text.into())).await?,
                    Some(Out::Frame(bytes)) => self.send(Message::Binary(bytes)).await?,
                    Some(Out::Close(why)) => return Err(Some((close_code::POLICY, why))),
                    None => return Err(Some((close_code::ERROR, "the viewer failed"))),
                },
                _ = ping.tick() => {
                    if self.heard.elapsed() > limits.silence {
                        return Err(Some((close_code::POLICY, "nothing was heard for too long")));
                    }
                    self.send(Message::Ping(Bytes::new())).await?;
                },
                () = super::stopped(&mut stop) => {
                    return Err(Some((close_code::AWAY, "the server ends")));
                },
            }
        }
    }

    /// Takes a message.
    fn hear(&mut self, message: Message) -> Result<(), Option<Reason>> {
        self.heard = Instant::now();
        // Pings and pongs count, too: they cost something, and nobody needs many.
        if !self.bucket.take(self.state.limits.messages) {
            return Err(Some((close_code::POLICY, "too many messages")));
        }
        match message {
            Message::Text(text) => match self.asked.try_send(text.as_str().to_owned()) {
                Ok(()) => Ok(()),
                Err(TrySendError::Full(_)) => {
                    Err(Some((close_code::POLICY, "too many commands wait")))
                }
                Err(TrySendError::Disconnected(_)) => {
                    Err(Some((close_code::ERROR, "the viewer failed")))
                }
            },
            Message::Binary(_) => Err(Some((close_code::UNSUPPORTED, "expected text"))),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(None),
        }
    }

    /// Sends a message. One who does not take it in time has stalled.
    async fn send(&mut self, message: Message) -> Result<(), Option<Reason>> {
        match timeout(self.state.limits.stall, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some((close_code::POLICY, "nothing was taken for too long"))),
        }
    }
}

/// A bucket of messages that may come: it fills as time passes, up to its size.
#[derive(Debug)]
struct Bucket {
    size: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    fn full(size: u32) -> Self {
        Bucket {
            size: f64::from(size),
            left: f64::from(size),
            at: Instant::now(),
        }
    }

    /// Takes one message, where so many come back in a second. Returns whether there was one.
    fn take(&mut self, per_second: u32) -> bool {
        let now = Instant::now();
        let back = now.duration_since(self.at).as_secs_f64() * f64::from(per_second);
        self.at = now;
        self.left = self.size.min(self.left + back);
        let has_one = self.left >= 1.0;
        if has_one {
            self.left -= 1.0;
        }
        has_one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_empty_after_its_size_and_fills_again() {
        let mut bucket = Bucket::full(3);
        assert!((0..3).all(|_| bucket.take(0)));
        assert!(!bucket.take(0));
        bucket.at -= Duration::from_secs(1);
        assert!((0..2).all(|_| bucket.take(2)));
        bucket.at -= Duration::from_secs(60);
        assert_eq!((0..10).filter(|_| bucket.take(2)).count(), 3);
    }
}
