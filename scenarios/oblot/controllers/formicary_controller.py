"""Controllers for Formicary in Python.

A controller answers the Compute of robots from a process of its own. This is one file to copy
beside a program; it needs nothing but Python 3.8 or later. A whole controller:

    from formicary_controller import go, serve

    def centre(robot):
        xs = [other.x for other in robot.robots]
        ys = [other.y for other in robot.robots]
        return go(sum(xs) / len(xs), sum(ys) / len(ys))

    serve(centre)

and in the scenario:

    [controller]
    command = ["python3", "centre.py"]

`serve` takes a function of one robot, `serve_batches` one of all robots that compute at the same
time. Both keep to the protocol, which docs/controllers.md of Formicary describes, and return when
the run is over.

What a controller prints goes to stderr, which Formicary logs: stdout belongs to the protocol. An
exception that a controller raises is shown there with the robot's id, and ends the process with
status 1.

Robots of the model OBLOT are oblivious. A controller that remembers anything from one call to the
next cheats, and runs can be repeated only if its answers depend on nothing but the calls.
"""

from __future__ import annotations

import json
import math
import os
import random
import socket
import sys
import time
import traceback
from itertools import repeat
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Union,
)

__all__ = [
    "Batch",
    "Frame",
    "Hello",
    "Intent",
    "Point",
    "ProtocolError",
    "Refusal",
    "Robot",
    "Seen",
    "View",
    "addresses",
    "go",
    "midway",
    "onto",
    "serve",
    "serve_batches",
    "stay",
]

#: The protocol that this file speaks, and the model that it knows.
PROTOCOL = 1
MODEL = "oblot"

#: How much is read at once, in bytes.
_BUFFER = 1 << 18
#: How long it is tried to connect to somebody who does not listen yet, in seconds.
_PATIENCE = 10.0
#: What reading a message raises that is not as agreed.
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError)


class ProtocolError(Exception):
    """What came from the other side is not the protocol."""


class Refusal(Exception):
    """Raised by a `start` function: this controller does not serve this run. Says why."""


class Point(NamedTuple):
    """A place, in the coordinates of the robot that looks."""

    x: float
    y: float


class Seen(NamedTuple):
    """A robot that is seen, or a point with robots where these are not told apart."""

    #: Its number. Robots are anonymous: a controller uses it for `onto` and `midway`.
    id: int
    #: Where it is, in the coordinates of the robot that looks.
    x: float
    y: float
    #: Where it stands in its cycle: "WAIT", "LOOK", "MOVE" or "CRASH".
    phase: str
    #: Whether it decided to stay when it looked last.
    frozen: bool
    #: Whether it has ended its algorithm.
    terminated: bool
    #: The light it shows, as far as it is perceived; None where there is none.
    light: Optional[str]
    #: How many robots are seen here. With weak detection 2 stands for more than one.
    how_many: int

    @property
    def is_live(self) -> bool:
        """Whether it has not crashed."""
        return self.phase != "CRASH"

    @property
    def is_active(self) -> bool:
        """Whether it takes part: neither crashed nor terminated."""
        return self.phase != "CRASH" and not self.terminated

    def distance(self, other: Union["Seen", Point]) -> float:
        """The distance to another robot or point."""
        return math.hypot(self.x - other.x, self.y - other.y)


