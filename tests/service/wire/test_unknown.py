"""What a write says when the store fails under it, and what its repeat does: once, whatever came.

Between the service and its Redis stands a proxy that loses the answers of writes, or the writes, or
refuses connections: from the first write of an operation on, from its second, and so to the last.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from redis.backoff import NoBackoff
from werkzeug.test import TestResponse

from events.push.notices import DeliveryAttempt, make_test_notice
from events.store.connections import client
from events.store.embedded.server import EmbeddedServer
from games.table.state import SILENCE
from service.assembly import assemble_parts
from service.openapi.problems import codes_of_answer
from service.push.examples import push_examples
from service.settings import ServiceSettings
from tests import seeded
from tests.events.given_log import everything
from tests.events.lossy import Fault, LossyProxy, lossy
from tests.service.apps.signing_in import AUTHORIZATIONS, ClientApp
from tests.service.asker import Asker, Service, commitment, entropy, problem, with_role
from tests.service.document import document, resolved
from tests.service.play.test_signed_actions import with_key
from tests.service.provoke_disputes import COMPLAINT, RULING, auditor
from tests.service.provoke_tournaments import BODY as CUP
from tests.service.provoke_tournaments import BOT, CUPS, RESULT, director
from tests.workers.floor import move_clock

MOST = 12  # writes of one request
LOST: Sequence[Fault] = ("the answer is lost", "the command is lost")
PER_KEY = "#/components/parameters/Idempotency-Key"


class Attack(NamedTuple):
    """A request that is attacked."""

    asker: Asker
    method: str
    path: str
    body: Any = None

    def send(self, keyed: bool, through: Service | None = None) -> TestResponse:
        """Send it; `through` another service than the one that made the account."""
        own = self.asker if through is None else Asker(through.app.test_client(), self.asker.token)
        headers = {"Idempotency-Key": "one-and-the-same"} if keyed else {}
        return own.ask(self.method, self.path, self.body, headers=headers)


class Stage:
    """What is prepared before an attack: a service of its own, and two players."""

    def __init__(self, service: Service) -> None:
        self.service, self.nobody = service, service.nobody
        self.ada, self.bob = service.player("Ada"), service.player("Bob")

    def table(self, *sitting: Asker) -> str:
        """Open a table of Boosh for two, with some at it."""
        path = self.service.opened(self.ada, "boosh", 2)
        for one in sitting:
            assert one.post(f"{path}/seats", {}).status_code == 201
        return path

    def playing(self) -> str:
        """Start a table of both, without a clock."""
        options = {"max_hands": 1}
        players = [self.ada, self.bob]
        return self.service.started(players, "boosh", 2, options=options, clock=None)

    def over(self) -> str:
        """End a table of both."""
        path = self.playing()
        for one in (self.ada, self.bob):
            assert one.post(f"{path}/adjourn", {}).status_code == 200
        return path

    def dispute(self) -> str:
        """Dispute a hand of a table that is played."""
        made = self.ada.post(f"{self.playing()}/disputes", COMPLAINT)
        return str(made.headers["Location"])


def handed_over(stage: Stage) -> Attack:
    path = stage.playing()
    assert stage.ada.delete(f"{path}/seats/0").status_code == 200
    return Attack(stage.ada, "POST", f"{path}/seats/0/return", {})


def claiming(stage: Stage) -> Attack:
    store = stage.service.parts.store
    move_clock(store, -SILENCE)  # until it is read again, as after a lost link
    path = stage.playing()
    able, waiting = stage.service.acting(path, [stage.ada, stage.bob])
    (seat,) = able.get(f"{path}/view").get_json()["to_act"]
    move_clock(store, SILENCE)
    return Attack(waiting, "POST", f"{path}/seats/{seat}/claim", {})


def action(stage: Stage) -> Attack:
    path = stage.playing()
    able, _ = stage.service.acting(path, [stage.ada, stage.bob])
    offered = able.get(f"{path}/view").get_json()["choices"]["actions"]
    return Attack(able, "POST", f"{path}/actions", offered[0])


def key(stage: Stage) -> Attack:
    return Attack(stage.ada, "PUT", "/v1/players/me/key", with_key(stage.ada))


def key_ended(stage: Stage) -> Attack:
    assert key(stage).send(keyed=False).status_code == 200
    return Attack(stage.ada, "DELETE", "/v1/players/me/key")


def other_token(stage: Stage) -> Attack:
    """Give Ada a second token, which the first one ends."""
    assert stage.ada.post("/v1/players/me/tokens", {"revoke": "none"}).status_code == 201
    return Attack(stage.ada, "DELETE", "/v1/players/me/tokens")


def personal_token(stage: Stage) -> Attack:
    """End a personal access token of Ada's."""
    made = stage.ada.post("/v1/tokens", PERSONAL).get_json()
    return Attack(stage.ada, "DELETE", f"/v1/tokens/{made['id']}")


