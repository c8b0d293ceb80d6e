"""Run all benchmarks, or those that are named, one after the other; print a table of results.

    python -m bench.all --short [--results FILE] [NAME ...]

It exits with 1 if a benchmark fails, or if it does not tell a figure of `BOUNDS`, or tells one
outside its bounds. The bounds are about what a benchmark has seen, not about how fast this machine
is; docs/explanation/figures.md has the goals. A benchmark rots unnoticed where nobody runs it as it
stands, so each runs here with its own defaults, and `--short` alone changes how much it repeats.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from events.parent_process import die_with_parent

ROOT = Path(__file__).parents[1]
LAST_LINES = 30  # of a benchmark that failed
SHOWN = 6  # figures in a row of the table


class Bounds(NamedTuple):
    """The least and the most that a figure may be."""

    least: float = 0
    most: float = math.inf


ANY = Bounds()
MORE = Bounds(sys.float_info.min)  # than nothing
NONE = Bounds(0, 0)
OWN: Final = ("boojum", "boon", "boosh", "bum", "goblin_market")
PEERS: Final = (
    "bare", "minimal", "boardgame.io", "p99", "p99 minimal", "replay", "verify", *OWN,
)  # fmt: skip
BUDGET: Final = (
    "request", "minimal", "stale", "command", "heads", "redis", "tick", "tick_redis", "idle",
)  # fmt: skip
LOOKS: Final = ("list", "filter", "page", "quick", "quick_choosy", "action", "p99")
TOUCHES: Final = ("first_touch_20", "first_touch_100", "first_touch_800")
BOUNDS: Final[Mapping[str, Mapping[str, Bounds]]] = {  # benchmark -> figures that it must tell
    "accounts": {"rate": MORE, "mib": ANY},
    "alone": {"ratio": MORE, "turns": MORE},
    "archive": {
        "memory.over": Bounds(-100), "memory.archived_a_second": MORE,
        "reads, ms.usual, cold.p99": MORE, "reads, ms.longest, warm.p99": MORE,
    },
    "budget": {f"us.{stage}": MORE for stage in BUDGET},
    "bulk": {
        "ratios.planned_to_handle": MORE, "ratios.planned_people_to_handle": MORE,
        "ratios.http_to_planned": MORE,
    },
    "chaos": {"stuck": NONE, "bad": NONE, "failed": NONE, "tables": MORE, "actions": MORE},
    "checkpoints": {"inclusion.median_ms": MORE, "consistency.median_ms": MORE},
    "choices": {"median_ms": MORE, "p99_ms": MORE},
    "command": {"ratio_c1": MORE, "ratio_c16": MORE, "p99_ratio_c16": MORE, "flat": MORE},
    "collusion": {"flagged": Bounds(0, 1)},
    "coverage": {f"least.{name}": Bounds(0.8, 1) for name in ("mean", "pair", "family")},
    "cups": {"tables": MORE, "round": MORE, "longest": MORE, "processor": MORE},
    "duplicate": {
        **{f"ratios.{name}": MORE for name in OWN},
        "ratios.boosh": Bounds(0, 0.9), "own_tables.boosh": Bounds(0, 1),
    },
    "experts": {
        "time_outs": NONE, "failed": NONE, "bad": NONE, "thoughts": Bounds(6), "ratios.cost": ANY,
    },
    "failover": {"contradicted": NONE, "lost": NONE, "receipts": MORE, "ratios.wait": MORE},
    "growth": {f"ratios.{name}": MORE for name in (*LOOKS, *TOUCHES)} | {"bytes_a_table": MORE},
    "ismcts": {"fallbacks": NONE, "ratios.playouts": MORE},
    "pages": dict.fromkeys(("start", "subject", "types", "elements", "opened"), MORE),
    "peers": {f"ratios.{name}": MORE for name in PEERS},
    "play": dict.fromkeys(OWN, MORE),
    "push": {"lost": NONE, "ratio": MORE, "us": MORE},
    "readers": {"ratio": MORE, "reads": MORE},
    "rebuild": {"ratios.rebuild/old": MORE, "ratios.rebuild/reading": MORE},
    "replay": {"events_per_s": MORE},
    "reply": {"ratios.answer": MORE, "ratios.beside_experts": MORE},
    "shuffle": {"fair": Bounds(True, True)},
    "small": {
        "killed": NONE, "failed": NONE, "actions": MORE, "p99": MORE, "peak": Bounds(1, 512),
    },
    "soak": {"restarted": NONE, "failed": NONE, "tables": MORE, "most": MORE},
    "start": {"ready": MORE, "idle": ANY, "memory": MORE, "help": MORE},
    "storm": {
        "ratios.storm": MORE, "turns": Bounds(1000), "jobs": Bounds(1, 1000),
        "queue_ms_a_turn": Bounds(sys.float_info.min, 1),
    },
    "tree": {"ratios.start": MORE, "large.proof_ms": MORE},
    "verify": {"all.tables_per_minute": MORE, "long.memory_peak_mb": MORE},
    "watchers": {"ratios.action_1000": MORE, "ratios.action_2000": MORE, "us_a_message": ANY},
}  # fmt: skip


class Outcome(NamedTuple):
    """What came of a benchmark: seconds of the clock and of processors, figures, what is wrong."""

    name: str
    seconds: float
    processor: float
    found: dict[str, Any]
    wrong: Sequence[str]


def run_benchmark(name: str, command: Sequence[str]) -> Outcome:
    """Run a benchmark by its command; say what is wrong with what came of it."""
    before, begin = processor_seconds(), time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False,
        preexec_fn=die_with_parent,  # this process has one thread
    )  # fmt: skip
    seconds, processor = time.monotonic() - begin, processor_seconds() - before
    found, wrong = last_object(done.stdout), list[str]()
    if done.returncode:
        said = (done.stdout + done.stderr).splitlines()[-LAST_LINES:]
        wrong = [f"it ended with {done.returncode}", *said]
    wrong += mistakes(found, BOUNDS[name])
    return Outcome(name, seconds, processor, found, wrong)


def processor_seconds() -> float:
    """Return what processes have taken that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def last_object(said: str) -> dict[str, Any]:
    """Return the JSON object in the last line; an empty one where there is none."""
    try:
        found = json.loads(said.splitlines()[-1])
    except (ValueError, IndexError):
        return {}
    return found if isinstance(found, dict) else {}


