"""Whole tables in a real browser: by taps on a phone, by keys alone, through losses and reloads."""

from __future__ import annotations

import secrets
import signal
from typing import TYPE_CHECKING, Any

import pytest

from games import OWN
from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.conftest import ELSEWHERE
from tests.web.browser.conftest import HOSTILE as GAME_SAYS
from tests.web.browser.person import DESK, DOING, PHONE, Person, Way, actions_of, table_for_one
from tests.web.browser.test_pages import check, needs_axe

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from service.commands.processes import ChildProcess, ServerStack

MOST_TURNS = 200
IN_WINDOW = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize(
    "game", some("whole games", [*(game.name for game in OWN), "high_card"], 3)
)
@pytest.mark.parametrize(("way", "width"), [("taps", PHONE), ("keys", DESK)])
def test_a_table_is_played_to_its_end_by_taps_on_a_phone_and_by_keys_alone(
    people: Any, url: str, name: str, game: str, way: Way, width: int
) -> None:
    opener, table = table_for_one(url, game, name)
    one = people(width=width, way=way)
    one.sit_and_begin(table)
    assert one.play_to_the_end(MOST_TURNS) > 0
    assert one.is_as_wide_as_the_screen()
    assert opener.get(f"/v1/tables/{table}")["outcome"]["text"] in one.see(".result").inner_text()
    one.page.wait_for_function(IN_WINDOW, arg=".result")


def test_a_newcomer_plays_with_one_tap_and_is_shown_the_recovery_code(people: Any) -> None:
    one = people()
    one.page.goto(one.url)
    one.use("button:has-text('Play with bots') >> nth=1")
    one.see(".hand")
    assert one.is_as_wide_as_the_screen()
    one.use(".who")
    code = one.see(".secret").inner_text()
    one.use("text=I have written it down")
    one.page.reload()
    assert not one.has(".secret")
    kept = one.page.evaluate("JSON.stringify(localStorage)")
    assert code not in kept

    called = one.see(".who").inner_text()
    other = people()
    other.page.goto(f"{one.url}/account")
    other.page.get_by_label("Recovery code").fill(code)
    other.use("text=Open my account")
    other.see(".secret")
    assert other.see(".who").inner_text() == called
    one.see("[role=alert]:has-text('was signed out')")  # as a phone that was lost would be
    one.faults.clear()  # the browser tells of the refusal


def test_a_page_with_a_stream_is_sent_receipts_alone_and_shows_what_follows(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boon", name)
    one = people()
    one.sit_and_begin(table)
    one.see(DOING)
    seen = one.n
    with one.page.expect_response("**/actions") as told:
        one.act()
    assert told.value.headers["preference-applied"] == "return=minimal"
    assert told.value.json().keys() == {"receipt"}
    wait_for(lambda: one.page.wait_for_timeout(10) or one.n > seen)


def has_pending(one: Person) -> bool:
    """Say whether a browser keeps a command that was not answered."""
    return bool(one.page.evaluate("Object.keys(localStorage).some((one) => /pending/.test(one))"))


def test_what_was_sent_when_the_page_went_away_is_done_once(
    people: Any, url: str, name: str
) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = people()
    one.sit_and_begin(table)
    one.see(DOING)
    keys: list[str | None] = []

    def lose(route: Route) -> None:
        """Let a command be done the first time, and its answer never come."""
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:
            route.fetch()
        route.abort()

    one.page.route("**/actions", lose)
    one.act()
    one.see(".banner")
    wait_for(lambda: one.page.wait_for_timeout(10) or actions_of(opener, table, 0) == 1)
    assert has_pending(one)
    one.page.unroute("**/actions")
    with one.page.expect_request("**/actions") as again:
        one.page.reload()
    assert again.value.headers["idempotency-key"] == keys[0]
    wait_for(lambda: not has_pending(one))
    assert actions_of(opener, table, 0) == 1
    one.faults.clear()  # the browser tells of the answers that were lost


def killed(api: ChildProcess) -> None:
    """Kill a process, and wait until it is gone."""
    assert api.process is not None
    api.end(signal.SIGKILL)
    api.process.wait()


def test_an_api_that_is_killed_under_an_action_is_waited_for_and_it_is_done_once(
    people: Any, server: ServerStack, name: str
) -> None:
    opener, table = table_for_one(server.url, "boon", name)
    one, api = people(), server.children[0]
    one.sit_and_begin(table)
    one.see(DOING)
    keys: list[str | None] = []

    def kill(route: Route) -> None:
        """Let the command be done the first time, and the server die with the answer."""
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) > 1:
            route.continue_()
            return
        route.fetch()
        killed(api)
        route.abort()

    one.page.route("**/actions", kill)
    one.act()
    one.see(".banner:has-text('does not answer')")
    assert has_pending(one)
    api.start()
    wait_for(lambda: one.page.wait_for_timeout(10) or not (has_pending(one) or one.has(".banner")))
    assert actions_of(opener, table, 0) == len(set(keys)) == 1
    one.see(f"{DOING}, .result")
    killed(api)  # now before it is asked
    one.see(".banner:has-text('does not answer')")
    seen = one.n
    one.act()
    api.start()
    wait_for(lambda: one.page.wait_for_timeout(10) or (one.n > seen and not one.has(".banner")))
    assert actions_of(opener, table, 0) == 2
    one.faults.clear()  # the browser tells of requests that went nowhere


