"""What a seat may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.boojum.cards import SUITS
from games.core.contract import Cards
from games.core.dispatch import by_name
from games.core.distinct import Among

SETS = (  # the names of the kinds in `sets`; several go by one name for different tokens
    "straight", "aces_and_crowns", "one_rank", "flush", "symbols", "run",
    "locations", "people", "events",
    "locations_of_a_suit", "people_of_a_suit", "events_of_a_suit",
    "locations_in_sequence", "people_in_sequence", "events_in_sequence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bid:
    """Rule 5: add `cards` from the hand to the own bid pile for the slot under auction."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 5: stay out of this slot's auction."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Rule 9: turn in `cards` as a set of this `kind` for a token.

    `excuses` names what the Excuses among the cards stand for, as far as the kind needs it (B29):
    a rank, or the suits of its symbols joined by ``/``. What is left out is filled in.
    """

    token: Annotated[str, Among(SUITS)]
    kind: Annotated[str, Among(SETS)]
    cards: Cards
    excuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Rule 9: make no more claims in this claim phase."""


Action = Bid | Pass | Claim | Done
ACTIONS: Mapping[str, type[Action]] = by_name(
    Action,
    {"bid": Bid, "pass": Pass, "claim": Claim, "done": Done},
)
