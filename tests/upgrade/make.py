"""Make the store of then again, once a format was changed: ``python -m tests.upgrade.make``."""

import io
import random
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import zstandard

from events.accounts.grants import OWN_USE_NOTED
from events.accounts.players import Players
from events.handle import CommandRequest, handle
from events.history.signing_keys import KeyFolder, rotate_signing_key
from events.store.embedded.server import EmbeddedServer
from events.tournaments.streams import Tournaments
from events.transfer.archiving import Archiver
from events.transfer.backup import back_up
from games import OWN
from games.core.bots import LEVELS
from games.table.state import REVEAL_TIME
from projections.read_models.models import MODELS
from projections.read_models.rebuild import rebuild_models
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.seeded import CHANCE, chance_of
from tests.service.asker import Asker, Service, commitment
from tests.service.play.test_signed_actions import begun, header, turn, with_key
from tests.service.provoke_disputes import auditor
from tests.tournaments.settings import BOTS, settings
from tests.upgrade.formats import formats
from tests.workers.floor import move_clock
from tournaments import commands as tournament
from workers.follower.follower import Follower
from workers.tables.clock import enforce_deadlines

HERE = Path(__file__).parent
STORE, FORMATS = HERE / "store.tar.zst", HERE / "formats.json"
THEN = "then.json"  # beside the backup
SEED = "upgrade"
CUP, CUP_NAME, CUP_SECRET = "c0123456789abcdef01", "1a" * 32, "5e" * 32
COMPLAINT = {"hand": 1, "reason": "Seat 1 peeked"}


@dataclass
class Floor:
    """A service, its players, the tables that they play, and the receipts that they got."""

    service: Service
    players: dict[str, Asker] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)  # what for -> path
    receipts: list[dict[str, Any]] = field(default_factory=list)
    checkpoint: str = ""
    newest: dict[str, list[Any]] = field(default_factory=dict)  # path -> who asked what, and how

    @property
    def people(self) -> list[Asker]:
        """Return those who play."""
        return [self.players["ada"], self.players["bob"]]

    def play(self, path: str, actions: int = 10**6) -> None:
        """Play a table, to its end or for a while; keep the receipts of Ada's and Bob's actions."""
        luck, service = random.Random(SEED), self.service
        for _ in range(actions):
            service.bots(path)
            views = [(one, view(one, path)) for one in self.people]
            able = [(one, found) for one, found in views if found["choices"]]
            if not able:
                break
            one, found = luck.choice(able)
            choices, repeat = found["choices"], {"Idempotency_Key": f"again-{found['n']}-{one.id}"}
            offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
            action = luck.choice(offered)
            answer = one.post(f"{path}/actions", action, **repeat)
            assert answer.status_code == 200, answer.text
            self.receipts.append(answer.get_json()["receipt"])
            self.newest[path] = [one.id, action, repeat, self.receipts[-1]]

    def sign_tree(self) -> None:
        """Have a checkpoint of the tree signed."""
        self.checkpoint = self.service.nobody.get("/v1/tree/checkpoint").text

    def follow(self) -> None:
        """Bring all read models, ratings and leaves up to date, as a follower does."""
        own = self.service.parts
        keys = KeyFolder(own.signing.keys.folder)  # ours may not know the newest yet
        follower = Follower(own.store, own.store.redis, own.store.redis, keys)
        follower.partitions.renew()
        news = True
        while news or follower.corrections.step():
            follower.upkeep.announce_leaves()
            news = bool(follower.partitions.new_entries())
            follower.consumer.consume()
        follower.partitions.leave()


def view(one: Asker, path: str) -> dict[str, Any]:
    """Return the view that somebody has of a table."""
    found: dict[str, Any] = one.get(f"{path}/view").get_json()
    return found


def played(service: Service) -> Floor:
    """Play tables of all games: some to their end, some not; dispute, rule, sign, archive."""
    floor = Floor(service, {name: service.player(name) for name in ("ada", "bob", "cleo", "eve")})
    (ada, bob), cleo = floor.people, floor.players["cleo"]
    assert cleo.put("/v1/players/me/key", with_key(cleo)).status_code == 200
    floor.players["max"] = auditor(service)
    made = bob.post("/v1/players/me/tokens", {"expires_in": 600})
    assert made.status_code == 201, made.text
    for game in OWN:
        seats, options = game.seats[0], dict(game.brief)
        for what in ("closed", "archived", "running"):
            path = service.started(floor.people, game.name, seats, options=options)
            floor.tables[f"{what} {game.name}"] = path
            floor.play(path, 4 if what == "running" else 10**6)
    floor.tables["signed boon"] = path = begun(service, cleo)
    seen, action = turn(service, path, cleo)
    signed = header(path, 0, seen, action)
    assert cleo.post(f"{path}/actions", action, Action_Signature=signed).status_code == 200
    settings = {"clock": {"turn": 86_400, "bank": 0}}
    floor.tables["timed boosh"] = service.started(floor.people, "boosh", 2, **settings)
    floor.tables["withheld boosh"] = called_for(floor)
    tables = service.parts.tables
    move_clock(tables.store, REVEAL_TIME)
    done = enforce_deadlines(tables, floor.tables["withheld boosh"].rsplit("/", 1)[1])
    assert done == "the entropies are closed"
    move_clock(tables.store, -REVEAL_TIME)
    move_clock(tables.store, OWN_USE_NOTED)  # so that the use of a token is noted
    assert Players(tables.store).find_by_token(ada.token or "") is not None
    move_clock(tables.store, -OWN_USE_NOTED)
    floor.tables["called boosh"] = called_for(floor)
    floor.tables["open bum"] = service.opened(ada, "bum", 3)
    floor.tables["private boon"] = service.opened(ada, "boon", 3, private=True)
    dispute(floor)
    begin_cup(floor)
    return floor


