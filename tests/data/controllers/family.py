"""Starts a child of its own, writes both process ids into a file, and never answers.

Arguments: the file.
"""

import os
import subprocess
import sys
import time

import base

base.greet()
child = subprocess.Popen(["sleep", "1000"])
with open(sys.argv[1] + ".part", "w", encoding="ascii") as out:
    print(os.getpid(), child.pid, file=out)
os.rename(sys.argv[1] + ".part", sys.argv[1])
while True:
    time.sleep(60)
