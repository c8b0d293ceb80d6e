"""Every command with hostile files, servers, stores: no text of theirs steers the terminal."""

import json
import os
import random
import re
import socket
import socketserver
import subprocess
import sys
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from redis import Redis
from rich.text import Text

from events.record.logfile import FORMAT
from events.store.embedded.server import EmbeddedServer
from events.store.names import FOLLOWERS
from events.store.quarantine import Quarantine, QuarantinedStream
from events.store.registry import Registration
from events.store.streams import open_store
from events.terminal import escape_character, indent_further_lines, say_json, say_lines
from events.verify.report import LogReport
from games.core.words import printable_text
from service.commands import processes
from service.commands.history.witness import serve_witness
from service.commands.main import COMMANDS, main
from service.commands.screen import Screen
from tests.events.forge import Forged, inside, kinds_of_places, pieces
from tests.fairness.tables import SIGNER, played, text_of
from tests.folders import ROOT
from tests.loopback import listening

FORGED = "GOOD: forged"
HOSTILE = f"\x1b[2K\r\x1b]0;x\x07\x9b1A\x7f\u202e\u2066\u200f\ufeff\u2028\U000e0041\n{FORGED}\n"
STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
LOG = text_of(played("boosh", 3))
PLACES = 40  # of a log, into which something hostile is put
ELSEWHERE = {
    "arena": "it prints names of ours and numbers",
    "api": "it logs: test_what_is_logged_and_not_caught_is_plain",
    "worker": "it logs",
    "collect-cosignatures": "it logs",
    "push": "it logs",
    "accept-loss": "it prints numbers and times, and the id of a key",
    "backup": "it reads our own store: its figures are numbers",
    "restore": "it refuses a folder whose files are not those that it wrote",
    "serve": "it says how its processes fare: test_the_store_is_spoken_of_in_plain_text",
    "demo": "it plays on a server of its own: test_a_screen_draws_no_foreign_code",
    "openapi": "it reads nothing",
    "check-game": "it runs the tests of a game that is installed",
}  # fmt: skip


def require_plain(text: str) -> None:
    """Expect no character that steers a terminal, and no line that somebody else began."""
    assert [one for one in text if one != "\n" and unicodedata.category(one) in STEERING] == []
    assert [line for line in text.split("\n") if line.startswith(FORGED)] == []


