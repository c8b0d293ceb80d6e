"""Who may know a field of an event or an action.

A field without a mark is public. The marks stand in the type of the field:

    card: Annotated[Card, visible_to("seat")]                known to the seat in field `seat`
    cards: Annotated[tuple[Card, ...], visible_to("giver", "taker")]     known to both seats
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]   element k is known to seat k
    deck: Annotated[tuple[Card, ...], HAND]          to nobody until the hand is opened
    secret: Annotated[str, TABLE]                    to nobody until the table is opened
    cards: Annotated[tuple[Card, ...], OWN]          of an action: known to who acts

The seats that `visible_to` names are read from public fields, so an event's audiences follow from
public facts alone.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Audience:
    """The mark of a sealed field; `fields` name the public fields that hold its seats."""

    kind: str
    fields: tuple[str, ...] = ()


def visible_to(*fields: str) -> Audience:
    """Mark a field that only the seats named in the public `fields` may know."""
    return Audience("seats", fields)


EACH_SEAT = Audience("each_seat")
OWN = Audience("own")
HAND = Audience("hand")
TABLE = Audience("table")
