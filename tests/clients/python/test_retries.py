"""What is sent again, when, and with which key and token: at a server that answers by a script."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from fairdeal_client import ApiError, AsyncClient, Call, Client, DeviceCode, NoAnswer, Tokens, calls
from fairdeal_client.errors import NotSignedIn, SignInFailed, TooMany, Unavailable

ACCEPTED = {"receipt": {"n": 5}, "view": {"n": 5}}
Answer = httpx.Response | Exception
ACT: Call[Any] = calls.act("t1", {"type": "pass"})
REGISTER = calls.register_player({"name": "Ada"})


def answer(status: int, body: Any, **headers: str) -> httpx.Response:
    """Return an answer of the API."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body, headers=named)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    """Return a refusal."""
    return answer(status, {"code": code, "detail": f"{code} it is"}, **headers)


class Script:
    """A server that gives one answer after the other, and remembers what it was sent."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: Iterator[Answer] = iter(answers)
        self.requests: list[httpx.Request] = []
        self.pauses: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        found = next(self.answers)
        if isinstance(found, Exception):
            raise found
        return found

    def header(self, name: str) -> list[str | None]:
        """Return a header of all requests."""
        return [one.headers.get(name) for one in self.requests]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Script, Client]]:
    """Return what makes a script and its client, which never sleeps."""

    def begin(*answers: Answer, **settings: Any) -> tuple[Script, Client]:
        script = Script(*answers)
        monkeypatch.setattr("fairdeal_client.client.time.sleep", script.pauses.append)
        settings.setdefault("token", "fdp_1")
        http = httpx.Client(transport=httpx.MockTransport(script))
        return script, Client("https://cards.example", http=http, **settings)

    return begin


Begin = Callable[..., tuple[Script, Client]]
LOST = (httpx.ReadError("gone"), httpx.ReadTimeout("late"), httpx.RemoteProtocolError("half"))


@pytest.mark.parametrize("lost", LOST)
def test_an_action_is_sent_again_with_its_key_until_an_answer_comes(
    lost: Exception, scripted: Begin
) -> None:
    script, client = scripted(lost, lost, answer(200, ACCEPTED))
    assert client.call(ACT) == ACCEPTED
    first, *others = script.header("Idempotency-Key")
    assert first is not None
    assert others == [first, first]
    assert len({one.content for one in script.requests}) == 1
    assert 0 < script.pauses[0] < 0.26 < script.pauses[1] + 0.26


def test_two_actions_have_two_keys(scripted: Begin) -> None:
    script, client = scripted(answer(200, ACCEPTED), answer(200, ACCEPTED))
    client.call(ACT), client.call(ACT)
    assert len(set(script.header("Idempotency-Key"))) == 2


def test_a_busy_server_is_left_alone_for_as_long_as_it_says(scripted: Begin) -> None:
    script, client = scripted(
        problem(429, "http/too_many", Retry_After="7"),
        problem(503, "http/store_away", Retry_After="2"),
        answer(200, ACCEPTED),
    )
    assert client.call(ACT) == ACCEPTED
    assert script.pauses == [7, 2]


def test_a_wait_beyond_the_patience_is_not_waited(scripted: Begin) -> None:
    script, client = scripted(problem(429, "http/too_many", Retry_After="3600"))
    with pytest.raises(TooMany, match="http/too_many: http/too_many it is"):
        client.call(ACT)
    assert script.pauses == []


def test_what_takes_no_key_is_sent_again_only_where_nothing_was_done(scripted: Begin) -> None:
    made = {"player": "p1", "token": "t", "name": "Ada"}
    for undone in (
        httpx.ConnectError("refused"),
        problem(429, "http/too_many", Retry_After="1"),
        problem(503, "http/store_away", Retry_After="1"),
    ):
        script, client = scripted(undone, answer(201, made))
        assert client.call(REGISTER)["token"] == "t"
        assert script.header("Idempotency-Key") == [None, None]
    for unknown in LOST:
        _, client = scripted(unknown)
        with pytest.raises(NoAnswer):
            client.call(REGISTER)
    for after in (problem(503, "service/unknown", Retry_After="1"), httpx.Response(502)):
        _, client = scripted(after)
        with pytest.raises(Unavailable):
            client.call(REGISTER)


