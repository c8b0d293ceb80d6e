"""Judge what is asked of a table, in the order of RULES.md."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar, get_args

from games.core.contract import Outcome, Seat
from games.core.dispatch import DispatchEntry, by_kind
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.beacon import require_failed, round_brought
from games.table.bots import TAKES_OVER, require_level, require_seed
from games.table.checks import (
    is_digest,
    require_in_play,
    require_opener,
    require_pace,
    require_seat,
    require_waiting,
)
from games.table.commands import (
    Abort,
    Act,
    Adjourn,
    Beacon,
    Claim,
    Close,
    CloseEntropy,
    Command,
    EndInvitation,
    Expire,
    Invite,
    Leave,
    Open,
    Release,
    Return,
    Reveal,
    Rule,
    Sit,
    Start,
    TimeOut,
)
from games.table.endings import (
    ABORT_RULED,
    ADJOURNED,
    BEACON_FAILED,
    CLOSED_BY_OPERATOR,
    CLOSING_LOST,
    EXPIRED,
    WITHDRAWN,
)
from games.table.entropy import (
    close_entropy,
    require_commitment,
    require_overdue,
    require_reveal,
)
from games.table.following import Draft, begin_play, closing_event, settle_events
from games.table.invitations import (
    acceptance_events,
    closed_with,
    decide_invitation_end,
    invited_by,
    require_kept,
)
from games.table.lost_closing import require_lost
from games.table.opening import opened_by
from games.table.planned import decide_release, drafts_after_opening, require_free
from games.table.rulings import happened_by, require_abort_ruling, require_operator
from games.table.signing import bound_key, require_signature, require_signing
from games.table.state import Table
from games.table.time_outs import decide_claim, decide_time_out

C = TypeVar("C")


def decide(table: Table | None, by: str, command: Command, now: int, new_id: str) -> list[Draft]:
    """Return what `command` of `by` makes happen at `now` (milliseconds), or raise Illegal.

    `by` is ``player:<id>``, ``seat:<k>`` (a bot), ``tournament:<id>``, ``clock`` or ``server``;
    `new_id` is the id of the table, which `Open` needs. Where the play is not known, what needs it
    (actions, time-outs in play) must not be asked, and of the rest only the table's own events are
    returned.
    """
    if isinstance(command, Open):
        if table is not None:
            raise refusals.OPENED()
        opening = opened_by(command, by, new_id)
        return [Draft(opening), *drafts_after_opening(opening, by, now, new_id)]
    assert table is not None
    if table.phase == "closed":
        raise refusals.CLOSED()
    require_free(table, type(command))
    return JUDGES[type(command)](table, by, command, now)


def _assign_seat(table: Table, by: str, command: Sit, now: int) -> list[Draft]:
    """Rule T2: take a free seat, or give one to a bot."""
    require_waiting(table, "T2")
    require_seat(table, command.seat, "T2")
    if table.holders[command.seat] is not None:
        raise refusals.SEAT_TAKEN(command.seat)
    if command.bot is not None:
        return _seat_bot(table, by, command)
    player = by.removeprefix("player:")
    if table.seat_of(player) is not None:
        raise refusals.SEATED(table.seat_of(player))
    require_kept(table, player, command.seat)
    require_commitment(command.commitment)
    _require_key(command.key)
    require_signature(table, command.seat, command.key, command)
    taken = ev.SeatTaken(command.seat, player, None, command.commitment, command.key)
    return [Draft(taken), *map(Draft, acceptance_events(table, player))]


def _require_key(key: str | None) -> None:
    """Rule T14: a key for signing actions is the public half of an Ed25519 key."""
    if key is not None and not is_digest(key):
        raise BadValue("key", "must be an Ed25519 public key, 64 hex digits")


def _seat_bot(table: Table, by: str, command: Sit) -> list[Draft]:
    """Rules T2 and T13: who sits, or the opener, gives a seat to a bot; a kept one the opener."""
    is_opener, player = by == f"player:{table.terms.opener}", by.removeprefix("player:")
    if not is_opener and table.seat_of(player) is None:
        raise refusals.MAY_NOT_ADD_BOTS()
    if table.kept_for(command.seat) is not None:
        require_opener(table, by, "T2", "give a kept seat to a bot")
    assert command.bot is not None
    require_level(table, command.bot)
    if command.commitment is not None:
        raise BadValue("commitment", "bots bring no entropy")
    if command.key is not None:
        raise BadValue("key", "bots sign nothing")
    require_kept(table, None, command.seat)
    require_signing(command.seat, None, signs=command.signed is not None)
    return [Draft(ev.SeatTaken(command.seat, None, command.bot, None))]


def _give_up_seat(table: Table, by: str, command: Leave, now: int) -> list[Draft]:
    """Rule T3: give up one's seat; the opener may also send a bot away before the call."""
    require_seat(table, command.seat, "T3")
    holder = table.holders[command.seat]
    if holder is None:
        raise refusals.SEAT_FREE(command.seat)
    is_called = table.is_called  # the set of those who may bring entropy stands (T4)
    is_late = is_called and table.terms.spectator_delay > 0
    if holder.bot is not None and not is_late:  # else it would tell what is not shown yet
        require_waiting(table, "T3")
        require_opener(table, by, "T3", "send a bot away")
    elif by != f"player:{holder.player}":
        raise refusals.HELD_BY_ANOTHER(command.seat)
    if not is_called:
        return [Draft(ev.SeatLeft(command.seat))]
    handed = Draft(ev.HandedToBot(command.seat, TAKES_OVER))
    if table.awaited() == (command.seat,):  # nobody else is awaited
        return [handed, *close_entropy(table, table.revealed, now)]
    return [handed]


