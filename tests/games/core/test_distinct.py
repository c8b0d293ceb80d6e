"""All actions of a game, one by one."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest

from games import NEWEST
from games.core.contract import Card, Cards, Seat
from games.core.distinct import Among, UnlistedValues, card_row_field, enumerate_actions

BOON = NEWEST["boon"]


@dataclass(frozen=True, slots=True)
class Everything:
    """An action with a field of each type."""

    number: Annotated[int, Among(range(2))]
    pair: tuple[bool, Literal["a", "b", "c"]]
    seat: Seat | None
    cards: Cards
    card: Card
    free: str = "kept"


@dataclass(frozen=True, slots=True)
class Open:
    """An action with a number that has no bounds."""

    number: int


def test_every_value_of_every_field_is_listed_and_rows_are_empty() -> None:
    found = list(enumerate_actions(replace(BOON, actions={"everything": Everything})))
    assert (
        len(found) == len(set(found)) == 2 * 6 * (BOON.seats[-1] + 1) * len(BOON.presentation.faces)
    )
    assert {one.cards for one in found} == {()}
    assert {one.free for one in found} == {"kept"}
    assert card_row_field(Everything) == "cards"
    assert card_row_field(Open) is None


def test_a_number_without_bounds_is_refused_with_what_would_be_right() -> None:
    game = replace(BOON, actions={"open": Open})
    with pytest.raises(
        UnlistedValues, match=r"boon .* `open` has a field `number` .*Among\(range\(100"
    ):
        list(enumerate_actions(game))
