"""At a table without a clock, who has been silent for three days is not waited for any more."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import store_at
from games.core.contract import Seat
from games.table import Command, Sit, Start
from games.table.state import SILENCE
from service.commands.client import Client, register_account
from tests.table.desk import an_open
from tests.web.browser.person import Person

if TYPE_CHECKING:
    from service.commands.processes import ServerStack

DAY = 86_400_000  # milliseconds


def table_begun(server: ServerStack, players: list[Client], seats: int, ago: int) -> str:
    """Begin a table without a clock so many milliseconds ago; seat 0 is to act."""
    store = store_at(server.redis_url)
    began = store.now() - ago
    tables, table = Tables(store), f"t{secrets.token_hex(9)}"
    ids = [one.get("/v1/players/me")["player"] for one in players]
    opener = f"player:{ids[0]}"
    options = {"max_hands": 1, "first_dealer": seats - 1}  # seat 0 begins
    opening = an_open("boosh", seats, clock=None, options=options)
    sitting: list[tuple[str, Command]] = [
        (f"player:{one}", Sit(Seat(seat))) for seat, one in enumerate(ids)
    ]
    sitting += [(opener, Sit(Seat(seat), "regular")) for seat in range(len(ids), seats)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "now", lambda: began)
        for by, command in ((opener, opening), *sitting, (opener, Start())):
            handle(tables, CommandRequest(table, by, command))
    return table


def visit(one: Person, player: Client, table: str, seen: str = ".seat.own") -> None:
    """Open an account in a browser, and a table of it; wait until something is shown there."""
    one.enter(str(player.token))
    one.page.goto(f"{one.url}/tables/{table}")
    one.see(seen)


def test_a_table_for_two_is_won_when_the_other_has_been_silent_for_three_days(
    people: Any, server: ServerStack, name: str
) -> None:
    silent, awake = (register_account(server.url, f"{name} {k}") for k in "AB")
    table = table_begun(server, [silent, awake], 2, SILENCE)
    one, other = people(), people()
    visit(one, awake, table)
    visit(other, silent, table)
    told = one.see(".hint:has-text('has not played for three days')").inner_text()
    assert told.startswith(f"{name} A has not played for three days.")
    assert not other.has("button:has-text('Claim the win')"), "nobody claims a seat of their own"
    one.use("button:has-text('Claim the win')")
    for each in (one, other):
        each.see(".result")
    assert one.see(".result tr.own td").inner_text() == "1"
    assert "forfeited" in other.see(".result tr.own").inner_text()
    outcome = silent.get(f"/v1/tables/{table}")["outcome"]
    assert (outcome["why"], outcome["places"]) == ("forfeit", [2, 1])


def test_at_a_greater_table_a_bot_plays_on_for_who_has_been_silent(
    people: Any, server: ServerStack, name: str
) -> None:
    silent, awake = (register_account(server.url, f"{name} {k}") for k in "AB")
    table = table_begun(server, [silent, awake], 3, SILENCE)
    one, other = people(), people()
    visit(one, awake, table)
    one.use("button:has-text('Let a bot play on')")
    one.page.locator("button:has-text('Let a bot play on')").wait_for(state="detached")
    assert silent.get(f"/v1/tables/{table}")["seats"][0]["bot"] == "regular"
    back = "button:has-text('Take my seat back')"
    visit(other, silent, table, back)
    other.use(back)
    other.see(".seat.own")
    other.faults.clear()  # the browser tells that the table was not to be seen


def test_from_when_on_nobody_need_wait_is_told_to_who_waits(
    people: Any, server: ServerStack, name: str
) -> None:
    silent, awake = (register_account(server.url, f"{name} {k}") for k in "AB")
    table = table_begun(server, [silent, awake], 2, SILENCE - DAY)
    one, other = people(), people()
    visit(one, awake, table)
    told = f"^Waiting for {name} A: there is no clock, but from .+ on you may claim the win[.]$"
    one.see(f".doing .hint:text-matches('{told}')")
    assert not one.has("button:has-text('Claim the win')")
    visit(other, silent, table)
    assert not other.has(".hint:has-text('Waiting for')"), "it is the turn of the other"