def test_patience_has_an_end(scripted: Begin) -> None:
    script, client = scripted(httpx.ReadError("gone"), patience=0)
    with pytest.raises(NoAnswer, match="gone"):
        client.call(ACT)
    assert len(script.requests) == 1


def test_an_answer_that_is_no_json_is_an_error_with_its_status(scripted: Begin) -> None:
    _, client = scripted(httpx.Response(403, text="<html>no</html>"))
    with pytest.raises(ApiError) as refused:
        client.call(ACT)
    assert (refused.value.code, refused.value.status) == ("http/403", 403)


def test_an_answer_of_something_else_than_the_server_is_none(scripted: Begin) -> None:
    _, client = scripted(httpx.Response(200, html="<html>Log in to this wifi</html>"))
    with pytest.raises(NoAnswer, match="something else than the server"):
        client.call(ACT)


def form(request: httpx.Request) -> dict[str, str]:
    """Return the fields of a form."""
    return {name: one[0] for name, one in parse_qs(request.content.decode()).items()}


FRESH = {"access_token": "fda_2", "refresh_token": "fdr_2", "scope": "read play"}


def test_an_access_token_that_has_ended_is_renewed_once_and_stored(scripted: Begin) -> None:
    stored: list[Tokens] = []
    script, client = scripted(
        problem(401, "http/unauthorized"), answer(200, FRESH), answer(200, ACCEPTED),
        token=Tokens("fda_1", "fdr_1", "app_1"), on_tokens=stored.append,
    )  # fmt: skip
    assert client.call(ACT) == ACCEPTED
    assert script.header("Authorization") == ["Bearer fda_1", None, "Bearer fda_2"]
    wanted = {"grant_type": "refresh_token", "refresh_token": "fdr_1", "client_id": "app_1"}
    assert form(script.requests[1]) == wanted
    assert stored == [Tokens("fda_2", "fdr_2", "app_1", "read play")]
    assert len(set(script.header("Idempotency-Key")) - {None}) == 1


def test_calls_side_by_side_use_a_refresh_token_once(monkeypatch: pytest.MonkeyPatch) -> None:
    forms: list[dict[str, str]] = []
    both_refused = asyncio.Event()

    async def serve(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/oauth/token":
            forms.append(form(request))
            await both_refused.wait()
            return answer(200, FRESH)
        if request.headers["Authorization"] == "Bearer fda_1":
            keys.add(request.headers["Idempotency-Key"])
            if len(keys) == 2:
                both_refused.set()
            return problem(401, "http/unauthorized")
        return answer(200, ACCEPTED)

    keys = set[str]()

    async def act_twice() -> tuple[Any, Any]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(serve))
        tokens = Tokens("fda_1", "fdr_1", "app_1")
        async with AsyncClient("https://cards.example", tokens, http=http) as client:
            return await asyncio.gather(client.call(ACT), client.call(ACT))

    assert [*asyncio.run(act_twice())] == [ACCEPTED, ACCEPTED]
    assert [one["refresh_token"] for one in forms] == ["fdr_1"]


def test_where_no_place_to_wait_is_free_the_client_waits_itself(scripted: Begin) -> None:
    script, client = scripted(answer(200, {"n": 3}, Retry_After="4"))
    client.call(calls.show_view("t1", after=3, wait=25))
    assert script.pauses == [4]


def test_a_grant_that_was_revoked_is_not_asked_for_again_and_again(scripted: Begin) -> None:
    revoked = answer(400, {"error": "invalid_grant", "error_description": "It was revoked"})
    _, client = scripted(
        problem(401, "http/unauthorized"), revoked, token=Tokens("fda_1", "fdr_1", "app_1")
    )
    with pytest.raises(SignInFailed, match="invalid_grant: It was revoked") as failed:
        client.call(ACT)
    assert failed.value.code == "invalid_grant"
    _, client = scripted(problem(401, "http/unauthorized"))
    with pytest.raises(NotSignedIn):
        client.call(ACT)


