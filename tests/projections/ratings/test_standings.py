"""Ratings are decided once, standings follow from them: rebuilt, repeated, in any order."""

import random
import threading
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import pytest
from openskill.models import BradleyTerryFull

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.chain import first_head, next_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.store.embedded.server import EmbeddedServer
from events.store.feed import entries_of
from events.store.streams import AppendRequest, Store, store_at
from events.tables.decider import TABLE_DECIDER
from games.core.contract import Seat
from games.table import Close, Command, Leave, Open, Sit, Start
from games.table import Draft as Happening
from games.table import events as ev
from games.table.attendance import Deserter
from projections.projection import FIRST, ReadModel, Row
from projections.ratings.ratings import (
    BOT,
    NEW,
    RATED,
    UNIT,
    Ratings,
    rated_rows,
    ratings_stream_id,
    results_of,
    stream_of_bots,
    updated_ratings,
)
from projections.ratings.standings import (
    STANDINGS,
    conservative_rating,
    of_levels,
    player_statistics,
    row_name,
)
from projections.read_models.rebuild import rebuild_models
from tests.events.given_log import everything
from tests.workers.floor import OPENER, act_at_random, opened, play_out, public, started, table_of
from workers.follower.follower import Follower

AT = 1_700_000_000_000
GAMES_PLAYED = ("boon", "boosh")
STREAM = ratings_stream_id("boosh")
STREAMS = [*map(ratings_stream_id, GAMES_PLAYED), *map(stream_of_bots, GAMES_PLAYED)]


@pytest.fixture
def model(store: Store) -> ReadModel:
    return ReadModel(store, STANDINGS)


def follow(follower: Follower) -> None:
    """Let the follower take in all there is, its own ratings too."""
    for _ in range(3):
        follower.tick.hurry()
        follower.step()


def a_log(
    table: str,
    players: Sequence[str | None],
    places: Sequence[int],
    *,
    game: str = "boon",
    why: str = "no_victory_cards",
    end: bool = True,
    deserters: Sequence[Deserter] = (),
) -> list[StoredEvent]:
    """Return the log of a table that ended with these places.

    Its seats are of players, of levels of bots ("bot:expert"), or (None) of the level `regular`.
    """
    opening = Open(game, 1, {}, len(players), None, "fallback", "table", False, "5a" * 32)
    first = ev.Opened(
        game, 1, {}, len(players), None, "fallback", "table", False, table, "p0", None, 0, None,
        86_400, "5a" * 32,
    )  # fmt: skip
    rows: list[tuple[Command, list[Any]]] = [(opening, [first])]
    for seat, name in enumerate(players):
        player = None if name is None or name.startswith(BOT) else name
        bot = (name or "regular").removeprefix(BOT) if player is None else None
        rows.append((Sit(Seat(seat), bot), [ev.SeatTaken(Seat(seat), player, bot, None)]))
    nobody = ev.EntropyClosed(("",) * len(players), ())
    rows.append((Start(), [ev.StartCalled(None), nobody, ev.Started()]))
    if end:
        scores = tuple(10 * (len(places) - place) for place in places)
        rows.append((Close(), [ev.Closed(why, tuple(places), scores, tuple(deserters) or None)]))
    log: list[StoredEvent] = []
    for command, happened in rows:
        head, n = (log[-1].h, log[-1].n) if log else (first_head(table), 0)
        log += encode_events(
            head,
            unsealed_events(
                TABLE_DECIDER, n, AT, "server", command, list(map(Happening, happened))
            ),
        )[0]
    return log


def play(store: Store, table: str, players: Sequence[str | None], places: Sequence[int],
         **more: Any) -> None:  # fmt: skip
    """Write such a table down."""
    log = a_log(table, players, places, **more)
    kinds = [public(event)["type"] for event in log]
    store.append(
        AppendRequest(stream=table, seen=0, head=first_head(table), events=log, types=kinds, at=AT)
    )


