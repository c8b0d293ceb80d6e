"""Apply facts to a table; judges nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.core.contract import Outcome, Seat, private_copy
from games.core.dispatch import by_kind, on_event
from games.table import events as ev
from games.table.initial import table_from_opening
from games.table.invitations import invitations_by_player
from games.table.state import (
    BLOCK,
    FOR_TWO,
    HEAD,
    MOST_BEHIND,
    Fact,
    HiddenEvent,
    LogHead,
    SeatHolder,
    Table,
    head_byte_count,
)


def fold_table_facts(table_id: str, table: Table | None, facts: Iterable[Fact]) -> Table:
    """Return the table after `facts`; None stands for the table before its first event."""
    return advance_table(table_id, None if table is None else own_copy(table), facts)


def advance_table(
    table_id: str, table: Table | None, facts: Iterable[Fact], play: Any = None
) -> Table:
    """Change a table that nobody else holds by `facts`, and return it.

    None: as for `fold_table_facts`.

    `play` is what is played after facts that are one command, where that was worked out before.
    """
    if table is not None and play is not None and _is_same_hand(table, play):
        for fact in facts:
            assert fact.n == table.n + 1, f"event {fact.n} after {table.n}"
            _apply_fact(table, fact, play)
        return table
    for fact in facts:
        if table is None:
            table = table_from_opening(table_id, fact)
        assert fact.n == table.n + 1, f"event {fact.n} after {table.n}"
        _apply_fact(table, fact)
    assert table is not None, "a table begins with its first event"
    return table


def own_copy(table: Table) -> Table:
    """Return a copy to be changed; of the play, every command makes a copy of its own."""
    new = private_copy(table)
    if new.n < new.last and new.play is not None:  # in the middle of a command
        new.play = private_copy(new.play)
    return new


def with_hand_secrets(table: Table, secrets: Mapping[int, bytes]) -> Table:
    """Return the table with the secrets of single hands in place of its own, which is not known."""
    new = own_copy(table)
    new.hand_secrets = secrets
    return new


def without_play(table: Table) -> Table:
    """Return the table with its play not known from here on."""
    new = own_copy(table)
    _hide_play(new)
    return new


def _is_same_hand(table: Table, play: Any) -> bool:
    """Say whether `play` is of the hand that is played, so that no event begins another one."""
    return table.play is not None and bool(table.game.rules.hand(play) == table.hand)


def _apply_fact(table: Table, fact: Fact, play: Any = None) -> None:
    """Change a private copy of the table by one fact; `play`: as in `advance_table`."""
    n, at, _, cause, event, head = fact
    if not isinstance(cause, int):
        _begin_command(table, n, cause, play)
    table.n, table.at = n, at
    if (handler := CHANGES.get(type(event))) is not None:
        table.news = (*table.news, event)
        handler(table, event)
        if isinstance(event, ev.StartCalled):
            table.closing = LogHead(n, head.hex(), at)
        elif isinstance(event, ev.EntropyClosed):
            table.settled = LogHead(n, head.hex(), at)
    elif isinstance(event, HiddenEvent):
        _hide_play(table)
    else:
        table.news = (*table.news, event)
        if play is None:
            _apply_play_event(table, event)
    if table.heads is not None:
        _keep_head(table, table.heads, head)
    if n == table.last and table.phase != "open":
        _begin_turns(table)


def _begin_command(table: Table, n: int, cause: Mapping[str, Any], play: Any) -> None:
    """Change the table by what was asked; `play` is what is played after it, if that is known."""
    table.before, table.news = table.play, ()
    if play is not None:
        table.play = play
    elif table.play is not None:
        table.play = private_copy(table.play)
    table.first, table.last, actor = n, cause["last"], cause["seat"]
    table.actor = actor
    if actor is not None:
        of_bot = table.is_bot(actor)
        if not of_bot:  # T14: a bot's action leaves alone what its player may sign
            _has_acted(table, actor)
        table.moves = _with_value_at(table.moves, actor, table.moves[actor] + 1)
        decided = table.attendance[actor].after_action(of_bot=of_bot)
        table.attendance = _with_value_at(table.attendance, actor, decided)


def _apply_play_event(table: Table, event: Any) -> None:
    """Change the play by an event of the game; it may begin a hand."""
    assert table.phase == "playing", f"{event} at a table that does not play"
    rules = table.game.rules
    rules.apply(table.play, event)
    if (hand := rules.hand(table.play)) != table.hand:
        table.hand, table.hands = hand, (*table.hands, table.n)
        table.agreed, table.moves = frozenset(), (0,) * table.seats


def _hide_play(table: Table) -> None:
    """Follow the play no more: it has gone on in a way that is not known."""
    table.play, table.play_known = None, False


def _with_value_at(row: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    """Return `row` with `value` at `seat`."""
    new = [*row]
    new[seat] = value
    return tuple(new)


def _has_acted(table: Table, seat: Seat) -> None:
    """Rule T14: what a seat's player signed before the end of this command counts no more."""
    table.acted = _with_value_at(table.acted, seat, table.last)


