"""Tournaments: open, list, show; what directors do with one."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.accounts.players import Player
from events.accounts.texts import Texts
from events.store.streams import Once
from events.tournaments.names import new_id
from games.core.records import Component
from projections.projection import Row
from projections.tournaments.read_model import PHASES, AskedTournaments, page
from service.disputes.access import erase_if_refused
from service.limits.admission import admitted, costly
from service.limits.quotas import DIRECTORS
from service.settings import PAGE_LIMIT
from service.tournaments.access import (
    FormatName,
    Phase,
    accepted,
    carried_out,
    etag,
    facts,
    repeated,
    require_known,
)
from service.tournaments.schemas import NewClose, NewDirector, new_tournament
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import BadQuery, MayNotDirect
from service.wire.queries import asked_game, cursor, takes, whole
from service.wire.requests import (
    PRIVATE,
    Cursor,
    answer,
    body,
    is_known,
    loaded,
    once,
    player,
    who,
)
from tournaments.commands import AddDirector, Call, Close, Pause, Resume, TournamentCommand

blueprint = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments")
EMPTY, NEW_CLOSE, NEW_DIRECTOR = Empty(), NewClose(), NewDirector()
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


SHOWN = tuple(TournamentRow.__annotations__)


@blueprint.post("")
def open_tournament() -> Response:
    """Open a tournament."""
    asker = player()
    if asker.role not in DIRECTORS:
        raise MayNotDirect
    sent = body()
    head, settings = new_tournament(sent)
    key, own = once(asker.id, sent), connections()
    stream = _opening_name(key)
    with admitted(asker, "tournaments", "host", is_repeat=lambda: own.store.knows(stream)):
        if not own.store.knows(stream):
            require_known(head["directors"])
        texts = Texts(own.store)
        name, directors = texts.keep(stream, head["name"], key), head["directors"]
        with erase_if_refused(texts, stream, name):
            by = f"player:{asker.id}"
            made = own.tournaments.open(stream, by, settings, name, directors, key)
    if made.state.name != name:
        texts.drop(stream, name)  # a repeat: the text of the first request is kept
    return accepted(made, asker, 201)


def _opening_name(key: Once | None) -> str:
    """Return the id of a tournament to be opened; a repeat meets that of its first request."""
    if key is None:
        return new_id()
    return "c" + hashlib.sha256(key.key.encode()).hexdigest()[:18]


@blueprint.get("")
@takes("phase", "game", "player", "director", "name", "limit", "cursor")
@costly
def tournaments() -> Response:
    """List tournaments."""
    who()  # a token that is no good is refused
    limit, found = whole("limit", PAGE, PAGE_LIMIT) or PAGE, cursor(CURSOR)
    before = None if found is None else (int(found[1]), found[2])
    called = request.args.get("name", "").strip().casefold()
    among = partial(_those_called, called) if called else None
    listed = page(connections().tournament_rows, _asked(), limit, before, among)
    shown: TournamentPage = {
        "tournaments": _with_names(listed.rows),
        "cursor": None if listed.ends is None else f"{listed.ends[0]}.{listed.ends[1]}",
    }
    return answer(shown, headers=PRIVATE)


def _asked() -> AskedTournaments:
    """Return the filters of the query; `me` is who asks."""
    phase = request.args.get("phase")
    if phase not in (None, *PHASES):
        raise BadQuery(f"phase must be one of: {', '.join(PHASES)}")
    return AskedTournaments(phase, asked_game(), _asked_player("player"), _asked_player("director"))


def _asked_player(name: str) -> str | None:
    """Return the player whom a filter names."""
    text = request.args.get(name)
    return player().id if text == "me" else text


def _those_called(part: str, rows: Sequence[Row]) -> set[str]:
    """Return the ids of the tournaments in whose names a text stands, small and large alike."""
    return {
        row["id"] for row, name in zip(rows, _names_of(rows), strict=True)
        if part in (name or "").casefold()
    }  # fmt: skip


def _names_of(rows: Sequence[Row]) -> list[str | None]:
    """Return what tournaments are called; None where the text was erased."""
    return Texts(connections().store).some([(row["id"], row["name"]) for row in rows])


def _with_names(rows: list[Row]) -> list[Row]:
    """Return rows as lists show them."""
    return [
        {**{field: row[field] for field in SHOWN}, "name": name}
        for row, name in zip(rows, _names_of(rows), strict=True)
    ]


@blueprint.get("/<tournament_id>")
def tournament(tournament_id: str) -> Response:
    """Show a tournament."""
    shown = facts(connections().tournaments.current(tournament_id), who())
    tag = etag(shown)
    headers = {**PRIVATE, "ETag": tag}
    if is_known(tag):
        return Response(status=304, headers=headers)
    return answer(shown, headers=headers)


def _ordered(asker: Player, tournament_id: str, command: TournamentCommand) -> Response:
    """Let a tournament judge a command that says nothing more."""
    sent = loaded(EMPTY, body())
    return accepted(carried_out(asker, tournament_id, command, sent), asker)


@blueprint.post("/<tournament_id>/call")
def call(tournament_id: str) -> Response:
    """Call for the start."""
    return _ordered(player(), tournament_id, Call())


@blueprint.post("/<tournament_id>/pause")
def pause(tournament_id: str) -> Response:
    """Pause a tournament."""
    return _ordered(player(), tournament_id, Pause())


@blueprint.post("/<tournament_id>/resume")
def resume(tournament_id: str) -> Response:
    """Resume a tournament."""
    return _ordered(player(), tournament_id, Resume())


@blueprint.post("/<tournament_id>/close")
def close(tournament_id: str) -> Response:
    """Close a tournament."""
    asker, sent = player(), body()
    command = Close(loaded(NEW_CLOSE, sent)["abandon"])
    return accepted(carried_out(asker, tournament_id, command, sent), asker)


@blueprint.post("/<tournament_id>/directors")
def name_director(tournament_id: str) -> Response:
    """Name another director."""
    asker, sent = player(), body()
    named = loaded(NEW_DIRECTOR, sent)["player"]
    _, known = repeated(asker, tournament_id, sent)
    if known is None:
        require_known([named])
        known = carried_out(asker, tournament_id, AddDirector(named), sent)
    return accepted(known, asker)
