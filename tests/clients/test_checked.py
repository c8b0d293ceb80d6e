"""The examples that check everything: they play to the end, and notice each lie they are told."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import orjson
import pytest

from tests.beacons import chain
from tests.clients.test_examples import command, run
from tests.events.forge import pieces
from tests.fairness.tables import played, text_of
from tests.loopback import listening
from tests.some import some
from tests.table.desk import entropy
from tests.waiting import PATIENCE

Lie = Callable[[str, Any], bool]  # takes the path and the JSON of an answer; says whether it lied
NODE = pytest.param(
    "checked.mjs", marks=pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
)
BOTH = pytest.mark.parametrize("name", ["checked.py", NODE])
HOP = {"content-length", "transfer-encoding", "connection", "date", "server"}


@BOTH
def test_a_client_that_checks_finds_an_honest_server_good_in_three_lines(
    name: str, url: str, tmp_path: Path
) -> None:
    lines = run(name, url, cwd=tmp_path).splitlines()
    assert [line.split()[0] for line in lines] == ["DEAL", "HISTORY", "RESULT"]
    assert all(line.split()[1] == "good:" for line in lines)
    (folder,) = tmp_path.iterdir()
    kept = json.loads((folder / "kept.json").read_text())
    assert len(kept["receipts"]) > 9
    assert len(kept["checkpoints"]) >= 2
    verify = [str(Path(command("play.py")[0]).with_name("fairdeal")), "verify"]
    given = ["log.jsonl", "--key", "kept.json", "--receipt", "kept.json"]
    said = subprocess.run([*verify, *given], cwd=folder, capture_output=True, text=True, check=True)
    assert f"{len(kept['receipts'])} receipts are genuine" in said.stdout


PLAYING = {"checked.py": 'kept["keys"] =', "checked.mjs": "kept.keys ="}  # where it begins to
DEALS = {
    "checked.py": """
entropy, folder = ENTROPY, Path()
text = Path("told.jsonl").read_text()
events[:] = [json.loads(json.loads(line)["e"]) for line in text.splitlines()[1:-1]]
ask = lambda method, where: text
print(check_deal())
""",
    "checked.mjs": """
const { readFileSync } = await import("node:fs");
const told = readFileSync("told.jsonl", "utf8");
const rows = told.trimEnd().split("\\n").slice(1, -1).map((line) => JSON.parse(line));
events.push(...rows.map((row) => JSON.parse(row.e)));
await checkDeal(told);
""",
}


def deal_of(name: str, log: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """Let an example check the deal of a log in which it had the first seat."""
    source = Path(command(name)[-1]).read_text().split(PLAYING[name])[0]
    own = json.dumps(entropy("zero \u00e4"))
    checks = source.replace('randomBytes(16).toString("hex")', own) + DEALS[name]
    (folder / name).write_text(checks.replace("ENTROPY", own))
    (folder / "told.jsonl").write_bytes(log)
    line = [*command(name)[:-1], name]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


@BOTH
def test_a_client_that_checks_knows_the_part_of_a_beacon_in_the_deal(
    name: str, tmp_path: Path
) -> None:
    three = (played("boon", seed, beacon=chain()._asdict()) for seed in range(99))
    desk = next(desk for desk in three if desk.table.seats == 3)
    done = deal_of(name, text_of(desk), tmp_path)
    assert done.returncode == 0, done.stderr
    forged = pieces(text_of(desk))
    came = next(one["e"] for one in forged.events if one["e"]["type"] == "table.beacon_came.v1")
    came["data"]["randomness"] = "00" * 32
    told = forged.rechained().signed()
    done = deal_of(name, b"".join(told.lines()), tmp_path)
    assert "are not what the secret deals" in done.stderr, done.stderr


def forwarded(asked: BaseHTTPRequestHandler, url: str) -> Any:
    """Ask a server what somebody else was asked; return the answer."""
    size = int(asked.headers.get("Content-Length", 0))
    body = asked.rfile.read(size) if asked.command == "POST" else None
    sent = {key: value for key, value in asked.headers.items() if key.lower() != "host"}
    try:
        return urlopen(
            Request(url + asked.path, body, sent, method=asked.command), timeout=PATIENCE
        )
    except HTTPError as error:
        return error


@contextmanager
def lying(url: str, lie: Lie) -> Iterator[tuple[str, list[str]]]:
    """Stand between client and server and change answers; yield the address, and where it lied."""
    lies: list[str] = []

    class Between(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with forwarded(self, url) as got:
                status, headers, answer = got.status, got.headers, got.read()
            answer = self.changed(answer) if status < 400 else answer
            self.send_response(status)
            for key, value in headers.items():
                if key.lower() not in HOP:
                    self.send_header(key, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_POST = do_GET

        def changed(self, answer: bytes) -> bytes:
            lines = answer.splitlines() if "/log" in self.path else [answer]
            try:
                told = [orjson.loads(line) for line in lines]
            except orjson.JSONDecodeError:
                return answer
            if not lie(self.path, told if "/log" in self.path else told[0]):
                return answer
            lies.append(self.path)
            return b"".join(orjson.dumps(one) + b"\n" * ("/log" in self.path) for one in told)

        def log_message(self, *args: object) -> None:
            pass

    with listening(Between) as address:
        yield address, lies


def other(digits: str) -> str:
    """Return hex digits of which the first one is another."""
    return ("0" if digits[0] != "0" else "1") + digits[1:]


def forge_seal(path: str, told: Any) -> bool:
    """Show other cards than those that are sealed."""
    for event in told["events"] if "/events" in path else ():
        if event["type"] == "boon.hand_dealt.v1":
            event["parts"]["0"]["data"]["hands"].reverse()
            return True
    return False


def withhold(path: str, told: Any) -> bool:
    """Keep somebody's own cards back."""
    for event in told["events"] if "/events" in path else ():
        if event["type"] == "boon.hand_dealt.v1":
            del event["parts"]["0"]
            return True
    return False


