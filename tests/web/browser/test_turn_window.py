"""What a turn needs is in the window without scrolling, on a desk and on a phone."""

from __future__ import annotations

import random
import secrets
from typing import Any

import pytest

from games import OWN
from tests.some import some
from tests.web.browser.person import DOING
from tests.web.browser.turn_window import (
    DESK_SIZE,
    MOST_SEATS,
    PHONE_SIZE,
    SIZES,
    misses_in,
    play_and_measure,
    table_of_bots,
)

SCROLLED = "document.querySelector('.surface').scrollTop"
SCROLL_DOWN = f"{SCROLLED} = 1000, {SCROLLED}"  # as far as it goes
CARDS = {DESK_SIZE: 30, PHONE_SIZE: 24}  # three rows: more than games of these tests deal
CROWD = """(count) => {
  const hand = document.querySelector(".hand"), picks = document.querySelector(".picks");
  while (hand.children.length < count) hand.append(hand.children[0].cloneNode(true));
  hand.classList.add("many");
  while (picks.children.length < 6) picks.append(picks.children[0].cloneNode(true));
  const refusal = document.createElement("p");
  refusal.className = "problem";
  refusal.textContent = "These cards are no such set";
  picks.before(refusal);
}"""
SEEDS = range(10)  # a game for each at each size: 100 with five games and two sizes


def misses_of(people: Any, url: str, game: Any, size: tuple[int, int], seed: int) -> list[str]:
    """Play a table of a game; return what was not in the window, and at which turn."""
    luck = random.Random(f"{game.name} {size} {seed}")
    width, height = size
    one = people(width=width, way="taps" if size == PHONE_SIZE else "keys")
    one.page.set_viewport_size({"width": width, "height": height})
    seats = luck.randint(game.seats[0], min(game.seats[-1], MOST_SEATS))
    _, table = table_of_bots(url, game.name, f"Ada {secrets.token_hex(4)}", seats)
    print(f"{game.name}, {seats} seats, {width}x{height}, seed {seed}: {table}")
    played = play_and_measure(one, game.name, table, luck)
    print(f"{played.turns} own turns, {len(played.misses)} misses")
    assert played.turns > 0
    one.page.context.close()
    return played.misses


@pytest.mark.parametrize("game", some("turns in the window", OWN, 2), ids=lambda game: game.name)
def test_what_a_turn_needs_is_in_the_window(people: Any, url: str, game: Any) -> None:
    for size in (DESK_SIZE, PHONE_SIZE):
        assert misses_of(people, url, game, size, seed=0) == []


def test_a_cloth_that_was_scrolled_shows_what_the_next_turn_needs(
    people: Any, url: str, name: str
) -> None:
    width, height = PHONE_SIZE
    one = people(width=width)
    one.page.set_viewport_size({"width": width, "height": height})
    _, table = table_of_bots(url, "boojum", name, MOST_SEATS)
    one.sit_and_begin(table)
    one.see(f"{DOING}[aria-busy=false]")
    assert one.page.evaluate(SCROLL_DOWN) > 0
    one.take_turn()
    one.see(f"{DOING}[aria-busy=false]")
    assert misses_in(one, "boojum") == []


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
def test_a_full_hand_and_many_sets_leave_the_choices_in_the_window(
    people: Any, url: str, name: str, size: tuple[int, int]
) -> None:
    width, height = size
    one = people(width=width)
    one.page.set_viewport_size({"width": width, "height": height})
    _, table = table_of_bots(url, "boojum", name, 3)
    one.sit_and_begin(table)
    one.see(f"{DOING}[aria-busy=false] .picks")
    one.page.evaluate(CROWD, CARDS[size])
    assert misses_in(one, "boojum") == []


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_what_a_turn_needs_is_in_the_window_over_100_games(
    people: Any, url: str, game: Any, size: tuple[int, int]
) -> None:
    misses = {seed: misses_of(people, url, game, size, seed) for seed in SEEDS}
    assert {seed: found for seed, found in misses.items() if found} == {}
