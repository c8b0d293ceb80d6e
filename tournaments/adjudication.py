"""Rules U8, U10 and U12: what came of tables, and what directors and rulings make of it."""

from collections.abc import Sequence
from itertools import permutations

from games.core.options import is_whole
from games.core.type_hints.values import BadValue
from games.table.planned import table_id
from tournaments import events as ev
from tournaments import refusals
from tournaments.checks import require_director, require_going, require_server, table_in
from tournaments.commands import Adjudicate, TakeResult
from tournaments.following import TournamentProgress, overdue_entries
from tournaments.pairings import beacon_round, final_places
from tournaments.state import AdjudicatedResult, is_server_bot

MOST_POINTS = 10**9


def take_result(happening: TournamentProgress, by: str, command: TakeResult) -> None:
    """Rule U8: take the result of one of its tables, once."""
    t = happening.tournament
    require_server(by, "U8", "bring results")
    if not 0 <= command.index < len(t.tables) or command.table != table_id(t.id, command.index):
        raise refusals.NOT_OURS(command.table)
    if t.tables[command.index].finish is not None:
        return
    happening.happen(
        ev.ResultTaken(
            command.index, command.n, command.head, command.why,
            command.places, command.scores, command.absent, command.forfeited or None,
        )
    )  # fmt: skip
    _note_late(happening, command.index, command.absent)
    _replay_void_table(happening, command.index)
    happening.settle(command.index)


def _note_late(happening: TournamentProgress, index: int, absent: Sequence[int]) -> None:
    """Rule U10: who never acted at a table is late, and in the end withdrawn."""
    table = happening.tournament.tables[index]
    members = table.members
    away = [
        table.planned.seats[seat].entrant for seat in absent if not is_server_bot(members[seat])
    ]
    happening.happen(*(ev.EntrantLate(who, index) for who in dict.fromkeys(away)))
    if happening.tournament.phase == "running":
        late = overdue_entries(happening.tournament)
        happening.happen(*(ev.EntrantWithdrawn(one.number, "late") for one in late))


def _replay_void_table(happening: TournamentProgress, index: int) -> None:
    """Rule U12: a table that is void while its round is played is played again, once."""
    t = happening.tournament
    table = t.tables[index]
    fits = t.phase == "running" and t.rules.policies.void == "replay"
    first = table.replays is None and not table.replayed
    if table.is_void and fits and first and not t.rounds[table.round].ended:
        beacon = beacon_round(t, happening.now)
        happening.happen(ev.TableReplayed(index, len(t.tables), len(t.groups), beacon))


def adjudicate_table(happening: TournamentProgress, by: str, command: Adjudicate) -> None:
    """Rule U12: say what a table counts: a director until the close, the server by a ruling."""
    t = happening.tournament
    if command.dispute is None:
        require_going(t)
        require_director(t, by, "U12", "adjudicate a table")
    else:
        require_server(by, "U12", "bring rulings")
    table = table_in(t, command.index, "U12")
    _require_outcome(command, len(table.planned.seats))
    if command.dispute in table.ruled or table.ruling == AdjudicatedResult(
        command.places, command.scores, command.dispute
    ):
        return
    if t.phase == "closed":
        counted = TournamentProgress(t, by, happening.now)
        counted.happen(_adjudication_event(command, None))
        happening.happen(_adjudication_event(command, final_places(counted.tournament)))
        return
    happening.happen(_adjudication_event(command, None))
    _replay_void_table(happening, command.index)
    happening.settle(command.index)


def _adjudication_event(command: Adjudicate, final: tuple[int, ...] | None) -> ev.TableAdjudicated:
    """Return the event of an adjudication."""
    return ev.TableAdjudicated(
        command.index, bool(command.places), command.places, command.scores, command.dispute, final
    )


def _require_outcome(command: Adjudicate, seats: int) -> None:
    """Refuse places and scores that no table of so many seats has."""
    places, scores = command.places, command.scores
    if not places and not scores:
        return
    if len(places) != seats or not _is_ranking(places):
        raise BadValue("places", f"must be {seats} places by seat, from 1, ties shared: 1, 1, 3")
    if len(scores) != seats or not all(is_whole(s, -MOST_POINTS, MOST_POINTS) for s in scores):
        raise BadValue("scores", f"must be {seats} whole numbers by seat")
    for (place, score), (worse, more) in permutations(zip(places, scores, strict=True), 2):
        if place < worse and score < more:
            why = f"give place {worse} more points than place {place}: {more} and {score}"
            raise BadValue("scores", f"{why}; a better place has at least as many")


def _is_ranking(places: Sequence[int]) -> bool:
    """Say whether these are places: before each stand exactly those who are better.

    >>> _is_ranking((2, 1, 2)), _is_ranking((2, 1, 3)), _is_ranking((2, 2))
    (True, True, False)
    """
    return all(place == 1 + sum(other < place for other in places) for place in places)
