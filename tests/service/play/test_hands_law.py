"""History tells a seat nothing that it may not know.

Two tables that differ only in what a seat may not know are served to it in the same bytes: hands,
replays and standings, headers included.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import orjson
import pytest

from events.record.chain import canonical_json, first_head
from events.record.codec import StoredEvent, decode_event, encode_events, unsealed_events
from events.store.streams import AppendRequest
from events.tables.decider import TABLE_DECIDER
from games.core.contract import Seat
from games.core.game import AnyGame
from games.core.options import options_to_json
from games.table import Act, Command, Signed, Sit, Start, Table, decide, fold_table_facts
from games.table import Draft as Happening
from games.table import events as ev
from games.table.signing import action_json
from projections.tables import views
from projections.tables.lobby import LOBBY
from tests.corpus import TABLES
from tests.games.every import every_game
from tests.games.play import Play, voids
from tests.laws import Law
from tests.service.asker import Asker, Service, lasting_headers
from tests.table.desk import Salts, an_open
from tests.table.signers import signature, signed_sit
from tests.workers.floor import public

TABLE = "t0123456789abcdef01"
AT = 1_700_000_000_000
DIGEST = re.compile(rb"[0-9a-f]{64}")  # heads: hashes over salted seals, of the same length
PLAYED = max(5, TABLES // 40)


class World:
    """A table's log in one world: what happened in a play, sealed by that world's secrets.

    With `signing` the players have keys, and sign what they do.
    """

    def __init__(
        self,
        play: Play,
        moves: int,
        players: Sequence[str | None],
        reveal: str,
        *,
        signing: bool = False,
        delay: int = 0,
    ) -> None:
        self.log: list[StoredEvent] = []
        self.salts = Salts(repr(play.orders))
        self.secret = hashlib.sha256(repr(play.orders).encode()).digest()
        opening = an_open(
            play.game.name, play.seats, options=dict(options_to_json(play.options)), reveal=reveal,
            clock={"turn": 3600}, secret=self.secret.hex(), spectator_delay=delay,
        )  # fmt: skip
        self.judged("player:p0", opening)
        for seat, player in enumerate(players):
            wanted = Sit(Seat(seat), None if player else "regular")
            if player and signing:
                wanted = signed_sit(self.table(), player, seat)
            self.judged(f"player:{player or 'p0'}", wanted)
        begin = [ev.StartCalled(None), ev.EntropyClosed(("",) * play.seats, ()), ev.Started()]
        self.record("player:p0", Start(), [*begin, *play.events_upto(0)])
        for move, (seat, action) in enumerate(play.moves[:moves]):
            name = players[seat]
            report = None if name else {"bot": "regular", "seed": self.secret.hex()}
            happened = play.events[play.ends[move] : play.ends[move + 1]]
            by = f"player:{name}" if name else f"seat:{seat}"
            signed = self.signed(play.game, name, seat, action) if name and signing else None
            self.record(by, Act(seat, action, report, signed), happened)

    def signed(self, game: AnyGame, player: str, seat: Seat, action: Any) -> Signed:
        """Return a player's signature over the next action."""
        n, head, asked = len(self.log), self.log[-1].h.hex(), action_json(game, action)
        message = ["fairdeal/action/1", TABLE, seat, n, head, asked]
        return Signed(n, signature(player, canonical_json(message)))

    def table(self) -> Table:
        """Return the table as it is now."""
        return fold_table_facts(TABLE, None, map(decode_event, self.log))

    def judged(self, by: str, command: Command) -> None:
        """Record a command of the table as its rules judge it."""
        drafts = decide(self.table() if self.log else None, by, command, AT, TABLE)
        self.record(by, command, [draft.event for draft in drafts])

    def record(self, by: str, command: Command, happened: Sequence[Any]) -> None:
        """Record a command with its events; a secret of this world lies with each first one."""
        head, n = (self.log[-1].h, self.log[-1].n) if self.log else (first_head(TABLE), 0)
        drafts = [Happening(one, None if at else self.secret) for at, one in enumerate(happened)]
        self.log += encode_events(
            head,
            unsealed_events(TABLE_DECIDER, n, AT + 100 * n, by, command, drafts),
            new_salt=self.salts,
        )[0]


