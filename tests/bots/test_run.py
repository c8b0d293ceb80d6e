"""Matches in several processes: the same whatever happens to them; results that are played on."""

import json
from pathlib import Path

import pytest

from bots.arena import Match
from bots.control import control_adjusted_row, control_of
from bots.deals import Dealer
from bots.results import ResultsMismatch
from bots.run import MatchRun, StopCondition
from bots.scores import score_rows
from games import NEWEST
from tests.bots import failing
from tests.bots.crews import InThisProcess

FIRST = "python:tests.bots.failing:FIRST"
LINEUP = ("plain", FIRST, "plain")


def run(*lineup: str, deals: int = 4, width: float | None = None, seed: str = "s") -> MatchRun:
    game = NEWEST["boosh"]
    return MatchRun(
        Match(Dealer(game, len(lineup), {}, False, seed), lineup), StopCondition(deals, width)
    )


def played(one: MatchRun, processes: int = 0, path: Path | None = None) -> MatchRun:
    """Play in so many processes; in this one where it is none."""
    with pytest.MonkeyPatch.context() as patch:
        if not processes:
            patch.setattr("bots.run.DealWorkers", InThisProcess)
        one.play(processes or 1, path)
    return one


def told(one: MatchRun) -> object:
    return [row._replace(seconds=0.0) for row in score_rows(one.match.names, one.counted())]


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    one, two = played(run(*LINEUP), 1), played(run(*LINEUP), 3)
    assert told(played(run(*LINEUP))) == told(one) == told(two)
    assert len(one.counted()) == 4
    assert told(one) != told(played(run(*LINEUP, seed="another")))


def test_a_process_that_dies_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setenv(failing.MARK, str(mark))
    lineup = ("plain", "python:tests.bots.failing:DIES_ONCE")
    dying = played(run(*lineup), 1)
    assert not mark.exists()
    assert dying.lost == {}
    assert told(dying) == told(played(run(*lineup), 1))


def test_a_deal_that_kills_every_process_is_left_out() -> None:
    one = played(run("plain", "python:tests.bots.failing:DIES_ALWAYS", deals=1), 1)
    assert one.lost == dict.fromkeys(range(1), "3 processes died while they played it")
    assert one.counted() == []


def test_a_match_whose_every_deal_fails_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.crew.TRIES", 1)
    one = played(run("plain", "python:tests.bots.failing:DIES_ALWAYS", deals=100), 1)
    assert len(one.lost) == 5


@pytest.mark.parametrize(
    ("name", "said"), [("RAISES", "move 1: ValueError: no idea"), ("CHEATS", "move 1: KeyError")]
)
def test_a_bot_that_fails_plays_fallbacks_and_is_reported(name: str, said: str) -> None:
    one = played(run("plain", f"python:tests.bots.failing:{name}", deals=2), 1)
    _, found = score_rows(one.match.names, one.counted())
    assert found.fallbacks == found.moves > 0
    assert str(found.first).startswith(said)


def test_a_match_is_played_on_from_what_its_file_has(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = played(run(*LINEUP), 0, path)
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    for kept in ("".join(lines[:3]), "".join(lines[:3]) + lines[3][:-30], lines[0], lines[0][:-1]):
        path.write_text(kept)
        if not kept.endswith("\n") and "\n" not in kept:
            with pytest.raises(ResultsMismatch, match="is no file of results"):
                played(run(*LINEUP), 0, path)
            continue
        again = played(run(*LINEUP), 0, path)
        assert told(again) == told(whole)
        assert sorted(json.loads(one)["deal"] for one in path.read_text().splitlines()[1:]) == [
            0, 1, 2, 3
        ]  # fmt: skip


def test_a_deal_that_is_missing_is_played_though_as_many_others_are_there(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = played(run(*LINEUP), 0, path)
    plan, *deals = path.read_text().splitlines(keepends=True)
    path.write_text(plan + "".join(deals[2:]))
    first = played(run(*LINEUP, deals=2), 0, path)
    assert sorted(first.deals) == [0, 1, 2, 3]
    assert len(first.counted()) == 2
    assert told(played(run(*LINEUP), 0, path)) == told(whole)


def test_lines_that_are_no_deals_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    played(run(*LINEUP, deals=1), 0, path)
    plan = path.read_text().splitlines()[0]
    for bad in ('{"deal": 0}', '{"deal": 0, "tables": []}', '{"deal": 0, "tables": [{}]}', "0"):
        path.write_text(f"{plan}\n{bad}\n")
        with pytest.raises(ResultsMismatch, match="is no file of results"):
            played(run(*LINEUP), 0, path)
    path.write_bytes(b"\xff\n")
    with pytest.raises(ResultsMismatch, match="is no file of results"):
        played(run(*LINEUP), 0, path)
    with pytest.raises(ResultsMismatch, match="No such file or directory"):
        played(run(*LINEUP), 0, tmp_path / "nowhere" / "results.jsonl")


def test_two_runs_at_once_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    def meanwhile() -> None:
        with pytest.raises(
            ResultsMismatch, match=r"another run keeps its deals in .*: wait until it"
        ):
            played(run(*LINEUP), 0, path)
        lines.append(path.read_text().count("\n"))

    lines: list[int] = []
    run(*LINEUP, deals=1).play(1, path, meanwhile)
    assert lines == [1, 2]
    assert len(played(run(*LINEUP, deals=2), 0, path).counted()) == 2


def test_deals_of_another_match_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    played(run(*LINEUP, deals=1), 0, path)
    before = path.read_bytes()
    with pytest.raises(ResultsMismatch, match='`seed` is "s", not "other"'):
        played(run(*LINEUP, seed="other"), 0, path)
    older = json.loads(before.splitlines()[0]) | {"versions": {"plain": 0, FIRST: 1}}
    path.write_text(json.dumps(older) + "\n")
    with pytest.raises(ResultsMismatch, match="`versions` is"):
        played(run(*LINEUP), 0, path)
    path.write_text("something else\n")
    with pytest.raises(ResultsMismatch, match="is no file of results"):
        played(run(*LINEUP), 0, path)


def test_a_match_ends_when_its_intervals_are_narrow_wherever_its_deals_were_played(
    tmp_path: Path,
) -> None:
    wide = played(run(*LINEUP, deals=60, width=1000.0))
    assert wide.ended == len(wide.counted()) == 30
    path = tmp_path / "results.jsonl"
    more = played(run(*LINEUP, deals=60), 0, path)
    assert more.ended == 60
    again = played(run(*LINEUP, deals=60, width=1000.0), 0, path)
    assert told(again) == told(wide)
    assert played(run(*LINEUP, deals=60, width=1e-9), 0, path).ended == 60


def test_regulars_stand_in_for_those_who_think_on_the_same_deals_and_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bots.run.DealWorkers", InThisProcess)
    one = played(run(*LINEUP, deals=5))
    control = control_of(one, 2)
    assert control is not None
    assert control.match.lineup == ("plain", "regular", "plain")
    assert len(control.counted()) == 50
    assert control.match.dealer == one.match.dealer
    for row in score_rows(one.match.names, one.counted()):
        found = control_adjusted_row(row, one, control)
        assert found.gain != row.gain or control.brought[0]["plain"].gain == 0
        assert found._replace(gain=row.gain, place=row.place, wins=row.wins) == row


def test_where_all_would_play_alike_there_is_no_control() -> None:
    assert control_of(played(run("plain", "plain/1", deals=1)), 1) is None
    assert control_of(played(run("regular", FIRST, "regular", deals=1)), 1) is None
