"""An exported tournament is verified as a whole; every way to tamper with one is named."""

import random
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.record.receipts import PublicKey
from events.tournaments.export import open_export
from events.tournaments.export_verdict import ExportInputs, ExportReport, verify_export
from events.verify.report import Unreadable
from games.table import Release
from games.table.planned import table_id
from tests.events.forge import Forged, pieces
from tests.events.tournaments.cup import SWISS, TIMED, Cup, ruled, swiss, write, zipped
from tests.events.tournaments.test_verdict import LIES, put, put_sealed, signed
from tests.fairness.tables import SIGNER
from tests.table.desk import Desk
from tests.tournaments.case import ID
from tests.tournaments.settings import settings
from tournaments import commands as cm
from tournaments.openings import table_open_command
from tournaments.tables import Entrant

KEYS = [PublicKey(SIGNER.public)]
Files = dict[str, bytes]
Lie = Callable[[Files], object]
LOG, RESULTS = "tournament.jsonl", "results.json"


def verdict(path: Path, *receipts: object) -> ExportReport:
    with open_export(path) as export:
        return verify_export(export, ExportInputs(KEYS, receipts))  # type: ignore[arg-type]


def kinds(report: ExportReport) -> list[tuple[str, str]]:
    return [(one.file, one.kind) for one in report.faults]


def of_table(index: int) -> str:
    """Return the name of a table's file."""
    return f"tables/{table_id(ID, index)}.jsonl"


def test_an_export_is_good_as_a_folder_and_as_a_zip(tmp_path: Path) -> None:
    files = ruled().files()
    found = verdict(write(files, tmp_path / "cup"))
    assert (found.verdict, found.tables, found.not_checked) == ("good", 4, ()), found.as_text()
    assert found == verdict(zipped(files, tmp_path / "cup.zip"))
    told = " ".join(found.proven)
    for words in (
        "2 rounds were paired again", "4 tables were opened, seated, dealt and closed as planned",
        "4 results that the tournament took", "2 rulings were counted",
        "standings and cross-table of results.json follow",
    ):  # fmt: skip
        assert words in told
    assert found.as_text().startswith(f"GOOD: tournament {ID}: 27 events, 4 tables, head ")
    assert [line[:17] for line in found.not_proven] == ["that who directs "]


def test_an_export_with_tables_of_two_sizes_and_with_stored_rounds_is_good(tmp_path: Path) -> None:
    mixed = settings(SWISS, games=[{**TIMED, "other_seats": [3]}])
    own = Cup(mixed).entered(5).played()
    assert {len(one.planned.seats) for one in own.tournament.tables} == {2, 3}
    found = verdict(write(own.files(), tmp_path / "mixed"))
    assert (found.verdict, found.tables) == ("good", 4), found.as_text()
    everybody = settings(
        SWISS, games=[{**TIMED, "seats": 3}], format={"kind": "round_robin", "rounds": None}
    )
    own = Cup(everybody).entered(9).played()
    found = verdict(write(own.files(), tmp_path / "stored"))
    assert (found.verdict, found.tables) == ("good", 12), found.as_text()


def test_an_export_with_requested_byes_is_good(tmp_path: Path) -> None:
    own = Cup(settings(SWISS, entrants={"most_byes": 1}))
    for who in range(4):
        asked = cm.Register("player", (f"p{who}",), byes=(1,) if who == 0 else ())
        own.ask(asked, f"player:p{who}")
    own.ask(cm.SitOut(Entrant(0), (0, 1)))
    own.ask(cm.Call())
    found = verdict(write(own.played().files(), tmp_path / "byes"))
    assert (found.verdict, found.tables) == ("good", 2), found.as_text()


def forged(name: str, change: Callable[[Forged], object]) -> Lie:
    """Return a lie of who holds the key, in one file."""

    def lie(files: Files) -> None:
        log = pieces(files[name])
        change(log)
        files[name] = signed(log)

    return lie


def swaps_two_tables(files: Files) -> None:
    one, other = of_table(0), of_table(1)
    files[one], files[other] = files[other], files[one]


def brings_another_table(files: Files) -> None:
    """Put the table with the same number of another tournament in a table's place."""
    other = Cup(SWISS, "c" + "9" * 18).entered(5).played()
    (first, *_) = (name for name in other.files() if name.startswith("tables/"))
    files[of_table(0)] = other.files()[first]


def adds_another_table(files: Files) -> None:
    other = Cup(SWISS, "c" + "9" * 18).entered(5).played().files()
    files |= {name: text for name, text in other.items() if name.startswith("tables/")}


