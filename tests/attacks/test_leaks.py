"""Paired tables answer everybody with the same bytes over HTTP, whatever is read.

Two tables that differ only in what a seat may not know; every game; read from a socket, headers
included. Only salted hashes (seals, heads, the server's signatures) are masked, of the same length
as they are; signatures of players are not. Secret and salts are looked for before. What is read is
held to openapi.yaml: each operation that reads stands here.
"""

import json
import random
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from zlib import crc32

import pytest
from werkzeug.serving import make_server

from events.disputes.names import dispute_stream_id
from events.record.chain import first_head
from events.store.streams import AppendRequest, Store, read_stream_entry
from events.tables.turns import encode_turns
from games import NEWEST
from games.core.contract import Seat
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from games.table import Adjourn
from projections.accounts import listed_tables
from projections.history.guard import SigningGuard
from projections.tables import views
from service.assembly import AppParts
from service.limits.slots import SlotPool
from service.wire.connections import connections
from tests.attacks.scale import scaled
from tests.attacks.test_matrix import operations
from tests.games.every import every_game
from tests.games.play import Play, bent, voids
from tests.laws import Law
from tests.service.asker import Asker, Service
from tests.service.play.test_hands_law import AT, TABLE, World
from tests.service.play.test_signed_actions import header
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import public

STREAM = re.compile(rb".*event: view\n.*event: view\n[^\n]*\n[^\n]*\n\n", re.DOTALL)
PATH = f"/v1/tables/{TABLE}"
DISPUTE = f"/v1/disputes/{dispute_stream_id(TABLE)}.1"
MASKS = [
    (re.compile(rb'"signature":"[0-9a-f]{128}","table"'), b'"signature","table"'),
    (re.compile(rb"\b[0-9a-f]{64}\b"), b"hash"),
    (re.compile(rb"\r\n(Date|Server-Time): [^\r]+"), b""),
    (re.compile(rb',"now":\d{13}\}\n\n'), b"}\n\n"),  # of a stream's message: when it was sent
    (re.compile(rb'"key":"[0-9a-f]{16}","signature":"[0-9a-f]{128}"'), b'"key","signature"'),
    (re.compile(rb"\b[0-9a-f]{128}\b"), b"signature"),  # of a player, over a head
]
STATUS = "/v1/status"
CUP = "/v1/tournaments/c0123456789abcdef01"
OWN_TABLES = "/v1/players/me/tables"
GERMAN = {"Accept-Language": "de"}
STREAMED = {"Accept": "text/event-stream", "Last-Event-ID": "0"}
PROBES = 8  # actions that are tried on each of them
Ask = tuple[str, str, Any, dict[str, str]]  # method, path, body, headers


@dataclass
class Line:
    """A server on a socket, and who asks it."""

    port: int
    service: Service
    ada: Asker
    others: dict[str, str | None]  # who holds no seat, and their tokens

    def ask(self, ask: Ask, token: str | None) -> bytes:
        """Return all bytes of an answer; of a stream, those up to the view behind the news."""
        method, path, body, headers = ask
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: test", f"Content-Length: {len(data)}"]
        lines.append("X-Request-Id: same")  # else each answer has a random one
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += ["Content-Type: application/json"] * (body is not None)
        lines += [f"Authorization: Bearer {token}"] * (token is not None)
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
            line.shutdown(socket.SHUT_WR)  # else the server waits a moment for more of us
            return self.read(line)

    def read(self, line: socket.socket) -> bytes:
        """Read to the end, or to the second view of a stream."""
        found = b""
        while part := line.recv(65536):
            found += part
            if streamed := STREAM.match(found):
                return streamed[0]
        return found

    def wait_for_slot(self) -> None:
        """Wait until the one stream that there may be is at its end."""
        slots = self.service.parts.streams.slots
        wait_for(slots.take)
        slots.give_back()

    def show(self, world: World) -> None:
        """Let the store hold this world's table, when no stream looks at the other one any more."""
        own = self.service.parts
        self.wait_for_slot()
        store = own.store
        for stream in (TABLE, dispute_stream_id(TABLE)):
            names = store.names.of(stream)
            store.redis.zrem(names.all, stream)  # else it would be looked for in the archive
            store.redis.delete(names.log, names.once, names.snapshot)
        own.tables.drop(TABLE)
        kinds = [public(event)["type"] for event in world.log]
        due = encode_turns(world.table())
        store.append(
            AppendRequest(
                stream=TABLE,
                seen=0,
                head=first_head(TABLE),
                events=world.log,
                types=kinds,
                at=AT,
                turns=due,
            )
        )
        own.models.player_tables.drop(own.models.player_tables.version())
        self.service.feed(own.models.player_tables, store.names.partition(TABLE))


