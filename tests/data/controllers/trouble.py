"""Gathers, but for one request. Arguments: what goes wrong, and the number of the request."""

import os
import signal
import sys
import time

import base

what, when = sys.argv[1], int(sys.argv[2])


def raw(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def one_of_all(change):
    """Answers well, but for the first robot of the request."""
    def wrong(request, intents):
        change(intents)
        base.answer(request, intents)
    return wrong


def set_first(**fields):
    def change(intents):
        intents[0].update(fields)
    return one_of_all(change)


def put_first(intent):
    def change(intents):
        intents[0] = {"robot": intents[0]["robot"], **intent}
    return one_of_all(change)


def sleep(*_):
    while True:
        time.sleep(60)


def die(*_):
    print("last words", file=sys.stderr, flush=True)
    os._exit(7)


def close(*_):
    os.close(1)
    sleep()


def endless(text):
    def write(*_):
        try:
            while True:
                sys.stdout.write(text * 4096)
        except BrokenPipeError:
            os._exit(0)
    return write


def message(change):
    def wrong(request, intents):
        reply = {"type": "intents", "id": request["id"], "intents": intents}
        change(reply)
        base.send(reply)
    return wrong


def point(text):
    def wrong(request, intents):
        robot = intents[0]["robot"]
        raw('{"type":"intents","id":%d,"intents":[{"robot":%d,"to":[%s,0.5]}]}'
            % (request["id"], robot, text))
    return wrong


TROUBLES = {
    "bad_json": lambda *_: raw("{nonsense"),
    "nan": point("NaN"),
    "infinity": point("-Infinity"),
    "overflow": point("1e999"),
    "null": put_first({"to": [None, 0.5]}),
    "not_utf8": lambda *_: (sys.stdout.buffer.write(b"\xff\xfe\n"), sys.stdout.flush()),
    "no_object": lambda *_: raw("17"),
    "unknown_type": message(lambda reply: reply.update(type="intends")),
    "unknown_field": message(lambda reply: reply.update(intent=1)),
    "intent_field": set_first(dona=True),
    "missing_field": message(lambda reply: reply.pop("id")),
    "wrong_kind": put_first({"to": "there"}),
    "out_of_place": lambda *_: base.send({"type": "hello", "protocol": 1}),
    "other_request": message(lambda reply: reply.update(id=reply["id"] + 1000)),
    "wrong_robot": set_first(robot=99),
    "twice": one_of_all(lambda intents: intents.append(intents[0])),
    "missing": one_of_all(lambda intents: intents.pop(0)),
    "two_ways": set_first(stay=True),
    "no_way": put_first({"done": False}),
    "light": set_first(light="red"),
    "unseen": put_first({"onto": 77}),
    "late": lambda *_: None,
    "dead": die,
    "killed": lambda *_: os.kill(os.getpid(), signal.SIGKILL),
    "closed": close,
    "long_line": endless("x"),
    "blank_lines": endless("\n"),
}

HANDSHAKES = {
    "refuses": lambda: base.send({"type": "refuse", "reason": "I know no lights"}),
    "other_protocol": lambda: base.send({"type": "hello", "protocol": 2}),
    "greeting_field": lambda: base.send({"type": "hello", "protocol": 1, "nane": "x"}),
    "no_greeting": lambda: base.send({"type": "intents", "id": 0, "intents": []}),
    "unknown_capability": lambda: base.send(
        {"type": "hello", "protocol": 1, "capabilities": ["telepathy"]}),
    "silent": sleep,
    "dies_first": die,
}

if what in HANDSHAKES:
    base.receive()
    HANDSHAKES[what]()
    sleep()
hello = base.greet()
for number, request in enumerate(base.requests()):
    intents = [base.gather(request, robot, hello["epsilon"]) for robot in request["robots"]]
    if number == when:
        TROUBLES[what](request, intents)
    else:
        base.answer(request, intents)
