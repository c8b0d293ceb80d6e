"""Log files that somebody drops into the page: good, edited, still sealed, and none at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import zstandard

from service.commands.client import register_account
from tests.waiting import wait_for
from tests.web.browser.person import PHONE, Person
from tests.web.browser.test_pages import check, needs_axe
from tests.web.browser.test_replay import table as table  # noqa: PLC0414  # a fixture

DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  const place = document.querySelector(".drop");
  const more = { bubbles: true, cancelable: true, dataTransfer: carried };
  for (const type of ["dragover", "drop"]) place.dispatchEvent(new DragEvent(type, more));
}"""


def refused(one: Person) -> str:
    """Have a file replayed that the server refuses; return why."""
    one.use("text=Send it and replay")
    told: str = one.see("[role=alert]").inner_text()
    assert all("422" in fault for fault in one.faults)  # the browser tells of the refusal
    one.faults.clear()
    assert not one.has(".replay")
    return told


def slide(one: Person) -> None:
    """Go to a moment on another page of the answer, and to the beginning of the hand."""
    there = one.n
    one.page.locator("input[type=range]").fill("42")
    wait_for(lambda: one.n >= 42)  # the last event of the command that holds it
    one.page.locator("label:has-text('Hand') select").select_option("1")
    wait_for(lambda: one.n < there)


def drop_packed(one: Person, place: Path, log: str) -> None:
    """Choose a log as it stands in an archive: what to do is said, and the server reads it."""
    place.write_bytes(zstandard.compress(log.encode()))
    one.page.set_input_files("input[type=file]", place)
    assert f"zstd -d {place.name}" in one.see("[aria-label='The file'] code").inner_text()
    one.use("text=Send it and replay")
    one.see(".command")
    assert "finds nothing wrong" in one.see("[aria-label='The file']").inner_text()
    check(one)


def load_verifier(one: Person, asked: list[str]) -> None:
    """Wait until the page, which has asked for it by itself, has what checks a deal."""
    name = "verify/verdict.js"
    wait_for(lambda: any(address.endswith(name) for address in asked))
    address = next(address for address in asked if address.endswith(name)).removeprefix("GET ")
    one.page.evaluate("async (address) => { await import(address); }", address)


@needs_axe
def test_a_dropped_log_is_read_here_and_replayed_where_that_is_asked_for(
    people: Any, url: str, table: str, name: str, tmp_path: Path
) -> None:
    nobody = register_account(url, f"{name} B")
    log = nobody.raw("GET", f"/v1/tables/{table}/log", None, {}).decode()
    one = people(width=PHONE, color_scheme="dark")
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    one.page.goto(url)
    one.use("text=Replay a log file")
    one.see("input[type=file]")
    check(one)
    load_verifier(one, asked)
    one.page.context.set_offline(True)
    asked.clear()
    one.page.evaluate(DROP, [log, "mine.jsonl"])
    one.see(".events summary")
    assert asked == []
    assert "to its end" in one.see("[aria-label='The file']").inner_text()
    one.use(".events summary:has-text('table.opened')")
    one.see(".events details[open]:has-text('secret')")  # drawn once it is open
    check(one)
    one.page.context.set_offline(False)

    one.use("text=Send it and replay")
    one.see(".command")
    assert "finds nothing wrong" in one.see("[aria-label='The file']").inner_text()
    assert one.page.locator(".mine").count() == 3
    one.page.get_by_label("Seen by").select_option("1")
    wait_for(lambda: one.page.locator(".mine").count() == 1)
    begin = one.n
    one.use("button:has-text('Next')")
    wait_for(lambda: one.n > begin)
    told = nobody.get(f"/v1/tables/{table}/replay?at={one.n}&seat=1")
    assert one.page.locator(".mine .card").count() == len(told["view"]["board"]["mine"])
    assert f"#n={one.n}&as=1" in one.address
    slide(one)
    check(one)

    place = tmp_path / "edited.jsonl"
    place.write_text(log.replace("card_played", "card_placed", 1))
    one.page.set_input_files("input[type=file]", place)
    one.see("text=edited.jsonl")
    assert "is not valid at event" in refused(one)
    one.page.evaluate(DROP, ["A letter", "letter.txt"])
    one.see("[role=alert]:has-text('letter.txt is not a log')")
    assert not one.has(".events")

    drop_packed(one, tmp_path / f"{table}.jsonl.zst", log)
    running = nobody.post("/v1/tables", {"game": "boon", "seats": 3})["view"]["table"]
    for body in ({}, {"bot": "regular"}, {"bot": "regular"}):
        nobody.post(f"/v1/tables/{running}/seats", body)
    nobody.post(f"/v1/tables/{running}/start", {})
    sealed = nobody.raw("GET", f"/v1/tables/{running}/log", None, {}).decode()
    one.page.evaluate(DROP, [sealed, "sealed.jsonl"])
    one.see("text=still sealed")
    assert "sealed" in refused(one)
