#!/usr/bin/env python3
"""What came of the parts of `.ci/nightly`: noted as JSON, printed as a table, written as a page.

    nightly_report.py figures NAME,NAME         JSON object on stdin -> a line of figures
    nightly_report.py note FOLDER PART STATUS ABOUT    after a part has run
    nightly_report.py table FOLDER PART ...            what came of these parts
    nightly_report.py page FOLDER PART ...             docs/reference/nightly.md

Of a part FOLDER holds PART.log, with lines that begin with `figure: `, and PART.time: seconds of
the clock, of the processors for programs, and for the kernel; PART.md, where there is one, is a
section of the page. A part that was not run again keeps what was noted before, with its own date
and commit.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FIGURE = "figure: "
NOT_THE_PAGE = ":!docs/reference/nightly.md"
HEAD = """# What the nightly tier found

For whoever changes fairdeal: what `.ci/nightly` found when it last ran, part by part. The script
writes this page; [testing](../explanation/testing.md) describes the tiers of tests.
"""


def print_figures(names: str) -> None:
    """Print some values of the JSON object on standard input as a line of figures."""
    found = json.loads(sys.stdin.read())
    print(FIGURE + ", ".join(f"{name} {json.dumps(found[name])}" for name in names.split(",")))


def note_part(folder: Path, part: str, status: str, about: str) -> None:
    """Write PART.json: what came of a part, when, and of which commit."""
    lines = (folder / f"{part}.log").read_text(errors="replace").splitlines()
    clock, user, kernel = map(float, (folder / f"{part}.time").read_text().split()[-3:])
    noted = {
        "part": part,
        "about": about,
        "result": "good" if status == "0" else "failed",
        "minutes": round(clock / 60, 1),
        "core_minutes": round((user + kernel) / 60, 1),
        "figures": [line.removeprefix(FIGURE) for line in lines if line.startswith(FIGURE)],
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "commit": commit(),
    }
    (folder / f"{part}.json").write_text(json.dumps(noted, indent=1))


def commit() -> str:
    """Return the short name of the commit, with a plus where files differ; - without git."""
    try:
        name = git("rev-parse", "--short", "HEAD")
        return name + ("+" if git("status", "--porcelain", "-uno", "--", ".", NOT_THE_PAGE) else "")
    except (OSError, subprocess.CalledProcessError):
        return "-"


def git(*words: str) -> str:
    """Return what git says of this checkout."""
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def noted_parts(folder: Path, parts: Sequence[str]) -> list[dict[str, Any]]:
    """Return what was noted of these parts, where anything was."""
    paths = (folder / f"{part}.json" for part in parts)
    return [json.loads(path.read_text()) for path in paths if path.exists()]


def table_lines(noted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of parts as Markdown."""
    yield "| part | result | minutes | core-minutes | figures | date | commit |"
    yield "|---|---|---|---|---|---|---|"
    for one in noted:
        figures = "; ".join(one["figures"])
        yield (
            f"| {one['part']} | {one['result']} | {one['minutes']} | {one['core_minutes']} "
            f"| {figures} | {one['date']} | {one['commit']} |"
        )


def page_lines(folder: Path, parts: Sequence[str]) -> Iterator[str]:
    """Yield the page: the parts, what they are, and the tables that some of them leave."""
    noted = noted_parts(folder, parts)
    yield HEAD
    yield f"Minutes are of a machine with {os.cpu_count()} cores.\n"
    yield from table_lines(noted)
    yield "\n## Parts\n"
    yield from (f"* **{one['part']}**: {one['about']}" for one in noted)
    for path in sorted(folder.glob("*.md")):  # left by parts: figures too many for a row
        yield f"\n{path.read_text().strip()}"


def main() -> None:
    """Do what is asked for."""
    action, *words = sys.argv[1:]
    match action:
        case "figures":
            print_figures(*words)
        case "note":
            note_part(Path(words[0]), *words[1:])
        case "table":
            print(*table_lines(noted_parts(Path(words[0]), words[1:])), sep="\n")
        case "page":
            print(*page_lines(Path(words[0]), words[1:]), sep="\n")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
