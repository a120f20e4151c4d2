//! Particles gather: a Markov chain of local moves that prefers many neighbours.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Activation, Alone, Fault, Newborn, Sequential};
use super::super::ports::Port;
use super::{Maker, alone};
use crate::dice::Draw as _;
use crate::model::amoebot::starts;
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "compression",
    summary: "gather by a Markov chain that prefers many neighbours, one particle at a time",
    help: "A contracted particle draws one of the six directions and expands if the node there is \
           empty. An expanded one compares both places: it moves on if its e neighbours would be e' \
           afterwards, a number drawn between 0 and 1 is less than lambda^(e' - e), it has not five \
           neighbours now, and the move keeps the particles connected and makes no hole (properties \
           1 and 2 of the paper); otherwise it goes back. Expanded neighbours count as being at their \
           tails. Seen by their tails, the particles follow the chain M of Cannon, Daymude, Randall \
           and Richa (arXiv 1603.07991), and where all are contracted, each connected set of nodes \
           without holes is as likely as lambda to the power of its number of edges. The paper's \
           algorithm for concurrent activations holds moves back near expanded particles (its flag); \
           activations are atomic here, and the distribution is exact without. Particles keep nothing \
           in mind and never finish: set limits. Where the scenario names no start, `robots` (100) \
           particles start in a line.",
    parameters: &[LAMBDA, starts::robots_of_setting("100")],
    build: Maker {
        explanation: Explanation {
            flow: &[(
                "activation",
                "A contracted particle expands into a random direction where the node is \
                     empty; an expanded one moves on or goes back, by the number of neighbours on \
                     both sides and a draw.",
            )],
            limits: "It never ends by itself, and what it promises holds in the long run: \
                     compression for lambda above 2 + sqrt(2), spreading below 2.17, and between \
                     them nothing is proved. One particle is active at a time.",
        },
        read: |context| {
            alone::check_contracted(context)?;
            let lambda = context.swarm.f64("lambda").in_range(0.001..=1000.0);
            Ok(Arc::new(Alone(Compression::new(lambda.or(4.0)?))))
        },
        setting: Some(|site, _| starts::in_line(site, 100)),
    },
};

const LAMBDA: Parameter = Parameter {
    name: "lambda",
    kind: Kind::Number,
    default: Some("4.0"),
    range: "between 0.001 and 1000",
    summary: "how much an additional neighbour is preferred: from 2 + sqrt(2) on the particles gather, \
              below 2.17 they spread",
};

/// The algorithm.
#[derive(Clone, Debug)]
pub(super) struct Compression {
    /// The powers of lambda from minus five to five.
    powers: [f64; 11],
}

/// Particles keep nothing in mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {}

impl Compression {
    pub(super) fn new(lambda: f64) -> Self {
        let mut powers = [1.0; 11];
        for at in 0..5 {
            powers[6 + at] = powers[5 + at] * lambda;
            powers[4 - at] = powers[5 - at] / lambda;
        }
        Compression { powers }
    }
}

impl Sequential for Compression {
    type State = State;

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State {}
    }

    fn activate(&self, _: &mut State, particle: &mut Activation<'_, State>) -> Result<(), Fault> {
        let Some(head) = particle.head() else {
            let direction = Direction::of_index(particle.die().below(6) as i32);
            if particle.is_empty(Port::head(direction)) {
                particle.expand(direction)?;
            }
            return Ok(());
        };
        let around = Around::see(particle, head);
        let chance = self.powers[5 + around.after() - around.before()];
        let draw = particle.die().unit();
        if around.before() != 5 && around.is_sound() && draw < chance {
            particle.contract_head()
        } else {
            particle.contract_tail()
        }
    }
}

/// Who is around an expanded particle: the eight nodes beside its two, counter-clockwise in its own
/// sense of rotation. Number 0 is beside both halves, 1 to 3 are beside the tail, 4 is beside both
/// again, and 5 to 7 are beside the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around([bool; 8]);

impl Around {
    fn see(particle: &Activation<'_, State>, head: Direction) -> Self {
        let tail = |turn| Port::tail(head.rotated(turn));
        let front = |turn| Port::head(head.rotated(turn));
        let ports = [
            tail(1),
            tail(2),
            tail(3),
            tail(4),
            tail(5),
            front(5),
            front(0),
            front(1),
        ];
        Around(ports.map(|port| {
            let neighbour = particle.neighbour(port);
            neighbour.is_some_and(|neighbour| neighbour.is_tail())
        }))
    }

    /// The number of neighbours at the tail.
    fn before(self) -> usize {
        self.0[0..=4].iter().filter(|taken| **taken).count()
    }

    /// The number of neighbours at the head.
    fn after(self) -> usize {
        let beside = [0, 4, 5, 6, 7];
        beside.iter().filter(|at| self.0[**at]).count()
    }

    /// Whether a move keeps the particles connected and makes no hole, and neither does its reverse.
    fn is_sound(self) -> bool {
        let Around(taken) = self;
        if taken[0] || taken[4] {
            return self.is_joined();
        }
        // Property 2: nobody is beside both; either half has neighbours, and they are in one row.
        let in_one_row = |from: usize| {
            let [first, middle, last] = [taken[from], taken[from + 1], taken[from + 2]];
            middle || first != last
        };
        in_one_row(1) && in_one_row(5)
    }

    /// Property 1: everybody around is connected, around the particle, to exactly one of those who
    /// are beside both halves.
    fn is_joined(self) -> bool {
        let Around(taken) = self;
        let first_gap = (0..8).find(|&at| !taken[at]);
        let Some(gap) = first_gap else {
            return false;
        };
        // From gap to gap: how many in the present row are beside both halves.
        let mut row = None;
        for at in (1..=8).map(|step| (gap + step) % 8) {
            if taken[at] {
                row = Some(row.unwrap_or(0) + u32::from(at % 4 == 0));
            } else if row.take().is_some_and(|both| both != 1) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