def called_for(floor: Floor) -> str:
    """Call for the start of a table at which one of two reveals the entropy; return its path."""
    (ada, bob), path = floor.people, floor.service.opened(floor.players["ada"], "boosh", 2)
    for one in floor.people:
        answer = one.post(f"{path}/seats", {"commitment": commitment(one.id, SEED)})
        assert answer.status_code == 201, answer.text
    assert bob.post(f"{path}/start").status_code == 200
    assert ada.reveal(path, SEED).status_code == 200
    return path


def begin_cup(floor: Floor) -> None:
    """Open a tournament of bots, and start it; its tables are not opened yet."""
    cup, director = Tournaments(floor.service.parts.store), f"player:{floor.players['eve'].id}"
    handle(
        cup, CommandRequest(CUP, director, tournament.Open(CUP_NAME, settings(BOTS), CUP_SECRET))
    )
    for level in (*LEVELS, LEVELS[0]):
        cup.execute(CUP, director, tournament.Register("bot", (f"bot:{level}",)))
    cup.execute(CUP, director, tournament.Call())


def dispute(floor: Floor) -> None:
    """Dispute a hand that is over and have that upheld, and one that is not."""
    for what, verdict in (("closed boosh", "upheld"), ("running boon", None)):
        made = floor.players["bob"].post(f"{floor.tables[what]}/disputes", COMPLAINT)
        assert made.status_code == 201, made.text
        floor.receipts.append(made.get_json()["receipt"])
        if verdict is not None:
            where, ruling = made.headers["Location"], {"verdict": verdict, "reason": "It is so"}
            answer = floor.players["max"].post(f"{where}/ruling", ruling)
            assert answer.status_code == 201, answer.text


def questions(floor: Floor) -> Iterator[tuple[str, str]]:
    """Yield who asks what: answers that are the same for ever."""
    for what, path in floor.tables.items():
        kind = what.split()[0]
        if kind in ("closed", "archived", "running", "signed"):
            yield "cleo" if kind == "signed" else "ada", f"{path}/view"
            yield "cleo" if kind == "signed" else "bob", f"{path}/events?limit=500"
        if kind in ("closed", "archived"):
            yield "bob", f"{path}/hands"
            yield "bob", f"{path}/hands/1"
    for game in OWN:
        yield "eve", f"/v1/leaderboards/{game.name}"
    for name, one in floor.players.items():
        yield name, "/v1/players/me"
        yield "eve", f"/v1/players/{one.id}"
    yield "bob", "/v1/disputes"


def answer(one: Asker, where: str) -> Any:
    """Return what somebody is answered; of many events the hash."""
    found = one.get(where)
    assert found.status_code == 200, found.text
    return sha256(found.data).hexdigest() if "/events" in where else found.get_json()


def streams(service: Service) -> Iterator[str]:
    """Yield every stream of a store."""
    store = service.parts.store
    for partition in range(store.names.partitions):
        yield from store.streams(partition)


def told(floor: Floor) -> dict[str, Any]:
    """Return what must be as it was: heads, answers, events, receipts."""
    service, players = floor.service, floor.players
    newest = {one: service.parts.store.read(one)[-1] for one in sorted(streams(service))}
    return {
        "players": {name: [one.id, one.token] for name, one in players.items()},
        "tables": floor.tables,
        "receipts": floor.receipts,
        "newest": floor.newest[floor.tables["running boon"]],
        "keys": [one.as_json() for one in KeyFolder(service.parts.signing.keys.folder).public],
        "checkpoint": floor.checkpoint,
        "heads": {stream: [event.n, event.h.hex()] for stream, event in newest.items()},
        "answers": [
            [name, where, answer(players[name], where)] for name, where in questions(floor)
        ],
    }


def then(service: Service) -> Floor:
    """Bring an empty server to where upgrades begin; its second key signs, five are archived."""
    floor, own = played(service), service.parts
    floor.follow()
    floor.sign_tree()
    rotate_signing_key(own.signing.keys.folder)
    moving = Archiver(own.store, KeyFolder(own.signing.keys.folder).signer)
    for what, path in floor.tables.items():
        if what.startswith("archived"):
            assert moving.move(path.rsplit("/", 1)[1]) == "archived"
    rebuild_models(own.store, MODELS)
    floor.follow()
    floor.sign_tree()
    return floor


def nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return what is packed without who made it."""
    return member.replace(uid=0, gid=0, uname="", gname="", mtime=0)


def make(folder: Path) -> None:
    """Write the backup of a server that was played on, and what it must be like."""
    data = folder / "data"
    with EmbeddedServer(folder / "redis") as server:
        service = Service(assemble_parts(ServiceSettings(server.url, data, "always", limits="off")))
        floor = then(service)
        known = orjson.dumps(told(floor))
        option = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
        FORMATS.write_bytes(orjson.dumps(formats(service.parts), option=option))
        back_up(service.parts.store, data, str(data / "archive"), folder / "backup", print)
        (folder / "backup" / THEN).write_bytes(known)
        service.redis.close()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(folder / "backup", arcname=".", filter=nobodys)
    STORE.write_bytes(zstandard.compress(packed.getvalue(), 19))


if __name__ == "__main__":
    CHANCE.install()
    with chance_of(SEED), tempfile.TemporaryDirectory(prefix="fairdeal-") as place:
        make(Path(place))
