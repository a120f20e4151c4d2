//! Points that hang together.

use crate::math::{Point, within};

/// The sizes of the clusters of some points: two points are in one cluster if a chain of points
/// leads from one to the other in which each is at most `radius` from the next. In the order of
/// the leftmost point of each.
///
/// Points are taken from a list sorted by x, so that only those in a strip are looked at, and a
/// point that has been found is looked at no more.
pub(super) fn clusters(points: &[Point], radius: f64) -> Vec<usize> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let last = sorted.len();
    let (mut rightwards, mut leftwards) = (Skips::new(last), Skips::new(last));
    let mirror = |place: usize| last - 1 - place;
    let mut sizes = Vec::new();
    let mut found = Vec::new();
    loop {
        let first = rightwards.from(0);
        if first == last {
            return sizes;
        }
        found.push(first);
        rightwards.remove(first);
        leftwards.remove(mirror(first));
        let mut size = 0;
        while let Some(one) = found.pop() {
            size += 1;
            let at = sorted[one];
            let in_strip = |other: usize| (sorted[other].x - at.x).abs() <= radius;
            let reached =
                |other: usize| within(sorted[other].x - at.x, sorted[other].y - at.y, radius);
            let begin = found.len();
            let mut other = rightwards.from(one);
            while other < last && in_strip(other) {
                if reached(other) {
                    found.push(other);
                }
                other = rightwards.from(other + 1);
            }
            let mut place = leftwards.from(mirror(one));
            while place < last && in_strip(mirror(place)) {
                if reached(mirror(place)) {
                    found.push(mirror(place));
                }
                place = leftwards.from(place + 1);
            }
            for &new in &found[begin..] {
                rightwards.remove(new);
                leftwards.remove(mirror(new));
            }
        }
        sizes.push(size);
    }
}

/// Places in a row, some of which have been removed: finds the next one that is there. A forest
/// with path halving (Tarjan and van Leeuwen, J. ACM 31(2), 1984).
struct Skips(Vec<usize>);

impl Skips {
    /// So many places, and the end after them.
    fn new(places: usize) -> Self {
        Skips((0..=places).collect())
    }

    /// The first place at or after this one; the number of places where there is none.
    fn from(&mut self, mut place: usize) -> usize {
        while self.0[place] != place {
            self.0[place] = self.0[self.0[place]];
            place = self.0[place];
        }
        place
    }

    fn remove(&mut self, place: usize) {
        self.0[place] = place + 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::clusters;
    use crate::math::Point;

    fn points(all: &[(f64, f64)]) -> Vec<Point> {
        all.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn chains_hold_points_together() {
        assert!(clusters(&[], 1.0).is_empty());
        let chain = points(&[(2.0, 0.0), (0.0, 0.0), (1.0, 0.0), (9.0, 9.0)]);
        assert_eq!(clusters(&chain, 1.0), [3, 1]);
        assert_eq!(clusters(&chain, 0.99), [1, 1, 1, 1]);
    }

    #[test]
    fn with_radius_zero_only_equal_points_hang_together() {
        let twice = points(&[
            (1.0, 1.0),
            (1.0, 1.0),
            (1.0, 1.0_f64.next_up()),
            (0.0, -0.0),
        ]);
        assert_eq!(clusters(&twice, 0.0), [1, 2, 1]);
    }

    /// Without any cleverness: merge until nothing merges.
    fn slowly(points: &[Point], radius: f64) -> Vec<usize> {
        let mut label: Vec<usize> = (0..points.len()).collect();
        for i in 0..points.len() {
            for j in 0..points.len() {
                if points[i].distance(points[j]) <= radius {
                    let (from, to) = (label[i], label[j]);
                    label
                        .iter_mut()
                        .filter(|l| **l == from)
                        .for_each(|l| *l = to);
                }
            }
        }
        let size = |of: usize| label.iter().filter(|&&l| l == of).count();
        let mut sizes: Vec<_> = (0..points.len())
            .map(size)
            .filter(|&size| size > 0)
            .collect();
        sizes.sort_unstable();
        sizes
    }

    proptest! {
        #[test]
        fn clusters_are_those_of_the_plain_method(
            all in proptest::collection::vec((0_i32..12, 0_i32..12), 0..50),
            radius in prop_oneof![Just(0.0), Just(1.0), Just(1.5), 0.0..4.0_f64],
        ) {
            let all: Vec<_> = all.iter().map(|&(x, y)| Point::new(x.into(), y.into())).collect();
            let mut sizes = clusters(&all, radius);
            sizes.sort_unstable();
            prop_assert_eq!(sizes, slowly(&all, radius));
        }
    }
}
