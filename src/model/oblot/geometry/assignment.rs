//! The cheapest way to give each robot a place of its own.

use crate::math::Point;

/// Gives each of `robots` a place of its own so that the sum of their distances to their places is
/// the least there is; the place of each robot, by number. There must not be more robots than
/// places.
///
/// This is the method of shortest augmenting paths (Kuhn and Munkres; in the form of Jonker and
/// Volgenant, Computing 38, 1987), in time robots² × places.
pub(in crate::model::oblot) fn assign(robots: &[Point], places: &[Point]) -> Vec<usize> {
    let cost = |robot: usize, place: usize| robots[robot].distance(places[place]);
    let mut search = Search::new(robots.len(), places.len());
    for robot in 0..robots.len() {
        search.seat(robot, &cost);
    }
    let mut assigned = vec![0; robots.len()];
    for (place, seated) in search.seated.iter().enumerate() {
        if let Some(robot) = *seated {
            assigned[robot] = place;
        }
    }
    assigned
}

/// A cheapest assignment of some of the robots, with the prices that prove it.
struct Search {
    /// Who has each place.
    seated: Vec<Option<usize>>,
    /// The price of each place, at most 0.
    price: Vec<f64>,
    /// What each robot pays at least, price of the place included.
    pays: Vec<f64>,
}

impl Search {
    fn new(robots: usize, places: usize) -> Self {
        Search {
            seated: vec![None; places],
            price: vec![0.0; places],
            pays: vec![0.0; robots],
        }
    }

    /// Finds a place for one robot more: along the cheapest chain in which each robot moves on to
    /// the place of the next, and the last one to a free place.
    fn seat(&mut self, robot: usize, cost: &impl Fn(usize, usize) -> f64) {
        let places = self.seated.len();
        // The cheapest chain that ends at each place, and the place before it.
        let mut least = vec![f64::INFINITY; places];
        let mut before: Vec<Option<usize>> = vec![None; places];
        let mut visited = vec![false; places];
        let (mut last, mut moves_on) = (None, robot);
        loop {
            let mut next: Option<usize> = None;
            for place in (0..places).filter(|&place| !visited[place]) {
                let more = cost(moves_on, place) - self.pays[moves_on] - self.price[place];
                if more < least[place] {
                    (least[place], before[place]) = (more, last);
                }
                if next.is_none_or(|best| least[place] < least[best]) {
                    next = Some(place);
                }
            }
            // There are at least as many places as robots, so one is left.
            let Some(place) = next else { return };
            self.raise(robot, least[place], &mut least, &visited);
            visited[place] = true;
            last = Some(place);
            match self.seated[place] {
                Some(other) => moves_on = other,
                None => break,
            }
        }
        // Everybody along the chain moves on by one place, from its end.
        let mut free = last;
        while let Some(place) = free {
            free = before[place];
            self.seated[place] = match free {
                Some(previous) => self.seated[previous],
                None => Some(robot),
            };
        }
    }

    /// Has all robots of the chains found so far pay more, until the next place costs them nothing.
    fn raise(&mut self, robot: usize, by: f64, least: &mut [f64], visited: &[bool]) {
        self.pays[robot] += by;
        for place in 0..visited.len() {
            if visited[place] {
                self.price[place] -= by;
                if let Some(other) = self.seated[place] {
                    self.pays[other] += by;
                }
            } else {
                least[place] -= by;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Draw as _, Numpy};

    fn total(robots: &[Point], places: &[Point], assigned: &[usize]) -> f64 {
        let far = |(robot, &place): (&Point, &usize)| robot.distance(places[place]);
        robots.iter().zip(assigned).map(far).sum()
    }

    /// The least sum, by trying all ways.
    fn by_force(robots: &[Point], places: &[Point], taken: &mut Vec<usize>) -> f64 {
        if taken.len() == robots.len() {
            return total(robots, places, taken);
        }
        let mut least = f64::INFINITY;
        for place in 0..places.len() {
            if !taken.contains(&place) {
                taken.push(place);
                least = least.min(by_force(robots, places, taken));
                taken.pop();
            }
        }
        least
    }

    #[test]
    fn the_sum_of_the_distances_is_the_least() {
        let mut die = Numpy::from_seed(3);
        for run in 0..300 {
            let count = 1 + die.index(6);
            let more = die.index(3);
            let mut point = || match run % 2 {
                0 => Point::new(die.uniform(0.0, 9.0), die.uniform(0.0, 9.0)),
                // On a small grid, with many ties.
                _ => Point::new(f64::from(die.below(3)), f64::from(die.below(3))),
            };
            let robots: Vec<_> = (0..count).map(|_| point()).collect();
            let places: Vec<_> = (0..count + more).map(|_| point()).collect();
            let assigned = assign(&robots, &places);
            let mut distinct = assigned.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), count);
            let least = by_force(&robots, &places, &mut Vec::new());
            let found = total(&robots, &places, &assigned);
            assert!((found - least).abs() < 1e-9, "{found} {least}");
        }
    }

    #[test]
    fn nobody_gets_nothing() {
        assert_eq!(assign(&[], &[]), Vec::<usize>::new());
        assert_eq!(assign(&[], &[Point::default()]), Vec::<usize>::new());
        let robots = [Point::new(1.0, 0.0), Point::new(0.0, 0.0)];
        let places = [
            Point::new(0.0, 0.0),
            Point::new(9.0, 9.0),
            Point::new(1.0, 0.0),
        ];
        assert_eq!(assign(&robots, &places), [2, 0]);
    }
}
