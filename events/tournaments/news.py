"""What entrants are told of their tournament: nothing of it that is sealed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, NotRequired, TypedDict

from events.record.decider import PlayerMessage, SentAt
from games.core.type_hints.records import any_word_of, constant_text
from games.table import Fact
from games.table.planned import table_id
from tournaments import events as ev
from tournaments.state import EntrantState, Tournament, is_server_bot

WHAT: Final = (
    "registered", "called", "started", "table", "round_ended", "withdrawn", "replaced", "closed",
)  # fmt: skip


class TournamentNews(TypedDict):
    """Something has happened in a tournament in which you take part.

    You are in it. Its start was called for: reveal the entropy to which you committed. It has
    begun. Your next table is ready. A round has ended. You are out. Others play in your place. It
    is over.
    """

    type: Annotated[str, constant_text("tournament")]
    what: Annotated[str, any_word_of(*WHAT)]
    tournament: Annotated[str, "Id of the tournament."]
    n: Annotated[int, "Number of the event of the tournament that it tells of."]
    entrant: Annotated[int, "Your number, or that of your team."]
    until: Annotated[
        int | None, "Of `called`: until when entropies may be revealed, in milliseconds; else null."
    ]
    now: NotRequired[SentAt]
    table: Annotated[str | None, "Of `table`: the id of the table where you sit; else null."]
    round: Annotated[int | None, "Of `table` and `round_ended`: the round, from 0; else null."]
    why: Annotated[str | None, "Of `withdrawn` and `closed`: why, as in the log; else null."]
    place: Annotated[
        int | None, "Of `closed`: the final place; null where there is none, and otherwise."
    ]


class TournamentChange(NamedTuple):
    """An event of a tournament, and the tournament before and after the command that it is of."""

    before: Tournament
    after: Tournament
    fact: Fact


NOTHING: Final = {"until": None, "table": None, "round": None, "why": None, "place": None}


def _entrant_news(
    step: TournamentChange, what: str, entry: EntrantState, player: str, **more: object
) -> PlayerMessage:
    """Return a message for a player of an entry."""
    message = {
        "type": "tournament", "what": what, "tournament": step.after.id, "n": step.fact.n,
        "entrant": entry.number,
    }  # fmt: skip
    return PlayerMessage(player, message | NOTHING | more)


def _human_members(members: Iterable[str]) -> Iterator[str]:
    """Yield the players among members."""
    return (one for one in members if not is_server_bot(one))


def _news_for_paired_players(
    step: TournamentChange, what: str, **more: object
) -> Iterator[PlayerMessage]:
    """Tell everybody who is paired."""
    for entry in step.after.entries:
        if not entry.withdrawn:
            yield from (
                _entrant_news(step, what, entry, one, **more)
                for one in _human_members(entry.members)
            )


def _registration_news(
    step: TournamentChange, event: ev.EntrantRegistered
) -> Iterator[PlayerMessage]:
    """Tell who is in it now."""
    entry = step.after.entries[event.entrant]
    return (_entrant_news(step, "registered", entry, one) for one in _human_members(event.members))


def _entropy_call_news(step: TournamentChange, event: ev.Called) -> Iterator[PlayerMessage]:
    """Tell until when entropies may be revealed."""
    return _news_for_paired_players(step, "called", until=event.until)


def _start_news(step: TournamentChange, event: ev.Started) -> Iterator[PlayerMessage]:
    """Tell that it has begun."""
    return _news_for_paired_players(step, "started")


def _seating_news(step: TournamentChange, event: ev.TablesOpened) -> Iterator[PlayerMessage]:
    """Tell who sits at tables that are there now."""
    t = step.after
    for index in range(event.first, event.last + 1):
        table, where = t.tables[index], table_id(t.id, index)
        for sitting, member in zip(table.planned.seats, table.members, strict=True):
            entry = t.entries[sitting.entrant]
            for player in _human_members([member]):
                yield _entrant_news(step, "table", entry, player, table=where, round=table.round)


def _round_end_news(step: TournamentChange, event: ev.RoundEnded) -> Iterator[PlayerMessage]:
    """Tell that a round has ended."""
    return _news_for_paired_players(step, "round_ended", round=event.round)


def _withdrawal_news(step: TournamentChange, event: ev.EntrantWithdrawn) -> Iterator[PlayerMessage]:
    """Tell who is out."""
    entry = step.after.entries[event.entrant]
    return (
        _entrant_news(step, "withdrawn", entry, one, why=event.why)
        for one in _human_members(entry.members)
    )


def _return_news(step: TournamentChange, event: ev.EntrantReturned) -> Iterator[PlayerMessage]:
    """Tell who is in it again, as who enters is told."""
    entry = step.after.entries[event.entrant]
    return (_entrant_news(step, "registered", entry, one) for one in _human_members(entry.members))


def _replacement_news(step: TournamentChange, event: ev.EntrantReplaced) -> Iterator[PlayerMessage]:
    """Tell those in whose place others play on, and those others."""
    entry = step.after.entries[event.entrant]
    for player in _human_members(step.before.entries[event.entrant].members):
        if player not in event.members:
            yield _entrant_news(step, "replaced", entry, player)
    for player in _human_members(event.members):
        yield _entrant_news(step, "registered", entry, player)


def _closing_news(step: TournamentChange, event: ev.TournamentClosed) -> Iterator[PlayerMessage]:
    """Tell everybody who was in it to the end how it has ended for them."""
    for entry in step.after.entries:
        place = (event.places[entry.number] or None) if event.places else None
        for player in _human_members(entry.members):
            yield _entrant_news(step, "closed", entry, player, why=event.why, place=place)


NEWS_MAKERS: Final[Mapping[str, Callable[[TournamentChange, Any], Iterator[PlayerMessage]]]] = {
    "tournament.entrant_registered.v1": _registration_news,
    "tournament.called.v1": _entropy_call_news,
    "tournament.started.v1": _start_news,
    "tournament.tables_opened.v1": _seating_news,
    "tournament.round_ended.v1": _round_end_news,
    "tournament.withdrawn.v1": _withdrawal_news,
    "tournament.returned.v1": _return_news,
    "tournament.replaced.v1": _replacement_news,
    "tournament.closed.v1": _closing_news,
}
NEWS_TYPES: Final = frozenset(NEWS_MAKERS)
BY_EVENT: Final = {ev.EVENTS[name]: make_news for name, make_news in NEWS_MAKERS.items()}


def tournament_news(
    before: Tournament, after: Tournament | None, facts: Sequence[Fact]
) -> Iterable[PlayerMessage]:
    """Yield what the events of a command are for players, in their order."""
    assert after is not None, "what is due in a tournament is worked out before an append"
    for fact in facts:
        if (make_news := BY_EVENT.get(type(fact.event))) is not None:
            yield from make_news(TournamentChange(before, after, fact), fact.event)
