"""Keys, receipts and witnesses: the verifier in JavaScript agrees with `fairdeal verify`."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from events.history.checkpoints import KEY, Leaf, stream_hash
from events.history.key_changes import STREAM, change_heads
from events.history.notes import COSIGNATURE, NoteKey, SignedNote, cosignature_by, read_note
from events.history.signing_keys import KeyFolder, rotate_signing_key
from events.record import logfile
from events.record.receipts import PublicKey, Signer
from service.commands.main import main
from tests.events.record.test_ed25519 import other_forms, with_cofactor
from tests.fairness.second import VERIFIER, run_second
from tests.fairness.tables import SIGNER, text_of
from tests.fairness.test_checkpoints import DESK, LOG, NAME, Json, checkpoint, grown, proof
from tests.folders import Put

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

AT = orjson.loads(DESK.log[-1].e)["at"]
TIME = 1_700_000_099
W1, W2, W3 = (Signer(SigningKey(bytes([number] * 32))) for number in (1, 2, 3))


def witness(signer: Signer, name: str = "witness.example/w") -> NoteKey:
    return NoteKey(name, signer.public, COSIGNATURE)


def cosigned(*signers: Signer, text: str | None = None, note: str | None = None) -> str:
    """Return a checkpoint with the lines of witnesses, who may have signed another text."""
    found = read_note(note or checkpoint(13))
    body = found.text if text is None else text
    lines = [cosignature_by(witness(one), one.sign, body, TIME) for one in signers]
    return SignedNote(found.text, (*found.signatures, *lines)).write()


def both(log: Path, *arguments: object) -> str:
    """Return the verdict on which both verifiers agree."""
    words = [str(argument) for argument in arguments]
    ours = CliRunner().invoke(main, ["verify", str(log), *words])
    theirs = run_second(*words, log)
    assert theirs.stdout, theirs.stderr
    assert ours.exit_code == theirs.returncode, (ours.output, theirs.stdout)
    return "good" if ours.exit_code == 0 else "bad"


def proven(note: str) -> Json:
    return {**proof(), "checkpoint": note}


def test_cosignatures_count_by_witness_and_only_over_this_checkpoint(put: Put) -> None:
    log, one, two = put("log", LOG), witness(W1).text(), witness(W2).text()
    renamed, foreign = witness(W1, "other").text(), read_note(checkpoint(14)).text
    cases: list[tuple[str, list[object], str]] = [
        (cosigned(), [], "good"),
        (cosigned(W1), ["--witness", one], "good"),
        (cosigned(W2, W1), ["--witness", one, "--witness", two], "good"),
        (cosigned(W1, W3), ["--witness", one, "--witness", two], "bad"),
        (cosigned(W1, W3), ["--witness", one, "--witness", two, "--quorum", 1], "good"),
        (cosigned(W1, W1), ["--witness", one, "--witness", one], "bad"),
        (cosigned(W1), ["--witness", renamed], "bad"),
        (cosigned(W1, text=foreign), ["--witness", one], "bad"),
        (cosigned(), ["--witness", one], "bad"),
    ]
    for note, more, verdict in cases:
        given = put("proof", proven(note))
        assert both(log, "--key", SIGNER.public, "--proof", given, *more) == verdict, more
    late = cosigned(W1).rsplit(" ", 1)
    raw = bytearray(
        cosignature_by(witness(W1), W1.sign, read_note(checkpoint(13)).text, TIME).value
    )
    raw[7] += 1
    line = read_note(cosigned(W1)).signatures[-1]._replace(value=bytes(raw)).line().split(" ")[2]
    given = put("proof", proven(f"{late[0]} {line}"))
    assert both(log, "--key", SIGNER.public, "--proof", given, "--witness", one) == "bad"


def test_a_checkpoint_is_a_note_with_four_lines_and_nothing_else(put: Put) -> None:
    log, note = put("log", LOG), checkpoint(13)
    body, _, lines = note.partition("\n\n")
    name, size, root, at = body.split("\n")
    false = f"{lines[:-8]}{'A' if lines[-8] != 'A' else 'B'}{lines[-7:]}"
    odd = {
        "a size with a zero before": f"{name}\n0{size}\n{root}\n{at}",
        "a line more": f"{body}\nmore",
        "a time that is none": f"{name}\n{size}\n{root}\nat 1e3",
        "a root that is none": f"{name}\n{size}\nAAAA\n{at}",
        "no time": f"{name}\n{size}\n{root}",
    }
    signed = {
        what: "\n\n".join((text, line_of(text + "\n"))) for what, text in odd.items()
    } | {
        "a false line of its own key": f"{note}{false}",
        "a line that is no signature": f"{note}- {name} AAAA\n",
        "no new line at the end": note[:-1],
        "a signature of another name": note.replace(f"\u2014 {name}", "\u2014 fairdeal/other"),
        "a control character": note.replace(name, f"{name}\x07"),
    }  # fmt: skip
    for what, text in signed.items():
        given = put("proof", proven(text))
        words = ["--key", SIGNER.public, "--proof", given]
        done = run_second(*words, log)
        assert done.returncode == 1, (what, done.stdout)
        ours = CliRunner().invoke(main, ["verify", str(log), *map(str, words)])
        assert ours.exit_code > 0, what  # where it is no checkpoint at all, it is unreadable here


def line_of(text: str) -> str:
    """Return the line with which the server signs any text under the tree's name."""
    key = NoteKey(NAME, SIGNER.public)
    value = bytes.fromhex(SIGNER.sign(text.encode()))
    return read_note(checkpoint(13)).signatures[0]._replace(key=key.id, value=value).line()


