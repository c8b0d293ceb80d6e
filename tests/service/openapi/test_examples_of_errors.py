"""Every example of an error in openapi.yaml is what the server says when that goes wrong."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from redis.exceptions import ConnectionError as ConnectionLost
from werkzeug.test import TestResponse

from events.handle import CommandRequest, WriteContention, handle
from events.history.signed_tree import SignedTree
from events.history.signing_keys import rotate_signing_key
from events.record.codec import TYPES
from events.record.losses import Loss
from events.store.embedded.server import EmbeddedServer
from events.transfer.archiving import Archiver
from games.table import table_id
from projections.history.tree import TransparencyLog
from projections.tables.log_replay import LongLog
from service.accounts.examples import ADA, NEW_KEY
from service.app import create_app
from service.games.games import newest_rules
from service.limits import read_costs
from service.limits.slots import SlotPool
from service.openapi.examples import component_examples
from service.openapi.problems import problem_descriptions, problem_example
from service.openapi.refused_actions import refused_actions
from service.play.examples import EDIT, NO_LOG
from service.settings import LIMITS, ServiceSettings
from service.tables.examples import TABLE
from service.wire.problems import REQUEST_TIMEOUT
from tests.absent import without
from tests.service import provoke_disputes, provoke_tournaments
from tests.service.apps.signing_in import ClientApp
from tests.service.asker import Asker, Service, commitment, entropy
from tests.service.document import document
from tests.service.openapi.test_examples_are_real import FIXED
from tests.service.play.test_signed_actions import begun, header, seen_by, with_key
from tests.service.tables.test_rules_not_installed import whist_installed
from tests.table.desk import an_open
from tests.table.planned import RUNNER, TOURNAMENT, planned
from tests.workers.floor import move_clock
from workers.tables.clock import enforce_deadlines

HEAD = re.compile(r"\b[0-9a-f]{64}\b")
NUMBER = re.compile(r"\d+|(?<=higher than )\w+")  # a rank may be a letter
SUIT = re.compile(r"\b(red|blue|green|black|gold|white)\b")


def problems() -> dict[str, Any]:
    """Return an example of every error that the document names as an answer, by code."""
    others = document()["components"]["schemas"]["Problem"]["properties"]["code"]["examples"]
    every = problem_descriptions().items()
    return {code: problem_example(code, row)["value"] for code, row in every if code not in others}


class Scene:
    """What a test that provokes errors has at hand."""

    def __init__(
        self, service: Service, server: EmbeddedServer, folder: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self.service, self.server, self.folder, self.patch = service, server, folder, patch
        self.ada, self.bob, self.eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
        self.nobody = service.nobody

    def open(self, game: str = "boon", seats: int = 3, **settings: Any) -> str:
        """Open a table."""
        return self.service.opened(self.ada, game, seats, **settings)

    def start(self, game: str = "boon", seats: int = 3, **settings: Any) -> str:
        """Start a table at which Ada and Bob sit, and bots."""
        return self.service.started([self.ada, self.bob], game, seats, **settings)

    def alone(self, **settings: Any) -> str:
        """Start a short table at which Ada and bots sit."""
        return self.service.started([self.ada], options={"victory_cards": 1}, **settings)

    def refused(
        self, game: str, seats: int, code: str, tries: Callable[[bool], list[Any]]
    ) -> TestResponse:
        """Play on until one of the actions that are tried by all who sit is refused like this.

        Where a table ends before it comes to that, another one is played.
        """
        both, example, path = [self.ada, self.bob], problems()[code], self.start(game, seats)
        for seed in range(1000):
            if self.nobody.get(f"{path}/view").get_json()["phase"] == "closed":
                path = self.start(game, seats)
            able, waiting = self.service.acting(path, both)
            for one in (waiting, able):
                for action in tries(one is able):
                    answer = one.post(f"{path}/actions", action)
                    if is_like(answer.get_json(force=True), example):
                        return answer
            self.service.play(path, both, 1, seed)
        raise AssertionError("it never came to that")


def is_like(told: dict[str, Any], example: dict[str, Any]) -> bool:
    """Say whether a refusal is the one of the example; a code may belong to several rules."""
    return all(
        masked(told.get(name)) == masked(example.get(name)) for name in ("code", "rule", "detail")
    )


def not_json(scene: Scene) -> TestResponse:
    return scene.nobody.ask("POST", "/v1/players", raw=b"Ada")


def cut_off(scene: Scene) -> TestResponse:
    return scene.nobody.client.post(
        "/v1/players", data=b"{", environ_overrides={"CONTENT_LENGTH": "15"}
    )


def too_slow(scene: Scene) -> TestResponse:
    never = SimpleNamespace(read=fail(REQUEST_TIMEOUT()))
    body = {"wsgi.input": never, "wsgi.input_terminated": True, "CONTENT_LENGTH": "15"}
    return scene.nobody.client.post("/v1/players", environ_overrides=body)


def bad_key(scene: Scene) -> TestResponse:
    return scene.ada.post(f"{scene.open()}/seats", Idempotency_Key="a b")


def bad_match(scene: Scene) -> TestResponse:
    return scene.ada.post(f"{scene.open()}/seats", If_Match="12")


def left(scene: Scene) -> TestResponse:
    path = scene.start()
    assert scene.bob.delete(f"{path}/seats/1").status_code == 200
    return scene.bob.get(f"{path}/view")


def not_your_seat(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.post(f"{path}/seats", {"seat": 1})
    return scene.bob.delete(f"{path}/seats/1")


def seat_kept(scene: Scene) -> TestResponse:
    """Go on with a closed table's data: its seats are kept for who held them."""
    path, both = scene.start("bum", 3), [scene.ada, scene.bob]
    while scene.ada.get(f"{path}/view").get_json()["hand"] < 2:
        scene.service.play(path, both, 1)
    for one in both:
        assert one.post(f"{path}/adjourn").status_code == 200
    again = scene.open("bum", 3, continues=path.rsplit("/", 1)[1])
    return scene.eve.post(f"{again}/seats", {"seat": 1})


