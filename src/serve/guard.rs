//! Who may ask: pure functions over what a request says of itself.
//!
//! On loopback any page in the user's browser can send requests here. So whatever changes something, and
//! every socket, must come from our own page (`Origin`), and every request must have been meant for a
//! loopback name (`Host`): otherwise a name of somebody else that resolves to this machine would be a
//! way in. On another address every request needs the token, which the start printed.

use std::net::IpAddr;

use sha2::{Digest as _, Sha256};

/// What is asked of requests.
#[derive(Clone, Debug)]
pub struct Guard {
    port: u16,
    token: Option<Token>,
}

/// What a request says of itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'r> {
    /// Whether it changes something, or opens a socket.
    pub changes: bool,
    /// The header `Host`, or the authority of the request's target.
    pub host: Option<&'r str>,
    /// The header `Origin`.
    pub origin: Option<&'r str>,
    /// The header `Cookie`.
    pub cookie: Option<&'r str>,
    /// The header `Authorization`.
    pub authorization: Option<&'r str>,
    /// The query of the address.
    pub query: Option<&'r str>,
}

/// A request that may pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// As it is.
    Plain,
    /// With this cookie in the answer, because the address had the token.
    WithCookie(String),
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It was meant for another name.
    #[error("the header Host must name this server: localhost, 127.0.0.1 or [::1], with the port")]
    Host,
    /// It comes from another page.
    #[error("the header Origin must be that of this server's own page")]
    Origin,
    /// It lacks the token.
    #[error(
        "the token is missing or wrong: open the address that the start printed, or send \
         `Authorization: Bearer TOKEN`"
    )]
    Token,
}

/// A secret that the start prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// A new one, of 128 random bits in hexadecimal digits.
    ///
    /// # Errors
    ///
    /// The operating system has no randomness.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// Its digits.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is the token. How long it takes says nothing of how much is right: hashes are
    /// compared, and all of them.
    fn is(&self, given: &str) -> bool {
        let (own, other) = (Sha256::digest(&self.0), Sha256::digest(given));
        let pairs = own.iter().zip(other.iter());
        pairs.fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

impl Guard {
    /// On loopback, at this port.
    #[must_use]
    pub fn loopback(port: u16) -> Self {
        Guard { port, token: None }
    }

    /// On another address, at this port.
    #[must_use]
    pub fn with_token(port: u16, token: Token) -> Self {
        Guard {
            port,
            token: Some(token),
        }
    }

    /// The token, if requests need it.
    #[must_use]
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Whether a request may pass.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self, request: &Request<'_>) -> Result<Pass, Refusal> {
        let host = request.host.ok_or(Refusal::Host)?;
        if self.token.is_none() && !self.is_own_name(host) {
            return Err(Refusal::Host);
        }
        // Pages of this server only, by the name by which it was asked.
        let ours = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if request.changes && request.origin.is_some_and(|origin| !ours(origin)) {
            return Err(Refusal::Origin);
        }
        match &self.token {
            None => Ok(Pass::Plain),
            Some(token) => self.check_token(token, request),
        }
    }

    fn check_token(&self, token: &Token, request: &Request<'_>) -> Result<Pass, Refusal> {
        let name = self.cookie();
        let cookies = request.cookie.into_iter().flat_map(|all| all.split(';'));
        let mut cookies = cookies.filter_map(|one| one.trim().split_once('='));
        let has_cookie = cookies.any(|(key, value)| key == name && token.is(value));
        let bearer = request.authorization.and_then(bearer);
        if has_cookie || bearer.is_some_and(|given| token.is(given)) {
            return Ok(Pass::Plain);
        }
        let pairs = request.query.into_iter().flat_map(|query| query.split('&'));
        let mut given = pairs.filter_map(|pair| pair.strip_prefix("token="));
        if given.any(|given| token.is(given)) {
            let digits = token.text();
            return Ok(Pass::WithCookie(format!(
                "{name}={digits}; Path=/; HttpOnly; SameSite=Strict"
            )));
        }
        Err(Refusal::Token)
    }

    /// The name of the cookie. Browsers do not tell ports apart in cookies, so the name does.
    fn cookie(&self) -> String {
        format!("formicary_{}", self.port)
    }

    /// Whether a `Host` is a loopback name with our port; without one it is that of HTTP.
    fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            // Colons within brackets belong to an address.
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host, None),
        };
        let own_port = self.port.to_string();
        let is_port = port.map_or(self.port == 80, |port| port == own_port);
        is_port && is_loopback(name)
    }
}

