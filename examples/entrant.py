"""An entrant of a tournament in a few lines: it contributes entropy, plays, and checks all deals.

    python examples/entrant.py [URL] [TOURNAMENT]

Without a tournament it enters the newest that one may enter. It needs the package in
clients/python, which a checkout of fairdeal that was installed with `pip install -e` brings.
"""

import random
import sys

from fairdeal_client import Bot, Client, calls, offered_actions

URL, *NAMED = sys.argv[1:] or ["http://127.0.0.1:8000"]


class AnyMove(Bot):
    """What to do: any one of the choices. Change this, and you play."""

    def choose(self, view):
        """Return an action as it is sent."""
        return random.choice(offered_actions(view))


with Client(URL, verify=True) as client:
    name = client.register()["name"]
    open_ones = client.call(calls.list_tournaments(phase="registration"))["tournaments"]
    tournament = client.tournament(NAMED[0] if NAMED else open_ones[0]["id"])
    tournament.enter()
    print(f"{name} has entered {tournament.id}", flush=True)
    facts = tournament.play(AnyMove())
    for table, verdict in tournament.verdicts.items():
        print(f"Played table {table}: {verdict}")
    print(f"{name} is placed {facts['places'][facts['you']['entrant']]} of {facts['entrants']}")
