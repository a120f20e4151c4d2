//! Every random number of a run.

mod draw;
mod stream;
mod ziggurat;

pub use draw::Draw;
pub use stream::{Purpose, Stream};
