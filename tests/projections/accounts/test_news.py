"""What players are told: all of it, each thing once, whatever dies in between."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import orjson
import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.embedded.server import EmbeddedServer
from events.store.feed import read_feed_entry
from events.store.names import messages_of
from events.store.streams import Store
from events.store.turns import whose_turns
from events.tables.news import table_news
from games import NEWEST
from games.core.contract import Illegal, Seat
from games.table import (
    Abort,
    Act,
    Adjourn,
    CloseEntropy,
    Command,
    EndInvitation,
    Invite,
    Invitee,
    Leave,
    Return,
    Reveal,
    Sit,
    Start,
    Table,
)
from projections.accounts import news
from projections.accounts.news import MessageDraft, PlayerInboxes, StoredMessage, your_turn
from tests.beacons import chain
from tests.events.tables.test_holdings import PLAYERS, any_request
from tests.table.desk import AT, an_open, any_action, commitment, entropy
from tests.workers.follower.test_follower import close, follow, follower_of
from workers.follower.follower import Follower

SECOND = 1_000  # milliseconds
Key = tuple[str, int, str]  # table, n, kind


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@pytest.fixture
def follower(server: EmbeddedServer, store: Store) -> Iterator[Follower]:
    one = follower_of(server)
    yield one
    close(one)


class Reader:
    """Somebody who reads messages and goes on behind the newest that came."""

    def __init__(self, own: PlayerInboxes, player: str) -> None:
        self.own, self.player, self.last = own, player, 0
        self.seen: list[dict[str, Any]] = []

    def read(self) -> None:
        """Read what is new."""
        for one in self.own.after(self.player, self.last):
            assert one.id > self.last
            self.last = one.id
            self.seen.append(orjson.loads(one.text))

    def keys(self, *, turns: bool) -> Counter[Key]:
        """Return what came: turns, or all else."""
        rows = [one for one in self.seen if (one["type"] == "your_turn") == turns]
        return Counter((one["table"], one["n"], one["type"]) for one in rows)


class Dying:
    """Lets some writes of news through, and the follower die in one of them, before or behind."""

    def __init__(self, luck: random.Random) -> None:
        self.luck, self.write = luck, PlayerInboxes.write

    def bound(self) -> Callable[[PlayerInboxes, Any], None]:
        """Return what stands for the method."""

        def write(own: PlayerInboxes, new: Any) -> None:
            fate = self.luck.random()
            if fate < 0.1:
                raise ConnectionLost("died before")
            self.write(own, new)
            if fate < 0.2:
                raise ConnectionLost("died behind")

        return write


def clocked(monkeypatch: pytest.MonkeyPatch, store: Store, step: int) -> None:
    """Set the store's time."""
    monkeypatch.setattr(store, "now", lambda: AT + step * SECOND)


