"""The analysis of one's own decisions, beside the replay of a table that has ended."""

from __future__ import annotations

from typing import Any

from service.commands.client import register_account
from tests.web.browser.person import PHONE
from tests.web.browser.season import season

JUDGED = ".analysis .judged"


def test_a_player_has_the_decisions_judged_and_goes_from_mistake_to_mistake(
    people: Any, url: str, name: str
) -> None:
    ada, bob = register_account(url, f"{name} A"), register_account(url, f"{name} B")
    (table,) = season(ada, bob, 1)
    one = people(width=PHONE)
    one.enter(str(ada.token))
    one.page.goto(f"{url}/replay/{table}")
    one.use(".analyse")
    one.see(".analysis [role=status]:has-text('blunder')")
    found = ada.get(f"/v1/tables/{table}/analysis?seat=0")
    mistakes = [each for each in found["decisions"] if each["grade"] != "good"]
    for each in mistakes[:2]:
        one.use("button:has-text('Next mistake')")
        one.see(f".replay[data-n='{each['n']}'] {JUDGED}:has-text('{each['grade']}')")
    assert one.has("button:has-text('Next mistake'):disabled") == (len(mistakes) < 3)
    assert one.is_as_wide_as_the_screen()
    assert one.faults == []
    one.page.goto(f"{url}/replay/{table}")
    one.see(".analyse")
    stranger = people(width=PHONE)
    stranger.page.goto(f"{url}/replay/{table}#n=20&as=0")
    stranger.see(".command")
    assert not stranger.has(".analyse")
