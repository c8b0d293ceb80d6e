"""Have a program of the arena play at a server, unchanged: it sits down at a table with two bots.

python examples/programs/at_server.py URL GAME LEVEL python my_bot.py
"""

import json
import secrets
import subprocess
import sys
from urllib.request import Request, urlopen

URL, GAME, LEVEL, *COMMAND = sys.argv[1:]
SEAT, SEATS = 0, 3
BESIDE = ("action", "bot", "signed")  # what stands in parts of events besides the event's own data
token = ""


def ask(method, path, body=None):
    """Send a request; return the JSON of the answer."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{URL}/v1{path}", data, headers, method=method)
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def tell(**message):
    """Send the program a line; return its answer where the message wants one."""
    program.stdin.write(json.dumps(message) + "\n")
    program.stdin.flush()
    return json.loads(program.stdout.readline()) if "n" in message else None


def news(after):
    """Return the game's events behind number `after` as the seat received them, and the newest."""
    found = []
    for event in (page := ask("GET", f"{table}/events?after={after}")["events"]):
        after, data = event["n"], dict(event["data"])
        for audience, part in event["parts"].items():
            if str(SEAT) in audience.split("+"):
                data |= {name: one for name, one in part["data"].items() if name not in BESIDE}
        if event["type"].startswith(f"{GAME}."):
            found.append({"type": event["type"], "data": data})
    if not page:
        return found, after
    more, after = news(after)
    return found + more, after


program = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
token = ask("POST", "/players", {"name": f"{GAME} bot {secrets.token_hex(3)}"})["token"]
body = {"game": GAME, "seats": SEATS, "options": ask("GET", f"/games/{GAME}")["brief"]}
table = "/tables/" + ask("POST", "/tables", body)["view"]["table"]
ask("POST", f"{table}/seats", {"seat": SEAT})
for _ in range(SEATS - 1):
    ask("POST", f"{table}/seats", {"bot": LEVEL})
view, last, asked = ask("POST", f"{table}/start", {})["view"], 0, 0
tell(
    type="table", n=0, protocol=1, game=GAME, rules=view["rules"], seats=SEATS, seat=SEAT,
    options=view["options"], seed=secrets.randbelow(2**48), limits={},
)  # fmt: skip
while view["phase"] != "closed":
    if view["choices"]:
        events, last = news(last)
        asked += 1
        answer = tell(
            type="move", n=asked, view=view["play"], choices=view["choices"], events=events
        )
        view = ask("POST", f"{table}/actions", answer["action"])["view"]
    else:  # the others' turn: wait for news
        view = ask("GET", f"{table}/view?after={view['n']}&wait=25")
outcome = view["outcome"]
tell(type="end", events=news(last)[0], scores=outcome["scores"], places=outcome["places"])
program.stdin.close()
print(f"{table}: places {outcome['places']}, scores {outcome['scores']}")