def webhook(method: str, where: str = "", body: Any = None) -> Callable[[Stage], Attack]:
    """Return what asks for something of a webhook of Ada's, after other things."""

    def make(stage: Stage) -> Attack:
        made = stage.ada.post("/v1/webhooks", HOOK).get_json()
        return Attack(stage.ada, method, f"/v1/webhooks/{made['id']}{where}", body)

    return make


def replaying(stage: Stage) -> Attack:
    """Send again what was sent to a webhook of Ada's."""
    made = stage.ada.post("/v1/webhooks", HOOK).get_json()
    own, now = stage.service.parts.push, stage.service.parts.store.now()
    known = own.subscriptions.find(stage.ada.id, made["id"])
    assert known is not None
    one = make_test_notice(known, stage.ada.id, now)
    words = (one.kind, one.player, one.table, one.tournament, one.n, now, 1, 500, "no", None)
    own.queue.log(known.id, [DeliveryAttempt(one.id, *words)])
    path = f"/v1/webhooks/{known.id}/deliveries/{one.id}/replay"
    return Attack(stage.ada, "POST", path, {})


def push_subscription(stage: Stage) -> Attack:
    """Unsubscribe as Ada."""
    made = stage.ada.post("/v1/push-subscriptions", BROWSER).get_json()
    return Attack(stage.ada, "DELETE", f"/v1/push-subscriptions/{made['id']}")


def own_token(stage: Stage) -> Attack:
    """End the token of another device of Ada's."""
    assert stage.ada.post("/v1/players/me/tokens", {"revoke": "none"}).status_code == 201
    tokens = stage.ada.get("/v1/players/me/tokens").get_json()["tokens"]
    (other,) = [one for one in tokens if not one["current"]]
    return Attack(stage.ada, "DELETE", f"/v1/players/me/tokens/{other['id']}")


def signing_in(stage: Stage) -> Attack:
    made = stage.ada.post("/v1/sign-in-codes").get_json()
    return Attack(stage.nobody, "POST", "/v1/sign-in", {"code": made["code"]})


def of_app(stage: Stage) -> ClientApp:
    """Let Bob register an app."""
    return ClientApp(stage.service, stage.bob)


def app_webhook(stage: Stage) -> Attack:
    return Attack(stage.bob, "POST", f"/v1/apps/{of_app(stage).id}/webhooks", HOOK)


def app_ended(stage: Stage) -> Attack:
    return Attack(stage.bob, "DELETE", f"/v1/apps/{of_app(stage).id}")


def grant_ended(stage: Stage) -> Attack:
    of_app(stage).tokens_from(stage.ada)
    (grant,) = stage.ada.get("/v1/grants").get_json()["grants"]
    return Attack(stage.ada, "DELETE", f"/v1/grants/{grant['grant']}")


def allowing(stage: Stage) -> Attack:
    return Attack(stage.ada, "POST", AUTHORIZATIONS, {**of_app(stage).asks(), "allow": True})


def allowing_device(stage: Stage) -> Attack:
    code = of_app(stage).start_device()["user_code"]
    return Attack(stage.ada, "POST", f"/v1/device-codes/{code}", {"allow": True})


