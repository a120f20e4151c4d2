"""The shipped controllers, with the side of Formicary played by this test.

    python3 -m unittest discover -s tests/data/controllers
"""

import json
import math
import os
import random
import shutil
import socket
import subprocess
import sys
import textwrap
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SHIPPED = os.path.join(HERE, "..", "..", "..", "scenarios", "oblot", "controllers")
sys.dont_write_bytecode = True
sys.path.insert(0, SHIPPED)

import formicary_controller as module  # noqa: E402

HELLO = {
    "type": "hello",
    "protocol": 1,
    "formicary": "0.1.0",
    "model": "oblot",
    "scenario": "test",
    "robots": [0, 1, 2],
    "swarm": 3,
    "epsilon": 1e-5,
    "radius": None,
    "lights": [],
    "timeout": 2.0,
}
BYE = {"type": "bye"}
SEED = "18446744073709551615"


def robot(number, **fields):
    plain = {"robot": number, "index": number, "sees": None, "view": None, "frame": None}
    return {**plain, "tie": None, "seed": SEED, **fields}


def columns(points, **more):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return {"id": list(range(len(points))), "x": xs, "y": ys, **more}


def compute(snapshot, robots, number=17):
    words = {"type": "compute", "id": number, "event": 123, "time": 3.25}
    return {**words, "snapshot": snapshot, "robots": robots}


def environment():
    return {**os.environ, "PYTHONPATH": SHIPPED, "PYTHONDONTWRITEBYTECODE": "1"}


def command_of(program):
    """A shipped controller by its file name, or the text of one in Python."""
    if program.endswith(".py"):
        return [sys.executable, os.path.join(SHIPPED, program)]
    if program.endswith(".mjs"):
        return ["node", os.path.join(SHIPPED, program)]
    return [sys.executable, "-c", textwrap.dedent(program)]


def talk(program, messages):
    """All that a controller says to these messages: its lines, its status, its stderr."""
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    command, pipe = command_of(program), subprocess.PIPE
    child = subprocess.run(
        command, input=lines.encode(), stdout=pipe, stderr=pipe, env=environment(), timeout=60
    )
    answers = [json.loads(line) for line in child.stdout.decode().splitlines()]
    return answers, child.returncode, child.stderr.decode()


def intents(program, snapshot, robots, **hello):
    """The intents in one answer, by robot, without what says nothing."""
    messages = [{**HELLO, **hello}, compute(snapshot, robots), BYE]
    answers, status, stderr = talk(program, messages)
    assert status == 0, stderr
    greeting, answer = answers
    assert (greeting["type"], greeting["protocol"]) == ("hello", 1), greeting
    assert (answer["type"], answer["id"]) == ("intents", 17), answer
    fields = {intent.pop("robot"): intent for intent in answer["intents"]}
    for intent in fields.values():
        if not intent.get("done"):
            intent.pop("done", None)
    return fields


