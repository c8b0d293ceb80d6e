"""Shares in a deal: a server that tells two stories gets none, and a dropped share is named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from events.history.signing_keys import keys_in
from events.record.chain import canonical_json, first_head, next_head
from games.core.fairness.commitment import entropy_commitment
from service.commands.client import Client, register_account
from tests.waiting import wait_for
from tests.web.browser.person import DOING, Person
from tests.web.browser.test_disputes import make_auditor
from tests.web.browser.test_pages import check, needs_axe

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from service.commands.processes import ServerStack

SHORT = {"max_hands": 1}
LIE = "This server told two stories about who sits here; nothing of yours was revealed"


@dataclass
class Friend:
    """Somebody who plays without a page, with a share in the deal."""

    asking: Client
    entropy: str = "f" * 32

    @property
    def commitment(self) -> str:
        """Return what they promise."""
        return entropy_commitment(self.asking.get("/v1/players/me")["player"], self.entropy)

    def open_table(self) -> str:
        """Open a table for two."""
        asked = {"game": "boosh", "seats": 2, "options": SHORT, "clock": None}
        table: str = self.asking.post("/v1/tables", asked)["view"]["table"]
        return table

    def sit(self, table: str) -> None:
        """Take a free seat with the promise."""
        self.asking.post(f"/v1/tables/{table}/seats", {"commitment": self.commitment})

    def reveal(self, table: str) -> None:
        """Reveal it under the call, which they do not check."""
        closing = self.asking.get(f"/v1/tables/{table}")["closing"]["head"]
        body = {"entropy": self.entropy, "closing": closing}
        self.asking.post(f"/v1/tables/{table}/reveal", body)

    def begin(self, table: str) -> None:
        """Call for the start and reveal at once: the time for it then bounds the page alone."""
        self.asking.post(f"/v1/tables/{table}/start", {})
        self.reveal(table)


def reveals_of(one: Person) -> list[dict[str, Any]]:
    """Return what is revealed from this browser from now on."""
    sent: list[dict[str, Any]] = []
    one.page.context.on(
        "request",
        lambda asked: sent.append(asked.post_data_json) if asked.url.endswith("/reveal") else None,
    )
    return sent


def seated(people: Any, url: str, name: str) -> tuple[Friend, Person, str, list[dict[str, Any]]]:
    """Seat two with their shares; return them, the table, and what the browser reveals."""
    friend, one = Friend(register_account(url, name)), people()
    table = friend.open_table()
    one.page.goto(f"{one.url}/tables/{table}")
    one.use("button:has-text('Sit here')")
    one.see(".seating li:has-text('share: promised')")
    friend.sit(table)
    one.see("button:has-text('Begin')")
    return friend, one, table, reveals_of(one)


def test_a_share_is_revealed_from_any_page_under_the_call_and_who_could_choose_is_told(
    people: Any, url: str, name: str
) -> None:
    friend, one, table, sent = seated(people, url, name)
    one.use("a.brand")
    one.see(".game")
    friend.begin(table)
    wait_for(lambda: one.page.wait_for_timeout(10) or sent)
    shown = friend.asking.get(f"/v1/tables/{table}")
    assert [body["closing"] for body in sent] == [shown["closing"]["head"]]
    one.page.goto(f"{url}/tables/{table}")
    one.see(".hand")
    first, second = (seat["name"] for seat in shown["seats"])
    told = f"Who could have chosen this deal: the server, {first} and {second} together."
    assert told in one.see(".fairness").inner_text()
    one.page.goto(f"{url}/replay/{table}")
    assert told in one.see(".fairness").inner_text()
    assert not one.has("main [role=alert]")
    assert len(sent) == 1


def test_a_table_that_an_auditor_has_aborted_says_why_and_counts_for_who_sat_there(
    people: Any, url: str, name: str, server: ServerStack
) -> None:
    friend, one, table, _ = seated(people, url, name)
    auditor = register_account(url, f"{name} rules")
    make_auditor(server, f"{name} rules")
    one.page.route("**/reveal", lambda route: route.fulfill(body="{}"))  # or play begins
    friend.asking.post(f"/v1/tables/{table}/start", {})
    auditor.post(f"/v1/tables/{table}/abort", {"reason": "A stranger <b> sits here"})
    one.page.goto(f"{url}/tables/{table}")
    told = one.see(".fairness:has-text('of this server')").inner_text()
    assert told.startswith("The reason: A stranger <b> sits here.")
    assert "chosen this deal: nobody, since the table ended before any cards were dealt." in told
    assert re.search(r"so far: [1-9]\d* tables? of this server, 1 with .*, 1 with ", told)
    player = friend.asking.get("/v1/players/me")["player"]
    one.page.goto(f"{url}/players/{player}")
    one.see("text=1 table aborted before play.")


class Liar:
    """A server that goes back behind a call: another one has sat at a seat with another promise."""

    def __init__(self, server: ServerStack, friend: Friend, table: str) -> None:
        self.signer = keys_in(server.data).signer
        self.table = table
        self.events = friend.asking.get(f"/v1/tables/{table}/events?limit=500")["events"]
        head = first_head(table)
        for event in self.events:
            open_ = {name: part for name, part in event.items() if name not in ("parts", "head")}
            if open_["data"].get("commitment") == friend.commitment:
                open_["data"]["commitment"] = "5" * 64  # to what was searched for
            head = next_head(head, canonical_json(open_))
            event |= {**open_, "head": head.hex()}

    def answer(self, route: Route) -> None:
        """Answer about the log as if it had been so."""
        if route.request.url.endswith("/closing"):
            call = next(one for one in self.events if one["type"] == "table.start_called.v1")
            head = bytes.fromhex(call["head"])
            receipt = self.signer.receipt(self.table, call["n"], head, call["at"], "always")
            told: Any = {"closing": receipt, "settled": None}
        else:
            told = {"events": self.events, "n": len(self.events), "next": None}
        route.fulfill(body=orjson.dumps(told).decode(), content_type="application/json")


@needs_axe
def test_a_server_that_swaps_a_promise_behind_a_call_is_found_out_before_anything_is_revealed(
    people: Any, server: ServerStack, name: str
) -> None:
    friend, one, table, sent = seated(people, server.url, name)
    for path in ("events?*", "closing"):
        one.page.route(
            f"**/v1/tables/{table}/{path}", lambda route: Liar(server, friend, table).answer(route)
        )
    friend.asking.post(f"/v1/tables/{table}/start", {})
    told = one.see(f".notice[role=alert]:has-text('{LIE}')").inner_text()
    assert "is not the one that was shown here" in told
    check(one)
    assert one.is_as_wide_as_the_screen()
    one.page.reload()
    one.see(f".notice[role=alert]:has-text('{LIE}')")
    with one.page.expect_download() as saved:
        one.use(".notice button:has-text('Save the proof')")
    proof = orjson.loads(saved.value.path().read_bytes())["evidence"]
    told_otherwise = friend.asking.get(f"/v1/tables/{table}")
    assert proof["events"][-1]["head"] == proof["receipt"]["head"]
    assert proof["receipt"]["head"] != told_otherwise["closing"]["head"]
    assert proof["seen"]["seats"][1]["commitment"] == friend.commitment
    assert sent == []
    assert told_otherwise["seats"][0]["entropy"] != "revealed"


def test_a_share_that_was_sent_and_is_withheld_is_told_loudly_on_every_page_and_at_its_table(
    people: Any, url: str, name: str
) -> None:
    friend, one, table, sent = seated(people, url, name)
    one.page.route("**/reveal", lambda route: route.fulfill(body="{}"))  # and drop it
    one.use("a.brand")
    one.see(".game")
    friend.begin(table)
    wait_for(lambda: one.page.wait_for_timeout(10) or sent)
    one.see(".banner:has-text('goes without your share')")  # when the time to reveal is over
    one.use(".banner a")
    told = one.see(".notice[role=alert]:has-text('left it out of the deal')").inner_text()
    assert "It had even confirmed that it has your share" in told
    assert "it could choose that way between two deals" in told
    assert not one.has(".banner")
    with one.page.expect_download() as saved:
        one.use(".notice button:has-text('Save my receipts')")
    receipts = orjson.loads(saved.value.path().read_bytes())["receipts"]
    assert sent[0]["closing"] in [receipt["head"] for receipt in receipts]
    assert "the server alone among 2 deals" in one.see(".fairness").inner_text()
    assert "Withheld their share:" in one.see(".fairness").inner_text()


def test_who_leaves_during_the_start_is_played_for_and_may_come_back(
    people: Any, url: str, name: str
) -> None:
    friend, one, table, _ = seated(people, url, name)

    def seats() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = friend.asking.get(f"/v1/tables/{table}")["seats"]
        return told

    one.use("button:has-text('Begin')")  # and the friend does not reveal
    wait_for(lambda: one.page.wait_for_timeout(10) or seats()[0]["entropy"] == "revealed")
    one.use("button:has-text('Leave')")
    sure, back = "button:has-text('Yes, leave')", "button:has-text('Take my seat back')"
    one.see(f"{sure}, {back}")
    if one.has(sure):  # play has begun before that was tapped
        one.use(sure)
    one.see(back)
    assert seats()[0]["bot"] is not None
    one.use(back)
    one.see(".seat-name")
    one.faults.clear()  # the browser tells that the table was not to be seen
    one.see(DOING + ", .hand")  # when the time to reveal is over
    told = [(seat["entropy"], seat["bot"]) for seat in seats()]
    assert told == [("revealed", None), ("withheld", None)]
