"""From request to log: caches, races, repeats, and the fold that equals the live table."""

import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from events import handle as module
from events.cached_streams import CachedStream, CommandResult, Tables, UnknownTable
from events.handle import CommandRequest, StaleStream, WriteContention, decide_and_append, handle
from events.record.codec import decode_event
from events.store.streams import AppendConflict, IdempotencyKey, KeyReused, Store, open_store
from events.tables.decider import table_due_times
from games import GAMES
from games.boosh.actions import Discard, LayOut, Pass, Take
from games.core.contract import Illegal, Seat
from games.table import (
    Act,
    Command,
    Leave,
    Sit,
    Start,
    Table,
    TimeOut,
    fold_table_facts,
    view,
)
from games.table.rules import DueTimes
from tests import fakes
from tests.events.given_log import nothing_written
from tests.folders import ROOT
from tests.games.every import every
from tests.table.desk import OPENER, an_open, any_action
from tests.waiting import PATIENCE

NAMES = [key[0] for key in GAMES]


@pytest.fixture
def fake() -> Iterator[Store]:
    """Return an empty store in this process."""
    client = fakes.fake()
    yield open_store(client)
    client.close()


@pytest.fixture(params=["fakeredis", "embedded"])
def store(request: pytest.FixtureRequest) -> Store:
    """Return an empty store, of either kind."""
    name = "fake" if request.param == "fakeredis" else "embedded"
    made: Store = request.getfixturevalue(name)
    return made


@pytest.fixture
def embedded(redis: Any) -> Store:
    return open_store(redis)


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def ask(
    tables: Tables, by: str, command: Command, *, key: str = "", table_id: str = "t1", **more: Any
) -> CommandResult[Table]:
    """Ask for a command; a `key` stands for its body too."""
    once = IdempotencyKey(f"{by}:{key}", key) if key else None
    return handle(tables, CommandRequest(table_id, by, command, once, **more))


def started(tables: Tables, seats: int = 2, table_id: str = "t1", **changes: Any) -> Table:
    """Open, seat and start a table of Boosh; seat 1 begins."""
    options = {"first_dealer": 0, **changes.pop("options", {})}
    ask(tables, OPENER, an_open(seats=seats, options=options, **changes), table_id=table_id)
    for seat in range(seats):
        ask(tables, f"player:p{seat}", Sit(Seat(seat)), table_id=table_id)
    return ask(tables, OPENER, Start(), table_id=table_id).table


def same(one: CommandResult[Table], other: CommandResult[Table]) -> bool:
    """Say whether two answers tell the same."""
    return (one.table, one.head, one.first, one.last) == (
        other.table, other.head, other.first, other.last,
    ) and [fact.event for fact in one.facts] == [fact.event for fact in other.facts]  # fmt: skip


# One command


def test_an_accepted_command_is_answered_with_the_table_after_it(tables: Tables) -> None:
    started(tables)
    before = tables.current("t1")
    answer = ask(tables, "player:p1", Act(Seat(1), Take("A")))
    log = tables.store.read("t1")
    assert (answer.first, answer.last) == (before.table.n + 1, len(log))
    assert answer.head == log[-1].h
    assert answer.table == fold_table_facts("t1", None, map(decode_event, log))
    assert [fact.event for fact in answer.facts] == [decode_event(log[-1]).event]
    assert not answer.replayed


def test_a_refused_command_writes_nothing(tables: Tables) -> None:
    started(tables)
    with nothing_written(tables.store.redis), pytest.raises(Illegal):
        ask(tables, "player:p0", Act(Seat(0), Take("A")), key="k1")


def test_a_table_that_is_not_there_is_unknown(tables: Tables) -> None:
    with pytest.raises(UnknownTable):
        ask(tables, "player:p0", Sit(Seat(0)))
    with pytest.raises(UnknownTable):
        tables.current("t1")
    assert tables.cached("t1") is None


