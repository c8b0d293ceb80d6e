"""A script that runs a tournament over REST, and goes on where it was when it is started again.

    python -m tests.attacks.cup_script URL TOKEN FOLDER

It sends its own pairings, round by round, by the standings. It writes the id into the file `own` of
FOLDER; when there is a file `stop` it closes the tournament, behind the round that is played. Keys
follow from what is asked, so whatever it asks twice happens once.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from games import NEWEST
from tests.attacks.test_kills import Patient
from tests.waiting import wait_for

Json = dict[str, Any]
OWN: Final[Json] = {
    "name": "own",
    "games": [{"game": "boon", "seats": 3, "options": dict(NEWEST["boon"].brief)}],
    "format": {"kind": "own"},
    "entrants": {"kinds": ["bot"]},
}
STOP, ID = "stop", "own"  # files
FIELD = ("novice", "regular", "novice", "regular", "regular")


class Cup:
    """The tournament that the script runs."""

    def __init__(self, url: str, token: str, folder: Path) -> None:
        self.client, self.stop = Patient(url, token), folder / STOP
        name = self.client.post("/v1/tournaments", OWN, "open")["tournament"]["id"]
        self.path = f"/v1/tournaments/{name}"
        for k, level in enumerate(FIELD):
            entry = {"kind": "bot", "members": [f"bot:{level}"]}
            self.client.post(f"{self.path}/entrants", entry, f"entrant-{k}")
        self.client.post(f"{self.path}/call", {}, "call")
        part = folder / f"{ID}.part"
        part.write_text(name)
        part.replace(folder / ID)

    def is_over(self) -> bool:
        """Do what is to be done now; say whether the tournament is closed."""
        facts = self.client.get(self.path)
        if facts["phase"] == "closed":
            return True
        if facts["round"] is None and self.stop.exists():
            self.client.post(f"{self.path}/close", {}, "close")
        elif facts["round"] is None:
            rows = self.client.get(f"{self.path}/standings")["standings"]
            plan = pairings([row["entrant"] for row in rows])
            self.client.post(f"{self.path}/rounds", plan, f"round-{facts['rounds']}")
        return False


def pairings(places: Sequence[int]) -> Json:
    """Return a round of six tables in two deal groups, by who stands where."""
    count = len(places)
    rows = [[places[(at + k * (1 + at % 2)) % count] for k in range(3)] for at in range(6)]
    tables = [{"game": 0, "group": at // 3, "seats": row} for at, row in enumerate(rows)]
    return {"tables": tables, "byes": []}


if __name__ == "__main__":
    wait_for(Cup(sys.argv[1], sys.argv[2], Path(sys.argv[3])).is_over)