def plays_otherwise(index: int, earlier: int = 0, **changes: object) -> Lie:
    """Return what opens a table otherwise than it was planned, with the same play."""

    def lie(files: Files) -> None:
        cup = Cup(SWISS).entered(5)
        while not cup.desks:
            cup.step()
        planned = table_open_command(cup.tournament, index, {})
        known = {name: getattr(planned, name) for name in planned.__dataclass_fields__}
        told = changes.get("tournament")
        if isinstance(told, dict):
            changes["tournament"] = {**known["tournament"], **told}
        desk = Desk(table_id(ID, index))
        desk.now = swiss().desks[index].facts[0].at - earlier
        desk.do(f"tournament:{ID}", type(planned)(**{**known, **changes}))
        files[of_table(index)] = cup.file(desk.id, desk.log)

    return lie


def takes(**changes: Any) -> Lie:
    """Return what takes another result of table 0, with all that follows from that."""

    def lie(files: Files) -> None:
        cup = Cup(SWISS).entered(5)
        cup.brings = lambda own: replace(own, **changes) if own.index == 0 else own
        cup.played()
        files |= cup.files()

    return lie


def changes_a_score(files: Files) -> None:
    """Change one score in the tournament's log where no place follows from it."""
    found = pieces(files[LOG])
    at = max(k for k, row in enumerate(found.events) if row["e"]["type"].endswith("taken.v1"))
    scores = found.events[at]["p"]["table"]["data"]["scores"]
    best = max(range(len(scores)), key=scores.__getitem__)
    scores[best] += 1
    files[LOG] = signed(found)


def changes_results(*path: object, value: object) -> Lie:
    """Return what changes a value in results.json."""

    def lie(files: Files) -> None:
        told = inner = orjson.loads(files[RESULTS])
        for word in path[:-1]:
            inner = inner[word]
        assert inner[path[-1]] != value
        inner[path[-1]] = value
        files[RESULTS] = orjson.dumps(told)

    return lie


def loses(name: str) -> Lie:
    return lambda files: files.pop(name)


LYING: dict[str, tuple[str, str, Lie]] = {
    "a score": (of_table(3), "wrong_result", changes_a_score),
    "who was absent": (of_table(0), "wrong_result", takes(absent=(0,))),
    "who has forfeited": (of_table(0), "wrong_result", takes(forfeited=(0,))),
    "a result with all that follows from it": (
        of_table(0), "wrong_result", takes(places=(1, 2), scores=(9999, -9999)),
    ),
    "another reason of an end": (of_table(0), "wrong_result", takes(why="forfeit")),
    "the number of the last event": (
        of_table(0), "wrong_result", forged(LOG, put_sealed("result_taken", n=5)),
    ),
    "a head": (of_table(0), "wrong_result", forged(LOG, put("result_taken", head="7e" * 32))),
    "two tables in each other's place": (of_table(0), "wrong_table", swaps_two_tables),
    "a table of another tournament": (of_table(0), "wrong_table", brings_another_table),
    "tables of another tournament besides": (
        f"tables/{table_id('c' + '9' * 18, 0)}.jsonl", "wrong_table", adds_another_table,
    ),
    "a table that is missing": (LOG, "missing_table", loses(of_table(2))),
    "deals of another secret": (of_table(1), "wrong_secret", plays_otherwise(1, secret="ee" * 32)),
    "another deal group": (of_table(1), "wrong_table", plays_otherwise(1, group=f"{ID}-7")),
    "another entropy": (
        of_table(1), "wrong_table", plays_otherwise(1, tournament={"entropy": "0e" * 32}),
    ),
    "other options": (of_table(1), "wrong_table", plays_otherwise(1, options={"max_hands": 2})),
    "a table that was opened before its round was planned": (
        of_table(1), "wrong_table", plays_otherwise(1, earlier=100_000),
    ),
    "another clock": (of_table(1), "wrong_table", plays_otherwise(1, clock={"turn": 9})),
    "a standing": (
        RESULTS, "wrong_standings", changes_results("standings", 0, "points", value=1e6),
    ),
    "two entrants by place": (
        RESULTS, "wrong_standings", changes_results("standings", 0, "entrant", value=99),
    ),
    "a cell of the cross-table": (
        RESULTS, "wrong_standings", changes_results("cross_table", 0, "tables", value=7),
    ),
    "a score in the results": (
        RESULTS, "wrong_standings", changes_results("tables", 0, "scores", 0, value=-5),
    ),
    "results without standings": (
        RESULTS, "wrong_standings", changes_results("standings", value=[]),
    ),
    "results that are none": (RESULTS, "malformed", lambda files: files.update({RESULTS: b"{"})),
    "a table that was rewritten": (
        of_table(0), "wrong_result",
        forged(of_table(0), lambda log: log.events[-1]["e"]["data"]["places"].reverse()),
    ),
    "a table that was never closed": (
        of_table(0), "wrong_table", forged(of_table(0), lambda log: log.events.pop()),
    ),
}  # fmt: skip


