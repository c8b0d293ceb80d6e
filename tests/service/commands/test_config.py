"""`fairdeal config`: what is set and where, without passwords; and what is wrong."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from events.settings.table import SETTINGS
from service.commands.main import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file of settings."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    (tmp_path / "fairdeal.toml").write_text('redis_url = "redis://ada:sesame@host"\n')
    return tmp_path


def config(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["config", *arguments])


def test_every_setting_is_printed_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_MAX_WAITING_READS", "7")
    lines = config().output.splitlines()
    assert [line.split()[0] for line in lines] == [one.name for one in SETTINGS]
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert told["redis_url"] == "redis://ada:***@host  (fairdeal.toml, line 1)"
    assert told["max_waiting_reads"] == "7  (FAIRDEAL_MAX_WAITING_READS)"
    assert told["proxy_hops"] == "0  (default)"


def test_it_is_one_object_by_name_for_programs() -> None:
    done = config("--json")
    found = orjson.loads(done.output)
    assert done.exit_code == 0
    assert set(found) == {one.name for one in SETTINGS}
    assert found["proxy_hops"] == {"value": "0", "from": "default"}
    assert "sesame" not in done.output


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FAIRDEAL_PORXY_HOPS", "1", "`FAIRDEAL_PROXY_HOPS` is one"),
        ("FAIRDEAL_CORS_ORIGINS", "play.example", "is no origin"),
        ("FAIRDEAL_LIMITS", "opne=1/hour", "is no limit"),
        ("FAIRDEAL_WITNESSES", "me", "FAIRDEAL_WITNESSES"),
    ],
)
def test_what_is_wrong_ends_it_with_a_sentence(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    done = config()
    assert done.exit_code == 1
    assert said in done.output


@pytest.mark.parametrize(
    "command", ["accept-loss", "backup out", "export --all", "status", "quarantine", "worker"]
)
def test_a_command_ends_with_a_sentence_where_no_store_can_be(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in ("host:6379", "redis://host:port"):
        monkeypatch.setenv("FAIRDEAL_REDIS_URL", url)
        done = CliRunner().invoke(main, command.split())
        assert (done.exit_code, isinstance(done.exception, SystemExit)) == (1, True)
        assert done.output.startswith("FAIRDEAL_REDIS_URL: "), done.output


@pytest.mark.parametrize(
    "command", ["serve", "api", "worker", "follow", "collect-cosignatures", "archive"]
)
def test_no_process_starts_with_a_setting_that_is_unknown(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_ULR", "redis://host")
    done = CliRunner().invoke(main, [command])
    assert done.exit_code == 1
    assert "FAIRDEAL_REDIS_ULR: there is no such setting" in done.output
