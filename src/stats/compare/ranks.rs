//! Ranks of values, where equal ones share theirs.

/// The ranks of values, and how many share one.
pub(super) struct Ranks {
    /// The rank of each value, from 1 for the least; equal values have the mean of their places.
    pub(super) of: Vec<f64>,
    /// The sum of t³ - t over all sets of t equal values: 0 where no two are equal.
    pub(super) ties: f64,
}

/// The mid-ranks of these numbers, none of which is NaN.
pub(super) fn ranks(values: &[f64]) -> Ranks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let (mut of, mut ties, mut before) = (vec![0.0; values.len()], 0.0, 0);
    for equal in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let t = equal.len();
        // The places before + 1 ..= before + t.
        let rank = before as f64 + (t + 1) as f64 / 2.0;
        for &place in equal {
            of[place] = rank;
        }
        let t = t as f64;
        ties += t * t * t - t;
        before += equal.len();
    }
    Ranks { of, ties }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_rank() {
        let all = ranks(&[3.0, 1.0, 3.0, 0.0, -0.0, 3.0]);
        assert_eq!(all.of, [5.0, 3.0, 5.0, 1.5, 1.5, 5.0]);
        assert_eq!(all.ties, 24.0 + 6.0);
        let none = ranks(&[]);
        assert!(none.of.is_empty() && none.ties == 0.0);
    }
}
