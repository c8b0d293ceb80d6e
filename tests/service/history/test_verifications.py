"""A log file that anybody sends is verified as `fairdeal verify` does, in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, Any, cast

import orjson
import pytest
import zstandard
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.test import TestResponse

from events.verify.log import verify_log
from service.app import create_app
from service.limits.slots import SlotPool
from service.limits.spool import SpoolFolder
from service.limits.verifiers import CHUNK
from service.wire.problems import Problem
from tests.events.verify.test_any_value import ODD, odd
from tests.folders import GOLDEN_LOGS, ROOT
from tests.service.asker import Asker, Service, problem
from tests.waiting import PATIENCE, wait_for

KIND = "application/jsonl"
LONG_ENOUGH = 2.0  # seconds in which a shell has begun


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a folder of the test's own for temporary files, and expect it to be left empty."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def sent(service: Service, log: bytes, kind: str = KIND, **headers: str) -> TestResponse:
    """Send a log to be verified."""
    return service.nobody.ask("POST", "/v1/verifications", raw=log, kind=kind, headers=headers)


def log_of(service: Service) -> bytes:
    """Return the log file of a table that was withdrawn."""
    ada = service.player("Ada")
    path = service.opened(ada)
    assert ada.delete(path).status_code == 200
    log: bytes = ada.get(f"{path}/log").data
    return log


def with_limits(service: Service, **limits: Any) -> Asker:
    """Return somebody who asks the service while its verifiers have other limits."""
    own = replace(service.parts.verifiers, **limits)
    return Asker(create_app(replace(service.parts, verifiers=own)).test_client())


@pytest.mark.parametrize("kind", [KIND, "application/x-ndjson", "application/octet-stream"])
def test_a_log_of_this_server_is_good(service: Service, kind: str) -> None:
    found = sent(service, log_of(service), kind).get_json()
    assert (found["verdict"], found["signature"], found["complete"]) == ("good", "good", True)


def test_a_log_of_disputes_is_verified_by_itself(service: Service) -> None:
    players = [service.player(name) for name in ("Ada", "Bob")]
    path = service.started(players, "boosh", 2)
    made = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Odd"})
    log = players[0].get(f"{made.headers['Location']}/log").data
    receipt = json.dumps(made.get_json()["receipt"])
    found = sent(service, log, Receipts=receipt).get_json()
    assert (found["verdict"], found["signature"], found["game"]) == ("good", "good", None)
    assert "1 receipt is genuine and of this log" in found["proven"]
    assert any("its log was not given" in said for said in found["not_proven"])
    assert (
        sent(service, log.replace(b"dispute.open", b"dispute.oPen")).get_json()["kind"] == "edited"
    )


def test_the_answer_is_the_report_of_the_verifier_about_a_whole_table(service: Service) -> None:
    """A table of another server: all holds but the signature, which is not by this one's key."""
    path = GOLDEN_LOGS / "boon-1.jsonl"
    found = sent(service, path.read_bytes())
    assert found.status_code == 200
    own = verify_log(path, [service.parts.signing.keys.signer.public])
    assert found.get_json() == json.loads(orjson.dumps(own.as_json()))
    assert [fault.kind for fault in own.faults] == ["unsigned"]


def test_an_edited_log_is_bad(service: Service) -> None:
    found = sent(service, log_of(service).replace(b"withdrawn", b"adjourned")).get_json()
    assert (found["verdict"], found["kind"], found["first_bad"]) == ("bad", "edited", 2)


@pytest.mark.parametrize("log", [b"", b"A letter to my aunt\n", b"\xff" * 100, b"{}\n"])
def test_what_is_no_log_is_unreadable(service: Service, log: bytes, temporary: Path) -> None:
    answer = sent(service, log)
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, "unreadable")
    assert str(temporary) not in answer.text


@pytest.mark.parametrize("name", ODD)
def test_an_odd_log_is_bad_and_no_failure_of_the_server(service: Service, name: str) -> None:
    answer = sent(service, odd(name))
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, "bad")


def test_receipts_that_are_sent_along_are_checked(service: Service) -> None:
    ada = service.player("Ada")
    path = service.opened(ada)
    receipt = ada.delete(path).get_json()["receipt"]
    log = ada.get(f"{path}/log").data
    good = sent(service, log, Receipts=json.dumps(receipt)).get_json()
    assert "1 receipt is genuine and of this log" in good["proven"]
    forged = {**receipt, "at": receipt["at"] + 1}
    bad = sent(service, log, Receipts=json.dumps([receipt, forged])).get_json()
    assert (bad["verdict"], bad["kind"]) == ("bad", "forged_receipt")


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"receipt"'])
def test_what_is_no_receipt_is_refused(service: Service, text: str) -> None:
    problem(sent(service, b"", Receipts=text), 400, "http/bad_receipts")


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", ""])
def test_another_type_is_refused(service: Service, kind: str) -> None:
    problem(sent(service, b"", kind), 415, "http/not_log_type")


