"""Ratings and standings follow rulings made after the close: replayed, once, rebuilt alike."""

import random
from typing import Any

import pytest

from events.cached_streams import Tables
from events.disputes.docket import Complaint, Disputes
from events.disputes.rulings import issue_ruling
from events.handle import CommandRequest, handle
from events.store.feed import entries_of
from events.store.streams import Store
from games.core.contract import Seat
from games.table import Leave, Rule, Sit, Start
from projections.projection import FIRST, ReadModel, Row
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import (
    BOT,
    CORRECTED,
    NEW,
    RATED,
    Ratings,
    is_ratings,
    next_queued_ruling,
    rated_rows,
    ratings_stream_id,
    stream_of_bots,
)
from projections.ratings.standings import STANDINGS
from projections.read_models.rebuild import rebuild_models
from tests.events.given_log import everything
from tests.projections.ratings import test_standings
from tests.projections.ratings.test_standings import decisions, season
from tests.workers.floor import OPENER, act_at_random, opened, play_out, public, started, table_of
from workers.follower.follower import Follower

HASH = "0" * 64
STREAM = ratings_stream_id("boosh")
STREAMS = [STREAM, stream_of_bots("boosh")]


@pytest.fixture
def model(store: Store) -> ReadModel:
    return ReadModel(store, STANDINGS)


def correct(store: Store) -> None:
    """Let ratings follow all rulings."""
    corrections = RatingCorrector(store, Ratings(store))
    while corrections.step():
        pass


def follow(follower: Follower) -> None:
    """Let the follower take in all there is, and follow all rulings."""
    test_standings.follow(follower)
    while next_queued_ruling(follower.store):
        test_standings.follow(follower)
    test_standings.follow(follower)  # what they have changed is news


def played(tables: Tables, count: int) -> list[str]:
    """Play short tables of Boosh between people; return their ids."""
    found = []
    for seed in range(count):
        luck = random.Random(seed)
        table = started(tables, "boosh", luck.sample(["ann", "ben", "cat", "dan"], 2))
        play_out(tables, table, luck)
        found.append(table)
    return found


def corrected(tables: Tables, table: str, remedy: str, *points: int) -> None:
    """Dispute the first hand of a closed table, and rule."""
    held = tables.current(table)
    player = next(one for one in held.table.former if one)
    Disputes(tables.store).open(held, Complaint(player, 1, HASH, []), None, None)
    dispute = [*Disputes(tables.store).docket_of(table).disputes][-1]
    issue_ruling(
        tables, "player:max", Rule(dispute, 1, "upheld", remedy, points, HASH), table, None
    )