def season(store: Store, luck: random.Random, tables: range) -> None:
    """Write many tables of a few players and two levels of bots down."""
    for number in tables:
        seats = luck.randrange(3, 6)
        bots = [BOT + "expert", None, None]
        players = luck.sample(["ann", "ben", "cat", "dan", "eve", *bots], seats)
        places = [luck.randint(1, seats) for _ in range(seats)]
        play(store, f"t{number}", players, places, game=luck.choice(GAMES_PLAYED))


def decisions(store: Store) -> list[dict[str, Any]]:
    """Return the events of the streams of ratings, game by game; their chains must hold."""
    found = []
    for stream in STREAMS:
        log = store.read(stream)
        for before, event in pairwise([None, *log]):
            assert event is not None
            assert event.h == next_head(before.h if before else first_head(stream), event.e)
        found += [public(event) for event in log]
    return found


def expected(store: Store) -> dict[str, Row]:
    """Return the standings that follow from the stream, worked out anew."""
    rows: dict[str, Row] = {}
    for event in decisions(store):
        is_of_bots = event["data"]["players"][0]["player"].startswith(BOT)
        stream = (stream_of_bots if is_of_bots else ratings_stream_id)(event["data"]["game"])
        rows[stream] = {"n": event["n"]}
        for one in event["data"]["players"]:
            name = f"{event['data']['game']}/{one['player']}"
            row = rows.setdefault(
                name,
                {"game": event["data"]["game"], "player": one["player"], "played": 0, "won": 0,
                 "places": 0, "points": 0},
            )  # fmt: skip
            row["n"], row["mu"], row["sigma"] = event["n"], one["mu"], one["sigma"]
            row["played"] += 1
            row["won"] += one["place"] == 1
            row["places"] += one["place"]
            row["points"] += one["score"]
    return rows


# What counts


def test_people_are_rated_among_themselves_and_one_level_of_bots_is_not() -> None:
    (result,) = results_of(a_log("t1", ["ann", None, "ben", None], [3, 1, 2, 4]))
    assert result.players == [(0, "ann", 3, 10), (2, "ben", 2, 20)]
    assert (result.stream, result.game, result.rules) == ("ratings-boon", "boon", 1)


def test_levels_of_bots_are_rated_among_themselves_in_a_stream_of_their_own() -> None:
    seats = ["ann", "bot:expert", "ben", "bot:novice"]
    of_bots, of_people = results_of(a_log("t1", seats, [3, 1, 2, 4]))
    assert (of_people.stream, of_bots.stream) == ("ratings-boon", "ratings-bots-boon")
    assert of_bots.players == [(1, "bot:expert", 1, 30), (3, "bot:novice", 4, 0)]
    assert [name for _, name, *_ in of_people.players] == ["ann", "ben"]
    seats = ["ann", "bot:expert", "bot:novice"]
    assert [one.stream for one in results_of(a_log("t1", seats, [3, 1, 2]))] == [of_bots.stream]
    seats = ["bot:expert", "bot:regular"]
    assert [one.stream for one in results_of(a_log("t1", seats, [2, 1]))] == [of_bots.stream]


def test_a_rating_of_people_is_the_same_whatever_bots_sat_with_them(store: Store) -> None:
    play(store, "t1", ["ann", "ben", None], [2, 3, 1])
    play(store, "t2", ["cat", "dan", "bot:novice", "bot:expert"], [1, 4, 3, 2])
    for table in ("t1", "t2"):
        Ratings(store).rate(table)
    found = Ratings(store).newest(ratings_stream_id("boon"))
    assert (found["ann"], found["ben"]) == (found["cat"], found["dan"])
    assert found.keys() == {"ann", "ben", "cat", "dan"}