def invited(scene: Scene, **settings: Any) -> str:
    """Open a table with a seat that is reserved for Bob."""
    return scene.open(invite=[{"player": scene.bob.id, **settings}])


def invited_again(scene: Scene) -> TestResponse:
    body = {"invite": [{"name": "Bob"}]}
    return scene.ada.post(f"{invited(scene)}/invitations", body)


def declined_twice(scene: Scene) -> TestResponse:
    mine = f"{invited(scene)}/invitations/{scene.bob.id}"
    assert scene.bob.delete(mine).status_code == 200
    return scene.bob.delete(mine)


def not_invitable(scene: Scene) -> TestResponse:
    scene.bob.put("/v1/players/me/preferences", {"blocked": [scene.ada.id]})
    return scene.ada.post(f"{scene.open()}/invitations", {"invite": [{"name": "Bob"}]})


def named(name: str) -> Callable[[Scene], TestResponse]:
    """Return what asks for an account of a name."""
    return lambda scene: scene.nobody.post("/v1/players", {"name": name})


def personal(scene: Scene) -> Asker:
    """Return a program that plays for Ada."""
    made = scene.ada.post("/v1/tokens", {"name": "My bot", "scopes": ["play"]})
    return Asker(scene.ada.client, made.get_json()["token"])


def unsigned_play(scene: Scene) -> TestResponse:
    path = scene.open()
    assert scene.ada.put("/v1/players/me/key", with_key(scene.ada)).status_code == 200
    return personal(scene).post(f"{path}/seats", {})


def blocked(scene: Scene) -> TestResponse:
    players = scene.service.parts.players
    found = players.find(scene.eve.id)
    assert found is not None
    players.block(found)
    return scene.eve.get("/v1/players/me")


