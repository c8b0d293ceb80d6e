"""A whole game in Debian's Firefox, and in WebKitGTK: each from an empty seat to its result."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from service.commands.processes import free_port
from tests.waiting import PATIENCE, wait_for
from tests.web.browser.person import DOING, READY, table_for_one

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
FIREFOX, WEBKIT = shutil.which("firefox-esr"), shutil.which("WebKitWebDriver")
PUPPETEER = HERE.parent / "node_modules" / "puppeteer-core"
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
TURNS = 60
PICTURES = os.environ.get("PICTURES")  # a folder: leave a picture of the result there

pytestmark = pytest.mark.nightly


def picture(name: str) -> list[str]:
    """Return where a picture goes, if one is wanted."""
    return [] if PICTURES is None else [str(Path(PICTURES) / f"{name}.png")]


@pytest.mark.skipif(FIREFOX is None, reason="needs Firefox: apt-get install firefox-esr")
@pytest.mark.skipif(
    not PUPPETEER.exists() or shutil.which("node") is None,
    reason="needs node, and puppeteer-core: npm ci --prefix tests/web",
)
def test_a_game_is_played_in_firefox_and_its_result_lies_in_the_window(url: str, name: str) -> None:
    own, table = table_for_one(url, "boosh", name)
    done = subprocess.run(
        ["node", HERE / "firefox.mjs", str(FIREFOX), url, str(own.token), table, str(TURNS),
         *picture("firefox")],
        capture_output=True, text=True, timeout=10 * PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["faults"] == []
    assert told["isInWindow"], told
    assert own.get(f"/v1/tables/{table}/view")["outcome"]["text"] in told["text"]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a screen: a machine without one gets Xvfb, which names it itself."""
    if "DISPLAY" in os.environ:
        yield
        return
    if shutil.which("Xvfb") is None:
        pytest.skip("needs a screen: apt-get install xvfb")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-noreset", "-screen", "0", "1280x800x24"]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, pass_fds=[writing], stdout=nowhere, stderr=nowhere) as running:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()  # all of it: it ends if nobody reads the line's end
        assert number, "Xvfb does not run here"
        monkeypatch.setenv("DISPLAY", f":{number}")
        yield
        running.terminate()


class Driven:
    """A browser that a WebDriver runs: as much of its protocol as a game needs.

    By curl, which sends a request in one packet: with clients that send headers and body apart the
    driver of WebKitGTK 2.50 waited for ever, now and then.
    """

    def __init__(self, address: str, binary: str) -> None:
        self.path = f"{address}/session"
        wanted = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        made = self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.path += f"/{made['sessionId']}"

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer to a command."""
        sent = "" if method != "POST" else json.dumps(body or {})
        command = ["curl", "-s", "-X", method, self.path + path, *(["-d", "@-"] if sent else [])]
        done = subprocess.run(
            command, input=sent, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        return json.loads(done.stdout)["value"]

    def go_to(self, address: str) -> None:
        """Open a page."""
        self.ask("POST", "/url", {"url": address})

    def tell(self, script: str, *arguments: Any) -> Any:
        """Return what a script in the page returns."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": [*arguments]})

    def find(self, selector: str, words: str = "") -> str | None:
        """Return the first element that can be seen, and has words in it."""
        found = self.tell(FIND, selector, words)
        return None if found is None else str(next(iter(found.values())))

    def use(self, selector: str, words: str = "", keys: str = "") -> None:
        """Wait for an element, and tap it, or type into it."""
        wait_for(lambda: self.find(selector, words))
        path = f"/element/{self.find(selector, words)}"
        self.ask("POST", f"{path}/click")
        if keys:
            self.ask("POST", f"{path}/value", {"text": keys})


FIND = """return [...document.querySelectorAll(arguments[0])].find((one) =>
  one.checkVisibility() && one.innerText.includes(arguments[1])) ?? null"""
NUMBER = "return document.querySelector('[data-n]').dataset.n"


@pytest.fixture
def webkit(screen: None) -> Iterator[Driven]:
    """Run WebKitGTK, as its driver starts it."""
    if WEBKIT is None or MINI_BROWSER is None:
        pytest.skip("needs WebKitGTK: apt-get install webkit2gtk-driver")
    port = free_port()
    running = subprocess.Popen([WEBKIT, f"--port={port}"], start_new_session=True)
    try:
        wait_for_port(port)
        started = Driven(f"http://127.0.0.1:{port}", str(MINI_BROWSER))
        yield started
        started.ask("DELETE", "")
    finally:
        os.killpg(running.pid, signal.SIGKILL)  # the browser, too
        running.wait()


def wait_for_port(port: int) -> None:
    """Wait until something answers there."""

    def answers() -> bool:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/status", timeout=PATIENCE):
            return True
        return False

    wait_for(answers)


def test_a_game_is_played_in_webkit_and_its_result_is_told(
    webkit: Driven, url: str, name: str
) -> None:
    own, table = table_for_one(url, "boosh", name)
    webkit.ask("POST", "/window/rect", {"width": 1280, "height": 800})
    webkit.go_to(f"{url}/account")
    webkit.use("form input[spellcheck=false]", keys=str(own.token))
    webkit.use("button", "Open my account")
    wait_for(lambda: webkit.find("h2", "My tables"))
    webkit.go_to(f"{url}/tables/{table}")
    for words in ("Sit here", "Begin"):
        webkit.use("button", words)
    idle = f"{DOING}[aria-busy=false]"
    ready = READY.replace(":visible", "").replace(DOING, idle)
    for _ in range(TURNS):
        wait_for(lambda: webkit.find(f"{idle}, .result"))
        if webkit.find(".result"):
            break
        before = webkit.tell(NUMBER)
        if not webkit.find(ready):
            webkit.use(".felt button.card:not(.dim)")
        webkit.use(ready)
        wait_for(lambda n=before: webkit.find(".result") or webkit.tell(NUMBER) != n)  # type: ignore[misc]
    for path in picture("webkit"):
        Path(path).write_bytes(b64decode(webkit.ask("GET", "/screenshot")))
    text = own.get(f"/v1/tables/{table}/view")["outcome"]["text"]
    assert text in webkit.tell("return document.querySelector('.result').innerText")
