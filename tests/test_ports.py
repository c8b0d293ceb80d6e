"""Ports of tests belong to one test process at a time."""

import multiprocessing
import socket
from multiprocessing.queues import SimpleQueue

from bench import clusters
from service.commands import processes
from tests import ports
from tests.ports import FIRST, PORTS, candidates


def reserve_from(first: int, queue: "SimpleQueue[int]", done: "SimpleQueue[None]") -> None:
    """Tell a port that is reserved in this process, which goes on until it may end."""
    PORTS.begin()
    PORTS.tried = iter(range(first, first + 100))
    queue.put(PORTS.reserve())
    done.get()


def test_a_port_is_never_given_to_another_test_process_while_this_one_runs() -> None:
    own = PORTS.reserve()
    context = multiprocessing.get_context("spawn")
    queue, done = context.SimpleQueue(), context.SimpleQueue()
    others = [context.Process(target=reserve_from, args=(own, queue, done)) for _ in range(2)]
    for one in others:
        one.start()
    given = {own, queue.get(), queue.get()}
    assert len(given) == 3
    for _ in others:
        done.put(None)
    for one in others:
        one.join()


def test_a_port_is_given_once_and_not_while_somebody_listens_there() -> None:
    one = ports.Ports()
    one.begin()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        one.tried = iter((port, port, PORTS.reserve()))
        assert one.reserve() != port


def test_every_port_is_tried_once_and_is_none_that_the_system_gives_out() -> None:
    found = [*candidates(7)]
    assert len(found) == len(set(found))
    assert min(found) == FIRST
    assert max(found) == ports.end() - 1


def test_all_that_tests_start_takes_its_ports_from_here() -> None:
    assert processes.free_port == vars(clusters)["free_port"] == PORTS.reserve
