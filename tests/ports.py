"""Ports that no two test processes of this machine share, nor a client's end of a connection.

A port that the system names as free may be anybody's once it is let go of: another test's, or the
local end of a connection (a run makes thousands), until the server that it is for listens there.
So these lie below those that the system gives out, and each is locked for as long as this process
runs, whichever checkout it belongs to.
"""

import fcntl
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

FIRST = 12_000  # below are what people run
EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")
USUAL = 32_768  # where the system's begin
FEWEST = 1_000  # that must lie below them; else we share with the system
SPREAD = 61  # by which the first ports that processes try differ


class Ports:
    """The ports that this process has locked, each with a byte of a file."""

    def __init__(self) -> None:
        self.locks: int | None = None
        self.owner = 0
        self.tried: Iterator[int] = iter(())

    def begin(self) -> None:
        """Open the file of locks; a process that was forked off does so again, as it has none."""
        path = Path(tempfile.gettempdir()) / f"fairdeal-test-ports-{os.getuid()}"
        self.locks, self.owner = os.open(path, os.O_RDWR | os.O_CREAT, 0o600), os.getpid()
        self.tried = candidates(self.owner)

    def reserve(self) -> int:
        """Return a port that is ours alone for as long as this process runs."""
        if self.owner != os.getpid():
            self.begin()
        assert self.locks is not None
        for port in self.tried:
            try:
                fcntl.lockf(self.locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            except OSError:  # another test process has it
                continue
            if is_free(port):
                return port
        raise AssertionError("this process has used all ports")


def candidates(process: int) -> Iterator[int]:
    """Yield every port once, from one on that depends on the process."""
    size = end() - FIRST
    for number in range(size):
        yield FIRST + (process * SPREAD + number) % size


def end() -> int:
    """Return the first port that is not for tests."""
    begin = int(EPHEMERAL.read_text().split()[0]) if EPHEMERAL.exists() else USUAL
    return begin if begin >= FIRST + FEWEST else USUAL


def is_free(port: int) -> bool:
    """Say whether nobody listens on a port of the loopback interface."""
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


PORTS = Ports()
