//! Comparisons of two samples: whether they differ, by how much, and what many tests at once do to
//! a p value.
//!
//! Runs seldom follow a normal law (times are skewed, counts are bounded), so the tests go by ranks:
//! [`mann_whitney`] for two samples, [`wilcoxon`] for pairs such as runs of one seed. A small p
//! value says that samples differ, not how much; that is what [`TwoSamples::delta`],
//! [`Paired::rank_biserial`] and the shifts of Hodges and Lehmann are for.

mod exact;
mod holm;
mod mann_whitney;
mod ranks;
mod shift;
mod wilcoxon;

use serde::Serialize;

pub use holm::holm;
pub use mann_whitney::{TwoSamples, mann_whitney};
pub use shift::{centre, shift};
pub use wilcoxon::{Paired, wilcoxon};

/// How a p value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// From the distribution of the statistic over all orders of the ranks.
    Exact,
    /// From the normal law that it comes close to.
    Normal,
}
