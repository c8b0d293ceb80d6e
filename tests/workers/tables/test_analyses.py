"""Analyses that players ask for: judged bit by bit in the queue for bots that think."""

import random

from redis import Redis

from events.cached_streams import Tables
from events.store.analyses import AnalysisStore
from tests.workers.floor import due, play_out, started
from tests.workers.tables.test_hints import tables
from workers.follower.dispatch import ANALYSIS_CLAIM, Dispatcher
from workers.follower.follower import WOKEN_FOR
from workers.queues.queues import THINKING, job_queue, queue_worker
from workers.tables.analyses import judge_table

__all__ = ["tables"]


def test_an_analysis_comes_back_when_its_job_is_lost_and_goes_on_where_it_was(
    tables: Tables, redis: Redis
) -> None:
    table = started(tables, "boosh", players=["p0"], seats=2)
    play_out(tables, table, random.Random(1))
    analyses, dispatcher = AnalysisStore(tables.store), Dispatcher(tables.store, redis)
    partition, queue = tables.store.names.partition(table), job_queue(THINKING, redis)
    analyses.ask(table, 0)
    analyses.ask(table, 1)
    assert judge_table(tables, table, 0, lambda: True) == "1 decisions"
    dispatcher.dispatch([partition], WOKEN_FOR)
    assert [one.func_name for one in queue.jobs] == ["analyse_table"]
    queue.empty()  # the job is lost: it is due again, and not before
    assert due(tables.store, table)["analysis"] > tables.store.now() + ANALYSIS_CLAIM // 2
    analyses.go_on(table)
    while analyses.unfinished(table):
        dispatcher.dispatch([partition], WOKEN_FOR)
        queue_worker(THINKING, redis).work(burst=True, logging_level="CRITICAL")
    assert "analysis" not in due(tables.store, table)
    found = [analyses.find(table, seat) for seat in (0, 1)]
    assert all(one is not None and one.is_complete() and one.decisions for one in found)
