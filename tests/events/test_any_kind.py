"""The command path with a kind of stream of its own: what holds for every kind, big or small."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from events import cached_streams
from events import handle as module
from events.cached_streams import CachedStream, CommandResult, Streams
from events.handle import CommandRequest, StaleStream, WriteContention, find_answer, handle
from events.history.signing_keys import load_signer
from events.record.chain import first_head, next_head
from events.record.decider import Decider
from events.store.archive.log_archive import SEGMENT, Archive
from events.store.streams import AppendConflict, IdempotencyKey, KeyReused, Store, open_store
from events.transfer.archiving import Archiver
from games.core.contract import Illegal, Refusal
from games.table import Draft, Fact
from tests.events.given_log import nothing_written

MOST = 9
TOO_MUCH = Refusal("sum/too_much", "S1", lambda: f"No sum is above {MOST}; count less")


@dataclass(frozen=True, slots=True)
class Counted:
    """So many more."""

    more: int


@dataclass(frozen=True, slots=True)
class Count:
    """Count on: never beyond `MOST`, and only if there are fewer than are counted now."""

    more: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Count from one."""


@dataclass(frozen=True, slots=True)
class Sum:
    n: int = 0
    at: int = 0
    total: int = 0


@dataclass(slots=True)
class BigSum:
    n: int = 0
    at: int = 0
    total: int = 0


def decide(state: Sum | BigSum, by: str, command: Count | Begin, now: int) -> list[Draft]:
    if isinstance(command, Begin):
        return [Draft(Counted(1))]
    if state.total + command.more > MOST:
        raise TOO_MUCH()
    return [Draft(Counted(command.more))] if state.total < command.more else []


def evolve(state: Sum, facts: Iterable[Fact]) -> Sum:
    for fact in facts:
        total = state.total + fact.event.more
        state = replace(state, n=fact.n, at=fact.at, total=total)
    return state


def grow(state: BigSum, facts: Iterable[Fact]) -> BigSum:
    for fact in facts:
        state.n, state.at, state.total = fact.n, fact.at, state.total + fact.event.more
    return state


EVENTS: dict[str, type[Any]] = {"sum.counted.v1": Counted}
COMMANDS: dict[type[Any], str] = {Count: "sum.count", Begin: "sum.begin"}
SMALL: Decider[Sum, Count | Begin] = Decider(
    "sum", EVENTS, COMMANDS, lambda stream: Sum(), decide, evolve, opening=(Begin,)
)
BIG: Decider[BigSum, Count | Begin] = Decider(
    "sum", EVENTS, COMMANDS, lambda stream: BigSum(), decide, grow, opening=(Begin,), endless=True
)
KINDS = pytest.mark.parametrize("kind", [SMALL, BIG], ids=["small", "endless"])
Kind = Decider[Any, Count | Begin]


def without_rules(kind: Kind) -> Kind:
    """Return a kind that counts whatever it is told."""

    def decide(state: Any, by: str, command: Count | Begin, now: int) -> list[Draft]:
        assert isinstance(command, Count)
        return [Draft(Counted(command.more))]

    return Decider(
        kind.kind, kind.events, kind.commands, kind.open, decide, kind.evolve, endless=kind.endless
    )


def ask(
    streams: Streams[Any, Count | Begin], command: Count | Begin, key: str = "", **more: Any
) -> CommandResult[Any]:
    """Ask for a command at the stream `s`; a key stands for its body too."""
    once = IdempotencyKey(key, f"{command}") if key else None
    return handle(streams, CommandRequest("s", "server", command, once, **more))


@KINDS
def test_what_happens_is_written_as_in_every_log(store: Store, kind: Kind) -> None:
    answer = ask(Streams(kind, store), Count(2))
    (event,) = store.read("s")
    public = orjson.loads(event.e)
    assert (event.n, event.p, event.h) == (1, None, next_head(first_head("s"), event.e))
    assert public == {
        "n": 1, "type": "sum.counted.v1", "at": public["at"], "by": "server",
        "cause": {"seat": None, "action": {"type": "sum.count"}, "last": 1},
        "data": {"more": 2}, "seals": {},
    }  # fmt: skip
    assert (answer.state.total, answer.first, answer.last, answer.head) == (2, 1, 1, event.h)
    assert [fact.event for fact in answer.facts] == [Counted(2)]


@KINDS
def test_nothing_is_done_where_there_is_nothing_to_do(store: Store, kind: Kind) -> None:
    streams = Streams(kind, store)
    ask(streams, Count(1))
    with nothing_written(store.redis):
        answer = ask(streams, Count(1))
    assert (answer.facts, answer.first, answer.last, answer.replayed) == ([], 2, 1, False)


