"""Tournaments: open, list, show; what directors do with one."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.store.streams import IdempotencyKey
from events.tournaments.names import new_id
from games.core.type_hints.records import Component
from projections.projection import Row
from projections.tournaments.read_model import PHASES, TournamentQuery, tournament_page
from service.disputes.access import erase_if_refused
from service.limits.admission import enforce_quotas, queue_reads
from service.limits.quotas import DIRECTORS
from service.settings import PAGE_LIMIT
from service.tournaments.access import (
    FormatName,
    Phase,
    carried_out,
    require_known_players,
    tournament_and_past_answer,
    tournament_command_response,
    tournament_etag,
    visible_tournament_facts,
)
from service.tournaments.schemas import NewClose, NewDirector, NewTimes, new_tournament
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import DIRECTOR_ROLE_REQUIRED
from service.wire.queries import (
    choice_parameter,
    game_parameter,
    integer_parameter,
    parse_cursor,
    takes_parameters,
)
from service.wire.requests import (
    PRIVATE,
    Cursor,
    asking_player,
    idempotency_key,
    is_known,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)
from tournaments import refusals
from tournaments.commands import (
    AddDirector,
    Call,
    Close,
    Pause,
    Reschedule,
    Resume,
    TournamentCommand,
)

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments")
EMPTY, NEW_CLOSE, NEW_DIRECTOR, NEW_TIMES = Empty(), NewClose(), NewDirector(), NewTimes()
PAGE = 50
CURSOR = r"([0-9]{1,15})\.(c[0-9a-f]{18}(?::[0-9A-Za-z_-]{1,64})?)"  # of a row: time, name


class TournamentRow(TypedDict):
    """A tournament in a list."""

    id: str
    name: Annotated[str | None, "null: the text was erased."]
    director: Annotated[str, "Id of the player who has opened it."]
    directors: Annotated[list[str], "Ids of those who direct it besides."]
    format: FormatName
    games: Annotated[list[str], "Names of its games."]
    phase: Phase
    entrants: Annotated[int, "How many have entered."]
    rounds: Annotated[int, "How many rounds were planned."]
    tables: Annotated[int, "How many tables were planned."]
    opened_at: int


class TournamentPage(TypedDict):
    """A page of tournaments."""

    tournaments: list[Annotated[Row, Component("TournamentRow")]]
    cursor: Cursor


COLUMNS = tuple(TournamentRow.__annotations__)


@blueprint.post("")
def open_tournament() -> Response:
    """Open a tournament."""
    caller = require_player()
    if caller.role not in DIRECTORS:
        raise DIRECTOR_ROLE_REQUIRED()
    sent = read_json_body()
    key, own = idempotency_key(caller.id, sent), connections()
    stream = _opening_name(key)
    is_repeat = own.store.knows(stream)
    head, settings = new_tournament(sent, None if is_repeat else own.store.now())
    with enforce_quotas(caller, "tournaments", "host", is_repeat=lambda: own.store.knows(stream)):
        if not is_repeat:
            require_known_players(head["directors"])
            require_known_players((settings.get("entrants") or {}).get("invited") or ())
        texts = TextStore(own.store)
        name, directors = texts.keep(stream, head["name"], key), head["directors"]
        with erase_if_refused(texts, stream, name):
            by = f"player:{caller.id}"
            made = own.tournaments.open(stream, by, settings, name, directors, key)
    if made.state.name != name:
        texts.drop(stream, name)  # a repeat: the text of the first request is kept
    return tournament_command_response(made, caller, 201)


def _opening_name(key: IdempotencyKey | None) -> str:
    """Return the id of a tournament to be opened; a repeat meets that of its first request."""
    if key is None:
        return new_id()
    return "c" + hashlib.sha256(key.key.encode()).hexdigest()[:18]


@blueprint.get("")
@takes_parameters("phase", "game", "player", "director", "name", "limit", "cursor")
@queue_reads
def tournaments() -> Response:
    """List tournaments."""
    asking_player()  # a token that is no good is refused
    limit, found = integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE, parse_cursor(CURSOR)
    before = None if found is None else (int(found[1]), found[2])
    called = request.args.get("name", "").strip().casefold()
    among = partial(_those_called, called) if called else None
    listed = tournament_page(
        connections().models.tournaments, _tournament_filters(), limit, before, among
    )
    page: TournamentPage = {
        "tournaments": _with_names(listed.rows),
        "cursor": None if listed.ends is None else f"{listed.ends[0]}.{listed.ends[1]}",
    }
    return json_response(page, headers=PRIVATE)


def _tournament_filters() -> TournamentQuery:
    """Return the filters of the query; `me` is who asks."""
    phase = choice_parameter("phase", PHASES)
    return TournamentQuery(
        phase, game_parameter(), _player_filter("player"), _player_filter("director")
    )


def _player_filter(name: str) -> str | None:
    """Return the player whom a filter names."""
    text = request.args.get(name)
    return require_player().id if text == "me" else text


def _those_called(part: str, rows: Sequence[Row]) -> set[str]:
    """Return the ids of the tournaments in whose names a text stands, small and large alike."""
    return {
        row["id"] for row, name in zip(rows, _names_of(rows), strict=True)
        if part in (name or "").casefold()
    }  # fmt: skip


def _names_of(rows: Sequence[Row]) -> list[str | None]:
    """Return what tournaments are called; None where the text was erased."""
    return TextStore(connections().store).find_many([(row["id"], row["name"]) for row in rows])


def _with_names(rows: list[Row]) -> list[Row]:
    """Return rows as lists show them."""
    return [
        {**{field: row[field] for field in COLUMNS}, "name": name}
        for row, name in zip(rows, _names_of(rows), strict=True)
    ]


@blueprint.get("/<tournament_id>")
def tournament(tournament_id: str) -> Response:
    """Show a tournament."""
    facts = visible_tournament_facts(
        connections().tournaments.current(tournament_id), asking_player()
    )
    tag = tournament_etag(facts)
    headers = {**PRIVATE, "ETag": tag}
    if is_known(tag):
        return Response(status=304, headers=headers)
    return json_response(facts, headers=headers)


def _carry_out_bare_command(
    caller: Player, tournament_id: str, command: TournamentCommand
) -> Response:
    """Let a tournament judge a command that says nothing more."""
    sent = load_with_schema(EMPTY, read_json_body())
    return tournament_command_response(carried_out(caller, tournament_id, command, sent), caller)


@blueprint.post("/<tournament_id>/call")
def call(tournament_id: str) -> Response:
    """Call for the start."""
    caller = require_player()
    _require_first_call(tournament_id)
    return _carry_out_bare_command(caller, tournament_id, Call())


def _require_first_call(tournament_id: str) -> None:
    """Refuse a call for the start if the store may have lost an earlier one, as at tables (T9b).

    Raises:
        StoreBehind: the store lacks something that was signed for.
        Illegal: it has lacked something since the tournament was opened.
    """
    own = connections()
    own.signing.guard.require_current_now(tournament_id)
    t = own.tournaments.current(tournament_id).state  # what is held may have been lost
    if t.phase == "registration" and t.opened_at <= own.signing.newest_loss():
        raise refusals.MAY_BE_CALLED()


@blueprint.post("/<tournament_id>/pause")
def pause(tournament_id: str) -> Response:
    """Pause a tournament."""
    return _carry_out_bare_command(require_player(), tournament_id, Pause())


@blueprint.post("/<tournament_id>/resume")
def resume(tournament_id: str) -> Response:
    """Resume a tournament."""
    return _carry_out_bare_command(require_player(), tournament_id, Resume())


@blueprint.post("/<tournament_id>/schedule")
def reschedule(tournament_id: str) -> Response:
    """Change when a tournament starts, or when its next round does."""
    caller, sent = require_player(), read_json_body()
    times = load_with_schema(NEW_TIMES, sent)
    command = Reschedule(times["starts_at"], times["next_round_at"])
    return tournament_command_response(carried_out(caller, tournament_id, command, sent), caller)


@blueprint.post("/<tournament_id>/close")
def close(tournament_id: str) -> Response:
    """Close a tournament."""
    caller, sent = require_player(), read_json_body()
    command = Close(load_with_schema(NEW_CLOSE, sent)["abandon"])
    return tournament_command_response(carried_out(caller, tournament_id, command, sent), caller)


@blueprint.post("/<tournament_id>/directors")
def name_director(tournament_id: str) -> Response:
    """Name another director."""
    caller, sent = require_player(), read_json_body()
    named = load_with_schema(NEW_DIRECTOR, sent)["player"]
    _, known = tournament_and_past_answer(caller, tournament_id, sent)
    if known is None:
        require_known_players([named])
        known = carried_out(caller, tournament_id, AddDirector(named), sent)
    return tournament_command_response(known, caller)
