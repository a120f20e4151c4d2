//! The server of the page: what it answers, whom it refuses, and that nobody who looks at a run stops it.

mod access;
mod commands;
mod files;
mod live;
mod sockets;
mod store;
mod trouble;

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use formicary::serve::files::Files;
use formicary::serve::{Limits, Options, Server, Start, Stopper};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

pub(super) use crate::support::wait_for;

/// A server that serves until it is dropped.
pub(super) struct Served {
    pub(super) address: SocketAddr,
    pub(super) url: String,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// A scenario of a run that takes some thousand events.
pub(super) const SWARM: &str =
    "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 12\nalgorithm = 'gathering'\n";

/// Short times, so that tests need not wait for long.
pub(super) fn limits() -> Limits {
    Limits {
        ping: Duration::from_millis(100),
        silence: Duration::from_secs(3),
        stall: Duration::from_millis(500),
        grace: Duration::from_millis(200),
        ..Limits::default()
    }
}

pub(super) fn options() -> Options {
    Options {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        token: false,
        files: Files::default(),
        start: Start::Nothing,
        limits: limits(),
        store: None,
    }
}

/// Serves with these options.
pub(super) fn serve_with(options: Options) -> Served {
    let server = Server::bind(options).unwrap();
    let (address, url, stopper) = (server.address(), server.url(), server.stopper());
    let thread = std::thread::spawn(move || server.run().unwrap());
    Served {
        address,
        url,
        stopper,
        thread: Some(thread),
    }
}

/// Serves no files, on loopback.
pub(super) fn serve() -> Served {
    serve_with(options())
}

/// Serves a folder, on loopback.
pub(super) fn serve_folder(folder: &Path) -> Served {
    serve_with(Options {
        files: Files::below(folder.to_owned()),
        ..options()
    })
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(
                ended.is_ok() || std::thread::panicking(),
                "the server failed"
            );
        }
    }
}

/// An answer over HTTP.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The words of an error.
    pub(super) fn message(&self) -> String {
        self.json()["error"]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

impl Served {
    /// The `Host` that a browser on this machine sends.
    pub(super) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.address.port())
    }

    /// Sends a request with exactly these lines of a head, and reads the answer.
    pub(super) fn raw(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut head = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || line.starts_with("POST") {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // A server that has refused already reads no further.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("{line}: no answer"));
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let mut body = answer[end + 4..].to_vec();
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body,
        }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path}"), &[("Host", &self.host())], b"")
    }

    pub(super) fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(
            &format!("POST {path}"),
            &[("Host", &self.host())],
            body.as_bytes(),
        )
    }

    pub(super) fn delete(&self, path: &str) -> Answer {
        self.raw(&format!("DELETE {path}"), &[("Host", &self.host())], b"")
    }

    /// Begins a live run and returns its number.
    pub(super) fn begin(&self, query: &str, scenario: &str) -> u64 {
        let begun = self.post(&format!("/api/runs{query}"), scenario);
        assert_eq!(begun.status, 201, "{begun:?}");
        begun.json()["id"].as_u64().unwrap()
    }

    /// How a live run stands.
    pub(super) fn status(&self, run: u64) -> Value {
        self.get(&format!("/api/runs/{run}")).json()
    }

    /// Waits for the end of a live run.
    pub(super) fn wait_for_end(&self, run: u64) -> Value {
        wait_for("the end of the run", || {
            let status = self.status(run);
            (!status["ended"].is_null()).then_some(status)
        })
    }

    /// Tries to open a socket with these headers besides; the status where that is refused.
    pub(super) fn try_socket(
        &self,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}/api/socket{query}", self.host());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        match tungstenite::client::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(super) fn socket(&self, query: &str) -> Socket {
        self.try_socket(query, &[]).unwrap()
    }
}

/// The content of a body in chunks.
fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        content.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 2 + size + 2..];
    }
    content
}

/// A viewer's socket.
pub(super) struct Socket(pub(super) WebSocket<TcpStream>);

impl Socket {
    /// Sends something as it is.
    pub(super) fn send(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).unwrap();
    }

    /// The next text or frame; `None` where the server has closed the socket.
    pub(super) fn next(&mut self) -> Option<Message> {
        loop {
            match self.0.read() {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => return Some(message),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a command and returns the reply; frames that come before it are skipped.
    pub(super) fn reply(&mut self, mut command: Value) -> Value {
        command["id"] = json!(4711);
        self.send(command.to_string());
        loop {
            if let Some(Message::Text(text)) = Some(self.next().expect("the socket is closed")) {
                let mut reply: Value = serde_json::from_str(text.as_str()).unwrap();
                if reply["id"] == json!(4711) {
                    reply.as_object_mut().unwrap().remove("id");
                    return reply;
                }
            }
        }
    }

    /// Sends a command that succeeds.
    pub(super) fn call(&mut self, command: Value) -> Value {
        let mut reply = self.reply(command.clone());
        assert!(reply["error"].is_null(), "{command}: {reply}");
        reply["ok"].take()
    }

    /// Sends a command that is refused, and returns the words.
    pub(super) fn refused(&mut self, command: Value) -> String {
        let reply = self.reply(command.clone());
        let words = reply["error"]["message"].as_str();
        words
            .unwrap_or_else(|| panic!("{command}: {reply}"))
            .to_owned()
    }

    /// Waits until the viewer's status is as wanted.
    pub(super) fn wait_for(&mut self, what: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        wait_for(what, || {
            // Not so often that it would be a flood.
            std::thread::sleep(Duration::from_millis(10));
            Some(self.call(json!({ "do": "status" }))).filter(|status| wanted(status))
        })
    }

    /// Why and with which code the server closed the socket.
    pub(super) fn closed(&mut self) -> (u16, String) {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(frame))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Ok(Message::Close(None)) => return (0, String::new()),
                Ok(_) => {}
                Err(error) => return (0, error.to_string()),
            }
        }
    }
}
