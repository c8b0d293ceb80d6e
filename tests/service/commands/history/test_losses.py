"""`fairdeal accept-loss`: what a store has lost is published, and no honest server convicted."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.history.checkpoints import LOST, read_checkpoint
from events.history.key_changes import change_message
from events.history.signed_tree import SignedTree
from events.history.signing_keys import keys_in
from events.record.losses import Loss as PublishedLoss
from events.record.receipts import read_public_key
from service.commands.history.tiles import TileClient
from service.commands.main import main
from tests.fairness.second import second_verifier
from tests.service.asker import Asker, Service, problem
from tests.service.past import Past
from tests.service.test_older_store import BEHIND


class Loss:
    """A server whose store came back without what it had signed for, and what others had kept."""

    def __init__(self, past: Past, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.past, self.folder, self.patch = past, folder, patch
        # no other process signs here
        patch.setattr("service.commands.history.losses.REREAD_INTERVAL", 0)
        patch.setenv("FAIRDEAL_DATA", str(past.folder))
        patch.setenv("FAIRDEAL_REDIS_URL", past.server.url)
        self.service, self.players = past.service, [past.ada, past.bob]
        self.signer = keys_in(past.folder).signer  # which an operator who lies has kept
        self.show(past.service)
        first = past.playing()
        past.close(first)
        self.path = past.playing()
        self.look("early")
        past.keep("older")
        self.receipt = self.act()
        self.keep("receipt.json", self.receipt)
        self.keep("long.jsonl", past.ada.get(f"{self.path}/log").data)
        past.close(self.path)
        self.keep("old.txt", past.service.nobody.get("/v1/tree/checkpoint").data)
        self.keep("proof.json", past.service.nobody.get(f"{self.path}/proof").data)
        self.look("state")
        past.put_back("older")

    def act(self) -> dict[str, Any]:
        """Adjourn the table together with nobody: any command will do; return the receipt."""
        answer = self.players[0].post(f"{self.path}/adjourn", {})
        assert answer.status_code == 200, answer.text
        receipt: dict[str, Any] = answer.get_json()["receipt"]
        return receipt

    def show(self, service: Service) -> None:
        """Let monitors look at a process of the server."""
        client = service.app.test_client()
        self.patch.setattr(TileClient, "get", lambda _, path: client.get(f"/v1{path}").data)

    def accept(self) -> Result:
        """Accept the loss, and go on with another process."""
        done = run("accept-loss", "--yes")
        self.service = self.past.process()
        self.players = [Asker(self.service.app.test_client(), one.token, one.id)
                        for one in (self.past.ada, self.past.bob)]  # fmt: skip
        self.show(self.service)
        return done

    def look(self, state: str) -> Result:
        """Look at the server's tree with a monitor."""
        return run("monitor", "http://x", "--state", str(self.folder / state), "--once")

    def keep(self, name: str, data: Any) -> Path:
        """Write a file that somebody keeps."""
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        return path

    def keys(self) -> Path:
        """Return the file of all keys."""
        return self.keep("keys.json", self.service.nobody.get("/v1/keys").data)

    def other_keys(
        self, change: Callable[[PublishedLoss], PublishedLoss | None], since: int | None = None
    ) -> Path:
        """Return a file of keys in which the old one has signed for another loss, or for none."""
        new, old = map(read_public_key, json.loads(self.keys().read_bytes())["keys"])
        assert new.loss is not None
        other, at = change(new.loss), since or new.since
        signature = self.signer.sign(change_message(old.public, new.public, at, other))
        rows = [
            new._replace(since=at, loss=other, signature=signature),
            old._replace(until=at),
        ]
        return self.keep("other.json", {"keys": [key.as_json() for key in rows]})


def run(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.fixture
def loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loss]:
    past = Past(tmp_path / "server")
    yield Loss(past, tmp_path, monkeypatch)
    past.service.redis.close()
    past.server.stop()


def test_a_server_goes_on_with_a_new_key_when_its_loss_is_published(loss: Loss) -> None:
    problem(loss.past.service.nobody.get("/readyz"), 503, BEHIND)
    before = loss.past.service.nobody.get("/v1/keys").get_json()["keys"][0]
    done = loss.accept()
    assert done.exit_code == 0, done.output
    assert "signed tree of 6" in done.output
    assert loss.service.nobody.get("/readyz").status_code == 200
    receipt = loss.act()
    new, old = loss.service.nobody.get("/v1/keys").get_json()["keys"]
    assert (old["key"], receipt["key"]) == (before["key"], new["key"])
    assert (new["loss"]["size"], new["loss"]["kept"]) == (6, 3)
    assert 0 < new["loss"]["after"] <= loss.receipt["at"]
    (*_, kept) = loss.service.parts.signing.tree.entries(0, new["loss"]["kept"])
    assert kept.at <= new["loss"]["after"]
    assert read_checkpoint(loss.service.nobody.get("/v1/tree/checkpoint").text).origin == (
        f"fairdeal/{new['key']}"
    )
    again = run("accept-loss", "--yes")
    assert (again.exit_code, "nothing is lost" in again.output) == (1, True)


