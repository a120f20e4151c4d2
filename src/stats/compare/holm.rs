//! Many tests at once.

/// The p values adjusted by the step-down method of Holm (1979), in the order they came in: the
/// smallest of m is multiplied by m, the next by m - 1 and so on; none is less than one before it,
/// and none exceeds 1. To reject those at most α keeps the probability of any false rejection at
/// most α, however the tests depend on each other.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&i, &j| p[i].total_cmp(&p[j]));
    let (mut adjusted, mut least) = (vec![0.0; p.len()], 0.0_f64);
    for (before, &place) in order.iter().enumerate() {
        let factor = (p.len() - before) as f64;
        least = least.max(factor * p[place]).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn none_one_and_the_example() {
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.04]), [0.04]);
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(
            adjusted
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-15)
        );
    }

    proptest! {
        #[test]
        fn order_is_kept_and_nothing_shrinks(p in prop::collection::vec(0.0..=1.0_f64, 0..30)) {
            let adjusted = holm(&p);
            for i in 0..p.len() {
                prop_assert!(adjusted[i] >= p[i] && adjusted[i] <= 1.0);
                prop_assert!(adjusted[i] <= p[i] * p.len() as f64 + 1e-15 || adjusted[i] <= 1.0);
                for j in 0..p.len() {
                    prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
                }
            }
        }
    }
}
