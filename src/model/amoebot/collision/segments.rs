//! Segments of the plane in the grid's coordinates, where all that counts here is which side of a line
//! a node is on. Exact.

use super::super::grid::Node;

/// A segment, by its ends.
pub(super) type Segment = [Node; 2];

/// Which side of the line from `a` to `b` the node `c` is on: 1, 0 or -1.
fn side(a: Node, b: Node, c: Node) -> i8 {
    let wide = |node: Node| (i128::from(node.x), i128::from(node.y));
    let ((ax, ay), (bx, by), (cx, cy)) = (wide(a), wide(b), wide(c));
    ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum() as i8
}

/// Whether `c`, which is on the line through the ends of a segment, is on the segment.
fn is_between([a, b]: Segment, c: Node) -> bool {
    let within = |a: i32, b: i32, c: i32| a.min(b) <= c && c <= a.max(b);
    within(a.x, b.x, c.x) && within(a.y, b.y, c.y)
}

/// Whether two segments have a point in common. They may be single points.
pub(super) fn intersect(one: Segment, other: Segment) -> bool {
    let ([a, b], [c, d]) = (one, other);
    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    if a != b && c != d && sides[0] != sides[1] && sides[2] != sides[3] {
        return true;
    }
    (sides[0] == 0 && is_between(one, c))
        || (sides[1] == 0 && is_between(one, d))
        || (sides[2] == 0 && is_between(other, a))
        || (sides[3] == 0 && is_between(other, b))
}

/// Whether an edge whose ends follow these paths sweeps over an edge at rest. The paths are the sides of
/// a triangle or a parallelogram, of which the moving edge is the base at the one end, the other end
/// or both.
pub(super) fn touches(rest: Segment, paths: [Segment; 2]) -> bool {
    intersect(rest, paths[0]) || intersect(rest, paths[1]) || is_inside(paths, rest[0])
}

/// Whether a node is in the area between two paths or on its rim. If neither path meets an edge of the
/// grid, the edge is inside as a whole or outside: it could leave the area only through a base, which
/// is an edge of the grid too, so the two would meet in an end of the base, and that is on a path.
fn is_inside([[a, b], [d, c]]: [Segment; 2], node: Node) -> bool {
    let corners = [a, b, c, d];
    let mut seen = [false; 3];
    for at in 0..4 {
        let turn = side(corners[at], corners[(at + 1) % 4], node);
        seen[(turn + 1) as usize] = true;
    }
    let has_area = side(a, b, c) != 0 || side(a, c, d) != 0;
    let is_outside = seen[0] && seen[2];
    has_area && !is_outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(ax: i32, ay: i32, bx: i32, by: i32) -> Segment {
        [Node::new(ax, ay), Node::new(bx, by)]
    }

    #[test]
    fn segments_that_cross_touch_or_overlap_intersect() {
        let base = segment(0, 0, 4, 0);
        for other in [
            segment(1, -1, 2, 1),
            segment(2, 0, 2, 5),
            segment(4, 0, 4, 1),
            segment(-2, 0, 0, 0),
            segment(1, 0, 2, 0),
            segment(-1, 0, 9, 0),
            segment(3, 0, 3, 0),
        ] {
            assert!(
                intersect(base, other) && intersect(other, base),
                "{other:?}"
            );
        }
        for other in [
            segment(5, 0, 6, 0),
            segment(1, 1, 2, 1),
            segment(5, -1, 5, 1),
            segment(5, 0, 5, 0),
            segment(2, 1, 2, 1),
        ] {
            assert!(
                !intersect(base, other) && !intersect(other, base),
                "{other:?}"
            );
        }
        assert!(intersect(segment(1, 1, 1, 1), segment(1, 1, 1, 1)));
        assert!(!intersect(segment(1, 1, 1, 1), segment(1, 2, 1, 2)));
    }

    #[test]
    fn an_edge_may_be_swept_over_as_a_whole() {
        // The edge (0,0)-(0,1) goes by (3,1); the one at rest lies between the paths of its ends.
        let paths = [segment(0, 0, 3, 1), segment(0, 1, 3, 2)];
        let rest = segment(1, 1, 2, 1);
        assert!(!intersect(rest, paths[0]) && !intersect(rest, paths[1]));
        assert!(touches(rest, paths));
        assert!(!touches(segment(5, 1, 6, 1), paths));
    }
}
