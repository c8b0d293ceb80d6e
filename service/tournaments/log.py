"""The log of a tournament: events by page or as they happen, log file, export, results."""

from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from events.cached_streams import CachedStream
from games.core.type_hints.records import Component
from projections.tables.replay import NoSuchEvent
from projections.tournaments.log import events_after
from service.limits.admission import queue_reads, take_read_turn, turns_of_reads
from service.play.play import last_event_id
from service.settings import PAGE_LIMIT
from service.streams.push import BUSY, LONGEST_WAIT, stream_response, wait_until, wants_stream
from service.tournaments.export import PARTS, ExportTopic, ResultsTopic
from service.tournaments.news import TournamentTopic
from service.wire.connections import connections
from service.wire.log_files import log_answer, tournament_log
from service.wire.problems import TOURNAMENT_NOT_CLOSED
from service.wire.queries import choice_parameter, integer_parameter, takes_parameters
from service.wire.requests import PRIVATE, Next, asking_player, json_response
from tournaments.state import Tournament

SOON, LATER = 1, 60  # seconds after which an export is asked for again
blueprint = Blueprint("tournament_log", __name__, url_prefix="/v1/tournaments/<tournament_id>")


class TournamentEventPage(TypedDict):
    """A page of the log of a tournament."""

    events: list[Annotated[dict[str, Any], Component("TournamentEvent")]]
    n: Annotated[int, "Number of the newest event of the tournament."]
    next: Next


def _current_tournament(tournament_id: str) -> CachedStream[Tournament]:
    """Return a tournament as it is now."""
    return connections().tournaments.current(tournament_id)


@blueprint.get("/events")
@takes_parameters("after", "limit", "wait")
def events(tournament_id: str) -> Response:
    """Read the log."""
    caller, own, seen = asking_player(), connections(), last_event_id()
    held = _current_tournament(tournament_id)
    if wants_stream():
        if seen is not None and seen > held.state.n:
            raise NoSuchEvent(held.state.n)
        return stream_response(TournamentTopic(own, tournament_id), caller, seen)
    after, limit = (
        integer_parameter("after", 0, 10**9),
        integer_parameter("limit", 100, PAGE_LIMIT) or 100,
    )
    wait, served = integer_parameter("wait", 0, LONGEST_WAIT), True
    if wait:

        def is_there(_: int | None) -> bool:
            return _current_tournament(tournament_id).state.n > after

        served = wait_until(own.store.names.of(tournament_id).log, caller, is_there, wait)
        held = _current_tournament(tournament_id)
    with take_read_turn():
        found = events_after(own.store, held, after, limit)
    n = held.state.n
    last = found[-1]["n"] if found else min(after, n)
    page: TournamentEventPage = {"events": found, "n": n, "next": last if last < n else None}
    return json_response(page, headers={**PRIVATE, **({} if served else BUSY)})


@blueprint.get("/log")
@queue_reads
def log(tournament_id: str) -> Response:
    """Download the log file."""
    own, held = connections(), _current_tournament(tournament_id)
    return log_answer(held.state.id, tournament_log(own, held))


@blueprint.get("/export")
def export(tournament_id: str) -> Response:
    """Download all that there is of a tournament that is over."""
    caller, held = asking_player(), _exported_tournament(tournament_id)
    topic = ExportTopic(connections(), held, turns_of_reads())
    return _attached(topic, caller, f"{held.state.id}.zip", "application/zip")


@blueprint.get("/results")
@takes_parameters("part")
def download_results(tournament_id: str) -> Response:
    """Download what has come of a tournament that is over, line by line."""
    caller, part = asking_player(), choice_parameter("part", PARTS)
    held = _exported_tournament(tournament_id)
    topic = ResultsTopic(connections(), held, part)
    return _attached(topic, caller, f"{held.state.id}-results.jsonl", "application/jsonl")


def _exported_tournament(tournament_id: str) -> CachedStream[Tournament]:
    """Return a tournament of which everything may be told."""
    held = _current_tournament(tournament_id)
    t = held.state
    if not (t.is_open and all(one.released for one in t.groups)):
        raise TOURNAMENT_NOT_CLOSED(retry_after=SOON if t.phase == "closed" else LATER)
    return held


def _attached(topic: ExportTopic, caller: Player | None, name: str, kind: str) -> Response:
    """Return an answer that is a file, made while it is sent."""
    found = stream_response(topic, caller, None)
    found.mimetype = kind
    found.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return found
