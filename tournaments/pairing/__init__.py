"""Who meets whom: the next round of a tournament from all that was before it, as pure functions."""

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import (
    DrawnRound,
    Format,
    Knockout,
    PairingContext,
    RoundRobin,
    Swiss,
    Table,
)
from tournaments.pairing.knockout import knockout_round
from tournaments.pairing.possible import require_possible, rounds_needed
from tournaments.pairing.round_robin import round_robin_round
from tournaments.pairing.swiss import swiss_round

__all__ = [
    "DrawnRound",
    "Format",
    "Knockout",
    "PairingContext",
    "RoundRobin",
    "Swiss",
    "Table",
    "next_round",
    "require_possible",
    "rounds_needed",
]


def next_round(format: Format, past: PairingContext, luck: Chance) -> DrawnRound | None:
    """Return the round that follows, or None when the format is over or too few are left."""
    match format:
        case RoundRobin():
            return round_robin_round(format, past, luck)
        case Swiss():
            return swiss_round(format, past, luck)
        case Knockout():
            return knockout_round(format, past, luck)
