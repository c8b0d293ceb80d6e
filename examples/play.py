"""Play a table of Boon against two bots: a first script, with nothing but Python.

python examples/play.py [URL]
"""

import json
import secrets
import sys
from urllib.request import Request, urlopen

URL = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000") + "/v1"
token = ""


def ask(method, path, body=None):
    """Send a request; return the JSON of the answer."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(URL + path, data, headers, method=method), timeout=60) as answer:
        return json.load(answer)


token = ask("POST", "/players", {"name": f"Ada {secrets.token_hex(3)}"})["token"]
body = {"game": "boon", "seats": 3, "options": ask("GET", "/games/boon")["brief"]}  # a short one
table = "/tables/" + ask("POST", "/tables", body)["view"]["table"]
ask("POST", f"{table}/seats", {})  # mine
ask("POST", f"{table}/seats", {"bot": "regular"})
ask("POST", f"{table}/seats", {"bot": "regular"})
view = ask("POST", f"{table}/start", {})["view"]

while view["phase"] != "closed":
    print(*view["notes"], sep="\n")
    if view["choices"]:  # what I may do now, each with the exact JSON to send
        offered = view["choices"]["actions"] or [
            pick["example"] for pick in view["choices"]["picks"]
        ]
        view = ask("POST", f"{table}/actions", offered[0])["view"]
    else:  # the others' turn: wait for news
        view = ask("GET", f"{table}/view?after={view['n']}&wait=25")

print(*view["notes"], sep="\n")
print("Places by seat:", view["outcome"]["places"], "scores:", view["outcome"]["scores"])