@pytest.fixture
def line(parts: AppParts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """Serve on a socket, one stream at a time; it is a second after the newest event."""
    service = Service(replace(parts, streams=replace(parts.streams, slots=SlotPool(1))))
    for pause in ("HEARTBEAT", "PAUSE"):  # a stream soon finds that nobody reads it any more
        monkeypatch.setattr(f"service.streams.audiences.{pause}", 0.01)
    monkeypatch.setattr(Store, "now", lambda store: newest(store) + 1000)
    monkeypatch.setattr(SigningGuard, "lost", lambda guard: {})  # each world lacks the other's
    server = make_server("127.0.0.1", 0, service.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield Line(server.port, service, service.player("Ada"), others(service))
    server.shutdown()
    thread.join()
    server.server_close()


def others(service: Service) -> dict[str, str | None]:
    """Return the tokens of everybody who holds no seat."""
    found: dict[str, str | None] = {"nobody": None, "wrong token": "wrong"}
    revoked = service.player("Bob")
    found["revoked token"] = revoked.token
    again = revoked.post("/v1/players/me/tokens", {}).get_json()["token"]
    assert service.nobody.get("/v1/players/me", Authorization=f"Bearer {again}").status_code == 200
    for role in ("player", "director", "auditor", "admin"):
        one = service.player(role)
        known = service.parts.players.find(one.id)
        assert known is not None
        service.parts.players.give_role(known, role)
        found[role] = one.token
    return found


def newest(store: Store) -> int:
    """Return when the newest event of the table happened."""
    log = store.names.of(TABLE).log
    newest = [
        read_stream_entry(entry) for entry in store.direct("XREVRANGE", log, "+", "-", "COUNT", 1)
    ]
    return int(public(newest[0])["at"]) if newest else AT


WORD = re.compile(rb"[0-9a-f]{64}")
KNOW_NO_TABLE = {
    "listGames", "showGame", "showGameRules", "listKeys", "showOpenapi", "checkHealth",
    "checkReadiness", "showMetrics", "showCardPicture", "showVersion", "showLinks",
}  # fmt: skip
SINCE = "{n}"  # stands for the number of the newest event, and the next for half of it
MIDDLE = "{middle}"
READS: dict[str, tuple[str, ...]] = {  # operation -> what is read of it
    "showStatus": (STATUS,),
    "showTable": (PATH,),
    "showClosing": (f"{PATH}/closing",),
    "showFairness": (f"{PATH}/fairness",),
    "showTournamentClosing": (f"{CUP}/closing",),
    "showView": (
        f"{PATH}/view", f"{PATH}/view?after={SINCE}&wait=0", f"{PATH}/view?after={MIDDLE}",
        f"{PATH}/view?after=0", f"{PATH}/view?wait=x",
    ),
    "showHint": (f"{PATH}/hint",),
    "showAnalysis": (f"{PATH}/analysis?seat=0",),
    "listEvents": (f"{PATH}/events?limit=500", f"{PATH}/events?after={MIDDLE}"),
    "listHands": (f"{PATH}/hands",),
    "showHand": (f"{PATH}/hands/1", f"{PATH}/hands/2", f"{PATH}/hands/99"),
    "replayTable": (
        f"{PATH}/replay", f"{PATH}/replay?at={MIDDLE}", f"{PATH}/replay?seat=0",
        f"{PATH}/replay?seat=1", f"{PATH}/replay?seat=2", f"{PATH}/replay?seat=nobody",
    ),
    "downloadLog": (f"{PATH}/log",),
    "proveTable": (f"{PATH}/proof",),
    "listDisputesOfTable": (f"{PATH}/disputes",),
    "downloadDisputes": (f"{DISPUTE}/log",),
    "listDisputes": ("/v1/disputes",),
    "showDispute": (DISPUTE,),
    "showEvidence": (f"{DISPUTE}/evidence",),
    "downloadDisputedLog": (f"{DISPUTE}/table/log",),
    "replayDisputed": (f"{DISPUTE}/replay", f"{DISPUTE}/replay?at={MIDDLE}"),
    "showCheckpoint": ("/v1/tree/checkpoint",),
    "showTile": ("/v1/tree/tile/0/000.p/1", "/v1/tree/tile/entries/000.p/1"),
    "proveConsistency": ("/v1/tree/consistency?from=0&to=1",),
    "showLeaderboard": ("/v1/leaderboards/boon",),
    "showMe": ("/v1/players/me",),
    "listMyNews": ("/v1/players/me/events", "/v1/players/me/events?after=0"),
    "listMyInvitations": ("/v1/players/me/invitations",),
    "showMyPreferences": ("/v1/players/me/preferences",),
    "showPresence": ("/v1/presence?players=p0,p1",),
    "listPhrases": (f"{PATH}/phrases",),
    "showLimits": ("/v1/players/me/limits",),
    "listTokens": ("/v1/tokens",),
    "listWebhooks": ("/v1/webhooks",),
    "listAppWebhooks": ("/v1/apps/app_0/webhooks",),
    "showWebhook": ("/v1/webhooks/wh_0",),
    "listDeliveries": ("/v1/webhooks/wh_0/deliveries",),
    "listPushSubscriptions": ("/v1/push-subscriptions",),
    "listOwnTokens": ("/v1/players/me/tokens",),
    "listSignInCodes": ("/v1/sign-in-codes",),
    "listMyApps": ("/v1/apps",),
    "showApp": ("/v1/apps/app_0",),
    "listMyGrants": ("/v1/grants",),
    "showAuthorization": ("/v1/authorizations",),
    "showDeviceCode": ("/v1/device-codes/BCDF-GHJK",),
    "showPlayer": ("/v1/players/p0",),
    "findPlayer": ("/v1/players?name=Ada",),
    "listTables": ("/v1/tables",),
    "listTournaments": ("/v1/tournaments", "/v1/tournaments?player=me"),
    "showTournament": (CUP,),
    "listEntrants": (f"{CUP}/entrants",),
    "listRounds": (f"{CUP}/rounds",),
    "listTournamentTables": (f"{CUP}/tables",),
    "previewAdjudication": (f"{CUP}/tables/0/adjudication",),
    "previewRound": (f"{CUP}/next-round",),
    "showCollusion": (f"{CUP}/collusion",),
    "showStandings": (f"{CUP}/standings",),
    "showCrossTable": (f"{CUP}/cross-table",),
    "showTournamentRatings": (f"{CUP}/ratings",),
    "listTournamentEvents": (f"{CUP}/events",),
    "downloadTournamentLog": (f"{CUP}/log",),
    "exportTournament": (f"{CUP}/export",),
    "downloadTournamentResults": (f"{CUP}/results",),
    "listMyTables": (OWN_TABLES, f"{OWN_TABLES}?state=my_turn", f"{OWN_TABLES}?state=disputed"),
    "listTablesOfPlayer": ("/v1/players/p0/tables", "/v1/players/{player}/tables"),
}  # fmt: skip


def test_every_operation_that_reads_is_searched() -> None:
    found = {name for name, (method, _, _) in operations().items() if method == "get"}
    assert found == set(READS) | KNOW_NO_TABLE


def reads(n: int, player: str) -> Iterator[Ask]:
    """Yield what may be read, and what may not; of a dispute that the seat opens first."""
    yield "POST", f"{PATH}/disputes", {"hand": 1, "reason": "Seat 1 peeked"}, {}
    for paths in READS.values():
        for path in paths:
            yield "GET", path.format(n=n, middle=n // 2 or 1, player=player), None, {}
    yield "GET", f"{PATH}/hands/1", None, {"Accept": "text/plain"}
    for path in (f"{PATH}/view", f"{PATH}/view?after=0", f"{PATH}/replay", f"{PATH}/hands/1"):
        yield "GET", path, None, GERMAN
    yield "GET", f"{PATH}/events", None, {**GERMAN, **STREAMED}
    yield "GET", f"{PATH}/view", None, {"If-None-Match": f'"{n}.0.0", "{n}.1.0", "{n}.s.0"'}
    yield "GET", f"{PATH}/events", None, STREAMED


def commands(play: Play, moves: int, luck: random.Random) -> Iterator[Ask]:
    """Yield actions, right and wrong ones, and commands for the table."""
    game = play.game
    names = {kind: name for name, kind in game.actions.items()}
    cards = [face.id for face in game.presentation.faces]
    known = [action for _, action in play.moves[:moves]]
    known += [
        game.rules.fallback(play.states[moves], seat)
        for seat in game.rules.to_act(play.states[moves])
    ]
    for _ in range(PROBES):
        action = bent(game, luck.choice(known), luck, cards)
        sent = {"type": names[type(action)], **to_json(action)}
        yield "POST", f"{PATH}/actions/check", sent, {}  # does nothing: all of it is compared
        yield "POST", f"{PATH}/actions/check", sent, GERMAN
        yield "POST", f"{PATH}/actions", sent, {}
    for body in ({"type": "nothing"}, {}, {"type": "play", "card": luck.choice(cards)}):
        yield "POST", f"{PATH}/actions", body, {}
    for where in ("seats", "start", "reveal", "rematch", "seats/0/return", "seats/1/return"):
        yield "POST", f"{PATH}/{where}", {}, {}
    for seat in range(play.seats + 1):
        yield "DELETE", f"{PATH}/seats/{seat}", None, {"If-Match": '"1.s.0"'}
    yield "DELETE", PATH, None, {}


def signed_by(player: str, seat: Seat, world: World, ask: Ask) -> Ask:
    """Return what is asked with a player's signature in this world, if it is an action."""
    method, path, body, headers = ask
    if path != f"{PATH}/actions":
        return ask
    newest = world.log[-1]
    signature = header(PATH, seat, (newest.n, newest.h.hex()), body, player)
    return method, path, body, {**headers, "Action-Signature": signature}


def sealed(world: World, seat: Seat | None) -> set[bytes]:
    """Return a table's secret, and the salts of what is sealed from a seat as long as it is."""
    parts = [(key, part) for one in world.log for key, part in json.loads(one.p or "{}").items()]
    salts = {part["salt"] for key, part in parts if str(seat) not in key.split("+")}
    return {word.encode() for word in {world.secret.hex(), *salts}}


def answers(
    line: Line, world: World, token: str | None, seat: Seat | None, asks: list[Ask], signing: bool
) -> list[bytes]:
    """Return what somebody is answered in a world; of what was accepted only that it was.

    What follows from an accepted command are new cards, which come as each world's secret says.
    """
    found, store = [], line.service.parts.store
    log, hidden = store.names.of(TABLE).log, sealed(world, seat)
    line.show(world)
    for one in asks:
        ask = signed_by(line.ada.id, seat, world, one) if signing and seat is not None else one
        if STREAMED.items() <= ask[3].items():
            line.wait_for_slot()
        answer = line.ask(ask, token)
        assert not hidden & set(WORD.findall(answer)), ask
        if store.redis.xlen(log) != len(world.log):
            line.show(world)
            answer = answer.split(b"\r\n")[0]
        if ask[1] == STATUS and b'"partitions"' in answer:  # how the server fares at the moment
            answer = answer.split(b"\r\n")[0]
        for mask, word in MASKS:
            answer = mask.sub(word, answer)
        found.append(answer)
    return found


def worlds_of(play: Play, other: Play, seat: Seat | None, ada: str, number: int) -> list[World]:
    """Return a table in two worlds, of another kind each time; Ada plays or looks on."""
    moves = len(play.moves) - (play.game.rules.outcome(play.state) is not None)
    ends_early = number % 4 == 1  # with everybody's agreement; its log can be read then
    people = [ada if k == seat else None if k % 2 else f"p{k}" for k in range(play.seats)]
    reveal = ("table", "auditors")[number % 2]
    signing, delay = number % 3 == 0, 7 * (number % 5 == 2)
    found = [
        World(one, moves, people, reveal, signing=signing, delay=delay) for one in (play, other)
    ]
    for world in found:
        for player in filter(None, people if ends_early else ()):
            world.judged(f"player:{player}", Adjourn())
    return found


def compared(law: Law, line: Line, game: AnyGame, count: int) -> tuple[int, Counter[str]]:
    """Hold the bytes of paired tables equal; return how many pairs, and who asked how often."""
    different, asked = 0, Counter[str]()
    pairs = law.pairs(game, where=lambda play, seat: not voids(play))
    for number, (play, other, seat) in enumerate(islice(pairs, count)):
        moves = len(play.moves) - (game.rules.outcome(play.state) is not None)
        worlds = worlds_of(play, other, seat, line.ada.id, number)
        n = len(worlds[0].log)
        asks = [*reads(n, line.ada.id), *commands(play, moves, play.luck)]
        caller = "seat" if seat is not None else play.luck.choice([*line.others])
        token = line.ada.token if seat is not None else line.others[caller]
        signing = number % 3 == 0
        one, two = (answers(line, world, token, seat, asks, signing) for world in worlds)
        for ask, first, second in zip(asks, one, two, strict=True):
            assert first == second, (caller, ask)
        different += [event.p for event in worlds[0].log] != [event.p for event in worlds[1].log]
        asked[caller] += 2 * len(asks)
    return different, asked


@every_game
@scaled("count", short=2, long=30)
def test_paired_tables_answer_everybody_with_the_same_bytes(
    law: Law, line: Line, game: AnyGame, count: int
) -> None:
    different, asked = compared(law, line, game, count)
    assert different >= count // 3
    assert asked.total() >= 60 * different
    print(f"{game.name}: {different} pairs, asked {dict(asked)}")


def digest(table: Any) -> int:
    """Return a number that depends on all that is hidden at a table."""
    return crc32(repr(table.play).encode())


def leaking_view(patch: pytest.MonkeyPatch) -> None:
    """Make answers longer by a blank where the hidden cards say so."""
    whole = views.view_for_seat
    patch.setattr(
        "service.play.play.view_for_seat",
        lambda *asked: {**whole(*asked), "hint": " " * (digest(asked[0].table) % 7)},
    )  # fmt: skip


def leaking_error(patch: pytest.MonkeyPatch) -> None:
    """Let refusals depend on another seat's cards."""
    patch.setattr(
        "service.play.play.legal_choices", lambda table, seat: {"to_act": [digest(table) % 9]}
    )


def leaking_events(patch: pytest.MonkeyPatch) -> None:
    """Open what is sealed."""
    patch.setattr("projections.tables.views.may_read", lambda *_: True)


def leaking_list(patch: pytest.MonkeyPatch) -> None:
    """Let a row of a player's list depend on hidden cards."""
    whole = listed_tables.listed_table_for
    patch.setattr(
        "service.accounts.player_tables.listed_table_for",
        lambda row, *told: {
            **whole(row, *told),
            "hint": digest(connections().tables.current(row["table"]).table) % 9,
        },
    )  # fmt: skip


PLANTS = pytest.mark.parametrize(
    "plant", [leaking_view, leaking_error, leaking_events, leaking_list]
)


@PLANTS
def test_a_planted_leak_is_found(
    law: Law, line: Line, monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
) -> None:  # fmt: skip
    """In a game drawn by lot, since what is planted depends on none; the nightly tier has all."""
    require_found(law, line, random.choice([*NEWEST.values()]), monkeypatch, plant)


@pytest.mark.nightly  # in every run: the test above
@every_game
@PLANTS
def test_a_planted_leak_is_found_in_every_game(
    law: Law, line: Line, game: AnyGame, monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
) -> None:  # fmt: skip
    require_found(law, line, game, monkeypatch, plant)


def require_found(
    law: Law, line: Line, game: AnyGame, monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
) -> None:  # fmt: skip
    """Expect that paired tables differ once a leak is planted."""
    plant(monkeypatch)
    with pytest.raises(AssertionError):  # in the first pair at which it shows
        compared(law, line, game, 20)
