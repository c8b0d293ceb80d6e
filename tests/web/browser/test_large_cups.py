"""A tournament of 300 entrants on a phone 390 pixels wide: all standings can be read."""

from typing import Any, Final

from tests.waiting import wait_for
from tests.web.browser.person import Person
from tests.web.browser.test_tournaments import opened, section

WIDTH: Final = 390  # pixels across
ENTRANTS: Final = 300
SHOWN: Final = 100  # rows until all are asked for
ROWS: Final = ".standing tbody tr"
IN_SIGHT: Final = """(cells) => cells.map((one) => one.getBoundingClientRect())
  .every(({ left, right, width }) => width > 0 && left >= 0 && right <= innerWidth)"""


def is_in_sight(one: Person, cells: str) -> bool:
    """Say whether cells are wholly within the width of the screen."""
    return bool(one.page.eval_on_selector_all(cells, IN_SIGHT))


def test_standings_of_300_entrants_can_be_used_on_a_phone(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, path = opened(url, name, give_role)
    for number in range(6, ENTRANTS):
        bot = {"kind": "bot", "members": ["bot:regular"], "name": f"Player number {number}"}
        dora.post(f"{path}/entrants", bot)
    dora.post(f"{path}/call", {})
    pairs = [{"seats": [at, at + 1]} for at in range(0, ENTRANTS, 2)]
    dora.post(f"{path}/rounds", {"tables": pairs})
    wait_for(lambda: dora.get(f"{path}/standings")["ended"] == 1)
    one = people(width=WIDTH)
    one.page.goto(url + path.removeprefix("/v1"))
    section(one, "Standings")
    one.see(ROWS)
    assert one.page.locator(ROWS).count() == SHOWN
    assert one.is_as_wide_as_the_screen()
    for cell in ("td:nth-child(1)", "th", "td:nth-child(3)"):  # place, name, points
        assert is_in_sight(one, f"{ROWS} {cell}"), cell
    wide = one.page.locator(".wide")
    assert wide.evaluate("(box) => box.scrollWidth > box.clientWidth"), "else nothing is shown here"
    wide.evaluate("(box) => box.scrollLeft = box.scrollWidth")
    assert is_in_sight(one, f"{ROWS} td:last-child")
    assert is_in_sight(one, f"{ROWS} th"), "names stay beside what is read"
    one.use(f"button:has-text('All {ENTRANTS}')")
    wait_for(lambda: one.page.locator(ROWS).count() == ENTRANTS)
    names = [row["name"] for row in dora.get(f"{path}/standings")["standings"]]
    assert one.page.locator(f"{ROWS} th").all_inner_texts() == names
    assert one.is_as_wide_as_the_screen()
