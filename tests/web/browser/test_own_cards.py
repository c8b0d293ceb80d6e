"""One's own cards: reached by few keys, put in order, dragged, swiped; what plays by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import OWN
from service.commands.client import Client, register_account
from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.person import DOING, Person, actions_of, table_for_one
from tests.web.browser.test_pages import check, needs_axe

MOST_TURNS = 200
MOST_PRESSES = 6  # of keys in a turn
FOCUS_IS_IN = "(selector) => document.activeElement?.closest(selector) !== null"
NAMES = (  # without ", not possible now"
    "[...document.querySelectorAll('.hand .card')].map((card) => card.title.split(',')[0])"
)
PLAYABLE = ".hand button.card:not(.dim)"


def keep_settings(one: Person, **settings: Any) -> None:
    """Have a browser keep settings for how its player plays."""
    kept = json.dumps(json.dumps(settings))
    one.page.context.add_init_script(
        f"try {{ localStorage['fairdeal.playing'] = {kept} }} catch {{}}"
    )


def begun(people: Any, url: str, game: str, name: str, **more: Any) -> tuple[Client, str, Person]:
    """Return who has opened a table, the table, and somebody there whose turn it is."""
    opener, table = table_for_one(url, game, name)
    one = people(width=1280, **more)
    one.sit_and_begin(table)
    one.see(f"{DOING}[aria-busy=false]")
    return opener, table, one


@pytest.mark.parametrize("game", some("presses", OWN, 2), ids=lambda game: game.name)
def test_a_turn_takes_few_presses_of_keys(people: Any, url: str, name: str, game: Any) -> None:
    _, _, one = begun(people, url, game.name, name, way="keys")
    for _ in range(MOST_TURNS):
        one.see(f"{DOING}[aria-busy=false], .result")
        if one.has(".result"):
            return
        wait_for(lambda: one.has(".felt :focus"))  # it lands there
        before = one.presses
        one.take_turn()
        assert one.presses - before <= MOST_PRESSES
    raise AssertionError("no result")


def test_at_my_turn_the_focus_is_on_a_card_that_can_be_played(
    people: Any, url: str, name: str
) -> None:
    _, _, one = begun(people, url, "boon", name, way="keys")
    card_at_hand(one)
    one.page.wait_for_function(FOCUS_IS_IN, arg=PLAYABLE)


def test_letters_and_digits_lead_to_a_card(people: Any, url: str, name: str) -> None:
    _, _, one = begun(people, url, "boon", name, way="keys")
    card_at_hand(one)
    one.page.locator(".hand button[tabindex='0']").focus()
    last = one.page.evaluate(NAMES)[-1]
    for letter in last.lower().replace(" ", "")[:1]:
        one.press(letter)
    assert one.page.evaluate("document.activeElement.title")[0] == last[0]


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_question_mark_shows_the_keys_and_settings_stand_in_a_dialog(
    people: Any, url: str, name: str, scheme: str
) -> None:
    _, _, one = begun(people, url, "boon", name, way="keys", color_scheme=scheme)
    one.press("?")
    assert "show these keys" in one.see("dialog[open]").inner_text()
    check(one)
    one.press("Escape")
    wait_for(lambda: not one.has("dialog"))
    one.use("button:text-is('Settings')")
    one.see("dialog[open] >> text=Show what happens")
    check(one)


def test_a_hand_is_sorted_and_stays_so(people: Any, url: str, name: str) -> None:
    _, _, one = begun(people, url, "boon", name, way="keys")
    dealt = one.page.evaluate(NAMES)
    one.use("button:text-is('Settings')")
    one.page.get_by_label("My cards lie").select_option("rank")
    one.press("Escape")
    ranks = [int(card.split()[-1]) for card in one.page.evaluate(NAMES)]
    assert ranks == sorted(ranks)
    assert len(ranks) == len(dealt)
    one.page.reload()
    one.see(DOING)
    assert [int(card.split()[-1]) for card in one.page.evaluate(NAMES)] == ranks


def test_a_card_is_dragged_or_moved_by_keys_and_stays_where_it_was_put(
    people: Any, url: str, name: str
) -> None:
    _, _, one = begun(people, url, "boon", name, way="keys")
    card_at_hand(one)
    first, *others = one.page.evaluate(NAMES)
    cards = one.page.locator(".hand .card")
    one.page.mouse.move(*centre_of(cards.first))
    one.page.mouse.down()
    one.page.mouse.move(*centre_of(cards.nth(2)), steps=4)
    one.page.mouse.up()
    assert one.page.evaluate(NAMES)[2] == first
    assert not one.has(".hand [aria-pressed=true]"), "a drag is no tap"
    cards.nth(2).focus()
    one.press("Shift+ArrowLeft")
    put = [others[0], first, *others[1:]]
    assert one.page.evaluate(NAMES) == put
    one.page.reload()
    one.see(DOING)
    assert one.page.evaluate(NAMES) == put


def centre_of(card: Any) -> tuple[float, float]:
    """Return the middle of a card in the window."""
    box = card.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def card_at_hand(one: Person) -> Any:
    """Take turns until a card can be played alone; return one."""
    while not one.has(PLAYABLE) or one.has(f"{DOING} .pick"):
        one.take_turn()
        one.see(f"{DOING}[aria-busy=false]")
    return one.page.locator(PLAYABLE).first


def test_a_card_that_is_swiped_up_is_played(people: Any, url: str, name: str) -> None:
    opener, table, one = begun(people, url, "boon", name, way="keys")
    across, down = centre_of(card_at_hand(one))
    seen, played = one.n, actions_of(opener, table, 0)
    one.page.mouse.move(across, down)
    one.page.mouse.down()
    one.page.mouse.move(across, down - 120, steps=4)
    one.page.mouse.up()
    wait_for(lambda: one.n > seen)
    assert actions_of(opener, table, 0) == played + 1


@pytest.mark.parametrize(("way", "taps"), [("once", 1), ("twice", 2)])
def test_a_card_is_played_by_one_tap_or_by_two_where_that_was_chosen(
    people: Any, url: str, name: str, way: str, taps: int
) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = people()
    keep_settings(one, tap=way)
    one.sit_and_begin(table)
    one.see(f"{DOING}[aria-busy=false]")
    card = card_at_hand(one)
    seen, played = one.n, actions_of(opener, table, 0)
    for _ in range(taps):
        card.tap()
    wait_for(lambda: one.n > seen)
    assert actions_of(opener, table, 0) == played + 1


def test_a_move_that_is_the_only_one_is_played_by_itself(people: Any, url: str, name: str) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = people()
    keep_settings(one, forced=True)
    one.sit_and_begin(table)
    for _ in range(MOST_TURNS):
        one.see(f"{DOING}[aria-busy=false], .result")
        if one.has(".coming-move"):
            played = actions_of(opener, table, 0)
            wait_for(lambda: actions_of(opener, table, 0) > played)  # noqa: B023
            return
        one.take_turn()
    raise AssertionError("nothing was forced")


def test_who_waits_passes_beforehand_and_may_take_that_back(
    people: Any, url: str, name: str
) -> None:
    other = register_account(url, name)
    asked = {"game": "goblin_market", "seats": 3, "options": {"start_coins": 9}, "clock": None}
    table = other.post("/v1/tables", asked)["view"]["table"]
    path = f"/v1/tables/{table}"
    other.post(f"{path}/seats", {"seat": 1})
    other.post(f"{path}/seats", {"seat": 2, "bot": "novice"})
    one = people()
    one.sit_and_begin(table)

    def look() -> dict[str, Any]:
        found: dict[str, Any] = other.get(f"{path}/view")
        return found

    for _ in range(MOST_TURNS):
        wait_for(lambda: set(look()["to_act"]) & {0, 1})
        view = look()
        if 0 in view["to_act"]:
            one.take_turn()
        elif one.has("button:text-is('Pass when my turn comes')"):
            break
        else:
            other.post(f"{path}/actions", view["choices"]["actions"][0])
    one.use("button:text-is('Pass when my turn comes')")
    one.use("text=Take that back")
    one.use("button:text-is('Pass when my turn comes')")
    one.see("text=You will pass when your turn comes")
    played = actions_of(other, table, 0)
    other.post(f"{path}/actions", look()["choices"]["actions"][0])
    wait_for(lambda: actions_of(other, table, 0) > played)
    events = other.get(f"{path}/events?limit=1000")["events"]
    acts = [event for event in events if isinstance(event["cause"], dict)]
    last = next(event for event in reversed(acts) if event["cause"].get("seat") == 0)
    assert last["type"] == "goblin_market.passed.v1"


def is_asked_about_low_cards(one: Person) -> bool:
    """Tap the lowest cards, one more at a time, until a pick has as many as it takes."""
    one.see(f"{DOING}[aria-busy=false]")
    cards = one.page.locator(PLAYABLE)
    for at in range(cards.count() if one.has(f"{DOING} .pick") else 0):
        cards.nth(at).tap()
        wait_for(lambda at=at: one.page.locator(".hand [aria-pressed=true]").count() == at + 1)  # type: ignore[misc]
        if one.has(f"{DOING} .pick button.main"):
            return True
    if one.has(".hand [aria-pressed=true]"):
        one.use(f"{DOING} button:has-text('Put the cards back')")
    return False


def test_cards_are_tried_where_the_question_about_them_gets_no_answer(
    people: Any, url: str, name: str
) -> None:
    _, _, one = begun(people, url, "bum", name)
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        route.abort()

    one.page.route("**/actions/check", lose)
    while not is_asked_about_low_cards(one):
        one.take_turn()
    one.use(f"{DOING} .pick button.main:not(:disabled):not([aria-disabled=true])")
    assert lost
    assert "rule" in one.see(f"{DOING} .problem").inner_text()
    one.faults.clear()  # the browser tells that no answer came, and of the refusal
