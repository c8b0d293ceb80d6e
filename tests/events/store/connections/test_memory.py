"""How much memory the store may use."""

from pathlib import Path

import pytest
from redis import Redis

from events.store.connections import memory
from events.store.connections.memory import (
    MemoryUsage,
    embedded_memory_limit,
    machine_memory,
    memory_of,
)


@pytest.mark.parametrize(
    ("text", "size"),
    [("512mb", 512 * 2**20), ("4gb", 4 * 2**30), (" 4GB ", 4 * 2**30), ("9", 9), ("off", 0)],
)
def test_the_most_that_the_embedded_server_may_use_is_set(
    text: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_MAXMEMORY", text)
    assert embedded_memory_limit() == size


@pytest.mark.parametrize("text", ["much", "4 gb", "-1", "0", "1.5gb", "50%"])
def test_a_size_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_MAXMEMORY", text)
    with pytest.raises(SystemExit, match=f"FAIRDEAL_MAXMEMORY: `{text}` is no size. Write `512mb`"):
        embedded_memory_limit()


def test_unless_set_it_is_half_of_what_the_machine_or_its_container_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAIRDEAL_MAXMEMORY", raising=False)
    assert embedded_memory_limit() == machine_memory() // 2
    whole, limit = machine_memory(), tmp_path / "memory.max"
    monkeypatch.setattr(memory, "OF_CONTAINERS", (limit,))
    limit.write_text(f"{2**20}\n")
    assert embedded_memory_limit() == 2**19
    limit.write_text("max\n")
    assert embedded_memory_limit() >= whole // 2


@pytest.mark.parametrize(
    ("used", "most", "warned"), [(79, 100, False), (80, 100, True), (120, 100, True), (9, 0, False)]
)
def test_a_warning_comes_before_the_store_is_full(used: int, most: int, warned: bool) -> None:
    told = MemoryUsage(used * 2**20, most * 2**20).warning()
    assert (told is not None) is warned
    if told is not None:
        assert told.startswith(f"the store uses {used} % of 100 MB that it may")


def test_a_server_tells_what_it_uses_and_may_use(redis: Redis) -> None:
    redis.config_set("maxmemory", 2**40)
    found = memory_of(redis)
    redis.config_set("maxmemory", 0)
    assert found.most == 2**40
    assert 2**16 < found.used < 2**30
