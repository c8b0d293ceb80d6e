"""Log files verified, or gone through again, in a process of its own: `fairdeal verify --json`.

A big log is seconds of work. In a process of its own it holds neither this one's lock nor its
threads, and can be ended when it takes too long.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import orjson
from flask import current_app
from werkzeug.exceptions import RequestEntityTooLarge

from events.record.receipts import PublicKey
from events.verify.report import EXIT_CODES
from service.limits.slots import SlotPool
from service.limits.spool import SpoolFolder
from service.settings import ServiceSettings
from service.wire.problems import NO_FREE_VERIFIER, VERIFICATION_TIMEOUT, ProblemKind

VERIFIERS = "fairdeal.verifiers"  # among the app's extensions
UPLOADS = 16  # that one process takes at a time; each may fill a temporary file
CHUNK = 1 << 16
NICENESS = 10  # play goes before
START = 5  # seconds of processor time that any log may take; most goes into starting
PACE = 100_000  # bytes of a log that get a second more; compressed ones take a twentieth of that
MEMORY = 2 << 30  # bytes of address space that each process of a verification may have
PROGRAM = (sys.executable, "-P", "-m", "service.commands.tied")  # and which process has started it


@dataclass(frozen=True, slots=True)
class Verifiers:
    """How much may be verified here.

    Attributes:
        limit: bytes of the largest log that is taken.
        anonymous_limit: the same of who sends it without an account's token.
        spool: where logs lie that are verified, and what is unpacked of them.
        uploads: logs that may be sent at a time.
        running: logs that may be verified at a time.
        for_evidence: logs of this server that may be, for those who examine disputes: apart from
            the others, which anybody may send without an end.
        patience: seconds that a log waits until others are verified; longer than those take.
        seconds: that one verification may take, however big the log.
        start: seconds of processor time that one may take besides what its size gives it.
        memory: bytes of address space that each of its processes may have.
    """

    limit: int
    anonymous_limit: int
    spool: SpoolFolder
    uploads: SlotPool
    running: SlotPool
    for_evidence: SlotPool
    patience: float = 240.0
    seconds: float = 120.0
    start: int = START
    memory: int = MEMORY

    @contextmanager
    def upload(self, stream: IO[bytes], most: int) -> Iterator[Path]:
        """Keep what is sent in a temporary file, which is gone afterwards whatever happens."""
        with _hold_slot(self.uploads), self.spool.folder() as folder:
            path = folder / "log"
            _receive(stream, path, most)
            yield path

    def report_of(
        self,
        path: Path,
        keys: Sequence[PublicKey],
        receipts: Sequence[Mapping[str, Any]],
        slots: SlotPool,
    ) -> dict[str, Any]:
        """Return the verdict on a log file as JSON values; `slots` are `running` or `for_evidence`.

        Raises:
            Problem: NO_FREE_VERIFIER, too many are verified already; VERIFICATION_TIMEOUT, this one
                takes too long.
        """
        with _hold_slot(slots, self.patience), self.spool.folder() as folder:
            wanted = _verify_command(path, keys, receipts, folder)
            out, code = self.run_own(wanted, self.work_for(path), folder)
        report: dict[str, Any] = orjson.loads(out)
        assert EXIT_CODES[report["verdict"]] == code, (code, report)
        if report["verdict"] == "unreadable":
            # the sentence names a file that is this server's own affair
            report["why"] = report["why"].replace(str(path), "the file")
        return report

    def replay_of(self, path: Path, keys: Sequence[PublicKey], options: Sequence[str]) -> Any:
        """Return what `fairdeal replay --json` prints of a log file, with more that is `asked`.

        Raises:
            Problem: that command refuses the log, or what is asked of it; NO_FREE_VERIFIER and
                VERIFICATION_TIMEOUT as above.
        """
        with _hold_slot(self.running, self.patience), self.spool.folder() as folder:
            key_file = _keys_in(folder, keys)
            wanted = ["replay", str(path), "--json", "--key", str(key_file), *options]
            out, code = self.run_own(wanted, self.work_for(path), folder)
        if code:
            refused = orjson.loads(out)["refused"]
            raise ProblemKind(refused["code"], refused["status"])(refused["detail"])
        return orjson.loads(out)

    def work_for(self, path: Path) -> int:
        """Return the seconds of processor time that a log file of its size may take."""
        return self.start + -(-path.stat().st_size // PACE)

    def run_own(self, words: Sequence[str], work: int, folder: Path) -> tuple[bytes, int]:
        """Return the output and exit code of a command of ours; see `run`."""
        return self.run([*PROGRAM, str(os.getpid()), *words], work, folder)

    def run(self, command: Sequence[str], work: int, folder: Path) -> tuple[bytes, int]:
        """Return the output and exit code of a process, or end it when its time is up.

        It ends with all processes that it has started, and unpacks into a folder that the caller
        removes; so nothing of it is left, whatever happens. `work` are seconds of processor time.
        """
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(folder)}, start_new_session=True,
        ) as process:  # fmt: skip
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
            _limit_process(process.pid, work, self.memory)
            try:
                out, _ = process.communicate(timeout=self.seconds)
            except subprocess.TimeoutExpired:
                detail = f"The server stopped the verification after {self.seconds:g} s"
                rest = "; run `fairdeal verify` on a machine of your own"
                raise VERIFICATION_TIMEOUT(detail + rest) from None
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise VERIFICATION_TIMEOUT(
                f"The server stopped the verification after {work} s of processor time, the most"
                " that a log of this size may take; run `fairdeal verify` on a machine of your own"
            )
        if not out:
            raise VERIFICATION_TIMEOUT(
                "The verification needed more memory than it may have here; run `fairdeal verify`"
                " on a machine of your own"
            )
        return out, process.returncode


def _limit_process(pid: int, work: int, memory: int) -> None:
    """Bound the seconds that a process may work for, and its memory; so for all that it starts."""
    if hasattr(resource, "prlimit"):  # elsewhere than on Linux the time alone is bounded
        with suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_CPU, (work, work))
            resource.prlimit(pid, resource.RLIMIT_AS, (memory, memory))


def app_verifiers() -> Verifiers:
    """Return those of the running app."""
    return cast(Verifiers, current_app.extensions[VERIFIERS])


def verifiers_for(settings: ServiceSettings) -> Verifiers:
    """Return what the settings allow."""
    return Verifiers(
        settings.verify_limit,
        settings.verify_anonymous_limit,
        SpoolFolder(settings.data / "verifications"),
        SlotPool(UPLOADS),
        SlotPool(settings.verifier_processes),
        SlotPool(settings.verifier_processes),
    )


def _verify_command(
    path: Path, keys: Sequence[PublicKey], receipts: Sequence[Mapping[str, Any]], folder: Path
) -> list[str]:
    """Return the command that verifies a log; keys and receipts are written into the folder."""
    wanted = ["verify", str(path), "--json", "--key", str(_keys_in(folder, keys))]
    if receipts:
        (folder / "receipts").write_bytes(orjson.dumps(receipts))
        wanted += ["--receipt", str(folder / "receipts")]
    return wanted


def _receive(stream: IO[bytes], path: Path, most: int) -> None:
    """Write what is sent into a file; refuse what is larger before it is written."""
    size = 0
    with path.open("wb") as file:
        while part := stream.read(CHUNK):
            size += len(part)
            if size > most:
                raise RequestEntityTooLarge
            file.write(part)


def _keys_in(folder: Path, keys: Sequence[PublicKey]) -> Path:
    """Write keys into a file of a folder; return its path."""
    path = folder / "keys"
    path.write_bytes(orjson.dumps({"keys": [key.as_json() for key in keys]}))
    return path


@contextmanager
def _hold_slot(slots: SlotPool, patience: float = 0.0) -> Iterator[None]:
    """Hold a slot, or answer 503 when there is none."""
    if not slots.take(patience):
        raise NO_FREE_VERIFIER()
    try:
        yield
    finally:
        slots.give_back()
