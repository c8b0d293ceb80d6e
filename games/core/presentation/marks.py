"""Marks in texts for people, so that a page can link cards and seats: ``[words](kind:id)``.

What is marked reads as well without its mark, which `strip_marks` takes away.

>>> text = f"{seat_mark(1)} plays {card_mark('gold-7', 'Gold 7')}"
>>> text
'[seat 1](seat:1) plays [Gold 7](card:gold-7)'
>>> strip_marks(text)
'seat 1 plays Gold 7'
>>> [*marks_in(text)]
[Mark(words='seat 1', kind='seat', id='1'), Mark(words='Gold 7', kind='card', id='gold-7')]
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

MARK: Final = re.compile(r"\[([^][]+)\]\((card|seat):([A-Za-z0-9-]+)\)")


class Mark(NamedTuple):
    """A marked part of a text.

    Attributes:
        words: what people read.
        kind: ``card`` or ``seat``.
        id: of the card among the game's cards; the number of the seat.
    """

    words: str
    kind: str
    id: str


def card_mark(card: str, name: str) -> str:
    """Return a card's name, marked."""
    return f"[{name}](card:{card})"


def seat_mark(seat: int) -> str:
    """Return a seat in words, marked; at the beginning of a sentence see `as_sentence`."""
    return f"[seat {seat}](seat:{seat})"


def as_sentence(text: str) -> str:
    """Return a text that begins with a capital, be it within a mark.

    >>> as_sentence("[seat 1](seat:1) passes"), as_sentence("nobody bids")
    ('[Seat 1](seat:1) passes', 'Nobody bids')
    """
    if text.startswith("["):
        return f"[{text[1:2].upper()}{text[2:]}"
    return text[:1].upper() + text[1:]


def marks_in(text: str) -> Iterator[Mark]:
    """Yield the marks of a text in their order."""
    return (Mark(*found.groups()) for found in MARK.finditer(text))


@lru_cache(1024)  # views tell most sentences again and again
def strip_marks(text: str) -> str:
    """Return a text with the words of its marks in their places."""
    return MARK.sub(r"\1", text)
