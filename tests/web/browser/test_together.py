"""People who play together: invited by name, with a share of their own, at several tables."""

from __future__ import annotations

from typing import Any

from service.commands.client import Client, register_account
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, Person, table_for_one
from tests.web.browser.season import offered_to

INVITED = "[aria-label=Invitations]"
FREE, FOR_BEA = "Seat 1, free", "Seat 1, kept for you"
SHORT = {"max_hands": 1, "first_dealer": 1}  # seat 0 begins


def make_account(one: Person, name: str) -> Client:
    """Make an account in a browser; return what asks the API in its name."""
    one.page.goto(f"{one.url}/account")
    one.page.get_by_label("Name").fill(name)
    one.use("text=Make an account")
    one.see(".secret")
    token = one.page.evaluate("""JSON.parse(localStorage.getItem(
        Object.keys(localStorage).find((key) => key.endsWith(".account")))).token""")
    return Client(one.url, token)


def table_in(one: Person) -> str:
    """Return the id of the table that is shown."""
    one.page.wait_for_url("**/tables/*")
    return one.address.rpartition("/")[2]


def invite_in_vain(ada: Person, bea: Person, name: str) -> None:
    """Withdraw an invitation, and have it declined in the lobby and at the table; invite again."""
    bea.see(INVITED)
    ada.use("button:has-text('Withdraw the invitation')")
    bea.page.locator(INVITED).wait_for(state="detached")
    for where in ("the lobby", "the table"):
        ada.see(f".seating li:has-text('{FREE}')")
        invite(ada, name)
        bea.see(INVITED)
        if where == "the table":
            bea.use("a:has-text('Look at the table')")
            bea.see(f".seating li:has-text('{FOR_BEA}')")
        bea.use("button:has-text('Decline')")
        if where == "the table":
            bea.see(f".seating li:has-text('{FREE}')")
            bea.use("a.brand")
        bea.page.locator(INVITED).wait_for(state="detached")
    ada.see(f".seating li:has-text('{FREE}')")
    invite(ada, name)


def invite(one: Person, name: str) -> None:
    """Keep a seat for somebody by the name."""
    one.page.get_by_label("Invite an account by its name").fill(name)
    one.use("button:has-text('Keep a seat for them')")
    one.see(f".seating li:has-text('Seat 1, kept for {name}')")


def tap_out_of_turn(*people: Person) -> None:
    """Tap a card while another player thinks: why it does nothing is shown and told."""
    wait_for(lambda: any(one.has(DOING) for one in people))
    waits = next(one for one in people if not one.has(DOING))
    asked: list[str] = []
    waits.page.on("request", lambda request: asked.append(request.method))
    waits.use(".hand button.card")
    said = waits.see(".doing .hint:has-text('It is not your turn. Waiting for')").inner_text()
    wait_for(lambda: waits.page.locator("[aria-live=polite]").inner_text() == said)
    assert waits.see(".hand button.card").get_attribute("aria-pressed") == "true"
    waits.use(".hand button.card")
    waits.see(".doing .hint:text-matches('^Waiting for')")
    assert "POST" not in asked


