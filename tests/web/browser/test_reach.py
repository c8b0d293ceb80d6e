"""Who is away is said: this device, or the server; and a path that leads nowhere leads on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.person import DESK, PHONE, table_for_one
from tests.web.browser.test_pages import check, needs_axe

BANNER = ".banner.reach"


@needs_axe
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_offline_is_said_in_sight_and_ends_by_itself(
    people: Any, url: str, name: str, width: int, scheme: str
) -> None:
    own, table = table_for_one(url, "boosh", name)
    one = people(width=width, color_scheme=scheme)
    one.enter(str(own.token))
    one.page.goto(f"{url}/tables/{table}")
    one.see("[data-n]")
    one.page.context.set_offline(True)
    assert one.see(BANNER).inner_text().startswith("You are offline.")
    one.page.mouse.wheel(0, 10_000)
    box = one.see(BANNER).bounding_box()
    assert box is not None
    assert 0 <= box["y"] < one.page.viewport_size["height"]
    check(one)
    one.page.context.set_offline(False)
    one.page.locator(BANNER).wait_for(state="detached")
    one.faults.clear()  # the browser tells of requests that went nowhere


def test_a_server_that_is_away_is_not_said_to_be_this_device(people: Any, url: str) -> None:
    one = people()
    one.page.goto(url)
    one.see("main")
    one.page.route("**/v1/**", lambda route: route.abort())
    one.page.goto(f"{url}/ranking")
    assert one.see(BANNER).inner_text().startswith("The server does not answer.")
    one.faults.clear()


@needs_axe
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_a_path_that_leads_nowhere_leads_on(people: Any, url: str, width: int, scheme: str) -> None:
    one = people(width=width, color_scheme=scheme)
    answer = one.page.goto(f"{url}/nowhere")
    assert answer.status == 404
    assert "This page does not exist" in one.see("main").inner_text()
    check(one)
    one.use("main a:text-is('To the lobby')")
    one.page.wait_for_url(url + "/")
    one.faults.clear()
