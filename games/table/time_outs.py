"""Rules T8, T8a and T8b: time is up, a seat is forfeited, a seat is claimed."""

from games.core.contract import Outcome, Seat
from games.table import events as ev
from games.table import refusals
from games.table.bots import TAKES_OVER
from games.table.checks import require_seat
from games.table.commands import Claim, TimeOut
from games.table.endings import FORFEIT
from games.table.following import Draft, closing_event, settle_events
from games.table.state import FOR_TWO, Table


def decide_time_out(table: Table, by: str, command: TimeOut, now: int) -> list[Draft]:
    """Rule T8: only at or after the deadline, and only by the clock."""
    require_seat(table, command.seat, "T8")
    if by != "clock":
        raise refusals.NOT_THE_CLOCK.under("T8")("say that time is up")
    seat, deadline, up = command.seat, table.deadline(command.seat), table.time_up_at(command.seat)
    if deadline is None or up is None or now < up:
        raise refusals.TOO_EARLY(seat)
    policy = policy_of_time_out(table, seat)
    out = Draft(ev.TimedOut(seat, deadline, policy))
    if policy == "bot":
        return [out, Draft(ev.HandedToBot(seat, TAKES_OVER))]
    if policy == "forfeit":
        return [out, Draft(_forfeit_event(table, seat))]
    fallback = table.game.rules.fallback(table.play, seat)
    events = table.game.rules.decide(table.play, seat, fallback)
    return [out, *settle_events(table, table.play, events, table.entropies, table.randomness)]


def policy_of_time_out(table: Table, seat: Seat) -> str:
    """Rule T8: return what follows a time-out now; no bot forfeits, who is away loses the seat."""
    policy = table.terms.on_time_out
    if table.is_bot(seat):
        return "bot" if policy == "bot" else "fallback"
    if policy == "fallback" and table.attendance[seat].after_time_out().is_too_late:
        return "bot"
    return policy


def has_last_chance(table: Table, seat: Seat) -> bool:
    """Rule T8: say whether the next time-out costs a player the seat that earlier ones did not."""
    if table.phase != "playing" or table.terms.turn is None:
        return False
    return table.terms.on_time_out == "fallback" and policy_of_time_out(table, seat) == "bot"


def ends_by_forfeit(table: Table, seat: Seat) -> bool:
    """Rule T8a: say whether the table ends when a seat is forfeited: one other player is left."""
    held = [holder is not None and holder.player is not None for holder in table.holders]
    return sum(held) - held[seat] < 2


def _forfeit_event(table: Table, seat: Seat) -> ev.Closed | ev.Finished | ev.HandedToBot:
    """Rule T8a: a bot plays on as long as two players are left, else the table ends.

    Scores are as they stand, and those who have not forfeited are placed by them.
    """
    if not ends_by_forfeit(table, seat):
        return ev.HandedToBot(seat, TAKES_OVER)
    standing = table.game.rules.standing(table.play, table.adjustments)
    return closing_event(table, Outcome(*standing, FORFEIT), frozenset({seat}))


def decide_claim(table: Table, by: str, command: Claim, now: int) -> list[Draft]:
    """Rule T8b: where there is no clock, nobody waits for ever for who is to act."""
    require_seat(table, command.seat, "T8b")
    if table.phase != "playing":
        raise refusals.NOTHING_TO_CLAIM()
    own = table.seat_of(by.removeprefix("player:"))
    if own is None or own == command.seat:
        raise refusals.MAY_NOT_CLAIM(command.seat)
    if table.terms.turn is not None:
        raise refusals.HAS_CLOCK()
    claimable_at = table.claimable_at(command.seat)
    if claimable_at is None:
        raise refusals.NOT_AWAITED(command.seat)
    if now < claimable_at:
        raise refusals.TOO_EARLY_TO_CLAIM(command.seat)
    claimed = Draft(ev.SeatClaimed(command.seat, own))
    if table.seats == FOR_TWO:
        return [claimed, Draft(_forfeit_event(table, command.seat))]
    return [claimed, Draft(ev.HandedToBot(command.seat, TAKES_OVER))]
