"""Apply facts to a tournament; judges nothing."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.core.dispatch import by_kind, on_event
from games.core.type_hints.values import from_json
from games.table import Fact
from games.table.state import LogHead
from tournaments import events as ev
from tournaments.settings import Settings
from tournaments.state import (
    AdjudicatedResult,
    Announcement,
    EntrantState,
    GroupState,
    RoundState,
    TableFinish,
    TableState,
    Tournament,
)
from tournaments.tables import Entrant, SeatOccupant, TablePlan

T = TypeVar("T")
REDRAWING: Final = (  # what makes the next round another one: swaps in it count no more
    ev.RoundPlanned, ev.PairsForbidden, ev.EntrantRegistered, ev.EntrantWithdrawn,
    ev.EntrantReturned, ev.EntrantReplaced, ev.TableAdjudicated, ev.TableReplayed,
    ev.ByesRequested,
)  # fmt: skip


def fold_tournament(tournament: Tournament, facts: Iterable[Fact]) -> Tournament:
    """Return the tournament after what has happened."""
    for fact in facts:
        tournament = apply_tournament_event(
            tournament, fact.event, fact.n, fact.at, fact.by, fact.head
        )
    return tournament


def apply_tournament_event(
    tournament: Tournament, event: Any, n: int, at: int, by: str, head: bytes = b""
) -> Tournament:
    """Return the tournament after one event.

    `by` is who asked for its command; `head` that of the log after it, as long as it is not written
    empty.
    """
    assert n == tournament.n + 1, f"event {n} after {tournament.n}"
    moved = CHANGES[type(event)](replace(tournament, n=n, at=at, by=by), event)
    if isinstance(event, REDRAWING) and moved.swaps:
        moved = replace(moved, swaps=())
    if isinstance(event, ev.Called):
        return replace(moved, closing=LogHead(n, head.hex(), at))
    if isinstance(event, ev.Started):
        return replace(moved, settled=LogHead(n, head.hex(), at))
    return moved


def _replace_item(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a row with another value at a place."""
    return (*row[:at], value, *row[at + 1 :])


def _apply_tournament_opening(t: Tournament, event: ev.Opened) -> Tournament:
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


def _change_entry(t: Tournament, number: Entrant, **what: Any) -> Tournament:
    """Return a tournament with an entry changed."""
    return replace(t, entries=_replace_item(t.entries, number, replace(t.entries[number], **what)))


def _apply_registration(t: Tournament, event: ev.EntrantRegistered) -> Tournament:
    """Return a tournament with one more entrant."""
    entry = EntrantState(
        event.entrant, event.kind, event.members, event.name,
        rating=event.rating, byes=event.byes or (),
    )  # fmt: skip
    return _take_commitment(replace(t, entries=(*t.entries, entry)), event)


def _apply_seeding(t: Tournament, event: ev.Seeded) -> Tournament:
    """Return a tournament with an order of seeds."""
    return replace(t, seeds=event.entrants)


def _apply_invitations(t: Tournament, event: ev.Invited) -> Tournament:
    """Return a tournament with more players who are invited."""
    return replace(t, invited=(*t.invited, *event.players))


def _apply_check_in(t: Tournament, event: ev.CheckedIn) -> Tournament:
    """Return a tournament in which an entrant is there."""
    return _take_commitment(_change_entry(t, event.entrant, checked_in=True), event)


def _take_commitment(t: Tournament, event: ev.EntrantRegistered | ev.CheckedIn) -> Tournament:
    """Rule U4: return a tournament with a commitment, bound to the player who sent it."""
    if event.commitment is None:
        return t
    committer = t.by.removeprefix("player:")
    return _change_entry(t, event.entrant, commitment=event.commitment, committer=committer)


def _apply_start_call(t: Tournament, event: ev.Called) -> Tournament:
    """Return a tournament that waits for entropies."""
    return replace(t, phase="called", until=event.until)


def _apply_entropy_reveal(t: Tournament, event: ev.EntropyRevealed) -> Tournament:
    """Return a tournament with one more entropy."""
    return _change_entry(t, event.entrant, entropy=event.entropy)


def _apply_tournament_start(t: Tournament, event: ev.Started) -> Tournament:
    """Return a tournament whose rounds may be planned."""
    return replace(
        t, phase="running", entropies=event.entropies, withheld=event.withheld, started_at=t.at
    )


def _planned_in(table: ev.PlannedTable) -> TablePlan:
    """Return a table as it is planned."""
    seats = tuple(SeatOccupant(Entrant(entrant), member) for entrant, member in table.seats)
    return TablePlan(table.game, table.group, seats)


def _planned_now(
    t: Tournament, round: int, planned: TablePlan, replays: int | None = None
) -> TableState:
    """Return a table of those who play for the entrants now."""
    return TableState(round, planned, t.players(planned), replays=replays)