def run(*arguments: object, code: int | None = None) -> Result:
    """Run a command, and expect what it prints to be plain."""
    done = CliRunner().invoke(main, [*map(str, arguments)], env={"COLUMNS": "200"})
    told = done.exception
    if told is not None and not isinstance(told, SystemExit):
        require_plain(indent_further_lines("".join(traceback.format_exception(told)).rstrip("\n")))
    require_plain(done.output)
    require_plain(done.stderr)
    assert code in (None, done.exit_code), done.output
    return done


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOG)
    return path


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Return a file with a hostile name that is none of ours."""
    path = tmp_path / "odd\x1b[2K\r\n\u202efile"
    path.write_text(json.dumps({"detail": HOSTILE, "table": HOSTILE, "keys": HOSTILE}))
    return path


def hostile_logs(folder: Path) -> Iterator[Path]:
    """Yield logs with something hostile in a place, whose chain and signature hold."""
    places = sorted(kinds_of_places(pieces(LOG)).values(), key=repr)
    for number, (index, place) in enumerate(random.Random(6).sample(places, PLACES)):
        log = pieces(LOG)
        container, key = inside(log.events[index], place)
        container[key] = HOSTILE
        try:
            yield log.rechained().signed().write(folder / f"{number}.jsonl")
        except (AttributeError, KeyError, TypeError, ValueError):
            continue  # no chain can be made over it


def named(name: str) -> Forged:
    """Return a log of a table of this name."""
    log = pieces(LOG)
    log.header["table"] = log.end["table"] = name
    return log.rechained().signed()


def test_a_table_of_a_hostile_name_is_no_table(tmp_path: Path) -> None:
    for name in (HOSTILE, "t\x1b[2K", "t\n", "\u202et", "", "t" * 65, "../t"):
        done = run("verify", named(name).write(tmp_path / "log"), "--key", SIGNER.public, code=2)
        assert "an id is 1 to 64 letters, digits, _ and -" in done.stderr


@pytest.mark.parametrize("name", ["player:\x1b[2K", "player:p\n", "player:\u202ep", "player:p q"])
def test_a_player_of_a_hostile_name_is_no_player(tmp_path: Path, name: str) -> None:
    log = pieces(LOG)
    for event in log.events:
        if event["e"]["by"] == "player:p1":
            event["e"]["by"] = name
    done = run("verify", log.rechained().signed().write(tmp_path / "log"), code=1)
    assert "wrong_holder: the command of event 3 cannot be asked by player:" in done.stdout


@pytest.mark.nightly
def test_what_verify_prints_is_plain(log: Path, odd: Path, tmp_path: Path) -> None:
    for path in (bad := [*hostile_logs(tmp_path)]):
        run("verify", path, "--key", SIGNER.public)
        run("verify", path, path)
        json.loads(run("verify", path, "--json").stdout)
    assert len(bad) > PLACES // 2
    receipt = tmp_path / "receipt"
    head = pieces(LOG).events[3]["h"]
    for wrong in ({"table": HOSTILE}, {"key": HOSTILE}, {"at": HOSTILE}, {"durability": HOSTILE}):
        made = SIGNER.receipt("t-boosh-3", 4, bytes.fromhex(head), 1, "always")
        receipt.write_text(json.dumps({**made, **wrong}))
        run("verify", log, "--key", SIGNER.public, "--receipt", receipt, code=1)
        run("verify", log, log, "--key", SIGNER.public, "--receipt", receipt, code=1)
    for option in ("--key", "--receipt", "--earlier", "--proof", "--newer-keys"):
        run("verify", log, option, odd)
    run("verify", log, "--proof", odd, "--witness", odd)
    run("verify", log, "--key", SIGNER.public, "--proof", odd, "--witness", HOSTILE)
    run("verify", odd, code=2)
    run("verify", odd, log, code=2)
    run("verify", tmp_path / HOSTILE, code=2)
    run(HOSTILE, code=2)
    run(f"--{HOSTILE}", code=2)
    run("verify", f"--{HOSTILE}", code=2)


@pytest.mark.nightly
def test_what_replay_prints_is_plain(log: Path, odd: Path, tmp_path: Path) -> None:
    for path in hostile_logs(tmp_path):
        for more in ((), ("--hand", "1"), ("--hand", "1", "--as", "1")):
            run("replay", path, *more)
    run("replay", odd, code=1)
    run("replay", log, "--hand", 1, "--as", HOSTILE, code=1)
    run("replay", tmp_path / HOSTILE, code=2)


def test_what_checkpoint_prints_is_plain(odd: Path, tmp_path: Path) -> None:
    note = f"{HOSTILE}\n3\nAAAA\nat 5\n\n\u2014 {HOSTILE} AAAA\n"
    (tmp_path / "note").write_text(note)
    (tmp_path / "answer").write_text(json.dumps({"from": HOSTILE, "checkpoint": note}))
    files = [odd, tmp_path / "note", tmp_path / "answer"]
    for old in files:
        for new in files:
            run("checkpoint", old, new, "--key", SIGNER.public)
            run("checkpoint", old, new, "--key", odd, "--proof", new, "--json")


def test_what_check_proof_prints_is_plain(odd: Path, tmp_path: Path) -> None:
    path = tmp_path / "lie.json"
    for told in ({"kind": HOSTILE}, {"kind": "fork", "why": HOSTILE, "checkpoints": [HOSTILE]}):
        path.write_text(json.dumps(told))
        run("check-proof", path, "--key", SIGNER.public)
    run("check-proof", odd, "--key", SIGNER.public)
    run("check-proof", path, "--key", odd)


def hostile_server(status: int, body: bytes) -> Any:
    """Answer whatever is asked with a status, a reason and a body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reason = HOSTILE.replace("\n", "").replace("\r", "").encode()
            self.wfile.write(b"HTTP/1.0 %d %s\r\nX: \x1b[2K\r\n\r\n" % (status, reason) + body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return listening(Handler)


def test_what_monitor_prints_is_plain(odd: Path, tmp_path: Path) -> None:
    note = f"{HOSTILE}\n3\nAAAA\nat 5\n\n\u2014 x AAAA\n".encode()
    key = {"key": HOSTILE, "public": SIGNER.public, "from": 0, "until": None}
    bodies = [HOSTILE.encode(), note, b"\xff", orjson.dumps({"keys": [key]})]
    for number, body in enumerate(bodies):
        for status in (200, 500):
            with hostile_server(status, body) as url:
                state = tmp_path / f"state{number}"
                assert run("monitor", url, "--state", state, "--once", code=2).stdout
    run("monitor", f"http://{HOSTILE}", "--state", tmp_path / "s", "--once")
    run("monitor", "http://127.0.0.1:1", "--state", odd, "--once", code=1)
    run("monitor", "http://127.0.0.1:1", "--state", tmp_path / "t", "--key", odd, code=1)


def test_what_tournament_prints_is_plain(odd: Path, tmp_path: Path) -> None:
    game = {"game": "boosh", "seats": 2, "clock": {"turn": 60}}
    rows = [{"bot": HOSTILE}, {"player": HOSTILE}, {"program": HOSTILE}]
    parts: list[dict[str, Any]] = [
        {"name": HOSTILE}, {HOSTILE: 1}, {"games": [{**game, HOSTILE: 1}]}, {"entrant": rows},
        {"games": [{**game, "options": {HOSTILE: HOSTILE}}]}, {"run": {"server": HOSTILE}},
    ]  # fmt: skip
    good = {"name": "x", "games": [game], "format": {"kind": "swiss", "rounds": 1},
            "entrant": [{"bot": "regular", "name": "\u202e", "count": 2}]}  # fmt: skip
    for number, part in enumerate(parts):
        path = tmp_path / f"{number}\x1b[2K.toml"
        path.write_text(as_toml({**good, **part}))
        run("tournament", "check", path, code=1)
    run("tournament", "check", odd, code=1)
    (tmp_path / "cup.toml").write_text(as_toml(good))
    (tmp_path / "token").write_text("x")
    answers = (
        (200, HOSTILE.encode(), "is not a fairdeal server"),
        (400, orjson.dumps({"detail": HOSTILE}), "The server refused"),
    )
    for status, body, told in answers:
        with hostile_server(status, body) as url:
            options = ("--server", url, "--token-file", tmp_path / "token")
            where = ("--results", tmp_path / f"results{status}")
            done = run("tournament", "run", tmp_path / "cup.toml", *options, *where, code=1)
            assert told in done.output


def as_toml(value: Any, *, within: bool = False) -> str:
    """Return a value as TOML."""
    match value:
        case dict():
            pairs = [f"{as_toml(k)} = {as_toml(v, within=True)}" for k, v in value.items()]
            return f"{{{', '.join(pairs)}}}" if within else "\n".join(pairs)
        case list():
            return f"[{', '.join(as_toml(one, within=True) for one in value)}]"
        case _:
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def test_what_witness_prints_is_plain(
    odd: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    options = ("--state", tmp_path / "w", "--logs", odd)
    run("witness", *options, "--name", "w", code=1)
    run("witness", *options, "--name", HOSTILE, code=2)

    class Broken:
        def latest(self, origin: str) -> None:
            raise ValueError(HOSTILE)

    broken: Any = Broken()
    with serve_witness(broken, "127.0.0.1", 0) as server:
        server.process_request = server.process_request_thread  # type: ignore[method-assign]
        client = socket_to(server.server_port, b"GET /x/checkpoint HTTP/1.0\r\n\r\n")
        server.handle_request()
        client.close()
    said = capfd.readouterr().err
    assert "A request failed: ValueError" in said
    require_plain(said)


def socket_to(port: int, sent: bytes) -> socket.socket:
    """Send something to a port of loopback."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(sent)
    return client


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Have a store that answers whatever it is asked with a hostile error."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            error = HOSTILE.replace("\n", "").replace("\r", "").encode()
            with suppress(ConnectionError):
                while count := int(self.rfile.readline()[1:] or b"0"):
                    words = [self.rfile.readline() for _ in range(2 * count)]
                    greets = words[1].upper().strip() in (b"HELLO", b"CLIENT", b"SELECT")
                    self.wfile.write(b"+OK\r\n" if greets else b"-ERR %s\r\n" % error)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        url = f"redis://127.0.0.1:{server.server_address[1]}"
        monkeypatch.setenv("FAIRDEAL_REDIS_URL", url)
        monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path / "data"))
        yield url
        server.shutdown()
        thread.join()


def test_what_archive_export_import_player_and_keys_print_of_a_store_is_plain(
    store: str, odd: Path, tmp_path: Path
) -> None:
    run("keys", "list", code=1)
    assert "does not answer" in run("player", "role", HOSTILE, "auditor", code=1).stderr
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "signing.key").write_text(json.dumps({"private": HOSTILE}))
    run("keys", "list", code=1)
    run("keys", "rotate", code=1)
    for command in (("archive",), ("export", HOSTILE), ("import", odd, "--unsigned")):
        run(*command, code=1)
    run("import", odd, "--key", odd, code=1)
    run("keys", "list", "--data", tmp_path / HOSTILE, code=1)


def test_what_quarantine_prints_is_plain(
    redis: Redis, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    aside = Quarantine(open_store(redis))
    aside.write(QuarantinedStream(HOSTILE, "lobby", HOSTILE, 1, 1, 1))
    assert "lobby" in run("quarantine", code=0).stdout
    assert "Not in quarantine" in run("quarantine", f"t{HOSTILE}", code=1).stderr
    aside.write(QuarantinedStream("t1", HOSTILE.replace(":", ""), HOSTILE, 1, 1, 1))
    run("quarantine", "--all", code=0)


def test_what_rebuild_and_follow_print_of_a_store_is_plain(store: str) -> None:
    """These are processes of their own: what they write to the terminal is read as it comes."""
    done = subprocess.run(
        [sys.executable, "-m", "projections"], capture_output=True, text=True, check=False
    )
    assert "Traceback" in done.stderr
    assert "\u241b[2K" in done.stderr
    require_plain(done.stderr + done.stdout)
    with subprocess.Popen(
        [sys.executable, "-m", "workers", "follow"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        require_plain(line := process.stderr.readline())
        process.kill()
    assert "fairdeal.workers" in line


def test_config_prints_what_is_set_in_plain_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(f"\\U{ord(one):08x}" for one in HOSTILE)
    (tmp_path / "fairdeal.toml").write_text(f'archive_url = "{text}"\n')
    run("config", code=0)
    run("config", "--json", code=0)
    (tmp_path / "fairdeal.toml").write_text(f'"{text}" = 1\nproxies = "{text}"\n')
    run("config", code=1)


def test_status_prints_what_processes_say_in_plain_text(
    redis: Redis, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    own = Registration(redis, HOSTILE)
    own.about["version"] = own.about["host"] = HOSTILE
    own.publish()
    redis.zadd(FOLLOWERS, {HOSTILE: 10**15})
    run("status", code=0)
    run("status", "--json", code=0)


def test_every_command_that_reads_something_foreign_is_here() -> None:
    text = Path(__file__).read_text()
    missing = [
        name
        for name in COMMANDS
        if name not in ELSEWHERE and not re.search(rf"def test_\w*{name.replace('-', '_')}", text)
    ]
    assert missing == []


LOGGING = """
import logging, threading
from events.logs import log_to_stderr
from events.terminal import explain_exit
log_to_stderr()
foreign = {text!r}
def fail():
    raise ValueError(foreign)
logging.getLogger(foreign).warning("It says %s", foreign)
try:
    fail()
except ValueError:
    logging.exception(foreign)
one = threading.Thread(target=fail)
one.start()
one.join()
{end}
"""


@pytest.mark.parametrize("end", ["fail()", "with explain_exit(): raise SystemExit(foreign)"])
@pytest.mark.parametrize("form", ["console", "json"])
def test_what_is_logged_and_not_caught_is_plain(end: str, form: str) -> None:
    code = LOGGING.format(text=HOSTILE, end=end)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "FAIRDEAL_LOG_FORMAT": form},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    require_plain(done.stderr)
    shown = {"console": printable_text(HOSTILE)[:20], "json": r"\u001b[2K\r\u001b]0;x"}[form]
    assert done.stderr.count(shown) >= 4


def test_the_processes_that_log_log_plainly() -> None:
    for name in ("workers/__main__.py", "service/server/start.py"):
        assert re.search(r"^ +log_to_stderr\(", (ROOT / name).read_text(), re.M), name


def test_the_store_is_spoken_of_in_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    processes.print_notice(f"Redis does not answer: {HOSTILE}")
    require_plain(said := capsys.readouterr().out)
    assert said.startswith("fairdeal: Redis does not answer: \u241b[2K\u240d")


def test_json_keeps_what_it_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"why": HOSTILE, HOSTILE: ["zw\u00f6lf", 12]}
    say_json(value)
    said = capsys.readouterr().out
    require_plain(said)
    assert json.loads(said) == orjson.loads(said) == value
    assert "zw\u00f6lf" in said
    assert escape_character("\U000e0041") == r"\udb40\udc41"


def test_a_line_break_within_a_line_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    say_lines("one", f"BAD: x\n{FORGED}")
    assert capsys.readouterr().out == f"one\nBAD: x\u240a{FORGED}\n"


def test_a_report_for_people_has_no_line_that_a_log_wrote() -> None:
    header = {"format": FORMAT, "table": "t1", "game": HOSTILE, "rules": 1}
    empty: Any = ()
    report = LogReport(header, 1, empty, True, "", "good", None, empty, (HOSTILE,), (HOSTILE,))
    require_plain(report.as_text())
    assert len(report.as_text().split("\n")) == 3


def test_a_screen_draws_no_foreign_code_and_keeps_our_colours() -> None:
    screen = Screen(force_terminal=True, width=200, highlight=False, record=True)
    line = Text(f"a card {HOSTILE} and more")
    line.stylize("bold red", 2, 6)
    with screen.capture() as capture:
        screen.print(line)
        screen.print(HOSTILE, style="dim")
    shown = capture.get()
    assert "\x1b[1;31mcard\x1b[0m" in shown
    require_plain(re.sub(r"\x1b\[[0-9;]*m", "", shown))