@KINDS
def test_refusals_and_having_nothing_to_do_are_judged_on_the_newest_state(
    store: Store, kind: Kind
) -> None:
    mine, other = Streams(without_rules(kind), store), Streams(kind, store)
    ask(mine, Count(1))
    assert other.current("s").state.total == 1
    ask(mine, Count(8))
    with pytest.raises(Illegal):  # by what it holds there is nothing to do
        ask(other, Count(1))
    ask(mine, Count(-8))
    assert ask(other, Count(5)).state.total == 6  # by what it holds this is too much


@KINDS
@pytest.mark.parametrize("command", [Count(3), Count(7)])  # nothing to do, and too much
def test_a_store_that_has_lost_events_is_noticed_before_anything_is_refused(
    store: Store, kind: Kind, command: Count
) -> None:
    streams = Streams(kind, store)
    ask(streams, Count(1))
    ask(streams, Count(2))
    log, first = store.names.of("s").log, store.read("s")[0]
    store.redis.delete(log)
    store.redis.xadd(log, {"e": first.e, "h": first.h}, id="1-0")
    assert ask(streams, command).state.total == 1 + command.more
    assert Streams(kind, store).current("s").state.total == 1 + command.more


@KINDS
def test_a_stream_that_went_on_differently_is_read_anew(store: Store, kind: Kind) -> None:
    streams = Streams(kind, store)
    ask(streams, Count(1))
    store.redis.flushall()
    ask(Streams(kind, store), Count(2))
    assert streams.held["s"].state.total == 1
    assert streams.current("s").state.total == 2
    assert streams.current("s").head == store.read("s")[-1].h


@KINDS
def test_a_stream_begins_without_a_read_and_once(
    store: Store, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the stream was read")

    with monkeypatch.context() as patch:
        patch.setattr(store, "read", asked)
        patch.setattr(store, "tail", asked)
        assert ask(Streams(kind, store), Begin(), "k").state.total == 1
    assert ask(Streams(kind, store), Begin(), "k").replayed


@KINDS
def test_a_repeat_gets_its_answer_also_after_others(store: Store, kind: Kind) -> None:
    mine, other = Streams(kind, store), Streams(kind, store)
    first = ask(mine, Count(1), "k")
    ask(mine, Count(2))
    with nothing_written(store.redis):
        for streams in (mine, other, Streams(kind, store)):
            again = ask(streams, Count(1), "k")
            assert (again.first, again.last, again.replayed) == (first.first, first.last, True)
            assert again.state.total == (3 if kind.endless else 1)
            assert find_answer(streams, "s", IdempotencyKey("k", f"{Count(1)}")) == again
            assert find_answer(streams, "s", IdempotencyKey("other", "")) is None
        with pytest.raises(KeyReused):
            handle(
                other, CommandRequest("s", "server", Count(1), IdempotencyKey("k", "another body"))
            )


@KINDS
def test_a_command_for_another_event_is_stale(store: Store, kind: Kind) -> None:
    mine, other = Streams(kind, store), Streams(kind, store)
    other.current("s")
    ask(mine, Count(1), if_match=0)
    with nothing_written(store.redis), pytest.raises(StaleStream) as stale:
        ask(other, Count(2), if_match=0)
    assert stale.value.n == 1
    assert ask(other, Count(2), if_match=1).last == 2


@KINDS
def test_who_always_comes_late_gives_up(
    store: Store, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Any] = []
    streams = Streams(kind, store)
    ask(streams, Count(1))

    def lose(draft: Any) -> AppendConflict:
        tries.append(draft)
        return AppendConflict(9)

    monkeypatch.setattr(store, "append", lose)
    with pytest.raises(WriteContention):
        ask(streams, Count(2))
    assert len(tries) == module.RETRIES
    assert streams.current("s").state.total == 1  # what was not accepted is not folded


@KINDS
def test_a_long_stream_is_read_in_pages(
    store: Store, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_streams, "PAGE", 4)
    writer = Streams(without_rules(kind), store)
    for length in range(1, 14):
        ask(writer, Count(1))
        held = Streams(kind, store).current("s")
        assert (held.state.n, held.state.total) == (length, length)
        assert held == CachedStream(writer.current("s").state, store.read("s")[-1].h)


@KINDS
def test_a_stream_whose_beginning_is_archived_is_folded_from_there(
    redis: Any, kind: Kind, tmp_path: Path
) -> None:
    store = open_store(redis, archive=Archive(str(tmp_path / "archive")))
    behind, writer = Streams(kind, store), Streams(without_rules(kind), store)
    ask(writer, Count(1))
    assert behind.current("s").state.n == 1
    for _ in range(SEGMENT + 5):
        ask(writer, Count(1))
    assert Archiver(store, load_signer(tmp_path)).shorten("s") == SEGMENT
    for streams in (behind, Streams(kind, store), writer):
        assert streams.current("s").state.total == SEGMENT + 6
    once = IdempotencyKey("k", "print")
    late = Streams(kind, store)
    late.keep("s", late.unopened("s"))
    assert find_answer(late, "s", once) is None
    assert late.current("s").state.total == SEGMENT + 6