def _keep_head(table: Table, heads: tuple[bytes, ...], head: bytes) -> None:
    """Rule T14: keep the newest head; drop the blocks that no signature may name any more."""
    is_full = not heads or len(heads[-1]) == BLOCK
    table.heads = (*heads, head) if is_full else (*heads[:-1], heads[-1] + head)
    if table.n < table.last:
        return
    oldest = _oldest_named(table)
    if oldest is None:
        table.heads = None
    elif len(table.heads) > 1:
        count = min(table.n - oldest, MOST_BEHIND) + 1
        table.heads = table.heads[(head_byte_count(table.heads) - HEAD * count) // BLOCK :]


def _oldest_named(table: Table) -> int | None:
    """Rule T14: return the oldest event that a signature may name; None: nobody may sign."""
    if table.phase == "open":
        return min(table.acted) if table.closing is None else min(*table.acted, table.closing.n)
    seats = filter(table.may_sign, map(Seat, range(table.seats)))
    return min((table.acted[seat] for seat in seats), default=None)


def _begin_turns(table: Table) -> None:
    """Rule T7: begin the turns of the seats that may act now, and end those of the others."""
    began: list[int | None] = [None] * table.seats
    since: list[int | None] = [None] * table.seats
    for seat in table.to_act():
        begun = table.began[seat]
        if begun is not None and seat != table.actor and not _is_new_stage(table):
            began[seat], since[seat] = begun, table.since[seat]
        else:
            began[seat], since[seat] = table.n, table.at
    if table.terms.turn is not None and table.actor is not None:
        _charge_bank(table, table.actor)
    table.began, table.since = tuple(began), tuple(since)


def _charge_bank(table: Table, actor: Seat) -> None:
    """Rule T7: what an action took longer than the seconds of its turn comes from the bank."""
    begun = table.since[actor]
    if begun is None:
        return
    free = table.turn_time(actor, decided=1) + table.terms.lag
    left = table.banks[actor] - max(0, table.at - begun - free)
    table.banks = _with_value_at(table.banks, actor, max(0, left))


def _is_new_stage(table: Table) -> bool:
    """Say whether another hand or phase is played than before the newest command."""
    return _hand_and_phase(table, table.play) != _hand_and_phase(table, table.before)


def _hand_and_phase(table: Table, play: Any) -> object:
    """Return hand and phase of what is played; None before play."""
    return None if play is None else (table.game.rules.hand(play), play.phase)


def _ignore_opening(table: Table, event: ev.Opened) -> None:
    """Rule T1: `table_from_opening` has done it all."""


def _fill_seat(table: Table, event: ev.SeatTaken) -> None:
    """Rules T2 and T9a."""
    table.seated_at = table.at
    table.holders = _with_value_at(
        table.holders, event.seat, SeatHolder(event.player, event.bot, event.key)
    )
    _has_acted(table, event.seat)
    table.commitments = _with_value_at(table.commitments, event.seat, event.commitment)


def _free_left_seat(table: Table, event: ev.SeatLeft) -> None:
    """Rules T3 and T4: before the call a commitment goes with its player."""
    table.holders = _with_value_at(table.holders, event.seat, None)
    table.commitments = _with_value_at(table.commitments, event.seat, None)


def _note_call(table: Table, event: ev.StartCalled) -> None:
    """Rule T5: who holds a seat now held it when play began."""
    _keep_former_holders(table)
    if event.seat is not None:
        _has_acted(table, event.seat)


def _keep_former_holders(table: Table) -> None:
    """Rules T3a and T5: from now on seats may be taken back by those who hold them."""
    table.former = tuple(None if h is None else h.player for h in table.holders)


def _note_reveal(table: Table, event: ev.EntropyRevealed) -> None:
    """Rule T4: the entropy counts, whoever leaves."""
    table.revealed = _with_value_at(table.revealed, event.seat, event.entropy)
    _has_acted(table, event.seat)


def _set_entropies(table: Table, event: ev.EntropyClosed) -> None:
    """Rules T4 and T21; at a table of a tournament nobody has called before (T26)."""
    if table.closing is None:
        _keep_former_holders(table)
    table.entropies, table.round = event.entropies, event.round
    table.withheld |= {*event.withheld}


def _set_randomness(table: Table, event: ev.BeaconCame) -> None:
    """Rule T21."""
    table.randomness = event.randomness


def _enter_playing_phase(table: Table, event: ev.Started) -> None:
    """Rule T5."""
    table.phase, table.was_played = "playing", True
    if table.play_known:
        table.play = private_copy(
            table.game.rules.open(table.options, table.seats, table.terms.carried)
        )


def _note_time_out(table: Table, event: ev.TimedOut) -> None:
    """Rules T8 and T8a: the bank is used up; if the seat goes on, its clock starts again."""
    table.banks = _with_value_at(table.banks, event.seat, 0)
    if event.policy == "fallback":  # else nothing counts but to come back
        _has_acted(table, event.seat)
    elif event.policy == "forfeit":
        table.forfeited |= {event.seat}
    if not table.is_bot(event.seat):
        missed = table.attendance[event.seat].after_time_out()
        table.attendance = _with_value_at(table.attendance, event.seat, missed)
    table.since = _with_value_at(table.since, event.seat, None)
    table.began = _with_value_at(table.began, event.seat, None)


def _note_claim(table: Table, event: ev.SeatClaimed) -> None:
    """Rule T8b: at a table for two the seat is forfeited."""
    if table.seats == FOR_TWO:
        table.forfeited |= {event.seat}


def _hand_seat_to_bot(table: Table, event: ev.HandedToBot) -> None:
    """Rules T3, T8 and T8b; where no key was bound, no heads may have been kept until now (T14)."""
    holder = table.holders[event.seat]
    if holder is None or holder.key is None:
        _has_acted(table, event.seat)
    table.heads = table.heads or ()
    table.holders = _with_value_at(table.holders, event.seat, SeatHolder(None, event.bot))
    table.agreed -= {event.seat}
    if event.seat in table.awaited():  # T4: who leaves after the call reveals nothing any more
        table.withheld |= {event.seat}


def _return_seat_to_player(table: Table, event: ev.TakenBack) -> None:
    """Rule T3a: the seat's clock runs on."""
    table.holders = _with_value_at(
        table.holders, event.seat, SeatHolder(event.player, None, event.key)
    )
    _has_acted(table, event.seat)


def _note_adjourn_vote(table: Table, event: ev.AdjournAgreed) -> None:
    """Rule T11."""
    table.agreed |= {event.seat}


def _add_invitations(table: Table, event: ev.Invited) -> None:
    """Rule T22: a newer invitation takes the place of a player's older one."""
    new = invitations_by_player(event.invited, table.at)
    old = [one for one in table.invitations if one.player not in new]
    table.invitations = (*old, *new.values())


def _mark_invitation_ended(table: Table, event: ev.InvitationEnded) -> None:
    """Rule T22."""
    table.invitations = tuple(
        one._replace(ended=event.how) if one.player == event.player else one
        for one in table.invitations
    )


def apply_ruling(table: Table, event: ev.Ruled) -> None:
    """Rules T15 and T18: the ruling is remembered, and its points for the end."""
    table.rulings = (*table.rulings, event)
    if event.points:
        table.adjustments = tuple(map(int.__add__, table.adjustments, event.points))


def _finish_play(table: Table, event: ev.Finished) -> None:
    """Rule T26."""
    _end_with_outcome(table, "finished", event)


def _close_table(table: Table, event: ev.Closed) -> None:
    """Rule T9."""
    _end_with_outcome(table, "closed", event)


def _end_with_outcome(table: Table, phase: str, event: ev.Finished | ev.Closed) -> None:
    """End the play with an outcome."""
    table.phase, table.heads = phase, None
    table.outcome = Outcome(event.places, event.scores, event.why)
    table.deserters = event.deserters or ()


CHANGES: Mapping[type[ev.Event], Callable[[Table, Any], None]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.Opened, _ignore_opening),
    on_event(ev.SeatTaken, _fill_seat),
    on_event(ev.SeatLeft, _free_left_seat),
    on_event(ev.StartCalled, _note_call),
    on_event(ev.EntropyRevealed, _note_reveal),
    on_event(ev.EntropyClosed, _set_entropies),
    on_event(ev.BeaconCame, _set_randomness),
    on_event(ev.Started, _enter_playing_phase),
    on_event(ev.TimedOut, _note_time_out),
    on_event(ev.SeatClaimed, _note_claim),
    on_event(ev.HandedToBot, _hand_seat_to_bot),
    on_event(ev.TakenBack, _return_seat_to_player),
    on_event(ev.AdjournAgreed, _note_adjourn_vote),
    on_event(ev.Invited, _add_invitations),
    on_event(ev.InvitationEnded, _mark_invitation_ended),
    on_event(ev.Ruled, apply_ruling),
    on_event(ev.Finished, _finish_play),
    on_event(ev.Closed, _close_table),
)