SAYING = {  # more than one thing is wrong with these
    "another deal group": "group of event 1 is ",
    "another entropy": "tournament of event 1 is ",
    "other options": "options of event 1 is ",
    "another clock": "clock of event 1 is ",
    "a table that was opened before its round was planned": "; its round was planned at ",
    "a table that was never closed": "it is not closed, though its deal group is open",
    "two tables in each other's place": f"it is the log of table {table_id(ID, 1)}, not of ",
    "another reason of an end": "why of event ",
    "who was absent": "absent of event ",
    "who has forfeited": "forfeited of event ",
    "a head": "head of event ",
}


@pytest.mark.parametrize("lie", LYING)
def test_what_was_changed_is_named_with_its_file(lie: str, tmp_path: Path) -> None:
    files = swiss().files()
    file, kind, change = LYING[lie]
    change(files)
    if lie == "a table that was never closed":
        log = pieces(files[of_table(0)])
        log.end["complete"] = False
        files[of_table(0)] = signed(log)
    report = verdict(write(files, tmp_path))
    assert (file, kind) in kinds(report), report.as_text()
    assert SAYING.get(lie, "") in report.as_text()
    assert report.proven == ()
    assert report.as_text().startswith(f"BAD: tournament {ID}: ")


@pytest.mark.parametrize("lie", ["another secret", "other pairings", "other final places"])
def test_what_the_log_of_the_tournament_gets_wrong_is_named(lie: str, tmp_path: Path) -> None:
    kind, change = LIES[lie]
    files = swiss().files()
    forged(LOG, change)(files)
    assert (LOG, kind) in kinds(verdict(write(files, tmp_path)))


def test_tables_that_are_still_played_behind_the_close_are_no_fault(tmp_path: Path) -> None:
    cup = Cup(SWISS).entered(4)
    while not cup.tournament.opened:
        cup.step()
    for index in range(2):
        cup.ask(cm.Adjudicate(index, (1, 2), (1, 0)))
    cup.ask(cm.Close(abandon=True))
    report = verdict(write(cup.files(), tmp_path))
    assert (report.verdict, report.log.complete) == ("good", True), report.as_text()


def test_a_table_that_was_closed_before_its_group_had_ended_is_named(tmp_path: Path) -> None:
    cup = Cup(SWISS).entered(4)
    while not cup.tournament.opened:
        cup.step()
    cup.play_table(0)
    cup.desks[0].do(f"tournament:{ID}", Release())
    report = verdict(write(cup.files(), tmp_path))
    assert (of_table(0), "wrong_table") in kinds(report), report.as_text()
    assert "it was closed before its deal group had ended" in report.as_text()


def rulings(files: Files) -> str:
    """Return the name of the file of disputes."""
    (name,) = (one for one in files if one.startswith("disputes/"))
    return name


def tells_another_ruling(files: Files) -> None:
    """Let the auditor have given other points, and the tournament count the old."""
    other = Cup(SWISS).entered(5).played()
    seats = other.tournament.tables[0].members
    other.rule(0, (-900, 900), seats[0])
    other.rule(0, (700, -700), seats[1])
    files[rulings(files)] = other.files()[rulings(files)]


def counts_no_ruling(files: Files) -> None:
    cup = Cup(SWISS).entered(5).played()
    cup.now += 200_000
    files[LOG], files[RESULTS] = cup.text(), cup.files()[RESULTS]


def counts_another_ruling(files: Files) -> None:
    """Let the tournament count a ruling that nobody made."""
    cup = Cup(SWISS).entered(5).played()
    seats = cup.tournament.tables[0].members
    cup.rule(0, (-900, 900), seats[0])
    cup.rule(0, (800, -800), seats[1])
    cup.ask(cm.Adjudicate(0, (1, 1), (5, 5), f"d{table_id(ID, 0)[1:]}.3"), "server")
    files[LOG], files[RESULTS] = cup.text(), cup.files()[RESULTS]


@pytest.mark.parametrize("lie", [tells_another_ruling, counts_no_ruling, counts_another_ruling])
def test_rulings_are_held_to_the_disputes_in_which_they_were_made(lie: Lie, tmp_path: Path) -> None:
    files = ruled().files()
    lie(files)
    report = verdict(write(files, tmp_path))
    assert {kind for _, kind in kinds(report)} == {"wrong_ruling"}, report.as_text()


def test_without_the_disputes_rulings_are_not_proven(tmp_path: Path) -> None:
    files = ruled().files()
    del files[rulings(files)]
    report = verdict(write(files, tmp_path))
    assert report.verdict == "good"
    assert "the rulings on 1 table: the logs of their disputes are not there" in report.not_proven