def recovery(stage: Stage) -> Attack:
    made = stage.ada.post("/v1/players/me/recovery-code").get_json()
    return Attack(stage.nobody, "POST", "/v1/recovery", {"code": made["recovery_code"]})


def evidence(stage: Stage, what: str = "evidence") -> Attack:
    path = stage.dispute()
    return Attack(auditor(stage.service), "GET", f"{path}/{what}")


def ruling(stage: Stage) -> Attack:
    path = stage.dispute()
    return Attack(auditor(stage.service), "POST", f"{path}/ruling", RULING)


def ruling_after_the_close(stage: Stage) -> Attack:
    path = stage.over()
    made = stage.ada.post(f"{path}/disputes", COMPLAINT)
    where = made.headers["Location"]
    return Attack(auditor(stage.service), "POST", f"{where}/ruling", RULING)


def joins(stage: Stage) -> Attack:
    """Join somebody else's table."""
    stage.table(stage.ada)
    stage.service.follow()
    return Attack(stage.bob, "POST", "/v1/quick", {"game": "boosh"})


def invitation(stage: Stage) -> Attack:
    """Invite Bob."""
    wanted = {"invite": [{"player": stage.bob.id}]}
    return Attack(stage.ada, "POST", f"{stage.table(stage.ada)}/invitations", wanted)


def invitation_ended(stage: Stage) -> Attack:
    """Decline as Bob."""
    wanted = invitation(stage)
    assert wanted.send(keyed=False).status_code == 201
    return Attack(stage.bob, "DELETE", f"{wanted.path}/{stage.bob.id}")


def cup(stage: Stage, *people: Asker, **more: Any) -> tuple[Asker, str]:
    """Open a tournament that some have entered; return its director and path."""
    dora = director(stage.service)
    path = dora.post(CUPS, {**CUP, **more}).headers["Location"]
    for one in people:
        assert one.post(f"{path}/entrants", {}).status_code == 201
    return dora, path


def directed(where: str, body: Any, *before: tuple[str, Any]) -> Callable[[Stage], Attack]:
    """Return what asks a director for something at a tournament of both, after other things."""

    def make(stage: Stage) -> Attack:
        dora, path = cup(stage, stage.ada, stage.bob)
        for first, sent in before:
            assert dora.post(path + first, sent).status_code in (200, 201)
        return Attack(dora, "POST", path + where, body)

    return make


def returning(stage: Stage) -> Attack:
    """Let Ada return, who has withdrawn."""
    dora, path = cup(stage, stage.ada, stage.bob)
    assert stage.ada.delete(f"{path}/entrants/0").status_code == 200
    return Attack(dora, "POST", f"{path}/entrants/0/return", {})


def forbidding(stage: Stage) -> Attack:
    """Keep Ada and Bob apart in a Swiss."""
    swiss = {"format": {"kind": "swiss", "rounds": 3}}
    dora, path = cup(stage, stage.ada, stage.bob, **swiss)
    return Attack(dora, "POST", f"{path}/forbidden-pairs", {"pairs": [[0, 1]]})


def sitting_out(stage: Stage) -> Attack:
    """Let Ada sit out a round of a Swiss."""
    dora, path = cup(stage, stage.ada, stage.bob, format={"kind": "swiss", "rounds": 3})
    return Attack(dora, "POST", f"{path}/entrants/0/byes", {"rounds": [1]})


def swapping(stage: Stage) -> Attack:
    """Let Ada and Bob change places in the first round of a Swiss, which waits."""
    swiss = {"format": {"kind": "swiss", "rounds": 3}}
    dora, path = cup(stage, stage.ada, stage.bob, **swiss)
    for where in ("/pause", "/call"):
        assert dora.post(path + where, {}).status_code == 200
    return Attack(dora, "POST", f"{path}/swaps", {"round": 0, "entrants": [0, 1]})


