//! The page itself, embedded in the binary, and the scenarios that come with it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "src/serve/page/"]
struct Page;

#[derive(RustEmbed)]
#[folder = "scenarios/"]
#[include = "*.toml"]
struct Scenarios;

/// The names of the files of the page.
pub fn names() -> impl Iterator<Item = String> {
    Page::iter().map(|name| name.into_owned())
}

/// A file of the page.
#[must_use]
pub fn file(name: &str) -> Option<Vec<u8>> {
    Page::get(name).map(|file| file.data.into_owned())
}

/// The scenarios that come with the program, sorted by path, as the page reads them.
#[must_use]
pub fn scenarios() -> Value {
    let mut paths: Vec<_> = Scenarios::iter().collect();
    paths.sort();
    let text = |path: &str| {
        let file = Scenarios::get(path)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    let all = paths
        .iter()
        .filter_map(|path| Some(json!({ "path": path, "text": text(path)? })));
    all.collect()
}

/// The text of one of the scenarios that come with the program.
#[must_use]
pub fn scenario(path: &str) -> Option<String> {
    String::from_utf8(Scenarios::get(path)?.data.into_owned()).ok()
}

/// Where the simulator compiled to WebAssembly is, if it was built: it is a build product, and no part
/// of the binary. It is looked for beside the binary, then where the variable `FORMICARY_WASM` says,
/// then in the folder in which a checkout builds it.
#[must_use]
pub fn wasm() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok();
    let beside = beside.and_then(|path| Some(path.parent()?.join(WASM)));
    let named = std::env::var_os("FORMICARY_WASM").map(PathBuf::from);
    let built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/page")
        .join(WASM);
    let places = beside.into_iter().chain(named).chain([built]);
    places.into_iter().find(|path| path.is_file())
}

/// The name of the WebAssembly.
pub const WASM: &str = "formicary.wasm";

/// What is sent again and again: packed once, and kept.
#[derive(Debug, Default)]
pub struct Assets(Mutex<BTreeMap<String, Arc<Asset>>>);

/// Something to be sent.
#[derive(Debug)]
pub struct Asset {
    plain: Bytes,
    packed: Option<Bytes>,
    tag: String,
    kind: &'static str,
}

/// Less is not worth packing, in bytes.
const WORTH_PACKING: usize = 512;

impl Asset {
    /// What is known by this name.
    #[must_use]
    pub fn new(name: &str, plain: Vec<u8>) -> Self {
        let hash = Sha256::digest(&plain);
        let tag: String = hash
            .iter()
            .take(12)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let kind = kind(name);
        let is_text = !kind.starts_with("image/") || kind.ends_with("svg+xml");
        let packed = (is_text && plain.len() >= WORTH_PACKING).then(|| pack(&plain));
        Asset {
            packed: packed.flatten().map(Bytes::from),
            plain: Bytes::from(plain),
            // Weak: what is packed is the same thing in other bytes.
            tag: format!("W/\"{tag}\""),
            kind,
        }
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, asked: &HeaderMap) -> Response<Body> {
        let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
        let builder = Response::builder()
            .header(header::ETAG, &self.tag)
            .header(header::CACHE_CONTROL, "no-cache")
            .header(header::VARY, "accept-encoding");
        let known = text(header::IF_NONE_MATCH).unwrap_or_default();
        let mut known = known.split(',').map(str::trim);
        if known.any(|tag| tag == self.tag || tag == "*") {
            return finished(builder.status(StatusCode::NOT_MODIFIED).body(Body::empty()));
        }
        let builder = builder.header(header::CONTENT_TYPE, self.kind);
        let takes_packed = accepts_gzip(text(header::ACCEPT_ENCODING).unwrap_or_default());
        finished(match &self.packed {
            Some(packed) if takes_packed => builder
                .header(header::CONTENT_ENCODING, "gzip")
                .body(Body::from(packed.clone())),
            _ => builder.body(Body::from(self.plain.clone())),
        })
    }
}

/// A response whose parts are all known to be valid.
fn finished(made: Result<Response<Body>, axum::http::Error>) -> Response<Body> {
    made.unwrap_or_else(|_| {
        let mut failed = Response::new(Body::empty());
        *failed.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        failed
    })
}