class View:
    """What one robot sees, or several robots that see the same: those share one object.

    It holds columns, lists of one length in the order of the ids: `ids`, `xs` and `ys`, and those
    that are made when they are first asked for. Do not change them.
    """

    __slots__ = ("ids", "xs", "ys", "_columns", "_robots")

    def __init__(self, columns: Dict[str, Any]) -> None:
        self.ids: List[int] = columns["id"]
        self.xs: List[float] = columns["x"]
        self.ys: List[float] = columns["y"]
        self._columns = columns
        self._robots: Optional[Tuple[Seen, ...]] = None

    def __len__(self) -> int:
        return len(self.ids)

    def _column(self, name: str, default: Any) -> List[Any]:
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = [default] * len(self.ids)
        return column

    @property
    def phases(self) -> List[str]:
        """Where each stands in its cycle: "WAIT", "LOOK", "MOVE" or "CRASH"."""
        return self._column("phase", "WAIT")

    @property
    def frozen(self) -> List[bool]:
        """Whether each decided to stay when it looked last."""
        return self._column("frozen", False)

    @property
    def terminated(self) -> List[bool]:
        """Whether each has ended its algorithm."""
        return self._column("terminated", False)

    @property
    def lights(self) -> List[Optional[str]]:
        """The light that each shows, None where none is seen."""
        return self._column("light", None)

    @property
    def counts(self) -> List[int]:
        """How many robots are seen at each place."""
        return self._column("count", 1)

    @property
    def robots(self) -> Tuple[Seen, ...]:
        """All that is seen, the looking robot included, in the order of the ids."""
        if self._robots is None:
            column = self._columns.get
            self._robots = tuple(
                map(
                    Seen,
                    self.ids,
                    self.xs,
                    self.ys,
                    column("phase") or repeat("WAIT"),
                    column("frozen") or repeat(False),
                    column("terminated") or repeat(False),
                    column("light") or repeat(None),
                    column("count") or repeat(1),
                )
            )
        return self._robots

    def _rows(self, places: Sequence[int]) -> "View":
        """The view of a robot that sees only these rows."""
        columns = self._columns.items()
        return View({name: [column[i] for i in places] for name, column in columns})


class Frame(NamedTuple):
    """How a robot's own coordinates lie in the global ones. For information: a robot knows nothing
    of it, and answers in its own coordinates."""

    cos: float
    sin: float
    #: How many own units make one global unit.
    scale: float
    #: Whether the y axis is mirrored.
    mirrored: bool
    #: Where the robot is, in global coordinates.
    origin: Point

    def outward(self, x: float, y: float) -> Point:
        """A point of the robot in global coordinates."""
        x, y = x / self.scale, y / self.scale
        if self.mirrored:
            y = -y
        return Point(
            self.origin.x + (self.cos * x - self.sin * y),
            self.origin.y + (self.sin * x + self.cos * y),
        )


class Hello:
    """What Formicary says first."""

    __slots__ = (
        "epsilon",
        "formicary",
        "lights",
        "model",
        "protocol",
        "radius",
        "robots",
        "scenario",
        "swarm",
        "timeout",
    )

    def __init__(self, message: Dict[str, Any]) -> None:
        #: The number of the protocol.
        self.protocol: int = message["protocol"]
        #: The version of the program.
        self.formicary: str = message["formicary"]
        #: The world with its rules: "oblot".
        self.model: str = message["model"]
        #: The name of the scenario.
        self.scenario: str = message["scenario"]
        #: The ids of the robots that this process serves.
        self.robots: List[int] = message["robots"]
        #: How many robots there are.
        self.swarm: int = message["swarm"]
        #: Points closer than this are one, in the unit of the scenario.
        self.epsilon: float = message["epsilon"]
        #: How far robots see, in the unit of the scenario; None where they see everything.
        self.radius: Optional[float] = message["radius"]
        #: The colours that the robots may show.
        self.lights: List[str] = message["lights"]
        #: How many seconds there are for an answer; None where there is no limit.
        self.timeout: Optional[float] = message["timeout"]