def revealing(stage: Stage) -> Attack:
    """Reveal as Ada."""
    dora, path = cup(stage, stage.bob)
    own = {"commitment": commitment(stage.ada.id, "cat")}
    assert stage.ada.post(f"{path}/entrants", own).status_code == 201
    called = dora.post(f"{path}/call", {}).get_json()["tournament"]
    own = {"entropy": entropy("cat"), "closing": called["closing"]["head"]}
    return Attack(stage.ada, "POST", f"{path}/reveal", own)


def revealing_at_table(stage: Stage) -> Attack:
    """Reveal as Ada at a table whose start was called for."""
    path = stage.table(stage.bob)
    own = {"commitment": commitment(stage.ada.id, "cat")}
    assert stage.ada.post(f"{path}/seats", own).status_code == 201
    assert stage.bob.post(f"{path}/start", {}).status_code == 200
    body = {"entropy": entropy("cat"), "closing": stage.ada.closing(path)}
    return Attack(stage.ada, "POST", f"{path}/reveal", body)


def aborting(stage: Stage) -> Attack:
    """Show a receipt of an event that the log of a table lacks."""
    path, signing = stage.table(stage.ada), stage.service.parts.signing
    table, at = path.rsplit("/", 1)[1], stage.service.parts.store.now()
    receipt = signing.keys.signer.receipt(table, 9, b"\0" * 32, at, signing.durability)
    return Attack(stage.ada, "POST", f"{path}/abort", {"receipt": receipt})


def inviting_to_cup(stage: Stage) -> Attack:
    """Invite Ada to a tournament for invited players."""
    dora, path = cup(stage, entrants={"invited": []})
    return Attack(dora, "POST", f"{path}/invitations", {"players": [stage.ada.id]})


def naming(stage: Stage) -> Attack:
    """Name Ada a director."""
    dora, path = cup(stage)
    return Attack(dora, "POST", f"{path}/directors", {"player": stage.ada.id})


def blocking(stage: Stage) -> Attack:
    """Block an account as an admin."""
    admin = with_role(stage.service, "admin", "Op")
    return Attack(admin, "PUT", f"/v1/players/{stage.ada.id}/block", {"reason": "Threats"})


def unblocking(stage: Stage) -> Attack:
    """Unblock a blocked account."""
    attack = blocking(stage)
    assert attack.asker.put(attack.path, attack.body).status_code == 200
    return attack._replace(method="DELETE", body=None)


