"""What a soak tells of memory: growth behind the first fifth of the time, and the store apart."""

import os

from bench.soak import MIB, figures, resident


def test_growth_compares_the_last_fifth_with_the_second_one() -> None:
    filling, flat, grown = [1 * MIB] * 10, [10 * MIB] * 10, [12 * MIB] * 10
    api = [*filling, *flat, *flat, *flat, *grown]
    store = [*filling, *flat, *flat, *flat, *[30 * MIB] * 10]
    found = figures({"api": api, "bots-0": [5 * MIB] * 50, "store": store})
    assert found["growth"] == {"api": 1.2, "bots-0": 1.0, "store": 3.0}
    assert found["megabytes"]["api"] == [1.0, 10.0, 10.0, 10.0, 12.0]
    assert found["most"] == 1.2, "the store keeps what it is told to keep"


def test_the_memory_of_a_process_group_is_that_of_its_processes() -> None:
    assert resident(os.getpgid(0)) > MIB
    assert resident(2**30) == 0