def served(service: Service, world: World, asker: Asker, ns: Sequence[int]) -> list[bytes]:
    """Return all that somebody is served of the history of a table in this world."""
    store = service.parts.store
    names = store.names.of(TABLE)
    store.redis.zrem(names.all, TABLE)  # else it would be looked for in the archive
    store.redis.delete(names.log, names.snapshot)
    service.parts.tables.drop(TABLE)
    kinds = [public(event)["type"] for event in world.log]
    store.append(
        AppendRequest(
            stream=TABLE, seen=0, head=first_head(TABLE), events=world.log, types=kinds, at=AT
        )
    )
    path = f"/v1/tables/{TABLE}"
    count = len(asker.get(f"{path}/hands").get_json()["hands"])
    paths = [f"{path}/hands", f"/v1/players/{asker.id or 'p0'}", "/v1/leaderboards/boon"]
    paths += [f"{path}/hands/{hand}" for hand in range(1, count + 2)]
    paths += [f"{path}/replay?at={n}" for n in ns]
    paths += [f"{path}/replay?seat={seat}" for seat in range(3)]
    answers = [
        asker.get(one, Accept=kind, X_Request_Id="same")
        for one in paths
        for kind in ("*/*", "text/plain")
    ]
    return [
        DIGEST.sub(b"#" * 64, bytes(answer.data)) + repr(lasting_headers(answer)).encode()
        for answer in answers
    ]


Worlds = tuple[World, World]


def paired(
    law: Law, game: AnyGame, count: int, ada: str
) -> Iterator[tuple[Seat | None, Worlds, list[int]]]:
    """Yield who looks, two worlds that differ only in what he may not know, and some events."""
    for number, (play, twin, seat) in enumerate(islice(law.pairs(game, where=unruled), count)):
        moves = len(play.moves) - (game.rules.outcome(play.state) is not None)
        players = [ada if k == seat else None if k % 2 else f"p{k}" for k in range(play.seats)]
        reveal = ("table", "auditors")[number % 2]
        signing = number % 3 == 0
        one, two = (World(each, moves, players, reveal, signing=signing) for each in (play, twin))
        yield seat, (one, two), play.luck.sample(range(1, len(one.log) + 1), 5)


def unruled(play: Play, seat: Seat | None) -> bool:
    """Say whether no hand was voided: a World records no rulings."""
    return not voids(play)


def differ(worlds: Worlds) -> bool:
    """Say whether something hidden is not the same in both worlds."""
    one, two = ([event.p for event in world.log] for world in worlds)
    return one != two


def compared(law: Law, service: Service, ada: Asker, game: AnyGame, count: int) -> int:
    """Hold the bytes of paired tables equal; return how many pairs differed in what is hidden."""
    different = 0
    for seat, worlds, ns in paired(law, game, count, ada.id):
        asker = service.nobody if seat is None else ada
        one, two = (served(service, world, asker, ns) for world in worlds)
        assert one == two
        different += differ(worlds)
    return different


@every_game
def test_paired_tables_serve_a_seat_the_same_history_to_the_byte(
    law: Law, service: Service, game: AnyGame
) -> None:
    assert compared(law, service, service.player("Ada"), game, PLAYED) > PLAYED // 4


@every_game
def test_a_history_that_opens_what_is_sealed_is_found(
    law: Law, service: Service, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "may_read", lambda *_: True)
    with pytest.raises(AssertionError):
        compared(law, service, service.player("Ada"), game, 20)


# ---- what travels beside the log: whose turn it is, what players are told, the lobby


def told(world: World) -> list[bytes]:
    """Return all that is told of a table to lists and streams, command by command."""
    state, row, found = TABLE_DECIDER.open(TABLE), None, list[bytes]()
    commands: list[list[Any]] = []
    for fact, event in zip(map(decode_event, world.log), map(public, world.log), strict=True):
        if isinstance(event["cause"], dict):
            commands.append([])
        commands[-1].append(fact)
        if event["type"] in LOBBY.handles:
            row = LOBBY.evolve(row, TABLE, event)
            found.append(orjson.dumps(row))
    for facts in commands:
        after = TABLE_DECIDER.evolve(state, facts)
        found += [orjson.dumps([*one]) for one in TABLE_DECIDER.news(state, after, facts)]
        found.append(TABLE_DECIDER.turns(after))
        state = after
    return found


@every_game
def test_paired_tables_tell_lists_and_streams_the_same_to_the_byte(law: Law, game: AnyGame) -> None:
    pairs = [worlds for _, worlds, _ in paired(law, game, PLAYED, "p99")]
    for one, two in pairs:
        assert told(one) == told(two)
    assert sum(map(differ, pairs)) > PLAYED // 4
