"""Every example of an answer in openapi.yaml is what the server really answers."""

import json
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from events.handle import CommandRequest, handle
from events.push.notices import DeliveryAttempt
from events.store.analyses import AnalysisRecord, AnalysisStore
from events.store.hints import HintStore
from events.store.streams import Store
from games.core.contract import Seat
from games.core.type_hints.values import read_action
from games.table import Act, Table
from service.accounts.examples import ADA, AT, BOB, LIMITS_IN_EXAMPLE
from service.app import create_app
from service.disputes.examples import EVENTS_IN_EXAMPLE
from service.games.examples import shorten_details, shorten_games, shorten_rules
from service.history.examples import AFTER, BEFORE
from service.openapi.examples import component_examples
from service.play.examples import (
    COMMANDS_IN_EXAMPLE,
    EDIT,
    MOMENTS_IN_EXAMPLE,
    NO_LOG,
    STORED_ANALYSIS,
    STORED_HINT,
)
from service.settings import ServiceSettings
from service.tables.examples import COMMITMENT, ENTROPY, STREAM_LENGTH, TABLE
from service.tournaments.examples import CUP, example_tournament_steps
from service.tournaments.result_examples import CUP as PLAYED
from service.tournaments.result_examples import example_orders
from tests.projections.ratings.test_standings import play
from tests.service.accounts.test_news import follow as follow_news
from tests.service.apps.signing_in import AUTHORIZATIONS, ClientApp
from tests.service.asker import Asker, Service, with_role
from tests.service.cups import entered, opened
from tests.service.disputes.test_disputes import follow as follow_disputes
from tests.service.document import examples_of_answers
from tests.service.provoke_disputes import auditor as an_auditor
from tests.service.ratings.test_standings import season

Json = dict[str, Any]
PATH = f"/v1/tables/{TABLE}"
MASKS = [
    (re.compile(r"\b[0-9a-f]{128}\b"), "signature"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "hash"),
    (re.compile(r"\b[0-9a-f]{16}\b"), "key"),
    (re.compile(r'"[A-Za-z0-9_-]{43}"'), '"token"'),
    (re.compile(r'"([a-z2-7]{4}-){5}[a-z2-7]{4}"'), '"code"'),
    (re.compile(r"(?<=\\n)[A-Za-z0-9+/]{43}=(?=\\n)|(?m:^)[A-Za-z0-9+/]{43}=(?m:$)"), "root"),
    (re.compile(r" [A-Za-z0-9+/]{91}=(?=\\n|\n)"), " signature"),
    (re.compile(r"\b17[0-9]{11}\b"), "0"),
]  # salted hashes, keys, tokens and times: all else is equal to the letter
FIXED = {32: "5a" * 32, 9: TABLE[1:], 12: "0123456789abcdef01234567"}


def examples() -> dict[str, Any]:
    """Return the values of all examples by name."""
    return {name: one["value"] for name, one in component_examples().items()}


def masked(value: Any) -> Any:
    """Return JSON (or text) without what is random or a time."""
    text = value if isinstance(value, str) else json.dumps(value)
    for mask, word in MASKS:
        text = mask.sub(word, text)
    return text if isinstance(value, str) else json.loads(text)