class Module(unittest.TestCase):
    """What a controller gets from the module, and what becomes of what it returns."""

    def batch(self, snapshot, robots, **hello):
        return module.Batch(compute(snapshot, robots), module.Hello({**HELLO, **hello}))

    def test_a_robot_sees_the_snapshot(self):
        snapshot = columns([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], phase=["WAIT", "CRASH", "MOVE"])
        first, last = self.batch(snapshot, [robot(0), robot(2)]).robots
        self.assertIs(first.view, last.view)
        self.assertEqual((first.here, last.here), ((1.0, 2.0), (5.0, 6.0)))
        self.assertEqual([seen.id for seen in first.robots], [0, 1, 2])
        self.assertEqual([seen.id for seen in last.others], [0, 1])
        self.assertEqual([seen.is_live for seen in first.robots], [True, False, True])
        self.assertEqual((last.me.phase, last.me.frozen, last.light), ("MOVE", False, None))
        self.assertEqual((last.event, last.time), (123, 3.25))
        self.assertEqual(first.me.distance(first.robots[1]), math.hypot(2.0, 2.0))

    def test_columns_that_are_left_out_hold_the_default(self):
        (one,) = self.batch(columns([(1.0, 2.0)]), [robot(0)]).robots
        view = one.view
        found = (view.phases, view.frozen, view.terminated, view.lights, view.counts)
        self.assertEqual(found, (["WAIT"], [False], [False], [None], [1]))
        self.assertEqual(one.me, (0, 1.0, 2.0, "WAIT", False, False, None, 1))
        self.assertTrue(one.me.is_active)

    def test_a_robot_sees_only_some_rows(self):
        points = [(float(i), 10.0 * i) for i in range(5)]
        lights = ["red", None, "blue", None, "red"]
        some = robot(3, sees=[0, 2, 3])
        (one,) = self.batch(columns(points, light=lights), [some], radius=7.0).robots
        self.assertEqual(one.here, (3.0, 30.0))
        self.assertEqual([(seen.id, seen.light) for seen in one.others], [(0, "red"), (2, "blue")])
        self.assertEqual((one.index, one.view.lights, one.radius), (2, ["red", "blue", None], 7.0))

    def test_a_robot_has_a_picture_of_its_own(self):
        frame = {"cos": 0.0, "sin": 1.0, "scale": 2.0, "mirrored": True, "origin": [1.0, 1.0]}
        view = {"id": [0, 4], "x": [0.0, 2.0], "y": [0.0, 4.0], "count": [1, 2]}
        own = robot(0, view=view, frame=frame, tie="last")
        (one,) = self.batch(None, [own], radius=3.0).robots
        self.assertEqual((one.here, one.scale, one.epsilon, one.radius), ((0, 0), 2.0, 2e-5, 6.0))
        self.assertEqual([(seen.id, seen.how_many) for seen in one.others], [(4, 2)])
        self.assertEqual(one.frame.outward(2.0, 4.0), (1.0 + 2.0, 1.0 + 1.0))
        self.assertEqual((one.tie, one.frame.origin), ("last", (1.0, 1.0)))

    def test_a_robot_without_anything_to_see_is_an_error(self):
        with self.assertRaises(module.ProtocolError):
            self.batch(None, [robot(0)])

    def test_dice_depend_on_the_seed_alone(self):
        def draws(seed):
            (one,) = self.batch(columns([(0.0, 0.0)]), [robot(0, seed=seed)]).robots
            self.assertIs(one.random, one.random)
            return [one.random.random() for _ in range(3)]

        self.assertEqual(draws(SEED), draws(SEED))
        self.assertNotEqual(draws(SEED), draws("18446744073709551614"))
        self.assertEqual(draws("7"), [random.Random(7).random()] + draws("7")[1:])

    def test_intents_are_the_fields_of_an_answer(self):
        fields = {
            module.go(1, -0.0): {"to": [1.0, -0.0]},
            module.go(5e-324, 1e300, done=True): {"to": [5e-324, 1e300], "done": True},
            module.stay(light='"'): {"stay": True, "light": '"'},
            module.onto(3): {"onto": 3},
            module.onto(module.Seen(4, 0.0, 0.0, "WAIT", False, False, None, 1)): {"onto": 4},
            module.midway(5, done=False, light="red"): {"midway": 5, "light": "red"},
        }
        for intent, expected in fields.items():
            self.assertEqual(json.loads(repr(intent)), expected)
        self.assertIn("-0.0", repr(module.go(1, -0.0)))

    def test_floats_come_back_to_the_last_bit(self):
        dice = random.Random(1)
        for _ in range(2000):
            x = math.ldexp(dice.uniform(-1.0, 1.0), dice.randint(-1074, 1024))
            self.assertEqual(json.loads(repr(module.go(x, 0.0)))["to"][0], x)

    def test_what_is_no_point_is_no_intent(self):
        for x, y in [(math.nan, 0.0), (0.0, math.inf), (-math.inf, math.nan)]:
            with self.assertRaises(ValueError):
                module.go(x, y)
        with self.assertRaises(ValueError):
            module.go("east", 0.0)

    def test_addresses(self):
        none = {"connect": None, "listen": None}
        self.assertEqual(module.addresses([]), none)
        self.assertEqual(module.addresses(["--listen", "[::1]:7"]), {**none, "listen": "[::1]:7"})
        with self.assertRaises(ValueError):
            module.serve(module.stay, connect="localhost")
        with self.assertRaises(ValueError):
            module.serve(module.stay, connect="localhost:x")
        with self.assertRaises(ValueError):
            module.serve(module.stay, connect="localhost:1", listen="localhost:1")


