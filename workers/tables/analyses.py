"""Judge the decisions of a finished table that somebody wants analysed: some, then others' turn."""

import time
from collections.abc import Callable
from itertools import islice

from events.cached_streams import Tables, UnknownTable
from events.store.analyses import AnalysisRecord, AnalysisStore
from games.core.contract import RulesNotInstalled, Seat
from games.table.analysis import gives_analysis
from projections.tables.analysis import decisions_in, judge_decisions
from workers.tables.not_installed import not_installed


def judge_table(
    tables: Tables, table_id: str, seconds: float, has_to_yield: Callable[[], bool]
) -> str:
    """Judge decisions of one seat until the time is up or people wait; say what was done.

    At least one is judged. Safe to run twice and after a crash: what is kept is gone on with.
    """
    try:
        table = tables.current(table_id).table
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    analyses, end = AnalysisStore(tables.store), time.monotonic() + seconds
    seats = analyses.unfinished(table_id) if gives_analysis(table) else []
    if not seats:
        analyses.go_on(table_id)
        return "nothing to judge"
    seat = Seat(seats[0])
    known = (analyses.find(table_id, seat) or AnalysisRecord()).decisions
    events = tables.store.read(table_id, 0, table.n)
    decisions = list(decisions_in(table_id, events, seat))
    found = list(known)
    for judgement in judge_decisions(islice(decisions, len(known), None)):
        found.append(judgement)
        if time.monotonic() > end or has_to_yield():
            break
    analyses.keep(table_id, seat, AnalysisRecord(len(decisions), found))
    analyses.go_on(table_id)
    return f"{len(found) - len(known)} decisions"