def test_a_level_of_several_seats_counts_once_by_the_mean_of_its_places(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    play(store, "t1", ["bot:expert", "bot:novice", "bot:novice"], [1, 2, 3])
    follow(follower)
    found = Ratings(store).newest(stream_of_bots("boon"))
    assert (found["bot:expert"], found["bot:novice"]) == tuple(
        updated_ratings([NEW, NEW], [1, 2.5])
    )
    (expert, first), (novice, second) = of_levels(model, "boon")
    assert (expert, first["played"], first["won"]) == ("expert", 1, 1)
    assert (novice, second["played"], second["average_place"]) == ("novice", 2, 2.5)
    play(store, "t2", ["bot:expert", "bot:novice", "bot:expert"], [1, 2, 3])  # as if it were a tie
    follow(follower)
    assert Ratings(store).newest(stream_of_bots("boon")) == rated_rows(
        found, [("bot:expert", 2), ("bot:novice", 2)]
    )
    assert model.rows(10, None, "boon") == []


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (["ann", None, None], {}),
        ([None, None, None], {}),
        (["ann", "ben", None], {"end": False}),
        (["ann", "ben", None], {"why": "adjourned", "places": []}),
    ],
    ids=["one player", "bots alone", "still playing", "adjourned"],
)
def test_a_table_that_was_not_played_out_by_two_players_does_not_count(
    players: list[str | None], more: dict[str, Any]
) -> None:
    assert results_of(a_log("t1", players, **{"places": [1, 2, 3], **more})) == []


def test_a_forfeited_table_counts_and_who_forfeited_is_last() -> None:
    lost = Deserter(Seat(0), "forfeited", True)
    (result,) = results_of(a_log("t1", ["ann", "ben"], [2, 1], why="forfeit", deserters=[lost]))
    assert result.players == [(0, "ann", 2, 0), (1, "ben", 1, 10)]
    assert result.deserters == (0,)


@pytest.mark.parametrize("how", ["away", "mostly_away"])
def test_who_has_deserted_is_rated_last_whatever_a_bot_has_reached_for_the_seat(how: str) -> None:
    lost = Deserter(Seat(0), how, True)
    log = a_log("t1", ["ann", "ben", None, "cat"], [1, 4, 2, 3], deserters=[lost])
    (result,) = results_of(log)
    assert [(name, place) for _, name, place, _ in result.players] == [
        ("ann", 4), ("ben", 3), ("cat", 2),
    ]  # fmt: skip


def test_who_has_never_acted_is_left_out_and_a_win_over_nobody_is_not_rated() -> None:
    lost = Deserter(Seat(0), "forfeited", False)
    assert results_of(a_log("t1", ["ann", "ben"], [2, 1], why="forfeit", deserters=[lost])) == []
    log = a_log("t1", ["ann", "ben", "cat"], [3, 1, 2], deserters=[lost])
    (result,) = results_of(log)
    assert [name for _, name, *_ in result.players] == ["ben", "cat"]
    assert result.deserters == (0,)


def test_a_rated_table_says_who_has_deserted(store: Store) -> None:
    play(store, "t1", ["ann", "ben"], [2, 1], deserters=[Deserter(Seat(0), "away", True)])
    play(store, "t2", ["ann", "ben"], [2, 1])
    for table in ("t1", "t2"):
        Ratings(store).rate(table)
    first, second = (public(event)["data"] for event in store.read(ratings_stream_id("boon")))
    assert first["deserters"] == [0]
    assert "deserters" not in second


def test_a_withdrawn_table_does_not_count(store: Store) -> None:
    tables = Tables(store)
    table = opened(tables)
    handle(tables, CommandRequest(table, "player:p1", Sit(Seat(0))))
    handle(tables, CommandRequest(table, "player:p2", Sit(Seat(1))))
    handle(tables, CommandRequest(table, OPENER, Close()))
    assert results_of(store.read(table)) == []