class Sessions(unittest.TestCase):
    """The module in a process of its own."""

    TEN_LINES = """
        from formicary_controller import *
        def left(robot):
            print("hello from", robot.id)
            return go(robot.here.x - 1.0, robot.here.y, light="red")
        serve(left)
    """
    SWARM = columns([(1.0, 2.0), (3.0, 4.0), (0.1 + 0.2, 5e-324)])

    def test_a_controller_takes_ten_lines(self):
        found = intents(self.TEN_LINES, self.SWARM, [robot(0), robot(2)])
        expected = {"to": [0.1 + 0.2 - 1.0, 5e-324], "light": "red"}
        self.assertEqual(found, {0: {"to": [0.0, 2.0], "light": "red"}, 2: expected})

    def test_what_it_prints_goes_to_stderr(self):
        messages = [HELLO, compute(self.SWARM, [robot(1)]), BYE]
        _, status, stderr = talk(self.TEN_LINES, messages)
        self.assertEqual((status, stderr), (0, "hello from 1\n"))

    def test_other_programs_that_it_starts_do_not_disturb(self):
        program = """
            import subprocess
            from formicary_controller import *
            def noisy(robot):
                subprocess.run("echo noise; cat", shell=True, check=True)
                return stay()
            serve(noisy)
        """
        messages = [HELLO, compute(self.SWARM, [robot(1)]), compute(self.SWARM, [robot(2)], 18)]
        answers, status, stderr = talk(program, messages)
        self.assertEqual([answer.get("id") for answer in answers], [None, 17, 18])
        self.assertEqual((status, stderr), (0, "noise\nnoise\n"))

    def test_the_end_of_the_input_is_the_end(self):
        for messages in [[], [HELLO], [HELLO, compute(self.SWARM, [robot(0)])]]:
            answers, status, stderr = talk(self.TEN_LINES, messages)
            self.assertEqual((len(answers), status), (len(messages), 0), stderr)

    def test_unknown_fields_are_no_trouble(self):
        hello = {**HELLO, "weather": "fine"}
        request = {**compute(self.SWARM, [robot(0, mood="good")]), "priority": 3}
        answers, status, _ = talk(self.TEN_LINES, [hello, request, BYE])
        self.assertEqual((len(answers), status), (2, 0))

    def test_another_protocol_is_refused(self):
        for message, reason in [
            ({"type": "hello", "protocol": 2}, "it speaks protocol 1, not 2"),
            ({**HELLO, "model": "ants"}, "it knows no model ants"),
        ]:
            answers, status, _ = talk(self.TEN_LINES, [message])
            self.assertEqual((answers, status), ([{"type": "refuse", "reason": reason}], 0))

    def test_a_controller_may_refuse(self):
        program = """
            from formicary_controller import *
            def start(hello):
                if hello.lights != ["red"]:
                    raise Refusal(f"needs red, not {hello.lights}")
            serve(lambda robot: stay(), start=start, name="picky")
        """
        answers, status, _ = talk(program, [HELLO])
        self.assertEqual((answers[0]["reason"], status), ("needs red, not []", 0))
        answers, _, _ = talk(program, [{**HELLO, "lights": ["red"]}, BYE])
        self.assertEqual((answers[0]["type"], answers[0]["name"]), ("hello", "picky"))

    def check_failure(self, program, robots, words, status=1):
        messages = [HELLO, compute(self.SWARM, robots), BYE]
        answers, found, stderr = talk(program, messages)
        self.assertEqual((len(answers), found), (1, status), stderr)
        self.assertEqual(stderr.splitlines()[-1], words)

    def failing(self, body, door="serve"):
        lines = ["from formicary_controller import *", body, f"{door}(f, name='bad')"]
        return "\n".join(lines)

    def test_an_error_names_the_robot_and_ends_the_process(self):
        at = "event 123, time 3.25"
        both = [robot(0), robot(2)]
        for body, words in [
            (
                "f = lambda robot: stay() if robot.id < 2 else 1 / 0",
                f"bad: robot 2, {at}: ZeroDivisionError: division by zero",
            ),
            (
                "f = lambda robot: go(robot.here.x, float('nan'))",
                f"bad: robot 0, {at}: ValueError: (1.0, nan) is no point",
            ),
            (
                "f = lambda robot: None",
                f"bad: robot 0, {at}: TypeError: None is no intent: "
                "return go, stay, onto or midway",
            ),
        ]:
            self.check_failure(self.failing(body), both, words)

    def test_an_error_of_a_batch_names_all_its_robots(self):
        at = "event 123, time 3.25"
        both = [robot(0), robot(2)]
        for body, words in [
            ("f = lambda batch: 1 / 0", f"robots 0, 2, {at}: ZeroDivisionError: division by zero"),
            ("f = lambda batch: [stay()]", f"robot 2, {at}: ValueError: 1 intents for 2 robots"),
            (
                "f = lambda batch: [stay()] * 3",
                f"robots 0, 2, {at}: ValueError: more intents than the 2 robots",
            ),
        ]:
            self.check_failure(self.failing(body, "serve_batches"), both, "bad: " + words)

    def test_an_error_at_the_start_ends_the_process(self):
        program = "from formicary_controller import *\nserve(stay, start=int, name='bad')"
        answers, status, stderr = talk(program, [HELLO])
        self.assertEqual((answers, status), ([], 1))
        self.assertIn("bad: at the start: TypeError: ", stderr.splitlines()[-1])

    def test_what_is_no_protocol_is_named(self):
        for messages, words in [
            (["hello"], "cannot read what Formicary says (TypeError: "),
            ([BYE], "cannot read what Formicary says (KeyError: 'protocol')"),
            ([HELLO, HELLO], "a message of the unknown type 'hello'"),
            ([HELLO, {"type": "compute", "id": 1}], "(KeyError: 'event')"),
            ([HELLO, compute(None, [robot(0)])], "robot 0 has no view and there is no snapshot"),
        ]:
            _, status, stderr = talk(self.TEN_LINES, messages)
            self.assertEqual(status, 2, stderr)
            self.assertIn(words, stderr.splitlines()[-1])

    def converse(self, connection):
        """Plays one run over a socket."""
        with connection, connection.makefile("rwb") as stream:
            said = []
            for message in [HELLO, compute(self.SWARM, [robot(1)]), BYE]:
                stream.write((json.dumps(message) + "\n").encode())
                stream.flush()
                said.append(stream.readline())
        return [json.loads(line)["type"] if line else None for line in said]

    def test_a_controller_connects(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(60)
            address = f"127.0.0.1:{server.getsockname()[1]}"
            command = command_of("gathering.py") + ["--connect", address]
            with subprocess.Popen(command, env=environment()) as child:
                connection, _ = server.accept()
                self.assertEqual(self.converse(connection), ["hello", "intents", None])
                self.assertEqual(child.wait(60), 0)

    def test_a_controller_listens_for_one_run_after_the_other(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        command = command_of("gathering.py") + ["--listen", f"127.0.0.1:{port}"]
        with subprocess.Popen(command, env=environment()) as child:
            try:
                for _ in range(2):
                    self.assertEqual(self.converse(patient(port)), ["hello", "intents", None])
            finally:
                child.kill()


def patient(port):
    """Connects as soon as somebody listens."""
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except ConnectionRefusedError:
            threading.Event().wait(0.05)
    raise TimeoutError(f"nobody listens on port {port}")


class Gathering(unittest.TestCase):
    def test_everybody_goes_to_the_mean_of_all(self):
        snapshot = columns([(1.0, 2.0), (3.0, 4.0), (8.0, 0.0)], phase=["WAIT", "CRASH", "MOVE"])
        found = intents("gathering.py", snapshot, [robot(0), robot(2)])
        self.assertEqual(found, {0: {"to": [4.0, 2.0]}, 2: {"to": [4.0, 2.0]}})

    def test_sums_go_from_left_to_right(self):
        # A compensated sum of the abscissas is 2, one from left to right is 0.
        snapshot = columns([(1.0, 0.0), (1e100, 0.0), (1.0, 0.0), (-1e100, 0.0)])
        self.assertEqual(intents("gathering.py", snapshot, [robot(0)])[0]["to"], [0.0, 0.0])

    def test_who_sees_less_goes_elsewhere(self):
        snapshot = columns([(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)])
        some = [robot(0, sees=[0, 1]), robot(1), robot(2, sees=[1, 2])]
        found = intents("gathering.py", snapshot, some)
        self.assertEqual([found[i]["to"][0] for i in range(3)], [1.0, 2.0, 3.0])

    def test_it_is_done_when_all_live_robots_are_there(self):
        near = columns([(1.0, 1.0), (1.0 + 1.9e-5, 1.0)])
        self.assertTrue(intents("gathering.py", near, [robot(0)])[0].get("done"))
        far = columns([(1.0, 1.0), (1.0 + 2.1e-5, 1.0)])
        self.assertFalse(intents("gathering.py", far, [robot(0)])[0].get("done"))
        view = {"id": [0, 1], "x": [0.0, 3e-5], "y": [0.0, 0.0]}
        frame = {"cos": 1.0, "sin": 0.0, "scale": 2.0, "mirrored": False, "origin": [9.0, 9.0]}
        own = [robot(0, view=view, frame=frame)]
        self.assertTrue(intents("gathering.py", None, own)[0].get("done"))


class Others(unittest.TestCase):
    def test_echo_only_stays(self):
        found = intents("echo.py", columns([(0.0, 0.0), (2.0, 0.0)]), [robot(0), robot(1)])
        self.assertEqual(found, {0: {"stay": True}, 1: {"stay": True}})

    def test_a_random_walk_takes_steps_and_shows_where_to(self):
        snapshot = columns([(5.0, 5.0)] * 40)
        robots = [robot(i, seed=str(i)) for i in range(40)]
        colours = ["black", "white"]
        found = intents("random_walk.py", snapshot, robots, lights=colours)
        self.assertEqual(found, intents("random_walk.py", snapshot, robots, lights=colours))
        for intent in found.values():
            x, y = intent["to"]
            self.assertLessEqual(math.hypot(x - 5.0, y - 5.0), 1.0 + 1e-12)
            self.assertEqual(intent["light"], "black" if x < 5.0 else "white")
        self.assertEqual(len({tuple(intent["to"]) for intent in found.values()}), 40)

    def test_a_random_walk_needs_its_lights(self):
        answers, _, _ = talk("random_walk.py", [HELLO])
        self.assertEqual(answers[0]["type"], "refuse")


@unittest.skipUnless(shutil.which("node"), "there is no node")
class GoToCenter(unittest.TestCase):
    def go(self, points, me=0, phase=None, **hello):
        more = {} if phase is None else {"phase": phase}
        return intents("go_to_center.mjs", columns(points, **more), [robot(me)], **hello)[me]

    def assert_goes(self, intent, x, y):
        self.assertLess(math.hypot(intent["to"][0] - x, intent["to"][1] - y), 1e-12)
        self.assertFalse(intent.get("done"))

    def test_robots_go_to_the_centre_of_their_circle(self):
        self.assert_goes(self.go([(1.0, 2.0), (7.0, 10.0)]), 4.0, 6.0)
        self.assert_goes(self.go([(-3.0, -4.0), (5.0, 0.0), (-3.0, 4.0)], 1), 0.0, 0.0)
        line = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (8.0, 8.0)]
        self.assert_goes(self.go(line, 1), 4.0, 4.0)
        twice = [(0.0, 0.0), (0.0, 0.0), (2.0, 0.0), (2.0, 0.0)]
        self.assert_goes(self.go(twice), 1.0, 0.0)

    def test_who_is_there_or_alone_stays(self):
        self.assertEqual(self.go([(-5.0, 0.0), (4e-6, 0.0), (5.0, 0.0)], 1), {"stay": True})
        self.assertEqual(self.go([(5.0, 0.0)]), {"stay": True, "done": True})
        both = [(1.0, 2.0), (90.0, 90.0)]
        alone = self.go(both, phase=["MOVE", "CRASH"])
        self.assertEqual(alone, {"stay": True, "done": True})
        near = [(1.0, 1.0), (1.0 + 1.9e-5, 1.0)]
        self.assertEqual(self.go(near), {"stay": True, "done": True})

    def test_nobody_is_lost_from_sight(self):
        points = [(-8.0, 6.0), (8.0, 6.0), (0.0, -2.0), (0.0, 0.0)]
        self.assert_goes(self.go(points, 3), 0.0, 6.0)
        self.assert_goes(self.go(points, 3, radius=10.0), 0.0, 4.0)

    def test_circles_are_the_smallest(self):
        dice = random.Random(3)
        scenes = [[(dice.uniform(-9, 9), dice.uniform(-9, 9)) for _ in range(9)] for _ in range(20)]
        # Few places, far from the origin, with many robots on each.
        for _ in range(20):
            places = [(7.0 + 1e-3 * dice.random(), -9.0 + 1e-3 * dice.random()) for _ in range(3)]
            scenes.append([dice.choice(places) for _ in range(9)] + places)
        snapshots = [columns(points) for points in scenes]
        requests = [compute(snapshot, [robot(0)], i) for i, snapshot in enumerate(snapshots)]
        answers, _, _ = talk("go_to_center.mjs", [{**HELLO, "epsilon": 1e-12}, *requests, BYE])
        self.assertEqual(len(answers), 1 + len(scenes))
        for points, answer in zip(scenes, answers[1:]):
            (intent,) = answer["intents"]
            x, y = intent["to"]
            found = max(math.hypot(x - a, y - b) for a, b in points)
            self.assertAlmostEqual(found, smallest_radius(points), delta=1e-9)

    def test_what_is_no_point_ends_the_process_with_the_robots_id(self):
        far = compute(columns([(1e308, 0.0), (-1e308, 0.0)]), [robot(1)])
        answers, status, stderr = talk("go_to_center.mjs", [HELLO, far, BYE])
        self.assertEqual((len(answers), status), (1, 1))
        self.assertTrue(stderr.startswith("robot 1, event 123, time 3.25: Error: "), stderr)

    def test_another_protocol_is_refused(self):
        answers, _, _ = talk("go_to_center.mjs", [{**HELLO, "protocol": 2}])
        self.assertEqual(answers[0]["reason"], "it speaks protocol 1, not 2")


def smallest_radius(points):
    """By force: of the circles of all pairs and triples that enclose all points, the smallest."""

    def circles():
        for i, a in enumerate(points):
            for j, b in enumerate(points[:i]):
                yield (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                for c in points[:j]:
                    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
                    area = 2 * (bx * cy - by * cx)
                    if area == 0.0:
                        continue
                    x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / area
                    y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / area
                    yield a[0] + x, a[1] + y

    def radius(x, y):
        return max(math.hypot(x - a, y - b) for a, b in points)

    return min(radius(x, y) for x, y in circles())


if __name__ == "__main__":
    unittest.main()
