"""A server of then is restored and run by the code of today, and what that writes is held to then.

How then was made: see README.md beside this.
"""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
import zstandard
from redis import Redis

from events.history.checkpoints import read_checkpoint
from events.record.codec import TYPES, StoredEvent
from events.record.receipts import is_receipt_signed_by
from events.store.archive.snapshots import CODE
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.transfer.backup import restore_backup
from events.verify.log import verify_log
from games import OWN
from projections.projection import FIRST, ReadModel
from projections.read_models.models import MODELS
from projections.read_models.rebuild import rebuild_models
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests import seeded
from tests.absent import without
from tests.service.asker import Asker, Service, nothing_done, problem
from tests.upgrade.formats import Formats, formats
from tests.upgrade.make import FORMATS, SEED, STORE, THEN, Floor, answer, then, view
from tests.workers.floor import types
from workers.tables.clock import enforce_deadlines

LATER = "bum.trick_won.v1"  # for once, as if it were
RENEW = "python -m tests.upgrade.make"
WHAT_TO_DO = f"""The formats of the store are others than those of the store of then:

%s

A server of then could not read that, or is not read any more. Where it was released, make it a new
version: of the event (`.v2`), or of the read models (FIRST in projections/projection.py), and say
in CHANGELOG.md and in docs/how-to/update-without-a-stop.md what to do. Nothing is released yet: so
renew the store of then, with the line in CHANGELOG.md all the same: {RENEW}"""


class Past(NamedTuple):
    """The server of then, restored, and what it was like."""

    floor: Floor
    known: dict[str, Any]
    settings: ServiceSettings

    @property
    def service(self) -> Service:
        """Return the service of today."""
        return self.floor.service

    def path(self, what: str) -> str:
        """Return the path of a table."""
        return self.floor.tables[what]

    def events(self, what: str) -> list[StoredEvent]:
        """Return the events of a table."""
        return self.service.parts.store.read(self.path(what).rsplit("/", 1)[1])

    def receipts(self, table: str) -> list[dict[str, Any]]:
        """Return the receipts of a table, of then and of now."""
        found = [*self.known["receipts"], *self.floor.receipts]
        return [one for one in found if one["table"] == table]


def silent(text: str) -> None:
    """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the backup."""
    found = tmp_path_factory.mktemp("then")
    with tarfile.open(fileobj=io.BytesIO(zstandard.decompress(STORE.read_bytes()))) as tar:
        tar.extractall(found, filter="data")
    return found


