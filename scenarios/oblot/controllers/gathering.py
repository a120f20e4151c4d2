"""Gathering: every robot goes to the centre of gravity of all that it sees.

A run with this controller has the digest of a run with the built-in algorithm `gathering`, because
it does the same arithmetic in the same order: the sum goes from left to right in the order of the
ids, in an explicit loop (`sum` of Python 3.12 and later compensates, and gives other last bits), and
distances come from `math.hypot`, which rounds correctly from Python 3.10 on.

    formicary run scenarios/oblot/controller_python.toml
"""

from math import hypot
from typing import Iterator

from formicary_controller import Batch, Intent, View, addresses, go, serve_batches


def gather(view: View, epsilon: float) -> Intent:
    """What follows from a view, for whoever has it."""
    x = y = 0.0
    for ordinate in view.xs:
        x += ordinate
    for ordinate in view.ys:
        y += ordinate
    x /= len(view)
    y /= len(view)
    # Crashed robots count in the mean, but nobody waits for them.
    done = all(
        hypot(x - robot_x, y - robot_y) <= epsilon or phase == "CRASH"
        for robot_x, robot_y, phase in zip(view.xs, view.ys, view.phases)
    )
    return go(x, y, done=done)


def gather_all(batch: Batch) -> Iterator[Intent]:
    """Robots that see the same go to the same point, which is computed once."""
    view, epsilon, intent = None, None, None
    for robot in batch.robots:
        if intent is None or robot.view is not view or robot.epsilon != epsilon:
            view, epsilon = robot.view, robot.epsilon
            intent = gather(view, epsilon)
        yield intent


if __name__ == "__main__":
    serve_batches(gather_all, name="gathering", **addresses())
