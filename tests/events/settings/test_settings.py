"""Settings: where they are found, what goes first, and what is said of a wrong one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.settings import sources
from events.settings.check import require_valid_settings
from events.settings.table import (
    ARCHIVE_AFTER,
    CORS_ORIGINS,
    DATA,
    MAXMEMORY,
    REDIS_URL,
    SETTINGS,
    WAITERS,
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
    assert (WAITERS.value(), WAITERS.place) == (2000, "default")
    assert (DATA.value(), CORS_ORIGINS.value()) == (Path("fairdeal-data"), ())
    assert MAXMEMORY.value() is None
    assert faults() == []


def test_a_variable_goes_before_the_file_and_the_file_before_the_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "# ours\nwaiters = 7\nverifiers = 3\n")
    assert (WAITERS.value(), WAITERS.place) == (7, "fairdeal.toml, line 2")
    monkeypatch.setenv("FAIRDEAL_WAITERS", "8")
    assert (WAITERS.value(), WAITERS.place) == (8, "FAIRDEAL_WAITERS")
    monkeypatch.setenv("FAIRDEAL_WAITERS", "")  # as good as unset
    assert WAITERS.value() == 7


def test_another_file_may_be_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "other.toml").write_text("waiters = 9\n")
    monkeypatch.setenv("FAIRDEAL_CONFIG", "other.toml")
    assert (WAITERS.value(), WAITERS.place) == (9, "other.toml, line 1")
    monkeypatch.setenv("FAIRDEAL_CONFIG", "absent.toml")
    assert faults() == ["FAIRDEAL_CONFIG: there is no file absent.toml"]


def test_lists_numbers_and_sizes_of_the_file_read_as_variables_do(folder: Path) -> None:
    write(
        folder,
        'cors_origins = ["https://a.example", "https://b.example"]\nmaxmemory = "512mb"\n'
        'archive_after = "off"\n',
    )
    assert CORS_ORIGINS.value() == ("https://a.example", "https://b.example")
    assert (MAXMEMORY.value(), ARCHIVE_AFTER.value()) == (512 * MiB, None)
    assert faults() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nwaiterz = 1", "fairdeal.toml, line 2: there is no setting `waiterz`; `waiters` is one"),
        ("[redis]\nurl = 1", "fairdeal.toml, line 1: redis must be a text, a whole number,"),
        ("waiters = 1.5", "fairdeal.toml, line 1: waiters must be a text, a whole number, true"),
        ('proxies = 1\nwaiters = "x"', "fairdeal.toml, line 2: waiters: it must be a whole number"),
        ("waiters = \n", "fairdeal.toml is no TOML: Invalid value (at line 1, column 11)"),
        ('config = "x"', "fairdeal.toml, line 1: there is no setting `config`"),
        ("waiters = -1", "fairdeal.toml, line 1: waiters: it must be a whole number, not `-1`"),
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
        ("FAIRDEAL_PROXIES", "one", "it must be a whole number, not `one`"),
        ("FAIRDEAL_ARCHIVE_AFTER", "soon", "`soon` is neither seconds nor `off`"),
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
    write(folder, "waiterz = 1\n")
    monkeypatch.setenv("FAIRDEAL_PROXIES", "one")
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
    assert REDIS_URL.shown() == shown