def _take_back(table: Table, by: str, command: Return, now: int) -> list[Draft]:
    """Rule T3a: who held the seat when play began plays for it again."""
    require_seat(table, command.seat, "T3a")
    if not table.is_called:
        raise refusals.NOTHING_TO_TAKE_BACK()
    player = by.removeprefix("player:")
    if table.seat_of(player) == command.seat:
        raise refusals.BACK_ALREADY(command.seat)
    if command.seat in table.forfeited and table.former[command.seat] == player:
        raise refusals.FORFEITED(command.seat)
    if table.away(command.seat) != player:
        raise refusals.NOT_YOURS_AT_START(command.seat)
    _require_key(command.key)
    require_signature(table, command.seat, command.key, command)
    return [Draft(ev.TakenBack(command.seat, player, command.key))]


def _call_start(table: Table, by: str, command: Start, now: int) -> list[Draft]:
    """Rule T5: close the commitments; go on at once where there are none."""
    require_waiting(table, "T5")
    player = by.removeprefix("player:")
    seat = table.seat_of(player)
    if seat is None and by != f"player:{table.terms.opener}":
        raise refusals.MAY_NOT_START()
    free = [str(k) for k, holder in enumerate(table.holders) if holder is None]
    if free:
        raise refusals.SEATS_FREE(", ".join(free))
    require_signature(table, seat or Seat(0), bound_key(table, seat), command)
    called = Draft(ev.StartCalled(seat))
    if any(table.commitments):
        return [called]
    return [called, *close_entropy(table, table.revealed, now)]


def _reveal_entropy(table: Table, by: str, command: Reveal, now: int) -> list[Draft]:
    """Rule T4: reveal one's entropy; who is the last closes the entropies."""
    player = by.removeprefix("player:")
    seat = require_reveal(table, player, command, now)
    require_signature(table, seat, bound_key(table, seat), command)
    revealed = Draft(ev.EntropyRevealed(seat, command.entropy))
    if table.awaited() != (seat,):
        return [revealed]
    entropies = (*table.revealed[:seat], command.entropy, *table.revealed[seat + 1 :])
    return [revealed, *close_entropy(table, entropies, now)]