def results(store: Store) -> dict[str, list[tuple[str, int, int]]]:
    """Return what counts of each table in the end, by table in the order of the ratings."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for event in decisions(store):
        rows = event["data"]["players"]
        found[event["data"]["table"]] = [(r["player"], r["place"], r["score"]) for r in rows]
    return found


def expected(store: Store) -> dict[str, Row]:
    """Return played, won, places, points and rating of each player, worked out anew."""
    rows: dict[str, Row] = {}
    newest: dict[str, tuple[int, int]] = {}
    for players in filter(None, results(store).values()):  # a voided table counts for nobody
        newest |= rated_rows(newest, [(name, place) for name, place, _ in players])
        for name, place, score in players:
            row = rows.setdefault(name, {"played": 0, "won": 0, "places": 0, "points": 0})
            row["played"] += 1
            row["won"] += place == 1
            row["places"] += place
            row["points"] += score
    return {
        name: {**row, "mu": newest[name][0], "sigma": newest[name][1]} for name, row in rows.items()
    }


def shown(model: ReadModel) -> dict[str, Row]:
    """Return the same as the read model has it."""
    names = ("played", "won", "places", "points", "mu", "sigma")
    rows = [row for name, row in model.all_rows().items() if not is_ratings(name)]
    return {row["player"]: {name: row[name] for name in names} for row in rows}


def test_all_later_tables_are_rated_again_in_their_order(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    ids = played(tables, 6)
    follow(follower)
    before = shown(model)
    assert before == expected(store)
    for table, remedy, points in (
        (ids[1], "table_voided", ()), (ids[3], "points_adjusted", (-500, 500)),
        (ids[0], "points_adjusted", (500, -500)), (ids[4], "none", ()),
    ):  # fmt: skip
        corrected(tables, table, remedy, *points)
        follow(follower)
        assert shown(model) == expected(store)
    assert results(store)[ids[1]] == []
    assert shown(model) != before
    kinds = [event["type"] for event in decisions(store)]
    assert kinds == [RATED] * 6 + [CORRECTED] * 3


def test_a_ruling_does_not_bring_a_deserter_forward(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables, luck = Tables(store), random.Random(7)
    table = started(tables, "boosh", ["ann", "ben"])
    while table_of(tables, table).attendance[1].own == 0:
        act_at_random(tables, table, luck)
    handle(tables, CommandRequest(table, "player:ben", Leave(Seat(1))))
    play_out(tables, table, luck)
    follow(follower)
    corrected(tables, table, "points_adjusted", -900, 900)
    follow(follower)
    (ann, ben) = results(store)[table]
    assert (ann[:2], ben[:2]) == (("ann", 1), ("ben", 2))
    assert ben[2] - ann[2] > 900
    assert shown(model) == expected(store)


def test_a_correction_names_only_the_ratings_that_changed(store: Store, follower: Follower) -> None:
    tables = Tables(store)
    ids = played(tables, 6)
    follow(follower)
    old = folded(store)
    corrected(tables, ids[2], "table_voided")
    follow(follower)
    rows = decisions(store)[-1]["data"]["ratings"]
    assert rows
    for row in rows:
        assert old[row["player"]] != (row["mu"], row["sigma"])


def folded(store: Store) -> dict[str, tuple[int, int]]:
    """Return the newest ratings from the stream."""
    return dict(Ratings(store).newest(STREAM))


def test_a_player_whose_only_table_is_voided_has_played_nothing(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    (table,) = played(tables, 1)
    follow(follower)
    assert len(shown(model)) == 2
    corrected(tables, table, "table_voided")
    follow(follower)
    assert shown(model) == {}
    assert set(folded(store).values()) == {NEW}


def test_a_ruling_that_comes_before_the_rating_is_rated_first_and_corrected_then(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    (table,) = played(tables, 1)
    corrected(tables, table, "points_adjusted", 500, -500)
    Ratings(store).decide([f"d{table[1:]}"])
    assert decisions(store)[0]["type"] == RATED
    follow(follower)
    outcome = Disputes(store).docket_of(table).after_close()[0].ruling
    assert outcome is not None
    assert outcome.outcome is not None
    assert [place for _, place, _ in results(store)[table]] == [*outcome.outcome.places]


def test_a_correction_is_written_once_however_often_it_is_asked_for(
    store: Store, follower: Follower
) -> None:
    tables = Tables(store)
    ids = played(tables, 3)
    follow(follower)
    corrected(tables, ids[0], "points_adjusted", 500, -500)
    for _ in range(3):
        Ratings(store).decide([f"d{ids[0][1:]}"])
        correct(store)
    before = everything(store.redis)
    Ratings(store).decide([f"d{ids[0][1:]}"])
    assert next_queued_ruling(store) is None
    assert everything(store.redis) == before
    assert [event["type"] for event in decisions(store)].count(CORRECTED) == 1


def test_a_table_that_did_not_count_is_not_corrected(store: Store, follower: Follower) -> None:
    tables = Tables(store)
    table = started(tables, "boosh", ["ann"])
    play_out(tables, table, random.Random(1))
    corrected(tables, table, "points_adjusted", 500, -500)
    follow(follower)
    assert store.read(STREAM) == []


def test_a_rebuild_equals_the_live_standings_with_corrections(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    season(store, random.Random(5), range(20))
    tables = Tables(store)
    ids = played(tables, 5)
    follow(follower)
    for table in ids[:2]:
        corrected(tables, table, "table_voided")
    corrected(tables, ids[3], "points_adjusted", -500, 500)
    follow(follower)
    live, decided = model.all_rows(), decisions(store)
    rebuild_models(model.store, [model.projection])
    assert model.all_rows() == live
    assert decisions(store) == decided


def test_a_rebuild_follows_rulings_whose_news_nobody_took_in(
    store: Store, model: ReadModel
) -> None:
    tables = Tables(store)
    ids = played(tables, 4)
    corrected(tables, ids[1], "table_voided")
    for partition in range(store.names.partitions):
        store.redis.delete(store.names.feed(partition))
    rebuild_models(model.store, [model.projection])
    correct(store)
    rebuild_models(model.store, [model.projection])
    assert shown(model) == expected(store)
    assert results(store)[ids[1]] == []


def test_entries_that_are_fed_again_change_nothing(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    ids = played(tables, 4)
    follow(follower)
    corrected(tables, ids[0], "table_voided")
    corrected(tables, ids[1], "points_adjusted", 500, -500)
    follow(follower)
    before, live = everything(store.redis), model.all_rows()
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread({store.names.feed(partition): "0-0"})
        for _, entries in entries_of(raw):
            model.decide_on(entries)
            model.feed(partition, entries, FIRST)
    assert everything(store.redis) == before
    store.redis.hset(model.keys(1)[0], STREAM, b'{"n": 2}')  # an older mark of how far it had read
    assert {**live, **{k: row for k, row in model.folded(STREAM, FIRST).items() if row}} == live


def test_the_words_of_a_correction_are_its_tables(store: Store, follower: Follower) -> None:
    tables = Tables(store)
    (table,) = played(tables, 1)
    corrected(tables, table, "points_adjusted", 500, -500)
    follow(follower)
    data = decisions(store)[-1]["data"]
    assert (data["table"], data["dispute"]) == (table, f"d{table[1:]}.1")
    assert [row["score"] for row in data["players"]] == [
        row["score"] + points for row, points in zip(data["old"], (500, -500), strict=True)
    ]


def test_a_ruling_corrects_the_ratings_of_people_and_those_of_levels_alike(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    table = opened(tables, "boosh", 4)
    seats: list[tuple[str, str | None]] = [
        ("player:ann", None), ("player:ben", None), (OPENER, "novice"), (OPENER, "regular"),
    ]  # fmt: skip
    for seat, (by, level) in enumerate(seats):
        handle(tables, CommandRequest(table, by, Sit(Seat(seat), level)))
    handle(tables, CommandRequest(table, OPENER, Start()))
    play_out(tables, table, random.Random(1))
    follow(follower)
    assert shown(model).keys() == {"ann", "ben", BOT + "novice", BOT + "regular"}
    corrected(tables, table, "table_voided")
    follow(follower)
    assert shown(model) == {}
    kinds = [[event["type"] for event in map(public, store.read(one))] for one in STREAMS]
    assert kinds == [[RATED, CORRECTED]] * 2
    rebuild_models(model.store, [model.projection])
    assert shown(model) == {}
