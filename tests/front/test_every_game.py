"""A table of every game and seat count, played to its end over HTTP by bots."""

import secrets
from pathlib import Path
from typing import Any

from events.record import logfile
from events.record.codec import decode_event
from games import NEWEST
from games.table import fold_table_facts
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack
from tests.waiting import wait_for


def open_for_bots(client: Client, game: str, seats: int) -> str:
    """Open a table, seat bots alone, start it; return its id."""
    body = {"game": game, "seats": seats, "options": dict(NEWEST[game].brief)}
    table: str = client.post("/v1/tables", body)["view"]["table"]
    for _ in range(seats):
        client.post(f"/v1/tables/{table}/seats", {"bot": "regular"})
    client.post(f"/v1/tables/{table}/start", {})
    return table


def at_its_end(stack: ServerStack, client: Client, table: str) -> Any:
    """Return the view of a table when it is closed; fail when nothing happens there any more."""
    view = client.get(f"/v1/tables/{table}/view")

    def has_moved_on() -> bool:
        nonlocal view
        stack.watch()
        before, view = view, client.get(f"/v1/tables/{table}/view")
        return bool(view["phase"] == "closed" or view["n"] > before["n"])

    while view["phase"] != "closed":
        wait_for(has_moved_on)
    return view


def test_bots_play_every_game_with_every_number_of_seats_to_its_end_over_http(
    stack: ServerStack, tmp_path: Path
) -> None:
    client = register_account(stack.url, f"front {secrets.token_hex(4)}")
    public = client.get("/v1/keys")["keys"][0]["public"]
    tables = {
        open_for_bots(client, game.name, seats): (game.name, seats)
        for game in NEWEST.values()
        for seats in game.seats
    }
    for table, (name, seats) in tables.items():
        view = at_its_end(stack, client, table)
        assert sorted(view["outcome"]["places"])[0] == 1, name
        assert len(view["outcome"]["scores"]) == seats
        path = tmp_path / f"{table}.jsonl"
        path.write_bytes(client.raw("GET", f"/v1/tables/{table}/log", None, {}))
        log = logfile.read_log_file(path, public)
        assert log.end["complete"] is True
        again = fold_table_facts(table, None, map(decode_event, log.events))
        assert again.outcome is not None
        assert list(again.outcome.places) == view["outcome"]["places"]