@pytest.fixture(scope="module")
def past(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    """Restore the backup, once for all tests: each goes on from where the one before has left."""
    place = tmp_path_factory.mktemp("restored")
    with EmbeddedServer(place / "redis") as server:
        redis, data = connect_client(server.url), place / "data"
        restore_backup(folder, redis, data, str(data / "archive"), silent)
        redis.close()
        settings = ServiceSettings(server.url, data, "always", limits="off")
        service = Service(assemble_parts(settings))
        known = orjson.loads((folder / THEN).read_bytes())
        players = {
            name: Asker(service.app.test_client(), token, player)
            for name, (player, token) in known["players"].items()
        }
        yield Past(Floor(service, players, known["tables"]), known, settings)
        service.redis.close()


def rows(past: Past) -> list[Any]:
    """Return all rows of all read models."""
    return [ReadModel(past.service.parts.store, one).all_rows() for one in MODELS]


def test_every_head_is_as_it_was(past: Past) -> None:
    store = past.service.parts.store
    streams = [one for p in range(store.names.partitions) for one in store.streams(p)]
    newest = {one: store.read(one)[-1] for one in streams}
    assert {one: [event.n, event.h.hex()] for one, event in newest.items()} == past.known["heads"]


def test_every_answer_is_as_it_was_with_the_tokens_of_then(past: Past) -> None:
    players = past.floor.players
    for name, where, wanted in past.known["answers"]:
        assert answer(players[name], where) == wanted, f"{name}: {where}"
    assert past.service.nobody.get("/v1/keys").get_json()["keys"] == past.known["keys"]


def test_receipts_and_the_checkpoint_of_then_hold_with_the_keys_of_now(past: Past) -> None:
    keys = {one.id: one for one in past.service.parts.signing.keys.public}
    assert len(keys) == 2
    for one in past.known["receipts"]:
        assert is_receipt_signed_by(one, keys[one["key"]].public)
    old = read_checkpoint(past.known["checkpoint"])
    assert past.service.parts.signing.tree.leaves().tree.root(old.size) == old.root
    assert past.service.nobody.get("/readyz").status_code == 200  # it signs


def test_every_log_verifies_with_the_receipts_of_then(past: Past, tmp_path: Path) -> None:
    keys = past.service.parts.signing.keys.public
    for what, path in past.floor.tables.items():
        table, file = path.rsplit("/", 1)[1], tmp_path / "log.jsonl"
        if what.split()[0] not in ("closed", "archived"):
            continue
        file.write_bytes(past.floor.players["ada"].get(f"{path}/log").data)
        receipts = past.receipts(table)
        assert receipts
        report = verify_log(file, keys, receipts, bots=True)
        assert report.verdict == "good", (what, report.faults)


def test_read_models_that_are_built_again_are_as_they_were(past: Past) -> None:
    before = rows(past)
    assert all(before)
    rebuild_models(past.service.parts.store, MODELS)
    assert rows(past) == before


def test_a_command_of_then_is_repeated_and_not_done_again(past: Past) -> None:
    player, action, repeat, receipt = past.known["newest"]
    (one,) = [one for one in past.floor.players.values() if one.id == player]
    with past.service.nothing_happens():
        again = one.post(f"{past.path('running boon')}/actions", action, **repeat)
    same = ("table", "n", "head", "durability")
    assert {name: again.get_json()["receipt"][name] for name in same} == {
        name: receipt[name] for name in same
    }


def test_other_code_folds_the_logs_without_the_snapshots_of_then(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.store.archive.snapshots.CODE", dict.fromkeys(CODE, "of later"))
    other, own = Service(assemble_parts(past.settings)), past.floor.players["ada"]
    ada = Asker(other.app.test_client(), own.token)
    for game in OWN:
        path = past.path(f"running {game.name}")
        assert view(ada, path) == view(own, path)
    other.redis.close()


@pytest.mark.parametrize("game", [game.name for game in OWN])
def test_a_table_of_then_is_played_to_its_end(past: Past, game: str, tmp_path: Path) -> None:
    what, own = f"running {game}", past.service.parts
    before, path, ada = past.events(what), past.path(what), past.floor.players["ada"]
    past.floor.play(path)
    past.floor.follow()
    assert view(ada, path)["phase"] == "closed"
    assert past.events(what)[: len(before)] == before
    table, file = path.rsplit("/", 1)[1], tmp_path / "log.jsonl"
    file.write_bytes(ada.get(f"{path}/log").data)
    report = verify_log(file, own.signing.keys.public, past.receipts(table), bots=True)
    assert report.verdict == "good", report.faults
    assert table in own.signing.tree.known([table])


def test_a_start_of_then_is_brought_to_play_without_who_has_not_revealed(past: Past) -> None:
    path, ada = past.path("called boosh"), past.floor.players["ada"]
    before = ada.get(path).get_json()
    assert before["phase"] == "open"
    assert [seat["entropy"] for seat in before["seats"]] == ["revealed", "promised"]
    done = enforce_deadlines(past.service.parts.tables, path.rsplit("/", 1)[1])
    assert done == "the entropies are closed"
    after = ada.get(path).get_json()
    assert (after["phase"], after["closing"]) == ("playing", before["closing"])
    assert [seat["entropy"] for seat in after["seats"]] == ["revealed", "withheld"]


def test_a_version_that_does_not_know_an_event_keeps_away_from_its_table_alone(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.store.archive.snapshots.CODE", dict.fromkeys(CODE, "of before"))
    other = Service(assemble_parts(past.settings))
    ada = Asker(other.app.test_client(), past.floor.players["ada"].token)
    ada.get("/v1/players/me")  # notes that the token is used
    with nothing_done(past.service), without(TYPES, LATER):
        for what, path in past.floor.tables.items():
            is_known = LATER not in types(other.parts.store, path.rsplit("/", 1)[1])
            answers = [ada.get(f"{path}/view")]
            if not is_known:
                answers.append(ada.post(f"{path}/actions", {"type": "bum.pass"}))
            for answer in answers:
                if is_known:
                    assert answer.status_code == 200, what
                else:
                    assert problem(answer, 503, "service/too_old")["detail"].startswith("The rules")
                    assert answer.headers["Retry-After"] == "1"
    monkeypatch.undo()
    assert ada.get(f"{past.path('closed bum')}/view").status_code == 200
    other.redis.close()


def test_read_models_that_are_laid_out_anew_are_empty_until_a_rebuild_and_whole_after_it(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    past.floor.follow()
    before, store = rows(past), past.service.parts.store
    size = store.newest("heads")
    monkeypatch.setattr("projections.projection.FIRST", FIRST + 100)
    assert not any(rows(past))
    rebuild_models(store, MODELS)
    assert rows(past) == before
    assert store.newest("heads") == size


def test_a_rebuild_leaves_what_another_version_has_laid_out_otherwise(past: Past) -> None:
    """As somebody does who goes back: the version before knows nothing of the newer rows."""
    past.floor.follow()
    before, store = rows(past), past.service.parts.store
    left = []
    for model in (ReadModel(store, projection) for projection in MODELS):
        later = model.version() + 1
        left += [model.keys(one)[0] for one in (FIRST - 1, later)]
        for key in left[-2:]:
            store.redis.hset(key, "t1", b"laid out otherwise")
        store.redis.set(model.pointer, later)
    rebuild_models(store, MODELS)
    assert rows(past) == before
    assert store.redis.exists(*left) == 0


def lacking_formats(found: Formats, known: Formats) -> str:
    """Return what one has that the other lacks, a line each."""
    lacking = {kind: sorted({*own} - {*known.get(kind, ())}) for kind, own in found.items()}
    return "\n".join(f"{kind}: {', '.join(what)}" for kind, what in lacking.items() if what)


def test_what_is_played_on_today_has_the_formats_of_then(past: Past) -> None:
    past.floor.follow()
    new = lacking_formats(formats(past.service.parts), orjson.loads(FORMATS.read_bytes()))
    assert not new, WHAT_TO_DO % f"new: {new}"


def test_what_is_written_today_has_the_formats_of_then(
    server: EmbeddedServer, redis: Redis, tmp_path: Path
) -> None:
    service = Service(assemble_parts(ServiceSettings(server.url, tmp_path, "always", limits="off")))
    with seeded.chance_of(SEED):
        then(service)
    found, known = formats(service.parts), orjson.loads(FORMATS.read_bytes())
    service.redis.close()
    new, gone = lacking_formats(found, known), lacking_formats(known, found)
    assert not new + gone, WHAT_TO_DO % f"new: {new or 'nothing'}\ngone: {gone or 'nothing'}"
