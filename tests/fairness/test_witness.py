"""`fairdeal witness` cosigns one history of a log; two of them never get a quorum."""

import base64
import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from events.history.checkpoints import CLOSED, Leaf, read_checkpoint, sign_checkpoint, stream_hash
from events.history.merkle import EMPTY, Tree
from events.history.notes import COSIGNATURE, NoteKey, read_note, read_note_key
from events.history.signing_keys import KeyFolder, rotate_signing_key
from events.record.receipts import Signer
from events.store.streams import Store
from events.verify.history.cosigning import Witness
from events.verify.history.watch import TreeWatch
from projections.history.cosigned import CosignedCheckpoint, WitnessEndpoint, configured_witnesses
from projections.history.leaves import AddLeaf
from projections.history.tree import PATIENCE, TransparencyLog
from service.commands.client import ApiProblem, register_account
from service.commands.history.witness import serve_witness
from service.commands.main import main
from service.commands.processes import ServerStack, free_port
from tests import waiting
from tests.fairness.logs import AT, NAME, Log, played, serving, tree_of
from tests.fairness.tables import SIGNER, text_of
from tests.fairness.tables import played as table_played
from tests.some_processes import SomeProcesses
from tests.waiting import wait_for
from workers.history.cosigners import EVERY, CosignatureCollector

TIME = 1_700_000_000
LOG = NoteKey(NAME, SIGNER.public)
STRANGER = Signer(SigningKey(bytes(range(1, 33))))


class Answered(NamedTuple):
    """What a witness answered."""

    status: int
    text: str
    kind: str


