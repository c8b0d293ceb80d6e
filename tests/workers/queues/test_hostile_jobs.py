"""Somebody who may write to the queue's Redis: workers run no code but our own."""

import json
import pickle
import socket
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from rq.registry import StartedJobRegistry

from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from service.commands.client import register_account
from service.commands.processes import free_port
from tests.some_processes import SomeProcesses
from tests.waiting import wait_for
from workers.queues import jobs as jobs_module
from workers.queues.queues import BOTS, enqueue_job, job_queue, queue_worker

NOW = b"2026-01-01T00:00:00.000000Z"


def touch(*_: object) -> None:
    """Leave a trace, where one is let run it."""
    Path(sys.argv[0]).touch()


def called(name: object, *arguments: object, instance: object = None, **more: object) -> bytes:
    """Return what a job says that calls something."""
    return zlib.compress(json.dumps([name, instance, arguments, more]).encode())


def hostile(mark: Path, stranger: socket.socket) -> dict[str, dict[str, bytes]]:
    """Return the fields of jobs, each of which would leave a mark or talk to a stranger."""
    return hostile_calls(mark) | hostile_fields(stranger.getsockname()[1])


def hostile_calls(mark: Path) -> dict[str, dict[str, bytes]]:
    """Return jobs that call what they must not, or not as they should."""
    command, code = f"touch {mark}", f"open({str(mark)!r}, 'w')"
    return {
        "a shell": {"data": called("os.system", command)},
        "a shell, not packed": {"data": zlib.decompress(called("os.system", command))},
        "Python": {"data": called("builtins.exec", code)},
        "a module": {"data": called("runpy.run_path", str(mark))},
        "a path of ours": {"data": called("workers.queues.jobs.os.system", command)},
        "our function by its path": {"data": called("workers.queues.jobs.play_bot_turns", 0, 1)},
        "a method": {"data": called("touch", instance={"a": 1})},
        "a name that is none": {"data": called(["os.system"], command)},
        "a pickle": {"data": zlib.compress(pickle.dumps(("os.system", None, (command,), {})))},
        "no call": {"data": zlib.compress(b"7")},
        "nothing": {"data": b""},
        "deep JSON": {"data": zlib.compress(b"[" * 10**6)},
        "a bomb": {"data": zlib.compress(bytes(10**8))},
        "more arguments": {"data": called("play_bot_turns", 0, 1, 2)},
        "fewer arguments": {"data": called("play_bot_turns", 0)},
        "no arguments": {"data": zlib.compress(b'["play_bot_turns", null, 7, {}]')},
        "named arguments": {"data": called("play_bot_turns", partition=0, attempt=1)},
        "an odd partition": {"data": called("play_bot_turns", "0} x", 1)},
        "no partition": {"data": called("play_bot_turns", -1, 1)},
        "half a partition": {"data": called("play_bot_turns", 0.5, 1)},
        "a truth for a number": {"data": called("play_bot_turns", True, 1)},
        "too large a number": {"data": called("play_bot_turns", 0, 2**53)},
        "an odd table": {"data": called("play_thinking_turn", "t0} x", 1, 1)},
        "a number for a table": {"data": called("archive", 0, 1)},
    }


def hostile_fields(port: int) -> dict[str, dict[str, bytes]]:
    """Return jobs that call what is ours, and want something besides."""
    own = called("play_bot_turns", 0, 1)
    callback = f"{__name__}.touch".encode()
    told = {"url": f"http://127.0.0.1:{port}/", "method": "POST", "headers": {}, "timeout": 1}
    hooks = [{**told, "job_status": status} for status in ("finished", "failed")]
    return {
        "a callback at the end": {"data": own, "success_callback_name": callback},
        "a callback of a failure": {"data": own, "failure_callback_name": callback},
        "a callback of a stop": {"data": own, "stopped_callback_name": callback},
        "webhooks": {"data": own, "webhooks": json.dumps(hooks).encode()},
        "others that wait": {"data": own, "dependency_ids": b'["bad-0"]'},
        "repeats": {"data": own, "repeats_left": b"9", "repeat_intervals": b"[0]"},
        "retries": {"data": own, "retries_left": b"9"},
        "a group": {"data": own, "group_id": b"all"},
        "what it remembers": {"data": own, "meta": b'{"a": 1}'},
        "a result": {"data": own, "result": pickle.dumps(7)},
        "no date": {"data": own, "created_at": b"yesterday"},
        "no state": {"data": own, "status": b"eager"},
        "no number": {"data": own, "ttl": b"long"},
    }  # fmt: skip


