"""What everybody may know of a tournament, what the caller is to it, and answers to commands."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import orjson
from flask import Response

from events.accounts.codes import format_code
from events.accounts.players import Player
from events.cached_streams import CachedStream, CommandResult
from events.handle import find_answer
from events.record.chain import Head
from events.record.decider import SentAt
from events.record.receipts import Receipt
from games.core.type_hints.records import Component, any_word_of
from games.table.planned import table_id
from games.table.start_facts import ClosingFacts, closing_facts
from projections.tournaments.read_model import PHASES
from service.tournaments.names import TournamentTexts, newest_announcements, tournament_texts
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_PLAYER
from service.wire.requests import PRIVATE, idempotency_key, json_response
from tournaments.commands import TournamentCommand
from tournaments.directing import PAIRING
from tournaments.invitations import entry_secret
from tournaments.rules import LATE_ENTRY
from tournaments.settings import FORMATS, Json, settings_to_json
from tournaments.state import EntrantState, Tournament, is_server_bot

May = Literal[
    "register", "check_in", "reveal", "withdraw", "sit_out",
    "enter", "invite", "seed", "call", "plan", "forbid_pairs", "swap", "adjudicate", "pause",
    "resume", "reschedule", "close", "name_director", "describe", "announce",
]  # fmt: skip
Phase = Annotated[str, any_word_of(*PHASES)]
FormatName = Annotated[str, any_word_of(*FORMATS)]
SettingsFacts = Annotated[Mapping[str, Any], Component("TournamentSettings")]


class TableCounts(TypedDict):
    """How many tables there are."""

    planned: int
    opened: int
    finished: Annotated[int, "So many were played to their end."]


class GroupCounts(TypedDict):
    """How many deal groups there are."""

    planned: int
    ended: Annotated[int, "All their tables have ended."]
    released: Annotated[int, "All their tables are closed and show their cards."]


class TournamentAnnouncement(TypedDict):
    """What a director has told everybody."""

    n: Annotated[int, "Number of its event."]
    at: int
    by: Annotated[str, "Id of the director."]
    text: Annotated[str | None, "null: the text was erased."]


class OwnPart(TypedDict):
    """What the caller is to a tournament, and may do now."""

    entrant: Annotated[int | None, "The number under which the caller takes part."]
    director: bool
    may: Annotated[list[May], "What would not be refused as things stand."]
    table: Annotated[str | None, "Id of the table at which the caller plays now."]
    code: NotRequired[Annotated[str, "Of a director: the code with which players enter."]]


class TournamentFacts(TypedDict):
    """A tournament, as far as everybody may know of it."""

    id: str
    name: Annotated[str | None, "null: the text was erased."]
    description: str | None
    announcements: Annotated[list[TournamentAnnouncement], "The newest 10, newest first."]
    director: Annotated[str, "Id of the player who has opened it."]
    directors: Annotated[tuple[str, ...], "Ids of those who direct it besides."]
    settings: SettingsFacts
    phase: Phase
    paused: bool
    next_round_at: Annotated[int | None, "Before that no round is planned; null: not postponed."]
    forbidden_pairs: Annotated[
        tuple[tuple[int, int], ...], "Entrants whom directors keep apart, from the next round on."
    ]
    until: Annotated[int | None, "When the time to reveal entropies is up; null before the call."]
    now: NotRequired[SentAt]
    closing: ClosingFacts | None
    entrants: Annotated[int, "How many have entered."]
    active: Annotated[int, "How many of them are paired."]
    rounds: Annotated[int, "How many rounds were planned."]
    round: Annotated[int | None, "The round that is played, from 0; null: none is."]
    tables: TableCounts
    groups: GroupCounts
    n: Annotated[int, "Number of its newest event."]
    head: Head
    opened_at: int
    started_at: int | None
    next_at: Annotated[int | None, "When time alone makes something happen; null: never."]
    why: Annotated[str | None, "Why it closed: played, abandoned or too_few."]
    places: Annotated[tuple[int, ...] | None, "Final places by entrant, 0 for none."]
    prizes: Annotated[tuple[int, ...] | None, "By entrant; null before the close or without any."]
    secret: Annotated[
        str | None, "Hex; null until it is closed and no deal of it is played any more."
    ]
    you: Annotated[OwnPart | None, "null without a token."]


class AcceptedTournament(TypedDict):
    """The receipt of what has happened to a tournament, and the tournament right after it.

    The receipt's `table` names the tournament's stream.
    """

    receipt: Receipt
    tournament: TournamentFacts


class AcceptedEntrant(AcceptedTournament):
    """The same, and the number of who has entered."""

    entrant: int


def visible_tournament_facts(
    held: CachedStream[Tournament], caller: Player | None
) -> TournamentFacts:
    """Return what the caller may know of a tournament."""
    texts = tournament_texts(connections(), held.state)
    return facts_of(held.state, held.head.hex(), texts, caller and caller.id)


def facts_of(
    t: Tournament, head: str, texts: TournamentTexts, caller: str | None
) -> TournamentFacts:
    """Return the facts of a tournament of which these texts are told."""
    playing = [at for at, one in enumerate(t.rounds) if not one.ended]
    return {
        "id": t.id,
        "name": texts.name,
        "description": texts.description,
        "announcements": _announcement_rows(t, texts),
        "director": t.director,
        "directors": t.directors,
        "settings": settings_to_json(t.rules),
        "phase": t.phase,
        "paused": t.paused,
        "next_round_at": t.next_round_at if t.next_round_at > t.at else None,
        "forbidden_pairs": t.apart,
        "until": t.until or None,
        "closing": closing_facts(t.closing),
        "entrants": len(t.entries),
        "active": len(t.active()),
        "rounds": len(t.rounds),
        "round": playing[-1] if playing else None,
        "tables": _table_counts(t),
        "groups": {
            "planned": len(t.groups),
            "ended": sum(one.ended for one in t.groups),
            "released": sum(one.released for one in t.groups),
        },
        "n": t.n,
        "head": head,
        "opened_at": t.opened_at,
        "started_at": t.started_at or None,
        "next_at": t.next_at(),
        "why": t.why,
        "places": t.final if t.phase == "closed" else None,
        "prizes": t.prizes(),
        "secret": t.secret.hex() if t.is_open else None,
        "you": None if caller is None else own_part(t, caller),
    }


def _table_counts(t: Tournament) -> TableCounts:
    """Return how many tables there are."""
    finished = sum(one.finish is not None for one in t.tables)
    return {"planned": len(t.tables), "opened": t.opened, "finished": finished}


def _announcement_rows(t: Tournament, texts: TournamentTexts) -> list[TournamentAnnouncement]:
    """Return the newest announcements with their texts."""
    return [
        {"n": one.n, "at": one.at, "by": one.by, "text": text}
        for one, text in zip(newest_announcements(t), texts.announcements, strict=True)
    ]


def own_part(t: Tournament, caller: str) -> OwnPart:
    """Return what somebody is to a tournament."""
    own, code = entry_now(t, caller), entry_code(t) if t.directs(caller) else None
    part: OwnPart = {
        "entrant": None if own is None else own.number,
        "director": t.directs(caller),
        "may": [] if t.phase == "closed" else [*_tournament_permissions(t, caller, own)],
        "table": _table_now(t, caller),
    }
    if code is not None:
        part["code"] = code
    return part


def entry_code(t: Tournament) -> str | None:
    """Return the code with which players enter; None where none is needed."""
    return format_code(entry_secret(t.secret, t.id)) if t.rules.entrants.code else None


def entry_now(t: Tournament, player: str) -> EntrantState | None:
    """Return for whom a player plays now."""
    own = t.entry_of(player)
    return own if own is not None and player in own.members else None


def _tournament_permissions(t: Tournament, caller: str, own: EntrantState | None) -> Iterable[May]:
    """Yield what somebody may do at a tournament that is not closed."""
    own_kinds = {"player", "program"} & {*t.rules.entrants.kinds}
    itself = (t.rules.entrants.register and t.invites(caller)) or t.directs(caller)
    is_free = t.entry_of(caller) is None and caller not in t.pairers
    if is_free and itself and own_kinds and _may_enter(t):
        yield "register"
    if own is not None and not own.withdrawn:
        if t.phase == "registration" and not (own.checked_in and own.commitment):
            yield "check_in"
        if own.number in t.awaited():
            yield "reveal"
        yield "withdraw"
        if _has_rounds_to_sit_out(t) and (t.rules.entrants.most_byes or t.directs(caller)):
            yield "sit_out"
    if t.directs(caller):
        yield from _of_directors(t)
        if t.entry_of(caller) is None and t.rules.format.kind == "swiss":
            yield "forbid_pairs"
            is_open = t.phase == "running" and not t.unsettled
            if is_open and len(t.rounds) < (t.rules.format.rounds or 1):
                yield "swap"


def _has_rounds_to_sit_out(t: Tournament) -> bool:
    """Say whether there are rounds to come that entrants may sit out."""
    return t.rules.format.kind == "swiss" and len(t.rounds) < (t.rules.format.rounds or 1)


def _may_enter(t: Tournament) -> bool:
    """Say whether the tournament takes one more entrant now."""
    own = t.rules.entrants
    late = t.phase == "running" and own.late and t.rules.format.kind in LATE_ENTRY
    return (t.phase == "registration" or late) and len(t.entries) < own.most


def _of_directors(t: Tournament) -> Iterable[May]:
    """Yield what directors may do at a tournament that is not closed."""
    if _may_enter(t):
        yield "enter"
    if t.phase == "registration":
        yield "seed"
        if t.rules.entrants.invited is not None:
            yield "invite"
        yield "call"
    if t.phase == "running" and t.rules.format.kind == "own" and not (t.paused or t.unsettled):
        yield "plan"
    if t.tables:
        yield "adjudicate"
    yield "resume" if t.paused else "pause"
    if t.phase == "registration" or (t.phase == "running" and t.rules.format.kind in PAIRING):
        yield "reschedule"
    if not t.unsettled:
        yield "close"
    yield from ("name_director", "describe", "announce")


def _table_now(t: Tournament, player: str) -> str | None:
    """Return at which table that is there and played a player sits."""
    for index in range(t.opened - 1, -1, -1):
        table = t.tables[index]
        if table.finish is None and player in table.members:
            return table_id(t.id, index)
    return None


def tournament_etag(facts: TournamentFacts) -> str:
    """Return what names all that is shown: it also depends on who asks."""
    return f'"{hashlib.sha256(orjson.dumps(facts)).hexdigest()[:16]}"'


def require_known_players(members: Iterable[str]) -> None:
    """Refuse ids that no player has, by naming the first."""
    people = [one for one in members if not is_server_bot(one)]
    known = connections().players.names(people)
    for one in people:
        if one not in known:
            raise UNKNOWN_PLAYER(f"There is no player {one}")


def carried_out(
    caller: Player, tournament_id: str, command: TournamentCommand, sent: Json
) -> CommandResult[Tournament]:
    """Let a tournament judge a command of who asks."""
    key = idempotency_key(caller.id, sent)
    return connections().tournaments.execute(tournament_id, f"player:{caller.id}", command, key)


def tournament_and_past_answer(
    caller: Player, tournament_id: str, sent: Json
) -> tuple[Tournament, CommandResult[Tournament] | None]:
    """Return a tournament, and the answer of the request if it was carried out before."""
    own = connections().tournaments
    state = own.current(tournament_id).state
    return state, find_answer(own, tournament_id, idempotency_key(caller.id, sent))


def tournament_command_response(
    made: CommandResult[Tournament], caller: Player, status: int = 200, *, at: str = "", **more: Any
) -> Response:
    """Return the receipt of a command, and the tournament right after it; 201 with what is `at`."""
    own, t = connections(), made.state
    signer = own.signing.signer_for(t.id, t.n, made.head, made.written)
    receipt = signer.receipt(t.id, t.n, made.head, t.at, own.signing.durability)
    headers = dict(PRIVATE)
    if status == 201:
        headers["Location"] = f"/v1/tournaments/{t.id}{at}"
    if made.replayed:
        headers["Idempotency-Replayed"] = "true"
    held = CachedStream(t, made.head)
    body: AcceptedTournament = {
        "receipt": receipt,
        "tournament": visible_tournament_facts(held, caller),
    }
    return json_response({**body, **more}, status, headers)
