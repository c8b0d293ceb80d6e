"""Processes that play deals side by side; one that dies is replaced, and its deal played again."""

import json
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

TRIES = 3  # processes that one deal may cost
Answer = Mapping[str, Any]  # of `bots.worker`


@dataclass
class DealWorkers:
    """Plays deals of one plan in several processes."""

    plan: Mapping[str, Any]
    processes: int
    running: set["subprocess.Popen[str]"] = field(default_factory=set)
    stopped: bool = False

    def play(self, deals: Iterable[int]) -> Generator[Answer, None, None]:
        """Yield what was played as it comes; a deal that can't be played says why: `lost`."""
        wanted, lock = iter(deals), Lock()
        done: SimpleQueue[Answer | None] = SimpleQueue()
        threads = [
            Thread(target=self.serve, args=(wanted, lock, done)) for _ in range(self.processes)
        ]
        for thread in threads:
            thread.start()
        try:
            ended = 0
            while ended < len(threads):
                if (answer := done.get()) is None:
                    ended += 1
                else:
                    yield answer
        finally:
            self.stop()
            for thread in threads:
                thread.join()

    def stop(self) -> None:
        """End all processes."""
        self.stopped = True
        for process in list(self.running):
            process.terminate()

    def serve(self, wanted: Iterator[int], lock: Lock, done: "SimpleQueue[Answer | None]") -> None:
        """Have one process after the other play what is wanted next."""
        process: subprocess.Popen[str] | None = None
        try:
            while not self.stopped:
                with lock:
                    k = next(wanted, None)
                if k is None:
                    break
                process, answer = self.ask_until_played(process, k)
                if not self.stopped:
                    done.put(answer)
        finally:
            if process is not None:
                self.end(process)
            done.put(None)

    def ask_until_played(
        self, process: "subprocess.Popen[str] | None", k: int
    ) -> "tuple[subprocess.Popen[str] | None, Answer]":
        """Ask a process for a deal, and others if it dies of it."""
        for _ in range(TRIES):
            if self.stopped:
                break
            process = process or self.begin()
            if line := _ask_process(process, f"{k}\n"):
                return process, json.loads(line)
            self.end(process)
            process = None
        return None, {"deal": k, "lost": f"{TRIES} processes died while they played it"}

    def begin(self) -> "subprocess.Popen[str]":
        """Start a process and tell it the plan."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bots.worker"],  # -P: ours, not a file where we are
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.running.add(process)
        if self.stopped:
            process.terminate()
        _send_line(process, json.dumps(self.plan) + "\n")
        return process

    def end(self, process: "subprocess.Popen[str]") -> None:
        """Let a process go; it ends when nothing more can come."""
        self.running.discard(process)
        with process, suppress(BrokenPipeError):
            assert process.stdin is not None
            process.stdin.close()


def _send_line(process: "subprocess.Popen[str]", line: str) -> None:
    """Send a line to a process, which may have died."""
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(line)
        process.stdin.flush()


def _ask_process(process: "subprocess.Popen[str]", line: str) -> str:
    """Return the answer to a line; empty or cut short if the process has died."""
    assert process.stdout is not None
    _send_line(process, line)
    answer = process.stdout.readline()
    return answer if answer.endswith("\n") else ""