def test_a_log_over_the_limit_is_refused(service: Service) -> None:
    log = log_of(service)
    small = with_limits(service, limit=len(log))
    assert small.ask("POST", "/v1/verifications", raw=log, kind=KIND).status_code == 200
    answer = small.ask("POST", "/v1/verifications", raw=log + b"\n", kind=KIND)
    problem(answer, 413, "http/too_large")


def test_who_has_no_account_sends_smaller_logs_and_is_told_what_an_account_may(
    service: Service,
) -> None:
    log = log_of(service)
    ada = service.player("Eve")
    small = with_limits(service, anonymous_limit=len(log) - 1, limit=len(log))
    told = problem(
        small.ask("POST", "/v1/verifications", raw=log, kind=KIND), 413, "http/too_large"
    )
    assert f"at most {len(log) - 1} bytes are read without an account" in told["detail"]
    assert told["detail"].endswith(f"send an account's token, and {len(log)} bytes are read")
    small.token = ada.token
    assert small.ask("POST", "/v1/verifications", raw=log, kind=KIND).status_code == 200
    told = problem(
        small.ask("POST", "/v1/verifications", raw=log + b"\n", kind=KIND), 413, "http/too_large"
    )
    assert told["detail"].endswith(f"at most {len(log)} bytes are read")


