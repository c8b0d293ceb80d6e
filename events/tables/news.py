"""What players are told of their tables: news that travel with an append and hold nothing of play.

The command that makes something happen knows all players whom it concerns, so no follower folds a
log for it. Turns are not told here: the store keeps whose turn it is (`events.tables.turns`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from events.record.decider import PlayerMessage, SentAt
from games.core.type_hints.records import any_word_of, constant_text
from games.table import Fact, Table
from games.table import events as ev
from games.table.commands import Invitee

Number = Annotated[int, "Number of the event of the table that it tells of."]
OwnSeat = Annotated[int, "The own seat."]
SeatOrNone = Annotated[int | None, "Your seat; null if you opened the table and hold none."]
ReservedSeat = Annotated[int, "The seat that is or was reserved."]
TableId = Annotated[str, "Id of the table."]
Game = Annotated[str, "Name of its game."]
Deadline = Annotated[int | None, "When the time is up, in milliseconds; null: never."]


class TableMessage(TypedDict):
    """What every message of a table tells."""

    table: TableId
    game: Game
    n: Number


class YourTurn(TableMessage):
    """You may act. `n` is the event with which the turn began."""

    type: Annotated[str, constant_text("your_turn")]
    seat: OwnSeat
    deadline: Deadline
    now: NotRequired[SentAt]


class BeenInvited(TableMessage):
    """A seat is reserved for you: sit down, or decline."""

    type: Annotated[str, constant_text("invited")]
    seat: ReservedSeat
    by: Annotated[str, "Id of the player who has opened the table."]
    until: Annotated[int, "When the invitation ends, in milliseconds."]
    now: NotRequired[SentAt]


class RematchOffered(TableMessage):
    """A seat is reserved for you at the rematch of a table at which you have played."""

    type: Annotated[str, constant_text("rematch")]
    seat: ReservedSeat
    by: Annotated[str, "Id of the player who has asked for it."]
    until: Annotated[int, "When the invitation ends, in milliseconds."]
    now: NotRequired[SentAt]
    rematch_of: TableId


class InvitationOver(TableMessage):
    """An invitation of yours, or to a table that you have opened, holds no more."""

    type: Annotated[str, constant_text("invitation_ended")]
    seat: ReservedSeat
    player: Annotated[str, "Id of who was invited."]
    how: Annotated[str, any_word_of(*ev.ENDS), "How it ended."]


class TableFilled(TableMessage):
    """All seats are taken: the start may be called for."""

    type: Annotated[str, constant_text("filled")]
    seat: SeatOrNone


class StartCalled(TableMessage):
    """A player has called for the start: reveal the entropy that you committed to."""

    type: Annotated[str, constant_text("start_called")]
    seat: OwnSeat
    deadline: Deadline
    now: NotRequired[SentAt]


class EntropyWithheld(TableMessage):
    """Your entropy counts as withheld; if your client sent it in time, the server dropped it."""

    type: Annotated[str, constant_text("entropy_withheld")]
    seat: OwnSeat


class TableStarted(TableMessage):
    """Play has begun."""

    type: Annotated[str, constant_text("started")]
    seat: SeatOrNone


class TakenOver(TableMessage):
    """A bot plays for you now; `POST /v1/tables/{table_id}/seats/{seat}/return` ends that."""

    type: Annotated[str, constant_text("taken_over")]
    seat: OwnSeat
    bot: str


class GivenBack(TableMessage):
    """You play for your seat again."""

    type: Annotated[str, constant_text("given_back")]
    seat: OwnSeat


class AdjournAsked(TableMessage):
    """Another player wants to adjourn, and your agreement is awaited."""

    type: Annotated[str, constant_text("adjourn_asked")]
    seat: OwnSeat
    by: Annotated[int, "Seat of who agreed."]


class Adjourned(TableMessage):
    """All have agreed to adjourn: the table has ended without a result."""

    type: Annotated[str, constant_text("adjourned")]
    seat: SeatOrNone


class TableEnded(TableMessage):
    """The table has ended."""

    type: Annotated[str, constant_text("ended")]
    seat: SeatOrNone
    why: Annotated[str, "Why, as in the outcome of the view."]
    place: Annotated[int | None, "The own place; null where nothing was played to its end."]
    score: Annotated[int | None, "The own score; null as above."]


class TableReleased(TableMessage):
    """All tables with the same deals have ended: the table is open, and may be disputed."""

    type: Annotated[str, constant_text("released")]
    seat: OwnSeat


class DisputeMessage(TypedDict):
    """What every message of a dispute tells."""

    table: TableId
    dispute: Annotated[str, "Id of the dispute."]
    hand: Annotated[int, "Number of the hand."]
    n: Annotated[int, "Number of the event of the table's disputes that it tells of."]


class DisputeOpened(DisputeMessage):
    """A hand that you have played is disputed."""

    type: Annotated[str, constant_text("dispute_opened")]
    by: Annotated[int, "Seat of who disputes it."]


class DisputeRuled(DisputeMessage):
    """A dispute was ruled."""

    type: Annotated[str, constant_text("dispute_ruled")]
    verdict: str
    remedy: str


class DisputeWithdrawn(DisputeMessage):
    """Who opened a dispute has taken it back."""

    type: Annotated[str, constant_text("dispute_withdrawn")]


OF_TABLES = (
    YourTurn, BeenInvited, RematchOffered, InvitationOver, TableFilled, StartCalled,
    EntropyWithheld, TableStarted, TakenOver, GivenBack, AdjournAsked,
    Adjourned, TableEnded, TableReleased,
)  # fmt: skip
OF_DISPUTES = (DisputeOpened, DisputeRuled, DisputeWithdrawn)


def _seated_players(table: Table) -> Iterable[tuple[int, str]]:
    """Yield the seats that players hold, each with its player."""
    for seat, holder in enumerate(table.holders):
        if holder is not None and holder.player is not None:
            yield seat, holder.player


def _concerned_players(table: Table) -> Mapping[str, int | None]:
    """Return whom a table's beginning and end concern, by player the seat.

    Its opener, those who hold seats, and those who held one at the call and gave it up. A
    tournament that has opened it is told nothing: it follows its tables by itself.
    """
    players: dict[str, int | None] = (
        {} if table.terms.tournament is not None else {table.terms.opener: None}
    )
    players |= {player: seat for seat, player in enumerate(table.former) if player is not None}
    return players | {player: seat for seat, player in _seated_players(table)}


Step = tuple[Table, Table, Fact]  # before the command and after it, and what happened
NewsMaker = Callable[[Step, Any], Iterable[PlayerMessage]]


def _table_message(
    step: Step, to: str, kind: str, seat: int | None, **more: object
) -> PlayerMessage:
    """Return a message of a table."""
    _, table, fact = step
    message = {"type": kind, "table": table.id, "game": table.game.name, "n": fact.n, "seat": seat}
    return PlayerMessage(to, message | more)


def _news_of_opening(step: Step, event: ev.Opened) -> Iterable[PlayerMessage]:
    """Tell those for whom seats are reserved from the beginning."""
    return _invitation_news(step, event.invited or ())


def _news_of_inviting(step: Step, event: ev.Invited) -> Iterable[PlayerMessage]:
    """Tell those for whom seats are reserved."""
    return _invitation_news(step, event.invited)


def _invitation_news(step: Step, made: Iterable[Invitee]) -> Iterable[PlayerMessage]:
    """Tell of invitations, or of a rematch."""
    _, table, fact = step
    for one in made:
        more: dict[str, object] = {
            "by": table.terms.opener,
            "until": fact.at + 1000 * one.expires_after,
        }
        kind = "invited"
        if table.terms.rematch_of is not None:
            kind, more["rematch_of"] = "rematch", table.terms.rematch_of
        yield _table_message(step, one.player, kind, one.seat, **more)


def _news_of_invitation_end(step: Step, event: ev.InvitationEnded) -> Iterable[PlayerMessage]:
    """Tell who was invited, and who has invited."""
    _, table, _ = step
    for player in dict.fromkeys((event.player, table.terms.opener)):
        about = {"player": event.player, "how": event.how}
        yield _table_message(step, player, "invitation_ended", event.seat, **about)


def _news_of_seat_taken(step: Step, event: ev.SeatTaken) -> Iterable[PlayerMessage]:
    """Tell that all seats are taken now."""
    _, table, _ = step
    is_gathered = table.phase == "open" and None not in table.holders
    if is_gathered and table.terms.tournament is None:
        for player, seat in _concerned_players(table).items():
            yield _table_message(step, player, "filled", seat)


def _news_of_start_call(step: Step, event: ev.StartCalled) -> Iterable[PlayerMessage]:
    """Tell those whose entropy is awaited from now on."""
    _, table, _ = step
    until = table.reveal_until
    for seat, player in _seated_players(table):
        if seat in table.awaited():
            yield _table_message(step, player, "start_called", seat, deadline=until)


def _news_of_closed_entropy(step: Step, event: ev.EntropyClosed) -> Iterable[PlayerMessage]:
    """Tell those who hold a seat whose entropy was not revealed."""
    for seat, player in _seated_players(step[1]):
        if seat in event.withheld:
            yield _table_message(step, player, "entropy_withheld", seat)


def _news_of_start(step: Step, event: ev.Started) -> Iterable[PlayerMessage]:
    """Tell that play has begun."""
    for player, seat in _concerned_players(step[1]).items():
        yield _table_message(step, player, "started", seat)


def _news_of_bot_takeover(step: Step, event: ev.HandedToBot) -> Iterable[PlayerMessage]:
    """Tell whose seat a bot has taken over."""
    before, _, _ = step
    for seat, player in _seated_players(before):
        if seat == event.seat:
            yield _table_message(step, player, "taken_over", seat, bot=event.bot)


def _news_of_return(step: Step, event: ev.TakenBack) -> Iterable[PlayerMessage]:
    """Tell who plays again."""
    yield _table_message(step, event.player, "given_back", event.seat)


def _news_of_adjourn_agreement(step: Step, event: ev.AdjournAgreed) -> Iterable[PlayerMessage]:
    """Tell those who are asked whether they agree, too."""
    _, table, _ = step
    if table.phase == "playing":
        for seat, player in _seated_players(table):
            if seat not in table.agreed:
                yield _table_message(step, player, "adjourn_asked", seat, by=event.seat)


def _news_of_closing(step: Step, event: ev.Closed) -> Iterable[PlayerMessage]:
    """Tell how it ended; at a table of a tournament that was told before."""
    for player, seat in _concerned_players(step[1]).items():
        if step[1].terms.tournament is not None:
            yield _table_message(step, player, "released", seat)
        else:
            yield _end_of_play_news(step, event, player, seat)


def _news_of_finish(step: Step, event: ev.Finished) -> Iterable[PlayerMessage]:
    """Tell those who hold a seat how play ended; who gave one up hears of the release (T26)."""
    for seat, player in _seated_players(step[1]):
        yield _end_of_play_news(step, event, player, seat)


def _end_of_play_news(
    step: Step, event: ev.Closed | ev.Finished, player: str, seat: int | None
) -> PlayerMessage:
    """Return what a player is told of the end of play."""
    if event.why == "adjourned":
        return _table_message(step, player, "adjourned", seat)
    place = score = None
    if seat is not None and event.places:
        place, score = event.places[seat], event.scores[seat]
    return _table_message(step, player, "ended", seat, why=event.why, place=place, score=score)


NEWS_MAKERS: Mapping[str, NewsMaker] = {
    "table.opened.v1": _news_of_opening,
    "table.invited.v1": _news_of_inviting,
    "table.invitation_ended.v1": _news_of_invitation_end,
    "table.seat_taken.v1": _news_of_seat_taken,
    "table.start_called.v1": _news_of_start_call,
    "table.entropy_closed.v1": _news_of_closed_entropy,
    "table.started.v1": _news_of_start,
    "table.handed_to_bot.v1": _news_of_bot_takeover,
    "table.taken_back.v1": _news_of_return,
    "table.adjourn_agreed.v1": _news_of_adjourn_agreement,
    "table.finished.v1": _news_of_finish,
    "table.closed.v1": _news_of_closing,
}
NEWS_TYPES = frozenset(NEWS_MAKERS)
BY_EVENT = {ev.EVENTS[name]: make_news for name, make_news in NEWS_MAKERS.items()}


def table_news(
    before: Table, after: Table | None, facts: Sequence[Fact]
) -> Iterable[PlayerMessage]:
    """Yield what the events of a command are for players, in their order."""
    assert after is not None, "what is due at a table is worked out before an append"
    for fact in facts:
        if (make_news := BY_EVENT.get(type(fact.event))) is not None:
            yield from make_news((before, after, fact), fact.event)