def test_a_table_that_is_not_rated_counts_nowhere_whatever_is_ruled(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    table = started(tables, "boon", ["p0", "p1"], rated=False)
    outcome = play_out(tables, table, random.Random(1)).outcome
    assert outcome is not None
    assert outcome.places
    assert results_of(store.read(table)) == []
    assert Ratings(store).rate(table) == []
    follow(follower)
    assert (decisions(store), model.all_rows()) == ([], {})
    assert player_statistics(model, "p0") == {"played": 0, "won": 0, "games": {}}


def test_who_leaves_in_the_middle_is_rated_last_even_if_a_bot_wins_for_them(store: Store) -> None:
    tables, luck = Tables(store), random.Random(1)
    for _ in range(20):
        table = started(tables, "boosh", ["p0", "p1"])
        while table_of(tables, table).attendance[1].own == 0:
            act_at_random(tables, table, luck)
        handle(tables, CommandRequest(table, "player:p1", Leave(Seat(1))))
        over = play_out(tables, table, luck).outcome
        assert over is not None
        (result,) = results_of(store.read(table))
        assert [(name, place) for _, name, place, _ in result.players] == [("p0", 1), ("p1", 2)]
        assert [score for *_, score in result.players] == list(over.scores)
        if over.places[1] < over.places[0]:
            return
    pytest.fail("the bot never won")


def test_ratings_are_those_of_the_model_with_ties() -> None:
    model = BradleyTerryFull()
    teams = [[model.rating()], [model.rating()], [model.rating()]]
    wanted = [one for (one,) in model.rate(teams, ranks=[1, 2, 2])]
    found = updated_ratings([NEW, NEW, NEW], [1, 2, 2])
    for (mu, sigma), one in zip(found, wanted, strict=True):
        assert mu / UNIT == pytest.approx(one.mu, abs=1e-5)
        assert sigma / UNIT == pytest.approx(one.sigma, abs=1e-5)
    assert found[0] > found[1] == found[2]


def test_of_equals_a_better_place_never_gets_less_and_one_place_gets_the_same() -> None:
    for count in range(2, 7):
        for order in combinations_with_replacement(range(count), count):
            places = [1 + sum(other < own for other in order) for own in order]
            means = [mu for mu, _ in updated_ratings([NEW] * count, places)]
            for (one, mean), (other, others) in combinations(zip(places, means, strict=True), 2):
                assert (mean > others) is (one < other), (places, means)
                assert (mean == others) is (one == other), (places, means)


# Decided once


def test_a_table_is_rated_once_however_often_it_is_seen(store: Store) -> None:
    play(store, "t1", ["ann", "ben", None], [1, 2, 3])
    for _ in range(3):
        Ratings(store).rate("t1")
    one = Ratings(store)
    one.rate("t1")
    one.rate("t1")
    (event,) = decisions(store)
    assert (event["type"], event["data"]["table"]) == (RATED, "t1")
    assert event["data"]["head"] == store.read("t1")[-1].h.hex()


def test_many_who_rate_at_once_rate_each_table_once_on_the_ratings_before(
    server: EmbeddedServer, store: Store
) -> None:
    season(store, random.Random(1), range(40))
    failed: list[BaseException] = []

    def rate_all(seed: int) -> None:
        try:
            ratings, names = Ratings(store_at(server.url)), [f"t{k}" for k in range(40)]
            random.Random(seed).shuffle(names)
            for name in names:
                ratings.rate(name)
        except BaseException as error:  # the test reports it
            failed.append(error)

    threads = [threading.Thread(target=rate_all, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    events = decisions(store)
    counted = [f"t{k}" for k in range(40) for _ in results_of(store.read(f"t{k}"))]
    assert sorted(event["data"]["table"] for event in events) == sorted(counted)
    newest: dict[tuple[str, str], tuple[int, int]] = {}
    for event in events:
        game, players = event["data"]["game"], event["data"]["players"]
        before = {one["player"]: newest.get((game, one["player"]), NEW) for one in players}
        after = rated_rows(before, [(one["player"], one["place"]) for one in players])
        assert [(one["mu"], one["sigma"]) for one in players] == [
            after[one["player"]] for one in players
        ]
        newest |= {(game, name): rating for name, rating in after.items()}


def test_who_holds_another_stream_than_the_store_begins_again(store: Store) -> None:
    play(store, "t1", ["ann", "ben", None], [1, 2, 3])
    ratings = Ratings(store)
    ratings.rate("t1")
    assert ratings.newest(ratings_stream_id("boon"))
    store.redis.flushall()  # as after a power failure: what was written last is lost
    play(store, "t2", ["ann", "ben", None], [2, 1, 3])
    ratings.rate("t2")
    (event,) = decisions(store)
    ann, ben = event["data"]["players"]
    assert ann["mu"] < NEW[0] < ben["mu"]


# The read model


def test_the_standings_follow_from_the_ratings(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    luck = random.Random(2)
    for begin in range(0, 60, 20):
        season(store, luck, range(begin, begin + 20))
        follow(follower)
        assert model.all_rows() == expected(store)
    assert len(decisions(store)) > 40


def test_tables_that_were_really_played_are_in_the_standings(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    tables = Tables(store)
    outcomes = [
        play_out(tables, started(tables, "boon", ["p0", "p1"]), random.Random(k)).outcome
        for k in range(2)
    ]
    follow(follower)
    found = player_statistics(model, "p1")
    assert (found["played"], set(found["games"])) == (2, {"boon"})
    mine = [(one.places[1], one.scores[1]) for one in outcomes if one is not None]
    assert found["games"]["boon"]["average_place"] == sum(place for place, _ in mine) / 2
    assert found["games"]["boon"]["points"] == sum(points for _, points in mine)
    assert found["won"] == sum(place == 1 for place, _ in mine)
    assert player_statistics(model, "nobody") == {"played": 0, "won": 0, "games": {}}


def test_entries_that_are_fed_twice_or_one_by_one_change_nothing(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    season(store, random.Random(3), range(30))
    follow(follower)
    before = everything(store.redis)
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread({store.names.feed(partition): "0-0"})
        for _, entries in entries_of(raw):
            model.decide_on(entries)
            model.feed(partition, entries, FIRST)
            for entry in entries:
                model.decide_on([entry])
                model.feed(partition, [entry], FIRST)
    assert everything(store.redis) == before


def test_a_row_that_is_ahead_of_the_others_is_not_counted_twice(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    """A follower that lost its lease may have written an older mark of how far it had read."""
    season(store, random.Random(4), range(20))
    follow(follower)
    live = model.all_rows()
    rows = model.keys(1)[0]
    store.redis.hset(rows, STREAM, b'{"n": 5}')
    assert {**live, **model.folded(STREAM, FIRST)} == live


def test_a_rebuild_equals_the_live_standings(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    season(store, random.Random(5), range(40))
    follow(follower)
    live, decided = model.all_rows(), decisions(store)
    pages = {game: model.rows(100, None, game) for game in GAMES_PLAYED}
    rebuild_models(model.store, [model.projection])
    assert model.version() == FIRST + 1
    assert model.all_rows() == live == expected(store)
    assert {game: model.rows(100, None, game) for game in GAMES_PLAYED} == pages
    assert decisions(store) == decided


def test_a_rebuild_rates_the_tables_whose_news_nobody_took_in(
    store: Store, model: ReadModel
) -> None:
    season(store, random.Random(6), range(20))
    for partition in range(store.names.partitions):
        store.redis.delete(store.names.feed(partition))
    rebuild_models(model.store, [model.projection])
    assert len(decisions(store)) > 10
    assert model.all_rows() == expected(store)
    decided = decisions(store)
    rebuild_models(model.store, [model.projection])
    assert decisions(store) == decided


def test_pages_of_a_game_show_its_players_once_best_first(
    store: Store, follower: Follower, model: ReadModel
) -> None:
    season(store, random.Random(7), range(40))
    follow(follower)
    for game in GAMES_PLAYED:
        shown: list[Row] = []
        before = None
        while page := model.rows(2, before, game):
            shown += page
            before = (conservative_rating(page[-1]), row_name(game, page[-1]["player"]))
        wanted = [row for row in expected(store).values() if row.get("game") == game]
        wanted = [row for row in wanted if not row["player"].startswith(BOT)]
        assert [row["player"] for row in shown] == [
            row["player"]
            for row in sorted(wanted, key=lambda r: (conservative_rating(r), r["player"]))[::-1]
        ]
        assert len(shown) == 5
