"""Rule T20: what a bot draws follows from the secret of the hand, so nobody can try seeds."""

from games.core.contract import Seat
from games.core.shuffle import canonical, keyed
from games.table import refusals
from games.table.commands import Act
from games.table.state import Table

BYTES = 6  # of a seed: JSON holds numbers below 2^53


def seed_of(table: Table, seat: Seat) -> int:
    """Return the seed of the next move of the bot in a seat; UnknownSecret where it is not told."""
    holder = table.holders[seat]
    assert holder is not None
    assert holder.bot is not None
    moves, entropies = table.moves[seat], list(table.entropies)
    name = [table.group, table.hand, holder.bot, seat, moves, entropies]
    if table.randomness is not None:
        name.append(table.randomness)
    return int.from_bytes(keyed(table.secret_of(table.hand), canonical(name))[:BYTES], "big")


def require_seed(table: Table, command: Act) -> None:
    """Rule T20: a bot that says how it found its action had the seed of this move."""
    if command.bot is None:
        return
    holder = table.holders[command.seat]
    if (
        holder is None
        or holder.bot is None
        or command.bot.get("seed") != seed_of(table, command.seat)
    ):
        raise refusals.WRONG_SEED(command.seat)