def opened(scene: Scene) -> TestResponse:
    """Open a table under the key of another process's request that came first."""
    body, key = {"game": "boon", "seats": 3}, {"Idempotency_Key": "one"}
    scene.ada.post("/v1/tables", body, **key)
    store: Any = scene.service.redis
    store.delete(*store.keys("fd:{p*}:once:*"))  # the key forgotten, the table not
    return scene.ada.post("/v1/tables", body, **key)


def archived(scene: Scene) -> TestResponse:
    body, key = {"game": "boon", "seats": 3}, {"Idempotency_Key": "one"}
    scene.patch.setattr("service.tables.tables.opening_name", lambda key: TABLE)
    table = scene.ada.post("/v1/tables", body, **key).get_json()["view"]["table"]
    scene.ada.delete(f"/v1/tables/{table}")
    own = scene.service.parts
    assert Archiver(own.store, own.signing.keys.signer).move(table) == "archived"
    return scene.ada.post("/v1/tables", body, **key)


def seat_taken(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.post(f"{path}/seats", {"seat": 1})
    return scene.bob.post(f"{path}/seats", {"seat": 1})


def seated(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.post(f"{path}/seats")
    return scene.ada.post(f"{path}/seats")


def full(scene: Scene) -> TestResponse:
    path = scene.open("boosh", 2)
    for _ in range(2):
        scene.ada.post(f"{path}/seats", {"bot": "regular"})
    return scene.ada.post(f"{path}/seats")


def replayed_unknown(scene: Scene) -> TestResponse:
    made = scene.ada.post("/v1/webhooks", {"url": "https://bot.example/hook"}).get_json()
    return scene.ada.post(f"/v1/webhooks/{made['id']}/deliveries/msg_0/replay")


def agreed(scene: Scene) -> TestResponse:
    path = scene.start()
    scene.bob.post(f"{path}/adjourn")
    return scene.bob.post(f"{path}/adjourn")


def claimed(scene: Scene, awaited: bool = True, **settings: Any) -> TestResponse:
    """Claim the seat that is to act, or the other one, in the name of who does not hold it."""
    path = scene.start("boosh", 2, **{"clock": None, **settings})
    able, waiting = scene.service.acting(path, [scene.ada, scene.bob])
    (acting,) = scene.ada.get(f"{path}/view").get_json()["to_act"]
    seat, who = (acting, waiting) if awaited else (1 - acting, able)
    return who.post(f"{path}/seats/{seat}/claim", {})


def forfeited(scene: Scene) -> TestResponse:
    """Come back to a seat that one of three has forfeited."""
    three = [scene.ada, scene.bob, scene.eve]
    path = scene.service.started(three, "boosh", 3, clock={"turn": 1}, on_time_out="forfeit")
    (seat,) = scene.ada.get(f"{path}/view").get_json()["to_act"]
    move_clock(scene.service.parts.store, 2_000)
    enforce_deadlines(scene.service.parts.tables, path.split("/")[3])
    who: Asker = three[seat]
    return who.post(f"{path}/seats/{seat}/return", {})


def nothing_carries_over(scene: Scene) -> TestResponse:
    path = scene.start("boojum", 3)
    for one in (scene.ada, scene.bob):
        one.post(f"{path}/adjourn")
    body = {"game": "boojum", "seats": 3, "continues": path.rsplit("/", 1)[1]}
    return scene.ada.post("/v1/tables", body)


def seats_free(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.post(f"{path}/seats")
    return scene.ada.post(f"{path}/start")


def called(scene: Scene, player: Asker) -> str:
    """Return a table called for the start, at which a player is committed to an entropy."""
    path = scene.open("boosh", 2)
    player.post(f"{path}/seats", {"commitment": commitment(player.id, "cat")})
    player.post(f"{path}/seats", {"bot": "regular"})
    player.post(f"{path}/start")
    return path


def other_closing(scene: Scene) -> TestResponse:
    body = {"entropy": entropy("cat"), "closing": "0" * 64}
    return scene.ada.post(f"{called(scene, scene.ada)}/reveal", body)


def closing_lost(scene: Scene) -> TestResponse:
    path = scene.open()
    rotate_signing_key(scene.folder, scene.service.parts.store.now(), Loss(0, 0, None, 0))
    return scene.ada.post(f"{path}/start")


def not_aborted(scene: Scene) -> TestResponse:
    path = scene.open()
    receipt = scene.ada.post(f"{path}/seats").get_json()["receipt"]
    return scene.ada.post(f"{path}/abort", {"receipt": receipt})


def entropy_differs(scene: Scene) -> TestResponse:
    zoe = provoke_tournaments.example(scene)
    return zoe.reveal(called(scene, zoe), "dog")


def entropy_not_awaited(scene: Scene) -> TestResponse:
    body = {"entropy": entropy("cat"), "closing": "0" * 64}
    path = scene.open()
    scene.ada.post(f"{path}/seats")
    return scene.ada.post(f"{path}/reveal", body)


def too_late(scene: Scene) -> TestResponse:
    """Act when the clock of the store is long behind the deadline."""
    path = scene.start("boosh", 2, clock={"turn": 30})
    able, _ = scene.service.acting(path, [scene.ada, scene.bob])
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    scene.patch.setattr("events.store.streams.Store.now", lambda store: 2_000_000_000_000)
    return able.post(f"{path}/actions", action)


def no_hint_now(scene: Scene) -> TestResponse:
    path = scene.alone(rated=False)
    scene.ada.post(f"{path}/adjourn")
    return scene.ada.get(f"{path}/hint")


def not_analysed(scene: Scene) -> TestResponse:
    path = scene.alone()
    scene.service.play(path, [scene.ada])
    return scene.ada.get(f"{path}/analysis")


def not_started(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.post(f"{path}/seats")
    return scene.ada.post(f"{path}/actions", {"type": "pass"})


def closed(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.delete(path)
    return scene.ada.post(f"{path}/seats")


def of_tournament(scene: Scene) -> str:
    """Open a tournament's table, at which Ada and bots sit; return its path."""
    table = table_id(TOURNAMENT, 0)
    command = planned((scene.ada.id, "regular", "regular"), 0, clock={"turn": 3600, "bank": 0})
    handle(scene.service.parts.tables, CommandRequest(table, RUNNER, command))
    return f"/v1/tables/{table}"


def not_there_yet(scene: Scene) -> TestResponse:
    cup = provoke_tournaments.Cup(scene, "ada bob").planned().path.rsplit("/", 1)[1]
    return scene.nobody.get(f"/v1/tables/{table_id(cup, 0)}")


def finished(scene: Scene) -> TestResponse:
    path = of_tournament(scene)
    scene.service.play(path, [scene.ada])
    return scene.ada.delete(f"{path}/seats/0")


def proof_not_yet(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.ada.delete(path)
    return scene.nobody.get(f"{path}/proof")


def stale(scene: Scene) -> TestResponse:
    path = scene.open()
    return scene.ada.post(f"{path}/seats", If_Match='"9.s.0"')


def too_large(scene: Scene) -> TestResponse:
    return scene.nobody.ask("POST", "/v1/players", raw=b" " * (2**16 + 1))


def not_json_type(scene: Scene) -> TestResponse:
    return scene.nobody.ask("POST", "/v1/players", raw=b"{}", kind="text/plain")


def key_reused(scene: Scene) -> TestResponse:
    path, key = scene.open(), {"Idempotency_Key": "one"}
    scene.ada.post(f"{path}/seats", **key)
    return scene.ada.post(f"{path}/seats", {"seat": 2}, **key)


def no_reader(scene: Scene) -> TestResponse:
    scene.patch.setattr(read_costs, "QUEUE", 0)
    settings = ServiceSettings(scene.server.url, scene.folder, limits=LIMITS)
    return Asker(create_app(scene.service.parts, settings).test_client()).get("/v1/tables")


def too_many(scene: Scene) -> TestResponse:
    settings = ServiceSettings(scene.server.url, scene.folder, limits=LIMITS)
    nobody = Asker(create_app(scene.service.parts, settings).test_client())
    for _ in range(240):
        nobody.get("/v1/nothing")
    return nobody.get("/v1/nothing")


def fail(error: Exception) -> Callable[..., Any]:
    """Return a function that fails."""

    def failing(*args: Any, **more: Any) -> Any:
        raise error

    return failing


def internal(scene: Scene) -> TestResponse:
    scene.patch.setattr("service.pages.pages.connections", fail(KeyError("a bug")))
    return scene.nobody.get("/v1/keys")


def rules_not_installed(scene: Scene) -> TestResponse:
    tables = scene.service.parts.tables
    with whist_installed(scene.patch):
        handle(tables, CommandRequest("t0whist", "player:p0", an_open("whist")))
    tables.drop("t0whist")
    return scene.nobody.get("/v1/tables/t0whist")


def no_slot(scene: Scene) -> TestResponse:
    path = scene.open()
    full = replace(scene.service.parts.streams, slots=SlotPool(0))
    nobody = Asker(create_app(replace(scene.service.parts, streams=full)).test_client())
    return nobody.get(f"{path}/events", Accept="text/event-stream")


def verified(scene: Scene, **limits: Any) -> TestResponse:
    """Have a log verified while the verifiers have other limits."""
    own = replace(scene.service.parts.verifiers, **limits)
    nobody = Asker(create_app(replace(scene.service.parts, verifiers=own)).test_client())
    log = component_examples()["LogFileToVerify"]["value"].encode()
    return nobody.ask("POST", "/v1/verifications", raw=log, kind="application/jsonl")


def replayed(scene: Scene, log: bytes | None = None) -> TestResponse:
    """Have a log shown: that of a running table, unless another is given."""
    if log is None:
        log = scene.nobody.get(f"{scene.start()}/log").data
    return scene.nobody.ask("POST", "/v1/replays", raw=log, kind="application/jsonl")


def edited(scene: Scene) -> TestResponse:
    log = component_examples()["LogFileToVerify"]["value"].encode()
    return replayed(scene, log.replace(*EDIT))


def long_log(scene: Scene) -> TestResponse:
    """Have a log shown of which a process of its own says that it is too long."""
    error = {"code": LongLog.code, "status": LongLog.status, "detail": LongLog.detail}
    told = orjson.dumps({"refused": error})
    verifiers = type(scene.service.parts.verifiers)
    scene.patch.setattr(verifiers, "run_own", lambda *asked: (told, 1))
    return replayed(scene, b"")


def store_away(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.patch.setattr("events.store.streams.Store.live", fail(ConnectionLost("gone")))
    return scene.nobody.get(path)


def unknown(scene: Scene) -> TestResponse:
    """Lose the store between what is written and the answer."""
    path = scene.open()
    scene.patch.setattr("service.wire.requests.view", fail(ConnectionLost("gone")))
    return scene.ada.post(f"{path}/seats", {})


def store_behind(scene: Scene) -> TestResponse:
    """Have a tree signed for that the store has never had."""
    SignedTree(scene.folder).note(7, "00" * 32)
    parts = scene.service.parts
    tree = TransparencyLog(parts.store, 0, SignedTree(scene.folder))
    own = replace(parts, signing=replace(parts.signing, tree=tree))
    return Asker(create_app(own).test_client()).get("/v1/tree/checkpoint")


def store_full(scene: Scene) -> TestResponse:
    path, redis = scene.open(), scene.service.redis
    redis.config_set("maxmemory", 1)
    try:
        return scene.ada.post(f"{path}/seats", {})
    finally:
        redis.config_set("maxmemory", 0)


def too_old(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.service.parts.tables.drop(path.rsplit("/", 1)[1])
    with without(TYPES, "table.opened.v1"):
        return scene.nobody.get(path)


def busy(scene: Scene) -> TestResponse:
    path = scene.open()
    scene.patch.setattr("service.wire.requests.handle", fail(WriteContention("t0")))
    return scene.ada.post(f"{path}/start")


def signed(
    scene: Scene, name: str = "ada", *, after: int | None = None, key: bool = True
) -> TestResponse:
    """Pass at a table that Ada took with her key, unless not, signing it by `name`."""
    if key:
        scene.ada.put("/v1/players/me/key", with_key(scene.ada))
    scene.patch.setattr("service.tables.tables.secrets.token_hex", lambda size: FIXED[size])
    path, action = begun(scene.service, scene.ada) if key else scene.alone(), {"type": "pass"}
    seen = seen_by(scene.ada, path) if after is None else (after, "0f" * 32)
    signature = header(path, 0, seen, action, name)
    return scene.ada.post(f"{path}/actions", action, Action_Signature=signature)


def false_proof(scene: Scene) -> TestResponse:
    scene.patch.setattr("events.accounts.players.secrets.token_hex", lambda size: ADA[1:])
    body = {**NEW_KEY, "proof": "0f" * 64}
    return scene.service.player("Eva").put("/v1/players/me/key", body)


def unsigned(scene: Scene) -> TestResponse:
    scene.ada.put("/v1/players/me/key", with_key(scene.ada))
    return scene.ada.post(f"{scene.open()}/seats", {"seat": 0})


def bad_signature(scene: Scene) -> TestResponse:
    return scene.ada.post(f"{scene.alone()}/actions", {"type": "pass"}, Action_Signature="none")


def by_its_rules(code: str) -> Callable[[Scene], TestResponse]:
    """Return what makes a game refuse the action that its example was found with."""
    row, game = refused_actions()[code], newest_rules(code.partition("/")[0])

    def tries(able: bool) -> list[Any]:
        return [row["sent"]] * 2 if able == ("legal" in row) else []  # the first may be accepted

    return lambda scene: scene.refused(game.name, game.seats[0], code, tries)


PROVOKE: dict[str, Callable[[Scene], TestResponse]] = {
    "http/not_json": not_json,
    "http/cut_off": cut_off,
    "http/bad_key": bad_key,
    "http/bad_match": bad_match,
    "http/bad_receipts": lambda s: s.nobody.ask(
        "POST", "/v1/verifications", raw=b"", kind="application/jsonl", headers={"Receipts": "1"}
    ),
    "http/bad_query": lambda scene: scene.nobody.get("/v1/tables?limit=many"),
    "http/unauthorized": lambda scene: scene.nobody.get("/v1/players/me"),
    "http/not_an_admin": lambda scene: scene.ada.get("/v1/status"),
    "table/no_talk": lambda s: s.ada.post(f"{s.start()}/phrases", {"phrase": "hello"}),
    "table/left": left,
    "table/not_seated": lambda s: s.eve.post(f"{s.start()}/actions", {"type": "pass"}),
    "table/not_your_seat": not_your_seat,
    "table/not_the_opener": lambda s: s.bob.delete(s.open()),
    "http/not_found": lambda s: s.ada.delete(f"{s.open()}/seats/one"),
    "player/unknown": lambda scene: scene.nobody.get("/v1/players/p0"),
    "game/unknown": lambda scene: scene.nobody.get("/v1/games/whist"),
    "http/no_such_version": lambda scene: scene.nobody.get("/v1/versions/0123456789abcdef"),
    "card/unknown": lambda scene: scene.nobody.get("/v1/cards/gold-99.svg"),
    "table/unknown": lambda scene: scene.nobody.get("/v1/tables/t0"),
    "table/planned": not_there_yet,
    "table/rules_not_installed": rules_not_installed,
    "table/seat_kept": seat_kept,
    "table/invited": invited_again,
    "table/not_invited": lambda s: s.ada.delete(f"{s.open()}/invitations/{s.bob.id}"),
    "table/not_your_invitation": lambda s: s.eve.delete(f"{invited(s)}/invitations/{s.bob.id}"),
    "table/invitation_ended": declined_twice,
    "player/not_invitable": not_invitable,
    "table/no_such_seat": lambda s: s.ada.post(f"{s.open()}/seats", {"seat": 3}),
    "table/no_such_hand": lambda scene: scene.ada.get(f"{scene.start()}/hands/9"),
    "proof/no_such_size": lambda scene: scene.nobody.get("/v1/tree/consistency?from=9"),
    "proof/no_such_tile": lambda scene: scene.nobody.get("/v1/tree/tile/0/000"),
    "table/no_such_event": lambda scene: scene.ada.get(f"{scene.open()}/replay?at=99"),
    "player/blocked": blocked,
    "push/unknown": lambda scene: scene.ada.get("/v1/webhooks/wh_0"),
    "push/unknown_delivery": replayed_unknown,
    "http/insufficient_scope": lambda scene: personal(scene).get("/v1/tokens"),
    "player/unsigned": unsigned_play,
    "app/unknown": lambda scene: scene.nobody.get("/v1/apps/app_0"),
    "app/unknown_code": lambda scene: scene.ada.get("/v1/device-codes/BCDF-GHJK"),
    "app/bad_redirect": lambda s: ClientApp(s.service, s.ada).shown_to(s.ada, redirect_uri="x"),
    "player/wrong_code": lambda scene: scene.nobody.post("/v1/recovery", {"code": "aaaa"}),
    "player/wrong_sign_in_code": lambda scene: scene.nobody.post("/v1/sign-in", {"code": "aaaa"}),
    "player/name_taken": named("ADA"),
    "player/name_alike": named("\u0410da"),
    "player/name_bidi": named("Ada\u202e"),
    "player/name_invisible": named("Ada\u200b"),
    "player/name_character": named("Ada\u0640"),
    "player/false_proof": false_proof,
    "table/opened": opened,
    "table/archived": archived,
    "table/seat_taken": seat_taken,
    "table/seated": seated,
    "table/full": full,
    "table/seat_free": lambda scene: scene.ada.delete(f"{scene.open()}/seats/2"),
    "table/agreed": agreed,
    "table/not_closed": lambda scene: scene.ada.post(f"{scene.start()}/rematch"),
    "table/nothing_carries_over": nothing_carries_over,
    "table/forfeited": forfeited,
    "table/has_clock": lambda scene: claimed(scene, clock={"turn": 30}),
    "table/not_awaited": lambda scene: claimed(scene, awaited=False),
    "table/too_early": claimed,
    "table/seats_free": seats_free,
    "table/other_closing": other_closing,
    "table/closing_lost": closing_lost,
    "table/not_aborted": not_aborted,
    "table/entropy_not_awaited": entropy_not_awaited,
    "table/entropy_differs": entropy_differs,
    "table/started": lambda scene: scene.eve.post(f"{scene.start()}/seats", {"seat": 0}),
    "table/not_started": not_started,
    "http/bad_signature": bad_signature,
    "table/unsigned": unsigned,
    "table/no_key": lambda scene: signed(scene, key=False),
    "table/bad_signature": lambda scene: signed(scene, "another"),
    "table/signature_used": lambda scene: signed(scene, after=99),
    "table/too_late": too_late,
    "table/closed": closed,
    "table/finished": finished,
    "table/not_released": lambda scene: scene.bob.get(f"{of_tournament(scene)}/view"),
    "table/of_tournament": lambda scene: scene.ada.post(f"{of_tournament(scene)}/adjourn"),
    "dispute/too_early": lambda scene: scene.ada.post(
        f"{of_tournament(scene)}/disputes", {"hand": 1, "reason": "Seat 1 peeked"}
    ),
    "table/no_analysis": lambda scene: scene.ada.get(f"{scene.start()}/analysis"),
    "table/not_analysed": not_analysed,
    "table/no_hints": lambda scene: scene.ada.get(f"{scene.start()}/hint"),
    "table/no_hint_now": no_hint_now,
    "table/not_opened": lambda scene: scene.nobody.get(f"{scene.start()}/replay?seat=1"),
    "proof/not_yet": proof_not_yet,
    "table/stale": stale,
    "http/too_large": too_large,
    "http/not_log_type": lambda scene: scene.nobody.post("/v1/verifications", {}),
    "http/not_json_type": not_json_type,
    "http/invalid": lambda scene: scene.ada.post(f"{scene.open()}/seats", {"sea": 1}),
    "log/unreadable": lambda scene: replayed(scene, NO_LOG),
    "log/bad": edited,
    "log/not_opened": replayed,
    "log/too_long": long_log,
    "http/key_reused": key_reused,
    "http/too_many": too_many,
    "http/internal": internal,
    "http/no_slot": no_slot,
    "http/no_reader": no_reader,
    "http/no_verifier": lambda scene: verified(scene, uploads=SlotPool(0)),
    "http/too_slow": too_slow,
    "http/verification_too_long": lambda scene: verified(scene, seconds=0.0),
    "http/store_away": store_away,
    "service/unknown": unknown,
    "service/store_behind": store_behind,
    "http/store_full": store_full,
    "service/too_old": too_old,
    "table/busy": busy,
    **{code: by_its_rules(code) for code in refused_actions()},
    **provoke_disputes.PROVOKE,
    **provoke_tournaments.PROVOKE,
}


def masked(value: Any) -> Any:
    """Return what is said without the numbers, suits and heads, which depend on the deal."""
    text = SUIT.sub("suit", NUMBER.sub("0", HEAD.sub("head", json.dumps(value))))
    return json.loads(text)


@pytest.mark.parametrize("code", PROVOKE)
def test_an_error_is_told_as_its_example_says(
    service: Service, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    code: str,
) -> None:  # fmt: skip
    answer = PROVOKE[code](Scene(service, server, tmp_path, monkeypatch))
    found, told = answer.get_json(force=True), problems()[code]
    assert found.keys() == told.keys()
    for name in told.keys() - {"legal", "to_act"}:
        assert masked(found[name]) == masked(told[name])
    assert answer.status_code == told["status"] == found["status"]
    assert found["code"] == code


def test_every_example_of_an_error_is_provoked() -> None:
    assert set(PROVOKE) == set(problems())


def test_no_error_ends_with_a_full_stop_and_one_is_no_plural() -> None:
    plural = re.compile(r"\(s\)|\b1 (?!does\b|is\b|has\b)[A-Za-z]+s\b")
    told = [one["detail"] for one in problems().values()]
    assert [text for text in told if text.endswith(".") or plural.search(text)] == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("http/unauthorized", "WWW-Authenticate"), ("http/too_many", "Retry-After"),
        ("http/no_slot", "Retry-After"), ("http/store_away", "Retry-After"),
        ("service/unknown", "Retry-After"), ("service/store_behind", "Retry-After"),
        ("http/store_full", "Retry-After"), ("service/too_old", "Retry-After"),
        ("table/busy", "Retry-After"), ("proof/not_yet", "Retry-After"),
        ("http/no_reader", "Retry-After"),
        ("http/no_verifier", "Retry-After"),
    ],
)  # fmt: skip
def test_an_error_has_the_header_that_is_described(
    service: Service, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    code: str, name: str,
) -> None:  # fmt: skip
    answer = PROVOKE[code](Scene(service, server, tmp_path, monkeypatch))
    assert answer.headers[name]
