"""A turn as it is read to who does not see it: whose turn, the cloth, own cards, choices."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from games import OWN
from tests.some import some
from tests.web.browser.person import DESK, DOING, PHONE, table_for_one

TURNS = 3  # own ones that are read
# in the accessibility tree, as Playwright writes it: one line an element
WHOSE_TURN = re.compile(r"- strong: Your turn")
OTHERS = re.compile(r'- group "Players"')
CLOTH = re.compile(r'- group "On the table"')
OWN_SEAT = re.compile(r'- list "Your seat"')
OWN_CARDS = re.compile(r'- group "Your \d+ cards?"')
CHOICES = re.compile(r'- region "What you may do"')
CAN_BE_DONE = re.compile(r"- button (?!.*, not possible now)")
ORDER = (WHOSE_TURN, OTHERS, CLOTH, OWN_SEAT, OWN_CARDS, CHOICES)


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("game", some("turns read", OWN, 2), ids=lambda game: game.name)
def test_a_turn_is_read_in_the_order_in_which_it_is_needed(
    people: Any, url: str, name: str, game: Any, width: int
) -> None:
    _, table = table_for_one(url, game.name, name)
    one = people(width=width, way="keys")
    one.sit_and_begin(table)
    for _ in range(TURNS):
        one.see(f"{DOING}[aria-busy=false], .result")
        if one.has(".result"):
            return
        wanted = [part for part in ORDER if part is not OWN_CARDS or one.has(".hand")]
        tree = one.page.locator(".tabletop").aria_snapshot()
        places = [found.start() if (found := part.search(tree)) else -1 for part in wanted]
        assert -1 not in places, tree
        assert all(one < other for one, other in pairwise(places)), tree
        assert CAN_BE_DONE.search(tree), tree
        one.take_turn()
