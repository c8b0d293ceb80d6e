"""Checkpoints and proofs checked offline: by `fairdeal`, and by the verifier in JavaScript."""

import json
import shutil
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from events.history.checkpoints import (
    CLOSED,
    OPENED,
    ORIGIN,
    RUNNING,
    Leaf,
    announcement_interval,
    sign_checkpoint,
    stream_hash,
)
from events.history.key_changes import change_message
from events.history.merkle import Tree
from events.history.notes import COSIGNATURE, NoteKey, cosignature_by, read_note
from events.record.receipts import PublicKey, Signer
from service.commands.main import main
from tests.events.forge import Forged, pieces
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, played, text_of
from tests.folders import Put

Json = dict[str, Any]
STRANGER = Signer(SigningKey(bytes(range(1, 33))))
DESK = played("boosh", 3)
LOG = text_of(DESK)
AT = orjson.loads(DESK.log[-1].e)["at"]
OWN = Leaf(CLOSED, stream_hash(DESK.id), DESK.log[-1].n, DESK.log[-1].h.hex(), AT + 5, None)
LEAVES = [Leaf(CLOSED, stream_hash(f"t{k}"), 100 + k, f"{k:064x}", AT, None) for k in range(20)]
INDEX = 6
NAME = ORIGIN.format(SIGNER.id)


def grown(*leaves: Leaf) -> Tree:
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf.data)
    return tree


TREE = grown(*LEAVES[:INDEX], OWN, *LEAVES[INDEX:])


def checkpoint(
    size: int, tree: Tree = TREE, signer: Signer = SIGNER, at: int = AT, name: str = NAME
) -> str:
    return sign_checkpoint(signer, name, size, tree.root(min(size, len(tree))), at + 1000 * size)


def proof(size: int = 13, leaf: Leaf = OWN, index: int = INDEX, tree: Tree = TREE) -> Json:
    path = [node.hex() for node in tree.inclusion(index, size)]
    return {
        "leaf": leaf._asdict(), "index": index, "path": path, "checkpoint": checkpoint(size, tree),
    }  # fmt: skip


def consistency(old: int, size: int, tree: Tree = TREE) -> Json:
    path = [node.hex() for node in tree.consistency(old, size)]
    return {"from": old, "to": size, "path": path, "checkpoint": checkpoint(size, tree)}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def verified(put: Put, proven: Any, log: bytes = LOG, *more: object) -> Result:
    """Verify a log with a proof and the server's key."""
    file, given = put("log", log), put("proof", proven)
    return run("verify", file, "--key", SIGNER.public, "--proof", given, *more)


# A table in the tree


@pytest.mark.parametrize("size", [7, 8, 13, 21])
def test_a_log_whose_head_is_in_the_tree_is_proven_to_be(put: Put, size: int) -> None:
    done = verified(put, proof(size))
    assert done.exit_code == 0, done.output
    root = TREE.root(size).hex()
    assert f"proven: its head is leaf 6 of the {size} in the tree with the root {root}" in (
        done.stdout
    )


def test_without_a_key_the_checkpoint_proves_nothing(put: Put) -> None:
    done = run("verify", put("log", LOG), "--proof", put("proof", proof()))
    assert done.exit_code == 0
    assert "not proven: the signature of the checkpoint was not checked" in done.stdout


def changed(**fields: Any) -> Json:
    return {**proof(), **fields}


def edited(note: str) -> str:
    """Return a checkpoint with the root of another one."""
    lines = note.splitlines(keepends=True)
    return "".join([*lines[:2], checkpoint(14).splitlines(keepends=True)[2], *lines[3:]])


