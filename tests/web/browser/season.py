"""People who have played rated tables, by requests alone, so that a browser finds results."""

from typing import Any

from service.commands.client import Client
from tests.waiting import wait_for

GAME = "boosh"


def play(one: Client, other: Client) -> str:
    """Play a table of two to its end; return its id."""
    opened = {"game": GAME, "seats": 2, "options": {"max_hands": 1}}
    table = str(one.post("/v1/tables", opened)["view"]["table"])
    for player in (one, other):
        player.post(f"/v1/tables/{table}/seats", {})
    one.post(f"/v1/tables/{table}/start", {})
    while one.get(f"/v1/tables/{table}")["phase"] != "closed":
        for player in (one, other):
            if offered := offered_to(player, table):
                player.post(f"/v1/tables/{table}/actions", offered[0])
    return table


def offered_to(player: Client, table: str) -> list[Any]:
    """Return what a player may do."""
    choices = player.get(f"/v1/tables/{table}/view")["choices"]
    return [*choices["actions"], *(pick["example"] for pick in choices["picks"])] if choices else []


def season(one: Client, other: Client, tables: int) -> list[str]:
    """Play tables until the ratings follow; return their ids."""
    played = [play(one, other) for _ in range(tables)]
    wait_for(lambda: rated(one) == tables)
    return played


def rated(one: Client) -> int:
    """Return how many tables of a player are rated, as the list says."""
    mine = one.get(f"/v1/players/me/tables?state=ended&game={GAME}")["tables"]
    return sum(row["result"] is not None and row["result"]["rating"] is not None for row in mine)
