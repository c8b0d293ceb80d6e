"""Whole games played through the page, which measure at each own turn what is in the window."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.commands.client import Client, register_account
from tests.web.browser.person import BUTTON, DOING, Person

if TYPE_CHECKING:
    from playwright.sync_api import Locator

DESK_SIZE, PHONE_SIZE = (1280, 800), (390, 844)
SIZES = (DESK_SIZE, PHONE_SIZE)
MOST_SEATS = 6
MOST_TURNS = 400
BOTS: Final = "novice"

# what a turn needs -> where it is drawn; each that is there must be seen in full
NEEDED: Final = {
    "own cards": ".hand .card",
    "whose turn it is": ".turn-line",
    "choices": ".doing .row.choices, .doing .picks",
    "the first choice": ".doing .choices > button:first-child, .doing .pick:first-child > button",
    "pass": ".doing .row.choices:last-of-type > button:not(.main)",
    "trick, or what is to be beaten": ".ring .card, .round .cards.large .card",
    "the cards for sale": ".middle .pile.marked .card",
}
NEEDED_BY_GAME: Final = {
    "boosh": {
        "the deck and the pile": ".middle .pile > .cards .card",
        "the four cards": ".seat.own .pile .card",
    },
}
MISSES = """async ([needed, own]) => {
  const missed = () => {
    const misses = [];
    const seenAt = (element, x, y) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    for (const [what, selector] of Object.entries({ ...needed, ...own })) {
      for (const element of document.querySelectorAll(selector)) {
        if (element.closest("details")) continue; // the round before, and all choices as a list
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const isDown = top >= 0 && bottom <= innerHeight && bottom > top;
        const isAcross = left >= 0 && right <= innerWidth;
        // cards of a fan cover each other: of each, its left edge is seen
        const edge = left + 4, isSeen = isDown && isAcross
          && seenAt(element, edge, top + 4) && seenAt(element, edge, bottom - 4);
        if (!isSeen) {
          const box = [left, top, right, bottom].map(Math.round).join(" ");
          const name = element.getAttribute("aria-label") ?? element.textContent.trim();
          const on = document.elementFromPoint(edge, top + 4);
          const cover = `${on?.tagName} ${on?.className}`;
          misses.push(`${what}: ${name.slice(0, 40)} at ${box}, under ${cover}`);
        }
      }
    }
    if (document.querySelector(".turn-line") === null) misses.push("whose turn it is: nowhere");
    return misses;
  };
  // a view is drawn some frames before the cloth shows it: a person sees the frame behind those
  let misses = [];
  for (let frame = 0; frame < 3 || (frame < 30 && misses.length > 0); frame += 1) {
    await new Promise(requestAnimationFrame);
    misses = missed();
  }
  return misses;
}"""


class Played(NamedTuple):
    """A game that was played: of how many turns, and what was not in the window at which."""

    turns: int
    misses: list[str]


def table_of_bots(url: str, game: str, name: str, seats: int, **options: Any) -> tuple[Client, str]:
    """Return who has opened a table of so many seats with bots in all but the first; and its id."""
    opener = register_account(url, name)
    brief = opener.get(f"/v1/games/{game}")["brief"]
    asked = {"game": game, "seats": seats, "options": {**brief, **options}, "clock": None}
    table = opener.post("/v1/tables", asked)["view"]["table"]
    for seat in range(1, seats):
        opener.post(f"/v1/tables/{table}/seats", {"seat": seat, "bot": BOTS})
    return opener, str(table)


def misses_in(one: Person, game: str) -> list[str]:
    """Return what a person does not see of an own turn without scrolling."""
    found: list[str] = one.page.evaluate(MISSES, [NEEDED, NEEDED_BY_GAME.get(game, {})])
    return found


def any_of(found: Locator, luck: random.Random) -> Locator:
    """Return one of what was found."""
    return found.nth(luck.randrange(found.count()))


def take_any_turn(one: Person, luck: random.Random) -> None:
    """Do something that can be done, whatever it is; tap a card before where all needs one."""
    ready = f"{DOING} {BUTTON}.main, {DOING} .choices {BUTTON}"
    cards = ".felt button.card:not(.dim):visible"
    one.see(f"{DOING}[aria-busy=false]")
    seen = one.n
    found = one.page.locator(ready)
    if one.has(cards) and (not found.count() or luck.random() < 1 / 2):
        any_of(one.page.locator(cards), luck).click()
    if not found.count():
        put_back = one.page.locator(f"{DOING} button.quiet:has-text('Put the cards back')")
        if put_back.count():
            put_back.click()
        pick = f"{DOING} .pick button.quiet"
        one.page.locator(pick if one.has(pick) else cards).first.click()
        one.see(ready)
    any_of(one.page.locator(ready), luck).click()
    one.page.wait_for_function(
        """(seen) => Number(document.querySelector("[data-n]")?.dataset.n) > seen""", arg=seen
    )


def play_and_measure(one: Person, game: str, table: str, luck: random.Random) -> Played:
    """Play a table to its end; look at the window at each own turn before anything is done."""
    misses: list[str] = []
    one.sit_and_begin(table)
    for turn in range(MOST_TURNS):
        one.see(f"{DOING}[aria-busy=false], .result")
        if one.has(".result"):
            return Played(turn, misses)
        found = misses_in(one, game)
        misses += [f"turn {turn + 1}: {miss}" for miss in found]
        take_any_turn(one, luck)
    raise AssertionError(f"no result after {MOST_TURNS} turns")
