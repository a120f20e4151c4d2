"""What the controllers of the tests share."""

import json
import sys


def send(message):
    """Sends a message as one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def receive():
    """The next message, or None at the end."""
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def greet(capabilities=("batch",)):
    """Says hello, and returns what formicary said."""
    hello = receive()
    send({"type": "hello", "protocol": 1, "name": "test", "capabilities": list(capabilities)})
    return hello


def requests():
    """The requests, up to the farewell."""
    while True:
        message = receive()
        if message is None or message["type"] == "bye":
            return
        yield message


def seen(request, robot):
    """What a robot perceives: its columns, and the places in them that it sees."""
    columns = robot["view"] or request["snapshot"]
    if robot["view"] is None and robot["sees"] is not None:
        return columns, robot["sees"]
    return columns, range(len(columns["id"]))


def gather(request, robot, epsilon):
    """Gathering, as built in: to the mean, summed from left to right."""
    columns, places = seen(request, robot)
    x = y = count = 0.0
    for place in places:
        x += columns["x"][place]
        y += columns["y"][place]
        count += 1.0
    x, y = x / count, y / count
    if robot["frame"] is not None:
        epsilon *= robot["frame"]["scale"]
    phases = columns.get("phase")
    done = True
    for place in places:
        if phases is not None and phases[place] == "CRASH":
            continue
        dx, dy = x - columns["x"][place], y - columns["y"][place]
        done = done and dx * dx + dy * dy <= epsilon * epsilon
    return {"robot": robot["robot"], "to": [x, y], "done": done}


def answer(request, intents):
    """Answers a request."""
    send({"type": "intents", "id": request["id"], "intents": intents})
