"""Writes the bits of what it sees into a file, and answers with points of awkward bits.

Arguments: the file.
"""

import struct
import sys

import base


def bits(number):
    return struct.pack(">d", number).hex()


AWKWARD = [5e-324, -5e-324, -0.0, 0.0, 2.2250738585072014e-308, 2.225073858507201e-308, 0.1 + 0.2,
           1 / 3, 9007199254740993.0, 1e16, 123456789.12345679, -1.1e-7, 1e22, 4.35, 1e23]

base.greet()
number = 0
with open(sys.argv[1], "w", encoding="ascii") as out:
    for request in base.requests():
        columns = request["snapshot"]
        for x, y in zip(columns["x"], columns["y"]):
            print("seen", bits(x), bits(y), file=out)
        print("time", bits(request["time"]), file=out)
        intents = []
        for robot in request["robots"]:
            x, y = AWKWARD[number % len(AWKWARD)], AWKWARD[(number + 7) % len(AWKWARD)]
            number += 1
            print("said", bits(x), bits(y), file=out)
            intents.append({"robot": robot["robot"], "to": [x, y]})
        out.flush()
        base.answer(request, intents)
