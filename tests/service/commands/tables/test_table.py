"""`fairdeal table`: show a table, and close it for a reason."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from events.store.embedded.server import EmbeddedServer
from service.commands.main import main
from tests.service.asker import Asker, Service

Run = Callable[..., Result]


@pytest.fixture
def run(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    return lambda *words: CliRunner().invoke(main, ["table", *words])


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def test_a_table_is_shown_with_who_sits_there(service: Service, ada: Asker, run: Run) -> None:
    path = service.opened(ada, "boosh", 3, private=True)
    assert ada.post(f"{path}/seats", {}).status_code == 201
    assert ada.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    lines = run("show", path.rpartition("/")[2]).output.splitlines()
    assert "game        boosh" in lines
    assert "phase       open, private" in lines
    assert [line for line in lines if line.startswith("seat")] == [
        f"seat 1      Ada ({ada.id})", "seat 2      bot regular", "seat 3      free",
    ]  # fmt: skip


def test_a_table_is_closed_for_a_reason_that_players_read(
    service: Service, ada: Asker, run: Run
) -> None:
    path = service.opened(ada, "boosh", 2)
    table = path.rpartition("/")[2]
    done = run("close", table, "--reason", "Spam")
    assert (done.exit_code, done.output) == (0, f"{table} is closed, without a result\n")
    assert ada.get(f"{path}/fairness").get_json()["abort_reason"] == "Spam"
    assert ada.get(path).get_json()["outcome"]["why"] == "closed_by_operator"
    last = ada.get(f"{path}/events").get_json()["events"][-1]
    assert last["by"] == "server"
    again = run("close", table, "--reason", "Spam")
    assert again.exit_code == 1
    assert "closed" in again.output
    assert (
        "ended       The operator of this server has closed the table" in run("show", table).output
    )


def test_what_is_no_table_or_no_reason_is_told_in_a_sentence(
    service: Service, ada: Asker, run: Run
) -> None:
    path = service.opened(ada, "boosh", 2)
    assert ada.id is not None
    for name in ("t-none", ada.id, "../x"):
        for words in (["show", name], ["close", name, "--reason", "Spam"]):
            told = run(*words)
            assert (told.exit_code, told.output) == (1, f"Error: There is no table {name}\n")
    told = run("close", path.rpartition("/")[2], "--reason", "")
    assert told.output == "Error: A reason has 1 to 2000 characters\n"
