"""Checkpoints and proofs over HTTP: what is signed, when it comes, what is refused."""

import hashlib
import json
from typing import Any

import pytest

from events.history.checkpoints import (
    CLOSED,
    Checkpoint,
    Leaf,
    is_checkpoint_signed_by,
    read_checkpoint,
    stream_hash,
)
from events.history.key_changes import keys_with_successors
from events.history.merkle import HASH, Tree, is_consistent, is_included, leaf_hash
from events.history.notes import NoteKey, read_note
from events.history.signing_keys import REREAD_INTERVAL, rotate_signing_key
from events.history.tiles import decode_entry_bundle
from events.record.receipts import read_public_key
from events.store.feed import entries_of
from projections.history.leaves import STREAM, AddLeaf
from projections.history.tree import SETTLE, TREE
from projections.projection import ReadModel
from tests.projections.ratings.test_standings import play
from tests.service.asker import Service, problem


@pytest.fixture
def settled(service: Service) -> Service:
    """Return a service whose store syncs every event."""
    service.parts.signing.tree.settle = 0
    return service


def follow(service: Service) -> None:
    """Add the tables that have closed, as a follower does."""
    store, model = service.parts.store, ReadModel(service.parts.store, TREE)
    for partition in range(store.names.partitions):
        reply: Any = service.redis.xread(
            {store.names.feed(partition): model.places(1).get(partition, "0-0")}
        )
        for _, entries in entries_of(reply):
            model.decide_on(entries)
            model.feed(partition, entries, 1)


def tables(service: Service, count: int, first: int = 0) -> None:
    """Write down tables that have ended, and add their ends in this order."""
    for number in range(first, first + count):
        play(service.parts.store, f"t{number}", ["ann", "ben", None], [1, 2, 3])
        end = service.parts.store.read(f"t{number}")[-1]
        service.parts.signing.tree.add(AddLeaf(CLOSED, f"t{number}", end.n, end.h.hex()))


def latest(service: Service) -> Checkpoint:
    """Return the newest checkpoint."""
    answer = service.nobody.get("/v1/tree/checkpoint")
    assert answer.status_code == 200, answer.text
    return read_checkpoint(answer.text)