@pytest.fixture
def stranger() -> Iterator[socket.socket]:
    """Listen where webhooks would call."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that a successful attack leaves."""
    mark = tmp_path / "mark"
    monkeypatch.setattr(sys, "argv", [str(mark)])
    return mark


def put_in(redis: Redis, name: str, fields: dict[str, bytes]) -> None:
    """Put a job straight into Redis, as somebody would who does not ask RQ."""
    usual = {"created_at": NOW, "enqueued_at": NOW, "origin": BOTS.encode(), "status": b"queued"}
    for field, value in {**usual, **fields}.items():
        redis.hset(f"rq:job:{name}", field, value)
    redis.sadd("rq:queues", f"rq:queue:{BOTS}")
    redis.rpush(f"rq:queue:{BOTS}", name)


def expect_peace(mark: Path, stranger: socket.socket) -> None:
    """Expect that nothing ran, and that nobody was called."""
    assert not mark.exists()
    with pytest.raises(BlockingIOError):
        stranger.accept()


def test_only_functions_of_ours_are_run(
    server: EmbeddedServer, redis: Redis, mark: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture, stranger: socket.socket,
) -> None:  # fmt: skip
    ran: list[int] = []
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setattr(jobs_module, "durable_tables", lambda: None)
    monkeypatch.setattr(jobs_module, "do_due", lambda _, batch, do: ran.append(batch.partition))
    every = hostile(mark, stranger)
    for k, fields in enumerate(every.values()):
        put_in(redis, f"bad-{k}", fields)
        enqueue_job(redis, "bot", 7, k)
    queue_worker(BOTS, redis).work(burst=True, logging_level="CRITICAL")
    assert ran == [7] * len(every)
    expect_peace(mark, stranger)
    told = [line for line in caplog.messages if "is refused and not run" in line]
    assert [name for k, name in enumerate(every) if f"'bad-{k}'" not in " ".join(told)] == []


def test_a_job_that_seems_abandoned_calls_nothing_back(
    redis: Redis, mark: Path, stranger: socket.socket
) -> None:
    own = job_queue(BOTS, redis)
    for k, fields in enumerate(hostile(mark, stranger).values()):
        failing = {"failure_callback_name": f"{__name__}.touch".encode(), **fields}
        put_in(redis, f"bad-{k}", failing)
        redis.zadd(StartedJobRegistry(queue=own).key, {f"bad-{k}:1": 1})
    own.empty()
    redis.delete(own.key)
    queue_worker(BOTS, redis).clean_registries()
    expect_peace(mark, stranger)


@pytest.mark.nightly
def test_a_server_whose_queue_is_written_to_plays_on(
    tmp_path: Path, mark: Path, stranger: socket.socket
) -> None:
    needed = ("api", "follower", "bots-0", "thinking-0")
    with SomeProcesses(tmp_path / "data", free_port(), only=needed) as stack:
        redis = connect_client(stack.redis_url)
        for k, fields in enumerate(hostile(mark, stranger).values()):
            put_in(redis, f"bad-{k}", fields)
        ada = register_account(stack.url, "Ada")
        made = ada.post("/v1/tables", {"game": "boosh", "seats": 2})
        path = f"/v1/tables/{made['view']['table']}"
        for _ in range(2):
            ada.post(f"{path}/seats", {"bot": "regular"})
        ada.post(f"{path}/start", {})
        wait_for(lambda: ada.get(path)["phase"] == "closed")
        wait_for(lambda: redis.llen(f"rq:queue:{BOTS}") == 0)
        redis.close()
    expect_peace(mark, stranger)
