"""What the pages of the API take a browser: processor seconds until a page is drawn.

    python -m bench.pages [--rounds 5] [--short] [--json]

A server shows them to Chromium, each in a tab of its own without a cache. Medians of the rounds, of
the processor time of the tab's process until nothing is asked for any more. It needs the extra
`browser`, and Chromium.

    start    the first page of the API, to read
    subject  the longest subject, to read
    types    the longest group of types, to read
    elements the page that sends requests, as it opens
    opened   the same with one operation open
"""

import json
import os
import shutil
from statistics import median
from typing import Any

from bench.arguments import BenchmarkParser
from bench.start import served

PAGES = {
    "start": "",
    "subject": "tables",
    "types": "types/common",
    "elements": "try/tables",
    "opened": "try/tables#/operations/openTable",
}


def seconds_drawn(browser: Any, address: str) -> float:
    """Return the processor time of the process that draws a page in a tab of its own."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _process_time(session)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    taken = _process_time(session) - before
    context.close()
    return taken


def _process_time(session: Any) -> float:
    """Return the seconds of the processor that the process of a tab has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "ProcessTime")


def measure(rounds: int) -> dict[str, float]:
    """Return the seconds by page."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra

    flags = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox is not for root
    with served() as (port, _), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        home = f"http://127.0.0.1:{port}/docs/api/"
        found = {
            name: round(median(seconds_drawn(browser, home + path) for _ in range(rounds)), 2)
            for name, path in PAGES.items()
        }
        browser.close()
    return found


def main() -> None:
    """Measure, and say the figures."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--rounds", 5, 2, "how often each page is drawn")
    given = parser.parse_sizes()
    found = measure(given.rounds)
    if given.json:
        print(json.dumps(found))
        return
    for name, seconds in found.items():
        print(f"{name:8} {seconds:8.2f} s")


if __name__ == "__main__":
    main()
