"""A person in front of a browser: sees what is shown, taps, or presses keys; knows no API."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from service.commands.client import Client, register_account
from tests.waiting import PATIENCE as SECONDS
from tests.waiting import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page

PHONE, DESK = 360, 1280  # pixels across
PATIENCE = 1000 * SECONDS  # until something must be shown
MOST_TABS = 120  # presses until what is sought has the focus
BUTTON: Final = "button:not(:disabled):visible"
DOING: Final = ".doing.turn"
CARD: Final = ".felt button.card:not(.dim):visible"
READY: Final = f"{DOING} {BUTTON}.main, {DOING} .choices {BUTTON}"
KEY_TOWARDS: Final = """(sought) => {
  const now = document.activeElement;
  if (now === sought) return null;
  const isBehind = now.compareDocumentPosition(sought) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!sought.closest(".hand, .choices")?.contains(now)) return isBehind ? "Tab" : "Shift+Tab";
  return isBehind ? "ArrowRight" : "ArrowLeft";
}"""
Way = Literal["taps", "keys"]
Pace = Literal["slow", "normal", "fast", "off"]


@dataclass
class Person:
    """Somebody with a browser of their own; what goes wrong in it is kept in `faults`."""

    page: Page
    url: str
    way: Way = "taps"
    faults: list[str] = field(default_factory=list)
    presses: int = 0  # of keys, so far

    def press(self, key: str) -> None:
        """Press a key."""
        self.presses += 1
        self.page.keyboard.press(key)

    def see(self, selector: str) -> Locator:
        """Wait until something is shown."""
        found = self.page.locator(selector).first
        found.wait_for()
        return found

    def use(self, selector: str) -> None:
        """Tap something, or go to it with Tab and press Enter."""
        target = self.see(selector)
        if self.way == "taps":
            target.tap()
            return
        self.go_to(target)
        self.press("Enter")

    def go_to(self, target: Locator) -> None:
        """Press Tab until something has the focus; within the cards or a row of choices, arrows."""
        for _ in range(MOST_TABS):
            key = target.evaluate(KEY_TOWARDS)
            if key is None:
                return
            self.press(key)
        raise AssertionError(f"no key leads to {target}")

    def enter(self, token: str) -> None:
        """Open an account here by a token of it."""
        self.page.goto(f"{self.url}/account")
        self.page.get_by_label("Sign-in code, recovery code or token").fill(token)
        self.use("text=Open my account")
        self.see("h2:has-text('My tables')")

    @property
    def address(self) -> str:
        """Return what stands in the address, as it is now."""
        return str(self.page.evaluate("location.href"))

    @property
    def n(self) -> int:
        """Return the number of the event that is shown."""
        return int(self.see("[data-n]").get_attribute("data-n") or 0)

    def another_tab(self, table: str) -> Person:
        """Look at a table in another tab of the same browser, too."""
        tab = Person(self.page.context.new_page(), self.url, self.way, self.faults)
        tab.page.goto(f"{self.url}/tables/{table}")
        return tab

    def sit_and_begin(self, table: str) -> None:
        """Take the first free seat of a table and begin play."""
        self.page.goto(f"{self.url}/tables/{table}")
        self.use("button:has-text('Sit here')")
        self.use("button:has-text('Begin')")

    def play_to_the_end(self, most: int) -> int:
        """Play whatever can be done first until there is a result; return in how many turns."""
        for turn in range(most):
            self.see(f"{DOING}, .result")
            if self.page.locator(".result").count():
                return turn
            self.take_turn()
        raise AssertionError(f"no result after {most} turns")

    def act(self) -> None:
        """Do the first thing that can be done; tap a card before where all needs one."""
        self.see(f"{DOING}[aria-busy=false]")  # while an action is on its way no button can be used
        if not self.has(READY):
            pick = f"{DOING} .pick button.quiet"
            at_keys = self.way == "keys" and self.has(f"{CARD}:focus")
            card = f"{CARD}:focus" if at_keys else CARD
            self.use(pick if self.has(pick) else card)
        self.use(READY)

    def take_turn(self) -> None:
        """Do something, and wait until it has happened."""
        seen = self.n
        self.act()
        wait_for(lambda: self.n > seen or self.page.locator(".doing .problem").count())
        assert self.n > seen, self.see(".doing .problem").inner_text()

    def has(self, selector: str) -> bool:
        """Say whether something is shown now."""
        return bool(self.page.locator(selector).count())

    def is_as_wide_as_the_screen(self) -> bool:
        """Say whether nothing leads a person to scroll sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return bool(wide <= 0)


def person(
    browser: Browser,
    url: str,
    width: int = PHONE,
    way: Way = "taps",
    pace: Pace = "off",
    **more: Any,
) -> Person:
    """Return somebody new with a browser of their own, who is shown what happens at a pace."""
    more = {
        "service_workers": "block",
        **more,
    }  # it would answer before what a test puts in between
    context = browser.new_context(
        viewport={"width": width, "height": 740}, has_touch=way == "taps", **more
    )
    context.add_init_script(f"try {{ localStorage['fairdeal.pace'] = '\"{pace}\"' }} catch {{}}")
    context.set_default_timeout(PATIENCE)
    one = Person(context.new_page(), url, way)

    def note(fault: Error | str) -> None:
        if not ("409" in str(fault) and str(fault).endswith("/proof")):  # it is on its way
            one.faults.append(str(fault))

    context.on("weberror", lambda fault: note(fault.error))  # of all tabs
    context.on("console", lambda said: note(told(said)) if said.type == "error" else None)
    context.on("dialog", lambda dialog: note(dialog.message))
    return one


def told(said: ConsoleMessage) -> str:
    """Return what a console says, and of what."""
    return f"{said.text} {said.location['url']}"


def table_for_one(url: str, game: str, name: str, **options: Any) -> tuple[Client, str]:
    """Return who has opened a short table, and its id: bots hold all of its seats but one."""
    opener = register_account(url, name)
    details = opener.get(f"/v1/games/{game}")
    seats = details["seats"]["least"]
    options = {**details["brief"], **options}
    asked = {"game": game, "seats": seats, "options": options, "clock": None}
    table = opener.post("/v1/tables", asked)["view"]["table"]
    for seat in range(1, seats):
        opener.post(f"/v1/tables/{table}/seats", {"seat": seat, "bot": "regular"})
    return opener, table


def actions_of(opener: Client, table: str, seat: int) -> int:
    """Return how many actions of a seat the log holds."""
    events = opener.get(f"/v1/tables/{table}/events")["events"]
    causes = [one["cause"] for one in events if isinstance(one["cause"], dict)]
    return [cause.get("seat") for cause in causes if "action" in cause].count(seat)