@pytest.mark.parametrize("seed", range(2))
def test_everything_is_told_once_by_followers_that_die_at_any_moment(
    server: EmbeddedServer, store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    luck, names = random.Random(f"news {seed}"), list[str]()
    follower = follower_of(server)
    readers = [Reader(PlayerInboxes(store), player) for player in PLAYERS]
    expected = Counter[tuple[str, Key]]()
    monkeypatch.setattr(news, "TOGETHER", 1)
    monkeypatch.setattr(PlayerInboxes, "write", Dying(luck).bound())
    for step in range(160):
        clocked(monkeypatch, store, step)
        if len(names) < 3:
            names.append(f"t{step}")
            expected += begun(tables, names[-1])
        table = tables.current(luck.choice(names)).table
        expected += done(tables, table.id, *any_request(table, luck))
        names = [one for one in names if tables.current(one).table.phase != "closed"]
        if luck.random() < 0.3:
            with suppress(ConnectionLost):
                take_in(follower)
                must_know(store, names, readers)
                continue
            follower.partitions.leave()  # it has died, perhaps with half of it written
            close(follower)
            follower = follower_of(server)
    monkeypatch.undo()
    take_in(follower)
    close(follower)
    for one in readers:
        one.read()
        mine = {key: count for (player, key), count in expected.items() if player == one.player}
        assert one.keys(turns=False) == mine
        assert set(one.keys(turns=True).values()) <= {1}
    assert any(one.keys(turns=True) for one in readers)


def begun(tables: Tables, name: str) -> Counter[tuple[str, Key]]:
    """Start a table of all players; return what they are to be told."""
    opening = an_open("boon", 3, options=NEWEST["boon"].brief, clock={"turn": 60})
    handle(tables, CommandRequest(name, "player:p0", opening))
    found = Counter[tuple[str, Key]]()
    for seat, player in enumerate(PLAYERS):
        found += done(tables, name, f"player:{player}", Sit(Seat(seat)))
    return found + done(tables, name, "player:p0", Start())


def done(tables: Tables, name: str, by: str, command: Command) -> Counter[tuple[str, Key]]:
    """Do what somebody asks, if that is allowed; return who is to be told of it."""
    before = tables.current(name).table
    try:
        answer = handle(tables, CommandRequest(name, by, command))
    except Illegal:
        return Counter()
    told = table_news(before, answer.state, answer.facts)
    return Counter((player, (row["table"], row["n"], row["type"])) for player, row in told)


def take_in(follower: Follower) -> None:
    """Let a follower take in what is there."""
    follower.partitions.renew()
    follower.consumer.consume()


def must_know(store: Store, names: list[str], readers: list[Reader]) -> None:
    """Assert that everybody has been told of every turn that holds."""
    turns = whose_turns(store, names)
    for one in readers:
        one.read()
        for table, found in turns.items():
            for turn in found.seats:
                if turn.player == one.player:
                    assert your_turn(table, found, turn) in one.seen


def seated(tables: Tables, name: str = "t1", game: str = "boosh", **settings: Any) -> Table:
    """Start a table of p0 and p1."""
    handle(tables, CommandRequest(name, "player:p9", an_open(game, 2, **settings)))
    for seat in range(2):
        handle(tables, CommandRequest(name, f"player:p{seat}", Sit(Seat(seat))))
    return handle(tables, CommandRequest(name, "player:p0", Start())).table


def told(store: Store, player: str) -> list[dict[str, Any]]:
    """Return all messages of a player."""
    return [orjson.loads(one.text) for one in PlayerInboxes(store).after(player, 0)]


def kinds(store: Store, player: str) -> list[str]:
    """Return the kinds of all messages of a player."""
    return [one["type"] for one in told(store, player)]


def test_a_turn_is_told_with_all_that_is_needed_to_act(
    store: Store, tables: Tables, follower: Follower
) -> None:
    table = seated(tables, clock={"turn": 30, "bank": 10})
    (seat,) = table.to_act()
    follow(follower)
    assert told(store, f"p{seat}")[-1] == {
        "type": "your_turn", "table": "t1", "game": "boosh", "n": table.n, "seat": seat,
        "deadline": table.deadline(seat),
    }  # fmt: skip
    assert PlayerInboxes(store).my_turns(f"p{seat}") == told(store, f"p{seat}")[-1:]
    assert PlayerInboxes(store).my_turns(f"p{1 - seat}") == []


def test_a_turn_is_told_again_where_the_store_came_back_without_the_message(
    store: Store, tables: Tables, follower: Follower
) -> None:
    (seat,) = seated(tables).to_act()
    for _ in range(2):  # its links to the server are made in the first step
        follow(follower)
    before = told(store, f"p{seat}")
    for player in ("p0", "p1"):
        PlayerInboxes(store).forget(player)
    store.redis.delete(news.PLACES)
    follower.store.redis.connection_pool.disconnect()
    for _ in range(2):
        follow(follower)
    assert told(store, f"p{seat}") == before


def test_a_turn_that_has_passed_is_kept_no_longer_than_to_the_next_one(
    store: Store, tables: Tables, follower: Follower
) -> None:
    table, luck = seated(tables), random.Random(1)
    for _ in range(12):
        (seat,) = table.to_act()
        action = any_action(table, seat, luck)
        table = handle(tables, CommandRequest("t1", f"player:p{seat}", Act(seat, action))).table
        follow(follower)
    for player in ("p0", "p1"):
        assert kinds(store, player) == ["filled", "started", "your_turn"]


def test_who_opens_sits_leaves_comes_back_and_ends_is_told_so(
    store: Store, tables: Tables, follower: Follower
) -> None:
    seated(tables)
    handle(tables, CommandRequest("t1", "player:p1", Leave(Seat(1))))
    handle(tables, CommandRequest("t1", "player:p1", Return(Seat(1))))
    handle(tables, CommandRequest("t1", "player:p0", Adjourn()))
    ended = handle(tables, CommandRequest("t1", "player:p1", Adjourn())).table
    follow(follower)
    assert told(store, "p9") == [
        {"type": "filled", "table": "t1", "game": "boosh", "n": 3, "seat": None},
        {"type": "started", "table": "t1", "game": "boosh", "n": 6, "seat": None},
        {"type": "adjourned", "table": "t1", "game": "boosh", "n": ended.n, "seat": None},
    ]
    mine = [one for one in told(store, "p1") if one["type"] != "your_turn"]
    assert [one.pop("type") for one in mine] == [
        "filled", "started", "taken_over", "given_back", "adjourn_asked", "adjourned",
    ]  # fmt: skip
    assert mine[2:5] == [
        {"table": "t1", "game": "boosh", "n": ended.n - 4, "seat": 1, "bot": "regular"},
        {"table": "t1", "game": "boosh", "n": ended.n - 3, "seat": 1},
        {"table": "t1", "game": "boosh", "n": ended.n - 2, "seat": 1, "by": 0},
    ]


def test_who_is_invited_or_offered_a_rematch_is_told_so_and_how_it_ended(
    store: Store, tables: Tables, follower: Follower
) -> None:
    first, again = (Invitee(Seat(1), "p1", 60),), (Invitee(Seat(2), "p2", 60),)
    handle(tables, CommandRequest("t1", "player:p0", an_open("boon", 3, invited=first)))
    handle(tables, CommandRequest("t1", "player:p0", Invite(again)))
    handle(tables, CommandRequest("t1", "player:p1", EndInvitation("p1")))
    handle(
        tables,
        CommandRequest("t2", "player:p0", an_open("boon", 3, invited=first, rematch_of="t0")),
    )
    at = [orjson.loads(event.e)["at"] for event in store.read("t1")]
    follow(follower)
    about = {"table": "t1", "game": "boon"}
    assert told(store, "p2") == [
        {**about, "type": "invited", "n": 2, "seat": 2, "by": "p0", "until": at[1] + 60_000}
    ]
    mine = [one for one in told(store, "p1") if one["table"] == "t1"]
    over = {**about, "type": "invitation_ended", "n": 3, "seat": 1, "player": "p1"}
    assert mine == [
        {**about, "type": "invited", "n": 1, "seat": 1, "by": "p0", "until": at[0] + 60_000},
        {**over, "how": "declined"},
    ]
    assert told(store, "p0") == mine[1:]
    (rematch,) = [one for one in told(store, "p1") if one["table"] == "t2"]
    assert (rematch["type"], rematch["rematch_of"], rematch["seat"]) == ("rematch", "t0", 1)


def test_the_end_is_told_with_the_own_place(
    store: Store, tables: Tables, follower: Follower
) -> None:
    table, luck = seated(tables, options=NEWEST["boosh"].brief), random.Random(3)
    while table.phase == "playing":
        seat = table.to_act()[0]
        action = any_action(table, seat, luck)
        table = handle(tables, CommandRequest("t1", f"player:p{seat}", Act(seat, action))).table
    follow(follower)
    assert table.outcome is not None
    for place in range(2):
        assert told(store, f"p{place}")[-1] == {
            "type": "ended", "table": "t1", "game": "boosh", "n": table.n, "seat": place,
            "why": table.outcome.why, "place": table.outcome.places[place],
            "score": table.outcome.scores[place],
        }  # fmt: skip
    assert told(store, "p9")[-1]["place"] is None


def test_who_has_promised_entropy_is_told_when_it_is_awaited_and_when_it_counts_as_withheld(
    store: Store, tables: Tables, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle(tables, CommandRequest("t1", "player:p0", an_open("boosh", 2)))
    handle(tables, CommandRequest("t1", "player:p0", Sit(Seat(0))))
    sit = Sit(Seat(1), commitment=commitment("p1", "mine"))
    handle(tables, CommandRequest("t1", "player:p1", sit))
    table = handle(tables, CommandRequest("t1", "player:p0", Start())).table
    until = table.reveal_until
    assert until is not None
    monkeypatch.setattr(store, "now", lambda: until)
    handle(tables, CommandRequest("t1", "clock", CloseEntropy()))
    follow(follower)
    _, called, withheld, *_ = told(store, "p1")
    assert (called["type"], called["n"], called["deadline"]) == ("start_called", 4, until)
    assert withheld == {
        "type": "entropy_withheld", "table": "t1", "game": "boosh", "n": 5, "seat": 1,
    }  # fmt: skip
    assert [kind for kind in kinds(store, "p0") if kind != "your_turn"] == ["filled", "started"]


def test_who_leaves_after_the_call_is_told_of_the_bot_and_of_the_start_and_not_of_the_entropy(
    store: Store, tables: Tables, follower: Follower
) -> None:
    handle(tables, CommandRequest("t1", "player:p0", an_open("boosh", 2)))
    for seat in range(2):
        promise = commitment(f"p{seat}", "mine")
        handle(tables, CommandRequest("t1", f"player:p{seat}", Sit(Seat(seat), None, promise)))
    closing = handle(tables, CommandRequest("t1", "player:p0", Start())).table.closing
    assert closing is not None
    reveal = Reveal(entropy("mine"), closing.head)
    handle(tables, CommandRequest("t1", "player:p0", reveal))
    handle(tables, CommandRequest("t1", "player:p1", Leave(Seat(1))))
    follow(follower)
    assert kinds(store, "p1") == ["filled", "start_called", "taken_over", "started"]


def test_who_sat_at_a_table_whose_beacon_fails_is_told_that_it_has_ended(
    store: Store, tables: Tables, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_at = seated(tables, beacon=chain()._asdict()).beacon_fails_at()
    assert fails_at is not None
    monkeypatch.setattr(store, "now", lambda: fails_at)
    handle(tables, CommandRequest("t1", "clock", Abort()))
    follow(follower)
    for player, seat in (("p0", 0), ("p1", 1), ("p9", None)):
        assert told(store, player)[-1] == {
            "type": "ended", "table": "t1", "game": "boosh", "n": 6, "seat": seat,
            "why": "beacon_failed", "place": None, "score": None,
        }  # fmt: skip
        assert "started" not in kinds(store, player)


def message(n: int, kind: str = "started", table: str = "t1") -> MessageDraft:
    """Return a message that is to be written."""
    return MessageDraft(f"{table}:{kind}", n, b'{"n":%d}' % n)


def test_of_many_messages_the_oldest_go_and_who_lacks_them_is_told_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = PlayerInboxes(store)
    monkeypatch.setattr(news, "MOST", 5)
    own.deliver({"p0": [message(1, table=f"t{k}") for k in range(8)]})
    kept = own.after("p0", 0)
    assert len(kept) == 5
    assert own.newest("p0") == kept[-1].id
    assert own.has_gap("p0", kept[0].id - 2)
    assert not own.has_gap("p0", kept[0].id - 1)
    assert not own.has_gap("p0", kept[-1].id)
    assert own.has_gap("p0", kept[-1].id + 1), "the store has lost it"
    assert len(store.redis.hgetall(news.player_news_key("p0"))) == 5 + 2, (
        "what went leaves nothing behind"
    )


def test_old_messages_go_with_their_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    own = PlayerInboxes(store)
    monkeypatch.setattr(store, "now", lambda: AT)
    own.deliver({"p0": [message(1)]})
    monkeypatch.setattr(store, "now", lambda: AT + news.RETENTION)
    own.deliver({"p0": [message(2)]})
    assert own.after("p0", 0) == [StoredMessage(AT + news.RETENTION, "started", b'{"n":2}')]
    assert own.has_gap("p0", AT - 1)
    assert not own.has_gap("p0", AT)


def test_a_message_is_written_once_however_often_it_is_told(store: Store) -> None:
    own = PlayerInboxes(store)
    for n in (1, 2, 1, 2, 3, 3):
        own.deliver({"p0": [message(n)], "p1": [message(n, kind="your_turn")]})
    assert [orjson.loads(one.text)["n"] for one in own.after("p0", 0)] == [1, 2, 3]
    assert [orjson.loads(one.text)["n"] for one in own.after("p1", 0)] == [3]


def test_a_player_whose_keys_are_spoilt_holds_up_nobody(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    own = PlayerInboxes(store)
    store.redis.set(messages_of("p1"), "no stream")
    own.deliver({f"p{k}": [message(1)] for k in range(3)})
    assert [len(own.after(player, 0)) for player in ("p0", "p2")] == [1, 1]
    assert "Player p1 misses messages, 1 in all" in caplog.text


def test_the_feed_carries_nothing_of_what_is_played(store: Store, tables: Tables) -> None:
    table, luck = seated(tables), random.Random(5)
    for _ in range(6):
        seat = table.to_act()[0]
        action = any_action(table, seat, luck)
        table = handle(tables, CommandRequest("t1", f"player:p{seat}", Act(seat, action))).table
    raw: Any = store.redis.xrange(store.names.of("t1").feed)
    entries = [read_feed_entry(one) for one in raw]
    assert [bool(one.news) for one in entries] == [False, False, True, True, *[False] * 6]