def _close_entropy(table: Table, by: str, command: CloseEntropy, now: int) -> list[Draft]:
    """Rule T4: only at or after the end of the time to reveal, and only by the clock."""
    if by != "clock":
        raise refusals.NOT_THE_CLOCK.under("T4")("say that the time to reveal is over")
    require_overdue(table, now)
    return close_entropy(table, table.revealed, now)


def _accept_beacon(table: Table, by: str, command: Beacon, now: int) -> list[Draft]:
    """Rule T21: the beacon is there, so play begins."""
    came = round_brought(table, by, command, now)
    return [Draft(came), *begin_play(table, table.entropies, came.randomness)]


def _take_action(table: Table, by: str, command: Act, now: int) -> list[Draft]:
    """Rules T6 and T14: an action of the game, by the seat's holder, before its deadline."""
    seat = command.seat
    require_in_play(table, by, seat, now)
    if table.is_bot(seat):
        require_pace(table, seat, now)
    key = bound_key(table, seat)
    if key is not None or command.signed is not None:
        require_signature(table, seat, key, command)
    if command.bot is not None:
        require_seed(table, seat, command.bot)
    return _action_drafts(table, seat, command.action)


def _action_drafts(table: Table, seat: Seat, action: Any) -> list[Draft]:
    """Return the events of an action with all that follows by itself."""
    events = table.game.rules.decide(table.play, seat, action)
    return settle_events(table, table.play, events, table.entropies, table.randomness)


def _agree_to_adjourn(table: Table, by: str, command: Adjourn, now: int) -> list[Draft]:
    """Rule T11: the table ends when all players who hold a seat agree; bots always do."""
    if table.phase != "playing":
        raise refusals.NOTHING_TO_ADJOURN()
    seat = table.seat_of(by.removeprefix("player:"))
    if seat is None:
        raise refusals.MAY_NOT_ADJOURN()
    awaited = [k for k, holder in enumerate(table.holders) if holder is not None and holder.player]
    awaited = [k for k in awaited if k != seat and k not in table.agreed]
    if not awaited:
        return [Draft(ev.AdjournAgreed(seat)), Draft(ev.Closed(ADJOURNED, (), ()))]
    if seat in table.agreed:
        raise refusals.AGREED(", ".join(map(str, awaited)))
    return [Draft(ev.AdjournAgreed(seat))]


def _withdraw_table(table: Table, by: str, command: Close, now: int) -> list[Draft]:
    """Rule T9: the opener withdraws a table for which nobody has called."""
    require_waiting(table, "T9")
    require_opener(table, by, "T9", "withdraw it")
    return [*map(Draft, [*closed_with(table), ev.Closed(WITHDRAWN, (), ())])]


def _expire_table(table: Table, by: str, command: Expire, now: int) -> list[Draft]:
    """Rule T9a: only at or after its time, and only by the clock."""
    require_waiting(table, "T9a")
    if by != "clock":
        raise refusals.NOT_THE_CLOCK.under("T9a")("say that time is up")
    expires_at = table.expires_at()
    if expires_at is None or now < expires_at:
        raise refusals.NOT_EXPIRED()
    return [*map(Draft, [*closed_with(table), closing_event(table, Outcome((), (), EXPIRED))])]


def _abort_table(table: Table, by: str, command: Abort, now: int) -> list[Draft]:
    """Rule T9b: the beacon has failed, signed events are lost, or an auditor or operator asks."""
    if command.receipt is not None and command.reason is not None:
        raise BadValue("reason", "is for an abort without a receipt")
    if command.operator is not None:
        require_operator(table, by, command)
        return [*map(Draft, [*closed_with(table), ev.Closed(CLOSED_BY_OPERATOR, (), ())])]
    if command.reason is not None:
        require_abort_ruling(table, by, command.reason, now)
        return [Draft(closing_event(table, Outcome((), (), ABORT_RULED)))]
    if command.receipt is not None:
        require_lost(table, command.receipt)
        lost = ev.Closed(CLOSING_LOST, (), (), receipt=command.receipt)
        return [*map(Draft, [*closed_with(table), lost])]
    require_failed(table, by, now)
    return [Draft(closing_event(table, Outcome((), (), BEACON_FAILED)))]


