"""What happens at a table is seen: the card that decides a trick, who won it, what is said."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from tests.web.browser.person import DOING, Person, table_for_one

HELD = 800  # milliseconds that a finished trick is shown at least
MOST_TURNS = 200
WATCH = """() => {
  window.shown = [];
  const note = () => {
    const ring = document.querySelector(".ring");
    const cards = [...ring?.querySelectorAll(".card") ?? []];
    const inWindow = cards.every((card) => {
      const { top, bottom, left, right } = card.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && bottom > top;
    });
    const seen = {
      at: performance.now(), trick: ring?.parentElement.getAttribute("aria-label") ?? "",
      cards: cards.map((card) => card.getAttribute("aria-label")), inWindow,
      said: document.querySelector(".said")?.textContent ?? "",
      isLeaving: document.querySelector(".surface.taken") !== null,
    };
    window.shown.push(seen);
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(note).observe(document.body, all);
}"""


class Shown(NamedTuple):
    """What stood on the cloth from a moment on, in milliseconds."""

    at: float
    trick: str
    cards: tuple[str, ...]
    said: str
    is_leaving: bool


def watched(one: Person) -> list[Shown]:
    """Return what stood on the cloth of a table of tricks, each once."""
    rows = one.page.evaluate("window.shown")
    assert all(row["inWindow"] for row in rows)
    found = [
        Shown(row["at"], row["trick"], tuple(row["cards"]), row["said"], row["isLeaving"])
        for row in rows
    ]
    return [
        new for old, new in pairwise([Shown(0, "", (), "", False), *found]) if new[1:] != old[1:]
    ]


def tricks_of(url_client: Any, table: str) -> list[list[str]]:
    """Return the cards of each trick by the log."""
    events = url_client.get(f"/v1/tables/{table}/events?limit=1000")["events"]
    tricks: list[list[str]] = [[]]
    for event in events:
        if event["type"] == "boon.card_played.v1":
            tricks[-1].append(event["data"]["card"])
        elif event["type"] == "boon.trick_won.v1":
            tricks.append([])
    return tricks[:-1]


def test_each_card_of_a_trick_is_seen_and_the_finished_trick_stays_for_a_while(
    people: Any, url: str, name: str
) -> None:
    opener, table = table_for_one(url, "boon", name)
    names = {card["id"]: card["name"] for card in opener.get("/v1/games/boon")["cards"]}
    one = people(pace="normal")
    one.sit_and_begin(table)
    one.see(DOING)
    one.page.evaluate(WATCH)
    one.play_to_the_end(MOST_TURNS)
    shown = watched(one)
    tricks = [[names[card] for card in trick] for trick in tricks_of(opener, table)]
    assert tricks
    for trick in tricks:
        # a trick's cards lie there one more at a time, and all of them at the end
        lasting = [
            until.at - seen.at
            for seen, until in pairwise(shown)
            if list(seen.cards) == trick and not seen.is_leaving
        ]
        assert lasting, (trick, [one.cards for one in shown])
        assert sum(lasting) >= HELD, (trick, lasting)


def test_what_a_game_says_is_said_on_the_cloth(people: Any, url: str, name: str) -> None:
    opener, table = table_for_one(url, "bum", name)
    one = people(pace="fast")
    one.sit_and_begin(table)
    one.see(DOING)
    one.page.evaluate(WATCH)
    one.play_to_the_end(MOST_TURNS)
    said = {seen.said.strip() for seen in watched(one)}
    events = opener.get(f"/v1/tables/{table}/events?limit=1000")["events"]
    out = [event for event in events if event["type"] == "bum.player_went_out.v1"]
    assert out
    assert [words for words in said if "out" in words], said


def test_a_tap_on_the_cloth_shows_the_newest_at_once(people: Any, url: str, name: str) -> None:
    _, table = table_for_one(url, "boon", name)
    one = people(pace="slow")
    one.sit_and_begin(table)
    one.see(DOING)
    one.take_turn()
    one.see(f"{DOING}[aria-busy=false], .result")  # nobody else does anything from here on
    one.page.locator(".surface").click(position={"x": 8, "y": 8})
    assert one.see(".surface").get_attribute("class") == "surface deed"