def test_times_at_a_table_never_go_back(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(tables)
    monkeypatch.setattr(tables.store, "now", lambda: table.at - 5000)
    assert ask(tables, "player:p1", Act(Seat(1), Take("A"))).table.at == table.at


def test_the_fallback_is_played_when_the_clock_says_so_and_not_before(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(tables, clock={"turn": 30})
    deadline = table.deadline(Seat(1))
    assert deadline is not None
    monkeypatch.setattr(tables.store, "now", lambda: deadline - 1)
    with pytest.raises(Illegal, match="is not up"):
        ask(tables, "clock", TimeOut(Seat(1)))
    monkeypatch.setattr(tables.store, "now", lambda: deadline)
    with pytest.raises(Illegal, match="time for this turn is over"):
        ask(tables, "player:p1", Act(Seat(1), Take("A")))
    assert ask(tables, "clock", TimeOut(Seat(1))).table.at == deadline


# Caches


def test_a_process_that_is_behind_judges_again_before_it_refuses(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    started(mine)
    other.current("t1")
    for action in (Take("A"), Discard(), Pass()):
        ask(mine, "player:p1", Act(Seat(1), action))
    assert other.held["t1"].table.to_act() == (1,)  # stale: by this state seat 0 is too early
    answer = ask(other, "player:p0", Act(Seat(0), Take("A")))
    assert answer.table.n == answer.last == len(store.read("t1"))


def test_a_refusal_of_a_process_that_is_behind_is_made_on_the_newest_state(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    started(mine)
    other.current("t1")
    ask(mine, "player:p1", Act(Seat(1), Take("A")))
    with pytest.raises(Illegal) as refusal:
        ask(other, "player:p1", Act(Seat(1), Take("A")))
    assert refusal.value.code == "boosh/wrong_moment"
    assert other.held["t1"].table.n == mine.held["t1"].table.n


def test_an_action_is_judged_again_after_a_conflict(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    started(mine, 3, options={"woof": True})
    other.current("t1")
    ask(mine, "player:p1", Act(Seat(1), LayOut()))
    answer = ask(other, "player:p2", Act(Seat(2), LayOut()))
    assert answer.table.to_act() == (0,)
    ask(mine, "player:p0", Act(Seat(0), LayOut()))
    assert mine.current("t1").table == fold_table_facts(
        "t1", None, map(decode_event, store.read("t1"))
    )


def test_a_cache_that_is_not_what_the_log_has_is_dropped(tables: Tables) -> None:
    started(tables)
    held = tables.held["t1"]
    tables.held["t1"] = CachedStream(held.table, b"another head".ljust(32))
    answer = ask(tables, "player:p1", Act(Seat(1), Take("A")))
    assert answer.head == tables.store.read("t1")[-1].h
    assert tables.held["t1"].head == answer.head


def test_a_cache_never_goes_back_to_an_older_state(tables: Tables) -> None:
    started(tables)
    old = tables.current("t1")
    new = ask(tables, "player:p1", Act(Seat(1), Take("A")))
    tables.keep("t1", old)
    assert tables.held["t1"].table.n == new.last


def test_a_cache_holds_so_many_tables_those_used_last(store: Store) -> None:
    tables = Tables(store, most=3)
    for name in ("t1", "t2", "t3"):
        ask(tables, OPENER, an_open(), table_id=name)
    tables.cached("t1")
    ask(tables, OPENER, an_open(), table_id="t4")
    assert list(tables.held) == ["t3", "t1", "t4"]
    ask(tables, "player:p1", Sit(Seat(1)), table_id="t2")  # a dropped one is read again
    assert tables.held["t2"].table.n == 2
    tables.drop("t2")
    assert tables.cached("t2") is None


def test_a_table_that_many_ask_for_at_once_is_folded_by_the_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, begun = started(Tables(store)).id, threading.Barrier(9)
    folds: list[str] = []
    asked, real = threading.Event(), Store.resume

    def resume(self: Store, stream: str) -> Any:
        folds.append(stream)
        asked.wait()
        return real(self, stream)

    monkeypatch.setattr(Store, "resume", resume)
    fresh, found = Tables(store), list[int]()

    def ask() -> None:
        begun.wait()
        found.append(fresh.current(table).table.n)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for one in threads:
        one.start()
    begun.wait()
    asked.set()
    for one in threads:
        one.join()
    assert (len(found), len(set(found)), folds) == (8, 1, [table])


def test_who_always_loses_the_race_is_told_that_the_table_is_busy(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store)
    table = started(tables)
    tries = []

    def lose(draft: Any) -> AppendConflict:
        tries.append(draft)
        return AppendConflict(table.n + 1)

    monkeypatch.setattr(store, "append", lose)
    with pytest.raises(WriteContention):
        ask(tables, "player:p1", Act(Seat(1), Take("A")))
    assert len(tries) == module.RETRIES


# If-Match


def test_an_action_for_another_state_is_stale(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    n = started(mine).n
    other.current("t1")
    answer = ask(mine, "player:p1", Act(Seat(1), Take("A")), if_match=n)
    with nothing_written(store.redis):
        for tables in (mine, other):
            with pytest.raises(StaleStream) as stale:
                ask(tables, "player:p1", Act(Seat(1), Discard()), if_match=n)
            assert stale.value.n == answer.last
            with pytest.raises(StaleStream):
                ask(tables, "player:p1", Act(Seat(1), Discard()), if_match=answer.last + 1)
    ask(other, "player:p1", Act(Seat(1), Discard()), if_match=answer.last)


def test_a_state_that_the_cache_has_not_seen_yet_is_no_reason_to_refuse(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    started(mine)
    other.current("t1")
    n = ask(mine, "player:p1", Act(Seat(1), Take("A"))).last
    assert ask(other, "player:p1", Act(Seat(1), Discard()), if_match=n).first == n + 1


def test_with_if_match_a_lost_race_is_stale_and_not_judged_again(store: Store) -> None:
    mine, other = Tables(store), Tables(store)
    n = started(mine, 3, options={"woof": True}).n
    other.current("t1")
    ask(mine, "player:p1", Act(Seat(1), LayOut()))
    with pytest.raises(StaleStream):
        ask(other, "player:p2", Act(Seat(2), LayOut()), if_match=n)


# Repeats


def test_a_repeated_key_gives_the_first_answer_in_every_process(store: Store) -> None:
    mine, behind, empty = Tables(store), Tables(store), Tables(store)
    started(mine)
    behind.current("t1")
    first = ask(mine, "player:p1", Act(Seat(1), Take("A")), key="k1")
    with nothing_written(store.redis):
        for tables in (mine, behind, empty, Tables(store)):
            again = ask(tables, "player:p1", Act(Seat(1), Take("A")), key="k1")
            assert same(again, first)
            assert again.replayed


def test_a_repeated_key_gives_the_first_answer_after_later_events_too(store: Store) -> None:
    mine, behind = Tables(store), Tables(store)
    started(mine)
    behind.current("t1")
    first = ask(mine, "player:p1", Act(Seat(1), Take("A")), key="k1")
    for by, action in ((1, Discard()), (1, Pass()), (0, Take("B")), (0, Discard())):
        ask(mine, f"player:p{by}", Act(Seat(by), action))
    shown = orjson.dumps(view(first.table, Seat(1)), default=list)
    with nothing_written(store.redis):
        for tables in (mine, behind, Tables(store)):
            again = ask(tables, "player:p1", Act(Seat(1), Take("A")), key="k1")
            assert same(again, first)
            assert orjson.dumps(view(again.table, Seat(1)), default=list) == shown
    assert mine.current("t1").table.n > first.last  # the cache did not go back


def test_a_repeated_key_gives_the_first_answer_whatever_if_match_says(store: Store) -> None:
    mine = Tables(store)
    n = started(mine).n
    first = ask(mine, "player:p1", Act(Seat(1), Take("A")), key="k1", if_match=n)
    for tables in (mine, Tables(store)):
        again = ask(tables, "player:p1", Act(Seat(1), Take("A")), key="k1", if_match=n)
        assert same(again, first)


@pytest.mark.parametrize("when", ["at once", "later"])
def test_a_repeated_opening_gives_the_table_that_the_first_one_opened(
    store: Store, when: str
) -> None:
    mine = Tables(store)
    first = ask(mine, OPENER, an_open(), key="k1")
    if when == "later":
        ask(mine, "player:p1", Sit(Seat(1)))
    other_secret = an_open(secret="ab" * 32)  # a server that does not know makes a new one
    with nothing_written(store.redis):
        for tables in (mine, Tables(store)):
            again = ask(tables, OPENER, other_secret, key="k1")
            assert same(again, first)
            assert again.table.terms.secret == first.table.terms.secret
            with pytest.raises(KeyReused):
                handle(
                    tables,
                    CommandRequest(
                        "t1", OPENER, an_open(), IdempotencyKey(f"{OPENER}:k1", "other")
                    ),
                )


def test_a_table_is_opened_once(store: Store) -> None:
    mine = Tables(store)
    ask(mine, OPENER, an_open())
    with nothing_written(store.redis):
        for tables in (mine, Tables(store)):
            with pytest.raises(Illegal) as refusal:
                ask(tables, "player:p1", an_open())
            assert (refusal.value.code, refusal.value.rule) == ("table/opened", "T1")


def test_a_key_with_another_body_is_refused_in_every_process(store: Store) -> None:
    mine, behind = Tables(store), Tables(store)
    started(mine)
    behind.current("t1")
    ask(mine, "player:p1", Act(Seat(1), Take("A")), key="k1")
    other = IdempotencyKey("player:p1:k1", "another body")
    with nothing_written(store.redis):
        for tables in (mine, behind, Tables(store)):
            for action in (Take("B"), Discard()):  # refused by the rules, and possible now
                with pytest.raises(KeyReused):
                    handle(tables, CommandRequest("t1", "player:p1", Act(Seat(1), action), other))


def test_a_refused_command_leaves_its_key_free(tables: Tables) -> None:
    started(tables)
    with pytest.raises(Illegal):
        ask(tables, "player:p1", Act(Seat(1), Discard()), key="k1")
    ask(tables, "player:p1", Act(Seat(1), Take("A")))
    assert not ask(tables, "player:p1", Act(Seat(1), Discard()), key="k1").replayed


def test_two_players_may_use_the_same_key(tables: Tables) -> None:
    started(tables, options={"woof": True})
    for seat in (0, 1):
        answer = ask(tables, f"player:p{seat}", Act(Seat(seat), LayOut()), key="k1")
        assert not answer.replayed


# Races


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Make all calls at once; return what each gave or raised."""
    begin = threading.Barrier(len(calls), timeout=PATIENCE)
    got: list[Any] = [None] * len(calls)

    def run(at: int) -> None:
        begin.wait()
        try:
            got[at] = calls[at]()
        except Exception as error:
            got[at] = error

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


@pytest.mark.parametrize("caches", [1, 8])
def test_all_who_act_at_once_in_a_simultaneous_phase_are_accepted_once(
    store: Store, caches: int
) -> None:
    """Four seats lay out at each of two tables: eight threads, of one process or of eight."""
    made = [Tables(store) for _ in range(caches)]
    for round_ in range(6):
        names = (f"a{round_}", f"b{round_}")
        for name in names:
            started(made[0], 4, name, options={"woof": True})
        calls = [
            lambda at=at, name=name, seat=seat: ask(  # bound at once
                made[at % caches], f"player:p{seat}", Act(Seat(seat), LayOut()), table_id=name
            )
            for at, (name, seat) in enumerate((name, k) for name in names for k in range(4))
        ]
        got = together(*calls)
        assert not [one for one in got if not isinstance(one, CommandResult)]
        for name in names:
            facts = list(map(decode_event, store.read(name)))
            laid = [fact.event.seat for fact in facts if type(fact.event).__name__ == "LaidOut"]
            assert sorted(laid) == [0, 1, 2, 3]
            numbers = [one.first for one in got if one.table.id == name]
            assert len(set(numbers)) == 4
            assert made[-1].current(name).table == fold_table_facts(name, None, facts)


def test_one_request_sent_eight_times_at_once_is_played_once(store: Store) -> None:
    made = [Tables(store) for _ in range(4)]
    for round_ in range(6):
        name = f"t{round_}"
        started(made[0], table_id=name)
        calls = [
            lambda at=at, name=name: ask(  # bound at once
                made[at % 4], "player:p1", Act(Seat(1), Take("A")), key="k1", table_id=name
            )
            for at in range(8)
        ]
        got = together(*calls)
        assert [one.replayed for one in got].count(False) == 1
        assert all(same(one, got[0]) for one in got)
        taken = [type(decode_event(event).event).__name__ for event in store.read(name)]
        assert taken.count("DeckCardTaken") == 1


def test_of_two_actions_for_one_turn_one_is_refused_by_the_rules(store: Store) -> None:
    made = [Tables(store), Tables(store)]
    for round_ in range(10):
        name = f"t{round_}"
        started(made[0], table_id=name)
        made[1].current(name)
        got = together(
            lambda: ask(made[0], "player:p1", Act(Seat(1), Take("A")), table_id=name),  # noqa: B023
            lambda: ask(made[1], "player:p1", Act(Seat(1), Take("B")), table_id=name),  # noqa: B023
        )
        assert Counter(type(one) for one in got) == {CommandResult: 1, Illegal: 1}


def test_between_reading_and_writing_another_may_act(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other's event comes between our judgement and our append, again and again."""
    mine, other = Tables(store), Tables(store)
    started(mine, 4, options={"woof": True})
    others = iter([0, 1, 2])
    append = store.append

    def late(draft: Any) -> Any:
        seat = next(others, None)
        if seat is not None:
            with monkeypatch.context() as patch:
                patch.setattr(store, "append", append)
                ask(other, f"player:p{seat}", Act(Seat(seat), LayOut()))
        return append(draft)

    monkeypatch.setattr(store, "append", late)
    answer = ask(mine, "player:p3", Act(Seat(3), LayOut()))
    assert answer.table.play.phase == "taking"
    assert mine.held["t1"].table == fold_table_facts(
        "t1", None, map(decode_event, store.read("t1"))
    )


# The log is the table


def due_of(store: Store, table_id: str) -> DueTimes:
    """Return what the due index says of a table."""
    client: Any = store.redis
    keys = store.names.of(table_id)
    found = [client.zscore(getattr(keys, kind), table_id) for kind in DueTimes._fields]
    return DueTimes(*(None if score is None else int(score) for score in found))


def any_command(table: Table, luck: random.Random) -> tuple[str, Command]:
    """Return what happens next at a table that plays: an action, seldom somebody leaves."""
    if luck.random() < 0.02:
        players = [k for k, holder in enumerate(table.holders) if holder and holder.player]
        if players:
            seat = Seat(luck.choice(players))
            return f"player:p{seat}", Leave(seat)
    seat = luck.choice(table.to_act())
    holder = table.holders[seat]
    assert holder is not None
    by = f"seat:{seat}" if holder.player is None else f"player:{holder.player}"
    return by, Act(seat, any_action(table, seat, luck))


def play(tables: Tables, name: str, number: int, acts: int) -> str:
    """Play a table at random, partly by another process; return its id."""
    luck = random.Random(f"{name} {number}")
    table_id, game = f"{name}-{number}", GAMES[name, 1]
    seats, other = luck.choice(game.seats), Tables(tables.store)
    clock = luck.choice([None, {"turn": 60, "bank": 5}])
    answer = ask(tables, OPENER, an_open(name, seats, clock=clock), table_id=table_id)
    bots = luck.choice([0, 0, 1])
    for seat in range(seats):
        sit = Sit(Seat(seat), bot="regular") if seat < bots else Sit(Seat(seat))
        answer = ask(tables, OPENER if seat < bots else f"player:p{seat}", sit, table_id=table_id)
    answer = ask(tables, OPENER, Start(), table_id=table_id)
    for _ in range(acts):
        if answer.table.phase == "closed":
            break
        by, command = any_command(answer.table, luck)
        answer = ask(luck.choice([tables, other]), by, command, table_id=table_id)
        assert due_of(tables.store, table_id) == table_due_times(answer.table)
    for held in (tables.current(table_id), other.current(table_id)):
        assert held == CachedStream(answer.table, answer.head)
    return table_id


@every("name")
def test_the_fold_of_the_stored_log_is_the_live_table(store: Store, name: str) -> None:
    tables = Tables(store)
    for number in range(3):
        table_id = play(tables, name, number, 60)
        live = tables.current(table_id)
        log = store.read(table_id)
        facts = list(map(decode_event, log))
        assert fold_table_facts(table_id, None, facts) == live.table
        assert log[-1].h == live.head
        again = Tables(store).current(table_id)
        assert again == live
        for seat in (None, *map(Seat, range(live.table.seats))):
            one, other = view(live.table, seat), view(again.table, seat)
            assert orjson.dumps(one, default=list) == orjson.dumps(other, default=list)
        middle = facts[len(facts) // 2].n
        half = fold_table_facts(table_id, None, facts[:middle])
        assert fold_table_facts(table_id, half, facts[middle:]) == live.table


PRINT = """
import sys
from events.cached_streams import Tables
from events.store.streams import store_at
from games.core.contract import Seat
from games.table import view
import hashlib, orjson
tables = Tables(store_at(sys.argv[1]))
for name in sys.argv[2:]:
    held = tables.current(name)
    shown = [view(held.table, seat) for seat in (None, *map(Seat, range(held.table.seats)))]
    print(held.head.hex(), hashlib.sha256(orjson.dumps(shown, default=list)).hexdigest())
"""


def test_the_same_log_gives_the_same_bytes_in_another_process(embedded: Store) -> None:
    tables = Tables(embedded)
    names = [play(tables, name, 7, 40) for name in NAMES]
    url = f"unix://{embedded.redis.connection_pool.connection_kwargs['path']}"
    told = {
        subprocess.run(
            [sys.executable, "-c", PRINT, url, *names],
            cwd=ROOT, check=True, capture_output=True, text=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
    heads = [line.split()[0] for line in told.pop().splitlines()]
    assert heads == [tables.current(name).head.hex() for name in names]


def test_an_attempt_on_an_old_state_never_writes(store: Store) -> None:
    tables = Tables(store)
    started(tables)
    old = tables.current("t1")
    ask(tables, "player:p1", Act(Seat(1), Take("A")))
    request = CommandRequest("t1", "player:p1", Act(Seat(1), Take("B")))
    with nothing_written(store.redis), pytest.raises(module.WriteConflict) as lost:
        decide_and_append(tables, request, old)
    assert lost.value.n == old.table.n + 1
