"""What a seat may do, in numbers: whole actions, and rows of cards that are chosen one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bots.research.numbers import Numbering, game_numbering
from bots.research.rows import CardRows, ListedRows, rows_of, sort_row_cards
from games.core.contract import Cards, Illegal, Seat
from games.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class LegalSteps:
    """What a seat may do: whole actions by number, and rows of cards by the number of a stem."""

    whole: Mapping[int, Any]
    stems: Mapping[int, CardRows]


def seat_offer(game: AnyGame, state: Any, seat: Seat) -> LegalSteps:
    """Return what a seat may do."""
    numbers = game_numbering(game)
    choices = game.rules.choices(state, seat)
    whole: dict[int, Any] = {}
    listed: dict[int, dict[Cards, Any]] = {}
    for action in choices.actions:
        name = numbers.rows[type(action)]
        if name is None:
            whole[numbers.of_action[action]] = action
        else:
            row = sort_row_cards(getattr(action, name), numbers.of_card)
            listed.setdefault(stem_of(numbers, action), {})[row] = action
    stems: dict[int, CardRows] = {number: ListedRows(rows) for number, rows in listed.items()}
    kinds = {type(action) for action in choices.actions}
    for pick in choices.picks:
        if type(pick.example) not in kinds:

            def accepts(cards: Cards, pick: Any = pick) -> bool:
                action = replace(pick.example, **{pick.field: cards})
                return bool(events_if_legal(game, state, seat, action))

            stems[stem_of(numbers, pick.example)] = rows_of(pick, numbers.of_card, accepts)
    return LegalSteps(whole, stems)


def stem_of(numbers: Numbering, action: Any) -> int:
    """Return the number of an action without its row."""
    name = numbers.rows[type(action)]
    assert name is not None, f"{action} has no row of cards"
    return numbers.of_action[replace(action, **{name: ()})]


def events_if_legal(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[Any, ...]:
    """Return what an action makes happen; nothing if others, who chose at once, came before."""
    if seat not in game.rules.to_act(state):
        return ()
    try:
        return game.rules.decide(state, seat, action)
    except Illegal:
        return ()
