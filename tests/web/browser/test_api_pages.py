"""The pages of the API in a browser: a page to read needs no script, the other keeps a token."""

from typing import Any

import pytest

from tests.waiting import wait_for

HOME = "/docs/api/"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_pages_to_read_need_no_script_and_fit_the_screen(
    browser: Any, url: str, size: dict[str, int]
) -> None:
    context = browser.new_context(viewport=size, java_script_enabled=False)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{url}{HOME}")
    page.locator("main a", has_text="POST /v1/tables").first.click()
    page.locator("#openTable a", has_text="NewBoonTable").click()
    assert page.locator("#NewBoonTable").is_visible()
    assert page.url == f"{url}{HOME}types/boon#NewBoonTable"
    assert [one for one in asked if not one.startswith(url)] == []
    widest = "document.documentElement.scrollWidth"
    assert page.evaluate(widest) <= size["width"]
    context.close()


def test_the_page_that_sends_requests_keeps_the_token_and_asks_only_this_server(
    browser: Any, url: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    sent: list[tuple[str, str | None]] = []
    said: list[str] = []
    page.on("request", lambda one: sent.append((one.url, one.headers.get("authorization"))))
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    page.goto(f"{url}{HOME}try/players#/operations/showMe")
    page.get_by_label("Token").fill("fdp_of_a_test")
    page.goto(f"{url}{HOME}try/tables#/operations/openTable")
    page.get_by_text("Send API Request").click()
    wait_for(lambda: (f"{url}/v1/tables", "Bearer fdp_of_a_test") in sent)
    page.get_by_text("401").first.wait_for()
    assert [where for where, _ in sent if not where.startswith(url)] == []
    assert [one for one in said if "Content Security Policy" in one] == []
    context.close()