/// The token of a header `Authorization: Bearer TOKEN`.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether a name always means this machine.
fn is_loopback(name: &str) -> bool {
    let bare = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(six) => six.parse() == Ok(IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)),
        None => name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(host: &str) -> Request<'_> {
        Request {
            host: Some(host),
            ..Request::default()
        }
    }

    fn post<'r>(host: &'r str, origin: &'r str) -> Request<'r> {
        Request {
            changes: true,
            origin: Some(origin),
            ..get(host)
        }
    }

    #[test]
    fn a_request_must_be_meant_for_a_loopback_name_with_the_port() {
        let guard = Guard::loopback(7171);
        for host in [
            "localhost:7171",
            "LocalHost:7171",
            "127.0.0.1:7171",
            "[::1]:7171",
        ] {
            assert_eq!(guard.check(&get(host)), Ok(Pass::Plain), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:80",
            "127.0.0.1",
            "evil.example:7171",
            "127.0.0.1.evil.example:7171",
            "localhost.evil.example:7171",
            "192.168.0.7:7171",
            "[::2]:7171",
            "::1:7171",
            "localhost:7171:7171",
            "user@localhost:7171",
            "localhost:07171",
            "[localhost]:7171",
            "127.0.0.2:7171",
            "0.0.0.0:7171",
        ] {
            assert_eq!(guard.check(&get(host)), Err(Refusal::Host), "{host}");
        }
        assert_eq!(guard.check(&Request::default()), Err(Refusal::Host));
        assert_eq!(
            Guard::loopback(80).check(&get("localhost")),
            Ok(Pass::Plain)
        );
    }

    #[test]
    fn what_changes_something_comes_from_our_own_page_or_from_no_page() {
        let guard = Guard::loopback(7171);
        let host = "127.0.0.1:7171";
        assert_eq!(
            guard.check(&post(host, "http://127.0.0.1:7171")),
            Ok(Pass::Plain)
        );
        let from_nowhere = Request {
            origin: None,
            ..post(host, "")
        };
        assert_eq!(guard.check(&from_nowhere), Ok(Pass::Plain));
        for origin in [
            "null",
            "",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:8000",
            "https://127.0.0.1:7171",
            "http://localhost:7171",
            "http://127.0.0.1:7171.evil.example",
            "127.0.0.1:7171",
            "http://127.0.0.1:7171/",
        ] {
            assert_eq!(
                guard.check(&post(host, origin)),
                Err(Refusal::Origin),
                "{origin}"
            );
        }
    }

    #[test]
    fn on_another_address_the_token_is_needed_and_enough() {
        let token = Token("0123456789abcdef".to_owned());
        let guard = Guard::with_token(7171, token);
        let host = "swarm.example:7171";
        let asks = |change: &dyn Fn(&mut Request<'static>)| {
            let mut request = get("swarm.example:7171");
            change(&mut request);
            guard.check(&request)
        };
        assert_eq!(asks(&|_| ()), Err(Refusal::Token));
        assert_eq!(
            asks(&|r| r.query = Some("x=1&token=0123456789abcdef")),
            Ok(Pass::WithCookie(
                "formicary_7171=0123456789abcdef; Path=/; HttpOnly; SameSite=Strict".to_owned()
            ))
        );
        for cookie in [
            "formicary_7171=0123456789abcdef",
            "a=b; formicary_7171=0123456789abcdef; c=d",
        ] {
            assert_eq!(asks(&|r| r.cookie = Some(cookie)), Ok(Pass::Plain));
        }
        for header in ["Bearer 0123456789abcdef", "bearer  0123456789abcdef"] {
            assert_eq!(asks(&|r| r.authorization = Some(header)), Ok(Pass::Plain));
        }
        for header in [
            "0123456789abcdef",
            "Basic 0123456789abcdef",
            "Bearer",
            "Bearer 0123",
        ] {
            assert_eq!(
                asks(&|r| r.authorization = Some(header)),
                Err(Refusal::Token)
            );
        }
        for query in [
            "token=",
            "token=0123456789abcde",
            "token=0123456789abcdef0",
            "xtoken=0123456789abcdef",
        ] {
            assert_eq!(
                asks(&|r| r.query = Some(query)),
                Err(Refusal::Token),
                "{query}"
            );
        }
        let other_port = Some("formicary_7172=0123456789abcdef");
        assert_eq!(asks(&|r| r.cookie = other_port), Err(Refusal::Token));
        // The token does not open the door to pages of others.
        let mut foreign = post(host, "http://evil.example");
        foreign.cookie = Some("formicary_7171=0123456789abcdef");
        assert_eq!(guard.check(&foreign), Err(Refusal::Origin));
        foreign.origin = Some("http://swarm.example:7171");
        assert_eq!(guard.check(&foreign), Ok(Pass::Plain));
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.text().len(), 32);
        assert_ne!(one, other);
        assert!(one.is(one.text()) && !one.is(other.text()));
        assert!(
            !format!("{one:?}").contains(one.text()),
            "a secret is not printed by accident"
        );
    }
}
