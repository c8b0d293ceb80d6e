"""Processes that are forked from one which has what they need loaded (`fork_server`)."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

import orjson

from events.parent_process import die_with_parent

LOST = -int(signal.SIGKILL)  # how one is taken to have ended of which nobody tells any more


class ForkedProcess:
    """A forked process, with what `subprocess.Popen` has of it.

    Attributes:
        pid: of the process; it leads a group of its own.
        returncode: once it is known that it has ended; minus the signal that ended it.
    """

    def __init__(self, forks: "ProcessForker", pid: int) -> None:
        self.forks, self.pid = forks, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the code with which it has ended; None: it runs."""
        if self.returncode is None:
            self.forks.read_news(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; TimeoutExpired if that takes longer."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise subprocess.TimeoutExpired(["fork"], timeout or 0.0)
            self.forks.read_news(left)
        return self.returncode

    def send_signal(self, sign: int) -> None:
        """Send a signal, unless it is known to have ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class ProcessForker:
    """The process that forks others; it is started when the first is wanted, and when it died.

    Attributes:
        command: starts it, but for the number of the socket and the modules that it loads.
    """

    def __init__(
        self, command: Sequence[str], modules: Sequence[str], environment: dict[str, str]
    ) -> None:
        self.command, self.modules, self.environment = command, modules, environment
        self.process: subprocess.Popen[bytes] | None = None
        self.link: socket.socket | None = None
        self.forked: dict[int, ForkedProcess] = {}
        self.begun = b""  # of a line that has not come whole

    def start(self) -> socket.socket:
        """Start the process, in the place of one that died; return the link to it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.link, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [*self.command, str(theirs.fileno()), *self.modules],
                env=self.environment, stdin=subprocess.DEVNULL, start_new_session=True,
                pass_fds=[theirs.fileno()],
                preexec_fn=die_with_parent,  # noqa: PLW1509  # no thread of ours runs yet
            )  # fmt: skip
        return self.link

    def fork(self, command: Sequence[str]) -> ForkedProcess:
        """Start a process; where nothing forks any, return what has ended in its place."""
        link, known = self.link or self.start(), {*self.forked}
        with suppress(OSError):
            link.sendall(orjson.dumps(command) + b"\n")
        while self.link is link:
            self.read_news(None)
            for pid in self.forked.keys() - known:
                return self.forked[pid]
        assert self.process is not None
        ended = ForkedProcess(self, self.process.pid)
        ended.returncode = self.process.wait()
        return ended

    def read_news(self, timeout: float | None) -> None:
        """Read what the process tells, where nothing has come within so many seconds nothing."""
        if self.link is None:
            return
        self.link.settimeout(timeout)
        try:
            sent = self.link.recv(4096)
        except (TimeoutError, BlockingIOError):
            return
        except OSError:
            sent = b""
        if not sent:
            self.lose()
        *lines, self.begun = (self.begun + sent).split(b"\n")
        for word, pid, *status in (line.split() for line in lines):
            if word == b"forked":
                self.forked[int(pid)] = ForkedProcess(self, int(pid))
            elif (one := self.forked.pop(int(pid), None)) is not None:
                one.returncode = os.waitstatus_to_exitcode(int(status[0]))

    def lose(self) -> None:
        """Count all as ended: the system ends them with what they were forked from."""
        assert self.link is not None
        self.link.close()
        self.link, self.begun = None, b""
        for one in self.forked.values():
            one.returncode = LOST
        self.forked.clear()

    def stop(self) -> None:
        """End the process; what it has forked and still runs ends with it."""
        if self.link is not None:
            self.lose()
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
