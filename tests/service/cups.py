"""Tournaments that tests of the service open, and what they expect of refusals."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.service.asker import Asker, Service

CUPS = "/v1/tournaments"
CLOCK = {"turn": 30}
PEOPLE: dict[str, Any] = {
    "name": "Sunday cup",
    "games": [{"game": "boosh", "seats": 2, "clock": CLOCK}],
    "format": {"kind": "own"},
}


def with_role(service: Service, name: str, role: str = "director") -> Asker:
    """Make an account with a role."""
    made = service.player(name)
    found = service.parts.players.find(made.id)
    assert found is not None
    service.parts.players.give_role(found, role)
    return made


def opened(director: Asker, **more: Any) -> str:
    """Open a tournament; return its path."""
    made = director.post(CUPS, {**PEOPLE, **more})
    assert made.status_code == 201, made.text
    return str(made.headers["Location"])


def entered(director: Asker, path: str, *members: str) -> None:
    """Enter players and bots."""
    for member in members:
        kind = "bot" if member.startswith("bot:") else "player"
        made = director.post(f"{path}/entrants", {"kind": kind, "members": [member]})
        assert made.status_code == 201, made.text


def running(service: Service, director: Asker, **more: Any) -> tuple[str, list[Asker]]:
    """Start a tournament of two players; return its path and them."""
    path, players = opened(director, **more), [service.player("Ann"), service.player("Ben")]
    for one in players:
        assert one.post(f"{path}/entrants").status_code == 201
    assert director.post(f"{path}/call").get_json()["tournament"]["phase"] == "running"
    return path, players


def at_once(asks: Sequence[tuple[Asker, str, Any]]) -> list[str]:
    """Return the codes of answers to what is posted at one moment, `ok` for those that are none."""
    gate = threading.Barrier(len(asks))

    def ask(one: tuple[Asker, str, Any]) -> str:
        asker, path, body = one
        gate.wait()
        answer = asker.post(path, body)
        return "ok" if answer.status_code < 300 else str(answer.get_json(force=True)["code"])

    with ThreadPoolExecutor(len(asks)) as pool:
        return sorted(pool.map(ask, asks))
