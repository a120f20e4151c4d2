//! Who may ask: hosts, origins, the token.

use std::net::{Ipv4Addr, SocketAddr};

use super::{SWARM, Served, options, serve, serve_with};

/// The routes with the method by which each is asked.
const ALL: &[&str] = &[
    "GET /",
    "GET /robots.txt",
    "GET /formicary.wasm",
    "GET /catalogue.json",
    "GET /scenarios.json",
    "GET /api/hello",
    "GET /api/files/a.toml",
    "GET /api/runs",
    "POST /api/runs",
    "GET /api/runs/1",
    "POST /api/runs/1/steer",
    "GET /api/runs/1/record",
    "DELETE /api/runs/1",
    "GET /no/such/thing",
];

#[test]
fn every_request_must_be_meant_for_a_loopback_name() {
    let served = serve();
    let port = served.address.port();
    for line in ALL {
        for host in [
            "evil.example",
            &format!("evil.example:{port}"),
            &format!("192.168.1.1:{port}"),
            "127.0.0.1",
        ] {
            let answer = served.raw(line, &[("Host", host)], b"");
            assert_eq!(answer.status, 403, "{line} {host}");
            assert!(answer.message().contains("Host"));
        }
    }
    let missing = served.raw("GET /api/hello", &[], b"");
    assert!(matches!(missing.status, 400 | 403), "{missing:?}");
    let evil = format!("evil.example:{port}");
    let twice = served.raw(
        "GET /api/hello",
        &[("Host", &served.host()), ("Host", &evil)],
        b"",
    );
    assert!(matches!(twice.status, 400 | 403), "{twice:?}");
    let other_target = format!("GET http://evil.example:{port}/api/hello");
    assert_eq!(
        served
            .raw(&other_target, &[("Host", &served.host())], b"")
            .status,
        403
    );
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        let host = format!("{name}:{port}");
        assert_eq!(
            served.raw("GET /api/hello", &[("Host", &host)], b"").status,
            200,
            "{host}"
        );
    }
}

#[test]
fn what_changes_something_must_not_come_from_the_page_of_somebody_else() {
    let served = serve();
    let run = served.begin("?hold=true", SWARM);
    let host = served.host();
    let other_port = "http://127.0.0.1:1";
    for origin in [
        "http://evil.example",
        "null",
        other_port,
        "https://127.0.0.1",
        "http://evil.example/\u{e9}",
    ] {
        let headers = [("Host", host.as_str()), ("Origin", origin)];
        for line in [
            "POST /api/runs".to_owned(),
            format!("POST /api/runs/{run}/steer"),
            format!("DELETE /api/runs/{run}"),
        ] {
            let answer = served.raw(&line, &headers, b"crash 1");
            assert_eq!(answer.status, 403, "{line} {origin}");
            assert!(answer.message().contains("Origin"));
        }
        if origin.is_ascii() {
            let refused = served.try_socket(&format!("?run={run}"), &[("origin", origin)]);
            assert_eq!(refused.err(), Some(403), "{origin}");
        }
    }
    // Nothing of that was carried out.
    let status = served.status(run);
    assert!(status["ended"].is_null());
    assert_eq!(served.get("/api/runs").json().as_array().unwrap().len(), 1);
    let own = format!("http://{host}");
    let headers = [("Host", host.as_str()), ("Origin", own.as_str())];
    let line = format!("POST /api/runs/{run}/steer");
    assert_eq!(served.raw(&line, &headers, b"crash 1").status, 200);
    assert!(served.try_socket("", &[("origin", &own)]).is_ok());
}

/// A server that needs a token, and the token.
fn with_token() -> (Served, String) {
    let served = serve_with(formicary::serve::Options {
        address: SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)),
        token: true,
        ..options()
    });
    let token = served.url.split_once("?token=").unwrap().1.to_owned();
    (served, token)
}

#[test]
fn elsewhere_than_on_loopback_every_request_needs_the_token() {
    let (served, token) = with_token();
    let host = served.host();
    let wrong = "0".repeat(token.len());
    let bearers = [
        None,
        Some("Bearer ".to_owned()),
        Some(format!("Bearer {wrong}")),
        Some(format!("Basic {token}")),
    ];
    for line in ALL {
        for bearer in &bearers {
            let mut headers = vec![("Host", host.as_str())];
            headers.extend(
                bearer
                    .as_ref()
                    .map(|bearer| ("Authorization", bearer.as_str())),
            );
            let answer = served.raw(line, &headers, b"");
            assert_eq!(answer.status, 401, "{line} {bearer:?}");
            assert!(answer.message().contains("token"));
        }
        let bearer = format!("Bearer {token}");
        let headers = [("Host", host.as_str()), ("Authorization", &bearer)];
        let answer = served.raw(line, &headers, b"");
        assert!(
            answer.status != 401 && answer.status != 403,
            "{line}: {answer:?}"
        );
    }
    assert_eq!(served.try_socket("", &[]).err(), Some(401));
    assert_eq!(
        served.try_socket(&format!("?token={wrong}"), &[]).err(),
        Some(401)
    );
    let bearer = format!("Bearer {token}");
    assert!(served.try_socket("", &[("authorization", &bearer)]).is_ok());
    // A name of its own is no way round it, nor is the token a way for pages of others.
    let bearer = [("Host", "any.example"), ("Authorization", bearer.as_str())];
    assert_eq!(served.raw("GET /api/hello", &bearer, b"").status, 200);
    let mut foreign = bearer.to_vec();
    foreign.push(("Origin", "http://evil.example"));
    assert_eq!(served.raw("POST /api/runs", &foreign, b"").status, 403);
}

#[test]
fn the_address_that_is_printed_gives_a_cookie_and_the_cookie_is_enough() {
    let (served, token) = with_token();
    let host = served.host();
    let first = served.get(&format!("/api/hello?token={token}"));
    assert_eq!(first.status, 200);
    let cookie = first.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let (pair, _) = cookie.split_once(';').unwrap();
    let second = served.raw("GET /api/hello", &[("Host", &host), ("Cookie", pair)], b"");
    assert_eq!(second.status, 200);
    assert_eq!(second.header("set-cookie"), None);
    assert!(served.try_socket("", &[("cookie", pair)]).is_ok());
    let other = format!("formicary_1={token}");
    assert_eq!(
        served
            .raw(
                "GET /api/hello",
                &[("Host", &host), ("Cookie", &other)],
                b""
            )
            .status,
        401
    );
    // No answer holds the token but in that cookie.
    assert!(!String::from_utf8_lossy(&first.body).contains(&token));
}

#[test]
fn on_loopback_no_token_is_needed_and_no_cookie_is_given() {
    let served = serve();
    assert!(!served.url.contains("token"));
    let answer = served.get("/api/hello?token=x");
    assert_eq!((answer.status, answer.header("set-cookie")), (200, None));
}

#[test]
fn every_answer_tells_browsers_what_they_may_do_with_it() {
    let served = serve();
    for line in ALL {
        let answer = served.raw(line, &[("Host", &served.host())], b"");
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "object-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{line}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{line}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{line}"
        );
        assert_eq!(answer.header("access-control-allow-origin"), None, "{line}");
    }
}
