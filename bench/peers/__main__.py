"""Ours beside the peers, interleaved in one run; what is not installed is left out.

    python -m bench.peers [--rounds 4] [--api-workers N] [--only actions] [--short] [--json]

To install them: ``pip install -e '.[peers]'`` and ``npm ci --prefix bench/peers/boardgame_io``.
Ratios are taken within a round; their median is printed, with the lowest and the highest.
"""

import json
import os
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import command, replay
from bench import play as play_bench
from bench import verify as verify_bench
from bench.arguments import BenchmarkParser
from bench.load import Load
from bench.peers import sockets
from bench.servers import bare_server, whole_server
from bench.tables import own_store
from games import OWN

MATCHES, MOMENT = 16, 3.0  # of boardgame.io, and seconds for which they are played
REQUESTS = 1500  # of ours a round and case
TABLES = 6  # of each game, that are replayed or verified
PIP = "pip install -e '.[peers]'"
PARTS = ("actions", "replay", "play", "verify")


class Row(NamedTuple):
    """What is measured in a round, beside what, and what it should come to.

    Attributes:
        rises: more is better.
    """

    what: str
    beside: str
    least: float
    target: float
    rises: bool = True


ACTIONS = "accepted actions over HTTP, 16 connections"
MINIMAL = f"{ACTIONS}, answered by the receipt alone"  # boardgame.io's clients hold a socket, too
BARE = "bare Flask POST + one XADD, as many processes"
GAMES_OF_HEARTS = "OpenSpiel's hearts, driven from Python"
ROWS: Final[Mapping[str, Row]] = {
    "bare": Row(f"{ACTIONS}, answered by the view", BARE, 0.52, 0.58),
    "minimal": Row(MINIMAL, BARE, 0.7, 0.8),
    "boardgame.io": Row(MINIMAL, "boardgame.io, 16 matches in memory", 0.85, 1),
    "p99": Row(f"99 % of {ACTIONS}, answered by the view", BARE, 1.5, 1.3, rises=False),
    "p99 minimal": Row(f"99 % of {MINIMAL}", BARE, 1.5, 1.3, rises=False),
    "replay": Row("replay from Redis, decoding included", "pyeventsourcing in memory", 2.5, 4),
    **{
        name: Row(f"random play: {name}", GAMES_OF_HEARTS, 0.8, 1)
        for name in sorted(game.name for game in OWN)
    },
    "verify": Row("finished tables verified a minute of one core", "-", 1500, 2500),
}


class Figure(NamedTuple):
    """What a round gave: ours, and the peer's; that is 1 where there is none."""

    ours: float
    theirs: float = 1


Part = Callable[[], Mapping[str, Figure]]
Round = dict[str, Figure]


def actions(api_workers: int, without: str | None) -> Part:
    """Return what measures actions over HTTP; `without`: what is missing of boardgame.io."""

    def measure() -> Mapping[str, Figure]:
        bare, whole, minimal = our_actions(api_workers)
        found = {
            "bare": Figure(whole.rate, bare.rate),
            "minimal": Figure(minimal.rate, bare.rate),
            "p99": Figure(whole.percentile(0.99), bare.percentile(0.99)),
            "p99 minimal": Figure(minimal.percentile(0.99), bare.percentile(0.99)),
        }
        if without is None:
            theirs = sockets.play(MATCHES, MOMENT)
            found["boardgame.io"] = Figure(minimal.rate, theirs.rate)
        return found

    return measure


