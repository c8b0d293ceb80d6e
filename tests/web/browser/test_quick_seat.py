"""A quick seat, whose answer is lost with the page: it is one seat, with a share of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.commands.client import Client
from tests.web.browser.person import DOING, Person

if TYPE_CHECKING:
    from playwright.sync_api import Route

TOKEN = "JSON.parse(localStorage.getItem('fairdeal.account')).token"


def lose_answer(one: Person, selector: str, path: str) -> None:
    """Use something of which the server hears, though its answer does not arrive; reload."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if not lost:
            route.fetch()
            lost.append(route.request.url)
        route.abort()

    with one.page.expect_event("requestfailed", lambda request: request.url.endswith(path)):
        one.page.route(f"**{path}", lose)
        one.use(selector)
    one.page.unroute_all(behavior="wait")
    one.faults.clear()  # the browser tells of the loss
    one.page.reload()


def test_a_quick_seat_whose_answer_was_lost_is_one_seat_with_a_share_of_ones_own(
    people: Any, url: str
) -> None:
    one = people()
    one.page.goto(url)
    lose_answer(one, "button[aria-label='Quick seat: High Card']", "/v1/quick")
    one.use(".tabs .tab")
    one.page.wait_for_url("**/tables/*")
    table = one.address.rpartition("/")[2]
    own = Client(url, one.page.evaluate(TOKEN))
    assert [row["table"] for row in own.get("/v1/players/me/tables")["tables"]] == [table]
    one.see(".seating li:has-text('share: promised')")
    for seat in own.get(f"/v1/tables/{table}")["seats"]:
        if (seat["player"], seat["bot"]) == (None, None):
            own.post(f"/v1/tables/{table}/seats", {"seat": seat["seat"], "bot": "regular"})
    one.see(DOING)  # with the last seat the start was called for
    me, seats = own.get("/v1/players/me")["player"], own.get(f"/v1/tables/{table}")["seats"]
    assert [seat["entropy"] for seat in seats if seat["player"] == me] == ["revealed"]
    assert one.faults == []


def test_who_takes_the_last_seat_reveals_a_share_too(people: Any, url: str) -> None:
    """The one request takes the seat and calls for the start; a receipt of each comes back."""
    first, last = people(), people()
    for one in (first, last):
        one.page.goto(url)
        one.use("button[aria-label='Quick seat: Boosh']")
        one.page.wait_for_url("**/tables/*")
    assert first.address == last.address
    for one in (first, last):
        one.see(".hand")
    table = last.address.rpartition("/")[2]
    seats = Client(url, last.page.evaluate(TOKEN)).get(f"/v1/tables/{table}")["seats"]
    assert [seat["entropy"] for seat in seats] == ["revealed", "revealed"]
    assert not last.has("main [role=alert]")
    assert first.faults + last.faults == []


def test_a_quick_seat_asks_for_reliable_players_where_that_is_chosen(people: Any, url: str) -> None:
    one = people()
    one.page.goto(url)
    one.page.get_by_label("Quick seats with").select_option("10")
    with one.page.expect_request("**/v1/quick") as asked:
        one.use("button[aria-label='Quick seat: High Card']")
    assert asked.value.post_data_json["at_most"] == 10
    one.page.wait_for_url("**/tables/*")
    assert one.faults == []