HOOK = {"url": "https://bot.example/hook"}
BROWSER = push_examples("", "", 0)["NewPushSubscription"]
PERSONAL = {"name": "My bot", "scopes": ["read"]}
NEW_APP = {"name": "Card Table", "redirect_uris": ["https://app.example/"]}
ROUND = {"tables": [{"seats": [0, 1]}]}
HOUSE = {**BOT, "name": "The house"}
TABLE = {"game": "boosh", "seats": 2}
QUIET = {"invitations": "played_with", "blocked": [], "presence": False}
ATTACKS: dict[str, list[Callable[[Stage], Attack]]] = {
    "registerPlayer": [lambda on: Attack(on.nobody, "POST", "/v1/players", {"name": "Eve"})],
    "renameMe": [lambda on: Attack(on.ada, "PUT", "/v1/players/me/name", {"name": "Eve"})],
    "blockPlayer": [blocking],
    "unblockPlayer": [unblocking],
    "eraseMe": [lambda on: Attack(on.ada, "DELETE", "/v1/players/me")],
    "registerKey": [key],
    "endKey": [key_ended],
    "rotateToken": [lambda on: Attack(on.ada, "POST", "/v1/players/me/tokens", {})],
    "revokeTokens": [other_token],
    "makeToken": [lambda on: Attack(on.ada, "POST", "/v1/tokens", PERSONAL)],
    "endToken": [personal_token],
    "makeWebhook": [lambda on: Attack(on.ada, "POST", "/v1/webhooks", HOOK)],
    "makeAppWebhook": [app_webhook],
    "changeWebhook": [webhook("PATCH", "", {"kinds": ["your_turn"]})],
    "endWebhook": [webhook("DELETE")],
    "testWebhook": [webhook("POST", "/test", {})],
    "rotateWebhookSecret": [webhook("POST", "/secret", {})],
    "replayDelivery": [replaying],
    "subscribeToPush": [lambda on: Attack(on.ada, "POST", "/v1/push-subscriptions", BROWSER)],
    "endPushSubscription": [push_subscription],
    "endOwnToken": [own_token],
    "makeSignInCode": [lambda on: Attack(on.ada, "POST", "/v1/sign-in-codes", {})],
    "signIn": [signing_in],
    "registerApp": [lambda on: Attack(on.ada, "POST", "/v1/apps", NEW_APP)],
    "endApp": [app_ended],
    "endGrant": [grant_ended],
    "answerAuthorization": [allowing],
    "answerDeviceCode": [allowing_device],
    "setMyPreferences": [lambda on: Attack(on.ada, "PUT", "/v1/players/me/preferences", QUIET)],
    "invitePlayers": [invitation],
    "endInvitation": [invitation_ended],
    "makeRecoveryCode": [lambda on: Attack(on.ada, "POST", "/v1/players/me/recovery-code", {})],
    "recoverAccount": [recovery],
    "openTable": [lambda on: Attack(on.ada, "POST", "/v1/tables", TABLE)],
    "quickSeat": [
        lambda on: Attack(on.ada, "POST", "/v1/quick", {"game": "boosh"}),
        joins,
    ],
    "withdrawTable": [lambda on: Attack(on.ada, "DELETE", on.table())],
    "sitDown": [lambda on: Attack(on.bob, "POST", f"{on.table()}/seats", {})],
    "leaveSeat": [
        lambda on: Attack(on.bob, "DELETE", f"{on.table(on.bob)}/seats/0"),
        lambda on: Attack(on.ada, "DELETE", f"{on.playing()}/seats/0"),
    ],
    "returnToSeat": [handed_over],
    "claimSeat": [claiming],
    "adjournTable": [lambda on: Attack(on.ada, "POST", f"{on.playing()}/adjourn", {})],
    "sayPhrase": [
        lambda on: Attack(
            on.ada, "POST", f"{on.table(on.ada, on.bob)}/phrases", {"phrase": "hello"}
        )
    ],
    "askForAnalysis": [lambda on: Attack(on.ada, "POST", f"{on.over()}/analysis", {"seat": 0})],
    "askForRematch": [lambda on: Attack(on.ada, "POST", f"{on.over()}/rematch", {})],
    "startTable": [lambda on: Attack(on.ada, "POST", f"{on.table(on.ada, on.bob)}/start", {})],
    "revealTableEntropy": [revealing_at_table],
    "abortTable": [aborting],
    "act": [action],
    "openDispute": [lambda on: Attack(on.ada, "POST", f"{on.playing()}/disputes", COMPLAINT)],
    "withdrawDispute": [lambda on: Attack(on.ada, "DELETE", on.dispute())],
    "showEvidence": [evidence],
    "downloadDisputedLog": [lambda on: evidence(on, "table/log")],
    "replayDisputed": [lambda on: evidence(on, "replay")],
    "ruleDispute": [ruling, ruling_after_the_close],
    "openTournament": [lambda on: Attack(director(on.service), "POST", CUPS, CUP)],
    "enterTournament": [
        lambda on: Attack(on.ada, "POST", f"{cup(on)[1]}/entrants", {}),
        directed("/entrants", HOUSE),
    ],
    "withdrawEntrant": [
        lambda on: Attack(on.ada, "DELETE", f"{cup(on, on.ada)[1]}/entrants/0"),
    ],
    "inviteToTournament": [inviting_to_cup],
    "seedEntrants": [directed("/seeding", {"entrants": [1, 0]})],
    "returnEntrant": [returning],
    "replaceEntrant": [directed("/entrants/0/replacement", HOUSE)],
    "checkIn": [lambda on: Attack(on.ada, "POST", f"{cup(on, on.ada)[1]}/check-in", {})],
    "revealEntropy": [revealing],
    "callTournament": [directed("/call", {})],
    "planRound": [directed("/rounds", ROUND, ("/call", {}))],
    "adjudicateTable": [
        directed("/tables/0/adjudication", RESULT, ("/call", {}), ("/rounds", ROUND)),
    ],
    "forbidPairs": [forbidding],
    "swapEntrants": [swapping],
    "sitOutRounds": [sitting_out],
    "describeTournament": [directed("/description", {"text": "One evening"})],
    "announceInTournament": [directed("/announcements", {"text": "The hall opens at 8"})],
    "pauseTournament": [directed("/pause", {})],
    "rescheduleTournament": [directed("/schedule", {"starts_at": 4_000_000_000_000})],
    "resumeTournament": [directed("/resume", {}, ("/pause", {}))],
    "closeTournament": [directed("/close", {"abandon": True})],
    "nameDirector": [naming],
}
CASES = {
    f"{name}-{number}": (name, one)
    for name, several in ATTACKS.items()
    for number, one in enumerate(several)
}
EACH = [pytest.param(*case, id=case_id) for case_id, case in CASES.items()]


