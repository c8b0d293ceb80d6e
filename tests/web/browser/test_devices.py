"""A second device signs in by a code that the first one shows, and a lost one is signed out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.person import DESK, PHONE, Person
from tests.web.browser.test_pages import check, needs_axe

CODE = "[aria-label='Sign-in code'] .secret"


def signed_up(one: Person) -> str:
    """Make an account, and return its name."""
    one.page.goto(f"{one.url}/account")
    one.use("text=Make an account")
    one.use("text=I have written it down")
    return str(one.see(".who").inner_text())


@needs_axe
@pytest.mark.parametrize("scheme", some("schemes of codes", ["light", "dark"], 1))
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_scanned_code_signs_a_phone_in_once_and_the_first_device_sees_it(
    people: Any, url: str, scheme: str, width: int
) -> None:
    desk, phone, thief = (people(width=width, color_scheme=scheme) for _ in range(3))
    name = signed_up(desk)
    desk.use("text=Sign in on another device")
    code = desk.see(CODE).inner_text()
    desk.see("svg.qr")
    check(desk)
    phone.page.goto(f"{url}/account#sign-in={code}")
    phone.see("text=Go on only if you have just scanned the code")
    assert code not in phone.address
    check(phone)
    phone.use("button:text-is('Sign in here')")
    phone.see("h2:has-text('My tables')")
    assert phone.see(".who").inner_text() == name
    desk.see("text=Your other device is signed in")
    assert not desk.has(CODE)
    thief.page.goto(f"{url}/account#sign-in={code}")
    thief.use("button:text-is('Sign in here')")
    thief.see("[role=alert]:has-text('This sign-in code is not valid')")
    thief.faults.clear()  # the browser tells of the refusal


def test_a_lost_phone_is_signed_out_and_no_other_device(people: Any, url: str) -> None:
    desk, phone, tablet = people(width=DESK), people(), people()
    signed_up(desk)
    for one in (phone, tablet):
        desk.use("text=Sign in on another device")
        one.page.goto(f"{url}/account#sign-in={desk.see(CODE).inner_text()}")
        one.use("button:text-is('Sign in here')")
        one.see("h2:has-text('My tables')")
        desk.see("text=Your other device is signed in")
    row = "[aria-label=Devices] li"
    wait_for(lambda: desk.page.locator(row).count() == 3)
    others = desk.page.locator(f"{row}:has(button)")
    assert others.count() == 2
    lost = others.first
    lost.get_by_role("button").click()
    lost.locator(".asked button.main").click()
    wait_for(lambda: desk.page.locator(row).count() == 2)
    shut = "[role=alert]:has-text('was signed out')"
    wait_for(lambda: phone.has(shut) or tablet.has(shut))
    assert not (phone.has(shut) and tablet.has(shut))
    assert not desk.has(shut)
    for one in (phone, tablet):
        one.faults.clear()  # the browser tells of the refusal


def test_a_code_for_another_account_is_taken_only_by_who_wants_to_change(
    people: Any, url: str
) -> None:
    one, other = people(), people(width=DESK)
    own, name = signed_up(one), signed_up(other)
    other.use("text=Sign in on another device")
    link = f"{url}/account#sign-in={other.see(CODE).inner_text()}"
    one.page.goto(url)
    one.page.goto(link)
    assert own in one.see(".warning").inner_text()
    one.use("text=Do not sign in")
    assert one.see(".who").inner_text() == own
    one.page.goto(url)
    one.page.goto(link)
    one.use("button:text-is('Sign in here')")
    wait_for(lambda: one.see(".who").inner_text() == name)
