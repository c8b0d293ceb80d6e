"""The examples that check everything: they play to the end, and notice each lie they are told."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import orjson
import pytest

from games.core.fairness.commitment import entropy_commitment
from tests.beacons import chain
from tests.clients.test_examples import command, run
from tests.events.forge import pieces
from tests.fairness.tables import played, text_of
from tests.loopback import listening
from tests.some import some
from tests.table.desk import entropy
from tests.waiting import PATIENCE

Before = Callable[[BaseHTTPRequestHandler, str], bytes | None]
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
    (folder / "told.jsonl").write_bytes(log)
    return run_part(name, DEALS[name], folder)


def run_part(name: str, part: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program with what an example defines, without what it does."""
    source = Path(command(name)[-1]).read_text().split(PLAYING[name])[0]
    own = json.dumps(entropy("zero \u00e4"))
    checks = source.replace('randomBytes(16).toString("hex")', own) + part
    (folder / name).write_text(checks.replace("ENTROPY", own))
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


def body_of(asked: BaseHTTPRequestHandler) -> bytes | None:
    """Return what somebody was sent."""
    size = int(asked.headers.get("Content-Length", 0))
    return asked.rfile.read(size) if asked.command == "POST" else None


def forwarded(asked: BaseHTTPRequestHandler, body: bytes | None, url: str) -> Any:
    """Ask a server what somebody else was asked; return the answer."""
    sent = {key: value for key, value in asked.headers.items() if key.lower() != "host"}
    try:
        return urlopen(
            Request(url + asked.path, body, sent, method=asked.command), timeout=PATIENCE
        )
    except HTTPError as error:
        return error


class Liar(NamedTuple):
    """A server that lies: its address, where it has lied, and the reveals that it was sent."""

    address: str
    lies: list[str]
    reveals: list[Any]


def just_forward(asked: BaseHTTPRequestHandler, url: str) -> bytes | None:
    """Do nothing before a request is sent on."""


@contextmanager
def lying(url: str, lie: Lie, before: Before = just_forward) -> Iterator[Liar]:
    """Stand between client and server and change answers.

    `before` is done before a request is sent on; an answer that it returns is given instead.
    """
    lies: list[str] = []
    reveals: list[Any] = []

    class Between(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = body_of(self)
            if self.path.endswith("/reveal"):
                reveals.append(orjson.loads(body or b""))
            if (instead := before(self, url)) is not None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(instead)))
                self.end_headers()
                self.wfile.write(instead)
                lies.append(self.path)
                return
            with forwarded(self, body, url) as got:
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
        yield Liar(address, lies, reveals)


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
        if event["type"] == "table.entropy_closed.v1":
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


def settle_elsewhere(path: str, told: Any) -> bool:
    """Give the receipt of the closing as that of what was settled."""
    if not path.endswith("/closing") or told["settled"] is None:
        return False
    told["settled"] = told["closing"]
    return True


LIES = (
    settle_elsewhere, forge_seal, withhold, break_chain, drop, misdate, forge_receipt,
    open_other_secret, tell_other_log, prove_other_leaf, grow_other_tree,
)  # fmt: skip


@BOTH
@pytest.mark.parametrize("lie", some("lies", LIES, 4))
def test_a_client_that_checks_notices_each_lie(
    name: str, lie: Lie, url: str, tmp_path: Path
) -> None:
    with lying(url, lie) as liar:
        done = played_against(liar, name, tmp_path)
    assert liar.lies, "the lie was not told"
    assert done.returncode == 1, done.stdout
    assert "LIE: " in done.stderr, done.stderr
    assert len(done.stdout.splitlines()) < 3