class Robot:
    """One robot that computes: what it sees at the instant of its Look."""

    __slots__ = (
        "event",
        "hello",
        "id",
        "index",
        "seed",
        "tie",
        "time",
        "view",
        "_frame",
        "_random",
    )

    def __init__(
        self, message: Dict[str, Any], snapshot: Optional[View], batch: "Batch"
    ) -> None:
        #: Its number.
        self.id: int = message["robot"]
        #: What Formicary said first.
        self.hello = batch.hello
        #: The number of the event in which it computes.
        self.event = batch.event
        #: The instant of its Look, in simulated time.
        self.time = batch.time
        #: Which of several equally good choices to take, in the order of its own coordinates, x
        #: before y: None for the first, "last", "random", or a number that counts them from 0, and
        #: on from the first again.
        self.tie: Union[None, str, int] = message.get("tie")
        #: 64 random bits as a decimal number, other ones for each robot and each Look.
        self.seed: str = message["seed"]
        self._frame: Optional[Dict[str, Any]] = message.get("frame")
        self._random: Optional[random.Random] = None
        index: int = message["index"]
        own, sees = message.get("view"), message.get("sees")
        if own is not None:
            view = View(own)
        elif snapshot is None:
            raise ProtocolError(f"robot {self.id} has no view and there is no snapshot")
        elif sees is None:
            view = snapshot
        else:
            view = snapshot._rows(sees)
            index = sees.index(index)
        #: What it sees, in columns.
        self.view: View = view
        #: The place of the robot itself in these columns.
        self.index = index

    @property
    def here(self) -> Point:
        """Where it is, in its own coordinates."""
        return Point(self.view.xs[self.index], self.view.ys[self.index])

    @property
    def me(self) -> Seen:
        """The robot itself, as it sees itself."""
        return self.view.robots[self.index]

    @property
    def robots(self) -> Tuple[Seen, ...]:
        """All that it sees, itself included, in the order of the ids."""
        return self.view.robots

    @property
    def others(self) -> Tuple[Seen, ...]:
        """All that it sees but itself, in the order of the ids."""
        robots = self.view.robots
        return robots[: self.index] + robots[self.index + 1 :]

    @property
    def light(self) -> Optional[str]:
        """The light that it sees on itself."""
        return self.view.lights[self.index]

    @property
    def frame(self) -> Optional[Frame]:
        """Its own frame; None where it uses the global coordinates."""
        frame = self._frame
        if frame is None:
            return None
        return Frame(
            frame["cos"],
            frame["sin"],
            frame["scale"],
            frame["mirrored"],
            Point(*frame["origin"]),
        )

    @property
    def scale(self) -> float:
        """How many of its own units make one unit of the scenario."""
        return 1.0 if self._frame is None else self._frame["scale"]

    @property
    def epsilon(self) -> float:
        """Points closer than this are one, in its own unit."""
        return self.hello.epsilon * self.scale

    @property
    def radius(self) -> Optional[float]:
        """How far it sees, in its own unit; None where it sees everything."""
        radius = self.hello.radius
        return None if radius is None else radius * self.scale

    @property
    def random(self) -> random.Random:
        """Dice of its own for this one Compute: the same numbers in every run of the scenario on the
        virtual clock, and in every replay."""
        if self._random is None:
            self._random = random.Random(int(self.seed))
        return self._random


class Batch:
    """The robots that compute in one event, all at one instant."""

    __slots__ = ("event", "hello", "robots", "time")

    def __init__(self, message: Dict[str, Any], hello: Hello) -> None:
        #: What Formicary said first.
        self.hello = hello
        #: The number of the event.
        self.event: int = message["event"]
        #: The instant, in simulated time.
        self.time: float = message["time"]
        columns = message["snapshot"]
        snapshot = None if columns is None else View(columns)
        #: The robots, in the order of their ids.
        self.robots: List[Robot] = [
            Robot(robot, snapshot, self) for robot in message["robots"]
        ]


class Intent:
    """What a robot decides. Made by `go`, `stay`, `onto` and `midway`."""

    __slots__ = ("_text",)

    def __init__(self, what: str, done: bool, light: Optional[str]) -> None:
        # The fields of an answer, so that an intent of many robots is written once.
        if done:
            what += ',"done":true'
        if light is not None:
            what += ',"light":' + json.dumps(light)
        self._text = what

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Intent) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "{" + self._text + "}"


def go(x: float, y: float, *, done: bool = False, light: Optional[str] = None) -> Intent:
    """Goes to the point (x, y), in the robot's own coordinates.

    `done` says that the algorithm has reached its end: the robot then stays where it is. `light` is
    the colour that it shows from now on; None keeps the one it shows.
    """
    x, y = float(x), float(y)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"({x}, {y}) is no point")
    return Intent(f'"to":[{x!r},{y!r}]', done, light)


def stay(*, done: bool = False, light: Optional[str] = None) -> Intent:
    """Stays where it is."""
    return Intent('"stay":true', done, light)


def onto(
    robot: Union[int, Seen], *, done: bool = False, light: Optional[str] = None
) -> Intent:
    """Goes onto a robot that it sees: exactly there, whatever its own coordinates round."""
    return Intent(f'"onto":{_id(robot)}', done, light)