/// Whether a header `Accept-Encoding` takes gzip.
fn accepts_gzip(header: &str) -> bool {
    header.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = |part: &str| {
            part.strip_prefix("q=")
                .is_some_and(|q| q.parse() == Ok(0.0))
        };
        is_gzip && !parts.any(refused)
    })
}

fn pack(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder
        .finish()
        .ok()
        .filter(|packed| packed.len() < plain.len())
}

/// The type of a file, by its name.
pub(super) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "jsonl" => "application/x-ndjson",
        "mcap" => "application/octet-stream",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "toml" | "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

impl Assets {
    /// A file of the page, or one that is made for it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Asset>> {
        match name {
            WASM => self.wasm(),
            "catalogue.json" => Some(self.made(name, || super::catalogue().to_string())),
            "scenarios.json" => Some(self.made(name, || scenarios().to_string())),
            _ => self.page(name),
        }
    }

    fn page(&self, name: &str) -> Option<Arc<Asset>> {
        let file = Page::get(name)?;
        let hash = file.metadata.sha256_hash();
        // While the page is worked on its files are read from disk, and change.
        let key = format!(
            "{name} {}",
            hash.iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        );
        Some(self.kept(&key, || Asset::new(name, file.data.into_owned())))
    }

    fn made(&self, name: &str, make: impl FnOnce() -> String) -> Arc<Asset> {
        self.kept(name, || Asset::new(name, make().into_bytes()))
    }

    fn wasm(&self) -> Option<Arc<Asset>> {
        let path = wasm()?;
        let about = path.metadata().ok()?;
        let key = format!("{WASM} {} {:?}", about.len(), about.modified().ok()?);
        let bytes = || std::fs::read(&path).unwrap_or_default();
        Some(self.kept(&key, || Asset::new(WASM, bytes())))
    }

    fn kept(&self, key: &str, make: impl FnOnce() -> Asset) -> Arc<Asset> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(key) {
            return Arc::clone(known);
        }
        // Not under the lock: packing takes a while, and others want other files.
        let made = Arc::new(make());
        Arc::clone(lock().entry(key.to_owned()).or_insert(made))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn asked(name: header::HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        headers
    }

    #[test]
    fn an_asset_has_its_type_and_a_tag_and_is_packed_for_whoever_takes_that() {
        let text = "let x = 1;\n".repeat(200);
        let asset = Asset::new("a.js", text.clone().into_bytes());
        let plain = asset.answer(&HeaderMap::new());
        assert_eq!(
            plain.headers()[header::CONTENT_TYPE],
            "text/javascript; charset=utf-8"
        );
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let packed = asset.answer(&asked(header::ACCEPT_ENCODING, "br, gzip;q=0.5"));
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let refused = asset.answer(&asked(header::ACCEPT_ENCODING, "gzip;q=0"));
        assert!(!refused.headers().contains_key(header::CONTENT_ENCODING));
        let mut unpacked = String::new();
        let packed = asset.packed.clone().unwrap();
        flate2::read::GzDecoder::new(&packed[..])
            .read_to_string(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, text);
        let tag = plain.headers()[header::ETAG].to_str().unwrap();
        let again = asset.answer(&asked(header::IF_NONE_MATCH, tag));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = asset.answer(&asked(header::IF_NONE_MATCH, "W/\"0\""));
        assert_eq!(other.status(), StatusCode::OK);
    }

    #[test]
    fn what_is_made_is_made_once() {
        let assets = Assets::default();
        let one = assets.get("scenarios.json").unwrap();
        assert!(Arc::ptr_eq(&one, &assets.get("scenarios.json").unwrap()));
        assert!(assets.get("no such file.js").is_none());
        assert!(assets.get("../mod.rs").is_none());
    }

    #[test]
    fn the_shipped_scenarios_are_there_in_order() {
        let all = scenarios();
        let all: Vec<_> = all
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["path"].as_str().unwrap())
            .collect();
        assert!(all.contains(&"oblot/gathering.toml"));
        assert!(all.is_sorted());
        assert!(
            scenario("oblot/gathering.toml")
                .unwrap()
                .contains("gathering")
        );
    }
}
