"""The options of a table of Boojum."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.boojum.cards import RANK_ORDERS, RankOrder
from games.core.contract import Seat
from games.core.options import BadOptions, Flag, IntegerRange, SeatOrRandom, Shorthand, is_whole

SEATS_A_DECKTET = 3  # B28
MOST_DECKTETS = 4
EXTENDED_CARDS = ("excuse", "pawns", "courts")  # B38: the options that add them


@dataclass(frozen=True, slots=True)
class DecktetCount:
    """A number of Decktets that serves the seats, or null: as many as the seats need."""

    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if value is None:
            return None
        if not isinstance(value, int) or not is_whole(value, 2, MOST_DECKTETS):
            return f"must be null (as many as the seats need) or from 2 to {MOST_DECKTETS}"
        if seats > SEATS_A_DECKTET * value:
            return f"serves at most {SEATS_A_DECKTET * value} seats; {seats} need more Decktets"
        return None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": ["integer", "null"], "minimum": 2, "maximum": MOST_DECKTETS}


@dataclass(frozen=True, slots=True)
class Options:
    """How a table deviates from the plain game; the meanings name the ruling."""

    SHORTHANDS: ClassVar[Mapping[str, Shorthand]] = {
        "deck": Shorthand(
            {
                "basic": dict.fromkeys(EXTENDED_CARDS, False),
                "extended": dict.fromkeys(EXTENDED_CARDS, True),
            },
            "B38: extended adds the Excuse, the Pawns and the Courts together",
        )
    }

    decks: Annotated[
        int | None,
        DecktetCount(
            "B28: number of Decktets; null: two for 3-6 seats, three for 7-9, four for 10-12"
        ),
    ] = None
    first_dealer: Annotated[Seat | None, SeatOrRandom("rule 1: who deals")] = None
    excuse: Annotated[bool, Flag("one Excuse a Decktet, a joker in any set")] = False
    pawns: Annotated[bool, Flag("four Pawns a Decktet, between 9 and Crown")] = False
    courts: Annotated[bool, Flag("B20: four Courts a Decktet, after the Pawns")] = False
    excuse_symbols: Annotated[
        int, IntegerRange(1, 3, "B16: most suit symbols an Excuse supplies in a set of symbols")
    ] = 1
    allow_duplicate_token: Annotated[
        bool, Flag("B11: a seat may take a token it already holds")
    ] = False
    max_idle_rounds: Annotated[
        int, IntegerRange(1, 10, "B23: the game stops after so many rounds in which nothing moves")
    ] = 3
    max_rounds: Annotated[
        int, IntegerRange(1, 1000, "B23: the game stops after so many rounds")
    ] = 500
    reveal_slots_between_rounds: Annotated[
        bool, Flag("cards everybody has seen in a slot stay visible while it is face down")
    ] = False

    def __post_init__(self) -> None:
        """Refuse Courts without Pawns (B20)."""
        if self.courts and not self.pawns:
            raise BadOptions({"courts": "need the Pawns too (B20): set pawns to true"})

    def decktets(self, seats: int) -> int:
        """Return the number of Decktets in play."""
        return self.decks or max(2, -(-seats // SEATS_A_DECKTET))

    @property
    def ranks(self) -> RankOrder:
        """Return the order of the ranks in play."""
        return RANK_ORDERS[self.pawns, self.courts]
