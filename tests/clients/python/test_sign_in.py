"""An app signs players in with the client package at a real server, and plays for them."""

from collections.abc import Callable
from urllib.parse import parse_qsl

import httpx
import pytest
from fairdeal_client import Bot, Client, DeviceCode, Tokens, calls
from fairdeal_client.errors import NotAllowed, NotSignedIn, SignInFailed

REDIRECT = "http://127.0.0.1/callback"  # on any port


def new_app(url: str) -> str:
    """Return the id of a new app."""
    with Client(url) as owner:
        owner.register()
        return owner.call(calls.register_app({"name": "Cards", "redirect_uris": [REDIRECT]}))["app"]


def browser_of(person: Client, *, allow: bool = True) -> Callable[[str], None]:
    """Return a browser in which somebody answers the page of the app at once."""

    def open_page(address: str) -> None:
        query = dict(parse_qsl(address.partition("?")[2]))
        body = {**query, "allow": allow}
        found = person.call(calls.answer_authorization(body))  # type: ignore[arg-type]
        assert httpx.get(found["redirect_to"]).status_code == 200

    return open_page


def test_an_app_plays_a_rated_table_for_a_person_until_it_is_revoked(url: str) -> None:
    stored: list[Tokens] = []
    with (
        Client(url) as person,
        Client(url, verify=True, on_tokens=stored.append) as app,
    ):
        name = person.register()["name"]
        first = app.sign_in(new_app(url), "read play tables", browser_of(person), 60)
        assert stored == [first]
        assert app.call(calls.show_me())["name"] == name
        table = app.open_table("boon", 3, brief=True)
        table.sit()
        table.start(bots="regular")
        assert table.play(Bot())["phase"] == "closed"
        assert "from my entropy" in str(table.verdict)
        with pytest.raises(NotAllowed, match="http/insufficient_scope"):
            app.call(calls.rename_me({"name": "Somebody else"}))
        first.access_token = "fda_ended"  # as after an hour
        assert app.call(calls.show_me())["name"] == name
        assert stored[-1].refresh_token != stored[0].refresh_token
        (grant,) = person.call(calls.list_my_grants())["grants"]
        person.call(calls.end_grant(grant["grant"]))
        with pytest.raises(SignInFailed, match="invalid_grant"):
            app.call(calls.show_me())


def test_a_person_who_says_no_is_not_signed_in(url: str) -> None:
    with Client(url) as person, Client(url) as app:
        person.register()
        with pytest.raises(SignInFailed, match="access_denied"):
            app.sign_in(new_app(url), "read", browser_of(person, allow=False), 60)


def test_a_machine_without_a_browser_says_so_at_once(url: str) -> None:
    with Client(url) as app, pytest.raises(SignInFailed, match="no_browser"):
        app.sign_in(new_app(url), "read", lambda address: False, 60)


@pytest.mark.parametrize("allow", [True, False])
def test_a_terminal_signs_a_person_in_by_device_code(
    allow: bool, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal_client.client.time.sleep", lambda seconds: None)
    with Client(url) as person, Client(url) as app:
        person.register()

        def show(code: DeviceCode) -> None:
            assert code.user_code in code.address
            wanted = person.call(calls.show_device_code(code.user_code))
            assert (wanted["name"], wanted["scopes"]) == ("Cards", ["read", "play"])
            person.call(calls.answer_device_code(code.user_code, {"allow": allow}))

        if allow:
            app.sign_in_by_device(new_app(url), show)
            assert app.call(calls.show_me())["player"] == person.session.player
        else:
            with pytest.raises(SignInFailed, match="access_denied"):
                app.sign_in_by_device(new_app(url), show)


def test_who_signs_out_ends_the_grant(url: str) -> None:
    with Client(url) as person, Client(url) as app:
        person.register()
        tokens = app.sign_in(new_app(url), "read", browser_of(person), 60)
        app.sign_out()
        assert person.call(calls.list_my_grants())["grants"] == []
        with pytest.raises(NotSignedIn):
            app.call(calls.show_me())
        app.session.use(tokens)
        with pytest.raises(SignInFailed, match="invalid_grant"):
            app.call(calls.show_me())