def with_faults() -> Iterator[Any]:
    """Yield each case with either way to lose a write: one in this run, the other one at night."""
    for case_id, case in CASES.items():
        drawn = random.Random(f"{os.environ[seeded.SEED]} {case_id}").choice(LOST)
        for fault in LOST:
            marks = () if fault == drawn else pytest.mark.nightly
            yield pytest.param(*case, fault, id=f"{case_id}-{fault}", marks=marks)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield name, method and description of every operation."""
    for path in document()["paths"].values():
        for method, one in path.items():
            if method in ("get", "post", "put", "delete", "patch"):
                yield one["operationId"], method, one


def is_keyed(name: str) -> bool:
    """Say whether an operation takes a repeat key."""
    (one,) = (about for own, _, about in operations() if own == name)
    return any(each.get("$ref") == PER_KEY for each in one.get("parameters", ()))


def test_every_write_of_the_api_is_attacked() -> None:
    may_be_done = [
        name for name, _, one in operations()
        if "503" in one["responses"]
        and "service/unknown" in codes_of_answer(resolved(one["responses"]["503"]))
    ]  # fmt: skip
    assert sorted(may_be_done) == sorted(ATTACKS)
    writes = {name for name, method, _ in operations() if method != "get"}
    assert writes - {"checkAction", "replayLog", "verifyLog"} <= set(ATTACKS)  # these keep nothing


@pytest.fixture
def proxy(server: EmbeddedServer, tmp_path: Path) -> Iterator[LossyProxy]:
    with lossy(tmp_path / "lossy.sock", server.socket) as running:
        yield running


@pytest.fixture
def behind(
    proxy: LossyProxy, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Service]:
    """Return a second process of the service, whose store lies behind the proxy."""
    monkeypatch.setattr(client, "ExponentialBackoff", lambda **_: NoBackoff())  # it stays away
    made = assemble_parts(ServiceSettings(f"unix://{proxy.path}", tmp_path, "everysec"))
    yield Service(made)
    made.store.redis.close()


def done(service: Service) -> Counter[str]:
    """Return what has happened in all streams, and how many names, accounts and so on there are."""
    found: Counter[str] = Counter()
    for name, value in everything(service.redis).items():
        if ":log:" in name:
            found.update(orjson.loads(fields[b"e"])["type"] for fields in map(by_name, value))
        elif name.startswith("fd:{auth}:"):
            found[name.split(":")[2]] += len(value)
    return found


def by_name(entry: Any) -> dict[bytes, bytes]:
    """Return the fields of a raw stream entry by name."""
    fields = entry[1]
    return dict(zip(fields[::2], fields[1::2], strict=True)) if isinstance(fields, list) else fields


def undisturbed(service: Service, make: Callable[[Stage], Attack]) -> Counter[str]:
    """Return what a request does when nothing fails; then forget it."""
    attack = make(Stage(service))
    before = done(service)
    assert attack.send(keyed=True).status_code in (200, 201, 202, 204)
    made = done(service)
    made.subtract(before)
    forget(service)
    return made


def forget(*services: Service) -> None:
    """Empty the store."""
    for one in services:
        one.redis.flushall()
        one.parts.signing.guard.signed.forget(one.parts.signing.guard.signed.newest())
        one.parts.tables.held.clear()
        one.parts.tournaments.held.clear()
        one.parts.players.streams.held.clear()
        one.parts.players.believed.clear()


@pytest.mark.parametrize(("name", "make", "fault"), list(with_faults()))
def test_a_write_that_may_be_done_says_so_and_its_repeat_does_it_once(
    service: Service, behind: Service, proxy: LossyProxy,
    name: str, make: Callable[[Stage], Attack], fault: Fault,
) -> None:  # fmt: skip
    wanted, keyed = undisturbed(service, make), is_keyed(name)
    for passes in range(MOST):
        attack = make(Stage(service))
        before = done(service)
        behind.parts.players.find_by_token(attack.asker.token or "")
        proxy.fail(fault, passes)
        first = attack.send(keyed, behind)
        proxy.heal()
        if first.status_code < 300:
            assert passes, "there was no write"
            break
        told = problem(first, 503, "service/unknown")
        assert ("same Idempotency-Key" in told["detail"], first.headers["Retry-After"]) == (
            True,
            "1",
        )
        require_once(attack, attack.send(keyed, behind), name, service, before, wanted)
        forget(service, behind)
    else:
        raise AssertionError("it never came to its end")


def require_once(
    attack: Attack, again: TestResponse, name: str, service: Service, before: Counter[str],
    wanted: Counter[str],
) -> None:  # fmt: skip
    """Expect that a repeat was carried out, and that all in all it was done once."""
    made = done(service)
    made.subtract(before)
    if name == "registerPlayer" and again.status_code != 201:  # it takes no key: so it says clearly
        problem(again, 409, "player/name_taken", "P1")
    elif name == "eraseMe" and again.status_code != 204:
        problem(again, 401, "http/unauthorized")
    elif name == "signIn" and again.status_code != 201:
        problem(again, 403, "player/wrong_sign_in_code")
    else:
        assert again.status_code in (200, 201, 202, 204), again.text
    assert differing(made, wanted) <= MAY_DIFFER.get(name, set())


# A token, code or app is another one each time; a sign-in code may be used up for nothing;
# a look is written down before each answer; the account that was not entered leaves a stream
# that nobody finds.
MAY_DIFFER = {
    "rotateToken": {"tokens"},
    "makeToken": {"tokens"},
    "makeSignInCode": {"sign-in"},
    "signIn": {"tokens", "sign-in"},
    "registerApp": {"apps"},
    "answerAuthorization": {"apps"},
    "recoverAccount": {"tokens", "codes"},
    "showEvidence": {"dispute.looked.v1"},
    "downloadDisputedLog": {"dispute.looked.v1"},
    "replayDisputed": {"dispute.looked.v1"},
    "registerPlayer": {"player.registered.v1"},
    "eraseMe": {"player.erased.v1"},
}


def differing(one: Counter[str], other: Counter[str]) -> set[str]:
    """Return in what two counts differ."""
    return {name for name in one | other if one[name] != other[name]}


@pytest.mark.parametrize(("name", "make"), EACH)
def test_a_write_that_was_never_sent_says_that_nothing_was_done(
    service: Service, behind: Service, proxy: LossyProxy,
    name: str, make: Callable[[Stage], Attack],
) -> None:  # fmt: skip
    attack = make(Stage(service))
    proxy.fail("the connection is refused")
    with service.nothing_happens():
        problem(attack.send(is_keyed(name), behind), 503, "http/store_away")
    proxy.heal()
    assert attack.send(is_keyed(name), behind).status_code in (200, 201, 202, 204)
