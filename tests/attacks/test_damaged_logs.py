"""A corpus of damaged logs gets the verdict that it must, of both verifiers."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.verify.log import verify_log
from events.verify.report import Unreadable
from service.commands.main import main
from tests.attacks.damaged_logs import EITHER, DamagedLog, damaged_logs
from tests.attacks.scale import scaled
from tests.corpus import RUN
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER

TOO_STRICT = ("good", "bad")  # who knows the rules refuses all that the bytes refute


def is_owed(verdict: str, owed: str) -> bool:
    """Say whether a verdict is one that is owed."""
    return owed in (verdict, EITHER)


def our_verdict(path: Path) -> str:
    """Return ``good`` or ``bad``: a file that holds no log is bad, too."""
    with path.open("rb") as file:
        is_of_table = b'"fairdeal/log/1"' in file.readline()
    if not is_of_table:
        command = ["verify", str(path), "--key", SIGNER.public]
        return "bad" if CliRunner().invoke(main, command).exit_code else "good"
    try:
        return verify_log(path, [SIGNER.public]).verdict
    except Unreadable:
        return "bad"


def their_verdicts(paths: list[Path]) -> list[str]:
    """Return those of the verifier in JavaScript, in one process."""
    run = run_second("--key", SIGNER.public, *paths)
    verdicts = [json.loads(line)["verdict"] for line in run.stdout.splitlines()]
    assert len(verdicts) == len(paths), run.stderr
    return verdicts


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@scaled("share", short=40, long=1)
def test_both_verifiers_say_of_damaged_logs_what_they_must(share: int, tmp_path: Path) -> None:
    corpus: list[DamagedLog] = []
    paths = []
    for number, log in enumerate(damaged_logs(share, RUN.seed)):
        paths.append(tmp_path / f"{number}")
        paths[-1].write_bytes(log.text)
        corpus.append(log)
    wrong, by_rules = [], 0
    for log, path, theirs in zip(corpus, paths, their_verdicts(paths), strict=True):
        ours = our_verdict(path)
        if (
            not (is_owed(ours, log.ours) and is_owed(theirs, log.theirs))
            or (ours, theirs) == TOO_STRICT
        ):
            wrong.append(f"{log.name}: {ours} and {theirs}, not {log.ours} and {log.theirs}")
        by_rules += (ours, theirs) == ("bad", "good")
    assert wrong == []
    assert by_rules > 0, "only the rules tell some lies"
