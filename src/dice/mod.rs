//! Every random number of a run.

mod draw;
mod numpy;
mod stream;
mod ziggurat;

pub use draw::Draw;
pub use numpy::{Numpy, SeedError};
pub use stream::{Purpose, Stream};
