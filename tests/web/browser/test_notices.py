"""Notices, and what a page does without a network: the service worker in a real browser."""

from __future__ import annotations

import json
from typing import Any

from service.commands.client import register_account
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, Person, table_for_one
from tests.web.browser.test_pages import check, needs_axe

ENDPOINT = "https://push.example/send/1"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SUBSCRIBES = f"""(() => {{
  let held = null;
  const made = (key) => ({{
    endpoint: "{ENDPOINT}", options: {{ applicationServerKey: key }},
    toJSON: () => ({{ endpoint: "{ENDPOINT}", expirationTime: null,
                      keys: {{ p256dh: "{KEY}", auth: "BTBZMqHH6r4Tts7J_aSIgg" }} }}),
    unsubscribe: async () => {{ held = null; return true }},
  }});
  const text = (key) => atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (key) => Uint8Array.from(text(key), (one) => one.charCodeAt(0));
  PushManager.prototype.subscribe = async (asked) =>
    (held = made(bytes(asked.applicationServerKey).buffer));
  PushManager.prototype.getSubscription = async () => held;
}})()"""  # in place of a push service, which no test can ask
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => ({ title, body, path: data.path }))"""
IS_READY = """async () => (await navigator.serviceWorker.ready).active !== null"""


def install(one: Person) -> None:
    """Wait until the service worker is there; it has every page that is opened from then on."""
    assert one.page.evaluate(IS_READY)


def push(one: Person, notice: Any) -> None:
    """Deliver a message to the service worker, as the browser's push service would."""
    session = one.page.context.new_cdp_session(one.page)
    found: list[Any] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    wait_for(lambda: one.page.wait_for_timeout(10) or found)
    registration, data = found[-1]["registrationId"], json.dumps(notice)
    message = {"origin": one.url, "registrationId": registration, "data": data}
    session.send("ServiceWorker.deliverPushMessage", message)


def with_worker(people: Any, **more: Any) -> Person:
    """Return somebody whose browser runs the service worker and lets notices be shown."""
    one: Person = people(service_workers="allow", permissions=["notifications"], **more)
    one.page.add_init_script(SUBSCRIBES)
    return one


@needs_axe
def test_notices_are_turned_on_shown_in_the_language_of_the_page_and_end_with_signing_out(
    people: Any, url: str, name: str
) -> None:
    ada = register_account(url, name)
    one = with_worker(people, locale="de-DE")
    one.page.goto(f"{url}/account")
    one.page.locator("input").nth(1).fill(ada.token)
    one.use("text=Mein Konto öffnen")
    install(one)
    one.use("button:has-text('Sag mir, wenn ich am Zug bin')")
    one.see("button:has-text('Nicht mehr benachrichtigen')")
    check(one)
    (kept,) = ada.get("/v1/push-subscriptions")["subscriptions"]
    assert kept["endpoint"] == ENDPOINT
    assert "your_turn" in kept["kinds"]

    push(one, {"kind": "your_turn", "player": "p0", "table": "t0", "tournament": None, "n": 7})
    wait_for(lambda: one.page.evaluate(SHOWN))
    (shown,) = one.page.evaluate(SHOWN)
    assert shown == {
        "title": "Du bist am Zug",
        "body": "Tippe, um es zu öffnen",
        "path": "/tables/t0",
    }

    one.use("button:has-text('Abmelden')")
    one.use("button:has-text('In diesem Browser abmelden')")
    wait_for(lambda: ada.get("/v1/push-subscriptions")["subscriptions"] == [])
    held = "async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()"
    wait_for(lambda: one.page.evaluate(held) is None)


def test_notices_are_turned_off_again_at_the_table(people: Any, url: str, name: str) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = with_worker(people, width=DESK)
    one.enter(str(opener.token))
    one.page.goto(f"{url}/tables/{table}")
    install(one)
    one.use("button:has-text('Tell me when it is my turn')")
    one.use("button:has-text('Stop telling me')")
    one.see("button:has-text('Tell me when it is my turn')")
    assert opener.get("/v1/push-subscriptions")["subscriptions"] == []


def test_who_has_refused_notices_is_told_where_to_allow_them(
    people: Any, url: str, name: str
) -> None:
    ada = register_account(url, name)
    one = people()
    one.page.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    )
    one.enter(str(ada.token))
    assert "browser's settings" in one.see(".notices").inner_text()
    assert not one.has("button:has-text('Tell me')")


def test_without_a_network_the_page_comes_from_the_worker_and_no_answer_of_the_api_does(
    people: Any, url: str, name: str
) -> None:
    opener, table = table_for_one(url, "boon", name)
    one = with_worker(people)
    one.enter(str(opener.token))
    one.page.goto(f"{url}/tables/{table}")
    install(one)
    one.sit_and_begin(table)
    one.see(DOING)
    one.page.reload()
    one.see(DOING)
    one.page.context.set_offline(True)
    one.page.reload()
    one.see(".banner")
    assert not one.has("[data-n]")
    asked = "() => fetch('/v1/games').then(() => 'answered', () => 'no network')"
    assert one.page.evaluate(asked) == "no network"
    one.page.context.set_offline(False)
    one.see(DOING)
    one.faults.clear()  # the browser tells of what it could not load


def test_the_policy_lets_no_other_worker_and_no_other_url_in(people: Any, url: str) -> None:
    one = with_worker(people)
    one.page.goto(url)
    install(one)
    refused = """async (path) => {
      try { await navigator.serviceWorker.register(path); return "registered"; }
      catch (error) { return error.name; }
    }"""
    assert one.page.evaluate(refused, "/web/other.js") == "TypeError"
    policy = """() => {
      try { trustedTypes.createPolicy("other", {}); return "made"; }
      catch (error) { return error.name; }
    }"""
    assert one.page.evaluate(policy) == "TypeError"
    one.faults.clear()  # the browser tells of both


def test_the_browser_finds_nothing_that_keeps_the_page_from_being_installed(
    people: Any, url: str
) -> None:
    one = with_worker(people)
    one.page.goto(url)
    install(one)
    session = one.page.context.new_cdp_session(one.page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert json.loads(told["data"])["name"] == "fairdeal"
    kinds = [
        fault["errorId"]
        for fault in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    ]
    assert set(kinds) <= {"in-incognito"}, kinds
