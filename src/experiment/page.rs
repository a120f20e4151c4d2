//! A report as a page of HTML that stands by itself, but for its plots.

use pulldown_cmark::{Options, Parser, html};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --line: #d0d0d0; --shade: #f5f5f5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #161616; --line: #444; --shade: #222; }
  img { background: #fff; }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
img { max-width: 100%; }
pre { background: var(--shade); padding: 0.75rem; overflow-x: auto; font-size: 13px; line-height: 1.35; }
code { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; max-height: 40rem; }
th, td { border: 1px solid var(--line); padding: 0.15rem 0.5rem; text-align: left; }
";

/// The Markdown of a report as a page.
pub(super) fn html(title: &str, markdown: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         {body}</body>\n</html>\n"
    )
}
