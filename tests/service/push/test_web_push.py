"""Web Push: encrypted as a browser decrypts it, signed by VAPID, and gone where nobody listens."""

import base64
import json
from typing import Any

import http_ece
import orjson
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from events.push.web_push import DAY, LIFE, VapidKey, encode_base64url
from tests.receivers import Received, Receiver, receiving, status
from tests.service.accounts.test_personal_tokens import made
from tests.service.asker import Asker, problem
from tests.service.push.desk import SECOND, Desk, act

PATH = "/v1/push-subscriptions"
AUTH = b"sixteen bytes, !"


class Browser:
    """A client with keys of its own."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": encode_base64url(point), "auth": encode_base64url(AUTH)}

    def subscribe(self, player: Asker, service: Receiver, *kinds: str, at: str = "/send/1") -> Any:
        wanted = {
            "endpoint": service.url + at, "expirationTime": None, "keys": self.keys,
            **({"kinds": [*kinds]} if kinds else {}),
        }  # fmt: skip
        answer = player.post(PATH, wanted)
        assert answer.status_code == 201, answer.text
        return answer.get_json()

    def read(self, request: Received) -> Any:
        """Decrypt a message."""
        text = http_ece.decrypt(
            request.body, private_key=self.key, auth_secret=AUTH, version="aes128gcm"
        )
        return orjson.loads(text)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims_of(header: str, public: str) -> Any:
    """Return the claims of a VAPID header, of which the signature fits the server's key."""
    kind, _, rest = header.partition(" ")
    fields = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert (kind, fields["k"]) == ("vapid", public)
    head, claims, signature = fields["t"].split(".")
    raw = decoded(signature)
    der = encode_dss_signature(*(int.from_bytes(one, "big") for one in (raw[:32], raw[32:])))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(decoded(claims))


@pytest.fixture
def browser() -> Browser:
    return Browser()