def test_the_loss_is_a_leaf_and_monitors_name_it_and_go_on(loss: Loss) -> None:
    assert loss.look("state").exit_code == 2  # nothing is signed
    loss.accept()
    heads, keys = loss.service.parts.signing.tree, loss.service.parts.signing.keys
    heads.note_keys(keys.public)
    loss.service.parts.signing.tree.follow([loss.path.rpartition("/")[2]])
    assert LOST in [leaf.kind for leaf in heads.entries(0, heads.leaves().n)]
    for state in ("state", "early"):
        done = loss.look(state)
        assert done.exit_code == 0, done.output
        assert "LOSS: the server has published that it lost 3 leaves of the 6" in done.output
        assert loss.look(state).output == ""


def test_checkpoints_from_before_and_after_are_a_published_loss_and_no_fork(loss: Loss) -> None:
    loss.accept()
    loss.service.parts.signing.tree.note_keys(loss.service.parts.signing.keys.public)
    new = loss.keep("new.txt", loss.service.nobody.get("/v1/tree/checkpoint").data)
    done = run("checkpoint", loss.folder / "old.txt", new, "--key", loss.keys())
    assert (done.exit_code, done.output[:15]) == (3, "PUBLISHED LOSS:"), done.output


def test_logs_receipts_and_proofs_that_were_lost_prove_no_lie(loss: Loss) -> None:
    loss.accept()
    loss.service.play(loss.path, loss.players, 2)
    log = loss.keep("log.jsonl", loss.players[0].get(f"{loss.path}/log").data)
    keys, given = loss.keys(), (loss.folder / "receipt.json", loss.folder / "proof.json")
    done = run("verify", log, "--key", keys, "--receipt", given[0])
    assert (done.exit_code, done.output[:7]) == (3, "EXCUSED"), done.output
    assert "has published that it may have lost all that it signed in " in done.output
    assert "3 of 6 leaves of its signed tree are gone" in done.output
    second = second_verifier("--key", keys, "--receipt", given[0], log)
    told = subprocess.run(second, check=False, capture_output=True)
    assert (told.returncode, json.loads(told.stdout)["verdict"]) == (3, "excused")
    assert run("verify", log, "--key", keys, "--proof", given[1]).exit_code == 0  # log is older
    sent = {"Receipts": given[0].read_text()}
    answer = loss.service.nobody.ask(
        "POST", "/v1/verifications", raw=log.read_bytes(), kind="application/jsonl", headers=sent
    ).get_json()
    assert (answer["verdict"], answer["kind"], answer["faults"]) == ("excused", "fork", [])
    both = run("verify", log, loss.folder / "long.jsonl", "--key", keys)
    assert (both.exit_code, "EXCUSED: published_loss" in both.output) == (3, True), both.output
    without = loss.other_keys(lambda _: None)
    done = run("verify", log, "--key", without, "--receipt", given[0])
    assert (done.exit_code, "BAD" in done.output) == (1, True)


def test_a_loss_excuses_no_more_than_it_says(loss: Loss) -> None:
    loss.accept()
    loss.service.play(loss.path, loss.players, 2)
    log = loss.keep("log.jsonl", loss.players[0].get(f"{loss.path}/log").data)
    loss.service.parts.signing.tree.note_keys(loss.service.parts.signing.keys.public)
    new = loss.keep("new.txt", loss.service.nobody.get("/v1/tree/checkpoint").data)
    late = loss.receipt["at"] + 61_000
    narrower = loss.other_keys(lambda own: own._replace(after=late), since=late)
    done = run("verify", log, "--key", narrower, "--receipt", loss.folder / "receipt.json")
    assert done.exit_code == 1, done.output
    smaller = loss.other_keys(lambda own: own._replace(size=3))
    done = run("checkpoint", loss.folder / "old.txt", new, "--key", smaller)
    assert done.output.startswith("FORK:"), done.output


def test_what_is_signed_while_a_loss_is_published_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = Past(tmp_path / "server")
    path = past.playing()
    past.service.parts.signing.tree.follow([path.rpartition("/")[2]])
    past.keep("older")
    assert past.ada.post(f"{path}/adjourn", {}).status_code == 200
    past.put_back("older")

    def sign(_: float) -> None:
        assert past.service.nobody.get("/v1/tree/checkpoint").status_code == 200

    monkeypatch.setattr("service.commands.history.losses.time", SimpleNamespace(sleep=sign))
    monkeypatch.setenv("FAIRDEAL_DATA", str(past.folder))
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", past.server.url)
    assert run("accept-loss", "--yes").exit_code == 0
    assert SignedTree(past.folder).newest().size == 2
    past.service.redis.close()
    past.server.stop()


def test_what_is_left_of_a_signed_tree_is_still_held_to(loss: Loss) -> None:
    early = SignedTree(loss.past.folder).newest().before[-1]
    loss.accept()
    assert SignedTree(loss.past.folder).newest()[:2] == early


def test_status_says_that_the_store_is_behind_and_what_to_do(loss: Loss) -> None:
    told = [line for line in run("status").output.splitlines() if "lacks signed data" in line]
    assert len(told) == 1
    assert told[0].startswith("TROUBLE")
    assert "accept-loss" in told[0]
    loss.accept()
    assert "lacks signed data" not in run("status").output


@pytest.mark.parametrize("command", [("archive", "--all"), ("export", "--all", "--to")])
def test_no_log_is_signed_by_a_command_while_the_store_is_behind(
    loss: Loss, command: tuple[str, ...]
) -> None:
    """Its end would come before an event of which somebody has a receipt."""
    folder = loss.folder / "out"
    done = run(*command, *([folder] if "--to" in command else []))
    assert (done.exit_code, "accept-loss" in done.output) == (1, True), done.output
    assert not folder.exists()
