"""Gathering. Arguments: `single` takes one robot a request; `talk` writes to stderr as it goes."""

import sys

import base

words = sys.argv[1:]
hello = base.greet(() if "single" in words else ("batch",))
if "talk" in words:
    print("I gather", hello["robots"], file=sys.stderr, flush=True)
for request in base.requests():
    assert "single" not in words or len(request["robots"]) == 1
    intents = [base.gather(request, robot, hello["epsilon"]) for robot in request["robots"]]
    base.answer(request, intents)
if "talk" in words:
    print("goodbye", file=sys.stderr, flush=True)
