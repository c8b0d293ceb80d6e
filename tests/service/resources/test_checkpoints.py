"""Checkpoints and proofs over HTTP: what is signed, when it comes, what is refused."""

import base64
import hashlib
from typing import Any

import pytest
from nacl.signing import VerifyKey

from events.accounts.signing_keys import LOOK, rotate
from events.record.checkpoints import Leaf, is_genuine
from events.record.merkle import is_consistent, is_included, leaf_hash
from events.store.feed import entries_of
from projections.projection import Model
from projections.tree import SETTLE, STREAM, TREE
from tests.projections.test_standings import play
from tests.service.asker import Service, problem


@pytest.fixture
def settled(service: Service) -> Service:
    """Return a service whose store syncs every event."""
    service.parts.heads.settle = 0
    return service


def follow(service: Service) -> None:
    """Add the tables that have closed, as a follower does."""
    store, model = service.parts.store, Model(service.parts.store, TREE)
    for partition in range(store.names.partitions):
        reply: Any = service.redis.xread({store.names.feed(partition): model.place(partition, 1)})
        for _, entries in entries_of(reply):
            model.feed(partition, entries, 1)


def tables(service: Service, count: int, first: int = 0) -> None:
    """Write down tables that have ended, and add them in this order."""
    for number in range(first, first + count):
        play(service.parts.store, f"t{number}", ["ann", "ben", None], [1, 2, 3])
        service.parts.heads.follow(f"t{number}")


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
    problem(service.nobody.get(f"{path}/proof"), 409, "proof/not_closed")
    service.play(path, [ada])
    problem(service.nobody.get(f"{path}/proof"), 409, "proof/not_yet")
    follow(service)
    tables(service, 2, 4)
    found = service.nobody.get(f"{path}/proof").get_json()
    n, head = service.log(path)
    leaf, checkpoint = found["leaf"], found["checkpoint"]
    assert leaf == {"stream": path.rsplit("/", 1)[1], "n": n, "head": head}
    assert (found["index"], checkpoint["size"]) == (4, 7)
    (key,) = (row for row in get(service, "/keys")["keys"] if row["key"] == checkpoint["key"])
    assert is_genuine(checkpoint, key["public"])
    hashed, root = leaf_hash(Leaf(**leaf).data), bytes.fromhex(checkpoint["root"])
    assert is_included(hashed, 4, 7, path_of(found), root)


def test_a_proof_can_be_had_for_a_checkpoint_that_one_kept(settled: Service) -> None:
    tables(settled, 3)
    kept = get(settled, "/checkpoints/latest")
    tables(settled, 6, 3)
    found = get(settled, "/tables/t1/proof?size=3")
    assert (found["checkpoint"]["size"], found["checkpoint"]["root"]) == (3, kept["root"])
    hashed = leaf_hash(Leaf(**found["leaf"]).data)
    assert is_included(hashed, 1, 3, path_of(found), bytes.fromhex(kept["root"]))


def test_every_checkpoint_is_proven_to_go_on_from_every_older_one(settled: Service) -> None:
    kept = []
    for number in range(8):
        kept.append(get(settled, "/checkpoints/latest"))
        tables(settled, 1, number)
    newest = get(settled, "/checkpoints/latest")
    for old in kept:
        found = get(settled, f"/checkpoints/consistency?from={old['size']}")
        assert (found["from"], found["to"]) == (old["size"], 8)
        assert found["checkpoint"]["root"] == newest["root"]
        again = get(settled, f"/checkpoints/{old['size']}")
        assert (again["size"], again["root"]) == (old["size"], old["root"])
        old_root, root = (bytes.fromhex(one["root"]) for one in (old, newest))
        assert is_consistent(old["size"], 8, old_root, root, path_of(found))
    part = get(settled, "/checkpoints/consistency?from=3&to=6")
    assert part["checkpoint"]["root"] == kept[6]["root"]


