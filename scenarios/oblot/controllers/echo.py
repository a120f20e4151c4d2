"""Every robot stays where it is, and nothing is computed.

It shows the bare protocol, without the module, and is what benchmarks compare with: how many
answers a Python process gives in which every message is parsed and nothing else is done.
"""

import json
import sys


def main() -> None:
    lines, out = sys.stdin.buffer, sys.stdout.buffer
    for line in lines:
        message = json.loads(line)
        if message["type"] == "compute":
            intents = [{"robot": robot["robot"], "stay": True} for robot in message["robots"]]
            answer = {"type": "intents", "id": message["id"], "intents": intents}
        elif message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "echo", "capabilities": ["batch"]}
        else:
            return
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()


main()