def break_chain(path: str, told: Any) -> bool:
    """Tell another event than the one that was hashed."""
    for event in told["events"] if "/events" in path else ():
        if event["type"] == "table.started.v1":
            event["data"]["entropies"] = ["0" * 32, "", ""]
            return True
    return False


def drop(path: str, told: Any) -> bool:
    """Leave an event out."""
    return "/events" in path and told["events"][0]["n"] > 5 and bool(told["events"].pop(0))


def misdate(path: str, told: Any) -> bool:
    """Sign, so to speak, for another log."""
    if "receipt" not in told or told["receipt"]["n"] < 5:
        return False
    told["receipt"]["head"] = other(told["receipt"]["head"])
    return True


def forge_receipt(path: str, told: Any) -> bool:
    """Give a receipt that nobody signed."""
    if "receipt" not in told or told["receipt"]["n"] < 5:
        return False
    told["receipt"]["signature"] = other(told["receipt"]["signature"])
    return True


def open_other_secret(path: str, told: Any) -> bool:
    """Open another secret than the one that was sealed."""
    if not path.endswith("/log"):
        return False
    part = orjson.loads(told[1]["p"])
    part["table"]["data"]["secret"] = other(part["table"]["data"]["secret"])
    told[1]["p"] = orjson.dumps(part).decode()
    return True


def tell_other_log(path: str, told: Any) -> bool:
    """Open the log of another table, whole in itself."""
    return path.endswith("/log") and bool(told.pop(-2))


def prove_other_leaf(path: str, told: Any) -> bool:
    """Put another end into the tree."""
    if not path.endswith("/proof"):
        return False
    told["leaf"]["head"] = other(told["leaf"]["head"])
    return True


def grow_other_tree(path: str, told: Any) -> bool:
    """Prove it in a tree that nobody signed."""
    if not path.endswith("/proof"):
        return False
    lines = told["checkpoint"].split("\n")
    lines[2] = ("A" if lines[2][0] != "A" else "B") + lines[2][1:]
    told["checkpoint"] = "\n".join(lines)
    return True


LIES = (
    forge_seal, withhold, break_chain, drop, misdate, forge_receipt, open_other_secret,
    tell_other_log, prove_other_leaf, grow_other_tree,
)  # fmt: skip


@BOTH
@pytest.mark.parametrize("lie", some("lies", LIES, 4))
def test_a_client_that_checks_notices_each_lie(
    name: str, lie: Lie, url: str, tmp_path: Path
) -> None:
    with lying(url, lie) as (address, lies):
        done = subprocess.run(
            command(name, address), cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE,
            check=False,
        )  # fmt: skip
    assert lies, "the lie was not told"
    assert done.returncode == 1, done.stdout
    assert "LIE: " in done.stderr, done.stderr
    assert len(done.stdout.splitlines()) < 3