class Running:
    """A witness that serves on loopback."""

    def __init__(self, folder: Path, name: str = "witness.example/w1") -> None:
        self.witness = Witness(folder, name, KeyFolder(folder).signer, lambda: [LOG], lambda: TIME)
        self.server = serve_witness(self.witness, "127.0.0.1", 0)
        self.port = self.server.server_port
        self.key = self.witness.key
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: bytes = b"") -> Answered:
        """Send a request."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=waiting.PATIENCE)
        client.request(method, path, body)
        answer = client.getresponse()
        found = Answered(answer.status, answer.read().decode(), answer.headers["Content-Type"])
        client.close()
        return found

    def add(self, old: int, path: Sequence[bytes], note: str) -> Answered:
        """Ask for a cosignature."""
        proof = "".join(f"{base64.b64encode(node).decode()}\n" for node in path)
        return self.ask("POST", "/add-checkpoint", f"old {old}\n{proof}\n{note}".encode())

    def grow(self, tree: Tree, old: int, size: int) -> Answered:
        """Ask for a cosignature of a size of a tree."""
        return self.add(old, tree.consistency(old, size), note_of(tree, size))

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.witness.close()


@contextmanager
def running(folder: Path, name: str = "witness.example/w1") -> Iterator[Running]:
    one = Running(folder, name)
    try:
        yield one
    finally:
        one.stop()


def note_of(tree: Tree, size: int, signer: Signer = SIGNER, name: str = NAME) -> str:
    return sign_checkpoint(signer, name, size, tree.root(size), AT)


TREE = tree_of([leaf.data for leaf in played(20)])
OTHER = tree_of([leaf.data for leaf in (*played(3), *played(17, 100))])


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "w1") as one:
        yield one


# The protocol, status by status


def test_a_tree_that_grows_is_cosigned_at_every_step(witness: Running) -> None:
    old = 0
    for size in (0, 1, 1, 5, 8, 21, 40):
        found = witness.grow(TREE, old, size)
        assert found.status == 200, found
        text = read_note(note_of(TREE, size)).text
        assert read_note(f"{text}\n{found.text}").cosigned_at(witness.key) == TIME
        old = size
    shown = witness.ask("GET", f"/{stream_hash(NAME)}/checkpoint")
    note = read_note(shown.text)
    assert (shown.status, read_checkpoint(shown.text).size) == (200, 40)
    assert note.is_signed_by(LOG)
    assert note.cosigned_at(witness.key) == TIME


def test_the_size_that_was_cosigned_is_told_to_who_names_another(witness: Running) -> None:
    assert witness.grow(TREE, 0, 5).status == 200
    for old in (0, 4):
        found = witness.grow(TREE, old, 9)
        assert (found.status, found.text, found.kind) == (409, "5\n", "text/x.tlog.size")
    assert witness.add(7, [], note_of(TREE, 9)).status == 409


def test_what_does_not_follow_is_not_cosigned_and_is_kept(witness: Running) -> None:
    assert witness.grow(TREE, 0, 10).status == 200
    path = TREE.consistency(10, 15)
    wrong = [
        (10, OTHER.consistency(10, 15), note_of(OTHER, 15)),
        (10, path, note_of(OTHER, 15)),
        (10, path[:-1], note_of(TREE, 15)),
        (10, [*path, EMPTY], note_of(TREE, 15)),
        (10, [], note_of(TREE, 15)),
        (10, [], note_of(OTHER, 10)),
        (10, path, note_of(TREE, 10)),
    ]
    for old, proof, note in wrong:
        assert witness.add(old, proof, note).status == 422
    folder = witness.witness.path(NAME).with_suffix(".refused")
    kept = {read_checkpoint(one.read_text())[1:4] for one in folder.iterdir()}
    assert read_checkpoint(note_of(OTHER, 10))[1:4] in kept
    assert witness.grow(TREE, 10, 15).status == 200


def test_the_first_checkpoint_takes_no_proof_and_an_empty_tree_has_one_root(
    witness: Running,
) -> None:
    assert witness.add(0, TREE.consistency(3, 5), note_of(TREE, 5)).status == 422
    false = sign_checkpoint(SIGNER, NAME, 0, TREE.root(1), AT)
    assert witness.add(0, [], false).status == 422
    assert witness.grow(TREE, 0, 5).status == 200


def test_an_unknown_log_and_a_false_signature_are_refused(witness: Running) -> None:
    assert witness.add(0, [], note_of(TREE, 5, name="another.example")).status == 404
    assert witness.add(0, [], note_of(TREE, 5, STRANGER)).status == 403
    good = note_of(TREE, 5)
    forged = good.replace("\n5\n", "\n6\n", 1)
    assert witness.add(0, [], forged).status == 403
    more = good + note_of(TREE, 6).splitlines(keepends=True)[-1]  # of our key, over another text
    assert witness.add(0, [], more).status == 403
    assert witness.add(0, [], good + note_of(TREE, 5, STRANGER).splitlines(True)[-1]).status == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"old", b"old 0", b"old 00\n\n", b"old -1\n\n", b"old 0\nAA==\n\n", b"\xff\n\n",
     b"old 0\n" + 64 * (base64.b64encode(EMPTY) + b"\n") + b"\n", b"old 0\n\nnote\n",
     b"size 0\n\n", b"old 0\n\n\n"],
)  # fmt: skip
def test_what_is_no_request_is_refused(witness: Running, body: bytes) -> None:
    assert witness.ask("POST", "/add-checkpoint", body).status == 400
    assert witness.ask("POST", "/add-checkpoint", body + note_of(TREE, 5).encode()).status == 400


def test_an_old_size_beyond_the_checkpoint_and_other_paths(witness: Running) -> None:
    assert witness.add(6, [], note_of(TREE, 5)).status == 400
    assert witness.ask("POST", "/other").status == 404
    assert witness.ask("GET", "/add-checkpoint").status == 404
    assert witness.ask("GET", f"/{stream_hash(NAME)}/checkpoint").status == 404
    assert witness.ask("GET", "/../w1/checkpoint").status == 404
    assert witness.ask("POST", "/add-checkpoint", b"x" * 70_000).status == 413


def test_a_witness_remembers_when_it_is_started_again(tmp_path: Path) -> None:
    with running(tmp_path / "w") as one:
        key = one.key
        assert one.grow(TREE, 0, 10).status == 200
        with pytest.raises(OSError, match="unavailable"):
            Running(tmp_path / "w")
    with running(tmp_path / "w") as one:
        assert one.key == key
        assert one.add(0, [], note_of(OTHER, 10)).status == 409
        assert one.grow(OTHER, 10, 15).status == 422
        assert one.grow(TREE, 10, 15).status == 200


def test_of_many_at_once_no_answer_takes_the_tree_back(witness: Running) -> None:
    assert witness.grow(TREE, 0, 10).status == 200
    sizes, found = range(11, 31), []

    def grow(size: int) -> None:
        found.append((witness.grow(TREE, 10, size).status, size))

    threads = [threading.Thread(target=grow, args=(size,)) for size in sizes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (cosigned,) = [size for status, size in found if status == 200]
    assert {status for status, _ in found} == {200, 409}
    shown = witness.ask("GET", f"/{stream_hash(NAME)}/checkpoint").text
    assert read_checkpoint(shown).size == cosigned


# The server collects, and who verifies demands


@contextmanager
def three(folder: Path) -> Iterator[list[Running]]:
    """Run three witnesses."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(running(folder / f"w{k}", f"witness.example/w{k}"))
            for k in range(3)
        ]