def test_a_turn_wakes_a_browser_that_alone_can_read_it(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    with receiving(status(201)) as service:
        browser.subscribe(ada, service, "your_turn")
        browser.subscribe(bob, service, "your_turn", at="/send/2")
        public = ada.get(PATH).get_json()["public_key"]
        path, able = desk.at_turn(ada, bob)
        desk.push()
    (request,) = service.requests
    found = browser.read(request)
    assert (found["kind"], found["player"]) == ("your_turn", able.id)
    assert path.endswith(found["table"])
    assert request.path == ("/send/1" if able is ada else "/send/2")
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["urgency"] == "high"
    assert 0 < int(request.headers["ttl"]) <= DAY
    assert len(request.headers["topic"]) == 32
    assert set(request.headers["topic"]) <= set(encode_base64url(bytes(range(256))) + "-_")
    assert claims_of(request.headers["authorization"], public) == {
        "aud": service.url, "exp": desk.time // 1000 + LIFE,
    }  # fmt: skip


def test_messages_of_the_same_words_are_encrypted_anew(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    with receiving(status(503)) as service:
        browser.subscribe(ada, service, "table_started")
        desk.at_turn(ada, bob)
        desk.push()
        desk.pass_time(60 * SECOND)
        desk.deliver()
    first, second = service.requests
    assert browser.read(first) == browser.read(second)
    assert first.body != second.body
    assert "topic" not in first.headers
    assert first.headers["urgency"] == "normal"


@pytest.mark.parametrize("code", [404, 410])
def test_a_subscription_that_is_gone_is_removed(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser, code: int
) -> None:
    with receiving(status(code)) as service:
        browser.subscribe(ada, service, "table_started")
        desk.at_turn(ada, bob)
        desk.push()
    assert ada.get(PATH).get_json()["subscriptions"] == []
    assert desk.queue.waiting() == 0


def test_a_message_lives_no_longer_than_the_turn(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    with receiving(status(201)) as service:
        for one, at in ((ada, "/1"), (bob, "/2")):
            browser.subscribe(one, service, "your_turn", at=at)
        desk.service.started([ada, bob], "boosh", 2, clock={"turn": 300})
        desk.push()
    (request,) = service.requests
    assert 0 < int(request.headers["ttl"]) <= 300


def test_an_endpoint_subscribes_once_and_unsubscribes(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    with receiving(status(201)) as service:
        first = browser.subscribe(ada, service, "your_turn")
        second = browser.subscribe(ada, service, "table_started")
        assert first["id"] == second["id"]
        (listed,) = ada.get(PATH).get_json()["subscriptions"]
        assert listed["kinds"] == ["table_started"]
        desk.at_turn(ada, bob)
        desk.tell()
        assert bob.delete(f"{PATH}/{first['id']}").status_code == 204
        assert len(ada.get(PATH).get_json()["subscriptions"]) == 1
        assert ada.delete(f"{PATH}/{first['id']}").status_code == 204
        desk.deliver()
    assert service.requests == []
    assert ada.get(PATH).get_json()["subscriptions"] == []


def test_a_subscription_ends_with_its_token(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    token = made(ada, "read")
    app = Asker(ada.client, token["token"], ada.id)
    with receiving(status(201)) as service:
        browser.subscribe(app, service, "table_started")
        desk.at_turn(ada, bob)
        desk.tell()
        ada.delete(f"/v1/tokens/{token['id']}")
        desk.deliver()
    assert service.requests == []
    assert ada.get(PATH).get_json()["subscriptions"] == []


@pytest.mark.parametrize(
    ("endpoint", "keys"),
    [
        ("https://127.0.0.1/send", {}),
        ("http://push.example/send", {}),
        ("https://push.example/send", {"p256dh": encode_base64url(bytes(65))}),
        ("https://push.example/send", {"p256dh": "AAAA"}),
        ("https://push.example/send", {"auth": "AAAA"}),
        ("https://push.example/send", {"auth": "not base64url!"}),
    ],
)
def test_what_could_never_be_sent_is_refused(
    ada: Asker, browser: Browser, endpoint: str, keys: dict[str, str]
) -> None:
    wanted = {"endpoint": endpoint, "keys": {**browser.keys, **keys}}
    problem(ada.post(PATH, wanted), 422, "http/invalid")


def test_the_key_of_the_server_stays_and_is_kept_from_others(desk: Desk, ada: Asker) -> None:
    folder = desk.service.parts.signing.keys.folder
    again = VapidKey(folder)
    assert again.public == ada.get(PATH).get_json()["public_key"]
    assert (folder / "push.key").stat().st_mode & 0o077 == 0
    assert again.authorization("https://a.example", "", 10**12) == again.authorization(
        "https://a.example", "", 10**12 + SECOND
    )


def test_the_address_of_the_server_is_told_to_push_services(desk: Desk) -> None:
    vapid = desk.service.parts.push.vapid
    header = vapid.authorization("https://a.example", "https://play.example", desk.time)
    assert claims_of(header, vapid.public) == {
        "aud": "https://a.example", "exp": desk.time // 1000 + LIFE, "sub": "https://play.example",
    }  # fmt: skip


def test_the_example_of_rfc_8291_is_read_as_a_browser_reads_it(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    """What `http_ece` decrypts of RFC 8291's example is what the RFC says, so it judges ours."""
    key = ec.derive_private_key(
        int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"),
        ec.SECP256R1(),
    )
    body = decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    auth = decoded("BTBZMqHH6r4Tts7J_aSIgg")
    text = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
    assert text == b"When I grow up, I want to be a watermelon"


def test_a_turn_that_was_answered_wakes_nobody(
    desk: Desk, ada: Asker, bob: Asker, browser: Browser
) -> None:
    with receiving(status(201)) as service:
        for one, at in ((ada, "/1"), (bob, "/2")):
            browser.subscribe(one, service, "your_turn", at=at)
        path, able = desk.at_turn(ada, bob)
        desk.tell()
        act(able, path)
        desk.deliver()
    assert service.requests == []