def test_another_process_shows_the_same_tree(settled: Service) -> None:
    tables(settled, 5)
    before = get(settled, "/checkpoints/latest")
    settled.parts.heads.streams.drop(STREAM)  # as after a new start
    after = get(settled, "/checkpoints/latest")
    assert (before["size"], before["root"]) == (after["size"], after["root"]) == (5, after["root"])


def test_a_checkpoint_is_told_as_a_signed_note_to_who_asks_for_text(settled: Service) -> None:
    """As c2sp.org/tlog-checkpoint and c2sp.org/signed-note say; the key goes by the log's name."""
    tables(settled, 3)
    told = get(settled, "/checkpoints/2")
    answer = settled.nobody.get("/v1/checkpoints/2", Accept="text/plain")
    assert (answer.mimetype, answer.headers["Vary"]) == ("text/plain", "Accept")
    origin, size, root, blank, signed = answer.text.splitlines()
    (key,) = get(settled, "/keys")["keys"]
    assert (origin, size, blank) == (f"fairdeal/{key['key']}", "2", "")
    assert base64.b64decode(root).hex() == told["root"]
    dash, name, text = signed.split(" ")
    assert (dash, name) == ("\u2014", origin)
    signature = base64.b64decode(text)
    public = bytes.fromhex(key["public"])
    named = hashlib.sha256(origin.encode() + b"\n\x01" + public).digest()
    assert signature[:4] == named[:4]
    VerifyKey(public).verify(f"{origin}\n{size}\n{root}\n".encode(), signature[4:])


def test_the_name_of_the_tree_outlasts_a_key(settled: Service) -> None:
    def origin() -> str:
        answer = settled.nobody.get("/v1/checkpoints/latest", Accept="text/plain")
        return answer.text.splitlines()[0]

    before, folder = origin(), settled.parts.keys.folder
    rotate(folder)
    settled.parts.keys.looked = -LOOK  # as a moment later
    assert origin() == before
    assert len(get(settled, "/keys")["keys"]) == 2


def test_an_empty_tree_has_a_checkpoint(service: Service) -> None:
    assert get(service, "/checkpoints/latest")["size"] == 0
    assert get(service, "/checkpoints/consistency")["path"] == []


def test_a_head_is_signed_for_when_it_is_on_disk(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, store = service.parts.store.now(), service.parts.store
    monkeypatch.setattr(store, "now", lambda: now)
    tables(service, 1)
    answer = service.nobody.get("/v1/tables/t0/proof")
    problem(answer, 409, "proof/not_yet")
    assert answer.headers["Retry-After"] == "1"
    assert get(service, "/checkpoints/latest")["size"] == 0
    monkeypatch.setattr(store, "now", lambda: now + SETTLE)
    assert get(service, "/checkpoints/latest")["size"] == 1
    assert get(service, "/tables/t0/proof")["index"] == 0


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("/checkpoints/4", 0), ("/checkpoints/999999999999", 0),
        ("/checkpoints/consistency?from=4", 0), ("/checkpoints/consistency?from=1&to=4", 1),
        ("/checkpoints/consistency?from=2&to=1", 2), ("/tables/t2/proof?size=2", 3),
        ("/tables/t0/proof?size=0", 1), ("/tables/t0/proof?size=4", 1),
    ],
)  # fmt: skip
def test_a_size_that_the_tree_never_had_is_not_found(
    settled: Service, path: str, least: int
) -> None:
    tables(settled, 3)
    found = problem(settled.nobody.get(f"/v1{path}"), 404, "proof/no_such_size")
    assert found["detail"] == f"Here the signed tree has {least} to 3 leaves"


@pytest.mark.parametrize(
    "path",
    ["/checkpoints/consistency?from=x", "/checkpoints/consistency?to=-1",
     "/checkpoints/consistency?from=", "/tables/t0/proof?size=1.5"],
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
    assert ada.get(f"{path}/proof").get_json()["index"] == 1
    for stream in (STREAM, "t9", "ratings", ada.id):
        problem(ada.get(f"/v1/tables/{stream}/proof"), 404, "table/unknown")
