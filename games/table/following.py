"""What follows by itself at a table: the first deal, the next ones, and the end."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core.contract import Outcome, Seat, Shuffle
from games.core.fairness.shuffle import shuffle_by_key, shuffle_key
from games.table import events as ev
from games.table.attendance import AWAY, FORFEITED, MOSTLY_AWAY, Deserter, rank_behind
from games.table.rulings import final_outcome
from games.table.state import Table


class Draft(NamedTuple):
    """An event to be recorded.

    Attributes:
        hand_secret, shuffle: of the event that a shuffle makes; the secret is sealed with it.
        play: where the command moves the play: what is played after all of it.
    """

    event: Any
    hand_secret: bytes | None = None
    shuffle: Shuffle | None = None
    play: Any = None


def begin_play(table: Table, entropies: tuple[str, ...], randomness: str | None) -> list[Draft]:
    """Rule T5: play begins before the first deal; then comes all that follows by itself."""
    began = Draft(ev.Started())
    if not table.play_known:
        return [began]
    play = table.game.rules.open(table.options, table.seats, table.terms.carried)
    return [began, *settle_events(table, play, (), entropies, randomness)]


def settle_events(
    table: Table,
    play: Any,
    events: Sequence[Any],
    entropies: tuple[str, ...],
    randomness: str | None,
) -> list[Draft]:
    """Return events with what follows by itself, shuffles included, up to the end of the table."""
    rows: list[tuple[Any, bytes | None, Shuffle | None]] = [(one, None, None) for one in events]
    game = table.game
    play = game.fold(play, events)
    while (due := game.rules.pending(play)) is not None:
        first: tuple[bytes, Shuffle] | tuple[None, None] = (None, None)
        order: tuple[str, ...] = ()
        if isinstance(due, Shuffle):
            secret = table.secret_of(due.hand)
            name = (table.terms.group, due.hand, due.what, due.i, entropies)
            key = shuffle_key(secret, *name, randomness=randomness)
            order = shuffle_by_key(due.cards, key)
            first = (secret, due)
        events = game.rules.proceed(play, order)
        rows += [(events[0], *first), *((one, None, None) for one in events[1:])]
        play = game.fold(play, events)
    outcome = final_outcome(table, play)
    if outcome is not None:
        rows.append((closing_event(table, outcome), None, None))
    return [Draft(*row, play) for row in rows]


def closing_event(
    table: Table, outcome: Outcome, forfeiting: frozenset[Seat] = frozenset()
) -> ev.Closed | ev.Finished:
    """Rules T8a, T9 and T26: the table closes, or waits for the others of its deal group.

    `forfeiting`: the seats that are forfeited by the command with which it ends.
    """
    kind = ev.Closed if table.terms.tournament is None else ev.Finished
    if not outcome.places:
        return kind(outcome.why, (), ())
    forfeited = table.forfeited | forfeiting
    places = rank_behind(outcome.places, forfeited) if forfeited else outcome.places
    return kind(outcome.why, places, outcome.scores, deserters_of(table, forfeited) or None)


def deserters_of(table: Table, forfeited: frozenset[Seat]) -> tuple[Deserter, ...]:
    """Rule T8a: return who has deserted, by seat."""
    found = []
    for at, player in enumerate(table.former):
        seat = Seat(at)
        if player is not None and (how := _way_of_deserting(table, seat, forfeited)) is not None:
            found.append(Deserter(seat, how, table.attendance[seat].own > 0))
    return tuple(found)


def _way_of_deserting(table: Table, seat: Seat, forfeited: frozenset[Seat]) -> str | None:
    """Return the word for how the player of a seat has deserted; None: not at all."""
    if seat in forfeited:
        return FORFEITED
    if table.is_bot(seat):
        return AWAY
    return MOSTLY_AWAY if table.attendance[seat].is_mostly_away else None
