"""What has happened since some event: all of it, as each viewer may know it, however asked."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from events.cached_streams import CachedStream, Tables
from events.record.codec import decode_event
from events.record.steps import log_steps
from events.store.streams import Store
from games.core.contract import Seat
from games.table import Table, fold_table_facts
from games.table.notes import StoryLine, story_lines
from projections.tables import story as stories_module
from projections.tables.hands import HandIndex
from projections.tables.story import StoryCache
from tests.games.every import every
from tests.workers.floor import act_at_random, play_out, started

PLAYERS = ("p0", "p1", "p2")


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def whole(tables: Tables, table: str, seat: Seat | None) -> list[StoryLine]:
    """Return the whole story, command by command."""
    events = tables.store.read(table)
    return [line for step in log_steps(table, events) for line in story_lines(step.table, seat)]


def pages(
    stories: StoryCache, held: CachedStream[Table], seat: Seat | None, after: int
) -> Iterator[Any]:
    """Yield the pages of a story behind an event."""
    more = True
    while more:
        lines, more = stories.since(held, seat, after)
        yield lines
        after = lines[-1]["n"] if lines else after
        assert lines or not more


@every("game")
def test_since_any_event_all_is_told_in_order_as_each_viewer_may_know_it(
    tables: Tables, game: str
) -> None:
    table, luck = started(tables, game, PLAYERS), random.Random(game)
    stories = StoryCache(tables.store, HandIndex())
    for _ in range(40):
        for _ in range(luck.choice([1, 1, 3, 12])):
            act_at_random(tables, table, luck)
        held = tables.current(table)
        for viewer in (None, *map(Seat, range(held.table.seats))):
            every_line = whole(tables, table, viewer)
            after = luck.randrange(held.table.n + 3)
            for since in (after, max(0, held.table.n - luck.randrange(10)), held.table.n):
                told = [line for page in pages(stories, held, viewer, since) for line in page]
                assert told == [line for line in every_line if line["n"] > since]
        if held.table.phase == "closed":
            break


def test_a_long_story_is_told_by_pages_and_says_that_there_is_more(tables: Tables) -> None:
    table = started(tables, "boon", PLAYERS, options={"max_rounds": 12, "victory_cards": 50})
    play_out(tables, table, random.Random(1))
    held, stories = tables.current(table), StoryCache(tables.store, HandIndex())
    assert held.table.n > 2 * stories_module.PAGE
    found = [*pages(stories, held, Seat(1), 0)]
    assert [line for page in found for line in page] == whole(tables, table, Seat(1))
    assert all(len(page) < stories_module.PAGE + 50 for page in found)
    assert len(found) > 2


def test_who_is_behind_is_told_no_more_than_there_is_for_them(tables: Tables) -> None:
    table, luck = started(tables, "boon", PLAYERS), random.Random(5)
    stories = StoryCache(tables.store, HandIndex())
    for _ in range(30):
        act_at_random(tables, table, luck)
    held = tables.current(table)
    stories.since(held, None, 0)
    late = tables.whole_commands(table, held.table.n - 9)
    lines, more = stories.since(late, None, 3)
    assert ([line["n"] for line in lines], more) == ([*range(4, late.table.n + 1)], False)


def test_lines_of_a_log_that_went_on_otherwise_are_told_anew(tables: Tables) -> None:
    table, luck = started(tables, "boon", PLAYERS), random.Random(5)
    for _ in range(20):
        act_at_random(tables, table, luck)
    events = tables.store.read(table)
    held, stories = tables.current(table), StoryCache(tables.store, HandIndex())
    wanted, _ = stories.since(held, None, 4)
    kept = stories.held[table]
    stories.held[table] = kept._replace(
        lines=tuple(line._replace(head=b"of another log") for line in kept.lines)
    )
    assert not stories.is_known(held, 4)
    assert stories.since(held, None, 4)[0] == wanted
    assert fold_table_facts(table, None, map(decode_event, events)).n == held.table.n


def test_few_lines_of_few_tables_are_kept(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stories_module, "TABLES", 2)
    stories, names = StoryCache(tables.store, HandIndex()), []
    for number in range(4):
        options = {"max_rounds": 6, "victory_cards": 50}
        names.append(started(tables, "boon", PLAYERS, options=options))
        play_out(tables, names[-1], random.Random(number))
        stories.since(tables.current(names[-1]), Seat(number % 3), 0)
        held = tables.current(names[-1])
        while stories.since(held, None, max(0, held.table.n - 100))[1]:
            pass
    assert [*stories.held] == names[-2:]
    assert all(len(one.lines) <= stories_module.MAX_LINES for one in stories.held.values())
    held = tables.current(names[-1])
    assert stories.is_known(held, held.table.n - stories_module.MAX_LINES)
    assert not stories.is_known(held, 1)
