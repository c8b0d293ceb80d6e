"""What the pages for operators have people type is done, by a server with a player and a table."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from events.store.embedded.server import EmbeddedServer
from service.commands.main import main
from tests.docs.commands import block_commands
from tests.folders import ROOT
from tests.service.asker import Service

TABLE, BACKUP = "t0123456789abcdef01", "/backups/2026-11-29"
PAGES = ("watch-a-server", "move-to-another-server", "block-a-player", "close-a-table",
         "rotate-keys", "back-up-and-restore")  # fmt: skip
ELSEWHERE = ("import", "verify", "restore", "serve")  # need files, or another server


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_are_carried_out(
    page: str, service: Service, server: EmbeddedServer, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    table = service.opened(service.player("Ada"), "boosh", 2).rpartition("/")[2]
    here = {TABLE: table, "NAME": "Ada", BACKUP: str(tmp_path / "backup")}
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "how-to" / f"{page}.md").read_text()
    typed = [words for words in block_commands(text) if words[0] not in ELSEWHERE]
    assert typed
    for words in typed:
        done = CliRunner().invoke(main, [here.get(word, word) for word in words])
        assert done.exit_code == 0, (words, done.output)