def test_disputes_about_no_table_of_it_are_named(tmp_path: Path) -> None:
    files = ruled().files()
    name = rulings(files)
    files["disputes/t1.jsonl"] = files[name]
    files[name.replace(table_id(ID, 0), table_id(ID, 1))] = files.pop(name)
    found = verdict(write(files, tmp_path))
    assert ("disputes/t1.jsonl", "wrong_table") in kinds(found)
    assert (f"disputes/{table_id(ID, 1)}.jsonl", "foreign") in kinds(found)


def test_a_tournament_that_goes_on_is_verified_as_far_as_it_is_open(tmp_path: Path) -> None:
    cup = Cup(SWISS).entered(4)
    for _ in range(3):
        cup.step()
    files = cup.files()
    for name in (LOG, *(one for one in files if one.startswith("tables/"))):
        log = pieces(files[name])
        for row in log.events:
            row["p"] = None
        files[name] = b"".join(log.lines())
    report = verdict(write(files, tmp_path))
    assert report.verdict == "good", report.as_text()
    assert {"what": "tables", "since": None, "why": "sealed"} in report.not_checked
    assert "anything of results.json: what it follows from is not open" in report.not_proven
    assert "which has not ended" in report.as_text()


def test_a_log_alone_is_an_export_of_which_no_table_was_given(tmp_path: Path) -> None:
    report = verdict(write({LOG: swiss().text()}, tmp_path))
    assert {kind for _, kind in kinds(report)} == {"missing_table"}
    early = Cup(SWISS).entered(4)
    found = verdict(write({LOG: early.text()}, tmp_path / "early"))
    assert (found.verdict, found.tables) == ("good", 0)


def test_receipts_find_their_logs_in_an_export(tmp_path: Path) -> None:
    path = write(swiss().files(), tmp_path)
    for name, events in ((ID, swiss().stream.log), (swiss().desks[1].id, swiss().desks[1].log)):
        at = orjson.loads(events[2].e)["at"]
        good = SIGNER.receipt(name, 3, events[2].h, at, "always")
        assert verdict(path, good).verdict == "good"
        fork = SIGNER.receipt(name, 3, b"\1" * 32, at, "always")
        assert [one.kind for one in verdict(path, fork).faults] == ["fork"]
    stray = SIGNER.receipt("t1", 3, b"\1" * 32, 5, "always")
    assert kinds(verdict(path, stray)) == [(LOG, "foreign_receipt")]


def test_a_zip_of_odd_files_does_no_harm(tmp_path: Path) -> None:
    odd = {**swiss().files(), "../evil.jsonl": b"x", "tables/../../evil": b"x", "/evil": b"x"}
    assert verdict(zipped(odd, tmp_path / "cup.zip")).verdict == "good"
    assert not [*tmp_path.parent.rglob("evil*")]
    for name, files, why in (
        ("none.zip", {"a": b""}, "has no tournament.jsonl"),
        ("bomb.zip", {LOG: b" " * 50_000_000}, "unpacks to more than"),
    ):
        with pytest.raises(Unreadable, match=why):
            verdict(zipped(files, tmp_path / name))
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as packed:
        packed.writestr(LOG, swiss().text())
        with pytest.warns(UserWarning, match="Duplicate"):
            packed.writestr(LOG, b"")
    with pytest.raises(Unreadable, match="twice"):
        verdict(tmp_path / "twice.zip")
    (tmp_path / "cut.zip").write_bytes(
        (tmp_path / "cup.zip").read_bytes().replace(b"PK\1\2", b"PK\1\3")
    )
    with pytest.raises(Unreadable, match="cannot be unpacked"):
        verdict(tmp_path / "cut.zip")


def test_a_folder_whose_tables_are_no_logs_is_named(tmp_path: Path) -> None:
    files = swiss().files()
    files[of_table(0)] = b"nothing\n"
    report = verdict(write(files, tmp_path))
    assert (of_table(0), "malformed") in kinds(report)


def test_whatever_bytes_a_zip_has_a_verdict_or_a_sentence_is_the_end(tmp_path: Path) -> None:
    whole = zipped(swiss().files(), tmp_path / "cup.zip").read_bytes()
    endings: Counter[str] = Counter()
    for seed in range(300):
        luck, spoilt = random.Random(seed), bytearray(whole)
        for _ in range(luck.randint(1, 3)):
            spoilt[luck.randrange(len(spoilt))] = luck.randrange(256)
        path = tmp_path / "spoilt.zip"
        path.write_bytes(spoilt)
        try:
            with open_export(path):
                endings["opened"] += 1
        except Unreadable:
            endings["unreadable"] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
    assert endings["unreadable"] > 100


def test_a_zip_that_is_packed_in_another_way_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "odd.zip", "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr(LOG, "{}")
    with pytest.raises(Unreadable, match="in another way than deflate"):
        verdict(tmp_path / "odd.zip")
