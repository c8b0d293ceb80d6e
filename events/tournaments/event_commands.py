"""The command that made an event of a tournament, read back from the event."""

from collections.abc import Sequence
from typing import Any, Final

from games.table.planned import table_id
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.following import ABANDONED
from tournaments.pairings import member_count
from tournaments.state import Tournament
from tournaments.tables import Entrant

# What may be asked again: then nothing happens but what it is time for.
MAY_BE_DONE: Final = frozenset(
    {
        cm.Invite, cm.CheckIn, cm.Reveal, cm.NoteOpened, cm.TakeResult, cm.NoteReleased,
        cm.Withdraw, cm.Return, cm.Replace, cm.Adjudicate, cm.ForbidPairs, cm.Describe,
        cm.SitOut,
    }
)  # fmt: skip


def command_of_event(t: Tournament, kind: type[Any], event: Any) -> cm.TournamentCommand | None:
    """Return the command of a kind whose first event this is; None where it is of none."""
    if kind in (cm.Call, cm.Advance):
        return kind()  # type: ignore[no-any-return]  # what happens is not theirs to say
    match event:
        case ev.Opened(name=name, settings=settings, secret=secret, directors=directors):
            command: cm.TournamentCommand = cm.Open(name, settings, secret, directors)
        case ev.EntrantRegistered(kind=own, members=people, name=name, commitment=promise):
            command = cm.Register(own, people, name, promise, event.rating, event.byes or ())
        case ev.Invited(players=players):
            command = cm.Invite(players)
        case ev.Seeded(entrants=entrants):
            command = cm.Seed(entrants)
        case ev.CheckedIn(entrant=entrant, commitment=promise):
            command = cm.CheckIn(entrant, promise)
        case ev.EntropyRevealed(entrant=entrant, entropy=entropy, closing=closing):
            command = cm.Reveal(entrant, entropy, closing)
        case ev.RoundPlanned():
            command = cm.Plan(_own_tables(t, event), event.byes)
        case _:
            command = _later_command_of_event(t, event)
    return command if type(command) is kind else None


def _later_command_of_event(t: Tournament, event: Any) -> cm.TournamentCommand:
    """Return the command of an event of a tournament that has begun, or is not played on."""
    match event:
        case ev.TablesOpened(last=last):
            return cm.NoteOpened(last)
        case ev.ResultTaken():
            return result_of(t, event)
        case ev.TablesReleased(group=group):
            return cm.NoteReleased(group)
        case ev.EntrantWithdrawn(entrant=entrant):
            return cm.Withdraw(entrant)
        case ev.EntrantReturned(entrant=entrant):
            return cm.Return(entrant)
        case ev.ByesRequested(entrant=entrant, byes=byes):
            return cm.SitOut(entrant, byes)
        case ev.EntrantReplaced(entrant=entrant, kind=kind, members=people, name=name):
            return cm.Replace(entrant, kind, people, name, event.rating)
        case ev.TableAdjudicated(index=index, places=places, scores=scores, dispute=dispute):
            return cm.Adjudicate(index, places, scores, dispute)
        case ev.TournamentClosed(why=why):
            return cm.Close(abandon=why == ABANDONED)
        case ev.DirectorAdded(player=player):
            return cm.AddDirector(player)
        case _:
            return _command_of_time(event)


def _command_of_time(event: Any) -> cm.TournamentCommand:
    """Return the command of an event that says how and when it goes on, or what is told of it."""
    match event:
        case ev.Paused():
            return cm.Pause()
        case ev.Resumed():
            return cm.Resume()
        case ev.PairsForbidden(pairs=pairs):
            return cm.ForbidPairs(pairs)
        case ev.EntrantsSwapped(round=number, entrants=entrants):
            return cm.Swap(number, entrants)
        case ev.Rescheduled(starts_at=starts_at, next_round_at=next_round_at):
            return cm.Reschedule(starts_at, next_round_at)
        case ev.Described(text=text):
            return cm.Describe(text)
        case ev.Announced(text=text):
            return cm.Announce(text)
        case _:
            return cm.Advance()


def result_of(t: Tournament, event: ev.ResultTaken) -> cm.TakeResult:
    """Return what brought a result."""
    return cm.TakeResult(
        table_id(t.id, event.index), event.index, event.n, event.head, event.why,
        event.places, event.scores, event.absent, event.forfeited or (),
    )  # fmt: skip


def _own_tables(t: Tournament, planned: ev.RoundPlanned) -> tuple[cm.OwnTable, ...]:
    """Return the pairings of which a round was laid out: of all turns of one the first."""
    left: Sequence[ev.PlannedTable] = planned.tables
    tables = []
    while left:
        first = left[0]
        tables.append(cm.OwnTable(first.game, first.group, tuple(who for who, _ in first.seats)))
        left = left[_pairing_table_count(t, first) :]
    return tuple(tables)


def _pairing_table_count(t: Tournament, table: ev.PlannedTable) -> int:
    """Return at how many tables a pairing is played."""
    if not t.rules.format.rotate:
        return 1
    known = (Entrant(who) for who, _ in table.seats if 0 <= who < len(t.entries))
    counts = (member_count(t, who) for who in known)
    return max(1, min([len(table.seats), *(count for count in counts if count is not None)]))