class Real:
    """The table of the examples, played over HTTP: same secret, same id, same times."""

    def __init__(self, service: Service, patch: pytest.MonkeyPatch, name: str = "Ada") -> None:
        self.service, self.patch = service, patch
        service.redis.flushall()
        service.parts.tables.held.clear()
        socket = service.redis.connection_pool.connection_kwargs["path"]
        app = create_app(service.parts, ServiceSettings(f"unix://{socket}", Path()))
        patch.setattr(Store, "now", lambda store: AT + 1500 * len(store.read(TABLE)))
        keys = service.parts.signing.keys
        since = keys.public[0]._replace(since=AT)
        patch.setattr(keys, "keys", keys.keys._replace(public=(since,)))
        patch.setattr(secrets, "token_hex", lambda size: ADA[1:])
        self.registered = service.nobody.post("/v1/players", {"name": name}).get_json()
        patch.setattr(secrets, "token_hex", lambda size: FIXED[size])
        self.ada = Asker(service.app.test_client(), self.registered["token"], ADA)
        self.limited = Asker(app.test_client(), self.ada.token, ADA)  # keeps the usual limits

    def opened(self, **settings: Any) -> Any:
        """Open the table; return the answer."""
        body = {
            "game": "boon", "seats": 3, "options": {"victory_cards": 1},
            "clock": {"turn": 30, "bank": 60}, **settings,
        }  # fmt: skip
        return self.told(self.ada.post("/v1/tables", body))

    def seated(self) -> Any:
        """Seat all; return the answer to Ada's sitting down."""
        digest = examples()["NewSeat"]
        found = self.told(self.ada.post(f"{PATH}/seats", digest))
        for _ in range(2):
            self.told(self.ada.post(f"{PATH}/seats", {"bot": "regular"}))
        return found

    def told(self, answer: Any) -> Any:
        """Return the body of an accepted request."""
        assert answer.status_code in (200, 201), answer.text
        return answer.get_json()

    def get(self, where: str, asker: Asker | None = None) -> Any:
        """Return the JSON at a path of the table."""
        return self.told((asker or self.ada).get(f"{PATH}{where}"))

    def pending_hint(self) -> Any:
        """Return the answer to Ada, who asks for a hint."""
        answer = self.ada.get(f"{PATH}/hint")
        assert answer.status_code == 202, answer.text
        return answer.get_json()

    @property
    def now(self) -> Table:
        """Return the table."""
        return self.service.parts.tables.current(TABLE).table

    def play(self, seat: int | None = None) -> Any:
        """Play as the examples do: what is plain, until after the action of `seat`."""
        found: Any = None
        while self.now.phase == "playing":
            (acting,) = self.now.to_act()
            found = self.act(acting)
            if acting == seat:
                break
        return found

    def act(self, seat: Seat) -> Any:
        """Do what is plain for a seat: over HTTP for Ada, as a worker for a bot."""
        game, play = self.now.game, self.now.play
        action = game.rules.fallback(play, seat)
        if seat != 0:
            by = f"seat:{seat}"
            return handle(self.service.parts.tables, CommandRequest(TABLE, by, Act(seat, action)))
        kinds = {kind: name for name, kind in game.actions.items()}
        fields = {name: getattr(action, name) for name in action.__dataclass_fields__}
        sent = {"type": kinds[type(action)], **fields}
        assert read_action(game, {**sent}) == action
        return self.told(self.ada.post(f"{PATH}/actions", sent))


def short(hand: Json) -> Json:
    """Return a hand with as many commands as the examples show."""
    return {**hand, "commands": hand["commands"][:COMMANDS_IN_EXAMPLE]}