def test_what_is_over_the_limit_is_not_written(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes in chunks tells no length: each part is counted before it is written."""
    written = list[int]()
    own, most = service.parts.verifiers, 3 * CHUNK
    monkeypatch.setattr(shutil, "rmtree", partial(note_sizes, written, shutil.rmtree))
    with pytest.raises(RequestEntityTooLarge), own.upload(cast(IO[bytes], Endless()), most):
        pytest.fail("it was taken")
    assert written == [most]


def note_sizes(sizes: list[int], remove: Callable[..., None], folder: str, **how: Any) -> None:
    """Note how large the files of a folder are before it is removed."""
    sizes.extend(file.stat().st_size for file in Path(folder).iterdir())
    remove(folder, **how)


class Endless:
    """A body without an end, which counts what is read of it."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        """Return as much as is wanted."""
        assert size > 0
        self.given += size
        return b" " * size


def test_a_log_sent_in_chunks_is_read_to_the_limit_and_not_for_ever(service: Service) -> None:
    endless = Endless()
    answer = with_limits(service, limit=1 << 20).client.post(
        "/v1/verifications", content_type=KIND,
        environ_overrides={"wsgi.input": endless, "wsgi.input_terminated": True,
                           "CONTENT_LENGTH": ""},
    )  # fmt: skip
    problem(answer, 413, "http/too_large")
    assert endless.given < 1 << 24


def test_a_log_that_breaks_off_while_it_is_sent_is_not_verified(service: Service) -> None:
    log = log_of(service)
    answer = service.nobody.client.post(
        "/v1/verifications", content_type=KIND,
        environ_overrides={"wsgi.input": BytesIO(log), "CONTENT_LENGTH": str(len(log) + 1)},
    )  # fmt: skip
    problem(answer, 400, "http/bad_request")


@pytest.mark.parametrize("full", ["uploads", "running"])
def test_more_at_a_time_than_allowed_are_told_to_try_again(service: Service, full: str) -> None:
    answer = with_limits(service, patience=0.0, **{full: SlotPool(0)}).ask(
        "POST", "/v1/verifications", raw=log_of(service), kind=KIND
    )
    problem(answer, 503, "http/no_verifier")
    assert int(answer.headers["Retry-After"]) > 0


def test_slots_are_given_back_whatever_happens(service: Service) -> None:
    log = log_of(service)
    own = replace(service.parts.verifiers, limit=len(log), uploads=SlotPool(1), running=SlotPool(1))
    asker = Asker(create_app(replace(service.parts, verifiers=own)).test_client())
    for body, status in ((log, 200), (b"", 200), (log + log, 413), (log, 200)):
        answer = asker.ask("POST", "/v1/verifications", raw=body, kind=KIND)
        assert answer.status_code == status
    assert own.uploads.taken == own.running.taken == 0


def test_a_verification_that_takes_too_long_is_ended(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "setpriority", lambda which, pid, to: ended.append(pid))
    answer = with_limits(service, seconds=0.0).ask(
        "POST", "/v1/verifications", raw=log_of(service), kind=KIND
    )
    problem(answer, 504, "http/verification_too_long")
    with pytest.raises(ProcessLookupError):
        os.kill(ended[0], 0)


def test_a_verification_of_more_work_than_its_size_gives_it_is_ended(service: Service) -> None:
    answer = with_limits(service, start=-1).ask(
        "POST", "/v1/verifications", raw=log_of(service), kind=KIND
    )
    told = problem(answer, 504, "http/verification_too_long")
    assert "stopped the verification after 0 s of processor time" in told["detail"]


def test_a_small_file_that_unpacks_to_a_big_one_is_unreadable(service: Service) -> None:
    found = sent(service, bomb(300 << 20)).get_json()
    assert found["verdict"] == "unreadable"
    assert "unpacks to more than" in found["why"]


def bomb(size: int) -> bytes:
    """Return a compressed log with a long word in its first event."""
    log = b'{"format":"fairdeal/log/1","game":"boon","rules":1,"table":"t"}\n'
    return zstandard.compress(log + b'{"e":"' + b"a" * size)


def test_an_honest_log_waits_until_others_are_verified(service: Service) -> None:
    log, own = log_of(service), replace(service.parts.verifiers, running=SlotPool(1))
    asker = create_app(replace(service.parts, verifiers=own)).test_client()
    answers = []
    assert own.running.take()
    send = partial(asker.post, "/v1/verifications", content_type=KIND, data=log)
    thread = threading.Thread(target=lambda: answers.append(send()), daemon=True)
    thread.start()
    wait_for(lambda: own.uploads.taken == 1)
    own.running.give_back()
    thread.join(PATIENCE)
    assert answers[0].get_json()["verdict"] == "good"


def test_the_verifier_has_less_than_the_api_to_say_when_both_want_the_processor(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "setpriority", lambda which, pid, to: asked.append((which, to)))
    real = with_limits(service, seconds=PATIENCE)  # the others are forked off this process
    answer = real.ask("POST", "/v1/verifications", raw=log_of(service), kind=KIND)
    assert answer.status_code == 200
    assert asked == [(os.PRIO_PROCESS, 10)]


def is_running(pid: int) -> bool:
    """Say whether a process runs, and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# A shell that starts another process, notes its number, and stays as long as that.
STAYS = "sleep 600 & echo $! > {0}.part; mv {0}.part {0}; {1}"


@pytest.mark.parametrize("then", ["wait", "exit 3"])
def test_what_a_verification_has_started_ends_with_it(
    service: Service, tmp_path: Path, then: str
) -> None:
    note = tmp_path / "started"
    own = replace(service.parts.verifiers, seconds=LONG_ENOUGH)
    with pytest.raises(Problem):
        own.run(["sh", "-c", STAYS.format(note, then)], 60, tmp_path)
    wait_for(lambda: not is_running(int(note.read_text())))


def test_a_verification_that_needs_too_much_memory_is_ended(service: Service) -> None:
    answer = with_limits(service, memory=1 << 20).ask(
        "POST", "/v1/verifications", raw=log_of(service), kind=KIND
    )
    told = problem(answer, 504, "http/verification_too_long")
    assert "needed more memory" in told["detail"]


VERIFIER = """
import os, sys
from pathlib import Path
from service.limits.slots import SlotPool
from service.limits.spool import SpoolFolder
from service.wire.problems import Problem
from service.limits.spool import SpoolFolder
from service.limits.verifiers import Verifiers
own = Verifiers(1, 1, SpoolFolder(Path(sys.argv[1])), *(SlotPool(1) for _ in range(3)))
with own.spool.folder() as folder:
    (folder / "unpacked").write_text("much")
    os.mkfifo(sys.argv[2])
    own.run_own(["verify", sys.argv[2]], 60, folder)
"""


def verifiers_of(fifo: Path) -> list[int]:
    """Return the processes that verify a file."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = one.read_bytes().split(bytes(1))
            if str(fifo).encode() in words and b"verify" in words:
                found.append(int(one.parent.name))
    return found


def test_a_killed_api_leaves_no_verification_and_the_next_one_removes_its_files(
    tmp_path: Path,
) -> None:
    shared, fifo = tmp_path / "verifications", tmp_path / "log"
    command = [sys.executable, "-c", VERIFIER, str(shared), str(fifo)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        wait_for(lambda: verifiers_of(fifo))
        SpoolFolder(shared)  # another process that begins takes nothing away from this one
        assert [*shared.glob("*/*/unpacked")]
        process.kill()
    wait_for(lambda: not verifiers_of(fifo))
    assert [*shared.glob("*/*/unpacked")]
    SpoolFolder(shared)
    assert [one.name for one in shared.iterdir()] == ["lock"]
