"""How long a first visit takes over a slow network: the plain modules, and the bundle of a release.

python -m tests.web.browser.slow
"""

import os
import secrets
import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from events.terminal import say_lines
from service.commands.processes import ServerStack, free_port
from tests.web.browser.person import DESK, table_for_one
from tests.web.bundled import bundle_into, serve_bundle

LATENCY: Final = 400  # milliseconds of a request
SPEED: Final = 50_000  # bytes a second, both ways
VISITS: Final = 5
LOBBY: Final = ".games .game"
TABLE: Final = ".surface"
DRAWN: Final = """(selector) => new Promise((resolve) => {
  const look = () => (document.querySelector(selector)?.getBoundingClientRect().height > 0
    ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
})"""
SENT: Final = (
    "performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)"
)


def visit(browser: Any, address: str, selector: str) -> tuple[float, int]:
    """Come for the first time; return the milliseconds until something is drawn, and the bytes."""
    context = browser.new_context(viewport={"width": DESK, "height": 740})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"latency": LATENCY, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
    network.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    page.goto(address, wait_until="commit")
    drawn, sent = float(page.evaluate(DRAWN, selector)), int(page.evaluate(SENT))
    context.close()
    return drawn, sent


def main() -> None:
    """Visit lobby and table of both, and say the figures."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra

    with sync_playwright() as running, tempfile.TemporaryDirectory() as scratch:
        browser = running.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for kind in ("plain", "bundled"):
            packages = Path(scratch) / kind
            packages.mkdir()
            if kind == "bundled":
                serve_bundle(bundle_into(Path(scratch) / "bundle"), packages)
            os.environ["PYTHONPATH"] = str(packages)
            with ServerStack(Path(scratch) / f"{kind}-data", free_port()) as server:
                opener, table = table_for_one(server.url, "boon", f"Slow {secrets.token_hex(4)}")
                opener.post(f"/v1/tables/{table}/seats", {})
                opener.post(f"/v1/tables/{table}/start", {})
                for name, path, sought in (
                    ("lobby", "/", LOBBY),
                    ("table", f"/tables/{table}", TABLE),
                ):
                    visits = [visit(browser, server.url + path, sought) for _ in range(VISITS)]
                    drawn, sent = median(one for one, _ in visits), visits[0][1]
                    say_lines(f"{kind}, {name}: drawn after {drawn / 1000:.1f} s, {sent} bytes")
        browser.close()


if __name__ == "__main__":
    main()
