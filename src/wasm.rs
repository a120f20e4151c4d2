//! The door for a page: a [`Viewer`] behind functions that JavaScript calls in WebAssembly.
//!
//! Texts and frames pass through two buffers. The caller asks for room ([`input`]), writes a command
//! there and has it carried out ([`handle`]); what came of it stands in the [`output`]. The buffers
//! may move with any call, so whoever looks at them asks anew where they are.

#![allow(
    unsafe_code,
    reason = "an exported name is an unsafe attribute: two functions of one name would collide. Each name \
              is given once, in this file, and all code is safe"
)]

use std::cell::RefCell;

use crate::viewer::Viewer;

/// All that the page has here.
#[derive(Default)]
struct Page {
    viewer: Viewer,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(work)
}

/// Makes room for a command of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    // What a panic says would be lost otherwise. There is one page, so once is enough.
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| std::panic::set_hook(Box::new(keep_last_words)));
    with(|page| {
        page.input.clear();
        page.input.resize(len, 0);
        page.input.as_mut_ptr()
    })
}

thread_local! {
    static LAST_WORDS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn keep_last_words(panic: &std::panic::PanicHookInfo<'_>) {
    LAST_WORDS.with_borrow_mut(|words| *words = panic.to_string().into_bytes());
}

/// Where the text of the panic stands that has just ended everything.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.with_borrow(|words| words.as_ptr())
}

/// How long that text is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_len() -> usize {
    LAST_WORDS.with_borrow(Vec::len)
}

/// Carries out the command in the input; the reply is in the output.
#[unsafe(no_mangle)]
pub extern "C" fn handle() {
    with(|page| {
        let command = String::from_utf8_lossy(&page.input);
        page.output = page.viewer.handle(&command).into_bytes();
    });
}

/// Where the output is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|page| page.output.as_ptr())
}

/// How long the output is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    with(|page| page.output.len())
}

/// So many seconds of real time have passed.
#[unsafe(no_mangle)]
pub extern "C" fn tick(seconds: f64) {
    with(|page| page.viewer.tick(seconds));
}

/// Carries out at most so many events; 1 where there is more to be done at once.
#[unsafe(no_mangle)]
pub extern "C" fn work(events: u32) -> u32 {
    with(|page| u32::from(page.viewer.work(events)))
}

/// Whether [`frame`] would show something new.
#[unsafe(no_mangle)]
pub extern "C" fn has_news() -> u32 {
    with(|page| u32::from(page.viewer.has_news()))
}

/// Packs what is to be seen now in the output; 1 where there was anything.
#[unsafe(no_mangle)]
pub extern "C" fn frame() -> u32 {
    with(|page| {
        let Page { viewer, output, .. } = page;
        u32::from(viewer.frame(output))
    })
}
