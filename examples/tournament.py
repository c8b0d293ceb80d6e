"""A round robin of the server's bots and one outside program, over the API alone.

    python examples/tournament.py [--url URL] [--state FILE] [--rounds N]

Every three entrants meet at a table of Boon in each round. Our program plays here, the bots on the
server. Results are kept in a file, and keys follow from what they are for: it can be stopped at any
moment and started again.
"""

import argparse
import json
import random
import secrets
import time
from itertools import combinations
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ENTRANTS, SEATS = ("ours", "bot 1", "bot 2", "bot 3"), 3
TABLE = {"game": "boon", "seats": SEATS, "options": {"max_rounds": 2}}


def ask(url, method, path, body=None, token="", key=""):
    """Send a request until an answer comes."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": key or secrets.token_hex(16)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(10):
        try:
            request = Request(f"{url}/v1{path}", data, headers, method=method)
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise SystemExit(error.read().decode()) from None
            time.sleep(int(error.headers["Retry-After"]))
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1 * 2**attempt)
    raise SystemExit(f"{url} does not answer")


def program(choices):
    """Our player: any one of the choices."""
    return random.choice([*choices["actions"], *(pick["example"] for pick in choices["picks"])])


def play(url, token, name, entrants):
    """Play a table, or what is left of it, to its end; return the places by entrant."""
    table = ask(url, "POST", "/tables", TABLE, token, name)["view"]["table"]
    for seat, entrant in enumerate(entrants):
        taken = {"seat": seat} if entrant == "ours" else {"seat": seat, "bot": "regular"}
        ask(url, "POST", f"/tables/{table}/seats", taken, token, f"{name}-{seat}")
    ask(url, "POST", f"/tables/{table}/start", {}, token, f"{name}-start")
    view = ask(url, "GET", f"/tables/{table}/view", token=token)
    while view["outcome"] is None:
        if view["choices"] is not None:
            action = program(view["choices"])
            view = ask(url, "POST", f"/tables/{table}/actions", action, token)["view"]
        else:
            view = ask(url, "GET", f"/tables/{table}/view?after={view['n']}&wait=20", token=token)
    return dict(zip(entrants, view["outcome"]["places"], strict=True))


def save(path, state):
    """Keep the state, whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(state, indent=1))
    new.replace(path)


def main():
    """Play what is left to be played and print the standings."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--state", type=Path, default=Path("tournament.json"))
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    state = json.loads(given.state.read_text()) if given.state.exists() else {}
    if not state:
        made = ask(given.url, "POST", "/players", {"name": f"director {secrets.token_hex(4)}"})
        state = {"token": made["token"], "results": {}}
        save(given.state, state)
    for number, entrants in enumerate([*combinations(ENTRANTS, SEATS)] * given.rounds):
        seated = entrants[number % SEATS :] + entrants[: number % SEATS]
        name = f"table-{number}"
        if name not in state["results"]:
            state["results"][name] = play(given.url, state["token"], name, seated)
            save(given.state, state)
            print(name, state["results"][name], flush=True)
    points = {one: sum(SEATS - r[one] for r in state["results"].values() if one in r)
              for one in ENTRANTS}  # fmt: skip
    for entrant in sorted(ENTRANTS, key=lambda one: -points[one]):
        print(f"{points[entrant]:4} points  {entrant}")


if __name__ == "__main__":
    main()
