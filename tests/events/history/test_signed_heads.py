"""The newest signed append of each partition, in one file that many processes write."""

import random
import subprocess
import sys
from pathlib import Path

from events.history.signed_heads import FILE, LINE, NewestAppend, SignedHeads

LONGEST = "d" + "x" * 63
WRITER = """
import random, sys
from pathlib import Path
from events.history.signed_heads import NewestAppend, SignedHeads
heads, luck = SignedHeads(Path(sys.argv[1])), random.Random(sys.argv[2])
for _ in range(500):
    ms = luck.randrange(1_000)
    place = f"{1_700_000_000_000 + ms}-0"
    heads.note(luck.randrange(3), NewestAppend(place, f"t{ms}", ms, bytes(32)))
heads.note(0, NewestAppend("1700000009999-0", "last", 1, bytes(32)))
"""


def newest(place: str, stream: str = "t1", n: int = 1) -> NewestAppend:
    """Return an append."""
    return NewestAppend(place, stream, n, bytes(range(32)))


def test_what_was_signed_last_in_each_partition_is_there_for_other_processes(
    tmp_path: Path,
) -> None:
    heads = SignedHeads(tmp_path)
    assert heads.newest() == {}
    first, second = newest("1700000000000-0"), newest("1700000000000-11", LONGEST, 999_999_999)
    heads.note(3, first)
    heads.note(1_023, second)
    assert SignedHeads(tmp_path).newest() == {3: first, 1_023: second}
    assert (tmp_path / FILE).stat().st_size == 1_024 * LINE
    heads.note(4, first)
    heads.note(4, second)
    heads.forget({3: first, 4: first})
    assert SignedHeads(tmp_path).newest() == {4: second, 1_023: second}


def test_an_older_append_takes_no_newer_ones_place(tmp_path: Path) -> None:
    heads = SignedHeads(tmp_path)
    places = [f"{ms}-{k}" for ms in (9, 10, 100) for k in (2, 9, 10)]
    for place in random.Random(3).sample(places, len(places)):
        heads.note(0, newest(place))
    assert heads.newest() == {0: newest("100-10")}


def test_processes_that_write_at_once_leave_the_newest(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen([*command, str(seed)]) for seed in range(3)]
    assert [one.wait() for one in writers] == [0, 0, 0]
    found = SignedHeads(tmp_path).newest()
    assert found[0].stream == "last"
    assert all(one.place == f"{1_700_000_000_000 + one.n}-0" for one in (found[1], found[2]))
    for partition in (1, 2):  # more than two in three are above 990
        assert found[partition].n > 900