def mistakes(found: Mapping[str, Any], bounds: Mapping[str, Bounds]) -> Iterator[str]:
    """Yield the figures that are missing or outside their bounds."""
    figures = dict(flattened(found))
    for name, (least, most) in bounds.items():
        if name not in figures:
            yield f"{name} is missing"
        elif not least <= figures[name] <= most:
            yield f"{name} is {figures[name]}, not within {least} and {most}"


def flattened(found: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """Yield all figures with the names that lead to them; of a list how long it is."""
    for name, value in found.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{before}{name}.")
        elif isinstance(value, list):
            yield f"{before}{name}", len(value)
        elif isinstance(value, int | float):
            yield f"{before}{name}", value


def shown_figures(outcome: Outcome) -> str:
    """Return the figures for a row of the table: those that have bounds come first."""
    figures = dict(flattened(outcome.found))
    ordered = [*(name for name in BOUNDS[outcome.name] if name in figures), *figures]
    names = [*dict.fromkeys(ordered)][:SHOWN]
    return ", ".join(f"{name.removeprefix('ratios.')} {figures[name]:.5g}" for name in names)


def table_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the table as Markdown."""
    yield "| benchmark | result | seconds | core-seconds | figures |"
    yield "|---|---|---|---|---|"
    for one in outcomes:
        word = "failed" if one.wrong else "good"
        times = f"{one.seconds:.0f} | {one.processor:.0f}"
        yield f"| {one.name} | {word} | {times} | {shown_figures(one)} |"


def main() -> None:
    """Run benchmarks; print what is wrong where one fails, and the table at the end."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BOUNDS))
    parser.add_argument("--short", action="store_true", help="each in about a minute")
    parser.add_argument("--results", type=Path, help="a file for all results, as JSON")
    given = parser.parse_args()
    if unknown := {*given.names} - {*BOUNDS}:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    form = ["--short"] if given.short else []
    outcomes: list[Outcome] = []
    for name in given.names or BOUNDS:
        print(f"bench.{name} ...", flush=True)
        one = run_benchmark(name, [sys.executable, "-m", f"bench.{name}", *form, "--json"])
        print(*(f"  {line}" for line in one.wrong), sep="\n", end="\n" if one.wrong else "")
        outcomes.append(one)
    print(*table_lines(outcomes), sep="\n")
    if given.results is not None:
        given.results.write_text(json.dumps([one._asdict() for one in outcomes], indent=1))
    sys.exit(any(one.wrong for one in outcomes))


if __name__ == "__main__":
    main()
