"""Rules T9b, T15 to T19: what may be ruled, what follows, and what it leaves of a result."""

from collections.abc import Sequence
from typing import Any, Protocol

from games.core.contract import Outcome, Seat, private_copy
from games.core.options import is_whole
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.attendance import rank_behind
from games.table.checks import is_digest, require_waiting_for_play, require_word
from games.table.commands import Abort, Rule
from games.table.endings import BROKEN_OFF, FORFEIT, VOIDED, WITHOUT_RESULT
from games.table.evolve import apply_ruling
from games.table.state import Table

VERDICTS = ("upheld", "dismissed")
REMEDIES = ("none", "hand_voided", "table_voided", "points_adjusted")
MOST_POINTS = 1_000_000  # up or down, for one seat in one ruling


def happened_by(table: Table, by: str, ruling: Rule) -> list[Any]:
    """Rules T15 to T18: return what a ruling at an open table makes happen, or raise Illegal."""
    require_impartial(table, by)
    _require_ruling(table, ruling)
    happened: list[Any] = [_ruled_by(ruling)]
    if ruling.remedy == "table_voided":
        happened.append(ev.Closed(VOIDED, (), ()))
    elif ruling.remedy == "hand_voided" and table.play_known:
        happened.append(table.game.rules.void(table.play, ruling.hand))
    return happened


def _ruled_by(ruling: Rule) -> ev.Ruled:
    """Rule T15: return the ruling as something that has happened."""
    return ev.Ruled(
        ruling.dispute,
        ruling.hand,
        ruling.verdict,
        ruling.remedy,
        ruling.points,
        ruling.reason,
    )


