"""Analysis: what a seat's decisions were worth, judged on what the seat knew when it decided.

The search is that of hints, with the same luck, so a hint and the analysis of the same decision
name the same move. What the played move loses against it is measured on other deals.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

from games.core.contract import ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.search import MoveCost, move_cost
from games.table.hints import find_hint, public_seed, strongest_bot
from games.table.state import Table

Grade = Annotated[
    Literal["good", "inaccuracy", "mistake", "blunder"],
    "How much the move loses, by bounds of the game; good where it may lose nothing.",
]
GRADES: Final[tuple[str, ...]] = get_args(get_args(Grade)[0])
DEALS: Final = 100  # on which a move is compared with the one found
ERRORS: Final = 2  # standard errors on each side of a cost: an interval of about 95 %


class JudgedMove(NamedTuple):
    """A move that was played, the one that the search finds, and what the first loses."""

    best: Any
    cost: MoveCost | None  # None: it is the same move
    grade: Grade


def gives_analysis(table: Table) -> bool:
    """Say whether a table can be analysed: it has ended, its log is open, a bot of it searches."""
    return table.was_played and table.is_bare() and strongest_bot(table).guide is not None


def is_decision(table: Table, seat: Seat) -> bool:
    """Say whether a seat that may act has more than one way to do so."""
    choices = table.game.rules.choices(table.play, seat)
    return bool(choices.picks) or len(choices.actions) > 1


def judge_move(
    table: Table, seat: Seat, action: Any, events: Sequence[ReceivedEvent]
) -> JudgedMove:
    """Judge an action of a seat at a table as it was before; `events`: see `find_hint`."""
    guide = strongest_bot(table).guide
    assert guide is not None, "only bots that search can judge"
    best = find_hint(table, seat, events).action
    if best == action:
        return JudgedMove(best, None, "good")
    view, luck = table.game.view(table.play, seat), Chance(public_seed(table, seat))
    moves = best, action
    cost = move_cost(table.game, guide, view, events, moves, luck=luck, deals=DEALS)
    return JudgedMove(best, cost, grade_of(cost, guide.losses))


def grade_of(cost: MoveCost, losses: tuple[float, float, float]) -> Grade:
    """Return the class of a move by what it loses; `losses`: from where on each class begins."""
    if cost.points <= ERRORS * cost.error:
        return "good"
    inaccuracy, mistake, blunder = losses
    if cost.points < inaccuracy:
        return "good"
    return (
        "inaccuracy" if cost.points < mistake else "mistake" if cost.points < blunder else "blunder"
    )