def midway(
    robot: Union[int, Seen], *, done: bool = False, light: Optional[str] = None
) -> Intent:
    """Goes half way to a robot that it sees."""
    return Intent(f'"midway":{_id(robot)}', done, light)


def _id(robot: Union[int, Seen]) -> int:
    return robot.id if isinstance(robot, Seen) else int(robot)


#: Computes for one robot.
Compute = Callable[[Robot], Intent]
#: Computes for all robots of a batch, in their order.
ComputeBatch = Callable[[Batch], Iterable[Intent]]
#: Is told what Formicary said first; may raise a Refusal.
Start = Callable[[Hello], None]


def serve(
    compute: Compute,
    *,
    name: Optional[str] = None,
    start: Optional[Start] = None,
    connect: Optional[str] = None,
    listen: Optional[str] = None,
) -> None:
    """Answers for one robot after the other, until the run is over.

    `compute` is called with each Robot and returns an Intent. `name` is shown in messages; it is
    that of the program where none is given. `start` is called with the Hello before the run and may
    raise a Refusal.

    By default the messages come and go by stdin and stdout. With `connect = "127.0.0.1:7000"` the
    controller connects to a Formicary that listens there, or will within ten seconds; with `listen`
    it waits for Formicary to connect, serves one run after the other, and does not return.
    """

    def each(batch: Batch) -> Iterable[Intent]:
        return map(compute, batch.robots)

    serve_batches(each, name=name, start=start, connect=connect, listen=listen)


def serve_batches(
    compute: ComputeBatch,
    *,
    name: Optional[str] = None,
    start: Optional[Start] = None,
    connect: Optional[str] = None,
    listen: Optional[str] = None,
) -> None:
    """Answers for all robots that compute in one event at once, until the run is over.

    `compute` is called with each Batch and returns or yields an Intent for each of its robots, in
    their order. Robots that see the same share one View, so that what follows from the view alone
    needs to be computed only once. For the rest see `serve`.
    """
    if connect is not None and listen is not None:
        raise ValueError("a controller either connects or listens")
    name = name or os.path.splitext(os.path.basename(sys.argv[0]))[0] or "controller"
    session = _Session(compute, name, start)
    try:
        if connect is not None:
            with _connected(_address(connect)) as connection:
                _serve_socket(session, connection)
        elif listen is not None:
            with socket.create_server(_address(listen)) as server:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        _serve_socket(session, connection)
        else:
            _serve_stdio(session)
    except (BrokenPipeError, ConnectionResetError):
        # Formicary is gone, and so is the reason to run.
        return
    except ProtocolError as error:
        _give_up(f"{name}: {error}", 2)
    except KeyboardInterrupt:
        sys.exit(130)


def addresses(arguments: Optional[Sequence[str]] = None) -> Dict[str, Any]:
    """Reads `--connect HOST:PORT` or `--listen HOST:PORT` from the command line, for `serve(...,
    **addresses())`: one program then serves as a child process and over TCP."""
    import argparse

    parser = argparse.ArgumentParser(
        description="A controller for Formicary; without options on stdin and stdout."
    )
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--connect", metavar="HOST:PORT", help="connect to Formicary")
    either.add_argument("--listen", metavar="HOST:PORT", help="wait for Formicary")
    return dict(vars(parser.parse_args(arguments)))


