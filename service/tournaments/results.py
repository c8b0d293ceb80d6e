"""What has come of a tournament: its rounds, tables, standings and cross-table."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response, request

from projections.tournaments.ratings import RatedEntrant
from projections.tournaments.results import (
    RoundFacts,
    TournamentTable,
    round_rows,
    table_indexes,
    table_row,
)
from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.tournaments.forms import (
    TEXT_COLUMNS,
    CrossCell,
    Names,
    StandingRow,
    cross_rows,
    in_form,
    standing_facts,
    standing_rows,
    wanted_form,
)
from service.tournaments.names import names_by_entrant
from service.wire.connections import connections
from service.wire.problems import TOO_MANY_PAIRS, UNKNOWN_ROUND
from service.wire.queries import integer_parameter, parse_cursor, takes_parameters
from service.wire.requests import Cursor, json_response
from tournaments.scoring import EntrantComparison, Pair, cell_json
from tournaments.state import Tournament
from tournaments.tables import Entrant

blueprint = Blueprint("tournament_results", __name__, url_prefix="/v1/tournaments/<tournament_id>")
PAGE = 100
CURSOR = r"([0-9]{1,9})"  # index of the last table
RATED = 8  # entrants whose ratings by round are told unless more are asked for
MOST_CROSSED = 250  # entrants whose cross-table is told as a whole


class Rounds(TypedDict):
    """The rounds of a tournament, in their order."""

    rounds: list[RoundFacts]


class TournamentTablePage(TypedDict):
    """A page of the tables of a tournament, in the order of their indexes."""

    tables: list[TournamentTable]
    cursor: Cursor


class Standings(TypedDict):
    """The standings of a tournament, best first, by the deal groups that have ended."""

    tournament: str
    n: Annotated[int, "Number of the tournament's newest event."]
    round: Annotated[int | None, "The round after which they stand; null: none was planned yet."]
    groups: Annotated[int, "How many deal groups there are up to that round."]
    ended: Annotated[int, "How many of them have ended, and count."]
    standings: list[StandingRow]


class NamedEntrant(TypedDict):
    """A number, and who it is."""

    entrant: int
    name: str


class CrossTable(TypedDict):
    """How each two entrants compare who have a deal group in common."""

    tournament: str
    n: Annotated[int, "Number of the tournament's newest event."]
    round: Annotated[int | None, "The round up to which it goes; null: none was planned yet."]
    entrants: list[NamedEntrant]
    cells: list[CrossCell]


class EntrantRatings(TypedDict):
    """How the rating of an entrant within the tournament has gone."""

    entrant: int
    name: str
    values: Annotated[list[float], "Before the first round, and after each."]
    errors: Annotated[list[float], "How far off they may be: two standard deviations."]


class TournamentRatings(TypedDict):
    """Ratings by round, as if nobody had played before; best first, as in the standings."""

    tournament: str
    n: Annotated[int, "Number of the tournament's newest event."]
    rounds: Annotated[int, "How many rounds were planned."]
    entrants: list[EntrantRatings]


def _tournament_state(tournament_id: str) -> Tournament:
    """Return a tournament."""
    return connections().tournaments.current(tournament_id).state


@blueprint.get("/rounds")
def rounds(tournament_id: str) -> Response:
    """List the rounds."""
    body: Rounds = {"rounds": round_rows(_tournament_state(tournament_id))}
    return json_response(body)


@blueprint.get("/tables")
@takes_parameters("round", "entrant", "limit", "cursor")
@queue_reads
def tables(tournament_id: str) -> Response:
    """List the tables."""
    t, limit, found = (
        _tournament_state(tournament_id),
        integer_parameter("limit", PAGE, PAGE_LIMIT),
        parse_cursor(CURSOR),
    )
    after = -1 if found is None else int(found[1])
    behind = table_indexes(t, _optional_number("round"), _optional_number("entrant"), after)
    own = [*islice(behind, (limit or PAGE) + 1)]
    page = own[: limit or PAGE]
    body: TournamentTablePage = {
        "tables": [table_row(t, index) for index in page],
        "cursor": str(page[-1]) if len(own) > len(page) else None,
    }
    return json_response(body)


def _optional_number(name: str) -> int | None:
    """Return a number of the query; None where it is not given."""
    return integer_parameter(name, 0, 10**9) if name in request.args else None


def _round_parameter(t: Tournament) -> int | None:
    """Return the round that is asked for; None: the newest."""
    round = _optional_number("round")
    if round is not None and round >= len(t.rounds):
        there = f"the newest is {len(t.rounds) - 1}" if t.rounds else "no round was planned yet"
        raise UNKNOWN_ROUND(f"There is no such round: {there}")
    return round


def _reported_round(t: Tournament, round: int | None) -> int | None:
    """Return the round that is told of."""
    return round if round is not None else len(t.rounds) - 1 if t.rounds else None


@blueprint.get("/standings")
@takes_parameters("round", "format")
@queue_reads
def standings(tournament_id: str) -> Response:
    """Show the standings."""
    t, own = _tournament_state(tournament_id), connections()
    round, form, names = _round_parameter(t), wanted_form(), names_by_entrant(own, t)
    found, ratings = (
        own.caches.results.standings(t, round),
        own.caches.results.ratings(own.store, t),
    )
    rows = standing_rows(found, names, [game.game for game in t.rules.games], ratings)
    facts = standings_facts(t, round, standing_facts(found, names, ratings))
    return in_form(form, facts, rows, TEXT_COLUMNS)


def standings_facts(t: Tournament, round: int | None, rows: list[StandingRow]) -> Standings:
    """Return standings as JSON."""
    last = _reported_round(t, round)
    played = {one.planned.group for one in t.tables if last is not None and one.round <= last}
    return {
        "tournament": t.id,
        "n": t.n,
        "round": last,
        "groups": len(played),
        "ended": sum(t.groups[one].ended for one in played),
        "standings": rows,
    }


@blueprint.get("/cross-table")
@takes_parameters("round", "entrant", "format")
@queue_reads
def cross_table(tournament_id: str) -> Response:
    """Show the cross-table."""
    t, own = _tournament_state(tournament_id), connections()
    round, form, of, names = (
        _round_parameter(t),
        wanted_form(),
        _optional_number("entrant"),
        names_by_entrant(own, t),
    )
    if of is None and len(t.entries) > MOST_CROSSED:
        raise TOO_MANY_PAIRS(
            f"A cross-table of {len(t.entries)} entrants is too large for one answer, which holds"
            f" up to {MOST_CROSSED}; ask for the row of one with ?entrant=<number>"
        )
    cells = own.caches.results.cross_table(t, round, None if of is None else Entrant(of))
    rows = cross_rows(_cross_table_entrants(cells), cells, names)
    return in_form(form, cross_facts(t, round, cells, names), rows)


def _cross_table_entrants(cells: Mapping[Pair, EntrantComparison]) -> list[Entrant]:
    """Return the entrants of a cross-table."""
    return sorted({one for pair in cells for one in pair})


def cross_facts(
    t: Tournament, round: int | None, cells: Mapping[Pair, EntrantComparison], names: Names
) -> CrossTable:
    """Return a cross-table as JSON."""
    cell_rows: list[Any] = [cell_json(pair, cell) for pair, cell in cells.items()]
    return {
        "tournament": t.id,
        "n": t.n,
        "round": _reported_round(t, round),
        "entrants": [{"entrant": one, "name": names[one]} for one in _cross_table_entrants(cells)],
        "cells": cell_rows,
    }


@blueprint.get("/ratings")
@takes_parameters("entrant", "limit")
@queue_reads
def ratings(tournament_id: str) -> Response:
    """Show ratings by round."""
    t, own, only = _tournament_state(tournament_id), connections(), _optional_number("entrant")
    limit = integer_parameter("limit", RATED, PAGE_LIMIT) or RATED
    order = [row.entrant for row in own.caches.results.standings(t)]
    wanted = order[:limit] if only is None else [one for one in order if one == only]
    facts = rating_facts(
        t, own.caches.results.ratings_by_round(t), wanted, names_by_entrant(own, t)
    )
    return in_form("json", facts, iter(()))


def rating_facts(
    t: Tournament, rounds: Sequence[Sequence[RatedEntrant]], wanted: Sequence[Entrant], names: Names
) -> TournamentRatings:
    """Return ratings by round as JSON."""
    rows: list[EntrantRatings] = [
        {
            "entrant": one,
            "name": names[one],
            "values": [after[one].value for after in rounds],
            "errors": [after[one].error for after in rounds],
        }
        for one in wanted
    ]
    return {"tournament": t.id, "n": t.n, "rounds": len(t.rounds), "entrants": rows}