def test_without_a_network_the_page_says_so_and_goes_on_with_what_was_done(
    people: Any, url: str, name: str
) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = people()
    one.sit_and_begin(table)
    one.see(DOING)
    one.page.context.set_offline(True)
    seen = one.n
    one.act()
    one.see(".banner")
    assert one.n == seen, "nothing is drawn before the server says it"
    one.page.context.set_offline(False)
    wait_for(lambda: one.n > seen and not one.has(".banner"))
    assert actions_of(opener, table, 0) == 1
    one.faults.clear()  # the browser tells of requests that went nowhere


def test_over_plain_http_of_another_host_everything_is_there(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boosh", name)
    one = people()
    one.url = url.replace("127.0.0.1", ELSEWHERE)
    one.sit_and_begin(table)
    missing = one.page.evaluate("[isSecureContext, typeof crypto.subtle, typeof crypto.randomUUID]")
    assert missing == [False, "undefined", "undefined"]
    one.play_to_the_end(60)
    one.use("button:has-text('Check this deal')")
    told = one.see(".proof .good").inner_text()
    assert "among them the one that this browser drew for you" in told
    assert "over plain http, where others could change it too" in told


FAILS = """export const layout = {
    middle: (at) => { if (at.view.n > LATER) throw new Error("a fault of the layout"); } };"""
PLAIN = ".felt [role=status]:has-text('this is the plain table')"


def test_a_layout_that_fails_at_any_time_gives_way_to_the_plain_table(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boosh", name)
    one = people()
    layouts = ["no module at all"]

    def laid_out(route: Route) -> None:
        """Serve the newest of these in place of the game's own."""
        route.fulfill(body=layouts[-1], content_type="text/javascript")

    one.page.route("**/web/*/service/web/games/boosh.js", laid_out)
    one.sit_and_begin(table)
    one.see(DOING)
    one.see(PLAIN)
    seen = one.n
    layouts.append(FAILS.replace("LATER", str(seen)))
    one.page.reload()
    one.see(DOING)
    assert not one.has(PLAIN)
    while one.n == seen:
        one.take_turn()
    one.see(PLAIN)
    assert one.play_to_the_end(60) > 0
    one.see(PLAIN)
    assert any("Unexpected identifier" in fault for fault in one.faults)
    assert any("a fault of the layout" in fault for fault in one.faults)
    one.faults.clear()  # for who wrote it


FAULTY = """const fail = () => { throw new Error("a fault of the page"); };
    export { fail as PlayerPage, fail as RankingPage, fail as TableList };"""


@needs_axe
def test_a_page_that_fails_says_so_and_the_others_go_on(people: Any, url: str) -> None:
    one = people()
    one.page.route("**/web/*/service/web/pages/people.js", lambda asked: asked.abort())
    one.page.goto(f"{url}/ranking")
    one.see(".coming:has-text('load this page again')")
    one.page.unroute_all()
    module = {"body": FAULTY, "content_type": "text/javascript"}
    one.page.route("**/web/*/service/web/pages/people.js", lambda asked: asked.fulfill(**module))
    one.page.reload()
    told = one.see("main [role=alert]").inner_text()
    assert "The mistake is in the page, not in what you did" in told
    assert not one.has(".coming")
    check(one)
    one.use("a.brand")
    one.see(".game")
    one.page.go_back()
    one.see("main [role=alert]")
    one.page.unroute_all()
    one.use("button:has-text('Load it again')")
    one.see("h1:has-text('Ranking')")
    assert any("a fault of the page" in fault for fault in one.faults)
    one.faults.clear()  # for who looks into it


HOSTILE = ("<img src=x onerror=alert(1)>", "{{7*7}}</script>", "[Gold 7](card:gold-7)", "שלום עולם")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_name_is_text_whatever_it_is(people: Any, url: str, hostile: str) -> None:
    chosen = f"{hostile} {secrets.token_hex(3)}"
    one = people()
    one.page.goto(f"{url}/account")
    one.page.get_by_label("Name").fill(chosen)
    one.use("text=Make an account")
    assert one.see("main h1 bdi").inner_text() == chosen
    _, table = table_for_one(url, "boon", f"Bea {secrets.token_hex(4)}")
    one.sit_and_begin(table)
    one.see(DOING)
    assert chosen in one.see(".seat.own").inner_text()
    wait_for(lambda: chosen in one.see(".story").inner_text())
    assert one.is_as_wide_as_the_screen()
    assert one.page.locator("img[src='x']").count() == 0


def test_what_a_game_from_outside_says_is_text_wherever_it_stands(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "hostile_card", name)
    one = people()

    def told(shown: str) -> None:
        """See a text of the game as text."""
        one.see(f"{shown}:has-text('{GAME_SAYS}') >> visible=true")
        assert one.page.locator("img[src='x']").count() == 0
        assert one.is_as_wide_as_the_screen()

    one.page.goto(url)
    told(".game h2")
    one.page.goto(f"{url}/open/hostile_card")
    one.use("summary")
    told(".option")
    one.sit_and_begin(table)
    one.see(DOING)
    told(".phase")
    one.play_to_the_end(MOST_TURNS)
    told(".story")
    one.page.goto(f"{url}/replay/{table}")
    told("main")
    one.page.goto(f"{url}/ranking/hostile_card")
    told("nav")
