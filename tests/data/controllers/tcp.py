"""Gathers over TCP. Arguments: `connect` or `listen`, the port, and with `listen` a file that is
made once it listens."""

import socket
import sys
import time

import base

how, port = sys.argv[1], int(sys.argv[2])
if how == "listen":
    server = socket.create_server(("127.0.0.1", port))
    with open(sys.argv[3], "w", encoding="ascii") as out:
        print(server.getsockname()[1], file=out)
    connection, _ = server.accept()
else:
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port))
            break
        except ConnectionRefusedError:
            time.sleep(0.02)
sys.stdin = connection.makefile("r", encoding="utf-8", newline="\n")
sys.stdout = connection.makefile("w", encoding="utf-8", newline="\n")
hello = base.greet()
for request in base.requests():
    intents = [base.gather(request, robot, hello["epsilon"]) for robot in request["robots"]]
    base.answer(request, intents)
