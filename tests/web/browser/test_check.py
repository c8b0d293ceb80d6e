"""A deal is checked in the browser: what was played there, forged logs, another server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import orjson

from events.record.logfile import end_message
from service.commands.client import ApiProblem, Client
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER
from tests.fairness.test_checkpoints import DESK, LOG, STRANGER, checkpoint, proof
from tests.fairness.test_second_verifier import first_seats_swap_cards
from tests.waiting import wait_for
from tests.web.browser.person import DESK as WIDE
from tests.web.browser.person import Person, table_for_one
from tests.web.browser.test_pages import check as keeps_nobody_out
from tests.web.browser.test_pages import needs_axe

if TYPE_CHECKING:
    from playwright.sync_api import Route

PANEL = ".panel.proof"
PLAYED = 30  # an event in the middle of play


def check(one: Person, path: str) -> str:
    """Check the deal at a page; return what is said of it, or why it could not be checked."""
    one.page.goto(one.url + path)
    one.page.reload()
    start = "button.main:has-text('Check this deal'), .result button:has-text('Check this deal')"
    one.use(start)  # at a table that is over it stands in the result, and checks at once
    one.see(f"{PANEL} .verdict, {PANEL} .problem")
    told: str = one.see(PANEL).inner_text()
    return told


def test_who_has_played_checks_the_deal_with_the_receipts_of_play(
    people: Any, url: str, name: str
) -> None:
    client, table = table_for_one(url, "boon", name)
    one = people(way="keys")
    one.sit_and_begin(table)
    one.play_to_the_end(60)
    wait_for(lambda: leaf_of(client, table) == "closed")
    told = check(one, f"/tables/{table}")
    for words in (
        "the chain of", "sealed parts are what had been sealed", "shuffles repeated",
        "The server signed it", "receipts that this browser kept in play agree",
        "The table, to its end, stands in the one tree of all tables", "right by the rules",
    ):  # fmt: skip
        assert words in told, (words, told)
    assert one.is_as_wide_as_the_screen()
    one.use(f"{PANEL} summary")
    command = one.see(f"{PANEL} code").inner_text()
    files = f"--key keys.json --receipt {table}-receipts.json --proof {table}-proof.json"
    assert command == f"fairdeal verify {table}.jsonl {files}"
    with one.page.expect_download() as saved:
        one.use(f"{PANEL} button:has-text('Receipts')")
    receipts = orjson.loads(saved.value.path().read_bytes())["receipts"]
    assert {receipt["table"] for receipt in receipts} == {table}
    one.use(f"{PANEL} button:has-text('Forget them')")
    assert "has kept no receipts" in check(one, f"/replay/{table}")
    for eyes, hands in (("all", 3), ("nobody", 0)):
        one.page.goto("about:blank")
        one.page.goto(f"{url}/replay/{table}#n=20&as={eyes}")
        one.see(".command")
        assert one.page.locator(".mine").count() == hands, "of a player's own one, too"

    told = check(one, f"/replay/{played_by_bots(client, 'high_card')}")
    assert "shuffles repeated" in told, "a game from outside says how it deals"
    one.page.goto(f"{url}/replay")
    one.see("input[type=file]")
    one.page.context.set_offline(True)
    log = client.raw("GET", f"/v1/tables/{table}/log", None, {})
    for text, said in ((log, "All that this page can check is good"), (log[:-9], "not good")):
        given = {"name": "log.jsonl", "mimeType": "application/jsonl", "buffer": text}
        one.page.set_input_files("input[type=file]", [given])
        one.use(f"{PANEL} button.main")
        assert said in one.see(f"{PANEL} .verdict").inner_text()
    one.page.goto("about:blank")  # lest more of them follow
    one.faults.clear()  # of requests that got no answer


def played_by_bots(opener: Client, game: str) -> str:
    """Return a table that bots have played to its end."""
    details = opener.get(f"/v1/games/{game}")
    seats = details["seats"]["least"]
    asked = {"game": game, "seats": seats, "options": details["brief"]}
    table: str = opener.post("/v1/tables", asked)["view"]["table"]
    for seat in range(seats):
        opener.post(f"/v1/tables/{table}/seats", {"seat": seat, "bot": "regular"})
    opener.post(f"/v1/tables/{table}/start", {})
    wait_for(lambda: opener.get(f"/v1/tables/{table}")["phase"] == "closed")
    return table


def leaf_of(client: Client, table: str) -> str | None:
    """Return what the signed tree says of a table, as it does seconds later."""
    try:
        return str(client.get(f"/v1/tables/{table}/proof")["leaf"]["kind"])
    except ApiProblem:
        return None


def edited(log: Forged) -> Forged:
    """Change an event, and nothing else."""
    log.events[PLAYED - 1]["e"]["at"] += 1
    return log


def resealed(log: Forged) -> Forged:
    """Change a seal, and make the chain fit."""
    event = next(event for event in log.events if event["e"]["seals"])
    event["e"]["seals"] = dict.fromkeys(event["e"]["seals"], "00" * 32)
    return log.rechained(reseal=False).signed()


def dealt_otherwise(log: Forged) -> Forged:
    """Swap two cards, as the holder of the key can."""
    first_seats_swap_cards(log)
    return log.rechained().signed()


def told_anew(log: Forged) -> Forged:
    """Change what no rule forbids, as the holder of the key can."""
    log.events[0]["p"]["table"]["salt"] = "00" * 32
    return log.rechained().signed()


def of_a_stranger(log: Forged) -> Forged:
    """Sign with another key."""
    log.end["key"] = STRANGER.id
    log.end["signature"] = STRANGER.sign(end_message(log.end))
    return log


LIES: dict[str, tuple[Callable[[Forged], Forged], str, str]] = {
    "an event": (edited, f"the head after event {PLAYED} does not follow", f"event {PLAYED}"),
    "a seal": (resealed, "does not fit its seal", "00" * 32),
    "a shuffle": (dealt_otherwise, "is not what the shuffle gives", "What would be right"),
    "the story": (told_anew, f"the receipt of event {PLAYED} is of another story", "your receipts"),
    "the key": (of_a_stranger, "the last line is not signed with the key", "another server"),
}
KEYS = {"keys": [{"public": SIGNER.public, "from": 0, "until": None, "signature": None}]}


def shown(one: Person, path: str, answer: str | dict[str, Any]) -> None:
    """Let the server answer with something else."""
    body = answer if isinstance(answer, str) else orjson.dumps(answer).decode()

    def answered(route: Route) -> None:
        route.fulfill(body=body)

    one.page.route(f"**/v1/{path}", answered)


@needs_axe
def test_what_was_forged_is_named_with_its_place_and_a_server_that_is_another_one_loudly(
    people: Any, url: str, name: str
) -> None:
    client, table = table_for_one(url, "boon", name)
    wait_for(lambda: leaf_of(client, table))
    one = people(width=WIDE, color_scheme="dark")
    receipt = SIGNER.receipt(DESK.id, PLAYED, DESK.log[PLAYED - 1].h, at_of(PLAYED), "always")
    assert "so far" in check(one, f"/replay/{table}")

    shown(one, "keys", KEYS)
    shown(one, "tree/consistency*", {"from": 0, "to": 13, "path": [], "checkpoint": checkpoint(13)})
    shown(one, f"tables/{DESK.id}/proof", proof())
    shown(one, f"tables/{table}/log", LOG.decode())
    assert "not signed with the key" in check(one, f"/replay/{table}")
    assert "another key" in one.see(".alarm").inner_text()
    keeps_nobody_out(one)
    one.page.reload()
    with one.page.expect_download() as saved:
        one.use(".alarm button:has-text('Save the proof')")
    assert orjson.loads(saved.value.path().read_bytes())["evidence"]["told"] == KEYS
    one.use(".alarm button:has-text('start over')")
    one.page.locator(".alarm").wait_for(state="detached")

    kept = orjson.dumps([receipt]).decode()
    one.page.evaluate("([name, kept]) => localStorage.setItem(name, kept)",
                      [f"fairdeal.receipt.{DESK.id}", kept])  # fmt: skip
    shown(
        one, "tree/consistency*", {"from": 13, "to": 13, "path": [], "checkpoint": checkpoint(13)}
    )
    good = check(one, f"/replay/{table}")
    assert f"all up to event {PLAYED} is what it was then" in good
    assert "the signed checkpoint of 13 leaves" in good
    keeps_nobody_out(one)
    for what, (lie, why, more) in LIES.items():
        log = b"".join(lie(pieces(LOG)).lines()).decode()
        shown(one, f"tables/{table}/log", log)
        told = check(one, f"/replay/{table}")
        assert why in told, (what, told)
        assert more in told, (what, told)
        assert "Proven here" not in told, what


def at_of(n: int) -> int:
    """Return when an event of the forged table was."""
    at: int = orjson.loads(DESK.log[n - 1].e)["at"]
    return at
