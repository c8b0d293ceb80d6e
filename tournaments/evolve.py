"""Apply facts to a tournament; judges nothing."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.core.dispatch import by_kind, on_event
from games.core.values import from_json
from games.table import Fact
from tournaments import events as ev
from tournaments.settings import Settings
from tournaments.state import (
    Counted,
    Entry,
    Finish,
    GroupState,
    RoundState,
    TableState,
    Tournament,
)
from tournaments.tables import Entrant, Planned, Sitting

T = TypeVar("T")


def fold(tournament: Tournament, facts: Iterable[Fact]) -> Tournament:
    """Return the tournament after what has happened."""
    for fact in facts:
        tournament = after(tournament, fact.event, fact.n, fact.at)
    return tournament


def after(tournament: Tournament, event: Any, n: int, at: int) -> Tournament:
    """Return the tournament after one event."""
    assert n == tournament.n + 1, f"event {n} after {tournament.n}"
    moved = replace(tournament, n=n, at=at)
    return CHANGES[type(event)](moved, event)


def _put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a row with another value at a place."""
    return (*row[:at], value, *row[at + 1 :])


def _opened(t: Tournament, event: ev.Opened) -> Tournament:
    """Return a tournament as it begins."""
    return replace(
        t,
        settings=from_json(Settings, event.settings),
        name=event.name,
        director=event.director,
        directors=event.directors,
        secret=bytes.fromhex(event.secret),
        opened_at=t.at,
    )


def _changed(t: Tournament, number: Entrant, **what: Any) -> Tournament:
    """Return a tournament with an entry changed."""
    return replace(t, entries=_put(t.entries, number, replace(t.entries[number], **what)))


def _registered(t: Tournament, event: ev.EntrantRegistered) -> Tournament:
    """Return a tournament with one more entrant."""
    entry = Entry(event.entrant, event.kind, event.members, event.name, event.commitment)
    return replace(t, entries=(*t.entries, entry))


def _checked_in(t: Tournament, event: ev.CheckedIn) -> Tournament:
    """Return a tournament in which an entrant is there."""
    promised = event.commitment or t.entries[event.entrant].commitment
    return _changed(t, event.entrant, checked_in=True, commitment=promised)


def _called(t: Tournament, event: ev.Called) -> Tournament:
    """Return a tournament that waits for entropies."""
    return replace(t, phase="called", until=event.until)


def _revealed(t: Tournament, event: ev.EntropyRevealed) -> Tournament:
    """Return a tournament with one more entropy."""
    return _changed(t, event.entrant, entropy=event.entropy)


def _started(t: Tournament, event: ev.Started) -> Tournament:
    """Return a tournament whose rounds may be planned."""
    return replace(
        t, phase="running", entropies=event.entropies, withheld=event.withheld, started_at=t.at
    )


def _planned_in(table: ev.PlannedTable) -> Planned:
    """Return a table as it is planned."""
    seats = tuple(Sitting(Entrant(entrant), member) for entrant, member in table.seats)
    return Planned(table.game, table.group, seats)


def _planned_now(
    t: Tournament, round: int, planned: Planned, replays: int | None = None
) -> TableState:
    """Return a table of those who play for the entrants now."""
    return TableState(round, planned, t.players(planned), replays=replays)


def _round_planned(t: Tournament, event: ev.RoundPlanned) -> Tournament:
    """Return a tournament with one more round."""
    indexes = tuple(range(event.first, event.first + len(event.tables)))
    new = tuple(_planned_now(t, event.round, _planned_in(table)) for table in event.tables)
    groups = [*t.groups]
    for index, table in zip(indexes, event.tables, strict=True):
        groups += [GroupState(event.beacon)] * (table.group + 1 - len(groups))
        groups[table.group] = _grown(groups[table.group], index)
    return replace(
        t,
        rounds=(*t.rounds, RoundState(t.at, indexes, event.byes)),
        tables=(*t.tables, *new),
        groups=tuple(groups),
        unsettled=t.unsettled + len(new),
    )


def _grown(group: GroupState, index: int) -> GroupState:
    """Return a deal group with one more table."""
    return group._replace(tables=(*group.tables, index), left=group.left + 1)


def _replayed(t: Tournament, event: ev.TableReplayed) -> Tournament:
    """Return a tournament in which a void table is played again."""
    void = t.tables[event.void]
    planned = void.planned._replace(group=event.group)
    again = _planned_now(t, void.round, planned, replays=event.void)
    own = t.rounds[void.round]
    return replace(
        t,
        tables=(*_put(t.tables, event.void, replace(void, replayed=True)), again),
        rounds=_put(t.rounds, void.round, own._replace(tables=(*own.tables, event.index))),
        groups=(*t.groups, _grown(GroupState(event.beacon), event.index)),
        unsettled=t.unsettled + 1,
    )


