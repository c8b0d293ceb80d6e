"""Rule U9: a tournament as those know it who hold no seat: without results of groups in play."""

from dataclasses import replace

from tournaments.pairings import STAGED, final_places, scoring_input
from tournaments.scoring import EntrantStanding, StandingsInput, entrant_standings
from tournaments.state import TableState, Tournament


def _public_tournament(t: Tournament, through: int | None = None) -> Tournament:
    """Return a tournament with the results alone of groups that have ended, up to a round."""
    rounds = t.rounds if through is None else t.rounds[: through + 1]

    def is_public(table: TableState) -> bool:
        return t.groups[table.planned.group].ended and table.round < len(rounds)

    tables = tuple(
        one if is_public(one) else replace(one, finish=None, ruling=None) for one in t.tables
    )
    return replace(t, rounds=rounds, tables=tables)


def public_played_tables(t: Tournament, through: int | None = None) -> StandingsInput:
    """Return what may be told of a tournament, as standings and cross-table follow from it."""
    return scoring_input(_public_tournament(t, through))


def public_standings(t: Tournament, through: int | None = None) -> list[EntrantStanding]:
    """Return the standings after a round as far as they may be told; None: after the newest.

    Those of a knockout, and of pools, stand in the order in which they have come on.
    """
    known = _public_tournament(t, through)
    rows = entrant_standings(scoring_input(known), t.rules.scoring)
    if t.rules.format.kind not in STAGED:
        return rows
    places = final_places(_whole_rounds(known)) or (1,) * len(t.entries)
    rows = [one._replace(place=places[one.entrant]) for one in rows]
    return sorted(rows, key=lambda one: one.place)


def _whole_rounds(t: Tournament) -> Tournament:
    """Return a tournament without the rounds of which a result is not told yet."""
    whole = 0
    while whole < len(t.rounds) and all(t.tables[at].is_settled for at in t.rounds[whole].tables):
        whole += 1
    tables = tuple(one for one in t.tables if one.round < whole)
    return replace(t, rounds=t.rounds[:whole], tables=tables)
