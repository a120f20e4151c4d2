"""Runs another controller and writes down what both sides say.

    python3 tee.py FILE COMMAND...

Each line of FILE is {"from": "formicary" or "controller", "message": ...}.
"""

import json
import subprocess
import sys


def main() -> None:
    path, command = sys.argv[1], sys.argv[2:]
    pipe = subprocess.PIPE
    with open(path, "w") as log, subprocess.Popen(command, stdin=pipe, stdout=pipe) as child:
        for line in sys.stdin.buffer:
            log.write(json.dumps({"from": "formicary", "message": json.loads(line)}) + "\n")
            child.stdin.write(line)
            child.stdin.flush()
            if json.loads(line)["type"] == "bye":
                return
            answer = child.stdout.readline()
            log.write(json.dumps({"from": "controller", "message": json.loads(answer)}) + "\n")
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()


main()