def played_against(liar: Liar, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Let an example play at a server that lies."""
    return subprocess.run(
        command(name, liar.address), cwd=folder, capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip


# ---- before a client reveals


def honest(path: str, told: Any) -> bool:
    """Change no answer."""
    return False


def sent_as(asked: BaseHTTPRequestHandler, url: str, method: str, path: str, body: Any) -> Any:
    """Send a request with the token of who asks; return the JSON of the answer."""
    headers = {"Content-Type": "application/json"}
    if (token := asked.headers.get("Authorization")) is not None:
        headers["Authorization"] = token
    data = None if body is None else orjson.dumps(body)
    with urlopen(Request(url + path, data, headers, method=method), timeout=PATIENCE) as answer:
        return orjson.loads(answer.read())


def let_friend_commit_again(asked: BaseHTTPRequestHandler, url: str) -> bytes | None:
    """Hold the call back until a friend sits there with an entropy that was chosen since."""
    path, found, text = asked.path.partition("/start")
    if not found or text:
        return None
    sent_as(asked, url, "DELETE", f"{path}/seats/1", None)
    friend = sent_as(asked, url, "POST", "/v1/players", {})
    body = {"seat": 1, "commitment": entropy_commitment(friend["player"], entropy("chosen"))}
    asked_by_friend = {"Authorization": f"Bearer {friend['token']}"}
    headers = {"Content-Type": "application/json", **asked_by_friend}
    with urlopen(Request(f"{url}{path}/seats", orjson.dumps(body), headers), timeout=PATIENCE):
        return None


def forge_closing(path: str, told: Any) -> bool:
    """Give a receipt of the closing that nobody signed."""
    if not path.endswith("/closing"):
        return False
    told["closing"]["signature"] = other(told["closing"]["signature"])
    return True


def withhold_closing(path: str, told: Any) -> bool:
    """Give no receipt of the closing."""
    if not path.endswith("/closing"):
        return False
    told["closing"] = None
    return True


def close_elsewhere(path: str, told: Any) -> bool:
    """Name another head of the call."""
    if not path.endswith("/start"):
        return False
    told["view"]["closing"]["head"] = other(told["view"]["closing"]["head"])
    return True


def swap_commitment(path: str, told: Any) -> bool:
    """Tell of another commitment at one's own seat."""
    for event in told["events"] if "/events" in path else ():
        if event["type"] == "table.seat_taken.v1" and event["data"]["seat"] == 0:
            event["data"]["commitment"] = other(event["data"]["commitment"])
            return True
    return False


def show_other_commitment(path: str, told: Any) -> bool:
    """Show another commitment at one's own seat than the log has."""
    if "view" not in told or not told["view"]["seats"][0]["commitment"]:
        return False
    told["view"]["seats"][0]["commitment"] = other(told["view"]["seats"][0]["commitment"])
    return True


@BOTH
@pytest.mark.parametrize(
    ("lie", "before", "why"),
    [
        (honest, let_friend_commit_again, "other commitments were closed"),
        (swap_commitment, just_forward, "does not follow"),
        (show_other_commitment, just_forward, "other commitments than were sent"),
        (forge_closing, just_forward, "is not signed for this table|is no key or signature"),
        (withhold_closing, just_forward, "no receipt of the closing"),
        (close_elsewhere, just_forward, "does not fit the log"),
    ],
)
def test_a_client_that_checks_reveals_nothing_behind_a_closing_that_is_not_as_it_saw(
    name: str, lie: Lie, before: Before, why: str, url: str, tmp_path: Path
) -> None:
    with lying(url, lie, before) as liar:
        done = played_against(liar, name, tmp_path)
    assert done.returncode == 1, done.stdout
    assert re.search(why, done.stderr), done.stderr
    assert liar.reveals == []


@BOTH
def test_a_client_that_checks_reveals_nothing_behind_a_second_closing(
    name: str, url: str, tmp_path: Path
) -> None:
    """The server swallows the reveal, and says that the start was called for in another way."""
    told: list[Any] = []

    def keep_call(path: str, answer: Any) -> bool:
        told.extend([answer] if path.endswith("/start") else [])
        return False

    def swallow(asked: BaseHTTPRequestHandler, url: str) -> bytes | None:
        if not asked.path.endswith("/reveal"):
            return None
        closing = told[0]["view"]["closing"]
        second = {**closing, "head": other(closing["head"])}
        return orjson.dumps({**told[0], "view": {**told[0]["view"], "closing": second}})

    with lying(url, keep_call, swallow) as liar:
        done = played_against(liar, name, tmp_path)
    assert "my entropy is wanted under a second closing" in done.stderr, done.stderr
    (revealed,) = liar.reveals
    (folder,) = tmp_path.iterdir()
    kept = json.loads((folder / "kept.json").read_text())
    assert (kept["entropy"], kept["closing"]) == (revealed["entropy"], revealed["closing"])


DROPPED = {
    "checked.py": """
folder = Path()
events[:] = [SETTLED]
check_settled({"beacon": None})
""",
    "checked.mjs": """
events.push(SETTLED);
await checkSettled({ beacon: null });
""",
}


@BOTH
def test_a_client_that_checks_warns_loudly_when_its_reveal_was_dropped(
    name: str, tmp_path: Path
) -> None:
    data = {"entropies": ["", "", ""], "withheld": [0]}
    settled = json.dumps({"type": "table.entropy_closed.v1", "n": 6, "data": data})
    done = run_part(name, DROPPED[name].replace("SETTLED", settled), tmp_path)
    assert "LIE: my reveal was dropped" in done.stderr, done.stderr
