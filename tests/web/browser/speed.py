"""How long it takes from a tap to the drawn result, by the browser's own clock.

fairdeal serve & python -m tests.web.browser.speed http://127.0.0.1:8000
"""

import json
import secrets
import shutil
import sys
from statistics import median
from typing import Any, Final

from events.terminal import say_lines
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, person, table_for_one

GAMES: Final = ("boon", "bum")
HANDS: Final = 5  # pages
MANY: Final = 25  # cards in a hand, more than any of our games deals
TRACED: Final = (
    "toplevel",
    "__metadata",
    "disabled-by-default-devtools.timeline",
)  # what tells how long tasks took
WATCH: Final = """() => {
  window.marks = [], window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
  const ask = window.fetch;
  let api = 0, tapped = null;
  window.fetch = async (...request) => {
    const sent = performance.now(), answer = await ask(...request);
    if (String(request[0]).endsWith("/actions")) api = performance.now() - sent;
    return answer;
  };
  const n = () => document.querySelector("[data-n]")?.dataset.n;
  document.addEventListener("click", ({ target }) => {
    const isAction = target.closest(".doing .choices button, .doing button.main");
    if (isAction) tapped = { at: performance.now(), n: n() };
  }, true);
  new MutationObserver(() => {
    if (tapped === null || n() === tapped.n) return;
    const { at } = tapped;
    tapped = null;
    requestAnimationFrame(() => setTimeout(() => window.marks.push([performance.now() - at, api])));
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-n"] });
}"""


def measure(browser: Any, url: str, game: str) -> tuple[list[tuple[float, float]], list[float]]:
    """Play a table; return from tap to drawn and of it the API's, by action, and long tasks."""
    _, table = table_for_one(url, game, f"Speed {secrets.token_hex(4)}")
    one = person(browser, url, DESK)
    one.sit_and_begin(table)
    one.see(DOING)
    one.page.evaluate(WATCH)
    one.play_to_the_end(200)
    told = one.page.evaluate("[window.marks, window.tasks]")
    return [(whole, api) for whole, api in told[0]], told[1]


def measure_hand(browser: Any, url: str) -> float:
    """Draw a hand of many cards; return the processor time of the longest task meanwhile, in ms.

    Processor time, since on a machine with other work tasks are put aside for a while.
    """
    opener, table = table_for_one(url, "bum", f"Speed {secrets.token_hex(4)}")
    opener.post(f"/v1/tables/{table}/seats", {})
    opener.post(f"/v1/tables/{table}/start", {})
    view = opener.get(f"/v1/tables/{table}/view")
    view["board"]["mine"] = [face["id"] for face in opener.get("/v1/games/bum")["cards"]][:MANY]
    one = person(browser, url, DESK)
    stream = f"event: view\nid: {view['n']}\ndata: {json.dumps(view)}\n\n"
    one.page.route(
        f"**/tables/{table}/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=stream),
    )
    one.page.goto(url)
    one.see(f"a[href='/tables/{table}']")
    browser.start_tracing(page=one.page, categories=TRACED)
    one.use(f"a[href='/tables/{table}']")
    one.see(f".hand .card:nth-child({MANY})")
    wait_for(lambda: one.page.evaluate("[...document.images].every(({ complete }) => complete)"))
    events = json.loads(browser.stop_tracing())["traceEvents"]
    one.page.unroute_all(behavior="ignoreErrors")
    one.page.context.close()
    return longest_task(events)


def longest_task(events: list[dict[str, Any]]) -> float:
    """Return the processor time of the longest task of the page, in ms."""
    named = [one for one in events if one["name"] == "thread_name"]
    own = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == "CrRendererMain"}
    tasks = [one for one in events if one["name"] == "RunTask" and "tdur" in one]
    return max(float(one["tdur"]) / 1000 for one in tasks if (one["pid"], one["tid"]) in own)


def main(url: str) -> None:
    """Play, and say the figures."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra

    with sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        told = [measure(browser, url, game) for game in GAMES]
        hands = [measure_hand(browser, url) for _ in range(HANDS)]
        browser.close()
    marks = [mark for one, _ in told for mark in one]
    beside = median(whole - api for whole, api in marks)
    say_lines(
        f"{len(marks)} actions, from tap to drawn {median(whole for whole, _ in marks):.0f} ms"
    )
    say_lines(
        f"of which the API took {median(api for _, api in marks):.0f} ms; beside it {beside:.0f} ms"
    )
    say_lines(
        f"longest task while a hand of {MANY} cards is drawn {max(hands):.0f} ms of processor time"
    )
    tasks = [round(task) for _, long in told for task in long]
    say_lines(f"tasks over 50 ms by the wall's clock: {tasks}")


if __name__ == "__main__":
    main(sys.argv[1])