def get(service: Service, path: str) -> Any:
    """Return the JSON at a path."""
    answer = service.nobody.get(f"/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def path_of(found: Any) -> list[bytes]:
    return [bytes.fromhex(node) for node in found["path"]]


def test_a_table_played_over_http_is_proven_to_be_in_the_tree(settled: Service) -> None:
    service, ada = settled, settled.player("Ada")
    tables(service, 4)
    path = service.started([ada], "boosh", 2, options={"max_hands": 1})
    problem(service.nobody.get(f"{path}/proof"), 409, "proof/not_yet")
    follow(service)
    begun = service.nobody.get(f"{path}/proof").get_json()["leaf"]
    assert (begun["kind"], begun["n"]) == ("called", 4)  # behind the leaf of the opening
    service.play(path, [ada])
    problem(service.nobody.get(f"{path}/proof"), 409, "proof/not_yet")
    follow(service)
    tables(service, 2, 4)
    found = service.nobody.get(f"{path}/proof").get_json()
    n, head = service.log(path)
    leaf, checkpoint = found["leaf"], read_checkpoint(found["checkpoint"])
    own = hashlib.sha256(path.rsplit("/", 1)[1].encode()).hexdigest()
    assert leaf == {
        "kind": "closed", "stream": own, "n": n, "head": head, "at": leaf["at"], "end": None,
    }  # fmt: skip
    assert begun["stream"] == own
    assert (found["index"], checkpoint.size) == (6, 9)
    (key,) = get(service, "/keys")["keys"]
    assert is_checkpoint_signed_by(checkpoint, key["public"])
    assert is_included(leaf_hash(Leaf(**leaf).data), 6, 9, path_of(found), checkpoint.root)


def test_a_proof_can_be_had_for_a_checkpoint_that_one_kept(settled: Service) -> None:
    tables(settled, 3)
    kept = latest(settled)
    tables(settled, 6, 3)
    found = get(settled, "/tables/t1/proof?size=3")
    checkpoint = read_checkpoint(found["checkpoint"])
    assert (checkpoint.size, checkpoint.root) == (3, kept.root)
    assert is_included(leaf_hash(Leaf(**found["leaf"]).data), 1, 3, path_of(found), kept.root)


def test_every_checkpoint_is_proven_to_go_on_from_every_older_one(settled: Service) -> None:
    kept = []
    for number in range(8):
        kept.append(latest(settled))
        tables(settled, 1, number)
    newest = latest(settled)
    for old in kept:
        found = get(settled, f"/tree/consistency?from={old.size}")
        assert (found["from"], found["to"]) == (old.size, 8)
        assert read_checkpoint(found["checkpoint"]).root == newest.root
        again = get(settled, f"/tree/consistency?from=0&to={old.size}")["checkpoint"]
        assert read_checkpoint(again)[1:4] == old[1:4]
        assert is_consistent(old.size, 8, old.root, newest.root, path_of(found))
    part = get(settled, "/tree/consistency?from=3&to=6")
    assert read_checkpoint(part["checkpoint"]).root == kept[6].root


def test_another_process_shows_the_same_tree(settled: Service) -> None:
    tables(settled, 5)
    before = latest(settled)
    settled.parts.signing.tree.streams.drop(STREAM)  # as after a new start
    after = latest(settled)
    assert (before.size, before.root) == (after.size, after.root) == (5, after.root)


def test_a_checkpoint_is_a_signed_note_by_the_key_under_the_trees_name(settled: Service) -> None:
    """As c2sp.org/tlog-checkpoint and c2sp.org/signed-note say."""
    tables(settled, 3)
    answer = settled.nobody.get("/v1/tree/checkpoint")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    (key,) = get(settled, "/keys")["keys"]
    origin, size, _, at = read_note(answer.text).text.splitlines()
    assert (origin, size) == (f"fairdeal/{key['key']}", "3")
    assert at.startswith("at ")
    assert read_note(answer.text).is_signed_by(NoteKey(origin, key["public"]))


def test_the_name_of_the_tree_outlasts_a_key_and_who_kept_that_finds_the_next(
    settled: Service,
) -> None:
    before, folder = latest(settled).origin, settled.parts.signing.keys.folder
    kept = [read_public_key(row) for row in get(settled, "/keys")["keys"]]
    rotate_signing_key(folder)
    settled.parts.signing.keys.read_at = -REREAD_INTERVAL  # as a moment later
    newest = latest(settled)
    assert newest.origin == before
    shown = [read_public_key(row) for row in get(settled, "/keys")["keys"]]
    assert len(shown) == 2
    assert not any(is_checkpoint_signed_by(newest, key.public) for key in kept)
    assert keys_with_successors(kept, shown) == shown
    assert is_checkpoint_signed_by(newest, shown[0].public)


# Tiles


def tile(service: Service, path: str) -> bytes:
    """Return a tile, which may be kept for ever."""
    answer = service.nobody.get(f"/v1/tree/tile/{path}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.mimetype == "application/octet-stream"
    data: bytes = answer.data
    return data


def test_all_leaves_are_read_through_tiles_and_give_the_signed_root(settled: Service) -> None:
    heads, count = settled.parts.signing.tree, 70
    for number in range(count):
        heads.add(AddLeaf(CLOSED, f"t{number}", number + 1, "ab" * 32))
    newest, tree = latest(settled), Tree()
    entries = [*decode_entry_bundle(tile(settled, f"entries/000.p/{count}"))]
    for number, entry in enumerate(entries):
        leaf = Leaf(*json.loads(entry)[1:])
        assert (leaf.stream, leaf.n) == (stream_hash(f"t{number}"), number + 1)
        assert leaf.data == entry
        tree.append(entry)
    assert (len(tree), tree.root(count)) == (newest.size, newest.root)
    hashes = tile(settled, f"0/000.p/{count}")
    assert hashes == b"".join(map(leaf_hash, entries))


@pytest.mark.parametrize(
    "path",
    ["0/000", "0/000.p/4", "entries/000.p/4", "entries/000", "1/000.p/1", "0/001.p/1", "9/000",
     "0/000.p/0", "0/000.p/256", "0/000.p/03", "0/0", "0/x000/000.p/1", "00/000.p/1", "64/000.p/1",
     "-1/000.p/1", "entries", "0/000/p/1", "0/x00/000", "0/" + "x999/" * 40 + "999"],
)  # fmt: skip
def test_a_tile_that_the_tree_does_not_have_is_not_found(settled: Service, path: str) -> None:
    tables(settled, 3)
    assert len(tile(settled, "0/000.p/3")) == 3 * HASH
    problem(settled.nobody.get(f"/v1/tree/tile/{path}"), 404, "proof/no_such_tile")


def test_an_empty_tree_has_a_checkpoint(service: Service) -> None:
    assert latest(service).size == 0
    assert get(service, "/tree/consistency")["path"] == []


def test_a_head_is_signed_for_when_it_is_on_disk(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, store = service.parts.store.now(), service.parts.store
    monkeypatch.setattr(store, "now", lambda: now)
    tables(service, 1)
    answer = service.nobody.get("/v1/tables/t0/proof")
    problem(answer, 409, "proof/not_yet")
    assert answer.headers["Retry-After"] == "1"
    assert latest(service).size == 0
    monkeypatch.setattr(store, "now", lambda: now + SETTLE)
    assert latest(service).size == 1
    assert get(service, "/tables/t0/proof")["index"] == 0


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("/tree/consistency?from=4", 0), ("/tree/consistency?from=1&to=4", 1),
        ("/tree/consistency?from=2&to=1", 2), ("/tables/t2/proof?size=2", 3),
        ("/tables/t0/proof?size=0", 1), ("/tables/t0/proof?size=4", 1),
    ],
)  # fmt: skip
def test_a_size_that_the_tree_never_had_is_not_found(
    settled: Service, path: str, least: int
) -> None:
    tables(settled, 3)
    found = problem(settled.nobody.get(f"/v1{path}"), 404, "proof/no_such_size")
    assert found["detail"] == f"Here are proofs for signed trees of {least} to 3 leaves"


@pytest.mark.parametrize(
    "path",
    ["/tree/consistency?from=x", "/tree/consistency?to=-1",
     "/tree/consistency?from=", "/tables/t0/proof?size=1.5"],
)  # fmt: skip
def test_a_size_that_is_no_number_is_refused(settled: Service, path: str) -> None:
    tables(settled, 1)
    problem(settled.nobody.get(f"/v1{path}"), 400, "http/bad_query")


def test_other_streams_and_private_tables_are_not_proven_to_strangers(settled: Service) -> None:
    ada, eve = settled.player("Ada"), settled.player("Eve")
    tables(settled, 1)
    path = settled.opened(ada, private=True)
    assert ada.delete(path).status_code == 200
    follow(settled)
    problem(eve.get(f"{path}/proof"), 404, "table/unknown")
    assert ada.get(f"{path}/proof").get_json()["index"] == 2
    for stream in (STREAM, "t9", "ratings-boon", ada.id):
        problem(ada.get(f"/v1/tables/{stream}/proof"), 404, "table/unknown")
