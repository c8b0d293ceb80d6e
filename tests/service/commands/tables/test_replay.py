"""fairdeal replay: a hand of a log file, step by step, to the auditor or to a seat."""

import re
from pathlib import Path
from typing import Any

import click
import orjson
import pytest
from click.testing import CliRunner

from service.commands.main import main
from tests.folders import GOLDEN_LOGS

WIDE = {"COLUMNS": "400"}


def replay(*arguments: str, file: Path = GOLDEN_LOGS / "boon-1.jsonl", status: int = 0) -> str:
    """Return what the command prints."""
    done = CliRunner().invoke(main, ["replay", str(file), *arguments], env=WIDE)
    assert done.exit_code == status, done.output
    return done.output


def rows(text: str, what: str) -> list[list[str]]:
    """Return the cells of all tables of this title."""
    found = []
    for block in re.split(rf"^{what}.*\n", text, flags=re.MULTILINE)[1:]:
        for line in block.splitlines():
            if line.startswith("└"):
                break
            if line.startswith("│"):
                found.append([cell.strip() for cell in line.strip("│").split("│")])
    return found


def log_of(file: Path = GOLDEN_LOGS / "boon-1.jsonl") -> list[dict[str, Any]]:
    """Return the public parts of a log, from the bytes of its file."""
    lines = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    return [orjson.loads(line["e"]) for line in lines if "e" in line]


@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_every_event_of_a_hand_is_shown_once_with_its_note(game: str) -> None:
    file = GOLDEN_LOGS / f"{game}-1.jsonl"
    numbers: list[int] = []
    hands = rows(replay(file=file), "Hands")
    for hand, first, last, complete, voided in hands:
        shown = rows(replay("--hand", hand, file=file), "What happened")
        assert [int(row[0]) for row in shown] == list(range(int(first), int(last) + 1))
        assert all(note for _, note, _ in shown)
        assert (complete, voided) == ("yes", "no")
        numbers += [int(row[0]) for row in shown]
    assert numbers == list(range(int(hands[0][1]), len(log_of(file)) + 1))


def test_the_choice_that_was_taken_is_marked_among_all_that_there_were() -> None:
    shown = replay("--hand", "1")
    acts = [e for e in log_of() if isinstance(e["cause"], dict) and e["cause"]["seat"] is not None]
    marked = [row for row in rows(shown, r"What seat \d could do") if row[0] == ">"]
    ends = int(rows(replay(), "Hands")[0][2])
    done = [e["cause"]["action"]["type"] for e in acts if e["n"] <= ends]
    assert [row[1].split(" ")[0] for row in marked] == done
    assert not any("?" in row[1] for row in marked)  # the auditor sees the buried cards too


def test_with_analysis_each_decision_of_the_seat_is_judged() -> None:
    shown = rows(replay("--hand", "1", "--as", "1", "--analysis"), "What it was worth")
    chosen = rows(replay("--hand", "1", "--as", "1"), r"What seat 1 could do")
    assert 0 < len(shown) <= len(chosen)
    assert {seat for seat, _ in shown} == {"seat 1"}
    assert all(re.match("The best move|good|inaccuracy|mistake|blunder", line) for _, line in shown)
    replay("--analysis", status=2)


def test_the_auditor_sees_all_cards_and_a_seat_its_own() -> None:
    auditor = rows(replay("--hand", "2"), "What happened")[0][2]
    seat = rows(replay("--hand", "2", "--as", "1"), "What happened")[0][2]
    hands = auditor.split(" ")[3].split("|")
    assert len(hands) == 5
    assert seat.split(" ")[3] == f"?|{hands[1]}|?|?|?"
    assert "hand_secret" in auditor
    assert "hand_secret" not in seat
    knew = dict(rows(replay("--hand", "2", "--as", "1"), "What seat 1 knew")[:40])
    assert sorted(knew["cards"].strip("[]").split(",")) == sorted(hands[1].split("+"))


def test_only_the_named_seat_is_looked_over_the_shoulder() -> None:
    shown = replay("--hand", "2", "--as", "3")
    assert set(re.findall(r"^What seat (\d)", shown, re.MULTILINE)) == {"3"}
    everybody = replay("--hand", "2")
    assert len(set(re.findall(r"^What seat (\d)", everybody, re.MULTILINE))) > 3


def test_the_time_of_a_turn_is_shown() -> None:
    late = next(e for e in log_of() if e["type"] == "table.timed_out.v1" and e["n"] > 53)
    (line,) = (row for row in replay("--hand", "2").splitlines() if row.startswith(f"{late['n']} "))
    seconds = re.search(r"([\d.]+) s used", line)
    assert seconds is not None
    assert float(seconds[1]) >= 20  # the clock of this table


def test_step_by_step_shows_the_same_and_waits_between_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[str] = []
    monkeypatch.setattr(click, "pause", waits.append)
    plain = replay("--hand", "1")
    assert waits == []
    assert replay("--hand", "1", "--step") == plain
    assert len(waits) == len(re.findall(r"^\d+  .*─$", plain, re.MULTILINE)) - 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--hand", "3"], "The log has hands 1 to 2, not 3"),
        (["--hand", "0"], "The log has hands 1 to 2, not 0"),
        (["--hand", "1", "--as", "5"], "--as takes a seat from 0 to 4, or auditor"),
        (["--hand", "1", "--as", "me"], "--as takes a seat from 0 to 4, or auditor"),
    ],
)
def test_what_is_not_there_is_said_kindly(arguments: list[str], why: str) -> None:
    assert why in replay(*arguments, status=1)


def test_a_changed_log_is_not_replayed(tmp_path: Path) -> None:
    text = (GOLDEN_LOGS / "boon-1.jsonl").read_bytes()
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(text.replace(b"gold-6", b"gold-5", 1))
    assert "broken.jsonl is no whole log" in replay("--hand", "1", file=broken, status=1)


def test_a_log_without_its_private_parts_says_so(tmp_path: Path) -> None:
    lines = [
        orjson.loads(line) for line in (GOLDEN_LOGS / "boon-1.jsonl").read_bytes().splitlines()
    ]
    public = [{**line, "p": None} if "e" in line else line for line in lines]
    file = tmp_path / "public.jsonl"
    file.write_bytes(
        b"".join(orjson.dumps(line, option=orjson.OPT_SORT_KEYS) + b"\n" for line in public)
    )
    assert "private parts are not in the file" in replay("--hand", "1", file=file, status=1)
