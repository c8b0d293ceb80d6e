"""Rule T20: what a bot draws follows from the secret of the hand, so nobody can try seeds.

So whoever knows a table, the events of the hand and the seed can have the bot choose again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games import game_of
from games.core.bots import Bot, Budget
from games.core.contract import Choices, ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.fairness.shuffle import canonical_bytes, hmac_sha256
from games.core.search import choose_bot_action
from games.core.type_hints.values import BadValue, split_by_audience, visible_fields
from games.table import refusals
from games.table.state import Fact, Table

BYTES = 6  # of a seed: JSON holds numbers below 2^53
LATE: Final = 2_000  # milliseconds by which thoughts begin late, after which they are shorter
HALVINGS: Final = 3  # of a budget, at most
TAKES_OVER: Final = "regular"  # the level that plays on for a player who is away


def seed_of(table: Table, seat: Seat) -> int:
    """Return the seed of the next move of the bot in a seat; UnknownSecret where it is not told."""
    holder = table.holders[seat]
    assert holder is not None
    assert holder.bot is not None
    beacon = () if table.randomness is None else (table.randomness,)
    name = (
        table.terms.group,
        table.hand,
        holder.bot,
        seat,
        table.moves[seat],
        table.entropies,
        *beacon,
    )
    return int.from_bytes(
        hmac_sha256(table.secret_of(table.hand), canonical_bytes(name))[:BYTES], "big"
    )


def require_level(table: Table, level: str) -> None:
    """Rule T2: a seat is given to a bot of a level that the game has."""
    require_level_of(table.game.name, table.game.version, level)


def require_level_of(game: str, rules: int, level: str) -> None:
    """Rules T2 and T26: refuse a level that the bots of a game do not have."""
    levels = game_of(game, rules).bots.ladder
    if level not in levels:
        raise BadValue("bot", f"must be one of: {', '.join(levels)}")


def require_seed(table: Table, seat: Seat, report: Mapping[str, Any]) -> None:
    """Rule T20: a bot that says how it found its action had the seed of this move."""
    holder = table.holders[seat]
    if holder is None or holder.bot is None or report.get("seed") != seed_of(table, seat):
        raise refusals.WRONG_SEED(seat)


def events_seen_by(table: Table, facts: Iterable[Fact], seat: Seat) -> list[ReceivedEvent]:
    """Return the game's events among these as a seat received them."""
    names = {kind: name for name, kind in table.game.events.items()}
    return [
        ReceivedEvent(names[type(fact.event)], visible_fields(*split_by_audience(fact.event), seat))
        for fact in facts
        if type(fact.event) in names
    ]


def bot_in(table: Table, seat: Seat) -> Bot[Any]:
    """Return the game's bot that plays for a seat."""
    holder = table.holders[seat]
    assert holder is not None
    assert holder.bot is not None
    bot: Bot[Any] = table.game.bots.ladder[holder.bot]
    return bot


def planned_playouts(table: Table, bot: Bot[Any], late: int) -> int:
    """Rule T25: return the playouts of a move whose thought begins so many milliseconds late."""
    halvings = late // LATE if table.is_casual() else 0
    return bot.playouts >> max(0, min(HALVINGS, halvings))


def allowed_budgets(table: Table, seat: Seat, at: int) -> frozenset[int]:
    """Rule T25: return the playouts that a move of this time may have had; 0: one in a hurry."""
    bot, hurry = bot_in(table, seat), table.hurry_at(seat)
    hurried = () if hurry is None or at < hurry else (0,)
    return frozenset(
        [*(planned_playouts(table, bot, LATE * k) for k in range(HALVINGS + 1)), *hurried]
    )


def report_of(bot: Bot[Any], seed: int, budget: Budget, ms: int) -> dict[str, Any]:
    """Return how a bot says that it found its action, and what that took."""
    return {
        "level": bot.level, "version": bot.version, "seed": seed,
        "budget": budget.playouts, "playouts": budget.done, "ms": ms,
    }  # fmt: skip


def choose_for_seat(
    table: Table, seat: Seat, events: Sequence[ReceivedEvent], seed: int, budget: Budget
) -> Any:
    """Ask the game's bot, which gets what a person in that seat would get.

    `events` are those of the newest hand; `seed` is that of `seed_of`.
    """
    choices: Choices[Any] = table.game.rules.choices(table.play, seat)
    view = table.game.view(table.play, seat)
    bot, luck = bot_in(table, seat), Chance(seed)
    return choose_bot_action(table.game, bot, view, choices, events, luck=luck, budget=budget)