def rotated(folder: Path) -> list[PublicKey]:
    """Return the keys of a server that has changed them twice, the newest first."""
    KeyFolder(folder)
    for _ in range(2):
        rotate_signing_key(folder)
    return list(KeyFolder(folder).public)


def test_keys_kept_from_earlier_lead_to_those_of_today(put: Put, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = [key.as_json() for key in KeyFolder(folder).public]
    keys = rotated(folder)
    rows: list[dict[str, Any]] = [{**key.as_json()} for key in keys]
    since = keys[0].since
    signer = KeyFolder(folder).signer
    log = put("log", b"".join(logfile.log_file_lines(DESK.id, DESK.log, since, signer)))
    kept = put("kept.json", {"keys": first})
    newest, middle, oldest = rows
    stranger = {**newest, "public": W1.public}
    lies: dict[str, list[Any]] = {
        "unsigned": [{**newest, "signature": None}, middle, oldest],
        "a link missing": [newest, oldest],
        "another time": [{**newest, "from": since + 1}, middle, oldest],
        "a stranger's": [stranger, middle, oldest],
        "another first key": [newest, middle, {**oldest, "public": W2.public}],
    }
    words = ("--key", kept, "--newer-keys", put("today.json", {"keys": rows}))
    assert both(log, *words) == "good"
    for what, shown in lies.items():
        put("today.json", {"keys": shown})
        ours = CliRunner().invoke(main, ["verify", str(log), *map(str, words)])
        assert (ours.exit_code, "keys of one server" in ours.output) == (2, True), what
        assert "is not signed by the key before it" in run_second(*words, log).stderr, what
    assert both(log, "--key", kept) == "bad"
    signer.since = 0  # else the log would be dated no earlier than its key
    old = put("old", b"".join(logfile.log_file_lines(DESK.id, DESK.log, since - 120_000, signer)))
    assert both(old, "--key", put("today.json", {"keys": rows})) == "bad"


def test_a_change_of_the_key_is_the_leaf_in_the_tree(put: Put, tmp_path: Path) -> None:
    keys = rotated(tmp_path / "data")
    *_, (n, head) = change_heads(keys)
    leaf = Leaf(KEY, stream_hash(STREAM), n, head, AT, None)
    given = put("proof", proof(1, leaf, 0, grown(leaf)))
    rows: list[dict[str, Any]] = [{**key.as_json()} for key in keys]

    def verdict(shown: list[Any]) -> int:
        today = put("keys.json", {"keys": shown})
        words = ("--key", SIGNER.public, "--changes", given, today)
        return run_second(*words).returncode

    assert verdict(rows) == 0
    assert verdict(rows[1:]) == 1
    assert verdict([{**rows[0], "from": rows[0]["from"] + 1}, *rows[1:]]) == 1


def test_receipts_are_of_the_log_or_prove_another_story(put: Put) -> None:
    log, event = put("log", LOG), DESK.log[40]
    at = orjson.loads(event.e)["at"]

    def receipt(signer: Signer = SIGNER, table: str = DESK.id, **changes: Any) -> dict[str, Any]:
        fields = {"n": event.n, "head": event.h, "at": at, "durability": "always"} | changes
        return {**signer.receipt(table, **fields)}

    cases: list[tuple[Any, str]] = [
        (receipt(), "good"),
        ([receipt(), {"receipt": receipt(durability="everysec")}], "good"),
        ({**receipt(), "durability": "everysec"}, "bad"),
        (receipt(W1), "bad"),
        (receipt(table="t2"), "bad"),
        (receipt(head=b"\x01" * 32), "bad"),
        (receipt(at=at + 1), "bad"),
        (receipt(n=len(DESK.log) + 1), "bad"),
    ]
    for held, verdict in cases:
        given = put("receipt", held)
        assert both(log, "--key", SIGNER.public, "--receipt", given) == verdict, held
    assert text_of(DESK) == LOG


def test_both_take_the_same_variant_of_ed25519() -> None:
    cases = [*other_forms(), *with_cofactor()]
    program = f"""
      import {{ readFileSync }} from "node:fs";
      import {{ bytes, isOver }} from "{(VERIFIER / "bytes.js").as_uri()}";
      const cases = JSON.parse(readFileSync(0));
      const holds = ([key, message, given]) => isOver(key, bytes(message, ""), bytes(given, ""));
      console.log(JSON.stringify(cases.map(holds)));
    """
    asked = orjson.dumps([[part.hex() for part in case[:3]] for case in cases])
    command = ["node", "--input-type=module", "--eval", program]
    told = subprocess.run(command, input=asked, capture_output=True, check=True).stdout
    assert orjson.loads(told) == [holds for *_, holds in cases]