HALF = DESK.log[40]
BEGUN = orjson.loads(DESK.log[0].e)
OTHER = OWN._replace(head="ab" * 32)
EARLY = OWN._replace(at=AT - 1)
MIDDLE = OWN._replace(n=HALF.n, head=HALF.h.hex())
TWISTED = OWN._replace(kind=RUNNING, n=HALF.n, head="ab" * 32, end=AT)
FIRST = Leaf(
    OPENED, OWN.stream, 1, DESK.log[0].h.hex(), BEGUN["at"] + 7,
    BEGUN["at"] + 7 + announcement_interval(BEGUN["data"]),
)  # fmt: skip
AGAIN = MIDDLE._replace(kind=RUNNING, end=OWN.at + announcement_interval(BEGUN["data"]))
ENDLESS = FIRST._replace(end=AT * 2)
FORKED = grown(*LEAVES[:INDEX], OTHER, *LEAVES[INDEX:])
WRONG: dict[str, tuple[Json, str]] = {
    "another signer": (
        changed(checkpoint=checkpoint(13, signer=STRANGER)), "forged_checkpoint",
    ),
    "another root": (
        changed(checkpoint=edited(checkpoint(13))), "forged_checkpoint",
    ),
    "another size": (changed(checkpoint=checkpoint(14)), "wrong_proof"),
    "a size that the path does not reach": (
        changed(checkpoint=sign_checkpoint(SIGNER, NAME, 52, TREE.root(13), AT + 9)), "wrong_proof",
    ),
    "another index": (changed(index=INDEX + 1), "wrong_proof"),
    "a negative index": (changed(index=-1), "wrong_proof"),
    "a shorter path": (changed(path=proof()["path"][:-1]), "wrong_proof"),
    "a longer path": (changed(path=[*proof()["path"], "00" * 32]), "wrong_proof"),
    "a leaf that is not there": (changed(leaf=OTHER._asdict()), "wrong_proof"),
    "another table": (proof(13, LEAVES[0], 0), "foreign_proof"),
    "another head": (proof(13, OTHER, INDEX, FORKED), "fork"),
    "a checkpoint from before the leaf": (
        changed(checkpoint=checkpoint(13, at=AT - 20_000)), "time_reversed",
    ),
    "a leaf from before its event": (
        proof(13, EARLY, INDEX, grown(*LEAVES[:INDEX], EARLY, *LEAVES[INDEX:])), "time_reversed",
    ),
    "an end in the middle of the log": (
        proof(13, MIDDLE, INDEX, grown(*LEAVES[:INDEX], MIDDLE, *LEAVES[INDEX:])), "wrong_head",
    ),
    "another head in the middle": (
        proof(13, TWISTED, INDEX, grown(*LEAVES[:INDEX], TWISTED, *LEAVES[INDEX:])), "fork",
    ),
    "another latest end": (
        proof(13, ENDLESS, INDEX, grown(*LEAVES[:INDEX], ENDLESS, *LEAVES[INDEX:])), "wrong_head",
    ),
}  # fmt: skip


@pytest.mark.parametrize("leaf", [FIRST, AGAIN])
def test_a_running_table_is_proven_to_have_had_the_head_that_was_announced(
    put: Put, leaf: Leaf
) -> None:
    tree = grown(*LEAVES[:INDEX], leaf, *LEAVES[INDEX:])
    done = verified(put, proof(13, leaf, INDEX, tree))
    assert done.exit_code == 0, done.output
    assert f"proven: its head after event {leaf.n} is leaf 6 of the 13" in done.stdout