class _Session:
    """One run: from the hello to the bye."""

    def __init__(self, compute: ComputeBatch, name: str, start: Optional[Start]) -> None:
        self.compute = compute
        self.name = name
        self.start = start

    def run(self, read: Callable[[], bytes], send: Callable[[bytes], Any]) -> None:
        """Answers until the other side says bye or is gone."""
        first = read()
        hello = self.greet(first, send) if first else None
        if hello is None:
            return
        # Bound once: this loop decides how many robots can be served.
        parse, answer = json.loads, self.answer
        while True:
            line = read()
            if not line:
                return
            try:
                message = parse(line)
                kind = message["type"]
                if kind == "bye":
                    return
                if kind != "compute":
                    raise ProtocolError(f"a message of the unknown type {kind!r}")
                batch, number = Batch(message, hello), message["id"]
            except _MALFORMED as error:
                raise ProtocolError(_unreadable(line, error)) from error
            text = f'{{"type":"intents","id":{number},"intents":[{answer(batch)}]}}\n'
            send(text.encode())

    def greet(self, line: bytes, send: Callable[[bytes], Any]) -> Optional[Hello]:
        """Answers the hello; None where this run is refused."""
        try:
            message = json.loads(line)
            kind, protocol = message["type"], message["protocol"]
            if kind != "hello":
                raise ProtocolError(f"a {kind} where the hello was expected")
            # Of another protocol or model nothing else is known.
            if protocol != PROTOCOL:
                return self.refuse(f"it speaks protocol {PROTOCOL}, not {protocol}", send)
            if message["model"] != MODEL:
                return self.refuse(f"it knows no model {message['model']}", send)
            hello = Hello(message)
        except _MALFORMED as error:
            raise ProtocolError(_unreadable(line, error)) from error
        try:
            if self.start is not None:
                self.start(hello)
        except Refusal as refusal:
            return self.refuse(str(refusal), send)
        except Exception as error:
            traceback.print_exc()
            _give_up(f"{self.name}: at the start: {_named(error)}", 1)
        answer = {"type": "hello", "protocol": PROTOCOL, "name": self.name}
        send(_line({**answer, "capabilities": ["batch"]}))
        return hello

    def refuse(self, reason: str, send: Callable[[bytes], Any]) -> Optional[Hello]:
        send(_line({"type": "refuse", "reason": reason}))
        return None

    def answer(self, batch: Batch) -> str:
        """The intents for a batch, as JSON."""
        answers: List[str] = []
        all_at_once = True
        try:
            intents = iter(self.compute(batch))
            all_at_once = False
            for robot, intent in zip(batch.robots, intents):
                if not isinstance(intent, Intent):
                    raise TypeError(f"{intent!r} is no intent: return go, stay, onto or midway")
                answers.append(f'{{"robot":{robot.id},{intent._text}}}')
            if len(answers) < len(batch.robots):
                raise ValueError(f"{len(answers)} intents for {len(batch.robots)} robots")
            if next(intents, None) is not None:
                raise ValueError(f"more intents than the {len(batch.robots)} robots")
        except Exception as error:
            traceback.print_exc()
            next_one = batch.robots[len(answers) : len(answers) + 1]
            self.fail(batch, batch.robots if all_at_once else next_one, error)
        return ",".join(answers)

    def fail(self, batch: Batch, robots: Sequence[Robot], error: Exception) -> NoReturn:
        """Says for whom it went wrong, in one last line, and ends the process."""
        robots = robots or batch.robots
        ids = ", ".join(str(robot.id) for robot in robots[:8]) + ", ..." * (len(robots) > 8)
        who = f"robot {ids}" if len(robots) == 1 else f"robots {ids}"
        place = f"{who}, event {batch.event}, time {batch.time!r}"
        _give_up(f"{self.name}: {place}: {_named(error)}", 1)


def _serve_stdio(session: _Session) -> None:
    # The protocol keeps the two pipes for itself; whatever else the program prints goes to stderr,
    # and whatever else it reads is empty.
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    with os.fdopen(source, "rb", _BUFFER) as lines, os.fdopen(sink, "wb", 0) as out:

        def send(line: bytes) -> None:
            while line:
                line = line[out.write(line) :]

        session.run(lines.readline, send)


def _serve_socket(session: _Session, connection: socket.socket) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection.makefile("rb", _BUFFER) as lines:
        session.run(lines.readline, connection.sendall)


def _connected(address: Tuple[str, int]) -> socket.socket:
    """A connection to Formicary, which may be started a little later."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return socket.create_connection(address)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)


def _address(text: str) -> Tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not (colon and port.isdigit()):
        raise ValueError(f"{text!r} is no address: expected HOST:PORT")
    return host.strip("[]"), int(port)


def _line(message: Dict[str, Any]) -> bytes:
    return (json.dumps(message) + "\n").encode()


def _unreadable(line: bytes, error: Exception) -> str:
    shown = line[:200].decode("utf-8", "replace").rstrip("\n")
    return f"cannot read what Formicary says ({_named(error)}): {shown}"


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _give_up(words: str, status: int) -> NoReturn:
    print(words, file=sys.stderr, flush=True)
    sys.exit(status)