class SeatRegister(Protocol):
    """What tells who holds or held a seat of a table: itself, or what a dispute says of it."""

    @property
    def former(self) -> Sequence[str | None]:
        """By seat: the player who held it when play began."""

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that a player holds."""


def require_impartial(table: SeatRegister, by: str) -> None:
    """Rule T15: refuse whoever (``player:<id>``) holds or held a seat at the table."""
    player = by.removeprefix("player:")
    if player in table.former or table.seat_of(player) is not None:
        raise refusals.NOT_IMPARTIAL()


def require_abort_ruling(table: Table, by: str, reason: str, now: int) -> None:
    """Rule T9b: refuse an auditor's abort before the call, in play, or by who may not rule here.

    When the beacon's round is due the server may know the deal, and could have one that it does not
    like aborted before it brings the round.
    """
    require_waiting_for_play(table, "T9b")
    if not table.is_called:
        raise refusals.NOT_CALLED()
    if not by.startswith("player:"):
        raise refusals.NOT_IMPARTIAL()
    require_impartial(table, by)
    due_at = table.beacon_due()
    if due_at is not None and now >= due_at:
        raise refusals.BEACON_IS_DUE()
    _require_reason(reason)


def require_operator(table: Table, by: str, command: Abort) -> None:
    """Rule T9b: refuse an operator's close by who plays here, without a reason, or in a tournament.

    `by` is ``server`` or a player, of whom only the service knows whether it is an operator.
    """
    if table.terms.tournament is not None:
        raise refusals.OF_TOURNAMENT()
    if by != "server":
        if not by.startswith("player:"):
            raise refusals.NOT_IMPARTIAL()
        require_impartial(table, by)
    if command.operator is not True:
        raise BadValue("operator", "must be true or left out")
    _require_reason(command.reason or "")


def _require_ruling(table: Table, ruling: Rule) -> None:
    """Rules T15 to T18: refuse a ruling that this table does not allow any more, or never did."""
    _require_shape(table, ruling)
    newest = table.hand if table.play_known else max(1, ruling.hand)
    if newest == 0:
        raise refusals.NOTHING_TO_RULE()
    if not 1 <= ruling.hand <= newest:
        raise refusals.NO_SUCH_HAND(newest)
    if any(ruling.dispute == earlier.dispute for earlier in table.rulings):
        raise refusals.RULED()
    if ruling.remedy == "none":
        return
    if table.is_void():
        raise refusals.VOIDED()
    if ruling.remedy == "hand_voided" and ruling.hand in table.voided():
        raise refusals.HAND_VOIDED(ruling.hand)
    if ruling.remedy == "points_adjusted" and _ended_without_points(table):
        raise refusals.NO_POINTS()


def _require_shape(table: Table, ruling: Rule) -> None:
    """Rule T15: refuse a ruling whose fields do not fit each other."""
    require_word("verdict", ruling.verdict, VERDICTS)
    require_word("remedy", ruling.remedy, REMEDIES)
    if ruling.verdict == "dismissed" and ruling.remedy != "none":
        raise BadValue("remedy", "must be none where the dispute is dismissed")
    _require_reason(ruling.reason)
    if not (0 < len(ruling.dispute) <= 64 and ruling.dispute.isascii()):
        raise BadValue("dispute", "must be the id of a dispute")
    seats = table.seats if ruling.remedy == "points_adjusted" else 0
    if len(ruling.points) != seats:
        why = f"must be {seats} whole numbers, one a seat" if seats else "are for points_adjusted"
        raise BadValue("points", why)
    for seat, points in enumerate(ruling.points):
        if not is_whole(points, -MOST_POINTS, MOST_POINTS):
            why = f"must be a whole number from {-MOST_POINTS} to {MOST_POINTS}"
            raise BadValue(f"points.{seat}", why)
    if seats and not any(ruling.points):
        raise BadValue("points", "must change the points of at least one seat")


def _require_reason(reason: str) -> None:
    """Rule T15: refuse a reason that is no salted hash."""
    if not is_digest(reason):
        raise BadValue("reason", "must be the salted hash of the reason, 64 hex digits")


def _ended_without_points(table: Table) -> bool:
    """Rule T18: say whether the table closed without a result."""
    return table.outcome is not None and table.outcome.why in WITHOUT_RESULT


def final_outcome(table: Table, play: Any) -> Outcome | None:
    """Rule T18: return the outcome of the game with the points of rulings; None if it goes on."""
    outcome = table.game.rules.outcome(play)
    if outcome is None or not any(table.adjustments):
        return outcome
    return Outcome(*table.game.rules.standing(play, table.adjustments), outcome.why)


def corrected_outcome(table: Table, rulings: Sequence[Rule]) -> Outcome:
    """Rule T19: return the outcome of a closed table after rulings made since, in their order.

    Raises:
        Illegal, BadValue: for the first ruling that cannot be made, as the command would be
            refused; who may rule is asked with `require_impartial`.
    """
    outcome = ruled_since(table, rulings).outcome
    assert outcome is not None
    return outcome


def ruled_since(table: Table, rulings: Sequence[Rule]) -> Table:
    """Rule T19: return a closed table as rulings since its close leave it; its log is unchanged."""
    assert table.phase == "closed", "a ruling at an open table is a command of the table"
    left = private_copy(table)
    for ruling in rulings:
        _require_ruling(left, ruling)
        apply_ruling(left, _ruled_by(ruling))
        if ruling.remedy == "table_voided":
            left.outcome = Outcome((), (), VOIDED)
        elif ruling.remedy != "none" and not _ended_without_points(table):
            _apply_correction(left, ruling)
    return left


def _apply_correction(left: Table, ruling: Rule) -> None:
    """Rule T19: void a hand of a result, or rank its seats anew; nobody plays on."""
    assert left.outcome is not None
    game, why = left.game, left.outcome.why
    if ruling.remedy == "hand_voided":
        left.play = game.evolve(left.play, game.rules.void(left.play, ruling.hand))
        outcome = game.rules.outcome(left.play)
        if why != FORFEIT:
            why = BROKEN_OFF if outcome is None else outcome.why
    places, scores = game.rules.standing(left.play, left.adjustments)
    left.outcome = Outcome(rank_behind(places, left.forfeited), scores, why)