def test_a_person_signs_in_by_a_code_on_another_device(scripted: Begin) -> None:
    begun = {"device_code": "d", "user_code": "ABCD-EFGH", "expires_in": 600, "interval": 5}
    where = {"verification_uri_complete": "https://cards.example/device?user_code=ABCD-EFGH"}
    script, client = scripted(
        answer(200, {**begun, **where}),
        answer(400, {"error": "authorization_pending"}),
        answer(400, {"error": "slow_down"}),
        answer(200, FRESH),
        answer(200, ACCEPTED),
        token=None,
    )
    shown: list[DeviceCode] = []
    tokens = client.sign_in_by_device("app_1", shown.append, "read play")
    assert (tokens.access_token, tokens.client_id) == ("fda_2", "app_1")
    assert shown[0].user_code == "ABCD-EFGH"
    assert shown[0].address == where["verification_uri_complete"]
    assert script.pauses == [5, 5, 10]
    asked = {"client_id": "app_1", "scope": "read play"}
    assert form(script.requests[0]) == asked
    assert form(script.requests[1])["grant_type"].endswith("device_code")
    client.call(ACT)
    assert script.header("Authorization")[-1] == "Bearer fda_2"


def test_a_person_who_says_no_ends_the_sign_in(scripted: Begin) -> None:
    begun = {"device_code": "d", "user_code": "A", "expires_in": 600, "verification_uri": "u"}
    _, client = scripted(answer(200, begun), answer(400, {"error": "access_denied"}), token=None)
    with pytest.raises(SignInFailed, match="access_denied"):
        client.sign_in_by_device("app_1", lambda code: None)


def browser(**changes: str | None) -> Callable[[str], None]:
    """Return a browser in which a person allows the app at once; some fields come out otherwise."""

    def open_page(address: str) -> None:
        query = {name: one[0] for name, one in parse_qs(address.partition("?")[2]).items()}
        assert (query["code_challenge_method"], query["response_type"]) == ("S256", "code")
        given = {"code": "c", "state": query["state"], "iss": "https://cards.example", **changes}
        found = {name: one for name, one in given.items() if one is not None}
        assert httpx.get(query["redirect_uri"], params=found).status_code == 200

    return open_page


METADATA = {"issuer": "https://cards.example"}


def test_a_person_signs_in_by_their_browser(scripted: Begin) -> None:
    script, client = scripted(answer(200, METADATA), answer(200, FRESH), token=None)
    tokens = client.sign_in("app_1", "read play", browser(), 30)
    assert tokens.refresh_token == "fdr_2"
    redeemed = form(script.requests[1])
    assert redeemed["code"] == "c"
    assert redeemed["redirect_uri"].startswith("http://127.0.0.1:")
    assert len(redeemed["code_verifier"]) >= 43


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"state": "another"}, "wrong_state"),
        ({"iss": "https://evil.example"}, "wrong_issuer"),
        ({"code": None, "error": "access_denied"}, "access_denied"),
    ],
)
def test_an_answer_to_another_request_or_of_another_server_is_refused(
    changes: dict[str, str | None], code: str, scripted: Begin
) -> None:
    _, client = scripted(answer(200, METADATA), token=None)
    with pytest.raises(SignInFailed) as failed:
        client.sign_in("app_1", open_page=browser(**changes), seconds=30)
    assert failed.value.code == code


def test_coroutines_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(
        httpx.ReadError("gone"), problem(503, "http/store_away", Retry_After="3"),
        answer(200, ACCEPTED), answer(200, METADATA), answer(200, FRESH),
    )  # fmt: skip

    async def pause(seconds: float) -> None:
        script.pauses.append(seconds)

    async def act_and_sign_in() -> tuple[Any, Tokens]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(script))
        async with AsyncClient("https://cards.example", "fdp_1", http=http) as client:
            accepted = await client.call(ACT)
            return accepted, await client.sign_in("app_1", open_page=browser(), seconds=30)

    monkeypatch.setattr("fairdeal_client.aio.anyio.sleep", pause)
    accepted, tokens = asyncio.run(act_and_sign_in())
    assert accepted == ACCEPTED
    assert tokens.access_token == "fda_2"
    assert script.pauses[1] == 3
    assert len(set(script.header("Idempotency-Key")[:3])) == 1
    assert json.loads(script.requests[0].content) == {"type": "pass"}
