"""What a whole server takes to start, and to sit there: processor time and memory of all processes.

    python -m bench.start [--rounds 5] [--seconds 5] [--short] [--json]

`fairdeal serve` is started on an empty folder, with one API process and all workers. Memory is the
proportional set size: what processes share counts once. Medians of the rounds.

    ready   seconds of the processors until the API says that it is ready
    idle    percent of a core that is used while nobody asks anything
    memory  MB then
    help    seconds of the processor for `fairdeal --help`
"""

import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.arguments import BenchmarkParser
from bench.servers import own_folder
from service.commands.processes import free_port

COMMAND = (sys.executable, "-P", "-m", "service")
TICKS = os.sysconf("SC_CLK_TCK")  # a second, in which /proc counts processor time
FIGURES = {"ready": "s", "idle": "% of a core", "memory": "MB", "help": "s"}


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, directly or not."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its family until now, ended children included."""
    ticks = 0
    for one in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def memory(pid: int) -> float:
    """Return the MB of a process and its family; what they share counts once."""
    kib = 0
    for one in family(pid):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            kib += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kib / 1024


@contextmanager
def served(enter: Callable[[], None] | None = None) -> Iterator[tuple[int, int]]:
    """Run a server until it is ready; yield its port and process, which begins with `enter`."""
    with own_folder() as folder:
        port = free_port()
        process = subprocess.Popen(
            [*COMMAND, "serve", "--port", str(port), "--data", str(folder / "data")],
            stdout=subprocess.DEVNULL,
            preexec_fn=enter,  # noqa: PLW1509  # no thread of ours runs yet
        )
        try:
            while not is_ready(port):
                assert process.poll() is None, "the server ended"
                time.sleep(0.02)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def is_ready(port: int) -> bool:
    """Say whether the API is ready."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2).close()
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
    return True


def measure(seconds: float) -> dict[str, float]:
    """Start a server once; return what it takes."""
    with served() as (_, pid):
        ready = processor_seconds(pid)
        time.sleep(2.0)  # what it still does behind the start
        before = processor_seconds(pid)
        time.sleep(seconds)
        idle = 100 * (processor_seconds(pid) - before) / seconds
        return {"ready": ready, "idle": idle, "memory": memory(pid), "help": help_seconds()}


def help_seconds() -> float:
    """Return the processor time of `fairdeal --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*COMMAND, "--help"], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the medians, or one JSON object."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--rounds", 5, 1)
    parser.add_size("--seconds", 5.0, 2.0)
    given = parser.parse_sizes()
    rounds = [measure(given.seconds) for _ in range(given.rounds)]
    found = {name: round(statistics.median(one[name] for one in rounds), 2) for name in FIGURES}
    if given.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:8} {value:8.2f} {FIGURES[name]}")


if __name__ == "__main__":
    main()
