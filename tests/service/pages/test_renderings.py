"""What takes long to make is made once, when it is asked for, however many ask for it first."""

import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.commands.processes import free_port
from tests.service.pages.counted_app import FROM_OUTSIDE, NOTED
from tests.some_processes import SomeProcesses
from tests.waiting import PATIENCE

READERS = 40


@pytest.mark.parametrize("outside", [False, True])
def test_forty_first_reads_at_once_take_one_rendering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outside: bool
) -> None:
    noted = tmp_path / "noted"
    monkeypatch.setenv("FAIRDEAL_APP_MODULE", "tests.service.pages.counted_app")
    monkeypatch.setenv(NOTED, str(noted))
    if outside:
        monkeypatch.setenv(FROM_OUTSIDE, "yes")

    noted.touch()
    with (
        SomeProcesses(tmp_path / "data", free_port()) as stack,
        ThreadPoolExecutor(READERS) as readers,
    ):
        at_start = noted.read_text()

        def read(_: int) -> bytes:
            with urllib.request.urlopen(f"{stack.url}/v1/openapi.json", timeout=PATIENCE) as answer:
                found: bytes = answer.read()
                return found

        assert len(set(readers.map(read, range(READERS)))) == 1
        assert (noted.read_text(), at_start) == ("made\n", "")
