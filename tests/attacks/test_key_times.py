"""`until` of a key is signed by nobody: whoever shows the keys cannot choose it."""

import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from events.history.signing_keys import FILE, NoKeys, SigningKeys, keys_in
from events.record import logfile
from events.record.receipts import PublicKey
from service.commands.history.tiles import ServerUnavailable, TileClient
from service.commands.main import main
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, played
from tests.folders import Put

DESK = played("boosh", 3)
AT = orjson.loads(DESK.log[-1].e)["at"]
DAY = 86_400_000  # milliseconds
ROTATED = AT + DAY
Rows = list[dict[str, Any]]


def server_keys() -> SigningKeys:
    """Return the keys of a server that rotated them a day after the table, and again later."""
    keys = SigningKeys(SIGNER, (PublicKey(SIGNER.public, 0),))
    for number, now in ((1, ROTATED), (2, ROTATED + DAY)):
        keys = keys.rotated(SigningKey(bytes([number]) * 32), now)
    return keys


ROWS: Rows = [{**key.as_json()} for key in server_keys().public]
NEWEST, MIDDLE, OLDEST = ROWS
LIES: dict[str, Rows] = {
    "the oldest key was replaced and has no end": [NEWEST, MIDDLE, {**OLDEST, "until": None}],
    "it ends years later": [NEWEST, MIDDLE, {**OLDEST, "until": ROTATED + 900 * DAY}],
    "it ends before honest signatures": [NEWEST, MIDDLE, {**OLDEST, "until": AT - DAY}],
    "the middle one has no end": [NEWEST, {**MIDDLE, "until": None}, OLDEST],
    "a rotation was left out": [NEWEST, OLDEST],
    "the next key begins later, unsigned": [
        NEWEST, {**MIDDLE, "from": ROTATED + 2}, {**OLDEST, "until": ROTATED + 2},
    ],
}  # fmt: skip


def log_file(put: Put, at: int) -> Path:
    """Return a log whose end the oldest key signs, dated at a time."""
    lines = logfile.log_file_lines(DESK.id, DESK.log, at, SIGNER)
    return put(f"{at}.jsonl", b"".join(lines))


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", *map(str, arguments)])
    return done.exit_code, done.output


@pytest.mark.parametrize("what", LIES)
def test_keys_with_times_that_nobody_signed_are_refused(put: Put, what: str) -> None:
    """By the keys file alone: no log signed long after the rotation counts, no honest one falls."""
    keys, honest = put("keys.json", {"keys": LIES[what]}), log_file(put, AT)
    for log in (honest, log_file(put, ROTATED + 99 * DAY)):
        code, text = run(log, "--key", keys)
        assert (code, text[:11]) == (2, "UNREADABLE:"), text
        assert "next key" in text or "not signed by the key before" in text, text
    kept = put("kept.json", {"keys": [{**OLDEST, "until": None}]})
    assert run(honest, "--key", kept, "--newer-keys", keys)[0] == 2
    assert run(honest, "--key", put("all.json", {"keys": ROWS}))[0] == 0


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("what", LIES)
def test_the_verifier_in_javascript_refuses_them_too(put: Put, what: str) -> None:
    for at in (AT, ROTATED + 99 * DAY):
        done = run_second("--key", put("keys.json", {"keys": LIES[what]}), log_file(put, at))
        assert done.returncode == 1, done.stdout
        assert "next key" in done.stderr or "not signed by the key before" in done.stderr, done
    good = run_second("--key", put("all.json", {"keys": ROWS}), log_file(put, AT))
    assert good.returncode == 0, good.stdout + good.stderr


@pytest.mark.parametrize("what", LIES)
def test_a_monitor_and_the_server_itself_refuse_them(
    put: Put, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {"keys": LIES[what]}
    monkeypatch.setattr(TileClient, "get", lambda _, path: orjson.dumps(shown))
    with pytest.raises(ServerUnavailable, match="the server's keys do not hold"):
        TileClient("http://x").keys()
    file = {**shown, "private": server_keys().signer.secret[:32].hex()}
    folder = put(FILE, file).parent
    with pytest.raises(NoKeys, match="key"):
        keys_in(folder)
    put(FILE, {**file, "keys": ROWS})
    assert keys_in(folder).public == server_keys().public