def devices(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield answers about a second device."""
    told = examples()
    made = real.told(real.ada.post("/v1/sign-in-codes", {}))
    shown = {"id": told["IssuedSignInCode"]["id"], "code": told["IssuedSignInCode"]["code"]}
    yield "IssuedSignInCode", {**made, **shown}
    (listed,) = real.told(real.ada.get("/v1/sign-in-codes"))["codes"]
    yield "SignInCodes", {"codes": [{**listed, "id": shown["id"]}]}
    answer = real.service.nobody.post("/v1/sign-in", {**told["SignIn"], "code": made["code"]})
    yield "SignedIn", real.told(answer)
    phone = Asker(real.ada.client, answer.get_json()["token"])
    own = next(
        one for one in real.told(phone.get("/v1/players/me/tokens"))["tokens"] if one["current"]
    )
    yield "OwnTokens", {"tokens": [{**own, "id": told["OwnTokens"]["tokens"][0]["id"]}]}


def apps(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield answers about an app of Ada's, which she uses herself."""
    told = examples()
    real.patch.setattr(secrets, "choice", lambda letters: letters[0])
    made = real.told(real.ada.post("/v1/apps", told["NewApp"]))
    app = {"app": told["OwnApp"]["app"]}
    yield "OwnApp", {**made, **app}
    (listed,) = real.told(real.ada.get("/v1/apps"))["apps"]
    yield "OwnApps", {"apps": [{**listed, **app}]}
    yield "AppFacts", {**real.told(real.service.nobody.get(f"/v1/apps/{made['app']}")), **app}
    asked = {**told["NewAuthorization"], "client_id": made["app"]}
    query = urlencode({name: value for name, value in asked.items() if name != "allow"})
    yield "AuthorizationFacts", {**real.told(real.ada.get(f"{AUTHORIZATIONS}?{query}")), **app}
    answer = real.told(real.ada.post(AUTHORIZATIONS, asked))
    back = parse_qs(urlsplit(answer["redirect_to"]).query)
    code = parse_qs(urlsplit(told["AnsweredAuthorization"]["redirect_to"]).query)["code"]
    yield (
        "AnsweredAuthorization",
        {"redirect_to": answer["redirect_to"].replace(back["code"][0], code[0])},
    )
    client = ClientApp(real.service, real.ada)
    client.id = made["app"]
    started = client.start_device()
    yield (
        "DeviceFacts",
        {**real.told(real.ada.get(f"/v1/device-codes/{started['user_code']}")), **app},
    )
    client.tokens_from(real.ada)
    (grant,) = real.told(real.ada.get("/v1/grants"))["grants"]
    own = {"grant": told["OwnGrants"]["grants"][0]["grant"], **app}
    yield "OwnGrants", {"grants": [{**grant, **own}]}


def accounts(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield answers that are no table's."""
    nobody = real.service.nobody
    yield "Registered", real.registered
    yield "Me", real.told(real.ada.get("/v1/players/me"))
    yield "FoundPlayers", real.told(nobody.get("/v1/players?name=ADA"))
    yield "MeRenamed", real.told(real.ada.put("/v1/players/me/name", examples()["NewName"]))
    assert real.ada.put("/v1/players/me/name", {"name": "Ada"}).status_code == 200
    limits = real.told(real.limited.get("/v1/players/me/limits"))["limits"]
    yield "OwnLimits", {"limits": limits[:LIMITS_IN_EXAMPLE]}
    yield "MeWithKey", real.told(real.ada.put("/v1/players/me/key", examples()["NewKey"]))
    assert real.ada.delete("/v1/players/me/key").status_code == 204
    yield "Token", real.told(real.ada.post("/v1/players/me/tokens", examples()["NewToken"]))
    example = examples()["IssuedPersonalToken"]
    made = real.told(real.ada.post("/v1/tokens", examples()["NewPersonalToken"]))
    assert made["token"].startswith("fdp_")
    own = {"id": example["id"], "token": example["token"]}
    yield "IssuedPersonalToken", {**made, **own}
    (listed,) = real.told(real.ada.get("/v1/tokens"))["tokens"]
    yield "PersonalTokens", {"tokens": [{**listed, "id": example["id"]}]}
    yield from push_answers(real)
    yield from devices(real)
    yield from apps(real)
    yield "Links", real.told(nobody.get("/"))
    yield "StartPage", nobody.get("/", Accept="text/html").text.partition("\n")[0]
    yield "NewCode", real.told(real.ada.post("/v1/players/me/recovery-code"))
    yield "Games", shorten_games(real.told(nobody.get("/v1/games")))
    yield "GameDetails", shorten_details(real.told(nobody.get("/v1/games/boon")))
    yield "GameRules", shorten_rules(nobody.get("/v1/games/boon/rules").text)
    yield "CardPicture", nobody.get("/v1/cards/gold-7.svg").text
    yield "Keys", real.told(nobody.get("/v1/keys"))
    whole = real.told(nobody.get("/v1/openapi.json"))
    assert whole["paths"]
    about = {"title": whole["info"]["title"]}
    yield "OpenapiDocument", {"openapi": whole["openapi"], "info": about, "paths": {}}
    yield "Health", real.told(nobody.get("/healthz"))
    yield "Health", real.told(nobody.get("/readyz"))


def push_answers(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield what is answered of webhooks and Web Push; secrets and times are other ones."""
    told, own = examples(), real.service.parts.push
    hook = real.told(real.ada.post("/v1/webhooks", told["NewWebhook"]))
    assert hook["secret"].startswith("whsec_")
    yield "MadeWebhook", {**hook, "secret": told["MadeWebhook"]["secret"]}
    path = f"/v1/webhooks/{hook['id']}"
    yield "WebhookFacts", real.told(real.ada.get(path))
    yield "Webhooks", real.told(real.ada.get("/v1/webhooks"))
    new = real.told(real.ada.post(f"{path}/secret"))
    yield "WebhookSecret", {**new, "secret": told["WebhookSecret"]["secret"]}
    sent = real.ada.post(f"{path}/test").get_json()
    assert len(sent["delivery"]) == len(told["SentDelivery"]["delivery"])
    yield "SentDelivery", told["SentDelivery"] | {key: told["SentDelivery"][key] for key in sent}
    (shown,) = told["Deliveries"]["deliveries"]
    own.queue.log(hook["id"], [DeliveryAttempt(**shown)])
    yield "Deliveries", real.told(real.ada.get(f"{path}/deliveries"))
    browser = real.told(real.ada.post("/v1/push-subscriptions", told["NewPushSubscription"]))
    yield "PushSubscriptionFacts", browser
    listed = real.told(real.ada.get("/v1/push-subscriptions"))
    assert listed["public_key"] == own.vapid.public
    key = told["PushSubscriptions"]["public_key"]
    yield "PushSubscriptions", {**listed, "public_key": key}


def beginning(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers up to the start of a table."""
    real.opened()
    real.service.follow()
    yield "Lobby", real.told(real.ada.get("/v1/tables"))
    stream = real.ada.get("/v1/tables", Accept="text/event-stream")
    yield "LobbyStream", next(iter(stream.iter_encoded())).decode()
    stream.close()
    yield "TableFacts", real.get("")
    yield "AcceptedSeat", real.seated()
    begin(real)


def begin(real: Real) -> Any:
    """Call for the start and reveal; return the answer."""
    real.told(real.ada.post(f"{PATH}/start"))
    body = {"entropy": ENTROPY, "closing": real.ada.closing(PATH)}
    return real.told(real.ada.post(f"{PATH}/reveal", body))


def middle(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers while the table is played."""
    yield "AcceptedAction", real.play(0)
    yield "StartReceipts", real.get("/closing")
    fairness = real.get("/fairness")
    fairness["aborted"]["server"] += 3  # that many have been at the server of the example
    yield "TableFairness", fairness
    while 0 not in real.now.to_act():
        real.play(real.now.to_act()[0])
    n = real.now.n
    yield "ViewToAct", real.get("/view")
    plain = real.now.game.rules.fallback(real.now.play, Seat(0))
    checked = real.ada.post(f"{PATH}/actions/check", {"type": "play", "card": plain.card})
    yield "CheckedLegal", real.told(checked)
    refused = real.ada.post(f"{PATH}/actions/check", {"type": "take"})
    yield "CheckedIllegal", real.told(refused)
    real.service.follow()
    yield "OwnTables", real.told(real.ada.get("/v1/players/me/tables"))
    follow_news(real.service)
    yield from news(real)
    yield "EventPage", real.get("/events?after=4&limit=3")
    yield "HandPage", real.get("/hands")
    yield "Hand", short(real.get("/hands/1"))
    yield "Replay", real.get(f"/replay?at={n - 2}")
    stream = real.ada.get(f"{PATH}/events", Accept="text/event-stream")
    assert stream.mimetype == "text/event-stream"
    yield "EventStream", next(iter(stream.iter_encoded())).decode()[:STREAM_LENGTH]
    stream.close()


def news(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield what is told of the tables of an account."""
    path = "/v1/players/me/events"
    yield "AccountMessagesAnew", real.told(real.ada.get(path))
    yield "AccountMessages", real.told(real.ada.get(f"{path}?after=0"))
    yield "AccountMessagesMissed", real.told(real.ada.get(f"{path}?after=1"))
    stream = real.ada.get(path, Accept="text/event-stream")
    yield "AccountStream", next(iter(stream.iter_encoded())).decode()
    stream.close()


def end(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers when the table has ended."""
    real.play()
    real.service.follow()
    yield "TablesOfPlayer", real.told(real.service.nobody.get(f"/v1/players/{ADA}/tables"))
    yield "EventPageOpened", real.get("/events?after=0&limit=2")


def proven(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers when the table has become a leaf between two others."""
    heads, nobody = real.service.parts.signing.tree, real.service.nobody
    heads.settle = 0
    heads.add(BEFORE)
    heads.follow([TABLE])
    heads.add(AFTER)
    yield "Checkpoint", nobody.get("/v1/tree/checkpoint").text
    yield "Tile", nobody.get("/v1/tree/tile/entries/000.p/1").data.decode("latin-1")
    yield "Consistency", real.told(nobody.get("/v1/tree/consistency?from=1"))
    yield "Proof", real.get("/proof")


def test_a_table_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    for part in (accounts, beginning, middle, end, proven):
        for name, value in part(real):
            assert masked(value) == masked(told[name]), name


def test_a_hint_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    real.opened(rated=False)
    real.seated()
    begin(real)
    while 0 not in real.now.to_act():
        real.play(real.now.to_act()[0])
    assert real.pending_hint() == told["PendingHint"]
    HintStore(real.service.parts.store).keep(TABLE, real.now.n, STORED_HINT)
    assert real.get("/hint") == told["Hint"]


def test_an_analysis_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    real.opened()
    real.seated()
    begin(real)
    real.ada.post(f"{PATH}/adjourn")
    begun = real.ada.post(f"{PATH}/analysis", told["NewAnalysis"])
    assert (begun.status_code, begun.get_json()) == (202, told["AnalysisBegun"])
    AnalysisStore(real.service.parts.store).keep(TABLE, 0, AnalysisRecord(1, [STORED_ANALYSIS]))
    assert real.get("/analysis?seat=0") == told["Analysis"]


def test_a_hand_is_told_as_text_as_the_example_says(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Real(service, monkeypatch)
    for part in (beginning, middle):
        list(part(real))
    text = real.ada.get(f"{PATH}/hands/1", Accept="text/plain")
    assert text.mimetype == "text/plain"
    lines = iter(masked(text.text).splitlines())
    for line in masked(examples()["HandText"]).splitlines():
        assert line in lines, line  # in this order; the example leaves some out


def withdrawn(real: Real) -> Any:
    real.opened()
    return real.told(real.ada.delete(PATH))


def seated_minimally(real: Real) -> Any:
    real.opened()
    sent = examples()["NewSeat"]
    return real.told(real.ada.post(f"{PATH}/seats", sent, Prefer="return=minimal"))


def left(real: Real) -> Any:
    real.opened()
    real.told(real.ada.post(f"{PATH}/seats"))
    return real.told(real.ada.delete(f"{PATH}/seats/0"))


def started(real: Real) -> Any:
    real.opened()
    real.seated()
    return begin(real)


def returned(real: Real) -> Any:
    started(real)
    real.told(real.ada.delete(f"{PATH}/seats/0"))
    return real.told(real.ada.post(f"{PATH}/seats/0/return"))


def adjourned(real: Real) -> Any:
    returned(real)
    return real.told(real.ada.post(f"{PATH}/adjourn"))


def quickly(real: Real) -> Any:
    return real.told(real.ada.post("/v1/quick", {"game": "boon"}))


def bob_of(real: Real) -> Asker:
    """Make the account of Bob, with the id of the examples."""
    real.patch.setattr(secrets, "token_hex", lambda size: BOB[1:])
    token = real.service.nobody.post("/v1/players", {"name": "Bob"}).get_json()["token"]
    real.patch.setattr(secrets, "token_hex", lambda size: FIXED[size])
    return Asker(real.service.app.test_client(), token, BOB)


def inviting(real: Real) -> Any:
    bob_of(real)
    real.opened()
    return real.told(real.ada.post(f"{PATH}/invitations", examples()["NewInvitations"]))


def inviting_no_more(real: Real) -> Any:
    inviting(real)
    return real.told(real.ada.delete(f"{PATH}/invitations/{BOB}"))


def invited(real: Real) -> Any:
    body = {
        "game": "boon",
        "seats": 3,
        "invite": [{"player": ADA, "seat": 1, "expires_after": 3600}],
    }
    real.told(bob_of(real).post("/v1/tables", body))
    return real.told(real.ada.get("/v1/players/me/invitations"))


def preferring(real: Real) -> Any:
    return real.told(real.ada.put("/v1/players/me/preferences", examples()["NewPreferences"]))


def there(real: Real) -> Any:
    real.ada.get("/v1/players/me")
    real.service.parts.streams.presence.note()
    return real.told(real.ada.get(f"/v1/presence?players={ADA},{BOB}"))


def watching(real: Real) -> Any:
    there(real)
    path = f"/v1/presence?players={ADA},{BOB}"
    stream = real.ada.get(path, Accept="text/event-stream")
    first = next(iter(stream.iter_encoded())).decode()
    stream.close()
    return first


def talking(real: Real) -> Any:
    """Let Ada say a word to Bob at a table of both; Bob hears it."""
    bob = bob_of(real)
    real.opened()
    for one, seat in ((real.ada, 0), (bob, 1)):
        real.told(one.post(f"{PATH}/seats", {"seat": seat}))
    said = real.told(real.ada.post(f"{PATH}/phrases", examples()["NewPhrase"]))
    heard = real.told(bob.get(f"{PATH}/phrases"))
    assert heard == {"phrases": [said], "last": said["id"]}
    fixed = {**said, "id": examples()["SpokenPhrase"]["id"], "at": examples()["SpokenPhrase"]["at"]}
    return {"phrases": [fixed], "last": fixed["id"]}


SCENES: dict[str, Callable[[Real], Any]] = {
    "AcceptedMinimal": seated_minimally,
    "OwnInvitations": invited,
    "PresencePage": there,
    "PresenceStream": watching,
    "OwnPreferences": preferring,
    "PhrasePage": talking,
    "SpokenPhrase": lambda real: talking(real)["phrases"][0],
    "AcceptedOpening": lambda real: real.opened(private=True),
}
LIKE: dict[str, list[Callable[[Real], Any]]] = {  # examples that stand for other answers, too
    "AcceptedSeat": [quickly, inviting, inviting_no_more, withdrawn],
    "AcceptedAction": [started, left, returned, adjourned],
    "AcceptedOpening": [lambda real: real.opened()],
}


@pytest.mark.parametrize("name", SCENES)
def test_other_commands_are_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    real = Real(service, monkeypatch)
    assert masked(SCENES[name](real)) == masked(examples()[name])


def members(answer: Any) -> dict[str, set[str]]:
    """Return the names of all that is in each part of an answer to a command."""
    return {name: set(part) for name, part in answer.items() if isinstance(part, dict)}


@pytest.mark.parametrize(
    ("name", "scene"), [(name, scene) for name, scenes in LIKE.items() for scene in scenes]
)
def test_what_has_no_example_of_its_own_is_answered_in_the_form_of_another(
    service: Service, monkeypatch: pytest.MonkeyPatch, name: str, scene: Callable[[Real], Any]
) -> None:
    assert members(scene(Real(service, monkeypatch))) == members(examples()[name])


def shape(value: Any) -> Any:
    """Return JSON with its plain values replaced by their types; lists by their first element."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value[:1]]
    return type(value).__name__


def test_how_a_server_fares_is_told_in_the_form_of_the_example(service: Service) -> None:
    told, example = (
        with_role(service, "admin").get("/v1/status").get_json(),
        examples()["ServerStatus"],
    )
    assert told.keys() == example.keys()
    for name in ("servers", "lag", "queues", "due", "archive", "keys", "disk", "troubles"):
        assert shape(told[name]) == shape(example[name]), name


def test_a_block_is_answered_as_in_the_example(service: Service) -> None:
    admin, path = with_role(service, "admin"), f"/v1/players/{service.player('Ada').id}/block"
    told = admin.put(path, examples()["NewBlock"]).get_json()
    assert {**told, "player": ADA} == examples()["BlockFacts"]


def test_a_rematch_is_answered_in_the_form_of_an_opening(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Real(service, monkeypatch).ada
    monkeypatch.undo()
    old = service.started([ada], options={"victory_cards": 1}, clock={"turn": 30, "bank": 60})
    service.play(old, [ada])
    found = ada.post(f"{old}/rematch", {"sit": False}).get_json()
    assert members(found) == members(examples()["AcceptedOpening"])
    assert found["view"]["rematch_of"] == old.rsplit("/", 1)[1]


def disputed(real: Real) -> Any:
    """Play to the end, dispute the first hand with a receipt of the newest event; the answer."""
    real.play()
    own = real.service.parts
    held = own.tables.current(TABLE)
    n, head, at = held.table.n, held.head, held.table.at
    kept = own.signing.keys.signer.receipt(TABLE, n, head, at, own.signing.durability)
    sent = {**examples()["NewDispute"], "receipts": [kept]}
    return real.told(real.ada.post(f"{PATH}/disputes", sent))


def disputes(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers about a dispute of a table that has ended."""
    auditor = an_auditor(real.service)
    opened = disputed(real)
    yield "AcceptedDispute", opened
    where = f"/v1/disputes/{opened['dispute']['dispute']}"
    yield "TableDisputes", real.get("/disputes")
    evidence = real.told(auditor.get(f"{where}/evidence"))
    told = {"log": ("events", "way"), "table": ("notes", "story"), "disputes": ("events",)}
    for part, cut in (
        (evidence, ("clock", "knowledge")),
        *((evidence[name], told[name]) for name in told),
    ):
        part |= {name: part[name][:EVENTS_IN_EXAMPLE] for name in cut}
    yield "Evidence", evidence
    lines = real.ada.get(f"{where}/log").text.splitlines(keepends=True)
    yield "DisputesLog", "".join([*lines[:2], lines[-1]])
    ruled = real.told(auditor.post(f"{where}/ruling", examples()["NewRuling"]))
    assert members(ruled) == members(opened)
    yield "Dispute", real.told(real.ada.get(where))
    follow_disputes(real.service)
    yield "DisputePage", real.told(auditor.get("/v1/disputes"))


def test_a_dispute_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    for part in (beginning, middle):
        list(part(real))
    for name, value in disputes(real):
        assert masked(value) == masked(told[name]), name


def test_a_withdrawn_dispute_is_answered_in_the_form_of_another(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Real(service, monkeypatch)
    for part in (beginning, middle):
        list(part(real))
    found = real.told(real.ada.delete(f"/v1/disputes/{disputed(real)['dispute']['dispute']}"))
    assert members(found) == members(examples()["AcceptedDispute"])


OF_TOURNAMENTS = {
    "AdjudicationPreview", "TournamentFacts", "Entrants", "TournamentPage",
    *filter(None, (step.name for step in example_tournament_steps("", "", "", ""))),
}  # fmt: skip


def compared(real: Real) -> Iterator[tuple[str, Any]]:
    """Yield the answers about a tournament that Ada directs and takes part in."""
    players, bob = real.service.parts.players, bob_of(real)
    found = players.find(ADA)
    assert found is not None
    players.give_role(found, "director")
    made = real.ada.post("/v1/tournaments", examples()["NewTournament"])
    assert members(real.told(made)) == members(examples()["AcceptedCall"])
    path = made.headers["Location"]
    assert path == f"/v1/tournaments/{CUP}"
    for step in example_tournament_steps(ADA, bob.id, COMMITMENT, ENTROPY):
        body = None if step.method == "DELETE" else step.body
        if step.path == "/reveal":
            closing = real.ada.get(path).get_json()["closing"]["head"]
            body = {**step.body, "closing": closing}
        if step.path == "/tables/0/adjudication":
            yield (
                "AdjudicationPreview",
                real.told(real.ada.get(f"{path}{step.path}?places=1,2&scores=34,21")),
            )
        told = real.told(real.ada.ask(step.method, path + step.path, body))
        if step.name:
            yield step.name, told
        elif "entrant" not in told:
            assert members(told) == members(examples()["AcceptedCall"]), step.path
        if step.path == "/rounds":
            yield "TournamentFacts", real.told(real.service.nobody.get(path))
            yield "Entrants", real.told(real.service.nobody.get(f"{path}/entrants"))
            real.service.follow()
            yield "TournamentPage", real.told(real.service.nobody.get("/v1/tournaments"))


def test_a_tournament_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    names = []
    for name, value in compared(real):
        assert masked(value) == masked(told[name]), name
        names.append(name)
    assert set(names) == OF_TOURNAMENTS


OF_RESULTS = {
    "TournamentRounds", "TournamentTablePage", "TournamentStandings", "StandingsCsv",
    "StandingsText", "CrossTable", "CrossTableCsv", "CrossTableText", "TournamentEventPage",
    "CollusionFigures", "TournamentRatings", "TournamentStream", "TournamentLogFile",
    "TournamentExport", "TournamentResultLines",
}  # fmt: skip


def come_of(service: Service, ada: Asker) -> Iterator[tuple[str, Any]]:
    """Yield the answers about a tournament that is over."""
    nobody, path = service.nobody, f"/v1/tournaments/{PLAYED}"
    for by, command in example_orders(ada.id):
        handle(service.parts.tournaments, CommandRequest(PLAYED, by, command))
    yield "TournamentRounds", nobody.get(f"{path}/rounds").get_json()
    yield "TournamentTablePage", nobody.get(f"{path}/tables?limit=2").get_json()
    yield "TournamentStandings", nobody.get(f"{path}/standings").get_json()
    yield "StandingsCsv", nobody.get(f"{path}/standings", Accept="text/csv").text
    yield "StandingsText", nobody.get(f"{path}/standings", Accept="text/plain").text
    yield "CrossTable", nobody.get(f"{path}/cross-table").get_json()
    yield "CrossTableCsv", nobody.get(f"{path}/cross-table", Accept="text/csv").text
    yield "CrossTableText", nobody.get(f"{path}/cross-table", Accept="text/plain").text
    yield "TournamentRatings", nobody.get(f"{path}/ratings").get_json()
    yield "CollusionFigures", ada.get(f"{path}/collusion?limit=1").get_json()
    yield "TournamentEventPage", nobody.get(f"{path}/events?after=3&limit=3").get_json()
    lines = nobody.get(f"{path}/log").text.splitlines(keepends=True)
    yield "TournamentLogFile", "".join([*lines[:2], lines[-1]])
    stream = nobody.get(f"{path}/events", Accept="text/event-stream")
    yield "TournamentStream", next(iter(stream.iter_encoded())).decode()[:STREAM_LENGTH]
    stream.close()
    lines = nobody.get(f"{path}/results?part=standings").text.splitlines(keepends=True)
    yield "TournamentResultLines", "".join(lines[1:])
    export = nobody.get(f"{path}/export")
    yield "TournamentExport", next(iter(export.iter_encoded()))[:4].decode()
    export.close()


def test_what_has_come_of_a_tournament_is_answered_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "now", lambda store: AT)
    told, names = examples(), []
    with monkeypatch.context() as fixed:
        fixed.setattr(secrets, "token_hex", lambda size: ADA[1:])
        ada = service.player("Ada")
    assert ada.id == ADA
    for name, value in come_of(service, ada):
        assert masked(value) == masked(told[name]), name
        names.append(name)
    assert set(names) == OF_RESULTS


def test_the_next_round_is_answered_as_the_example_says(service: Service) -> None:
    dora = with_role(service, "director", "Dora")
    path = opened(dora, format={"kind": "swiss", "rounds": 3})
    entered(dora, path, *(service.player(name).id for name in ("Ann", "Ben", "Cat")))
    for where, body in (("/pause", {}), ("/call", {}), ("/swaps", examples()["NewSwap"])):
        assert dora.post(path + where, body).status_code == 200
    found = dora.get(f"{path}/next-round").get_json()
    assert shape(found) == shape(examples()["NextRound"])


def test_standings_are_answered_as_the_examples_say(service: Service) -> None:
    players = [service.player("Ada"), service.player("Bob")]
    play(service.parts.store, "tlevels", ["bot:expert", "bot:novice"], [1, 2])
    season(service, [*players, players[1], players[1]], 1)
    board = service.nobody.get("/v1/leaderboards/boon").get_json()
    profile = service.nobody.get(f"/v1/players/{players[0].id}").get_json()
    told = examples()
    assert shape(board) == shape(told["Leaderboard"])
    assert shape(profile) == shape(told["Profile"])


def test_logs_are_verified_as_the_examples_say(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, told = Real(service, monkeypatch), examples()
    real.opened()
    real.told(real.ada.delete(PATH))
    log = real.ada.get(f"{PATH}/log").data
    assert masked(log.decode()) == masked(told["LogFileToVerify"])
    found = {"Good": log, "Bad": log.replace(*EDIT), "Unreadable": NO_LOG}
    for name, body in found.items():
        answer = real.ada.ask("POST", "/v1/verifications", raw=body, kind="application/jsonl")
        assert masked(real.told(answer)) == masked(told[f"Verification{name}"])
    shown = real.ada.ask(
        "POST", f"/v1/replays?limit={MOMENTS_IN_EXAMPLE}", raw=log, kind="application/jsonl"
    )
    assert masked(real.told(shown)) == masked(told["LogReplay"])


def test_every_example_of_an_answer_is_compared() -> None:
    shown = [*examples_of_answers()]
    named = {name for name, value in examples().items() if value in shown}
    compared = {
        *OF_RESULTS,
        *SCENES, *OF_TOURNAMENTS,
        "Registered", "Me", "MeRenamed", "FoundPlayers", "ServerStatus", "OwnLimits",
        "WebhookFacts", "MadeWebhook", "Webhooks", "WebhookSecret", "SentDelivery", "Deliveries",
        "PushSubscriptionFacts", "PushSubscriptions",
        "OwnTokens", "SignInCodes", "IssuedSignInCode", "SignedIn",
        "OwnApp", "OwnApps", "AppFacts", "AuthorizationFacts", "AnsweredAuthorization",
        "DeviceFacts", "OwnGrants",
        "MeWithKey", "Token", "PersonalTokens", "IssuedPersonalToken", "BlockFacts",
        "Games", "GameDetails", "GameRules", "CardPicture",
        "Keys", "NewCode", "Links", "StartPage", "OwnTables", "TablesOfPlayer", "OpenapiDocument",
        "AccountMessagesAnew", "AccountMessages", "AccountMessagesMissed", "AccountStream",
        "LobbyStream",
        "Health", "Metrics", "Lobby", "TableFacts", "AcceptedSeat",
        "AcceptedAction", "StartReceipts", "TableFairness", "ViewToAct",
        "CheckedLegal", "CheckedIllegal", "PendingHint", "Hint", "AnalysisBegun", "Analysis",
        "EventPage", "HandPage", "Hand",
        "Replay", "EventStream", "EventPageOpened", "LogFileToVerify",
        "HandText", "Checkpoint", "Tile", "Consistency", "Proof",
        "AcceptedDispute", "TableDisputes", "Evidence", "Dispute", "DisputePage",
        "DisputesLog", "Leaderboard", "Profile",
        "NextRound", "VerificationGood", "VerificationBad", "VerificationUnreadable", "LogReplay",
    }  # fmt: skip
    assert named == compared
