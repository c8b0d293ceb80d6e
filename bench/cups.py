"""A large cup of bots from its file to its report: how long a round takes.

    python -m bench.cups [--entrants 300] [--rounds 9] [--short] [--json]

`fairdeal tournament run` plays a Swiss in Boon at tables of four, with a server of its own and as
many workers as there are processors. A round goes from its plan to the plan of the next one.
Processor time is that of all processes, the start of the server included.
"""

import json
import statistics
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from bench.all import processor_seconds
from bench.arguments import BenchmarkParser
from bench.servers import own_folder
from events.parent_process import die_with_parent

CUP: Final = """\
name = "Large"
beacon = "none"
games = [{{ game = "boon", seats = 4 }}]
format = {{ kind = "swiss", rounds = {rounds} }}
entrant = [{{ bot = "regular", count = {entrants} }}]
"""


def played_cup(folder: Path, entrants: int, rounds: int) -> Mapping[str, Any]:
    """Play a cup in a folder; return its results."""
    cup, results = folder / "cup.toml", folder / "results"
    cup.write_text(CUP.format(entrants=entrants, rounds=rounds))
    command = [sys.executable, "-m", "service", "tournament", "run", str(cup)]
    subprocess.run(
        [*command, "--results", str(results)], stdout=subprocess.DEVNULL, check=True,
        preexec_fn=die_with_parent,  # this process has one thread
    )  # fmt: skip
    found: Mapping[str, Any] = json.loads((results / "results.json").read_text())
    return found


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--entrants", 300, 100)
    parser.add_size("--rounds", 9, 3)
    given = parser.parse_sizes()
    with own_folder() as folder:
        found = played_cup(folder, given.entrants, given.rounds)
    planned = [one["planned_at"] for one in found["rounds"]]
    seconds = [(later - earlier) / 1000 for earlier, later in pairwise(planned)]
    result = {
        "tables": len(found["tables"]),
        "round": round(statistics.median(seconds), 1),
        "longest": round(max(seconds), 1),
        "processor": round(processor_seconds() / given.rounds, 1),
    }
    for name, value in result.items():
        print(f"{name:10} {value:8}")
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