def _tables_opened(t: Tournament, event: ev.TablesOpened) -> Tournament:
    """Return a tournament with more tables that are there."""
    return replace(t, opened=event.last + 1)


def _result_taken(t: Tournament, event: ev.ResultTaken) -> Tournament:
    """Return a tournament in which a table has ended."""
    before = t.tables[event.index]
    finish = Finish(event.n, event.head, event.why, event.places, event.scores)
    group = t.groups[before.planned.group]
    return replace(
        t,
        tables=_put(t.tables, event.index, replace(before, finish=finish)),
        groups=_put(t.groups, before.planned.group, group._replace(left=group.left - 1)),
        unsettled=t.unsettled - (not before.is_settled),
    )


def _group_ended(t: Tournament, event: ev.GroupEnded) -> Tournament:
    """Return a tournament in which a deal group may be opened."""
    own = t.groups[event.group]._replace(ended=True)
    return replace(
        t, groups=_put(t.groups, event.group, own), unreleased=(*t.unreleased, event.group)
    )


def _tables_released(t: Tournament, event: ev.TablesReleased) -> Tournament:
    """Return a tournament in which a deal group is open."""
    own = t.groups[event.group]._replace(released=True)
    left = tuple(one for one in t.unreleased if one != event.group)
    return replace(t, groups=_put(t.groups, event.group, own), unreleased=left)


def _late(t: Tournament, event: ev.EntrantLate) -> Tournament:
    """Return a tournament in which an entrant was late once more."""
    return _changed(t, event.entrant, late=t.entries[event.entrant].late + 1)


def _withdrawn(t: Tournament, event: ev.EntrantWithdrawn) -> Tournament:
    """Return a tournament in which an entrant is paired no more."""
    return _changed(t, event.entrant, withdrawn=True)


def _replaced(t: Tournament, event: ev.EntrantReplaced) -> Tournament:
    """Return a tournament in which others play on for an entrant."""
    before = t.entries[event.entrant]
    return _changed(
        t,
        event.entrant,
        kind=event.kind,
        members=event.members,
        name=event.name,
        past=(*before.past, *before.members),
        late=0,
        withdrawn=False,
        checked_in=True,
    )


def _adjudicated(t: Tournament, event: ev.TableAdjudicated) -> Tournament:
    """Return a tournament in which a table counts as it was said."""
    before = t.tables[event.index]
    ruling = Counted(event.places, event.scores, event.dispute)
    ruled = before.ruled if event.dispute is None else (*before.ruled, event.dispute)
    return replace(
        t,
        tables=_put(t.tables, event.index, replace(before, ruling=ruling, ruled=ruled)),
        unsettled=t.unsettled - (not before.is_settled),
        final=t.final if event.final is None else event.final,
    )


def _paused(t: Tournament, event: ev.Paused) -> Tournament:
    """Return a tournament that plans no rounds."""
    return replace(t, paused=True)


def _resumed(t: Tournament, event: ev.Resumed) -> Tournament:
    """Return a tournament that plans rounds again."""
    return replace(t, paused=False)


def _round_ended(t: Tournament, event: ev.RoundEnded) -> Tournament:
    """Return a tournament in which a round has ended."""
    return replace(
        t, rounds=_put(t.rounds, event.round, t.rounds[event.round]._replace(ended=True))
    )


def _closed(t: Tournament, event: ev.TournamentClosed) -> Tournament:
    """Return a tournament that is over."""
    return replace(t, phase="closed", why=event.why, final=event.places)


def _director_added(t: Tournament, event: ev.DirectorAdded) -> Tournament:
    """Return a tournament with one more director."""
    return replace(t, directors=(*t.directors, event.player))


CHANGES: Final[dict[type[Any], Callable[[Tournament, Any], Tournament]]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.Opened, _opened),
    on_event(ev.EntrantRegistered, _registered),
    on_event(ev.CheckedIn, _checked_in),
    on_event(ev.Called, _called),
    on_event(ev.EntropyRevealed, _revealed),
    on_event(ev.Started, _started),
    on_event(ev.RoundPlanned, _round_planned),
    on_event(ev.TableReplayed, _replayed),
    on_event(ev.TablesOpened, _tables_opened),
    on_event(ev.ResultTaken, _result_taken),
    on_event(ev.GroupEnded, _group_ended),
    on_event(ev.TablesReleased, _tables_released),
    on_event(ev.EntrantLate, _late),
    on_event(ev.EntrantWithdrawn, _withdrawn),
    on_event(ev.EntrantReplaced, _replaced),
    on_event(ev.TableAdjudicated, _adjudicated),
    on_event(ev.Paused, _paused),
    on_event(ev.Resumed, _resumed),
    on_event(ev.RoundEnded, _round_ended),
    on_event(ev.TournamentClosed, _closed),
    on_event(ev.DirectorAdded, _director_added),
)
