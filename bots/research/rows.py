"""Rows of cards, chosen one by one in the order of a sorted hand, so that each row has one way.

Whatever is offered leads to an action that the rules accept:

* where the game lists actions with rows, these are they (a `Pick` beside them covers other cards
  that do the same);
* of a `Pick` without further demands, any row;
* of one that accepts all its cards together (a bid in cards), every card with which the widest
  row from there on is accepted;
* of any other, its example and what comes of it by adding, leaving out or changing one card.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from games.core.contract import Card, Cards, Pick

Accepts = Callable[[Cards], bool]


class CardRows(Protocol):
    """The rows of cards that an action may have."""

    def after(self, chosen: Cards) -> Sequence[Card]:
        """Return the cards that may come next."""

    def made(self, chosen: Cards) -> Any:
        """Return the action with exactly these cards, or None where they are no whole row."""


@dataclass(frozen=True, slots=True)
class ListedRows:
    """Rows that are there one by one: cards in order -> action."""

    actions: Mapping[Cards, Any]

    def after(self, chosen: Cards) -> Sequence[Card]:
        """Return the cards with which a row goes on."""
        size = len(chosen)
        fitting = (row for row in self.actions if len(row) > size and row[:size] == chosen)
        return list(dict.fromkeys(row[size] for row in fitting))

    def made(self, chosen: Cards) -> Any:
        """Return the action of a whole row."""
        return self.actions.get(chosen)


@dataclass(frozen=True, slots=True)
class AnyRows:
    """All rows of `least` to `most` of some cards in order."""

    pick: Pick[Any]
    cards: Cards

    def after(self, chosen: Cards) -> Sequence[Card]:
        """Return the cards after those chosen that leave enough behind them."""
        if len(chosen) == self.pick.most:
            return []
        last = len(self.cards) - max(0, self.pick.least - len(chosen) - 1)
        return list(dict.fromkeys(self.cards[_index_after_chosen(self.cards, chosen) : last]))

    def made(self, chosen: Cards) -> Any:
        """Return the action of enough cards."""
        if self.pick.least <= len(chosen) <= self.pick.most:
            return _with_row(self.pick, chosen)
        return None


@dataclass(frozen=True, slots=True)
class WideRows:
    """Rows that more cards make better, as far as the rules accept them."""

    pick: Pick[Any]
    cards: Cards
    accepts: Accepts

    def after(self, chosen: Cards) -> Sequence[Card]:
        """Return the cards with which the widest row is accepted."""
        return list(dict.fromkeys(self.leading(chosen)))

    def leading(self, chosen: Cards) -> Iterator[Card]:
        """Yield the cards after those chosen until so few are left that they are refused."""
        for at in range(_index_after_chosen(self.cards, chosen), len(self.cards)):
            if not self.accepts((*chosen, *self.cards[at:])):
                return
            yield self.cards[at]

    def made(self, chosen: Cards) -> Any:
        """Return the action of a row that is accepted."""
        return _with_row(self.pick, chosen) if chosen and self.accepts(chosen) else None


def _index_after_chosen(cards: Cards, chosen: Cards) -> int:
    """Return the place after the last of the chosen cards."""
    at = 0
    for card in chosen:
        at = cards.index(card, at) + 1
    return at


def _with_row(pick: Pick[Any], cards: Cards) -> Any:
    """Return the action with these cards."""
    return replace(pick.example, **{pick.field: cards})


def rows_of(pick: Pick[Any], order: Mapping[str, int], accepts: Accepts) -> CardRows:
    """Return the rows that a pick offers; `order` says where each card stands."""
    cards = sort_row_cards(pick.cards, order)
    if pick.must is None:
        return AnyRows(pick, cards)
    if pick.most == len(cards) and accepts(cards):
        return WideRows(pick, cards, accepts)
    example = sort_row_cards(getattr(pick.example, pick.field), order)
    near = [row for row in dict.fromkeys(_neighbouring_rows(example, cards, order)) if accepts(row)]
    return ListedRows({row: _with_row(pick, row) for row in near} | {example: pick.example})


def _neighbouring_rows(row: Cards, cards: Cards, order: Mapping[str, int]) -> Iterator[Cards]:
    """Yield rows that differ from this one in one card: more, less, or another."""
    spare = list(cards)
    for card in row:
        spare.remove(card)
    fewer = [(*row[:at], *row[at + 1 :]) for at in range(len(row))]
    yield from fewer
    for card in dict.fromkeys(spare):
        for base in (row, *fewer):
            yield sort_row_cards((*base, card), order)


def sort_row_cards(cards: Iterable[Card], order: Mapping[str, int]) -> Cards:
    """Return cards as they stand in a sorted hand."""
    return tuple(sorted(cards, key=order.__getitem__))
