"""Settings: where they are found, what goes first, and what is said of a wrong one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.settings import sources
from events.settings.check import require_valid_settings
from events.settings.table import (
    ARCHIVE_AFTER_SECONDS,
    CORS_ORIGINS,
    DATA,
    MAX_WAITING_READS,
    MAXMEMORY,
    REDIS_URL,
    SETTINGS,
)

MiB = 2**20


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    yield tmp_path
    sources.read_settings_file.cache_clear()


def write(folder: Path, text: str) -> None:
    """Write the file of settings."""
    (folder / "fairdeal.toml").write_text(text)
    sources.read_settings_file.cache_clear()


def faults() -> list[str]:
    """Return the sentences with which a process would end now."""
    try:
        require_valid_settings()
    except SystemExit as end:
        return str(end).split("\n")
    return []


def test_what_is_set_nowhere_is_its_default() -> None:
    assert (MAX_WAITING_READS.value(), MAX_WAITING_READS.place) == (2000, "default")
    assert (DATA.value(), CORS_ORIGINS.value()) == (Path("fairdeal-data"), ())
    assert MAXMEMORY.value() is None
    assert faults() == []


def test_a_variable_goes_before_the_file_and_the_file_before_the_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "# ours\nmax_waiting_reads = 7\nverifier_processes = 3\n")
    assert (MAX_WAITING_READS.value(), MAX_WAITING_READS.place) == (7, "fairdeal.toml, line 2")
    monkeypatch.setenv("FAIRDEAL_MAX_WAITING_READS", "8")
    assert (MAX_WAITING_READS.value(), MAX_WAITING_READS.place) == (8, "FAIRDEAL_MAX_WAITING_READS")
    monkeypatch.setenv("FAIRDEAL_MAX_WAITING_READS", "")  # as good as unset
    assert MAX_WAITING_READS.value() == 7


def test_another_file_may_be_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "other.toml").write_text("max_waiting_reads = 9\n")
    monkeypatch.setenv("FAIRDEAL_CONFIG", "other.toml")
    assert (MAX_WAITING_READS.value(), MAX_WAITING_READS.place) == (9, "other.toml, line 1")
    monkeypatch.setenv("FAIRDEAL_CONFIG", "absent.toml")
    assert faults() == ["FAIRDEAL_CONFIG: there is no file absent.toml"]


def test_lists_numbers_and_sizes_of_the_file_read_as_variables_do(folder: Path) -> None:
    write(
        folder,
        'cors_origins = ["https://a.example", "https://b.example"]\nmaxmemory = "512mb"\n'
        'archive_after_seconds = "off"\n',
    )
    assert CORS_ORIGINS.value() == ("https://a.example", "https://b.example")
    assert (MAXMEMORY.value(), ARCHIVE_AFTER_SECONDS.value()) == (512 * MiB, None)
    assert faults() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "\nproxy_hopz = 1",
            "fairdeal.toml, line 2: there is no setting `proxy_hopz`; `proxy_hops` is one",
        ),
        ("[redis]\nurl = 1", "fairdeal.toml, line 1: redis must be a text, a whole number,"),
        (
            "max_waiting_reads = 1.5",
            "fairdeal.toml, line 1: max_waiting_reads must be a text, a whole number, true",
        ),
        (
            'proxy_hops = 1\nmax_waiting_reads = "x"',
            "fairdeal.toml, line 2: max_waiting_reads: it must be a whole number",
        ),
        (
            "max_waiting_reads = \n",
            "fairdeal.toml is no TOML: Invalid value (at line 1, column 21)",
        ),
        ('config = "x"', "fairdeal.toml, line 1: there is no setting `config`"),
        (
            "max_waiting_reads = -1",
            "fairdeal.toml, line 1: max_waiting_reads: it must be a whole number, not `-1`",
        ),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_line(folder: Path, text: str, said: str) -> None:
    write(folder, text)
    (found,) = faults()
    assert found.startswith(said)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FAIRDEAL_REDIS_ULR", "x", "there is no such setting; `FAIRDEAL_REDIS_URL` is one"),
        ("FAIRDEAL_QQQ", "x", "there is no such setting; `fairdeal config` prints all"),
        ("FAIRDEAL_PROXY_HOPS", "one", "it must be a whole number, not `one`"),
        ("FAIRDEAL_ARCHIVE_AFTER_SECONDS", "soon", "`soon` is neither seconds nor `off`"),
        ("FAIRDEAL_MAXMEMORY", "much", "`much` is no size. Write `512mb`, `4gb`, a number of"),
    ],
)
def test_a_fault_of_a_variable_is_told_with_its_name(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    (found,) = faults()
    assert found.startswith(f"{name}: {said}")


def test_all_faults_are_told_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "proxy_hopz = 1\n")
    monkeypatch.setenv("FAIRDEAL_PROXY_HOPS", "one")
    monkeypatch.setenv("FAIRDEAL_QQQ", "x")
    assert len(faults()) == 3


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:sesame@host:6379", "redis://:***@host:6379"),
        ("rediss://ada:se:same@host", "rediss://ada:***@host"),
        ("unix://here?password=sesame&db=1", "unix://here?password=***&db=1"),
        ("redis://host:6379/0", "redis://host:6379/0"),
    ],
)
def test_passwords_are_not_shown(url: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", url)
    assert REDIS_URL.value() == url
    assert REDIS_URL.masked_text() == shown