def _apply_round_plan(t: Tournament, event: ev.RoundPlanned) -> Tournament:
    """Return a tournament with one more round."""
    indexes = tuple(range(event.first, event.first + len(event.tables)))
    new = tuple(_planned_now(t, event.round, _planned_in(table)) for table in event.tables)
    groups = [*t.groups]
    for index, table in zip(indexes, event.tables, strict=True):
        groups += [GroupState(event.beacon)] * (table.group + 1 - len(groups))
        groups[table.group] = _group_with_table(groups[table.group], index)
    return replace(
        t,
        rounds=(*t.rounds, RoundState(t.at, indexes, event.byes, stage=event.stage)),
        tables=(*t.tables, *new),
        groups=tuple(groups),
        unsettled=t.unsettled + len(new),
    )


def _group_with_table(group: GroupState, index: int) -> GroupState:
    """Return a deal group with one more table."""
    return group._replace(tables=(*group.tables, index), left=group.left + 1)


def _apply_table_replay(t: Tournament, event: ev.TableReplayed) -> Tournament:
    """Return a tournament in which a void table is played again."""
    void = t.tables[event.void]
    planned = void.planned._replace(group=event.group)
    again = _planned_now(t, void.round, planned, replays=event.void)
    own = t.rounds[void.round]
    return replace(
        t,
        tables=(*_replace_item(t.tables, event.void, replace(void, replayed=True)), again),
        rounds=_replace_item(t.rounds, void.round, own._replace(tables=(*own.tables, event.index))),
        groups=(*t.groups, _group_with_table(GroupState(event.beacon), event.index)),
        unsettled=t.unsettled + 1,
    )


def _apply_forbidden_pairs(t: Tournament, event: ev.PairsForbidden) -> Tournament:
    """Return a tournament in which these are not paired."""
    return replace(t, apart=event.pairs, pairers=t.pairers | {t.by.removeprefix("player:")})


def _apply_swap(t: Tournament, event: ev.EntrantsSwapped) -> Tournament:
    """Return a tournament in whose next round two change places."""
    pairers = t.pairers | {t.by.removeprefix("player:")}
    return replace(t, swaps=(*t.swaps, event.entrants), pairers=pairers)


def _apply_table_openings(t: Tournament, event: ev.TablesOpened) -> Tournament:
    """Return a tournament with more tables that are there."""
    return replace(t, opened=event.last + 1)


def _apply_table_result(t: Tournament, event: ev.ResultTaken) -> Tournament:
    """Return a tournament in which a table has ended."""
    before = t.tables[event.index]
    finish = TableFinish(
        event.n, event.head, event.why, event.places, event.scores,
        event.absent, event.forfeited or (),
    )  # fmt: skip
    group = t.groups[before.planned.group]
    return replace(
        t,
        tables=_replace_item(t.tables, event.index, replace(before, finish=finish)),
        groups=_replace_item(t.groups, before.planned.group, group._replace(left=group.left - 1)),
        unsettled=t.unsettled - (not before.is_settled),
    )


def _apply_group_end(t: Tournament, event: ev.GroupEnded) -> Tournament:
    """Return a tournament in which a deal group may be opened."""
    own = t.groups[event.group]._replace(ended=True)
    return replace(
        t, groups=_replace_item(t.groups, event.group, own), unreleased=(*t.unreleased, event.group)
    )


def _apply_table_release(t: Tournament, event: ev.TablesReleased) -> Tournament:
    """Return a tournament in which a deal group is open."""
    own = t.groups[event.group]._replace(released=True)
    left = tuple(one for one in t.unreleased if one != event.group)
    return replace(t, groups=_replace_item(t.groups, event.group, own), unreleased=left)


def _apply_lateness(t: Tournament, event: ev.EntrantLate) -> Tournament:
    """Return a tournament in which an entrant was late once more."""
    return _change_entry(t, event.entrant, late=t.entries[event.entrant].late + 1)


def _apply_withdrawal(t: Tournament, event: ev.EntrantWithdrawn) -> Tournament:
    """Return a tournament in which an entrant is paired no more."""
    return _change_entry(t, event.entrant, withdrawn=True)


def _apply_return(t: Tournament, event: ev.EntrantReturned) -> Tournament:
    """Return a tournament in which an entrant is paired again."""
    return _change_entry(t, event.entrant, withdrawn=False, late=0, checked_in=True)


def _apply_requested_byes(t: Tournament, event: ev.ByesRequested) -> Tournament:
    """Return a tournament in which an entrant sits out other rounds to come."""
    past = (one for one in t.entries[event.entrant].byes if one < len(t.rounds))
    return _change_entry(t, event.entrant, byes=(*past, *event.byes))