@pytest.mark.parametrize("name", WRONG)
def test_a_proof_that_does_not_hold_is_named(put: Put, name: str) -> None:
    given, kind = WRONG[name]
    done = verified(put, given, LOG, "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert (found["verdict"], [fault["kind"] for fault in found["faults"]]) == ("bad", [kind])
    assert found["proven"] == []


def test_what_else_stands_in_a_proof_is_not_looked_at(put: Put) -> None:
    leaf = {**OWN._asdict(), "note": "kept since May"}
    assert verified(put, {**changed(leaf=leaf), "note": "mine"}).exit_code == 0


def test_a_log_rewritten_by_a_stranger_does_not_make_the_server_a_forger(put: Put) -> None:
    log = pieces(LOG)
    log.events[-1]["e"]["at"] += 1
    text = log.rechained().write(put("other", b"")).read_bytes()
    found = json.loads(verified(put, proof(), text, "--json").stdout)
    kinds = [fault["kind"] for fault in found["faults"]]
    assert kinds[-2:] == ["unsigned", "wrong_head"]
    assert "fork" not in kinds


# What a proof covers


def earlier(n: int, log: bytes = LOG) -> bytes:
    """Return the log as it was served when event n was the newest, with all parts sealed."""
    found = pieces(log)
    events = [{**event, "p": None} for event in found.events[:n]]
    end = {**found.end, "n": n, "head": events[-1]["h"], "complete": False}
    return b"".join(Forged(found.header, events, end).signed().lines())


def retold(n: int) -> bytes:
    """Return another story from event n on, by the holder of the key."""
    log = pieces(LOG)
    for event in log.events[n - 1 :]:
        event["e"]["at"] += 1
    return b"".join(log.rechained().signed().lines())


CALLED = next(  # the end of a command in the middle
    last
    for event in pieces(LOG).events[40:]
    if isinstance(event["e"]["cause"], dict) and (last := event["e"]["cause"]["last"]) < OWN.n
)


def both(put: Put, one: bytes, other: bytes, *more: object) -> tuple[int, list[Json]]:
    """Verify two logs with the proof of the table's end."""
    files = put("one", one), put("other", other)
    given = put("proof", proof())
    done = run("verify", *files, "--key", SIGNER.public, "--proof", given, "--json", *more)
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_log_that_is_older_than_the_leaf_is_not_covered_by_it_alone(put: Put) -> None:
    done = verified(put, proof(), earlier(CALLED))
    assert done.exit_code == 0
    first = (
        "GOOD, but not checked: deal from event 1 on (sealed), actions from event 1 on (sealed), "
    )
    assert done.stdout.startswith(f"{first}tree (not covered): table t-boosh-3, ")
    assert f"not proven: the tree holds the head after event {OWN.n}: this log is older" in (
        done.stdout
    )
    assert "nothing of it is covered" in done.stdout


def test_an_older_log_is_covered_where_a_longer_one_leads_from_it_to_the_leaf(put: Put) -> None:
    code, (old, whole) = both(put, earlier(CALLED), LOG)
    assert code == 0
    assert "tree" not in [one["what"] for one in old["not_checked"]]
    way = put("other", LOG)
    assert f"all of it leads to event {OWN.n} in {way}, whose head is leaf 6 of the 13" in (
        " ".join(old["proven"])
    )
    assert any("its head is leaf 6 of the 13" in one for one in whole["proven"])


def test_an_older_log_that_the_tree_does_not_go_on_from_is_a_fork(put: Put) -> None:
    lie = earlier(CALLED, retold(CALLED))
    assert verified(put, proof(), lie).exit_code == 0, "by itself nobody can tell"
    code, told = both(put, lie, LOG)
    assert (code, [one["kind"] for one in told]) == (1, ["fork", None, "fork"])
    (fault,) = told[0]["faults"]
    assert (fault["kind"], fault["event"]) == ("fork", CALLED)


def test_a_longer_log_that_is_not_the_one_in_the_tree_covers_nothing(put: Put) -> None:
    lie = retold(CALLED + 1)
    code, told = both(put, earlier(CALLED), lie)
    assert (code, told[0]["kind"], told[1]["faults"][-1]["kind"]) == (1, None, "fork")
    assert "nothing of it is covered" in " ".join(told[0]["not_proven"])


def test_of_several_logs_the_proof_is_held_to_those_of_its_table(put: Put) -> None:
    other = text_of(played("boon", 4))
    code, (own, foreign) = both(put, LOG, other)
    assert code == 0
    assert any("in the tree" in one for one in own["proven"])
    assert not any("in the tree" in one for one in foreign["proven"])
    third = text_of(played("bum", 4))
    code, told = both(put, other, third)
    assert (code, [one["kind"] for one in told]) == (1, [None, None, "foreign_proof"])


def in_tree_of(leaf: Leaf, at: int) -> Json:
    """Return the proof of a leaf in a tree whose checkpoint is of this time."""
    tree = grown(*LEAVES[:INDEX], leaf, *LEAVES[INDEX:])
    return {**proof(13, leaf, INDEX, tree), "checkpoint": checkpoint(13, tree, at=at - 13_000)}


@pytest.mark.parametrize(("leaf", "n"), [(FIRST, 1), (AGAIN, HALF.n)])
@pytest.mark.parametrize("late", [False, True])
def test_a_checkpoint_that_is_older_than_the_last_event_is_named_with_what_it_covers(
    put: Put, leaf: Leaf, n: int, late: bool
) -> None:
    leaf = leaf._replace(
        at=BEGUN["at"] + 10**5, end=BEGUN["at"] + 10**5 + announcement_interval(BEGUN["data"])
    )
    if n > 1:
        at = orjson.loads(HALF.e)["at"]
        leaf = leaf._replace(at=at, end=at + announcement_interval(BEGUN["data"]))
    when = AT + 10**5 if late else leaf.at + 10
    done = verified(put, in_tree_of(leaf, when))
    assert done.exit_code == 0, done.output
    assert f"its head after event {n} is leaf 6 of the 13 in the tree" in done.stdout
    assert "it covers what is up to there" in done.stdout
    first = f"GOOD, but not checked: tree from event {n + 1} on (not covered): table t-boosh-3, "
    assert done.stdout.startswith(first)
    said = f"not proven: that events {n + 1} to {OWN.n} are in the tree: "
    why = f"the leaf is of {leaf.at}; ask for a newer proof, since the last event is of {AT}"
    older = f"the checkpoint is of {when}, older than the last event, of {AT}"
    assert f"{said}{why if late else older}" in done.stdout


@pytest.mark.parametrize(
    "data",
    [b"x", b"[]", b"{}", b'{"leaf": {}, "index": 0, "path": [], "checkpoint": {}}',
     json.dumps(changed(path=["xy"])).encode(), json.dumps(changed(path=[5])).encode(),
     json.dumps(changed(index="6")).encode(), json.dumps(changed(index=True)).encode(),
     json.dumps(changed(checkpoint=checkpoint(13)[:-9])).encode(),
     json.dumps(changed(leaf={**OWN._asdict(), "end": "never"})).encode()],
)  # fmt: skip
def test_what_is_no_proof_is_unreadable(put: Put, data: bytes) -> None:
    done = verified(put, data)
    assert done.exit_code == 2
    assert "proof" in done.stderr


# Two checkpoints


def compared(put: Put, old: Any, new: Any, *more: object) -> tuple[int, str]:
    """Compare two checkpoints; return exit code and verdict."""
    files = put("old", old), put("new", new)
    done = run("checkpoint", *files, "--key", SIGNER.public, "--json", *more)
    return done.exit_code, json.loads(done.stdout)["verdict"]


@pytest.mark.parametrize(("old", "size"), [(0, 9), (1, 21), (4, 9), (7, 21), (20, 21), (21, 21)])
def test_checkpoints_of_a_tree_that_grew_are_of_one_history(put: Put, old: int, size: int) -> None:
    answer = consistency(old, size)
    assert compared(put, checkpoint(old), answer) == (0, "one_history")
    assert compared(put, answer, checkpoint(old)) == (0, "one_history")
    given = put("proof", {name: answer[name] for name in ("from", "to", "path")})
    more = ("--proof", given)
    assert compared(put, checkpoint(old), checkpoint(size), *more) == (0, "one_history")


def test_two_roots_of_one_size_are_a_fork(put: Put) -> None:
    assert compared(put, checkpoint(13), checkpoint(13, FORKED)) == (1, "fork")
    done = run("checkpoint", put("a", checkpoint(13)), put("b", checkpoint(13, FORKED)), "--key",
               SIGNER.public)  # fmt: skip
    assert done.stdout.startswith("FORK: the server signed two roots of 13 leaves: ")
    assert compared(put, checkpoint(INDEX), checkpoint(INDEX, FORKED)) == (0, "one_history")


def test_a_tree_that_was_rewritten_has_no_proof(put: Put) -> None:
    for old in range(INDEX + 1, 13):
        assert compared(put, checkpoint(old), consistency(old, 13, FORKED)) == (1, "wrong_proof")


def test_without_a_proof_of_these_sizes_nothing_can_be_said(put: Put) -> None:
    assert compared(put, checkpoint(5), checkpoint(13)) == (2, "undecided")
    assert compared(put, checkpoint(5), consistency(6, 13)) == (2, "undecided")
    given = put("proof", {**consistency(5, 12)})
    assert compared(put, checkpoint(5), checkpoint(13), "--proof", given) == (2, "undecided")


def test_a_checkpoint_of_somebody_else_says_nothing_of_the_server(put: Put) -> None:
    other = checkpoint(13, FORKED, STRANGER)
    assert compared(put, checkpoint(13), other) == (1, "forged_checkpoint")
    assert compared(put, other, checkpoint(13)) == (1, "forged_checkpoint")
    assert compared(put, checkpoint(13), edited(checkpoint(13))) == (1, "forged_checkpoint")


def test_a_smaller_tree_that_is_newer_has_shrunk(put: Put) -> None:
    later = checkpoint(5, at=AT + 10**6)
    assert compared(put, later, consistency(5, 13)) == (1, "shrunk")
    about_then = checkpoint(5, at=AT + 20_000)  # clocks of several processes differ a little
    assert compared(put, about_then, consistency(5, 13)) == (0, "one_history")


def test_one_server_has_one_tree(put: Put) -> None:
    other = checkpoint(13, name=ORIGIN.format("0" * 16))
    assert compared(put, checkpoint(13), other) == (1, "fork")


def test_checkpoints_are_held_to_the_key_of_their_time(put: Put) -> None:
    until = AT + 10**6
    old = PublicKey(SIGNER.public, AT - 10**6, until)
    signature = SIGNER.sign(change_message(SIGNER.public, STRANGER.public, until))
    new = PublicKey(STRANGER.public, until, signature=signature)
    keys = put("keys", {"keys": [new.as_json(), old.as_json()]})
    early, late = checkpoint(5), {**consistency(5, 13), "checkpoint": checkpoint(13)}
    files = put("old", early), put("new", late)
    assert run("checkpoint", *files, "--key", keys).exit_code == 0
    afterwards = checkpoint(13, at=AT + 10**7)
    done = run("checkpoint", files[0], put("new", {**late, "checkpoint": afterwards}), "--key",
               keys)  # fmt: skip
    assert done.exit_code == 1
    assert done.stdout.startswith("OUTSIDE VALIDITY: ")
    renewed = checkpoint(13, signer=STRANGER, at=AT + 10**7)
    files = files[0], put("new", {**late, "checkpoint": renewed})
    assert run("checkpoint", *files, "--key", keys).exit_code == 0


WITNESSES = [Signer(SigningKey(bytes([k]) * 32)) for k in (1, 2, 3)]
NAMES = [NoteKey(f"w{k}", one.public, COSIGNATURE) for k, one in enumerate(WITNESSES)]
DEMANDED = [word for name in NAMES for word in ("--witness", name.text())]


def cosigned(note: str, *witnesses: int) -> str:
    """Return a checkpoint with the cosignatures of some witnesses."""
    text = read_note(note).text
    lines = (cosignature_by(NAMES[k], WITNESSES[k].sign, text, 7).line() for k in witnesses)
    return note + "".join(lines)


def test_of_two_histories_that_each_go_on_the_one_without_a_quorum_is_unwitnessed(
    put: Put,
) -> None:
    told = {tree: consistency(5, 13, tree) for tree in (TREE, FORKED)}
    told[TREE]["checkpoint"] = cosigned(told[TREE]["checkpoint"], 0, 2)
    told[FORKED]["checkpoint"] = cosigned(told[FORKED]["checkpoint"], 1)
    for answer in told.values():  # each by itself goes on from the old checkpoint
        assert compared(put, checkpoint(5), answer) == (0, "one_history")
    quorum = (*DEMANDED, "--quorum", 2)
    assert compared(put, checkpoint(5), told[TREE], *quorum) == (0, "one_history")
    assert compared(put, checkpoint(5), told[FORKED], *quorum) == (1, "unwitnessed")
    assert compared(put, told[FORKED], checkpoint(5), *quorum) == (1, "unwitnessed")
    assert compared(put, checkpoint(5), told[TREE], *DEMANDED) == (1, "unwitnessed")
    files = put("old", checkpoint(5)), put("new", told[TREE])
    done = run("checkpoint", *files, "--key", SIGNER.public, *quorum)
    assert done.stdout.endswith("; the checkpoint was cosigned by 2 witnesses: w0 at 7, w2 at 7\n")


def test_an_old_checkpoint_needs_no_cosignatures_and_a_fork_none_to_be_one(put: Put) -> None:
    old = cosigned(checkpoint(5), 0, 1, 2)
    assert compared(put, old, consistency(5, 13), *DEMANDED) == (1, "unwitnessed")
    both = checkpoint(13), checkpoint(13, FORKED)
    assert compared(put, *both, *DEMANDED) == (1, "fork")


def test_a_quorum_is_of_witnesses_that_are_given(put: Put) -> None:
    files = put("old", checkpoint(5)), put("new", consistency(5, 13))
    key = NoteKey(NAME, SIGNER.public).text()
    done = run("checkpoint", *files, "--key", SIGNER.public, "--quorum", 2)
    assert (done.exit_code, "give both" in done.output) == (2, True)
    done = run("checkpoint", *files, "--key", SIGNER.public, "--witness", put("log", key))
    assert (done.exit_code, "is the key of a log" in done.output) == (2, True)


@pytest.mark.parametrize("data", [b"x", b"[]", b"{}", b'{"checkpoint": 5}'])
def test_what_is_no_checkpoint_is_unreadable(put: Put, data: bytes) -> None:
    assert compared(put, data, checkpoint(13)) == (2, "unreadable")
    assert compared(put, checkpoint(13), data) == (2, "unreadable")


# The verifier in JavaScript


def second(*arguments: object) -> Json:
    """Return the verdict of the second verifier."""
    done = run_second("--key", SIGNER.public, *arguments)
    (line,) = done.stdout.splitlines()
    found: Json = json.loads(line)
    assert done.returncode == (found["verdict"] == "bad"), done.stderr
    return found


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@needs_node
def test_the_second_verifier_agrees_on_proofs_of_a_table(put: Put) -> None:
    log = put("log", LOG)
    for size in (7, 8, 13, 21):
        found = second("--proof", put("proof", proof(size)), log)
        assert found["verdict"] == "good", found
    for name, (given, _) in WRONG.items():
        assert second("--proof", put("proof", given), log)["verdict"] == "bad", name


@needs_node
def test_the_second_verifier_agrees_on_proofs_of_consistency(put: Put) -> None:
    for old, size in ((0, 9), (1, 2), (4, 9), (7, 21), (8, 21), (20, 21), (21, 21)):
        files = put("old", checkpoint(old)), put("answer", consistency(old, size))
        assert second("--checkpoints", *files)["verdict"] == "good", (old, size)
    for old in range(INDEX + 1, 14):
        files = put("old", checkpoint(old)), put("answer", consistency(old, 13, FORKED))
        assert second("--checkpoints", *files)["verdict"] == "bad", old
    answer = consistency(5, 13)
    for path in (answer["path"][:-1], [*answer["path"], "00" * 32], answer["path"][::-1], []):
        files = put("old", checkpoint(5)), put("answer", {**answer, "path": path})
        assert second("--checkpoints", *files)["verdict"] == "bad"
    higher = {
        **answer,
        "to": 52,
        "checkpoint": sign_checkpoint(SIGNER, NAME, 52, TREE.root(13), AT + 90_000),
    }
    files = put("old", checkpoint(5)), put("answer", higher)
    assert second("--checkpoints", *files)["verdict"] == "bad"
    other = consistency(5, 13) | {"checkpoint": checkpoint(13, signer=STRANGER)}
    assert second("--checkpoints", put("old", checkpoint(5)), put("b", other))["verdict"] == "bad"
