"""A zip that is crowded with files: `fairdeal verify` opens what the tournament names, no more."""

import random
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result

from events.tournaments import export_verdict
from events.tournaments.export import open_export
from events.verify.report import Unreadable
from service.commands.main import main
from tests.events.forge import pieces
from tests.events.tournaments.cup import swiss, write, zipped
from tests.fairness.tables import SIGNER

CROWD = 3_000
FILES = swiss().files()
TABLES = [name for name in FILES if name.startswith("tables/")]
EMPTY = {f"{kind}/t{number:018x}.jsonl": b""
         for kind in ("tables", "disputes") for number in range(CROWD // 2)}  # fmt: skip


def run(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(path), "--key", SIGNER.public, *more])


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of members of zips that are read from now on."""
    names: list[str] = []
    real = zipfile.ZipFile.open

    def noted(self: zipfile.ZipFile, name: zipfile.ZipInfo, mode: Any = "r") -> object:
        if mode == "r":
            names.append(name.filename)
        return real(self, name, mode)

    monkeypatch.setattr(zipfile.ZipFile, "open", noted)
    return names


def crowded(files: Mapping[str, bytes], tmp_path: Path) -> Path:
    return zipped({**EMPTY, **files}, tmp_path / "cup.zip")


def test_as_many_members_are_opened_as_the_tournament_names(
    opened: list[str], tmp_path: Path
) -> None:
    path = crowded(FILES, tmp_path)
    with open_export(path) as export:
        assert sorted(opened) == sorted(FILES)
        assert (len(export.tables), export.disputes, export.others) == (len(TABLES), {}, ())
        assert len(export.strangers) == len(EMPTY)
    with open_export(write({**EMPTY, **FILES}, tmp_path / "cup")) as export:
        assert (len(export.tables), len(export.strangers)) == (len(TABLES), len(EMPTY))


def test_the_crowd_is_named_and_counted_and_no_line_each(tmp_path: Path) -> None:
    done = run(crowded(FILES, tmp_path), "--json")
    assert done.exit_code == 1
    *named, counted = orjson.loads(done.output)["faults"]
    assert [one["file"] for one in named] == sorted(EMPTY)[: export_verdict.MOST]
    assert {one["kind"] for one in (*named, counted)} == {"wrong_table"}
    assert f"{len(EMPTY) - len(named)} more files" in counted["why"]
    assert len(run(tmp_path / "cup.zip").output.splitlines()) <= export_verdict.MOST + 2


def test_files_that_have_no_place_in_an_export_are_named_and_not_opened(
    opened: list[str], tmp_path: Path
) -> None:
    odd = {f"odd/{number:04}": b"" for number in range(CROWD)}
    path = zipped({**odd, **FILES}, tmp_path / "cup.zip")
    done = run(path)
    assert (done.exit_code, sorted(opened)) == (0, sorted(FILES)), done.output
    assert f"odd/0019 and {CROWD - 20} more: no file of an export" in done.output


def test_a_planned_table_whose_file_is_no_log_is_named(tmp_path: Path) -> None:
    done = run(crowded({**FILES, TABLES[0]: b""}, tmp_path))
    assert f"{TABLES[0]}: malformed" in done.output


def test_each_member_is_bounded_by_itself(tmp_path: Path) -> None:
    """A big file beside it does not let a small one unpack to more."""
    path, noise = tmp_path / "cup.zip", random.Random(0).randbytes(2_000_000)
    zipped({**FILES, TABLES[0]: b" " * 30_000_000, "odd": noise}, path)
    with pytest.raises(Unreadable, match=f"{TABLES[0]} unpacks to more"), open_export(path):
        pass


@pytest.mark.parametrize("tables", [5, "five", None, {"seats": []}, [5, "x", None]])
def test_a_round_that_lists_no_tables_plans_none(tmp_path: Path, tables: object) -> None:
    log = pieces(FILES["tournament.jsonl"])
    (planned, *_) = (one["e"] for one in log.events if "round_planned" in one["e"]["type"])
    planned["data"]["tables"] = tables
    text = log.rechained().write(tmp_path / "log").read_bytes()
    done = run(zipped({**FILES, "tournament.jsonl": text}, tmp_path / "cup.zip"), "--json")
    assert (done.exit_code, done.exception.__class__) == (1, SystemExit), done.output
    assert orjson.loads(done.output)["verdict"] == "bad"
