"""Hints: what the strongest bot of a game would do in a player's seat, and why.

A hint follows from what the seat knows, as a bot's move does. Its luck follows from public facts
alone, so two tables that look alike to a seat give the same hint.
"""

from collections.abc import Sequence
from typing import Any, Final

from games.core.bots import Bot, Budget, levels_of
from games.core.contract import ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.fairness.shuffle import canonical_bytes, hmac_sha256
from games.core.presentation.texts import Note, Text, template
from games.core.search import FoundMove, MoveComparison, explain_bot_action
from games.table.state import Table

BYTES: Final = 6  # of a seed
PURPOSE: Final = b"fairdeal/hint"

COMPARED: Final = template(
    "hint.compared",
    "In {better} of 100 deals that fit what you know it does better than \u201c{other}\u201d,"
    " in {worse} of 100 worse",
    better="number",
    worse="number",
    other="word",
)
RULE_KEPT: Final = template(
    "hint.rule_kept", "It is the rule of thumb, and no other move is clearly better"
)
RULE_LEFT: Final = template(
    "hint.rule_left", "The rule of thumb would be \u201c{rule}\u201d", rule="word"
)
RULE_ALONE: Final = template("hint.rule_alone", "It is the rule of thumb; no other move was tried")
HINT_TEXTS: Final = (COMPARED, RULE_KEPT, RULE_LEFT, RULE_ALONE)


def gives_hints(table: Table) -> bool:
    """Say whether players get hints at a table: one person plays against bots, and nothing counts.

    Nobody else may come back to a seat, and no other table has the same deals.
    """
    people = [seat for seat in map(Seat, range(table.seats)) if not table.is_bot(seat)]
    is_kept = any(table.away(seat) is not None for seat in map(Seat, range(table.seats)))
    is_counted = table.terms.tournament is not None or not table.is_casual()
    return len(people) == 1 and not is_kept and not is_counted


def hinted_seat(table: Table) -> Seat | None:
    """Return the seat that may be given a hint now; None: nobody may."""
    if table.phase != "playing" or not gives_hints(table):
        return None
    return next((seat for seat in table.to_act() if not table.is_bot(seat)), None)


def find_hint(table: Table, seat: Seat, events: Sequence[ReceivedEvent]) -> FoundMove:
    """Return what the strongest bot finds in a seat; `events`: of this hand, as the seat saw them.

    The search takes the same number of playouts on every machine.
    """
    bot = strongest_bot(table)
    return explain_bot_action(
        table.game,
        bot,
        table.game.view(table.play, seat),
        table.game.rules.choices(table.play, seat),
        events,
        luck=Chance(public_seed(table, seat)),
        budget=Budget(bot.playouts),
    )


def strongest_bot(table: Table) -> Bot[Any]:
    """Return the strongest of a game's bots."""
    levels = table.game.bots.levels
    bot: Bot[Any] = levels[levels_of(levels)[-1]]
    return bot


def public_seed(table: Table, seat: Seat) -> int:
    """Return the seed of a hint, which anybody could compute."""
    name = canonical_bytes([table.id, table.n, seat])
    return int.from_bytes(hmac_sha256(PURPOSE, name)[:BYTES], "big")


def hint_reasons(
    action: Text | str, rule: Text | str, closest: MoveComparison | None
) -> list[Note]:
    """Return why a move was found, in sentences; moves are given in words.

    `rule`: the move of the rule of thumb; `closest`: the comparison with the closest rival, whose
    action is in words, too; None: no other move was tried.
    """
    if closest is None:
        return [RULE_ALONE()]
    compared = COMPARED(better=closest.better, worse=closest.worse, other=closest.action)
    return [compared, RULE_KEPT() if action == rule else RULE_LEFT(rule=rule)]
