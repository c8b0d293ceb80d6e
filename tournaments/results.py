"""What came of a tournament, as JSON: results.json of an export, which can be computed again."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.table.planned import table_id
from tournaments.pairings import scoring_input
from tournaments.public_results import public_standings
from tournaments.scoring import cell_json, cross_table_cells, standing_json
from tournaments.settings import Json, settings_to_json
from tournaments.state import Tournament

FORMAT: Final = "fairdeal/tournament-results/1"


def build_results_json(t: Tournament) -> Json:
    """Return all that follows from a tournament's log: docs/reference/tournament-results.md."""
    return {**results_header(t), **{name: [*rows] for name, rows in results_rows(t).items()}}


def results_header(t: Tournament) -> Json:
    """Return what is told of a tournament as a whole."""
    return {
        "format": FORMAT,
        "tournament": t.id,
        "name": t.name,
        "n": t.n,
        "phase": t.phase,
        "why": t.why,
        "settings": settings_to_json(t.rules),
    }


def results_rows(t: Tournament) -> Mapping[str, Iterator[Json]]:
    """Return what is told row by row; of a large field there are too many pairs to hold them."""
    pairs = cross_table_cells(scoring_input(t), t.rules.scoring)
    return {
        "entrants": (_entrant_result_json(t, number) for number in range(len(t.entries))),
        "rounds": (_round_result_json(t, number) for number in range(len(t.rounds))),
        "tables": (_table_result_json(t, index) for index in range(len(t.tables))),
        "standings": (standing_json(one) for one in (public_standings(t) if t.tables else ())),
        "cross_table": (cell_json(*one) for one in pairs),
    }


def _entrant_result_json(t: Tournament, number: int) -> Json:
    """Return who took part under a number, and the final place; null for none."""
    one = t.entries[number]
    prizes = t.prizes() or ()
    return {
        "entrant": number,
        "kind": one.kind,
        "name": one.name,
        "members": list(one.members),
        "past": list(one.past),
        "withdrawn": one.withdrawn,
        "place": (t.final[number] if number < len(t.final) else 0) or None,
        **({"prize": prizes[number]} if number < len(prizes) else {}),
    }


def _round_result_json(t: Tournament, number: int) -> Json:
    """Return a round."""
    one = t.rounds[number]
    return {
        "round": number,
        **({"stage": one.stage} if one.stage else {}),
        "planned_at": one.at,
        "tables": list(one.tables),
        "byes": list(one.byes),
        "ended": one.ended,
    }


def _table_result_json(t: Tournament, index: int) -> Json:
    """Return a table with what it counts; `why` is null while it is played."""
    one = t.tables[index]
    result = one.ruling or one.finish
    ruling = None if one.ruling is None else one.ruling.dispute or "director"
    sitting = zip(one.planned.seats, one.members, strict=True)
    return {
        "index": index,
        "table": table_id(t.id, index),
        "round": one.round,
        "game": one.planned.game,
        "group": one.planned.group,
        "beacon": t.groups[one.planned.group].beacon,
        "seats": [{"entrant": own.entrant, "member": who} for own, who in sitting],
        "why": None if one.finish is None else one.finish.why,
        "places": [] if result is None else list(result.places),
        "scores": [] if result is None else list(result.scores),
        "counts": not one.replayed and result is not None and bool(result.places),
        "ruling": ruling,
        "replays": one.replays,
    }