def our_actions(api_workers: int) -> tuple[Load, Load, Load]:
    """Return requests of the bare app, and beside it a whole server's accepted actions.

    Those are answered by the view first, then by the receipt alone.
    """
    with (
        whole_server(api_workers) as stack,
        bare_server(stack.redis_url, api_workers) as port,
    ):
        ground = command.Ground(stack.redis_url, stack.url)

        def act(requests: int, prefer: str) -> Load:
            return command.real(
                ground, stack.port, command.TOP, command.SHORT, requests, f"return={prefer}"
            )

        for requests in (REQUESTS // 5, REQUESTS):  # the first to warm up
            bare = command.floor(port, command.TOP, requests)
            whole, minimal = act(requests, "representation"), act(requests, "minimal")
    return bare, whole, minimal


@contextmanager
def replays() -> Iterator[Part]:
    """Give what replays tables from Redis, and a game of pyeventsourcing's."""
    from bench.peers import in_memory  # noqa: PLC0415  # it is not always there

    with own_store() as store:
        tables = [one for made in replay.prepare(store, TABLES).values() for one in made]
        kept, game = in_memory.prepare()

        def measure() -> Mapping[str, Figure]:
            return {"replay": Figure(replay.rate(store, tables), in_memory.rate(kept, game))}

        yield measure


def plays() -> Part:
    """Return what plays our games and hearts at random."""
    from bench.peers import hearts  # noqa: PLC0415  # it is not always there

    def measure() -> Mapping[str, Figure]:
        luck = random.Random(1)
        theirs = hearts.rate(1.0, luck)
        return {game.name: Figure(play_bench.rate(game, 1.0, luck), theirs) for game in OWN}

    return measure


@contextmanager
def verifications() -> Iterator[Part]:
    """Give what verifies finished tables of bots."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
        with own_store() as store:
            made = verify_bench.prepare(store, TABLES, Path(folder))
        paths = [path for own in made.values() for path in own]
        yield lambda: {
            "verify": Figure(verify_bench.verified(paths)["tables_per_minute"]),
        }


def missing() -> dict[str, str]:
    """Return the peers that are not installed, and how they are."""
    found = {} if (why := sockets.missing()) is None else {"boardgame.io": why}
    for name, module in (("pyeventsourcing", "eventsourcing"), ("OpenSpiel", "pyspiel")):
        if find_spec(module) is None:
            found[name] = PIP
    return found


def parts(api_workers: int, only: str, absent: Mapping[str, str], stack: ExitStack) -> list[Part]:
    """Return what is measured in a round."""
    made: dict[str, Callable[[], Part]] = {
        "actions": lambda: actions(api_workers, absent.get("boardgame.io")),
        "verify": lambda: stack.enter_context(verifications()),
    }
    if "pyeventsourcing" not in absent:
        made["replay"] = lambda: stack.enter_context(replays())
    if "OpenSpiel" not in absent:
        made["play"] = plays
    return [make() for name, make in made.items() if only in ("", name)]


def summary_rows(rounds: list[Round]) -> list[dict[str, Any]]:
    """Return the rows of the table: medians, ratios, and whether they are what they should be."""
    found = []
    for name, row in ROWS.items():
        figures = [one[name] for one in rounds if name in one]
        if not figures:
            continue
        ratios = [one.ours / one.theirs for one in figures]
        ratio = statistics.median(ratios)
        found.append({
            "row": name, "what": row.what, "beside": row.beside,
            "ours": statistics.median(one.ours for one in figures),
            "theirs": statistics.median(one.theirs for one in figures),
            "ratio": ratio, "lowest": min(ratios), "highest": max(ratios),
            "least": row.least, "target": row.target, "met": is_met(row, ratio),
        })  # fmt: skip
    return found


def is_met(row: Row, ratio: float) -> str:
    """Say what a ratio comes to."""
    for bar, word in ((row.target, "target"), (row.least, "met")):
        if ratio >= bar if row.rises else ratio <= bar:
            return word
    return "missed"


def lines(table: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the table as Markdown."""
    yield "| what | beside | ours | theirs | ratio (lowest, highest) | at least | target | |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in table:
        alone = one["beside"] == "-"
        yield (
            f"| {one['what']} | {one['beside']} | {one['ours']:,.1f} | "
            + ("- | - " if alone else f"{one['theirs']:,.1f} | {spread(one)} ")
            + f"| {one['least']:,} | {one['target']:,} | {one['met']} |"
        )


def spread(one: Mapping[str, float]) -> str:
    """Return a ratio with the least and the most of the rounds."""
    return f"{one['ratio']:.2f} ({one['lowest']:.2f}, {one['highest']:.2f})"


def main() -> None:
    """Print the table, after a line for each round and for each peer that is not there."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--rounds", 4, 1)
    parser.add_argument(
        "--api-workers", type=int, default=os.cpu_count(),
        help="API processes of ours and of the bare app (one a core: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--only", choices=PARTS, default="", help="one part of the table")
    given = parser.parse_sizes()
    absent = missing()
    for name, why in absent.items():
        print(f"{name} is left out: {why}", flush=True)
    rounds: list[Round] = []
    with ExitStack() as stack:
        measured = parts(given.api_workers, given.only, absent, stack)
        for number in range(1, given.rounds + 1):
            rounds.append({name: one for part in measured for name, one in part().items()})
            print(f"round {number} of {given.rounds}", flush=True)
    table = summary_rows(rounds)
    print(*lines(table), sep="\n")
    if given.json:
        print(json.dumps({"ratios": {one["row"]: one["ratio"] for one in table}, "rows": table}))


if __name__ == "__main__":
    main()