def _apply_replacement(t: Tournament, event: ev.EntrantReplaced) -> Tournament:
    """Return a tournament in which others play on for an entrant."""
    before = t.entries[event.entrant]
    return _change_entry(
        t,
        event.entrant,
        kind=event.kind,
        members=event.members,
        name=event.name,
        past=tuple(one for one in (*before.past, *before.members) if one not in event.members),
        rating=before.rating if event.rating is None else event.rating,
        late=0,
        withdrawn=False,
        checked_in=True,
    )


def _apply_adjudication(t: Tournament, event: ev.TableAdjudicated) -> Tournament:
    """Return a tournament in which a table counts as it was said."""
    before = t.tables[event.index]
    ruling = AdjudicatedResult(event.places, event.scores, event.dispute)
    ruled = before.ruled if event.dispute is None else (*before.ruled, event.dispute)
    return replace(
        t,
        tables=_replace_item(t.tables, event.index, replace(before, ruling=ruling, ruled=ruled)),
        unsettled=t.unsettled - (not before.is_settled),
        final=t.final if event.final is None else event.final,
    )


def _apply_pause(t: Tournament, event: ev.Paused) -> Tournament:
    """Return a tournament that plans no rounds."""
    return replace(t, paused=True)


def _apply_resumption(t: Tournament, event: ev.Resumed) -> Tournament:
    """Return a tournament that plans rounds again."""
    return replace(t, paused=False)


def _apply_new_times(t: Tournament, event: ev.Rescheduled) -> Tournament:
    """Return a tournament that starts, or goes on, at another time."""
    if t.phase != "registration":
        return replace(t, next_round_at=event.next_round_at or 0)
    schedule = replace(t.rules.schedule, starts_at=event.starts_at)
    return replace(t, settings=replace(t.rules, schedule=schedule))


def _apply_description(t: Tournament, event: ev.Described) -> Tournament:
    """Return a tournament of which something else is said."""
    return replace(t, description=event.text)


def _apply_announcement(t: Tournament, event: ev.Announced) -> Tournament:
    """Return a tournament with one more announcement."""
    newest = Announcement(t.n, t.at, t.by.removeprefix("player:"), event.text)
    return replace(t, announcements=(*t.announcements, newest))


def _apply_round_end(t: Tournament, event: ev.RoundEnded) -> Tournament:
    """Return a tournament in which a round has ended."""
    return replace(
        t, rounds=_replace_item(t.rounds, event.round, t.rounds[event.round]._replace(ended=True))
    )


def _apply_tournament_close(t: Tournament, event: ev.TournamentClosed) -> Tournament:
    """Return a tournament that is over."""
    return replace(t, phase="closed", why=event.why, final=event.places)


def _apply_new_director(t: Tournament, event: ev.DirectorAdded) -> Tournament:
    """Return a tournament with one more director."""
    return replace(t, directors=(*t.directors, event.player))


CHANGES: Final[dict[type[Any], Callable[[Tournament, Any], Tournament]]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.Opened, _apply_tournament_opening),
    on_event(ev.EntrantRegistered, _apply_registration),
    on_event(ev.Seeded, _apply_seeding),
    on_event(ev.Invited, _apply_invitations),
    on_event(ev.CheckedIn, _apply_check_in),
    on_event(ev.Called, _apply_start_call),
    on_event(ev.EntropyRevealed, _apply_entropy_reveal),
    on_event(ev.Started, _apply_tournament_start),
    on_event(ev.RoundPlanned, _apply_round_plan),
    on_event(ev.PairsForbidden, _apply_forbidden_pairs),
    on_event(ev.EntrantsSwapped, _apply_swap),
    on_event(ev.TableReplayed, _apply_table_replay),
    on_event(ev.TablesOpened, _apply_table_openings),
    on_event(ev.ResultTaken, _apply_table_result),
    on_event(ev.GroupEnded, _apply_group_end),
    on_event(ev.TablesReleased, _apply_table_release),
    on_event(ev.EntrantLate, _apply_lateness),
    on_event(ev.EntrantWithdrawn, _apply_withdrawal),
    on_event(ev.EntrantReturned, _apply_return),
    on_event(ev.ByesRequested, _apply_requested_byes),
    on_event(ev.EntrantReplaced, _apply_replacement),
    on_event(ev.TableAdjudicated, _apply_adjudication),
    on_event(ev.Paused, _apply_pause),
    on_event(ev.Resumed, _apply_resumption),
    on_event(ev.Rescheduled, _apply_new_times),
    on_event(ev.Described, _apply_description),
    on_event(ev.Announced, _apply_announcement),
    on_event(ev.RoundEnded, _apply_round_end),
    on_event(ev.TournamentClosed, _apply_tournament_close),
    on_event(ev.DirectorAdded, _apply_new_director),
)
