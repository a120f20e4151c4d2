"""Every robot walks at random, and shows which way: white to the right, black to the left.

Shows a robot's dice, whose numbers are the same in every run of the scenario, and its lights. The
scenario has to declare the two colours:

    [controller]
    command = ["python3", "random_walk.py"]
    lights = ["black", "white"]
"""

import math

from formicary_controller import Hello, Intent, Refusal, Robot, addresses, go, serve


def start(hello: Hello) -> None:
    if not {"black", "white"} <= set(hello.lights):
        raise Refusal("its robots show the lights black and white")


def walk(robot: Robot) -> Intent:
    angle = robot.random.uniform(0.0, math.tau)
    step = robot.scale * robot.random.random()
    x, y = step * math.cos(angle), step * math.sin(angle)
    light = "black" if x < 0.0 else "white"
    return go(robot.here.x + x, robot.here.y + y, light=light)


if __name__ == "__main__":
    serve(walk, name="random walk", start=start, **addresses())