def test_who_is_invited_by_name_sits_down_with_a_share_of_their_own_and_adjourns(
    people: Any, name: str
) -> None:
    ada, bea = people(), people(width=DESK)
    asking = make_account(ada, f"{name} A")
    make_account(bea, f"{name} B")
    ada.page.goto(f"{ada.url}/open/boosh")
    ada.page.get_by_label("Keep seats for these accounts").fill(f"{name} B")
    ada.use("text=Open it and sit down")
    table = table_in(ada)
    bea.page.goto(bea.url)
    invite_in_vain(ada, bea, f"{name} B")
    bea.use("a:has-text('Look at the table')")
    bea.see(f".seating li:has-text('{FOR_BEA}') >> text=Sit here").tap()
    ada.use("button:has-text('Begin')")
    for one in (ada, bea):  # who did not begin shows what was promised without being asked
        one.see(".doing")
    tap_out_of_turn(ada, bea)
    told = asking.get(f"/v1/tables/{table}")
    assert told["deal"] == "with the players' entropy"
    assert [seat["entropy"] for seat in told["seats"]] == ["revealed", "revealed"]

    bea.use("a.brand")
    ada.use("summary:has-text('Adjourn or leave')")
    ada.use("button:has-text('Adjourn')")
    offer = ".notice:has-text('wants to adjourn')"  # on every page
    assert f"{name} A" in bea.see(offer).inner_text()
    assert bea.is_as_wide_as_the_screen()
    bea.use(f"{offer} >> a:has-text('To the table')")
    assert f"{name} A" in bea.see(".notice:has-text('proposed to adjourn')").inner_text()
    bea.page.locator(offer).wait_for(state="detached")
    bea.use(".doing .adjourn >> button:has-text('Agree')")
    for one in (ada, bea):
        one.see(".result")
        assert one.is_as_wide_as_the_screen()
    ada.use("button:has-text('Go on with it')")
    assert "nothing to hand on" in ada.see(".result .problem").inner_text()
    ada.faults.clear()  # the browser tells of the refusal
    ada.use("button:has-text('Play again')")
    wait_for(lambda: ada.page.wait_for_timeout(10) or table_in(ada) != table)
    told = asking.get(f"/v1/tables/{table_in(ada)}")
    assert told["rematch_of"] == table
    assert [seat["entropy"] for seat in told["seats"]] == ["none", "promised"]


def test_a_table_that_goes_on_with_another_brings_a_share_of_ones_own_unasked(
    people: Any, url: str, name: str
) -> None:
    own, table = table_for_one(url, "bum", name, hands=2)
    one = people()
    one.enter(own.token)
    one.sit_and_begin(table)
    one.see(DOING)
    while own.get(f"/v1/tables/{table}/view")["hand"] < 2:
        if offered := offered_to(own, table):
            own.post(f"/v1/tables/{table}/actions", offered[0])
    one.use("summary:has-text('Adjourn or leave')")
    one.use("button:has-text('Adjourn')")
    one.use("button:has-text('Go on with it')")
    one.see("button:has-text('Leave')")
    told = own.get(f"/v1/tables/{table_in(one)}")
    assert told["continues"] == table
    assert told["seats"][0]["entropy"] == "promised"
    one.use("button:has-text('Bots in all free seats')")
    one.use("button:has-text('Begin')")
    one.see(".hand")
    assert own.get(f"/v1/tables/{table_in(one)}")["deal"] == "with the players' entropy"


def test_other_tables_stand_in_tabs_that_say_where_something_is_new(
    people: Any, url: str, name: str
) -> None:
    one, other = people(), register_account(url, f"{name} B")
    own = make_account(one, f"{name} A")

    def begin_another() -> str:
        """Open a table for the two and begin play, behind the back of the page."""
        asked = {"game": "boosh", "seats": 2, "options": SHORT, "clock": {"turn": 600}}
        table: str = own.post("/v1/tables", asked)["view"]["table"]
        for player in (own, other):
            player.post(f"/v1/tables/{table}/seats", {})
        own.post(f"/v1/tables/{table}/start", {})
        return table

    first = begin_another()
    one.page.goto(f"{url}/tables/{first}")
    one.see(DOING)
    assert not one.has(".tabs"), "the table that is shown needs no tab"
    second = begin_another()
    tab = f".tab[href='/tables/{second}']"
    assert "your turn" in one.see(f"{tab}.turn:has(.new)").inner_text()
    one.see(f"{tab} .clock")
    one.page.reload()
    one.see(f"{tab}:has(.new)")
    assert one.is_as_wide_as_the_screen()
    one.use(tab)
    one.see(f"{tab}[aria-current]:not(:has(.new))")
    one.see(DOING)
    while own.get(f"/v1/tables/{second}/view")["choices"] is not None:
        one.take_turn()
    one.see(f"{tab}[aria-current]:not(.turn)")

    one.use("summary:has-text('Adjourn or leave')")
    one.use("button:has-text('Leave')")
    one.use("button:has-text('Yes, leave the table')")
    one.use("button:has-text('Take my seat back')")
    one.see(".seat.own")
    one.faults.clear()  # the browser tells that the table was not to be seen
    assert own.get(f"/v1/tables/{second}")["seats"][0]["away"] is None