def _invite_players(table: Table, by: str, command: Invite, now: int) -> list[Draft]:
    """Rule T22: the opener reserves seats."""
    return [Draft(invited_by(table, by, command, now))]


def _end_invitation(table: Table, by: str, command: EndInvitation, now: int) -> list[Draft]:
    """Rule T22: an invitation is declined, withdrawn, or has expired."""
    return [Draft(decide_invitation_end(table, by, command, now))]


def _rule_on_dispute(table: Table, by: str, command: Rule, now: int) -> list[Draft]:
    """Rules T15 to T18: an auditor rules a dispute; what follows by itself is part of it."""
    fact, *remedy = happened_by(table, by, command)
    if command.remedy != "hand_voided" or not table.play_known:
        return [Draft(fact), *map(Draft, remedy)]
    return [
        Draft(fact),
        *settle_events(table, table.play, remedy, table.entropies, table.randomness),
    ]


Judge = Callable[[Table, str, Any, int], list[Draft]]


def _on_command(
    kind: type[C], judge: Callable[[Table, str, C, int], list[Draft]]
) -> DispatchEntry[Judge]:
    """Return the entry of a judge of this kind of command."""
    return DispatchEntry(kind, judge)


JUDGES: Mapping[type[Command], Judge] = by_kind(
    get_args(Command),
    _on_command(Sit, _assign_seat),
    _on_command(Leave, _give_up_seat),
    _on_command(Return, _take_back),
    _on_command(Start, _call_start),
    _on_command(Reveal, _reveal_entropy),
    _on_command(CloseEntropy, _close_entropy),
    _on_command(Beacon, _accept_beacon),
    _on_command(TimeOut, decide_time_out),
    _on_command(Claim, decide_claim),
    _on_command(Adjourn, _agree_to_adjourn),
    _on_command(Close, _withdraw_table),
    _on_command(Abort, _abort_table),
    _on_command(Expire, _expire_table),
    _on_command(Invite, _invite_players),
    _on_command(EndInvitation, _end_invitation),
    _on_command(Rule, _rule_on_dispute),
    _on_command(Release, decide_release),
    _on_command(Act, _take_action),
    without=(Open,),  # needs no table
)


class DueTimes(NamedTuple):
    """When a stream needs attention without a request, in milliseconds; None: it does not."""

    bot: int | None
    clock: int | None
    thinking: int | None = None  # from when on a bot thinks, behind those that need not
    tournament: int | None = None  # the same of a tournament
    alone: int | None = None  # bots, where no player holds a seat


def due_times(table: Table) -> DueTimes:
    """Return when a bot's move comes, and when the clock has something to do: a deadline, say."""
    if table.phase == "open":
        lapses = [one.until for one in table.open_invitations()]
        ends = (table.expires_at(), table.reveal_until, table.beacon_due(), *lapses)
        return DueTimes(None, min(when for when in ends if when is not None))
    acting = table.to_act()
    waits = [when for seat in acting if (when := table.time_up_at(seat)) is not None]
    bots = [seat for seat in acting if table.is_bot(seat)]
    thinking = [seat for seat in bots if table.thinks(seat)]
    moves = [table.bot_due(seat) for seat in bots if not table.thinks(seat)]
    begin = table.at if thinking and not moves else None
    if begin is not None:
        moves = [when for seat in thinking if (when := table.answer_at(seat)) is not None]
    return DueTimes(min(moves, default=None), min(waits, default=None), begin)
