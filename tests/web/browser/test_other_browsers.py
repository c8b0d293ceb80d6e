"""A whole game in Debian's Firefox, and in WebKitGTK: each from an empty seat to its result."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

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
        number = os.read(reading, 16).decode().strip()  # nothing, where it has ended
        os.close(reading)
        assert number, "Xvfb does not run here"
        monkeypatch.setenv("DISPLAY", f":{number}")
        yield
        running.terminate()


@pytest.fixture
def webkit(screen: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Run WebKitGTK, as its driver starts it, with no desktop that it would look for."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    monkeypatch.setenv("NO_AT_BRIDGE", "1")
    if WEBKIT is None or MINI_BROWSER is None:
        pytest.skip("needs WebKitGTK: apt-get install webkit2gtk-driver")
    if importlib.util.find_spec("selenium") is None:
        pytest.skip("needs pip install -e '.[browser]'")
    from selenium import webdriver  # noqa: PLC0415  # it may be missing
    from selenium.webdriver.webkitgtk.service import Service  # noqa: PLC0415

    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(MINI_BROWSER)
    options.add_argument("--automation")
    started = webdriver.WebKitGTK(options=options, service=Service(WEBKIT))
    yield started
    started.quit()


@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")  # its own
def test_a_game_is_played_in_webkit_and_its_result_is_told(
    webkit: Any, url: str, name: str
) -> None:
    own, table = table_for_one(url, "boosh", name)
    webkit.set_window_size(1280, 800)

    def found(selector: str) -> list[Any]:
        return [one for one in webkit.find_elements("css selector", selector) if one.is_displayed()]

    def use(words: str) -> None:
        path = f"//button[contains(., '{words}')]"
        wait_for(lambda: webkit.find_elements("xpath", path))
        webkit.find_element("xpath", path).click()

    webkit.get(f"{url}/account")
    wait_for(lambda: len(found("input[type=text]")) > 1)
    found("input[type=text]")[-1].send_keys(str(own.token))
    use("Open my account")
    wait_for(lambda: "My tables" in webkit.page_source)
    webkit.get(f"{url}/tables/{table}")
    for words in ("Sit here", "Begin"):
        use(words)
    ready = READY.replace(":visible", "").replace(DOING, f"{DOING}[aria-busy=false]")
    for _ in range(TURNS):
        wait_for(lambda: found(f"{DOING}[aria-busy=false], .result"))
        if found(".result"):
            break
        before = webkit.find_element("css selector", "[data-n]").get_attribute("data-n")
        if not found(ready):
            found(".felt button.card:not(.dim)")[0].click()
        wait_for(lambda: found(ready))
        found(ready)[0].click()
        wait_for(
            lambda before=before: (
                found(".result")
                or webkit.find_element("css selector", "[data-n]").get_attribute("data-n") != before
            )
        )
    for path in picture("webkit"):
        webkit.save_screenshot(path)
    text = own.get(f"/v1/tables/{table}/view")["outcome"]["text"]
    assert text in webkit.find_element("css selector", ".result").text