def grown(store: Store, count: int) -> TransparencyLog:
    """Return a tree of so many leaves."""
    heads = TransparencyLog(store, settle=0, cosigned=CosignedCheckpoint(store.redis))
    for number in range(count):
        heads.add(AddLeaf(CLOSED, f"t{number}", 5, "ab" * 32))
    return heads


def test_the_server_shows_what_the_witnesses_that_answer_have_cosigned(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, heads, now = KeyFolder(tmp_path / "data"), grown(store, 3), store.now()
    log = [NoteKey(keys.keys.origin, keys.signer.public)]
    with three(tmp_path) as own:
        for one in own:
            one.witness.logs = lambda: log
        known = [WitnessEndpoint(one.key, one.url) for one in own]
        own[2].witness.logs = list  # does not know this log
        away = WitnessEndpoint(own[0].key._replace(name="away"), "http://127.0.0.1:9")
        collector = CosignatureCollector(heads, keys, [*known, away])

        def cosigners() -> list[str]:
            note = read_note(heads.checkpoint(keys))
            return [one.key.name for one in own if note.cosigned_at(one.key) is not None]

        assert cosigners() == []
        assert collector.collect()
        assert cosigners() == ["witness.example/w0", "witness.example/w1"]
        assert not collector.collect()
        heads.add(AddLeaf(CLOSED, "t9", 5, "ab" * 32))
        assert read_checkpoint(heads.checkpoint(keys)).size == 3, "the cosigned one, for a while"
        proof = heads.proof(keys, "t9")
        assert proof is not None
        assert read_checkpoint(proof["checkpoint"]).size == 4, "it does not reach this leaf yet"
        monkeypatch.setattr(store, "now", lambda: now + 2 * PATIENCE)
        assert read_checkpoint(heads.checkpoint(keys)).size == 4
        own[2].witness.logs = lambda: log
        for asker in collector.witnesses:
            assert asker.pause in (0, EVERY), "who does not answer is asked more rarely"
            asker.again = 0
        assert collector.collect()
        assert len(cosigners()) == 3
        found = heads.consistency(keys, 3)
        assert read_note(found["checkpoint"]).cosigned_at(own[0].key) is not None


def test_a_cosigned_checkpoint_of_another_tree_is_not_shown(store: Store, tmp_path: Path) -> None:
    keys, heads = KeyFolder(tmp_path), grown(store, 3)
    note = sign_checkpoint(keys.signer, keys.keys.origin, 2, TREE.root(2), store.now())
    CosignedCheckpoint(store.redis).show(note)
    assert read_checkpoint(heads.checkpoint(keys)).size == 3
    assert read_checkpoint(heads.checkpoint(keys, 2)).root != TREE.root(2)


def ask_to_cosign(
    witnessing: Sequence[Running],
    histories: Mapping[Tree, Sequence[int]],
    note: Callable[[Tree, int], str],
) -> dict[Tree, str]:
    """Show each history first to the witnesses of these numbers; return what they cosigned."""
    lines = {}
    for tree, first in histories.items():
        cosigned = ""
        for k, one in enumerate(witnessing):
            old = 10 if one.ask("GET", f"/{stream_hash(NAME)}/checkpoint").status == 200 else 0
            if not old and k not in first:
                continue  # is asked later, by the other history
            if not old:
                assert one.add(0, [], note(tree, 10)).status == 200
            answer = one.add(10, tree.consistency(10, 12), note(tree, 12))
            if k in first:
                assert answer.status == 200
                cosigned += answer.text
            else:
                assert answer.status in (409, 422)
                assert one.add(12, [], note(tree, 12)).status == 422
        lines[tree] = cosigned
    return lines


def test_a_server_that_shows_two_histories_gets_no_quorum_for_its_lie(tmp_path: Path) -> None:
    """It shows one to two witnesses and the monitor, the other to its victim and a witness."""
    desk = table_played("boosh", 3)
    log_file = tmp_path / "log"
    log_file.write_bytes(text_of(desk))
    at = desk.now + 10
    own = Leaf(CLOSED, stream_hash(desk.id), desk.log[-1].n, desk.log[-1].h.hex(), at, None)
    begun = played(5, at=desk.now)
    public = tree_of([leaf.data for leaf in (*begun, *played(1, 50, at))])
    secret = tree_of([leaf.data for leaf in (*begun, own, *played(1, 60, at)[:1])])

    def note(tree: Tree, size: int) -> str:
        return sign_checkpoint(SIGNER, NAME, size, tree.root(size), at + 1_000)

    with three(tmp_path) as witnessing:
        lines = ask_to_cosign(witnessing, {public: (0, 1), secret: (2,)}, note)
        keys = [word for one in witnessing for word in ("--witness", one.key.text())]
    proof = tmp_path / "proof"

    def verified(*more: str) -> Result:
        path = [node.hex() for node in secret.inclusion(10, 12)]
        shown = {"leaf": own._asdict(), "index": 10, "path": path,
                 "checkpoint": note(secret, 12) + lines[secret]}  # fmt: skip
        proof.write_text(json.dumps(shown))
        given = ["--key", SIGNER.public, "--proof", str(proof), *more]
        return CliRunner().invoke(main, ["verify", str(log_file), *given])

    assert verified().exit_code == 0, "without witnesses the lie is not seen"
    assert verified(*keys, "--quorum", "1").exit_code == 0
    for more in (["--quorum", "2"], []):
        done = verified(*keys, *more)
        assert (done.exit_code, "BAD" in done.output) == (1, True)
        assert "unwitnessed: witnesses have cosigned the checkpoint, but 1 of the" in done.output
    with serving(Log([leaf.data for leaf in (*begun, *played(1, 50, at))], at + 1_000)) as log:
        command = ["monitor", log.url, "--state", str(tmp_path / "state"), "--once"]
        assert CliRunner().invoke(main, command).exit_code == 0
        log.entries[10:] = [own.data, played(1, 60, at)[0].data]
        assert "LIE: fork" in CliRunner().invoke(main, command).output


def test_who_demands_witnesses_gives_a_proof_and_their_keys(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(text_of(table_played("boosh", 3)))
    key = NoteKey("w", SIGNER.public, COSIGNATURE).text()
    for more in (["--witness", key], ["--quorum", "2"]):
        done = CliRunner().invoke(main, ["verify", str(log), *more])
        assert done.exit_code == 2
        assert "give all three" in done.output


def test_one_key_under_two_names_is_one_witness(tmp_path: Path) -> None:
    desk = table_played("boosh", 3)
    log, proof, keys = (tmp_path / name for name in ("log", "proof", "keys"))
    log.write_bytes(text_of(desk))
    at = desk.now + 10
    own = Leaf(CLOSED, stream_hash(desk.id), desk.log[-1].n, desk.log[-1].h.hex(), at, None)
    tree = tree_of([own.data])
    with running(tmp_path / "w") as one:
        note = sign_checkpoint(SIGNER, NAME, 1, tree.root(1), at)
        line = one.add(0, [], note).text
        twin = one.key._replace(name="twin")
        raw = twin.id + base64.b64decode(line.split(" ")[2])[4:]
        again = f"\u2014 twin {base64.b64encode(raw).decode()}\n"
    proof.write_text(json.dumps(
        {"leaf": own._asdict(), "index": 0, "path": [], "checkpoint": note + line + again}
    ))  # fmt: skip
    keys.write_text(f"{one.key.text()}\n{twin.text()}\n")
    given = ["--key", SIGNER.public, "--proof", str(proof), "--witness", str(keys)]
    for quorum, code in (("1", 0), ("2", 1)):
        done = CliRunner().invoke(main, ["verify", str(log), *given, "--quorum", quorum])
        assert done.exit_code == code, done.output
    assert "cosigned" in done.output


@pytest.mark.parametrize("text", ["x", NoteKey("log", SIGNER.public).text() + " http://a", "a+b c"])
def test_witnesses_that_cannot_be_read_end_the_start(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_WITNESSES", text)
    with pytest.raises(SystemExit, match="FAIRDEAL_WITNESSES"):
        configured_witnesses()


def test_witnesses_are_named_with_their_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (NoteKey(name, SIGNER.public, COSIGNATURE) for name in ("one", "two"))
    text = f"{one.text()} http://127.0.0.1:1, {two.text()} https://two.example/w"
    monkeypatch.setenv("FAIRDEAL_WITNESSES", text)
    assert configured_witnesses() == [
        WitnessEndpoint(one, "http://127.0.0.1:1"), WitnessEndpoint(two, "https://two.example/w"),
    ]  # fmt: skip


def test_a_whole_server_is_witnessed_monitored_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its processes: `serve` collects by itself, and a key that is rotated is a leaf."""
    port, logs, data = free_port(), tmp_path / "logs", tmp_path / "data"
    name = NoteKey(KeyFolder(data).keys.origin, KeyFolder(data).signer.public)
    logs.write_text(f"# ours\n{name.text()}\n")
    needed = ("api", "follower", "cosign")
    command = [sys.executable, "-m", "service", "witness", "--state", str(tmp_path / "w"),
               "--name", "witness.example/w", "--logs", str(logs), "--port", str(port)]  # fmt: skip
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as witness:
        assert witness.stdout is not None
        key = witness.stdout.readline().split(" ")[0]
        monkeypatch.setenv("FAIRDEAL_WITNESSES", f"{key} http://127.0.0.1:{port}")
        try:
            with SomeProcesses(data, free_port(), durable=True, only=needed) as stack:
                witnessed_table(stack, tmp_path, key)
                rotated(stack, tmp_path, logs)
        finally:
            witness.terminate()


def witnessed_table(stack: ServerStack, folder: Path, key: str) -> None:
    """Open and withdraw a table; verify its log with a cosigned proof, and follow the tree."""
    ada = register_account(stack.url, "Ada")
    table = ada.post("/v1/tables", {"game": "boosh", "seats": 2})["view"]["table"]
    ada.raw("DELETE", f"/v1/tables/{table}", None, {"Idempotency-Key": "over"})
    (folder / "log").write_bytes(ada.raw("GET", f"/v1/tables/{table}/log", None, {}))

    def is_cosigned() -> bool:
        try:
            found = ada.get(f"/v1/tables/{table}/proof")
        except ApiProblem:
            return False  # it is not in the tree yet
        (folder / "proof").write_text(json.dumps(found))
        note = read_note(found["checkpoint"])
        return note.cosigned_at(read_note_key(key)) is not None

    wait_for(is_cosigned)
    (folder / "keys").write_bytes(ada.raw("GET", "/v1/keys", None, {}))
    given = ["--key", str(folder / "keys"), "--proof", str(folder / "proof"), "--witness", key]
    done = CliRunner().invoke(main, ["verify", str(folder / "log"), *given])
    assert done.exit_code == 0, done.output
    assert "proven: the checkpoint was cosigned by 1 witness: witness.example/w at" in done.output
    command = ["monitor", f"{stack.url}/v1", "--state", str(folder / "state"), "--once"]
    assert "one history of 2 leaves" in CliRunner().invoke(main, command).output


def rotated(stack: ServerStack, folder: Path, logs: Path) -> None:
    """Rotate the server's key, and tell the witness of the new one; the monitor finds it itself."""
    keys = rotate_signing_key(stack.data)
    logs.write_text(NoteKey(keys.origin, keys.signer.public).text())

    def is_followed() -> bool:
        command = ["monitor", stack.url, "--state", str(folder / "state"), "--once"]
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
        with closing(TreeWatch(folder / "state")) as watch:
            return len(watch.tree) == 3

    wait_for(is_followed)
